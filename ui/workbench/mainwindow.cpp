// SPDX-License-Identifier: MIT
#include "mainwindow.h"

#include "codepane.h"
#include "emptypage.h"
#include "findaction.h"
#include "messagebar.h"
#include "mountlist.h"
#include "runheader.h"
#include "runpage.h"
#include "runspane.h"
#include "sharefolder.h"
#include "sidepane.h"
#include "statusbar.h"
#include "tabstrip.h"
#include "waitinglist.h"
#include "workpanes.h"

#include "ui/approval/decisionbar.h"
#include "ui/approval/requestview.h"
#include "ui/models/quiet.h"
#include "ui/models/words.h"
#include "ui/output/outputpane.h"
#include "ui/output/tablelist.h"
#include "ui/parts/button.h"
#include "ui/theme/icons.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDataStream>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int leftWidth = 312;
constexpr int rightWidth = 272;
constexpr int narrowWidth = 1160;           // below it the right panes become a tab
constexpr int iconsWidth = 1040;            // below it the rail shows icons only
constexpr int compactHeight = 640;          // below it the request's reach is one line
constexpr quint32 layoutMagic = 0x474c4231; // "GLB1"
constexpr qsizetype maxLayoutBytes = 64 * 1024;

QString localFolder(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    if (urls.size() != 1 || !urls.first().isLocalFile())
        return {};
    const QString path = urls.first().toLocalFile();
    return QFileInfo(path).isDir() ? path : QString();
}

// A folder that is shared stays where it is: whoever offers to move it must not take it away.
void acceptUnmoved(QDropEvent &event)
{
    const Qt::DropActions offered = event.possibleActions();
    if (!(offered & (Qt::LinkAction | Qt::CopyAction)))
        return event.ignore();
    event.setDropAction(offered & Qt::LinkAction ? Qt::LinkAction : Qt::CopyAction);
    event.accept();
}

} // namespace

MainWindow::MainWindow(RunHub &hub, ApprovalDesk &desk, ProgramControls &controls, Clock &clock,
                       Quiet &quiet, QWidget *parent)
    : QMainWindow(parent)
    , m_hub(hub)
    , m_desk(desk)
    , m_controls(controls)
    , m_quiet(quiet)
    , m_runs(new RunListModel(hub, controls, clock, this))
    , m_waiting(new WaitingModel(desk, clock, this))
    , m_mounts(new MountModel(controls, this))
    , m_sessions(new SessionModel(controls, this))
    , m_grants(new GrantModel(desk, this))
    , m_status(new StatusModel(controls, desk, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setMinimumSize(960, 600);
    resize(1280, 800);
    setAcceptDrops(true);
    m_runPage = new RunPage(hub, controls, clock, this);
    m_requestPage = new RequestView(desk, clock, nullptr, this);
    m_requestPage->decisionBar()->setObjectName(QStringLiteral("decisionBar"));
    buildPanes();
    buildMenus();
    connectParts();
    addScreen(Screen::Workbench, m_panes);
    refreshWaiting();
    refreshFacts();
    m_runsPane->list()->setFocus();
    if (const RunId first = m_waiting->firstWaiting(); !first.isNull())
        showRequest(first);
    else if (const RunId newest = m_runs->firstRun(); !newest.isNull())
        showRun(newest);
}

MainWindow::~MainWindow() = default;

// Building

void MainWindow::buildPanes()
{
    m_messages = new MessageBar(this);
    m_rail = new Rail(this);
    m_waitingPane = new WaitingPane(*m_waiting, this);
    m_runsPane = new RunsPane(*m_runs, this);
    m_left = new QWidget(this);
    auto *left = new QVBoxLayout(m_left);
    left->setContentsMargins({});
    left->setSpacing(0);
    left->addWidget(m_waitingPane);
    left->addWidget(m_runsPane, 1);
    m_left->setMinimumWidth(240);

    m_empty = new EmptyPage(*m_status, this);
    m_centre = new QStackedWidget(this);
    for (QWidget *page : QList<QWidget *>{m_empty, m_runPage, m_requestPage})
        m_centre->addWidget(page);
    m_side = new SidePane(*m_sessions, *m_mounts, *m_grants, this);
    m_sidePlace = new QWidget(this);
    m_sidePlace->setMinimumWidth(220);
    auto *side = new QVBoxLayout(m_sidePlace);
    side->setContentsMargins({});
    side->addWidget(m_side);

    m_panes = new WorkPanes(this);
    m_panes->setCentralWidget(m_centre);
    m_panes->addPane(m_left, tr("Runs"), leftWidth);
    m_panes->addPane(m_sidePlace, tr("This run"), rightWidth);

    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    m_screens = new QStackedWidget(this);
    middle->addWidget(m_rail);
    middle->addWidget(m_screens, 1);
    auto *statusLine = new StatusLine(*m_status, this);
    connect(statusLine, &StatusLine::addressClicked, this, &MainWindow::copyAddress);
    auto *whole = new QWidget(this);
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addLayout(middle, 1);
    layout->addWidget(statusLine);
    setCentralWidget(whole);
}

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildRunMenu();
    buildApprovalsMenu();
    buildToolsMenu();
    buildHelpMenu();
    auto *more = new QMenu(this);
    more->addActions({m_againAction, m_undoRunAction, m_saveAction, m_wholeAction});
    m_runPage->header()->setMenu(more);
    menuBar()->setCornerWidget(buildCorner(), Qt::TopRightCorner);
    // As high as the buttons in its corner, the words in the middle.
    menuBar()->setStyleSheet(QStringLiteral("QMenuBar::item { padding: 8px 10px; }"));
}

