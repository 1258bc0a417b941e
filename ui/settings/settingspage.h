// SPDX-License-Identifier: MIT
#pragma once

#include "base/settingsdesk.h"
#include "settingwords.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QScrollArea;
class QVBoxLayout;

namespace glovebox::ui {

class Button;
class RulesTable;
class SettingRow;
class Shortcuts;
class ShortcutTable;

// The screen Settings (UI.md 6): one page with a search, its areas at the left. Whatever is changed
// counts when its field is left; nothing has to be saved.
class SettingsPage final : public QWidget
{
    Q_OBJECT

public:
    SettingsPage(SettingsDesk &desk, Shortcuts &shortcuts, QWidget *parent = nullptr);

    QString search() const;
    void setSearch(const QString &text);
    // Brings one setting on the screen and gives it the focus.
    void reveal(const QString &name);
    // Brings the rules for what is found in the code of one client on the screen.
    void revealRules(const ClientId &client);

Q_SIGNALS:
    void message(const QString &text, bool bad);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Card;
    struct Info;

    QWidget *buildLeft();
    QWidget *buildRight();
    void buildCards();
    void addRows();
    void addFacts();
    void addPurge();
    Card *cardOf(SettingArea area) const { return m_cards.value(int(area)); }
    Info *addInfo(SettingArea area, const QString &name, const QString &label,
                  const QString &keywords);
    QWidget *buildRestart();
    void filter();
    void scrollTo(QWidget *row);
    void refresh(const QString &name);
    void refreshFacts();
    void refreshRestart();
    void showArea(int area);
    void followScroll();
    void askToPurge(int days);
    void openFolderOf(const QString &file);

    SettingsDesk &m_desk;
    Shortcuts &m_shortcuts;
    QLineEdit *m_search = nullptr;
    QListWidget *m_areas = nullptr;
    QScrollArea *m_scroll = nullptr;
    QVBoxLayout *m_column = nullptr;
    QWidget *m_restart = nullptr;
    Button *m_restartButton = nullptr;
    QLabel *m_restartText = nullptr;
    QLabel *m_nothing = nullptr;
    QList<Card *> m_cards;
    QHash<QString, SettingRow *> m_rows;
    QHash<QString, Info *> m_infos;
    RulesTable *m_rules = nullptr;
    ShortcutTable *m_keys = nullptr;
    bool m_jumping = false;
};

} // namespace glovebox::ui
