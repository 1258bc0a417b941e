// SPDX-License-Identifier: MIT
#include "policytexts.h"

#include "base/packageplan.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::ui::PolicyTexts)
};

const QString hashOption = u"--hash=sha256:"_s;

bool isName(const QString &text, bool pattern)
{
    static const QRegularExpression name(u"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$"_s);
    static const QRegularExpression patternName(u"^[A-Za-z0-9._*-]{1,100}$"_s);
    return text.size() <= 100 && (pattern ? patternName : name).match(text).hasMatch();
}

std::unexpected<Error> wrong(const QString &line, const QString &expected)
{
    return fail(ErrorCode::InvalidArgument,
                Words::tr("“%1” cannot be a line here. Expected: %2").arg(line.left(80), expected));
}

// The name at the beginning of a line, and the rest.
std::pair<QString, QString> parted(const QString &line)
{
    static const QRegularExpression end(u"[\\s<>=!~]"_s);
    const qsizetype at = line.indexOf(end);
    return at < 0 ? std::pair(line, QString()) : std::pair(line.left(at), line.mid(at).trimmed());
}

} // namespace

QString linesText(const QStringList &lines)
{
    return lines.join(u'\n');
}

QStringList linesFromText(const QString &text)
{
    QStringList lines;
    for (const QString &line : text.split(u'\n')) {
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    }
    return lines;
}

QString namesText(const QStringList &names)
{
    return linesText(names);
}

Result<QStringList> namesFromText(const QString &text)
{
    QStringList names;
    for (const QString &line : linesFromText(text)) {
        if (!isName(line, true))
            return wrong(line, Words::tr("the name of a package, such as rich or django*"));
        if (const QString name = normalisedPackageName(line); !names.contains(name))
            names.append(name);
    }
    names.sort();
    return names;
}

QString minimumText(const QMap<QString, QString> &minimum)
{
    QStringList lines;
    for (const auto &[name, version] : minimum.asKeyValueRange())
        lines.append(name + u' ' + version);
    return linesText(lines);
}

Result<QMap<QString, QString>> minimumFromText(const QString &text)
{
    static const QRegularExpression version(u"^[0-9][A-Za-z0-9.+!_-]*$"_s);
    QMap<QString, QString> minimum;
    for (const QString &line : linesFromText(text)) {
        auto [name, lowest] = parted(line);
        if (lowest.startsWith(u">="))
            lowest = lowest.mid(2).trimmed();
        if (!isName(name, false) || !version.match(lowest).hasMatch())
            return wrong(line, Words::tr("a name and a version, such as requests 2.31.0"));
        minimum.insert(normalisedPackageName(name), lowest);
    }
    return minimum;
}

QString unaskedText(const QMap<QString, PackageAllowance> &unasked)
{
    QStringList lines;
    for (const auto &[name, allowance] : unasked.asKeyValueRange()) {
        QString line = name;
        if (!allowance.versions.isEmpty())
            line += u' ' + allowance.versions;
        if (!allowance.sha256.isEmpty())
            line += u' ' + hashOption + allowance.sha256;
        lines.append(line);
    }
    return linesText(lines);
}

Result<QMap<QString, PackageAllowance>> unaskedFromText(const QString &text)
{
    static const QRegularExpression hash(u"^[0-9a-f]{64}$"_s);
    QMap<QString, PackageAllowance> unasked;
    for (const QString &line : linesFromText(text)) {
        auto [name, rest] = parted(line);
        PackageAllowance allowance;
        if (const qsizetype at = rest.indexOf(hashOption); at >= 0) {
            allowance.sha256 = rest.mid(at + hashOption.size()).trimmed().toLower();
            rest = rest.left(at).trimmed();
        }
        allowance.versions = rest;
        const bool good = isName(name, false) && isVersionRange(rest) &&
                          (allowance.sha256.isEmpty() || hash.match(allowance.sha256).hasMatch());
        if (!good)
            return wrong(line, Words::tr("a name and versions, such as rich >=14,<15"));
        unasked.insert(normalisedPackageName(name), allowance);
    }
    return unasked;
}

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Low:
        return Words::tr("low");
    case Severity::Medium:
        return Words::tr("medium");
    case Severity::High:
        return Words::tr("high");
    case Severity::Critical:
        return Words::tr("critical");
    case Severity::Never:
        return Words::tr("never");
    }
    Q_UNREACHABLE_RETURN({});
}

} // namespace glovebox::ui