void MainWindow::buildFileMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&File"));
    menu->addAction(icon(QStringLiteral("notebook-pen"), Token::Text2), tr("New scratchpad"),
                    QKeySequence::New, this, [this] { Q_EMIT scratchpadRequested({}); });
    menu->addAction(icon(QStringLiteral("folder-plus"), Token::Text2), tr("Add folder…"),
                    Qt::CTRL | Qt::SHIFT | Qt::Key_M, this, [this] { addFolder(); });
    menu->addAction(icon(QStringLiteral("copy"), Token::Text2), tr("Copy address"),
                    Qt::CTRL | Qt::SHIFT | Qt::Key_L, this, &MainWindow::copyAddress);
    m_saveAction =
        menu->addAction(icon(QStringLiteral("download"), Token::Text2), tr("Save output…"),
                        QKeySequence::Save, m_runPage, &RunPage::saveOutput);
    menu->addSeparator();
    menu->addAction(tr("Close to the tray"), Qt::CTRL | Qt::Key_W, this, &QWidget::close);
    menu->addAction(icon(QStringLiteral("x"), Token::Text2), tr("Quit Glovebox"),
                    Qt::CTRL | Qt::Key_Q, this, &MainWindow::askToQuit);
}

void MainWindow::buildEditMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Edit"));
    menu->addAction(tr("Undo what the message offers"), QKeySequence::Undo, this,
                    [this] { m_messages->act(); });
    menu->addSeparator();
    m_findAction =
        menu->addAction(icon(QStringLiteral("search"), Token::Text2), tr("Find in output"),
                        QKeySequence::Find, m_runPage, &RunPage::find);
    menu->addAction(tr("Filter runs"), Qt::CTRL | Qt::SHIFT | Qt::Key_F, m_runsPane,
                    &RunsPane::focusFilter);
}

void MainWindow::buildViewMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&View"));
    m_viewMenu = menu;
    m_screensEnd = menu->addSeparator();
    m_leftAction = menu->addAction(tr("Left pane"), Qt::CTRL | Qt::Key_B, this, [this] {
        m_panes->setPaneVisible(m_left, m_leftAction->isChecked());
    });
    m_rightAction = menu->addAction(tr("Right pane"), Qt::CTRL | Qt::ALT | Qt::Key_B, this,
                                    [this] { fitToWidth(); });
    for (QAction *action : {m_leftAction, m_rightAction}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    menu->addAction(tr("Swap left and right panes"), m_panes, &WorkPanes::swapSides);
    menu->addMenu(addGroupingMenu());
    menu->addAction(tr("Group runs…"), Qt::CTRL | Qt::Key_G, m_runsPane, &RunsPane::openGrouping);
    menu->addSeparator();
    menu->addAction(tr("Follow output"), Qt::CTRL | Qt::Key_L, m_runPage, &RunPage::toggleFollow);
    menu->addAction(tr("Fold code"), Qt::ALT | Qt::Key_Z, this,
                    [this] { m_runPage->code()->setFolded(!m_runPage->code()->isFolded()); });
    menu->addAction(tr("Next output tab"), Qt::CTRL | Qt::Key_Tab, this,
                    [this] { m_runPage->tabs()->step(1); });
    m_tableAction = menu->addAction(icon(QStringLiteral("table"), Token::Text2), tr("Open table"),
                                    Qt::CTRL | Qt::SHIFT | Qt::Key_T, m_runPage->tables(),
                                    &TableList::openCurrent);
    m_wholeAction = menu->addAction(tr("Show all output"), m_runPage, &RunPage::showAllOutput);
    menu->addSeparator();
    menu->addAction(tr("Next pane"), Qt::Key_F6, this, [this] { focusPane(1); });
    menu->addAction(tr("Previous pane"), Qt::SHIFT | Qt::Key_F6, this, [this] { focusPane(-1); });
}

QMenu *MainWindow::addGroupingMenu()
{
    auto *menu = new QMenu(tr("Group runs"), this);
    menu->addActions(m_runsPane->groupings()->actions());
    return menu;
}

