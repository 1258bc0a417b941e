// SPDX-License-Identifier: MIT
#include "preferences.h"

#include "approval/rules.h"
#include "packages/packagesources.h"

#include <QCoreApplication>
#include <QFuture>
#include <QLocale>
#include <QThreadPool>

#include <utility>

namespace glovebox {

using namespace Qt::StringLiterals;
namespace keys = settings::keys;

namespace {

constexpr qint64 lowestPort = 1024; // those below are root's
constexpr qint64 highestPort = 65535;
constexpr qint64 longestPatience = 3600;
constexpr qint64 mostMegabytes = 1024 * 1024;

const QString defaultRuleName = u"packages.only_bundled"_s;
const QString offlineName = u"packages.offline"_s;
const QString indexesName = u"packages.indexes"_s;
// One flag for each name in the list of the settings.
const QString noticePrefix = u"notifications."_s;
const QString loginName = u"startup.login"_s;

// "GROUP=" or "CLIENT/GROUP=", as approval/rules.h reads them.
QString rulePrefix(FindingGroup group, const ClientId &client)
{
    const QString name = toString(group) + u'=';
    return client.isNull() ? name : client.value() + u'/' + name;
}

} // namespace

Preferences::Preferences(Parts parts, QObject *parent)
    : SettingsDesk(parent)
    , m_parts(std::move(parts))
{
    addChoice(keys::presentation, {u"window"_s, u"notification"_s, u"none"_s});
    addNumber(keys::approvalTime, 0, 3600);
    m_entries[keys::approvalTime.name].check = [](const QVariant &value) {
        const qint64 seconds = value.toLongLong();
        return seconds == 0 || seconds >= 60
                   ? QString()
                   : tr("Choose one minute at least, or 0 to wait for ever.");
    };
    add(keys::onlyThisRun);
    addChoice(keys::notes, {u"all"_s, u"look"_s});

    addNotices();

    addNumber(keys::sessionTimeout, 1, std::chrono::seconds(limits::maxRunTimeout).count());
    addNumber(keys::sessionMemory, limits::minDataLayerHeapBytes / limits::MiB,
              limits::maxHeapBytes / limits::MiB);
    addNumber(keys::sessionFolder, sandbox::minFolderBytes / limits::MiB,
              sandbox::maxFolderBytes / limits::MiB);
    addNumber(keys::mostSessions, 1, limits::maxSessions);
    addNumber(keys::sessionIdle, 0, 24 * 60);
    add(keys::warmSpare);

    add(keys::tellPaths);
    addNumber(keys::undoMegabytes, 0, mostMegabytes);
    addNumber(keys::writeMegabytes, 1, mostMegabytes);
    addNumber(keys::writeFiles, 1, limits::maxFilesTouchedPerRun);

    addPackages();

    addPort();
    add(keys::elicits);
    add(keys::views);
    add(keys::patience).check = [](const QVariant &value) {
        for (const QString &line : value.toStringList()) {
            bool ok = false;
            const qint64 seconds = line.section(u'=', 1).toLongLong(&ok);
            if (line.section(u'=', 0, 0).trimmed().isEmpty() || !ok || seconds < 1 ||
                seconds > longestPatience)
                return tr("“%1” is not understood. Write a name, “=” and 1 to %2 seconds, as in "
                          "“cline=50”.")
                    .arg(line, QLocale().toString(longestPatience));
        }
        return QString();
    };

    addChoice(keys::theme, {u"system"_s, u"light"_s, u"dark"_s});
    addChoice(keys::language, {QString(), u"en"_s, u"ja"_s});
    add(keys::codeFamily);
    addNumber(keys::codeSize, 90, 320);
    add(keys::reduceMotion);

    addNumber(keys::journalDays, 0, 3650);
    addNumber(keys::journalMegabytes, 0, mostMegabytes);

    addAutostart();
    add(keys::startHidden);
    add(keys::tray);
    add(keys::shortcuts);
    addChoice(keys::logLevel, {u"warnings"_s, u"info"_s, u"debug"_s});

    for (const QLatin1StringView name :
         {keys::tellPaths.name, keys::undoMegabytes.name, keys::elicits.name, keys::views.name,
          keys::tray.name, keys::sessionFolder.name})
        fromNextStart(name);

    connect(&m_parts.settings, &settings::Settings::changed, this, [this](const QString &name) {
        if (name == keys::rules.name)
            Q_EMIT rulesChanged();
        else if (name == keys::notices.name)
            for (const QString &notice : keys::notices.standard)
                Q_EMIT changed(noticePrefix + notice);
        else if (m_entries.contains(name))
            Q_EMIT changed(name);
    });
    // The clients' names come with it, and so does much else.
    connect(&m_parts.controls, &ProgramControls::mountsChanged, this, [this] {
        if (const QList<ClientLabel> now = clients(); now != std::exchange(m_clients, now))
            Q_EMIT rulesChanged();
    });
    connect(&m_parts.controls, &ProgramControls::statusChanged, this, &SettingsDesk::factsChanged);
    connect(&m_parts.application.hub(), &RunHub::published, this, [this](const RunEvent &event) {
        if (std::holds_alternative<event::Asked>(event.body) ||
            std::holds_alternative<event::Ended>(event.body))
            Q_EMIT factsChanged();
    });
    (void)m_parts.autostart.mend(); // its row says when it cannot be written
}

// What there is

template <class T>
Preferences::Entry &Preferences::add(const settings::Key<T> &key)
{
    settings::Settings &settings = m_parts.settings;
    return m_entries
        .insert_or_assign(
            key.name,
            Entry{.standard = QVariant::fromValue(key.standard),
                  .read = [&settings, &key] { return QVariant::fromValue(settings.value(key)); },
                  .write =
                      [&settings, &key](const QVariant &value) {
                          return settings.set(key, value.value<T>());
                      }})
        .first->second;
}

void Preferences::addNumber(const settings::Key<qint64> &key, qint64 least, qint64 most)
{
    Entry &entry = add(key);
    entry.least = least;
    entry.most = most;
}

void Preferences::addChoice(const settings::Key<QString> &key, const QStringList &choices)
{
    add(key).choices = choices;
}

void Preferences::addPort()
{
    addNumber(keys::port, lowestPort, highestPort);
    Entry &entry = m_entries[keys::port.name];
    if (m_parts.portOption) {
        entry.override = u"--port"_s;
        return;
    }
    entry.write = [this](const QVariant &value) -> Result<> {
        if (const auto moved = m_parts.controls.listenOn(quint16(value.toUInt())); !moved)
            return moved;
        return m_parts.settings.set(keys::port, value.toLongLong());
    };
}

void Preferences::addPackages()
{
    PackageDesk &desk = m_parts.application.packageDesk();
    const PackagePolicy standard = PackagePolicy::standard();
    const auto flag = [&desk](bool PackagePolicy::*field, bool unset) {
        return Entry{.standard = unset,
                     .read = [&desk, field] { return QVariant(desk.policy().*field); },
                     .write =
                         [&desk, field](const QVariant &value) {
                             PackagePolicy policy = desk.policy();
                             policy.*field = value.toBool();
                             return desk.setPolicy(policy);
                         }};
    };
    m_entries[defaultRuleName] = flag(&PackagePolicy::onlyBundled, standard.onlyBundled);
    m_entries[offlineName] = flag(&PackagePolicy::offline, standard.offline);
    m_entries[indexesName] = {.standard = QStringList(),
                              .read = [&desk] { return QVariant(desk.sources().indexes); },
                              .write =
                                  [&desk](const QVariant &value) {
                                      PackageSources sources = desk.sources();
                                      sources.indexes = value.toStringList();
                                      return desk.setSources(sources);
                                  },
                              .check =
                                  [&desk](const QVariant &value) {
                                      PackageSources sources = desk.sources();
                                      sources.indexes = value.toStringList();
                                      const auto checked = packages::checkSources(sources);
                                      return checked ? QString() : checked.error().text;
                                  }};
    connect(&desk, &PackageDesk::policyChanged, this, [this] {
        Q_EMIT changed(defaultRuleName);
        Q_EMIT changed(offlineName);
    });
    connect(&desk, &PackageDesk::sourcesChanged, this, [this] {
        Q_EMIT changed(indexesName);
        Q_EMIT factsChanged();
    });
}

// Somebody else may have changed it meanwhile. A file is read for that: not where windows are
// drawn.
void Preferences::lookAtLogin()
{
    if (std::exchange(m_lookingAtLogin, true))
        return;
    QtFuture::makeReadyVoidFuture()
        .then(QThreadPool::globalInstance(),
              [autostart = m_parts.autostart] { return autostart.isOn(); })
        .then(this, [this](bool on) {
            m_lookingAtLogin = false;
            if (std::exchange(m_startsAtLogin, on) != on)
                Q_EMIT changed(loginName);
        });
}

void Preferences::addAutostart()
{
    m_startsAtLogin = m_parts.autostart.isOn();
    m_entries[loginName] = {.standard = false,
                            .read =
                                [this] {
                                    lookAtLogin();
                                    return QVariant(m_startsAtLogin);
                                },
                            .write =
                                [this](const QVariant &value) {
                                    auto written = m_parts.autostart.set(value.toBool());
                                    m_startsAtLogin = m_parts.autostart.isOn();
                                    Q_EMIT changed(loginName);
                                    return written;
                                }};
}

void Preferences::addNotices()
{
    settings::Settings &settings = m_parts.settings;
    for (const QString &notice : keys::notices.standard) {
        m_entries[noticePrefix + notice] = {
            .standard = true,
            .read = [&settings,
                     notice] { return QVariant(settings.value(keys::notices).contains(notice)); },
            .write =
                [&settings, notice](const QVariant &value) {
                    const QStringList told = settings.value(keys::notices);
                    QStringList
                        wanted; // in the order of the standard, so that all are the standard
                    for (const QString &each : keys::notices.standard) {
                        if (each == notice ? value.toBool() : told.contains(each))
                            wanted.append(each);
                    }
                    return settings.set(keys::notices, wanted);
                }};
    }
}

void Preferences::fromNextStart(QLatin1StringView name)
{
    Entry &entry = m_entries.at(name);
    entry.fromNextStart = true;
    entry.begunWith = entry.read();
}

const Preferences::Entry *Preferences::entry(const QString &name) const
{
    const auto it = m_entries.find(name);
    return it == m_entries.end() ? nullptr : &it->second;
}

QStringList Preferences::names() const
{
    QStringList names;
    for (const auto &[name, entry] : m_entries)
        names.append(name);
    return names;
}

// Reading and changing

SettingStatus Preferences::setting(const QString &name) const
{
    const Entry *const known = entry(name);
    if (!known)
        return {};
    SettingStatus status{.value = known->read(),
                         .standard = known->standard,
                         .least = known->least,
                         .most = known->most,
                         .choices = known->choices,
                         .fromNextStart = known->fromNextStart,
                         .override = known->override};
    status.isPending = known->fromNextStart && status.value != known->begunWith;
    return status;
}

QString Preferences::problemOf(const QString &name, const QVariant &value) const
{
    const Entry *const known = entry(name);
    if (!known)
        return tr("There is no setting “%1”.").arg(name);
    const int type = known->standard.typeId();
    if (type == QMetaType::LongLong) {
        bool ok = false;
        const qint64 number = value.toLongLong(&ok);
        if (!ok)
            return tr("A whole number is needed.");
        if (number < known->least || number > known->most)
            return tr("A number from %1 to %2 is needed.")
                .arg(QLocale().toString(known->least), QLocale().toString(known->most));
    }
    if (type == QMetaType::QString && !known->choices.isEmpty() &&
        !known->choices.contains(value.toString()))
        return tr("“%1” cannot be chosen here.").arg(value.toString());
    return known->check ? known->check(value) : QString();
}

Result<> Preferences::set(const QString &name, const QVariant &value)
{
    if (const QString problem = problemOf(name, value); !problem.isEmpty())
        return fail(ErrorCode::InvalidArgument, problem);
    return m_entries.at(name).write(value);
}

Result<> Preferences::reset(const QString &name)
{
    const Entry *const known = entry(name);
    return known ? known->write(known->standard)
                 : fail(ErrorCode::NotFound, tr("There is no setting “%1”.").arg(name));
}

// The rules for findings

QString Preferences::rule(FindingGroup group, const ClientId &client) const
{
    const QString prefix = rulePrefix(group, client);
    QString action = client.isNull() ? toString(approval::RuleAction::Note) : QString();
    for (const QString &line : m_parts.settings.value(keys::rules)) {
        if (line.startsWith(prefix) && approval::ruleActionFromString(line.sliced(prefix.size())))
            action = line.sliced(prefix.size()); // the last one counts
    }
    return action;
}

Result<> Preferences::setRule(FindingGroup group, const ClientId &client, const QString &action)
{
    if (!action.isEmpty() && !approval::ruleActionFromString(action))
        return fail(ErrorCode::InvalidArgument, tr("“%1” cannot be chosen here.").arg(action));
    const QString prefix = rulePrefix(group, client);
    QStringList rules = m_parts.settings.value(keys::rules);
    rules.removeIf([&prefix](const QString &line) { return line.startsWith(prefix); });
    const bool isStandard = client.isNull() && action == toString(approval::RuleAction::Note);
    if (!action.isEmpty() && !isStandard)
        rules.append(prefix + action);
    return m_parts.settings.set(keys::rules, rules);
}

// The rest

SettingsFacts Preferences::facts() const
{
    SettingsFacts facts{.profileFolder = m_parts.application.options().profileFolder,
                        .logFile = m_parts.logFile,
                        .address = m_parts.controls.status().address,
                        .indexes = m_parts.application.packageDesk().effectiveIndexes(),
                        .restartObstacle = restartObstacle()};
    if (const auto engine = m_parts.application.engine().facts())
        facts.engineFlags = engine->flags.split(u' ', Qt::SkipEmptyParts);
    return facts;
}

QString Preferences::restartObstacle() const
{
    if (!m_parts.application.runs().active().isEmpty() ||
        !m_parts.application.queue().requests().isEmpty())
        return tr("Something runs or waits. It can be started anew when nothing does.");
    return {};
}

Result<> Preferences::restart()
{
    if (const QString obstacle = restartObstacle(); !obstacle.isEmpty())
        return fail(ErrorCode::Conflict, obstacle);
    Q_EMIT restartRequested();
    return {};
}

QFuture<Result<PurgeReport>> Preferences::purge(int days)
{
    JournalQuery query;
    query.until = m_parts.application.clock().now().addDays(-days);
    return m_parts.application.journal().purge(query);
}

} // namespace glovebox
