// SPDX-License-Identifier: MIT
#include "packagespage.h"

#include "packagelist.h"
#include "policypage.h"

#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/files.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/parts/segment.h"
#include "ui/parts/wraplayout.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rightWidth = 344;
constexpr int edge = 16;
constexpr int searchWidth = 180; // at least

TextLine *line(TextStep step, Token token, QWidget *parent, const QString &text = {},
               QFont::Weight weight = QFont::Normal)
{
    auto *label = new TextLine(step, token, parent);
    label->setText(text);
    label->setWeight(weight);
    return label;
}

// Words of others: shown as they are, never as markup.
QLabel *paragraph(QWidget *parent, const QString &name)
{
    auto *label = new QLabel(parent);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QString projectName(const QString &search)
{
    return normalisedPackageName(search);
}

} // namespace

PackagesPage::PackagesPage(const Parts &parts, QWidget *parent)
    : QWidget(parent)
    , m_parts(parts)
    , m_model(new PackagesModel({parts.desk, parts.details, parts.controls}, this))
    , m_install(new InstallModel(parts, this))
{
    setObjectName(u"packagesPage"_s);
    setWindowTitle(tr("Packages"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildLeft(), 1);
    layout->addWidget(buildRight());
    setFocusProxy(m_search);
    buildActions();
    connectParts();
    refreshSessions();
    refreshTargets();
    refreshCounts();
    refreshFoot();
    refreshChosen();
    refreshInstall();
}

PackagesPage::~PackagesPage() = default;

// Building

QWidget *PackagesPage::buildLeft()
{
    auto *left = new QWidget(this);
    m_list = new PackageList(*m_model, left);
    auto *middle = new QWidget(left);
    m_stack = new QStackedLayout(middle);
    m_stack->addWidget(m_list);
    m_stack->addWidget(buildEmpty());
    m_policy = new PolicyPage(m_parts.desk, m_parts.controls, middle);
    m_stack->addWidget(m_policy);
    auto *layout = new QVBoxLayout(left);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildHead());
    layout->addWidget(middle, 1);
    layout->addWidget(buildFoot());
    return left;
}

QWidget *PackagesPage::buildHead()
{
    auto *head = new QWidget(this);
    m_search = new QLineEdit(head);
    m_search->setObjectName(u"packageSearch"_s);
    makeSearchField(*m_search, tr("Search packages"));
    m_search->setMinimumWidth(searchWidth);
    auto *segments = new SegmentRow(head);
    for (const QString &word :
         {tr("All"), tr("Installed"), tr("Available"), tr("Blocked"), tr("Advisories")})
        m_filters.append(segments->add(word));
    m_policyTab = segments->add(tr("Policy"));
    m_policyTab->setObjectName(u"packagePolicyTab"_s);
    m_session = new QComboBox(head);
    m_session->setObjectName(u"packageSession"_s);
    m_session->setAccessibleName(tr("Session"));
    auto *layout = new WrapLayout(head);
    layout->setContentsMargins(edge, 12, edge, 12);
    layout->setSpacing(8);
    layout->addWidget(m_search);
    layout->addWidget(segments);
    layout->addWidget(m_session);
    return head;
}

