// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/desk.h"

namespace glovebox::ui {

// The texts of the status bar (UI.md 3), and what is wrong with the program.
class StatusModel final : public QObject
{
    Q_OBJECT

public:
    StatusModel(ProgramControls &controls, ApprovalDesk &desk, QObject *parent = nullptr);

    bool listening() const;
    QString address() const;     // as a client writes it: "http://127.0.0.1:8420/mcp"
    QString addressText() const; // "Listening on 127.0.0.1:8420"
    QString clientsText() const;
    QString askingText() const;
    QString grantsText() const;
    QString sessionsText() const;
    QString sandboxText() const;
    QString sandboxIcon() const;
    // What was measured of the seals, a sentence a line; empty before that.
    QString sandboxDetail() const;
    QString pythonText() const; // empty before the first interpreter was up

    // For the red message bars that cannot be closed, the worst first.
    struct Problem
    {
        QString text;
        bool freePortHelps = false; // ProgramControls::listenOnFreePort() may end it
        bool nothingRuns = false;   // as long as it lasts

        bool operator==(const Problem &) const = default;
    };
    QList<Problem> problems() const;
    // Why nothing that is allowed now would run; empty: it would.
    QString whyNothingRuns() const;
    const ProgramStatus &program() const { return m_program; }

Q_SIGNALS:
    void changed();

private:
    void refresh();
    QString listenProblem() const;

    ProgramControls &m_controls;
    ApprovalDesk &m_desk;
    ProgramStatus m_program;
    int m_sessions = 0;
    qint64 m_residentBytes = 0;
};

} // namespace glovebox::ui
