// SPDX-License-Identifier: MIT
#include "reader.h"

#include "base/limits.h"

#include <QHash>
#include <QJsonDocument>
#include <QTimeZone>

#include <algorithm>
#include <limits>

namespace glovebox::journal {

namespace sql {

QString runsBefore()
{
    return QStringLiteral("SELECT run FROM runs WHERE run < ? ORDER BY run DESC LIMIT ?");
}

QString factsOfRun()
{
    return QStringLiteral("SELECT seq, time, kind, body FROM events WHERE run = ? "
                          "AND kind NOT IN ('output', 'progress') ORDER BY seq");
}

QString lastOutputOfRun()
{
    return QStringLiteral("SELECT seq, time, kind, body FROM events WHERE run = ? "
                          "AND kind = 'output' ORDER BY seq DESC LIMIT 1");
}

QString eventsOfRun()
{
    return QStringLiteral("SELECT seq, time, kind, body FROM events WHERE run = ? ORDER BY seq");
}

QString openRuns()
{
    return QStringLiteral(
        "SELECT run, (SELECT max(seq) FROM events WHERE events.run = runs.run), "
        "EXISTS (SELECT 1 FROM events WHERE events.run = runs.run AND kind = 'started') "
        "FROM runs WHERE ended IS NULL ORDER BY run");
}

} // namespace sql

namespace {

constexpr int maxRunsPerPage = 1000;

QDateTime fromMilliseconds(qint64 milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds, QTimeZone::UTC);
}

// Its own snapshot of the journal, whatever is written meanwhile.
class ReadTransaction
{
public:
    explicit ReadTransaction(Database &database)
        : m_database(database)
        , m_begun(database.execute(QStringLiteral("BEGIN")))
    {
    }
    ~ReadTransaction()
    {
        if (m_begun)
            m_database.rollback();
    }
    Q_DISABLE_COPY_MOVE(ReadTransaction)

    const Result<> &begun() const { return m_begun; }

private:
    Database &m_database;
    Result<> m_begun;
};

// The row of a query for seq, time, kind, body.
Result<RunEvent> eventFrom(const QSqlQuery &query, RunId run)
{
    const auto document = QJsonDocument::fromJson(query.value(3).toString().toUtf8());
    auto body = RunEvent::bodyFromJson(query.value(2).toString(), document.object());
    if (!body)
        return std::unexpected(body.error());
    return RunEvent{run, query.value(0).toLongLong(), fromMilliseconds(query.value(1).toLongLong()),
                    *std::move(body)};
}

Result<> applyAll(QSqlQuery &query, RunId run, RunFacts &facts)
{
    if (auto done = runPrepared(query, {run.number()}); !done)
        return done;
    while (query.next()) {
        const auto event = eventFrom(query, run);
        if (!event)
            return std::unexpected(event.error());
        const qint64 last = std::max(facts.lastSeq, event->seq);
        facts.apply(*event);
        facts.lastSeq = last;
    }
    query.finish();
    return {};
}

Result<QList<RunId>> runsBefore(Database &database, RunId before, int count)
{
    const qint64 bound = before.isNull() ? std::numeric_limits<qint64>::max() : before.number();
    auto query = database.select(sql::runsBefore(), {bound, std::clamp(count, 0, maxRunsPerPage)});
    if (!query)
        return std::unexpected(query.error());
    QList<RunId> runs;
    while (query->next())
        runs.append(RunId(query->value(0).toLongLong()));
    return runs;
}

} // namespace

QJsonObject clientToJson(const Client &client)
{
    return {{QStringLiteral("id"), client.id.value()},
            {QStringLiteral("label"), client.label},
            {QStringLiteral("key_hash"), QString::fromLatin1(client.keyHash.toHex())},
            {QStringLiteral("address_key"), client.addressKey},
            {QStringLiteral("temporary"), client.temporary}};
}

Result<QList<Client>> readClients(Database &database)
{
    auto query = database.select(
        QStringLiteral("SELECT id, label, key_hash, address_key, temporary, created, revoked "
                       "FROM clients ORDER BY created, id"));
    if (!query)
        return std::unexpected(query.error());
    QList<Client> clients;
    while (query->next()) {
        Client client;
        client.id = ClientId(query->value(0).toString());
        client.label = query->value(1).toString();
        client.keyHash = query->value(2).toByteArray();
        client.addressKey = query->value(3).toBool();
        client.temporary = query->value(4).toBool();
        client.created = fromMilliseconds(query->value(5).toLongLong());
        if (!query->value(6).isNull())
            client.revoked = fromMilliseconds(query->value(6).toLongLong());
        clients.append(client);
    }
    return clients;
}

