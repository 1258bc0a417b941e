// SPDX-License-Identifier: MIT
#include "clientspage.h"

#include "clientlist.h"
#include "diffview.h"

#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/radio.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QMessageBox>
#include <QPainter>
#include <QScrollArea>
#include <QShowEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int leftWidth = 280;
constexpr int edge = 24;
constexpr int cardPadding = 16;
constexpr int badgeSide = 32;
constexpr int buttonHeight = 32;
constexpr int footHeight = 56;
constexpr int askingLetters = 12;
constexpr int folderColumns = 3;
constexpr int belowFolders = 1000; // a row that no folder gets
constexpr int diffHeight = 48;     // at least: the window may be small
constexpr int foldersHeight = 52;  // two rows; more are scrolled to

// A ground of its own colour with a hairline at one side or all around.
class Ground final : public QWidget
{
public:
    enum class Line { None, Top, Right, Around };

    Ground(Token token, Line line, QWidget *parent)
        : QWidget(parent)
        , m_token(token)
        , m_line(line)
    {
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_line == Line::Around) {
            paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, color(m_token),
                     color(Token::Line));
            return;
        }
        painter.fillRect(rect(), color(m_token));
        if (m_line == Line::Right)
            paintVerticalLine(painter, width() - 1, 0, height(), color(Token::Line));
        else if (m_line == Line::Top)
            paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
    }

private:
    Token m_token;
    Line m_line;
};

TextLine *line(TextStep step, Token token, QWidget *parent, const QString &text = {},
               QFont::Weight weight = QFont::Normal)
{
    auto *label = new TextLine(step, token, parent);
    label->setText(text);
    label->setWeight(weight);
    return label;
}

Button *button(const QString &text, Button::Look look, const QString &iconName, const QString &name,
               QWidget *parent)
{
    auto *made = new Button(text, look, parent);
    made->setObjectName(name);
    if (!iconName.isEmpty())
        made->setIconName(iconName);
    return made;
}

QString maskedKey(const QString &key)
{
    return QStringLiteral("gb_••••••••") + key.right(4);
}

// What a connected client did last.
QString factsOf(const KnownClient &client)
{
    QString facts = ClientsPage::tr("last call %1").arg(momentText(client.lastCall));
    facts = sideBySide(facts, client.protocol);
    return client.tools.isEmpty()
               ? facts
               : sideBySide(facts, ClientsPage::tr("used %1").arg(
                                       QLocale().createSeparatedList(client.tools)));
}

} // namespace

