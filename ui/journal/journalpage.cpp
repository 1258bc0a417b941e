// SPDX-License-Identifier: MIT
#include "journalpage.h"

#include "journaldetail.h"
#include "journallist.h"
#include "timeline.h"

#include "ui/models/journalmodel.h"
#include "ui/models/journaltexts.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/files.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/parts/wraplayout.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int detailWidth = 376;
constexpr int footHeight = 32;
constexpr int controlHeight = 32;
constexpr int searchWidth = 240; // at least
constexpr std::chrono::milliseconds typingPause{
    120}; // a word is typed on, not searched letter by letter
constexpr JournalFormat formats[]{JournalFormat::JsonLines, JournalFormat::Markdown,
                                  JournalFormat::Notebook, JournalFormat::Html};

// A square in the colour of its bars, then what it stands for.
class Legend final : public QWidget
{
public:
    Legend(Token token, const QString &text, QWidget *parent)
        : QWidget(parent)
        , m_token(token)
        , m_text(text)
    {
    }
    QSize sizeHint() const override
    {
        const QFontMetrics metrics(textFont(TextStep::Second));
        return {metrics.horizontalAdvance(m_text) + 20, metrics.height()};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(m_token));
        painter.drawRoundedRect(QRectF(0, (height() - 8) / 2.0, 8, 8), 2, 2);
        painter.setFont(textFont(TextStep::Second));
        painter.setPen(color(Token::Text2));
        painter.drawText(rect().adjusted(14, 0, 0, 0), Qt::AlignVCenter, m_text);
    }

private:
    Token m_token;
    QString m_text;
};

QDateTime wholeHour(const QDateTime &time)
{
    constexpr qint64 msPerHour = 3'600'000;
    return QDateTime::fromMSecsSinceEpoch(time.toMSecsSinceEpoch() / msPerHour * msPerHour,
                                          time.timeZone());
}

QString spanText(const QDateTime &from, const QDateTime &until)
{
    return dayAndTime(from) + QStringLiteral(" – ") + dayAndTime(until);
}

QVariant stateList(std::initializer_list<RunState> states)
{
    QVariantList list;
    for (const RunState state : states)
        list.append(int(state));
    return list;
}

} // namespace

JournalPage::JournalPage(JournalDesk &desk, ApprovalDesk &approvals, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_approvals(approvals)
    , m_clock(clock)
    , m_model(new JournalModel(desk, clock, this))
{
    setObjectName(QStringLiteral("journalPage"));
    setWindowTitle(tr("Journal"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildFilters());
    layout->addWidget(buildTimeline());
    m_detail = new JournalDetail(desk, this);
    m_detail->setMinimumWidth(280);
    auto *panes = new QSplitter(Qt::Horizontal, this);
    panes->setHandleWidth(1);
    panes->addWidget(buildLeft());
    panes->addWidget(m_detail);
    panes->setChildrenCollapsible(false);
    panes->setStretchFactor(0, 1);
    panes->setSizes({824, detailWidth});
    layout->addWidget(panes, 1);
    setFocusProxy(m_search);
    fillFixedFilters();
    fillChoices();
    buildKeys();
    connectParts();
    applyFilters();
    refreshFoot();
}

JournalPage::~JournalPage() = default;

// Building

QComboBox *JournalPage::addFilter(const QString &name, const QString &any, const QString &spoken)
{
    auto *filter = new QComboBox(this);
    filter->setObjectName(name);
    filter->setAccessibleName(spoken);
    filter->setFixedHeight(controlHeight);
    filter->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    filter->setMinimumContentsLength(9);
    constexpr int around = 40; // frame and arrow
    filter->setMinimumWidth(filter->fontMetrics().horizontalAdvance(any) + around);
    filter->addItem(any);
    connect(filter, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_filling)
            applyFilters();
    });
    return filter;
}

