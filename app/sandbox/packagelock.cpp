// SPDX-License-Identifier: MIT
#include "packagelock.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

// As in the packaging standards: "Foo.Bar_baz" is "foo-bar-baz".
QString normalised(const QString &name)
{
    static const QRegularExpression separators(u"[-_.]+"_s);
    return name.trimmed().toLower().replace(separators, u"-"_s);
}

Result<QJsonObject> readLock(const QString &folder)
{
    QFile file(folder + u"/pyodide-lock.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::Io, u"The list of packages cannot be read. Install Glovebox anew."_s,
                    file.errorString());
    return QJsonDocument::fromJson(file.readAll()).object()[u"packages"].toObject();
}

// Walks through what the packages need.
class Walk
{
public:
    Walk(QString folder, QJsonObject packages)
        : m_folder(std::move(folder))
        , m_packages(std::move(packages))
    {}

    void add(const QString &name)
    {
        const QString key = normalised(name);
        if (m_seen.contains(key))
            return;
        m_seen.insert(key);
        const QJsonObject package = m_packages[key].toObject();
        const QString file = package[u"file_name"].toString();
        if (file.isEmpty() || !QFile::exists(m_folder + u'/' + file)) {
            m_missing.append(name);
            return;
        }
        for (const QJsonValue &needed : package[u"depends"].toArray())
            add(needed.toString());
        m_pins.append({package[u"name"].toString(), package[u"version"].toString(),
                       package[u"sha256"].toString()});
    }

    const QList<PackagePin> &pins() const { return m_pins; }
    const QStringList &missing() const { return m_missing; }

private:
    QString m_folder;
    QJsonObject m_packages;
    QSet<QString> m_seen;
    QList<PackagePin> m_pins;
    QStringList m_missing;
};

} // namespace

Result<QList<PackagePin>> pinsFromLock(const QString &folder, const QStringList &names)
{
    auto packages = readLock(folder);
    if (!packages)
        return std::unexpected(packages.error());
    Walk walk(folder, *std::move(packages));
    for (const QString &name : names)
        walk.add(name);
    if (!walk.missing().isEmpty()) {
        return fail(ErrorCode::NotFound,
                    u"Not among the packages that Glovebox brings along: %1."_s.arg(
                        walk.missing().join(u", "_s)));
    }
    return walk.pins();
}

} // namespace glovebox::sandbox
