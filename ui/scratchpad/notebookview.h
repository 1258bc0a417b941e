// SPDX-License-Identifier: MIT
#pragma once

#include "celleditor.h"
#include "cellview.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTextDocument>

#include <functional>

class QTimer;

namespace glovebox::ui {

// The cells of one document, below one another (UI.md 6). Only those on screen have widgets; their
// texts, with all steps of undo, stay. Two modes, as in Jupyter: in a cell, or on it (UI.md 8).
class NotebookView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    // A place that was searched for.
    struct Found
    {
        QString cell;
        qsizetype start = 0;
        qsizetype length = 0;
        bool operator==(const Found &) const = default;
    };

    NotebookView(const ScratchServices &services, notebook::Document &document, CellRunner &runner,
                 NotebookModel &model, QWidget *parent = nullptr);
    ~NotebookView() override;

    QString currentCell() const { return m_current; }
    // The chosen cells in their order; at least the current one.
    QStringList chosenCells() const;
    bool isEditing() const;
    CellView *viewOf(const QString &id) const { return m_views.value(id); }
    CellEditor *currentEditor() const;
    int widgets() const { return int(m_views.size()); } // of cells, for tests

    void setCurrent(const QString &id, bool extend = false);
    void edit();                                           // into the current cell
    void leave();                                          // back on it
    void showCell(const QString &id, qsizetype place = 0); // scrolls to it

    // What keys and buttons do; each works on the current or the chosen cells.
    enum class After { Next, Stay, Insert };
    void runChosen(After after);
    void runAll();
    void perform(CellAction action);
    void setKind(notebook::CellKind kind, const QString &runtime = {});
    void insert(bool below, notebook::CellKind kind = notebook::CellKind::Code);
    void cut();
    void copy() const;
    void paste();
    void selectAll();
    void clearAllOutputs();
    void openCellMenu(); // of the current cell
    // Whether the document's file can hold pictures of text cells.
    void setKeepsPictures(const std::function<bool()> &keeps) { m_keepsPictures = keeps; }
    void undoCells();
    void redoCells();

    // Find in all cells. An invalid expression finds nothing.
    QList<Found> search(const QRegularExpression &expression);
    void showFound(const Found &found);
    void clearSearch();

Q_SIGNALS:
    void currentChanged();
    // The editor that has the keyboard; null: none.
    void editorChanged(glovebox::ui::CellEditor *editor);
    void modeChanged();
    // The person wants these to run: the owner starts the session when there is none.
    void runRequested(const QStringList &cells);
    void stopRequested();
    void showToClientRequested(const QString &cell);
    void message(const QString &text, bool bad);
    void scrolled();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void connectModel();
    void relayout();
    void placeViews();
    int heightOf(int row);
    int estimate(int row) const;
    int rowAt(int y) const;
    int contentWidth() const;
    int lastRow() const { return m_document.count() - 1; }
    int currentRow() const { return m_document.indexOf(m_current); }

    CellView *makeView(int row);
    void dropView(const QString &id);
    void remakeViews();
    void refreshRow(int row);
    void refreshMarks();
    QTextDocument *textOf(const QString &id);
    void takeSource(int row);
    void ensureVisible(int row);
    void followCursor(CellView *view, const QRect &cursor);

    bool handleCommandKey(const QKeyEvent &event);
    bool isCommandKey(const QKeyEvent &event) const;
    void step(int by, bool extend);
    void editNeighbour(bool down);
    void deleteChosen(bool toClipboard);
    void copyChosen() const;
    void attachPicture(const QString &id, const QImage &picture);
    void split();
    void merge();
    void move(int by);
    void dragTo(const QString &id, const QPoint &place); // of the screen
    void endDrag(bool drop);
    int gapAt(int y) const; // of the viewport: the row before which it is
    void afterRun(After after);
    void onRemoved();

    const ScratchServices &m_services;
    notebook::Document &m_document;
    CellRunner &m_runner;
    NotebookModel &m_model;
    QHash<QString, CellView *> m_views;
    QHash<QString, QTextDocument *> m_texts;
    QHash<QString, int> m_heights; // of cells that had a widget
    std::vector<int> m_tops;       // of each row, and the height of all
    QString m_current;
    QString m_anchor; // the other end of what is chosen
    int m_lastCurrentRow = 0;
    bool m_layingOut = false;
    bool m_layoutAgain = false;
    QString m_editingText; // the text cell whose source is shown
    QRegularExpression m_search;

    std::function<bool()> m_keepsPictures;
    QString m_dragged;            // the cell that the mouse moves
    bool m_dragCancelled = false; // until the mouse lets go
    int m_dropGap = -1;           // before which row; -1: where it stands
    QPoint m_dragPlace;           // of the screen
    QTimer *m_dragScroll;
    QWidget *m_dropLine; // over the cells
};

// Cells on the clipboard, beside their text.
inline constexpr char cellMimeType[] = "application/vnd.jupyter.cells+json";

} // namespace glovebox::ui
