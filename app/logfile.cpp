// SPDX-License-Identifier: MIT
#include "logfile.h"

#include "base/limits.h"

#include <QDateTime>
#include <QDir>
#include <QMutexLocker>

#include <utility>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 maxFileBytes = 2 * limits::MiB;
constexpr qsizetype maxPendingBytes = 1 * limits::MiB; // a disk that hangs must not fill the memory
constexpr qsizetype maxLineChars = 2000;
constexpr qsizetype warningsKept = 60;

// Message handlers are plain functions, so what they use is global.
struct Recent
{
    QMutex mutex;
    QStringList warnings;
    LogFile *file = nullptr;
    QtMessageHandler before = nullptr;
};

Recent &recent()
{
    static Recent it;
    return it;
}

QString levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return u"debug"_s;
    case QtInfoMsg:
        return u"info"_s;
    case QtWarningMsg:
        return u"warning"_s;
    case QtCriticalMsg:
        return u"critical"_s;
    case QtFatalMsg:
        return u"fatal"_s;
    }
    return {};
}

} // namespace

void logMessage(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    Recent &all = recent();
    const QString line = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs) + u' ' +
                         levelName(type) + u' ' +
                         QString::fromLatin1(context.category ? context.category : "") + u": "_s +
                         message.left(maxLineChars).simplified();
    {
        const QMutexLocker lock(&all.mutex);
        if (type != QtDebugMsg && type != QtInfoMsg) {
            all.warnings.append(line);
            if (all.warnings.size() > warningsKept)
                all.warnings.removeFirst();
        }
        if (all.file)
            all.file->append(line);
    }
    if (all.before)
        all.before(type, context, message);
}

LogFile::LogFile(const QString &folder)
    : m_file(folder + u"/glovebox.log"_s)
{
    QDir().mkpath(folder);
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_writer.setMaxThreadCount(1);
    m_writer.setObjectName(u"log"_s);
    const QMutexLocker lock(&recent().mutex);
    recent().file = this;
    recent().before = qInstallMessageHandler(logMessage);
}

LogFile::~LogFile()
{
    {
        const QMutexLocker lock(&recent().mutex);
        recent().file = nullptr;
        qInstallMessageHandler(std::exchange(recent().before, nullptr));
    }
    m_writer.waitForDone();
}

QStringList LogFile::recentWarnings()
{
    const QMutexLocker lock(&recent().mutex);
    return recent().warnings;
}

void LogFile::append(const QString &line)
{
    const QMutexLocker lock(&m_mutex);
    if (m_pending.size() < maxPendingBytes)
        m_pending += line.toUtf8() + '\n';
    if (!std::exchange(m_scheduled, true))
        m_writer.start([this] { write(); });
}

// A log that cannot be written is nobody's problem: the terminal has it.
void LogFile::write()
{
    QByteArray lines;
    {
        const QMutexLocker lock(&m_mutex);
        lines = std::exchange(m_pending, {});
        m_scheduled = false;
    }
    if (m_file.isOpen() && m_file.size() + lines.size() > maxFileBytes) {
        m_file.close();
        const QString older = m_file.fileName() + u".1"_s;
        QFile::remove(older);
        QFile::rename(m_file.fileName(), older);
    }
    if (!m_file.isOpen() && !m_file.open(QIODevice::WriteOnly | QIODevice::Append))
        return;
    m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    m_file.write(lines);
    m_file.flush();
}

} // namespace glovebox
