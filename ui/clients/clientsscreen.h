// SPDX-License-Identifier: MIT
#pragma once

#include "base/clientdesk.h"
#include "base/connector.h"
#include "base/desk.h"
#include "base/packagedesk.h"

#include <QWidget>

#include <functional>

class QButtonGroup;
class QStackedWidget;
class QToolButton;

namespace glovebox {
class ProgramControls;
}

namespace glovebox::ui {

class ClientsPage;
class KeysPage;
class PermissionsPage;

// The screen Clients (UI.md 6) with its three tabs: Connections, Standing permissions, Address and
// keys.
class ClientsScreen final : public QWidget
{
    Q_OBJECT

public:
    enum class Tab { Connections, Permissions, Keys };

    ClientsScreen(ClientConnector &connector, ClientDesk &clients, ApprovalDesk &desk,
                  ProgramControls &controls, PackageDesk &packages, QWidget *parent = nullptr);

    void showTab(Tab tab);
    ClientsPage *connections() const { return m_connections; }
    PermissionsPage *permissions() const { return m_permissions; }
    KeysPage *keys() const { return m_keys; }

Q_SIGNALS:
    void message(const QString &text, bool bad, const QString &action,
                 const std::function<void()> &act);
    void codeRulesRequested(const glovebox::ClientId &client);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QToolButton *addTab(Tab tab, const QString &text, QWidget *page);
    void refreshCount();

    ApprovalDesk &m_desk;
    QButtonGroup *m_tabs;
    QStackedWidget *m_pages;
    ClientsPage *m_connections;
    PermissionsPage *m_permissions;
    KeysPage *m_keys;
};

} // namespace glovebox::ui
