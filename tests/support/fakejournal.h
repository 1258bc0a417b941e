// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"

#include <QHash>

#include <algorithm>

// A journal as a test sets it; keeps what it was asked.
class FakeJournal final : public glovebox::JournalDesk
{
public:
    template <class T>
    using Result = glovebox::Result<T>;
    using RunId = glovebox::RunId;
    using Query = glovebox::JournalQuery;

    QList<glovebox::JournalRow> rows; // newest first
    QHash<RunId, glovebox::JournalRun> recorded;
    QHash<RunId, QByteArray> outputs;
    QList<glovebox::JournalHour> counted;
    glovebox::JournalChoices offered;
    glovebox::JournalCheck check;
    Result<RunId> again = RunId(900);
    glovebox::Error findError; // of find(), when it has a text

    QList<Query> asked; // of find(), first pages
    QStringList acts;   // "export md PATH", "purge r1", "again r1", "verify"

    void tellChanged() { Q_EMIT changed(); }

    QFuture<Result<QList<glovebox::JournalRow>>> find(const Query &query, RunId before,
                                                      int count) override
    {
        if (before.isNull())
            asked.append(query);
        if (!findError.text.isEmpty())
            return ready<QList<glovebox::JournalRow>>(std::unexpected(findError));
        QList<glovebox::JournalRow> found;
        for (const glovebox::JournalRow &row : rows) {
            if (matches(row, query) && (before.isNull() || row.run < before) &&
                found.size() < count)
                found.append(row);
        }
        return ready<QList<glovebox::JournalRow>>(found);
    }
    QFuture<Result<qint64>> count(const Query &query) override
    {
        return ready<qint64>(std::ranges::count_if(
            rows, [&query](const glovebox::JournalRow &row) { return matches(row, query); }));
    }
    QFuture<Result<QList<glovebox::JournalHour>>> hours(const QDateTime &,
                                                        const QDateTime &) override
    {
        return ready<QList<glovebox::JournalHour>>(counted);
    }
    QFuture<Result<glovebox::JournalChoices>> choices() override
    {
        offered.runs = rows.size();
        return ready<glovebox::JournalChoices>(offered);
    }
    QFuture<Result<glovebox::JournalRun>> run(RunId run) override
    {
        if (!recorded.contains(run))
            return ready<glovebox::JournalRun>(
                glovebox::fail(glovebox::ErrorCode::NotFound, QStringLiteral("It is gone.")));
        return ready<glovebox::JournalRun>(recorded.value(run));
    }
    QFuture<Result<QByteArray>> output(RunId run, qint64 length) override
    {
        return ready<QByteArray>(outputs.value(run).left(length));
    }
    QFuture<Result<glovebox::JournalCheck>> verify() override
    {
        acts.append(QStringLiteral("verify"));
        return ready<glovebox::JournalCheck>(check);
    }
    QFuture<Result<qint64>> exportRuns(const Query &query, glovebox::JournalFormat format,
                                       const QString &path) override
    {
        acts.append(QStringLiteral("export %1 %2").arg(int(format)).arg(path));
        return count(query);
    }
    QFuture<Result<glovebox::PurgeReport>> purge(const Query &query) override
    {
        glovebox::PurgeReport report;
        for (glovebox::JournalRow &row : rows) {
            if (!matches(row, query))
                continue;
            acts.append(QStringLiteral("purge ") + row.run.toString());
            row.purged = row.asked;
            ++report.runs;
        }
        return ready<glovebox::PurgeReport>(report);
    }
    QFuture<Result<RunId>> runAgain(RunId run) override
    {
        acts.append(QStringLiteral("again ") + run.toString());
        return ready<RunId>(again);
    }

private:
    template <class T>
    static QFuture<Result<T>> ready(Result<T> value)
    {
        return QtFuture::makeReadyValueFuture(std::move(value));
    }
    static bool matches(const glovebox::JournalRow &row, const Query &query)
    {
        const bool text = query.text.isEmpty() || row.title.contains(query.text) ||
                          row.excerpt.contains(query.text);
        return text && (query.clients.isEmpty() || query.clients.contains(row.client)) &&
               (query.states.isEmpty() || query.states.contains(row.state)) &&
               (query.runs.isEmpty() || query.runs.contains(row.run)) &&
               (query.session.isEmpty() || query.session == row.sessionName) &&
               (query.deciders.isEmpty() ||
                (row.decider && query.deciders.contains(*row.decider))) &&
               (!query.from.isValid() || row.asked >= query.from) &&
               (!query.until.isValid() || row.asked < query.until);
    }
};
