// SPDX-License-Identifier: MIT
#pragma once

#include "sandbox/sessionpool.h"

#include <functional>

namespace glovebox::tools {

// What create_session may set.
struct SessionOptions
{
    QString name; // empty: one is made up
    qint64 heapBytes = limits::defaultHeapBytes;
    std::chrono::seconds timeout = limits::defaultRunTimeout; // of its runs, unless a run says less
    QMap<QString, QString> variables;
    QList<PackagePin> packages = {};   // loaded before its first run
    QMap<QString, QString> links = {}; // as sandbox::SessionRequest has them
};

// Whose session is which (DESIGN 4.5): finds sessions by id or name for exactly one client.
class SessionDirectory final : public QObject
{
    Q_OBJECT

public:
    explicit SessionDirectory(sandbox::SessionPool &pool, QObject *parent = nullptr);

    // Asked before a client gets one more session: empty lets it, else why not, for the model.
    using Refusal = std::function<QString(const ClientId &client)>;
    void setRefusal(Refusal refusal) { m_refusal = std::move(refusal); }
    // What sessions have that ask for nothing else: the person's settings.
    void setDefaults(const SessionOptions &defaults) { m_defaults = defaults; }
    const SessionOptions &defaults() const { return m_defaults; }

    // Denied where the person's rules say so. InvalidArgument for a name that cannot be used,
    // Conflict for one that is taken, LimitExceeded for one session too many.
    Result<SessionRef> create(const ClientId &client, const QString &clientLabel,
                              const SessionOptions &options);
    // NotFound in one sentence for unknown ones and another client's.
    Result<SessionStatus> find(const ClientId &client, const QString &nameOrId) const;
    // The client's own "default", made when there is none.
    Result<SessionRef> defaultFor(const ClientId &client, const QString &clientLabel);
    QList<SessionStatus> list(const ClientId &client) const;

    Result<SessionRef> restart(const SessionId &session, const QString &reason);
    Result<> close(const SessionId &session, const QString &reason);
    void closeAllOf(const ClientId &client, const QString &reason);

    const SessionOptions &options(const SessionId &session) const;

Q_SIGNALS:
    void closed(const glovebox::SessionId &session);

private:
    QString freeName(const ClientId &client) const;

    sandbox::SessionPool &m_pool;
    QHash<SessionId, SessionOptions> m_options;
    Refusal m_refusal;
    SessionOptions m_defaults;
};

} // namespace glovebox::tools
