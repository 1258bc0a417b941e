// SPDX-License-Identifier: MIT
#include "scratchpage.h"

#include "codehelp.h"
#include "documenttabs.h"
#include "framewindow.h"
#include "mountstrip.h"
#include "notebookview.h"
#include "opennotebook.h"
#include "searchbar.h"
#include "variablespane.h"

#include "base/inpool.h"
#include "notebook/outputs.h"

#include <ui/code/codehtml.h>
#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/files.h>
#include <ui/parts/labels.h>
#include <ui/parts/segment.h>
#include <ui/parts/wordfitter.h>
#include <ui/parts/wording.h>
#include <ui/theme/icons.h>
#include <ui/theme/theme.h>

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int dockWidth = 304;
constexpr int narrowest = 860; // below it the dock gives its room to the cells
constexpr int headHeight = 40;
constexpr qint64 mostText = 1024 * 1024; // of a file that is no notebook
constexpr int toolHeight = 40;
constexpr int cellRole = Qt::UserRole + 1;
constexpr int placeRole = Qt::UserRole + 2;

// Green: at rest; accent: it runs; grey: there is no Python yet.
class StateDot final : public QWidget
{
public:
    explicit StateDot(QWidget *parent)
        : QWidget(parent)
    {
        setFixedSize(8, 8);
    }
    void setToken(Token token)
    {
        m_token = token;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(m_token));
        painter.drawEllipse(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }

private:
    Token m_token = Token::Text3;
};

QString fileFilter()
{
    return ScratchPage::tr("Notebooks and Python (*.ipynb *.py)");
}

QStringList documentsIn(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls()) {
        const QString path = url.toLocalFile();
        if (path.endsWith(u".ipynb", Qt::CaseInsensitive) ||
            path.endsWith(u".py", Qt::CaseInsensitive))
            paths.append(path);
    }
    return paths;
}

// A band at the top of the dock or the page.
QWidget *band(QWidget *parent, int height)
{
    auto *area = new QWidget(parent);
    area->setFixedHeight(height);
    return area;
}

} // namespace

ScratchPage::ScratchPage(const ScratchServices &services, QWidget *parent)
    : QWidget(parent)
    , m_services(services)
    , m_mounts(new MountModel(services.controls, this))
    , m_words(new Wording(this))
{
    setObjectName(u"scratchPage"_s);
    setFocusPolicy(Qt::StrongFocus);
    m_words->add([this] { setAccessibleName(tr("Scratchpad")); });
    setAcceptDrops(true);
    m_services.plots = &m_plots;
    auto *column = new QVBoxLayout;
    column->setContentsMargins({});
    column->setSpacing(0);
    buildActions();
    buildHead(column);
    buildTools(column);
    m_stack = new QStackedWidget(this);
    m_search = new SearchBar(this);
    column->addWidget(m_stack, 1);
    column->addWidget(m_search);
    buildDock();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addLayout(column, 1);
    row->addWidget(m_dock);
    m_help = new CodeHelp(services.clock, this);
    connect(m_search, &SearchBar::message, this,
            [this](const QString &text, bool bad) { Q_EMIT message(text, bad); });

    notebook::Workspace &workspace = services.workspace;
    connect(&workspace, &notebook::Workspace::opened, this, &ScratchPage::addDocument);
    connect(&workspace, &notebook::Workspace::aboutToClose, this, &ScratchPage::removeDocument);
    connect(&workspace, &notebook::Workspace::activeChanged, this,
            [this] { showDocument(m_services.workspace.active()); });
    connect(&workspace, &notebook::Workspace::problem, this,
            [this](const QString &text) { Q_EMIT message(text, true); });
    connect(&services.desk, &ScratchDesk::sessionsChanged, this, &ScratchPage::refreshState);
    refreshState();
    m_words->add([this] { refreshWords(); });
}

ScratchPage::~ScratchPage()
{
    m_services.workspace.disconnect(this);
    m_help->setEditor(nullptr, nullptr);
    qDeleteAll(m_notebooks);
}

// Building

QAction *ScratchPage::add(MenuPart part, const char *text, const QString &iconName,
                          const QKeySequence &key, const std::function<void()> &act)
{
    auto *action = new QAction(this);
    m_words->add([action, text] { action->setText(tr(text)); });
    if (!iconName.isEmpty())
        action->setIcon(icon(iconName, Token::Text2));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    m_menus[part].append(action);
    m_actions.append(action);
    return action;
}

void ScratchPage::addSeparator(MenuPart part)
{
    auto *action = new QAction(this);
    action->setSeparator(true);
    m_menus[part].append(action);
}

