// SPDX-License-Identifier: MIT
#include "batchview.h"

#include "approvalwords.h"
#include "askheader.h"
#include "batchdelegate.h"
#include "findingwords.h"
#include "reachstrip.h"

#include <ui/code/codetext.h>
#include <ui/code/codeview.h>
#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int gap = 8;
constexpr int listWidth = 264;
constexpr int decideWidth = 208;

bool isWaiting(const PendingRequest &request)
{
    return request.state == PendingRequest::State::Waiting;
}

QString keyText(const QKeySequence &key)
{
    return key.toString(QKeySequence::NativeText);
}

// What all of them reach together.
Reach together(const QList<PendingRequest> &requests)
{
    Reach all;
    all.limits = {std::chrono::seconds(0), 0};
    for (const PendingRequest &request : requests) {
        const Reach &reach = request.record.reach;
        for (const MountReach &mount : reach.mounts) {
            const auto same = std::ranges::find_if(all.mounts, [&mount](const MountReach &have) {
                return have.name == mount.name && have.hostPath == mount.hostPath;
            });
            if (same == all.mounts.end())
                all.mounts.append(mount);
            else
                same->mode = std::max(same->mode, mount.mode);
        }
        for (const PackagePin &pin : reach.packages) {
            if (!all.packages.contains(pin))
                all.packages.append(pin);
        }
        all.limits.timeout = std::max(all.limits.timeout, reach.limits.timeout);
        all.limits.heapBytes = std::max(all.limits.heapBytes, reach.limits.heapBytes);
    }
    return all;
}

// What the codes of all of them seem to do. What is not known of one is not known of all.
FindingReport foundTogether(const QList<PendingRequest> &requests)
{
    FindingReport all = FindingReport::notCode();
    if (requests.isEmpty()) // and that is known
        all.state = FindingReport::State::Complete;
    for (const PendingRequest &request : requests) {
        const FindingReport one = seemsToDo(request.record, request.findings);
        if (one.state != FindingReport::State::Complete)
            return one;
        all.state = one.state;
        all.findings += one.findings;
        for (const NamedFile &file : one.files) {
            if (!all.files.contains(file))
                all.files.append(file);
        }
        for (const QString &package : one.packages) {
            if (!all.packages.contains(package))
                all.packages.append(package);
        }
        all.readsUnknown |= one.readsUnknown;
        all.writesUnknown |= one.writesUnknown;
        all.usesNetwork |= one.usesNetwork;
        all.lines += one.lines;
    }
    return all;
}

} // namespace

BatchView::BatchView(ApprovalDesk &desk, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_clock(clock)
    , m_guard(clock)
{
    setObjectName(QStringLiteral("batchView"));
    m_header = new AskHeader(this);
    m_header->keepWaitingButton()->setToolTip(tr("Adds 10 minutes to each"));
    connect(m_header, &AskHeader::keepWaiting, this, &BatchView::keepWaiting);
    m_reach = new ReachStrip(this);
    m_failed = new SentenceBar(Token::BadBg, Token::Bad, this);
    m_failed->setObjectName(QStringLiteral("batchFailedBar"));
    m_deadBar = new TimeBar(Token::Accent, this);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(buildLeft());
    middle->addWidget(buildRight(), 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_reach);
    column->addLayout(middle, 1);
    column->addWidget(m_failed);
    column->addWidget(m_deadBar);
    column->addWidget(buildButtons());
    addKeys();
    setTabOrder({m_list, m_code, m_reach, m_header->keepWaitingButton(), m_oneByOne, m_notNow,
                 m_deny, m_allow});

    connect(&m_guard.deadTime(), &DeadTime::changed, this, [this] {
        for (Button *button : {m_oneByOne, m_notNow, m_deny, m_allow})
            button->setDimmed(!m_guard.isReady());
        m_deadBar->setFraction(m_guard.deadTime().fractionLeft());
    });
    connect(m_list, &QListWidget::currentRowChanged, this, &BatchView::choose);
    connect(m_list, &QListWidget::itemChanged, this, &BatchView::onTicked);
    connect(&desk, &ApprovalDesk::requestChanged, this, &BatchView::onChanged);
    connect(&desk, &ApprovalDesk::requestRemoved, this, &BatchView::onRemoved);
}

BatchView::~BatchView() = default;

// ---- parts ----

QWidget *BatchView::buildLeft()
{
    auto *left = new QWidget(this);
    left->setFixedWidth(listWidth);
    m_list = new QListWidget(left);
    m_list->setObjectName(QStringLiteral("batchList"));
    m_list->setAccessibleName(tr("Requests to review together"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new BatchDelegate(m_list));
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *rules = new SentenceBar(Token::Hover, Token::Text2, left);
    rules->setSentence(QStringLiteral("info"),
                       tr("Ticked runs must have been on screen. Runs that reach somewhere new "
                          "are decided alone. Later requests never join."));
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_list, 1);
    column->addWidget(rules);
    return left;
}

QWidget *BatchView::buildRight()
{
    auto *right = new QWidget(this);
    m_shown = new TextLine(TextStep::Second, Token::Text2, right);
    m_shown->setObjectName(QStringLiteral("batchShown"));
    m_code = new CodeView(right);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(edge, 6, edge, 6);
    head->addWidget(m_shown);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_code, 1);
    return right;
}