Result<QList<RunFacts>> readRuns(Database &database, RunId before, int count)
{
    const ReadTransaction transaction(database);
    if (!transaction.begun())
        return std::unexpected(transaction.begun().error());
    const auto runs = runsBefore(database, before, count);
    if (!runs)
        return std::unexpected(runs.error());
    auto output = database.prepare(sql::lastOutputOfRun());
    auto facts = database.prepare(sql::factsOfRun());
    if (!output || !facts)
        return std::unexpected(output ? facts.error() : output.error());
    QList<RunFacts> list;
    for (const RunId run : *runs) {
        RunFacts of;
        if (auto applied = applyAll(*output, run, of); !applied)
            return std::unexpected(applied.error());
        if (auto applied = applyAll(*facts, run, of); !applied)
            return std::unexpected(applied.error());
        list.append(std::move(of));
    }
    return list;
}

Result<QList<RunEvent>> readEvents(Database &database, RunId run)
{
    const auto unknown = [run] {
        return fail(ErrorCode::NotFound,
                    QStringLiteral("There is no run %1 in the journal.").arg(run.toString()));
    };
    // What has no run is about clients.
    if (run.isNull())
        return unknown();
    auto query = database.select(sql::eventsOfRun(), {run.number()});
    if (!query)
        return std::unexpected(query.error());
    QList<RunEvent> events;
    while (query->next()) {
        auto event = eventFrom(*query, run);
        if (!event)
            return std::unexpected(event.error());
        events.append(*std::move(event));
    }
    if (events.isEmpty())
        return unknown();
    return events;
}

// ---- Verification

namespace {

// What the rows say, collected to be compared with the tables that follow from them.
struct Derived
{
    struct Run
    {
        QString client;
        QString session;
        qint64 asked = 0;
        qint64 ended = 0; // 0: not yet
        QString state;
        bool operator==(const Run &) const = default;
    };

    QHash<qint64, Run> runs;
    QHash<QString, QJsonObject> clients;