QWidget *PackagesPage::buildEmpty()
{
    auto *empty = new QWidget(this);
    m_emptyText = line(TextStep::Title, Token::Text2, empty);
    m_emptyText->setStretching(false);
    m_searchIndex = new Button(tr("Search the index"), Button::Look::Preferred, empty);
    m_searchIndex->setObjectName(u"searchIndex"_s);
    auto *layout = new QVBoxLayout(empty);
    layout->addStretch(1);
    layout->addWidget(m_emptyText, 0, Qt::AlignHCenter);
    layout->addWidget(m_searchIndex, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    return empty;
}

QWidget *PackagesPage::buildFoot()
{
    auto *foot = new QWidget(this);
    auto *rest = new SegmentRow(foot);
    m_restAsk = rest->add(tr("Ask"));
    m_restBundled = rest->add(tr("Only bundled"));
    m_restBundled->setObjectName(u"restBundled"_s);
    m_offline = new QCheckBox(tr("Work offline"), foot);
    m_offline->setObjectName(u"packagesOffline"_s);
    auto *import = new Button(tr("Import…"), Button::Look::Normal, foot);
    auto *exporting = new Button(tr("Export…"), Button::Look::Normal, foot);
    connect(import, &Button::clicked, this, [this] {
        askForFile(this, tr("Import rules"), u"*.json"_s,
                   [this](const QString &file) { importRules(file); });
    });
    connect(exporting, &Button::clicked, this, [this] {
        askWhereToSave(this,
                       {.title = tr("Export rules"),
                        .suffix = u"json"_s,
                        .name = u"packages.json"_s,
                        .filter = u"*.json"_s},
                       [this](const QString &file) { exportRules(file); });
    });
    auto *rules = new WrapLayout;
    rules->setSpacing(8);
    auto *title =
        line(TextStep::Second, Token::Text, foot, tr("Packages without a rule"), QFont::DemiBold);
    title->setStretching(false);
    rules->addWidget(title);
    rules->addWidget(rest);
    rules->addWidget(m_offline);
    rules->addStretch();
    rules->addWidget(import);
    rules->addWidget(exporting);
    m_cache = line(TextStep::Second, Token::Text2, foot);
    m_clean = new Button(tr("Clean up"), Button::Look::Small, foot);
    m_clean->setObjectName(u"cleanCache"_s);
    m_advisories = line(TextStep::Second, Token::Text2, foot);
    m_update = new Button(tr("Update"), Button::Look::Small, foot);
    m_update->setObjectName(u"updateAdvisories"_s);
    auto *stores = new QHBoxLayout;
    stores->setSpacing(8);
    stores->addWidget(m_cache, 1);
    stores->addWidget(m_clean);
    stores->addWidget(m_advisories, 1);
    stores->addWidget(m_update);
    auto *layout = new QVBoxLayout(foot);
    layout->setContentsMargins(edge, 8, edge, 8);
    layout->setSpacing(8);
    layout->addLayout(rules);
    layout->addLayout(stores);
    return foot;
}

QWidget *PackagesPage::buildRight()
{
    m_right = new QWidget(this);
    m_right->setFixedWidth(rightWidth);
    m_title = line(TextStep::Title, Token::Text, m_right, {}, QFont::DemiBold);
    m_version = line(TextStep::Second, Token::Text2, m_right);
    m_summary = paragraph(m_right, u"packageSummary"_s);
    m_ruleTitle = line(TextStep::Second, Token::Text, m_right, {}, QFont::DemiBold);
    m_warnings = paragraph(m_right, u"packageWarnings"_s);
    m_facts = paragraph(m_right, u"packageFacts"_s);
    m_detail = new QWidget(m_right);
    auto *column = new QVBoxLayout(m_right);
    column->setContentsMargins(edge, edge, edge, edge);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_detail, 1);
    column->addStretch(0);
    auto *layout = new QVBoxLayout(m_detail);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_version);
    layout->addWidget(m_summary);
    layout->addSpacing(8);
    layout->addWidget(m_ruleTitle);
    layout->addLayout(buildRule());
    layout->addLayout(buildVersions());
    layout->addWidget(m_warnings);
    layout->addWidget(m_facts);
    layout->addSpacing(8);
    layout->addLayout(buildActs());
    layout->addWidget(buildInstall(), 1);
    layout->addStretch(0);
    layout->addLayout(buildLock());
    return m_right;
}

QLayout *PackagesPage::buildRule()
{
    auto *rule = new SegmentRow(m_right);
    m_allow = rule->add(tr("Allow"));
    m_allow->setObjectName(u"allowPackage"_s);
    m_ask = rule->add(tr("Ask"));
    m_block = rule->add(tr("Block"));
    m_block->setObjectName(u"blockPackage"_s);
    auto *row = new QHBoxLayout;
    row->addWidget(rule);
    row->addStretch(1);
    return row;
}

