// SPDX-License-Identifier: MIT
#include "keyspage.h"

#include "clientfolders.h"
#include "clientlist.h"
#include "clientpackages.h"

#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFormLayout>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QMessageBox>
#include <QPainter>
#include <QScrollArea>
#include <QShortcut>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int leftWidth = 304;
constexpr int edge = 16;
constexpr int badgeSide = 32;
constexpr int toolColumns = 3;
constexpr int boundWidth = 160;
constexpr int factCount = 8;
constexpr int manyClients = 10; // from here on they can be filtered
constexpr int mostRuns = 1000;
constexpr int mostSeconds = 3600;
constexpr int mostSessions = 16;

TextLine *heading(const QString &text, QWidget *parent)
{
    auto *line = new TextLine(TextStep::Text, Token::Text, parent);
    line->setWeight(QFont::DemiBold);
    line->setText(text);
    return line;
}

Button *button(const QString &text, Button::Look look, const QString &name, QWidget *parent)
{
    auto *made = new Button(text, look, parent);
    made->setObjectName(name);
    return made;
}

QSpinBox *bound(int most, const QString &suffix, const QString &name, QWidget *parent)
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(name);
    box->setRange(0, most);
    box->setSpecialValueText(KeysPage::tr("no bound"));
    box->setSuffix(suffix);
    box->setFixedWidth(boundWidth);
    box->setKeyboardTracking(false); // a half-typed number is no rule
    return box;
}

} // namespace

KeysPage::KeysPage(ClientDesk &clients, ApprovalDesk &desk, ProgramControls &controls,
                   PackageDesk &packages, std::function<QString()> address, QWidget *parent)
    : QWidget(parent)
    , m_desk(clients)
    , m_approvals(desk)
    , m_controls(controls)
    , m_packageDesk(packages)
    , m_address(std::move(address))
{
    setObjectName(QStringLiteral("keysPage"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(buildLeft());
    row->addWidget(buildRight(), 1);
    connect(&clients, &ClientDesk::changed, this, &KeysPage::refresh);
    forgetKey();
    refresh();
}

// ---- parts ----

QWidget *KeysPage::buildLeft()
{
    auto *left = new QWidget(this);
    left->setFixedWidth(leftWidth);
    m_list = new QListWidget(left);
    m_list->setObjectName(QStringLiteral("clientKeyList"));
    m_list->setAccessibleName(tr("Clients with a key"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new ClientDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_filling && row >= 0 && row < m_clients.size())
            choose(m_clients.at(row).id);
    });
    auto *remove = new QShortcut(QKeySequence(Qt::Key_Delete), m_list);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &KeysPage::revoke);
    m_filter = new QLineEdit(left);
    m_filter->setObjectName(QStringLiteral("clientKeyFilter"));
    makeSearchField(*m_filter, tr("Filter clients"));
    connect(m_filter, &QLineEdit::textChanged, this, &KeysPage::filterList);
    auto *search = new QHBoxLayout;
    search->setContentsMargins(edge, 8, edge, 8);
    search->addWidget(m_filter);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(search);
    column->addWidget(m_list, 1);
    column->addWidget(buildNew(left));
    return left;
}

QWidget *KeysPage::buildNew(QWidget *parent)
{
    auto *band = new QWidget(parent);
    m_name = new QLineEdit(band);
    m_name->setObjectName(QStringLiteral("newClientName"));
    m_name->setPlaceholderText(tr("Name of another client"));
    m_name->setAccessibleName(m_name->placeholderText());
    m_name->setMaxLength(64);
    m_addressKey = new QCheckBox(tr("Key in the address"), band);
    m_addressKey->setToolTip(tr("For clients that take an address and nothing else. Others may "
                                "read it there."));
    m_make = button(tr("Make a key"), Button::Look::Normal, QStringLiteral("makeKey"), band);
    m_make->setEnabled(false);
    connect(m_name, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_make->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_make, &QPushButton::clicked, this, &KeysPage::make);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_addressKey, 1);
    foot->addWidget(m_make);
    auto *column = new QVBoxLayout(band);
    column->setContentsMargins(edge, 8, edge, edge);
    column->addWidget(m_name);
    column->addLayout(foot);
    return band;
}

