// SPDX-License-Identifier: MIT
#include "journalmodel.h"

#include "journaltexts.h"
#include "words.h"

#include <QLocale>

namespace glovebox::ui {

namespace {

constexpr std::chrono::seconds changesInterval{1};
constexpr int mostRowsRead = 1000; // again when something changed; older rows stay as they are

} // namespace

JournalModel::JournalModel(JournalDesk &desk, Clock &clock, QObject *parent)
    : KeyedListModel(parent)
    , m_desk(desk)
    , m_clock(clock)
{
    connect(&desk, &JournalDesk::changed, this, &JournalModel::onChanged);
}

int JournalModel::wantedRows() const
{
    return m_query.text.trimmed().isEmpty() ? pageSize : searchPageSize;
}

void JournalModel::setQuery(const JournalQuery &query)
{
    if (query == m_query)
        return;
    m_query = query;
    m_fresh = true;
    m_matching = -1;
    Q_EMIT countsChanged();
    if (m_active)
        refresh();
}

void JournalModel::setActive(bool active)
{
    if (std::exchange(m_active, active) == active || !active)
        return;
    refresh();
}

void JournalModel::refresh()
{
    m_changed = false;
    ++m_question;
    readFirst();
    readCounts();
}

void JournalModel::onChanged()
{
    m_changed = true;
    if (!m_active || m_wait)
        return;
    m_wait = m_clock.after(changesInterval, this, [this] {
        m_wait.release()->deleteLater(); // it is calling just now
        if (m_changed && m_active)
            refresh();
    });
}

void JournalModel::readFirst()
{
    m_loading = true;
    const int asked =
        m_fresh ? wantedRows() : std::clamp(int(m_items.size()), wantedRows(), mostRowsRead);
    m_desk.find(m_query, {}, asked)
        .then(this, [this, asked, question = m_question](const Result<QList<JournalRow>> &rows) {
            if (question == m_question)
                takeFirst(rows, asked);
        });
}

void JournalModel::takeFirst(const Result<QList<JournalRow>> &rows, int asked)
{
    m_loading = false;
    m_problem = rows ? QString() : rows.error().text;
    QList<JournalRow> next = rows.value_or(QList<JournalRow>());
    if (m_fresh) {
        m_allLoaded = next.size() < asked;
        reset(std::move(next));
    } else if (rows) {
        // Rows that were paged in below stay.
        if (!next.isEmpty() && next.size() == asked) {
            for (const JournalRow &row : std::as_const(m_items)) {
                if (row.run < next.last().run)
                    next.append(row);
            }
        }
        sync(std::move(next));
        touchAll();
    }
    m_fresh = !rows;
    Q_EMIT loaded();
    Q_EMIT countsChanged();
}

void JournalModel::readCounts()
{
    m_desk.count(m_query).then(this, [this, question = m_question](const Result<qint64> &count) {
        if (question != m_question)
            return;
        m_matching = count.value_or(-1);
        Q_EMIT countsChanged();
    });
    m_desk.choices().then(this, [this](const Result<JournalChoices> &choices) {
        if (!choices)
            return;
        m_choices = *choices;
        Q_EMIT choicesChanged();
        Q_EMIT countsChanged();
    });
}

bool JournalModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_active && !m_loading && !m_allLoaded && !m_fresh &&
           !m_items.isEmpty();
}

void JournalModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    m_loading = true;
    const int asked = wantedRows();
    m_desk.find(m_query, m_items.last().run, asked)
        .then(this, [this, asked, question = m_question](const Result<QList<JournalRow>> &rows) {
            if (question != m_question)
                return;
            m_loading = false;
            m_allLoaded = !rows || rows->size() < asked;
            if (rows && !rows->isEmpty()) {
                const int first = int(m_items.size());
                beginInsertRows({}, first, first + int(rows->size()) - 1);
                m_items += *rows;
                endInsertRows();
            }
            Q_EMIT loaded();
        });
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const JournalRow &row = itemAt(index.row());
    const QString title = row.purged.isValid() ? tr("Content removed") : row.title;
    switch (role) {
    case Qt::DisplayRole:
        return title;
    case Qt::ToolTipRole:
        return quotedToolTip(row.excerpt.isEmpty() ? title : title + u'\n' + row.excerpt);
    case Qt::AccessibleTextRole:
        return tr("Run %1, %2, %3, %4, %5")
            .arg(row.run.toString(), stateWord(row.state), row.clientLabel, title,
                 QLocale().toString(row.asked.toLocalTime(), QLocale::ShortFormat));
    case RunRole:
        return QVariant::fromValue(row.run);
    default:
        return {};
    }
}

} // namespace glovebox::ui
