// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/packagedesk.h"
#include "base/packagedetails.h"
#include "base/runhub.h"
#include "packagetable.h"

#include <QAbstractTableModel>

#include <memory>

namespace glovebox::ui {

// The packages of the screen Packages (UI.md 6): what sessions have, what can be installed, and
// what is blocked, in three groups with a heading each.
class PackagesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Group { Installed, Available, Blocked };
    enum class Choice { Allow, Ask, Block }; // the rule for one package
    enum class Filter { All, Installed, Available, Blocked, Warned };
    enum Column { Name, Version, Source, Size, UsedBy, Rule, Advisory, ColumnCount };
    enum Role {
        HeadingRole = Qt::UserRole + 1, // bool: the row is a heading
        BlockedRole,
        NameRole,
    };

    struct Row
    {
        Group group = Group::Available;
        bool heading = false;
        int count = 0; // of a heading's rows
        PlannedPackage package;
        QStringList usedBy; // names of sessions
        bool cached = false;
    };

    struct Parts
    {
        PackageDesk &desk;
        PackageDetails &details;
        ProgramControls &controls;
    };
    explicit PackagesModel(const Parts &parts, QObject *parent = nullptr);

    void setFilter(Filter filter);
    void setSearch(const QString &text);
    // Only this session's packages count as installed; null: those of all.
    void setSession(const SessionId &session);
    // A project that was looked up on the index: it stands among the available ones.
    void addFound(const ProjectFacts &project);

    const Row *row(int row) const; // null for headings
    const Row *find(const QString &name) const;
    int count(Filter filter) const; // of all rows, whatever the search says
    bool isEmpty() const { return m_rows.isEmpty(); }

    bool isBlocked(const QString &name) const;
    Choice choice(const QString &name) const;
    QString minimum(const QString &name) const;
    // Of Choice::Allow: which versions need no question.
    QString unaskedVersions(const QString &name) const;
    // Changes the person's rules; an error says why not. What is allowed is at first the very
    // wheel that the row shows; `setUnaskedVersions` makes it more.
    Result<> setChoice(const QString &name, Choice choice);
    Result<> setUnaskedVersions(const QString &name, const QString &versions);
    Result<> setMinimum(const QString &name, const QString &version);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void countsChanged();

private:
    void refresh();
    QList<Row> everything() const;
    bool fits(const Row &row) const;
    QString ruleText(const Row &row) const;

    Parts m_parts;
    Filter m_filter = Filter::All;
    QString m_search;
    SessionId m_session;
    QMap<QString, PlannedPackage> m_found; // on the index, by name
    QList<Row> m_all;
    QList<Row> m_rows;
};

// One installation that the person began here: what it means, their word, and how it goes.
class InstallModel final : public QObject
{
    Q_OBJECT

public:
    enum class Phase { Idle, Planning, Planned, Installing, Done, Failed };

    struct Parts
    {
        PackageDesk &desk;
        PackageDetails &details;
        PackageInstaller &installer;
        ProgramControls &controls;
        RunHub &hub;
    };
    explicit InstallModel(const Parts &parts, QObject *parent = nullptr);

    // Finds out what the requirements mean for this session. An earlier plan is given up.
    // `upgrade`: versions that fit and are there already are not enough.
    void plan(const QStringList &requirements, const SessionRef &session, bool upgrade = false);
    // The same for a session's lock (base/packagelock.h): exactly these wheels.
    void planLock(const QString &lock, const SessionRef &session);
    void install(); // what was planned
    // Takes a package away that was installed in the session.
    void remove(const QString &name, const SessionRef &session);
    void restartSession(); // when `restartHelps`
    void cancel();         // whatever goes on
    void clear();

    Phase phase() const { return m_phase; }
    PackageTable &table() { return m_table; }
    QString sentence() const { return m_sentence; } // how it stands
    double fraction() const { return m_fraction; }  // below 0: unknown
    // What was done takes the place of something that the session may have imported.
    bool restartHelps() const { return m_restartHelps && m_phase == Phase::Done; }
    // Who has what is going on.
    const SessionRef &session() const { return m_session; }

Q_SIGNALS:
    void changed();

private:
    void take(const Result<PackagePlan> &plan);
    void watch(const RunEvent &event);
    void follow(const QFuture<Result<RunId>> &run);
    void tellEnd();
    void ended(const event::Ended &end);
    void clearWork();
    void begin(const SessionRef &session);
    void await(const QFuture<Result<PackagePlan>> &plan);
    void set(Phase phase, const QString &sentence);

    Parts m_parts;
    Phase m_phase = Phase::Idle;
    PackageTable m_table;
    QString m_sentence;
    double m_fraction = -1;
    SessionRef m_session;
    RunId m_run;
    QString m_removing;
    bool m_restartHelps = false;
    std::unique_ptr<QObject> m_scope; // of the plan under way
};

} // namespace glovebox::ui
