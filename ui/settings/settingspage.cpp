// SPDX-License-Identifier: MIT
#include "settingspage.h"

#include "rulestable.h"
#include "settingrow.h"
#include "shortcuttable.h"

#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/parts/sectiondelegate.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leftWidth = 208;
constexpr int contentWidth = 760;
constexpr int narrowWidth = 860; // below it the list of areas goes
constexpr int edge = 24;

const QString rulesKeywords =
    u"rules findings validator magic eval exec import note ask refuse per client 規則 指摘 拒否 "
    "確認 検証 クライアントごと"_s;

bool holdsAll(const QString &key, const QStringList &searched)
{
    return std::ranges::all_of(searched,
                               [&key](const QString &word) { return key.contains(word); });
}

} // namespace

// One area: a heading and, in a frame, its rows.
struct SettingsPage::Card final : QWidget
{
    Card(SettingArea shown, QWidget *parent)
        : QWidget(parent)
        , area(shown)
        , heading(new TextLine(TextStep::Title, Token::Text, this))
        , frame(new QWidget(this))
        , rows(new QVBoxLayout(frame))
    {
        heading->setText(areaName(area));
        heading->setWeight(QFont::DemiBold);
        rows->setContentsMargins(1, 5, 1, 5);
        rows->setSpacing(0);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 16);
        layout->setSpacing(8);
        layout->addWidget(heading);
        layout->addWidget(frame);
    }

    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintBox(painter, frame->geometry(), 6, color(Token::Surface), color(Token::Line));
    }

    SettingArea area;
    TextLine *heading;
    QWidget *frame;
    QVBoxLayout *rows;
};

// A row that only tells something, perhaps with a button.
struct SettingsPage::Info final : QWidget
{
    Info(const QString &name, const QString &title, const QString &searched, QWidget *parent)
        : QWidget(parent)
        , label(new TextLine(TextStep::Text, Token::Text, this))
        , text(new QLabel(this))
        , button(new Button(QString(), Button::Look::Normal, this))
        , keywords(searched)
    {
        setObjectName(u"info."_s + name);
        label->setText(title);
        label->setWeight(QFont::DemiBold);
        text->setObjectName(u"text."_s + name);
        text->setFont(textFont(TextStep::Second));
        text->setTextFormat(Qt::PlainText);
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        button->setObjectName(u"button."_s + name);
        button->hide();
        auto *words = new QVBoxLayout;
        words->setSpacing(2);
        words->addWidget(label);
        words->addWidget(text);
        auto *layout = new QHBoxLayout(this);
        layout->setContentsMargins(16, 8, 16, 8);
        layout->setSpacing(16);
        layout->addLayout(words, 1);
        layout->addWidget(button, 0, Qt::AlignTop);
    }

    QString key() const { return searchKey(label->text() + u' ' + text->text() + u' ' + keywords); }

    TextLine *label;
    QLabel *text;
    Button *button;
    QString keywords;
};