void ScratchPage::buildActions()
{
    const auto view = [this](auto act) {
        return [this, act] {
            if (OpenNotebook *notebook = current())
                act(*notebook->view());
        };
    };
    using After = NotebookView::After;
    add(MenuPart::File, QT_TR_NOOP("New scratchpad tab"), u"plus"_s, Qt::CTRL | Qt::Key_T,
        [this] { newDocument(); });
    add(MenuPart::File, QT_TR_NOOP("Open notebook…"), u"folder"_s, QKeySequence::Open,
        [this] { chooseFile(); });
    addRecentMenu();
    add(MenuPart::File, QT_TR_NOOP("Save notebook"), u"download"_s, QKeySequence::Save,
        [this] { save(); });
    add(MenuPart::File, QT_TR_NOOP("Save notebook as…"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_S,
        [this] { saveAs(); });
    add(MenuPart::File, QT_TR_NOOP("Export as HTML…"), {}, {}, [this] { exportAs(false); });
    add(MenuPart::File, QT_TR_NOOP("Export as PDF…"), {}, {}, [this] { exportAs(true); });
    add(MenuPart::File, QT_TR_NOOP("Close scratchpad tab"), u"x"_s, Qt::CTRL | Qt::Key_F4, [this] {
        if (OpenNotebook *notebook = current())
            closeDocument(&notebook->document());
    });

    const auto chosenText = [this] {
        const OpenNotebook *notebook = current();
        const CellEditor *editor = notebook ? notebook->view()->currentEditor() : nullptr;
        return editor ? editor->textCursor().selectedText() : QString();
    };
    add(MenuPart::Edit, QT_TR_NOOP("Find in cells"), u"search"_s, QKeySequence::Find,
        [this, chosenText] { m_search->open(false, chosenText()); });
    add(MenuPart::Edit, QT_TR_NOOP("Replace in cells"), {}, Qt::CTRL | Qt::Key_H,
        [this, chosenText] { m_search->open(true, chosenText()); });
    add(MenuPart::Edit, QT_TR_NOOP("Toggle comment"), {}, Qt::CTRL | Qt::Key_Slash,
        view([](NotebookView &cells) {
            if (CellEditor *editor = cells.currentEditor())
                editor->toggleComment();
        }));
    add(MenuPart::Edit, QT_TR_NOOP("Undo in the cells"), {}, {},
        view([](NotebookView &cells) { cells.undoCells(); }));
    add(MenuPart::Edit, QT_TR_NOOP("Redo in the cells"), {}, {},
        view([](NotebookView &cells) { cells.redoCells(); }));
    add(MenuPart::Edit, QT_TR_NOOP("Cut cells"), {}, {},
        view([](NotebookView &cells) { cells.cut(); }));
    add(MenuPart::Edit, QT_TR_NOOP("Copy cells"), {}, {},
        view([](NotebookView &cells) { cells.copy(); }));
    add(MenuPart::Edit, QT_TR_NOOP("Paste cells"), {}, {},
        view([](NotebookView &cells) { cells.paste(); }));
    add(MenuPart::Edit, QT_TR_NOOP("Select all cells"), {}, {},
        view([](NotebookView &cells) { cells.selectAll(); }));
    add(MenuPart::Edit, QT_TR_NOOP("Clear all outputs"), {}, {},
        view([](NotebookView &cells) { cells.clearAllOutputs(); }));
    add(MenuPart::Edit, QT_TR_NOOP("Split cell"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_Minus,
        view([](NotebookView &cells) { cells.perform(CellAction::Split); }));
    add(MenuPart::Edit, QT_TR_NOOP("Merge with the cell below"), {}, {},
        view([](NotebookView &cells) { cells.perform(CellAction::MergeBelow); }));
    add(MenuPart::Edit, QT_TR_NOOP("Move cell up"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_Up,
        view([](NotebookView &cells) { cells.perform(CellAction::MoveUp); }));
    add(MenuPart::Edit, QT_TR_NOOP("Move cell down"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_Down,
        view([](NotebookView &cells) { cells.perform(CellAction::MoveDown); }));

    m_runAction = add(MenuPart::Run, QT_TR_NOOP("Run cell"), u"play"_s, Qt::SHIFT | Qt::Key_Return,
                      view([](NotebookView &cells) { cells.runChosen(After::Next); }));
    add(MenuPart::Run, QT_TR_NOOP("Run cell and stay"), {}, Qt::CTRL | Qt::Key_Return,
        view([](NotebookView &cells) { cells.runChosen(After::Stay); }));
    add(MenuPart::Run, QT_TR_NOOP("Run cell and insert one"), {}, Qt::ALT | Qt::Key_Return,
        view([](NotebookView &cells) { cells.runChosen(After::Insert); }));
    m_runAllAction = add(MenuPart::Run, QT_TR_NOOP("Run all cells"), u"skip-forward"_s,
                         Qt::CTRL | Qt::SHIFT | Qt::Key_Return,
                         view([](NotebookView &cells) { cells.runAll(); }));
    add(MenuPart::Run, QT_TR_NOOP("Run all above"), {}, {},
        view([](NotebookView &cells) { cells.perform(CellAction::RunAbove); }));
    add(MenuPart::Run, QT_TR_NOOP("Run this cell and all below"), {}, {},
        view([](NotebookView &cells) { cells.perform(CellAction::RunFromHere); }));
    m_stopAction = add(MenuPart::Run, QT_TR_NOOP("Stop the cells"), u"square"_s,
                       Qt::CTRL | Qt::Key_Period, [this] {
                           if (OpenNotebook *notebook = current())
                               notebook->stop();
                       });
    add(MenuPart::Session, QT_TR_NOOP("Choose session…"), u"layers"_s, Qt::CTRL | Qt::Key_J,
        [this] { openSessionMenu(); });
    m_restartAction = add(MenuPart::Session, QT_TR_NOOP("Restart Python"), u"rotate-cw"_s,
                          Qt::CTRL | Qt::SHIFT | Qt::Key_R, [this] {
                              if (OpenNotebook *notebook = current())
                                  notebook->restart(false);
                          });
    add(MenuPart::Session, QT_TR_NOOP("Restart and run all"), {}, {}, [this] {
        if (OpenNotebook *notebook = current())
            notebook->restart(true);
    });
    add(MenuPart::Session, QT_TR_NOOP("Show this cell to a client…"), u"plug"_s, {},
        view([](NotebookView &cells) { cells.perform(CellAction::ShowToClient); }));
    m_codeAction = new QAction(this);
    connect(m_codeAction, &QAction::triggered, this, view([](NotebookView &cells) {
                cells.insert(true, notebook::CellKind::Code);
                cells.edit();
            }));
    m_textAction = new QAction(this);
    connect(m_textAction, &QAction::triggered, this, view([](NotebookView &cells) {
                cells.insert(true, notebook::CellKind::Text);
                cells.edit();
            }));
}

// What was open lately, by name; where it is, in the tool tip.
void ScratchPage::addRecentMenu()
{
    m_recentMenu = new QMenu(this);
    m_recentMenu->setObjectName(u"recentNotebooks"_s);
    m_recentMenu->setToolTipsVisible(true);
    m_menus[MenuPart::File].append(m_recentMenu->menuAction());
    m_words->add([this] {
        m_recentMenu->setTitle(tr("Open recent"));
        fillRecentMenu();
    });
    connect(&m_services.workspace, &notebook::Workspace::recentChanged, this,
            &ScratchPage::fillRecentMenu);
}

void ScratchPage::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList &paths = m_services.workspace.recent();
    for (const QString &path : paths) {
        // A name may have the mark in it that underlines letters.
        QAction *action = m_recentMenu->addAction(QFileInfo(path).fileName().replace(u'&', u"&&"_s),
                                                  this, [this, path] { openFile(path); });
        action->setToolTip(path.toHtmlEscaped());
        action->setStatusTip(path);
    }
    m_recentMenu->menuAction()->setEnabled(!paths.isEmpty());
    if (paths.isEmpty())
        return;
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("Forget these"), &m_services.workspace,
                            &notebook::Workspace::forgetRecent);
}

void ScratchPage::buildHead(QVBoxLayout *column)
{
    auto *area = band(this, headHeight);
    m_tabs = new DocumentTabs(area);
    auto *plus = new Button({}, Button::Look::Quiet, area);
    plus->setObjectName(u"newTab"_s);
    plus->setIconName(u"plus"_s);
    m_words->add([plus] {
        plus->setAccessibleName(tr("New scratchpad"));
        plus->setToolTip(tr("New scratchpad"));
    });
    plus->setFixedWidth(32);
    m_saved = new TextLine(TextStep::Second, Token::Text3, area);
    m_saved->setObjectName(u"savedLine"_s);
    m_saved->setStretching(false);
    auto *row = new QHBoxLayout(area);
    row->setContentsMargins(8, 0, 16, 0);
    row->setSpacing(4);
    row->addWidget(m_tabs);
    row->addWidget(plus);
    row->addStretch(1);
    row->addWidget(m_saved);
    column->addWidget(area);
    connect(plus, &QPushButton::clicked, this, &ScratchPage::newDocument);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        const auto &documents = m_services.workspace.documents();
        if (index >= 0 && index < documents.size())
            m_services.workspace.setActive(documents.at(index));
    });
    connect(m_tabs, &QTabBar::tabMoved, this,
            [this](int from, int to) { m_services.workspace.move(from, to); });
    connect(m_tabs, &QTabBar::tabCloseRequested, this,
            [this](int index) { closeDocument(m_services.workspace.documents().at(index)); });
}

