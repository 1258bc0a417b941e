// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"

#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlSchemeHandler>

#include <optional>

namespace glovebox::engine {

// Gives the one document to the one page, and an empty page before it is there. Everything else is
// denied.
class PageHandler final : public QWebEngineUrlSchemeHandler
{
    Q_OBJECT

public:
    explicit PageHandler(const Layers &layers, QObject *parent = nullptr);

    void setDocument(const QByteArray &document) { m_document = document; }
    void requestStarted(QWebEngineUrlRequestJob *job) override;

Q_SIGNALS:
    void refused(const QString &what, const QUrl &url);

private:
    Layers m_layers;
    std::optional<QByteArray> m_document;
};

// Default-deny for everything that Chromium lets an interceptor see; the policy of the document
// stops most of it before.
class PageInterceptor final : public QWebEngineUrlRequestInterceptor
{
    Q_OBJECT

public:
    using QWebEngineUrlRequestInterceptor::QWebEngineUrlRequestInterceptor;

    void interceptRequest(QWebEngineUrlRequestInfo &info) override;

Q_SIGNALS:
    void refused(const QString &what, const QUrl &url);
};

} // namespace glovebox::engine
