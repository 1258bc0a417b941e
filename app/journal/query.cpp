// SPDX-License-Identifier: MIT
#include "query.h"

#include "reader.h"
#include "searchtext.h"

#include <QJsonDocument>
#include <QTimeZone>

#include <algorithm>
#include <limits>

namespace glovebox::journal {

namespace {

constexpr int maxRunsPerPage = 1000;
constexpr qint64 msPerHour = 3'600'000;
constexpr auto noNumber = std::numeric_limits<qint64>::max();

QDateTime timeFrom(qint64 milliseconds)
{
    return milliseconds ? QDateTime::fromMSecsSinceEpoch(milliseconds, QTimeZone::UTC)
                        : QDateTime();
}

QString marksFor(qsizetype count)
{
    return QStringList(count, QStringLiteral("?")).join(u',');
}

// A query as SQL.
class Where
{
public:
    explicit Where(const JournalQuery &query)
        : m_search(!query.text.trimmed().isEmpty())
    {
        if (m_search) {
            const QString match = matchExpression(query.text);
            m_findsNothing = match.isEmpty();
            add(QStringLiteral("search MATCH ?"), {match});
        }
        addTimes(query);
        addLists(query);
        if (!query.session.isEmpty())
            add(QStringLiteral("runs.session_name = ?"), {query.session});
        if (!query.mount.isEmpty())
            add(QStringLiteral("EXISTS (SELECT 1 FROM run_mounts AS m "
                               "WHERE m.mount = ? AND m.run = runs.run)"),
                {query.mount});
    }

    void add(const QString &condition, const QVariantList &values = {})
    {
        m_conditions.append(condition);
        m_values += values;
    }
    // "FROM … WHERE …"
    QString text() const
    {
        // The index finds numbers in order; the list of runs only adds to them.
        QString from = QStringLiteral(" FROM runs");
        if (m_search)
            from = QStringLiteral(" FROM search CROSS JOIN runs ON runs.run = search.rowid");
        return m_conditions.isEmpty()
                   ? from
                   : from + QStringLiteral(" WHERE ") + m_conditions.join(QStringLiteral(" AND "));
    }
    QString number() const
    {
        return m_search ? QStringLiteral("search.rowid") : QStringLiteral("runs.run");
    }
    const QVariantList &values() const { return m_values; }
    bool findsNothing() const { return m_findsNothing; }
    bool isSearch() const { return m_search; }
    bool isAll() const { return m_conditions.isEmpty(); }

private:
    void addTimes(const JournalQuery &query)
    {
        if (query.from.isValid())
            add(QStringLiteral("runs.asked >= ?"), {query.from.toMSecsSinceEpoch()});
        if (query.until.isValid())
            add(QStringLiteral("runs.asked < ?"), {query.until.toMSecsSinceEpoch()});
    }

    void addLists(const JournalQuery &query)
    {
        QVariantList values;
        for (const ClientId &client : query.clients)
            values.append(client.value());
        addOneOf(QStringLiteral("runs.client"), std::exchange(values, {}));
        for (const RunState state : query.states)
            values.append(toString(state));
        addOneOf(QStringLiteral("runs.state"), std::exchange(values, {}));
        for (const RunId run : query.runs)
            values.append(run.number());
        addOneOf(QStringLiteral("runs.run"), std::exchange(values, {}));
        QStringList deciders;
        for (const JournalDecider decider : query.deciders)
            deciders.append(condition(decider));
        if (!deciders.isEmpty())
            add(u'(' + deciders.join(QStringLiteral(" OR ")) + u')');
    }

    void addOneOf(const QString &column, const QVariantList &values)
    {
        if (!values.isEmpty())
            add(column + QStringLiteral(" IN (%1)").arg(marksFor(values.size())), values);
    }

    static QString condition(JournalDecider decider)
    {
        const QString own = u"runs.client = '" + personClient().value() + u"'";
        switch (decider) {
        case JournalDecider::You:
            return QStringLiteral("(runs.decided_by = 'person' AND NOT %1)").arg(own);
        case JournalDecider::Permission:
            return QStringLiteral("runs.decided_by = 'grant'");
        case JournalDecider::OwnRun:
            return u'(' + own + u')';
        case JournalDecider::NoAnswer:
            return QStringLiteral("runs.decided_by = 'clock'");
        case JournalDecider::Policy:
            return QStringLiteral("runs.decided_by = 'policy'");
        case JournalDecider::TakenBack:
            return QStringLiteral("runs.decided_by = 'client'");
        }
        Q_UNREACHABLE_RETURN(QString());
    }

