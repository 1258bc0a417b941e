// SPDX-License-Identifier: MIT
#include "focusring.h"

#include <ui/theme/paint.h>

#include <QAbstractScrollArea>
#include <QApplication>
#include <QEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QWidget>

namespace glovebox::ui {

namespace {

constexpr int distance = 4; // 2 px away and 2 px wide

class Ring final : public QWidget
{
public:
    explicit Ring(QWidget *window)
        : QWidget(window)
    {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintFocusRing(painter, rect(), 7);
    }
};

class RingKeeper final : public QObject
{
public:
    explicit RingKeeper(QApplication &app)
        : QObject(&app)
    {
        app.installEventFilter(this);
        connect(&app, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
            m_target = now;
            place();
        });
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        switch (event->type()) {
        case QEvent::KeyPress:
            setKeyboard(true);
            break;
        case QEvent::MouseButtonPress:
        case QEvent::TouchBegin:
            setKeyboard(false);
            break;
        case QEvent::Move:
        case QEvent::Resize:
        case QEvent::Show:
        case QEvent::Hide:
            if (m_keyboard && m_target && watched->isWidgetType() &&
                (watched == m_target || static_cast<QWidget *>(watched)->isAncestorOf(m_target))) {
                place();
            }
            break;
        default:
            break;
        }
        return false;
    }

private:
    void setKeyboard(bool on)
    {
        if (m_keyboard == on)
            return;
        m_keyboard = on;
        place();
    }

    // Text fields say by their own edge that they have the focus.
    bool wanted() const
    {
        return m_keyboard && m_target && m_target->isVisible() && !m_target->isWindow() &&
               m_target->windowType() != Qt::Popup && !qobject_cast<QLineEdit *>(m_target) &&
               (m_target->focusPolicy() & Qt::TabFocus);
    }

    void place()
    {
        if (!wanted()) {
            delete m_ring;
            return;
        }
        QWidget *window = m_target->window();
        if (m_ring && m_ring->parentWidget() != window)
            delete m_ring;
        if (!m_ring)
            m_ring = new Ring(window);
        // Panes fill their place: their ring is inside.
        const int outside = qobject_cast<QAbstractScrollArea *>(m_target) ? 0 : distance;
        const QRect box(m_target->mapTo(window, QPoint(0, 0)), m_target->size());
        m_ring->setGeometry(box.adjusted(-outside, -outside, outside, outside));
        m_ring->raise();
        m_ring->show();
    }

    QPointer<QWidget> m_target;
    QPointer<QWidget> m_ring;
    bool m_keyboard = false;
};

} // namespace

void installFocusRing(QApplication &app)
{
    new RingKeeper(app);
}

} // namespace glovebox::ui
