// SPDX-License-Identifier: MIT
#pragma once

#include "base/clientdesk.h"
#include "base/clock.h"
#include "journal/client.h"
#include "tools/toolgate.h"

#include <QHash>
#include <QJsonObject>
#include <QSet>

#include <functional>
#include <memory>

namespace glovebox {

namespace approval {
class Queue;
}
namespace http {
class LocalListener;
class McpRoute;
} // namespace http
namespace journal {
class Journal;
}
namespace tools {
class SessionDirectory;
}

// The clients with what the person set for them and what they did last, in one file of the
// profile; who they are and their keys are in the journal. Everything that a client says about
// itself stays a quotation.
class Clients final : public ClientDesk, public tools::ToolGate
{
    Q_OBJECT

public:
    struct Parts
    {
        journal::Journal &journal;
        approval::Queue &queue;
        http::McpRoute &http;
        http::LocalListener &local;
        tools::SessionDirectory &sessions;
        Clock &clock;
        QString file; // readable by nobody else
        QStringList tools;
    };

    // Connections to what is not the native set.
    struct Elsewhere
    {
        std::function<QSet<ClientId>()> clients;
        std::function<int(const ClientId &client)> sessionsOf;
        std::function<void(const ClientId &client)> end;
    };

    explicit Clients(const Parts &parts, QObject *parent = nullptr);
    ~Clients() override; // writes what is not written yet

    void setElsewhere(const Elsewhere &elsewhere) { m_elsewhere = elsewhere; }
    // Some client has a connection more or less.
    void onConnections();
    // After the journal was opened: what is known of clients that count.
    void start();

    QList<ClientInfo> clients() const override;
    QStringList tools() const override { return m_parts.tools; }
    QFuture<Result<QString>> add(const QString &label, bool addressKey) override;
    QFuture<Result<QString>> rotate(const ClientId &client) override;
    QFuture<Result<>> revoke(const ClientId &client) override;
    void disconnectClient(const ClientId &client) override;
    Result<> setRules(const ClientId &client, const ClientRules &rules) override;

    ClientRules rules(const ClientId &client) const override { return m_known.value(client).rules; }
    // Another session for this client? Empty: yes; else why not, for the model.
    QString sessionRefusal(const ClientId &client) const;
    QString enter(const ClientId &client, const Entry &entry) override;
    QString refusal(const ClientId &client, const QString &tool) const override;

private:
    // What is kept of a client beside its key.
    struct Known
    {
        QDateTime lastSeen;
        QDateTime lastCall;
        QString claims;
        QString protocol;
        QStringList tools; // latest first
        ClientRules rules;
    };

    void load();
    Result<> save();
    void saveLater();
    void changeSoon();
    void onRevoked(const ClientId &client);
    ClientInfo infoOf(const journal::Client &client) const;
    static QJsonObject toJson(const Known &known);
    static Known fromJson(const QJsonObject &json);

    Parts m_parts;
    Elsewhere m_elsewhere;
    QHash<ClientId, Known> m_known;
    QList<journal::Client> m_clients; // that count
    QSet<ClientId> m_connected;
    std::unique_ptr<QObject> m_saveTimer;
    std::unique_ptr<QObject> m_changeTimer;
};

} // namespace glovebox