QWidget *KeysPage::buildRight()
{
    auto *outer = new QWidget(this);
    m_addressText = new TextLine(TextStep::Text, Token::Text, outer);
    m_addressText->setObjectName(QStringLiteral("addressText"));
    auto *copy = button(tr("Copy"), Button::Look::Small, QStringLiteral("copyAddress"), outer);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_address());
        Q_EMIT message(tr("Copied."), false);
    });
    auto *address = new QHBoxLayout;
    address->setContentsMargins(24, edge, 24, 8);
    address->addWidget(m_addressText, 1);
    address->addWidget(copy);

    m_right = new QWidget(outer);
    auto *column = new QVBoxLayout(m_right);
    column->setContentsMargins(24, 8, 24, edge);
    column->setSpacing(edge);
    column->addWidget(buildFacts(m_right));
    column->addWidget(buildRules(m_right));
    column->addStretch(1);
    auto *scroll = new QScrollArea(outer);
    scroll->setAccessibleName(tr("Client"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_right);
    auto *whole = new QVBoxLayout(outer);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addLayout(address);
    whole->addWidget(buildKey(outer));
    whole->addWidget(scroll, 1);
    whole->addWidget(buildActions(outer));
    return outer;
}

QWidget *KeysPage::buildKey(QWidget *parent)
{
    m_keyBand = new QWidget(parent);
    m_keyBand->setObjectName(QStringLiteral("newKeyBand"));
    m_keyLabel = new TextLine(TextStep::Second, Token::Text2, m_keyBand);
    m_keyLabel->setIconName(QStringLiteral("key-round"));
    m_keyText = new QLineEdit(m_keyBand);
    m_keyText->setObjectName(QStringLiteral("newKeyText"));
    m_keyText->setReadOnly(true);
    m_keyText->setFont(codeFont());
    auto *copy = button(tr("Copy"), Button::Look::Small, QStringLiteral("copyKey"), m_keyBand);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_key);
        Q_EMIT message(tr("Copied."), false);
    });
    auto *row = new QHBoxLayout;
    row->addWidget(m_keyText, 1);
    row->addWidget(copy);
    auto *column = new QVBoxLayout(m_keyBand);
    column->setContentsMargins(24, 8, 24, 8);
    column->setSpacing(4);
    column->addWidget(m_keyLabel);
    column->addLayout(row);
    return m_keyBand;
}

QWidget *KeysPage::buildFacts(QWidget *parent)
{
    auto *box = new QWidget(parent);
    m_badge = new ClientBadge(badgeSide, box);
    m_title = new TextLine(TextStep::Title, Token::Text, box);
    m_title->setObjectName(QStringLiteral("clientTitle"));
    auto *head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_badge);
    head->addWidget(m_title, 1);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(edge);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (int i = 0; i < factCount; ++i) {
        auto *name = new TextLine(TextStep::Second, Token::Text3, box);
        name->setStretching(false);
        auto *value = new TextLine(TextStep::Second, Token::Text2, box);
        grid->addWidget(name, i, 0);
        grid->addWidget(value, i, 1);
        m_facts.emplaceBack(name, value);
    }
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(head);
    column->addLayout(grid);
    return box;
}

