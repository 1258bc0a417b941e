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

Store::Store(std::unique_ptr<Database> database, const QString &file)
    : m_database(std::move(database))
    , m_end(file)
{
}

Result<std::unique_ptr<Store>> Store::open(const Options &options, const QDateTime &now)
{
    auto database = Database::open(options.file, Database::Access::Write);
    if (!database)
        return std::unexpected(database.error());
    std::unique_ptr<Store> store(new Store(*std::move(database), options.file));
    struct Statement
    {
        QSqlQuery *query;
        QString sql;
    };
    const Statement statements[]{
        {&store->m_insertEvent,
         QStringLiteral("INSERT INTO events (row, run, seq, time, kind, body, body_digest, digest) "
                        "VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?)")},
        {&store->m_putSummary, storeSummarySql()},
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
        if (auto checked = store->checkEnd(now); !checked)
            return std::unexpected(checked.error());
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
        done = putSummaries();
    if (done)
        done = putHead();
    if (done)
        done = m_database->commit();
    else
        m_database->rollback();
    if (!done) {
        // They may hold what was taken back with the rows.
        m_open.clear();
        m_changed.clear();
        return done;
    }
    m_unsynced = sync == Sync::Normal;
    if (!m_unsynced)
        writeEnd();
    return done;
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
    const QByteArray text = QJsonDocument(body).toJson(QJsonDocument::Compact);
    const Row row{m_rows + 1, run, seq, time, kind.toUtf8(), digestOfBody(text)};
    const QByteArray digest = digestOf(m_link, row);
    auto inserted = runPrepared(m_insertEvent, {row.number, row.run, row.seq, row.time, kind, text,
                                                row.bodyDigest, digest});
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

// ---- The list of runs follows from the events; it is there to be quick

Result<RunSummary *> Store::summaryOf(qint64 run)
{
    if (const auto it = m_open.find(run); it != m_open.end())
        return &*it;
    auto query = m_database->select(
        QStringLiteral("SELECT %1 FROM runs WHERE run = ?").arg(summaryColumns()), {run});
    if (!query)
        return std::unexpected(query.error());
    RunSummary summary;
    if (query->next())
        summary = summaryFrom(*query);
    summary.run = run;
    return &*m_open.insert(run, summary);
}

Result<> Store::noteRun(const RunEvent &event)
{
    // The most frequent ones change nothing there.
    if (std::holds_alternative<event::Output>(event.body))
        return {};
    const auto summary = summaryOf(event.run.number());
    if (!summary)
        return std::unexpected(summary.error());
    if ((*summary)->apply(event))
        m_changed.insert(event.run.number());
    return {};
}

Result<> Store::putSummaries()
{
    for (const qint64 run : std::exchange(m_changed, {})) {
        const auto it = m_open.find(run);
        auto stored = runPrepared(m_putSummary, summaryValues(*it));
        if (stored)
            stored = storeMounts(*m_database, *it);
        if (!stored)
            return stored;
        it->mounts.clear();
        if (it->ended)
            m_open.erase(it);
        m_runsChanged = true;
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

// ---- The end of the chain, outside

void Store::writeEnd()
{
    if (!m_end.hasKey())
        return;
    // The journal is whole without it; only a cut at its end would be missed for that long.
    if (const auto written = m_end.write({m_rows, m_link}); !written)
        qCWarning(lcJournal) << written.error().text << written.error().detail;
}

// Empty: the rows reach at least as far as they did when the end was kept.
Result<QString> Store::problemOfEnd()
{
    auto head = m_database->select(QStringLiteral("SELECT keyed FROM head"));
    if (!head)
        return std::unexpected(head.error());
    const bool keyed = head->next() && head->value(0).toBool();
    head->finish();
    const auto end = m_end.read();
    if (!end)
        return keyed ? QStringLiteral("the kept end was missing") : QString();
    if (end->rows == 0)
        return QString();
    auto row =
        m_database->select(QStringLiteral("SELECT digest FROM events WHERE row = ?"), {end->rows});
    if (!row)
        return std::unexpected(row.error());
    if (!row->next() || row->value(0).toByteArray() != end->digest)
        return QStringLiteral("row %1 was not there as it was written").arg(end->rows);
    return QString();
}

// A journal that was cut while no program had it says so from here on: the end that is kept next
// would hide it.
Result<> Store::checkEnd(const QDateTime &now)
{
    if (!m_end.hasKey()) {
        if (auto made = m_end.makeKey(); !made)
            return made;
    }
    return transact(Sync::Full, [this, &now]() -> Result<> {
        const auto problem = problemOfEnd();
        if (!problem)
            return std::unexpected(problem.error());
        if (!problem->isEmpty()) {
            qCWarning(lcJournal) << "the end of the journal:" << *problem;
            auto said =
                appendRow(0, m_rows + 1, now.toMSecsSinceEpoch(), QStringLiteral("end_missing"),
                          {{QStringLiteral("problem"), *problem}});
            if (!said)
                return said;
        }
        return m_database->execute(QStringLiteral("UPDATE head SET keyed = 1"));
    });
}

// ---- Runs that are over

Result<> Store::keepRun(const KeptRun &kept, const QDateTime &now)
{
    auto marked =
        m_database->select(QStringLiteral("UPDATE runs SET kept = 1, bytes = ? "
                                          "WHERE run = ? AND kept = 0 AND purged IS NULL"),
                           {kept.bytes, kept.run.number()});
    if (!marked)
        return std::unexpected(marked.error());
    if (marked->numRowsAffected() == 0)
        return {};
    auto stored =
        m_database->execute(QStringLiteral("INSERT INTO search (rowid, text) VALUES (?, ?)"),
                            {kept.run.number(), kept.words});
    if (!stored || kept.body.isEmpty())
        return stored;
    return appendRow(kept.run.number(), keptSeq, now.toMSecsSinceEpoch(), QStringLiteral("kept"),
                     kept.body);
}

Result<> Store::keep(const QList<KeptRun> &runs, const QDateTime &now)
{
    return transact(Sync::Normal, [this, &runs, &now]() -> Result<> {
        for (const KeptRun &kept : runs) {
            if (auto done = keepRun(kept, now); !done)
                return done;
        }
        m_runsChanged = true;
        return {};
    });
}

Result<bool> Store::purgeRun(RunId run, const QString &by, const QDateTime &now)
{
    const auto found = summaryOf(run.number());
    if (!found)
        return std::unexpected(found.error());
    RunSummary summary = **found;
    m_open.remove(run.number());
    if (!summary.ended || summary.purged)
        return false;
    const QVariantList number{run.number()};
    for (const QStringView sql :
         {u"UPDATE events SET body = '' WHERE run = ?", u"DELETE FROM search WHERE rowid = ?",
          u"DELETE FROM run_mounts WHERE run = ?",
          u"UPDATE runs SET kept = 1, bytes = 0 WHERE run = ?"}) {
        if (auto done = m_database->execute(sql.toString(), number); !done)
            return std::unexpected(done.error());
    }
    summary.title.clear();
    summary.problem.clear();
    summary.purged = now.toMSecsSinceEpoch();
    auto said = appendRow(run.number(), purgedSeq, summary.purged, QStringLiteral("purged"),
                          {{QStringLiteral("by"), by}, {QStringLiteral("run"), summary.toJson()}});
    if (!said)
        return std::unexpected(said.error());
    if (auto stored = runPrepared(m_putSummary, summaryValues(summary)); !stored)
        return std::unexpected(stored.error());
    return true;
}

Result<QList<RunId>> Store::purge(const QList<RunId> &runs, const QString &by, const QDateTime &now)
{
    QList<RunId> purged;
    const auto done = transact(Sync::Full, [&]() -> Result<> {
        for (const RunId run : runs) {
            const auto gone = purgeRun(run, by, now);
            if (!gone)
                return std::unexpected(gone.error());
            if (*gone)
                purged.append(run);
        }
        m_runsChanged = true;
        return {};
    });
    if (!done)
        return std::unexpected(done.error());
    return purged;
}

Result<> Store::checkpoint()
{
    // The search only marks what is gone; its words go when it is put in order.
    if (auto done =
            m_database->execute(QStringLiteral("INSERT INTO search (search) VALUES ('optimize')"));
        !done)
        return done;
    // Who reads just now is not waited for: what is left goes with a later one.
    if (auto done = m_database->execute(QStringLiteral("PRAGMA busy_timeout = 0")); !done)
        return done;
    const auto done = m_database->execute(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
    const auto back = m_database->execute(QStringLiteral("PRAGMA busy_timeout = 5000"));
    return done ? back : done;
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

Result<QString> Store::changeKey(const ClientId &client, const QDateTime &now)
{
    const QString key = newKey();
    const QByteArray hash = hashOfKey(key.toLatin1());
    const auto done = transact(Sync::Full, [this, &client, &hash, &now]() -> Result<> {
        auto query = m_database->select(
            QStringLiteral("UPDATE clients SET key_hash = ? WHERE id = ? AND revoked IS NULL"),
            {hash, client.value()});
        if (!query)
            return std::unexpected(query.error());
        if (query->numRowsAffected() == 0)
            return fail(ErrorCode::NotFound,
                        QStringLiteral("There is no such client, or its key was revoked before."));
        return appendRow(0, m_rows + 1, now.toMSecsSinceEpoch(), QStringLiteral("client_key"),
                         {{QStringLiteral("id"), client.value()},
                          {QStringLiteral("key_hash"), QString::fromLatin1(hash.toHex())}});
    });
    if (!done)
        return std::unexpected(done.error());
    return key;
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
