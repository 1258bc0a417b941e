// SPDX-License-Identifier: MIT
#pragma once

#include <base/clock.h>
#include <base/desk.h>

#include <QWidget>

namespace glovebox::ui {

class RequestTabs;
class RequestView;

// The window that asks (UI.md 4). It comes without taking the focus, is never raised by itself,
// never changes the request that is shown, and closes after the last decision. Closing it decides
// nothing: "not now".
class ApprovalWindow final : public QWidget
{
    Q_OBJECT

public:
    ApprovalWindow(ApprovalDesk &desk, Clock &clock, QWidget *parent = nullptr);
    ~ApprovalWindow() override;

    // For a request that has just come: opens without activation, or does nothing but grow the
    // queue when it is open already. Whether to call it at all is Arrivals' to decide.
    void openQuietly(RunId run);
    // The person asked to see the queue (tray, notification, Ctrl+Shift+A): opens, raises and
    // activates. A null id is the oldest request.
    void openForPerson(RunId run = {});

    RunId shownRun() const;
    RequestView *view() const { return m_view; }

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
    void showNext(RunId gone);
    void step(int by);
    void refreshTabs();
    void scheduleTick();

    ApprovalDesk &m_desk;
    Clock &m_clock;
    RequestTabs *m_tabs;
    RequestView *m_view;
    QList<RunId> m_order; // as it was before the last removal
    QRect m_place;
    std::unique_ptr<QObject> m_tick;
};

} // namespace glovebox::ui
