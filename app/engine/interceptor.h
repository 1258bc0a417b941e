// SPDX-License-Identifier: MIT
#pragma once

#include <QWebEngineUrlRequestInfo>
#include <QWebEngineUrlRequestInterceptor>

namespace glovebox::engine {

// Whether a page may make this request at all: its own origin, GET or POST, and only kinds of
// request that shell and worker make. Everything else is refused.
bool isRequestAllowed(const QString &page, const QUrl &url, const QByteArray &method,
                      QWebEngineUrlRequestInfo::ResourceType type);

// Default-deny for everything that Chromium lets an interceptor see. It does not see WebRTC,
// WebTransport, blob: and data:; other layers hold those.
class Interceptor final : public QWebEngineUrlRequestInterceptor
{
    Q_OBJECT

public:
    explicit Interceptor(QString page, QObject *parent = nullptr);

    void interceptRequest(QWebEngineUrlRequestInfo &info) override;

Q_SIGNALS:
    void refused(const QString &what, const QUrl &url);

private:
    QString m_page;
};

} // namespace glovebox::engine
