// SPDX-License-Identifier: MIT
#include "runlistview.h"

#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/statetoken.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>

namespace glovebox::ui {

namespace {

constexpr int rowHeight = 48;
constexpr int headingHeight = 28;
constexpr int edge = 16;
constexpr int textLeft = 40;
constexpr int foldIndent = 16;

double turnOfArc()
{
    return double(systemClock().monotonic().count() % 1000) / 1000.0;
}

void paintRight(QPainter &painter, const QRectF &rect, const QFont &font, Token token,
                const QString &text)
{
    painter.setFont(font);
    painter.setPen(color(token));
    painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, text);
}

} // namespace

QSize RunDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const auto kind = RunListRow::Kind(index.data(RunListModel::KindRole).toInt());
    const int grown = std::max(0, QFontMetrics(textFont()).height() - 20) * 2;
    return {200, kind == RunListRow::Kind::Group ? headingHeight : rowHeight + grown};
}

void RunDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    ++m_painted;
    painter->save();
    if (RunListRow::Kind(index.data(RunListModel::KindRole).toInt()) == RunListRow::Kind::Group) {
        painter->setFont(textFont(TextStep::Meta, QFont::DemiBold));
        painter->setPen(color(Token::Text2));
        painter->drawText(option.rect.adjusted(edge, 4, -edge, 0), Qt::AlignVCenter,
                          index.data().toString());
    } else {
        paintRun(*painter, option, index);
    }
    painter->restore();
}

void RunDelegate::paintRun(QPainter &painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    QRectF rect = option.rect;
    const bool selected = option.state & QStyle::State_Selected;
    if (selected) {
        painter.fillRect(rect, color(Token::Select));
        painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), color(Token::Accent));
    } else if (option.state & QStyle::State_MouseOver) {
        painter.fillRect(rect, color(Token::Hover));
    }
    if (index.data(RunListModel::InFoldRole).toBool())
        rect.setLeft(rect.left() + foldIndent);
    const auto state = RunState(index.data(RunListModel::StateRole).toInt());
    const bool fold =
        RunListRow::Kind(index.data(RunListModel::KindRole).toInt()) == RunListRow::Kind::Fold;
    const QRectF first(rect.left(), rect.top() + 4, rect.width(), (rect.height() - 8) / 2);
    const QRectF second = first.translated(0, first.height() - 2);
    const QRectF iconRect(rect.left() + edge, first.center().y() - 8, 16, 16);
    if (fold)
        paintChevron(painter, iconRect,
                     index.data(RunListModel::ExpandedRole).toBool() ? Direction::Down
                                                                     : Direction::Right,
                     color(Token::Text2));
    else if (state == RunState::Running)
        paintRunningArc(painter, iconRect, turnOfArc(), color(Token::Accent));
    else
        paintIcon(painter, iconRect, stateIcon(state), stateToken(state));

    const QFont title = textFont();
    const QFont small = textFont(TextStep::Second);
    const QString duration = index.data(RunListModel::DurationRole).toString();
    const QString time = index.data(RunListModel::TimeRole).toString();
    const qreal right = rect.right() - edge;
    const int durationWidth = QFontMetrics(tabular(small)).horizontalAdvance(duration);
    const int timeWidth = QFontMetrics(tabular(small)).horizontalAdvance(time);
    painter.setFont(title);
    painter.setPen(color(Token::Text));
    const qreal left = rect.left() + textLeft;
    painter.drawText(
        QRectF(left, first.top(), right - left, first.height()), Qt::AlignVCenter,
        elideEnd(title, oneLine(index.data().toString()), int(right - left - durationWidth - 8)));
    paintRight(painter, QRectF(left, first.top(), right - left, first.height()), tabular(small),
               Token::Text2, duration);
    const QRectF badge(left, second.center().y() - 7, 14, 14);
    paintBadge(painter, badge, ClientId(index.data(RunListModel::ClientKeyRole).toString()),
               index.data(RunListModel::ClientLabelRole).toString());
    painter.setFont(small);
    painter.setPen(color(Token::Text2));
    const QRectF words(left + 20, second.top(), right - left - 20, second.height());
    painter.drawText(words, Qt::AlignVCenter,
                     elideEnd(small, oneLine(index.data(RunListModel::SecondLineRole).toString()),
                              int(words.width() - timeWidth - 8)));
    paintRight(painter, words, tabular(small), Token::Text2, time);
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocusRing(painter, QRectF(option.rect).adjusted(3, 3, -3, -3), 4);
}

