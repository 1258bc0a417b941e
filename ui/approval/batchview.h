// SPDX-License-Identifier: MIT
#pragma once

#include "pressguard.h"

#include <base/desk.h>

#include <QWidget>

class QListWidget;
class QListWidgetItem;

namespace glovebox::ui {

class AskHeader;
class Button;
class CodeView;
class ReachStrip;
class SentenceBar;
class TextLine;
class TimeBar;

// Several requests of one session, decided together (UI.md 4.7): each has its own tick, and a tick
// needs its code to have been on screen for a second. What reaches somewhere new is decided alone,
// and what is asked meanwhile never joins.
class BatchView final : public QWidget
{
    Q_OBJECT

public:
    BatchView(ApprovalDesk &desk, Clock &clock, QWidget *parent = nullptr);
    ~BatchView() override;

    // Those that could be reviewed together with `run`, itself included; fewer than two: none.
    static QList<PendingRequest> batchOf(const QList<PendingRequest> &requests, RunId run);

    // Takes those that wait now. False when there are none.
    bool open(RunId run);
    void close();
    bool isOpen() const { return !m_items.isEmpty(); }
    QList<RunId> ticked() const;
    // Why nothing that is allowed would run; empty: it would.
    void setProblem(const QString &problem);
    bool isReady() const { return m_guard.isReady(); }

Q_SIGNALS:
    // Nothing is left to be reviewed together, or the person wants them one by one.
    void finished(glovebox::RunId next);
    void notNow();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Item
    {
        PendingRequest request;
        int lines = 0;
        bool seen = false;
        bool ticked = false;
    };

    QWidget *buildLeft();
    QWidget *buildRight();
    QWidget *buildButtons();
    void addKeys();
    Item *itemOf(RunId run);
    int rowOf(RunId run) const;
    void choose(int row);
    void refreshMarks();
    void watchWhatIsSeen();
    void onTicked(QListWidgetItem *entry);
    void onChanged(RunId run);
    void onRemoved(RunId run);
    void refresh();
    void refreshRow(int row);
    void refreshTime();
    void decide(bool allow);
    void finishIfFew();
    void keepWaiting();

    ApprovalDesk &m_desk;
    Clock &m_clock;
    PressGuard m_guard;
    QList<Item> m_items;
    RunId m_chosen;
    std::unique_ptr<QObject> m_seenTimer;
    std::unique_ptr<QObject> m_tick;
    bool m_filling = false; // the list is being written, not used
    QString m_failure;
    QString m_problem;

    AskHeader *m_header = nullptr;
    ReachStrip *m_reach = nullptr;
    QListWidget *m_list = nullptr;
    TextLine *m_shown = nullptr;
    CodeView *m_code = nullptr;
    SentenceBar *m_failed = nullptr;
    TimeBar *m_deadBar = nullptr;
    Button *m_oneByOne = nullptr;
    Button *m_notNow = nullptr;
    Button *m_deny = nullptr;
    Button *m_allow = nullptr;
};

} // namespace glovebox::ui
