// SPDX-License-Identifier: MIT
#include "record.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

#include <functional>

namespace glovebox {

namespace {

QJsonObject boundFields(const ApprovalRecord &record)
{
    QJsonObject variables;
    for (const auto &[name, value] : record.variables.asKeyValueRange())
        variables.insert(name, value);
    QJsonObject json{{QStringLiteral("tool"), record.tool},
                     {QStringLiteral("client"), record.client.value()},
                     {QStringLiteral("session"), record.session.id.value()},
                     {QStringLiteral("session_epoch"), record.session.epoch},
                     {QStringLiteral("session_name"), record.sessionName},
                     {QStringLiteral("path"), record.path},
                     {QStringLiteral("variables"), variables},
                     {QStringLiteral("reach"), record.reach.toJson()}};
    return json;
}

// What run_code binds beside the rest. Absent otherwise, so that records of other tools keep the
// digests that they had.
void insertProgram(QJsonObject &json, const ApprovalRecord &record,
                   const std::function<QJsonObject(const InputFile &)> &describe)
{
    if (!record.runtime.isEmpty())
        json.insert(QStringLiteral("runtime"), record.runtime);
    QJsonArray files;
    for (const InputFile &file : record.files)
        files.append(describe(file));
    if (!files.isEmpty())
        json.insert(QStringLiteral("files"), files);
    if (!record.outputFiles.isEmpty())
        json.insert(QStringLiteral("output_files"), QJsonArray::fromStringList(record.outputFiles));
}

void readProgram(const QJsonObject &json, ApprovalRecord &record)
{
    record.runtime = json[u"runtime"].toString();
    for (const QJsonValue &value : json[u"files"].toArray())
        record.files.append({value[u"name"].toString(),
                             QByteArray::fromBase64(value[u"base64"].toString().toLatin1())});
    for (const QJsonValue &value : json[u"output_files"].toArray())
        record.outputFiles.append(value.toString());
}

} // namespace

QString sha256Hex(QByteArrayView bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

// What a text would not give back (a byte order mark, broken UTF-8) is kept as bytes, or code read
// back would no longer have the digest that was approved.
void writeBytes(QJsonObject &json, const QString &name, const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    if (text.toUtf8() == bytes)
        json.insert(name, text);
    else
        json.insert(name + u"_base64", QString::fromLatin1(bytes.toBase64()));
}

std::optional<QByteArray> readBytes(const QJsonObject &json, const QString &name)
{
    if (json.contains(name))
        return json[name].toString().toUtf8();
    const QString encoded = name + u"_base64";
    if (!json.contains(encoded))
        return std::nullopt;
    return QByteArray::fromBase64(json[encoded].toString().toLatin1());
}

QJsonObject ApprovalRecord::toJson() const
{
    QJsonObject json = boundFields(*this);
    writeBytes(json, QStringLiteral("code"), code);
    if (standardInput)
        json.insert(QStringLiteral("stdin_base64"), QString::fromLatin1(standardInput->toBase64()));
    insertProgram(json, *this, [](const InputFile &file) {
        return QJsonObject{{QStringLiteral("name"), file.name},
                           {QStringLiteral("base64"), QString::fromLatin1(file.bytes.toBase64())}};
    });
    return json;
}

Result<ApprovalRecord> ApprovalRecord::fromJson(const QJsonObject &json)
{
    ApprovalRecord record;
    record.tool = json[u"tool"].toString();
    record.client = ClientId(json[u"client"].toString());
    record.session = {SessionId(json[u"session"].toString()), json[u"session_epoch"].toInt()};
    record.sessionName = json[u"session_name"].toString();
    record.path = json[u"path"].toString();
    record.code = readBytes(json, QStringLiteral("code")).value_or(QByteArray());
    if (json.contains(u"stdin_base64"))
        record.standardInput = QByteArray::fromBase64(json[u"stdin_base64"].toString().toLatin1());
    const QJsonObject variables = json[u"variables"].toObject();
    for (auto it = variables.begin(); it != variables.end(); ++it)
        record.variables.insert(it.key(), it.value().toString());
    auto reach = Reach::fromJson(json[u"reach"].toObject());
    if (!reach)
        return std::unexpected(reach.error());
    record.reach = *std::move(reach);
    readProgram(json, record);
    return record;
}

QString ApprovalRecord::digest() const
{
    QJsonObject json = boundFields(*this);
    json.insert(QStringLiteral("code_sha256"), codeDigest());
    if (standardInput)
        json.insert(QStringLiteral("stdin_sha256"), sha256Hex(*standardInput));
    insertProgram(json, *this, [](const InputFile &file) {
        return QJsonObject{{QStringLiteral("name"), file.name},
                           {QStringLiteral("sha256"), sha256Hex(file.bytes)}};
    });
    return sha256Hex(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QString ApprovalRecord::codeDigest() const
{
    return sha256Hex(code);
}

} // namespace glovebox
