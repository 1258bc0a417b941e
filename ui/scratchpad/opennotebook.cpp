// SPDX-License-Identifier: MIT
#include "opennotebook.h"

#include "notebookview.h"

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

OpenNotebook::OpenNotebook(const ScratchServices &services, notebook::OpenDocument &document,
                           QWidget *parent)
    : QObject(parent)
    , m_services(services)
    , m_document(document)
    , m_runner(new CellRunner(document.document(), services.desk, services.hub, this))
    , m_model(new NotebookModel(document.document(), *m_runner, services.clock, this))
    , m_view(new NotebookView(services, document.document(), *m_runner, *m_model, parent))
{
    m_view->setKeepsPictures(
        [&document] { return document.format() == notebook::FileFormat::Ipynb; });
    connect(m_view, &NotebookView::runRequested, this, &OpenNotebook::run);
    connect(m_view, &NotebookView::stopRequested, this, &OpenNotebook::stop);
    connect(m_view, &NotebookView::message, this, &OpenNotebook::message);
    connect(m_runner, &CellRunner::busyChanged, this, &OpenNotebook::busyChanged);
    connect(m_runner, &CellRunner::refused, this,
            [this](const QString &, const QString &text) { Q_EMIT message(text, true); });
    connect(&services.desk, &ScratchDesk::sessionsChanged, this, &OpenNotebook::onSessionsChanged);
}

OpenNotebook::~OpenNotebook()
{
    delete m_view;
}

std::optional<SessionStatus> OpenNotebook::sessionStatus() const
{
    const QList<SessionStatus> sessions = m_services.desk.sessions();
    const auto found = std::ranges::find_if(
        sessions, [this](const SessionStatus &status) { return status.ref.id == m_session.id; });
    if (m_session.id.isNull() || found == sessions.end())
        return std::nullopt;
    return *found;
}

bool OpenNotebook::isClients() const
{
    const auto status = sessionStatus();
    return status && status->client != personClient();
}

void OpenNotebook::setSession(const SessionRef &session, SessionState state)
{
    m_session = session;
    m_state = state;
    m_runner->setSession(state == SessionState::Ready ? session : SessionRef());
    Q_EMIT sessionChanged();
}

// A session that ended leaves the document without one; its next run opens another.
void OpenNotebook::onSessionsChanged()
{
    if (m_state == SessionState::Ready) {
        const auto status = sessionStatus();
        if (!status || status->state == SessionStatus::State::Closed) {
            m_own = false;
            setSession({}, SessionState::None);
            return;
        }
        if (status->ref.epoch != m_session.epoch) {
            setSession(status->ref, SessionState::Ready);
            Q_EMIT variablesLost(); // the variables are gone
            return;
        }
    }
    Q_EMIT sessionChanged();
}

QString OpenNotebook::freeName() const
{
    QStringList taken;
    for (const SessionStatus &session : m_services.desk.sessions()) {
        if (session.client == personClient())
            taken.append(session.name);
    }
    int number = 1;
    while (taken.contains(u"notebook-%1"_s.arg(number)))
        ++number;
    return u"notebook-%1"_s.arg(number);
}

void OpenNotebook::openOwnSession()
{
    const quint64 opening = ++m_opening;
    setSession({}, SessionState::Starting);
    m_services.desk.openSession(freeName())
        .then(this, [this, opening](const Result<SessionRef> &session) {
            if (opening != m_opening) {
                if (session)
                    m_services.desk.closeSession(*session);
                return;
            }
            if (!session) {
                m_waiting.clear();
                setSession({}, SessionState::None);
                Q_EMIT message(tr("Python did not start: %1").arg(session.error().text), true);
                return;
            }
            m_own = true;
            setSession(*session, SessionState::Ready);
            m_runner->run(std::exchange(m_waiting, {}));
        });
}

void OpenNotebook::run(const QStringList &cells)
{
    if (m_state == SessionState::Ready) {
        m_runner->run(cells);
        return;
    }
    for (const QString &cell : cells) {
        if (!m_waiting.contains(cell))
            m_waiting.append(cell);
    }
    if (m_state == SessionState::None)
        openOwnSession();
}

void OpenNotebook::stop()
{
    m_waiting.clear();
    m_runner->interrupt();
}

void OpenNotebook::restart(bool thenRunAll)
{
    if (m_state == SessionState::Restarting || m_state == SessionState::Starting)
        return;
    if (m_state == SessionState::None) {
        if (thenRunAll)
            m_view->runAll();
        return;
    }
    m_runner->interrupt();
    const SessionRef before = m_session;
    const quint64 opening = ++m_opening;
    m_state = SessionState::Restarting;
    Q_EMIT sessionChanged();
    m_services.desk.restartSession(before).then(
        this, [this, before, opening, thenRunAll](const Result<SessionRef> &session) {
            if (opening != m_opening)
                return;
            if (!session) {
                setSession(before, SessionState::Ready);
                Q_EMIT message(session.error().text, true);
                return;
            }
            setSession(*session, SessionState::Ready);
            Q_EMIT variablesLost();
            m_runner->run(std::exchange(m_waiting, {}));
            if (thenRunAll)
                m_view->runAll();
        });
}

void OpenNotebook::attach(const SessionRef &session)
{
    ++m_opening;
    closeSession();
    setSession(session, SessionState::Ready);
    Q_EMIT variablesLost();
}

void OpenNotebook::closeSession()
{
    stop();
    if (m_own && m_session.id != SessionId())
        m_services.desk.closeSession(m_session);
    m_own = false;
}

QFuture<Result<Completions>> OpenNotebook::complete(const QString &code, qsizetype cursor)
{
    if (m_state == SessionState::None)
        openOwnSession(); // so that the next question has somebody to answer it
    if (m_state != SessionState::Ready)
        return QtFuture::makeReadyValueFuture(Result<Completions>(
            fail(ErrorCode::Conflict, tr("Python starts. Ask again in a moment."))));
    return m_services.desk.complete(m_session, code, cursor);
}

QFuture<Result<Inspection>> OpenNotebook::inspect(const QString &code, qsizetype cursor)
{
    if (m_state != SessionState::Ready)
        return QtFuture::makeReadyValueFuture(Result<Inspection>(
            fail(ErrorCode::Conflict, tr("Python starts. Ask again in a moment."))));
    return m_services.desk.inspect(m_session, code, cursor);
}

} // namespace glovebox::ui
