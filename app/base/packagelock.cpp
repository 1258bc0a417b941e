// SPDX-License-Identifier: MIT
#include "packagelock.h"

#include "packageplan.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostInLock = 500;

bool isHash(const QString &text)
{
    return text.size() == 64 && std::ranges::all_of(text, [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
           });
}

} // namespace

QString lockText(const QList<PackagePin> &pins)
{
    QMap<QString, PackagePin> all;
    for (const PackagePin &pin : pins) {
        if (isHash(pin.sha256))
            all.insert(normalisedPackageName(pin.name), pin);
    }
    if (all.isEmpty())
        return {};
    QJsonArray packages;
    for (const PackagePin &pin : std::as_const(all))
        packages.append(QJsonObject{
            {u"name"_s, pin.name}, {u"version"_s, pin.version}, {u"sha256"_s, pin.sha256}});
    return QString::fromUtf8(QJsonDocument(QJsonObject{{u"lock"_s, 1}, {u"packages"_s, packages}})
                                 .toJson(QJsonDocument::Compact));
}

Result<QList<PackagePin>> pinsOfLock(const QString &lock)
{
    const auto wrong = [](const QString &how) {
        return fail(
            ErrorCode::InvalidArgument,
            u"`lock` is no lock of Glovebox: %1. Pass the text that list_packages gives as "
            "\"Lock\": {\"lock\":1,\"packages\":[{\"name\",\"version\",\"sha256\"}]}."_s.arg(how));
    };
    QJsonParseError error;
    const QJsonDocument json = QJsonDocument::fromJson(lock.toUtf8(), &error);
    if (!json.isObject())
        return wrong(error.error == QJsonParseError::NoError ? u"it is no object"_s
                                                             : error.errorString());
    if (json[u"lock"].toInt() != 1)
        return wrong(u"its \"lock\" is not 1"_s);
    const QJsonArray packages = json[u"packages"].toArray();
    if (packages.size() > mostInLock)
        return wrong(u"it has more than %1 packages"_s.arg(mostInLock));
    QList<PackagePin> pins;
    for (const QJsonValue &value : packages) {
        const PackagePin pin{normalisedPackageName(value[u"name"].toString()),
                             value[u"version"].toString(), value[u"sha256"].toString().toLower()};
        if (pin.name.isEmpty() || pin.version.isEmpty() || !isHash(pin.sha256))
            return wrong(u"a package of it lacks its name, version or hash"_s);
        pins.append(pin);
    }
    return pins;
}

} // namespace glovebox
