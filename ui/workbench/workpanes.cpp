// SPDX-License-Identifier: MIT
#include "workpanes.h"

#include "ui/theme/theme.h"

#include <QDockWidget>
#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int gripHeight = 8;

// Takes no events, so that dragging it drags the dock.
class Grip final : public QWidget
{
public:
    explicit Grip(QWidget *parent)
        : QWidget(parent)
    {
        setFixedHeight(gripHeight);
        setCursor(Qt::SizeAllCursor);
        setAttribute(Qt::WA_Hover);
        setToolTip(WorkPanes::tr("Drag to move this pane"));
    }

    // Docks ask for nothing else.
    QSize sizeHint() const override { return {64, gripHeight}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), color(Token::Window));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(underMouse() ? Token::Text3 : Token::Line));
        constexpr int dots = 5;
        for (int dot = 0; dot < dots; ++dot)
            painter.drawEllipse(QPointF(width() / 2.0 + (dot - dots / 2) * 6, height() / 2.0), 1.25,
                                1.25);
    }
};

// A dock begins as wide as its contents want to be.
class PaneBox final : public QWidget
{
public:
    PaneBox(QWidget *pane, int width, QWidget *parent)
        : QWidget(parent)
        , m_width(width)
    {
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins({});
        layout->addWidget(pane);
    }

    QSize sizeHint() const override { return {m_width, QWidget::sizeHint().height()}; }

private:
    int m_width;
};

} // namespace

WorkPanes::WorkPanes(QWidget *parent)
    : QMainWindow(parent, Qt::Widget)
{
    setDockOptions(AllowNestedDocks | AllowTabbedDocks); // nothing slides (UI.md 2 "Motion")
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
}

void WorkPanes::addPane(QWidget *pane, const QString &title, int width)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(QStringLiteral("dock%1").arg(m_docks.size()));
    dock->setFeatures(QDockWidget::DockWidgetMovable);
    dock->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    dock->setTitleBarWidget(new Grip(dock));
    dock->setWidget(new PaneBox(pane, width, dock));
    addDockWidget(m_docks.isEmpty() ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea, dock);
    m_docks.append(dock);
}

void WorkPanes::setPaneVisible(const QWidget *pane, bool visible)
{
    for (QDockWidget *dock : std::as_const(m_docks)) {
        if (dock->isAncestorOf(pane))
            dock->setVisible(visible);
    }
}

void WorkPanes::swapSides()
{
    QHash<QDockWidget *, int> widths;
    for (QDockWidget *dock : std::as_const(m_docks)) {
        widths.insert(dock, dock->width());
        addDockWidget(dockWidgetArea(dock) == Qt::LeftDockWidgetArea ? Qt::RightDockWidgetArea
                                                                     : Qt::LeftDockWidgetArea,
                      dock);
    }
    resizeDocks(widths.keys(), widths.values(), Qt::Horizontal);
}

} // namespace glovebox::ui
