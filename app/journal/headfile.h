// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace glovebox::journal {

// Where the chain ends, as it is kept beside the database.
struct ChainEnd
{
    qint64 rows = 0;
    QByteArray digest; // of the last row

    bool operator==(const ChainEnd &) const = default;
};

// The end of the chain outside the database, authenticated with a key of this profile, so that a
// tail that is cut off is missed: FILE.head beside FILE.key (both 0600). Never ahead of what is
// synchronised to the disk, and behind it by a quarter of a second at most. Writing replaces one
// of two slots, so that a kill in the middle leaves the other.
class HeadFile
{
public:
    explicit HeadFile(const QString &database);

    bool hasKey() const { return !m_key.isEmpty(); }
    // Io when it cannot be stored.
    Result<> makeKey();
    // Nothing when it is not there, or was not written with this key.
    std::optional<ChainEnd> read() const;
    Result<> write(const ChainEnd &end);

private:
    QByteArray line(const ChainEnd &end) const;
    std::optional<ChainEnd> parsed(const QByteArray &slot) const;

    QString m_keyPath;
    QString m_headPath;
    QByteArray m_key;
    int m_nextSlot = 0;
};

} // namespace glovebox::journal
