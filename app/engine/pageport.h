// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QObject>

namespace glovebox::engine {

// The one object that the page's isolated world sees over QWebChannel: one slot in, one signal
// out, texts of ARCHITECTURE.md. What comes in is hostile.
class PagePort final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void post(const QByteArray &messageJson);
    void interrupt(const QString &run);
    void reply(qint64 id, const QByteArray &frame);

public Q_SLOTS:
    void send(const QString &text);

Q_SIGNALS:
    // For the page; the only signal that the channel needs.
    void received(const QString &text);

    void ready();
    void records(const QByteArray &frames);
    void called(qint64 id, const QByteArray &frame);
    // The page broke the protocol and must be ended.
    void violated(const QString &how);
};

} // namespace glovebox::engine