ClientsPage::ClientsPage(ClientConnector &connector, QWidget *parent)
    : QWidget(parent)
    , m_clients(new ClientsModel(connector, this))
    , m_model(new ConnectModel(*m_clients, connector, this))
{
    setObjectName(QStringLiteral("clientsPage"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildLeft());
    m_right = buildRight();
    layout->addWidget(m_right, 1);
    setWindowTitle(tr("Clients"));
    setFocusProxy(m_list);
    buildActions();
    connectParts();
    // After the list took them.
    connect(&connector, &ClientConnector::changed, this, &ClientsPage::chooseOne);
    refresh();
}

ClientsPage::~ClientsPage() = default;

// Building

QWidget *ClientsPage::buildLeft()
{
    auto *left = new Ground(Token::Surface, Ground::Line::Right, this);
    left->setFixedWidth(leftWidth);
    auto *heading =
        line(TextStep::Text, Token::Text, left, tr("On this computer"), QFont::DemiBold);
    auto *again = button(tr("Look again"), Button::Look::Quiet, QStringLiteral("refresh-cw"),
                         QStringLiteral("lookAgain"), left);
    connect(again, &Button::clicked, this, &ClientsPage::lookAgain);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(16, 4, 4, 4);
    head->addWidget(heading, 1);
    head->addWidget(again);
    m_list = new ClientList(*m_clients, left);
    auto *layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 1, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    auto *another = button(tr("Another client…"), Button::Look::Normal, QStringLiteral("plus"),
                           QStringLiteral("anotherClient"), left);
    connect(another, &Button::clicked, this, &ClientsPage::anotherRequested);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(16, 12, 16, 16);
    foot->addWidget(another);
    foot->addStretch(1);
    layout->addLayout(foot);
    return left;
}

QWidget *ClientsPage::buildRight()
{
    auto *right = new Ground(Token::Window, Ground::Line::None, this);
    m_badge = new ClientBadge(badgeSide, right);
    m_title = line(TextStep::Title, Token::Text, right, {}, QFont::DemiBold);
    auto *head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_badge);
    m_facts = line(TextStep::Second, Token::Text2, right);
    m_facts->setObjectName(QStringLiteral("connectionFacts"));
    auto *titles = new QVBoxLayout;
    titles->setSpacing(0);
    titles->addWidget(m_title);
    titles->addWidget(m_facts);
    head->addLayout(titles, 1);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(16);
    cards->addWidget(buildHow(), 1);
    cards->addWidget(buildTest(), 1);
    auto *content = new QVBoxLayout;
    content->setContentsMargins(edge, 12, edge, 12);
    content->setSpacing(12);
    content->addLayout(head);
    content->addLayout(cards);
    content->addWidget(buildDiff(), 1);
    content->addWidget(buildKey());
    auto *layout = new QVBoxLayout(right);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    // A small window shows a part of it; nothing is squeezed.
    auto *inner = new QWidget;
    inner->setLayout(content);
    auto *scroll = new QScrollArea(right);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it takes it
    scroll->setWidgetResizable(true);
    scroll->setWidget(inner);
    scroll->viewport()->setAutoFillBackground(false);
    inner->setAutoFillBackground(false);
    layout->addWidget(scroll, 1);
    layout->addWidget(buildFoot());
    return right;
}

QWidget *ClientsPage::buildHow()
{
    auto *card = new Ground(Token::Surface, Ground::Line::Around, this);
    auto *heading =
        line(TextStep::Second, Token::Text2, card, tr("How it connects"), QFont::DemiBold);
    m_http = new RadioButton(tr("HTTP on this computer"), card);
    m_http->setObjectName(QStringLiteral("viaHttp"));
    m_bridge = new RadioButton(tr("Starts glovebox-bridge"), card);
    m_bridge->setObjectName(QStringLiteral("viaBridge"));
    auto *group = new QButtonGroup(this);
    group->addButton(m_http);
    group->addButton(m_bridge);
    m_address = line(TextStep::Second, Token::Text2, card);
    auto *bridgeNote =
        line(TextStep::Second, Token::Text2, card, tr("for clients that cannot speak HTTP"));
    m_address->setWrapping(true);
    bridgeNote->setWrapping(true);
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(cardPadding, cardPadding, cardPadding, cardPadding);
    layout->setSpacing(4);
    layout->addWidget(heading);
    layout->addSpacing(4);
    for (const auto &[choice, note] : {std::pair{m_http, m_address}, {m_bridge, bridgeNote}}) {
        auto *below = new QHBoxLayout;
        below->setContentsMargins(22, 0, 0, 8);
        below->addWidget(note, 1);
        layout->addWidget(choice);
        layout->addLayout(below);
    }
    buildRules(card, layout);
    layout->addStretch(1);
    return card;
}

