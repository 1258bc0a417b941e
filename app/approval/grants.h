// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/desk.h"

#include <QCoreApplication>

#include <optional>

namespace glovebox::approval {

// The standing permissions (UI.md 4.4): bound to client key, session, tool and reach, kept in
// memory only. Each is of one session, which is why one may cover read-write mounts.
class Grants
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::approval::Grants)

public:
    explicit Grants(const Clock &clock);

    QList<Grant> all() const { return m_grants; } // oldest first

    // Permits what `record` reaches in its session from now on. A narrower permission of the same
    // client, session and tool is replaced.
    qint64 add(const ApprovalRecord &record, const QString &clientLabel,
               const FindingReport &report = FindingReport::notCode());
    // The permission that covers `record` and what its code seems to do, if any. While that is
    // pending: the one that may.
    std::optional<qint64> covering(const ApprovalRecord &record,
                                   const FindingReport &report = FindingReport::notCode()) const;
    // Counts one run; the last one allowed ends the permission.
    void use(qint64 id);
    // Why the permissions of this client in this session do not cover `record`, for the person:
    // "asks for another folder: reports". Empty where there are none, or one covers it.
    QString whyOutside(const ApprovalRecord &record,
                       const FindingReport &report = FindingReport::notCode()) const;

    // Each returns the permissions that it ended.
    QList<qint64> end(qint64 id);
    QList<qint64> endAll();
    QList<qint64> endSession(const SessionId &session);
    QList<qint64> endClient(const ClientId &client);
    QList<qint64> endMount(const QString &name); // it was loosened or replaced

private:
    template <class Predicate>
    QList<qint64> endIf(Predicate predicate);
    static QString whyOutside(const ApprovalRecord &record, const Grant &grant);

    const Clock &m_clock;
    QList<Grant> m_grants;
    qint64 m_lastId = 0;
};

} // namespace glovebox::approval
