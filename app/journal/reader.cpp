// SPDX-License-Identifier: MIT
#include "reader.h"

#include "base/limits.h"
#include "base/masking.h"
#include "headfile.h"
#include "runsummary.h"

#include <QHash>
#include <QJsonDocument>
#include <QTimeZone>

#include <algorithm>
#include <functional>
#include <limits>

namespace glovebox::journal {

namespace sql {

QString runsBefore()
{
    return QStringLiteral("SELECT run FROM runs WHERE run < ? AND purged IS NULL "
                          "ORDER BY run DESC LIMIT ?");
}

QString factsOfRun()
{
    return QStringLiteral("SELECT seq, time, kind, body FROM events WHERE run = ? "
                          "AND seq > 0 AND kind NOT IN ('output', 'progress') ORDER BY seq");
}

QString stepsOfRun()
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
    return QStringLiteral("SELECT seq, time, kind, body FROM events WHERE run = ? AND seq > 0 "
                          "ORDER BY seq");
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
        if (query->value(3).toString().isEmpty())
            return fail(ErrorCode::NotFound,
                        QStringLiteral("The content of run %1 was removed from the journal.")
                            .arg(run.toString()));
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
    QHash<qint64, RunSummary> runs;
    QHash<QString, QJsonObject> clients;
    QHash<qint64, qint64> emptied; // first row without a body, by run
    QString endProblem;

