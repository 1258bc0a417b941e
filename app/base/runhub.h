// SPDX-License-Identifier: MIT
#pragma once

#include "clock.h"
#include "runfacts.h"

#include <QHash>
#include <QObject>

namespace glovebox {

// Where events enter the stream: numbers them, stamps the time, folds them into RunFacts and
// tells every reader, in one order. Used from the thread that it lives in.
class RunHub final : public QObject
{
    Q_OBJECT

public:
    explicit RunHub(Clock &clock, QObject *parent = nullptr);

    // Facts of every run of this process, final ones too until they are forgotten.
    const RunFacts *facts(RunId run) const;
    QList<RunId> runs() const; // oldest first

    RunEvent publish(RunId run, RunEventBody body);
    // Frees a final run's facts; the journal keeps them.
    void forget(RunId run);

Q_SIGNALS:
    // The facts already contain the event.
    void published(const glovebox::RunEvent &event);

private:
    Clock &m_clock;
    QHash<RunId, RunFacts> m_facts;
};

} // namespace glovebox
