// SPDX-License-Identifier: MIT
#include "findaction.h"

#include "ui/models/fuzzy.h"
#include "ui/models/words.h"
#include "ui/parts/searchfield.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QRegularExpression>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr QSize wantedSize(560, 392);
constexpr int rowHeight = 32;
constexpr int edge = 16;
enum Role { ActionRole = Qt::UserRole + 1, PathRole, KeyRole };

void collect(const QList<QAction *> &actions, const QString &path, QList<NamedAction> &found)
{
    for (QAction *action : actions) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        if (const QMenu *menu = action->menu()) {
            const QString name = actionName(*action);
            collect(menu->actions(), path.isEmpty() ? name : path + QStringLiteral(" › ") + name,
                    found);
        } else {
            found.append({action, actionName(*action), path,
                          action->shortcut().toString(QKeySequence::NativeText)});
        }
    }
}

// Name, its menus behind it in grey, the key at the right.
class RowDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {option.rect.width(), rowHeight};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        const bool chosen = option.state & QStyle::State_Selected;
        painter->fillRect(option.rect, color(chosen ? Token::Select : Token::Surface));
        const bool enabled = index.data(ActionRole).value<QAction *>() &&
                             index.data(ActionRole).value<QAction *>()->isEnabled();
        const QString key = index.data(KeyRole).toString();
        const QFont name = textFont();
        const QFont small = textFont(TextStep::Second);
        QRect rect = option.rect.adjusted(edge, 0, -edge, 0);
        painter->setFont(small);
        painter->setPen(color(Token::Text3));
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignRight, key);
        rect.setRight(rect.right() - QFontMetrics(small).horizontalAdvance(key) - edge);
        painter->setFont(name);
        painter->setPen(color(enabled ? Token::Text : Token::Text3));
        const QString words = elideEnd(name, index.data().toString(), rect.width());
        painter->drawText(rect, Qt::AlignVCenter, words);
        rect.setLeft(rect.left() + QFontMetrics(name).horizontalAdvance(words) + 8);
        painter->setFont(small);
        painter->setPen(color(Token::Text3));
        painter->drawText(rect, Qt::AlignVCenter,
                          elideEnd(small, index.data(PathRole).toString(), rect.width()));
    }
};

} // namespace

QString actionName(const QAction &action)
{
    QString name = action.text();
    // A doubled mark is the character itself, a single one underlines the letter after it.
    name.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
    // Where letters cannot be underlined in the word they stand behind it: 表示(&V).
    static const QRegularExpression behind(QStringLiteral("\\(&.\\)$"));
    name.remove(behind);
    name.remove(u'&');
    return name.replace(u'\x01', u'&');
}

QList<NamedAction> actionsOf(const QMenuBar &bar)
{
    QList<NamedAction> found;
    collect(bar.actions(), {}, found);
    return found;
}

FindAction::FindAction(QWidget *window)
    : QFrame(window, Qt::Popup)
    , m_field(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_rows(new QStandardItemModel(this))
{
    setObjectName(QStringLiteral("findAction"));
    setAccessibleName(tr("Find action"));
    m_field->setObjectName(QStringLiteral("findActionField"));
    makeSearchField(*m_field, tr("Find action"));
    m_field->installEventFilter(this);
    m_list->setAccessibleName(tr("Actions"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the keyboard
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->setModel(m_rows);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // rows end with dots instead
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    connect(m_field, &QLineEdit::textChanged, this, &FindAction::narrow);
    connect(m_list, &QListView::clicked, this, &FindAction::act);
}

void FindAction::open(const QList<NamedAction> &actions)
{
    m_actions = actions;
    m_field->clear();
    narrow();
    const QRect room = parentWidget()->rect();
    resize(wantedSize.boundedTo(room.size() - QSize(32, 96)));
    move(parentWidget()->mapToGlobal(QPoint((room.width() - width()) / 2, 64)));
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

void FindAction::narrow()
{
    struct Hit
    {
        int score;
        qsizetype at;
    };
    QList<Hit> hits;
    for (qsizetype at = 0; at < m_actions.size(); ++at) {
        const NamedAction &named = m_actions.at(at);
        if (const auto score = fuzzyScore(m_field->text(), named.name))
            hits.append({*score, at});
        else if (const auto far = fuzzyScore(m_field->text(), named.path + u' ' + named.name))
            hits.append({*far - 100'000, at}); // found by its menu, too
    }
    if (!m_field->text().isEmpty())
        std::ranges::stable_sort(hits, std::greater(), &Hit::score);
    m_rows->clear();
    for (const Hit &hit : std::as_const(hits)) {
        const NamedAction &named = m_actions.at(hit.at);
        auto *row = new QStandardItem(named.name);
        row->setData(QVariant::fromValue(named.action), ActionRole);
        row->setData(named.path, PathRole);
        row->setData(named.key, KeyRole);
        row->setData(named.key.isEmpty() ? tr("%1, %2").arg(named.name, named.path)
                                         : tr("%1, %2, %3").arg(named.name, named.path, named.key),
                     Qt::AccessibleTextRole);
        m_rows->appendRow(row);
    }
    if (m_rows->rowCount() > 0)
        m_list->setCurrentIndex(m_rows->index(0, 0));
}

QStringList FindAction::shownNames() const
{
    QStringList names;
    for (int row = 0; row < m_rows->rowCount(); ++row)
        names.append(m_rows->item(row)->text());
    return names;
}

void FindAction::act()
{
    const QPointer<QAction> action = m_list->currentIndex().data(ActionRole).value<QAction *>();
    if (!action || !action->isEnabled())
        return;
    // The keyboard goes back to where it was before the action uses it.
    close();
    QMetaObject::invokeMethod(
        this,
        [action] {
            if (action)
                action->trigger();
        },
        Qt::QueuedConnection);
}

bool FindAction::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        act();
        return true;
    }
    const int page = std::max(1, m_list->viewport()->height() / rowHeight - 1);
    const int step = key == Qt::Key_Down       ? 1
                     : key == Qt::Key_Up       ? -1
                     : key == Qt::Key_PageDown ? page
                     : key == Qt::Key_PageUp   ? -page
                                               : 0;
    if (step == 0)
        return QFrame::eventFilter(watched, event);
    const int row =
        std::clamp(m_list->currentIndex().row() + step, 0, std::max(0, m_rows->rowCount() - 1));
    m_list->setCurrentIndex(m_rows->index(row, 0));
    return true;
}

void FindAction::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Surface));
    painter.setPen(color(Token::Edge));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace glovebox::ui
