// SPDX-License-Identifier: MIT
#include "sessionenvironment.h"

#include "base/display.h"

#include <QFile>
#include <QFileInfo>

#include <array>

#include <sys/stat.h>
#include <unistd.h>

namespace glovebox::bridge {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array sessionVariables{
    "DISPLAY"_L1,
    "WAYLAND_DISPLAY"_L1,
    "XAUTHORITY"_L1,
    "XDG_RUNTIME_DIR"_L1,
    "XDG_SESSION_TYPE"_L1,
    "XDG_CURRENT_DESKTOP"_L1,
    "XDG_DATA_HOME"_L1,
    "XDG_CONFIG_HOME"_L1,
    "XDG_DATA_DIRS"_L1,
    "DBUS_SESSION_BUS_ADDRESS"_L1,
    "LANG"_L1,
    "LANGUAGE"_L1,
    "LC_ALL"_L1,
    "LC_MESSAGES"_L1,
    "QT_QPA_PLATFORM"_L1,
    "GTK_IM_MODULE"_L1,
    "QT_IM_MODULE"_L1,
    "XMODIFIERS"_L1,
};
constexpr int maxAncestors = 16;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

pid_t parentOf(pid_t process)
{
    // "pid (name, which may hold anything) state parent …"
    const QByteArray stat = contentOf(u"/proc/%1/stat"_s.arg(process));
    return stat.sliced(stat.lastIndexOf(')') + 1).simplified().split(' ').value(1).toInt();
}

bool isOwn(pid_t process)
{
    struct stat status = {};
    return ::stat(QFile::encodeName(u"/proc/%1"_s.arg(process)).constData(), &status) == 0 &&
           status.st_uid == ::geteuid();
}

QProcessEnvironment environmentOf(pid_t process)
{
    QProcessEnvironment environment;
    const QList<QByteArray> entries = contentOf(u"/proc/%1/environ"_s.arg(process)).split('\0');
    for (const QByteArray &entry : entries) {
        if (const qsizetype equals = entry.indexOf('='); equals > 0)
            environment.insert(QString::fromLocal8Bit(entry.first(equals)),
                               QString::fromLocal8Bit(entry.sliced(equals + 1)));
    }
    return environment;
}

void take(QProcessEnvironment &into, const QProcessEnvironment &from)
{
    for (const QLatin1StringView name : sessionVariables) {
        if (!into.contains(name) && from.contains(name))
            into.insert(name, from.value(name));
    }
}

} // namespace

QProcessEnvironment sessionEnvironment(QProcessEnvironment own)
{
    pid_t process = ::getppid();
    for (int i = 0; i < maxAncestors && !hasDisplay(own) && process > 1 && isOwn(process); ++i) {
        // All of one process or nothing: a display goes with its own authority file.
        if (const QProcessEnvironment theirs = environmentOf(process); hasDisplay(theirs))
            take(own, theirs);
        process = parentOf(process);
    }
    const QString runtime = u"/run/user/%1"_s.arg(::geteuid());
    if (!own.contains(u"XDG_RUNTIME_DIR"_s) && QFileInfo(runtime).isDir())
        own.insert(u"XDG_RUNTIME_DIR"_s, runtime);
    return own;
}

} // namespace glovebox::bridge