void ClientsPage::buildRules(QWidget *card, QVBoxLayout *layout)
{
    layout->addWidget(line(TextStep::Second, Token::Text2, card, tr("Approvals"), QFont::DemiBold));
    m_asking = new QComboBox(card);
    m_asking->setObjectName(QStringLiteral("howItIsAsked"));
    m_asking->setAccessibleName(tr("Approvals"));
    m_asking->addItem(tr("Ask before every run"), false);
    m_asking->addItem(tr("Ask before every run, offer no standing permission"), true);
    m_asking->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_asking->setMinimumContentsLength(askingLetters);
    connect(m_asking, &QComboBox::activated, this, &ClientsPage::sendRules);
    layout->addWidget(m_asking);
    layout->addSpacing(4);
    layout->addWidget(
        line(TextStep::Second, Token::Text2, card, tr("Folders it may use"), QFont::DemiBold));
    auto *folders = new QWidget;
    m_folders = new QGridLayout(folders);
    m_folders->setContentsMargins({});
    m_folders->setSpacing(4);
    m_noFolders = line(TextStep::Second, Token::Text3, folders, tr("No folders shared."));
    m_folders->addWidget(m_noFolders, 0, 0, 1, folderColumns);
    m_folders->setRowStretch(belowFolders, 1); // they stand at the top
    auto *scroll = new QScrollArea(card);
    scroll->setObjectName(QStringLiteral("connectFolders"));
    scroll->setAccessibleName(tr("Folders it may use"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus); // its boxes take it
    scroll->setWidgetResizable(true);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(folders);
    folders->setAutoFillBackground(false);
    scroll->setFixedHeight(foldersHeight);
    layout->addWidget(scroll);
}

QWidget *ClientsPage::buildTest()
{
    auto *card = new Ground(Token::Surface, Ground::Line::Around, this);
    auto *heading = line(TextStep::Second, Token::Text2, card, tr("Test"), QFont::DemiBold);
    m_test = button(tr("Test"), Button::Look::Small, QStringLiteral("refresh-cw"),
                    QStringLiteral("testButton"), card);
    m_testNote = line(TextStep::Second, Token::Text2, card);
    m_testNote->setWrapping(true);
    auto *head = new QHBoxLayout;
    head->addWidget(heading, 1);
    head->addWidget(m_test);
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(cardPadding, 8, cardPadding, 12);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(m_testNote);
    for (qsizetype i = 0; i < m_model->steps().size(); ++i) {
        auto *text = line(TextStep::Text, Token::Text, card);
        auto *time = line(TextStep::Second, Token::Text2, card);
        time->setStretching(false);
        time->setTabular(true);
        auto *row = new QHBoxLayout;
        row->addWidget(text, 1);
        row->addWidget(time);
        layout->addLayout(row);
        m_stepTexts.append(text);
        m_stepTimes.append(time);
    }
    m_passed = new SentenceBar(Token::OkBg, Token::Ok, card);
    m_failed = new SentenceBar(Token::BadBg, Token::Bad, card);
    layout->addWidget(m_passed);
    layout->addWidget(m_failed);
    layout->addStretch(1);
    return card;
}

QWidget *ClientsPage::buildDiff()
{
    auto *card = new Ground(Token::Surface, Ground::Line::Around, this);
    auto *heading =
        line(TextStep::Second, Token::Text, card, tr("What will be written"), QFont::DemiBold);
    heading->setStretching(false);
    m_path = line(TextStep::Second, Token::Text2, card);
    m_summary = line(TextStep::Second, Token::Ok, card, {}, QFont::DemiBold);
    m_summary->setStretching(false);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(cardPadding, 8, cardPadding, 8);
    head->setSpacing(8);
    head->addWidget(heading);
    head->addWidget(m_path, 1);
    head->addWidget(m_summary);
    m_diff = new DiffView(card);
    m_diff->setMinimumHeight(diffHeight);
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(1, 1, 1, 6);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_diff, 1);
    return card;
}

QWidget *ClientsPage::buildKey()
{
    auto *row = new QWidget(this);
    m_key = line(TextStep::Text, Token::Text, row);
    m_key->setIconName(QStringLiteral("key-round"));
    m_key->setStretching(false);
    m_showKey =
        button({}, Button::Look::Quiet, QStringLiteral("eye"), QStringLiteral("showKey"), row);
    m_copyKey =
        button({}, Button::Look::Quiet, QStringLiteral("copy"), QStringLiteral("copyKey"), row);
    m_copyKey->setAccessibleName(tr("Copy the key"));
    m_copyKey->setToolTip(tr("Copy the key"));
    m_keyNote = line(TextStep::Second, Token::Text2, row);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_key);
    layout->addWidget(m_showKey);
    layout->addWidget(m_copyKey);
    layout->addWidget(m_keyNote, 1);
    return row;
}

