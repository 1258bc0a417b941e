// SPDX-License-Identifier: MIT
#include "runevent.h"

#include <QJsonArray>

#include <array>
#include <utility>

namespace glovebox {

namespace {

template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, QStringView>, N>;

constexpr Names<StreamName, 2> streamNames{
    {{StreamName::Stdout, u"stdout"}, {StreamName::Stderr, u"stderr"}}};
constexpr Names<DecisionKind, 4> decisionKinds{{{DecisionKind::Allow, u"allow"},
                                                {DecisionKind::Deny, u"deny"},
                                                {DecisionKind::Expire, u"expire"},
                                                {DecisionKind::TakeBack, u"take_back"}}};
constexpr Names<DecisionBy, 5> decidersNames{{{DecisionBy::Person, u"person"},
                                              {DecisionBy::Grant, u"grant"},
                                              {DecisionBy::Policy, u"policy"},
                                              {DecisionBy::Clock, u"clock"},
                                              {DecisionBy::Client, u"client"}}};
constexpr Names<Scope, 6> scopeNames{{{Scope::ThisRun, u"this_run"},
                                      {Scope::ThisSession, u"this_session"},
                                      {Scope::ClientHalfHour, u"client_30_min"},
                                      {Scope::ClientTwoHours, u"client_2_hours"},
                                      {Scope::ClientUntilQuit, u"client_until_quit"},
                                      {Scope::ExactCode, u"exact_code"}}};

template <class Enum, std::size_t N>
QString nameOf(const Names<Enum, N> &names, Enum value)
{
    for (const auto &[candidate, name] : names) {
        if (candidate == value)
            return name.toString();
    }
    Q_UNREACHABLE_RETURN(QString());
}

template <class Enum, std::size_t N>
Result<Enum> valueOf(const Names<Enum, N> &names, const QString &text)
{
    for (const auto &[value, name] : names) {
        if (name == text)
            return value;
    }
    return fail(ErrorCode::Corrupt, QStringLiteral("A stored event has an unknown value."), text);
}

QString dateText(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString();
}

using Json = QJsonObject;
using S = QString;

S key(const char16_t *name)
{
    return QStringView(name).toString();
}

// Each kind of event: its name, how it is stored, how it is read back.
struct Kind
{
    QStringView name;
    Result<RunEventBody> (*read)(const Json &);
};

Json write(const event::Asked &e)
{
    return {{key(u"record"), e.record.toJson()},
            {key(u"client_label"), e.clientLabel},
            {key(u"client_claims"), e.clientClaims},
            {key(u"expires"), dateText(e.expires)}};
}

Result<RunEventBody> readAsked(const Json &j)
{
    auto record = ApprovalRecord::fromJson(j[u"record"].toObject());
    if (!record)
        return std::unexpected(record.error());
    return event::Asked{*std::move(record), j[u"client_label"].toString(),
                        j[u"client_claims"].toString(),
                        QDateTime::fromString(j[u"expires"].toString(), Qt::ISODateWithMs)};
}

Json write(const event::Decided &e)
{
    Json json{{key(u"kind"), toString(e.kind)},
              {key(u"by"), toString(e.by)},
              {key(u"scope"), toString(e.scope)},
              {key(u"note"), e.note},
              {key(u"digest"), e.digest}};
    if (e.code)
        writeBytes(json, key(u"code"), *e.code);
    if (e.mode)
        json.insert(key(u"mode"), toString(*e.mode));
    return json;
}

Result<RunEventBody> readDecided(const Json &j)
{
    const auto kind = valueOf(decisionKinds, j[u"kind"].toString());
    const auto by = valueOf(decidersNames, j[u"by"].toString());
    const auto scope = valueOf(scopeNames, j[u"scope"].toString());
    if (!kind || !by || !scope)
        return fail(ErrorCode::Corrupt, QStringLiteral("A stored decision cannot be read."));
    event::Decided decided{*kind, *by, *scope, j[u"note"].toString(), j[u"digest"].toString()};
    decided.code = readBytes(j, key(u"code"));
    if (j.contains(u"mode")) {
        decided.mode = mountModeFromString(j[u"mode"].toString());
        if (!decided.mode)
            return fail(ErrorCode::Corrupt, QStringLiteral("A stored decision cannot be read."));
    }
    return decided;
}

Json write(const event::Queued &e)
{
    return {{key(u"position"), e.position}};
}

Result<RunEventBody> readQueued(const Json &j)
{
    return event::Queued{j[u"position"].toInt()};
}

Json write(const event::Starting &e)
{
    return {{key(u"phase"), e.phase}, {key(u"text"), e.text}};
}

Result<RunEventBody> readStarting(const Json &j)
{
    return event::Starting{j[u"phase"].toString(), j[u"text"].toString()};
}

Json write(const event::Started &e)
{
    return {{key(u"code_sha256"), e.codeDigest}};
}

Result<RunEventBody> readStarted(const Json &j)
{
    return event::Started{j[u"code_sha256"].toString()};
}

Json write(const event::Output &e)
{
    return {{key(u"stream"), toString(e.stream)},
            {key(u"offset"), e.offset},
            {key(u"length"), e.length}};
}

Result<RunEventBody> readOutput(const Json &j)
{
    const auto stream = valueOf(streamNames, j[u"stream"].toString());
    if (!stream)
        return std::unexpected(stream.error());
    return event::Output{*stream, j[u"offset"].toInteger(), {}, j[u"length"].toInteger()};
}

Json write(const event::Display &e)
{
    return {{key(u"index"), e.index},
            {key(u"mime_type"), e.mimeType},
            {key(u"file"), e.file},
            {key(u"size"), e.size},
            {key(u"width"), e.pixels.width()},
            {key(u"height"), e.pixels.height()},
            {key(u"title"), e.title},
            {key(u"text"), e.text}};
}

Result<RunEventBody> readDisplay(const Json &j)
{
    return event::Display{j[u"index"].toInt(),
                          j[u"mime_type"].toString(),
                          j[u"file"].toString(),
                          j[u"size"].toInteger(),
                          QSize(j[u"width"].toInt(), j[u"height"].toInt()),
                          j[u"title"].toString(),
                          j[u"text"].toString()};
}

Json write(const event::ResultValue &e)
{
    return {{key(u"text"), e.text}};
}

Result<RunEventBody> readResultValue(const Json &j)
{
    return event::ResultValue{j[u"text"].toString()};
}

Json write(const event::Raised &e)
{
    return {{key(u"ename"), e.ename},
            {key(u"evalue"), e.evalue},
            {key(u"traceback"), QJsonArray::fromStringList(e.traceback)}};
}

Result<RunEventBody> readRaised(const Json &j)
{
    QStringList traceback;
    for (const QJsonValue &line : j[u"traceback"].toArray())
        traceback.append(line.toString());
    return event::Raised{j[u"ename"].toString(), j[u"evalue"].toString(), traceback};
}

Json write(const event::Progress &e)
{
    return {{key(u"fraction"), e.fraction}, {key(u"text"), e.text}};
}

Result<RunEventBody> readProgress(const Json &j)
{
    return event::Progress{j[u"fraction"].toDouble(-1), j[u"text"].toString()};
}

Json write(const event::FileTouched &e)
{
    return {{key(u"mount"), e.mount}, {key(u"path"), e.path}, {key(u"written"), e.written}};
}

Result<RunEventBody> readFileTouched(const Json &j)
{
    return event::FileTouched{j[u"mount"].toString(), j[u"path"].toString(),
                              j[u"written"].toBool()};
}

Json write(const event::PackageLoaded &e)
{
    return {{key(u"name"), e.name}, {key(u"version"), e.version}};
}

Result<RunEventBody> readPackageLoaded(const Json &j)
{
    return event::PackageLoaded{j[u"name"].toString(), j[u"version"].toString()};
}

Json write(const event::InputWanted &e)
{
    Json json{{key(u"prompt"), e.prompt}};
    if (e.isSecret)
        json.insert(key(u"secret"), true);
    return json;
}

Result<RunEventBody> readInputWanted(const Json &j)
{
    return event::InputWanted{j[u"prompt"].toString(), j[u"secret"].toBool()};
}

Json write(const event::InputAnswered &e)
{
    Json json{{key(u"line"), e.line}};
    if (e.isEndOfFile)
        json.insert(key(u"end_of_file"), true);
    return json;
}

Result<RunEventBody> readInputAnswered(const Json &j)
{
    return event::InputAnswered{j[u"line"].toString(), j[u"end_of_file"].toBool()};
}

Json write(const event::Restarted &e)
{
    Json json{{key(u"reason"), e.reason}, {key(u"new_epoch"), e.newEpoch}};
    if (e.beforeRun)
        json.insert(key(u"before_run"), true);
    return json;
}

Result<RunEventBody> readRestarted(const Json &j)
{
    return event::Restarted{j[u"reason"].toString(), j[u"new_epoch"].toInt(),
                            j[u"before_run"].toBool()};
}

Json write(const event::Ended &e)
{
    return {{key(u"state"), toString(e.state)},
            {key(u"reason"), e.reason},
            {key(u"execution_ms"), e.executionMs},
            {key(u"output_bytes"), e.outputBytes},
            {key(u"output_bytes_kept"), e.outputBytesKept}};
}

Result<RunEventBody> readEnded(const Json &j)
{
    const auto state = runStateFromString(j[u"state"].toString());
    if (!state || !isFinal(*state))
        return fail(ErrorCode::Corrupt, QStringLiteral("A stored end has no final state."));
    return event::Ended{*state, j[u"reason"].toString(), j[u"execution_ms"].toInteger(),
                        j[u"output_bytes"].toInteger(), j[u"output_bytes_kept"].toInteger()};
}

Json write(const event::Findings &e)
{
    return e.report.toJson();
}

Result<RunEventBody> readFindings(const Json &j)
{
    auto report = FindingReport::fromJson(j);
    if (!report)
        return std::unexpected(report.error());
    return event::Findings{*std::move(report)};
}

// In the order of RunEventBody's alternatives.
constexpr std::array<Kind, std::variant_size_v<RunEventBody>> kinds{{
    {u"asked", readAsked},
    {u"decided", readDecided},
    {u"queued", readQueued},
    {u"starting", readStarting},
    {u"started", readStarted},
    {u"output", readOutput},
    {u"display", readDisplay},
    {u"result", readResultValue},
    {u"raised", readRaised},
    {u"progress", readProgress},
    {u"file", readFileTouched},
    {u"package", readPackageLoaded},
    {u"input_wanted", readInputWanted},
    {u"restarted", readRestarted},
    {u"ended", readEnded},
    {u"findings", readFindings},
    {u"input_answered", readInputAnswered},
}};

} // namespace

QString toString(StreamName name)
{
    return nameOf(streamNames, name);
}

QString toString(DecisionKind kind)
{
    return nameOf(decisionKinds, kind);
}

QString toString(DecisionBy by)
{
    return nameOf(decidersNames, by);
}

bool isOfClient(Scope scope)
{
    return scope == Scope::ClientHalfHour || scope == Scope::ClientTwoHours ||
           scope == Scope::ClientUntilQuit;
}

QString toString(Scope scope)
{
    return nameOf(scopeNames, scope);
}

QString RunEvent::kind() const
{
    return kinds[body.index()].name.toString();
}

QJsonObject RunEvent::bodyToJson() const
{
    return std::visit([](const auto &alternative) { return write(alternative); }, body);
}

Result<RunEventBody> RunEvent::bodyFromJson(const QString &kind, const QJsonObject &json)
{
    for (const Kind &known : kinds) {
        if (known.name == kind)
            return known.read(json);
    }
    return fail(ErrorCode::Corrupt, QStringLiteral("A stored event is of an unknown kind."), kind);
}

} // namespace glovebox
