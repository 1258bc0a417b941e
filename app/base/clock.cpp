// SPDX-License-Identifier: MIT
#include "clock.h"

#include <QPointer>
#include <QTimer>

namespace glovebox {

namespace {

class SystemClock final : public Clock
{
public:
    QDateTime now() const override { return QDateTime::currentDateTimeUtc(); }

    std::chrono::milliseconds monotonic() const override
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
    }

    std::unique_ptr<QObject> after(std::chrono::milliseconds delay, QObject *context,
                                   Callback callback) override
    {
        auto timer = std::make_unique<QTimer>();
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
        QObject::connect(timer.get(), &QTimer::timeout, context, std::move(callback));
        timer->start(delay);
        return timer;
    }
};

} // namespace

Clock &systemClock()
{
    static SystemClock clock;
    return clock;
}

} // namespace glovebox