QWidget *ClientsPage::buildFoot()
{
    auto *foot = new Ground(Token::Window, Ground::Line::Top, this);
    foot->setMinimumHeight(footHeight);
    m_footNote = line(TextStep::Second, Token::Text2, foot);
    m_footNote->setWrapping(true);
    m_remove = button(tr("Disconnect"), Button::Look::Danger, QStringLiteral("trash-2"),
                      QStringLiteral("removeButton"), foot);
    m_copy = button(tr("Copy instead"), Button::Look::Normal, QStringLiteral("copy"),
                    QStringLiteral("copyInstead"), foot);
    m_write = button(tr("Write and connect"), Button::Look::OwnAct, {},
                     QStringLiteral("writeButton"), foot);
    m_write->setKeyHint(QKeySequence(Qt::CTRL | Qt::Key_Enter).toString(QKeySequence::NativeText));
    auto *layout = new QHBoxLayout(foot);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addWidget(m_footNote, 1);
    for (Button *entry : {m_remove, m_copy, m_write}) {
        entry->setFixedHeight(buttonHeight);
        layout->addWidget(entry);
    }
    return foot;
}

// The keys of UI.md 8, on this screen only: elsewhere they mean something else.
void ClientsPage::buildActions()
{
    const auto add = [this](const QString &text, const QKeySequence &keys,
                            void (ClientsPage::*act)()) {
        auto *action = new QAction(text, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setVisible(false); // in the menus, too, while this page is there
        connect(action, &QAction::triggered, this, act);
        addAction(action);
    };
    add(tr("Test the connection"), Qt::CTRL | Qt::Key_T, &ClientsPage::test);
    add(tr("Write and connect"), Qt::CTRL | Qt::Key_Return, &ClientsPage::write);
    add(tr("Copy instead"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, &ClientsPage::copyInstead);
    add(tr("Look again"), Qt::Key_F5, &ClientsPage::lookAgain);
    add(tr("Show key"), Qt::CTRL | Qt::SHIFT | Qt::Key_K, &ClientsPage::toggleKey);
}

void ClientsPage::connectParts()
{
    connect(m_list, &ClientList::chosen, m_model, &ConnectModel::setClient);
    connect(m_list, &ClientList::removeRequested, this, &ClientsPage::askToRemove);
    connect(m_http, &RadioButton::clicked, this, [this] { m_model->setBridge(false); });
    connect(m_bridge, &RadioButton::clicked, this, [this] { m_model->setBridge(true); });
    connect(m_test, &Button::clicked, this, &ClientsPage::test);
    connect(m_write, &Button::clicked, this, &ClientsPage::write);
    connect(m_copy, &Button::clicked, this, &ClientsPage::copyInstead);
    connect(m_remove, &Button::clicked, this, &ClientsPage::askToRemove);
    connect(m_showKey, &Button::clicked, this, &ClientsPage::toggleKey);
    connect(m_copyKey, &Button::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_model->key());
        Q_EMIT message(tr("Copied."), false, {}, {});
    });
    connect(m_model, &ConnectModel::changed, this, &ClientsPage::refresh);
    connect(m_model, &ConnectModel::rulesChanged, this, &ClientsPage::refreshRules);
    connect(m_model, &ConnectModel::copyReady, this, [this](const QString &lines) {
        QGuiApplication::clipboard()->setText(lines);
        Q_EMIT message(tr("The lines are copied. Paste them into the client’s configuration."),
                       false, {}, {});
    });
    connect(m_model, &ConnectModel::failed, this,
            [this](const QString &sentence) { Q_EMIT message(sentence, true, {}, {}); });
    connect(m_model, &ConnectModel::written, this, [this](const QString &id, const QString &name) {
        Q_EMIT message(tr("%1 is connected. Restart it once.").arg(name), false, tr("Undo"),
                       [this, id] {
                           m_list->setChosen(id);
                           m_model->remove();
                       });
    });
    connect(m_model, &ConnectModel::removed, this, [this](const QString &name) {
        Q_EMIT message(tr("%1 is no longer connected.").arg(name), false, {}, {});
    });
}

