// SPDX-License-Identifier: MIT
#pragma once

#include "kept.h"
#include "workers.h"

namespace glovebox::journal {

// The end of the journal for what takes long: digests of files, the search, exports, verifying,
// removing. In a thread of its own; what it changes, it changes in the writer's.
class Keeper final : public QObject
{
    Q_OBJECT

public:
    Keeper(const Options &options, Writer &writer);

    // Makes what goes on end soon; from any thread. The writer must go on until then.
    void stop() { m_stop = true; }

    // The rest happens in this thread.
    void keepAll(const QDateTime &now);
    // Files of purged runs that a kill left.
    void removeLeftFolders();
    Result<PurgeReport> purge(const JournalQuery &query, const QString &by, const QDateTime &now);
    Result<PurgeReport> retain(const Retention &retention, const QDateTime &now);
    Result<Verification> verify();
    Result<qint64> exportRuns(const JournalQuery &query, JournalFormat format, const QString &path);
    Result<qint64> exportRuns(const JournalQuery &query, JournalFormat format, QIODevice *device);
    void close() { m_reader.close(); }

private:
    template <class T>
    Result<T> inWriter(const std::function<Result<T>(Store &)> &work);
    Result<PurgeReport> purgeRuns(const QList<RunId> &runs, const QString &by,
                                  const QDateTime &now);
    qint64 removeFolder(RunId run) const;
    void verifyFiles(Database &database, Verification &verification);

    Options m_options;
    Writer &m_writer;
    Reader m_reader;
    std::atomic_bool m_stop = false;
};

} // namespace glovebox::journal
