// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagedesk.h"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace glovebox::ui {

// What one client may install beside the rules for all (packagepolicy.h): nothing in it loosens
// those.
class ClientPackages final : public QWidget
{
    Q_OBJECT

public:
    explicit ClientPackages(PackageDesk &desk, QWidget *parent = nullptr);

    void setClient(const ClientId &client); // null: nobody

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    enum class Choice { Everything, Bundled, Nothing };

    void refresh();
    void send();
    std::optional<QStringList> namesIn(const QLineEdit &field);
    std::optional<ClientPackageRules> rules();

    PackageDesk &m_desk;
    ClientId m_client;
    QComboBox *m_choice = nullptr;
    QLineEdit *m_allowed = nullptr;
    QLineEdit *m_blocked = nullptr;
};

} // namespace glovebox::ui
