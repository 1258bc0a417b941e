// SPDX-License-Identifier: MIT
#pragma once

#include "cellrunner.h"
#include "refresher.h"

#include <QAbstractListModel>

namespace glovebox::ui {

// One heading of the text cells.
struct OutlineEntry
{
    QString text; // without Markdown
    int level = 1;
    QString cell;
    qsizetype place = 0; // in its source
    bool operator==(const OutlineEntry &) const = default;
};

// The headings of Markdown text: `# …` and underlined ones, not those in code.
QList<OutlineEntry> headingsOf(const QString &markdown);

// The cells of a document as rows, with what they are doing.
class NotebookModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        KindRole,      // int(notebook::CellKind)
        RuntimeRole,   // "" for Python in the session
        LanguageRole,  // for people: "Python", "Ruby"
        HighlightRole, // name of the definition in KSyntaxHighlighting
        SourceRole,
        CountRole,      // "[3]", "[*]" while it waits or runs, "[ ]"
        StateRole,      // int(CellState)
        QueuePlaceRole, // int; 1: next; 0: it does not wait
        DurationRole,   // "0.3 s" of its last run; empty while there is none
        RunRole,        // RunId of its last run in this process; null: none
        HasOutputRole,
        ChangedRole, // bool; its text is not what ran last
    };

    NotebookModel(notebook::Document &document, CellRunner &runner, Clock &clock,
                  QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    const QList<OutlineEntry> &outline() const { return m_outline; }

Q_SIGNALS:
    void outlineChanged();

private:
    QString countText(const notebook::Cell &cell) const;
    QString durationOf(const notebook::Cell &cell) const;
    QString stateText(const notebook::Cell &cell) const;
    QString accessibleText(const notebook::Cell &cell, int row) const;
    void onCellChanged(int row, bool byEditor);
    void onStateChanged(const QString &id);
    void waitASecond();
    void updateOutline();

    notebook::Document &m_document;
    CellRunner &m_runner;
    Clock &m_clock;
    Refresher m_outlineRefresher;
    std::unique_ptr<QObject> m_tick;
    QList<OutlineEntry> m_outline;
};

} // namespace glovebox::ui