void ScratchPage::buildTools(QVBoxLayout *column)
{
    auto *area = band(this, toolHeight);
    const auto button = [this, area](const QString &name, const char *text, const QString &iconName,
                                     QAction *action, Button::Look look = Button::Look::Normal) {
        auto *made = new Button({}, look, area);
        made->setObjectName(name);
        made->setIconName(iconName);
        made->setFixedHeight(24);
        m_words->add([made, text, action] {
            made->setText(tr(text));
            made->setToolTip(action->shortcut().toString(QKeySequence::NativeText));
        });
        QObject::connect(made, &QPushButton::clicked, action, &QAction::trigger);
        return made;
    };
    m_run =
        button(u"runCell"_s, QT_TR_NOOP("Run"), u"play"_s, m_runAction, Button::Look::Preferred);
    // The key is named as on the keyboard; Qt calls it Return.
    m_words->add([this] {
        m_run->setKeyHint(m_runAction->shortcut()
                              .toString(QKeySequence::NativeText)
                              .replace(u"Return"_s, u"Enter"_s));
    });
    m_runAll = button(u"runAll"_s, QT_TR_NOOP("Run all"), u"skip-forward"_s, m_runAllAction);
    m_stop = button(u"stopCells"_s, QT_TR_NOOP("Stop"), u"square"_s, m_stopAction);
    m_restart = button(u"restartSession"_s, QT_TR_NOOP("Restart"), u"rotate-cw"_s, m_restartAction);
    auto *code = button(u"addCode"_s, QT_TR_NOOP("Code"), u"plus"_s, m_codeAction);
    auto *text = button(u"addText"_s, QT_TR_NOOP("Text"), u"type"_s, m_textAction);
    m_stateDot = new StateDot(area);
    m_state = new TextLine(TextStep::Text, Token::Text, area);
    m_state->setObjectName(u"sessionState"_s);
    m_state->setStretching(false);
    m_session = new Button({}, Button::Look::Normal, area);
    m_session->setObjectName(u"sessionButton"_s);
    m_session->setIconName(u"layers"_s);
    m_session->setChevron(true);
    m_session->setFixedHeight(24);
    connect(m_session, &QPushButton::clicked, this, &ScratchPage::openSessionMenu);
    auto *row = new QHBoxLayout(area);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(8);
    for (Button *made : {m_run, m_runAll, m_stop, m_restart})
        row->addWidget(made);
    row->addSpacing(8);
    row->addWidget(code);
    row->addWidget(text);
    row->addStretch(1);
    row->addWidget(m_stateDot);
    row->addWidget(m_state);
    row->addWidget(m_session);
    new WordFitter(area, {m_run, m_runAll, m_stop, m_restart, code, text});
    column->addWidget(area);
}

