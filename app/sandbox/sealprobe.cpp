// SPDX-License-Identifier: MIT
#include "sealprobe.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString linkTarget(const QString &path)
{
    std::array<char, 128> target = {};
    const ssize_t length =
        ::readlink(QFile::encodeName(path).constData(), target.data(), target.size());
    return length > 0 ? QString::fromLatin1(target.data(), length) : QString();
}

QByteArrayView statusField(const QByteArray &status, QByteArrayView name)
{
    for (QByteArrayView rest = status; !rest.isEmpty();) {
        const qsizetype end = rest.indexOf('\n');
        const QByteArrayView line = end < 0 ? rest : rest.first(end);
        if (line.startsWith(name) && line.sliced(name.size()).startsWith(':'))
            return line.sliced(name.size() + 1).trimmed();
        rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
    }
    return {};
}

// A namespace in which nothing is up has no local address (fib_trie is empty until an interface
// has one) and no IPv6 address. Unreadable counts as a network.
bool hasAddresses(const QString &folder)
{
    const QString net = folder + u"/net"_s;
    if (!QFile::exists(net + u"/dev"_s))
        return true;
    const QByteArray ipv4 = contents(net + u"/fib_trie"_s);
    const QByteArray ipv6 = contents(net + u"/if_inet6"_s).trimmed();
    const QByteArray routes = contents(net + u"/route"_s).trimmed();
    return ipv4.contains("LOCAL") || !ipv6.isEmpty() || routes.count('\n') > 0;
}

constexpr QStringView filesOpen = u"the engine process is not cut off from your files";

SealStatus::Files filesOf(const ProcessSeals &engine)
{
    using Files = SealStatus::Files;
    if (!engine.filesClosed)
        return Files::Open;
    if (!engine.visible.isEmpty())
        return engine.landlock ? Files::Rights : Files::Open;
    return engine.landlock ? Files::ViewAndRights : Files::View;
}

QString problem(const ProcessSeals &self, const ProcessSeals &engine, const ProcessSeals &renderer)
{
    const auto own = [](const QString &space, std::initializer_list<QString> others) {
        return !space.isEmpty() &&
               std::ranges::none_of(others, [&](const QString &other) { return space == other; });
    };
    if (!own(engine.userNamespace, {self.userNamespace}))
        return u"the engine process has no user namespace of its own"_s;
    if (!own(engine.netNamespace, {self.netNamespace}) || engine.hasNetwork)
        return u"the engine process is not cut off from the network"_s;
    if (filesOf(engine) == SealStatus::Files::Open)
        return filesOpen.toString();
    if (!renderer.isBelowEngine)
        return u"the renderer is no process of the engine"_s;
    if (renderer.seccomp != 2)
        return u"the renderer has no system call filter"_s;
    if (!own(renderer.userNamespace, {self.userNamespace, engine.userNamespace}))
        return u"the renderer has no user namespace of its own"_s;
    if (!own(renderer.netNamespace, {self.netNamespace, engine.netNamespace}))
        return u"the renderer has no network namespace of its own"_s;
    return {};
}

QString advice(const QString &wrong, const ProcessSeals &self)
{
    if (wrong == filesOpen)
        return u"Use Linux 5.13 or later with Landlock switched on, or allow user namespaces to mount."_s;
    if (const QString why = whyNoUserNamespaces(); !why.isEmpty())
        return why;
    if (self.isRoot)
        return u"Start Glovebox as an ordinary user: Chromium's sandbox does not work as root."_s;
    return u"Start Glovebox where unprivileged user namespaces are allowed; containers often "
           "forbid them."_s;
}

} // namespace

ProcessSeals readProcessSeals(qint64 pid)
{
    const QString folder = u"/proc/%1"_s.arg(pid);
    const QByteArray status = contents(folder + u"/status"_s);
    ProcessSeals seals;
    seals.pid = pid;
    bool ok = false;
    const int seccomp = statusField(status, "Seccomp").toInt(&ok);
    seals.seccomp = ok ? seccomp : -1;
    seals.isRoot = statusField(status, "Uid").toByteArray().simplified().split(' ').value(1) == "0";
    seals.userNamespace = linkTarget(folder + u"/ns/user"_s);
    seals.netNamespace = linkTarget(folder + u"/ns/net"_s);
    seals.hasNetwork = hasAddresses(folder);
    return seals;
}

