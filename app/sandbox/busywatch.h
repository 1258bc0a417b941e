// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

namespace glovebox::sandbox {

// Whether a process computes without end, from what it has used of the processor. What counts is
// processor time and not ours: where much else runs, a loop gets little of it and costs little. A
// pause forgets what was before.
class BusyWatch final
{
public:
    // `used`: since the process began. True when it has used `most` without a pause; then it counts
    // anew.
    bool isBusy(std::chrono::milliseconds now, std::chrono::milliseconds used,
                std::chrono::milliseconds most)
    {
        if (!m_last) {
            m_last = {now, used};
            return false;
        }
        const auto passed = now - m_last->at;
        if (passed < span)
            return false;
        const auto computed = used - m_last->used;
        m_last = {now, used};
        m_busy = computed * 5 < passed ? std::chrono::milliseconds() : m_busy + computed;
        if (m_busy < most)
            return false;
        m_busy = {};
        return true;
    }

    void reset()
    {
        m_last.reset();
        m_busy = {};
    }

private:
    static constexpr std::chrono::milliseconds span{900}; // less says little about a fifth of it

    struct Sample
    {
        std::chrono::milliseconds at;
        std::chrono::milliseconds used;
    };

    std::optional<Sample> m_last;
    std::chrono::milliseconds m_busy{};
};

} // namespace glovebox::sandbox
