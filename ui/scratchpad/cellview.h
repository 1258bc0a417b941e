// SPDX-License-Identifier: MIT
#pragma once

#include "scratchservices.h"

#include "ui/models/notebookmodel.h"

#include <QWidget>

#include <optional>

class QMenu;
class QTextDocument;
class QTimer;

namespace glovebox::ui {

class Button;
class CellEditor;
class CellOutput;
class MarkdownView;

// What can be asked of a cell by its buttons and menus. The view of the notebook does it.
enum class CellAction {
    Run,
    RunAbove,
    RunFromHere,
    Stop,
    Delete,
    InsertAbove,
    InsertBelow,
    MoveUp,
    MoveDown,
    Split,
    MergeBelow,
    ClearOutput,
    FoldOutput,
    Copy,
    Cut,
    ShowToClient,
};

// One cell (UI.md 6): the gutter with count, state and time, its code or text, its output.
class CellView final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int gutter = 60;
    static constexpr int rightMargin = 20;

    enum class Mark { None, Chosen, Current, Editing };

    CellView(const ScratchServices &services, notebook::Document &document, CellRunner &runner,
             QTextDocument *text, QWidget *parent);

    // Takes over what the row of NotebookModel says.
    void refresh(const QModelIndex &index);
    void setMark(Mark mark);
    Mark mark() const { return m_mark; }
    // A text cell that is being written shows its source.
    void setEditing(bool editing);
    bool isEditing() const { return m_editing; }

    const QString &cellId() const { return m_id; }
    notebook::CellKind kind() const { return m_kind; }
    CellEditor *editor() const { return m_editor; }
    CellOutput *output() const { return m_output; }
    int heightFor(int width) const;
    void openMenu(const QPoint &place); // of the screen
    // Where the cell's card stands in this widget.
    QRect card() const;

Q_SIGNALS:
    void heightChanged();
    void chosen(bool extend); // by the mouse, or by focus in one of its parts
    void editRequested();
    void actionRequested(glovebox::ui::CellAction action);
    void kindRequested(glovebox::notebook::CellKind kind, const QString &runtime);
    void message(const QString &text, bool bad);
    // Of its editor, whenever it has one.
    void editorFocused(glovebox::ui::CellEditor *editor);
    void leaveRequested();
    void edgeReached(bool down);
    void cursorMoved(const QRect &place);
    void pictureGiven(const QImage &picture);
    // By its gutter; the places are of the screen.
    void dragMoved(const QPoint &place);
    void dragEnded();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildTools();
    void makeEditor(const QString &highlight);
    void fillMenu(QMenu &menu);
    void fillKindMenu(QMenu &menu);
    void addTo(QMenu &menu, CellAction action, const QString &text, const QString &iconName,
               const QKeySequence &key = {});
    void refreshOutput(const notebook::Cell &cell);
    void refreshTools();
    void place();
    bool showsEditor() const;
    bool isFolded() const;
    int editorHeight() const;
    int outputHeight() const;
    void paintGutter(QPainter &painter) const;
    void paintState(QPainter &painter, const QRect &line) const;
    QString stateText() const;

    const ScratchServices &m_services;
    notebook::Document &m_document;
    CellRunner &m_runner;
    QTextDocument *m_text;
    QString m_id;
    notebook::CellKind m_kind = notebook::CellKind::Code;
    QString m_runtime;
    QString m_language;
    QString m_highlight;
    QString m_count;
    QString m_duration;
    CellState m_state = CellState::Idle;
    bool m_changed = false; // since it ran
    int m_queuePlace = 0;
    bool m_folded = false;
    Mark m_mark = Mark::None;
    bool m_editing = false;
    bool m_hovered = false;
    std::optional<QPoint> m_pressed; // in the gutter
    bool m_dragged = false;
    bool m_choosesLater = false; // when the button is let go

    CellEditor *m_editor = nullptr;
    MarkdownView *m_markdown = nullptr;
    CellOutput *m_output = nullptr;
    QWidget *m_tools = nullptr;
    Button *m_runButton = nullptr;
    QTimer *m_clockTick;
};

} // namespace glovebox::ui