SettingsPage::SettingsPage(SettingsDesk &desk, Shortcuts &shortcuts, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_shortcuts(shortcuts)
{
    setObjectName(u"settingsPage"_s);
    setWindowTitle(tr("Settings"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildLeft());
    layout->addWidget(buildRight(), 1);
    buildCards();
    setFocusProxy(m_search);
    connect(&desk, &SettingsDesk::changed, this, &SettingsPage::refresh);
    connect(&desk, &SettingsDesk::factsChanged, this, [this] {
        if (isVisible()) // every run changes them
            refreshFacts();
    });
    // Behind the table of keys, which is empty until the window's actions are known.
    connect(&shortcuts, &Shortcuts::changed, this, &SettingsPage::filter);
    refreshFacts();
    filter();
}

// Building

QWidget *SettingsPage::buildLeft()
{
    m_areas = new QListWidget(this);
    m_areas->setObjectName(u"settingAreas"_s);
    m_areas->setAccessibleName(tr("Areas"));
    m_areas->setFixedWidth(leftWidth);
    m_areas->setFrameShape(QFrame::NoFrame);
    m_areas->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_areas->setItemDelegate(new SectionDelegate(m_areas));
    for (int area = 0; area < settingAreaCount; ++area) {
        auto *item = new QListWidgetItem(areaName(SettingArea(area)), m_areas);
        item->setSizeHint({0, 32});
    }
    connect(m_areas, &QListWidget::currentRowChanged, this, &SettingsPage::showArea);
    return m_areas;
}

QWidget *SettingsPage::buildRight()
{
    auto *right = new QWidget(this);
    m_search = new QLineEdit(right);
    m_search->setObjectName(u"settingSearch"_s);
    makeSearchField(*m_search, tr("Search settings"));
    connect(m_search, &QLineEdit::textChanged, this, &SettingsPage::filter);
    auto *find = new QAction(tr("Search settings"), this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, this, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    addAction(find);

    auto *content = new QWidget(right);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 0, edge);
    m_column->setSpacing(0);
    content->setMaximumWidth(contentWidth);
    auto *centre = new QWidget(right);
    auto *row = new QHBoxLayout(centre);
    row->setContentsMargins(edge, 0, edge, 0);
    row->addStretch(1);
    row->addWidget(content, 100);
    row->addStretch(1);
    m_scroll = new QScrollArea(right);
    m_scroll->setObjectName(u"settingScroll"_s);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus); // Tab goes from field to field
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Always, so that the field above it stands over its rows.
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    m_scroll->setWidget(centre);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this,
            &SettingsPage::followScroll);

    auto *layout = new QVBoxLayout(right);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(edge, 16, edge + m_scroll->verticalScrollBar()->sizeHint().width(),
                             12);
    m_search->setMaximumWidth(contentWidth);
    head->addStretch(1);
    head->addWidget(m_search, 100);
    head->addStretch(1);
    layout->addLayout(head);
    layout->addWidget(buildRestart());
    layout->addWidget(m_scroll, 1);
    return right;
}

QWidget *SettingsPage::buildRestart()
{
    m_restart = new QWidget(this);
    m_restart->setObjectName(u"restartBar"_s);
    m_restartText = new QLabel(m_restart);
    m_restartText->setTextFormat(Qt::PlainText);
    m_restartText->setWordWrap(true);
    m_restartButton = new Button(tr("Start anew now"), Button::Look::Normal, m_restart);
    m_restartButton->setObjectName(u"restartNow"_s);
    connect(m_restartButton, &Button::clicked, this, [this] {
        if (const auto restarted = m_desk.restart(); !restarted)
            Q_EMIT message(restarted.error().text, true);
    });
    auto *layout = new QHBoxLayout(m_restart);
    layout->setContentsMargins(edge + 16, 0, edge + 16, 12);
    layout->addWidget(m_restartText, 1);
    layout->addWidget(m_restartButton);
    return m_restart;
}

void SettingsPage::buildCards()
{
    for (int area = 0; area < settingAreaCount; ++area) {
        auto *card = new Card(SettingArea(area), this);
        m_cards.append(card);
        m_column->addWidget(card);
    }
    m_nothing = new QLabel(tr("No setting matches."), this);
    m_nothing->setObjectName(u"noSetting"_s);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_column->addWidget(m_nothing);
    m_column->addStretch(1);
    addRows();
    addFacts();
}

void SettingsPage::addRows()
{
    for (const SettingWords &words : settingWords()) {
        Card *card = cardOf(words.area);
        auto *row = new SettingRow(m_desk, words, card->frame);
        card->rows->addWidget(row);
        m_rows.insert(words.name, row);
        connect(row, &SettingRow::failed, this,
                [this](const QString &sentence) { Q_EMIT message(sentence, true); });
    }
    m_rules = new RulesTable(m_desk, this);
    cardOf(SettingArea::Approvals)->rows->addWidget(m_rules);
    connect(m_rules, &RulesTable::failed, this,
            [this](const QString &sentence) { Q_EMIT message(sentence, true); });
    m_keys = new ShortcutTable(m_shortcuts, this);
    cardOf(SettingArea::Keyboard)->rows->addWidget(m_keys);
    connect(m_keys, &ShortcutTable::failed, this,
            [this](const QString &sentence) { Q_EMIT message(sentence, true); });
}

SettingsPage::Info *SettingsPage::addInfo(SettingArea area, const QString &name,
                                          const QString &label, const QString &keywords)
{
    Card *card = cardOf(area);
    auto *info = new Info(name, label, keywords, card->frame);
    card->rows->addWidget(info);
    m_infos.insert(name, info);
    return info;
}