QWidget *KeysPage::buildRules(QWidget *parent)
{
    auto *box = new QWidget(parent);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(heading(tr("Approvals"), box));
    column->addLayout(buildAsking(box));
    column->addWidget(heading(tr("Tools it may use"), box));
    m_tools = new QWidget(box);
    auto *grid = new QGridLayout(m_tools);
    grid->setContentsMargins(0, 0, 0, 0);
    int place = 0;
    for (const QString &tool : m_desk.tools()) {
        auto *check = new QCheckBox(tool, m_tools);
        check->setObjectName(QStringLiteral("tool-") + tool);
        connect(check, &QCheckBox::toggled, this, &KeysPage::sendRules);
        grid->addWidget(check, place / toolColumns, place % toolColumns);
        m_toolBoxes.append(check);
        ++place;
    }
    column->addWidget(m_tools);
    column->addWidget(heading(tr("Folders it may use"), box));
    m_folders = new ClientFolders(m_controls, box);
    connect(m_folders, &ClientFolders::failed, this,
            [this](const QString &sentence) { Q_EMIT message(sentence, true); });
    column->addWidget(m_folders);
    column->addWidget(heading(tr("Packages it may install"), box));
    m_packages = new ClientPackages(m_packageDesk, box);
    connect(m_packages, &ClientPackages::failed, this,
            [this](const QString &sentence) { Q_EMIT message(sentence, true); });
    column->addWidget(m_packages);
    column->addWidget(heading(tr("Budget"), box));
    m_runs = bound(mostRuns, QString(), QStringLiteral("runsPerMinute"), box);
    m_seconds = bound(mostSeconds, tr(" s"), QStringLiteral("secondsPerHour"), box);
    m_sessions = bound(mostSessions, QString(), QStringLiteral("maxSessions"), box);
    auto *form = new QFormLayout;
    form->addRow(tr("Requests a minute"), m_runs);
    form->addRow(tr("Seconds of execution an hour"), m_seconds);
    form->addRow(tr("Sessions at a time"), m_sessions);
    column->addLayout(form);
    for (QSpinBox *each : {m_runs, m_seconds, m_sessions})
        connect(each, &QSpinBox::valueChanged, this, &KeysPage::sendRules);
    return box;
}

QLayout *KeysPage::buildAsking(QWidget *parent)
{
    m_permissions = new QCheckBox(tr("Offer standing permissions"), parent);
    m_permissions->setObjectName(QStringLiteral("offersPermissions"));
    m_permissions->setToolTip(tr("Without them each of its requests is asked, and those that it "
                                 "has end at once."));
    connect(m_permissions, &QCheckBox::toggled, this, &KeysPage::sendRules);
    auto *rules =
        button(tr("Rules for its code…"), Button::Look::Small, QStringLiteral("codeRules"), parent);
    connect(rules, &QPushButton::clicked, this, [this] {
        if (info())
            Q_EMIT codeRulesRequested(m_chosen);
    });
    auto *row = new QHBoxLayout;
    row->addWidget(m_permissions);
    row->addWidget(rules);
    row->addStretch(1);
    return row;
}

QWidget *KeysPage::buildActions(QWidget *parent)
{
    auto *bar = new QWidget(parent);
    m_revoke = button(tr("Revoke…"), Button::Look::Danger, QStringLiteral("revokeKey"), bar);
    m_pause = button(QString(), Button::Look::Normal, QStringLiteral("pauseClient"), bar);
    m_disconnect =
        button(tr("Disconnect"), Button::Look::Normal, QStringLiteral("disconnectClient"), bar);
    m_rotate = button(tr("New key…"), Button::Look::Normal, QStringLiteral("rotateKey"), bar);
    connect(m_revoke, &QPushButton::clicked, this, &KeysPage::revoke);
    connect(m_rotate, &QPushButton::clicked, this, &KeysPage::rotate);
    connect(m_disconnect, &QPushButton::clicked, this, [this] {
        if (info())
            m_desk.disconnectClient(m_chosen);
    });
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (const ClientInfo *client = info())
            m_approvals.setClientPaused(m_chosen, !client->paused);
    });
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(24, 11, edge, 11);
    row->addWidget(m_revoke);
    row->addStretch(1);
    row->addWidget(m_pause);
    row->addWidget(m_disconnect);
    row->addWidget(m_rotate);
    return bar;
}

// ---- what is shown ----

void KeysPage::choose(const ClientId &client)
{
    m_chosen = client;
    refresh();
}

void KeysPage::focusNewClient()
{
    m_name->setFocus(Qt::OtherFocusReason);
}

