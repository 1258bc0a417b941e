// SPDX-License-Identifier: MIT
#include "settings.h"

#include "base/jsonstrings.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include <functional>
#include <vector>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

const QString schemaKey = u"schema"_s;

// migrations[n] turns a file of schema n into one of schema n + 1.
const std::vector<std::function<void(QJsonObject &)>> migrations{
    // 0: files written by hand, without a schema.
    [](QJsonObject &) {},
};

Result<QJsonObject> migrated(QJsonObject values, const QString &file)
{
    const qint64 newest = qint64(migrations.size());
    const qint64 schema = values.value(schemaKey).toInteger(0);
    if (schema < 0 || schema > newest)
        return fail(ErrorCode::Corrupt,
                    QCoreApplication::translate("glovebox::settings",
                                                "The settings in %1 were written by a newer "
                                                "version of Glovebox.")
                        .arg(file));
    for (qint64 step = schema; step < newest; ++step)
        migrations[size_t(step)](values);
    values.insert(schemaKey, newest);
    return values;
}

} // namespace

Settings::Settings(QString file, QJsonObject values)
    : m_file(std::move(file))
    , m_values(std::move(values))
{
}

Result<std::unique_ptr<Settings>> Settings::open(const QString &file)
{
    QFile stored(file);
    QJsonObject values;
    if (stored.open(QIODevice::ReadOnly)) {
        QJsonParseError error;
        const auto document = QJsonDocument::fromJson(stored.readAll(), &error);
        if (!document.isObject())
            return fail(ErrorCode::Corrupt,
                        QCoreApplication::translate("glovebox::settings",
                                                    "The settings in %1 cannot be read. Mend the "
                                                    "file, or move it away to begin anew.")
                            .arg(file),
                        error.errorString());
        values = document.object();
    } else if (stored.exists()) {
        return fail(ErrorCode::Io,
                    QCoreApplication::translate("glovebox::settings",
                                                "The settings in %1 cannot be opened.")
                        .arg(file),
                    stored.errorString());
    }
    auto current = migrated(std::move(values), file);
    if (!current)
        return std::unexpected(current.error());
    return std::unique_ptr<Settings>(new Settings(file, *std::move(current)));
}

Result<> Settings::store(QLatin1StringView name, const QJsonValue &value)
{
    if (m_values.value(name) == value)
        return {};
    if (value.isUndefined())
        m_values.remove(name);
    else
        m_values.insert(name, value);
    Q_EMIT changed(name);
    QSaveFile file(m_file);
    const QByteArray text = QJsonDocument(m_values).toJson();
    if (!file.open(QIODevice::WriteOnly) ||
        !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) ||
        file.write(text) != text.size() || !file.commit())
        return fail(ErrorCode::Io, tr("The settings cannot be written to %1.").arg(m_file),
                    file.errorString());
    return {};
}

bool Settings::read(const QJsonValue &json, bool standard)
{
    return json.toBool(standard);
}

qint64 Settings::read(const QJsonValue &json, qint64 standard)
{
    return json.toInteger(standard);
}

QString Settings::read(const QJsonValue &json, const QString &standard)
{
    return json.toString(standard);
}

QStringList Settings::read(const QJsonValue &json, const QStringList &standard)
{
    return json.isArray() ? stringsOf(json) : standard;
}

QByteArray Settings::read(const QJsonValue &json, const QByteArray &standard)
{
    return json.isString() ? QByteArray::fromBase64(json.toString().toLatin1()) : standard;
}

QJsonValue Settings::write(const QStringList &value)
{
    return QJsonArray::fromStringList(value);
}

QJsonValue Settings::write(const QByteArray &value)
{
    return QString::fromLatin1(value.toBase64());
}

} // namespace glovebox::settings
