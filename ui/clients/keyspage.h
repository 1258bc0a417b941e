// SPDX-License-Identifier: MIT
#pragma once

#include "base/clientdesk.h"
#include "base/controls.h"
#include "base/desk.h"
#include "base/packagedesk.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace glovebox::ui {

class Button;
class ClientBadge;
class ClientFolders;
class ClientPackages;
class TextLine;

// Clients → Address and keys (UI.md 6): where clients find the program, who has a key, what the
// person set for each, and making, changing and revoking keys. A key is shown until the page is
// left, and never again.
class KeysPage final : public QWidget
{
    Q_OBJECT

public:
    KeysPage(ClientDesk &clients, ApprovalDesk &desk, ProgramControls &controls,
             PackageDesk &packages, std::function<QString()> address, QWidget *parent = nullptr);

    void choose(const ClientId &client);
    ClientId chosen() const { return m_chosen; }
    void focusNewClient();

Q_SIGNALS:
    void message(const QString &text, bool bad);
    // What is found in its code: note, ask or refuse. Set among the settings.
    void codeRulesRequested(const glovebox::ClientId &client);

protected:
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildLeft();
    QWidget *buildRight();
    QWidget *buildNew(QWidget *parent);
    QWidget *buildKey(QWidget *parent);
    QWidget *buildFacts(QWidget *parent);
    QWidget *buildRules(QWidget *parent);
    QLayout *buildAsking(QWidget *parent);
    QWidget *buildActions(QWidget *parent);
    void refresh();
    void refreshList();
    void filterList();
    void refreshFacts();
    void refreshRules();
    const ClientInfo *info() const;
    void sendRules();
    void make();
    void rotate();
    void revoke();
    void showKey(const QString &label, const QString &key);
    void forgetKey();
    void confirm(const QString &question, const QString &detail, const QString &yes,
                 const std::function<void()> &act);

    ClientDesk &m_desk;
    ApprovalDesk &m_approvals;
    ProgramControls &m_controls;
    PackageDesk &m_packageDesk;
    std::function<QString()> m_address;
    QList<ClientInfo> m_clients;
    ClientId m_chosen;
    QString m_key;                                 // that was just made
    std::pair<ClientId, ClientRules> m_shownRules; // what the fields hold
    bool m_filling = false;

    QLineEdit *m_filter = nullptr;
    QListWidget *m_list = nullptr;
    TextLine *m_addressText = nullptr;
    QLineEdit *m_name = nullptr;
    QCheckBox *m_addressKey = nullptr;
    Button *m_make = nullptr;
    QWidget *m_keyBand = nullptr;
    TextLine *m_keyLabel = nullptr;
    QLineEdit *m_keyText = nullptr;
    QWidget *m_right = nullptr;
    ClientBadge *m_badge = nullptr;
    TextLine *m_title = nullptr;
    QList<std::pair<TextLine *, TextLine *>> m_facts; // name, value
    QWidget *m_tools = nullptr;
    QList<QCheckBox *> m_toolBoxes;
    ClientFolders *m_folders = nullptr;
    ClientPackages *m_packages = nullptr;
    QCheckBox *m_permissions = nullptr;
    QSpinBox *m_sessions = nullptr;
    QSpinBox *m_runs = nullptr;
    QSpinBox *m_seconds = nullptr;
    Button *m_pause = nullptr;
    Button *m_disconnect = nullptr;
    Button *m_rotate = nullptr;
    Button *m_revoke = nullptr;
};

} // namespace glovebox::ui
