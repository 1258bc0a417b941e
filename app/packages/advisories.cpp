// SPDX-License-Identifier: MIT
#include "advisories.h"

#include "base/packageplan.h"
#include "packagelimits.h"
#include "wheelfile.h"

#include <QJsonDocument>
#include <QMap>

#include <cmath>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

double weight(const QMap<QString, QString> &metrics, const QString &metric,
              const QMap<QString, double> &weights)
{
    return weights.value(metrics.value(metric), std::nan(""));
}

// Rounding as the specification has it, which avoids the errors of floating point.
double roundUp(double value)
{
    const auto scaled = std::lround(value * 100'000);
    return scaled % 10'000 == 0 ? double(scaled) / 100'000 : double(scaled / 10'000 + 1) / 10;
}

Severity severityOfScore(double score)
{
    if (score >= 9)
        return Severity::Critical;
    if (score >= 7)
        return Severity::High;
    return score >= 4 ? Severity::Medium : Severity::Low;
}

// What a record says of itself; unknown counts as high, so that a missing score hides nothing.
Severity severityOf(const QJsonObject &record)
{
    if (record[u"id"].toString().startsWith(u"MAL-"))
        return Severity::Critical; // written to do harm
    for (const QJsonValue &item : record[u"severity"].toArray()) {
        if (const auto score = cvss3Score(item[u"score"].toString()))
            return severityOfScore(*score);
    }
    QString told = record[u"database_specific"][u"severity"].toString();
    if (told.compare(u"moderate", Qt::CaseInsensitive) == 0)
        told = u"medium"_s;
    const auto severity = severityFromString(told);
    return severity && *severity != Severity::Never ? *severity : Severity::High;
}

QString addressOf(const QJsonObject &record)
{
    for (const QJsonValue &reference : record[u"references"].toArray()) {
        const QString address = reference[u"url"].toString();
        if (address.startsWith(u"https://") && reference[u"type"].toString() == u"ADVISORY")
            return address.left(500);
    }
    return {};
}

QJsonArray rangesOf(const QJsonObject &affected)
{
    QJsonArray ranges;
    for (const QJsonValue &range : affected[u"ranges"].toArray()) {
        if (range[u"type"].toString() == u"ECOSYSTEM")
            ranges.append(range[u"events"].toArray());
    }
    return ranges;
}

QList<QJsonObject> recordsIn(const QByteArray &bytes)
{
    QList<QJsonObject> records;
    const QJsonDocument whole = QJsonDocument::fromJson(bytes);
    QJsonArray list;
    if (whole.isArray())
        list = whole.array();
    else if (whole.isObject() && whole[u"vulns"].isArray())
        list = whole[u"vulns"].toArray();
    else if (whole.isObject())
        list = {whole.object()};
    for (const QJsonValue &item : list)
        records.append(item.toObject());
    if (!whole.isNull())
        return records;
    for (const QByteArray &line : bytes.split('\n')) {
        if (const QJsonDocument one = QJsonDocument::fromJson(line); one.isObject())
            records.append(one.object());
    }
    return records;
}

} // namespace

std::optional<double> cvss3Score(const QString &vector)
{
    const QStringList parts = vector.split(u'/');
    if (parts.first() != u"CVSS:3.0" && parts.first() != u"CVSS:3.1")
        return std::nullopt;
    QMap<QString, QString> metrics;
    for (const QString &part : parts.sliced(1))
        metrics.insert(part.section(u':', 0, 0), part.section(u':', 1));
    const bool changed = metrics.value(u"S"_s) == u"C";
    const QMap<QString, double> impacts{{u"H"_s, 0.56}, {u"L"_s, 0.22}, {u"N"_s, 0}};
    const double base = 1 - (1 - weight(metrics, u"C"_s, impacts)) *
                                (1 - weight(metrics, u"I"_s, impacts)) *
                                (1 - weight(metrics, u"A"_s, impacts));
    const double impact =
        changed ? 7.52 * (base - 0.029) - 3.25 * std::pow(base - 0.02, 15) : 6.42 * base;
    const double exploitability =
        8.22 *
        weight(metrics, u"AV"_s, {{u"N"_s, 0.85}, {u"A"_s, 0.62}, {u"L"_s, 0.55}, {u"P"_s, 0.2}}) *
        weight(metrics, u"AC"_s, {{u"L"_s, 0.77}, {u"H"_s, 0.44}}) *
        weight(metrics, u"PR"_s,
               {{u"N"_s, 0.85}, {u"L"_s, changed ? 0.68 : 0.62}, {u"H"_s, changed ? 0.5 : 0.27}}) *
        weight(metrics, u"UI"_s, {{u"N"_s, 0.85}, {u"R"_s, 0.62}});
    if (std::isnan(impact) || std::isnan(exploitability))
        return std::nullopt;
    if (impact <= 0)
        return 0;
    return roundUp(std::min((changed ? 1.08 : 1.0) * (impact + exploitability), 10.0));
}

void Advisories::add(const QJsonObject &record)
{
    if (!record[u"withdrawn"].toString().isEmpty())
        return;
    const QString id = record[u"id"].toString().left(80);
    if (id.isEmpty() || !record[u"affected"].isArray()) {
        ++m_skipped;
        return;
    }
    const QString summary = record[u"summary"].toString(record[u"details"].toString()).left(300);
    bool taken = false;
    for (const QJsonValue &value : record[u"affected"].toArray()) {
        const QJsonObject affected = value.toObject();
        if (affected[u"package"][u"ecosystem"].toString() != u"PyPI")
            continue;
        const QString name = normalisedPackageName(affected[u"package"][u"name"].toString());
        m_byName[name].append(QJsonObject{{u"id"_s, id},
                                          {u"severity"_s, toString(severityOf(record))},
                                          {u"summary"_s, summary},
                                          {u"address"_s, addressOf(record)},
                                          {u"versions"_s, affected[u"versions"].toArray()},
                                          {u"ranges"_s, rangesOf(affected)}});
        taken = true;
    }
    m_count += taken;
}

Result<Advisories> Advisories::fromOsv(const QByteArray &bytes)
{
    Advisories advisories;
    const auto take = [&advisories](const QByteArray &content) {
        const QList<QJsonObject> records = recordsIn(content);
        for (const QJsonObject &record : records) {
            if (advisories.m_count < limits::maxAdvisories)
                advisories.add(record);
        }
        return !records.isEmpty();
    };
    if (bytes.startsWith("PK")) {
        const auto read = forEachMember(
            bytes, [&take](const QByteArray &, const QByteArray &content) { take(content); });
        if (!read)
            return std::unexpected(read.error());
    } else if (!take(bytes) && !bytes.trimmed().isEmpty()) {
        return fail(
            ErrorCode::Corrupt,
            u"These are no advisories in the OSV format (a JSON record, a list of them, one a "
            "line, or a zip of them)."_s);
    }
    return advisories;
}

QByteArray Advisories::toBytes() const
{
    QJsonObject packages;
    for (const auto &[name, list] : m_byName.asKeyValueRange())
        packages.insert(name, list);
    return qCompress(
        QJsonDocument(QJsonObject{{u"format"_s, 1},
                                  {u"count"_s, m_count},
                                  {u"updated"_s, m_updated.toUTC().toString(Qt::ISODate)},
                                  {u"packages"_s, packages}})
            .toJson(QJsonDocument::Compact),
        1);
}

Result<Advisories> Advisories::fromBytes(const QByteArray &bytes)
{
    const QJsonDocument json = QJsonDocument::fromJson(qUncompress(bytes));
    if (json[u"format"].toInt() != 1)
        return fail(ErrorCode::Corrupt, u"The stored advisories are damaged; update them again."_s);
    Advisories advisories;
    advisories.m_count = json[u"count"].toInt();
    advisories.m_updated = QDateTime::fromString(json[u"updated"].toString(), Qt::ISODate);
    const QJsonObject packages = json[u"packages"].toObject();
    for (auto it = packages.begin(); it != packages.end(); ++it)
        advisories.m_byName.insert(it.key(), it->toArray());
    return advisories;
}

} // namespace glovebox::packages
