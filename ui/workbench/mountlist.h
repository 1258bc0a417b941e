// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/mountmodel.h"

#include <QListView>
#include <QStyledItemDelegate>

class QMenu;

namespace glovebox::ui {

class MountDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

// Name, mode chip, host path, and one line that matters. Every action is in the row's menu.
class MountList final : public QListView
{
    Q_OBJECT

public:
    explicit MountList(MountModel &model, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }

Q_SIGNALS:
    void openRequested(const QString &hostPath);
    void reviewRequested(const QString &name);
    void modeRequested(const QString &name, glovebox::MountMode mode);
    void secretsRequested(const QString &name, bool shown);
    void clientsRequested(const QString &name,
                          const std::optional<QList<glovebox::ClientId>> &clients);
    void volumesRequested(const QString &name, bool included);
    void removeRequested(const QString &name);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void addClients(QMenu &menu, const MountStatus &mount);
    void openMenu(const QModelIndex &index, const QPoint &globalPosition);

    MountModel &m_model;
};

} // namespace glovebox::ui
