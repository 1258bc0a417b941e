// SPDX-License-Identifier: MIT
#include "finding.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <utility>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

using enum FindingGroup;

constexpr std::array<std::pair<FindingGroup, QStringView>, 9> groupNames{{
    {JupyterCommands, u"jupyter_commands"},
    {DangerousBuiltins, u"dangerous_builtins"},
    {DangerousImports, u"dangerous_imports"},
    {DangerousPatterns, u"dangerous_patterns"},
    {PackageInstallation, u"package_installation"},
    {Files, u"files"},
    {Network, u"network"},
    {Obfuscation, u"obfuscation"},
    {Behaviour, u"behaviour"},
}};

constexpr std::array<std::pair<FindingSeverity, QStringView>, 3> severityNames{{
    {FindingSeverity::Note, u"note"},
    {FindingSeverity::Look, u"look"},
    {FindingSeverity::Refused, u"refused"},
}};

using State = FindingReport::State;
constexpr std::array<std::pair<State, QStringView>, 4> stateNames{{
    {State::Pending, u"pending"},
    {State::Complete, u"complete"},
    {State::Unavailable, u"unavailable"},
    {State::NotCode, u"not_code"},
}};

template <class Names, class Enum>
QString nameIn(const Names &names, Enum value)
{
    const auto it = std::ranges::find(names, value, [](const auto &pair) { return pair.first; });
    return it->second.toString();
}

template <class Names>
auto valueIn(const Names &names, QStringView text)
    -> std::optional<typename Names::value_type::first_type>
{
    const auto it = std::ranges::find(names, text, [](const auto &pair) { return pair.second; });
    if (it == names.end())
        return std::nullopt;
    return it->first;
}

struct RuleRow
{
    QStringView name;
    FindingGroup group;
    QStringView kind;
};

constexpr std::array rules{
    RuleRow{u"shell-command", JupyterCommands, u"command"},
    RuleRow{u"notebook-magic", JupyterCommands, u"command"},
    RuleRow{u"run-text", DangerousBuiltins, u"dynamic_code"},
    RuleRow{u"dynamic-import", DangerousBuiltins, u"dynamic_code"},
    RuleRow{u"dynamic-attribute", DangerousBuiltins, u"dynamic_code"},
    RuleRow{u"namespace", DangerousBuiltins, u"dynamic_code"},
    RuleRow{u"listed-import", DangerousImports, u"import"},
    RuleRow{u"process", DangerousImports, u"process"},
    RuleRow{u"thread", DangerousImports, u"process"},
    RuleRow{u"unpickle", DangerousImports, u"dynamic_code"},
    RuleRow{u"javascript", DangerousImports, u"javascript"},
    RuleRow{u"native-code", DangerousImports, u"native_code"},
    RuleRow{u"dunder-walk", DangerousPatterns, u"introspection"},
    RuleRow{u"dunder-name", DangerousPatterns, u"introspection"},
    RuleRow{u"interpreter", DangerousPatterns, u"introspection"},
    RuleRow{u"patching", DangerousPatterns, u"introspection"},
    RuleRow{u"package-install", PackageInstallation, u"package"},
    RuleRow{u"package-missing", PackageInstallation, u"package"},
    RuleRow{u"file-read", Files, u"file_read"},
    RuleRow{u"file-write", Files, u"file_write"},
    RuleRow{u"file-delete", Files, u"file_write"},
    RuleRow{u"file-unknown", Files, u"file_write"},
    RuleRow{u"file-outside", Files, u"file_read"},
    RuleRow{u"file-secret", Files, u"file_read"},
    RuleRow{u"environment", Files, u"environment"},
    RuleRow{u"network", Network, u"network"},
    RuleRow{u"socket", DangerousImports, u"network"},
    RuleRow{u"decode-and-run", Obfuscation, u"obfuscation"},
    RuleRow{u"decode", Obfuscation, u"decoding"},
    RuleRow{u"long-literal", Obfuscation, u"obfuscation"},
    RuleRow{u"built-text", Obfuscation, u"obfuscation"},
    RuleRow{u"invisible-character", Obfuscation, u"obfuscation"},
    RuleRow{u"direction-character", Obfuscation, u"obfuscation"},
    RuleRow{u"control-character", Obfuscation, u"obfuscation"},
    RuleRow{u"look-alike", Obfuscation, u"obfuscation"},
    RuleRow{u"hidden-tail", Obfuscation, u"obfuscation"},
    RuleRow{u"endless-loop", Behaviour, u"loop"},
    RuleRow{u"huge-value", Behaviour, u"loop"},
    RuleRow{u"large-code", Behaviour, u"size"},
    RuleRow{u"syntax-error", Behaviour, u"syntax"},
    RuleRow{u"too-deep", Behaviour, u"syntax"},
    RuleRow{u"validation-disabled", Behaviour, u"validation"},
};