void SettingsPage::addFacts()
{
    addInfo(SettingArea::Packages, u"indexes"_s, tr("Asked now"), u"index PyPI インデックス"_s);
    addInfo(SettingArea::Clients, u"exposure"_s, tr("Who can reach it"),
            u"network exposure loopback firewall ネットワーク 公開"_s)
        ->text->setText(tr("Programs on this computer that have a key. Other computers cannot "
                           "reach it, and no setting changes that."));
    addInfo(SettingArea::Journal, u"masking"_s, tr("Secrets"),
            u"mask password token key パスワード 秘密 キー"_s)
        ->text->setText(tr("In notifications and exports, what looks like a key or a password is "
                           "masked. A secret of another shape is not found."));
    addPurge();
    Info *updates = addInfo(SettingArea::Advanced, u"updates"_s, tr("Updates"),
                            u"update check version 更新 アップデート"_s);
    updates->text->setText(
        tr("Glovebox never looks for updates by itself. They come the way it was "
           "installed."));
    addInfo(SettingArea::Advanced, u"flags"_s, tr("Flags of the browser engine"),
            u"chromium flags engine フラグ エンジン"_s);
    for (const auto &[name, label, words] :
         {std::tuple{u"log"_s, tr("Log"), u"log file folder ログ フォルダー"_s},
          std::tuple{u"profile"_s, tr("Profile folder"),
                     u"profile data folder プロファイル データ フォルダー"_s}}) {
        Info *info = addInfo(SettingArea::Advanced, name, label, words);
        info->button->setText(tr("Open folder"));
        info->button->setAccessibleName(tr("Open folder: %1").arg(label));
        info->button->show();
        connect(info->button, &Button::clicked, this,
                [this, info] { openFolderOf(info->text->text()); });
    }
}

void SettingsPage::addPurge()
{
    Info *purge = addInfo(SettingArea::Journal, u"purge"_s, tr("Remove content now"),
                          u"purge delete erase 削除 消去"_s);
    purge->text->setText(tr("Code, output and files of runs that are over; not that they were."));
    purge->button->setText(tr("Purge now…"));
    purge->button->setLook(Button::Look::Danger);
    purge->button->setChevron(true);
    purge->button->show();
    auto *menu = new QMenu(purge->button);
    menu->addAction(tr("Older than 30 days…"), this, [this] { askToPurge(30); });
    menu->addAction(tr("Older than 7 days…"), this, [this] { askToPurge(7); });
    menu->addAction(tr("All runs…"), this, [this] { askToPurge(0); });
    connect(purge->button, &Button::clicked, menu, [button = purge->button, menu] {
        menu->popup(button->mapToGlobal(button->rect().bottomLeft()));
    });
}

// Searching and moving

QString SettingsPage::search() const
{
    return m_search->text();
}

void SettingsPage::setSearch(const QString &text)
{
    m_search->setText(text);
}

void SettingsPage::filter()
{
    const QStringList searched = searchKey(m_search->text()).split(u' ', Qt::SkipEmptyParts);
    bool any = false;
    for (Card *card : std::as_const(m_cards)) {
        bool fits = false;
        for (const SettingRow *row : std::as_const(m_rows)) {
            if (row->words().area == card->area) {
                const bool shown = row->matches(searched);
                m_rows.value(row->words().name)->setVisible(shown);
                fits = fits || shown;
            }
        }
        for (Info *info : std::as_const(m_infos)) {
            if (info->parentWidget() == card->frame) {
                const bool shown =
                    holdsAll(info->key() + u' ' + searchKey(areaName(card->area)), searched);
                info->setVisible(shown);
                fits = fits || shown;
            }
        }
        if (card->area == SettingArea::Approvals) {
            const bool shown =
                holdsAll(searchKey(rulesKeywords + u' ' + areaName(card->area)), searched);
            m_rules->setVisible(shown);
            fits = fits || shown;
        }
        if (card->area == SettingArea::Keyboard)
            fits = m_keys->filter(searched);
        card->setVisible(fits);
        m_areas->item(int(card->area))->setHidden(!fits);
        any = any || fits;
    }
    m_nothing->setVisible(!any);
}

