// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/journaldesk.h"
#include "ui/models/refresher.h"

namespace glovebox {

// What windows may ask of the journal, answered by its reader; running again goes the way of every
// run.
class Records final : public JournalDesk
{
    Q_OBJECT

public:
    explicit Records(Application &application, QObject *parent = nullptr);

    QFuture<Result<QList<JournalRow>>> find(const JournalQuery &query, RunId before,
                                            int count) override;
    QFuture<Result<qint64>> count(const JournalQuery &query) override;
    QFuture<Result<QList<JournalHour>>> hours(const QDateTime &from,
                                              const QDateTime &until) override;
    QFuture<Result<JournalChoices>> choices() override;
    QFuture<Result<JournalRun>> run(RunId run) override;
    QFuture<Result<QByteArray>> output(RunId run, qint64 length) override;
    QFuture<Result<JournalCheck>> verify() override;
    QFuture<Result<qint64>> exportRuns(const JournalQuery &query, JournalFormat format,
                                       const QString &path) override;
    QFuture<Result<PurgeReport>> purge(const JournalQuery &query) override;
    QFuture<Result<RunId>> runAgain(RunId run) override;

private:
    QFuture<Result<RunId>> submitAgain(const Result<JournalRun> &recorded);
    void onPublished(const RunEvent &event);

    Application &m_application;
    ui::Refresher m_refresher;
    QHash<RunId, SessionId> m_sessions; // made for runs that are run again, closed with them
};

} // namespace glovebox
