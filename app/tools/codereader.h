// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/finding.h"
#include "base/record.h"

#include <QFuture>

#include <functional>
#include <unordered_map>

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

    // Whether there is Python to read in the record.
    bool canRead(const ApprovalRecord &record) const;
    // Calls back once, with a report that is not pending, or not at all when `forget` comes first.
    void read(RunId run, const ApprovalRecord &record, Done done);
    void forget(RunId run);

private:
    struct Reading
    {
        qint64 serial = 0;
        QFuture<Result<QJsonObject>> answer;
        std::unique_ptr<QObject> limit;
        Done done;
    };

    void finish(RunId run, const FindingReport &report);

    Ask m_ask;
    Clock &m_clock;
    std::unordered_map<qint64, Reading> m_readings; // by run
    qint64 m_lastSerial = 0;
};

} // namespace glovebox::tools
