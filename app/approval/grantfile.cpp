// SPDX-License-Identifier: MIT
#include "grantfile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

namespace glovebox::approval {

using namespace Qt::StringLiterals;

namespace {

constexpr int formatVersion = 1;

QString dateText(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString();
}

QDateTime dateOf(const QJsonValue &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
}

QJsonObject toJson(const Grant &grant)
{
    return {{u"client"_s, grant.client.value()},
            {u"client_label"_s, grant.clientLabel},
            {u"digest"_s, grant.digest},
            {u"reach"_s, grant.reach.toJson()},
            {u"runs"_s, grant.runs == Grant::Runs::Python ? u"python"_s : grant.runtime},
            {u"kinds"_s, QJsonArray::fromStringList(grant.kindsOfNotes)},
            {u"since"_s, dateText(grant.since)},
            {u"last_used"_s, dateText(grant.lastUsed)},
            {u"used"_s, grant.used}};
}

std::optional<Grant> fromJson(const QJsonObject &json)
{
    auto reach = Reach::fromJson(json[u"reach"].toObject());
    Grant grant;
    grant.scope = Scope::ExactCode;
    grant.client = ClientId(json[u"client"].toString());
    grant.clientLabel = json[u"client_label"].toString();
    grant.digest = json[u"digest"].toString();
    const QString runs = json[u"runs"].toString();
    if (!reach || grant.client.isNull() || grant.digest.size() != 64 || runs.isEmpty())
        return std::nullopt;
    grant.reach = *std::move(reach);
    grant.runs = runs == u"python" ? Grant::Runs::Python : Grant::Runs::Runtime;
    grant.runtime = grant.runs == Grant::Runs::Runtime ? runs : QString();
    for (const QJsonValue &kind : json[u"kinds"].toArray())
        grant.kindsOfNotes.append(kind.toString());
    grant.since = dateOf(json[u"since"]);
    grant.lastUsed = dateOf(json[u"last_used"]);
    grant.used = json[u"used"].toInt();
    return grant;
}

std::unexpected<Error> failCorrupt(const QString &file)
{
    return fail(ErrorCode::Corrupt,
                QCoreApplication::translate("glovebox", "The standing permissions in %1 cannot be "
                                                        "read, so none of them counts.")
                    .arg(file));
}

} // namespace

Result<QList<Grant>> readGrants(const QString &file)
{
    QFile input(file);
    if (!input.exists())
        return QList<Grant>();
    if (!input.open(QIODevice::ReadOnly))
        return fail(ErrorCode::Io, input.errorString(), file);
    const QJsonObject json = QJsonDocument::fromJson(input.readAll()).object();
    if (json[u"version"].toInt() != formatVersion)
        return failCorrupt(file);
    QList<Grant> grants;
    for (const QJsonValue &value : json[u"exact_code"].toArray()) {
        const auto grant = fromJson(value.toObject());
        if (!grant)
            return failCorrupt(file);
        grants.append(*grant);
    }
    return grants;
}

Result<> writeGrants(const QString &file, const QList<Grant> &grants)
{
    QJsonArray array;
    for (const Grant &grant : grants) {
        if (grant.scope == Scope::ExactCode)
            array.append(toJson(grant));
    }
    QSaveFile output(file);
    output.setDirectWriteFallback(false);
    const QJsonObject json{{u"version"_s, formatVersion}, {u"exact_code"_s, array}};
    const bool opened = output.open(QIODevice::WriteOnly);
    if (opened) {
        output.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        output.write(QJsonDocument(json).toJson());
    }
    if (!opened || !output.commit())
        return fail(ErrorCode::Io, output.errorString(), file);
    return {};
}

} // namespace glovebox::approval
