// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/clientsmodel.h"

#include <QListView>
#include <QStyledItemDelegate>

namespace glovebox::ui {

// Rows of 56 px: badge, name, and how it stands with this client.
class ClientDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

class ClientList final : public QListView
{
    Q_OBJECT

public:
    explicit ClientList(ClientsModel &model, QWidget *parent = nullptr);

    void setChosen(const QString &id);

Q_SIGNALS:
    void chosen(const QString &id);
    void removeRequested();

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    ClientsModel &m_model;
};

} // namespace glovebox::ui
