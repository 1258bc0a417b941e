// SPDX-License-Identifier: MIT
#pragma once

#include "sandbox/outputstore.h"
#include "tools/services.h"

#include <QHash>
#include <QSet>

namespace glovebox::rest {

// In what words a tool of another system answers.
struct AnswerForm
{
    // The run is over, however it ended. Answers the call, now or later.
    std::function<void(const mcp::ToolCallPtr &, const RunFacts &)> over;
    // It is not over yet, or could not be asked for: `text` says so.
    std::function<mcp::CallResult(const QString &text)> problem;
};

// Calls that run something, of tool sets that have no get_run (DESIGN 4.4). One that is past its
// client's budget is answered with what it waits for; the same call by the same client within a day
// attaches to that run, waiting or finished, instead of asking again. Once a result was given, the
// same call is a new one.
class RepeatableCalls final : public QObject
{
    Q_OBJECT

public:
    explicit RepeatableCalls(const tools::Services &services, QObject *parent = nullptr);
    ~RepeatableCalls() override;

    // `set`: the tool set that the call belongs to; tools of two sets may have one name.
    void run(const QString &set, const mcp::ToolCallPtr &call, const tools::RunRequest &request,
             const AnswerForm &form);

private:
    class Answer;
    struct Entry; // one run and the calls that wait for it
    using EntryPtr = std::shared_ptr<Entry>;

    void attach(const EntryPtr &entry, const mcp::ToolCallPtr &call, const AnswerForm &form);
    void submitted(const EntryPtr &entry, const Result<RunId> &run);
    void begin(const EntryPtr &entry, const mcp::ToolCallPtr &call, const AnswerForm &form);
    void forget(const EntryPtr &entry);
    void forgetOld();

    tools::Services m_services;
    QHash<QByteArray, EntryPtr> m_entries;
};

// What a call that is still waiting is told, for a model.
QString waitingText(const RunFacts &facts);

} // namespace glovebox::rest