// What is shown

void ClientsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    for (QAction *action : actions())
        action->setVisible(true);
    if (event->spontaneous()) // the window came back, and the page was never left
        return;
    m_clients->lookAgain();
    chooseOne();
}

void ClientsPage::chooseOne()
{
    if (isVisible() && !m_model->client() && m_clients->hasLooked())
        m_list->setChosen(choose());
}

// The first that could be connected, else the first.
QString ClientsPage::choose() const
{
    for (const KnownClient &client : m_clients->items()) {
        if (client.state == KnownClient::State::Found)
            return client.id;
    }
    return m_clients->items().isEmpty() ? QString() : m_clients->items().first().id;
}

void ClientsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    for (QAction *action : actions())
        action->setVisible(false);
    if (event->spontaneous())
        return;
    m_keyShown = false;
    m_model->leave();
    m_list->setCurrentIndex({});
}

void ClientsPage::refresh()
{
    const KnownClient *client = m_model->client();
    m_right->setVisible(client != nullptr);
    if (!client)
        return;
    m_badge->setClient(ClientId(client->id), client->name);
    m_title->setText(m_model->isConnected() ? tr("%1 is connected").arg(client->name)
                                            : tr("Connect %1").arg(client->name));
    m_facts->setText(factsOf(*client));
    m_facts->setVisible(m_model->isConnected());
    m_http->setEnabled(client->takesHttp);
    m_http->setChecked(!m_model->isBridge());
    m_bridge->setChecked(m_model->isBridge());
    m_address->setText(!client->takesHttp             ? tr("This client cannot speak HTTP.")
                       : m_model->address().isEmpty() ? tr("Glovebox does not listen.")
                                                      : m_model->address());
    refreshSteps();
    refreshKey();
    refreshRules();
    const QList<ConnectionPreview::File> &files = m_model->preview().files;
    m_path->setText(files.size() == 1 ? shortPath(files.first().realPath)
                    : files.isEmpty() ? QString()
                                      : tr("%n files", nullptr, int(files.size())));
    m_path->setDetail(files.size() == 1 ? files.first().path : QString());
    m_summary->setText(m_model->diffSummary());
    m_diff->setPreview(m_model->preview());
    m_footNote->setText(
        m_model->problem().isEmpty()
            ? tr("A copy of the old file is kept. Undo is one click. Restart %1 once after "
                 "connecting.")
                  .arg(client->name)
            : m_model->problem());
    m_footNote->setToken(m_model->problem().isEmpty() ? Token::Text2 : Token::Bad);
    m_test->setEnabled(m_model->canTest());
    m_write->setEnabled(m_model->canWrite());
    m_write->setAccessibleName(tr("Write and connect %1").arg(client->name));
    m_copy->setEnabled(m_model->canCopy());
    m_remove->setVisible(m_model->isConnected());
    m_remove->setEnabled(m_model->canRemove());
    m_remove->setAccessibleName(tr("Disconnect %1").arg(client->name));
}

void ClientsPage::refreshSteps()
{
    using State = ConnectModel::Step::State;
    m_test->setText(m_model->phase() == ConnectModel::Phase::Idle ? tr("Test") : tr("Test again"));
    m_testNote->setText(tr("Glovebox connects to itself the way %1 will, with the new key.")
                            .arg(m_model->client()->name));
    for (qsizetype i = 0; i < m_model->steps().size(); ++i) {
        const ConnectModel::Step &step = m_model->steps().at(i);
        m_stepTexts[i]->setText(step.text);
        m_stepTexts[i]->setIconName(step.state == State::Passed    ? QStringLiteral("circle-check")
                                    : step.state == State::Failed  ? QStringLiteral("circle-x")
                                    : step.state == State::Running ? QStringLiteral("loader")
                                                                   : QStringLiteral("clock"));
        m_stepTexts[i]->setToken(step.state == State::Failed    ? Token::Bad
                                 : step.state == State::Waiting ? Token::Text3
                                                                : Token::Text);
        m_stepTimes[i]->setText(step.time);
    }
    const QString summary = m_model->testSummary();
    const bool passed = m_model->phase() == ConnectModel::Phase::Tested;
    m_passed->setVisible(passed);
    m_failed->setVisible(!passed && !summary.isEmpty());
    m_passed->setSentence(QStringLiteral("check"), summary);
    m_failed->setSentence(QStringLiteral("circle-x"), summary);
}