QWidget *JournalPage::buildFilters()
{
    auto *bar = new QWidget(this);
    m_search = new QLineEdit(bar);
    m_search->setObjectName(QStringLiteral("journalSearch"));
    makeSearchField(*m_search, tr("Search code, output and files"));
    m_search->setFixedHeight(controlHeight);
    m_search->setMinimumWidth(searchWidth);
    m_client = addFilter(QStringLiteral("clientFilter"), tr("Any client"), tr("Client"));
    m_state = addFilter(QStringLiteral("stateFilter"), tr("State"), tr("State"));
    m_decider = addFilter(QStringLiteral("deciderFilter"), tr("Decision"), tr("Decision"));
    m_mount = addFilter(QStringLiteral("mountFilter"), tr("Touches"), tr("Touches"));
    m_session = addFilter(QStringLiteral("sessionFilter"), tr("Session"), tr("Session"));
    m_clear = new Button(tr("Clear filters"), Button::Look::Link, bar);
    m_clear->setObjectName(QStringLiteral("clearFilters"));
    m_export = new Button(tr("Export…"), Button::Look::Normal, bar);
    m_export->setObjectName(QStringLiteral("exportJournal"));
    m_export->setIconName(QStringLiteral("download"));
    m_more = new Button(QString(), Button::Look::Quiet, bar);
    m_more->setObjectName(QStringLiteral("moreOfJournal"));
    m_more->setIconName(QStringLiteral("ellipsis"));
    m_more->setAccessibleName(tr("More"));
    m_more->setToolTip(tr("More"));
    auto *row = new WrapLayout(bar);
    row->setContentsMargins(edge, 12, edge, 8);
    row->setSpacing(8);
    row->addWidget(m_search);
    for (QComboBox *filter : {m_client, m_state, m_decider, m_mount, m_session})
        row->addWidget(filter);
    row->addWidget(m_clear);
    row->addWidget(m_export);
    row->addWidget(m_more);
    return bar;
}

QWidget *JournalPage::buildTimeline()
{
    auto *whole = new QWidget(this);
    auto *title = new TextLine(TextStep::Second, Token::Text, whole);
    title->setText(tr("Runs per hour"));
    title->setWeight(QFont::DemiBold);
    title->setStretching(false);
    m_spanText = new TextLine(TextStep::Second, Token::Text2, whole);
    m_spanText->setTabular(true);
    m_spanText->setStretching(false);
    m_range = new QComboBox(whole);
    m_range->setObjectName(QStringLiteral("journalRange"));
    m_range->setAccessibleName(tr("Time shown"));
    m_range->addItem(tr("Last 24 hours"), 1);
    m_range->addItem(tr("Last 7 days"), 7);
    m_range->addItem(tr("Last 30 days"), 30);
    m_range->setCurrentIndex(1);
    auto *head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(title);
    head->addWidget(new Legend(Token::Accent, tr("Complete"), whole));
    head->addWidget(new Legend(Token::Bad, tr("Error, timeout or killed"), whole));
    head->addWidget(new Legend(Token::Text3, tr("Denied or no answer"), whole));
    head->addStretch(1);
    head->addWidget(m_spanText);
    head->addWidget(m_range);
    m_timeline = new Timeline(whole);
    auto *column = new QVBoxLayout(whole);
    column->setContentsMargins(edge, 0, edge, 8);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(m_timeline);
    return whole;
}

QWidget *JournalPage::buildLeft()
{
    auto *left = new QWidget(this);
    m_list = new JournalList(*m_model, left);
    m_foot = new TextLine(TextStep::Second, Token::Text2, left);
    m_foot->setObjectName(QStringLiteral("journalFoot"));
    m_foot->setFixedHeight(footHeight);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(edge, 0, edge, 0);
    foot->addWidget(m_foot);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(new JournalHeader(left));
    column->addWidget(m_list, 1);
    column->addLayout(foot);
    return left;
}

// Everything that the screen can do, so that nothing needs a key or a place to be known.
QMenu *JournalPage::buildMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(QStringLiteral("shield-check"), Token::Text2), tr("Check for changes"),
                    this, &JournalPage::verify);
    menu->addAction(icon(QStringLiteral("download"), Token::Text2), tr("Export what is listed…"),
                    this, [this] { chooseFormat(m_model->query()); });
    menu->addSeparator();
    menu->addAction(tr("Earlier span"), this, [this] { m_timeline->moveSpan(-1); });
    menu->addAction(tr("Later span"), this, [this] { m_timeline->moveSpan(1); });
    menu->addAction(tr("Wider span"), this, [this] { m_timeline->widenSpan(1); });
    menu->addAction(tr("Narrower span"), this, [this] { m_timeline->widenSpan(-1); });
    menu->addAction(tr("Clear filters"), this, &JournalPage::clearFilters);
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("trash-2"), Token::Text2),
                    tr("Remove the content of what is listed…"), this,
                    [this] { askToPurge(m_model->query(), m_model->matching()); });
    return menu;
}

