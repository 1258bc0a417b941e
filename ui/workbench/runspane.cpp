// SPDX-License-Identifier: MIT
#include "runspane.h"

#include "ui/parts/labels.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int footHeight = 32;

} // namespace

RunsPane::RunsPane(RunListModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_filter(new QLineEdit(this))
    , m_list(new RunListView(model, this))
    , m_today(new TextLine(TextStep::Second, Token::Text2, this))
{
    auto *title = new TextLine(TextStep::Text, Token::Text, this);
    title->setWeight(QFont::DemiBold);
    title->setText(tr("Runs"));
    m_filter->setObjectName(QStringLiteral("runFilter"));
    m_filter->setPlaceholderText(tr("Filter runs"));
    m_filter->setAccessibleName(tr("Filter runs"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(QStringLiteral("search"), Token::Text3), QLineEdit::LeadingPosition);
    m_filter->setFixedWidth(176);
    m_filter->installEventFilter(this);
    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(16, 4, 16, 4);
    heading->addWidget(title, 1);
    heading->addWidget(m_filter);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(16, 1, 16, 0); // the separator
    foot->addWidget(m_today);
    m_today->setFixedHeight(footHeight);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(heading);
    layout->addWidget(m_list, 1);
    layout->addLayout(foot);
    connect(m_filter, &QLineEdit::textChanged, &model, &RunListModel::setFilter);
    const auto count = [this] {
        const int runs = m_model.runsToday();
        m_today->setText(
            runs == 0 ? QString()
                      : tr("%n run(s) today, %1 asked", nullptr, runs).arg(m_model.askedToday()));
    };
    connect(&model, &RunListModel::countsChanged, this, count);
    count();
}

void RunsPane::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool RunsPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape) {
            m_filter->clear();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Return) {
            m_list->setFocus(Qt::OtherFocusReason);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RunsPane::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Surface));
    paintHorizontalLine(painter, 0, width(), height() - footHeight - 1, color(Token::Line));
}

} // namespace glovebox::ui
