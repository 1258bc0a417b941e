// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"
#include "database.h"

#include <QIODevice>

#include <atomic>
#include <memory>

namespace glovebox::journal {

// One run as it is written out: output and plots in the order in which they happened. Texts are
// masked (base/masking.h).
struct ExportedRun
{
    struct Output
    {
        enum class Kind { Stdout, Stderr, Display, Result, Error, Notice };

        Kind kind = Kind::Stdout;
        QString text; // of a display: its alternative text
        QString mimeType = {};
        QByteArray bytes = {}; // of a display
        event::Raised raised = {};
    };

    JournalRow row;
    QString code;
    QString runtime;   // of base/runtimes.h, or empty
    QStringList facts; // sentences: who asked, who decided, how it ended …
    QStringList notes; // of the findings, the person …
    QStringList files;
    QList<Output> outputs;
};

// The form of a file. What is written is complete after end().
class Exporter
{
public:
    static std::unique_ptr<Exporter> make(JournalFormat format); // not of JsonLines

    virtual ~Exporter() = default;
    virtual QByteArray begin() = 0;
    virtual QByteArray run(const ExportedRun &run) = 0;
    virtual QByteArray end() = 0;
};

// All runs that match, oldest first. Gives their number. Cancelled when `stop` is set meanwhile.
Result<qint64> exportRuns(Database &database, const QString &runsFolder, const JournalQuery &query,
                          JournalFormat format, QIODevice *device, const std::atomic_bool &stop);

} // namespace glovebox::journal
