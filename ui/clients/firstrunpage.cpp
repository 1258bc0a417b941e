// SPDX-License-Identifier: MIT
#include "firstrunpage.h"

#include "diffview.h"

#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/radio.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int contentWidth = 880;
constexpr int cardMinimum = 340;
constexpr int linesHeight = 132;

QLabel *words(const QString &text, TextStep step, QFont::Weight weight, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setFont(textFont(step, weight));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

TextLine *line(TextStep step, Token token, const QString &text, QWidget *parent,
               QFont::Weight weight = QFont::Normal)
{
    auto *made = new TextLine(step, token, parent);
    made->setText(text);
    made->setWeight(weight);
    return made;
}

class Sign final : public QWidget
{
public:
    explicit Sign(QWidget *parent)
        : QWidget(parent)
    {
        setFixedSize(48, 48);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        trayIcon(ProgramDot::None, color(Token::Accent)).paint(&painter, rect());
    }
};

// A framed card with its number in a ring.
class Card final : public QWidget
{
public:
    Card(int number, const QString &title, QWidget *parent)
        : QWidget(parent)
        , m_number(number)
        , m_column(new QVBoxLayout(this))
    {
        setMinimumWidth(cardMinimum);
        auto *heading = line(TextStep::Title, Token::Text, title, this, QFont::DemiBold);
        heading->setFixedHeight(56);
        heading->setContentsMargins(0, 0, 0, 0);
        auto *head = new QHBoxLayout;
        head->setContentsMargins(53, 0, 16, 0);
        head->addWidget(heading);
        m_column->setContentsMargins(1, 1, 1, 8);
        m_column->setSpacing(0);
        m_column->addLayout(head);
    }
    QVBoxLayout *column() const { return m_column; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        paintBox(painter, rect(), 6, color(Token::Surface), color(Token::Line));
        painter.setPen(QPen(color(Token::Accent), 1));
        painter.setBrush(Qt::NoBrush);
        const QRectF ring(16.5, 17.5, 24, 24);
        painter.drawEllipse(ring);
        painter.setFont(textFont(TextStep::Text, QFont::DemiBold));
        painter.drawText(ring, Qt::AlignCenter, QLocale().toString(m_number));
    }

private:
    int m_number;
    QVBoxLayout *m_column;
};

QWidget *fact(const QString &iconName, const QString &heading, const QString &text, QWidget *parent)
{
    auto *widget = new QWidget(parent);
    auto *title = line(TextStep::Text, Token::Text, heading, widget, QFont::DemiBold);
    title->setIconName(iconName);
    auto *sentence = words(text, TextStep::Second, QFont::Normal, widget);
    sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto *layout = new QVBoxLayout(widget);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(title);
    layout->addWidget(sentence, 1);
    return widget;
}

} // namespace

// One client that was found: who, what happens, and the button.
class FirstRunPage::Row final : public QWidget
{
public:
    Row(const KnownClient &client, QWidget *parent)
        : QWidget(parent)
        , id(client.id)
        , name(client.name)
        , note(new TextLine(TextStep::Second, Token::Text2, this))
        , show(new Button(FirstRunPage::tr("Show the lines"), Button::Look::Link, this))
        , connectButton(new Button(FirstRunPage::tr("Connect"), Button::Look::Normal, this))
    {
        setMinimumHeight(56);
        note->setWrapping(true); // also why it could not be connected
        auto *badge = new ClientBadge(28, this);
        badge->setClient(ClientId(client.id), client.name);
        auto *title = line(TextStep::Text, Token::Text, client.name, this, QFont::DemiBold);
        show->setObjectName(u"showLines."_s + id);
        show->setAccessibleName(FirstRunPage::tr("Show the lines for %1").arg(name));
        show->setCheckable(true);
        connectButton->setObjectName(u"connect."_s + id);
        connectButton->setAccessibleName(FirstRunPage::tr("Connect %1").arg(name));
        connectButton->setMinimumWidth(80);
        note->setObjectName(u"note."_s + id);
        auto *text = new QVBoxLayout;
        text->setSpacing(1);
        text->addStretch(1);
        text->addWidget(title);
        text->addWidget(note);
        text->addStretch(1);
        auto *layout = new QHBoxLayout(this);
        layout->setContentsMargins(16, 4, 16, 4);
        layout->setSpacing(12);
        layout->addWidget(badge);
        layout->addLayout(text, 1);
        layout->addWidget(show);
        layout->addWidget(connectButton);
    }

