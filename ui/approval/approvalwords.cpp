// SPDX-License-Identifier: MIT
#include "approvalwords.h"

#include "findingwords.h"

#include <base/runtimes.h>
#include <ui/models/words.h>
#include <ui/theme/paint.h>

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace glovebox::ui {

namespace {

struct Approval
{
    Q_DECLARE_TR_FUNCTIONS(Approval)
};

constexpr qsizetype longestClaim = 32; // a client cannot push our own facts out of sight

QString shortened(const QString &text, qsizetype length)
{
    const QString line = oneLine(text);
    return line.size() <= length ? line : QString(line.left(length - 1) + u'…');
}

QString mountWithMode(const MountReach &mount)
{
    switch (mount.mode) {
    case MountMode::ReadOnly:
        return Approval::tr("%1, read-only").arg(mount.name);
    case MountMode::Staged:
        return Approval::tr("%1, staged").arg(mount.name);
    case MountMode::ReadWrite:
        return Approval::tr("%1, read-write").arg(mount.name);
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString mountsText(const QList<MountReach> &mounts)
{
    if (mounts.isEmpty())
        return Approval::tr("None");
    if (mounts.size() == 1)
        return mountWithMode(mounts.first());
    return Approval::tr("%n folders", nullptr, static_cast<int>(mounts.size()));
}

QString mountsDetail(const QList<MountReach> &mounts)
{
    QStringList lines;
    for (const MountReach &mount : mounts)
        lines.append(sideBySide(mountWithMode(mount), shortPath(mount.hostPath)));
    return lines.join(u'\n');
}

QString packagesText(const QList<PackagePin> &packages)
{
    if (packages.isEmpty())
        return Approval::tr("None new");
    if (packages.size() == 1)
        return sideBySide(packages.first().name, packages.first().version);
    return Approval::tr("%n packages", nullptr, static_cast<int>(packages.size()));
}

QString packagesDetail(const QList<PackagePin> &packages)
{
    QStringList lines;
    for (const PackagePin &pin : packages)
        lines.append(sideBySide(pin.name, pin.version));
    return lines.join(u'\n');
}

} // namespace

QString highlightName(const ApprovalRecord &record)
{
    if (const Runtime *runtime = runtimeFor(record.runtime))
        return runtime->highlight;
    // What is written to a file need not be code.
    const bool isPython = record.tool != u"write_file" || record.path.endsWith(u".py");
    return isPython ? QStringLiteral("Python") : QString();
}

QString askLine(const PendingRequest &request)
{
    QStringList facts{Approval::tr("Session %1").arg(request.record.sessionName),
                      request.run.toString(),
                      Approval::tr("asked %1")
                          .arg(request.asked.toLocalTime().toString(QStringLiteral("HH:mm:ss")))};
    const QString title = oneLine(request.title);
    const bool isCode = request.record.tool == u"run_python" || request.record.tool == u"run_code";
    if (!title.isEmpty() && isCode)
        facts.append(Approval::tr("code starts with “%1”").arg(title));
    const QString claims = shortened(request.clientClaims, longestClaim);
    if (!claims.isEmpty())
        facts.append(Approval::tr("calls itself “%1”").arg(claims));
    QString line;
    for (const QString &fact : std::as_const(facts))
        line = sideBySide(line, fact);
    return line;
}

QString spokenTime(std::chrono::seconds time)
{
    const auto minutes = static_cast<int>(time.count() / 60);
    const auto seconds = static_cast<int>(time.count() % 60);
    const QString ofMinutes = Approval::tr("%n minutes", nullptr, minutes);
    const QString ofSeconds = Approval::tr("%n seconds", nullptr, seconds);
    if (minutes == 0)
        return ofSeconds;
    //: Minutes and seconds, as in "1 minute 42 seconds"
    return seconds == 0 ? ofMinutes : Approval::tr("%1 %2").arg(ofMinutes, ofSeconds);
}

std::optional<std::chrono::seconds> timeLeft(const PendingRequest &request, const QDateTime &now)
{
    if (!request.expires.isValid())
        return std::nullopt;
    // Rounded up: "0:00" is shown only when it is over.
    const qint64 ms = std::max<qint64>(0, now.msecsTo(request.expires));
    return std::chrono::seconds((ms + 999) / 1000);
}

QString overSentence(const PendingRequest &request)
{
    const QString client = oneLine(request.clientLabel);
    switch (request.state) {
    case PendingRequest::State::Waiting:
        return QString();
    case PendingRequest::State::Expired: {
        const std::chrono::seconds waited(request.asked.secsTo(request.expires));
        return Approval::tr("No answer in %1: nothing ran. %2 was told “no answer”, not “denied”.")
            .arg(spokenTime(waited), client);
    }
    case PendingRequest::State::TakenBack:
        return Approval::tr("%1 took this request back. Nothing ran.").arg(client);
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString overIcon(const PendingRequest &request)
{
    return request.state == PendingRequest::State::TakenBack ? QStringLiteral("circle-minus")
                                                             : QStringLiteral("clock-alert");
}

QStringList writableMounts(const Reach &reach)
{
    QStringList names;
    for (const MountReach &mount : reach.mounts) {
        if (mount.mode == MountMode::ReadWrite)
            names.append(mount.name);
    }
    return names;
}

QString readWriteSentence(const QStringList &mounts, bool undoKept)
{
    const QString names = QLocale().createSeparatedList(mounts);
    if (mounts.size() == 1) {
        return undoKept ? Approval::tr("%1 is read-write: this run changes your files at once. "
                                       "It can be undone for 30 days.")
                              .arg(names)
                        : Approval::tr("%1 is read-write: this run changes your files at once.")
                              .arg(names);
    }
    return undoKept
               ? Approval::tr("%1 are read-write: this run changes your files at once. "
                              "It can be undone for 30 days.")
                     .arg(names)
               : Approval::tr("%1 are read-write: this run changes your files at once.").arg(names);
}

QString allowWords(Scope scope, const QString &tool, const QStringList &writable)
{
    if (tool == folderRequestTool)
        return Approval::tr("Share this folder");
    if (!writable.isEmpty())
        return Approval::tr("Allow and write to %1").arg(QLocale().createSeparatedList(writable));
    if (scope == Scope::ThisSession)
        return Approval::tr("Allow for this session");
    if (isOfClient(scope))
        return Approval::tr("Allow for this client");
    if (tool == u"write_file")
        return Approval::tr("Allow this file");
    if (tool == u"install_packages")
        return Approval::tr("Allow these packages");
    return Approval::tr("Allow this run");
}

QList<ReachCellText> reachCells(const PendingRequest &request)
{
    const Reach &reach = request.record.reach;
    QList<MountReach> writable = reach.mounts;
    writable.removeIf([](const MountReach &m) { return m.mode == MountMode::ReadOnly; });
    const auto seconds = QString::number(reach.limits.timeout.count());
    const ReachInCode inCode = reachInCode(seemsToDo(request.record, request.findings));
    // Of a request that is over, nothing wants a look any more.
    const ReachNews news = request.state == PendingRequest::State::Waiting
                               ? request.known.newsIn(request.record, request.findings)
                               : ReachNews();
    const auto detail = [](const QStringList &named, const QString &most) {
        return named.isEmpty() ? most : named.join(u'\n') + u"\n\n" + most;
    };
    return {
        {QStringLiteral("eye"), Approval::tr("Reads"), inCode.reads, mountsText(reach.mounts),
         detail(inCode.readDetail, mountsDetail(reach.mounts)), news.reads},
        {QStringLiteral("file-pen-line"), Approval::tr("Writes"), inCode.writes,
         mountsText(writable), detail(inCode.writeDetail, mountsDetail(writable)), news.writes},
        {QStringLiteral("package-plus"), Approval::tr("Packages"), inCode.packages,
         packagesText(reach.packages), detail(inCode.packageDetail, packagesDetail(reach.packages)),
         news.packages},
        {QStringLiteral("globe-lock"), Approval::tr("Network"), inCode.network,
         Approval::tr("closed"), QString(), news.network},
        {QStringLiteral("timer"), Approval::tr("Limits"), Approval::tr("asks %1 s").arg(seconds),
         Approval::tr("%1 s, %2").arg(seconds, memoryText(reach.limits.heapBytes)), QString(),
         news.limits},
    };
}

QString accessibleCell(const ReachCellText &cell)
{
    const QString words =
        Approval::tr("%1: %2 in the code; at most %3").arg(cell.title, cell.inCode, cell.atMost);
    return cell.isNew ? Approval::tr("%1; new in this session").arg(words) : words;
}

} // namespace glovebox::ui
