// SPDX-License-Identifier: MIT
#include "runlistmodel.h"

#include "runtexts.h"
#include "words.h"

#include <QLocale>

#include <ranges>

namespace glovebox::ui {

namespace {

constexpr int pageSize = 500;
// The group of what is not over yet; every day's number is smaller.
constexpr qint64 nowGroup = std::numeric_limits<qint64>::max();

qint64 dayOf(const QDateTime &time)
{
    return time.toLocalTime().date().toJulianDay();
}

bool changesRow(const RunEventBody &body)
{
    return !std::holds_alternative<event::Output>(body) &&
           !std::holds_alternative<event::Display>(body) &&
           !std::holds_alternative<event::Progress>(body) &&
           !std::holds_alternative<event::FileTouched>(body) &&
           !std::holds_alternative<event::ResultValue>(body);
}

} // namespace

RunListModel::RunListModel(RunHub &hub, ProgramControls &controls, Clock &clock, QObject *parent)
    : KeyedListModel(parent)
    , m_hub(hub)
    , m_controls(controls)
    , m_clock(clock)
    , m_refresher(clock, this, [this] { rebuild(false); })
{
    for (const RunId run : m_hub.runs())
        take(*m_hub.facts(run));
    connect(&m_hub, &RunHub::published, this, &RunListModel::onPublished);
    rebuild(true);
    fetchMore({});
}

RunListModel::Entry RunListModel::entryOf(const RunFacts &facts)
{
    Entry entry;
    entry.state = facts.state;
    entry.title = facts.title;
    entry.outcome = outcomeText(facts);
    entry.clientLabel = facts.clientLabel;
    entry.client = facts.record.client;
    entry.session = facts.record.session.id;
    entry.sessionName = facts.record.sessionName;
    entry.asked = facts.asked;
    entry.started = facts.started;
    entry.executionMs = facts.executionMs;
    entry.timeoutSeconds = facts.record.reach.limits.timeout.count();
    entry.byGrant = facts.decision && facts.decision->by == DecisionBy::Grant;
    // What the person runs is decided by them too, and not asked.
    entry.byPerson = facts.decision && facts.decision->by == DecisionBy::Person &&
                     facts.record.client != personClient();
    const QStringList searched{facts.title,       facts.run.toString(),   entry.sessionName,
                               entry.clientLabel, stateWord(entry.state), entry.outcome};
    entry.key = searchKey(searched.join(u'\n'));
    return entry;
}

void RunListModel::take(const RunFacts &facts)
{
    m_entries.insert_or_assign(facts.run, entryOf(facts));
}

void RunListModel::onPublished(const RunEvent &event)
{
    if (!changesRow(event.body))
        return;
    m_changed.insert(event.run);
    m_refresher.request();
}

void RunListModel::takeChanged()
{
    for (const RunId run : std::exchange(m_changed, {})) {
        if (const RunFacts *facts = m_hub.facts(run))
            take(*facts);
    }
}

bool RunListModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && !m_loading && !m_allLoaded;
}

void RunListModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    m_loading = true;
    const RunId before = m_entries.empty() ? RunId() : m_entries.cbegin()->first;
    m_controls.recordedRuns(before, pageSize)
        .then(this,
              [this](const Result<QList<RunFacts>> &page) {
                  m_loading = false;
                  if (page)
                      takePage(*page);
                  else
                      m_allLoaded = true; // the status says what is wrong with the journal
              })
        .onCanceled(this, [this] { m_loading = false; });
}

void RunListModel::takePage(const QList<RunFacts> &page)
{
    m_allLoaded = page.isEmpty();
    for (const RunFacts &facts : page) {
        // What this process knows is newer than what is on the disk.
        if (!m_hub.facts(facts.run))
            take(facts);
    }
    rebuild(false);
}

void RunListModel::setFilter(const QString &text)
{
    if (text == m_filterText)
        return;
    m_filterText = text;
    m_filterWords = searchKey(text).split(u' ', Qt::SkipEmptyParts);
    rebuild(true);
}

void RunListModel::setExpanded(int row, bool expanded)
{
    const RunListRow item = itemAt(row);
    if (item.kind != RunListRow::Kind::Fold)
        return;
    if (expanded)
        m_expanded.insert(item.number);
    else
        m_expanded.erase(item.number);
    rebuild(false);
    touchRow(rowOfKey(keyOf(item)));
}

void RunListModel::setPinned(RunId run)
{
    if (run == m_pinned)
        return;
    m_pinned = run;
    rebuild(false);
}

bool RunListModel::matches(const Entry &entry) const
{
    return std::ranges::all_of(m_filterWords,
                               [&entry](const QString &word) { return entry.key.contains(word); });
}

bool RunListModel::mayFold(RunId run, const Entry &entry) const
{
    return entry.byGrant && entry.state == RunState::Complete && run != m_pinned &&
           m_filterWords.isEmpty();
}

