// SPDX-License-Identifier: MIT
#pragma once

#include "codeassistant.h"
#include "scratchservices.h"

#include "ui/models/notebookmodel.h"

#include <QObject>
#include <QPointer>

namespace glovebox::ui {

class NotebookView;

// One open document with its session and its view. A document gets a session of its own when it is
// first run or asked for help; the person may choose another.
class OpenNotebook final : public QObject, public CodeAssistant
{
    Q_OBJECT

public:
    enum class SessionState { None, Starting, Ready, Restarting };

    OpenNotebook(const ScratchServices &services, notebook::OpenDocument &document,
                 QWidget *parent);
    ~OpenNotebook() override;

    notebook::OpenDocument &document() const { return m_document; }
    CellRunner *runner() const { return m_runner; }
    NotebookModel *model() const { return m_model; }
    NotebookView *view() const { return m_view; }

    SessionState sessionState() const { return m_state; }
    SessionRef session() const { return m_session; }
    // As the program knows it now; nullopt while there is none.
    std::optional<SessionStatus> sessionStatus() const;
    bool isClients() const; // the session is a client's

    void run(const QStringList &cells);
    void stop();
    void restart(bool thenRunAll);
    void attach(const SessionRef &session);
    void openOwnSession();
    // Its own session goes with it.
    void closeSession();

    QFuture<Result<Completions>> complete(const QString &code, qsizetype cursor) override;
    QFuture<Result<Inspection>> inspect(const QString &code, qsizetype cursor) override;

Q_SIGNALS:
    void sessionChanged();
    void busyChanged();
    void variablesLost(); // another session, or another interpreter
    void message(const QString &text, bool bad);

private:
    void setSession(const SessionRef &session, SessionState state);
    void onSessionsChanged();
    QString freeName() const;

    const ScratchServices &m_services;
    notebook::OpenDocument &m_document;
    CellRunner *m_runner;
    NotebookModel *m_model;
    QPointer<NotebookView> m_view;
    SessionRef m_session;
    SessionState m_state = SessionState::None;
    bool m_own = false;    // the session was opened for this document
    QStringList m_waiting; // cells to run once there is a session
    quint64 m_opening = 0;
};

} // namespace glovebox::ui
