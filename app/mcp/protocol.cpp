// SPDX-License-Identifier: MIT
#include "protocol.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <array>
#include <cmath>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

// Oldest first; the traits are those of mcp.md 1.1.
constexpr std::array dialects{
    Dialect{.era = Era::V2024_11_05,
            .version = "2024-11-05"_L1,
            .stateless = false,
            .batches = false,
            .annotations = false,
            .audio = false,
            .completions = false,
            .resourceLinks = false,
            .titles = false,
            .structuredContent = false,
            .icons = false,
            .inputErrorsAreResults = false,
            .primedStreams = false},
    Dialect{.era = Era::V2025_03_26,
            .version = "2025-03-26"_L1,
            .stateless = false,
            .batches = true,
            .annotations = true,
            .audio = true,
            .completions = true,
            .resourceLinks = false,
            .titles = false,
            .structuredContent = false,
            .icons = false,
            .inputErrorsAreResults = false,
            .primedStreams = false},
    Dialect{.era = Era::V2025_06_18,
            .version = "2025-06-18"_L1,
            .stateless = false,
            .batches = false,
            .annotations = true,
            .audio = true,
            .completions = true,
            .resourceLinks = true,
            .titles = true,
            .structuredContent = true,
            .icons = false,
            .inputErrorsAreResults = false,
            .primedStreams = false},
    Dialect{.era = Era::V2025_11_25,
            .version = "2025-11-25"_L1,
            .stateless = false,
            .batches = false,
            .annotations = true,
            .audio = true,
            .completions = true,
            .resourceLinks = true,
            .titles = true,
            .structuredContent = true,
            .icons = true,
            .inputErrorsAreResults = true,
            .primedStreams = true},
    Dialect{.era = Era::V2026_07_28,
            .version = "2026-07-28"_L1,
            .stateless = true,
            .batches = false,
            .annotations = true,
            .audio = true,
            .completions = true,
            .resourceLinks = true,
            .titles = true,
            .structuredContent = true,
            .icons = true,
            .inputErrorsAreResults = true,
            .primedStreams = false},
};

bool isId(const QJsonValue &value)
{
    if (value.isString())
        return true;
    return value.isDouble() && std::floor(value.toDouble()) == value.toDouble();
}

QString kindOf(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return u"null"_s;
    case QJsonValue::Bool:
        return u"a boolean"_s;
    case QJsonValue::Double:
        return u"a number"_s;
    case QJsonValue::String:
        return u"a string"_s;
    case QJsonValue::Array:
        return u"an array"_s;
    case QJsonValue::Object:
        return u"an object"_s;
    case QJsonValue::Undefined:
        break;
    }
    return u"nothing"_s;
}

Message invalid(const QJsonValue &id, const QString &text)
{
    Message message;
    message.id = isId(id) ? id : QJsonValue(QJsonValue::Null);
    message.invalid = {.code = RpcCode::InvalidRequest, .text = text};
    return message;
}

Message parseResponse(const QJsonObject &object)
{
    const QJsonValue id = object.value("id"_L1);
    if (!isId(id))
        return invalid(id, u"A response needs the \"id\" of the request that it answers."_s);
    Message message;
    message.kind = Message::Kind::Response;
    message.id = id;
    message.result = object.value("result"_L1);
    message.error = object.value("error"_L1).toObject();
    return message;
}

Message parseCall(const QJsonObject &object)
{
    const QJsonValue id = object.value("id"_L1);
    const QJsonValue params = object.value("params"_L1);
    if (!id.isUndefined() && !isId(id)) {
        return invalid(id, u"The \"id\" of a request must be a string or an integer, but it is %1. "
                           "Leave it out to send a notification."_s.arg(kindOf(id)));
    }
    if (!params.isUndefined() && !params.isObject()) {
        return invalid(id, u"\"params\" must be an object, but it is %1."_s.arg(kindOf(params)));
    }
    Message message;
    message.kind = id.isUndefined() ? Message::Kind::Notification : Message::Kind::Request;
    message.id = id.isUndefined() ? QJsonValue(QJsonValue::Null) : id;
    message.method = object.value("method"_L1).toString();
    message.params = params.toObject();
    return message;
}

