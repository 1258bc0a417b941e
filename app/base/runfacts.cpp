// SPDX-License-Identifier: MIT
#include "runfacts.h"

#include <utility>

namespace glovebox {

namespace {

constexpr qsizetype maxTitle = 80;

QString shortened(const QString &title)
{
    return title.size() <= maxTitle ? title : QString(title.left(maxTitle - 1) + u'…');
}

QString withoutMarks(QString line)
{
    for (const QStringView quote : {u"\"\"\"", u"'''"}) {
        if (line.startsWith(quote)) {
            line.remove(0, quote.size());
            if (line.endsWith(quote))
                line.chop(quote.size());
            return line.trimmed();
        }
    }
    if (line.startsWith(u'#')) {
        while (line.startsWith(u'#') || line.startsWith(u'%'))
            line.remove(0, 1);
        return line.trimmed();
    }
    return line;
}

struct Apply
{
    RunFacts &facts;
    const QDateTime &time;

    void operator()(const event::Asked &e)
    {
        // A run whose record changed before it began is asked anew (DESIGN 4.6).
        facts.state = RunState::PendingApproval;
        facts.decision.reset();
        facts.codeAsAsked.reset();
        facts.decided = {};
        facts.findings = {};
        facts.record = e.record;
        facts.digest = e.record.digest();
        facts.clientLabel = e.clientLabel;
        facts.clientClaims = e.clientClaims;
        facts.title = titleOf(e.record);
        if (!facts.asked.isValid())
            facts.asked = time;
        facts.expires = e.expires;
    }
    void operator()(const event::Findings &e) { facts.findings = e.report; }
    void operator()(const event::Decided &e)
    {
        facts.decision = e;
        facts.decided = time;
        if (e.code) {
            facts.codeAsAsked = std::exchange(facts.record.code, *e.code);
            facts.digest = e.digest;
            facts.title = titleOf(facts.record);
        }
        if (e.mode && !facts.record.reach.mounts.isEmpty()) {
            facts.record.reach.mounts.first().mode = *e.mode;
            facts.digest = e.digest;
        }
    }
    void operator()(const event::Queued &e)
    {
        facts.state = RunState::Queued;
        facts.queuePosition = e.position;
    }
    void operator()(const event::Starting &e)
    {
        facts.state = RunState::Starting;
        facts.phase = e.text;
    }
    void operator()(const event::Started &e)
    {
        facts.state = RunState::Running;
        facts.workerDigest = e.codeDigest;
        facts.started = time;
    }
    void operator()(const event::Output &e) { facts.outputLength = e.offset + e.length; }
    void operator()(const event::Display &e) { facts.displays.append(e); }
    void operator()(const event::ResultValue &e) { facts.result = e.text; }
    void operator()(const event::Raised &e) { facts.raised = e; }
    void operator()(const event::Progress &e) { facts.progress = e; }
    void operator()(const event::FileTouched &e) { facts.files.append(e); }
    void operator()(const event::PackageLoaded &e) { facts.packages.append(e); }
    void operator()(const event::InputWanted &e) { facts.input = e; }
    void operator()(const event::InputAnswered &) { facts.input.reset(); }
    void operator()(const event::Restarted &e)
    {
        if (e.beforeRun)
            facts.sessionNews = e.reason;
        else
            facts.sessionRestarted = true;
    }
    void operator()(const event::Ended &e)
    {
        facts.state = e.state;
        facts.endReason = e.reason;
        facts.input.reset();
        facts.executionMs = e.executionMs;
        facts.outputBytes = e.outputBytes;
        facts.outputBytesKept = e.outputBytesKept;
        facts.ended = time;
    }
};

} // namespace

void RunFacts::apply(const RunEvent &event)
{
    run = event.run;
    lastSeq = event.seq;
    std::visit(Apply{*this, event.time}, event.body);
}

std::optional<bool> RunFacts::runsAsApproved() const
{
    if (workerDigest.isEmpty())
        return std::nullopt;
    return workerDigest == record.codeDigest();
}

QString titleOf(const ApprovalRecord &record)
{
    if (const QString title = titleOfCode(record.code); !title.isEmpty())
        return title;
    QStringList names;
    if (record.tool == u"install_packages") {
        for (const PackagePin &pin : record.reach.packages)
            names.append(pin.name + u' ' + pin.version);
    } else if (record.tool == folderRequestTool) {
        for (const MountReach &mount : record.reach.mounts)
            names.append(mount.hostPath);
    } else {
        names.append(record.path);
    }
    return shortened(names.join(QStringLiteral(", ")));
}

QString titleOfCode(const QByteArray &code)
{
    // The title never needs more than the code's beginning.
    const QString text = QString::fromUtf8(code.left(4096));
    for (QStringView line : QStringView(text).tokenize(u'\n')) {
        const QString title = withoutMarks(line.trimmed().toString());
        if (!title.isEmpty())
            return shortened(title);
    }
    return QString();
}

} // namespace glovebox
