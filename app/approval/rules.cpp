// SPDX-License-Identifier: MIT
#include "rules.h"

#include <algorithm>
#include <array>

namespace glovebox::approval {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array<std::pair<RuleAction, QStringView>, 3> actionNames{{
    {RuleAction::Note, u"note"},
    {RuleAction::Ask, u"ask"},
    {RuleAction::Refuse, u"refuse"},
}};

constexpr QStringView allValidators = u"all";

bool isValidator(FindingGroup group)
{
    return group <= FindingGroup::PackageInstallation;
}

QStringList validatorNames()
{
    QStringList names;
    for (const FindingGroup group : findingGroups()) {
        if (isValidator(group))
            names.append(toString(group));
    }
    return names;
}

RuleAction actionFor(FindingGroup group, const RuleSwitches &switches, const QStringList &disabled)
{
    const RuleAction action = switches.value(group, RuleAction::Note);
    const bool isOff = isValidator(group) &&
                       (disabled.contains(allValidators) || disabled.contains(toString(group)));
    return isOff && action == RuleAction::Refuse ? RuleAction::Ask : action;
}

QString reasonFor(RuleAction action, const Finding &finding)
{
    const QString group = toString(finding.group());
    if (action == RuleAction::Refuse)
        return u"The code breaks the rule \"%1\" (%2 in line %3), which the person has set to "
               "refuse. Write it without that, or ask the person to change the rule "
               "(\"approvals.rules\" in Glovebox's settings)."_s.arg(group, finding.rule)
                   .arg(finding.line);
    return u"The rule \"%1\" (%2 in line %3) is set to ask each time."_s.arg(group, finding.rule)
        .arg(finding.line);
}

} // namespace

QString toString(RuleAction action)
{
    const auto it =
        std::ranges::find(actionNames, action, &decltype(actionNames)::value_type::first);
    return it->second.toString();
}

std::optional<RuleAction> ruleActionFromString(QStringView text)
{
    const auto it =
        std::ranges::find(actionNames, text, &decltype(actionNames)::value_type::second);
    return it == actionNames.end() ? std::nullopt : std::optional(it->first);
}

RuleSwitches switchesFor(const QString &client, const QStringList &settings)
{
    RuleSwitches common;
    RuleSwitches own;
    for (const QString &setting : settings) {
        const QStringView line(setting);
        const qsizetype equals = line.indexOf(u'=');
        const qsizetype slash = line.first(std::max<qsizetype>(equals, 0)).indexOf(u'/');
        if (equals < 0 || (slash >= 0 && line.first(slash) != client))
            continue;
        const auto group = findingGroupFromString(line.sliced(slash + 1, equals - slash - 1));
        const auto action = ruleActionFromString(line.sliced(equals + 1));
        if (group && action)
            (slash < 0 ? common : own).insert(*group, *action);
    }
    for (const auto &[group, action] : own.asKeyValueRange())
        common.insert(group, action);
    return common;
}

Result<> checkValidators(const QStringList &names)
{
    const QStringList known = validatorNames();
    for (const QString &name : names) {
        if (name != allValidators && !known.contains(name))
            return fail(ErrorCode::InvalidArgument,
                        u"There is no validation rule \"%1\". The rules are %2; \"all\" means each "
                        "of them."_s.arg(name.left(64), known.join(u", "_s)));
    }
    return {};
}

RuleVerdict judge(const FindingReport &report, const RuleSwitches &switches,
                  const QStringList &disabled)
{
    if (!report.isSettled() || report.state == FindingReport::State::Unavailable)
        return {RuleAction::Ask,
                u"The code could not be read before it runs, so the rules could not be applied to "
                "it. Ask again; shorter code is read faster."_s,
                true};
    RuleVerdict verdict;
    for (const Finding &finding : report.findings) {
        const RuleAction action = actionFor(finding.group(), switches, disabled);
        if (action > verdict.action)
            verdict = {action, reasonFor(action, finding), false};
    }
    return verdict;
}

FindingReport withDisabledNote(FindingReport report, const QStringList &disabled)
{
    if (disabled.isEmpty() || report.state != FindingReport::State::Complete)
        return report;
    report.findings.prepend({.rule = u"validation-disabled"_s,
                             .severity = FindingSeverity::Look,
                             .excerpt = {},
                             .arguments = {disabled.join(u", "_s).left(200)}});
    return report;
}

} // namespace glovebox::approval
