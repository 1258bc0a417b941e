// SPDX-License-Identifier: MIT
#include "refusals.h"

namespace glovebox {

namespace {

constexpr std::chrono::minutes countedTime{1};
// Asking for what is not there is no attempt at anything: clients look for OAuth like that.
constexpr int notFound = 404;

} // namespace

Refusals::Refusals(Clock &clock, Record record, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_record(std::move(record))
{
}

Refusals::~Refusals()
{
    recordCounted();
}

void Refusals::note(const http::Refusal &refusal)
{
    if (refusal.status == notFound)
        return;
    if (refusal.unknownKey)
        Q_EMIT unknownKey();
    if (const auto counted = m_counted.find(refusal.log); counted != m_counted.end()) {
        ++*counted;
        return;
    }
    m_counted.insert(refusal.log, 0);
    m_record(refusal.log, 1);
    if (!m_timer)
        m_timer = m_clock.after(countedTime, this, [this] { endOfMinute(); });
}

void Refusals::endOfMinute()
{
    m_timer.reset();
    recordCounted();
}

void Refusals::recordCounted()
{
    const auto counted = std::exchange(m_counted, {});
    for (const auto &[what, count] : counted.asKeyValueRange()) {
        if (count > 0)
            m_record(what, count);
    }
}

} // namespace glovebox