QStringList visibleFolders(qint64 pid, const QStringList &folders)
{
    const QByteArray root = "/proc/" + QByteArray::number(pid) + "/root";
    struct stat there = {};
    if (::stat(root.constData(), &there) != 0)
        return folders;
    QStringList visible;
    for (const QString &folder : folders) {
        const QByteArray name = QFile::encodeName(folder);
        struct stat here = {};
        if (::stat(name.constData(), &here) != 0)
            continue;
        const QByteArray inside = root + name;
        const int found = ::stat(inside.constData(), &there);
        const bool gone = found != 0 && (errno == ENOENT || errno == ENOTDIR);
        const bool other =
            found == 0 && (there.st_dev != here.st_dev || there.st_ino != here.st_ino);
        if (!gone && !other)
            visible.append(folder);
    }
    return visible;
}

SealStatus judgeSeals(const ProcessSeals &self, const ProcessSeals &engine,
                      const ProcessSeals &renderer, bool allowRoot)
{
    const QString wrong = problem(self, engine, renderer);
    if (wrong.isEmpty())
        return {SealStatus::Level::Sealed, {}, filesOf(engine)};
    if (allowRoot) {
        return {
            SealStatus::Level::Reduced,
            u"GLOVEBOX_ALLOW_ROOT is set: %1. Use it only in containers and tests."_s.arg(wrong),
            filesOf(engine)};
    }
    return {SealStatus::Level::Broken,
            u"%1%2. %3"_s.arg(wrong.front().toUpper()).arg(wrong.sliced(1), advice(wrong, self)),
            filesOf(engine)};
}

SealStatus measureSeals(const EngineFacts &engine, qint64 rendererPid, bool allowRoot)
{
    ProcessSeals engineSeals = readProcessSeals(engine.pid);
    engineSeals.visible = visibleFolders(engine.pid, engine.closed);
    engineSeals.filesClosed = engine.filesClosed;
    engineSeals.landlock = engine.landlock;
    ProcessSeals rendererSeals = readProcessSeals(rendererPid);
    rendererSeals.isBelowEngine = isBelow(rendererPid, engine.pid);
    return judgeSeals(readProcessSeals(::getpid()), engineSeals, rendererSeals, allowRoot);
}

QString whyNoUserNamespaces()
{
    const auto is = [](const QString &name, char value) {
        return contents(u"/proc/sys/"_s + name).trimmed() == QByteArray(1, value);
    };
    if (is(u"user/max_user_namespaces"_s, '0'))
        return u"User namespaces are switched off on this computer: set "
               "user.max_user_namespaces to a number above 0 (sysctl)."_s;
    if (is(u"kernel/unprivileged_userns_clone"_s, '0'))
        return u"User namespaces are switched off on this computer: set "
               "kernel.unprivileged_userns_clone to 1 (sysctl)."_s;
    if (is(u"kernel/apparmor_restrict_unprivileged_userns"_s, '1'))
        return u"AppArmor forbids user namespaces on this computer: give Glovebox a profile that "
               "allows userns, or set kernel.apparmor_restrict_unprivileged_userns to 0 (sysctl)."_s;
    return {};
}

bool isBelow(qint64 pid, qint64 ancestor)
{
    constexpr int deepest = 16;
    for (int depth = 0; pid > 1 && depth < deepest; ++depth) {
        pid = statusField(contents(u"/proc/%1/status"_s.arg(pid)), "PPid").toLongLong();
        if (pid == ancestor)
            return true;
    }
    return false;
}

qint64 residentBytes(qint64 pid)
{
    const QList<QByteArray> fields = contents(u"/proc/%1/statm"_s.arg(pid)).split(' ');
    return fields.value(1).toLongLong() * ::sysconf(_SC_PAGESIZE);
}

std::chrono::milliseconds processorTime(qint64 pid)
{
    // The second field is the name in brackets, which may hold anything: what counts stands behind
    // its end. 14 and 15 in proc(5) are the time in user and in kernel mode.
    const QByteArray line = contents(u"/proc/%1/stat"_s.arg(pid));
    const QList<QByteArray> fields = line.sliced(line.lastIndexOf(')') + 1).trimmed().split(' ');
    const qint64 ticks = fields.value(11).toLongLong() + fields.value(12).toLongLong();
    return std::chrono::milliseconds(ticks * 1000 / ::sysconf(_SC_CLK_TCK));
}

} // namespace glovebox::sandbox
