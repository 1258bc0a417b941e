// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/desk.h"

#include <QCoreApplication>

#include <optional>

namespace glovebox::approval {

// The standing permissions (UI.md 4.4): bound to client key and reach, and to one session unless
// the person gave them to the client. Kept in memory only, but for Scope::ExactCode, which is
// saved by whoever listens (grantfile.h).
//
// A permission that lets code run covers everything that such code could do by itself: writing a
// file or loading a package within the same reach. One that was given for a file or a package
// lets no code run.
class Grants
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::approval::Grants)

public:
    explicit Grants(const Clock &clock);

    QList<Grant> all() const; // that count, oldest first

    // Permits what `record` reaches from now on. Narrower permissions of the same kind, client
    // and session are replaced.
    qint64 add(const ApprovalRecord &record, const QString &clientLabel, Scope scope,
               const FindingReport &report = FindingReport::notCode());
    // One of Scope::ExactCode that was given before this process began.
    void restore(const Grant &grant);
    // The permission that covers `record` and what its code seems to do, if any. While that is
    // pending: the one that may.
    std::optional<qint64> covering(const ApprovalRecord &record,
                                   const FindingReport &report = FindingReport::notCode()) const;
    // Counts one run; the last one allowed ends the permission. True: it is time to ask the
    // person whether they want to keep it.
    bool use(qint64 id);
    std::optional<Grant> find(qint64 id) const;
    // Why the permissions of this client do not cover `record`, for the person: "asks for another
    // folder: reports". Empty where there are none, or one covers it.
    QString whyOutside(const ApprovalRecord &record,
                       const FindingReport &report = FindingReport::notCode()) const;

    // Each returns the permissions that it ended.
    QList<qint64> end(qint64 id);
    QList<qint64> endAll();
    QList<qint64> endSession(const SessionId &session);
    QList<qint64> endClient(const ClientId &client);
    QList<qint64> endMount(const QString &name); // it was loosened or replaced
    QList<qint64> endOverdue();
    // When the next one ends by its time; nullopt: none does.
    std::optional<std::chrono::milliseconds> nextEnd() const;

private:
    struct Held
    {
        Grant grant;
        // On the monotonic clock, which no setting of the wall clock moves.
        std::optional<std::chrono::milliseconds> deadline;
    };

    template <class Predicate>
    QList<qint64> endIf(Predicate predicate);
    bool isOverdue(const Held &held) const;
    bool covers(const Held &held, const ApprovalRecord &record, const FindingReport &report) const;
    static QString whyOutside(const ApprovalRecord &record, const FindingReport &report,
                              const Grant &grant);

    const Clock &m_clock;
    QList<Held> m_grants;
    qint64 m_lastId = 0;
};

// Whether a permission of this scope may be given for `record`; else why not, for the person.
Result<> checkScope(const ApprovalRecord &record, Scope scope);

} // namespace glovebox::approval
