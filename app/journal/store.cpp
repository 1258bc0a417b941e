// SPDX-License-Identifier: MIT
#include "store.h"

#include "base/logging.h"
#include "reader.h"

#include <QJsonDocument>

namespace glovebox::journal {

namespace {

QVariant milliseconds(const QDateTime &time)
{
    return time.isValid() ? QVariant(time.toMSecsSinceEpoch()) : QVariant();
}

} // namespace

Store::Store(std::unique_ptr<Database> database)
    : m_database(std::move(database))
{
}

Result<std::unique_ptr<Store>> Store::open(const Options &options, const QDateTime &now)
{
    auto database = Database::open(options.file, Database::Access::Write);
    if (!database)
        return std::unexpected(database.error());
    std::unique_ptr<Store> store(new Store(*std::move(database)));
    struct Statement
    {
        QSqlQuery *query;
        QString sql;
    };
    const Statement statements[]{
        {&store->m_insertEvent,
         QStringLiteral("INSERT INTO events (row, run, seq, time, kind, body, digest) "
                        "VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?)")},
        // Asked again after its record was loosened: still the same run.
        {&store->m_insertRun,
         QStringLiteral("INSERT INTO runs (run, client, session, asked) VALUES (?, ?, ?, ?) "
                        "ON CONFLICT (run) DO NOTHING")},
        {&store->m_endRun, QStringLiteral("UPDATE runs SET ended = ?, state = ? WHERE run = ?")},
        {&store->m_takeHead, QStringLiteral("SELECT rows, digest FROM head")},
        {&store->m_putHead, QStringLiteral("UPDATE head SET rows = ?, digest = ?")},
        {&store->m_contains, QStringLiteral("SELECT 1 FROM events WHERE run = ? AND seq = ?")},
    };
    for (const auto &[query, sql] : statements) {
        auto prepared = store->m_database->prepare(sql);
        if (!prepared)
            return std::unexpected(prepared.error());
        *query = *std::move(prepared);
    }
    if (options.role == Role::Program) {
        if (auto ended = store->endLeftRuns(now); !ended)
            return std::unexpected(ended.error());
        if (auto ended = store->endTemporaryClients(now); !ended)
            return std::unexpected(ended.error());
    }
    return store;
}

// ---- The chain

template <class Work>
Result<> Store::transact(Sync sync, Work work)
{
    if (auto begun = m_database->begin(sync); !begun)
        return begun;
    Result<> done = takeHead();
    if (done)
        done = work();
    if (done)
        done = putHead();
    if (!done) {
        m_database->rollback();
        return done;
    }
    auto committed = m_database->commit();
    if (committed)
        m_unsynced = sync == Sync::Normal;
    return committed;
}

Result<> Store::takeHead()
{
    if (auto run = runPrepared(m_takeHead, {}); !run)
        return run;
    if (!m_takeHead.next())
        return fail(ErrorCode::Corrupt, QStringLiteral("the file is damaged"),
                    QStringLiteral("no head"));
    m_rows = m_takeHead.value(0).toLongLong();
    m_link = m_takeHead.value(1).toByteArray();
    m_takeHead.finish();
    return {};
}

Result<> Store::putHead()
{
    return runPrepared(m_putHead, {m_rows, m_link});
}

Result<> Store::appendRow(qint64 run, qint64 seq, qint64 time, const QString &kind,
                          const QJsonObject &body)
{
    const Row row{m_rows + 1, run,           seq,
                  time,       kind.toUtf8(), QJsonDocument(body).toJson(QJsonDocument::Compact)};
    const QByteArray digest = digestOf(m_link, row);
    auto inserted = runPrepared(m_insertEvent,
                                {row.number, row.run, row.seq, row.time, kind, row.body, digest});
    if (inserted) {
        m_rows = row.number;
        m_link = digest;
    }
    return inserted;
}

Result<> Store::appendEvent(const RunEvent &event)
{
    auto appended = appendRow(event.run.number(), event.seq, event.time.toMSecsSinceEpoch(),
                              event.kind(), event.bodyToJson());
    return appended ? noteRun(event) : appended;
}

// The list of runs follows from the events; it is there to be quick.
Result<> Store::noteRun(const RunEvent &event)
{
    if (const auto *asked = std::get_if<event::Asked>(&event.body)) {
        return runPrepared(m_insertRun,
                           {event.run.number(), asked->record.client.value(),
                            asked->record.session.id.value(), milliseconds(event.time)});
    }
    if (const auto *ended = std::get_if<event::Ended>(&event.body)) {
        return runPrepared(m_endRun,
                           {milliseconds(event.time), toString(ended->state), event.run.number()});
    }
    return {};
}

Result<QList<Result<>>> Store::append(const QList<RunEvent> &events, Sync sync)
{
    QList<Result<>> results;
    const auto done = transact(sync, [this, &events, &results]() -> Result<> {
        for (const RunEvent &event : events) {
            const Result<> appended = appendEvent(event);
            if (!appended && !isConstraint(appended.error()))
                return appended;
            if (appended)
                results.append(Result<>());
            else
                results.append(
                    fail(ErrorCode::Internal, QStringLiteral("An event of %1 was recorded twice.")
                                                  .arg(event.run.toString())));
        }
        return {};
    });
    if (!done)
        return std::unexpected(done.error());
    return results;
}

Result<> Store::synchronise()
{
    return m_unsynced ? probe() : Result<>();
}

Result<> Store::probe()
{
    // A commit that changed nothing would write nothing.
    return transact(Sync::Full, [this] {
        return m_database->execute(QStringLiteral("UPDATE head SET syncs = syncs + 1"));
    });
}

Result<bool> Store::contains(RunId run, qint64 seq)
{
    if (auto done = runPrepared(m_contains, {run.number(), seq}); !done)
        return std::unexpected(done.error());
    const bool found = m_contains.next();
    m_contains.finish();
    return found;
}

// ---- Numbers

Result<NumberBlock> Store::reserveNumbers(int count)
{
    NumberBlock block;
    const auto done = transact(Sync::Full, [this, count, &block]() -> Result<> {
        auto next = m_database->select(QStringLiteral("SELECT next_run FROM head"));
        if (!next)
            return std::unexpected(next.error());
        next->next();
        block.next = next->value(0).toLongLong();
        block.end = block.next + count;
        return m_database->execute(QStringLiteral("UPDATE head SET next_run = ?"), {block.end});
    });
    if (!done)
        return std::unexpected(done.error());
    return block;
}

Result<> Store::giveBack(const NumberBlock &rest)
{
    return transact(Sync::Full, [this, &rest] {
        return m_database->execute(
            QStringLiteral("UPDATE head SET next_run = ? WHERE next_run = ?"),
            {rest.next, rest.end});
    });
}

// ---- What an earlier process left

Result<> Store::endLeftRuns(const QDateTime &now)
{
    return transact(Sync::Full, [this, &now]() -> Result<> {
        auto left = m_database->select(sql::openRuns());
        if (!left)
            return std::unexpected(left.error());
        QList<RunEvent> ends;
        while (left->next()) {
            const bool started = left->value(2).toBool();
            event::Ended ended;
            ended.state = started ? RunState::Killed : RunState::Cancelled;
            ended.reason = started ? QStringLiteral("Glovebox ended while it ran.")
                                   : QStringLiteral("Glovebox ended before it began.");
            ends.append(
                {RunId(left->value(0).toLongLong()), left->value(1).toLongLong() + 1, now, ended});
        }
        left->finish();
        for (const RunEvent &end : ends) {
            qCWarning(lcJournal) << end.run.toString() << "was left open";
            if (auto appended = appendEvent(end); !appended)
                return appended;
        }
        return {};
    });
}

Result<> Store::endTemporaryClients(const QDateTime &now)
{
    const auto all = clients();
    if (!all)
        return std::unexpected(all.error());
    for (const Client &client : *all) {
        if (!client.temporary || client.revoked.isValid())
            continue;
        if (auto revoked = revokeClient(client.id, now); !revoked)
            return revoked;
    }
    return {};
}

// ---- Clients

Result<NewClient> Store::addClient(const QString &label, KeyUse use, bool temporary,
                                   const QDateTime &now)
{
    if (auto valid = checkLabel(label); !valid)
        return std::unexpected(valid.error());
    const NewClient made = makeClient(label, use, temporary, now);
    const Client &client = made.client;
    const auto done = transact(Sync::Full, [this, &client]() -> Result<> {
        auto inserted = m_database->execute(
            QStringLiteral("INSERT INTO clients VALUES (?, ?, ?, ?, ?, ?, ?, NULL)"),
            {client.id.value(), client.label, foldedLabel(client.label), client.keyHash,
             client.addressKey ? 1 : 0, client.temporary ? 1 : 0, milliseconds(client.created)});
        if (!inserted)
            return inserted;
        return appendRow(0, m_rows + 1, client.created.toMSecsSinceEpoch(),
                         QStringLiteral("client_added"), clientToJson(client));
    });
    if (!done && isConstraint(done.error()))
        return fail(ErrorCode::Conflict,
                    QStringLiteral("There is a client named \"%1\" already. Choose another name, "
                                   "or revoke that one first.")
                        .arg(label));
    if (!done)
        return std::unexpected(done.error());
    return made;
}

Result<> Store::markRevoked(const ClientId &client, const QDateTime &now)
{
    auto query = m_database->select(
        QStringLiteral("UPDATE clients SET revoked = ? WHERE id = ? AND revoked IS NULL"),
        {milliseconds(now), client.value()});
    if (!query)
        return std::unexpected(query.error());
    if (query->numRowsAffected() == 0)
        return fail(ErrorCode::NotFound,
                    QStringLiteral("There is no such client, or its key was revoked before."));
    return {};
}

Result<> Store::revokeClient(const ClientId &client, const QDateTime &now)
{
    return transact(Sync::Full, [this, &client, &now]() -> Result<> {
        if (auto marked = markRevoked(client, now); !marked)
            return marked;
        return appendRow(0, m_rows + 1, now.toMSecsSinceEpoch(), QStringLiteral("client_revoked"),
                         {{QStringLiteral("id"), client.value()}});
    });
}

Result<> Store::addRefusal(const QString &what, int count, const QDateTime &now)
{
    return transact(Sync::Normal, [this, &what, count, &now] {
        return appendRow(0, m_rows + 1, now.toMSecsSinceEpoch(), QStringLiteral("refused"),
                         {{QStringLiteral("what"), what}, {QStringLiteral("count"), count}});
    });
}

Result<QList<Client>> Store::clients()
{
    return readClients(*m_database);
}

Result<qint64> Store::dataVersion()
{
    auto version = m_database->select(QStringLiteral("PRAGMA data_version"));
    if (!version)
        return std::unexpected(version.error());
    version->next();
    return version->value(0).toLongLong();
}

} // namespace glovebox::journal
