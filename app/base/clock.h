// SPDX-License-Identifier: MIT
#pragma once

#include <QDateTime>
#include <QObject>

#include <chrono>
#include <functional>
#include <memory>

namespace glovebox {

// The time, and calls at a later time. Everything that waits takes a Clock, so that tests move
// time instead of waiting for it (tests/support/fakeclock.h).
class Clock
{
public:
    using Callback = std::function<void()>;

    virtual ~Clock() = default;

    // Wall clock in UTC; may jump.
    virtual QDateTime now() const = 0;
    // Never goes back; its zero means nothing.
    virtual std::chrono::milliseconds monotonic() const = 0;

    // Calls `callback` once in the current thread after `delay`, unless the returned handle or
    // `context` is destroyed before.
    [[nodiscard]] virtual std::unique_ptr<QObject> after(std::chrono::milliseconds delay,
                                                         QObject *context, Callback callback) = 0;
};

// The real one. Lives for the whole process.
Clock &systemClock();

} // namespace glovebox