RunListView::RunListView(RunListModel &model, QWidget *parent)
    : QListView(parent)
    , m_model(model)
    , m_delegate(new RunDelegate(this))
    , m_arc(new QTimer(this))
{
    setObjectName(QStringLiteral("runList"));
    setAccessibleName(tr("Runs"));
    setModel(&model);
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    // Sizes of ten thousand rows are found in slices, never in one go.
    setLayoutMode(QListView::Batched);
    setBatchSize(200);
    connect(&model, &QAbstractItemModel::modelReset, this, &RunListView::restore);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &RunListView::restore);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &RunListView::restore);
    m_arc->setInterval(40);
    connect(m_arc, &QTimer::timeout, this, &RunListView::tickArc);
    const auto turn = [this] {
        if (!m_arc->isActive())
            m_arc->start();
    };
    connect(&model, &QAbstractItemModel::dataChanged, this, turn);
    connect(&model, &QAbstractItemModel::rowsInserted, this, turn);
    connect(&model, &QAbstractItemModel::modelReset, this, turn);
}

void RunListView::setChosen(RunId run)
{
    m_chosen = run;
    restore();
    const int row = run.isNull() ? -1 : m_model.rowOf(run);
    if (row >= 0)
        scrollTo(m_model.index(row));
}

// The row of the chosen run, wherever it is now.
void RunListView::restore()
{
    const int row = m_chosen.isNull() ? -1 : m_model.rowOf(m_chosen);
    m_restoring = true;
    if (row >= 0 && m_model.itemAt(row).kind == RunListRow::Kind::Run)
        selectionModel()->setCurrentIndex(m_model.index(row), QItemSelectionModel::ClearAndSelect);
    else
        selectionModel()->clear();
    m_restoring = false;
}

void RunListView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (m_restoring || !current.isValid() ||
        m_model.itemAt(current.row()).kind != RunListRow::Kind::Run)
        return;
    m_chosen = current.data(RunListModel::RunRole).value<RunId>();
    Q_EMIT chosen(m_chosen);
}

// A row that goes hands its place to its neighbour; that is not the person's choice.
void RunListView::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    m_restoring = true;
    QListView::rowsAboutToBeRemoved(parent, first, last);
    m_restoring = false;
}

void RunListView::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index.isValid() && m_model.itemAt(index.row()).kind == RunListRow::Kind::Fold) {
        m_model.setExpanded(index.row(), !index.data(RunListModel::ExpandedRole).toBool());
        return;
    }
    QListView::mousePressEvent(event);
}

void RunListView::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    const bool fold = index.isValid() && m_model.itemAt(index.row()).kind == RunListRow::Kind::Fold;
    if (fold && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right))
        m_model.setExpanded(index.row(), event->key() == Qt::Key_Right);
    else if (fold && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        m_model.setExpanded(index.row(), !index.data(RunListModel::ExpandedRole).toBool());
    else if (event->matches(QKeySequence::Copy) && index.isValid())
        QGuiApplication::clipboard()->setText(index.data().toString());
    else
        QListView::keyPressEvent(event);
}

void RunListView::contextMenuEvent(QContextMenuEvent *event)
{
    const QModelIndex index =
        event->reason() == QContextMenuEvent::Keyboard ? currentIndex() : indexAt(event->pos());
    if (!index.isValid() || m_model.itemAt(index.row()).kind != RunListRow::Kind::Run)
        return;
    const RunId run = index.data(RunListModel::RunRole).value<RunId>();
    const QString title = index.data().toString();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), this, [this, run] {
        setChosen(run);
        Q_EMIT chosen(run);
    });
    menu->addAction(tr("Copy id"), this,
                    [run] { QGuiApplication::clipboard()->setText(run.toString()); });
    menu->addAction(tr("Copy title"), this,
                    [title] { QGuiApplication::clipboard()->setText(title); });
    menu->popup(event->reason() == QContextMenuEvent::Keyboard
                    ? viewport()->mapToGlobal(visualRect(index).bottomLeft())
                    : event->globalPos());
}

void RunListView::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (m_model.rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setFont(textFont());
    painter.setPen(color(Token::Text3));
    painter.drawText(viewport()->rect().adjusted(edge, 8, -edge, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     m_model.filter().isEmpty() ? tr("No runs today.") : tr("No run matches."));
}

// Only the arcs of running rows that are on screen move, and only while the window is seen. The
// timer rests when nothing runs; the running time's own second wakes it again.
void RunListView::tickArc()
{
    bool running = false;
    const bool seen = isVisible() && !window()->isMinimized();
    for (int row = 0; row < m_model.rowCount() && seen; ++row) {
        if (m_model.itemAt(row).kind == RunListRow::Kind::Group && row > 0)
            break;
        const QModelIndex index = m_model.index(row);
        if (RunState(index.data(RunListModel::StateRole).toInt()) != RunState::Running)
            continue;
        running = true;
        QRect rect = visualRect(index);
        rect.setWidth(textLeft);
        viewport()->update(rect);
    }
    if (!running)
        m_arc->stop();
}

} // namespace glovebox::ui
