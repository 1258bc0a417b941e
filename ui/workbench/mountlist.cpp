// SPDX-License-Identifier: MIT
#include "mountlist.h"

#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int textLeft = 40;
constexpr int chipHeight = 20;
constexpr int emptyHeight = 44;

int lineHeight()
{
    return std::max(18, QFontMetrics(textFont()).height());
}

ChipKind chipKind(MountMode mode)
{
    switch (mode) {
    case MountMode::ReadOnly:
        return ChipKind::Plain;
    case MountMode::Staged:
        return ChipKind::Accent;
    case MountMode::ReadWrite:
        return ChipKind::Strong;
    }
    Q_UNREACHABLE_RETURN(ChipKind::Plain);
}

QRectF chipRect(const QRectF &row, const QModelIndex &index)
{
    const QFont font = textFont(TextStep::Meta);
    const int width = chipWidth(font, index.data(MountModel::ModeIconRole).toString(),
                                index.data(MountModel::ModeWordRole).toString());
    return {row.right() - edge - width, row.top() + 4, qreal(width), chipHeight};
}

} // namespace

QSize MountDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const bool noted = !index.data(MountModel::NoteRole).toString().isEmpty();
    return {200, lineHeight() * (noted ? 3 : 2) + 10};
}

void MountDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    painter->save();
    const QRectF rect = option.rect;
    if (option.state & QStyle::State_MouseOver)
        painter->fillRect(rect, color(Token::Hover));
    const bool problem = index.data(MountModel::ProblemRole).toBool();
    QRectF line(rect.left() + textLeft, rect.top() + 5, rect.width() - textLeft - edge,
                lineHeight());
    paintIcon(*painter, QRectF(rect.left() + edge, line.center().y() - 8, 16, 16),
              QStringLiteral("folder"), problem ? Token::Bad : Token::Text2);
    const QRectF chip = chipRect(rect, index);
    paintChip(*painter, chip, chipKind(MountMode(index.data(MountModel::ModeRole).toInt())),
              textFont(TextStep::Meta), index.data(MountModel::ModeIconRole).toString(),
              index.data(MountModel::ModeWordRole).toString());
    const QFont name = textFont(TextStep::Text, QFont::DemiBold);
    painter->setFont(name);
    painter->setPen(color(Token::Text));
    painter->drawText(line, Qt::AlignVCenter,
                      elideEnd(name, index.data().toString(), int(chip.left() - line.left()) - 8));
    const QFont small = textFont(TextStep::Second);
    painter->setFont(small);
    painter->setPen(color(Token::Text2));
    line.translate(0, lineHeight());
    painter->drawText(line, Qt::AlignVCenter,
                      elideMiddle(small, oneLine(index.data(MountModel::PathRole).toString()),
                                  int(line.width())));
    line.translate(0, lineHeight());
    const bool review = index.data(MountModel::ReviewRole).toBool();
    if (review) {
        QFont link = small;
        link.setUnderline(true);
        painter->setFont(link);
    }
    painter->setPen(color(problem ? Token::Bad : review ? Token::Accent : Token::Text2));
    painter->drawText(
        line, Qt::AlignVCenter,
        elideEnd(small, oneLine(index.data(MountModel::NoteRole).toString()), int(line.width())));
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocusRing(*painter, rect.adjusted(3, 2, -3, -2), 4);
    painter->restore();
}

MountList::MountList(MountModel &model, QWidget *parent)
    : QListView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("mountList"));
    setAccessibleName(tr("Mounts"));
    setModel(&model);
    setItemDelegate(new MountDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Window);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto grow = [this] { updateGeometry(); };
    connect(&model, &QAbstractItemModel::rowsInserted, this, grow);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, grow);
    connect(&model, &QAbstractItemModel::modelReset, this, grow);
    connect(&model, &QAbstractItemModel::dataChanged, this, [this] {
        doItemsLayout(); // a note may have come or gone
        updateGeometry();
    });
}

QSize MountList::sizeHint() const
{
    int height = 0;
    for (int row = 0; row < m_model.rowCount(); ++row)
        height += itemDelegate()->sizeHint({}, m_model.index(row)).height();
    return {200, height == 0 ? emptyHeight : height};
}

