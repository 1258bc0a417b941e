// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <expected>
#include <optional>

// JSON-RPC and the revisions of MCP as values. Knows neither sockets nor tools.
namespace glovebox::mcp {

// ---- Revisions --------------------------------------------------------------------------

enum class Era {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28, // stateless: every request says who asks and in which revision
};

// What differs between the revisions, so that the code asks for a trait and never for a date.
// One more revision is one more row in protocol.cpp.
struct Dialect
{
    Era era;
    QLatin1StringView version;
    bool stateless;             // no initialize, no session, no requests to the client
    bool batches;               // several messages in one body
    bool annotations;           // hints about tools
    bool audio;                 // content kind audio
    bool completions;           // declared as a capability of its own
    bool resourceLinks;         // content kind resource_link
    bool titles;                // `title` beside `name`
    bool structuredContent;     // results may carry it
    bool icons;                 // pictures, and a description of the server
    bool inputErrorsAreResults; // SEP-1303: wrong arguments are an isError result
    bool primedStreams;         // SEP-1699: an event with an id and empty data may come first
};

const Dialect &dialect(Era era);
std::optional<Era> eraOf(QStringView version);
Era newestSessionEra();          // the newest one that begins with initialize
QStringList supportedVersions(); // newest first
QStringList sessionVersions();   // those that begin with initialize, newest first

// ---- Errors -----------------------------------------------------------------------------

// Every JSON-RPC error code that Glovebox sends.
enum class RpcCode {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    ResourceNotFound = -32002, // InvalidParams from 2026-07-28 on
    SessionNotFound = -32001,  // with HTTP 404, as the SDKs do
    Refused = -32000,          // transport-level refusals, as the SDKs do
    // Of 2026-07-28, each with HTTP 400.
    HeaderMismatch = -32020,
    MissingClientCapability = -32021,
    UnsupportedVersion = -32022,
};

struct RpcError
{
    RpcCode code = RpcCode::InternalError;
    QString text; // says what arrived, what was expected and what to try
    QJsonValue data = QJsonValue::Undefined;
};

// ---- Messages ---------------------------------------------------------------------------

// One JSON-RPC message as it arrived.
struct Message
{
    enum class Kind {
        Request,
        Notification,
        Response, // an answer to a request of ours
        Invalid,  // `error` says why; answered with it
    };
    Kind kind = Kind::Invalid;
    QJsonValue id = QJsonValue::Null; // string or integer; null where there is none
    QString method;
    QJsonObject params;
    QJsonValue result = QJsonValue::Undefined; // of a Response
    QJsonObject error;                         // of a Response
    RpcError invalid;                          // of an Invalid

    bool is(QLatin1StringView name) const { return kind != Kind::Response && method == name; }
};

// One body: a message, or a batch of them.
struct Body
{
    QList<Message> messages;
    bool batch = false;
};

// Fails when the bytes are not UTF-8, not JSON, or neither an object nor a non-empty array.
// What is wrong with a single message is in the message.
std::expected<Body, RpcError> parseBody(const QByteArray &bytes);

// A string for maps: "s:abc" or "i:7", so that the id 7 and the id "7" are never mixed up.
QString idKey(const QJsonValue &id);

QJsonObject resultMessage(const QJsonValue &id, const QJsonObject &result);
QJsonObject errorMessage(const QJsonValue &id, const RpcError &error);
QJsonObject notificationMessage(QLatin1StringView method, const QJsonObject &params);
QJsonObject requestMessage(const QString &id, const QString &method, const QJsonObject &params);
QByteArray encode(const QJsonObject &message); // compact, one line

} // namespace glovebox::mcp
