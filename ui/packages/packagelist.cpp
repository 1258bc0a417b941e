// SPDX-License-Identifier: MIT
#include "packagelist.h"

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int lineHeight = 24;
constexpr int padding = 8;

} // namespace

void PackageDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    const QRect rect = option.rect;
    const bool heading = index.data(PackagesModel::HeadingRole).toBool();
    const bool chosen = option.state & QStyle::State_Selected;
    painter->fillRect(rect, color(heading  ? Token::Window
                                  : chosen ? Token::Select
                                           : Token::Surface));
    paintHorizontalLine(*painter, rect.left(), rect.right() + 1, rect.bottom(), color(Token::Line));
    const bool name = index.column() == PackagesModel::Name;
    const bool blocked = index.data(PackagesModel::BlockedRole).toBool();
    const bool advisory = index.column() == PackagesModel::Advisory;
    const QFont font = textFont(heading ? TextStep::Meta : TextStep::Second,
                                heading || (name && !blocked) ? QFont::DemiBold : QFont::Normal);
    painter->setFont(index.column() == PackagesModel::Size ? tabular(font) : font);
    painter->setPen(color(heading || blocked ? Token::Text2 : advisory ? Token::Bad : Token::Text));
    const QRect inside = rect.adjusted(padding, 0, -padding, 0);
    const int alignment = index.data(Qt::TextAlignmentRole).toInt();
    painter->drawText(inside, alignment == 0 ? int(Qt::AlignVCenter | Qt::AlignLeft) : alignment,
                      elideEnd(font, index.data().toString(), inside.width()));
    painter->restore();
}

PackageList::PackageList(PackagesModel &model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("packageList"));
    setAccessibleName(tr("Packages"));
    setModel(&model);
    setItemDelegate(new PackageDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(
        std::max(lineHeight, QFontMetrics(textFont()).height() + 4));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setSectionResizeMode(PackagesModel::Rule, QHeaderView::Stretch);
    for (const auto &[column, width] : {std::pair{PackagesModel::Name, 160},
                                        {PackagesModel::Version, 112},
                                        {PackagesModel::Source, 90},
                                        {PackagesModel::Size, 80},
                                        {PackagesModel::UsedBy, 76},
                                        {PackagesModel::Advisory, 80}})
        setColumnWidth(column, width);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        spanHeadings();
        choose(m_name);
    });
    spanHeadings();
}

void PackageList::spanHeadings()
{
    clearSpans();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (!m_model.row(row))
            setSpan(row, 0, 1, PackagesModel::ColumnCount);
    }
}

void PackageList::choose(const QString &name)
{
    m_name = name;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const PackagesModel::Row *item = m_model.row(row);
        if (item && item->package.name == name) {
            setCurrentIndex(m_model.index(row, 0));
            return;
        }
    }
    clearSelection();
    Q_EMIT chosen({});
}

void PackageList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (!current.isValid())
        return; // the model was made anew: choose() follows
    m_name = current.data(PackagesModel::NameRole).toString();
    Q_EMIT chosen(m_name);
}

void PackageList::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Insert || event->key() == Qt::Key_Return)
        Q_EMIT installRequested();
    else if (event->key() == Qt::Key_Delete)
        Q_EMIT removeRequested();
    else
        QTableView::keyPressEvent(event);
}

} // namespace glovebox::ui