void MountList::openMenu(const QModelIndex &index, const QPoint &globalPosition)
{
    const QString name = index.data(MountModel::NameRole).toString();
    const QString path = index.data(MountModel::HostPathRole).toString();
    const auto current = MountMode(index.data(MountModel::ModeRole).toInt());
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("mountMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(QStringLiteral("folder"), Token::Text2), tr("Open folder"), this,
                    [this, path] { Q_EMIT openRequested(path); });
    QAction *review =
        menu->addAction(icon(QStringLiteral("file-diff"), Token::Text2), tr("Review changes"), this,
                        [this, name] { Q_EMIT reviewRequested(name); });
    review->setEnabled(index.data(MountModel::ReviewRole).toBool());
    menu->addSeparator();
    auto *group = new QActionGroup(menu);
    for (const MountMode mode : {MountMode::ReadOnly, MountMode::Staged, MountMode::ReadWrite}) {
        QAction *action = menu->addAction(modeWord(mode));
        action->setCheckable(true);
        action->setChecked(mode == current);
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, name, mode] { Q_EMIT modeRequested(name, mode); });
    }
    menu->addSeparator();
    // Clients are told these words (app/tools/filetools.cpp).
    QAction *secrets = menu->addAction(tr("Show names of secrets"));
    secrets->setToolTip(tr("Names such as .env, .ssh or id_rsa, which usually hold passwords and "
                           "keys, are hidden from Python and from clients."));
    secrets->setCheckable(true);
    secrets->setChecked(index.data(MountModel::SecretsRole).toBool());
    connect(secrets, &QAction::triggered, this,
            [this, name](bool shown) { Q_EMIT secretsRequested(name, shown); });
    QAction *volumes = menu->addAction(tr("Include other volumes inside"));
    volumes->setToolTip(
        tr("USB drives, network shares and other disks that are mounted inside this "
           "folder. Without this they are closed."));
    volumes->setCheckable(true);
    volumes->setChecked(index.data(MountModel::VolumesRole).toBool());
    connect(volumes, &QAction::triggered, this,
            [this, name](bool included) { Q_EMIT volumesRequested(name, included); });
    menu->setToolTipsVisible(true);
    addClients(*menu, m_model.itemAt(index.row()));
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("x"), Token::Text2), tr("Unmount"), this,
                    [this, name] { Q_EMIT removeRequested(name); });
    menu->popup(globalPosition);
}

void MountList::addClients(QMenu &menu, const MountStatus &mount)
{
    QMenu *clients = menu.addMenu(tr("Clients that may use it"));
    clients->setObjectName(QStringLiteral("mountClientsMenu"));
    QAction *all = clients->addAction(tr("All clients"));
    all->setCheckable(true);
    all->setChecked(!mount.clients);
    connect(all, &QAction::triggered, this, [this, name = mount.name](bool everybody) {
        Q_EMIT clientsRequested(name, everybody ? std::nullopt : std::optional(QList<ClientId>()));
    });
    clients->addSeparator();
    QList<ClientId> chosen;
    for (const ClientLabel &client : mount.clients.value_or(QList<ClientLabel>()))
        chosen.append(client.id);
    for (const ClientLabel &client : m_model.clients()) {
        QAction *action =
            clients->addAction(QString(client.label).replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(chosen.contains(client.id));
        connect(action, &QAction::triggered, this,
                [this, name = mount.name, chosen, id = client.id](bool on) {
                    QList<ClientId> wanted = chosen;
                    if (on)
                        wanted.append(id);
                    else
                        wanted.removeAll(id);
                    Q_EMIT clientsRequested(name, wanted);
                });
    }
}

void MountList::contextMenuEvent(QContextMenuEvent *event)
{
    const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = keyboard ? currentIndex() : indexAt(event->pos());
    if (index.isValid())
        openMenu(index, keyboard ? viewport()->mapToGlobal(visualRect(index).bottomLeft())
                                 : event->globalPos());
}

void MountList::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    if (index.isValid() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT openRequested(index.data(MountModel::HostPathRole).toString());
    else
        QListView::keyPressEvent(event);
}

void MountList::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (!index.isValid() || event->button() != Qt::LeftButton)
        return;
    const QRectF chip = chipRect(visualRect(index), index);
    if (chip.contains(event->position()))
        openMenu(index, viewport()->mapToGlobal(chip.bottomLeft().toPoint()));
    else if (index.data(MountModel::ReviewRole).toBool() &&
             event->position().y() > visualRect(index).top() + 5 + 2 * lineHeight())
        Q_EMIT reviewRequested(index.data(MountModel::NameRole).toString());
}

void MountList::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (m_model.rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setFont(textFont(TextStep::Second));
    painter.setPen(color(Token::Text3));
    painter.drawText(viewport()->rect().adjusted(edge, 2, -edge, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     tr("No folders shared. Python sees only /session, in memory.")
                         .replace(u'/', QStringLiteral("/\u2060")) // one word
    );
}

} // namespace glovebox::ui
