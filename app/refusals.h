// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "http/guard.h"

#include <QMap>
#include <QObject>

#include <functional>
#include <memory>

namespace glovebox {

// Brings what the guard refused into the journal. Whoever is refused can come again a thousand
// times a second: the first of a kind is recorded at once, the others of the same minute with
// their number at its end.
class Refusals final : public QObject
{
    Q_OBJECT

public:
    using Record = std::function<void(const QString &what, int count)>;

    Refusals(Clock &clock, Record record, QObject *parent = nullptr);
    ~Refusals() override; // records what was only counted

    void note(const http::Refusal &refusal);

Q_SIGNALS:
    // Somebody came with a key that is not valid.
    void unknownKey();

private:
    void endOfMinute();
    void recordCounted();

    Clock &m_clock;
    Record m_record;
    QMap<QString, int> m_counted; // since their kind was recorded, by kind
    std::unique_ptr<QObject> m_timer;
};

} // namespace glovebox
