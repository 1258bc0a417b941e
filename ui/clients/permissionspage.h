// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/permissiontable.h"

#include <QWidget>

class QTableView;

namespace glovebox::ui {

class Button;
class TextLine;

// Clients → Standing permissions (UI.md 4.4): what may run unasked, and taking it back.
class PermissionsPage final : public QWidget
{
    Q_OBJECT

public:
    explicit PermissionsPage(ApprovalDesk &desk, QWidget *parent = nullptr);

    void revokeChosen();
    void revokeAll(); // asks

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    ApprovalDesk &m_desk;
    PermissionTable m_model;
    QTableView *m_table;
    TextLine *m_empty;
    Button *m_revoke;
    Button *m_revokeAll;
};

} // namespace glovebox::ui
