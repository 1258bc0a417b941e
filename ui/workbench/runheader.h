// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/runfacts.h"

#include <QTimer>
#include <QWidget>

class QMenu;

namespace glovebox::ui {

class Button;

// State, title and Stop; running time of its limit; client; who allowed it and how.
class RunHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit RunHeader(Clock &clock, QWidget *parent = nullptr);

    // Null: nothing is chosen.
    void setFacts(const RunFacts *facts);
    Button *stopButton() const { return m_stop; }
    // What "…" offers; of the window.
    void setMenu(QMenu *menu) { m_menu = menu; }

Q_SIGNALS:
    void stopRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    void tick();
    void paintSecondLine(QPainter &painter, const QRectF &line);

    Clock &m_clock;
    RunFacts m_facts;
    Button *m_stop;
    Button *m_more;
    QMenu *m_menu = nullptr;
    QTimer *m_arc;
    std::unique_ptr<QObject> m_tick;
};

} // namespace glovebox::ui
