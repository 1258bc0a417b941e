// SPDX-License-Identifier: MIT
#include "enginechild.h"

#include "base/limits.h"
#include "childseal.h"
#include "sealprobe.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonValue>
#include <QLocalSocket>
#include <QTimeZone>

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

constexpr int socketDescriptor = 3;
constexpr qint64 maxErrorBytes = 4 * limits::MiB; // of one engine's messages; the rest is dropped

// What the engine needs of our environment; everything else may weaken or tell something.
QProcessEnvironment cleanEnvironment(const QString &scratch)
{
    const QProcessEnvironment ours = QProcessEnvironment::systemEnvironment();
    QProcessEnvironment clean;
    for (const QString &name :
         {u"PATH"_s, u"LANG"_s, u"LC_ALL"_s, u"LC_CTYPE"_s, u"LD_LIBRARY_PATH"_s,
          u"QT_LOGGING_RULES"_s, u"QT_FORCE_STDERR_LOGGING"_s, u"ASAN_OPTIONS"_s}) {
        if (ours.contains(name))
            clean.insert(name, ours.value(name));
    }
    // Its Python tells the time as the person's clock does.
    clean.insert(u"TZ"_s, QString::fromLatin1(QTimeZone::systemTimeZoneId()));
    for (const QString &name : {u"HOME"_s, u"TMPDIR"_s, u"XDG_RUNTIME_DIR"_s})
        clean.insert(name, scratch);
    clean.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    return clean;
}

void sealBeforeExec(QProcess *process, int socketEnd, const ChildSeal &seal)
{
    process->setChildProcessModifier([process, socketEnd, seal] {
        // dup2 clears close-on-exec, but does nothing where the numbers are the same.
        if (socketEnd == socketDescriptor)
            ::fcntl(socketEnd, F_SETFD, 0);
        else if (::dup2(socketEnd, socketDescriptor) < 0)
            process->failChildProcessModifier("dup2", errno);
        if (const char *step = sealChild(seal))
            process->failChildProcessModifier(step, errno);
    });
    QProcess::UnixProcessParameters parameters;
    parameters.flags = QProcess::UnixProcessFlag::CloseFileDescriptors |
                       QProcess::UnixProcessFlag::CreateNewSession |
                       QProcess::UnixProcessFlag::ResetSignalHandlers;
    parameters.lowestFileDescriptorToClose = socketDescriptor + 1;
    process->setUnixProcessParameters(parameters);
}

Error missingProgram(const QString &detail)
{
    return {ErrorCode::Unavailable,
            u"glovebox-engine could not be started. Install Glovebox anew."_s, detail};
}

} // namespace

EngineScratch::EngineScratch()
    : m_folder(QDir::tempPath() + u"/glovebox-engine"_s)
{
}

Result<> EngineScratch::make()
{
    QFile closed(closedFile());
    if (m_folder.isValid() && QDir().mkdir(folder()) && closed.open(QIODevice::WriteOnly))
        return {};
    return fail(ErrorCode::Io,
                u"A folder for temporary files could not be made. Make room, "
                "or set TMPDIR to a folder that can be written to."_s,
                m_folder.errorString());
}

QString engineBesideThisProgram()
{
    return QCoreApplication::applicationDirPath() + u"/glovebox-engine"_s;
}

Result<> checkEngine(const QString &program, bool allowRoot)
{
    if (::geteuid() == 0 && !allowRoot) {
        return fail(ErrorCode::Denied,
                    u"Chromium's sandbox does not work as root. Start "
                    "Glovebox as an ordinary user; in a container set GLOVEBOX_ALLOW_ROOT=1."_s);
    }
    // Closing the child's descriptors closes the one by which QProcess would report this.
    if (!QFileInfo(program).isExecutable())
        return std::unexpected(missingProgram(program));
    return {};
}

Result<> startEngine(QProcess &process, QLocalSocket &socket, const EngineStart &start,
                     const EngineScratch &scratch)
{
    int ends[2] = {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return failErrno(u"The socket to the engine could not be made."_s, errno);
    socket.setSocketDescriptor(ends[0]);
    QProcessEnvironment environment = cleanEnvironment(scratch.folder());
    environment.insert(start.environment);
    process.setProgram(start.program);
    process.setArguments(start.arguments);
    process.setProcessEnvironment(environment);
    process.setInputChannelMode(QProcess::ManagedInputChannel);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    FileSeal files = planFileSeal(start.program, start.readable, scratch.folder());
    files.active = start.files;
    sealBeforeExec(&process, ends[1], prepareChildSeal(start.namespaces, files));
    process.start();
    ::close(ends[1]);
    return {};
}

Error engineStartError(bool namespaces, const QString &detail)
{
    if (!namespaces)
        return missingProgram(detail);
    const QString why = whyNoUserNamespaces();
    return {ErrorCode::Unavailable,
            u"The engine cannot be cut off from the network. %1"_s.arg(
                why.isEmpty() ? u"Start Glovebox where unprivileged user namespaces are allowed; "
                                "containers often forbid them."_s
                              : why),
            detail};
}

QString withoutControls(QString text, QStringView except)
{
    for (QChar &character : text) {
        if (character.category() == QChar::Other_Control && !except.contains(character))
            character = u'?';
    }
    return text;
}

QString textOf(const QJsonValue &value, qsizetype most)
{
    return withoutControls(value.toString().left(most));
}

void relayErrors(QProcess &process, qint64 *bytes)
{
    QByteArray said = process.readAllStandardError();
    const qint64 room = maxErrorBytes - *bytes;
    *bytes += said.size();
    said.truncate(std::clamp<qint64>(room, 0, said.size()));
    const QByteArray plain = withoutControls(QString::fromUtf8(said), u"\n\t").toUtf8();
    std::fwrite(plain.constData(), 1, static_cast<size_t>(plain.size()), stderr);
}

} // namespace glovebox::sandbox
