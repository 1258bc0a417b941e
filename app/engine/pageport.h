// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QObject>

namespace glovebox::engine {

// The one object that the page's isolated world sees over QWebChannel: one slot in, one signal
// out, texts of ARCHITECTURE.md. What comes in is hostile.
//
// Calls of files are many and short, so they have a way of their own: a property that the page
// sets. QWebChannel answers every call of a slot, even of a void one, and that answer costs as much
// as half of a file call; nothing answers the setting of a property.
class PagePort final : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QString outbox READ outbox WRITE takeCall NOTIFY outboxChanged)

public:
    using QObject::QObject;

    void post(const QByteArray &messageJson);
    void interrupt(const QString &run);
    void reply(qint64 id, const QByteArray &frame);

    QString outbox() const { return {}; } // it is for writing
    // "ID BASE64": a call with the page's number for it.
    void takeCall(const QString &text);

public Q_SLOTS:
    void send(const QString &text);

Q_SIGNALS:
    // For the page; the only signal that the channel needs.
    void received(const QString &text);

    void outboxChanged(); // never: a property that may change must have it

    void ready();
    void records(const QByteArray &frames);
    void called(qint64 id, const QByteArray &frame);
    // The page broke the protocol and must be ended.
    void violated(const QString &how);
};

} // namespace glovebox::engine
