// SPDX-License-Identifier: MIT
#include "catalogue.h"

#include "base/logging.h"
#include "wheelfile.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    if (file.open(QIODevice::ReadOnly))
        return file.readAll();
    qCWarning(lcApp).noquote() << "packages: cannot read" << path;
    return {};
}

QStringList strings(const QJsonValue &array, bool names)
{
    QStringList list;
    for (const QJsonValue &value : array.toArray())
        list.append(names ? normalisedPackageName(value.toString()) : value.toString());
    return list;
}

// Shared libraries of other packages are no packages to ask for.
QMap<QString, LockedPackage> packagesOf(const QJsonObject &lock)
{
    QMap<QString, LockedPackage> packages;
    for (const QJsonValue &value : lock[u"packages"].toObject()) {
        if (value[u"package_type"].toString(u"package"_s) != u"package")
            continue;
        LockedPackage package{.name = normalisedPackageName(value[u"name"].toString()),
                              .version = value[u"version"].toString(),
                              .fileName = value[u"file_name"].toString(),
                              .sha256 = value[u"sha256"].toString(),
                              .depends = strings(value[u"depends"], true),
                              .imports = strings(value[u"imports"], false)};
        if (wheelName(package.fileName) && package.sha256.size() == 64)
            packages.insert(package.name, std::move(package));
    }
    return packages;
}

QString firstMatch(const QString &pattern, const QByteArray &text)
{
    return QRegularExpression(pattern, QRegularExpression::MultilineOption)
        .match(QString::fromUtf8(text))
        .captured(1);
}

// micropip's own default, from the wheel that is bundled.
QString micropipIndex(const QString &wheel)
{
    const auto source = readWheelMember(contentOf(wheel), "micropip/package_index.py");
    if (!source) {
        qCWarning(lcApp).noquote() << "packages: no default index:" << source.error().text;
        return {};
    }
    return firstMatch(uR"re(^PYPI_URL = "(https://[^"]+)")re"_s, *source);
}

// Pyodide names its release with its version left open, `https://…/v${V}/full/`, and holds its
// version as the one text that looks like one.
QString pyodideRelease(const QByteArray &script)
{
    const QRegularExpression address(uR"(`(https://[^`$]+)\$\{\w+\}([^`$]*/)`)"_s);
    const QRegularExpressionMatch match = address.match(QString::fromUtf8(script));
    if (!match.hasMatch())
        return {};
    const QString version = firstMatch(uR"re(="([0-9]+\.[0-9]+\.[0-9]+)")re"_s, script);
    return version.isEmpty() ? QString() : match.captured(1) + version + match.captured(2);
}

} // namespace

Catalogue::Catalogue(const QString &assets)
    : m_folder(assets)
{
    const QJsonObject lock =
        QJsonDocument::fromJson(contentOf(file(u"pyodide-lock.json"_s))).object();
    const QJsonObject info = lock[u"info"].toObject();
    m_python = info[u"python"].toString();
    const QString abi = info[u"abi_version"].toString();
    const QString arch = info[u"arch"].toString();
    m_platforms = {u"pyemscripten_%1_%2"_s.arg(abi, arch), u"pyodide_%1_%2"_s.arg(abi, arch),
                   u"%1_%2"_s.arg(info[u"platform"].toString(), arch)};
    const QMap<QString, LockedPackage> listed = packagesOf(lock);
    for (const LockedPackage &package : listed) {
        if (QFileInfo::exists(file(package)))
            m_bundled.insert(package.name, package);
    }
    m_released = packagesOf(
        QJsonDocument::fromJson(contentOf(file(u"pyodide-release-lock.json"_s))).object());
    m_released.removeIf([this](QMap<QString, LockedPackage>::iterator entry) {
        return m_bundled.contains(entry.key());
    });
    if (const auto micropip = m_bundled.constFind(u"micropip"_s); micropip != m_bundled.constEnd())
        m_index = micropipIndex(file(*micropip));
    m_release = pyodideRelease(contentOf(file(u"pyodide.mjs"_s)));
}

} // namespace glovebox::packages
