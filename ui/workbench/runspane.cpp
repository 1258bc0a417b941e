// SPDX-License-Identifier: MIT
#include "runspane.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
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
    , m_groupMenu(new QMenu(this))
    , m_groupings(new QActionGroup(this))
    , m_group(new Button({}, Button::Look::Quiet, this))
{
    auto *title = new TextLine(TextStep::Text, Token::Text, this);
    title->setWeight(QFont::DemiBold);
    title->setText(tr("Runs"));
    title->setStretching(false);
    m_filter->setObjectName(QStringLiteral("runFilter"));
    makeSearchField(*m_filter, tr("Filter runs"));
    m_filter->setMinimumWidth(96);
    buildGrouping();
    m_filter->installEventFilter(this);
    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(16, 4, 8, 4);
    heading->setSpacing(4);
    heading->addWidget(title);
    heading->addSpacing(8);
    heading->addWidget(m_filter, 1);
    heading->addWidget(m_group);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(16, 1, 16, 0); // the separator
    foot->addWidget(m_today, 1);
    auto *journal = new Button(tr("Journal"), Button::Look::Link, this);
    connect(journal, &Button::clicked, this, &RunsPane::journalRequested);
    foot->addWidget(journal);
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

void RunsPane::buildGrouping()
{
    const auto add = [this](const QString &text, RunListModel::Grouping grouping) {
        QAction *action = m_groupMenu->addAction(text);
        action->setCheckable(true);
        action->setChecked(grouping == m_model.grouping());
        action->setData(int(grouping));
        m_groupings->addAction(action);
    };
    add(tr("By time"), RunListModel::Grouping::Time);
    add(tr("By session"), RunListModel::Grouping::Session);
    add(tr("By client"), RunListModel::Grouping::Client);
    add(tr("By state"), RunListModel::Grouping::State);
    connect(m_groupings, &QActionGroup::triggered, this, [this](const QAction *action) {
        m_model.setGrouping(RunListModel::Grouping(action->data().toInt()));
    });
    m_group->setObjectName(QStringLiteral("groupingButton"));
    m_group->setIconName(QStringLiteral("layers"));
    m_group->setChevron(true);
    m_group->setAccessibleName(tr("Group runs"));
    m_group->setToolTip(tr("Group runs"));
    connect(m_group, &Button::clicked, this, &RunsPane::openGrouping);
}

void RunsPane::openGrouping()
{
    m_groupMenu->setActiveAction(m_groupings->checkedAction());
    m_groupMenu->popup(m_group->mapToGlobal(m_group->rect().bottomLeft()));
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
