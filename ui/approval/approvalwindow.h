// SPDX-License-Identifier: MIT
#pragma once

#include <base/clock.h>
#include <base/desk.h>

#include <QWidget>

class QShortcut;

namespace glovebox::ui {

class BatchView;
class RequestTabs;
class RequestView;

// The window that asks (UI.md 4). It comes without taking the focus, is never raised by itself,
// never changes the request that is shown while the person is in it or can decide it, and closes
// after the last decision. Closing it decides nothing: "not now".
class ApprovalWindow final : public QWidget
{
    Q_OBJECT

public:
    ApprovalWindow(ApprovalDesk &desk, Clock &clock, QWidget *parent = nullptr);
    ~ApprovalWindow() override;

    // For a request that has just come: opens without activation. When it is open already the
    // queue grows and nothing else happens, unless the window is not active and the request that it
    // shows is over: then the new one takes its place, which stays as a tab until dismissed.
    // Whether to call it at all is Arrivals' to decide.
    void openQuietly(RunId run);
    // The person asked to see the queue (tray, notification, Ctrl+Shift+A): opens, raises and
    // activates. A null id keeps what is shown and can be decided, else it
    // is the oldest request that waits.
    void openForPerson(RunId run = {});

    RunId shownRun() const;
    RequestView *view() const { return m_view; }
    BatchView *batch() const { return m_batch; }
    // Those of the shown request's session, each with a tick; nothing when there are no others.
    void reviewTogether();
    bool isBatchOpen() const;

    // Why nothing that is allowed would run: a red bar says it, and only Deny and Not now are left
    // (UI.md 7). Empty: it would.
    void setProblem(const QString &problem);

    // Where it was left, to be kept between two starts of the program.
    QByteArray place() const;
    void setPlace(const QByteArray &place);

Q_SIGNALS:
    void placeChanged();

protected:
    void closeEvent(QCloseEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void addKeys();
    void putInPlace();
    void showRun(RunId run);
    void oneByOne(RunId next);
    void showNext(RunId gone);
    RunId nextAfter(RunId gone) const;
    bool isWaitingRun(RunId run) const;
    bool shownIsWaiting() const;
    void step(int by);
    void refreshTabs();
    void scheduleTick();

    ApprovalDesk &m_desk;
    Clock &m_clock;
    RequestTabs *m_tabs;
    RequestView *m_view;
    BatchView *m_batch;
    QList<QShortcut *> m_viewKeys; // of the view, while it is on screen
    QList<PendingRequest> m_queue; // as it was before the last removal
    QRect m_place;
    std::unique_ptr<QObject> m_tick;
};

} // namespace glovebox::ui