QLayout *PackagesPage::buildVersions()
{
    m_versions = new QLineEdit(m_right);
    m_versions->setObjectName(u"allowedVersions"_s);
    m_versions->setAccessibleName(tr("Versions that need no question"));
    m_versions->setPlaceholderText(tr("every version"));
    m_versionsRow = new QWidget(m_right);
    auto *versions = new QHBoxLayout(m_versionsRow);
    versions->setContentsMargins({});
    versions->addWidget(line(TextStep::Text, Token::Text, m_versionsRow, tr("Without asking")), 1);
    versions->addWidget(m_versions);
    m_minimum = new QLineEdit(m_right);
    m_minimum->setObjectName(u"minimumVersion"_s);
    m_minimum->setAccessibleName(tr("Minimum version"));
    auto *minimum = new QHBoxLayout;
    minimum->addWidget(line(TextStep::Text, Token::Text, m_right, tr("Minimum version")), 1);
    minimum->addWidget(m_minimum);
    auto *both = new QVBoxLayout;
    both->setSpacing(8);
    both->addWidget(m_versionsRow);
    both->addLayout(minimum);
    return both;
}

// The whole set of the session, to have it again.
QLayout *PackagesPage::buildLock()
{
    m_saveLock = new Button(tr("Save as a lock…"), Button::Look::Small, m_right);
    m_saveLock->setObjectName(u"saveLock"_s);
    m_saveLock->setToolTip(tr("Names, versions and hashes of what the session has. It can be made "
                              "again from that, without a network too."));
    m_installLock = new Button(tr("Install a lock…"), Button::Look::Small, m_right);
    m_installLock->setObjectName(u"installLock"_s);
    connect(m_saveLock, &Button::clicked, this, [this] {
        askWhereToSave(this,
                       {.title = tr("Save as a lock"),
                        .suffix = u"json"_s,
                        .name = u"session.lock.json"_s,
                        .filter = u"*.json"_s},
                       [this](const QString &file) { saveLock(file); });
    });
    connect(m_installLock, &Button::clicked, this, [this] {
        askForFile(this, tr("Install a lock"), u"*.json"_s,
                   [this](const QString &file) { planLock(file); });
    });
    auto *row = new QHBoxLayout;
    row->addWidget(m_saveLock);
    row->addWidget(m_installLock);
    row->addStretch(1);
    return row;
}

// For which session, and what can be done in it.
QLayout *PackagesPage::buildActs()
{
    m_target = new QComboBox(m_right);
    m_target->setObjectName(u"packageTarget"_s);
    m_target->setAccessibleName(tr("Session to install into"));
    auto *target = new QHBoxLayout;
    auto *word = line(TextStep::Text, Token::Text, m_right, tr("In the session"));
    word->setStretching(false);
    target->addWidget(word);
    target->addWidget(m_target, 1);
    const auto button = [this](const QString &text, Button::Look look, const QString &name,
                               const QString &icon) {
        auto *made = new Button(text, look, m_right);
        made->setObjectName(name);
        made->setIconName(icon);
        return made;
    };
    m_installButton =
        button(tr("Install"), Button::Look::Preferred, u"installPackage"_s, u"package-plus"_s);
    m_updateButton = button(tr("Update"), Button::Look::Normal, u"updatePackage"_s, u"download"_s);
    m_removeButton = button(tr("Remove"), Button::Look::Normal, u"removePackage"_s, u"trash-2"_s);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_installButton);
    buttons->addWidget(m_updateButton);
    buttons->addWidget(m_removeButton);
    buttons->addStretch(1);
    m_actText = paragraph(m_right, u"actText"_s);
    auto *all = new QVBoxLayout;
    all->setSpacing(8);
    all->addLayout(target);
    all->addLayout(buttons);
    all->addWidget(m_actText);
    return all;
}

