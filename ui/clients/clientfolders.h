// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"

#include <QWidget>

class QVBoxLayout;

namespace glovebox::ui {

class TextLine;

// Which of the shared folders one client may use: all, unless unticked (UI.md 6).
class ClientFolders final : public QWidget
{
    Q_OBJECT

public:
    explicit ClientFolders(ProgramControls &controls, QWidget *parent = nullptr);

    void setClient(const ClientId &client); // null: nobody

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void refresh();
    void setAllowed(const QString &mount, bool allowed);

    ProgramControls &m_controls;
    ClientId m_client;
    QVBoxLayout *m_rows = nullptr;
    TextLine *m_none = nullptr;
    bool m_filling = false;
};

} // namespace glovebox::ui
