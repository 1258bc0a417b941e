// SPDX-License-Identifier: MIT
#include "repeatablecalls.h"

#include "tools/runanswer.h"

#include <QCryptographicHash>
#include <QJsonDocument>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

QByteArray keyOf(const QString &set, const mcp::ToolCall &call)
{
    const QJsonObject said{{u"client"_s, call.caller().principal.id.value()},
                           {u"set"_s, set},
                           {u"tool"_s, call.tool()},
                           {u"arguments"_s, call.arguments()}};
    return QCryptographicHash::hash(QJsonDocument(said).toJson(QJsonDocument::Compact),
                                    QCryptographicHash::Sha256);
}

} // namespace

struct RepeatableCalls::Entry
{
    QByteArray key;
    RunId run; // null while it is being asked for
    QDateTime since;
    // A call was told that it waits: from then on the run lives by itself (DESIGN 4.6).
    bool told = false;
    QSet<Answer *> answers;
    QList<std::pair<mcp::ToolCallPtr, AnswerForm>> early; // before there was a run
};

// One call that waits for a run. Lives until it is answered or taken back.
class RepeatableCalls::Answer final : public QObject
{
public:
    Answer(RepeatableCalls &calls, EntryPtr entry, mcp::ToolCallPtr call, AnswerForm form)
        : QObject(&calls)
        , m_calls(calls)
        , m_entry(std::move(entry))
        , m_call(std::move(call))
        , m_form(std::move(form))
    {
        m_entry->answers.insert(this);
        connect(m_call.get(), &mcp::ToolCall::cancelled, this, [this](const QString &reason) {
            leave(reason.isEmpty() ? u"The client took it back."_s : reason);
            deleteLater();
        });
        connect(m_call.get(), &mcp::ToolCall::peerVanished, this, [this] {
            const RunFacts *facts = hub().facts(m_entry->run);
            if (facts && facts->state == RunState::PendingApproval)
                leave(u"The client's connection was gone for a minute."_s);
        });
        connect(&hub(), &RunHub::published, this, [this](const RunEvent &event) {
            if (event.run == m_entry->run && !std::holds_alternative<event::Output>(event.body))
                tellProgress();
        });
        tellProgress();
        m_calls.m_services.runs.whenOver(m_entry->run, m_calls.m_services.patience.forCall(*m_call),
                                         this, [this] { answer(); });
    }

    ~Answer() override { m_entry->answers.remove(this); }

private:
    RunHub &hub() const { return m_calls.m_services.hub; }

    void tellProgress()
    {
        const RunFacts *facts = hub().facts(m_entry->run);
        if (facts && !isFinal(facts->state))
            m_call->status(tools::progressText(*facts));
    }

    // The run goes with its last call, unless somebody was told to come back for it.
    void leave(const QString &reason)
    {
        m_entry->answers.remove(this);
        if (m_entry->told || !m_entry->answers.isEmpty())
            return;
        m_calls.forget(m_entry);
        m_calls.m_services.runs.takeBack(m_entry->run, reason);
    }

    void answer()
    {
        m_calls.m_services.runs.factsFor(m_call->caller().principal.id, m_entry->run)
            .then(this, [this](const Result<RunFacts> &facts) {
                if (!facts)
                    m_call->finish(m_form.problem(facts.error().text));
                else if (isFinal(facts->state))
                    finish(*facts);
                else
                    tellWaiting(*facts);
                deleteLater();
            });
    }

    void finish(const RunFacts &facts)
    {
        if (!m_call->isOver())
            m_calls.forget(m_entry);
        m_form.over(m_call, facts);
    }

    void tellWaiting(const RunFacts &facts)
    {
        m_entry->told = true;
        m_call->finish(m_form.problem(waitingText(facts)));
    }

    RepeatableCalls &m_calls;
    EntryPtr m_entry;
    mcp::ToolCallPtr m_call;
    AnswerForm m_form;
};

RepeatableCalls::RepeatableCalls(const tools::Services &services, QObject *parent)
    : QObject(parent)
    , m_services(services)
{
}

RepeatableCalls::~RepeatableCalls()
{
    // Each takes itself out of its entry, and so has to go while those are there.
    while (!children().isEmpty())
        delete children().first();
}

void RepeatableCalls::run(const QString &set, const mcp::ToolCallPtr &call,
                          const tools::RunRequest &request, const AnswerForm &form)
{
    forgetOld();
    const QByteArray key = keyOf(set, *call);
    if (const EntryPtr known = m_entries.value(key))
        return attach(known, call, form);
    const auto entry = std::make_shared<Entry>();
    entry->key = key;
    entry->since = m_services.clock.now();
    m_entries.insert(key, entry);
    attach(entry, call, form);
    m_services.runs.submit(request).then(
        this, [this, entry](const Result<RunId> &run) { submitted(entry, run); });
}

void RepeatableCalls::attach(const EntryPtr &entry, const mcp::ToolCallPtr &call,
                             const AnswerForm &form)
{
    if (entry->run.isNull())
        entry->early.append({call, form});
    else
        begin(entry, call, form);
}

void RepeatableCalls::submitted(const EntryPtr &entry, const Result<RunId> &run)
{
    const auto early = std::exchange(entry->early, {});
    if (!run) {
        forget(entry);
        for (const auto &[call, form] : early)
            call->finish(form.problem(run.error().text));
        return;
    }
    entry->run = *run;
    for (const auto &[call, form] : early) {
        if (!call->isOver())
            begin(entry, call, form);
    }
    if (entry->answers.isEmpty()) {
        m_services.runs.takeBack(*run, u"The client took it back."_s);
        forget(entry);
    }
}

void RepeatableCalls::begin(const EntryPtr &entry, const mcp::ToolCallPtr &call,
                            const AnswerForm &form)
{
    new Answer(*this, entry, call, form); // a child of ours
}

void RepeatableCalls::forget(const EntryPtr &entry)
{
    if (m_entries.value(entry->key) == entry)
        m_entries.remove(entry->key);
}

void RepeatableCalls::forgetOld()
{
    const QDateTime oldest = m_services.clock.now().addDuration(-limits::runResultLifetime);
    m_entries.removeIf([this, &oldest](const auto &item) {
        const EntryPtr &entry = item.value();
        const RunFacts *facts = m_services.hub.facts(entry->run);
        // Taken back: there is no result to wait for.
        const bool gone = facts && facts->state == RunState::Cancelled;
        return entry->answers.isEmpty() && entry->early.isEmpty() &&
               (gone || entry->since < oldest);
    });
}

QString waitingText(const RunFacts &facts)
{
    const QString again = u" Repeat exactly the same call to get the result: nothing is asked or "
                          "run a second time."_s;
    switch (facts.state) {
    case RunState::PendingApproval:
        if (!facts.decision)
            return u"Waiting for the person, who was asked in Glovebox and has not answered yet. "
                   "Nothing ran."_s +
                   again;
        return u"The person allowed it; it is about to begin."_s + again;
    case RunState::Queued:
        return u"Waiting in the queue of its session (position %1)."_s.arg(facts.queuePosition) +
               again;
    case RunState::Starting:
        return u"The person allowed it; it is starting."_s + again;
    default:
        return u"It is still running."_s + again;
    }
}

} // namespace glovebox::rest