void MainWindow::buildRunMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Run"));
    m_stopAction =
        menu->addAction(icon(QStringLiteral("square"), Token::Text2), tr("Stop this run"),
                        Qt::CTRL | Qt::Key_Period, this, &MainWindow::stopRun);
    menu->addAction(icon(QStringLiteral("square"), Token::Text2), tr("Stop everything"),
                    Qt::CTRL | Qt::ALT | Qt::Key_Period, &m_controls,
                    &ProgramControls::stopEverything);
    m_againAction =
        menu->addAction(icon(QStringLiteral("rotate-cw"), Token::Text2), tr("Run again"),
                        Qt::CTRL | Qt::Key_R, this, &MainWindow::runAgain);
    m_undoRunAction =
        menu->addAction(tr("Undo what it wrote…"), this, [this] { Q_EMIT undoRequested(m_shown); });
    menu->addAction(icon(QStringLiteral("notebook-pen"), Token::Text2), tr("Open in scratchpad"),
                    Qt::CTRL | Qt::SHIFT | Qt::Key_N, this, [this] {
                        if (!m_shown.isNull())
                            Q_EMIT scratchpadRequested(m_shown);
                    });
    menu->addSeparator();
    menu->addAction(tr("Previous run"), Qt::CTRL | Qt::Key_Up, this, [this] { stepRun(-1); });
    menu->addAction(tr("Next run"), Qt::CTRL | Qt::Key_Down, this, [this] { stepRun(1); });
}

void MainWindow::buildApprovalsMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("A&pprovals"));
    m_firstWaitingAction =
        menu->addAction(icon(QStringLiteral("hand"), Token::Wait), tr("First waiting request"),
                        Qt::CTRL | Qt::SHIFT | Qt::Key_A, this, &MainWindow::showFirstWaiting);
    m_togetherAction = menu->addAction(icon(QStringLiteral("list-checks"), Token::Text2),
                                       tr("Review together"), this, &MainWindow::togetherRequested);
    menu->addSeparator();
    m_pauseAction =
        menu->addAction(icon(QStringLiteral("circle-pause"), Token::Text2), tr("Pause all clients"),
                        Qt::CTRL | Qt::SHIFT | Qt::Key_P, this,
                        [this] { m_controls.setAllPaused(m_pauseAction->isChecked()); });
    m_pauseAction->setCheckable(true);
    menu->addAction(icon(QStringLiteral("bell-off"), Token::Text2), tr("Quiet for 30 min"),
                    Qt::CTRL | Qt::SHIFT | Qt::Key_Q, this,
                    [this] { m_quiet.setFor(std::chrono::minutes(30)); });
    m_revokeAction = menu->addAction(
        icon(QStringLiteral("key-round"), Token::Text2), tr("Revoke all standing permissions…"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_Backspace, this, &MainWindow::revokeAll);
}

void MainWindow::buildToolsMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Tools"));
    menu->addAction(icon(QStringLiteral("search"), Token::Text2), tr("Find action…"),
                    Qt::CTRL | Qt::Key_K, this, &MainWindow::findAction);
    m_finder = new FindAction(this);
}

void MainWindow::buildHelpMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("Help"), QKeySequence::HelpContents, this,
                    [this] { Q_EMIT helpRequested(shownScreen()); });
    menu->addAction(icon(QStringLiteral("copy"), Token::Text2), tr("Copy diagnostics"), this,
                    &MainWindow::diagnosticsRequested);
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("info"), Token::Text2), tr("About Glovebox"), this,
                    &MainWindow::aboutRequested);
}

QWidget *MainWindow::buildCorner()
{
    auto *corner = new QWidget(this);
    auto *notify = new Button(tr("Notify"), Button::Look::Quiet, corner);
    notify->setObjectName(QStringLiteral("notifyButton"));
    notify->setChevron(true);
    auto *menu = new QMenu(notify);
    menu->addAction(tr("Notify"), &m_quiet, &Quiet::end);
    menu->addSeparator();
    menu->addAction(tr("Quiet for 30 min"), this,
                    [this] { m_quiet.setFor(std::chrono::minutes(30)); });
    menu->addAction(tr("Quiet for 2 hours"), this,
                    [this] { m_quiet.setFor(std::chrono::hours(2)); });
    menu->addAction(tr("Quiet until tomorrow"), &m_quiet, &Quiet::setUntilTomorrow);
    connect(notify, &Button::clicked, menu,
            [notify, menu] { menu->popup(notify->mapToGlobal(notify->rect().bottomLeft())); });
    const auto refresh = [this, notify] {
        notify->setIconName(m_quiet.isQuiet() ? QStringLiteral("bell-off")
                                              : QStringLiteral("bell"));
        notify->setText(m_quiet.isQuiet() ? tr("Quiet until %1").arg(timeOfDay(m_quiet.until()))
                                          : tr("Notify"));
    };
    connect(&m_quiet, &Quiet::changed, notify, refresh);
    refresh();
    auto *stop = new Button(tr("Stop everything"), Button::Look::Quiet, corner);
    stop->setObjectName(QStringLiteral("stopEverything"));
    stop->setIconName(QStringLiteral("square"));
    stop->setToolTip(tr("Interrupts what runs, cancels what is queued and pauses clients"));
    connect(stop, &Button::clicked, &m_controls, &ProgramControls::stopEverything);
    auto *layout = new QHBoxLayout(corner);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(0);
    layout->addWidget(notify);
    layout->addWidget(stop);
    return corner;
}

