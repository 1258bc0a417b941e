// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakedesk.h"
#include "ui/approval/decisionbar.h"
#include "ui/approval/requestview.h"
#include "ui/models/mountmodel.h"
#include "ui/models/quiet.h"
#include "ui/workbench/mainwindow.h"
#include "ui/workbench/messagebar.h"
#include "ui/workbench/runlistview.h"
#include "ui/workbench/sharefolder.h"
#include "ui/workbench/waitinglist.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QMouseEvent>
#include <QPointer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class MainWindowTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeClock clock{QDateTime(QDate(2026, 3, 4), QTime(12, 0), QTimeZone::LocalTime).toUTC()};
        RunHub hub{clock};
        FakeDesk desk;
        FakeControls controls;
        Quiet quiet{clock};
        std::unique_ptr<MainWindow> window;

        MainWindow &open()
        {
            window = std::make_unique<MainWindow>(hub, desk, controls, clock, quiet);
            window->show();
            return *window;
        }
        template <class T>
        T *find(const QString &name)
        {
            return window->findChild<T *>(name);
        }
        void settle() { clock.advance(60ms); }
        void ask(int run, const QByteArray &code)
        {
            const PendingRequest request = FakeDesk::asking(run, code, clock.now());
            event::Asked asked;
            asked.record = request.record;
            asked.clientLabel = request.clientLabel;
            hub.publish(RunId(run), asked);
            desk.add(request);
        }
        void start(int run)
        {
            const QString digest = hub.facts(RunId(run))->record.codeDigest();
            event::Decided decided;
            decided.kind = DecisionKind::Allow;
            decided.by = DecisionBy::Person;
            hub.publish(RunId(run), decided);
            desk.remove(RunId(run));
            hub.publish(RunId(run), event::Started{digest});
            settle();
        }
        void end(int run)
        {
            event::Ended ended;
            ended.executionMs = 800;
            hub.publish(RunId(run), ended);
            settle();
        }
        void record(int runs)
        {
            for (int n = runs; n > 0; --n) {
                const QDateTime asked = clock.now().addSecs(-86400 - (runs - n) * 60);
                RunFacts facts;
                facts.apply({RunId(n), 1, asked, event::Asked{}});
                facts.title = u"run "_s + QString::number(n);
                facts.apply({RunId(n), 2, asked, event::Ended{}});
                controls.recorded.append(facts);
            }
        }
    };

