// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/clientsmodel.h"

#include "base/controls.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace glovebox::ui {

class Button;
class DiffView;
class TextLine;

// What the window shows until a client is connected and a folder shared (UI.md 6 "First run"): both
// take one click each. Using another screen skips it.
class FirstRunPage final : public QWidget
{
    Q_OBJECT

public:
    FirstRunPage(ClientConnector &connector, ProgramControls &controls, QWidget *parent = nullptr);
    ~FirstRunPage() override; // a key that nobody got ends

    // The box "Start in the tray when I sign in".
    void setStartsAtLogin(bool on);
    // The line that a client understands.
    static QString lineToPaste();

Q_SIGNALS:
    void chooseFolderRequested(glovebox::MountMode mode);
    void clientsRequested();
    void scratchpadRequested();
    void startAtLoginRequested(bool on);
    void copyRequested(const QString &text);
    void message(const QString &text, bool bad);
    // A client is connected and a folder shared.
    void finished();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    class Row;

    void build();
    QWidget *buildClients();
    QWidget *buildFolder();
    QWidget *buildFacts();
    QWidget *buildFoot();
    void refreshClients();
    void orderTabs();
    void refreshRows();
    void refreshFolders();
    void connectClient(const QString &id);
    void onChanged();
    void connectingFailed(const QString &sentence);
    void showStep();
    void toggleLines(const QString &id);
    void refreshLines();
    void checkFinished();

    ClientConnector &m_connector;
    ProgramControls &m_controls;
    ClientsModel *m_clients;
    ConnectModel *m_connect;
    QVBoxLayout *m_rowsLayout = nullptr;
    QList<Row *> m_rows;
    DiffView *m_lines = nullptr;
    QString m_linesOf;     // the client whose lines are shown
    QString m_connecting;  // the one that is being connected
    bool m_tested = false; // it, since it was asked for
    QString m_failed;      // the one that was not, and why
    QString m_failure;
    QLabel *m_noneFound = nullptr;
    TextLine *m_notFound = nullptr;
    TextLine *m_shared = nullptr;
    TextLine *m_meaning = nullptr;
    QWidget *m_paste = nullptr;
    Button *m_choose = nullptr;
    Button *m_other = nullptr;
    QCheckBox *m_login = nullptr;
    MountMode m_mode = MountMode::Staged;
    bool m_wasFinished = false;
};

} // namespace glovebox::ui