const ClientInfo *KeysPage::info() const
{
    const auto found = std::ranges::find(m_clients, m_chosen, &ClientInfo::id);
    return found == m_clients.end() ? nullptr : &*found;
}

void KeysPage::refresh()
{
    if (!isVisible())
        return; // showEvent comes back
    m_clients = m_desk.clients();
    if (!info())
        m_chosen = m_clients.isEmpty() ? ClientId() : m_clients.first().id;
    const QString address = m_address();
    m_addressText->setText(address.isEmpty() ? tr("Not listening") : address);
    refreshList();
    refreshFacts();
    refreshRules();
}

void KeysPage::refreshList()
{
    m_filling = true;
    while (m_list->count() > m_clients.size())
        delete m_list->takeItem(m_list->count() - 1);
    for (int i = 0; i < m_clients.size(); ++i) {
        const ClientInfo &client = m_clients.at(i);
        if (i == m_list->count())
            m_list->addItem(QString());
        const QString second = client.paused ? tr("paused")
                               : client.connections > 0
                                   ? tr("%n connections", nullptr, client.connections)
                                   : tr("last call %1").arg(momentText(client.lastCall));
        QListWidgetItem *item = m_list->item(i);
        item->setText(oneLine(client.label));
        item->setData(ClientsModel::IdRole, client.id.value());
        item->setData(ClientsModel::NoteRole, second);
        item->setData(ClientsModel::StateRole,
                      int(client.connections > 0 ? KnownClient::State::Connected
                                                 : KnownClient::State::NotFound));
        item->setData(Qt::AccessibleTextRole,
                      QStringLiteral("%1, %2").arg(oneLine(client.label), second));
        if (client.id == m_chosen)
            m_list->setCurrentRow(i);
    }
    m_filling = false;
    filterList();
}

void KeysPage::filterList()
{
    const bool many = m_clients.size() >= manyClients;
    m_filter->setVisible(many);
    const QString wanted = many ? m_filter->text().trimmed() : QString();
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setHidden(!m_list->item(i)->text().contains(wanted, Qt::CaseInsensitive));
}

void KeysPage::refreshFacts()
{
    const ClientInfo *client = info();
    m_right->setVisible(client != nullptr);
    for (Button *each : {m_pause, m_disconnect, m_rotate, m_revoke})
        each->setEnabled(client != nullptr);
    if (!client)
        return;
    m_badge->setClient(client->id, client->label);
    m_title->setText(oneLine(client->label));
    m_folders->setClient(client->id);
    m_packages->setClient(client->id);
    m_pause->setText(client->paused ? tr("Resume") : tr("Pause"));
    m_disconnect->setEnabled(client->connections > 0);
    // The key of the command line ends with the program anyway.
    m_rotate->setEnabled(!client->temporary);
    const QList<std::pair<QString, QString>> facts{
        {tr("Key"), client->temporary    ? tr("until Glovebox ends")
                    : client->addressKey ? tr("may stand in an address")
                                         : tr("sent in a header")},
        {tr("Created"), momentText(client->created)},
        {tr("Last seen"), momentText(client->lastSeen)},
        {tr("Last call"), momentText(client->lastCall)},
        {tr("Calls itself"), client->claims.isEmpty()
                                 ? tr("nothing so far")
                                 : tr("“%1” (its own words)").arg(oneLine(client->claims))},
        {tr("Protocol"), client->protocol.isEmpty() ? tr("nothing so far") : client->protocol},
        {tr("Last used"),
         client->tools.isEmpty() ? tr("nothing so far") : client->tools.join(QStringLiteral(", "))},
        {tr("Now"), sideBySide(tr("%n connections", nullptr, client->connections),
                               tr("%n sessions", nullptr, client->sessions))}};
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        m_facts[i].first->setText(facts[i].first);
        m_facts[i].second->setText(facts[i].second);
        m_facts[i].second->setAccessibleName(tr("%1: %2").arg(facts[i].first, facts[i].second));
    }
}

