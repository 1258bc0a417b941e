// SPDX-License-Identifier: MIT
#include "launcher.h"

#include "base/display.h"
#include "sessionenvironment.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QProcess>

namespace glovebox::bridge {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 readAtEnd = 4096;

bool isRunning(qint64 process)
{
    // Not our child any more, so the one who must wait for it may leave a zombie.
    QFile stat(u"/proc/%1/stat"_s.arg(process));
    if (process == 0 || !stat.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = stat.readAll();
    return text.sliced(text.lastIndexOf(')') + 1).trimmed().first(1) != "Z";
}

} // namespace

ProgramLauncher::ProgramLauncher(QString profileFolder, bool named)
    : m_profileFolder(std::move(profileFolder))
    , m_named(named)
    , m_log(m_profileFolder + u"/started-by-bridge.log"_s)
{
}

Result<> ProgramLauncher::launch()
{
    const QString program = QCoreApplication::applicationDirPath() + u"/glovebox"_s;
    if (!QFileInfo(program).isExecutable())
        return fail(ErrorCode::NotFound,
                    u"Glovebox is not running, and its program is not beside glovebox-bridge. "
                    "Start Glovebox yourself, or install it again."_s,
                    program);
    QProcessEnvironment environment = sessionEnvironment(QProcessEnvironment::systemEnvironment());
    environment.remove(u"GLOVEBOX_KEY"_s); // a client's, and no business of the program
    // A client's too: to the program they would be the person's own word, and share a folder
    // without asking.
    environment.remove(u"PYODIDE_DATA_DIR"_s);
    environment.remove(u"PYODIDE_CACHE_DIR"_s);
    if (!hasDisplay(environment))
        return fail(ErrorCode::Unavailable,
                    u"Glovebox is not running, and it cannot be started here because there is no "
                    "display on which it could ask the person. Ask the person to start Glovebox in "
                    "their desktop session, or \"glovebox --headless\" in a terminal, and try "
                    "again."_s);
    QProcess process;
    process.setProgram(program);
    QStringList arguments{u"--tray"_s};
    if (m_named)
        arguments << u"--profile"_s << m_profileFolder;
    process.setArguments(arguments);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QDir::homePath());
    // Never the client's pipe: it would wait for its end.
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(m_log);
    if (process.startDetached(&m_process))
        return {};
    return fail(ErrorCode::Unavailable,
                u"Glovebox is not running and could not be started. Start it yourself and try "
                "again."_s,
                process.errorString());
}

bool ProgramLauncher::isAlive() const
{
    qint64 first = 0; // who has the profile
    QString host;
    QString name;
    return isRunning(m_process) ||
           (QLockFile(m_profileFolder + u"/instance.lock"_s).getLockInfo(&first, &host, &name) &&
            isRunning(first));
}

QString ProgramLauncher::lastWords() const
{
    QFile log(m_log);
    if (!log.open(QIODevice::ReadOnly))
        return {};
    log.seek(qMax<qint64>(0, log.size() - readAtEnd));
    const QString text = QString::fromUtf8(log.readAll()).remove(QChar(0)).trimmed();
    return text.section(u'\n', -1);
}

} // namespace glovebox::bridge