void JournalPage::fillFixedFilters()
{
    m_state->addItem(stateWord(RunState::Complete), stateList({RunState::Complete}));
    m_state->addItem(
        tr("Error, timeout or killed"),
        stateList({RunState::Error, RunState::Timeout, RunState::Killed, RunState::Crashed}));
    m_state->addItem(tr("Denied or no answer"), stateList({RunState::Denied, RunState::Expired}));
    for (const RunState state :
         {RunState::Error, RunState::Timeout, RunState::Interrupted, RunState::Killed,
          RunState::Crashed, RunState::Denied, RunState::Expired, RunState::Cancelled})
        m_state->addItem(stateWord(state), stateList({state}));
    for (const JournalDecider decider :
         {JournalDecider::You, JournalDecider::Permission, JournalDecider::OwnRun,
          JournalDecider::NoAnswer, JournalDecider::Policy, JournalDecider::TakenBack})
        m_decider->addItem(deciderName(decider), int(decider));
}

// What there is to choose from grows; what was chosen stays.
void JournalPage::fillChoices()
{
    const auto fill = [this](QComboBox *filter, const QList<std::pair<QString, QString>> &items) {
        const QVariant chosen = filter->currentData();
        m_filling = true;
        while (filter->count() > 1)
            filter->removeItem(1);
        for (const auto &[name, value] : items)
            filter->addItem(name, value);
        filter->setCurrentIndex(chosen.isValid() ? std::max(0, filter->findData(chosen)) : 0);
        m_filling = false;
    };
    const JournalChoices &choices = m_model->choices();
    QList<std::pair<QString, QString>> items;
    for (const auto &[client, label] : choices.clients)
        items.append({label, client.value()});
    fill(m_client, std::exchange(items, {}));
    for (const QString &session : choices.sessions)
        items.append({session, session});
    fill(m_session, std::exchange(items, {}));
    for (const QString &mount : choices.mounts)
        items.append({tr("Touches: %1").arg(mount), mount});
    fill(m_mount, items);
}

