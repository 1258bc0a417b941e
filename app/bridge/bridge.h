// SPDX-License-Identifier: MIT
#pragma once

#include "framing.h"
#include "mcp/serversession.h"
#include "programlink.h"

#include <QHash>
#include <QJsonArray>

#include <memory>

namespace glovebox::bridge {

// One client's MCP conversation over a pipe, carried to the program.
//
// What must not wait for the program (initialize, ping, server/discover) is answered here, by the
// protocol library that the program uses too. Everything else goes through as it is; what comes
// before the program is there waits for it. When the program ends, calls that were on their way
// are answered with an error, because nobody can know whether they ran; requests that change
// nothing are asked again. The session of a program that came back is made like the one that was.
class Bridge final : public QObject
{
    Q_OBJECT

public:
    // What the program offers: by revision, as it said when it ran last, or else `standard`.
    struct Offer
    {
        QJsonObject standard;
        QJsonObject byRevision = {};
    };
    // Link and clock outlive the bridge.
    Bridge(mcp::ServerInfo info, Offer offer, ProgramLink &link, Clock &clock,
           QObject *parent = nullptr);
    ~Bridge() override;

    void receive(const QByteArray &bytes); // from the client, as they come
    // It says no more. What it has asked is still answered if that does not take long: who writes
    // everything at once, as scripts do, closes the pipe long before the first answer.
    void endOfInput();

Q_SIGNALS:
    void send(const QByteArray &bytes); // to the client, framed
    void finished();                    // after endOfInput(); emitted once

private:
    class FrontSink;
    // A batch of 2025-03-26 is answered in one piece.
    struct Batch
    {
        int owed = 0;
        QJsonArray answers;
    };
    using BatchPtr = std::shared_ptr<Batch>;
    // A request of the client's that the program has to answer.
    struct Pending
    {
        QJsonValue id;
        QString method;
        QByteArray bytes;
        BatchPtr batch;
        bool sent = false;
    };

    // From the client
    void onItem(const MessageReader::Item &item);
    void onBatch(const QJsonArray &messages);
    void onMessage(const mcp::Message &message, const QByteArray &bytes, const BatchPtr &batch);
    void onRequest(const mcp::Message &message, const QByteArray &bytes, const BatchPtr &batch);
    void onNotification(const mcp::Message &message, const QByteArray &bytes);
    void onResponse(const mcp::Message &message, const QByteArray &bytes);
    void answerHere(const mcp::Message &message, const BatchPtr &batch);

    // From the program
    void onProgramMessage(const QByteArray &bytes);
    void onProgramResponse(const mcp::Message &message, const QByteArray &bytes);
    void onProgramRequest(const QByteArray &bytes);
    void onProgramCancelled(const QByteArray &bytes);

    // The program's session
    void onConnected();
    void shakeHands();
    void onHandshake(const mcp::Message &message);
    void beReady();
    void restoreSession();
    void announceChange();
    void onLost(const QString &why);
    void failPending(const QString &why, bool onlySentCalls);
    void forgetQuestions();
    void finishWhenAnswered();

    void answer(const BatchPtr &batch, const QJsonObject &message);
    void write(const QByteArray &message);
    QString programsId(const QJsonValue &id) const; // empty: not of the current session

    ProgramLink &m_link;
    Clock &m_clock;
    MessageReader m_reader;
    Offer m_offered;
    QJsonObject m_capabilities; // as the client was told
    mcp::Server m_offer;
    mcp::ServerSession m_front;

    QByteArray m_initialize;    // as the client sent it, for the next program; empty: none
    bool m_initialized = false; // the client said so
    QJsonValue m_logLevel = QJsonValue::Undefined;
    QStringList m_subscriptions;
    QList<QByteArray> m_notifications; // waiting for the program
    QList<QString> m_order;            // of m_pending, as they arrived
    QHash<QString, Pending> m_pending; // by mcp::idKey
    QStringList m_questions;           // ids of the program's requests that are open

    std::unique_ptr<QObject> m_farewell; // after endOfInput()

    int m_epoch = 0; // how often the program was connected
    QString m_handshakeId;
    bool m_ready = false;
    QString m_problem; // why the connected program is of no use, or empty
};

} // namespace glovebox::bridge
