// SPDX-License-Identifier: MIT
#include "journallist.h"

#include "ui/models/journaltexts.h"
#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/statetoken.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QPainter>

namespace glovebox::ui {

namespace {

constexpr int rowHeight = 48;
constexpr int headerHeight = 28;
constexpr int edge = 16;
constexpr int timeWidth = 106;
constexpr int clientWidth = 136;
constexpr int deciderWidth = 110;
constexpr int numberWidth = 72;

// One row's painting: the same fonts and places all through.
class RowPainter
{
public:
    RowPainter(QPainter &painter, const QRect &rect, const JournalRow &row, const QString &title)
        : m_painter(painter)
        , m_rect(rect)
        , m_columns(rect.width())
        , m_row(row)
        , m_title(title)
        , m_first(rect.left(), rect.top() + 4, rect.width(), (rect.height() - 8) / 2.0)
        , m_second(m_first.translated(0, m_first.height() - 2))
    {
    }

    void paint()
    {
        text(m_columns.time, m_columns.icon - 8, tabular(textFont()), Token::Text2,
             dayAndTime(m_row.asked));
        paintIcon(m_painter,
                  QRectF(m_rect.left() + m_columns.icon, m_first.center().y() - 8, 16, 16),
                  stateIcon(m_row.state), stateToken(m_row.state));
        paintTitle();
        if (m_row.excerpt.isEmpty())
            paintSecondLine();
        else
            paintExcerpt();
        paintFacts();
    }

private:
    int titleRight() const
    {
        return (m_columns.showsClient ? m_columns.client : m_columns.took - numberWidth) - 12;
    }

    void text(int left, int right, const QFont &font, Token token, const QString &words)
    {
        m_painter.setFont(font);
        m_painter.setPen(color(token));
        m_painter.drawText(
            QRectF(m_rect.left() + left, m_first.top(), right - left, m_first.height()),
            Qt::AlignVCenter, elideEnd(font, oneLine(words), right - left));
    }

    void paintTitle()
    {
        const QFont small = textFont(TextStep::Second);
        const QString id = m_row.run.toString();
        const int idWidth = QFontMetrics(small).horizontalAdvance(id) + 8;
        const QFont font = textFont();
        const int width = titleRight() - m_columns.run - idWidth;
        const QString shown = elideEnd(font, oneLine(m_title), width);
        text(m_columns.run, m_columns.run + width, font,
             m_row.purged.isValid() ? Token::Text3 : Token::Text, shown);
        const int after = m_columns.run + QFontMetrics(font).horizontalAdvance(shown) + 8;
        text(after, after + idWidth, small, Token::Text2, id);
    }

    void paintSecondLine()
    {
        const QFont small = textFont(TextStep::Second);
        const bool bad = m_row.state == RunState::Error && !m_row.problem.isEmpty();
        const QString words =
            sideBySide(bad ? m_row.problem : stateWord(m_row.state), m_row.sessionName);
        m_painter.setFont(small);
        m_painter.setPen(color(Token::Text2));
        const QRectF place(m_rect.left() + m_columns.run, m_second.top(),
                           titleRight() - m_columns.run, m_second.height());
        m_painter.drawText(place, Qt::AlignVCenter,
                           elideEnd(small, oneLine(words), int(place.width())));
    }

    // The line as it stands there, a box around each hit, and where that is.
    void paintExcerpt()
    {
        const QFont code = codeFont();
        const QFont small = textFont(TextStep::Second);
        const QFontMetricsF metrics(code);
        const QString place = placeWord(m_row.place);
        const double placeWidth = QFontMetricsF(small).horizontalAdvance(place) + 8;
        const double left = m_rect.left() + m_columns.run;
        const double room = titleRight() - m_columns.run - placeWidth;
        const QString shown = elideEnd(code, oneLine(m_row.excerpt), int(room));
        m_painter.setFont(code);
        m_painter.setPen(color(Token::Text2));
        m_painter.drawText(QRectF(left, m_second.top(), room, m_second.height()), Qt::AlignVCenter,
                           shown);
        for (const auto &[start, length] : m_row.marks) {
            if (start + length > shown.size())
                continue;
            const double from = left + metrics.horizontalAdvance(shown.left(start));
            const double wide = metrics.horizontalAdvance(shown.mid(start, length));
            m_painter.setPen(QPen(color(Token::Accent), 1));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRoundedRect(
                QRectF(from - 1, m_second.top() + 1, wide + 2, m_second.height() - 2), 2, 2);
            m_painter.setPen(color(Token::Text));
            m_painter.drawText(QRectF(from, m_second.top(), wide + 2, m_second.height()),
                               Qt::AlignVCenter, shown.mid(start, length));
        }
        m_painter.setFont(small);
        m_painter.setPen(color(Token::Text2));
        const double after = left + metrics.horizontalAdvance(shown) + 8;
        m_painter.drawText(QRectF(after, m_second.top(), placeWidth, m_second.height()),
                           Qt::AlignVCenter, place);
    }

