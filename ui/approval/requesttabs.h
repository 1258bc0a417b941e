// SPDX-License-Identifier: MIT
#pragma once

#include <base/clock.h>
#include <base/desk.h>

#include <QWidget>

class QHBoxLayout;

namespace glovebox::ui {

class Button;
class RequestTab;

// One tab for each request, oldest first; above five, one for each client with its count
// (UI.md 4.7). Choosing is the person's alone: tabs come and go, the chosen one stays. While the
// chosen one is over, those that wait are amber.
class RequestTabs final : public QWidget
{
    Q_OBJECT

public:
    explicit RequestTabs(QWidget *parent = nullptr);

    // Whether the shown request can be reviewed together with others.
    void setTogetherOffered(bool offered);
    void setRequests(const QList<PendingRequest> &requests, RunId shown, const QDateTime &now);
    void setNow(const QDateTime &now);
    int count() const { return static_cast<int>(m_tabs.size()); }

Q_SIGNALS:
    void chosen(glovebox::RunId run);
    void togetherRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QHBoxLayout *m_row;
    Button *m_together;
    QList<RequestTab *> m_tabs;
};

} // namespace glovebox::ui
