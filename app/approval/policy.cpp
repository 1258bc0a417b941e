// SPDX-License-Identifier: MIT
#include "policy.h"

#include "base/desk.h"
#include "base/limits.h"

#include <algorithm>

namespace glovebox::approval {

namespace {

Verdict denied(const QString &reason)
{
    return {Verdict::Kind::Deny, DecisionBy::Policy, reason};
}

Verdict deniedByMode()
{
    return denied(
        QStringLiteral("Glovebox was started with --approve deny, so it runs nothing for clients. "
                       "Do not retry; the person can start it with --approve ask."));
}

Verdict nobodyToAsk()
{
    return denied(QStringLiteral(
        "Glovebox asks a person before anything runs, but it runs without a window and nobody can "
        "be asked here. Do not retry; the person can start the window, or use --headless "
        "--approve allow to run without asking."));
}

Verdict tooManyWaiting()
{
    return denied(QStringLiteral("%1 of your requests wait for the person already, which is the "
                                 "most that may. Wait until some are decided, then ask again.")
                      .arg(limits::maxWaitingRequestsPerClient));
}

QString secondsText(std::chrono::seconds time)
{
    return QString::number(std::max<qint64>(1, time.count()));
}

// What the person took from this client for good; empty: nothing of this.
QString refusedByRules(const PolicyInput &input)
{
    const ClientRules &rules = input.clientRules;
    if (rules.refusedTools.contains(input.tool))
        return QStringLiteral("The person does not let this client use %1. Do not retry; they can "
                              "change that in Glovebox under Clients.")
            .arg(input.tool);
    return QString();
}

// Why the budget lets nothing more through now; empty: it does.
QString overBudget(const PolicyInput &input)
{
    const ClientBudget &budget = input.clientRules.budget;
    const Usage &usage = input.usage;
    if (budget.runsPerMinute > 0 && usage.runsThisMinute >= budget.runsPerMinute)
        return QStringLiteral("The person lets this client ask %1 times a minute, and that many "
                              "were asked. Try again in %2 s, or do more in one run.")
            .arg(budget.runsPerMinute)
            .arg(secondsText(usage.untilRun));
    if (budget.secondsPerHour > 0 &&
        usage.executedThisHour >= std::chrono::seconds(budget.secondsPerHour))
        return QStringLiteral("The person lets this client's code run %1 s an hour, and they are "
                              "used up. Try again in %2 s.")
            .arg(budget.secondsPerHour)
            .arg(secondsText(usage.untilSeconds));
    return QString();
}

} // namespace

std::optional<Mode> modeFromString(QStringView text)
{
    if (text == u"ask")
        return Mode::Ask;
    if (text == u"allow")
        return Mode::Allow;
    if (text == u"deny")
        return Mode::Deny;
    return std::nullopt;
}

Verdict decide(const PolicyInput &input)
{
    // What the person runs is not asked; without a window there is no person to claim to be. Code
    // of a client is looked at again, because what it reaches now is not what it reached then.
    if (input.client == personClient() && !input.headless && !input.isReplay)
        return {Verdict::Kind::Allow, DecisionBy::Person, {}};
    if (input.mode == Mode::Deny)
        return deniedByMode();
    if (input.headless && input.mode != Mode::Allow)
        return nobodyToAsk();
    // Before every way to wait: each request may hold megabytes.
    if (input.waitingOfClient >= limits::maxWaitingRequestsPerClient)
        return tooManyWaiting();
    if (const QString reason = refusedByRules(input); !reason.isEmpty())
        return denied(reason);
    if (const QString reason = overBudget(input); !reason.isEmpty())
        return denied(reason);
    const bool isRead = !input.findingsPending;
    if (isRead && input.rules.action == RuleAction::Refuse)
        return denied(input.rules.reason);
    // Where nobody can be asked, a rule that refuses is not passed by being unreadable.
    if (isRead && input.headless && input.rulesMayRefuse && input.rules.isUnread)
        return denied(input.rules.reason);
    // A pause stops what was permitted before, too.
    if (input.paused)
        return {Verdict::Kind::Hold, DecisionBy::Policy, {}};
    // The person's own variables are at stake there: every use of them is looked at. A folder is
    // given by the person alone, each time.
    const bool unasked = input.grant && !input.sessionIsPersons &&
                         input.tool != folderRequestTool && !input.clientRules.onlyThisRun;
    if (!isRead && (unasked || (input.headless && input.rulesMayRefuse)))
        return {Verdict::Kind::Hold, DecisionBy::Policy, {}};
    // An install does nothing else, and these very wheels are what a rule of the person is for.
    if (input.packagesUnasked && input.tool == u"install_packages" && !input.sessionIsPersons &&
        !input.clientRules.onlyThisRun)
        return {Verdict::Kind::Allow, DecisionBy::Policy, {}};
    if (input.headless && input.mode == Mode::Allow)
        return {Verdict::Kind::Allow, DecisionBy::Policy, {}};
    if (unasked && input.rules.action == RuleAction::Note)
        return {Verdict::Kind::Allow, DecisionBy::Grant, {}};
    return {Verdict::Kind::Ask, DecisionBy::Person, {}};
}

} // namespace glovebox::approval
