// SPDX-License-Identifier: MIT
#pragma once

#include "base/runhub.h"
#include "base/scratchdesk.h"
#include "notebook/document.h"
#include "notebook/outputs.h"

#include <QHash>
#include <QObject>

#include <optional>

namespace glovebox::ui {

// What a cell is doing, or how its last run ended.
enum class CellState { Idle, Queued, Running, Complete, Error, Stopped, Lost };

// Runs the cells of one document in its session, one after another, as a notebook does: a cell
// that fails takes those behind it out of the queue. What runs is the cell's text at the moment
// when its turn comes. Outputs, counts and times go into the document when a run is over; what
// happens meanwhile is in RunHub, under run().
class CellRunner final : public QObject
{
    Q_OBJECT

public:
    CellRunner(notebook::Document &document, ScratchDesk &desk, RunHub &hub,
               QObject *parent = nullptr);

    // Null: nothing runs until there is one. Counting begins anew with another session or epoch.
    void setSession(const SessionRef &session);
    const SessionRef &session() const { return m_session; }

    // To the end of the queue, in this order; code cells with something in them only. A cell that
    // waits already keeps its place.
    void run(const QStringList &ids);
    // The running cell is interrupted, those that wait are taken back.
    void interrupt();
    // Taken back, unless it runs.
    void cancel(const QString &id);

    bool isBusy() const { return m_running.has_value() || !m_queue.isEmpty(); }
    CellState state(const QString &id) const;
    int queuePlace(const QString &id) const; // 1: next; 0: it does not wait
    RunId run(const QString &id) const;      // its last one in this process; null: none
    std::optional<QString> runningCell() const;
    bool isChanged(const notebook::Cell &cell) const; // since it ran in this process
    QDateTime runningSince() const;                   // invalid before its code began
    // Why the cell may not run here ("These cells are written in julia …"), or empty.
    QString whyNot(const notebook::Cell &cell) const;

Q_SIGNALS:
    void cellStateChanged(const QString &id);
    void busyChanged(bool busy);
    // It could not be run at all. A sentence for the person.
    void refused(const QString &id, const QString &text);
    // A cell's run is over and its outputs are in the document.
    void finished(const QString &id);

private:
    struct Running
    {
        QString cell;
        quint64 number = 0; // of the submission
        QString runtime = {};
        RunId run = {};             // null until the program said it
        QList<RunEvent> early = {}; // what happened until then, of all runs
        bool isUnwanted = false;    // to be interrupted as soon as it is known
        bool isOver = false;        // its outputs are being made
        notebook::OutputCollector collector = {};
        QDateTime started = {};
        QDateTime ended = {};
        int count = 0;
    };

    void next();
    void onSubmitted(const Result<RunId> &answer);
    void onPublished(const RunEvent &event);
    void onEnded(const event::Ended &ended);
    void finish(const event::Ended &ended, const QList<notebook::Output> &outputs,
                std::optional<int> count);
    void giveUp(const QString &id, const QString &text);
    void dropQueue();
    void dropVanished();
    void onReset();
    void tellPlaces();
    void tellBusy(bool before);

    notebook::Document &m_document;
    ScratchDesk &m_desk;
    SessionRef m_session;
    int m_count = 0;
    QStringList m_queue;
    std::optional<Running> m_running;
    QHash<QString, CellState> m_states;
    QHash<QString, RunId> m_runs;
    QHash<QString, QString> m_ran; // the text of their last runs
    quint64 m_submissions = 0;
};

} // namespace glovebox::ui
