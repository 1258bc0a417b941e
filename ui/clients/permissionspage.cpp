// SPDX-License-Identifier: MIT
#include "permissionspage.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QMessageBox>
#include <QPainter>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

PermissionsPage::PermissionsPage(ApprovalDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_model(desk)
    , m_table(new QTableView(this))
    , m_empty(new TextLine(TextStep::Text, Token::Text3, this))
    , m_revoke(new Button(tr("Revoke"), Button::Look::Normal, this))
    , m_revokeAll(new Button(tr("Revoke all…"), Button::Look::Danger, this))
{
    setObjectName(QStringLiteral("permissionsPage"));
    m_table->setObjectName(QStringLiteral("permissionTable"));
    m_table->setAccessibleName(tr("Standing permissions"));
    m_table->setModel(&m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(PermissionTable::ReachColumn,
                                                      QHeaderView::Stretch);
    m_empty->setText(tr("No standing permissions. Every run is asked."));
    m_revoke->setObjectName(QStringLiteral("revokePermission"));
    m_revokeAll->setObjectName(QStringLiteral("revokeAllPermissions"));
    auto *hint = new TextLine(TextStep::Second, Token::Text3, this);
    hint->setText(tr("A running run may finish; queued ones are asked again."));

    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(16, 11, 16, 11);
    foot->addWidget(hint, 1);
    foot->addWidget(m_revokeAll);
    foot->addWidget(m_revoke);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *empty = new QHBoxLayout;
    empty->setContentsMargins(24, 24, 24, 24);
    empty->addWidget(m_empty);
    column->addLayout(empty);
    column->addWidget(m_table, 1);
    column->addStretch(0);
    column->addLayout(foot);

    connect(m_revoke, &QPushButton::clicked, this, &PermissionsPage::revokeChosen);
    connect(m_revokeAll, &QPushButton::clicked, this, &PermissionsPage::revokeAll);
    auto *remove = new QShortcut(QKeySequence(Qt::Key_Delete), m_table);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &PermissionsPage::revokeChosen);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &PermissionsPage::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &PermissionsPage::refresh);
    refresh();
}

void PermissionsPage::refresh()
{
    const bool any = m_model.rowCount() > 0;
    m_empty->setVisible(!any);
    m_table->setVisible(any);
    m_revokeAll->setEnabled(any);
    m_revoke->setEnabled(any && m_table->selectionModel()->hasSelection());
}

void PermissionsPage::revokeChosen()
{
    // Ids first: revoking changes the rows.
    QList<qint64> chosen;
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows())
        chosen.append(row.data(PermissionTable::IdRole).toLongLong());
    for (const qint64 grant : std::as_const(chosen))
        m_desk.revoke(grant);
}

void PermissionsPage::revokeAll()
{
    const int count = m_model.rowCount();
    if (count == 0)
        return;
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Glovebox"),
                                tr("Revoke all %n standing permissions?", nullptr, count),
                                QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Every run is asked from then on."));
    const QPushButton *yes = box->addButton(tr("Revoke all"), QMessageBox::DestructiveRole);
    QPushButton *cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    box->setEscapeButton(cancel);
    box->setDefaultButton(cancel); // a key that was meant for another window ends nothing
    connect(yes, &QPushButton::clicked, this, [this] { m_desk.revokeAll(); });
    box->open();
}

void PermissionsPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
}

} // namespace glovebox::ui