void ScratchPage::buildDock()
{
    m_dock = new QWidget(this);
    m_dock->setFixedWidth(dockWidth);
    auto *tabs = new SegmentRow(m_dock);
    QToolButton *variables = tabs->add({});
    QToolButton *outline = tabs->add({});
    outline->setObjectName(u"outlineTab"_s);
    m_words->add([variables, outline] {
        variables->setText(tr("Variables"));
        outline->setText(tr("Outline"));
    });
    m_variables = new VariablesPane(m_services.desk, m_dock);
    m_outlinePage = new QWidget(m_dock);
    m_outline = new QListView(m_outlinePage);
    m_outline->setObjectName(u"outlineView"_s);
    m_outline->setFrameShape(QFrame::NoFrame);
    m_outline->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_outline->setModel(new QStandardItemModel(m_outline));
    m_noOutline = new TextLine(TextStep::Text, Token::Text3, m_outlinePage);
    m_words->add([this] {
        m_outline->setAccessibleName(tr("Outline"));
        m_noOutline->setText(tr("Headings of text cells stand here."));
    });
    auto *outlineColumn = new QVBoxLayout(m_outlinePage);
    outlineColumn->setContentsMargins(16, 8, 8, 8);
    outlineColumn->addWidget(m_noOutline);
    outlineColumn->addWidget(m_outline, 1);
    auto *pages = new QStackedWidget(m_dock);
    pages->addWidget(m_variables);
    pages->addWidget(m_outlinePage);
    auto *head = band(m_dock, headHeight);
    auto *headRow = new QHBoxLayout(head);
    headRow->setContentsMargins(16, 8, 16, 8);
    headRow->addWidget(tabs);
    headRow->addStretch(1);
    auto *column = new QVBoxLayout(m_dock);
    column->setContentsMargins(1, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    column->addWidget(pages, 1);
    column->addWidget(new MountStrip(*m_mounts, m_dock));
    connect(variables, &QToolButton::clicked, pages, [pages] { pages->setCurrentIndex(0); });
    connect(outline, &QToolButton::clicked, pages, [pages] { pages->setCurrentIndex(1); });
    connect(m_variables, &VariablesPane::openTableRequested, this, &ScratchPage::openTable);
    const auto go = [this](const QModelIndex &index) {
        if (OpenNotebook *notebook = current())
            notebook->view()->showCell(index.data(cellRole).toString());
    };
    connect(m_outline, &QListView::activated, this, go);
    connect(m_outline, &QListView::clicked, this, go);
}

// Documents

void ScratchPage::start()
{
    if (std::exchange(m_started, true))
        return;
    m_services.workspace.recover().then(this, [this](const Result<> &recovered) {
        if (!recovered)
            Q_EMIT message(recovered.error().text, true);
        const auto &documents = m_services.workspace.documents();
        const bool any = std::ranges::any_of(documents, [](const notebook::OpenDocument *document) {
            return document->isRecovered() && document->document().isModified();
        });
        if (any)
            Q_EMIT message(tr("Unsaved documents are back as they were."));
        m_ready = true;
        for (const auto &act : std::exchange(m_later, {}))
            act();
        if (documents.isEmpty())
            newDocument();
        else if (!m_services.workspace.active())
            m_services.workspace.setActive(documents.first());
    });
}

OpenNotebook *ScratchPage::current() const
{
    return m_notebooks.value(m_services.workspace.active());
}

// Nothing new comes before what was open.
void ScratchPage::whenReady(const std::function<void()> &act)
{
    if (m_ready) {
        act();
        return;
    }
    m_later.append(act);
    start();
}

void ScratchPage::newDocument()
{
    whenReady([this] {
        m_services.workspace.setActive(m_services.workspace.create());
        if (OpenNotebook *notebook = current(); notebook && isVisible())
            notebook->view()->edit();
    });
}

void ScratchPage::addDocument(notebook::OpenDocument *document, int index)
{
    auto *notebook = new OpenNotebook(m_services, *document, this);
    m_notebooks.insert(document, notebook);
    m_stack->addWidget(notebook->view());
    {
        const QSignalBlocker blocker(m_tabs); // the workspace says which one is shown
        m_tabs->insertTab(index, nameOf(*document));
    }
    connect(document, &notebook::OpenDocument::stateChanged, this, [this, document] {
        refreshTab(document);
        refreshSaved();
    });
    connect(&document->document(), &notebook::Document::modifiedChanged, this, [this, document] {
        refreshTab(document);
        refreshSaved();
    });
    connect(notebook, &OpenNotebook::message, this,
            [this](const QString &text, bool bad) { Q_EMIT message(text, bad); });
    connect(notebook, &OpenNotebook::sessionChanged, this, &ScratchPage::refreshState);
    const auto look = [this, notebook] {
        refreshState();
        if (notebook == current() && !notebook->runner()->isBusy())
            m_variables->refresh();
    };
    connect(notebook, &OpenNotebook::busyChanged, this, look);
    connect(notebook, &OpenNotebook::variablesLost, this, look);
    connect(notebook->view(), &NotebookView::editorChanged, this, &ScratchPage::onEditorChanged);
    connect(notebook->view(), &NotebookView::scrolled, m_help, &CodeHelp::close);
    connect(notebook->view(), &NotebookView::showToClientRequested, this,
            &ScratchPage::showToClient);
    connect(notebook->model(), &NotebookModel::outlineChanged, this, &ScratchPage::refreshOutline);
    refreshTab(document);
    tellNotes(document);
}

void ScratchPage::tellNotes(notebook::OpenDocument *document)
{
    if (!document->notes().isEmpty())
        Q_EMIT message(document->notes().join(u' '));
}

void ScratchPage::removeDocument(notebook::OpenDocument *document)
{
    OpenNotebook *notebook = m_notebooks.take(document);
    if (!notebook)
        return;
    const qsizetype index = m_services.workspace.documents().indexOf(document);
    m_help->setEditor(nullptr, nullptr);
    m_search->setView(nullptr, nullptr);
    document->disconnect(this);
    notebook->closeSession();
    delete notebook; // before the document that it works on
    const QSignalBlocker blocker(m_tabs);
    if (index >= 0)
        m_tabs->removeTab(int(index));
}

void ScratchPage::showDocument(notebook::OpenDocument *document)
{
    OpenNotebook *notebook = m_notebooks.value(document);
    if (!notebook) {
        refreshState();
        return;
    }
    {
        const QSignalBlocker blocker(m_tabs);
        m_tabs->setCurrentIndex(int(m_services.workspace.documents().indexOf(document)));
    }
    const bool hadFocus = isAncestorOf(QApplication::focusWidget()) || hasFocus();
    m_stack->setCurrentWidget(notebook->view());
    m_search->setView(notebook->view(), &document->document());
    m_help->setEditor(nullptr, nullptr);
    if (hadFocus)
        notebook->view()->setFocus(Qt::OtherFocusReason);
    setWindowTitle(tr("%1 — Scratchpad").arg(nameOf(*document)));
    refreshState();
    refreshSaved();
    refreshOutline();
}

QString ScratchPage::nameOf(const notebook::OpenDocument &document) const
{
    if (!document.title().isEmpty())
        return document.title();
    return tr("untitled %1").arg(document.untitledNumber());
}

void ScratchPage::refreshTab(notebook::OpenDocument *document)
{
    const int index = int(m_services.workspace.documents().indexOf(document));
    if (index < 0 || index >= m_tabs->count())
        return;
    const bool unsaved = document->document().isModified();
    m_tabs->setTabText(index, nameOf(*document));
    m_tabs->setTabToolTip(index, document->path().isEmpty() ? tr("Not saved in a file yet")
                                                            : shortPath(document->path()));
    m_tabs->setAccessibleTabName(index, unsaved ? tr("%1, not saved").arg(nameOf(*document))
                                                : nameOf(*document));
    m_tabs->setUnsaved(index, unsaved);
    if (document == m_services.workspace.active())
        setWindowTitle(tr("%1 — Scratchpad").arg(nameOf(*document)));
}

void ScratchPage::refreshSaved()
{
    const notebook::OpenDocument *document = m_services.workspace.active();
    if (!document)
        m_saved->setText({});
    else if (document->isSaving())
        m_saved->setText(tr("Saving…"));
    else if (document->isChangedOnDisk())
        m_saved->setText(tr("Changed on disk"));
    else if (document->savedAt().isValid())
        m_saved->setText(tr("Saved %1").arg(timeOfDay(document->savedAt())));
    else
        m_saved->setText({});
}

void ScratchPage::chooseFile()
{
    askForFile(this, tr("Open notebook"), fileFilter(),
               [this](const QString &path) { openFile(path); });
}

void ScratchPage::openFile(const QString &path)
{
    whenReady([this, path] {
        m_services.workspace.open(path).then(
            this, [this, path](const Result<notebook::OpenDocument *> &opened) {
                if (opened)
                    m_services.workspace.setActive(*opened);
                else
                    tellUnread(path, opened.error());
            });
    });
}

void ScratchPage::tellUnread(const QString &path, const Error &error)
{
    const bool names = error.text.contains(path);
    const QString sentence =
        names ? error.text : tr("%1: %2").arg(QFileInfo(path).fileName(), error.text);
    if (error.code != ErrorCode::Corrupt) {
        Q_EMIT message(sentence, true);
        return;
    }
    Q_EMIT message(sentence, true, tr("Open its text"), [this, path] { openText(path); });
}

// What is no notebook may still be read and copied from; the file stays as it is.
void ScratchPage::openText(const QString &path)
{
    inPool(*QThreadPool::globalInstance(), [path] {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.read(mostText)) : QString();
    }).then(this, [this, path](const QString &text) {
        notebook::Cell cell{.id = notebook::newCellId(), .source = text};
        m_services.workspace.setActive(m_services.workspace.createFrom(
            notebook::newNotebook({cell}), tr("Text of %1").arg(QFileInfo(path).fileName())));
    });
}

