// SPDX-License-Identifier: MIT
#include "sessiondirectory.h"

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

const QString defaultName = u"default"_s;

Error unknownSession(const QString &nameOrId)
{
    return {
        ErrorCode::NotFound,
        u"There is no session \"%1\". list_sessions tells which there are; create_session "
        "makes one; without `session` your own default session is used."_s.arg(nameOrId.left(80))};
}

} // namespace

SessionDirectory::SessionDirectory(sandbox::SessionPool &pool, QObject *parent)
    : QObject(parent)
    , m_pool(pool)
{
}

Result<SessionRef> SessionDirectory::create(const ClientId &client, const QString &clientLabel,
                                            const SessionOptions &options)
{
    SessionOptions made = options;
    if (made.name.isEmpty())
        made.name = freeName(client);
    if (!isValidSessionName(made.name))
        return fail(ErrorCode::InvalidArgument,
                    u"The session name \"%1\" cannot be used: 1 to 64 of the characters A-Z a-z "
                    "0-9 _ - are allowed."_s.arg(made.name.left(80)));
    if (m_pool.sessionByName(client, made.name))
        return fail(ErrorCode::Conflict,
                    u"You have a session \"%1\" already. Use it, close it, or choose another "
                    "name."_s.arg(made.name));
    if (const QString reason = m_refusal ? m_refusal(client) : QString(); !reason.isEmpty())
        return fail(ErrorCode::Denied, reason);
    const auto ref = m_pool.create({.client = client,
                                    .clientLabel = clientLabel,
                                    .name = made.name,
                                    .heapBytes = made.heapBytes,
                                    .variables = made.variables,
                                    .links = made.links});
    if (ref)
        m_options.insert(ref->id, made);
    return ref;
}

Result<SessionStatus> SessionDirectory::find(const ClientId &client, const QString &nameOrId) const
{
    auto found = m_pool.sessionByName(client, nameOrId);
    if (!found)
        found = m_pool.session(SessionId(nameOrId));
    if (!found || found->client != client)
        return std::unexpected(unknownSession(nameOrId));
    return *found;
}

Result<SessionRef> SessionDirectory::defaultFor(const ClientId &client, const QString &clientLabel)
{
    if (const auto existing = m_pool.sessionByName(client, defaultName))
        return existing->ref;
    SessionOptions options = m_defaults;
    options.name = defaultName;
    return create(client, clientLabel, options);
}

QList<SessionStatus> SessionDirectory::list(const ClientId &client) const
{
    QList<SessionStatus> own = m_pool.sessions();
    own.removeIf([&client](const SessionStatus &status) { return status.client != client; });
    return own;
}

Result<SessionRef> SessionDirectory::restart(const SessionId &session, const QString &reason)
{
    return m_pool.restart(session, reason);
}

Result<> SessionDirectory::close(const SessionId &session, const QString &reason)
{
    auto result = m_pool.close(session, reason);
    if (result) {
        m_options.remove(session);
        Q_EMIT closed(session);
    }
    return result;
}

void SessionDirectory::closeAllOf(const ClientId &client, const QString &reason)
{
    for (const SessionStatus &status : list(client))
        (void)close(status.ref.id, reason); // gone already is as good
}

const SessionOptions &SessionDirectory::options(const SessionId &session) const
{
    const auto it = m_options.constFind(session);
    return it == m_options.constEnd() ? m_defaults : *it;
}

QString SessionDirectory::freeName(const ClientId &client) const
{
    for (int number = 1;; ++number) {
        const QString name = u"session-%1"_s.arg(number);
        if (!m_pool.sessionByName(client, name))
            return name;
    }
}

} // namespace glovebox::tools
