// SPDX-License-Identifier: MIT
#pragma once

#include "base/finding.h"

#include <QHash>

namespace glovebox::approval {

// What a group of findings leads to.
enum class RuleAction {
    Note,   // shown, nothing else
    Ask,    // the person is asked, whatever standing permission covers the rest
    Refuse, // nothing runs
};

QString toString(RuleAction action); // "note", "ask", "refuse"
std::optional<RuleAction> ruleActionFromString(QStringView text);

// The switches of one client: groups that are not named are noted.
using RuleSwitches = QHash<FindingGroup, RuleAction>;

// Reads "GROUP=ACTION" and "CLIENT/GROUP=ACTION", CLIENT being a key's id; those of the client go
// before those of all. What cannot be read is left out: a rule that nobody understands must not
// loosen one that somebody set.
RuleSwitches switchesFor(const QString &client, const QStringList &settings);

// Whether every name in `names` is a group of CodeBox-AI's or "all" (`disable_validation`,
// --disable-validator): InvalidArgument says which is not.
Result<> checkValidators(const QStringList &names);

struct RuleVerdict
{
    RuleAction action = RuleAction::Note; // the strictest of what was found
    QString reason;                       // of Ask and Refuse, for person and model, English
    bool isUnread = false;                // nobody knows what the rules would say

    bool operator==(const RuleVerdict &) const = default;
};

// Pure. `disabled` are the names that the call gave: they turn "refuse" into "ask" and hide
// nothing; no call can turn anything into "note". Findings that could not be had lead to "ask".
RuleVerdict judge(const FindingReport &report, const RuleSwitches &switches,
                  const QStringList &disabled = {});

// The report with the note that validation was switched off by the call; as it is when it was not.
FindingReport withDisabledNote(FindingReport report, const QStringList &disabled);

} // namespace glovebox::approval
