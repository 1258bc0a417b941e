// SPDX-License-Identifier: MIT
#pragma once

#include "base/desk.h"

#include <QHash>

namespace glovebox::approval {

// The last codes that were allowed in each session, so that a retry can be shown as what it
// changes (UI.md 4.3).
class EarlierCodes
{
public:
    void add(const ApprovalRecord &record, RunId run, const QDateTime &allowed);
    // The one with the most lines in common, the newest of equals; none without a common line.
    std::optional<EarlierCode> mostLike(const ApprovalRecord &record) const;
    void forget(const SessionId &session) { m_codes.remove(session); }

private:
    struct Kept
    {
        EarlierCode code;
        QString tool;
        QString runtime;
        QString path; // of "write_file": two files are never compared
    };
    static bool isSameKind(const Kept &kept, const ApprovalRecord &record);

    QHash<SessionId, QList<Kept>> m_codes; // oldest first
};

// How much of two texts agrees by lines, whatever their order: 0-1.
double likeness(const QByteArray &a, const QByteArray &b);

} // namespace glovebox::approval