// More than the analyser sends; a longer text is a fault or a lie, and ends the answer.
constexpr qsizetype maxFindings = 200;
constexpr qsizetype maxExcerpt = 120;
constexpr qsizetype maxArguments = 4;
constexpr qsizetype maxText = 200;
constexpr qsizetype maxListed = 200;
constexpr qsizetype maxPath = 4096;
constexpr int maxLine = 2'000'000;

std::unexpected<Error> bad(const QString &what)
{
    return fail(ErrorCode::Corrupt, u"Findings with %1 cannot be read."_s.arg(what));
}

bool isPlace(int line, int column)
{
    return line >= 1 && line <= maxLine && column >= 0 && column <= maxLine;
}

Result<QStringList> texts(const QJsonValue &value, qsizetype count, const QString &what)
{
    if (!value.isArray() || value.toArray().size() > count)
        return bad(what);
    QStringList list;
    for (const QJsonValue &item : value.toArray()) {
        if (!item.isString() || item.toString().size() > maxText)
            return bad(what);
        list.append(item.toString());
    }
    return list;
}

Result<Finding> findingFromJson(const QJsonObject &json)
{
    Finding finding;
    finding.rule = json[u"rule"].toString();
    if (!findingRule(finding.rule))
        return bad(u"an unknown rule"_s);
    const auto severity = valueIn(severityNames, json[u"severity"].toString());
    if (!severity)
        return bad(u"an unknown severity"_s);
    finding.severity = *severity;
    finding.line = json[u"line"].toInt(-1);
    finding.column = json[u"column"].toInt(-1);
    finding.endLine = json[u"end_line"].toInt(-1);
    finding.endColumn = json[u"end_column"].toInt(-1);
    if (!isPlace(finding.line, finding.column) || !isPlace(finding.endLine, finding.endColumn) ||
        finding.endLine < finding.line)
        return bad(u"an impossible place"_s);
    finding.excerpt = json[u"excerpt"].toString();
    if (!json[u"excerpt"].isString() || finding.excerpt.size() > maxExcerpt)
        return bad(u"a wrong excerpt"_s);
    auto arguments = texts(json[u"arguments"], maxArguments, u"wrong arguments"_s);
    if (!arguments)
        return std::unexpected(arguments.error());
    finding.arguments = *std::move(arguments);
    return finding;
}

QJsonObject toJson(const Finding &finding)
{
    return {{u"rule"_s, finding.rule},
            {u"severity"_s, toString(finding.severity)},
            {u"line"_s, finding.line},
            {u"column"_s, finding.column},
            {u"end_line"_s, finding.endLine},
            {u"end_column"_s, finding.endColumn},
            {u"excerpt"_s, finding.excerpt},
            {u"arguments"_s, QJsonArray::fromStringList(finding.arguments)}};
}

Result<NamedFile> fileFromJson(const QJsonObject &json)
{
    const NamedFile file{json[u"mount"].toString(), json[u"path"].toString(),
                         json[u"written"].toBool()};
    if (!json[u"mount"].isString() || !json[u"path"].isString() || !json[u"written"].isBool() ||
        file.mount.size() > maxText || file.path.size() > maxPath)
        return bad(u"a wrong file"_s);
    return file;
}

template <class T, class Read>
Result<QList<T>> listOf(const QJsonValue &value, qsizetype count, const QString &what, Read read)
{
    if (!value.isArray() || value.toArray().size() > count)
        return bad(what);
    QList<T> list;
    for (const QJsonValue &item : value.toArray()) {
        auto one = read(item.toObject());
        if (!one)
            return std::unexpected(one.error());
        list.append(*std::move(one));
    }
    return list;
}

} // namespace

QString toString(FindingGroup group)
{
    return nameIn(groupNames, group);
}

std::optional<FindingGroup> findingGroupFromString(QStringView text)
{
    return valueIn(groupNames, text);
}

QList<FindingGroup> findingGroups()
{
    QList<FindingGroup> groups;
    for (const auto &[group, name] : groupNames)
        groups.append(group);
    return groups;
}

QString toString(FindingSeverity severity)
{
    return nameIn(severityNames, severity);
}

QList<FindingRule> findingRules()
{
    QList<FindingRule> list;
    for (const RuleRow &row : rules)
        list.append({row.name.toString(), row.group, row.kind.toString()});
    return list;
}

