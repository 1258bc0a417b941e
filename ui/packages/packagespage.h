// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/packagesmodel.h"

#include <QWidget>

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace glovebox::ui {

class Button;
class PackageList;
class PolicyPage;
class SegmentRow;
class TextLine;
class TimeBar;

// The screen Packages (UI.md 6): what sessions have and can get, the person's rules, the cache and
// advisories, and installing.
class PackagesPage final : public QWidget
{
    Q_OBJECT

public:
    using Parts = InstallModel::Parts;
    explicit PackagesPage(const Parts &parts, QWidget *parent = nullptr);
    ~PackagesPage() override;

    PackagesModel &model() { return *m_model; }
    InstallModel &installing() { return *m_install; }

    void choose(const QString &name);
    void searchIndex();
    void planChosen(); // what installing the chosen package would do
    void planUpdate(); // what a newer version of it would do
    void removeChosen();
    void showPolicy(bool shown);
    void exportRules(const QString &file);
    void importRules(const QString &file);
    void saveLock(const QString &file); // of the session that is installed into
    void planLock(const QString &file); // what making that session like it would do

Q_SIGNALS:
    void message(const QString &text, bool bad);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QAction *actionFor(const QKeyEvent &event) const;
    QWidget *buildLeft();
    QWidget *buildHead();
    QWidget *buildFoot();
    QWidget *buildRight();
    QLayout *buildRule();
    QLayout *buildVersions();
    QLayout *buildActs();
    QLayout *buildLock();
    QWidget *buildInstall();
    QWidget *buildEmpty();
    void buildActions();
    void nextFilter();
    void connectParts();
    void refreshCounts();
    void refreshSessions();
    void refreshChosen();
    void refreshRule(const PackagesModel::Row *row);
    void refreshActs(const PackagesModel::Row *row);
    void refreshTargets();
    void targetSessionOf(const QString &name);
    void refreshInstall();
    void refreshFoot();
    void setRule(PackagesModel::Choice choice);
    void setMinimum();
    void setVersions();
    void setPolicy(const std::function<void(PackagePolicy &)> &change);
    void tell(const Result<> &result);
    SessionRef session() const; // to install into; null: there is none
    bool has(const SessionRef &session, const PlannedPackage &package) const;
    bool sessionHas(const PlannedPackage &package) const;

    Parts m_parts;
    PackagesModel *m_model;
    InstallModel *m_install;
    QString m_name; // chosen
    std::unique_ptr<QObject> m_looking;

    QLineEdit *m_search = nullptr;
    QList<QAction *> m_taken; // whose keys mean something else in the window's menu
    QList<QToolButton *> m_filters;
    QComboBox *m_session = nullptr;
    PackageList *m_list = nullptr;
    QStackedLayout *m_stack = nullptr;
    PolicyPage *m_policy = nullptr;
    QToolButton *m_policyTab = nullptr;
    TextLine *m_emptyText = nullptr;
    Button *m_searchIndex = nullptr;
    QToolButton *m_restAsk = nullptr;
    QToolButton *m_restBundled = nullptr;
    QCheckBox *m_offline = nullptr;
    TextLine *m_cache = nullptr;
    Button *m_clean = nullptr;
    TextLine *m_advisories = nullptr;
    Button *m_update = nullptr;
    QWidget *m_right = nullptr;
    QWidget *m_detail = nullptr; // of the chosen package
    TextLine *m_title = nullptr;
    TextLine *m_version = nullptr;
    QLabel *m_summary = nullptr;
    TextLine *m_ruleTitle = nullptr;
    QToolButton *m_allow = nullptr;
    QToolButton *m_ask = nullptr;
    QToolButton *m_block = nullptr;
    QWidget *m_versionsRow = nullptr;
    QLineEdit *m_versions = nullptr;
    QLineEdit *m_minimum = nullptr;
    QLabel *m_facts = nullptr;
    QLabel *m_warnings = nullptr;
    QComboBox *m_target = nullptr;
    Button *m_saveLock = nullptr;
    Button *m_installLock = nullptr;
    Button *m_installButton = nullptr;
    Button *m_updateButton = nullptr;
    Button *m_removeButton = nullptr;
    QLabel *m_actText = nullptr;
    QWidget *m_installBox = nullptr;
    QTableView *m_plan = nullptr;
    QLabel *m_planText = nullptr;
    TimeBar *m_bar = nullptr;
    Button *m_confirm = nullptr;
    Button *m_restart = nullptr;
    Button *m_cancel = nullptr;
};

} // namespace glovebox::ui
