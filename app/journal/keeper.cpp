// SPDX-License-Identifier: MIT
#include "keeper.h"

#include "base/logging.h"
#include "exporter.h"
#include "query.h"
#include "reader.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

namespace glovebox::journal {

namespace {

// One commit of so many holds up nobody.
constexpr int runsKeptAtOnce = 20;
constexpr int runsPurgedAtOnce = 100;
constexpr qsizetype mostProblems = 20;

void warn(const Error &error)
{
    qCWarning(lcJournal) << error.text << error.detail;
}

} // namespace

Keeper::Keeper(const Options &options, Writer &writer)
    : m_options(options)
    , m_writer(writer)
    , m_reader(options.file)
{
}

template <class T>
Result<T> Keeper::inWriter(const std::function<Result<T>(Store &)> &work)
{
    Result<T> result;
    // The writer never waits for this thread.
    QMetaObject::invokeMethod(
        &m_writer,
        [this, &work, &result] {
            const auto store = m_writer.store();
            if (store)
                result = work(**store);
            else
                result = std::unexpected(store.error());
            m_writer.tellChanges();
        },
        Qt::BlockingQueuedConnection);
    return result;
}

// ---- Runs that are over

void Keeper::keepAll(const QDateTime &now)
{
    const auto database = m_reader.database();
    while (database && !m_stop) {
        const auto runs = runsToKeep(**database, runsKeptAtOnce);
        if (!runs)
            return warn(runs.error());
        if (runs->isEmpty())
            return;
        QList<KeptRun> kept;
        for (const RunId run : *runs) {
            auto read = readToKeep(**database, m_options.runsFolder, run);
            if (m_stop)
                return;
            if (!read)
                return warn(read.error());
            kept.append(*std::move(read));
        }
        const auto stored = inWriter<void>([&kept, &now](Store &store) -> Result<> {
            if (auto done = store.keep(kept, now); !done)
                return done;
            return store.synchronise();
        });
        // Tried again after the next run.
        if (!stored)
            return warn(stored.error());
    }
}

// ---- Removing

qint64 Keeper::removeFolder(RunId run) const
{
    if (m_options.runsFolder.isEmpty())
        return 0;
    const QString folder = m_options.runsFolder + u'/' + run.toString();
    qint64 bytes = 0;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         it.hasNext();)
        bytes += it.nextFileInfo().size();
    if (!QDir(folder).removeRecursively())
        qCWarning(lcJournal) << "cannot remove" << folder;
    return bytes;
}

void Keeper::removeLeftFolders()
{
    const auto database = m_reader.database();
    if (!database || m_options.runsFolder.isEmpty())
        return;
    const auto left = leftFolders(**database, m_options.runsFolder);
    if (!left)
        return warn(left.error());
    for (const RunId run : *left)
        removeFolder(run);
}

// The row first: files that nobody counts any more are found again, a row without its files would
// look like tampering.
Result<PurgeReport> Keeper::purgeRuns(const QList<RunId> &runs, const QString &by,
                                      const QDateTime &now)
{
    const auto purged = inWriter<QList<RunId>>(
        [&runs, &by, &now](Store &store) { return store.purge(runs, by, now); });
    if (!purged)
        return std::unexpected(purged.error());
    PurgeReport report{.runs = int(purged->size())};
    for (const RunId run : *purged)
        report.bytes += removeFolder(run);
    return report;
}

Result<PurgeReport> Keeper::purge(const JournalQuery &query, const QString &by,
                                  const QDateTime &now)
{
    const auto database = m_reader.database();
    if (!database)
        return std::unexpected(database.error());
    PurgeReport all;
    for (RunId last; !m_stop;) {
        const auto runs = runsToPurge(**database, query, last, runsPurgedAtOnce);
        if (!runs)
            return std::unexpected(runs.error());
        if (runs->isEmpty())
            break;
        const auto report = purgeRuns(*runs, by, now);
        if (!report)
            return report;
        all.runs += report->runs;
        all.bytes += report->bytes;
        last = runs->last();
    }
    // What was purged must not stay in the file of what was written last.
    if (all.runs > 0)
        static_cast<void>(inWriter<void>([](Store &store) { return store.checkpoint(); }));
    return all;
}

Result<PurgeReport> Keeper::retain(const Retention &retention, const QDateTime &now)
{
    const auto database = m_reader.database();
    if (!database)
        return std::unexpected(database.error());
    const QDateTime before = retention.days > 0 ? now.addDays(-retention.days) : QDateTime();
    PurgeReport all;
    while (!m_stop) {
        const auto runs = runsToRemove(**database, before, retention.maxBytes, runsPurgedAtOnce);
        if (!runs)
            return std::unexpected(runs.error());
        if (runs->isEmpty())
            break;
        const auto report = purgeRuns(*runs, QStringLiteral("retention"), now);
        if (!report)
            return report;
        all.runs += report->runs;
        all.bytes += report->bytes;
        if (report->runs == 0)
            break; // each of them is in use; later
    }
    if (all.runs > 0)
        static_cast<void>(inWriter<void>([](Store &store) { return store.checkpoint(); }));
    return all;
}

// ---- Verifying

void Keeper::verifyFiles(Database &database, Verification &verification)
{
    auto query = database.select(QStringLiteral(
        "SELECT run, body FROM events WHERE kind = 'kept' AND body <> '' ORDER BY row"));
    if (!query) {
        verification.fileProblems.append(query.error().text);
        return;
    }
    while (query->next() && verification.fileProblems.size() < mostProblems) {
        const RunId run(query->value(0).toLongLong());
        const QJsonObject body =
            QJsonDocument::fromJson(query->value(1).toString().toUtf8()).object();
        const auto check = [&](const QString &path, const QJsonValue &kept, const QString &what) {
            if (sha256OfFile(path, m_stop) == kept[u"sha256"].toString())
                ++verification.files;
            else if (!m_stop)
                verification.fileProblems.append(
                    QStringLiteral("%1 of %2 is not what was written.").arg(what, run.toString()));
        };
        if (body.contains(u"output"))
            check(outputFile(m_options.runsFolder, run), body[u"output"],
                  QStringLiteral("The output"));
        const QJsonArray plots = body[u"plots"].toArray();
        for (const QJsonValue &plot : plots)
            check(plot[u"file"].toString(), plot,
                  QStringLiteral("Plot %1").arg(plot[u"index"].toInt()));
    }
}

Result<Verification> Keeper::verify()
{
    const auto database = m_reader.database();
    if (!database)
        return std::unexpected(database.error());
    auto verification = journal::verify(**database, m_options.file);
    if (verification && verification->ok() && !m_options.runsFolder.isEmpty())
        verifyFiles(**database, *verification);
    return verification;
}

// ---- Exports

Result<qint64> Keeper::exportRuns(const JournalQuery &query, JournalFormat format,
                                  QIODevice *device)
{
    const auto database = m_reader.database();
    if (!database)
        return std::unexpected(database.error());
    return journal::exportRuns(**database, m_options.runsFolder, query, format, device, m_stop);
}

Result<qint64> Keeper::exportRuns(const JournalQuery &query, JournalFormat format,
                                  const QString &path)
{
    QSaveFile file(path);
    const auto failed = [&file] {
        return fail(ErrorCode::Io, QStringLiteral("The export could not be written."),
                    file.errorString());
    };
    if (!file.open(QIODevice::WriteOnly) ||
        !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        return failed();
    const auto written = exportRuns(query, format, &file);
    if (written && !file.commit())
        return failed();
    return written;
}

} // namespace glovebox::journal
