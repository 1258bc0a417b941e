// SPDX-License-Identifier: MIT
#include "clientlist.h"

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int rowHeight = 56;
constexpr int edge = 16;
constexpr int badgeSide = 28;

void paintDot(QPainter &painter, const QRectF &rect, KnownClient::State state)
{
    if (state == KnownClient::State::NotFound)
        return;
    const bool connected = state == KnownClient::State::Connected;
    painter.setPen(QPen(color(connected ? Token::Ok : Token::Text3), 1.5));
    painter.setBrush(connected ? QBrush(color(Token::Ok)) : QBrush(Qt::NoBrush));
    painter.drawEllipse(rect);
}

} // namespace

QSize ClientDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {200, std::max(rowHeight, QFontMetrics(textFont()).height() * 2 + 16)};
}

void ClientDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF row = option.rect;
    const bool chosen = option.state & QStyle::State_Selected;
    painter->fillRect(row, color(chosen                                     ? Token::Select
                                 : (option.state & QStyle::State_MouseOver) ? Token::Hover
                                                                            : Token::Surface));
    if (chosen)
        painter->fillRect(QRectF(row.left(), row.top(), 3, row.height()), color(Token::Accent));
    const QString name = index.data().toString();
    paintBadge(*painter,
               QRectF(row.left() + edge, row.center().y() - badgeSide / 2.0, badgeSide, badgeSide),
               ClientId(index.data(ClientsModel::IdRole).toString()), name);
    const qreal left = row.left() + edge + badgeSide + 12;
    const int width = int(row.right() - left) - edge;
    const QFont title = textFont(TextStep::Text, chosen ? QFont::DemiBold : QFont::Normal);
    painter->setFont(title);
    painter->setPen(color(Token::Text));
    painter->drawText(QRectF(left, row.top() + 6, width, row.height() / 2 - 6), Qt::AlignVCenter,
                      elideEnd(title, name, width));
    const auto state = KnownClient::State(index.data(ClientsModel::StateRole).toInt());
    const bool dot = state != KnownClient::State::NotFound;
    const QRectF second(left, row.center().y(), width, row.height() / 2 - 6);
    paintDot(*painter, QRectF(left + 1, second.center().y() - 3.5, 7, 7), state);
    const QFont small = textFont(TextStep::Second);
    painter->setFont(small);
    painter->setPen(color(Token::Text2));
    painter->drawText(
        second.adjusted(dot ? 14 : 0, 0, 0, 0), Qt::AlignVCenter,
        elideEnd(small, index.data(ClientsModel::NoteRole).toString(), width - (dot ? 14 : 0)));
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(*painter, row.adjusted(2, 2, -2, -2), 4);
    painter->restore();
}

ClientList::ClientList(ClientsModel &model, QWidget *parent)
    : QListView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("clientList"));
    setAccessibleName(tr("Clients on this computer"));
    setModel(&model);
    setItemDelegate(new ClientDelegate(this));
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
}

void ClientList::setChosen(const QString &id)
{
    const int row = m_model.rowOfKey(id);
    if (row >= 0)
        setCurrentIndex(m_model.index(row));
}

void ClientList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (current.isValid())
        Q_EMIT chosen(current.data(ClientsModel::IdRole).toString());
}

void ClientList::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Delete)
        Q_EMIT removeRequested();
    else
        QListView::keyPressEvent(event);
}

} // namespace glovebox::ui
