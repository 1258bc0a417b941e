// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"

#include "base/clock.h"
#include "base/journaldesk.h"

#include <memory>

namespace glovebox::ui {

// The runs of the journal that match a query, newest first, read in pages as the view asks for
// them. What happens meanwhile is added at most once a second.
class JournalModel final : public KeyedListModel<JournalRow, RunId>
{
    Q_OBJECT

public:
    static constexpr int pageSize = 500;       // UI.md 7
    static constexpr int searchPageSize = 100; // each hit's text is looked at

    enum Role {
        RunRole = Qt::UserRole + 1, // RunId
    };

    JournalModel(JournalDesk &desk, Clock &clock, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    void setQuery(const JournalQuery &query);
    const JournalQuery &query() const { return m_query; }
    // Nothing is read while nobody looks.
    void setActive(bool active);
    void refresh();

    bool isLoading() const { return m_loading; }
    qint64 matching() const { return m_matching; } // -1: not known yet
    const JournalChoices &choices() const { return m_choices; }
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void countsChanged();
    void choicesChanged();
    void loaded();

protected:
    RunId keyOf(const JournalRow &row) const override { return row.run; }

private:
    int wantedRows() const;
    void readFirst();
    void takeFirst(const Result<QList<JournalRow>> &rows, int asked);
    void readCounts();
    void onChanged();

    JournalDesk &m_desk;
    Clock &m_clock;
    JournalQuery m_query;
    JournalChoices m_choices;
    qint64 m_matching = -1;
    QString m_problem;
    bool m_active = false;
    bool m_loading = false;
    bool m_allLoaded = false;
    bool m_fresh = true; // the rows are of another query
    bool m_changed = false;
    quint64 m_question = 0; // answers to older ones are dropped
    std::unique_ptr<QObject> m_wait;
};

} // namespace glovebox::ui
