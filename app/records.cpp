// SPDX-License-Identifier: MIT
#include "records.h"

namespace glovebox {

namespace {

JournalCheck checkFrom(const journal::Verification &verification)
{
    JournalCheck check{.rows = verification.rows, .files = verification.files, .problems = {}};
    if (!verification.ok())
        check.problems.append(verification.problem);
    check.problems += verification.fileProblems;
    return check;
}

} // namespace

Records::Records(Application &application, QObject *parent)
    : JournalDesk(parent)
    , m_application(application)
    , m_refresher(application.clock(), this, [this] { Q_EMIT changed(); })
{
    connect(&application.journal(), &journal::Journal::runsChanged, this,
            [this] { m_refresher.request(); });
    connect(&application.hub(), &RunHub::published, this, &Records::onPublished);
}

QFuture<Result<QList<JournalRow>>> Records::find(const JournalQuery &query, RunId before, int count)
{
    return m_application.journal().find(query, before, count);
}

QFuture<Result<qint64>> Records::count(const JournalQuery &query)
{
    return m_application.journal().count(query);
}

QFuture<Result<QList<JournalHour>>> Records::hours(const QDateTime &from, const QDateTime &until)
{
    return m_application.journal().hours(from, until);
}

QFuture<Result<JournalChoices>> Records::choices()
{
    return m_application.journal().choices();
}

QFuture<Result<JournalRun>> Records::run(RunId run)
{
    return m_application.journal().run(run);
}

QFuture<Result<QByteArray>> Records::output(RunId run, qint64 length)
{
    return m_application.output().read(run, 0, length);
}

QFuture<Result<JournalCheck>> Records::verify()
{
    return m_application.journal().verify().then(
        [](const Result<journal::Verification> &found) -> Result<JournalCheck> {
            if (!found)
                return std::unexpected(found.error());
            return checkFrom(*found);
        });
}

QFuture<Result<qint64>> Records::exportRuns(const JournalQuery &query, JournalFormat format,
                                            const QString &path)
{
    return m_application.journal().exportRuns(query, format, path);
}

QFuture<Result<PurgeReport>> Records::purge(const JournalQuery &query)
{
    return m_application.journal().purge(query);
}

// ---- Running again

QFuture<Result<RunId>> Records::runAgain(RunId run)
{
    return m_application.journal()
        .run(run)
        .then(this, [this](const Result<JournalRun> &recorded) { return submitAgain(recorded); })
        .unwrap();
}

QFuture<Result<RunId>> Records::submitAgain(const Result<JournalRun> &recorded)
{
    const auto refuse = [](const Error &error) {
        return QtFuture::makeReadyValueFuture(Result<RunId>(std::unexpected(error)));
    };
    if (!recorded)
        return refuse(recorded.error());
    const ApprovalRecord &record = recorded->facts.record;
    if (recorded->row.purged.isValid() || record.code.isEmpty())
        return refuse({ErrorCode::NotFound,
                       tr("The code of %1 was removed.").arg(recorded->row.run.toString())});
    const tools::SessionOptions options{.name = {},
                                        .heapBytes = record.reach.limits.heapBytes,
                                        .timeout = record.reach.limits.timeout,
                                        .variables = record.variables,
                                        .packages = record.reach.packages};
    const auto session = m_application.sessions().create(personClient(), tr("You"), options);
    if (!session)
        return refuse(session.error());
    tools::RunRequest request{.client = personClient(),
                              .clientLabel = tr("You"),
                              .clientClaims = {},
                              .code = record.code,
                              .path = record.path,
                              .standardInput = record.standardInput,
                              .session = *session,
                              .timeout = record.reach.limits.timeout};
    // Another's code: the person looks at what it may reach now before it runs.
    request.isReplay = record.client != personClient();
    return m_application.runs().submit(request).then(
        this, [this, session = session->id](const Result<RunId> &run) {
            if (run)
                m_sessions.insert(*run, session);
            else
                (void)m_application.sessions().close(session, tr("Its run was not taken."));
            return run;
        });
}

void Records::onPublished(const RunEvent &event)
{
    if (!std::holds_alternative<event::Ended>(event.body))
        return;
    const SessionId session = m_sessions.take(event.run);
    // After the others have heard of the end.
    if (!session.isNull())
        QMetaObject::invokeMethod(
            this,
            [this, session] {
                (void)m_application.sessions().close(session, tr("Its only run is over."));
            },
            Qt::QueuedConnection);
}

} // namespace glovebox