    QString id;
    QString name;
    TextLine *note;
    Button *show;
    Button *connectButton;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
    }
};

FirstRunPage::FirstRunPage(ClientConnector &connector, ProgramControls &controls, QWidget *parent)
    : QWidget(parent)
    , m_connector(connector)
    , m_controls(controls)
    , m_clients(new ClientsModel(connector, this))
    , m_connect(new ConnectModel(*m_clients, connector, this))
{
    setObjectName(u"firstRunPage"_s);
    build();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Nothing runs here without you"));
    connect(m_clients, &QAbstractItemModel::rowsInserted, this, &FirstRunPage::refreshClients);
    connect(m_clients, &QAbstractItemModel::rowsRemoved, this, &FirstRunPage::refreshClients);
    connect(m_clients, &QAbstractItemModel::modelReset, this, &FirstRunPage::refreshClients);
    connect(m_clients, &QAbstractItemModel::dataChanged, this, &FirstRunPage::refreshClients);
    connect(m_connect, &ConnectModel::changed, this, &FirstRunPage::onChanged);
    connect(m_connect, &ConnectModel::written, this, [this](const QString &, const QString &name) {
        m_connecting.clear();
        Q_EMIT message(tr("%1 is connected. Restart it once.").arg(name), false);
        refreshClients();
    });
    connect(m_connect, &ConnectModel::failed, this, &FirstRunPage::connectingFailed);
    connect(&controls, &ProgramControls::mountsChanged, this, &FirstRunPage::refreshFolders);
    refreshClients();
    refreshFolders();
}

FirstRunPage::~FirstRunPage()
{
    if (!m_connecting.isEmpty())
        m_connector.leave();
}

QString FirstRunPage::lineToPaste()
{
    return tr("Use Glovebox to work out 2 ** 100 in Python, and show me the code first.");
}

// Building

void FirstRunPage::build()
{
    auto *content = new QWidget(this);
    content->setMaximumWidth(contentWidth);
    auto *heading =
        words(tr("Nothing runs here without you"), TextStep::Empty, QFont::DemiBold, content);
    heading->setAlignment(Qt::AlignHCenter);
    auto *sentence = words(tr("Connect a client and share a folder. You see every run before it "
                              "happens, and every file before it changes."),
                           TextStep::Text, QFont::Normal, content);
    sentence->setAlignment(Qt::AlignHCenter);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(16);
    cards->addWidget(buildClients(), 1);
    cards->addWidget(buildFolder(), 1);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(8);
    column->addWidget(new Sign(content), 0, Qt::AlignHCenter);
    column->addWidget(heading);
    column->addWidget(sentence);
    column->addSpacing(16);
    column->addLayout(cards);
    column->addSpacing(16);
    column->addWidget(buildFacts());
    column->addSpacing(8);
    column->addWidget(buildFoot());

    auto *place = new QWidget(this);
    auto *centred = new QVBoxLayout(place);
    centred->setContentsMargins(24, 24, 24, 24);
    centred->addStretch(2);
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(content, 100);
    row->addStretch(1);
    centred->addLayout(row);
    centred->addStretch(3);
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    place->setAutoFillBackground(false);
    scroll->setWidget(place);
    place->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(scroll);
}

