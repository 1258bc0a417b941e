// SPDX-License-Identifier: MIT
#pragma once

#include <QFile>
#include <QMutex>
#include <QString>
#include <QStringList>
#include <QThreadPool>

namespace glovebox {

// What the program says of itself, kept in a file of the profile beside the terminal: at most 2 MiB
// and as much again of what came before. Written by a thread of its own; the thread that logs never
// waits for a disk. One at a time.
class LogFile final
{
public:
    explicit LogFile(const QString &folder); // makes it, mode 0700
    ~LogFile();                              // writes what is left

    QString file() const { return m_file.fileName(); }
    // The latest lines that are warnings or worse, oldest first.
    static QStringList recentWarnings();

private:
    friend void logMessage(QtMsgType, const QMessageLogContext &, const QString &);
    void append(const QString &line);
    void write();

    QMutex m_mutex;
    QByteArray m_pending;
    bool m_scheduled = false;
    QFile m_file; // of the writing thread
    QThreadPool m_writer;
};

} // namespace glovebox
