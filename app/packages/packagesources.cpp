// SPDX-License-Identifier: MIT
#include "packagesources.h"

#include "catalogue.h"
#include "httpfetch.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

QStringList words(const QString &text)
{
    static const QRegularExpression space(u"\\s+"_s);
    return text.split(space, Qt::SkipEmptyParts);
}

// pip's files are those of Python's configparser: sections, "key = value", values that go on in
// indented lines, "#" and ";" begin comments. [install] is stronger than [global].
QHash<QString, QString> valuesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QHash<QString, QHash<QString, QString>> sections;
    QString section;
    QString key;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        const QString text = line.trimmed();
        if (text.isEmpty() || text.startsWith(u'#') || text.startsWith(u';'))
            continue;
        if (line.front().isSpace() && !key.isEmpty()) {
            sections[section][key] += u' ' + text;
            continue;
        }
        if (text.startsWith(u'[') && text.endsWith(u']')) {
            section = text.sliced(1, text.size() - 2).trimmed();
            key.clear();
            continue;
        }
        static const QRegularExpression separator(u"[=:]"_s);
        const qsizetype at = text.indexOf(separator);
        if (at <= 0)
            continue;
        key = text.first(at).trimmed().toLower().replace(u'_', u'-');
        sections[section][key] = text.sliced(at + 1).trimmed();
    }
    QHash<QString, QString> values = sections.value(u"global"_s);
    values.insert(sections.value(u"install"_s));
    return values;
}

QStringList configurationFiles(const QProcessEnvironment &environment)
{
    if (const QString named = environment.value(u"PIP_CONFIG_FILE"_s); !named.isEmpty())
        return {named};
    const QString home = environment.value(u"HOME"_s, QDir::homePath());
    const QString config = environment.value(u"XDG_CONFIG_HOME"_s, home + u"/.config"_s);
    return {u"/etc/xdg/pip/pip.conf"_s, u"/etc/pip.conf"_s, home + u"/.pip/pip.conf"_s,
            config + u"/pip/pip.conf"_s};
}

QString folderOf(const QString &link)
{
    const QUrl url(link);
    const QString path = url.isLocalFile() ? url.toLocalFile() : link;
    return QFileInfo(path).isDir() ? path : QString();
}

} // namespace

PipConfiguration pipConfiguration(const QProcessEnvironment &environment)
{
    QHash<QString, QString> values;
    for (const QString &file : configurationFiles(environment))
        values.insert(valuesOf(file));
    for (const auto &key : {u"index-url"_s, u"extra-index-url"_s, u"find-links"_s, u"no-index"_s}) {
        const QString variable = u"PIP_"_s + QString(key).replace(u'-', u'_').toUpper();
        if (environment.contains(variable))
            values[key] = environment.value(variable);
    }
    PipConfiguration pip;
    pip.indexes = words(values.value(u"index-url"_s)) + words(values.value(u"extra-index-url"_s));
    // Extra indexes stand beside pip's own default, which is micropip's too.
    if (words(values.value(u"index-url"_s)).isEmpty() && !pip.indexes.isEmpty())
        pip.indexes.prepend(QString());
    for (const QString &link : words(values.value(u"find-links"_s))) {
        if (const QString folder = folderOf(link); !folder.isEmpty())
            pip.folders.append(folder);
    }
    const QString off = values.value(u"no-index"_s).toLower();
    pip.noIndex = off == u"1" || off == u"true" || off == u"yes" || off == u"on";
    return pip;
}

EffectiveSources effectiveSources(const PackageSources &set, const PipConfiguration &pip,
                                  const Catalogue &catalogue)
{
    EffectiveSources sources{.indexes = set.indexes,
                             .folders = set.folders + pip.folders,
                             .release =
                                 set.release.isEmpty() ? catalogue.standardRelease() : set.release};
    if (sources.indexes.isEmpty() && !pip.noIndex)
        sources.indexes = pip.indexes.isEmpty() ? QStringList{QString()} : pip.indexes;
    for (QString &index : sources.indexes) {
        if (index.isEmpty())
            index = catalogue.standardIndex();
    }
    sources.indexes.removeAll(QString());
    sources.indexes.removeDuplicates();
    sources.folders.removeDuplicates();
    if (!sources.release.isEmpty() && !sources.release.endsWith(u'/'))
        sources.release += u'/';
    return sources;
}

Result<> checkSources(const PackageSources &sources)
{
    const auto isWeb = [](const QString &address) {
        const QUrl url(QString(address).remove(u"{package_name}"_s), QUrl::StrictMode);
        return (url.scheme() == u"https" || url.scheme() == u"http") && !url.host().isEmpty();
    };
    for (const QString &address : sources.indexes + QStringList{sources.release}) {
        if (!address.isEmpty() && !isWeb(address))
            return fail(ErrorCode::InvalidArgument, u"\"%1\" is no http or https address."_s.arg(
                                                        shownAddress(QUrl(address)).left(200)));
    }
    for (const QString &folder : sources.folders) {
        if (!QFileInfo(folder).isDir() || !QDir::isAbsolutePath(folder))
            return fail(ErrorCode::InvalidArgument,
                        u"There is no folder \"%1\"."_s.arg(folder.left(300)));
    }
    if (!sources.advisories.isEmpty() && !isWeb(sources.advisories) &&
        !QFileInfo::exists(sources.advisories))
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" is neither a file nor an http or https address."_s.arg(
                        shownAddress(QUrl(sources.advisories)).left(200)));
    return {};
}

} // namespace glovebox::packages
