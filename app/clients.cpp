// SPDX-License-Identifier: MIT
#include "clients.h"

#include "approval/queue.h"
#include "base/jsonstrings.h"
#include "base/logging.h"
#include "http/locallistener.h"
#include "http/mcproute.h"
#include "journal/journal.h"
#include "tools/sessiondirectory.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include <algorithm>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr int formatVersion = 1;
constexpr qsizetype toolsKept = 8;
constexpr std::chrono::seconds saveDelay{5};
constexpr std::chrono::milliseconds changeDelay{200}; // calls come by the hundred

QString dateText(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString();
}

QDateTime dateOf(const QJsonValue &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
}

QJsonObject rulesToJson(const ClientRules &rules)
{
    return {{u"refused_tools"_s, QJsonArray::fromStringList(rules.refusedTools)},
            {u"max_sessions"_s, rules.maxSessions},
            {u"runs_per_minute"_s, rules.budget.runsPerMinute},
            {u"seconds_per_hour"_s, rules.budget.secondsPerHour},
            {u"only_this_run"_s, rules.onlyThisRun}};
}

ClientRules rulesOf(const QJsonObject &json)
{
    return {.refusedTools = stringsOf(json[u"refused_tools"]),
            .maxSessions = json[u"max_sessions"].toInt(),
            .budget = {.runsPerMinute = json[u"runs_per_minute"].toInt(),
                       .secondsPerHour = json[u"seconds_per_hour"].toInt()},
            .onlyThisRun = json[u"only_this_run"].toBool()};
}

} // namespace

Clients::Clients(const Parts &parts, QObject *parent)
    : ClientDesk(parent)
    , m_parts(parts)
{
    connect(&parts.journal, &journal::Journal::clientsChanged, this, &Clients::start);
    connect(&parts.journal, &journal::Journal::clientRevoked, this, &Clients::onRevoked);
    connect(&parts.http, &http::McpRoute::sessionsChanged, this, &Clients::onConnections);
    connect(&parts.local, &http::LocalListener::sessionsChanged, this, &Clients::onConnections);
    connect(&parts.queue, &ApprovalDesk::pausedChanged, this, &Clients::changeSoon);
    load();
}

Clients::~Clients()
{
    if (m_saveTimer)
        static_cast<void>(save());
}

// ---- the file ----

QJsonObject Clients::toJson(const Known &known)
{
    return {{u"last_seen"_s, dateText(known.lastSeen)},
            {u"last_call"_s, dateText(known.lastCall)},
            {u"claims"_s, known.claims},
            {u"protocol"_s, known.protocol},
            {u"tools"_s, QJsonArray::fromStringList(known.tools)},
            {u"rules"_s, rulesToJson(known.rules)}};
}

Clients::Known Clients::fromJson(const QJsonObject &json)
{
    return {.lastSeen = dateOf(json[u"last_seen"]),
            .lastCall = dateOf(json[u"last_call"]),
            .claims = json[u"claims"].toString(),
            .protocol = json[u"protocol"].toString(),
            .tools = stringsOf(json[u"tools"]),
            .rules = rulesOf(json[u"rules"].toObject())};
}

void Clients::load()
{
    QFile file(m_parts.file);
    if (!file.exists())
        return;
    const QJsonObject json = file.open(QIODevice::ReadOnly)
                                 ? QJsonDocument::fromJson(file.readAll()).object()
                                 : QJsonObject();
    if (json[u"version"].toInt() != formatVersion) {
        qCWarning(lcApp).noquote() << m_parts.file << "cannot be read: no rules of clients count";
        return;
    }
    const QJsonObject clients = json[u"clients"].toObject();
    for (auto it = clients.begin(); it != clients.end(); ++it) {
        const Known known = fromJson(it.value().toObject());
        m_known.insert(ClientId(it.key()), known);
        m_parts.queue.setRules(ClientId(it.key()), known.rules);
    }
}

Result<> Clients::save()
{
    m_saveTimer.reset();
    QJsonObject clients;
    for (const auto &[client, known] : m_known.asKeyValueRange())
        clients.insert(client.value(), toJson(known));
    const QJsonObject json{{u"version"_s, formatVersion}, {u"clients"_s, clients}};
    QSaveFile file(m_parts.file);
    const bool opened = file.open(QIODevice::WriteOnly);
    if (opened) {
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        file.write(QJsonDocument(json).toJson());
    }
    if (opened && file.commit())
        return {};
    qCWarning(lcApp).noquote() << m_parts.file << file.errorString();
    return fail(ErrorCode::Io,
                tr("%1 could not be written: %2").arg(m_parts.file, file.errorString()));
}

void Clients::saveLater()
{
    if (!m_saveTimer)
        m_saveTimer = m_parts.clock.after(saveDelay, this, [this] {
            m_saveTimer.release()->deleteLater(); // it is calling just now
            static_cast<void>(save());            // said in the log
        });
}