void ScratchPage::save()
{
    OpenNotebook *notebook = current();
    if (!notebook)
        return;
    notebook::OpenDocument *document = &notebook->document();
    if (document->path().isEmpty()) {
        saveAs();
        return;
    }
    m_services.workspace.save(document).then(
        this, [this, document](const Result<> &saved) { afterSave(document, saved, {}); });
}

void ScratchPage::saveAs(const std::function<void()> &then)
{
    OpenNotebook *notebook = current();
    if (!notebook)
        return;
    const QPointer<notebook::OpenDocument> document = &notebook->document();
    const QString path = document->path();
    const auto save = [this, document, then](const QString &file) {
        if (!document)
            return;
        m_services.workspace.saveAs(document, file)
            .then(this, [this, document, then](const Result<> &saved) {
                afterSave(document, saved, then);
            });
    };
    askWhereToSave(this,
                   {.title = tr("Save notebook"),
                    .suffix = u"ipynb"_s,
                    .name = path.isEmpty() ? nameOf(*document) + u".ipynb"_s : path,
                    .filter = fileFilter()},
                   save)
        ->setObjectName(u"saveDialog"_s);
}

void ScratchPage::exportAs(bool pdf)
{
    const OpenNotebook *notebook = current();
    if (!notebook)
        return;
    const QString suffix = pdf ? u"pdf"_s : u"html"_s;
    const QFileInfo file(nameOf(notebook->document()));
    askWhereToSave(this,
                   {.title = pdf ? tr("Export as PDF") : tr("Export as HTML"),
                    .suffix = suffix,
                    .name = file.completeBaseName() + u'.' + suffix},
                   [this, pdf](const QString &path) { writeExport(pdf, path); })
        ->setObjectName(u"exportDialog"_s);
}