    void apply(const Row &row)
    {
        const QJsonObject body = QJsonDocument::fromJson(row.body).object();
        if (row.kind == "asked" && !runs.contains(row.run)) {
            const QJsonValue record = body[u"record"];
            runs.insert(
                row.run,
                {record[u"client"].toString(), record[u"session"].toString(), row.time, 0, {}});
        } else if (row.kind == "ended" && runs.contains(row.run)) {
            runs[row.run].ended = row.time;
            runs[row.run].state = body[u"state"].toString();
        } else if (row.kind == "client_added") {
            QJsonObject client = body;
            client.insert(QStringLiteral("created"), row.time);
            clients.insert(body[u"id"].toString(), client);
        } else if (row.kind == "client_revoked") {
            clients[body[u"id"].toString()].insert(QStringLiteral("revoked"), row.time);
        }
    }
};

bool isSummed(const QByteArray &kind)
{
    return kind == "asked" || kind == "ended" || kind.startsWith("client_");
}

Row rowFrom(const QSqlQuery &query)
{
    return {query.value(0).toLongLong(),  query.value(1).toLongLong(),
            query.value(2).toLongLong(),  query.value(3).toLongLong(),
            query.value(4).toByteArray(), query.value(5).toByteArray()};
}

// As bytes: a text that is no valid UTF-8 must not look like another one.
QString allRows()
{
    return QStringLiteral("SELECT row, run, seq, time, CAST(kind AS BLOB), CAST(body AS BLOB), "
                          "digest FROM events ORDER BY row");
}

Verification broken(qint64 rows, qint64 row, const QString &problem)
{
    return {rows, row, problem};
}

Result<Verification> verifyChain(Database &database, Derived &derived)
{
    auto query = database.select(allRows());
    if (!query)
        return std::unexpected(query.error());
    QByteArray link = firstLink();
    qint64 rows = 0;
    while (query->next()) {
        const Row row = rowFrom(*query);
        const qint64 expected = rows + 1;
        if (row.number != expected)
            return broken(rows, expected, QStringLiteral("Row %1 is missing.").arg(expected));
        link = digestOf(link, row);
        if (link != query->value(6).toByteArray())
            return broken(rows, expected,
                          QStringLiteral("Row %1 is not what was written.").arg(expected));
        if (isSummed(row.kind))
            derived.apply(row);
        rows = expected;
    }
    auto head = database.select(QStringLiteral("SELECT rows, digest FROM head"));
    if (!head)
        return std::unexpected(head.error());
    if (!head->next() || head->value(0).toLongLong() != rows ||
        head->value(1).toByteArray() != link)
        return broken(rows, rows + 1,
                      QStringLiteral("The journal does not end where it was written to: row %1 "
                                     "is missing.")
                          .arg(rows + 1));
    return Verification{rows, std::nullopt, {}};
}

Result<QString> differenceInRuns(Database &database, const Derived &derived)
{
    auto query = database.select(
        QStringLiteral("SELECT run, client, session, asked, ended, state FROM runs"));
    if (!query)
        return std::unexpected(query.error());
    qsizetype found = 0;
    while (query->next()) {
        const qint64 run = query->value(0).toLongLong();
        const Derived::Run listed{query->value(1).toString(), query->value(2).toString(),
                                  query->value(3).toLongLong(), query->value(4).toLongLong(),
                                  query->value(5).toString()};
        const auto it = derived.runs.constFind(run);
        if (it == derived.runs.constEnd() || *it != listed)
            return QStringLiteral("The list of runs differs from the rows in %1.")
                .arg(RunId(run).toString());
        ++found;
    }
    if (found != derived.runs.size())
        return QStringLiteral("A run is missing in the list of runs.");
    return QString();
}

Result<QString> differenceInClients(Database &database, const Derived &derived)
{
    const auto clients = readClients(database);
    if (!clients)
        return std::unexpected(clients.error());
    for (const Client &client : *clients) {
        QJsonObject listed = clientToJson(client);
        listed.insert(QStringLiteral("created"), client.created.toMSecsSinceEpoch());
        if (client.revoked.isValid())
            listed.insert(QStringLiteral("revoked"), client.revoked.toMSecsSinceEpoch());
        if (derived.clients.value(client.id.value()) != listed)
            return QStringLiteral("The client \"%1\" is not what was written.").arg(client.label);
    }
    if (clients->size() != derived.clients.size())
        return QStringLiteral("A client is missing.");
    return QString();
}

} // namespace

Result<Verification> verify(Database &database)
{
    const ReadTransaction transaction(database);
    if (!transaction.begun())
        return std::unexpected(transaction.begun().error());
    Derived derived;
    auto verification = verifyChain(database, derived);
    for (const auto compare : {&differenceInRuns, &differenceInClients}) {
        if (!verification || !verification->ok())
            return verification;
        const auto difference = compare(database, derived);
        if (!difference)
            return std::unexpected(difference.error());
        verification->problem = *difference;
    }
    return verification;
}

Result<qint64> exportJsonLines(Database &database, QIODevice *device)
{
    const ReadTransaction transaction(database);
    if (!transaction.begun())
        return std::unexpected(transaction.begun().error());
    auto query = database.select(allRows());
    if (!query)
        return std::unexpected(query.error());
    qint64 lines = 0;
    while (query->next()) {
        const Row row = rowFrom(*query);
        const QJsonObject json{
            {QStringLiteral("row"), row.number},
            {QStringLiteral("run"), row.run ? QJsonValue(RunId(row.run).toString()) : QJsonValue()},
            {QStringLiteral("seq"), row.seq},
            {QStringLiteral("time"), fromMilliseconds(row.time).toString(Qt::ISODateWithMs)},
            {QStringLiteral("kind"), QString::fromUtf8(row.kind)},
            {QStringLiteral("body"), QJsonDocument::fromJson(row.body).object()},
            {QStringLiteral("digest"), QString::fromLatin1(query->value(6).toByteArray().toHex())}};
        const QByteArray line = QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n';
        if (device->write(line) != line.size())
            return fail(ErrorCode::Io, QStringLiteral("The export could not be written."),
                        device->errorString());
        ++lines;
    }
    return lines;
}

} // namespace glovebox::journal