    void apply(const Row &row, const QByteArray &body)
    {
        if (body.isEmpty())
            emptied.insert(row.run, std::min(emptied.value(row.run, row.number), row.number));
        if (row.kind == "purged")
            emptied.remove(row.run);
        RunSummary::applyRow(runs, row, body);
        if (row.run == 0)
            applyOther(row, QJsonDocument::fromJson(body).object());
    }

private:
    void applyOther(const Row &row, const QJsonObject &body)
    {
        const QString time = fromMilliseconds(row.time).toString(Qt::ISODate);
        if (row.kind == "client_added") {
            QJsonObject client = body;
            client.insert(QStringLiteral("created"), row.time);
            clients.insert(body[u"id"].toString(), client);
        } else if (row.kind == "client_key") {
            clients[body[u"id"].toString()].insert(QStringLiteral("key_hash"), body[u"key_hash"]);
        } else if (row.kind == "client_revoked") {
            clients[body[u"id"].toString()].insert(QStringLiteral("revoked"), row.time);
        } else if (row.kind == "end_missing") {
            endProblem = QStringLiteral("When Glovebox started at %1, the end of the journal was "
                                        "not as it was left: %2.")
                             .arg(time, body[u"problem"].toString());
        } else if (row.kind == "upgraded" && body.contains(u"first_broken")) {
            endProblem = QStringLiteral("When the journal was brought to a newer form at %1, its "
                                        "row %2 was not what was written.")
                             .arg(time)
                             .arg(body[u"first_broken"].toInteger());
        }
    }
};

QByteArray bodyFrom(const QSqlQuery &query)
{
    return query.value(5).toByteArray();
}

Row rowFrom(const QSqlQuery &query)
{
    return {query.value(0).toLongLong(),  query.value(1).toLongLong(),
            query.value(2).toLongLong(),  query.value(3).toLongLong(),
            query.value(4).toByteArray(), query.value(6).toByteArray()};
}

// As bytes: a text that is no valid UTF-8 must not look like another one.
QString allRows()
{
    return QStringLiteral("SELECT row, run, seq, time, CAST(kind AS BLOB), CAST(body AS BLOB), "
                          "body_digest, digest FROM events ");
}

Verification broken(qint64 rows, qint64 row, const QString &problem)
{
    return {rows, row, problem};
}

// Bodies may be gone; those that are there are what was written.
bool bodyFits(const Row &row, const QByteArray &body)
{
    return body.isEmpty() || digestOfBody(body) == row.bodyDigest;
}

Verification cutAt(qint64 rows)
{
    return broken(rows, rows + 1,
                  QStringLiteral("The journal does not end where it was written to: row %1 "
                                 "is missing.")
                      .arg(rows + 1));
}

Result<Verification> verifyChain(Database &database, const std::optional<ChainEnd> &end,
                                 Derived &derived)
{
    auto query = database.select(allRows() + QStringLiteral("ORDER BY row"));
    if (!query)
        return std::unexpected(query.error());
    QByteArray link = firstLink();
    qint64 rows = 0;
    while (query->next()) {
        const Row row = rowFrom(*query);
        const QByteArray body = bodyFrom(*query);
        const qint64 expected = rows + 1;
        if (row.number != expected)
            return broken(rows, expected, QStringLiteral("Row %1 is missing.").arg(expected));
        link = digestOf(link, row);
        if (link != query->value(7).toByteArray() || !bodyFits(row, body) ||
            (end && end->rows == row.number && end->digest != link))
            return broken(rows, expected,
                          QStringLiteral("Row %1 is not what was written.").arg(expected));
        derived.apply(row, body);
        rows = expected;
    }
    auto head = database.select(QStringLiteral("SELECT rows, digest FROM head"));
    if (!head)
        return std::unexpected(head.error());
    if (!head->next() || head->value(0).toLongLong() != rows ||
        head->value(1).toByteArray() != link || (end && end->rows > rows))
        return cutAt(rows);
    if (!derived.emptied.isEmpty()) {
        const QList<qint64> emptied = derived.emptied.values();
        const qint64 row = *std::ranges::min_element(emptied);
        return broken(rows, row,
                      QStringLiteral("Row %1 was emptied, and no row says so.").arg(row));
    }
    Verification found;
    found.rows = rows;
    return found;
}

// The end is kept outside; without it a cut would not be seen.
Result<QString> differenceAtEnd(Database &database, const HeadFile &file,
                                const std::optional<ChainEnd> &end)
{
    auto head = database.select(QStringLiteral("SELECT keyed FROM head"));
    if (!head)
        return std::unexpected(head.error());
    const bool keyed = head->next() && head->value(0).toBool();
    if (!keyed || end)
        return QString();
    return file.hasKey()
               ? QStringLiteral("The journal's end, kept beside it, is missing or was not written "
                                "by Glovebox: rows that were cut off cannot be told.")
               : QStringLiteral("The journal's key is missing: rows that were cut off cannot be "
                                "told.");
}

Result<QString> differenceInRuns(Database &database, const Derived &derived)
{
    auto query = database.select(QStringLiteral("SELECT %1 FROM runs").arg(summaryColumns()));
    if (!query)
        return std::unexpected(query.error());
    qsizetype found = 0;
    while (query->next()) {
        const RunSummary listed = summaryFrom(*query);
        const auto it = derived.runs.constFind(listed.run);
        if (it == derived.runs.constEnd() || *it != listed)
            return QStringLiteral("The list of runs differs from the rows in %1.")
                .arg(RunId(listed.run).toString());
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

Result<Verification> verify(Database &database, const QString &file)
{
    // First: what is written meanwhile only makes the rows go on past it.
    const HeadFile endFile(file);
    const auto end = endFile.read();
    const ReadTransaction transaction(database);
    if (!transaction.begun())
        return std::unexpected(transaction.begun().error());
    Derived derived;
    auto verification = verifyChain(database, end, derived);
    if (!verification || !verification->ok())
        return verification;
    const std::function<Result<QString>()> comparisons[]{
        [&] { return differenceInRuns(database, derived); },
        [&] { return differenceInClients(database, derived); },
        [&] { return differenceAtEnd(database, endFile, end); },
        [&]() -> Result<QString> { return derived.endProblem; }};
    for (const auto &compare : comparisons) {
        const auto difference = compare();
        if (!difference)
            return std::unexpected(difference.error());
        verification->problem = *difference;
        if (!verification->ok())
            break;
    }
    return verification;
}

namespace {

QByteArray jsonLine(const QSqlQuery &query)
{
    const Row row = rowFrom(query);
    QJsonValue body = QJsonDocument::fromJson(bodyFrom(query)).object();
    if (bodyFrom(query).isEmpty())
        body = QJsonValue(); // purged
    const QJsonObject json{
        {QStringLiteral("row"), row.number},
        {QStringLiteral("run"), row.run ? QJsonValue(RunId(row.run).toString()) : QJsonValue()},
        {QStringLiteral("seq"), row.seq},
        {QStringLiteral("time"), fromMilliseconds(row.time).toString(Qt::ISODateWithMs)},
        {QStringLiteral("kind"), QString::fromUtf8(row.kind)},
        {QStringLiteral("body"), maskSecrets(body)},
        {QStringLiteral("body_digest"), QString::fromLatin1(row.bodyDigest.toHex())},
        {QStringLiteral("digest"), QString::fromLatin1(query.value(7).toByteArray().toHex())}};
    return QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n';
}

Result<qint64> writeLines(QSqlQuery &query, QIODevice *device)
{
    qint64 lines = 0;
    while (query.next()) {
        const QByteArray line = jsonLine(query);
        if (device->write(line) != line.size())
            return fail(ErrorCode::Io, QStringLiteral("The export could not be written."),
                        device->errorString());
        ++lines;
    }
    return lines;
}

} // namespace

Result<qint64> exportJsonLines(Database &database, QIODevice *device)
{
    const ReadTransaction transaction(database);
    if (!transaction.begun())
        return std::unexpected(transaction.begun().error());
    auto query = database.select(allRows() + QStringLiteral("ORDER BY row"));
    return query ? writeLines(*query, device) : std::unexpected(query.error());
}

Result<qint64> exportJsonLines(Database &database, RunId run, QIODevice *device)
{
    auto query =
        database.select(allRows() + QStringLiteral("WHERE run = ? ORDER BY row"), {run.number()});
    return query ? writeLines(*query, device) : std::unexpected(query.error());
}

} // namespace glovebox::journal