QList<RunListRow> RunListModel::activeRows() const
{
    QList<RunListRow> running;
    QList<RunListRow> starting;
    QList<RunListRow> queued;
    for (const auto &[run, entry] : m_entries) {
        if (isFinal(entry.state) || entry.state == RunState::PendingApproval || !matches(entry))
            continue;
        QList<RunListRow> &rows = entry.state == RunState::Running    ? running
                                  : entry.state == RunState::Starting ? starting
                                                                      : queued;
        rows.append({RunListRow::Kind::Run, run.number(), {}});
    }
    QList<RunListRow> rows = running + starting + queued;
    if (!rows.isEmpty())
        rows.prepend({RunListRow::Kind::Group, nowGroup, {}});
    return rows;
}

// Rows are appended newest first; a run joins the fold that the last row is.
void RunListModel::appendRun(QList<RunListRow> &rows, RunId run, const Entry &entry) const
{
    if (mayFold(run, entry)) {
        if (!rows.isEmpty() && rows.last().kind == RunListRow::Kind::Fold &&
            m_entries.at(rows.last().folded.first()).session == entry.session) {
            rows.last().folded.append(run);
            rows.last().number = run.number();
            return;
        }
        closeFold(rows);
        rows.append({RunListRow::Kind::Fold, run.number(), {run}});
        return;
    }
    closeFold(rows);
    rows.append({RunListRow::Kind::Run, run.number(), {}});
}

// A fold of one is a run; an unfolded one has its runs below it.
void RunListModel::closeFold(QList<RunListRow> &rows) const
{
    if (rows.isEmpty() || rows.last().kind != RunListRow::Kind::Fold)
        return;
    const QList<RunId> folded = rows.last().folded;
    if (folded.size() == 1)
        rows.removeLast();
    if (folded.size() > 1 && !m_expanded.contains(rows.last().number))
        return;
    for (const RunId run : folded)
        rows.append({RunListRow::Kind::Run, run.number(), {}, folded.size() > 1});
}

// Days go by their own number; sessions and clients get one when they are seen first.
qint64 RunListModel::groupOf(const Entry &entry)
{
    switch (m_grouping) {
    case Grouping::Time:
        return dayOf(entry.asked);
    case Grouping::State:
        return int(entry.state);
    case Grouping::Session:
    case Grouping::Client:
        break;
    }
    const QString name = m_grouping == Grouping::Session ? entry.sessionName : entry.clientLabel;
    const auto known = m_groupNumbers.constFind(name);
    if (known != m_groupNumbers.cend())
        return *known;
    m_groupNumbers.insert(name, m_groupNames.size());
    m_groupNames.append(name);
    return m_groupNames.size() - 1;
}

// Days and what happened last come first; states stand in their own order.
QList<qint64> RunListModel::groupOrder(const QHash<qint64, QList<RunId>> &groups) const
{
    QList<qint64> order = groups.keys();
    std::ranges::sort(order, [&](qint64 a, qint64 b) {
        return m_grouping == Grouping::State ? a < b
                                             : groups[a].constFirst() > groups[b].constFirst();
    });
    return order;
}

void RunListModel::appendGroups(QList<RunListRow> &rows)
{
    QHash<qint64, QList<RunId>> groups;
    for (const auto &[run, entry] : std::views::reverse(m_entries)) {
        if (isFinal(entry.state) && matches(entry))
            groups[groupOf(entry)].append(run);
    }
    for (const qint64 group : groupOrder(groups)) {
        closeFold(rows);
        rows.append({RunListRow::Kind::Group, group, {}});
        for (const RunId run : std::as_const(groups)[group])
            appendRun(rows, run, entry(run));
    }
    closeFold(rows);
}

void RunListModel::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping)
        return;
    m_grouping = grouping;
    m_groupNames.clear();
    m_groupNumbers.clear();
    rebuild(true);
}

void RunListModel::rebuild(bool fresh)
{
    takeChanged();
    QList<RunListRow> rows = activeRows();
    appendGroups(rows);
    if (fresh) {
        reset(std::move(rows));
    } else {
        sync(std::move(rows));
        touchAll();
    }
    count();
    scheduleTick();
}

void RunListModel::count()
{
    const qint64 today = dayOf(m_clock.now());
    int runs = 0;
    int asked = 0;
    for (const auto &[run, entry] : std::views::reverse(m_entries)) {
        if (dayOf(entry.asked) != today)
            break;
        ++runs;
        asked += entry.byPerson || entry.state == RunState::PendingApproval ||
                         entry.state == RunState::Expired
                     ? 1
                     : 0;
    }
    m_runsToday = runs;
    m_askedToday = asked;
    Q_EMIT countsChanged();
}

// Running times go on, and at midnight "Earlier today" becomes "Yesterday".
void RunListModel::scheduleTick()
{
    if (m_tick)
        return;
    m_tick = m_clock.after(std::chrono::seconds(1), this, [this] {
        m_tick.release()->deleteLater();
        tick();
        scheduleTick();
    });
}

