// SPDX-License-Identifier: MIT
#include "packagesmodel.h"

#include "words.h"

#include "base/packagelock.h"

#include <QPointer>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

QString groupWord(PackagesModel::Group group)
{
    switch (group) {
    case PackagesModel::Group::Installed:
        return PackagesModel::tr("Installed");
    case PackagesModel::Group::Available:
        return PackagesModel::tr("Available");
    case PackagesModel::Group::Blocked:
        return PackagesModel::tr("Blocked");
    }
    Q_UNREACHABLE_RETURN(QString());
}

// Names with "*" stand for many.
bool isNamed(const QStringList &patterns, const QString &name)
{
    return std::ranges::any_of(patterns, [&name](const QString &pattern) {
        if (!pattern.contains(u'*'))
            return pattern == name;
        const QString head = pattern.section(u'*', 0, 0);
        const QString tail = pattern.section(u'*', -1);
        return name.size() >= head.size() + tail.size() && name.startsWith(head) &&
               name.endsWith(tail);
    });
}

int advisories(const PlannedPackage &package)
{
    return int(std::ranges::count(package.warnings, u"advisory"_s, &PackageWarning::rule));
}

} // namespace

PackagesModel::PackagesModel(const Parts &parts, QObject *parent)
    : QAbstractTableModel(parent)
    , m_parts(parts)
{
    connect(&parts.desk, &PackageDesk::policyChanged, this, &PackagesModel::refresh);
    connect(&parts.desk, &PackageDesk::cacheChanged, this, &PackagesModel::refresh);
    connect(&parts.desk, &PackageDesk::sourcesChanged, this, &PackagesModel::refresh);
    connect(&parts.desk, &PackageDesk::advisoriesChanged, this, &PackagesModel::refresh);
    connect(&parts.details, &PackageDetails::changed, this, &PackagesModel::refresh);
    connect(&parts.controls, &ProgramControls::sessionsChanged, this, &PackagesModel::refresh);
    refresh();
}

void PackagesModel::setFilter(Filter filter)
{
    if (std::exchange(m_filter, filter) != filter)
        refresh();
}

void PackagesModel::setSearch(const QString &text)
{
    const QString key = searchKey(text.trimmed());
    if (std::exchange(m_search, key) != key)
        refresh();
}

void PackagesModel::setSession(const SessionId &session)
{
    if (std::exchange(m_session, session) != session)
        refresh();
}

void PackagesModel::addFound(const ProjectFacts &project)
{
    if (project.versions.isEmpty())
        return;
    PlannedPackage package;
    package.name = normalisedPackageName(project.name);
    package.version = project.versions.first();
    package.origin = PackageOrigin::Index;
    m_found.insert(package.name, package);
    refresh();
}

// Every row without headings, by group and name.
QList<PackagesModel::Row> PackagesModel::everything() const
{
    QMap<QString, Row> installed, available, blocked;
    for (const SessionStatus &session : m_parts.controls.sessions()) {
        if (!m_session.isNull() && session.ref.id != m_session)
            continue;
        for (const PlannedPackage &package :
             m_parts.details.detailsOf(m_parts.details.installed(session.ref))) {
            Row &row = installed[package.name + u' ' + package.version];
            row.group = Group::Installed;
            row.package = package;
            row.usedBy.append(session.name);
        }
    }
    const auto offer = [&](const PlannedPackage &package, bool cached) {
        const bool there = std::ranges::any_of(installed, [&package](const Row &row) {
            return row.package.name == package.name && row.package.version == package.version;
        });
        if (!there && !available.contains(package.name))
            available.insert(
                package.name,
                {.group = Group::Available, .package = package, .usedBy = {}, .cached = cached});
    };
    for (const PlannedPackage &package : m_parts.desk.bundled())
        offer(package, false);
    for (const CachedPackage &item : m_parts.desk.cached())
        offer(item.package, true);
    for (const PlannedPackage &package : m_parts.desk.released())
        offer(package, false);
    for (const PlannedPackage &package : m_found)
        offer(package, false);
    const PackagePolicy policy = m_parts.desk.policy();
    available.removeIf([&policy](const auto &item) { return isNamed(policy.blocked, item.key()); });
    // A rule that nothing here is subject to is shown all the same, so that it can be taken back.
    for (const auto &[name, allowance] : policy.unasked.asKeyValueRange()) {
        const auto isIt = [&name](const Row &row) { return row.package.name == name; };
        if (isNamed(policy.blocked, name) || std::ranges::any_of(installed, isIt) ||
            available.contains(name))
            continue;
        Row row{.group = Group::Available, .package = {}, .usedBy = {}};
        row.package.name = name;
        row.package.origin = PackageOrigin::Index;
        available.insert(name, row);
    }
    for (const QString &name : policy.blocked) {
        Row row{.group = Group::Blocked, .package = {}, .usedBy = {}};
        row.package.name = name;
        row.package.origin = PackageOrigin::Index;
        blocked.insert(name, row);
    }
    return installed.values() + available.values() + blocked.values();
}

