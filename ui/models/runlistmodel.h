// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"
#include "refresher.h"

#include "base/controls.h"
#include "base/runhub.h"

#include <map>
#include <set>

namespace glovebox::ui {

// One row of the list of runs: a heading of a group, a run, or several runs folded into one.
struct RunListRow
{
    enum class Kind { Group, Run, Fold };
    Kind kind = Kind::Run;
    qint64 number = 0; // of the run; of the oldest run in a fold; of a group as it has them
    QList<RunId> folded;
    bool inFold = false; // a run below its unfolded row

    bool operator==(const RunListRow &) const = default;
};

struct RunListKey
{
    RunListRow::Kind kind;
    qint64 number;

    friend bool operator==(const RunListKey &, const RunListKey &) = default;
    friend size_t qHash(const RunListKey &key, size_t seed = 0)
    {
        return qHashMulti(seed, int(key.kind), key.number);
    }
};

// All runs except those that wait for the person (they are in WaitingModel), what runs now first,
// then by day, newest first. Runs of this process come from the hub, earlier ones are paged in
// from the journal. Consecutive complete runs of one session under a standing permission fold
// into one row; errors never fold (UI.md 3).
class RunListModel final : public KeyedListModel<RunListRow, RunListKey>
{
    Q_OBJECT

public:
    enum Role {
        KindRole = Qt::UserRole + 1, // int(RunListRow::Kind)
        RunRole,                     // RunId; of a fold: its newest
        StateRole,                   // int(RunState)
        StateWordRole,
        SecondLineRole, // "r184 · sales-q3"
        ClientLabelRole,
        ClientKeyRole, // of the badge's colour
        SessionRole,   // name
        DurationRole,
        TimeRole,     // time of day at which it was asked
        ExpandedRole, // of a fold
        InFoldRole,
    };

    RunListModel(RunHub &hub, ProgramControls &controls, Clock &clock, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    // What runs now is first in each of them.
    enum class Grouping { Time, Session, Client, State };
    void setGrouping(Grouping grouping);
    Grouping grouping() const { return m_grouping; }

    // Substrings of title, id, session, client, state; several words must all be found.
    void setFilter(const QString &text);
    QString filter() const { return m_filterText; }
    void setExpanded(int row, bool expanded);
    // The run that the window shows stays a row of its own, so that it never hides in a fold.
    void setPinned(RunId run);

    // The row of a run, or of the fold that holds it; -1 when it is not listed.
    int rowOf(RunId run) const;
    // The run that many run rows further down (up when negative), or null at the end.
    RunId neighbour(RunId run, int step) const;
    RunId firstRun() const;

    int knownRuns() const { return int(m_entries.size()); } // waiting ones too
    int runsToday() const { return m_runsToday; }
    int askedToday() const { return m_askedToday; }

Q_SIGNALS:
    void countsChanged();

protected:
    RunListKey keyOf(const RunListRow &row) const override { return {row.kind, row.number}; }

private:
    // What a row needs of a run; the facts themselves hold the code and may be forgotten.
    struct Entry
    {
        RunState state = RunState::PendingApproval;
        QString title;
        QString outcome;
        QString clientLabel;
        ClientId client;
        SessionId session;
        QString sessionName;
        QDateTime asked;
        QDateTime started;
        qint64 executionMs = 0;
        qint64 timeoutSeconds = 0;
        bool byGrant = false;
        bool byPerson = false;
        QString key; // for the filter
    };

    static Entry entryOf(const RunFacts &facts);
    void take(const RunFacts &facts);
    void onPublished(const RunEvent &event);
    void takeChanged();
    void takePage(const QList<RunFacts> &page);
    void rebuild(bool fresh);
    void count();
    void tick();
    void scheduleTick();
    bool matches(const Entry &entry) const;
    bool mayFold(RunId run, const Entry &entry) const;
    QList<RunListRow> activeRows() const;
    void appendRun(QList<RunListRow> &rows, RunId run, const Entry &entry) const;
    void closeFold(QList<RunListRow> &rows) const;
    const Entry &entry(RunId run) const { return m_entries.at(run); }
    qint64 groupOf(const Entry &entry);
    QList<qint64> groupOrder(const QHash<qint64, QList<RunId>> &groups) const;
    void appendGroups(QList<RunListRow> &rows);
    QString groupTitle(qint64 group) const;
    QVariant foldData(const RunListRow &row, int role) const;
    QVariant runData(const RunListRow &row, int role) const;
    QString accessibleText(RunId run, const Entry &entry) const;

    RunHub &m_hub;
    ProgramControls &m_controls;
    Clock &m_clock;
    std::map<RunId, Entry> m_entries;
    std::set<RunId> m_changed; // since the last rebuild
    Grouping m_grouping = Grouping::Time;
    QStringList m_groupNames; // of sessions and clients; a group's number is its place
    QHash<QString, qint64> m_groupNumbers;
    QString m_filterText;
    QStringList m_filterWords;
    std::set<qint64> m_expanded; // numbers of folds
    RunId m_pinned;
    bool m_loading = false;
    bool m_allLoaded = false;
    int m_runsToday = 0;
    int m_askedToday = 0;
    Refresher m_refresher;
    std::unique_ptr<QObject> m_tick;
};

} // namespace glovebox::ui