void MainWindow::connectParts()
{
    connect(m_waitingPane->list(), &WaitingList::chosen, this, &MainWindow::showRequest);
    connect(m_runsPane->list(), &RunListView::chosen, this, &MainWindow::showRun);
    connect(m_waiting, &WaitingModel::countChanged, this, &MainWindow::refreshWaiting);
    connect(m_runPage, &RunPage::factsChanged, this, &MainWindow::refreshFacts);
    connect(m_runPage, &RunPage::stopRequested, this, &MainWindow::stopRun);
    connect(m_runPage, &RunPage::saved, this,
            [this](const QString &path) { showMessage(tr("Saved %1").arg(path)); });
    connect(m_runPage, &RunPage::saveFailed, this,
            [this](const QString &sentence) { showMessage(sentence, true); });
    connect(m_runPage, &RunPage::pageFailed, this,
            [this](const QString &sentence) { showMessage(sentence, true); });
    connect(m_requestPage, &RequestView::answered, this, &MainWindow::onDecided);
    connect(m_requestPage, &RequestView::dismissed, this, &MainWindow::onDecided);
    connect(m_requestPage, &RequestView::notNow, this, &MainWindow::putOff);
    connect(m_runsPane, &RunsPane::journalRequested, this, [this] { showScreen(Screen::Journal); });
    connect(m_rail, &Rail::chosen, this, &MainWindow::showScreen);
    connect(m_side, &SidePane::addFolderRequested, this, [this] { addFolder(); });
    connect(m_side, &SidePane::revokeRequested, this, &MainWindow::revoke);
    connect(m_side->mounts(), &MountList::openRequested, this,
            [](const QString &path) { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
    connect(m_side->mounts(), &MountList::modeRequested, this, &MainWindow::changeMode);
    connect(m_side->mounts(), &MountList::reviewRequested, this, &MainWindow::reviewRequested);
    connect(m_side->mounts(), &MountList::secretsRequested, this, &MainWindow::showSecrets);
    connect(m_side->mounts(), &MountList::clientsRequested, this, &MainWindow::limitMount);
    connect(m_side->mounts(), &MountList::volumesRequested, this, &MainWindow::includeVolumes);
    connect(m_side->mounts(), &MountList::removeRequested, this, &MainWindow::removeMount);
    connect(m_empty, &EmptyPage::addFolderRequested, this, [this] { addFolder(); });
    connect(m_empty, &EmptyPage::copyRequested, this, [this](const QString &text) {
        QGuiApplication::clipboard()->setText(text);
        showMessage(tr("Copied."));
    });
    connect(m_status, &StatusModel::changed, this, [this] {
        refreshProblems();
        refreshActions();
    });
    refreshProblems();
    connect(m_runs, &RunListModel::countsChanged, this, [this] {
        m_empty->setFirstRun(m_runs->knownRuns() == 0);
        if (hasRunsOfClients())
            endFirstRun();
        // The first thing ever to happen takes the place of the introduction.
        if (m_shown.isNull())
            chooseNext();
    });
    connect(&m_hub, &RunHub::published, this, &MainWindow::onAsked);
}

// What is shown

void MainWindow::addScreen(Screen screen, QWidget *page)
{
    m_rail->addScreen(screen);
    m_screens->addWidget(page);
    m_pages.insert(screen, page);
    auto *action = new QAction(icon(screenIcon(screen), Token::Text2), screenName(screen), this);
    action->setShortcut(screen == Screen::Settings
                            ? QKeySequence(Qt::CTRL | Qt::Key_Comma)
                            : QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + int(screen))));
    connect(action, &QAction::triggered, this, [this, screen] { showScreen(screen); });
    m_viewMenu->insertAction(m_screensEnd, action);
    connect(page, &QWidget::windowTitleChanged, this, &MainWindow::refreshTitle);
    m_rail->setChosen(shownScreen());
}

void MainWindow::addToMenu(Menu menu, const QList<QAction *> &actions)
{
    const QString title = menu == Menu::File   ? tr("&File")
                          : menu == Menu::Edit ? tr("&Edit")
                          : menu == Menu::Run  ? tr("&Run")
                                               : tr("&Session");
    QMenu *found = nullptr;
    QAction *approvals = nullptr;
    const QList<QAction *> bar = menuBar()->actions();
    for (QAction *action : bar) {
        if (action->menu() && action->menu()->title() == title)
            found = action->menu();
        else if (action->text() == tr("A&pprovals"))
            approvals = action;
    }
    if (!found) {
        found = new QMenu(title, menuBar());
        menuBar()->insertMenu(approvals, found);
    }
    QAction *before = found->actions().value(0);
    found->insertActions(before, actions);
    if (before)
        found->insertSeparator(before);
}