    void paintFacts()
    {
        const QFont font = textFont();
        if (m_columns.showsClient) {
            paintBadge(m_painter,
                       QRectF(m_rect.left() + m_columns.client, m_first.center().y() - 8, 16, 16),
                       m_row.client, m_row.clientLabel);
            text(m_columns.client + 22, m_columns.client + clientWidth - 8, font, Token::Text,
                 m_row.clientLabel);
        }
        if (m_columns.showsDecider)
            text(m_columns.decider, m_columns.decider + deciderWidth - 8, font, Token::Text2,
                 deciderWord(m_row.decider));
        const auto number = [this](int right, const QString &words) {
            m_painter.setFont(tabular(textFont()));
            m_painter.setPen(color(Token::Text2));
            m_painter.drawText(QRectF(m_rect.left() + right - numberWidth, m_first.top(),
                                      numberWidth, m_first.height()),
                               Qt::AlignRight | Qt::AlignVCenter, words);
        };
        if (m_row.started.isValid())
            number(m_columns.took, secondsText(m_row.executionMs));
        if (m_row.written > 0)
            number(m_columns.changed, QLocale().toString(m_row.written));
    }

    QPainter &m_painter;
    QRect m_rect;
    JournalColumns m_columns;
    const JournalRow &m_row;
    QString m_title;
    QRectF m_first;
    QRectF m_second;
};

} // namespace

// From the right; what there is no room for is in the detail beside the list anyway.
JournalColumns::JournalColumns(int width)
{
    icon = time + timeWidth;
    run = icon + 24;
    changed = width - edge;
    took = changed - numberWidth;
    decider = took - numberWidth - deciderWidth;
    client = decider - clientWidth;
    showsDecider = decider - run >= 240;
    if (!showsDecider)
        client = took - numberWidth - clientWidth;
    showsClient = client - run >= 200;
}

JournalHeader::JournalHeader(QWidget *parent)
    : QWidget(parent)
{
    setFixedHeight(headerHeight + std::max(0, QFontMetrics(textFont()).height() - 20));
}

void JournalHeader::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    painter.setFont(textFont(TextStep::Meta, QFont::DemiBold));
    painter.setPen(color(Token::Text2));
    const JournalColumns columns(width());
    const auto left = [&](int x, const QString &words) {
        painter.drawText(QRect(x, 0, 200, height()), Qt::AlignVCenter, words);
    };
    const auto right = [&](int x, const QString &words) {
        painter.drawText(QRect(x - numberWidth, 0, numberWidth, height()),
                         Qt::AlignRight | Qt::AlignVCenter, words);
    };
    left(columns.time, tr("Time"));
    left(columns.run, tr("Run"));
    if (columns.showsClient)
        left(columns.client, tr("Client"));
    if (columns.showsDecider)
        left(columns.decider, tr("Decided by"));
    right(columns.took, tr("Took"));
    right(columns.changed, tr("Changed"));
    paintHorizontalLine(painter, 0, width(), height() - 1, color(Token::Line));
}

QSize JournalDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    const int grown = std::max(0, QFontMetrics(textFont()).height() - 20) * 2;
    return {200, rowHeight + grown};
}

void JournalDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    const auto *model = qobject_cast<const JournalModel *>(index.model());
    if (!model)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF rect = option.rect;
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(rect, color(Token::Select));
        painter->fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), color(Token::Accent));
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(rect, color(Token::Hover));
    }
    RowPainter(*painter, option.rect, model->itemAt(index.row()), index.data().toString()).paint();
    paintHorizontalLine(*painter, rect.left(), rect.right(), rect.bottom(), color(Token::Line));
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocusRing(*painter, rect.adjusted(3, 3, -3, -3), 4);
    painter->restore();
}

JournalList::JournalList(JournalModel &model, QWidget *parent)
    : QListView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("journalList"));
    setAccessibleName(tr("Runs in the journal"));
    setModel(&model);
    setItemDelegate(new JournalDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setUniformItemSizes(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    connect(&model, &QAbstractItemModel::modelReset, this, &JournalList::restore);
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        Q_EMIT opened(index.data(JournalModel::RunRole).value<RunId>());
    });
}

RunId JournalList::chosenRun() const
{
    return currentIndex().data(JournalModel::RunRole).value<RunId>();
}

void JournalList::choose(RunId run)
{
    m_chosen = run;
    restore();
}

void JournalList::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

// The row of the chosen run, wherever it is now; another query shows its first.
void JournalList::restore()
{
    int row = m_chosen.isNull() ? -1 : m_model.rowOfKey(m_chosen);
    if (row < 0 && m_model.rowCount() > 0)
        row = 0;
    m_restoring = true;
    if (row >= 0)
        setCurrentIndex(m_model.index(row));
    m_restoring = false;
    const RunId now = chosenRun();
    if (now != std::exchange(m_chosen, now) || now.isNull())
        Q_EMIT chosen(now);
}

void JournalList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (m_restoring || !current.isValid())
        return;
    m_chosen = current.data(JournalModel::RunRole).value<RunId>();
    Q_EMIT chosen(m_chosen);
}

void JournalList::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers() == Qt::NoModifier && !chosenRun().isNull())
        Q_EMIT opened(chosenRun());
    else if (event->matches(QKeySequence::Copy) && currentIndex().isValid())
        QGuiApplication::clipboard()->setText(currentIndex().data().toString());
    else
        QListView::keyPressEvent(event);
}

void JournalList::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    Q_EMIT menuWanted(byKey ? viewport()->mapToGlobal(visualRect(index).bottomLeft())
                            : event->globalPos());
}

void JournalList::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (m_model.rowCount() > 0 || m_emptyText.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setFont(textFont());
    painter.setPen(color(Token::Text3));
    painter.drawText(viewport()->rect().adjusted(edge, 12, -edge, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
}

} // namespace glovebox::ui
