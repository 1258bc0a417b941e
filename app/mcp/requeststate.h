// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"

#include <QDateTime>
#include <QJsonObject>
#include <QStringList>

#include <expected>

// What the client carries between the rounds of a request that needs its input (2026-07-28). We
// keep nothing: all of it is in the text, with a mark (HMAC-SHA-256 under a key of this process)
// without which it is not taken back.
namespace glovebox::mcp {

struct RequestState
{
    QStringList asked;   // keys of the round's questions
    QJsonObject answers; // of the rounds before, by key
};

// What a state is good for: one client's repeated request with the same parameters.
struct StateBinding
{
    ClientId client;
    QString method;
    QJsonObject params; // its _meta, inputResponses and requestState do not count
};

QString sealState(const RequestState &state, const StateBinding &binding, const QDateTime &now);

// Fails with a text when it was altered, belongs to something else, or is older than
// limits::requestStateLifetime.
std::expected<RequestState, QString> openState(const QString &sealed, const StateBinding &binding,
                                               const QDateTime &now);

// Whether a client's response has the shape that the question asked for.
bool fitsQuestion(const QString &method, const QJsonObject &params, const QJsonValue &response);

} // namespace glovebox::mcp
