// SPDX-License-Identifier: MIT
#include "runtexts.h"

#include "words.h"

#include <base/shownname.h>

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace glovebox::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RunTexts)
};

QString queuedText(const RunFacts &facts)
{
    if (facts.queuePosition <= 1)
        return Words::tr("Queued, next in %1").arg(facts.record.sessionName);
    return Words::tr("Queued, number %1 in %2")
        .arg(facts.queuePosition)
        .arg(facts.record.sessionName);
}

QString raisedText(const event::Raised &raised)
{
    if (raised.evalue.isEmpty())
        return raised.ename;
    const QString firstLine = raised.evalue.section(u'\n', 0, 0).left(200);
    //: An exception's class and text: KeyError: 'total'
    return Words::tr("%1: %2").arg(raised.ename, firstLine);
}

QString allowedByPerson(const RunFacts &facts)
{
    const QString time = timeOfDay(facts.decided);
    switch (facts.decision->scope) {
    case Scope::ThisSession:
        return Words::tr("Allowed by you %1, for this session").arg(time);
    case Scope::ClientHalfHour:
    case Scope::ClientTwoHours:
    case Scope::ClientUntilQuit:
        return Words::tr("Allowed by you %1, for this client").arg(time);
    case Scope::ExactCode:
    case Scope::ThisRun:
        break;
    }
    if (facts.codeAsAsked)
        return Words::tr("Edited and allowed by you %1, this run only").arg(time);
    return Words::tr("Allowed by you %1, this run only").arg(time);
}

} // namespace

QString stateLine(const RunFacts &facts, const QDateTime &now)
{
    switch (facts.state) {
    case RunState::Queued:
        return queuedText(facts);
    case RunState::Starting:
        return facts.phase.isEmpty() ? stateWord(facts.state) : facts.phase;
    case RunState::Running:
        return Words::tr("Running %1 of %2")
            .arg(clockText(facts.started.secsTo(now)),
                 clockText(facts.record.reach.limits.timeout.count()));
    case RunState::Denied:
        return outcomeText(facts);
    default:
        return stateWord(facts.state);
    }
}

QString decisionLine(const RunFacts &facts)
{
    if (!facts.decision || facts.decision->kind != DecisionKind::Allow)
        return {};
    if (facts.record.client == personClient())
        return Words::tr("Your own run");
    switch (facts.decision->by) {
    case DecisionBy::Person:
        return allowedByPerson(facts);
    case DecisionBy::Grant:
        return Words::tr("allowed by a standing permission");
    default:
        return Words::tr("Allowed without asking, %1").arg(timeOfDay(facts.decided));
    }
}

QString outcomeText(const RunFacts &facts)
{
    switch (facts.state) {
    case RunState::Queued:
        return queuedText(facts);
    case RunState::Error:
        return facts.raised ? raisedText(*facts.raised) : stateWord(facts.state);
    case RunState::Denied:
        return facts.decision && facts.decision->by == DecisionBy::Person
                   ? Words::tr("Denied by you")
                   : stateWord(facts.state);
    case RunState::Starting:
        return facts.phase.isEmpty() ? stateWord(facts.state) : facts.phase;
    case RunState::Running:
    case RunState::Complete:
        return facts.record.sessionName;
    default:
        return stateWord(facts.state);
    }
}

QString durationText(RunState state, const QDateTime &started, qint64 executionMs,
                     const QDateTime &now)
{
    if (!started.isValid())
        return {};
    return isFinal(state) ? secondsText(executionMs) : clockText(started.secsTo(now));
}

QString touchedText(const QList<event::FileTouched> &files, bool written)
{
    QSet<QString> mounts;
    int count = 0;
    for (const event::FileTouched &file : files) {
        if (file.written != written)
            continue;
        mounts.insert(file.mount);
        ++count;
    }
    if (count == 0)
        return Words::tr("None");
    if (mounts.size() == 1)
        return Words::tr("%n file(s) in %1", nullptr, count).arg(*mounts.cbegin());
    return Words::tr("%n file(s)", nullptr, count);
}

QString touchedPaths(const QList<event::FileTouched> &files, bool written)
{
    QStringList paths;
    for (const event::FileTouched &file : files) {
        if (file.written == written)
            paths.append(shownName(file.mount + u'/' + file.path));
    }
    constexpr qsizetype shown = 20;
    if (paths.size() > shown) {
        const int more = int(paths.size() - shown);
        paths.resize(shown);
        paths.append(Words::tr("%n more file(s)", nullptr, more));
    }
    return paths.join(u'\n');
}

QString packagesText(const QList<event::PackageLoaded> &packages)
{
    if (packages.isEmpty())
        return Words::tr("None new");
    QStringList names;
    for (const event::PackageLoaded &package : packages)
        names.append(package.version.isEmpty() ? Words::tr("%1 removed").arg(package.name)
                                               : package.name + u' ' + package.version);
    return names.join(QStringLiteral(", "));
}

double usedTime(const RunFacts &facts, const QDateTime &now)
{
    if (!facts.started.isValid())
        return 0;
    const double limit = double(facts.record.reach.limits.timeout.count()) * 1000;
    const double used =
        isFinal(facts.state) ? double(facts.executionMs) : double(facts.started.msecsTo(now));
    return limit <= 0 ? 0 : std::clamp(used / limit, 0.0, 1.0);
}

} // namespace glovebox::ui
