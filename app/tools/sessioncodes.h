// SPDX-License-Identifier: MIT
#pragma once

#include "base/record.h"

#include <QHash>
#include <QList>

namespace glovebox::tools {

// The Python that was allowed in each session since its interpreter began, oldest first: what a
// name of the next code stands for may have been said there. Bounded, so that reading it never
// takes longer than the code in question: what is far back is forgotten, and names from there are
// not followed.
class SessionCodes
{
public:
    void add(const ApprovalRecord &record);
    // What was allowed in that very interpreter.
    QList<QByteArray> before(const SessionRef &session) const;

private:
    struct Kept
    {
        int epoch = 0;
        qint64 lastUsed = 0;
        qsizetype bytes = 0;
        QList<QByteArray> codes;
    };

    void dropOldestSession();

    QHash<SessionId, Kept> m_sessions;
    qint64 m_uses = 0;
};

} // namespace glovebox::tools
