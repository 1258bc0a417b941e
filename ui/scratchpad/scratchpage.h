// SPDX-License-Identifier: MIT
#pragma once

#include "scratchservices.h"

#include "ui/models/mountmodel.h"
#include "ui/output/plotcache.h"

#include <QHash>
#include <QPointer>
#include <QWidget>

#include <functional>

class QAction;
class QListView;
class QMenu;
class QStackedWidget;
class QVBoxLayout;

namespace glovebox::ui {

class Button;
class CellEditor;
class CodeHelp;
class DocumentTabs;
class NotebookView;
class OpenNotebook;
class SearchBar;
class FrameWindow;
class TextLine;
class VariablesPane;
class Wording;

// The screen Scratchpad (UI.md 6): documents in tabs, their cells, and at the right the variables
// of the session, an outline and the mounts. Runs from here are the person's own: never asked,
// always in the journal.
class ScratchPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ScratchPage(const ScratchServices &services, QWidget *parent = nullptr);
    ~ScratchPage() override;

    // Brings back what was open when the program ended; a first document where nothing was.
    void start();
    void newDocument();
    void openFile(const QString &path);
    // A run as a document of its own, not saved yet.
    void openRun(RunId run);

    // For the menus of the window, in their order; a null action is a separator.
    enum class MenuPart { File, Edit, Run, Session };
    QList<QAction *> actions(MenuPart part) const { return m_menus.value(part); }

    OpenNotebook *current() const;
    SearchBar *searchBar() const { return m_search; }
    CodeHelp *help() const { return m_help; }
    VariablesPane *variables() const { return m_variables; }

Q_SIGNALS:
    // A sentence for the person; `action` may be empty.
    void message(const QString &text, bool bad = false, const QString &action = {},
                 const std::function<void()> &act = {});

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildHead(QVBoxLayout *column);
    void buildTools(QVBoxLayout *column);
    void buildDock();
    void buildActions();
    // `text` is a source text of this class.
    QAction *add(MenuPart part, const char *text, const QString &iconName, const QKeySequence &key,
                 const std::function<void()> &act);
    void addSeparator(MenuPart part);
    QAction *actionFor(const QKeyEvent &event) const;

    void whenReady(const std::function<void()> &act);
    void addDocument(notebook::OpenDocument *document, int index);
    void removeDocument(notebook::OpenDocument *document);
    void showDocument(notebook::OpenDocument *document);
    void refreshTab(notebook::OpenDocument *document);
    QString nameOf(const notebook::OpenDocument &document) const;
    void closeDocument(notebook::OpenDocument *document);
    void tellNotes(notebook::OpenDocument *document);

    void refreshWords();
    void refreshState();
    void refreshSaved();
    void refreshOutline();
    void onEditorChanged(CellEditor *editor);

    void chooseFile();
    void tellUnread(const QString &path, const Error &error);
    void openText(const QString &path);
    void addRecentMenu();
    void fillRecentMenu();
    void save();
    void saveAs(const std::function<void()> &then = {});
    void afterSave(notebook::OpenDocument *document, const Result<> &saved,
                   const std::function<void()> &then);
    void exportAs(bool pdf);
    void writeExport(bool pdf, const QString &path);
    void openSessionMenu();
    void attach(const SessionStatus &session);
    void askBeforeAttaching(const SessionStatus &session);
    void openTable(const QString &variable);
    void openRecorded(const RunFacts &facts, const QList<RunEvent> &events,
                      const QByteArray &output);
    void showToClient(const QString &cell);
    void offerTo(const ClientLabel &client, const QString &cell);

    ScratchServices m_services;
    PlotCache m_plots;
    MountModel *m_mounts;
    Wording *m_words;
    QHash<notebook::OpenDocument *, OpenNotebook *> m_notebooks;
    QMenu *m_recentMenu = nullptr;
    QHash<MenuPart, QList<QAction *>> m_menus;
    QList<QAction *> m_actions;
    DocumentTabs *m_tabs = nullptr;
    TextLine *m_saved = nullptr;
    QStackedWidget *m_stack = nullptr;
    SearchBar *m_search = nullptr;
    CodeHelp *m_help = nullptr;
    QWidget *m_dock = nullptr;
    VariablesPane *m_variables = nullptr;
    QListView *m_outline = nullptr;
    QWidget *m_outlinePage = nullptr;
    TextLine *m_noOutline = nullptr;
    Button *m_run = nullptr;
    Button *m_runAll = nullptr;
    Button *m_stop = nullptr;
    Button *m_restart = nullptr;
    Button *m_session = nullptr;
    TextLine *m_state = nullptr;
    QWidget *m_stateDot = nullptr;
    QAction *m_runAction = nullptr;
    QAction *m_runAllAction = nullptr;
    QAction *m_stopAction = nullptr;
    QAction *m_restartAction = nullptr;
    QAction *m_codeAction = nullptr;
    QAction *m_textAction = nullptr;
    bool m_started = false;
    bool m_ready = false;                 // what was open is back
    QList<std::function<void()>> m_later; // what was asked for before that
};

} // namespace glovebox::ui