QWidget *PackagesPage::buildInstall()
{
    m_installBox = new QWidget(m_right);
    m_plan = new QTableView(m_installBox);
    m_plan->setObjectName(u"planTable"_s);
    m_plan->setAccessibleName(tr("What will be installed"));
    m_plan->setModel(&m_install->table());
    m_plan->setSelectionMode(QAbstractItemView::NoSelection);
    m_plan->setTabKeyNavigation(false);
    m_plan->verticalHeader()->hide();
    m_plan->setShowGrid(false);
    m_plan->horizontalHeader()->setStretchLastSection(true);
    m_planText = paragraph(m_installBox, u"planText"_s);
    m_bar = new TimeBar(Token::Accent, m_installBox);
    m_confirm = new Button(tr("Install"), Button::Look::OwnAct, m_installBox);
    m_confirm->setObjectName(u"confirmInstall"_s);
    m_cancel = new Button(tr("Cancel"), Button::Look::Normal, m_installBox);
    m_cancel->setObjectName(u"cancelInstall"_s);
    m_restart = new Button(tr("Restart the session"), Button::Look::Normal, m_installBox);
    m_restart->setObjectName(u"restartAfterInstall"_s);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_confirm);
    buttons->addWidget(m_restart);
    buttons->addWidget(m_cancel);
    buttons->addStretch(1);
    auto *layout = new QVBoxLayout(m_installBox);
    layout->setContentsMargins({});
    layout->addWidget(m_plan, 1);
    layout->addWidget(m_planText);
    layout->addWidget(m_bar);
    layout->addLayout(buttons);
    return m_installBox;
}

void PackagesPage::buildActions()
{
    const auto action = [this](const QKeySequence &keys, const auto &act) {
        auto *made = new QAction(this);
        made->setShortcut(keys);
        made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(made, &QAction::triggered, this, act);
        addAction(made);
        return made;
    };
    m_taken.append(action(QKeySequence::Find, [this] {
        m_search->setFocus();
        m_search->selectAll();
    }));
    m_taken.append(action(QKeySequence::Save, [this] {
        if (m_policyTab->isChecked())
            m_policy->save();
    }));
    m_taken.append(action(Qt::CTRL | Qt::Key_Tab, [this] { nextFilter(); }));
    action(Qt::ALT | Qt::Key_1, [this] { setRule(PackagesModel::Choice::Allow); });
    action(Qt::ALT | Qt::Key_2, [this] { setRule(PackagesModel::Choice::Ask); });
    action(Qt::ALT | Qt::Key_3, [this] { setRule(PackagesModel::Choice::Block); });
    action(Qt::CTRL | Qt::Key_U, [this] { planUpdate(); });
    action(Qt::CTRL | Qt::Key_Return, [this] { m_install->install(); }); // what was planned
    action(Qt::ALT | Qt::Key_M, [this] { m_minimum->setFocus(); });
}

void PackagesPage::nextFilter()
{
    const QList<QToolButton *> tabs = m_filters + QList{m_policyTab};
    for (qsizetype i = 0; i < tabs.size(); ++i) {
        if (tabs.at(i)->isChecked())
            return tabs.at((i + 1) % tabs.size())->click();
    }
}

QAction *PackagesPage::actionFor(const QKeyEvent &event) const
{
    const auto found = std::ranges::find(m_taken, QKeySequence(event.keyCombination()),
                                         [](const QAction *action) { return action->shortcut(); });
    return found == m_taken.end() ? nullptr : *found;
}