const FindingRule *findingRule(QStringView name)
{
    static const QList<FindingRule> all = findingRules();
    const auto it = std::ranges::find(all, name, &FindingRule::name);
    return it == all.end() ? nullptr : &*it;
}

FindingGroup Finding::group() const
{
    const FindingRule *known = findingRule(rule);
    return known ? known->group : FindingGroup::Behaviour;
}

QString Finding::kind() const
{
    const FindingRule *known = findingRule(rule);
    return known ? known->kind : QString();
}

QStringList FindingReport::kindsOfNotes() const
{
    if (state == State::Unavailable || state == State::Pending)
        return {u"unknown"_s};
    QStringList kinds;
    for (const Finding &finding : findings)
        kinds.append(finding.rule);
    kinds.sort();
    kinds.removeDuplicates();
    return kinds;
}

QJsonObject FindingReport::toJson() const
{
    QJsonObject json{{u"state"_s, nameIn(stateNames, state)}};
    if (state == State::Unavailable)
        json.insert(u"problem"_s, problem);
    QJsonArray found;
    for (const Finding &finding : findings)
        found.append(glovebox::toJson(finding));
    QJsonArray named;
    for (const NamedFile &file : files)
        named.append(QJsonObject{
            {u"mount"_s, file.mount}, {u"path"_s, file.path}, {u"written"_s, file.written}});
    json.insert(u"findings"_s, found);
    json.insert(u"files"_s, named);
    json.insert(u"reads_unknown"_s, readsUnknown);
    json.insert(u"writes_unknown"_s, writesUnknown);
    json.insert(u"packages"_s, QJsonArray::fromStringList(packages));
    json.insert(u"imports"_s, QJsonArray::fromStringList(imports));
    json.insert(u"network"_s, usesNetwork);
    json.insert(u"lines"_s, lines);
    json.insert(u"left"_s, left);
    return json;
}

Result<FindingReport> FindingReport::fromJson(const QJsonObject &json)
{
    FindingReport report;
    const auto state = valueIn(stateNames, json[u"state"].toString());
    if (!state)
        return bad(u"an unknown state"_s);
    report.state = *state;
    report.problem = json[u"problem"].toString().left(maxText);
    auto found = listOf<Finding>(json[u"findings"], maxFindings, u"no list"_s, findingFromJson);
    auto files = listOf<NamedFile>(json[u"files"], maxListed, u"no files"_s, fileFromJson);
    auto packages = texts(json[u"packages"], maxListed, u"no packages"_s);
    auto imports = texts(json[u"imports"], maxListed, u"no imports"_s);
    for (const Error *error :
         {found ? nullptr : &found.error(), files ? nullptr : &files.error(),
          packages ? nullptr : &packages.error(), imports ? nullptr : &imports.error()}) {
        if (error)
            return std::unexpected(*error);
    }
    for (const QStringView flag : {u"reads_unknown", u"writes_unknown", u"network"}) {
        if (!json[flag].isBool())
            return bad(u"a missing fact"_s);
    }
    report.findings = *std::move(found);
    report.files = *std::move(files);
    report.packages = *std::move(packages);
    report.imports = *std::move(imports);
    report.readsUnknown = json[u"reads_unknown"].toBool();
    report.writesUnknown = json[u"writes_unknown"].toBool();
    report.usesNetwork = json[u"network"].toBool();
    report.lines = json[u"lines"].toInt(-1);
    report.left = json[u"left"].toInt(-1);
    if (report.lines < 0 || report.lines > maxLine || report.left < 0)
        return bad(u"an impossible size"_s);
    std::ranges::stable_sort(report.findings, {}, [](const Finding &finding) {
        return std::pair(finding.line, finding.column);
    });
    return report;
}

FindingReport FindingReport::unavailable(const QString &problem)
{
    FindingReport report;
    report.state = State::Unavailable;
    report.problem = problem.left(maxText);
    report.readsUnknown = report.writesUnknown = true;
    return report;
}

FindingReport FindingReport::notCode()
{
    FindingReport report;
    report.state = State::NotCode;
    return report;
}

bool hasNoNewKinds(const FindingReport &asked, const QStringList &allowedKinds)
{
    if (asked.state != State::Complete && asked.state != State::NotCode)
        return false;
    if (allowedKinds.contains(u"unknown"_s))
        return false;
    return std::ranges::all_of(asked.kindsOfNotes(), [&allowedKinds](const QString &kind) {
        return allowedKinds.contains(kind);
    });
}

} // namespace glovebox
