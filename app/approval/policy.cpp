// SPDX-License-Identifier: MIT
#include "policy.h"

#include "base/limits.h"

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
    const bool isRead = !input.findingsPending;
    if (isRead && input.rules.action == RuleAction::Refuse)
        return denied(input.rules.reason);
    // Where nobody can be asked, a rule that refuses is not passed by being unreadable.
    if (isRead && input.headless && input.rulesMayRefuse && input.rules.isUnread)
        return denied(input.rules.reason);
    // A pause stops what was permitted before, too.
    if (input.paused)
        return {Verdict::Kind::Hold, DecisionBy::Policy, {}};
    const bool unasked = input.grant && !input.sessionIsPersons;
    if (!isRead && (unasked || (input.headless && input.rulesMayRefuse)))
        return {Verdict::Kind::Hold, DecisionBy::Policy, {}};
    if (input.headless && input.mode == Mode::Allow)
        return {Verdict::Kind::Allow, DecisionBy::Policy, {}};
    // The person's own variables are at stake there: every use of them is looked at.
    if (unasked && input.rules.action == RuleAction::Note)
        return {Verdict::Kind::Allow, DecisionBy::Grant, {}};
    return {Verdict::Kind::Ask, DecisionBy::Person, {}};
}

} // namespace glovebox::approval