QWidget *MainWindow::screenParent() const
{
    return m_screens;
}

void MainWindow::showScreen(Screen screen)
{
    QWidget *const page =
        screen == Screen::Workbench && m_firstRun ? m_firstRun : m_pages.value(screen);
    if (!page)
        return;
    m_rail->setChosen(screen);
    m_screens->setCurrentWidget(page);
    if (page == m_panes)
        m_runsPane->list()->setFocus();
    else
        page->setFocus();
    // Whoever goes elsewhere does not need it.
    if (screen != Screen::Workbench)
        endFirstRun();
    refreshTitle();
}

QWidget *MainWindow::takeScreen(Screen screen)
{
    QWidget *const page = m_pages.take(screen);
    if (!page)
        return nullptr;
    page->disconnect(this);
    m_screens->removeWidget(page);
    page->setParent(nullptr);
    return page;
}

bool MainWindow::isEditing() const
{
    return m_requestPage->isEditing();
}

// The first-run page tests a connection by a run of the person's: that is no reason to go.
bool MainWindow::hasRunsOfClients() const
{
    const QList<RunId> live = m_hub.runs();
    return m_runs->knownRuns() > live.size() || std::ranges::any_of(live, [this](RunId run) {
               return m_hub.facts(run)->record.client != personClient();
           });
}

void MainWindow::setFirstRunPage(QWidget *page)
{
    if (hasRunsOfClients() || m_waiting->waiting() > 0) {
        page->deleteLater();
        Q_EMIT firstRunEnded();
        return;
    }
    m_firstRun = page;
    m_screens->addWidget(page);
    if (shownScreen() == Screen::Workbench)
        showScreen(Screen::Workbench);
}

void MainWindow::setLineToPaste(const QString &line)
{
    m_empty->setLineToPaste(line);
}

void MainWindow::endFirstRun()
{
    if (!m_firstRun)
        return;
    const bool shown = m_screens->currentWidget() == m_firstRun;
    std::exchange(m_firstRun, nullptr)->deleteLater();
    if (shown)
        showScreen(Screen::Workbench);
    Q_EMIT firstRunEnded();
}

Screen MainWindow::shownScreen() const
{
    return m_pages.key(m_screens->currentWidget(), Screen::Workbench);
}

QList<Screen> MainWindow::screens() const
{
    QList<Screen> screens = m_pages.keys();
    std::ranges::sort(screens);
    return screens;
}

bool MainWindow::isPending(RunId run) const
{
    return m_waiting->request(run) != nullptr;
}

void MainWindow::setShown(RunId run, QWidget *page)
{
    m_shown = run;
    m_centre->setCurrentWidget(page);
    refreshFacts();
}

void MainWindow::setUndoableRuns(const QSet<RunId> &runs)
{
    m_undoable = runs;
    refreshActions();
}

void MainWindow::showRun(RunId run)
{
    if (isPending(run)) {
        showRequest(run);
        return;
    }
    m_requestPage->showRequest({});
    m_runs->setPinned(run);
    m_runPage->setRun(run);
    setShown(run, run.isNull() ? static_cast<QWidget *>(m_empty) : m_runPage);
    m_waitingPane->list()->setChosen({});
    m_runsPane->list()->setChosen(run);
}

void MainWindow::showRequest(RunId run)
{
    if (!isPending(run)) {
        showRun(run);
        return;
    }
    m_requestPage->showRequest(run);
    setShown(run, m_requestPage);
    m_runsPane->list()->setChosen({});
    m_waitingPane->list()->setChosen(run);
}

void MainWindow::showFirstWaiting()
{
    const RunId run = m_waiting->firstWaiting();
    if (run.isNull())
        return;
    showScreen(Screen::Workbench);
    showRequest(run);
    m_requestPage->focusCode();
}

void MainWindow::showMounts()
{
    showScreen(Screen::Workbench);
    m_rightAction->setChecked(true);
    fitToWidth();
    m_runPage->showSideTab();
    m_side->mounts()->setFocus(Qt::OtherFocusReason);
}

// A request that is answered hands the centre to the next one; the last one to its own run.
void MainWindow::onDecided(RunId run)
{
    if (run != m_shown)
        return;
    const RunId next = m_waiting->firstWaiting();
    if (!next.isNull())
        showRequest(next);
    else
        showRun(run);
}

// "Not now": it stays in the queue, and the centre goes back to the runs.
void MainWindow::putOff()
{
    if (const RunId run = m_runs->firstRun(); !run.isNull())
        showRun(run);
    else
        showRun({});
}

