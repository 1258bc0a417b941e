// SPDX-License-Identifier: MIT
#pragma once

#include "base/clientdesk.h"
#include "base/record.h"
#include "base/runevent.h"
#include "rules.h"

#include <optional>

namespace glovebox::approval {

// The option --approve (DESIGN 4.1).
enum class Mode {
    Ask,
    Allow, // counts only where nobody could be asked: --headless
    Deny,
};

std::optional<Mode> modeFromString(QStringView text); // "ask", "allow", "deny"

// What the client used so far, against its budget.
struct Usage
{
    int runsThisMinute = 0;
    std::chrono::milliseconds executedThisHour{0};
    std::chrono::seconds untilRun{0};     // until one more would fit the minute
    std::chrono::seconds untilSeconds{0}; // until some of the hour's are free again

    bool operator==(const Usage &) const = default;
};

// Everything that a first answer depends on.
struct PolicyInput
{
    Mode mode = Mode::Ask;
    bool headless = false;
    bool paused = false;              // this client, or all
    bool sessionIsPersons = false;    // it holds the person's own variables
    int waitingOfClient = 0;          // requests of the same client that wait already
    std::optional<qint64> grant = {}; // the standing permission that covers reach and kinds
    ClientId client = {};             // of the record
    bool isReplay = false;            // the person's, of what somebody else wrote
    QString tool = {};
    bool packagesUnasked = false; // each that it names is one that the person's rules let in
    bool findingsPending = false; // what the code seems to do is being worked out
    bool rulesMayRefuse = false;  // some rule of this client is set to refuse
    RuleVerdict rules = {};       // of the findings; only when they are not pending
    ClientRules clientRules = {};
    Usage usage = {};
};

struct Verdict
{
    enum class Kind {
        Allow,
        Ask,
        Hold, // waits unshown, its clock stopped: paused, or not decided before its findings are
        Deny,
    };

    Kind kind = Kind::Deny;
    DecisionBy by = DecisionBy::Policy; // of Allow and Deny
    QString reason;                     // of Deny: for the model, English

    bool operator==(const Verdict &) const = default;
};

// What happens to a request before anybody looks at it. Pure: depends on its input alone. What
// it does not know it denies or asks; it never allows on doubt.
Verdict decide(const PolicyInput &input);

} // namespace glovebox::approval