void RunListModel::tick()
{
    for (int row = 0; row < m_items.size(); ++row) {
        const RunListRow &item = m_items.at(row);
        if (item.kind == RunListRow::Kind::Group) {
            if (item.number != nowGroup)
                break;
            continue;
        }
        if (item.kind == RunListRow::Kind::Run && !isFinal(entry(RunId(item.number)).state))
            Q_EMIT dataChanged(index(row), index(row), {DurationRole, Qt::AccessibleTextRole});
    }
}

int RunListModel::rowOf(RunId run) const
{
    int fold = -1;
    for (int row = 0; row < m_items.size(); ++row) {
        const RunListRow &item = m_items.at(row);
        if (item.kind == RunListRow::Kind::Run && item.number == run.number())
            return row;
        if (item.kind == RunListRow::Kind::Fold && item.folded.contains(run))
            fold = row;
    }
    return fold;
}

RunId RunListModel::neighbour(RunId run, int step) const
{
    const int way = step < 0 ? -1 : 1;
    int row = rowOf(run);
    for (int left = std::abs(step); left > 0;) {
        row += way;
        if (row < 0 || row >= m_items.size())
            return {};
        if (m_items.at(row).kind == RunListRow::Kind::Run)
            --left;
    }
    return row < 0 ? RunId() : RunId(m_items.at(row).number);
}

RunId RunListModel::firstRun() const
{
    for (const RunListRow &item : m_items) {
        if (item.kind == RunListRow::Kind::Run)
            return RunId(item.number);
    }
    return {};
}

Qt::ItemFlags RunListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    // Headings are read, never chosen.
    if (itemAt(index.row()).kind == RunListRow::Kind::Group)
        return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QString RunListModel::groupTitle(qint64 group) const
{
    if (group == nowGroup)
        return tr("Now");
    if (m_grouping == Grouping::State)
        return stateWord(RunState(group));
    if (m_grouping != Grouping::Time)
        return m_groupNames.value(group);
    const qint64 day = group;
    const qint64 today = dayOf(m_clock.now());
    if (day == today)
        return tr("Earlier today");
    if (day == today - 1)
        return tr("Yesterday");
    return QLocale().toString(QDate::fromJulianDay(day), QLocale::LongFormat);
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RunListRow &row = itemAt(index.row());
    if (role == KindRole)
        return int(row.kind);
    switch (row.kind) {
    case RunListRow::Kind::Group:
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole
                   ? QVariant(groupTitle(row.number))
                   : QVariant();
    case RunListRow::Kind::Fold:
        return foldData(row, role);
    case RunListRow::Kind::Run:
        return role == InFoldRole ? QVariant(row.inFold) : runData(row, role);
    }
    return {};
}

QVariant RunListModel::foldData(const RunListRow &row, int role) const
{
    const Entry &newest = entry(row.folded.first());
    const int runs = int(row.folded.size());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return tr("%n run(s) in %1", nullptr, runs).arg(newest.sessionName);
    case SecondLineRole:
        return tr("allowed by a standing permission");
    case RunRole:
        return QVariant::fromValue(row.folded.first());
    case StateRole:
        return int(newest.state);
    case ClientLabelRole:
        return newest.clientLabel;
    case ClientKeyRole:
        return newest.client.value();
    case SessionRole:
        return newest.sessionName;
    case TimeRole:
        return timeOfDay(newest.asked);
    case ExpandedRole:
        return m_expanded.contains(row.number);
    case DurationRole: {
        qint64 total = 0;
        for (const RunId run : row.folded)
            total += entry(run).executionMs;
        return secondsText(total);
    }
    default:
        return {};
    }
}

QVariant RunListModel::runData(const RunListRow &row, int role) const
{
    const RunId run(row.number);
    const Entry &e = entry(run);
    switch (role) {
    case Qt::DisplayRole:
        return e.title;
    case Qt::ToolTipRole:
        return quotedToolTip(e.title);
    case Qt::AccessibleTextRole:
        return accessibleText(run, e);
    case RunRole:
        return QVariant::fromValue(run);
    case StateRole:
        return int(e.state);
    case StateWordRole:
        return stateWord(e.state);
    case SecondLineRole:
        return sideBySide(run.toString(), e.outcome);
    case ClientLabelRole:
        return e.clientLabel;
    case ClientKeyRole:
        return e.client.value();
    case SessionRole:
        return e.sessionName;
    case DurationRole:
        return durationText(e.state, e.started, e.executionMs, m_clock.now());
    case TimeRole:
        return timeOfDay(e.asked);
    default:
        return {};
    }
}

QString RunListModel::accessibleText(RunId run, const Entry &e) const
{
    const QString state = stateWord(e.state);
    if (e.state == RunState::Running) {
        const int seconds = int(e.started.secsTo(m_clock.now()));
        return tr("Run %1, %2, %n second(s) of %3, %4, %5", nullptr, seconds)
            .arg(run.toString(), state)
            .arg(e.timeoutSeconds)
            .arg(e.clientLabel, e.title);
    }
    return tr("Run %1, %2, %3, %4").arg(run.toString(), state, e.clientLabel, e.title);
}

} // namespace glovebox::ui