void MainWindow::chooseNext()
{
    if (const RunId waiting = m_waiting->firstWaiting(); !waiting.isNull())
        showRequest(waiting);
    else if (const RunId run = m_runs->firstRun(); !run.isNull())
        showRun(run);
}

// A shown request may also be decided elsewhere (approval window, a client that takes it back).
void MainWindow::onAsked(const RunEvent &event)
{
    if (event.run == m_shown && m_centre->currentWidget() == m_requestPage &&
        !std::holds_alternative<event::Asked>(event.body) && !isPending(event.run))
        onDecided(event.run);
}

void MainWindow::refreshWaiting()
{
    const int waiting = m_waiting->waiting();
    m_rail->button(Screen::Workbench)
        ->setBadge(waiting, Token::Wait, tr("%n waiting", nullptr, waiting));
    if (m_centre->currentWidget() == m_requestPage && !isPending(m_shown))
        onDecided(m_shown);
    else if (m_shown.isNull())
        chooseNext();
    m_waitingPane->list()->setChosen(m_centre->currentWidget() == m_requestPage ? m_shown
                                                                                : RunId());
    if (waiting > 0)
        endFirstRun();
    refreshActions();
}

void MainWindow::refreshFacts()
{
    const bool run = m_centre->currentWidget() == m_runPage;
    m_side->setFacts(run ? m_runPage->facts() : m_hub.facts(m_shown));
    refreshTitle();
    refreshActions();
}

void MainWindow::refreshTitle()
{
    QString title;
    if (shownScreen() != Screen::Workbench)
        title = m_screens->currentWidget()->windowTitle();
    else if (const PendingRequest *request = m_waiting->request(m_shown))
        title = request->title;
    else if (const RunFacts *facts = m_runPage->facts(); facts && !m_shown.isNull())
        title = facts->title;
    setWindowTitle(title.isEmpty() ? tr("Glovebox") : tr("%1 — Glovebox").arg(title));
}

void MainWindow::refreshActions()
{
    if (!m_stopAction)
        return;
    const bool run = m_centre->currentWidget() == m_runPage;
    const RunFacts *facts = run ? m_runPage->facts() : nullptr;
    m_stopAction->setEnabled(facts && !isFinal(facts->state));
    m_undoRunAction->setEnabled(facts && m_undoable.contains(m_shown));
    m_againAction->setEnabled(facts && isFinal(facts->state) && !facts->record.code.isEmpty());
    m_saveAction->setEnabled(facts != nullptr);
    m_tableAction->setEnabled(run && m_runPage->tables()->tables() > 0);
    m_wholeAction->setEnabled(facts && facts->outputLength > 0);
    m_findAction->setEnabled(run);
    m_firstWaitingAction->setEnabled(m_waiting->waiting() > 0);
    m_togetherAction->setEnabled(m_waiting->waiting() > 1);
    m_revokeAction->setEnabled(m_grants->rowCount() > 0);
    m_pauseAction->setChecked(m_status->program().allPaused);
}

void MainWindow::refreshProblems()
{
    QList<MessageBar::Message> bars;
    for (const StatusModel::Problem &problem : m_status->problems()) {
        MessageBar::Message bar{.text = problem.text, .bad = true};
        if (problem.freePortHelps) {
            bar.action = tr("Use another port");
            bar.act = [this] { useAnotherPort(); };
        }
        bars.append(bar);
    }
    m_messages->setProblems(bars);
    m_requestPage->setProblem(m_status->whyNothingRuns());
}

void MainWindow::stepRun(int by)
{
    const RunId next = m_shown.isNull() ? m_runs->firstRun() : m_runs->neighbour(m_shown, by);
    if (!next.isNull())
        showRun(next);
}