void KeysPage::refreshRules()
{
    const ClientInfo *client = info();
    // A number that is being typed stays, however often the client calls meanwhile.
    if (!client || m_shownRules == std::pair(client->id, client->rules))
        return;
    m_shownRules = {client->id, client->rules};
    m_filling = true;
    for (QCheckBox *each : std::as_const(m_toolBoxes))
        each->setChecked(!client->rules.refusedTools.contains(each->text()));
    m_permissions->setChecked(!client->rules.onlyThisRun);
    m_sessions->setValue(client->rules.maxSessions);
    m_runs->setValue(client->rules.budget.runsPerMinute);
    m_seconds->setValue(client->rules.budget.secondsPerHour);
    m_filling = false;
}

void KeysPage::sendRules()
{
    const ClientInfo *client = info();
    if (m_filling || !client)
        return;
    ClientRules rules = client->rules;
    rules.refusedTools.clear();
    for (const QCheckBox *each : std::as_const(m_toolBoxes)) {
        if (!each->isChecked())
            rules.refusedTools.append(each->text());
    }
    rules.onlyThisRun = !m_permissions->isChecked();
    rules.maxSessions = m_sessions->value();
    rules.budget = {m_runs->value(), m_seconds->value()};
    if (rules == client->rules)
        return;
    m_shownRules.second = rules;
    if (const auto set = m_desk.setRules(m_chosen, rules); !set)
        Q_EMIT message(set.error().text, true);
    m_clients = m_desk.clients();
}

// ---- keys ----

void KeysPage::make()
{
    const QString label = m_name->text().trimmed();
    m_desk.add(label, m_addressKey->isChecked())
        .then(this, [this, label](const Result<QString> &key) {
            if (!key)
                return Q_EMIT message(key.error().text, true);
            m_name->clear();
            showKey(label, *key);
        });
}

void KeysPage::confirm(const QString &question, const QString &detail, const QString &yes,
                       const std::function<void()> &act)
{
    auto *box =
        new QMessageBox(QMessageBox::NoIcon, tr("Glovebox"), question, QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(detail);
    const QPushButton *button = box->addButton(yes, QMessageBox::DestructiveRole);
    QPushButton *cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    box->setEscapeButton(cancel);
    box->setDefaultButton(cancel); // a key that was meant for another window ends nothing
    connect(button, &QPushButton::clicked, this, act);
    box->open();
}

void KeysPage::rotate()
{
    const ClientInfo *client = info();
    if (!client)
        return;
    confirm(tr("Make a new key for %1?").arg(client->label),
            tr("The old key, its connections and its standing permissions end at once."),
            tr("New key"), [this, id = client->id, label = client->label] {
                m_desk.rotate(id).then(this, [this, label](const Result<QString> &key) {
                    if (!key)
                        return Q_EMIT message(key.error().text, true);
                    showKey(label, *key);
                });
            });
}

void KeysPage::revoke()
{
    const ClientInfo *client = info();
    if (!client)
        return;
    confirm(tr("Revoke the key of %1?").arg(client->label),
            tr("Its connections, sessions and standing permissions end at once."), tr("Revoke"),
            [this, id = client->id] {
                m_desk.revoke(id).then(this, [this](const Result<> &revoked) {
                    if (!revoked)
                        Q_EMIT message(revoked.error().text, true);
                });
            });
}

void KeysPage::showKey(const QString &label, const QString &key)
{
    m_key = key;
    m_keyText->setText(key);
    m_keyLabel->setText(tr("The key of %1. It is shown until you leave this page, and never again.")
                            .arg(oneLine(label)));
    m_keyText->setAccessibleName(tr("The key of %1").arg(oneLine(label)));
    m_keyBand->show();
}

void KeysPage::forgetKey()
{
    m_key.clear();
    m_keyText->clear();
    m_keyBand->hide();
}

void KeysPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    forgetKey();
}

void KeysPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void KeysPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    painter.fillRect(QRect(0, 0, leftWidth, height()), color(Token::Surface));
    paintVerticalLine(painter, leftWidth - 1, 0, height(), color(Token::Line));
}

} // namespace glovebox::ui