void ScratchPage::writeExport(bool pdf, const QString &path)
{
    const OpenNotebook *notebook = current();
    if (!notebook)
        return;
    const ExportOptions options{.title = nameOf(notebook->document()),
                                .language = QLocale().bcp47Name().section(u'-', 0, 0),
                                .highlight = codeToHtml(),
                                .font = textFont(),
                                .codeFamily = codeFont().family()};
    exportNotebook(notebook->document().document().notebook(),
                   pdf ? ExportFormat::Pdf : ExportFormat::Html, options, path)
        .then(this, [this, path](const Result<> &written) {
            if (written)
                Q_EMIT message(tr("Saved %1").arg(shortPath(path)));
            else
                Q_EMIT message(written.error().text, true);
        });
}

// A file that somebody else changed is never overwritten unasked: the message is the way out.
void ScratchPage::afterSave(notebook::OpenDocument *document, const Result<> &saved,
                            const std::function<void()> &then)
{
    refreshSaved();
    if (saved) {
        if (then)
            then();
        return;
    }
    if (saved.error().code != ErrorCode::Conflict) {
        Q_EMIT message(saved.error().text, true, tr("Save as…"), [this] { saveAs(); });
        return;
    }
    const QPointer<notebook::OpenDocument> kept = document;
    Q_EMIT message(tr("%1 was changed on disk since it was opened.").arg(nameOf(*document)), true,
                   tr("Overwrite"), [this, kept] {
                       if (!kept)
                           return;
                       m_services.workspace.save(kept, notebook::Workspace::Overwrite::Always)
                           .then(this, [this, kept](const Result<> &again) {
                               if (kept)
                                   afterSave(kept, again, {});
                           });
                   });
}

