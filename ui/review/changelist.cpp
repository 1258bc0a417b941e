// SPDX-License-Identifier: MIT
#include "changelist.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace glovebox::ui {

namespace {

constexpr int rowSize = 32;
constexpr int mostExpanded = 500; // changes; more stay folded (UI.md 6)

Token letterToken(const QString &letter)
{
    if (letter == u'A')
        return Token::Ok;
    return letter == u'D' ? Token::Bad : Token::Accent;
}

// A tick and a name by the style; at the right what is known: a conflict, a size, a letter.
class ChangeDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), rowSize};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        const QString letter = index.data(ChangeTree::LetterRole).toString();
        const QString meta = index.data(ChangeTree::MetaRole).toString();
        const QFont small = textFont(TextStep::Second);
        const int metaWidth = QFontMetrics(small).horizontalAdvance(meta);
        const bool conflict = index.data(ChangeTree::ConflictRole).toBool();
        const int used = metaWidth + 40 + (conflict ? 24 : 0);
        QStyleOptionViewItem left = option;
        initStyleOption(&left, index);
        left.icon = icon(index.data(ChangeTree::IconRole).toString(), Token::Text2);
        left.features |= QStyleOptionViewItem::HasDecoration;
        left.decorationSize = {16, 16};
        left.rect.setWidth(option.rect.width() - used);
        // Its ground is painted already, in one piece.
        left.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus | QStyle::State_MouseOver);
        left.widget->style()->drawControl(QStyle::CE_ItemViewItem, &left, painter, left.widget);
        QRectF right = option.rect.adjusted(0, 0, -12, 0);
        painter->save();
        painter->setFont(textFont(TextStep::Second, QFont::DemiBold));
        painter->setPen(color(letterToken(letter)));
        painter->drawText(right, Qt::AlignRight | Qt::AlignVCenter, letter);
        right.adjust(0, 0, -22, 0);
        painter->setFont(small);
        painter->setPen(color(Token::Text2));
        painter->drawText(right, Qt::AlignRight | Qt::AlignVCenter, meta);
        if (conflict)
            paintIcon(*painter,
                      QRectF(right.right() - metaWidth - 24, right.center().y() - 8, 16, 16),
                      QStringLiteral("triangle-alert"), Token::Wait);
        painter->restore();
        if (option.state & QStyle::State_HasFocus &&
            option.state & QStyle::State_KeyboardFocusChange)
            paintFocusRing(*painter, QRectF(option.rect).adjusted(1, 2, -3, -2), 4);
    }
};

// A row is one, from edge to edge, and not only where its name is.
class ChangeView final : public QTreeView
{
public:
    using QTreeView::QTreeView;

protected:
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option,
                 const QModelIndex &index) const override
    {
        const QRect row = option.rect;
        const bool selected = selectionModel()->isSelected(index);
        if (selected)
            painter->fillRect(row, color(Token::Select));
        QStyleOptionViewItem plain = option;
        plain.palette.setColor(QPalette::Highlight, color(Token::Select));
        QTreeView::drawRow(painter, plain, index);
        if (selected)
            painter->fillRect(QRect(row.left(), row.top(), 3, row.height()), color(Token::Accent));
    }
};

} // namespace

ChangeList::ChangeList(ChangeTree &tree, QWidget *parent)
    : QWidget(parent)
    , m_tree(tree)
    , m_filtered(new QSortFilterProxyModel(this))
    , m_view(new ChangeView(this))
    , m_conflict(buildConflict())
    , m_count(new TextLine(TextStep::Second, Token::Text2, this))
    , m_where(new TextLine(TextStep::Second, Token::Text2, this))
{
    m_filtered->setSourceModel(&tree);
    m_filtered->setRecursiveFilteringEnabled(true);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view->setObjectName(QStringLiteral("changeTree"));
    m_view->setAccessibleName(tr("Changed files"));
    m_view->setModel(m_filtered);
    m_view->setItemDelegate(new ChangeDelegate(m_view));
    m_view->setHeaderHidden(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(20);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildHeading());
    layout->addWidget(m_view, 1);
    layout->addWidget(m_conflict);
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(16, 9, 16, 8);
    foot->setSpacing(2);
    foot->addWidget(m_count);
    foot->addWidget(m_where);
    layout->addLayout(foot);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        refreshConflict();
        if (const QString key = currentKey(); !key.isEmpty())
            Q_EMIT fileChosen(key);
    });
    connect(&tree, &QAbstractItemModel::modelReset, this, [this] {
        expandAll();
        refreshConflict();
    });
    refreshConflict();
}

