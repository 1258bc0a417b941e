// SPDX-License-Identifier: MIT
#pragma once

#include "cell.h"

#include <QObject>

#include <memory>
#include <vector>

namespace glovebox::notebook {

// What can be undone, for the words of the menu.
enum class EditKind {
    InsertCells,
    DeleteCells,
    MoveCells,
    SplitCell,
    MergeCells,
    ChangeKind,
    ReplaceText,
    ClearOutputs,
};

// A notebook that is being edited. Every change of its structure can be undone, step by step.
// Typing in a cell (setSource) is not part of that: the editor has its own undo. Nothing that was
// typed gets lost by an undo: it works on the cells as they are then, and what it takes away comes
// back by a redo with its text.
class Document final : public QObject
{
    Q_OBJECT

public:
    explicit Document(QObject *parent = nullptr); // one empty code cell
    explicit Document(Notebook notebook, QObject *parent = nullptr);
    ~Document() override;

    const Notebook &notebook() const { return m_notebook; }
    int count() const { return static_cast<int>(m_notebook.cells.size()); }
    const Cell &cell(int index) const { return m_notebook.cells.at(index); }
    int indexOf(QStringView id) const; // -1: there is none
    const Cell *find(QStringView id) const;

    // Another content altogether (read again from its file). Nothing can be undone afterwards.
    void reset(Notebook notebook);

    // ---- What can be undone. Each does nothing where it makes no sense, and says so.

    // The id of the new cell. `index` is where it will stand.
    QString insertCell(int index, CellKind kind, const QString &source = {},
                       const QString &runtime = {});
    // Cells from a clipboard, with new ids where theirs are taken. Their ids.
    QStringList insertCells(int index, QList<Cell> cells);
    // The last cell's place is taken by an empty one: a document is never without a cell.
    bool deleteCells(const QStringList &ids);
    bool moveCell(const QString &id, int to); // `to`: its index afterwards
    // Neighbours, as one step; `to`: the index of the first of them afterwards.
    bool moveCells(const QStringList &ids, int to);
    // Cuts the source at `place` (UTF-16 units). The cell keeps the second half and its outputs;
    // the first half becomes a new cell before it. The new cell's id, or empty.
    QString splitCell(const QString &id, qsizetype place);
    // Joins neighbours into the first of them, with an empty line between Text cells. Outputs go.
    bool mergeCells(const QStringList &ids);
    bool setKind(const QStringList &ids, CellKind kind, const QString &runtime = {});
    // Replaces whole sources (replace all, formatting) as one step.
    bool replaceSources(const QList<std::pair<QString, QString>> &sources);
    bool clearOutputs(const QStringList &ids);

    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_commands.size(); }
    std::optional<EditKind> nextUndo() const;
    std::optional<EditKind> nextRedo() const;
    void undo();
    void redo();

    // ---- What is not undone here.

    // The editor's text, on every change.
    void setSource(const QString &id, const QString &source);
    void setOutputs(const QString &id, const QList<Output> &outputs, std::optional<int> count);
    void setTimes(const QString &id, const QDateTime &started, const QDateTime &ended);
    void setCellMetadata(const QString &id, const QString &key, const Json &value);
    // Of a text cell. The name that it got; one that is taken gets a number.
    QString addAttachment(const QString &id, const QString &name, const QString &mimeType,
                          const QByteArray &bytes);
    void setMetadata(const QString &key, const Json &value);

    // ---- Saved or not. A revision is a number for a state of the content.

    quint64 revision() const { return m_revision; }
    bool isModified() const { return m_revision != m_savedRevision; }
    // The content of `revision` is in the file now.
    void setSaved(quint64 revision);
    // It is not what its file holds, although nothing was edited since (recovered, of a run).
    void setUnsaved();

Q_SIGNALS:
    void aboutToReset();
    void wasReset();
    void aboutToInsert(int index);
    void inserted(int index);
    void aboutToRemove(int index);
    void removed(int index);
    void aboutToMove(int from, int to); // `to`: the index afterwards
    void moved(int from, int to);
    // Something of the cell at `index`. `sourceByEditor`: only the source, and the editor did it.
    void cellChanged(int index, bool sourceByEditor);
    void metadataChanged();
    void undoChanged();
    void modifiedChanged(bool modified);
    // Any change of the content.
    void edited();

private:
    struct Command;
    struct Insert;
    struct Remove;
    struct Move;
    struct Split;
    struct Merge;
    struct Change;
    struct Replace;
    struct Clear;

    void perform(std::unique_ptr<Command> command);
    void touch();
    void setRevisions(quint64 revision, quint64 saved);
    QString freeId(const QString &wanted = {}) const;
    QList<int> indexesOf(const QStringList &ids) const; // ascending, of those that there are

    void doInsert(int index, Cell cell);
    Cell doRemove(int index);
    void doMove(int from, int to);
    void doChange(int index, Cell cell);

    Notebook m_notebook;
    std::vector<std::unique_ptr<Command>> m_commands;
    size_t m_done = 0; // of m_commands
    quint64 m_revision = 1;
    quint64 m_savedRevision = 1;
};

} // namespace glovebox::notebook
