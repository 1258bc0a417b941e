// SPDX-License-Identifier: MIT
#include "envelope.h"

#include "serversession.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView versionField{"io.modelcontextprotocol/protocolVersion"};
constexpr QLatin1StringView clientField{"io.modelcontextprotocol/clientInfo"};
constexpr QLatin1StringView capabilitiesField{"io.modelcontextprotocol/clientCapabilities"};
constexpr QByteArrayView versionHeader = "MCP-Protocol-Version";
constexpr QByteArrayView methodHeader = "Mcp-Method";
constexpr QByteArrayView nameHeader = "Mcp-Name";
constexpr QByteArrayView sessionHeader = "Mcp-Session-Id";
constexpr QByteArrayView encodedBegin = "=?base64?";
constexpr QByteArrayView encodedEnd = "?=";

using Checked = std::expected<void, Rejection>;

std::unexpected<Rejection> reject(RpcCode code, const QString &text,
                                  const QJsonValue &data = QJsonValue::Undefined, int status = 400)
{
    return std::unexpected(
        Rejection{.status = status, .error = {.code = code, .text = text, .data = data}});
}

QJsonObject metaOf(const Message &message)
{
    return message.params.value("_meta"_L1).toObject();
}

bool hasEnvelope(const Message &message)
{
    return metaOf(message).contains(versionField);
}

bool namesStatelessEra(const std::optional<QByteArray> &version)
{
    const auto era = eraOf(QString::fromLatin1(version.value_or(QByteArray())));
    return era && dialect(*era).stateless;
}

// Null when the wrapper is there and what it holds is not base64 of UTF-8.
std::optional<QString> decoded(const QByteArray &value)
{
    if (!value.startsWith(encodedBegin) || !value.endsWith(encodedEnd) ||
        value.size() < encodedBegin.size() + encodedEnd.size()) {
        return QString::fromUtf8(value);
    }
    const QByteArray text =
        value.sliced(encodedBegin.size(), value.size() - encodedBegin.size() - encodedEnd.size());
    const QByteArray bytes = QByteArray::fromBase64(text);
    if (bytes.toBase64() != text || !bytes.isValidUtf8())
        return std::nullopt;
    return QString::fromUtf8(bytes);
}

// What a header field has to say for a value of the body; null for kinds that none can carry.
std::optional<QString> headerText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    if (value.isDouble() && std::floor(value.toDouble()) == value.toDouble())
        return QString::number(value.toInteger());
    return std::nullopt;
}

Checked checkField(const HeaderLookup &header, const QByteArray &name, const QJsonValue &value)
{
    const std::optional<QByteArray> given = header(name);
    const std::optional<QString> wanted = headerText(value);
    if (!given && !wanted)
        return {};
    const QString field = QString::fromLatin1(name);
    if (!given) {
        return reject(
            RpcCode::HeaderMismatch,
            u"The header %1 is missing; it must repeat the value in the body."_s.arg(field));
    }
    if (wanted && decoded(*given) == *wanted)
        return {};
    return reject(RpcCode::HeaderMismatch,
                  u"The header %1 does not say the same as the body."_s.arg(field));
}

// Fields that the schema of a tool marks with x-mcp-header, at any depth.
Checked checkParameters(const HeaderLookup &header, const QJsonObject &schema,
                        const QJsonObject &arguments)
{
    const QJsonObject properties = schema.value("properties"_L1).toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it) {
        const QJsonObject property = it.value().toObject();
        const QJsonValue value = arguments.value(it.key());
        const QString mark = property.value("x-mcp-header"_L1).toString();
        if (!mark.isEmpty()) {
            if (auto checked = checkField(header, "Mcp-Param-" + mark.toLatin1(), value); !checked)
                return checked;
        }
        if (auto checked = checkParameters(header, property, value.toObject()); !checked)
            return checked;
    }
    return {};
}