QWidget *FirstRunPage::buildClients()
{
    auto *card = new Card(1, tr("Connect a client"), this);
    m_rowsLayout = new QVBoxLayout;
    m_rowsLayout->setSpacing(0);
    card->column()->addLayout(m_rowsLayout);
    m_noneFound =
        words(tr("No known client was found here. Any other can be connected by its address."),
              TextStep::Text, QFont::Normal, card);
    m_noneFound->setContentsMargins(16, 8, 16, 8);
    m_noneFound->hide();
    card->column()->addWidget(m_noneFound);
    m_lines = new DiffView(card);
    m_lines->setObjectName(u"firstRunLines"_s);
    m_lines->setAccessibleName(tr("What will be written"));
    m_lines->setFixedHeight(linesHeight);
    m_lines->hide();
    card->column()->addWidget(m_lines);
    card->column()->addStretch(1);
    m_paste = new QWidget(card);
    m_paste->setObjectName(u"firstRunPaste"_s);
    auto *say = words(tr("Then say to it: “%1”").arg(lineToPaste()), TextStep::Second,
                      QFont::Normal, m_paste);
    say->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *copy = new Button(tr("Copy"), Button::Look::Small, m_paste);
    copy->setObjectName(u"copyLine"_s);
    connect(copy, &Button::clicked, this, [this] { Q_EMIT copyRequested(lineToPaste()); });
    auto *paste = new QHBoxLayout(m_paste);
    paste->setContentsMargins(16, 8, 16, 4);
    paste->addWidget(say, 1);
    paste->addWidget(copy);
    m_paste->hide();
    card->column()->addWidget(m_paste);
    m_other = new Button(tr("Another client, or copy the address"), Button::Look::Link, card);
    m_other->setObjectName(u"anotherClient"_s);
    connect(m_other, &Button::clicked, this, &FirstRunPage::clientsRequested);
    m_notFound = line(TextStep::Meta, Token::Text3, {}, card);
    m_notFound->setWrapping(true);
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(16, 8, 16, 4);
    foot->setSpacing(4);
    foot->addWidget(m_other, 0, Qt::AlignLeft);
    foot->addWidget(m_notFound);
    card->column()->addLayout(foot);
    return card;
}

QWidget *FirstRunPage::buildFolder()
{
    auto *card = new Card(2, tr("Share a folder"), this);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(16, 0, 16, 8);
    column->setSpacing(8);
    m_choose = new Button(tr("Choose folder…"), Button::Look::Normal, card);
    m_choose->setObjectName(u"chooseFolder"_s);
    m_choose->setIconName(u"folder-plus"_s);
    m_choose->setKeyHint(
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M).toString(QKeySequence::NativeText));
    connect(m_choose, &Button::clicked, this, [this] { Q_EMIT chooseFolderRequested(m_mode); });
    auto *drop = line(TextStep::Second, Token::Text3, tr("or drop a folder here"), card);
    drop->setStretching(false);
    column->addSpacing(16);
    column->addWidget(m_choose, 0, Qt::AlignHCenter);
    column->addWidget(drop, 0, Qt::AlignHCenter);
    column->addSpacing(16);
    m_shared = line(TextStep::Text, Token::Ok, {}, card);
    m_shared->setObjectName(u"firstRunShared"_s);
    m_shared->setIconName(u"check"_s);
    column->addWidget(m_shared);
    column->addWidget(line(TextStep::Second, Token::Text2, tr("Writing"), card, QFont::DemiBold));
    auto *modes = new QHBoxLayout;
    modes->setSpacing(16);
    m_meaning = line(TextStep::Second, Token::Text2, {}, card);
    const std::pair<MountMode, QString> meanings[]{
        {MountMode::Staged, tr("Python may read it. What it writes waits for your review.")},
        {MountMode::ReadOnly, tr("Python may read it, and write nothing.")},
        {MountMode::ReadWrite, tr("Python changes your files at once. It can be undone.")}};
    for (const auto &[mode, meaning] : meanings) {
        auto *button = new RadioButton(modeWord(mode), card);
        button->setChecked(mode == m_mode);
        connect(button, &QAbstractButton::toggled, this, [this, mode, meaning](bool on) {
            if (!on)
                return;
            m_mode = mode;
            m_meaning->setText(meaning);
        });
        modes->addWidget(button);
    }
    m_meaning->setText(meanings[0].second);
    modes->addStretch(1);
    column->addLayout(modes);
    column->addWidget(m_meaning);
    column->addStretch(1);
    card->column()->addLayout(column, 1);
    return card;
}

