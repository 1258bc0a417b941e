// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/clientsmodel.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QVBoxLayout;

namespace glovebox::ui {

class Button;
class ClientBadge;
class ClientList;
class DiffView;
class RadioButton;
class SentenceBar;
class TextLine;

// The screen Clients (UI.md 6): what was found on this computer at the left; at the right how the
// chosen one connects, the test, exactly what will be written, and its key.
class ClientsPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ClientsPage(ClientConnector &connector, QWidget *parent = nullptr);
    ~ClientsPage() override;

    ConnectModel &model() { return *m_model; }

    void test();
    void write();
    void copyInstead();
    void lookAgain();
    void toggleKey();

Q_SIGNALS:
    void anotherRequested(); // one that nobody knows: it gets a key by hand
    void message(const QString &text, bool bad, const QString &action,
                 const std::function<void()> &act);

protected:
    // Left: the key that nobody got ends with the visit.
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildActions();
    QWidget *buildLeft();
    QWidget *buildRight();
    QWidget *buildHow();
    void buildRules(QWidget *card, QVBoxLayout *layout);
    QWidget *buildTest();
    QWidget *buildDiff();
    QWidget *buildKey();
    QWidget *buildFoot();
    void connectParts();
    void refresh();
    void refreshSteps();
    void refreshKey();
    void refreshRules();
    void sendRules();
    void askToRemove();
    QString choose() const;
    void chooseOne();

    ClientsModel *m_clients;
    ConnectModel *m_model;
    ClientList *m_list = nullptr;
    QWidget *m_right = nullptr;
    ClientBadge *m_badge = nullptr;
    TextLine *m_title = nullptr;
    TextLine *m_facts = nullptr;
    RadioButton *m_http = nullptr;
    RadioButton *m_bridge = nullptr;
    TextLine *m_address = nullptr;
    QComboBox *m_asking = nullptr;
    QGridLayout *m_folders = nullptr;
    QList<QCheckBox *> m_folderBoxes;
    TextLine *m_noFolders = nullptr;
    bool m_filling = false;
    Button *m_test = nullptr;
    TextLine *m_testNote = nullptr;
    QList<TextLine *> m_stepTexts;
    QList<TextLine *> m_stepTimes;
    SentenceBar *m_passed = nullptr;
    SentenceBar *m_failed = nullptr;
    TextLine *m_path = nullptr;
    TextLine *m_summary = nullptr;
    DiffView *m_diff = nullptr;
    TextLine *m_key = nullptr;
    Button *m_showKey = nullptr;
    Button *m_copyKey = nullptr;
    TextLine *m_keyNote = nullptr;
    TextLine *m_footNote = nullptr;
    Button *m_remove = nullptr;
    Button *m_copy = nullptr;
    Button *m_write = nullptr;
    bool m_keyShown = false;
};

} // namespace glovebox::ui