Checked checkEnvelope(const Message &message)
{
    const QJsonObject meta = metaOf(message);
    if (!meta.value(versionField).isString()) {
        return reject(RpcCode::InvalidParams,
                      u"params._meta needs \"%1\", a string."_s.arg(versionField));
    }
    if (!meta.value(capabilitiesField).isObject()) {
        return reject(RpcCode::InvalidParams,
                      u"params._meta needs \"%1\", an object."_s.arg(capabilitiesField));
    }
    return {};
}

Checked checkHeaders(const Message &message, const HeaderLookup &header)
{
    const QString version = metaOf(message).value(versionField).toString();
    if (auto checked = checkField(header, versionHeader.toByteArray(), version); !checked)
        return checked;
    if (auto checked = checkField(header, methodHeader.toByteArray(), message.method); !checked)
        return checked;
    const auto era = eraOf(version);
    if (!era || !dialect(*era).stateless) {
        return reject(RpcCode::UnsupportedVersion,
                      u"Unsupported protocol version \"%1\"."_s.arg(version.left(40)),
                      QJsonObject{{u"supported"_s, QJsonArray::fromStringList(supportedVersions())},
                                  {u"requested"_s, version}});
    }
    const bool byName = message.is("tools/call"_L1) || message.is("prompts/get"_L1);
    const bool byUri = message.is("resources/read"_L1);
    if (!byName && !byUri)
        return {};
    return checkField(header, nameHeader.toByteArray(),
                      message.params.value(byUri ? "uri"_L1 : "name"_L1));
}

Checked checkTool(const Tool &tool, const Message &message, const HeaderLookup &header,
                  const ClientInfo &client)
{
    for (const QString &capability : tool.needs) {
        if (!client.declares(capability)) {
            const QJsonObject required{{capability, QJsonObject()}};
            return reject(RpcCode::MissingClientCapability,
                          u"%1 needs the client capability \"%2\"."_s.arg(tool.name, capability),
                          QJsonObject{{u"requiredCapabilities"_s, required}});
        }
    }
    return checkParameters(header, tool.inputSchema,
                           message.params.value("arguments"_L1).toObject());
}

} // namespace

std::expected<bool, Rejection> isStateless(const Body &body, const HeaderLookup &header)
{
    const bool any = std::ranges::any_of(body.messages, hasEnvelope);
    if (body.batch && any) {
        return reject(RpcCode::InvalidRequest,
                      u"Revision 2026-07-28 has no batches. Send one message per body."_s);
    }
    if (any)
        return true;
    // A session that exists counts for more than a header that its client sends by mistake.
    if (body.batch || header(sessionHeader) || !namesStatelessEra(header(versionHeader)))
        return false;
    const Message &message = body.messages.first();
    if (message.is("initialize"_L1)) {
        return reject(RpcCode::HeaderMismatch,
                      u"MCP-Protocol-Version names a revision that has no initialize."_s);
    }
    if (message.kind != Message::Kind::Request && message.kind != Message::Kind::Notification)
        return false;
    return reject(RpcCode::InvalidParams,
                  u"params._meta needs \"%1\" in this revision."_s.arg(versionField));
}

std::expected<Caller, Rejection> admitStateless(const Server &server, const Principal &principal,
                                                const Message &message, const HeaderLookup &header)
{
    for (const Checked &checked : {checkEnvelope(message), checkHeaders(message, header)}) {
        if (!checked)
            return std::unexpected(checked.error());
    }
    const QJsonObject meta = metaOf(message);
    const Caller caller{.principal = principal,
                        .client =
                            clientInfo(meta.value(clientField), meta.value(capabilitiesField)),
                        .sessionId = {},
                        .era = *eraOf(meta.value(versionField).toString())};
    if (message.is("tools/call"_L1)) {
        const Tool *tool = server.tool(message.params.value("name"_L1).toString());
        const Checked checked = tool ? checkTool(*tool, message, header, caller.client) : Checked();
        if (!checked)
            return std::unexpected(checked.error());
    }
    if (message.kind == Message::Kind::Request) {
        if (auto unknown =
                ServerSession::unknownMethod(server, dialect(caller.era), message.method)) {
            return std::unexpected(Rejection{.status = 404, .error = *std::move(unknown)});
        }
    }
    return caller;
}

} // namespace glovebox::mcp
