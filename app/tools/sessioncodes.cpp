// SPDX-License-Identifier: MIT
#include "sessioncodes.h"

#include "base/limits.h"

#include <algorithm>

namespace glovebox::tools {

namespace {

constexpr qsizetype mostBytes = 128 * limits::KiB; // of a session
constexpr qsizetype mostCodes = 100;
constexpr qsizetype mostSessions = 64;

} // namespace

void SessionCodes::add(const ApprovalRecord &record)
{
    if (record.tool != u"run_python" || record.session.id.isNull() || record.code.isEmpty())
        return;
    Kept &kept = m_sessions[record.session.id];
    if (kept.epoch != record.session.epoch)
        kept = {};
    kept.epoch = record.session.epoch;
    kept.lastUsed = ++m_uses;
    // The same again says nothing new.
    if (kept.codes.isEmpty() || kept.codes.last() != record.code) {
        kept.codes.append(record.code);
        kept.bytes += record.code.size();
    }
    while (kept.bytes > mostBytes || kept.codes.size() > mostCodes)
        kept.bytes -= kept.codes.takeFirst().size();
    dropOldestSession();
}

QList<QByteArray> SessionCodes::before(const SessionRef &session) const
{
    const auto kept = m_sessions.constFind(session.id);
    return kept == m_sessions.constEnd() || kept->epoch != session.epoch ? QList<QByteArray>()
                                                                         : kept->codes;
}

void SessionCodes::dropOldestSession()
{
    if (m_sessions.size() <= mostSessions)
        return;
    const auto oldest =
        std::ranges::min_element(m_sessions, {}, [](const Kept &kept) { return kept.lastUsed; });
    m_sessions.erase(oldest);
}

} // namespace glovebox::tools
