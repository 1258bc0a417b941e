// SPDX-License-Identifier: MIT
#include "runanswer.h"

#include <QJsonObject>
#include <QPointer>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds askDelay{1};

} // namespace

QString progressText(const RunFacts &facts)
{
    switch (facts.state) {
    case RunState::PendingApproval:
        return u"waiting for the person to allow it"_s;
    case RunState::Queued:
        return u"queued · position %1"_s.arg(facts.queuePosition);
    case RunState::Starting:
        return facts.phase.isEmpty() ? u"starting"_s : facts.phase;
    default:
        return facts.progress && !facts.progress->text.isEmpty() ? facts.progress->text
                                                                 : u"running"_s;
    }
}

namespace {

// Lives until its call is answered or taken back.
class RunAnswer final : public QObject
{
public:
    RunAnswer(const Services &services, mcp::ToolCallPtr call, RunId run, Tie tie)
        : m_services(services)
        , m_call(std::move(call))
        , m_run(run)
        , m_tie(tie)
    {
        connect(m_call.get(), &mcp::ToolCall::cancelled, this, &RunAnswer::onCancelled);
        connect(m_call.get(), &mcp::ToolCall::peerVanished, this, &RunAnswer::onPeerVanished);
        connect(&m_services.hub, &RunHub::published, this, &RunAnswer::onEvent);
        tellProgress();
        askSoon();
        m_services.runs.whenOver(run, m_services.patience.forCall(*m_call), this,
                                 [this] { answer(); });
    }

private:
    bool isUndecided() const
    {
        const RunFacts *facts = m_services.hub.facts(m_run);
        return facts && facts->state == RunState::PendingApproval && !facts->decision;
    }

    // After a moment: what is permitted beforehand needs no question. A client without sessions
    // would call again from the beginning, and ask twice.
    void askSoon()
    {
        const mcp::Caller &caller = m_call->caller();
        if (!m_services.options.elicits || m_tie != Tie::Asker || !isUndecided() ||
            caller.era == mcp::Era::V2026_07_28 || !caller.client.declares(u"elicitation"))
            return;
        m_askTimer = m_services.clock.after(askDelay, this, [this] { askInClient(); });
    }

    // Whoever sits at the client may deny; to allow, they must look at the code in the window.
    void askInClient()
    {
        m_askTimer.release()->deleteLater(); // it is calling just now
        if (!isUndecided() || m_call->isOver())
            return;
        const QJsonObject params{
            {u"message"_s,
             u"Glovebox asks you before run %1 begins: look at it in the window of Glovebox, and "
             "allow or deny it there. Accept this to go on waiting for that; decline it to deny "
             "the run now. Nothing can be allowed from here."_s.arg(m_run.toString())},
            {u"requestedSchema"_s,
             QJsonObject{{u"type"_s, u"object"_s}, {u"properties"_s, QJsonObject()}}}};
        m_call->ask(u"approval"_s, u"elicitation/create"_s, params,
                    [alive = QPointer(this)](const Result<QJsonObject> &answer) {
                        if (alive && answer && answer->value(u"action").toString() == u"decline")
                            alive->m_services.runs.decline(alive->m_run);
                    });
    }

    void tellProgress()
    {
        const RunFacts *facts = m_services.hub.facts(m_run);
        if (!facts || isFinal(facts->state))
            return;
        const QString text = progressText(*facts);
        if (text == m_told)
            return;
        m_call->status(m_told = text);
        m_call->log(u"info"_s, QJsonObject{{u"run"_s, m_run.toString()}, {u"text"_s, text}});
    }

    void onEvent(const RunEvent &event)
    {
        if (event.run == m_run && !std::holds_alternative<event::Output>(event.body))
            tellProgress();
    }

    void onCancelled(const QString &reason)
    {
        if (m_tie == Tie::Asker)
            m_services.runs.takeBack(m_run,
                                     reason.isEmpty() ? u"The client took it back."_s : reason);
        deleteLater();
    }

    void onPeerVanished()
    {
        const RunFacts *facts = m_services.hub.facts(m_run);
        if (m_tie == Tie::Asker && facts && facts->state == RunState::PendingApproval)
            m_services.runs.takeBack(m_run, u"The client's connection was gone for a minute."_s);
    }

    void answer()
    {
        m_services.runs.factsFor(m_call->caller().principal.id, m_run)
            .then(this, [this](const Result<RunFacts> &facts) {
                if (!facts)
                    return finish(mcp::CallResult::error(facts.error()));
                m_services.reporter
                    .report(*facts, m_services.clock.now(),
                            ClientTraits::of(m_call->caller().client.name))
                    .then(this, [this](const mcp::CallResult &result) { finish(result); });
            });
    }

    void finish(const mcp::CallResult &result)
    {
        m_call->finish(result);
        deleteLater();
    }

    Services m_services;
    mcp::ToolCallPtr m_call;
    RunId m_run;
    Tie m_tie;
    QString m_told;
    std::unique_ptr<QObject> m_askTimer;
};

} // namespace

void answerWithRun(const Services &services, const mcp::ToolCallPtr &call, RunId run, Tie tie)
{
    // Parented to what it stands on, so that the end of the program takes it along.
    auto *answer = new RunAnswer(services, call, run, tie);
    answer->setParent(&services.runs);
}

Result<SessionRef> sessionArgument(const Services &services, const mcp::ToolCall &call)
{
    const mcp::Principal &principal = call.caller().principal;
    const QString named = call.arguments()[u"session"].toString();
    if (named.isEmpty())
        return services.sessions.defaultFor(principal.id, principal.label);
    const auto found = services.sessions.find(principal.id, named);
    if (!found)
        return std::unexpected(found.error());
    return found->ref;
}

RunRequest requestOf(const mcp::ToolCall &call, const SessionRef &session)
{
    const mcp::Caller &caller = call.caller();
    RunRequest request;
    request.client = caller.principal.id;
    request.clientLabel = caller.principal.label;
    request.clientClaims = caller.client.quotation();
    request.session = session;
    return request;
}

void submitAndAnswer(const Services &services, const mcp::ToolCallPtr &call,
                     const RunRequest &request)
{
    services.runs.submit(request).then(&services.runs, [services, call](const Result<RunId> &run) {
        if (!run)
            return call->fail(run.error());
        if (call->isOver())
            return services.runs.takeBack(*run, u"The client took it back."_s);
        answerWithRun(services, call, *run, Tie::Asker);
    });
}

} // namespace glovebox::tools
