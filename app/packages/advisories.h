// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagepolicy.h"

#include <QDateTime>
#include <QHash>
#include <QJsonArray>

namespace glovebox::packages {

// Known weaknesses of packages, from records in the OSV format (one, a list, one a line, or a zip
// of them as OSV itself publishes per ecosystem), reduced to what deciding needs.
class Advisories final
{
public:
    // Takes records of the ecosystem PyPI that were not withdrawn. Corrupt when it is none of the
    // forms above; records that cannot be read are counted in `skipped`.
    static Result<Advisories> fromOsv(const QByteArray &bytes);

    // As resolve.py takes it: {id, severity, summary, address, versions, ranges}.
    QJsonArray forPackage(const QString &name) const { return m_byName.value(name); }
    int count() const { return m_count; }
    int skipped() const { return m_skipped; }
    QDateTime updated() const { return m_updated; }
    void setUpdated(const QDateTime &time) { m_updated = time; }

    QByteArray toBytes() const;
    static Result<Advisories> fromBytes(const QByteArray &bytes);

private:
    void add(const QJsonObject &record);

    QHash<QString, QJsonArray> m_byName;
    int m_count = 0;
    int m_skipped = 0;
    QDateTime m_updated;
};

// The base score of a CVSS 3.0 or 3.1 vector (specification 3.1, section 7.1), or nothing.
std::optional<double> cvss3Score(const QString &vector);

} // namespace glovebox::packages
