// SPDX-License-Identifier: MIT
#include "runsummary.h"

#include "base/runfacts.h"
#include "database.h"

#include <QJsonDocument>
#include <QTimeZone>

#include <tuple>

namespace glovebox::journal {

namespace {

constexpr qsizetype maxProblem = 200;

QString oneLine(const event::Raised &raised)
{
    const QString value = raised.evalue.section(u'\n', 0, 0);
    return (value.isEmpty() ? raised.ename : raised.ename + u": " + value).left(maxProblem);
}

struct Apply
{
    RunSummary &summary;
    qint64 time;

    bool operator()(const event::Asked &e) const
    {
        // Asked again after its record was loosened: still the same run.
        if (!summary.isKnown())
            summary.asked = time;
        summary.client = e.record.client.value();
        summary.clientLabel = e.clientLabel;
        summary.session = e.record.session.id.value();
        summary.sessionName = e.record.sessionName;
        summary.tool = e.record.tool;
        summary.title = titleOf(e.record);
        summary.state = toString(RunState::PendingApproval);
        summary.decision.clear();
        summary.decidedBy.clear();
        summary.scope.clear();
        summary.decided = 0;
        return true;
    }
    bool operator()(const event::Decided &e) const
    {
        summary.decided = time;
        summary.decision = toString(e.kind);
        summary.decidedBy = toString(e.by);
        summary.scope = toString(e.scope);
        return true;
    }
    bool operator()(const event::Started &) const
    {
        summary.started = time;
        summary.state = toString(RunState::Running);
        return true;
    }
    bool operator()(const event::Display &) const
    {
        ++summary.plots;
        return true;
    }
    bool operator()(const event::Raised &e) const
    {
        summary.problem = oneLine(e);
        return true;
    }
    bool operator()(const event::FileTouched &e) const
    {
        summary.mounts.insert(e.mount);
        summary.written += e.written ? 1 : 0;
        return true;
    }
    bool operator()(const event::Ended &e) const
    {
        summary.ended = time;
        summary.state = toString(e.state);
        summary.executionMs = e.executionMs;
        summary.outputBytes = e.outputBytes;
        return true;
    }
    template <class Other>
    bool operator()(const Other &) const
    {
        return false;
    }
};

QVariant timeValue(qint64 milliseconds)
{
    return milliseconds ? QVariant(milliseconds) : QVariant();
}

bool isSummed(const QByteArray &kind)
{
    return kind == "asked" || kind == "decided" || kind == "started" || kind == "display" ||
           kind == "raised" || kind == "file" || kind == "ended";
}

auto fields(const RunSummary &s)
{
    return std::tie(s.run, s.client, s.clientLabel, s.session, s.sessionName, s.tool, s.title,
                    s.asked, s.decided, s.decision, s.decidedBy, s.scope, s.started, s.ended,
                    s.state, s.problem, s.executionMs, s.written, s.plots, s.outputBytes, s.purged);
}

} // namespace

bool RunSummary::operator==(const RunSummary &other) const
{
    return fields(*this) == fields(other);
}

bool RunSummary::apply(const RunEvent &event)
{
    if (!isKnown() && !std::holds_alternative<event::Asked>(event.body))
        return false;
    run = event.run.number();
    return std::visit(Apply{*this, event.time.toMSecsSinceEpoch()}, event.body);
}

QJsonObject RunSummary::toJson() const
{
    return {{QStringLiteral("client"), client},
            {QStringLiteral("client_label"), clientLabel},
            {QStringLiteral("session"), session},
            {QStringLiteral("session_name"), sessionName},
            {QStringLiteral("tool"), tool},
            {QStringLiteral("asked"), asked},
            {QStringLiteral("decided"), decided},
            {QStringLiteral("decision"), decision},
            {QStringLiteral("decided_by"), decidedBy},
            {QStringLiteral("scope"), scope},
            {QStringLiteral("started"), started},
            {QStringLiteral("ended"), ended},
            {QStringLiteral("state"), state},
            {QStringLiteral("execution_ms"), executionMs},
            {QStringLiteral("written"), written},
            {QStringLiteral("plots"), plots},
            {QStringLiteral("output_bytes"), outputBytes}};
}

RunSummary RunSummary::fromJson(qint64 run, const QJsonObject &json)
{
    RunSummary s;
    s.run = run;
    s.client = json[u"client"].toString();
    s.clientLabel = json[u"client_label"].toString();
    s.session = json[u"session"].toString();
    s.sessionName = json[u"session_name"].toString();
    s.tool = json[u"tool"].toString();
    s.asked = json[u"asked"].toInteger();
    s.decided = json[u"decided"].toInteger();
    s.decision = json[u"decision"].toString();
    s.decidedBy = json[u"decided_by"].toString();
    s.scope = json[u"scope"].toString();
    s.started = json[u"started"].toInteger();
    s.ended = json[u"ended"].toInteger();
    s.state = json[u"state"].toString();
    s.executionMs = json[u"execution_ms"].toInteger();
    s.written = json[u"written"].toInt();
    s.plots = json[u"plots"].toInt();
    s.outputBytes = json[u"output_bytes"].toInteger();
    return s;
}

void RunSummary::applyRow(QHash<qint64, RunSummary> &runs, const Row &row, const QByteArray &body)
{
    if (row.run == 0)
        return;
    if (row.kind == "purged") {
        const QJsonObject json = QJsonDocument::fromJson(body).object();
        RunSummary summary = fromJson(row.run, json[u"run"].toObject());
        summary.purged = row.time;
        runs.insert(row.run, summary);
        return;
    }
    // Of a purged run only the row that purged it still tells anything.
    if (body.isEmpty() || !isSummed(row.kind))
        return;
    const auto read = RunEvent::bodyFromJson(QString::fromLatin1(row.kind),
                                             QJsonDocument::fromJson(body).object());
    if (!read)
        return;
    RunSummary &summary = runs[row.run];
    summary.apply(
        {RunId(row.run), row.seq, QDateTime::fromMSecsSinceEpoch(row.time, QTimeZone::UTC), *read});
    if (!summary.isKnown())
        runs.remove(row.run);
}

QString summaryColumns()
{
    return QStringLiteral("run, client, client_label, session, session_name, tool, title, asked, "
                          "decided, decision, decided_by, scope, started, ended, state, problem, "
                          "execution_ms, written, plots, output_bytes, purged");
}

RunSummary summaryFrom(const QSqlQuery &query, int firstColumn)
{
    int column = firstColumn;
    const auto number = [&query, &column] { return query.value(column++).toLongLong(); };
    const auto text = [&query, &column] { return query.value(column++).toString(); };
    RunSummary s;
    s.run = number();
    s.client = text();
    s.clientLabel = text();
    s.session = text();
    s.sessionName = text();
    s.tool = text();
    s.title = text();
    s.asked = number();
    s.decided = number();
    s.decision = text();
    s.decidedBy = text();
    s.scope = text();
    s.started = number();
    s.ended = number();
    s.state = text();
    s.problem = text();
    s.executionMs = number();
    s.written = int(number());
    s.plots = int(number());
    s.outputBytes = number();
    s.purged = number();
    return s;
}

QString storeSummarySql()
{
    return QStringLiteral(
               "INSERT INTO runs (%1) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) "
               "ON CONFLICT (run) DO UPDATE SET client = excluded.client, "
               "client_label = excluded.client_label, session = excluded.session, "
               "session_name = excluded.session_name, tool = excluded.tool, "
               "title = excluded.title, decided = excluded.decided, "
               "decision = excluded.decision, decided_by = excluded.decided_by, "
               "scope = excluded.scope, started = excluded.started, ended = excluded.ended, "
               "state = excluded.state, problem = excluded.problem, "
               "execution_ms = excluded.execution_ms, written = excluded.written, "
               "plots = excluded.plots, output_bytes = excluded.output_bytes, "
               "purged = excluded.purged")
        .arg(summaryColumns());
}

QVariantList summaryValues(const RunSummary &s)
{
    // An empty text must not become NULL.
    const auto text = [](const QString &value) {
        return value.isNull() ? QStringLiteral("") : value;
    };
    return {s.run,
            text(s.client),
            text(s.clientLabel),
            text(s.session),
            text(s.sessionName),
            text(s.tool),
            text(s.title),
            s.asked,
            timeValue(s.decided),
            text(s.decision),
            text(s.decidedBy),
            text(s.scope),
            timeValue(s.started),
            timeValue(s.ended),
            text(s.state),
            text(s.problem),
            s.executionMs,
            s.written,
            s.plots,
            s.outputBytes,
            timeValue(s.purged)};
}

Result<> storeMounts(Database &database, const RunSummary &summary)
{
    for (const QString &mount : summary.mounts) {
        auto stored = database.execute(
            QStringLiteral("INSERT OR IGNORE INTO run_mounts (mount, run) VALUES (?, ?)"),
            {mount, summary.run});
        if (!stored)
            return stored;
    }
    return {};
}

} // namespace glovebox::journal