void SettingsPage::showArea(int area)
{
    if (area < 0 || m_jumping)
        return;
    m_jumping = true;
    QWidget *content = m_scroll->widget();
    content->layout()->activate();
    const int top = m_cards.at(area)->mapTo(content, QPoint()).y();
    m_scroll->verticalScrollBar()->setValue(top);
    m_jumping = false;
}

// The list shows where the page is.
void SettingsPage::followScroll()
{
    if (m_jumping)
        return;
    const int top = m_scroll->verticalScrollBar()->value() + edge;
    int shown = 0;
    for (qsizetype i = 0; i < m_cards.size(); ++i) {
        if (!m_cards.at(i)->isHidden() &&
            m_cards.at(i)->mapTo(m_scroll->widget(), QPoint()).y() <= top)
            shown = int(i);
    }
    m_jumping = true;
    m_areas->setCurrentRow(shown);
    m_jumping = false;
}

void SettingsPage::reveal(const QString &name)
{
    SettingRow *const row = m_rows.value(name);
    if (!row)
        return;
    m_search->clear();
    scrollTo(row);
    if (QWidget *field = row->findChild<QWidget *>(name))
        field->setFocus(Qt::OtherFocusReason);
}

void SettingsPage::revealRules(const ClientId &client)
{
    m_search->clear();
    scrollTo(m_rules);
    m_rules->choose(client);
}

void SettingsPage::scrollTo(QWidget *row)
{
    // Once the rows that came back have their places.
    QMetaObject::invokeMethod(
        this,
        [this, row] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            m_scroll->ensureWidgetVisible(row, 0, edge * 2);
        },
        Qt::QueuedConnection);
}

void SettingsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refreshFacts();
}

void SettingsPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_areas->setVisible(width() >= narrowWidth);
}

// What is shown

void SettingsPage::refresh(const QString &name)
{
    if (SettingRow *const row = m_rows.value(name))
        row->refresh();
    refreshRestart();
}

void SettingsPage::refreshFacts()
{
    const SettingsFacts facts = m_desk.facts();
    m_infos.value(u"indexes"_s)
        ->text->setText(facts.indexes.isEmpty() ? tr("No index.") : facts.indexes.join(u'\n'));
    m_infos.value(u"flags"_s)
        ->text->setText(facts.engineFlags.isEmpty() ? tr("The engine is not running.")
                                                    : facts.engineFlags.join(u'\n'));
    m_infos.value(u"log"_s)->text->setText(facts.logFile);
    m_infos.value(u"profile"_s)->text->setText(facts.profileFolder);
    refreshRestart();
}

void SettingsPage::refreshRestart()
{
    const bool pending = std::ranges::any_of(std::as_const(m_rows), [this](const SettingRow *row) {
        return m_desk.setting(row->words().name).isPending;
    });
    m_restart->setVisible(pending);
    const QString obstacle = m_desk.facts().restartObstacle;
    m_restartButton->setEnabled(obstacle.isEmpty());
    m_restartText->setText(obstacle.isEmpty()
                               ? tr("Some changes count from the next start.")
                               : tr("Some changes count from the next start. %1").arg(obstacle));
}

// Actions

void SettingsPage::askToPurge(int days)
{
    const QString question =
        days == 0 ? tr("Remove the content of all runs?")
                  : tr("Remove the content of runs older than %n days?", nullptr, days);
    auto *box =
        new QMessageBox(QMessageBox::NoIcon, tr("Glovebox"), question, QMessageBox::NoButton, this);
    box->setObjectName(u"purgeQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("It cannot be brought back."));
    QPushButton *yes = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    yes->setObjectName(u"purgeButton"_s);
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, [this, days] {
        m_desk.purge(days).then(this, [this](const Result<PurgeReport> &report) {
            if (report)
                Q_EMIT message(tr("The content of %n run(s) was removed.", nullptr, report->runs),
                               false);
            else
                Q_EMIT message(report.error().text, true);
        });
    });
    box->open();
}

void SettingsPage::openFolderOf(const QString &file)
{
    const QFileInfo info(file);
    const QString folder = info.isDir() ? file : info.absolutePath();
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
        Q_EMIT message(tr("No program opens folders here: %1").arg(folder), true);
}

} // namespace glovebox::ui
