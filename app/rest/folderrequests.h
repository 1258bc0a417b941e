// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/principal.h"
#include "tools/services.h"

#include <QHash>
#include <QJsonArray>
#include <QSet>

namespace glovebox::rest {

// A folder of this computer that a client's configuration or a request names. Only the person gives
// folders (DESIGN 4.1): this is what they are asked.
struct FolderWish
{
    QString hostPath; // absolute
    QString name;     // of the mount, as far as it is free; empty: made from the folder's name
    MountMode mode =
        MountMode::ReadOnly; // read-write counts as staged: more is the person's to give
};

// The folder requests of all clients. Each is a run of the tool "use_folder": it is asked, decided
// and recorded like any other, and adds a mount for that one client.
class FolderRequests final : public QObject
{
    Q_OBJECT

public:
    explicit FolderRequests(const tools::Services &services, QObject *parent = nullptr);

    // The request's number, null where the client has the folder already; or why it was not asked.
    using Asked = std::function<void(const Result<RunId> &)>;
    // Asks, unless the client has the folder in that mode or the person is being asked for it.
    // Gives the name under /mnt that it has, or gets when it is allowed; `asked` is called once,
    // perhaps at once.
    QString ask(const mcp::Principal &who, const QString &claims, const FolderWish &wish,
                const Asked &asked = {});
    // The mount by which the client has the folder, in whatever mode; empty: it has it not.
    QString mountOf(const ClientId &client, const QString &hostPath) const;
    // The person has refused it, or given it in a stricter mode, since this process began: what a
    // client's configuration names comes at every connection, and is not asked again.
    bool wasRefused(const ClientId &client, const FolderWish &wish) const;

    // The person gave it to the client on its request, perhaps before this process began.
    bool hasOnRequest(const ClientId &client, const QString &hostPath) const;

    // The client waits for the person's word about a folder.
    bool isWaiting(const ClientId &client) const;
    // Calls back once nothing of the client waits any more, or after `patience`; not at all when
    // `context` goes first.
    void whenDecided(const ClientId &client, std::chrono::milliseconds patience, QObject *context,
                     const std::function<void()> &callback);

private:
    struct Open
    {
        ClientId client;
        FolderWish wish;
        QString mount;
        RunId run; // null while it is being asked for
        QList<Asked> asked;
    };
    using OpenPtr = std::shared_ptr<Open>;
    struct Waiter;

    QString freeName(const FolderWish &wish) const;
    void submit(const OpenPtr &open, const mcp::Principal &who, const QString &claims,
                const SessionRef &session);
    void onEvent(const RunEvent &event);
    void close(const OpenPtr &open);
    static QString refusalKey(const ClientId &client, const FolderWish &wish);

    tools::Services m_services;
    QList<OpenPtr> m_open;
    QSet<QString> m_refused;
    QList<std::shared_ptr<Waiter>> m_waiters;
};

// Asks for the folders that a client's configuration names ([{host, name, mode, path}],
// ARCHITECTURE.md "Bridge protocol"), except those that were refused; what is no wish is logged and
// left out. Gives the links by which code finds them: path → /mnt/NAME.
QMap<QString, QString> askConfigured(FolderRequests &folders, const mcp::Principal &who,
                                     const QJsonArray &wishes);

} // namespace glovebox::rest