bool PackagesModel::fits(const Row &row) const
{
    if (!m_search.isEmpty() && !searchKey(row.package.name).contains(m_search) &&
        !searchKey(row.package.summary).contains(m_search))
        return false;
    switch (m_filter) {
    case Filter::All:
        return true;
    case Filter::Installed:
        return row.group == Group::Installed;
    case Filter::Available:
        return row.group == Group::Available;
    case Filter::Blocked:
        return row.group == Group::Blocked;
    case Filter::Warned:
        return advisories(row.package) > 0;
    }
    Q_UNREACHABLE_RETURN(false);
}

void PackagesModel::refresh()
{
    m_all = everything();
    QList<Row> rows;
    for (const Group group : {Group::Installed, Group::Available, Group::Blocked}) {
        QList<Row> own = m_all;
        own.removeIf([&](const Row &row) { return row.group != group || !fits(row); });
        if (own.isEmpty())
            continue;
        rows.append({.group = group,
                     .heading = true,
                     .count = int(own.size()),
                     .package = {},
                     .usedBy = {}});
        rows += own;
    }
    Q_EMIT countsChanged();
    // Of the same rows only facts changed, rules among them, which no row holds: a selection stays.
    const auto sameRow = [](const Row &a, const Row &b) {
        return a.heading == b.heading && a.group == b.group && a.package.name == b.package.name &&
               a.package.version == b.package.version;
    };
    if (std::ranges::equal(rows, m_rows, sameRow)) {
        m_rows = rows;
        if (!rows.isEmpty())
            Q_EMIT dataChanged(index(0, 0), index(int(rows.size()) - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

const PackagesModel::Row *PackagesModel::row(int row) const
{
    if (row < 0 || row >= m_rows.size() || m_rows.at(row).heading)
        return nullptr;
    return &m_rows.at(row);
}

const PackagesModel::Row *PackagesModel::find(const QString &name) const
{
    const auto it = std::ranges::find_if(
        m_rows, [&name](const Row &row) { return !row.heading && row.package.name == name; });
    return it == m_rows.cend() ? nullptr : &*it;
}

int PackagesModel::count(Filter filter) const
{
    return int(std::ranges::count_if(m_all, [filter](const Row &row) {
        switch (filter) {
        case Filter::Installed:
            return row.group == Group::Installed;
        case Filter::Available:
            return row.group == Group::Available;
        case Filter::Blocked:
            return row.group == Group::Blocked;
        case Filter::Warned:
            return advisories(row.package) > 0;
        case Filter::All:
            break;
        }
        return true;
    }));
}

bool PackagesModel::isBlocked(const QString &name) const
{
    return isNamed(m_parts.desk.policy().blocked, name);
}

QString PackagesModel::minimum(const QString &name) const
{
    return m_parts.desk.policy().minimum.value(name);
}

QString PackagesModel::unaskedVersions(const QString &name) const
{
    return m_parts.desk.policy().unasked.value(name).versions;
}

PackagesModel::Choice PackagesModel::choice(const QString &name) const
{
    const PackagePolicy policy = m_parts.desk.policy();
    if (isNamed(policy.blocked, name))
        return Choice::Block;
    const Row *row = find(name);
    const bool bundled = row && row->package.origin == PackageOrigin::Bundled;
    return bundled || policy.unasked.contains(name) ? Choice::Allow : Choice::Ask;
}

Result<> PackagesModel::setChoice(const QString &name, Choice choice)
{
    PackagePolicy policy = m_parts.desk.policy();
    policy.blocked.removeAll(name);
    if (choice == Choice::Block)
        policy.blocked.append(name);
    else if (isNamed(policy.blocked, name))
        return fail(ErrorCode::Conflict,
                    tr("%1 is blocked by a rule with *: change that rule.").arg(name));
    policy.blocked.sort();
    policy.unasked.remove(name);
    const Row *row = find(name);
    if (choice == Choice::Allow && !(row && row->package.origin == PackageOrigin::Bundled)) {
        if (!row || row->package.version.isEmpty())
            return fail(
                ErrorCode::InvalidArgument,
                tr("Search the index for %1 first: what is allowed is a version.").arg(name));
        policy.unasked.insert(name, {u"=="_s + row->package.version, row->package.sha256});
    }
    return m_parts.desk.setPolicy(policy);
}

Result<> PackagesModel::setUnaskedVersions(const QString &name, const QString &versions)
{
    PackagePolicy policy = m_parts.desk.policy();
    const auto rule = policy.unasked.find(name);
    const QString wanted = versions.trimmed();
    if (rule == policy.unasked.end() || rule->versions == wanted)
        return {};
    if (!isVersionRange(wanted))
        return fail(ErrorCode::InvalidArgument,
                    tr("“%1” names no versions. Write them like >=2.31,<3, or nothing for every "
                       "version.")
                        .arg(wanted.left(40)));
    *rule = {wanted, {}}; // no longer the one wheel that was looked at
    return m_parts.desk.setPolicy(policy);
}

Result<> PackagesModel::setMinimum(const QString &name, const QString &version)
{
    PackagePolicy policy = m_parts.desk.policy();
    const QString wanted = version.trimmed();
    if (policy.minimum.value(name) == wanted)
        return {};
    if (wanted.isEmpty())
        policy.minimum.remove(name);
    else
        policy.minimum.insert(name, wanted);
    return m_parts.desk.setPolicy(policy);
}

int PackagesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int PackagesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString PackagesModel::ruleText(const Row &row) const
{
    const PackagePolicy policy = m_parts.desk.policy();
    if (isNamed(policy.blocked, row.package.name))
        return tr("Block");
    const bool others = (policy.onlyBundled && row.package.origin != PackageOrigin::Bundled) ||
                        (!policy.allowed.isEmpty() && !isNamed(policy.allowed, row.package.name));
    const auto allowed = policy.unasked.constFind(row.package.name);
    const bool unasked = allowed != policy.unasked.constEnd();
    QString word = others                                                    ? tr("Block")
                   : row.package.origin == PackageOrigin::Bundled || unasked ? tr("Allow")
                                                                             : tr("Ask");
    if (!others && unasked && !allowed->versions.isEmpty())
        word = sideBySide(word, allowed->versions);
    const QString lowest = policy.minimum.value(row.package.name);
    return lowest.isEmpty() ? word : sideBySide(word, tr("from %1").arg(lowest));
}

QVariant PackagesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows.at(index.row());
    if (role == HeadingRole)
        return row.heading;
    if (role == NameRole)
        return row.package.name;
    if (role == BlockedRole)
        return row.group == Group::Blocked;
    if (role == Qt::TextAlignmentRole && (index.column() == Size || index.column() == UsedBy))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    if (row.heading)
        return index.column() == Name ? u"%1  %2"_s.arg(groupWord(row.group)).arg(row.count)
                                      : QString();
    switch (Column(index.column())) {
    case Name:
        return row.package.name;
    case Version:
        return row.package.version;
    case Source:
        return row.cached ? tr("Cached") : originWord(row.package.origin);
    case Size:
        return packageSizeText(row.package.size);
    case UsedBy:
        return row.group == Group::Blocked ? QString() : QString::number(row.usedBy.size());
    case Rule:
        return ruleText(row);
    case Advisory:
        return advisories(row.package) > 0 ? QString::number(advisories(row.package)) : QString();
    case ColumnCount:
        break;
    }
    return {};
}

QVariant PackagesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Size || section == UsedBy ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Name:
        return tr("Package");
    case Version:
        return tr("Version");
    case Source:
        return tr("Source");
    case Size:
        return tr("Size");
    case UsedBy:
        return tr("Used by");
    case Rule:
        return tr("Rule");
    case Advisory:
        return tr("Advisory");
    case ColumnCount:
        break;
    }
    return {};
}

Qt::ItemFlags PackagesModel::flags(const QModelIndex &index) const
{
    if (!index.isValid() || m_rows.at(index.row()).heading)
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

InstallModel::InstallModel(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
{
    connect(&parts.hub, &RunHub::published, this, &InstallModel::watch);
}

void InstallModel::set(Phase phase, const QString &sentence)
{
    m_phase = phase;
    m_sentence = sentence;
    Q_EMIT changed();
}

void InstallModel::plan(const QStringList &requirements, const SessionRef &session, bool upgrade)
{
    if (m_phase == Phase::Installing)
        return;
    begin(session);
    const PackageRequest request{.requirements = requirements,
                                 .installed = m_parts.details.installed(session),
                                 .client = personClient(),
                                 .upgrade = upgrade};
    await(m_parts.desk.plan(request, m_scope.get()));
}

void InstallModel::planLock(const QString &lock, const SessionRef &session)
{
    if (m_phase == Phase::Installing)
        return;
    begin(session);
    auto pins = pinsOfLock(lock);
    if (!pins)
        return set(Phase::Failed, tr("That file holds no lock of a session."));
    const QList<PackagePin> there = m_parts.details.installed(session);
    pins->removeIf([&there](const PackagePin &pin) { return there.contains(pin); });
    await(m_parts.desk.planExact(*pins, personClient(), m_scope.get()));
}

void InstallModel::begin(const SessionRef &session)
{
    clearWork();
    m_session = session;
    m_scope = std::make_unique<QObject>();
    set(Phase::Planning, tr("Finding out which packages are needed…"));
}

void InstallModel::await(const QFuture<Result<PackagePlan>> &plan)
{
    QFuture(plan).then(this,
                       [this, scope = QPointer(m_scope.get())](const Result<PackagePlan> &found) {
                           if (scope && scope == m_scope.get())
                               take(found);
                       });
}

void InstallModel::take(const Result<PackagePlan> &plan)
{
    m_scope.reset();
    if (!plan)
        return set(Phase::Failed, plan.error().text);
    m_table.setPackages(plan->packages);
    m_parts.details.learn(plan->packages);
    QStringList problems;
    for (const PackageRefusal &refusal : plan->refusals) {
        problems.append(refusal.where.isEmpty() ? refusal.text
                                                : u"%1 (%2)"_s.arg(refusal.text, refusal.where));
    }
    if (!problems.isEmpty())
        return set(Phase::Failed, problems.join(u'\n'));
    if (plan->packages.isEmpty())
        return set(Phase::Done, tr("The session has this already."));
    set(Phase::Planned, m_table.summary());
}

void InstallModel::install()
{
    if (m_phase != Phase::Planned)
        return;
    QList<PackagePin> pins;
    for (const PlannedPackage &package : m_table.packages())
        pins.append(package.pin());
    m_restartHelps = std::ranges::any_of(m_table.packages(), [](const PlannedPackage &package) {
        return !package.replaces.isEmpty() && package.replaces != package.version;
    });
    set(Phase::Installing, tr("Installing…"));
    follow(m_parts.installer.install(m_session, pins));
}

void InstallModel::remove(const QString &name, const SessionRef &session)
{
    if (m_phase == Phase::Installing)
        return;
    clearWork();
    m_session = session;
    m_removing = name;
    m_restartHelps = true;
    set(Phase::Installing, tr("Removing %1…").arg(name));
    follow(m_parts.installer.remove(session, name));
}

void InstallModel::follow(const QFuture<Result<RunId>> &run)
{
    QFuture(run).then(this, [this](const Result<RunId> &number) {
        if (!number)
            return set(Phase::Failed, number.error().text);
        m_run = *number;
        // It may have ended before its number came back.
        if (const RunFacts *facts = m_parts.hub.facts(m_run); facts && isFinal(facts->state))
            ended({.state = facts->state, .reason = facts->endReason});
    });
}

void InstallModel::restartSession()
{
    if (!restartHelps())
        return;
    const Result<> restarted = m_parts.installer.restart(m_session);
    m_restartHelps = false;
    if (restarted)
        set(Phase::Done, tr("The session was restarted. What was installed in it comes back with "
                            "its next run."));
    else
        set(Phase::Failed, restarted.error().text);
}

void InstallModel::watch(const RunEvent &event)
{
    if (m_run.isNull() || event.run != m_run || m_phase != Phase::Installing)
        return;
    if (const auto *progress = std::get_if<event::Progress>(&event.body)) {
        m_fraction = progress->fraction;
        return set(Phase::Installing, progress->text);
    }
    if (const auto *starting = std::get_if<event::Starting>(&event.body))
        return set(Phase::Installing, starting->text);
    if (const auto *end = std::get_if<event::Ended>(&event.body))
        ended(*end);
}

void InstallModel::ended(const event::Ended &end)
{
    if (end.state == RunState::Complete)
        return tellEnd();
    const RunFacts *facts = m_parts.hub.facts(m_run);
    const QString why = facts && facts->raised ? facts->raised->evalue : end.reason;
    set(Phase::Failed, why.isEmpty() ? stateWord(end.state) : why);
}

// What was imported stays as it is in a running interpreter.
void InstallModel::tellEnd()
{
    const QList<PackagePin> there = m_parts.details.installed(m_session);
    if (std::ranges::contains(there, m_removing, &PackagePin::name))
        return set(Phase::Failed,
                   tr("%1 could not be removed: it is part of the interpreter.").arg(m_removing));
    const QString done =
        m_removing.isEmpty() ? tr("Installed.") : tr("%1 was removed.").arg(m_removing);
    set(Phase::Done, m_restartHelps ? done + u' ' +
                                          tr("If the session has imported it, it keeps using what "
                                             "was there until it is restarted.")
                                    : done);
}

void InstallModel::cancel()
{
    if (m_phase == Phase::Installing && !m_run.isNull())
        return m_parts.controls.stopRun(m_run); // its end follows
    if (m_phase == Phase::Planning || m_phase == Phase::Planned)
        clear();
}

void InstallModel::clearWork()
{
    m_scope.reset();
    m_run = {};
    m_fraction = -1;
    m_removing.clear();
    m_restartHelps = false;
    m_table.setPackages({});
}

void InstallModel::clear()
{
    clearWork();
    set(Phase::Idle, {});
}

} // namespace glovebox::ui
