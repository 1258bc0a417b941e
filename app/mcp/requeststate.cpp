// SPDX-License-Identifier: MIT
#include "requeststate.h"

#include "arguments.h"
#include "base/constanttime.h"
#include "base/limits.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>

#include <array>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

const QByteArray &processKey()
{
    static const QByteArray key = [] {
        std::array<quint32, 8> words{};
        QRandomGenerator::system()->fillRange(words.data(), words.size());
        return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof(words));
    }();
    return key;
}

// Over the encoded text: base64 has more than one way to write the same bytes.
QByteArray markOf(const QByteArray &text)
{
    return QMessageAuthenticationCode::hash(text, processKey(), QCryptographicHash::Sha256)
        .toBase64(encoding);
}

// Names of objects are sorted, so that two ways to write the same request are the same.
QString digestOf(const StateBinding &binding)
{
    QJsonObject params = binding.params;
    for (const auto carried : {"_meta"_L1, "inputResponses"_L1, "requestState"_L1})
        params.remove(carried);
    const QJsonArray request{binding.client.value(), binding.method, params};
    return QString::fromLatin1(
        QCryptographicHash::hash(QJsonDocument(request).toJson(QJsonDocument::Compact),
                                 QCryptographicHash::Sha256)
            .toHex());
}

bool fitsElicitation(const QJsonObject &params, const QJsonObject &response)
{
    const QString action = response.value("action"_L1).toString();
    if (action == "decline"_L1 || action == "cancel"_L1)
        return true;
    if (action != "accept"_L1)
        return false;
    const QJsonValue schema = params.value("requestedSchema"_L1);
    return !schema.isObject() ||
           !checkArguments({}, schema.toObject(), response.value("content"_L1).toObject());
}

} // namespace

QString sealState(const RequestState &state, const StateBinding &binding, const QDateTime &now)
{
    const QDateTime expiry = now.addDuration(limits::requestStateLifetime);
    const QJsonObject object{{u"request"_s, digestOf(binding)},
                             {u"expires"_s, expiry.toMSecsSinceEpoch()},
                             {u"asked"_s, QJsonArray::fromStringList(state.asked)},
                             {u"answers"_s, state.answers}};
    const QByteArray payload =
        QJsonDocument(object).toJson(QJsonDocument::Compact).toBase64(encoding);
    return QString::fromLatin1(payload + '.' + markOf(payload));
}

std::expected<RequestState, QString> openState(const QString &sealed, const StateBinding &binding,
                                               const QDateTime &now)
{
    const QByteArray text = sealed.toLatin1();
    const qsizetype dot = text.indexOf('.');
    const QByteArray payload = text.left(dot);
    if (dot < 0 || !equalInConstantTime(text.sliced(dot + 1), markOf(payload))) {
        return std::unexpected(
            u"The requestState is not one of this server, or was altered. Send it back exactly as "
            "it arrived, or send the request again without it."_s);
    }
    const QJsonObject object =
        QJsonDocument::fromJson(QByteArray::fromBase64(payload, encoding)).object();
    if (object.value("request"_L1).toString() != digestOf(binding)) {
        return std::unexpected(
            u"The requestState belongs to another request. Repeat the request with the same "
            "parameters, or send it again without requestState."_s);
    }
    if (object.value("expires"_L1).toInteger() < now.toMSecsSinceEpoch()) {
        return std::unexpected(
            u"The requestState is too old. Send the request again without it."_s);
    }
    RequestState state{.asked = {}, .answers = object.value("answers"_L1).toObject()};
    const QJsonArray asked = object.value("asked"_L1).toArray();
    for (const QJsonValue &key : asked)
        state.asked.append(key.toString());
    return state;
}

bool fitsQuestion(const QString &method, const QJsonObject &params, const QJsonValue &response)
{
    if (!response.isObject())
        return false;
    const QJsonObject object = response.toObject();
    if (method == "elicitation/create"_L1)
        return fitsElicitation(params, object);
    if (method == "roots/list"_L1)
        return object.value("roots"_L1).isArray();
    return object.contains("content"_L1);
}

} // namespace glovebox::mcp