Message parseMessage(const QJsonValue &value)
{
    if (!value.isObject())
        return invalid({}, u"A message must be an object, but it is %1."_s.arg(kindOf(value)));
    const QJsonObject object = value.toObject();
    const QJsonValue id = object.value("id"_L1);
    if (object.value("jsonrpc"_L1) != QJsonValue("2.0"_L1))
        return invalid(id, u"Every message needs \"jsonrpc\": \"2.0\"."_s);
    if (object.value("method"_L1).isString())
        return parseCall(object);
    if (object.contains("result"_L1) || object.contains("error"_L1))
        return parseResponse(object);
    return invalid(id,
                   u"A message needs a \"method\" (a string), or a \"result\" or an \"error\"."_s);
}

bool isLoneValue(const QByteArray &bytes)
{
    const QJsonArray values = QJsonDocument::fromJson('[' + bytes + ']').array();
    return values.size() == 1 && !values.first().isObject() && !values.first().isArray();
}

RpcError parseFailure(const QString &text)
{
    return {.code = RpcCode::ParseError, .text = text};
}

} // namespace

const Dialect &dialect(Era era)
{
    for (const Dialect &known : dialects) {
        if (known.era == era)
            return known;
    }
    return dialects.back();
}

std::optional<Era> eraOf(QStringView version)
{
    for (const Dialect &known : dialects) {
        if (version == known.version)
            return known.era;
    }
    return std::nullopt;
}

Era newestSessionEra()
{
    Era newest = dialects.front().era;
    for (const Dialect &known : dialects) {
        if (!known.stateless)
            newest = known.era;
    }
    return newest;
}

QStringList supportedVersions()
{
    QStringList versions;
    for (const Dialect &known : dialects)
        versions.prepend(known.version);
    return versions;
}

QStringList sessionVersions()
{
    QStringList versions;
    for (const Dialect &known : dialects) {
        if (!known.stateless)
            versions.prepend(known.version);
    }
    return versions;
}

std::expected<Body, RpcError> parseBody(const QByteArray &bytes)
{
    if (!bytes.isValidUtf8()) {
        return std::unexpected(parseFailure(
            u"The body is not valid UTF-8. Send JSON in UTF-8; bytes that are not text must be "
            "encoded, for example as base64."_s));
    }
    if (bytes.trimmed().isEmpty())
        return std::unexpected(
            parseFailure(u"The body is empty. Send one JSON-RPC 2.0 message."_s));
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &problem);
    // Qt's parser takes nothing but objects and arrays: a lone value is JSON and no message.
    if (problem.error != QJsonParseError::NoError && isLoneValue(bytes)) {
        return std::unexpected(
            RpcError{.code = RpcCode::InvalidRequest,
                     .text = u"A message must be an object. Send one JSON-RPC 2.0 message."_s});
    }
    if (problem.error != QJsonParseError::NoError) {
        return std::unexpected(parseFailure(
            u"The body is not valid JSON (%1 at byte %2). Send one JSON-RPC 2.0 message."_s.arg(
                problem.errorString(), QString::number(problem.offset))));
    }
    if (document.isObject())
        return Body{.messages = {parseMessage(document.object())}};
    Body body{.messages = {}, .batch = true};
    const QJsonArray entries = document.array();
    for (const QJsonValue &entry : entries)
        body.messages.append(parseMessage(entry));
    if (body.messages.isEmpty()) {
        return std::unexpected(
            RpcError{.code = RpcCode::InvalidRequest,
                     .text = u"The batch is empty. Send one JSON-RPC 2.0 message."_s});
    }
    return body;
}

QString idKey(const QJsonValue &id)
{
    if (id.isString())
        return u"s:"_s + id.toString();
    return u"i:"_s + id.toVariant().toString();
}

QJsonObject resultMessage(const QJsonValue &id, const QJsonObject &result)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"result"_s, result}};
}

QJsonObject errorMessage(const QJsonValue &id, const RpcError &error)
{
    QJsonObject body{{u"code"_s, int(error.code)}, {u"message"_s, error.text}};
    if (!error.data.isUndefined())
        body.insert("data"_L1, error.data);
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"error"_s, body}};
}

QJsonObject notificationMessage(QLatin1StringView method, const QJsonObject &params)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, QString(method)}, {u"params"_s, params}};
}

QJsonObject requestMessage(const QString &id, const QString &method, const QJsonObject &params)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}};
}

QByteArray encode(const QJsonObject &message)
{
    return QJsonDocument(message).toJson(QJsonDocument::Compact);
}

} // namespace glovebox::mcp