void MainWindow::focusPane(int by)
{
    const QList<QWidget *> panes{m_waitingPane->list(), m_runsPane->list(),
                                 m_centre->currentWidget() == m_runPage
                                     ? static_cast<QWidget *>(m_runPage->code()->focusProxy())
                                     : m_centre->currentWidget(),
                                 m_runPage->output()->view(), m_side->mounts()};
    const QWidget *focus = QApplication::focusWidget();
    qsizetype at = 0;
    for (qsizetype pane = 0; pane < panes.size(); ++pane) {
        if (focus && (panes.at(pane) == focus || panes.at(pane)->isAncestorOf(focus)))
            at = pane;
    }
    for (qsizetype tries = 0; tries < panes.size(); ++tries) {
        at = (at + by + panes.size()) % panes.size();
        if (panes.at(at)->isVisible()) {
            panes.at(at)->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

// Actions

void MainWindow::copyAddress()
{
    if (!m_status->listening())
        return;
    QGuiApplication::clipboard()->setText(m_status->address());
    showMessage(tr("Copied %1").arg(m_status->address()));
}

// A taken port is never left silently (DESIGN 4.1), and clients go on calling the old address until
// they are given the new one.
void MainWindow::useAnotherPort()
{
    if (const Result<> taken = m_controls.listenOnFreePort(); !taken)
        showMessage(taken.error().text, true);
    if (!m_status->listening())
        return;
    showMessage(
        tr("Listening on a new port. Clients need this address: %1").arg(m_status->address()),
        false, tr("Copy address"), [this] { copyAddress(); });
}

void MainWindow::addFolder(MountMode mode)
{
    auto *dialog = new QFileDialog(this, tr("Share a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, mode](const QString &path) { shareFolder(path, mode); });
    dialog->open();
}

void MainWindow::shareFolder(const QString &path, MountMode mode)
{
    auto *dialog = new ShareFolderDialog(*m_mounts, path, this);
    dialog->setMode(mode);
    if (const QString warning = m_controls.shareWarning(path); !warning.isEmpty())
        dialog->warn(warning);
    connect(dialog, &ShareFolderDialog::shareRequested, this, [this, dialog] {
        const Result<> added = m_controls.addMount(dialog->name(), dialog->hostPath(),
                                                   dialog->mode(), dialog->isRiskAccepted());
        if (!added) {
            dialog->showProblem(added.error().text);
            return;
        }
        const QString name = dialog->name();
        if (const auto client = dialog->client())
            (void)m_controls.setMountClients(name, QList<ClientId>{*client}); // it was just added
        dialog->accept();
        showMessage(tr("%1 is shared.").arg(name), false, tr("Undo"),
                    [this, name] { m_controls.removeMount(name); });
    });
    dialog->open();
}

void MainWindow::changeMode(const QString &name, MountMode mode)
{
    const int row = m_mounts->rowOfKey(name);
    if (row < 0 || m_mounts->itemAt(row).mode == mode)
        return;
    const MountMode before = m_mounts->itemAt(row).mode;
    const Result<> changed = m_controls.setMountMode(name, mode);
    if (!changed) {
        showMessage(changed.error().text, true);
        return;
    }
    //: {mount} is now {mode}
    showMessage(tr("%1 is now %2.").arg(name, modeWord(mode)), false, tr("Undo"),
                [this, name, before] { changeMode(name, before); });
}

void MainWindow::showSecrets(const QString &name, bool shown)
{
    const Result<> changed = m_controls.setMountShowsSecrets(name, shown);
    if (!changed) {
        showMessage(changed.error().text, true);
        return;
    }
    showMessage(
        shown ? tr("Clients now see the names of secrets in %1, and what is in them.").arg(name)
              : tr("Names of secrets in %1 are hidden again.").arg(name),
        false, tr("Undo"), [this, name, shown] { showSecrets(name, !shown); });
}

void MainWindow::limitMount(const QString &name, const std::optional<QList<ClientId>> &clients)
{
    const Result<> changed = m_controls.setMountClients(name, clients);
    if (!changed)
        showMessage(changed.error().text, true);
}

void MainWindow::includeVolumes(const QString &name, bool included)
{
    const Result<> changed = m_controls.setMountCrossesVolumes(name, included);
    if (!changed) {
        showMessage(changed.error().text, true);
        return;
    }
    showMessage(included ? tr("Other volumes inside %1 are part of it now.").arg(name)
                         : tr("Other volumes inside %1 are closed again.").arg(name),
                false, tr("Undo"), [this, name, included] { includeVolumes(name, !included); });
}

void MainWindow::removeMount(const QString &name)
{
    const int row = m_mounts->rowOfKey(name);
    if (row < 0)
        return;
    const MountStatus before = m_mounts->itemAt(row);
    m_controls.removeMount(name);
    showMessage(tr("%1 is no longer shared.").arg(name), false, tr("Undo"), [this, before] {
        const Result<> added = m_controls.addMount(before.name, before.hostPath, before.mode,
                                                   true); // as it was before
        // It was just added, so none of these can fail.
        if (added && before.clients) {
            QList<ClientId> clients;
            for (const ClientLabel &client : *before.clients)
                clients.append(client.id);
            (void)m_controls.setMountClients(before.name, clients);
        }
        if (added && before.showsSecrets)
            (void)m_controls.setMountShowsSecrets(before.name, true);
        if (added && before.crossesVolumes)
            (void)m_controls.setMountCrossesVolumes(before.name, true);
        if (!added)
            showMessage(added.error().text, true);
    });
}

void MainWindow::revoke(qint64 grant)
{
    m_desk.revoke(grant);
    showMessage(tr("Revoked. Its next run is asked."));
}

void MainWindow::revokeAll()
{
    auto *box =
        new QMessageBox(QMessageBox::NoIcon, tr("Glovebox"), tr("Revoke all standing permissions?"),
                        QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Every run is asked again. Runs that are running may finish."));
    const QPushButton *revokeButton =
        box->addButton(tr("Revoke all"), QMessageBox::DestructiveRole);
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(revokeButton, &QPushButton::clicked, this, [this] { m_desk.revokeAll(); });
    box->open();
}

void MainWindow::stopRun()
{
    const RunFacts *facts = m_runPage->facts();
    if (m_centre->currentWidget() == m_runPage && facts && !isFinal(facts->state))
        m_controls.stopRun(facts->run);
}

// Asks anew: what it may reach now is not what it reached then.
void MainWindow::runAgain()
{
    if (m_againAction->isEnabled())
        Q_EMIT runAgainRequested(m_shown);
}

void MainWindow::findAction()
{
    m_finder->open(actionsOf(*menuBar()));
}

void MainWindow::showMessage(const QString &text, bool bad, const QString &action,
                             const std::function<void()> &act)
{
    m_messages->show({text, bad, action, act});
}

void MainWindow::askInBar(const QString &text, const QString &action,
                          const std::function<void()> &act, const QString &keep)
{
    m_messages->show({.text = text, .action = action, .act = act, .keep = keep});
}

void MainWindow::askToQuit()
{
    int running = 0;
    for (const SessionStatus &session : m_sessions->items())
        running += session.state == SessionStatus::State::Busy ? 1 : 0;
    if (running == 0) {
        m_controls.quit();
        return;
    }
    raiseWindow();
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Quit Glovebox"),
                                tr("Quit while %n run(s) are running?", nullptr, running),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("quitQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("They are ended. What they wrote stays recorded."));
    QPushButton *quitButton = box->addButton(tr("Quit"), QMessageBox::DestructiveRole);
    quitButton->setObjectName(QStringLiteral("quitButton"));
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(quitButton, &QPushButton::clicked, &m_controls, &ProgramControls::quit);
    box->open();
}

void MainWindow::raiseWindow()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

// Window

void MainWindow::closeEvent(QCloseEvent *event)
{
    event->ignore();
    if (m_isTrayPresent()) {
        hide();
        Q_EMIT closedToTray();
        return;
    }
    // For when it is opened again: clients can go on asking.
    if (!std::exchange(m_saidMinimised, true))
        showMessage(
            tr("This desktop has no tray, so the window was minimised. Glovebox keeps running."),
            false, tr("Quit Glovebox"), [this] { askToQuit(); });
    showMinimized();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    fitToWidth();
}

// Under 1160 px the right panes become a tab over the output, under 1040 px the rail shows icons
// only (UI.md 2 "Scale").
void MainWindow::fitToWidth()
{
    if (!m_rightAction)
        return;
    m_rail->setIconsOnly(width() < iconsWidth);
    m_requestPage->setCompact(height() < compactHeight);
    const bool narrow = width() < narrowWidth;
    const bool wanted = m_rightAction->isChecked();
    if (narrow != m_narrow || !wanted) {
        m_runPage->setSideTab(narrow && wanted ? m_side : nullptr, tr("This run"));
        if (!narrow)
            m_sidePlace->layout()->addWidget(m_side);
    }
    m_narrow = narrow;
    m_panes->setPaneVisible(m_sidePlace, !narrow && wanted);
    if (!narrow || !wanted) // as a tab it is the tabs' to show
        m_side->setVisible(wanted);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!localFolder(event->mimeData()).isEmpty())
        acceptUnmoved(*event);
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString path = localFolder(event->mimeData());
    if (path.isEmpty())
        return;
    acceptUnmoved(*event);
    if (event->isAccepted())
        shareFolder(path);
}

QByteArray MainWindow::saveLayout() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_8);
    stream << layoutMagic << saveGeometry() << m_panes->saveState()
           << m_runPage->splitter()->saveState() << m_leftAction->isChecked()
           << m_rightAction->isChecked() << int(m_runs->grouping());
    return bytes;
}

bool MainWindow::restoreLayout(const QByteArray &bytes)
{
    if (bytes.size() > maxLayoutBytes)
        return false;
    QDataStream stream(bytes);
    stream.setVersion(QDataStream::Qt_6_8);
    quint32 magic = 0;
    QByteArray geometry;
    QByteArray panes;
    QByteArray rows;
    bool left = true;
    bool right = true;
    stream >> magic >> geometry >> panes >> rows >> left >> right;
    if (stream.status() != QDataStream::Ok || magic != layoutMagic)
        return false;
    restoreGeometry(geometry);
    m_panes->restoreState(panes);
    m_runPage->splitter()->restoreState(rows);
    m_leftAction->setChecked(left);
    m_panes->setPaneVisible(m_left, left);
    m_rightAction->setChecked(right);
    fitToWidth();
    // Layouts of earlier versions end here.
    int grouping = 0;
    stream >> grouping;
    const QList<QAction *> groupings = m_runsPane->groupings()->actions();
    if (stream.status() == QDataStream::Ok && grouping >= 0 && grouping < groupings.size())
        groupings.at(grouping)->trigger();
    return true;
}

} // namespace glovebox::ui