void JournalPage::connectParts()
{
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        m_typing = m_clock.after(typingPause, this, [this] {
            m_typing.release()->deleteLater(); // it is calling just now
            applyFilters();
        });
    });
    connect(m_search, &QLineEdit::returnPressed, m_list, [this] { m_list->setFocus(); });
    connect(m_clear, &Button::clicked, this, &JournalPage::clearFilters);
    connect(m_export, &Button::clicked, this, [this] { chooseFormat(m_model->query()); });
    connect(m_more, &Button::clicked, this,
            [this] { buildMenu()->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    connect(m_range, &QComboBox::currentIndexChanged, this, &JournalPage::readHours);
    connect(m_timeline, &Timeline::spanChosen, this, &JournalPage::applyFilters);
    connect(m_model, &JournalModel::countsChanged, this, &JournalPage::refreshFoot);
    connect(m_model, &JournalModel::choicesChanged, this, &JournalPage::fillChoices);
    connect(m_model, &JournalModel::loaded, this, [this] {
        readHours();
        m_detail->refresh();
    });
    connect(m_list, &JournalList::chosen, m_detail, &JournalDetail::showRun);
    connect(m_list, &JournalList::opened, this, &JournalPage::openRequested);
    connect(m_list, &JournalList::menuWanted, this, &JournalPage::showMenuOfRun);
    connect(m_detail, &JournalDetail::openRequested, this, &JournalPage::openRequested);
    connect(m_detail, &JournalDetail::runAgainRequested, this, &JournalPage::runAgain);
    connect(m_detail, &JournalDetail::alwaysRequested, this, &JournalPage::allowAlways);
    connect(m_detail, &JournalDetail::exportRequested, this,
            [this](RunId run) { chooseFormat({.runs = {run}}); });
    connect(m_detail, &JournalDetail::purgeRequested, this,
            [this](RunId run) { askToPurge({.runs = {run}}, 1); });
}

// Finding

JournalQuery JournalPage::wantedQuery() const
{
    JournalQuery query;
    query.text = m_search->text().simplified();
    if (m_client->currentIndex() > 0)
        query.clients = {ClientId(m_client->currentData().toString())};
    const QVariantList states = m_state->currentData().toList();
    for (const QVariant &state : states)
        query.states.append(RunState(state.toInt()));
    if (m_decider->currentIndex() > 0)
        query.deciders = {JournalDecider(m_decider->currentData().toInt())};
    if (m_mount->currentIndex() > 0)
        query.mount = m_mount->currentData().toString();
    if (m_session->currentIndex() > 0)
        query.session = m_session->currentData().toString();
    query.from = m_timeline->spanFrom();
    query.until = m_timeline->spanUntil();
    return query;
}

bool JournalPage::isFiltered() const
{
    return m_model->query() != JournalQuery();
}

void JournalPage::applyFilters()
{
    m_model->setQuery(wantedQuery());
    m_clear->setVisible(isFiltered());
    m_spanText->setText(m_timeline->hasSpan()
                            ? spanText(m_timeline->spanFrom(), m_timeline->spanUntil())
                            : QString());
    refreshFoot();
}

void JournalPage::clearFilters()
{
    m_filling = true;
    m_search->clear();
    for (QComboBox *filter : {m_client, m_state, m_decider, m_mount, m_session})
        filter->setCurrentIndex(0);
    m_timeline->setSpan({}, {});
    m_filling = false;
    m_typing.reset();
    applyFilters();
}

void JournalPage::readHours()
{
    const QDateTime until = wholeHour(m_clock.now()).addSecs(3600);
    const QDateTime from = until.addDays(-m_range->currentData().toInt());
    m_desk.hours(from, until)
        .then(this, [this, from, until](const Result<QList<JournalHour>> &hours) {
            if (!hours)
                return;
            m_timeline->setRange(from, until);
            m_timeline->setHours(*hours);
        });
}

void JournalPage::refreshFoot()
{
    const QLocale locale;
    const qint64 all = m_model->choices().runs;
    const QString matching =
        m_model->matching() < 0 ? QStringLiteral("…") : locale.toString(m_model->matching());
    m_foot->setText(isFiltered() ? tr("%1 of %2 runs").arg(matching, locale.toString(all))
                                 : tr("%n run(s)", nullptr, int(all)));
    m_list->setEmptyText(!m_model->problem().isEmpty()
                             ? tr("The journal cannot be read: %1").arg(m_model->problem())
                         : m_model->isLoading() ? QString()
                         : isFiltered()         ? tr("No run matches.")
                                                : tr("No runs yet. Each run will be here."));
    m_export->setEnabled(m_model->rowCount() > 0);
}

void JournalPage::showRun(RunId run)
{
    clearFilters();
    m_list->choose(run);
    m_detail->showRun(run);
}

// Moving

void JournalPage::step(int by)
{
    const int row = m_list->currentIndex().row() + by;
    if (row >= 0 && row < m_model->rowCount())
        m_list->setCurrentIndex(m_model->index(row));
}

void JournalPage::focusPane(int by)
{
    const QList<QWidget *> panes{m_search, m_list, m_detail->codePane()};
    const QWidget *focus = QApplication::focusWidget();
    qsizetype at = 0;
    for (qsizetype pane = 0; pane < panes.size(); ++pane) {
        if (focus && (panes[pane] == focus || panes[pane]->isAncestorOf(focus)))
            at = pane;
    }
    panes[(at + by + panes.size()) % panes.size()]->setFocus(Qt::TabFocusReason);
}

// Those with a name are in the menus, too; the others are there already, of the whole window.
void JournalPage::buildKeys()
{
    const auto add = [this](const QKeySequence &keys, const std::function<void()> &act,
                            const QString &name = {}) {
        m_keys.append({keys, act});
        if (name.isEmpty())
            return;
        auto *action = new QAction(name, this);
        action->setShortcut(keys);
        // Shown beside the name only: this page takes its keys itself, before the window's.
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setVisible(false);
        connect(action, &QAction::triggered, this, act);
        m_menuActions.append(action);
    };
    add(
        QKeySequence::Find,
        [this] {
            m_search->setFocus(Qt::ShortcutFocusReason);
            m_search->selectAll();
        },
        tr("Search the journal"));
    const QList<std::pair<QComboBox *, QString>> filters{{m_client, tr("Filter by client")},
                                                         {m_state, tr("Filter by state")},
                                                         {m_decider, tr("Filter by decision")},
                                                         {m_mount, tr("Filter by folder")},
                                                         {m_session, tr("Filter by session")}};
    for (qsizetype i = 0; i < filters.size(); ++i)
        add(
            Qt::ALT | Qt::Key(Qt::Key_1 + int(i)),
            [filter = filters[i].first] {
                filter->setFocus(Qt::ShortcutFocusReason);
                filter->showPopup();
            },
            filters[i].second);
    add(Qt::CTRL | Qt::Key_Left, [this] { m_timeline->moveSpan(-1); }, tr("Earlier time span"));
    add(Qt::CTRL | Qt::Key_Right, [this] { m_timeline->moveSpan(1); }, tr("Later time span"));
    add(Qt::CTRL | Qt::Key_Plus, [this] { m_timeline->widenSpan(1); }, tr("Wider time span"));
    add(Qt::CTRL | Qt::Key_Equal, [this] { m_timeline->widenSpan(1); });
    add(Qt::CTRL | Qt::Key_Minus, [this] { m_timeline->widenSpan(-1); }, tr("Narrower time span"));
    add(Qt::CTRL | Qt::SHIFT | Qt::Key_X, [this] { clearFilters(); }, tr("Clear filters"));
    add(
        Qt::CTRL | Qt::SHIFT | Qt::Key_E, [this] { chooseFormat(m_model->query()); },
        tr("Export…"));
    add(Qt::CTRL | Qt::Key_R, [this] {
        if (m_detail->canRunAgain())
            runAgain(m_detail->shownRun());
    });
    add(Qt::CTRL | Qt::SHIFT | Qt::Key_N, [this] {
        if (const RunId run = m_detail->shownRun(); !run.isNull())
            Q_EMIT scratchpadRequested(run);
    });
    add(Qt::CTRL | Qt::Key_Up, [this] { step(-1); });
    add(Qt::CTRL | Qt::Key_Down, [this] { step(1); });
    add(Qt::Key_F6, [this] { focusPane(1); });
    add(Qt::SHIFT | Qt::Key_F6, [this] { focusPane(-1); });
}

void JournalPage::showMenuOfRun(const QPoint &place)
{
    const RunId run = m_list->chosenRun();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), this, [this, run] { Q_EMIT openRequested(run); });
    menu->addAction(icon(QStringLiteral("notebook-pen"), Token::Text2), tr("Open in scratchpad"),
                    this, [this, run] { Q_EMIT scratchpadRequested(run); });
    QAction *again = menu->addAction(icon(QStringLiteral("rotate-cw"), Token::Text2),
                                     tr("Run again"), this, [this, run] { runAgain(run); });
    again->setEnabled(m_detail->shownRun() == run && m_detail->canRunAgain());
    QAction *always =
        menu->addAction(icon(QStringLiteral("key-round"), Token::Text2),
                        tr("Exactly this code, always"), this, [this, run] { allowAlways(run); });
    always->setEnabled(m_detail->shownRun() == run && m_detail->canAllowAlways());
    menu->addSeparator();
    menu->addAction(tr("Export this run…"), this, [this, run] { chooseFormat({.runs = {run}}); });
    menu->addAction(tr("Remove its content…"), this,
                    [this, run] { askToPurge({.runs = {run}}, 1); });
    menu->popup(place);
}