// Asks only where something would be lost: an empty document, or one that is in its file, goes.
void ScratchPage::closeDocument(notebook::OpenDocument *document)
{
    const auto &cells = document->document().notebook().cells;
    const bool empty = std::ranges::all_of(cells, [](const notebook::Cell &cell) {
        return cell.source.trimmed().isEmpty() && cell.outputs.isEmpty();
    });
    const auto close = [this, document = QPointer(document)] {
        if (!document)
            return;
        m_services.workspace.close(document);
        if (m_services.workspace.documents().isEmpty())
            newDocument();
    };
    if (!document->document().isModified() || (empty && document->path().isEmpty())) {
        close();
        return;
    }
    m_services.workspace.setActive(document);
    auto *box =
        new QMessageBox(QMessageBox::NoIcon, tr("Close document"),
                        tr("%1 is not saved.").arg(nameOf(*document)), QMessageBox::NoButton, this);
    box->setObjectName(u"closeQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("What ran stays in the journal."));
    const QPushButton *keep = box->addButton(tr("Save"), QMessageBox::AcceptRole);
    const QPushButton *drop = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(drop, &QPushButton::clicked, this, close);
    connect(keep, &QPushButton::clicked, this, [this, document, close] {
        if (document->path().isEmpty()) {
            saveAs(close);
            return;
        }
        m_services.workspace.save(document).then(
            this,
            [this, document, close](const Result<> &saved) { afterSave(document, saved, close); });
    });
    box->open();
}

void ScratchPage::openRun(RunId run)
{
    const RunFacts *facts = m_services.hub.facts(run);
    auto known = std::make_shared<RunFacts>(facts ? *facts : RunFacts{});
    m_services.controls.recordedEvents(run).then(
        this, [this, run, known](const Result<QList<RunEvent>> &events) {
            if (!events) {
                Q_EMIT message(events.error().text, true);
                return;
            }
            if (known->run.isNull()) {
                known->run = run;
                for (const RunEvent &event : *events)
                    known->apply(event);
            }
            m_services.controls.readOutput(run, 0, notebook::maxOutputTextBytes)
                .then(this, [this, known, events = *events](const Result<QByteArray> &output) {
                    openRecorded(*known, events, output.value_or(QByteArray()));
                });
        });
}

// Its pictures are read from their files, and not in the thread that draws.
void ScratchPage::openRecorded(const RunFacts &facts, const QList<RunEvent> &events,
                               const QByteArray &output)
{
    const QString title = facts.title.isEmpty() ? facts.run.toString() : facts.title;
    inPool(*QThreadPool::globalInstance(), [facts, events, output] {
        return notebook::notebookOfRun(facts, events, output);
    }).then(this, [this, title](const notebook::Notebook &made) {
        whenReady([this, made, title] {
            m_services.workspace.setActive(m_services.workspace.createFrom(made, title));
        });
    });
}

// What is said of the documents, in another language.
void ScratchPage::refreshWords()
{
    for (notebook::OpenDocument *document : m_services.workspace.documents())
        refreshTab(document);
    refreshSaved();
    refreshState();
}

// What is shown of the session

void ScratchPage::refreshState()
{
    const OpenNotebook *notebook = current();
    using State = OpenNotebook::SessionState;
    const State state = notebook ? notebook->sessionState() : State::None;
    const std::optional<SessionStatus> session =
        notebook ? notebook->sessionStatus() : std::nullopt;
    const bool busy = notebook && notebook->runner()->isBusy();
    const bool elsewhere = session && session->state == SessionStatus::State::Busy;
    QString word = tr("Not started");
    Token dot = Token::Text3;
    if (state == State::Starting) {
        word = tr("Starting Python…");
        dot = Token::Accent;
    } else if (state == State::Restarting) {
        word = tr("Restarting…");
        dot = Token::Accent;
    } else if (state == State::Ready) {
        word = busy || elsewhere ? tr("Busy") : tr("Idle");
        dot = busy || elsewhere ? Token::Accent : Token::Ok;
    }
    m_state->setText(word);
    static_cast<StateDot *>(m_stateDot)->setToken(dot);
    QString name = tr("No session yet");
    if (session) {
        name = session->client == personClient() ? session->name
                                                 : session->clientLabel + u" / "_s + session->name;
        if (session->residentBytes > 0)
            name = sideBySide(name, memoryText(session->residentBytes));
    }
    m_session->setText(name);
    m_session->setAccessibleName(tr("Session: %1").arg(name));
    const bool waiting = state == State::Starting || state == State::Restarting;
    m_stopAction->setEnabled(busy || waiting);
    m_stop->setEnabled(busy);
    m_restartAction->setEnabled(state == State::Ready);
    m_restart->setEnabled(state == State::Ready);
    m_variables->setSession(notebook && state == State::Ready ? notebook->session() : SessionRef());
}

void ScratchPage::refreshOutline()
{
    auto *items = static_cast<QStandardItemModel *>(m_outline->model());
    items->clear();
    if (const OpenNotebook *notebook = current()) {
        for (const OutlineEntry &entry : notebook->model()->outline()) {
            auto *item = new QStandardItem(QString((entry.level - 1) * 3, u' ') + entry.text);
            item->setData(entry.cell, cellRole);
            item->setData(entry.place, placeRole);
            item->setData(entry.text, Qt::AccessibleTextRole);
            items->appendRow(item);
        }
    }
    m_noOutline->setVisible(items->rowCount() == 0);
}

void ScratchPage::onEditorChanged(CellEditor *editor)
{
    OpenNotebook *notebook = current();
    m_help->setEditor(editor, notebook && editor && editor->isPython() ? notebook : nullptr);
}

// Sessions

void ScratchPage::openSessionMenu()
{
    OpenNotebook *notebook = current();
    if (!notebook)
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(u"sessionMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto addSession = [this, menu, notebook](const SessionStatus &session) {
        const bool own = session.client == personClient();
        QString text = own ? session.name : session.clientLabel + u" / "_s + session.name;
        if (session.residentBytes > 0)
            text = sideBySide(text, memoryText(session.residentBytes));
        QAction *action = menu->addAction(text.replace(u'&', u"&&"_s), this, [this, session, own] {
            own ? attach(session) : askBeforeAttaching(session);
        });
        action->setCheckable(true);
        action->setChecked(session.ref.id == notebook->session().id);
    };
    const QList<SessionStatus> sessions = m_services.desk.sessions();
    for (const SessionStatus &session : sessions) {
        if (session.client == personClient() && session.state != SessionStatus::State::Closed)
            addSession(session);
    }
    menu->addAction(icon(u"plus"_s, Token::Text2), tr("New session"), this, [notebook] {
        notebook->closeSession();
        notebook->openOwnSession();
    });
    menu->addSection(tr("Sessions of clients"));
    for (const SessionStatus &session : sessions) {
        if (session.client != personClient() && session.state != SessionStatus::State::Closed)
            addSession(session);
    }
    menu->popup(m_session->mapToGlobal(m_session->rect().bottomLeft()));
}

void ScratchPage::attach(const SessionStatus &session)
{
    if (OpenNotebook *notebook = current())
        notebook->attach(session.ref);
}

void ScratchPage::askBeforeAttaching(const SessionStatus &session)
{
    auto *box =
        new QMessageBox(QMessageBox::NoIcon, tr("Use a client's session"),
                        tr("Use the session %1 of %2?").arg(session.name, session.clientLabel),
                        QMessageBox::NoButton, this);
    box->setObjectName(u"attachQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // the client named it
    box->setInformativeText(tr("What you run there changes its variables and files, and the client "
                               "will find them changed."));
    const QPushButton *use = box->addButton(tr("Use this session"), QMessageBox::AcceptRole);
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(use, &QPushButton::clicked, this, [this, session] { attach(session); });
    box->open();
}

void ScratchPage::openTable(const QString &variable)
{
    if (const OpenNotebook *notebook = current())
        (new FrameWindow(m_services.desk, notebook->session(), variable, this))->show();
}

void ScratchPage::showToClient(const QString &cell)
{
    const QList<ClientLabel> clients = m_services.controls.clients();
    if (clients.isEmpty()) {
        Q_EMIT message(tr("No client is connected that could see it."));
        return;
    }
    auto *menu = new QMenu(this);
    menu->setObjectName(u"clientMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("Show this cell to"));
    for (const ClientLabel &client : clients) {
        menu->addAction(QString(client.label).replace(u'&', u"&&"_s), this,
                        [this, client, cell] { offerTo(client, cell); });
    }
    // The mouse may be anywhere when the key or the menu asked for it.
    const CellView *view = current() ? current()->view()->viewOf(cell) : nullptr;
    menu->popup(view ? view->mapToGlobal(view->card().topLeft() + QPoint(8, 8)) : QCursor::pos());
}

void ScratchPage::offerTo(const ClientLabel &client, const QString &id)
{
    const OpenNotebook *notebook = current();
    const notebook::Cell *cell = notebook ? notebook->document().document().find(id) : nullptr;
    if (!cell)
        return;
    QStringList output;
    for (const notebook::Output &part : cell->outputs)
        output.append(part.plainText());
    const QByteArray source = cell->source.toUtf8();
    const Result<QString> shown =
        m_services.desk.showToClient(client.id, titleOfCode(source), source, output.join(u'\n'));
    if (!shown) {
        Q_EMIT message(shown.error().text, true);
        return;
    }
    const QString address = *shown;
    Q_EMIT message(tr("%1 can read this cell as %2.").arg(client.label, address), false,
                   tr("Take back"),
                   [this, address] { m_services.desk.takeBackFromClient(address); });
}

// Events

QAction *ScratchPage::actionFor(const QKeyEvent &event) const
{
    if (event.key() == Qt::Key_unknown || event.key() == 0)
        return nullptr;
    Qt::Key key = Qt::Key(event.key());
    if (key == Qt::Key_Enter)
        key = Qt::Key_Return;
    if (key == Qt::Key_Underscore && event.modifiers().testFlag(Qt::ShiftModifier))
        key = Qt::Key_Minus; // what the key gives with Shift
    const QKeySequence pressed(QKeyCombination(event.modifiers() & ~Qt::KeypadModifier, key));
    const auto found = std::ranges::find_if(m_actions, [&pressed](const QAction *action) {
        return action->isEnabled() && !action->shortcut().isEmpty() &&
               action->shortcut() == pressed;
    });
    return found == m_actions.end() ? nullptr : *found;
}

// Several keys mean something else on the workbench, whose actions belong to the whole window.
bool ScratchPage::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && actionFor(static_cast<QKeyEvent &>(*event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void ScratchPage::keyPressEvent(QKeyEvent *event)
{
    if (QAction *action = actionFor(*event))
        action->trigger();
    else
        QWidget::keyPressEvent(event);
}

void ScratchPage::focusInEvent(QFocusEvent *)
{
    if (OpenNotebook *notebook = current())
        notebook->view()->setFocus(Qt::OtherFocusReason);
}

// Notebooks are opened; everything else that is dropped is for the window.
void ScratchPage::dragEnterEvent(QDragEnterEvent *event)
{
    if (!documentsIn(event->mimeData()).isEmpty())
        event->acceptProposedAction();
    else
        event->ignore();
}

void ScratchPage::dropEvent(QDropEvent *event)
{
    for (const QString &path : documentsIn(event->mimeData()))
        openFile(path);
    event->acceptProposedAction();
}

void ScratchPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_services.workspace.checkFiles();
    start();
}

void ScratchPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_dock->setVisible(width() >= narrowest);
}

void ScratchPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    const int right = m_dock->isVisible() ? width() - m_dock->width() : width();
    paintHorizontalLine(painter, 0, right, headHeight - 1, color(Token::Line));
    paintHorizontalLine(painter, 0, right, headHeight + toolHeight - 1, color(Token::Line));
    if (m_dock->isVisible())
        paintVerticalLine(painter, right, 0, height(), color(Token::Line));
}

} // namespace glovebox::ui
