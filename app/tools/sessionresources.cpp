// SPDX-License-Identifier: MIT
#include "sessionresources.h"

#include "modeltext.h"
#include "prompts.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <memory>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

const QString all = u"sessions://"_s;
const QString one = u"session://"_s;

QJsonObject describe(const SessionStatus &status)
{
    return {{u"id"_s, status.ref.id.value()},
            {u"name"_s, status.name},
            {u"state"_s, sessionStateName(status.state)},
            {u"runs"_s, status.runs},
            {u"memory_limit_bytes"_s, status.heapLimitBytes},
            {u"since"_s, status.since.toString(Qt::ISODate)}};
}

template <class Json>
QList<mcp::ResourceContents> asJson(const QString &uri, const Json &json)
{
    return {{uri, u"application/json"_s,
             QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Indented))}};
}

using Statuses = QHash<SessionId, SessionStatus>;

// Those that are new in `now` or read differently there. A number of megabytes is no news.
QList<SessionStatus> differing(const Statuses &now, const Statuses &then)
{
    QList<SessionStatus> found;
    for (const SessionStatus &status : now) {
        const auto before = then.constFind(status.ref.id);
        if (before == then.cend() || describe(*before) != describe(status))
            found.append(status);
    }
    return found;
}

} // namespace

void announceSessions(mcp::Server &server, const sandbox::SessionPool &pool)
{
    const auto known = std::make_shared<Statuses>();
    QObject::connect(
        &pool, &sandbox::SessionPool::sessionsChanged, &server, [&server, &pool, known] {
            Statuses now;
            for (const SessionStatus &status : pool.sessions())
                now.insert(status.ref.id, status);
            const Statuses then = std::exchange(*known, now);
            QList<SessionStatus> changed = differing(now, then);
            for (const SessionStatus &status : then) {
                if (!now.contains(status.ref.id))
                    changed.append(status);
            }
            QSet<ClientId> clients;
            for (const SessionStatus &status : std::as_const(changed)) {
                clients.insert(status.client);
                Q_EMIT server.resourceUpdated(one + status.ref.id.value(), status.client);
                Q_EMIT server.resourceUpdated(one + status.name, status.client);
            }
            for (const ClientId &client : std::as_const(clients))
                Q_EMIT server.resourceUpdated(all, client);
        });
}

mcp::ResourceSource sessionResources(SessionDirectory &sessions)
{
    mcp::ResourceSource source;
    source.templates = {{.uriTemplate = u"session://{id}"_s,
                         .name = u"session"_s,
                         .title = u"A Python session"_s,
                         .description = u"State of a session of yours; its id or its name. "
                                        "sessions:// has all of them."_s,
                         .mimeType = u"application/json"_s,
                         .complete = {{u"id"_s, sessionCompleter(sessions)}}}};
    source.list = [&sessions](const mcp::Caller &caller,
                              const std::function<void(QList<mcp::Resource>)> &done) {
        QList<mcp::Resource> resources{{.uri = all,
                                        .name = u"sessions"_s,
                                        .title = u"Your Python sessions"_s,
                                        .mimeType = u"application/json"_s}};
        for (const SessionStatus &status : sessions.list(caller.principal.id))
            resources.append({.uri = one + status.ref.id.value(),
                              .name = status.name,
                              .title = u"Session "_s + status.name,
                              .mimeType = u"application/json"_s});
        done(resources);
    };
    source.matches = [](const QString &uri) { return uri == all || uri.startsWith(one); };
    source.read = [&sessions](const mcp::Caller &caller, const QString &uri,
                              const std::function<void(mcp::ResourceSource::Contents)> &done) {
        if (uri == all) {
            QJsonArray list;
            for (const SessionStatus &status : sessions.list(caller.principal.id))
                list.append(describe(status));
            return done(asJson(uri, list));
        }
        const auto found = sessions.find(caller.principal.id, uri.sliced(one.size()));
        if (!found)
            return done(std::unexpected(found.error()));
        done(asJson(uri, describe(*found)));
    };
    return source;
}

} // namespace glovebox::tools
