// SPDX-License-Identifier: MIT
#include "findingwords.h"

#include <ui/theme/paint.h>

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

struct Findings
{
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

constexpr qsizetype longestText = 60;

// One line that leaves the sentence around it readable.
QString shortened(const QString &text)
{
    const QString line = oneLine(text);
    return line.size() <= longestText ? line : QString(line.left(longestText - 1) + u'…');
}

QString argument(const Finding &finding, int index)
{
    return shortened(finding.arguments.value(index));
}

const MountReach *mountOf(const Finding &finding, const Reach &reach)
{
    const auto it = std::ranges::find(reach.mounts, finding.arguments.value(0), &MountReach::name);
    return it == reach.mounts.end() ? nullptr : &*it;
}

bool isOfMount(const Finding &finding)
{
    return (finding.rule == u"file-read" || finding.rule == u"file-write" ||
            finding.rule == u"file-delete") &&
           !finding.arguments.value(0).isEmpty();
}

QString readSentence(const Finding &finding, const Reach &reach)
{
    const QString mount = argument(finding, 0);
    if (!mountOf(finding, reach))
        return Findings::tr("names %1, which is not shared: will fail").arg(mount);
    return Findings::tr("reads %1").arg(mount);
}

QString writeSentence(const Finding &finding, const Reach &reach)
{
    const QString name = argument(finding, 0);
    const MountReach *mount = mountOf(finding, reach);
    if (!mount)
        return Findings::tr("names %1, which is not shared: will fail").arg(name);
    switch (mount->mode) {
    case MountMode::ReadOnly:
        return Findings::tr("writes %1, which is read-only: will fail").arg(name);
    case MountMode::Staged:
        return Findings::tr("writes %1, staged").arg(name);
    case MountMode::ReadWrite:
        return Findings::tr("writes %1 at once").arg(name);
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString deleteSentence(const Finding &finding, const Reach &reach)
{
    const QString name = argument(finding, 0);
    if (name.isEmpty())
        return Findings::tr("deletes files whose names are not in the code");
    const MountReach *mount = mountOf(finding, reach);
    if (!mount)
        return Findings::tr("names %1, which is not shared: will fail").arg(name);
    switch (mount->mode) {
    case MountMode::ReadOnly:
        return Findings::tr("deletes in %1, which is read-only: will fail").arg(name);
    case MountMode::Staged:
        return Findings::tr("deletes in %1, staged").arg(name);
    case MountMode::ReadWrite:
        return Findings::tr("deletes in %1 at once").arg(name);
    }
    Q_UNREACHABLE_RETURN(QString());
}

using Words = QHash<QString, QString>;

// Those that say the same whatever the reach. %1 and %2 are texts of the code.
Words wordsOfCode()
{
    return {
        {u"shell-command"_s, Findings::tr("runs the command “%1”")},
        {u"notebook-magic"_s, Findings::tr("uses %1, which only notebooks know")},
        {u"run-text"_s, Findings::tr("runs text as code (%1)")},
        {u"dynamic-import"_s, Findings::tr("imports what the code works out first (%1)")},
        {u"dynamic-attribute"_s, Findings::tr("uses something by a name that it works out (%1)")},
        {u"namespace"_s, Findings::tr("reads its own variables by name (%1)")},
        {u"listed-import"_s, Findings::tr("imports %1")},
        {u"thread"_s, Findings::tr("starts threads (%1): will fail")},
        {u"unpickle"_s, Findings::tr("loads objects that can run code (%1)")},
        {u"javascript"_s, Findings::tr("reaches for JavaScript (%1)")},
        {u"native-code"_s, Findings::tr("reaches for memory and native code (%1)")},
        {u"dunder-walk"_s, Findings::tr("walks into Python’s inside (%1)")},
        {u"dunder-name"_s, Findings::tr("uses %1")},
        {u"interpreter"_s, Findings::tr("looks into the interpreter (%1)")},
        {u"patching"_s, Findings::tr("changes what other code uses (%1)")},
        {u"environment"_s, Findings::tr("reads environment variables")},
        {u"network"_s, Findings::tr("tries the network (%1): will fail")},
        {u"socket"_s, Findings::tr("tries the network (%1): will fail")},
    };
}

Words wordsOfTexts()
{
    return {
        {u"package-install"_s, Findings::tr("installs %1")},
        {u"package-missing"_s, Findings::tr("%1 is not installed yet")},
        {u"file-outside"_s, Findings::tr("opens %1, which is in none of your folders")},
        {u"file-secret"_s, Findings::tr("opens a file that usually holds secrets: %1")},
        {u"decode-and-run"_s, Findings::tr("runs text that it decodes first (%1)")},
        {u"decode"_s, Findings::tr("decodes a text (%1)")},
        {u"long-literal"_s, Findings::tr("holds %1 characters that nobody can read")},
        {u"built-text"_s, Findings::tr("puts a text together from characters (%1)")},
        {u"invisible-character"_s, Findings::tr("has a character that cannot be seen (%1)")},
        {u"direction-character"_s, Findings::tr("has a character that turns the text around (%1)")},
        {u"control-character"_s, Findings::tr("has a control character (%1)")},
        {u"look-alike"_s, Findings::tr("“%1” only looks like “%2”")},
        {u"hidden-tail"_s, Findings::tr("has code far to the right")},
        {u"endless-loop"_s, Findings::tr("does not end by itself")},
        {u"huge-value"_s, Findings::tr("makes more than memory can hold")},
        {u"large-code"_s, Findings::tr("the code has %1 lines")},
        {u"syntax-error"_s, Findings::tr("is no Python, will fail: %1")},
        {u"too-deep"_s, Findings::tr("nests too deeply: will fail")},
        {u"validation-disabled"_s, Findings::tr("the client asked to skip rules: %1")},
    };
}

QString fixedWords(const QString &rule)
{
    const QString words = wordsOfCode().value(rule);
    return words.isEmpty() ? wordsOfTexts().value(rule) : words;
}

// Found by the code view itself, which paints them as boxes.
bool isSeenByView(const Finding &finding)
{
    return finding.rule == u"invisible-character" || finding.rule == u"direction-character" ||
           finding.rule == u"control-character";
}

QString filesText(int count, bool isUnknown, const QString &none)
{
    if (count == 0)
        return isUnknown ? Findings::tr("paths not known") : none;
    const QString known = Findings::tr("%n files", nullptr, count);
    return isUnknown ? Findings::tr("%1 and others").arg(known) : known;
}

QString nameOf(const NamedFile &file)
{
    const QString path = file.mount.isEmpty() ? file.path : file.mount + u'/' + file.path;
    return shortened(path);
}

CodeMark::Kind &leastMark()
{
    static CodeMark::Kind least = CodeMark::Kind::Information;
    return least;
}

} // namespace

QString findingSentence(const Finding &finding, const Reach &reach)
{
    if (finding.rule == u"file-read")
        return readSentence(finding, reach);
    if (finding.rule == u"file-write")
        return writeSentence(finding, reach);
    if (finding.rule == u"file-delete")
        return deleteSentence(finding, reach);
    if (finding.rule == u"file-unknown")
        return finding.arguments.value(0) == u"read"
                   ? Findings::tr("opens files whose names are not in the code")
                   : Findings::tr("writes files whose names are not in the code");
    if (finding.rule == u"process")
        return (finding.severity == FindingSeverity::Refused
                    ? Findings::tr("starts other programs (%1): will fail")
                    : Findings::tr("ends the session’s Python (%1)"))
            .arg(argument(finding, 0));
    QString words = fixedWords(finding.rule);
    // One by one: a text of the code may contain "%2".
    if (words.contains(u"%2"))
        return words.arg(argument(finding, 0), argument(finding, 1));
    return words.contains(u"%1") ? words.arg(argument(finding, 0)) : words;
}

QString findingIcon(const Finding &finding)
{
    switch (finding.group()) {
    case FindingGroup::PackageInstallation:
        return u"package-plus"_s;
    case FindingGroup::Files:
        return finding.kind() == u"file_write" ? u"file-pen-line"_s : u"eye"_s;
    case FindingGroup::Network:
        return u"globe-lock"_s;
    default:
        return finding.kind() == u"network" ? u"globe-lock"_s : u"triangle-alert"_s;
    }
}

CodeMark::Kind findingMark(const Finding &finding, const Reach &reach)
{
    if (isOfMount(finding)) {
        const MountReach *mount = mountOf(finding, reach);
        if (!mount || (finding.rule != u"file-read" && mount->mode == MountMode::ReadOnly))
            return CodeMark::Kind::Refused;
        if (finding.rule != u"file-read")
            return CodeMark::Kind::Look;
    }
    switch (finding.severity) {
    case FindingSeverity::Note:
        return CodeMark::Kind::Information;
    case FindingSeverity::Look:
        return CodeMark::Kind::Look;
    case FindingSeverity::Refused:
        return CodeMark::Kind::Refused;
    }
    Q_UNREACHABLE_RETURN(CodeMark::Kind::Look);
}

QString findingEntry(const Finding &finding, const Reach &reach)
{
    return Findings::tr("Line %1: %2").arg(finding.line).arg(findingSentence(finding, reach));
}

void setLeastMark(CodeMark::Kind least)
{
    leastMark() = least;
}

QList<CodeMark> findingMarks(const FindingReport &report, const Reach &reach)
{
    if (report.state == FindingReport::State::Unavailable)
        return {
            {1, CodeMark::Kind::Refused,
             Findings::tr("The code could not be read beforehand: treat what it does as unknown"),
             u"triangle-alert"_s}};
    QList<CodeMark> marks;
    for (const Finding &finding : report.findings) {
        const CodeMark mark{finding.line, findingMark(finding, reach),
                            findingSentence(finding, reach), findingIcon(finding)};
        if (mark.kind >= leastMark() && !isSeenByView(finding) && !marks.contains(mark))
            marks.append(mark);
    }
    if (report.left > 0)
        marks.append({1, CodeMark::Kind::Look,
                      Findings::tr("%n more notes than are shown", nullptr, report.left),
                      u"triangle-alert"_s});
    return marks;
}

ReachInCode reachInCode(const FindingReport &report)
{
    if (report.state == FindingReport::State::Pending)
        return {u"…"_s, u"…"_s, u"…"_s, u"…"_s, {}, {}, {}};
    if (report.state != FindingReport::State::Complete) {
        const QString paths = Findings::tr("paths not known");
        const QString unknown = Findings::tr("not known");
        return {paths, paths, unknown, unknown, {}, {}, {}};
    }
    ReachInCode reach;
    for (const NamedFile &file : report.files)
        (file.written ? reach.writeDetail : reach.readDetail).append(nameOf(file));
    const QString none = Findings::tr("None");
    reach.reads = filesText(int(reach.readDetail.size()), report.readsUnknown, none);
    reach.writes = filesText(int(reach.writeDetail.size()), report.writesUnknown, none);
    for (const QString &package : report.packages)
        reach.packageDetail.append(shortened(package));
    if (report.packages.isEmpty())
        reach.packages = Findings::tr("None new");
    else if (report.packages.size() == 1)
        reach.packages = reach.packageDetail.first();
    else
        reach.packages = Findings::tr("%n packages", nullptr, int(report.packages.size()));
    reach.network = report.usesNetwork ? Findings::tr("tries it") : Findings::tr("not used");
    return reach;
}

} // namespace glovebox::ui
