// SPDX-License-Identifier: MIT
#include "waitinglist.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int cardHeight = 72;
constexpr int headingHeight = 40;
constexpr int edge = 16;
constexpr int mostCards = 3; // then the list scrolls; the runs stay in sight

int cardHeightNow()
{
    return cardHeight + std::max(0, QFontMetrics(textFont()).height() - 20) * 3;
}

} // namespace

QSize WaitingDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {200, cardHeightNow()};
}

namespace {

void paintFirstLine(QPainter &painter, const QRectF &line, const QModelIndex &index)
{
    const QFont time = tabular(textFont(TextStep::Text, QFont::DemiBold));
    const QString left = index.data(WaitingModel::TimeLeftRole).toString();
    const int timeWidth = left.isEmpty() ? 0 : QFontMetrics(time).horizontalAdvance(left) + 20;
    paintBadge(painter, QRectF(line.left(), line.center().y() - 8, 16, 16),
               ClientId(index.data(WaitingModel::ClientKeyRole).toString()),
               index.data(WaitingModel::ClientLabelRole).toString());
    if (!left.isEmpty()) {
        painter.setFont(time);
        painter.setPen(color(Token::Wait));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, left);
        paintIcon(painter, QRectF(line.right() - timeWidth, line.center().y() - 7, 14, 14),
                  QStringLiteral("timer"), Token::Wait);
    }
    const QFont title = textFont(TextStep::Text, QFont::DemiBold);
    painter.setFont(title);
    painter.setPen(color(Token::Text));
    painter.drawText(
        line.adjusted(24, 0, 0, 0), Qt::AlignVCenter,
        elideEnd(title, oneLine(index.data().toString()), int(line.width()) - 24 - timeWidth - 8));
}

void paintSecondLine(QPainter &painter, const QRectF &line, const QModelIndex &index)
{
    const QFont small = textFont(TextStep::Second);
    const QFont chip = textFont(TextStep::Meta, QFont::DemiBold);
    const bool fresh = index.data(WaitingModel::NewHereRole).toBool();
    const QString words = WaitingPane::tr("New here");
    const int chipSpace = fresh ? chipWidth(chip, {}, words) : 0;
    if (fresh)
        paintChip(painter, QRectF(line.right() - chipSpace, line.center().y() - 9, chipSpace, 18),
                  ChipKind::Wait, chip, {}, words);
    painter.setFont(small);
    painter.setPen(color(Token::Text2));
    painter.drawText(line, Qt::AlignVCenter,
                     elideEnd(small, oneLine(index.data(WaitingModel::SecondLineRole).toString()),
                              int(line.width()) - chipSpace - 8));
}

void paintThirdLine(QPainter &painter, const QRectF &line, const QModelIndex &index)
{
    const QFont small = textFont(TextStep::Second);
    painter.setFont(small);
    qreal left = line.left();
    const QString outside = index.data(WaitingModel::OutsideGrantRole).toString();
    if (!outside.isEmpty()) {
        painter.setPen(color(Token::Wait));
        painter.drawText(
            line, Qt::AlignVCenter,
            elideEnd(small, WaitingPane::tr("outside its standing permission"), int(line.width())));
        return;
    }
    const QStringList reach = index.data(WaitingModel::ReachRole).toStringList();
    painter.setPen(color(Token::Text2));
    for (qsizetype at = 0; at + 1 < reach.size() && left + 40 < line.right(); at += 2) {
        paintIcon(painter, QRectF(left, line.center().y() - 7, 14, 14), reach.at(at), Token::Text2);
        left += 18;
        const QString text = elideEnd(small, oneLine(reach.at(at + 1)), int(line.right() - left));
        painter.drawText(QRectF(left, line.top(), line.right() - left, line.height()),
                         Qt::AlignVCenter, text);
        left += QFontMetrics(small).horizontalAdvance(text) + 10;
    }
}

} // namespace

void WaitingDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    const QRectF rect = option.rect;
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(rect, color(Token::Select));
        painter->fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()),
                          color(Token::WaitLine));
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(rect, color(Token::Hover));
    }
    if (!index.data(WaitingModel::StillWaitingRole).toBool())
        painter->setOpacity(0.7);
    const qreal height = (rect.height() - 8) / 3;
    const QRectF line(rect.left() + edge, rect.top() + 4, rect.width() - 2 * edge, height);
    paintFirstLine(*painter, line.translated(0, 2), index);
    paintSecondLine(*painter, line.translated(0, height), index);
    paintThirdLine(*painter, line.translated(0, 2 * height - 2), index);
    painter->setOpacity(1);
    paintHorizontalLine(*painter, rect.left(), rect.right(), rect.bottom() - 1, color(Token::Line));
    painter->restore();
}

WaitingList::WaitingList(WaitingModel &model, QWidget *parent)
    : QListView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("waitingList"));
    setAccessibleName(tr("Waiting for you"));
    setModel(&model);
    setItemDelegate(new WaitingDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize WaitingList::sizeHint() const
{
    return {200, std::min(m_model.rowCount(), mostCards) * cardHeightNow()};
}

void WaitingList::setChosen(RunId run)
{
    const int row = run.isNull() ? -1 : m_model.rowOf(run);
    m_restoring = true;
    if (row >= 0)
        selectionModel()->setCurrentIndex(m_model.index(row), QItemSelectionModel::ClearAndSelect);
    else
        selectionModel()->clear();
    m_restoring = false;
}

void WaitingList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (!m_restoring && current.isValid())
        Q_EMIT chosen(current.data(WaitingModel::RunRole).value<RunId>());
}

// A row that goes hands its place to its neighbour; that is not the person's choice, and what is
// shown never changes without the person (UI.md 1.6).
void WaitingList::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    m_restoring = true;
    QListView::rowsAboutToBeRemoved(parent, first, last);
    m_restoring = false;
}

WaitingPane::WaitingPane(WaitingModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_list(new WaitingList(model, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, headingHeight + 1, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_list);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&model, &WaitingModel::countChanged, this, &WaitingPane::refresh);
    refresh();
}

void WaitingPane::refresh()
{
    m_list->setVisible(m_model.rowCount() > 0);
    m_list->setFixedHeight(m_list->sizeHint().height());
    updateGeometry();
    update();
}

void WaitingPane::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRectF heading(0, 0, width(), headingHeight);
    const int waiting = m_model.waiting();
    painter.fillRect(heading, color(waiting > 0 ? Token::WaitBg : Token::Window));
    paintHorizontalLine(painter, 0, width(), headingHeight,
                        color(waiting > 0 ? Token::WaitLine : Token::Line));
    const QRectF text = heading.adjusted(edge, 0, -edge, 0);
    if (waiting == 0) {
        painter.setFont(textFont());
        painter.setPen(color(Token::Text3));
        painter.drawText(text, Qt::AlignVCenter, tr("Nothing is waiting."));
        return;
    }
    paintIcon(painter, QRectF(edge, heading.center().y() - 8, 16, 16), QStringLiteral("hand"),
              Token::Wait);
    const QFont title = textFont(TextStep::Text, QFont::DemiBold);
    painter.setFont(title);
    painter.setPen(color(Token::Wait));
    const QString words = tr("Waiting for you");
    painter.drawText(text.adjusted(24, 0, 0, 0), Qt::AlignVCenter, words);
    painter.setFont(textFont());
    painter.drawText(text.adjusted(24 + QFontMetrics(title).horizontalAdvance(words) + 8, 0, 0, 0),
                     Qt::AlignVCenter, QLocale().toString(waiting));
}

} // namespace glovebox::ui