QWidget *BatchView::buildButtons()
{
    auto *bar = new QWidget(this);
    m_oneByOne = new Button(tr("One by one"), Button::Look::Quiet, bar);
    m_oneByOne->setObjectName(QStringLiteral("oneByOneButton"));
    m_oneByOne->setKeyHint(keyText(QKeySequence(Qt::ALT | Qt::Key_B)));
    m_notNow = new Button(tr("Not now"), Button::Look::Quiet, bar);
    m_notNow->setObjectName(QStringLiteral("batchNotNowButton"));
    m_notNow->setKeyHint(keyText(QKeySequence(Qt::Key_Escape)));
    m_deny = new Button(QString(), Button::Look::Normal, bar);
    m_deny->setObjectName(QStringLiteral("batchDenyButton"));
    m_deny->setKeyHint(keyText(QKeySequence(Qt::ALT | Qt::Key_D)));
    m_deny->setFixedWidth(decideWidth);
    m_allow = new Button(QString(), Button::Look::Preferred, bar);
    m_allow->setObjectName(QStringLiteral("batchAllowButton"));
    m_allow->setKeyHint(keyText(QKeySequence(Qt::ALT | Qt::Key_A)));
    m_allow->setFixedWidth(decideWidth);
    m_guard.guard(m_oneByOne, [this] { Q_EMIT finished(m_chosen); });
    m_guard.guard(m_notNow, [this] { Q_EMIT notNow(); });
    m_guard.guard(m_deny, [this] { decide(false); });
    m_guard.guard(m_allow, [this] { decide(true); });
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(edge, 11, edge, 11);
    row->setSpacing(gap);
    row->addWidget(m_oneByOne);
    row->addStretch(1);
    row->addWidget(m_notNow);
    row->addWidget(m_deny);
    row->addWidget(m_allow);
    return bar;
}

void BatchView::addKeys()
{
    const auto add = [this](const QKeySequence &key, const std::function<void()> &act) {
        m_guard.guardKey(this, key, [this, act] {
            if (isOpen() && isVisible())
                act();
        });
    };
    add(QKeySequence(Qt::ALT | Qt::Key_A), [this] { decide(true); });
    add(QKeySequence(Qt::ALT | Qt::Key_D), [this] { decide(false); });
    add(QKeySequence(Qt::ALT | Qt::Key_K), [this] { keepWaiting(); });
    add(QKeySequence(Qt::Key_Escape), [this] { Q_EMIT notNow(); });
    add(QKeySequence(Qt::Key_F8), [this] { m_code->showNextMark(true); });
    add(QKeySequence(Qt::SHIFT | Qt::Key_F8), [this] { m_code->showNextMark(false); });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { m_code->copyAll(); });
    add(QKeySequence(Qt::ALT | Qt::Key_W), [this] { m_code->setWrap(!m_code->wraps()); });
}

// ---- the requests ----

QList<PendingRequest> BatchView::batchOf(const QList<PendingRequest> &requests, RunId run)
{
    const auto found = std::ranges::find(requests, run, &PendingRequest::run);
    if (found == requests.end() || !isWaiting(*found))
        return {};
    QList<PendingRequest> batch;
    for (const PendingRequest &request : requests) {
        // Folders and packages have a page of their own that a list of codes does not show.
        const bool hasCode =
            request.record.tool != folderRequestTool && request.record.tool != u"install_packages";
        if (hasCode && isWaiting(request) && request.record.client == found->record.client &&
            request.record.session.id == found->record.session.id)
            batch.append(request);
    }
    const bool itself = std::ranges::find(batch, run, &PendingRequest::run) != batch.end();
    return batch.size() > 1 && itself ? batch : QList<PendingRequest>();
}

bool BatchView::open(RunId run)
{
    const QList<PendingRequest> batch = batchOf(m_desk.requests(), run);
    if (batch.isEmpty())
        return false;
    close();
    m_filling = true;
    for (const PendingRequest &request : batch) {
        m_items.append({request, prepareCode(request.record.code).lines});
        m_list->addItem(new QListWidgetItem);
        refreshRow(static_cast<int>(m_items.size()) - 1);
    }
    m_filling = false;
    const PendingRequest &first = m_items.first().request;
    m_header->setClient(first.record.client, first.clientLabel);
    m_list->setCurrentRow(rowOf(run));
    m_guard.deadTime().start();
    refresh();
    m_list->setFocus(Qt::OtherFocusReason);
    return true;
}