// Acting

void JournalPage::chooseFormat(const JournalQuery &query)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("exportMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const JournalFormat format : formats)
        menu->addAction(formatName(format), this,
                        [this, query, format] { askForExport(query, format); });
    menu->popup(m_export->mapToGlobal(QPoint(0, m_export->height())));
}

void JournalPage::askForExport(const JournalQuery &query, JournalFormat format)
{
    const QString name =
        query.runs.size() == 1 ? query.runs.first().toString() : QStringLiteral("glovebox-journal");
    askWhereToSave(this, {.title = tr("Export runs"), .suffix = formatSuffix(format), .name = name},
                   [this, query, format](const QString &path) { exportTo(query, format, path); })
        ->setObjectName(QStringLiteral("exportDialog"));
}

void JournalPage::exportTo(const JournalQuery &query, JournalFormat format, const QString &path)
{
    m_desk.exportRuns(query, format, path).then(this, [this, path](const Result<qint64> &runs) {
        if (runs)
            Q_EMIT message(tr("%n run(s) written to %1. Secrets of known shapes are masked.",
                              nullptr, int(*runs))
                               .arg(shortPath(path)),
                           false);
        else
            Q_EMIT message(runs.error().text, true);
    });
}

void JournalPage::verify()
{
    m_desk.verify().then(this, [this](const Result<JournalCheck> &check) {
        if (!check)
            Q_EMIT message(check.error().text, true);
        else if (!check->problems.isEmpty())
            Q_EMIT message(tr("The journal was changed: %1").arg(check->problems.join(u' ')), true);
        else
            Q_EMIT message(
                tr("%1 rows and %2 files checked, nothing was changed.")
                    .arg(QLocale().toString(check->rows), QLocale().toString(check->files)),
                false);
    });
}