private Q_SLOTS:
    void hasTheNamesThatTestsFromOutsideUse_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"runList", "waitingList", "outputView", "stopButton",
                                 "statusAddress", "mountList", "decisionBar"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void hasTheNamesThatTestsFromOutsideUse()
    {
        QFETCH(QString, name);
        Stage s;
        QCOMPARE(s.open().objectName(), u"mainWindow"_s);
        QVERIFY(s.find<QWidget>(name));
    }

    void startsCalm()
    {
        Stage s;
        s.open();
        QVERIFY(s.find<QWidget>(u"emptyPage"_s)->isVisible());
        QVERIFY(!s.find<QWidget>(u"messageBar"_s)->isVisible());
    }

    void saysWhatToSayToAClientWhileNothingRan()
    {
        Stage s;
        s.open();
        s.window->setLineToPaste(u"Say this"_s);
        auto *copy = s.find<QAbstractButton>(u"copyLineToPaste"_s);
        QVERIFY(copy->isVisible());
        copy->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"Say this"_s);
        s.ask(1, "# first");
        s.start(1);
        s.end(1);
        s.window->showRun({});
        QVERIFY(!copy->isVisible());
    }

    void theFirstRunPageGivesWayToAnotherScreenForGood()
    {
        Stage s;
        s.open();
        QPointer<QWidget> page = new QWidget;
        QSignalSpy ended(s.window.get(), &MainWindow::firstRunEnded);
        s.window->setFirstRunPage(page);
        QVERIFY(page->isVisible());
        QCOMPARE(s.window->shownScreen(), Screen::Workbench);
        s.window->addScreen(Screen::Clients, new QWidget);
        s.window->showScreen(Screen::Clients);
        QCOMPARE(ended.size(), 1);
        s.window->showScreen(Screen::Workbench);
        QTRY_VERIFY(!page);
        QVERIFY(s.find<QWidget>(u"runList"_s)->isVisible());
    }

    void theFirstRunPageGivesWayToTheFirstRequest()
    {
        Stage s;
        s.open();
        QPointer<QWidget> page = new QWidget;
        s.window->setFirstRunPage(page);
        s.ask(1, "# first");
        s.settle();
        QTRY_VERIFY(!page);
        QVERIFY(s.find<QWidget>(u"decisionBar"_s)->isVisible());
        // And is not shown when something waits already.
        QPointer<QWidget> late = new QWidget;
        QSignalSpy ended(s.window.get(), &MainWindow::firstRunEnded);
        s.window->setFirstRunPage(late);
        QCOMPARE(ended.size(), 1);
        QTRY_VERIFY(!late);
    }

    void theFirstRunPageStaysDuringItsOwnTestOfAConnection()
    {
        Stage s;
        s.open();
        QPointer<QWidget> page = new QWidget;
        s.window->setFirstRunPage(page);
        event::Asked asked;
        asked.record.client = personClient();
        s.hub.publish(RunId(1), asked);
        s.settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(page && page->isVisible());
    }

    void aScreenThatIsTakenKeepsWhatIsInIt()
    {
        Stage s;
        s.open();
        auto *page = new QLineEdit(u"typed"_s);
        s.window->addScreen(Screen::Scratchpad, page);
        QCOMPARE(s.window->takeScreen(Screen::Scratchpad), page);
        QVERIFY(!s.window->takeScreen(Screen::Scratchpad));
        Stage next;
        next.open();
        s.window.reset();
        next.window->addScreen(Screen::Scratchpad, page);
        next.window->showScreen(Screen::Scratchpad);
        QVERIFY(page->isVisible());
        QCOMPARE(page->text(), u"typed"_s);
    }

    void showsTheRequestOfAChosenCard()
    {
        Stage s;
        s.open();
        s.ask(1, "# first");
        s.ask(2, "# second");
        s.settle();
        QCOMPARE(s.window->shownRun(), RunId(1));
        auto *list = s.find<QListView>(u"waitingList"_s);
        const QRect card = list->visualRect(list->model()->index(1, 0));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, card.center());
        QCOMPARE(s.window->shownRun(), RunId(2));
        QCOMPARE(s.find<DecisionBar>(u"decisionBar"_s)->shownRun(), RunId(2));
        QVERIFY(s.find<QWidget>(u"decisionBar"_s)->isVisible());
    }

    // New requests join at the end; the shown one never changes by itself.
    void keepsTheShownRequestWhenOthersCome()
    {
        Stage s;
        s.open();
        s.ask(1, "# first");
        s.settle();
        for (int run = 2; run < 6; ++run)
            s.ask(run, "# other");
        s.desk.remove(RunId(3));
        s.settle();
        QCOMPARE(s.window->shownRun(), RunId(1));
        QCOMPARE(s.find<DecisionBar>(u"decisionBar"_s)->shownRun(), RunId(1));
        QCOMPARE(s.find<QListView>(u"waitingList"_s)->currentIndex().row(), 0);
    }

    void followsAnAllowedRun()
    {
        Stage s;
        s.open();
        s.ask(1, "# first");
        s.settle();
        s.start(1);
        QCOMPARE(s.window->shownRun(), RunId(1));
        QVERIFY(s.find<QWidget>(u"outputView"_s)->isVisible());
        QVERIFY(s.find<QWidget>(u"stopButton"_s)->isVisible());
        QTest::mouseClick(s.find<QWidget>(u"stopButton"_s), Qt::LeftButton);
        QCOMPARE(s.controls.stopped, QList<RunId>{RunId(1)});
        s.end(1);
        QVERIFY(!s.find<QWidget>(u"stopButton"_s)->isVisible());
    }

    void keepsTheSelectionWhileRowsChange()
    {
        Stage s;
        s.open();
        for (int run = 1; run <= 3; ++run) {
            s.ask(run, "# run " + QByteArray::number(run));
            s.start(run);
        }
        s.window->showRun(RunId(2));
        auto *list = s.find<RunListView>(u"runList"_s);
        const auto chosen = [&] {
            return list->currentIndex().data(RunListModel::RunRole).value<RunId>();
        };
        QCOMPARE(chosen(), RunId(2));
        s.end(2);
        s.ask(4, "# run 4");
        s.start(4);
        s.end(1);
        QCOMPARE(chosen(), RunId(2));
        QCOMPARE(s.window->shownRun(), RunId(2));
        s.find<QLineEdit>(u"runFilter"_s)->setText(u"run 4"_s);
        QCOMPARE(s.window->shownRun(), RunId(2));
        s.find<QLineEdit>(u"runFilter"_s)->clear();
        QCOMPARE(chosen(), RunId(2));
    }

    void scrollsTenThousandRunsWithoutPaintingThem()
    {
        Stage s;
        s.record(10'000);
        s.open();
        auto *list = s.find<RunListView>(u"runList"_s);
        QTRY_VERIFY(list->model()->rowCount() > 400);
        const auto *model = static_cast<RunListModel *>(list->model());
        while (model->canFetchMore({})) {
            list->model()->fetchMore({});
            QCoreApplication::processEvents();
        }
        QTRY_VERIFY(list->model()->rowCount() > 10'000);
        QScrollBar *bar = list->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 10'000 * 40); // laid out in slices
        bar->setValue(bar->maximum() / 2);
        QCoreApplication::processEvents();
        const qint64 before = list->delegate()->paintedRows();
        list->viewport()->grab();
        const qint64 painted = list->delegate()->paintedRows() - before;
        QVERIFY2(painted > 4 && painted < 100, qPrintable(QString::number(painted)));
    }

    void saysWhatIsWrongAndCannotBeClosed()
    {
        Stage s;
        s.open();
        ProgramStatus status;
        status.seals = {SealStatus::Level::Broken, u"no user namespaces"_s};
        s.controls.setProgram(status);
        auto *bar = s.find<MessageBar>(u"messageBar"_s);
        QVERIFY(bar->isVisible());
        for (const QAbstractButton *button : bar->findChildren<QAbstractButton *>())
            QVERIFY(!button->isVisible());
        status.seals = {SealStatus::Level::Sealed, {}};
        s.controls.setProgram(status);
        QVERIFY(!bar->isVisible());
    }

    void offersAnotherPortForATakenOne()
    {
        Stage s;
        s.controls.program.listenProblem = u"Port 8420 is taken by another program."_s;
        s.controls.program.takenPort = 8420;
        s.open();
        auto *bar = s.find<MessageBar>(u"messageBar"_s);
        auto *offer = s.find<QAbstractButton>(u"problemAction"_s);
        QVERIFY(offer && offer->isVisible());
        QCOMPARE(offer->text(), u"Use another port"_s);
        QVERIFY(s.find<QWidget>(u"problemRow"_s)->accessibleName().startsWith(u"Port 8420 is"_s));
        QCOMPARE(s.controls.freePortsAsked, 0); // never by itself
        QTest::mouseClick(offer, Qt::LeftButton);
        QCOMPARE(s.controls.freePortsAsked, 1);

        QTRY_VERIFY(!s.find<QWidget>(u"problemRow"_s));
        QCOMPARE(bar->messages(), 1);
        QVERIFY(s.find<QWidget>(u"messageRow"_s)
                    ->accessibleName()
                    .endsWith(u"http://127.0.0.1:40123/mcp"_s));
        QVERIFY(s.find<QWidget>(u"messageClose"_s)->isVisible());
        auto *copy = s.find<QAbstractButton>(u"messageAction"_s);
        QCOMPARE(copy->text(), u"Copy address"_s);
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"http://127.0.0.1:40123/mcp"_s);
    }

    void asksInTheBarWithTwoAnswers()
    {
        Stage s;
        s.open();
        int revoked = 0;
        const auto ask = [&] {
            s.window->askInBar(
                u"Cline ran 20 times under this permission."_s, u"Revoke"_s,
                [&revoked] { ++revoked; }, u"Keep"_s);
        };
        ask();
        auto *keep = s.find<QAbstractButton>(u"messageClose"_s);
        QCOMPARE(keep->text(), u"Keep"_s);
        QTest::mouseClick(keep, Qt::LeftButton);
        QCOMPARE(revoked, 0);
        QCOMPARE(s.find<MessageBar>(u"messageBar"_s)->messages(), 0);
        ask();
        QTest::mouseClick(s.find<QAbstractButton>(u"messageAction"_s), Qt::LeftButton);
        QCOMPARE(revoked, 1);
        s.window->showMessage(u"Copied."_s);
        QVERIFY(keep->text().isEmpty()); // a cross again
    }

    void saysWhyNoOtherPortCouldBeHad()
    {
        Stage s;
        s.controls.program.listenProblem = u"Port 8420 is taken by another program."_s;
        s.controls.program.takenPort = 8420;
        s.controls.portAnswer = fail(ErrorCode::Unavailable, u"No port is free."_s);
        s.open();
        QTest::mouseClick(s.find<QWidget>(u"problemAction"_s), Qt::LeftButton);
        QVERIFY(s.find<QWidget>(u"problemRow"_s)->isVisible()); // the problem is still there
        QCOMPARE(s.find<MessageBar>(u"messageBar"_s)->messages(), 1);
        QCOMPARE(s.find<QWidget>(u"messageRow"_s)->accessibleName(), u"No port is free."_s);
    }

    void copiesTheAddress()
    {
        Stage s;
        s.controls.program.address = u"127.0.0.1:8420"_s;
        s.open();
        QTest::mouseClick(s.find<QWidget>(u"statusAddress"_s), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"http://127.0.0.1:8420/mcp"_s);
    }

    void undoesAModeChange()
    {
        Stage s;
        s.controls.folders = {{u"sales"_s, u"/data/sales"_s, MountMode::ReadOnly, {}, 0, 0}};
        s.open();
        auto *list = s.find<QListView>(u"mountList"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, {}, {});
        QCoreApplication::sendEvent(list, &menuKey);
        auto *menu = list->findChild<QMenu *>(u"mountMenu"_s);
        QVERIFY(menu);
        for (QAction *action : menu->actions()) {
            if (action->text() == u"Read-write")
                action->trigger();
        }
        QVERIFY(s.controls.folders.first().mode == MountMode::ReadWrite);
        QVERIFY(s.find<MessageBar>(u"messageBar"_s)->act());
        QVERIFY(s.controls.folders.first().mode == MountMode::ReadOnly);
    }

    void showsNamesOfSecretsAndHidesThemAgain()
    {
        Stage s;
        s.controls.folders = {{u"app"_s, u"/data/app"_s, MountMode::ReadOnly, {}, 0, 0}};
        s.open();
        auto *list = s.find<QListView>(u"mountList"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, {}, {});
        QCoreApplication::sendEvent(list, &menuKey);
        auto *menu = list->findChild<QMenu *>(u"mountMenu"_s);
        QVERIFY(menu);
        const auto actions = menu->actions();
        const auto secrets = std::ranges::find(actions, u"Show names of secrets"_s, &QAction::text);
        QVERIFY(secrets != actions.end());
        QVERIFY(!(*secrets)->isChecked());
        (*secrets)->trigger();
        QVERIFY(s.controls.folders.first().showsSecrets);
        const QModelIndex mount = list->model()->index(0, 0);
        QCOMPARE(mount.data(MountModel::NoteRole).toString(), u"names of secrets are shown"_s);
        QVERIFY(s.find<MessageBar>(u"messageBar"_s)->act());
        QVERIFY(!s.controls.folders.first().showsSecrets);
    }

    void limitsAFolderToClientsAndSaysWhoMayUseIt()
    {
        Stage s;
        s.controls.knownClients = {{ClientId(u"c1"_s), u"Ada"_s}, {ClientId(u"c2"_s), u"Ben"_s}};
        s.controls.folders = {{u"app"_s, u"/data/app"_s, MountMode::ReadOnly, {}, 0, 0}};
        s.controls.folders.first().freeBytes = 12'500'000'000;
        s.open();
        auto *list = s.find<QListView>(u"mountList"_s);
        QVERIFY(
            list->model()->index(0, 0).data(MountModel::PathRole).toString().contains(u"free"_s));
        const auto choose = [&](const QString &menuName, const QString &text) {
            list->setCurrentIndex(list->model()->index(0, 0));
            QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, {}, {});
            QCoreApplication::sendEvent(list, &menuKey);
            const auto menus = list->findChildren<QMenu *>(menuName);
            QVERIFY(!menus.isEmpty());
            const auto actions = menus.last()->actions();
            const auto found = std::ranges::find(actions, text, &QAction::text);
            QVERIFY(found != actions.end());
            (*found)->trigger();
        };
        choose(u"mountClientsMenu"_s, u"All clients"_s); // none, then
        QVERIFY(s.controls.folders.first().clients &&
                s.controls.folders.first().clients->isEmpty());
        choose(u"mountClientsMenu"_s, u"Ben"_s);
        QCOMPARE(list->model()->index(0, 0).data(MountModel::NoteRole).toString(),
                 u"only for Ben"_s);
        choose(u"mountClientsMenu"_s, u"All clients"_s);
        QVERIFY(!s.controls.folders.first().clients);
        choose(u"mountMenu"_s, u"Include other volumes inside"_s);
        QVERIFY(s.controls.folders.first().crossesVolumes);
        QVERIFY(s.find<MessageBar>(u"messageBar"_s)->act());
        QVERIFY(!s.controls.folders.first().crossesVolumes);
    }

    void sharesWithOneClientOnly()
    {
        Stage s;
        s.controls.knownClients = {{ClientId(u"c1"_s), u"Ada"_s}};
        MountModel mounts(s.controls);
        ShareFolderDialog dialog(mounts, u"/data/app"_s, nullptr);
        QVERIFY(!dialog.client());
        dialog.findChild<QComboBox *>(u"shareClient"_s)->setCurrentIndex(1);
        QCOMPARE(dialog.client(), std::optional(ClientId(u"c1"_s)));
    }

    void asksAboutAFolderThatIsDroppedOnItAndTakesNothingElse()
    {
        Stage s;
        s.open();
        QTemporaryDir folder;
        QFile file(folder.filePath(u"a.txt"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        Qt::DropActions offered = Qt::CopyAction | Qt::MoveAction;
        const auto drop = [&](const QList<QUrl> &urls) {
            QMimeData data;
            data.setUrls(urls);
            QDragEnterEvent enter({9, 9}, offered, &data, Qt::LeftButton, {});
            enter.ignore();
            QCoreApplication::sendEvent(s.window.get(), &enter);
            QDropEvent event({9, 9}, offered, &data, Qt::LeftButton, {});
            QCoreApplication::sendEvent(s.window.get(), &event);
            return enter.isAccepted() && event.dropAction() == Qt::CopyAction;
        };
        QVERIFY(!drop({QUrl::fromLocalFile(file.fileName())}));
        QVERIFY(!drop({QUrl(u"https://example.org/folder"_s)}));
        offered = Qt::MoveAction; // whoever moves it takes it away from where it is
        QVERIFY(!drop({QUrl::fromLocalFile(folder.path())}));
        QVERIFY(!s.window->findChild<ShareFolderDialog *>());
        offered = Qt::CopyAction | Qt::MoveAction;
        QVERIFY(drop({QUrl::fromLocalFile(folder.path())}));
        const auto *dialog = s.window->findChild<ShareFolderDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->hostPath(), folder.path());
        QVERIFY(dialog->mode() == MountMode::Staged);
        QVERIFY(s.controls.folders.isEmpty()); // until it is shared
    }

    void leadsFromAMountToWhatWaitsInIt()
    {
        Stage s;
        s.controls.folders = {{u"reports"_s, u"/data/reports"_s, MountMode::Staged, {}, 0, 5}};
        s.open();
        auto *list = s.find<QListView>(u"mountList"_s);
        const QModelIndex mount = list->model()->index(0, 0);
        QCOMPARE(mount.data(MountModel::NoteRole).toString(), u"5 change(s) to review"_s);
        QSignalSpy review(s.window.get(), &MainWindow::reviewRequested);
        const QRect row = list->visualRect(mount);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          QPoint(row.left() + 60, row.bottom() - 8));
        QCOMPARE(review.size(), 1);
        QCOMPARE(review.first().first().toString(), u"reports"_s);
    }

    void leadsFromARunToTheUndoOfWhatItWrote()
    {
        Stage s;
        s.ask(1, "a");
        s.ask(2, "b");
        s.open();
        for (const int run : {1, 2}) {
            s.start(run);
            s.end(run);
        }
        QAction *undo = nullptr;
        for (QAction *action : s.window->findChildren<QAction *>()) {
            if (action->text() == u"Undo what it wrote…"_s)
                undo = action;
        }
        QVERIFY(undo);
        s.window->showRun(RunId(2));
        QVERIFY(!undo->isEnabled());
        s.window->setUndoableRuns({RunId(2)});
        QVERIFY(undo->isEnabled());
        s.window->showRun(RunId(1));
        QVERIFY(!undo->isEnabled());
        s.window->showRun(RunId(2));
        QSignalSpy asked(s.window.get(), &MainWindow::undoRequested);
        undo->trigger();
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked.first().first().value<RunId>() == RunId(2));
    }

    void sharesStagedAndASensitiveFolderOnlyAfterASecondYes()
    {
        Stage s;
        s.controls.warnings.insert(u"/home/person"_s, u"This is your whole home folder."_s);
        MountModel mounts(s.controls);
        ShareFolderDialog dialog(mounts, u"/home/person"_s, nullptr);
        QVERIFY(dialog.mode() == MountMode::Staged);
        auto *share = dialog.findChild<QAbstractButton *>(u"shareButton"_s);
        QVERIFY(share->isEnabled());
        dialog.warn(s.controls.shareWarning(u"/home/person"_s));
        QVERIFY(!share->isEnabled());
        dialog.findChild<QAbstractButton *>(u"shareSure"_s)->setChecked(true);
        QVERIFY(share->isEnabled());
    }

    void showsTheScreenThatIsChosenInTheRail()
    {
        Stage s;
        s.open();
        auto *page = new QWidget;
        s.window->addScreen(Screen::Review, page);
        QTest::mouseClick(s.window->rail()->button(Screen::Review), Qt::LeftButton);
        QVERIFY(page->isVisible());
        QVERIFY(s.window->shownScreen() == Screen::Review);
        s.window->showScreen(Screen::Workbench);
        QVERIFY(!page->isVisible());
    }

    void goesToTheTrayWhenThereIsOne()
    {
        Stage s;
        s.open();
        s.window->setTrayPresence([] { return true; });
        QSignalSpy closed(s.window.get(), &MainWindow::closedToTray);
        s.window->close();
        QCOMPARE(closed.size(), 1);
        QVERIFY(!s.window->isVisible());
        QCOMPARE(s.controls.quits, 0);
    }

    void asksBeforeQuittingWhileSomethingRuns()
    {
        Stage s;
        SessionStatus busy;
        busy.ref.id = SessionId(u"s1"_s);
        busy.state = SessionStatus::State::Busy;
        s.controls.liveSessions = {busy};
        s.open();
        s.window->askToQuit();
        QCOMPARE(s.controls.quits, 0);
        auto *question = s.find<QMessageBox>(u"quitQuestion"_s);
        QVERIFY(question);
        QTest::mouseClick(question->findChild<QAbstractButton *>(u"quitButton"_s), Qt::LeftButton);
        QCOMPARE(s.controls.quits, 1);
    }

    void quitsAtOnceWhenNothingRuns()
    {
        Stage s;
        s.open();
        s.window->askToQuit();
        QCOMPARE(s.controls.quits, 1);
    }

    void isMinimisedWhereThereIsNoTray()
    {
        Stage s;
        s.open();
        QSignalSpy closed(s.window.get(), &MainWindow::closedToTray);
        s.window->close();
        QVERIFY(s.window->isMinimized());
        QVERIFY(s.window->isVisible()); // it is still in the task bar
        QCOMPARE(closed.size(), 0);
        QCOMPARE(s.controls.quits, 0);
        s.window->raiseWindow();
        QVERIFY(!s.window->isMinimized());
    }

    void aTrayThatTheDesktopStartsLaterCounts()
    {
        Stage s;
        s.open();
        bool present = false;
        s.window->setTrayPresence([&present] { return present; });
        s.window->close();
        QVERIFY(s.window->isMinimized());
        s.window->raiseWindow();
        present = true;
        s.window->close();
        QVERIFY(!s.window->isVisible());
    }

    void remembersItsPanes()
    {
        Stage s;
        s.open();
        const QByteArray layout = s.window->saveLayout();
        QVERIFY(s.window->restoreLayout(layout));
        QVERIFY(!s.window->restoreLayout("something else"));
        QVERIFY(!s.window->restoreLayout({}));
        QVERIFY(!s.window->restoreLayout(layout.first(layout.size() / 2)));
    }

    void panesAreMovedAndStayWhereTheyWere()
    {
        QByteArray layout;
        {
            Stage s;
            s.open();
            s.window->resize(1280, 800);
            auto *side = s.find<QWidget>(u"sidePane"_s);
            auto *runs = s.find<QWidget>(u"runList"_s);
            const auto isSwapped = [&] {
                return side->mapTo(s.window.get(), QPoint()).x() <
                       runs->mapTo(s.window.get(), QPoint()).x();
            };
            QTRY_VERIFY(!isSwapped());
            QAction *swap = nullptr;
            for (QAction *action : s.window->findChildren<QAction *>()) {
                if (action->text() == u"Swap left and right panes"_s)
                    swap = action;
            }
            QVERIFY(swap);
            swap->trigger();
            QTRY_VERIFY(isSwapped());
            layout = s.window->saveLayout();
        }
        Stage s;
        s.open();
        QVERIFY(s.window->restoreLayout(layout));
        auto *side = s.find<QWidget>(u"sidePane"_s);
        auto *runs = s.find<QWidget>(u"runList"_s);
        QTRY_VERIFY(side->mapTo(s.window.get(), QPoint()).x() <
                    runs->mapTo(s.window.get(), QPoint()).x());
    }

    void aPaneIsDraggedToTheOtherSideWithTheMouse()
    {
        Stage s;
        s.open();
        s.window->resize(1280, 800);
        auto *side = s.find<QWidget>(u"sidePane"_s);
        auto *runs = s.find<QWidget>(u"runList"_s);
        const auto left = [&](const QWidget *pane) {
            return pane->mapTo(s.window.get(), QPoint()).x();
        };
        QTRY_VERIFY(left(runs) < left(side));
        auto *dock = s.find<QDockWidget>(u"dock0"_s);
        auto *other = s.find<QDockWidget>(u"dock1"_s);
        // A press on its grip, and moves to the middle of the pane at the right.
        const auto send = [dock](QEvent::Type type, const QPoint &place, Qt::MouseButtons held) {
            const bool isMove = type == QEvent::MouseMove;
            QMouseEvent event(type, dock->mapFromGlobal(QPointF(place)), QPointF(place),
                              isMove ? Qt::NoButton : Qt::LeftButton, held, Qt::NoModifier);
            QApplication::sendEvent(dock, &event);
            QCoreApplication::processEvents();
        };
        const QPoint begin = dock->mapToGlobal(dock->titleBarWidget()->geometry().center());
        const QPoint end = other->mapToGlobal(other->rect().center());
        send(QEvent::MouseButtonPress, begin, Qt::LeftButton);
        for (int step = 1; step <= 8; ++step)
            send(QEvent::MouseMove, begin + (end - begin) * step / 8, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, end, Qt::NoButton);
        QTRY_VERIFY(left(runs) > 600);
    }

    void movesTheRightPanesIntoATabWhenNarrow()
    {
        Stage s;
        s.open();
        s.ask(1, "# x");
        s.start(1);
        auto *side = s.find<QWidget>(u"sidePane"_s);
        s.window->resize(1280, 800);
        QTRY_VERIFY(side->isVisible());
        s.window->resize(1000, 700);
        QTRY_VERIFY(!side->isVisible());
        s.window->resize(1280, 800);
        QTRY_VERIFY(side->isVisible());
    }
};

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