// The window's menu has these keys too: of two shortcuts for one key Qt would take neither.
bool PackagesPage::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && actionFor(static_cast<QKeyEvent &>(*event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void PackagesPage::keyPressEvent(QKeyEvent *event)
{
    if (QAction *action = actionFor(*event))
        action->trigger();
    else
        QWidget::keyPressEvent(event);
}

void PackagesPage::connectParts()
{
    connect(m_search, &QLineEdit::textChanged, m_model, &PackagesModel::setSearch);
    connect(m_search, &QLineEdit::textEdited, this, [this] {
        if (m_policyTab->isChecked()) // what is found would not be seen
            m_filters.first()->click();
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (m_model->isEmpty())
            searchIndex();
        else
            m_list->setFocus();
    });
    for (qsizetype i = 0; i < m_filters.size(); ++i) {
        connect(m_filters.at(i), &QToolButton::clicked, this, [this, i] {
            m_model->setFilter(PackagesModel::Filter(i));
            showPolicy(false);
        });
    }
    connect(m_policyTab, &QToolButton::clicked, this, [this] { showPolicy(true); });
    connect(m_policy, &PolicyPage::message, this, &PackagesPage::message);
    connect(m_session, &QComboBox::activated, this, [this] {
        const QString chosen = m_session->currentData().toString();
        m_model->setSession(SessionId(chosen));
        if (const int index = m_target->findData(chosen); !chosen.isEmpty() && index >= 0)
            m_target->setCurrentIndex(index);
        refreshChosen();
    });
    connect(m_target, &QComboBox::activated, this, &PackagesPage::refreshChosen);
    connect(m_model, &PackagesModel::countsChanged, this, &PackagesPage::refreshCounts);
    connect(m_model, &QAbstractItemModel::modelReset, this, &PackagesPage::refreshCounts);
    connect(m_list, &PackageList::chosen, this, [this](const QString &name) {
        m_name = name;
        targetSessionOf(name);
        refreshChosen();
    });
    connect(m_list, &PackageList::removeRequested, this, &PackagesPage::removeChosen);
    connect(m_list, &PackageList::installRequested, this, &PackagesPage::planChosen);
    connect(m_searchIndex, &Button::clicked, this, &PackagesPage::searchIndex);
    connect(m_allow, &QToolButton::clicked, this,
            [this] { setRule(PackagesModel::Choice::Allow); });
    connect(m_ask, &QToolButton::clicked, this, [this] { setRule(PackagesModel::Choice::Ask); });
    connect(m_block, &QToolButton::clicked, this,
            [this] { setRule(PackagesModel::Choice::Block); });
    connect(m_versions, &QLineEdit::editingFinished, this, &PackagesPage::setVersions);
    connect(m_minimum, &QLineEdit::editingFinished, this, &PackagesPage::setMinimum);
    connect(m_installButton, &Button::clicked, this, &PackagesPage::planChosen);
    connect(m_updateButton, &Button::clicked, this, &PackagesPage::planUpdate);
    connect(m_removeButton, &Button::clicked, this, &PackagesPage::removeChosen);
    connect(m_restart, &Button::clicked, m_install, &InstallModel::restartSession);
    connect(m_confirm, &Button::clicked, m_install, &InstallModel::install);
    connect(m_cancel, &Button::clicked, m_install, [this] {
        const auto phase = m_install->phase();
        if (phase == InstallModel::Phase::Done || phase == InstallModel::Phase::Failed)
            m_install->clear();
        else
            m_install->cancel();
    });
    connect(m_install, &InstallModel::changed, this, &PackagesPage::refreshInstall);
    connect(m_restAsk, &QToolButton::clicked, this,
            [this] { setPolicy([](PackagePolicy &policy) { policy.onlyBundled = false; }); });
    connect(m_restBundled, &QToolButton::clicked, this,
            [this] { setPolicy([](PackagePolicy &policy) { policy.onlyBundled = true; }); });
    connect(m_offline, &QCheckBox::clicked, this,
            [this](bool on) { setPolicy([on](PackagePolicy &policy) { policy.offline = on; }); });
    connect(m_clean, &Button::clicked, this, [this] {
        m_parts.desk.cleanCache().then(this, [this](const Result<> &done) { tell(done); });
    });
    connect(m_update, &Button::clicked, this, [this] {
        m_parts.desk.updateAdvisories(this).then(this,
                                                 [this](const Result<> &done) { tell(done); });
    });
    connect(&m_parts.controls, &ProgramControls::sessionsChanged, this, [this] {
        refreshSessions();
        refreshTargets();
        refreshChosen();
    });
    connect(&m_parts.details, &PackageDetails::changed, this, &PackagesPage::refreshChosen);
    for (const auto signal : {&PackageDesk::policyChanged, &PackageDesk::cacheChanged,
                              &PackageDesk::advisoriesChanged, &PackageDesk::sourcesChanged}) {
        connect(&m_parts.desk, signal, this, [this] {
            refreshFoot();
            refreshChosen();
        });
    }
}

// What is shown

void PackagesPage::refreshCounts()
{
    using Filter = PackagesModel::Filter;
    const QStringList words{tr("All"), tr("Installed"), tr("Available"), tr("Blocked"),
                            tr("Advisories")};
    for (qsizetype i = 0; i < m_filters.size(); ++i) {
        m_filters.at(i)->setText(
            i == 0 ? words.at(i) : u"%1 %2"_s.arg(words.at(i)).arg(m_model->count(Filter(i))));
        m_filters.at(i)->updateGeometry();
    }
    const bool searching = !m_search->text().trimmed().isEmpty();
    m_emptyText->setText(searching ? tr("No such package here. Search the index?")
                                   : tr("Nothing here. Sessions load packages when code imports "
                                        "them."));
    m_searchIndex->setVisible(searching);
    if (!m_policyTab->isChecked())
        m_stack->setCurrentIndex(m_model->isEmpty() ? 1 : 0);
}

void PackagesPage::showPolicy(bool shown)
{
    m_policyTab->setChecked(shown);
    m_right->setVisible(!shown);
    if (shown) {
        m_policy->load();
        m_stack->setCurrentWidget(m_policy);
    } else {
        refreshCounts();
    }
}

void PackagesPage::refreshSessions()
{
    const QString chosen = m_session->currentData().toString();
    m_session->clear();
    m_session->addItem(tr("All sessions"), QString());
    for (const SessionStatus &session : m_parts.controls.sessions())
        m_session->addItem(sideBySide(session.name, session.clientLabel), session.ref.id.value());
    const int index = m_session->findData(chosen);
    m_session->setCurrentIndex(std::max(index, 0));
    if (index < 0)
        m_model->setSession({});
}

void PackagesPage::refreshTargets()
{
    const QString chosen = m_target->currentData().toString();
    m_target->clear();
    for (const SessionStatus &session : m_parts.controls.sessions())
        m_target->addItem(sideBySide(session.name, session.clientLabel), session.ref.id.value());
    if (m_target->count() == 0)
        m_target->addItem(tr("No session yet"), QString());
    m_target->setEnabled(!session().id.isNull());
    m_target->setCurrentIndex(std::max(m_target->findData(chosen), 0));
}

// What is done with a package that is there is done where it is.
void PackagesPage::targetSessionOf(const QString &name)
{
    const PackagesModel::Row *row = m_model->find(name);
    if (!row || row->group != PackagesModel::Group::Installed || sessionHas(row->package))
        return;
    for (const SessionStatus &session : m_parts.controls.sessions()) {
        if (has(session.ref, row->package)) // not by name: two clients may have a "default"
            return m_target->setCurrentIndex(m_target->findData(session.ref.id.value()));
    }
}

void PackagesPage::refreshFoot()
{
    const PackagePolicy policy = m_parts.desk.policy();
    (policy.onlyBundled ? m_restBundled : m_restAsk)->setChecked(true);
    m_offline->setChecked(policy.offline);
    const PackageCacheFacts cache = m_parts.desk.cacheFacts();
    m_cache->setText(cache.wheels == 0
                         ? tr("The cache is empty")
                         : tr("Cache: %1 of %2, %n package(s)", nullptr, cache.wheels)
                               .arg(packageSizeText(cache.bytes), packageSizeText(cache.maxBytes)));
    m_cache->setDetail(cache.folder);
    m_clean->setEnabled(cache.wheels > 0);
    const AdvisoryFacts facts = m_parts.desk.advisoryFacts();
    const bool source = !m_parts.desk.sources().advisories.isEmpty();
    m_advisories->setText(!facts.problem.isEmpty() ? facts.problem
                          : facts.updated.isValid()
                              ? tr("Advisories checked %1").arg(timeOfDay(facts.updated))
                          : source ? tr("Advisories not fetched yet")
                                   : tr("No advisories: name a source under Policy"));
    m_update->setEnabled(source);
}

void PackagesPage::refreshChosen()
{
    const PackagesModel::Row *row = m_name.isEmpty() ? nullptr : m_model->find(m_name);
    m_title->setText(row ? row->package.name : tr("Choose a package"));
    m_detail->setVisible(row);
    m_version->setText(row ? sideBySide(row->package.version, row->package.source.isEmpty()
                                                                  ? originWord(row->package.origin)
                                                                  : row->package.source)
                           : QString());
    m_summary->setText(row ? row->package.summary : QString());
    m_summary->setVisible(row && !row->package.summary.isEmpty());
    refreshRule(row);
    refreshActs(row);
    QStringList warnings, facts;
    if (row) {
        for (const PackageWarning &warning : row->package.warnings)
            warnings.append(warning.text);
        if (!row->usedBy.isEmpty())
            facts.append(tr("Used by: %1").arg(row->usedBy.join(u", "_s)));
        if (!row->package.needs.isEmpty())
            facts.append(tr("Needs: %1").arg(row->package.needs.join(u", "_s)));
        if (!row->package.licence.isEmpty())
            facts.append(tr("Licence: %1").arg(row->package.licence));
    }
    m_warnings->setText(warnings.join(u'\n'));
    m_warnings->setVisible(!warnings.isEmpty());
    m_facts->setText(facts.join(u'\n'));
    m_facts->setVisible(!facts.isEmpty());
}

void PackagesPage::refreshRule(const PackagesModel::Row *row)
{
    using Choice = PackagesModel::Choice;
    m_ruleTitle->setText(row ? tr("Rule for %1").arg(row->package.name) : QString());
    for (QWidget *part : {static_cast<QWidget *>(m_allow), static_cast<QWidget *>(m_ask),
                          static_cast<QWidget *>(m_block), static_cast<QWidget *>(m_minimum)})
        part->setEnabled(row);
    const bool bundled = row && row->package.origin == PackageOrigin::Bundled;
    const Choice choice = row ? m_model->choice(m_name) : Choice::Ask;
    if (row)
        (choice == Choice::Block   ? m_block
         : choice == Choice::Allow ? m_allow
                                   : m_ask)
            ->setChecked(true);
    if (bundled) {
        m_ask->setEnabled(false);
        m_ask->setToolTip(tr("It comes with Glovebox: code that imports it has it."));
    } else {
        m_ask->setToolTip({});
    }
    m_minimum->setText(row ? m_model->minimum(m_name) : QString());
    m_versionsRow->setVisible(choice == Choice::Allow && !bundled);
    m_versions->setText(row ? m_model->unaskedVersions(m_name) : QString());
    m_versions->setCursorPosition(0);
}

// Why a button is off is said by its tool tip.
void PackagesPage::refreshActs(const PackagesModel::Row *row)
{
    using Group = PackagesModel::Group;
    const bool none = session().id.isNull();
    const bool there = row && sessionHas(row->package);
    const bool bundled = row && row->package.origin == PackageOrigin::Bundled;
    const bool wanted = row && row->group != Group::Blocked && !row->package.version.isEmpty();
    m_saveLock->setEnabled(!none && !m_parts.details.lockOf(session()).isEmpty());
    m_installLock->setEnabled(!none);
    m_installButton->setVisible(!there);
    m_installButton->setEnabled(wanted && !none);
    m_updateButton->setVisible(there);
    m_removeButton->setVisible(there);
    m_removeButton->setEnabled(there && !bundled);
    m_installButton->setToolTip(
        none ? tr("There is no session yet: run a cell in the scratchpad, or let a client run "
                  "something.")
             : QString());
    m_removeButton->setToolTip(bundled ? tr("It comes with Glovebox: code that imports it has it.")
                                       : QString());
    m_actText->setText(there ? tr("Running code keeps the old version until its session restarts.")
                             : QString());
    m_actText->setVisible(there);
}

void PackagesPage::refreshInstall()
{
    using Phase = InstallModel::Phase;
    const Phase phase = m_install->phase();
    m_installBox->setVisible(phase != Phase::Idle);
    m_plan->setVisible(m_install->table().rowCount() > 0);
    m_planText->setText(m_install->sentence());
    m_bar->setVisible(phase == Phase::Installing && m_install->fraction() >= 0);
    m_bar->setFraction(std::max(m_install->fraction(), 0.0));
    m_confirm->setVisible(phase == Phase::Planned);
    m_restart->setVisible(m_install->restartHelps());
    m_cancel->setText(phase == Phase::Done || phase == Phase::Failed ? tr("Close") : tr("Cancel"));
}

// What the person does

SessionRef PackagesPage::session() const
{
    const QString chosen = m_target->currentData().toString();
    for (const SessionStatus &session : m_parts.controls.sessions()) {
        if (session.ref.id.value() == chosen)
            return session.ref;
    }
    return {};
}

bool PackagesPage::has(const SessionRef &session, const PlannedPackage &package) const
{
    const QList<PackagePin> there = m_parts.details.installed(session);
    return std::ranges::any_of(there, [&package](const PackagePin &pin) {
        return pin.name == package.name && pin.version == package.version;
    });
}

bool PackagesPage::sessionHas(const PlannedPackage &package) const
{
    return has(session(), package);
}

void PackagesPage::choose(const QString &name)
{
    m_list->choose(name);
}

void PackagesPage::searchIndex()
{
    const QString name = projectName(m_search->text());
    if (name.isEmpty())
        return;
    m_looking = std::make_unique<QObject>();
    m_emptyText->setText(tr("Asking the index for %1…").arg(name));
    m_parts.desk.look(name, personClient(), m_looking.get())
        .then(this, [this, name](const Result<ProjectFacts> &project) {
            if (!project) {
                m_emptyText->setText(project.error().text);
            } else if (project->versions.isEmpty()) {
                m_emptyText->setText(project->why);
            } else {
                m_model->addFound(*project);
                choose(name);
            }
        });
}

void PackagesPage::planChosen()
{
    const PackagesModel::Row *row = m_model->find(m_name);
    const SessionRef into = session();
    if (!row || row->group == PackagesModel::Group::Blocked || into.id.isNull() ||
        row->package.version.isEmpty())
        return;
    m_install->plan({row->package.name + u"=="_s + row->package.version}, into);
}

void PackagesPage::planUpdate()
{
    const PackagesModel::Row *row = m_model->find(m_name);
    if (row && sessionHas(row->package))
        m_install->plan({row->package.name}, session(), true);
}

void PackagesPage::removeChosen()
{
    const PackagesModel::Row *row = m_model->find(m_name);
    if (row && sessionHas(row->package) && row->package.origin != PackageOrigin::Bundled)
        m_install->remove(row->package.name, session());
}

void PackagesPage::setRule(PackagesModel::Choice choice)
{
    if (!m_name.isEmpty())
        tell(m_model->setChoice(m_name, choice));
    refreshChosen();
}

void PackagesPage::setVersions()
{
    if (m_name.isEmpty())
        return;
    tell(m_model->setUnaskedVersions(m_name, m_versions->text()));
    refreshChosen();
}

void PackagesPage::setMinimum()
{
    if (!m_name.isEmpty())
        tell(m_model->setMinimum(m_name, m_minimum->text()));
}

void PackagesPage::setPolicy(const std::function<void(PackagePolicy &)> &change)
{
    PackagePolicy policy = m_parts.desk.policy();
    change(policy);
    tell(m_parts.desk.setPolicy(policy));
    refreshFoot();
}

void PackagesPage::exportRules(const QString &file)
{
    const QByteArray text = QJsonDocument(m_parts.desk.policy().toJson()).toJson();
    writeWhole(file, text).then(this, [this](const Result<> &saved) { tell(saved); });
}

void PackagesPage::saveLock(const QString &file)
{
    const QByteArray text = m_parts.details.lockOf(session()).toUtf8();
    writeWhole(file, text).then(this, [this](const Result<> &saved) { tell(saved); });
}

void PackagesPage::planLock(const QString &file)
{
    readFile(file, limits::maxBodyBytes)
        .then(this, [this, into = session()](const Result<QByteArray> &text) {
            if (text)
                m_install->planLock(QString::fromUtf8(*text), into);
            else
                Q_EMIT message(text.error().text, true);
        });
}

void PackagesPage::importRules(const QString &file)
{
    readFile(file, limits::maxBodyBytes).then(this, [this, file](const Result<QByteArray> &text) {
        const auto policy =
            text.and_then([&file](const QByteArray &bytes) -> Result<PackagePolicy> {
                const QJsonDocument json = QJsonDocument::fromJson(bytes);
                if (!json.isObject())
                    return fail(ErrorCode::InvalidArgument,
                                tr("%1 holds no rules for packages.").arg(file));
                return PackagePolicy::fromJson(json.object());
            });
        tell(policy.and_then(
            [this](const PackagePolicy &rules) { return m_parts.desk.setPolicy(rules); }));
    });
}

void PackagesPage::tell(const Result<> &result)
{
    if (!result && result.error().code != ErrorCode::Cancelled)
        Q_EMIT message(result.error().text, true);
}

} // namespace glovebox::ui
