// SPDX-License-Identifier: MIT
#pragma once

#include "base/settingsdesk.h"

#include <QWidget>

class QComboBox;

namespace glovebox::ui {

// What findings in code lead to: each group is noted, asked for even under a standing permission,
// or refused. For all clients, or for one.
class RulesTable final : public QWidget
{
    Q_OBJECT

public:
    explicit RulesTable(SettingsDesk &desk, QWidget *parent = nullptr);

    void refresh();
    // Shows the rules of one client and gives them the focus; null: of all.
    void choose(const ClientId &client);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void build();
    void refreshClients();
    ClientId client() const;

    SettingsDesk &m_desk;
    QComboBox *m_client;
    QList<std::pair<FindingGroup, QComboBox *>> m_rules;
};

} // namespace glovebox::ui
