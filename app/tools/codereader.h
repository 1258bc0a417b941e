// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/finding.h"
#include "base/record.h"

#include <QFuture>

#include <functional>
#include <map>

namespace glovebox::tools {

// Works out what the code of waiting requests seems to do, in no more time than a person waits
// for: limits::analysisTime, whatever becomes of the analyser.
class CodeReader final : public QObject
{
    Q_OBJECT

public:
    // The analyser's method `findings` with these arguments.
    using Ask = std::function<QFuture<Result<QJsonObject>>(const QJsonObject &arguments)>;
    using Done = std::function<void(const FindingReport &report)>;

    // Without `ask` nothing is read.
    CodeReader(Ask ask, Clock &clock, QObject *parent = nullptr);
    ~CodeReader() override;

    // What is read of a run: one reading of each at a time.
    enum class Of { Asked, Edited };

    // Whether there is Python to read in the record.
    bool canRead(const ApprovalRecord &record) const;
    // Calls back once, with a report that is not pending, or not at all when `forget` or the next
    // reading of the same comes first. `earlier` is what was allowed in its session before.
    void read(RunId run, Of of, const ApprovalRecord &record, const QList<QByteArray> &earlier,
              Done done);
    void forget(RunId run);

private:
    struct Reading
    {
        qint64 serial = 0;
        QFuture<Result<QJsonObject>> answer;
        std::unique_ptr<QObject> limit;
        Done done;
    };

    using Key = std::pair<qint64, Of>; // the run's number

    void drop(const Key &key);
    void finish(const Key &key, const FindingReport &report);

    Ask m_ask;
    Clock &m_clock;
    std::map<Key, Reading> m_readings;
    qint64 m_lastSerial = 0;
};

} // namespace glovebox::tools