QWidget *FirstRunPage::buildFacts()
{
    auto *facts = new QWidget(this);
    auto *row = new QHBoxLayout(facts);
    row->setContentsMargins({});
    row->setSpacing(24);
    row->addWidget(fact(u"globe-lock"_s, tr("No network inside"),
                        tr("The sandbox cannot reach the internet or your computer."), facts),
                   1);
    row->addWidget(fact(u"folder"_s, tr("Only the folders you share"),
                        tr("Read-only, staged, or read-write: you choose for each."), facts),
                   1);
    row->addWidget(fact(u"history"_s, tr("Everything is recorded"),
                        tr("Code, output, decisions and changes stay in the journal."), facts),
                   1);
    return facts;
}

QWidget *FirstRunPage::buildFoot()
{
    auto *foot = new QWidget(this);
    auto *first = line(TextStep::Text, Token::Text2, tr("Or try Python yourself first"), foot);
    first->setStretching(false);
    auto *open = new Button(tr("Open a scratchpad"), Button::Look::Small, foot);
    open->setObjectName(u"openScratchpad"_s);
    open->setIconName(u"notebook-pen"_s);
    open->setKeyHint(QKeySequence(Qt::CTRL | Qt::Key_N).toString(QKeySequence::NativeText));
    connect(open, &Button::clicked, this, &FirstRunPage::scratchpadRequested);
    m_login = new QCheckBox(tr("Start in the tray when I sign in"), foot);
    m_login->setObjectName(u"startAtLogin"_s);
    connect(m_login, &QCheckBox::clicked, this, &FirstRunPage::startAtLoginRequested);
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 8, 0, 0);
    row->setSpacing(8);
    row->addWidget(first);
    row->addWidget(open);
    row->addStretch(1);
    row->addWidget(m_login);
    return foot;
}

void FirstRunPage::setStartsAtLogin(bool on)
{
    m_login->setChecked(on);
}

// Clients

void FirstRunPage::refreshClients()
{
    QStringList ids;
    QStringList missing;
    for (const KnownClient &client : m_clients->items()) {
        if (client.state == KnownClient::State::NotFound)
            missing.append(client.name);
        else
            ids.append(client.id);
    }
    QStringList shown;
    for (const Row *row : std::as_const(m_rows))
        shown.append(row->id);
    if (shown != ids) {
        for (Row *row : std::exchange(m_rows, {}))
            row->deleteLater();
        for (const QString &id : std::as_const(ids)) {
            auto *row = new Row(*m_clients->client(id), this);
            m_rowsLayout->addWidget(row);
            m_rows.append(row);
            connect(row->connectButton, &Button::clicked, this, [this, id] { connectClient(id); });
            connect(row->show, &Button::clicked, this, [this, id] { toggleLines(id); });
        }
        orderTabs();
    }
    m_noneFound->setVisible(ids.isEmpty() && m_clients->hasLooked());
    m_notFound->setText(missing.isEmpty() ? QString()
                                          : tr("Not found: %1").arg(missing.join(u", "_s)));
    refreshRows();
    checkFinished();
}

// Rows come after the rest was made, and are read first.
void FirstRunPage::orderTabs()
{
    QWidget *before = this;
    for (const Row *row : std::as_const(m_rows)) {
        for (Button *button : {row->show, row->connectButton}) {
            setTabOrder(before, button);
            before = button;
        }
    }
    setTabOrder(before, m_other);
}