void Clients::changeSoon()
{
    if (!m_changeTimer)
        m_changeTimer = m_parts.clock.after(changeDelay, this, [this] {
            m_changeTimer.release()->deleteLater(); // it is calling just now
            Q_EMIT changed();
        });
}

// ---- who there is ----

void Clients::start()
{
    m_parts.journal.listClients().then(this, [this](const Result<QList<journal::Client>> &all) {
        if (!all)
            return;
        m_clients.clear();
        for (const journal::Client &client : *all) {
            if (!client.revoked.isValid())
                m_clients.append(client);
        }
        // By the table as it is now: what was listed may be older than a client that has rules.
        m_known.removeIf(
            [this](const auto &known) { return !m_parts.journal.findClient(known.key()); });
        changeSoon();
    });
}

ClientInfo Clients::infoOf(const journal::Client &client) const
{
    const Known known = m_known.value(client.id);
    ClientInfo info;
    info.id = client.id;
    info.label = client.label;
    info.addressKey = client.addressKey;
    info.temporary = client.temporary;
    info.created = client.created;
    info.lastSeen = known.lastSeen;
    info.lastCall = known.lastCall;
    info.claims = known.claims;
    info.protocol = known.protocol;
    info.tools = known.tools;
    info.connections = m_parts.http.sessionsOf(client.id) + m_parts.local.sessionsOf(client.id);
    if (m_elsewhere.sessionsOf)
        info.connections += m_elsewhere.sessionsOf(client.id);
    info.sessions = static_cast<int>(m_parts.sessions.list(client.id).size());
    info.paused = m_parts.queue.isPaused(client.id);
    info.rules = known.rules;
    return info;
}

QList<ClientInfo> Clients::clients() const
{
    QList<ClientInfo> infos;
    for (const journal::Client &client : m_clients)
        infos.append(infoOf(client));
    return infos;
}

void Clients::onConnections()
{
    QSet<ClientId> now = m_parts.http.clients() + m_parts.local.clients();
    if (m_elsewhere.clients)
        now += m_elsewhere.clients();
    for (const ClientId &client : now - m_connected) {
        m_known[client].lastSeen = m_parts.clock.now();
        saveLater();
    }
    m_connected = now;
    changeSoon();
}

QString Clients::enter(const ClientId &client, const Entry &entry)
{
    Known &known = m_known[client];
    known.lastCall = m_parts.clock.now();
    known.lastSeen = known.lastCall;
    known.claims = entry.claims;
    known.protocol = entry.protocol;
    known.tools.removeAll(entry.tool);
    known.tools.prepend(entry.tool);
    known.tools.resize(std::min(known.tools.size(), toolsKept));
    saveLater();
    changeSoon();
    return refusal(client, entry.tool);
}

QString Clients::refusal(const ClientId &client, const QString &tool) const
{
    const auto known = m_known.constFind(client);
    if (known == m_known.constEnd() || !known->rules.refusedTools.contains(tool))
        return {};
    return u"The person does not let this client use %1. Do not retry; they can change that in "
           "Glovebox under Clients."_s.arg(tool);
}

QString Clients::sessionRefusal(const ClientId &client) const
{
    const int most = rules(client).maxSessions;
    if (most <= 0 || m_parts.sessions.list(client).size() < most)
        return {};
    return u"The person lets this client have %1 sessions at a time. Use one that list_sessions "
           "names, or close one."_s.arg(most);
}

// ---- keys ----

QFuture<Result<QString>> Clients::add(const QString &label, bool addressKey)
{
    return m_parts.journal
        .addClient(label, addressKey ? journal::KeyUse::Address : journal::KeyUse::Header)
        .then(this, [](const Result<journal::NewClient> &made) -> Result<QString> {
            if (!made)
                return std::unexpected(made.error());
            return made->key;
        });
}

QFuture<Result<QString>> Clients::rotate(const ClientId &client)
{
    return m_parts.journal.changeKey(client);
}

QFuture<Result<>> Clients::revoke(const ClientId &client)
{
    return m_parts.journal.revokeClient(client);
}

void Clients::onRevoked(const ClientId &client)
{
    // A client whose key was changed is still there, with its rules.
    if (!m_parts.journal.findClient(client)) {
        m_known.remove(client);
        m_parts.queue.setRules(client, {});
    }
    saveLater();
    changeSoon();
}

void Clients::disconnectClient(const ClientId &client)
{
    m_parts.http.endSessionsOf(client);
    m_parts.local.endSessionsOf(client);
    if (m_elsewhere.end)
        m_elsewhere.end(client);
}

Result<> Clients::setRules(const ClientId &client, const ClientRules &rules)
{
    m_known[client].rules = rules;
    m_parts.queue.setRules(client, rules);
    changeSoon();
    return save();
}

} // namespace glovebox