void BatchView::close()
{
    m_filling = true;
    m_items.clear();
    m_list->clear();
    m_filling = false;
    m_chosen = {};
    m_failure.clear();
    m_seenTimer.reset();
    m_tick.reset();
    m_code->setCode(QByteArray(), QString());
}

BatchView::Item *BatchView::itemOf(RunId run)
{
    const int row = rowOf(run);
    return row < 0 ? nullptr : &m_items[row];
}

int BatchView::rowOf(RunId run) const
{
    const auto found =
        std::ranges::find(m_items, run, [](const Item &item) { return item.request.run; });
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

QList<RunId> BatchView::ticked() const
{
    QList<RunId> runs;
    for (const Item &item : m_items) {
        if (item.ticked)
            runs.append(item.request.run);
    }
    return runs;
}

void BatchView::choose(int row)
{
    if (m_filling || row < 0 || row >= m_items.size())
        return;
    const PendingRequest &request = m_items[row].request;
    if (m_chosen == request.run)
        return;
    m_chosen = request.run;
    m_code->setCode(request.record.code, highlightName(request.record));
    refreshMarks();
    m_shown->setText(
        sideBySide(request.run.toString(), tr("%n lines", nullptr, m_code->content().lines)));
    m_guard.deadTime().start();
    watchWhatIsSeen();
}

void BatchView::refreshMarks()
{
    if (const Item *item = itemOf(m_chosen))
        m_code->setMarks(findingMarks(item->request.findings, item->request.record.reach));
}

void BatchView::watchWhatIsSeen()
{
    m_seenTimer.reset();
    Item *item = itemOf(m_chosen);
    if (!item || item->seen || !isVisible() || !window()->isActiveWindow())
        return;
    m_seenTimer = m_clock.after(limits::codeSeenTime, this, [this, run = m_chosen] {
        m_seenTimer.release()->deleteLater(); // it is calling just now
        if (Item *seen = itemOf(run)) {
            seen->seen = true;
            refreshRow(rowOf(run));
        }
    });
}

void BatchView::onTicked(QListWidgetItem *entry)
{
    if (m_filling)
        return;
    const int row = m_list->row(entry);
    if (row < 0 || row >= m_items.size())
        return;
    m_items[row].ticked = entry->checkState() == Qt::Checked;
    refresh();
}

void BatchView::onChanged(RunId run)
{
    Item *item = itemOf(run);
    if (!item)
        return;
    const auto now = m_desk.request(run);
    if (!now || !isWaiting(*now))
        return onRemoved(run);
    if (now->digest != item->request.digest) {
        // It is another request now: what was seen and ticked was the one before.
        item->seen = false;
        item->ticked = false;
        item->lines = prepareCode(now->record.code).lines;
        if (m_chosen == run) {
            m_chosen = {};
            item->request = *now;
            choose(rowOf(run));
        }
    }
    item->request = *now;
    item->ticked = item->ticked && !now->newHere;
    refreshRow(rowOf(run));
    if (m_chosen == run)
        refreshMarks();
    refresh();
}

void BatchView::onRemoved(RunId run)
{
    const int row = rowOf(run);
    if (row < 0)
        return;
    m_filling = true;
    m_items.removeAt(row);
    delete m_list->takeItem(row);
    m_filling = false;
    if (m_chosen == run) {
        m_chosen = {};
        choose(std::clamp(row, 0, static_cast<int>(m_items.size()) - 1));
        m_list->setCurrentRow(rowOf(m_chosen));
    }
    refresh();
    finishIfFew();
}

void BatchView::finishIfFew()
{
    if (m_items.size() < 2 && !m_items.isEmpty())
        Q_EMIT finished(m_items.first().request.run);
    else if (m_items.isEmpty())
        Q_EMIT finished(RunId());
}

// ---- what is seen ----

void BatchView::refreshRow(int row)
{
    if (row < 0)
        return;
    const Item &item = m_items[row];
    const PendingRequest &request = item.request;
    const QString facts = sideBySide(request.run.toString(), tr("%n lines", nullptr, item.lines));
    QString second = sideBySide(facts, item.seen ? tr("seen") : tr("not seen"));
    if (request.newHere)
        second = sideBySide(second, tr("New"));
    const QString title =
        request.record.tool == u"write_file" ? request.record.path : oneLine(request.title);
    const bool filling = std::exchange(m_filling, true);
    QListWidgetItem *entry = m_list->item(row);
    entry->setText(oneLine(title));
    entry->setData(BatchDelegate::FactsRole, facts);
    entry->setData(BatchDelegate::SeenRole, item.seen);
    entry->setData(BatchDelegate::NewRole, request.newHere);
    entry->setToolTip(quotedToolTip(title));
    const bool canTick = item.seen && !request.newHere;
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled;
    if (canTick)
        flags |= Qt::ItemIsUserCheckable;
    entry->setFlags(flags);
    entry->setCheckState(item.ticked ? Qt::Checked : Qt::Unchecked);
    entry->setData(Qt::AccessibleTextRole,
                   tr("%1, %2").arg(oneLine(title), QString(second).replace(QStringLiteral(" · "),
                                                                            QStringLiteral(", "))));
    m_filling = filling;
}

void BatchView::refresh()
{
    if (m_items.isEmpty())
        return;
    const auto count = static_cast<int>(ticked().size());
    const PendingRequest &first = m_items.first().request;
    m_header->setTitle(tr("%1 asks for %n runs", nullptr, static_cast<int>(m_items.size()))
                           .arg(oneLine(first.clientLabel)));
    m_header->setLine(sideBySide(tr("Session %1").arg(first.record.sessionName),
                                 tr("reach of the %n ticked runs together", nullptr, count)));
    QList<PendingRequest> chosen;
    for (const Item &item : std::as_const(m_items)) {
        if (item.ticked)
            chosen.append(item.request);
    }
    PendingRequest united = first;
    united.record.tool.clear(); // they may be of several
    united.record.reach = together(chosen);
    united.findings = foundTogether(chosen);
    m_reach->setRequest(united);
    m_allow->setText(tr("Allow these %n", nullptr, count));
    m_deny->setText(tr("Deny these %n", nullptr, count));
    // What is still being read is not known yet (UI.md 4.5).
    const bool areRead = std::ranges::all_of(
        chosen, [](const PendingRequest &request) { return request.findings.isSettled(); });
    m_allow->setEnabled(count > 0 && areRead && m_problem.isEmpty());
    m_deny->setEnabled(count > 0 && areRead);
    const QString &failed = m_failure.isEmpty() ? m_problem : m_failure;
    m_failed->setVisible(!failed.isEmpty());
    if (!failed.isEmpty())
        m_failed->setSentence(QStringLiteral("circle-x"), failed);
    refreshTime();
}

void BatchView::refreshTime()
{
    m_tick.reset();
    const PendingRequest *next = nullptr;
    for (const Item &item : std::as_const(m_items)) {
        if (item.request.expires.isValid() && (!next || item.request.expires < next->expires))
            next = &item.request;
    }
    if (!next)
        return m_header->setTimeLeft(std::nullopt, 0, false);
    const auto left = timeLeft(*next, m_clock.now()).value_or(std::chrono::seconds(0));
    const auto total = static_cast<double>(next->asked.secsTo(next->expires));
    m_header->setTimeLeft(left, total > 0 ? static_cast<double>(left.count()) / total : 0, false,
                          next->expires);
    if (left.count() > 0 && isVisible())
        m_tick = m_clock.after(std::chrono::seconds(1), this, [this] {
            m_tick.release()->deleteLater(); // it is calling just now
            refreshTime();
        });
}

void BatchView::setProblem(const QString &problem)
{
    m_problem = problem;
    refresh();
}

// ---- decisions ----

void BatchView::decide(bool allow)
{
    if (allow && !m_problem.isEmpty())
        return;
    QList<PendingRequest> chosen;
    for (const Item &item : std::as_const(m_items)) {
        if (item.ticked)
            chosen.append(item.request);
    }
    if (chosen.isEmpty())
        return;
    m_failure.clear();
    m_guard.deadTime().start();
    // Each by its own id and digest: one that changed or ended meanwhile is refused alone.
    for (const PendingRequest &request : std::as_const(chosen)) {
        Answer answer;
        answer.allow = allow;
        const Result<> result = m_desk.answer(request.run, request.digest, answer);
        if (!result && isOpen())
            m_failure = sideBySide(request.run.toString(), result.error().text);
    }
    refresh();
}

void BatchView::keepWaiting()
{
    const QList<Item> items = m_items;
    for (const Item &item : items) {
        // One that ended this very moment leaves the list by itself.
        static_cast<void>(m_desk.keepWaiting(item.request.run));
    }
    refreshTime();
}

bool BatchView::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::Show) {
        m_guard.deadTime().start();
        watchWhatIsSeen();
    }
    if (event->type() == QEvent::WindowDeactivate || event->type() == QEvent::Hide)
        m_seenTimer.reset();
    return QWidget::event(event);
}

void BatchView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    painter.fillRect(QRect(0, 0, width(), m_header->headHeight()), color(Token::Surface));
    paintHorizontalLine(painter, 0, width(), m_deadBar->geometry().top() - 1, color(Token::Line));
}

} // namespace glovebox::ui