    QStringList m_conditions;
    QVariantList m_values;
    bool m_search;
    bool m_findsNothing = false;
};

std::optional<JournalDecider> deciderOf(const RunSummary &summary)
{
    if (summary.client == personClient().value())
        return JournalDecider::OwnRun;
    if (summary.decidedBy == u"person")
        return JournalDecider::You;
    if (summary.decidedBy == u"grant")
        return JournalDecider::Permission;
    if (summary.decidedBy == u"clock")
        return JournalDecider::NoAnswer;
    if (summary.decidedBy == u"policy")
        return JournalDecider::Policy;
    if (summary.decidedBy == u"client")
        return JournalDecider::TakenBack;
    return std::nullopt;
}

// ---- Where it was found

void addExcerpt(JournalRow &row, const QList<JournalStep> &steps, const QString &text)
{
    SearchedText texts;
    for (const JournalStep &step : steps)
        texts.add(step);
    const std::pair<JournalRow::Place, const QString *> places[]{
        {JournalRow::Place::Code, &texts.code},
        {JournalRow::Place::Output, &texts.output},
        {JournalRow::Place::Files, &texts.files},
        {JournalRow::Place::Notes, &texts.notes}};
    for (const auto &[place, searched] : places) {
        const Excerpt found = excerpt(*searched, text);
        if (found.isEmpty())
            continue;
        row.place = place;
        row.excerpt = found.text;
        row.marks = found.marks;
        return;
    }
}

Result<> addExcerpts(Database &database, QList<JournalRow> &rows, const QString &text)
{
    for (JournalRow &row : rows) {
        const auto steps = readSteps(database, row.run);
        if (!steps)
            return std::unexpected(steps.error());
        addExcerpt(row, *steps, text);
    }
    return {};
}

Result<QList<RunId>> numbers(Database &database, const Where &where, const QString &order,
                             int count)
{
    QList<RunId> runs;
    if (where.findsNothing())
        return runs;
    auto query = database.select(QStringLiteral("SELECT ") + where.number() + where.text() +
                                     QStringLiteral(" ORDER BY ") + where.number() + order +
                                     QStringLiteral(" LIMIT ?"),
                                 where.values() + QVariantList{count});
    if (!query)
        return std::unexpected(query.error());
    while (query->next())
        runs.append(RunId(query->value(0).toLongLong()));
    return runs;
}

} // namespace

JournalRow rowOf(const RunSummary &summary)
{
    JournalRow row;
    row.run = RunId(summary.run);
    row.client = ClientId(summary.client);
    row.clientLabel = summary.clientLabel;
    row.sessionName = summary.sessionName;
    row.tool = summary.tool;
    row.title = summary.title;
    row.state = runStateFromString(summary.state).value_or(RunState::PendingApproval);
    row.problem = summary.problem;
    row.decider = deciderOf(summary);
    row.asked = timeFrom(summary.asked);
    row.decided = timeFrom(summary.decided);
    row.started = timeFrom(summary.started);
    row.ended = timeFrom(summary.ended);
    row.purged = timeFrom(summary.purged);
    row.executionMs = summary.executionMs;
    row.written = summary.written;
    row.plots = summary.plots;
    return row;
}

Result<QList<JournalRow>> findRuns(Database &database, const JournalQuery &query, RunId before,
                                   int count)
{
    Where where(query);
    QList<JournalRow> rows;
    if (where.findsNothing())
        return rows;
    where.add(where.number() + QStringLiteral(" < ?"),
              {before.isNull() ? noNumber : before.number()});
    QStringList columns = summaryColumns().split(QStringLiteral(", "));
    for (QString &column : columns)
        column.prepend(QStringLiteral("runs."));
    auto found = database.select(
        QStringLiteral("SELECT ") + columns.join(u',') + where.text() +
            QStringLiteral(" ORDER BY ") + where.number() + QStringLiteral(" DESC LIMIT ?"),
        where.values() + QVariantList{std::clamp(count, 0, maxRunsPerPage)});
    if (!found)
        return std::unexpected(found.error());
    while (found->next())
        rows.append(rowOf(summaryFrom(*found)));
    found->finish();
    if (where.isSearch()) {
        if (auto added = addExcerpts(database, rows, query.text); !added)
            return std::unexpected(added.error());
    }
    return rows;
}

Result<qint64> countRuns(Database &database, const JournalQuery &query)
{
    const Where where(query);
    if (where.findsNothing())
        return 0;
    auto counted =
        database.select(QStringLiteral("SELECT count(*)") + where.text(), where.values());
    if (!counted)
        return std::unexpected(counted.error());
    counted->next();
    return counted->value(0).toLongLong();
}

Result<QList<JournalHour>> countHours(Database &database, const QDateTime &from,
                                      const QDateTime &until)
{
    auto query = database.select(
        QStringLiteral("SELECT asked / %1, "
                       "CASE WHEN state = 'complete' THEN 0 "
                       "WHEN state IN ('error', 'timeout', 'killed', 'crashed') THEN 1 "
                       "WHEN state IN ('denied', 'expired') THEN 2 ELSE 3 END, count(*) "
                       "FROM runs WHERE asked >= ? AND asked < ? GROUP BY 1, 2 ORDER BY 1")
            .arg(msPerHour),
        {from.isValid() ? from.toMSecsSinceEpoch() : 0,
         until.isValid() ? until.toMSecsSinceEpoch() : noNumber});
    if (!query)
        return std::unexpected(query.error());
    QList<JournalHour> hours;
    while (query->next()) {
        const QDateTime hour = QDateTime::fromMSecsSinceEpoch(
            query->value(0).toLongLong() * msPerHour, QTimeZone::UTC);
        if (hours.isEmpty() || hours.last().from != hour)
            hours.append({hour});
        JournalHour &last = hours.last();
        int *const counts[]{&last.complete, &last.failed, &last.refused, &last.other};
        *counts[query->value(1).toInt()] = query->value(2).toInt();
    }
    return hours;
}

Result<JournalChoices> readChoices(Database &database)
{
    JournalChoices choices;
    // The label that a client has now comes last.
    auto clients = database.select(QStringLiteral(
        "SELECT client, client_label, max(run) FROM runs GROUP BY client, client_label "
        "ORDER BY max(run) DESC"));
    if (!clients)
        return std::unexpected(clients.error());
    while (clients->next()) {
        const ClientId client(clients->value(0).toString());
        const bool known = std::ranges::any_of(
            choices.clients, [&client](const auto &have) { return have.first == client; });
        if (!known)
            choices.clients.append({client, clients->value(1).toString()});
    }
    const std::pair<QStringView, QStringList *> lists[]{
        {u"SELECT DISTINCT session_name FROM runs ORDER BY session_name LIMIT 500",
         &choices.sessions},
        {u"SELECT DISTINCT mount FROM run_mounts ORDER BY mount LIMIT 500", &choices.mounts}};
    for (const auto &[sql, list] : lists) {
        auto names = database.select(sql.toString());
        if (!names)
            return std::unexpected(names.error());
        while (names->next())
            list->append(names->value(0).toString());
    }
    auto count = database.select(QStringLiteral("SELECT count(*) FROM runs"));
    if (!count)
        return std::unexpected(count.error());
    count->next();
    choices.runs = count->value(0).toLongLong();
    return choices;
}

Result<QList<RunId>> runsToPurge(Database &database, const JournalQuery &query, RunId after,
                                 int count)
{
    Where where(query);
    where.add(QStringLiteral("runs.ended IS NOT NULL AND runs.purged IS NULL"));
    where.add(where.number() + QStringLiteral(" > ?"), {after.number()});
    return numbers(database, where, QStringLiteral(" ASC"), count);
}

Result<QList<RunId>> runsAfter(Database &database, const JournalQuery &query, RunId after,
                               int count)
{
    Where where(query);
    where.add(where.number() + QStringLiteral(" > ?"), {after.number()});
    return numbers(database, where, QStringLiteral(" ASC"), count);
}

Result<QList<JournalStep>> readSteps(Database &database, RunId run)
{
    auto query = database.select(sql::stepsOfRun(), {run.number()});
    if (!query)
        return std::unexpected(query.error());
    QList<JournalStep> steps;
    while (query->next())
        steps.append({query->value(0).toLongLong(), timeFrom(query->value(1).toLongLong()),
                      query->value(2).toString(),
                      QJsonDocument::fromJson(query->value(3).toString().toUtf8()).object()});
    return steps;
}

Result<JournalRun> readRun(Database &database, RunId run)
{
    auto query = database.select(
        QStringLiteral("SELECT %1 FROM runs WHERE run = ?").arg(summaryColumns()), {run.number()});
    if (!query)
        return std::unexpected(query.error());
    if (!query->next())
        return fail(ErrorCode::NotFound,
                    QStringLiteral("There is no run %1 in the journal.").arg(run.toString()));
    JournalRun found;
    found.row = rowOf(summaryFrom(*query));
    query->finish();
    const auto steps = readSteps(database, run);
    if (!steps)
        return std::unexpected(steps.error());
    for (const JournalStep &step : *steps) {
        if (step.seq == keptSeq) {
            found.outputSha256 = step.body[u"output"][u"sha256"].toString();
            continue;
        }
        // Of a purged run only that it was purged is left to tell.
        if (step.seq > 0 && found.row.purged.isValid())
            continue;
        found.steps.append(step);
        auto body = RunEvent::bodyFromJson(step.kind, step.body);
        if (step.seq > 0 && body)
            found.facts.apply({run, step.seq, step.time, *std::move(body)});
    }
    // Rows of the program's own stand where they happened.
    std::ranges::stable_sort(found.steps, {}, &JournalStep::time);
    found.facts.run = run;
    found.facts.state = found.row.state;
    return found;
}

} // namespace glovebox::journal