void ClientsPage::refreshKey()
{
    const QString key = m_model->key();
    const bool made = !key.isEmpty();
    m_key->setText(!made        ? tr("Key")
                   : m_keyShown ? tr("Key %1").arg(key)
                                : tr("Key %1").arg(maskedKey(key)));
    for (Button *entry : {m_showKey, m_copyKey})
        entry->setVisible(made);
    const QString text = m_keyShown ? tr("Hide the key") : tr("Show the key");
    m_showKey->setAccessibleName(text);
    m_showKey->setToolTip(text);
    m_keyNote->setText(
        made ? tr("Only for %1. Glovebox stores its hash; revoke it any time.")
                   .arg(m_model->client()->name)
             : tr("It is made for the test, only for %1.").arg(m_model->client()->name));
}

void ClientsPage::refreshRules()
{
    if (!m_model->client())
        return;
    const ConnectionRules rules = m_model->rules();
    m_filling = true;
    m_asking->setCurrentIndex(m_asking->findData(rules.onlyThisRun));
    m_asking->setToolTip(m_asking->currentText());
    // Boxes stay while there are as many folders: one that is being pressed must not go away.
    while (m_folderBoxes.size() > rules.folders.size())
        delete m_folderBoxes.takeLast();
    while (m_folderBoxes.size() < rules.folders.size()) {
        auto *box = new QCheckBox(m_folders->parentWidget());
        connect(box, &QCheckBox::toggled, this, &ClientsPage::sendRules);
        const int place = int(m_folderBoxes.size());
        m_folders->addWidget(box, 1 + place / folderColumns, place % folderColumns);
        m_folderBoxes.append(box);
    }
    for (qsizetype i = 0; i < rules.folders.size(); ++i) {
        const ConnectionRules::Folder &folder = rules.folders.at(i);
        QCheckBox *box = m_folderBoxes.at(i);
        box->setObjectName(QStringLiteral("mayUse-") + folder.name);
        box->setText(folder.name);
        box->setToolTip(folder.hostPath.toHtmlEscaped());
        box->setChecked(folder.isAllowed);
    }
    m_noFolders->setVisible(rules.folders.isEmpty());
    m_filling = false;
}

void ClientsPage::sendRules()
{
    if (m_filling || !m_model->client())
        return;
    ConnectionRules rules = m_model->rules();
    rules.onlyThisRun = m_asking->currentData().toBool();
    for (ConnectionRules::Folder &folder : rules.folders) {
        const auto box = std::ranges::find(m_folderBoxes, folder.name, &QCheckBox::text);
        if (box != m_folderBoxes.end())
            folder.isAllowed = (*box)->isChecked();
    }
    m_model->setRules(rules);
}

// Actions

void ClientsPage::test()
{
    m_model->test();
}

void ClientsPage::write()
{
    m_model->write();
}

void ClientsPage::copyInstead()
{
    m_model->copy();
}

void ClientsPage::lookAgain()
{
    m_model->lookAgain();
}

void ClientsPage::toggleKey()
{
    m_keyShown = !m_keyShown;
    if (m_model->client())
        refreshKey();
}

void ClientsPage::askToRemove()
{
    if (!m_model->canRemove())
        return;
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Glovebox"),
                                tr("Disconnect %1?").arg(m_model->client()->name),
                                QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("Its entry is taken out of its configuration, and its key ends at once."));
    const QPushButton *yes = box->addButton(tr("Disconnect"), QMessageBox::DestructiveRole);
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, m_model, &ConnectModel::remove);
    box->open();
}

} // namespace glovebox::ui