void JournalPage::runAgain(RunId run)
{
    m_desk.runAgain(run).then(this, [this, run](const Result<RunId> &again) {
        if (!again) {
            Q_EMIT message(again.error().text, true);
            return;
        }
        m_detail->compare(run, *again);
        Q_EMIT message(tr("%1 asks to run %2 again in a fresh session.")
                           .arg(again->toString(), run.toString()),
                       false);
    });
}

void JournalPage::allowAlways(RunId run)
{
    const JournalRun recorded = m_detail->recorded();
    if (recorded.row.run != run || !m_detail->canAllowAlways())
        return;
    const auto allowed = m_approvals.allowAlways(recorded.facts.record, recorded.row.clientLabel);
    if (!allowed) {
        Q_EMIT message(allowed.error().text, true);
        return;
    }
    Q_EMIT message(tr("%1 may run exactly the code of %2 from now on, without being asked. Revoke "
                      "it in Clients.")
                       .arg(recorded.row.clientLabel, run.toString()),
                   false);
}

void JournalPage::askToPurge(const JournalQuery &query, qint64 runs)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Glovebox"),
                                tr("Remove the content of %n run(s)?", nullptr, int(runs)),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("purgeQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("Code, output and plots are gone for good. That the runs were, whose they were, who "
           "decided and how they ended stays, and so do their digests."));
    QPushButton *yes = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    yes->setObjectName(QStringLiteral("purgeButton"));
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, [this, query] { purge(query); });
    box->open();
}

void JournalPage::purge(const JournalQuery &query)
{
    m_desk.purge(query).then(this, [this](const Result<PurgeReport> &report) {
        if (report)
            Q_EMIT message(tr("The content of %n run(s) was removed.", nullptr, report->runs),
                           false);
        else
            Q_EMIT message(report.error().text, true);
        m_model->refresh();
    });
}

// Window

bool JournalPage::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const QKeySequence pressed(key->keyCombination());
        for (const Key &known : std::as_const(m_keys)) {
            if (known.keys == pressed) {
                event->accept();
                return true;
            }
        }
    }
    return QWidget::event(event);
}

void JournalPage::keyPressEvent(QKeyEvent *event)
{
    const QKeySequence pressed(event->keyCombination());
    for (const Key &known : std::as_const(m_keys)) {
        if (known.keys == pressed)
            return known.act();
    }
    QWidget::keyPressEvent(event);
}

void JournalPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model->setActive(true);
    for (QAction *action : std::as_const(m_menuActions))
        action->setVisible(true);
}

void JournalPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_model->setActive(false);
    for (QAction *action : std::as_const(m_menuActions))
        action->setVisible(false);
}

void JournalPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
}

} // namespace glovebox::ui