QWidget *ChangeList::buildHeading()
{
    auto *heading = new QWidget(this);
    auto *label = new TextLine(TextStep::Text, Token::Text, heading);
    label->setWeight(QFont::DemiBold);
    label->setText(tr("Mount"));
    label->setStretching(false);
    m_source = new QComboBox(heading);
    m_source->setObjectName(QStringLiteral("changeSource"));
    m_source->setAccessibleName(tr("Whose changes"));
    m_source->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_source->setMinimumContentsLength(12);
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_source, &QComboBox::activated, this, [this] {
        m_isPicked = true;
        Q_EMIT sourceChosen();
    });
    auto *filter = new QLineEdit(heading);
    filter->setObjectName(QStringLiteral("changeFilter"));
    makeSearchField(*filter, tr("Filter files"));
    connect(filter, &QLineEdit::textChanged, m_filtered,
            &QSortFilterProxyModel::setFilterFixedString);
    auto *row = new QHBoxLayout;
    row->addWidget(label);
    row->addSpacing(16);
    row->addWidget(m_source, 1);
    auto *column = new QVBoxLayout(heading);
    column->setContentsMargins(16, 8, 16, 8);
    column->setSpacing(12);
    column->addLayout(row);
    column->addWidget(filter);
    return heading;
}

QWidget *ChangeList::buildConflict()
{
    auto *card = new QWidget(this);
    card->setObjectName(QStringLiteral("conflictCard"));
    m_conflictText = new SentenceBar(Token::WaitBg, Token::Wait, card);
    auto *keep = new Button(tr("Keep the folder's"), Button::Look::Small, card);
    keep->setObjectName(QStringLiteral("keepFolders"));
    keep->setToolTip(tr("Discards what the client wrote"));
    auto *use = new Button(tr("Use the client's"), Button::Look::Small, card);
    use->setObjectName(QStringLiteral("useClients"));
    use->setToolTip(tr("Overwrites the file in the folder"));
    auto *compare = new Button(tr("Compare all three"), Button::Look::Small, card);
    compare->setObjectName(QStringLiteral("compareAllThree"));
    m_edit = new Button(tr("Edit…"), Button::Look::Small, card);
    m_edit->setObjectName(QStringLiteral("editMerged"));
    m_edit->setToolTip(tr("Puts both sides' changes together for you to edit"));
    connect(m_edit, &Button::clicked, this, [this] { Q_EMIT editMerged(currentKey()); });
    connect(compare, &Button::clicked, this, [this] { Q_EMIT compareAllThree(currentKey()); });
    connect(keep, &Button::clicked, this, [this] { Q_EMIT keepFolders(currentKey()); });
    connect(use, &Button::clicked, this, [this] { Q_EMIT useClients(currentKey()); });
    auto *row = new QHBoxLayout;
    row->setContentsMargins(16, 4, 16, 8);
    row->addWidget(keep);
    row->addWidget(use);
    row->addStretch(1);
    auto *lower = new QHBoxLayout;
    lower->setContentsMargins(16, 0, 16, 4);
    lower->addWidget(compare);
    lower->addWidget(m_edit);
    lower->addStretch(1);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins({});
    column->setSpacing(4);
    column->addWidget(m_conflictText);
    column->addLayout(lower);
    column->addLayout(row);
    return card;
}

void ChangeList::setChoices(const QList<Choice> &choices)
{
    if (choices == m_choices)
        return;
    const std::optional<ChangeSource> before = chosen();
    const bool wasPicked = std::exchange(m_isPicked, false);
    m_choices = choices;
    m_source->clear();
    for (const Choice &choice : choices)
        m_source->addItem(icon(QStringLiteral("folder"), Token::Text2), choice.text);
    if (before && (wasPicked || before->stage || isVisible()) && select(*before))
        m_isPicked = wasPicked;
}

void ChangeList::choose(const ChangeSource &source)
{
    m_isPicked = select(source);
}

bool ChangeList::select(const ChangeSource &source)
{
    const auto found = std::ranges::find(m_choices, source, &Choice::source);
    if (found == m_choices.end())
        return false;
    m_source->setCurrentIndex(int(found - m_choices.begin()));
    return true;
}

void ChangeList::openChoices()
{
    m_source->setFocus(Qt::ShortcutFocusReason);
    m_source->showPopup();
}

std::optional<ChangeSource> ChangeList::chosen() const
{
    const int index = m_source->currentIndex();
    return index >= 0 && index < m_choices.size() ? std::optional(m_choices.at(index).source)
                                                  : std::nullopt;
}

void ChangeList::setFoot(const QString &count, const QString &where)
{
    m_count->setText(count);
    m_where->setText(where);
}

QString ChangeList::currentKey() const
{
    const QModelIndex index = m_view->currentIndex();
    return index.data(ChangeTree::IsChangeRole).toBool()
               ? index.data(ChangeTree::PathRole).toString()
               : QString();
}

void ChangeList::expandAll()
{
    if (m_tree.changes().size() <= mostExpanded)
        m_view->expandAll();
    else if (m_filtered->rowCount() == 1)
        m_view->expand(m_filtered->index(0, 0)); // the folder itself
}

void ChangeList::refreshConflict()
{
    const FileChange *change = m_tree.change(currentKey());
    const bool shown = change && !change->conflict.isEmpty() && chosen() && chosen()->stage;
    if (shown)
        m_conflictText->setSentence(QStringLiteral("triangle-alert"), change->conflict);
    m_edit->setVisible(shown && isMergeable(*change));
    m_conflict->setVisible(shown);
}

void ChangeList::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Surface));
    paintVerticalLine(painter, width() - 1, 0, height(), color(Token::Line));
}

} // namespace glovebox::ui