void FirstRunPage::refreshRows()
{
    const bool busy = !m_connecting.isEmpty();
    bool any = false;
    for (Row *row : std::as_const(m_rows)) {
        const KnownClient *client = m_clients->client(row->id);
        const bool connected = client && client->state == KnownClient::State::Connected;
        any = any || connected;
        row->show->setVisible(!connected);
        row->show->setChecked(row->id == m_linesOf);
        row->connectButton->setVisible(!connected);
        row->connectButton->setEnabled(!busy);
        row->connectButton->setLook(row == m_rows.first() ? Button::Look::OwnAct
                                                          : Button::Look::Normal);
        row->note->setIconName(connected ? u"check"_s : QString());
        row->note->setToken(connected             ? Token::Ok
                            : row->id == m_failed ? Token::Bad
                                                  : Token::Text2);
        if (connected)
            row->note->setText(tr("Connected. Restart it once."));
        else if (row->id == m_failed)
            row->note->setText(m_failure);
        else if (row->id != m_connecting)
            row->note->setText(tr("Adds its lines, keeps a copy"));
    }
    m_paste->setVisible(any);
}

// Test first, write second: a configuration that does not work is worse than none.
void FirstRunPage::connectClient(const QString &id)
{
    m_failed.clear();
    m_connecting = id;
    m_tested = false;
    if (!m_connect->client() || m_connect->client()->id != id)
        m_connect->setClient(id); // goes on in onChanged()
    else
        onChanged();
    refreshRows();
}

void FirstRunPage::onChanged()
{
    refreshLines();
    if (m_connecting.isEmpty() || m_connect->isReading())
        return;
    if (!m_connect->problem().isEmpty()) {
        connectingFailed(m_connect->problem());
    } else if (!m_tested) {
        m_tested = true;
        m_connect->test();
    } else if (m_connect->phase() == ConnectModel::Phase::Testing) {
        showStep();
    } else if (m_connect->phase() == ConnectModel::Phase::Tested) {
        m_connect->write();
    } else if (m_connect->phase() == ConnectModel::Phase::Failed) {
        connectingFailed(m_connect->testSummary());
    }
}

void FirstRunPage::connectingFailed(const QString &sentence)
{
    m_failed = std::exchange(m_connecting, QString());
    m_failure = sentence;
    refreshRows();
}

void FirstRunPage::showStep()
{
    for (const ConnectModel::Step &step : m_connect->steps()) {
        if (step.state != ConnectModel::Step::State::Running)
            continue;
        for (Row *row : std::as_const(m_rows)) {
            if (row->id == m_connecting)
                row->note->setText(tr("Testing: %1").arg(step.text));
        }
    }
}

void FirstRunPage::toggleLines(const QString &id)
{
    const bool shown = m_linesOf != id;
    m_linesOf = shown ? id : QString();
    if (shown && m_connecting.isEmpty())
        m_connect->setClient(id);
    refreshLines();
    refreshRows();
}

void FirstRunPage::refreshLines()
{
    const bool shown = !m_linesOf.isEmpty() && m_connect->client() &&
                       m_connect->client()->id == m_linesOf && m_connect->problem().isEmpty();
    if (shown)
        m_lines->setPreview(m_connect->preview());
    m_lines->setVisible(shown);
    if (!m_linesOf.isEmpty() && !m_connect->problem().isEmpty() && m_failed != m_linesOf) {
        m_failed = m_linesOf;
        m_failure = m_connect->problem();
        refreshRows();
    }
}

// Folders

void FirstRunPage::refreshFolders()
{
    QStringList names;
    for (const MountStatus &mount : m_controls.mounts())
        names.append(mount.name);
    m_shared->setVisible(!names.isEmpty());
    m_shared->setText(tr("Shared: %1").arg(names.join(u", "_s)));
    checkFinished();
}

void FirstRunPage::checkFinished()
{
    const bool connected = std::ranges::any_of(m_clients->items(), [](const KnownClient &client) {
        return client.state == KnownClient::State::Connected;
    });
    if (!connected || m_controls.mounts().isEmpty() || std::exchange(m_wasFinished, true))
        return;
    // Later: whoever listens may take this page away.
    QMetaObject::invokeMethod(this, &FirstRunPage::finished, Qt::QueuedConnection);
}

void FirstRunPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Surface));
}

} // namespace glovebox::ui
