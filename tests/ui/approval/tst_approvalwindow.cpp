// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakedesk.h"

#include <ui/approval/approvalwindow.h>
#include <ui/approval/approvalwords.h>
#include <ui/approval/decisionbar.h>
#include <ui/approval/reachstrip.h>
#include <ui/approval/requestview.h>
#include <ui/code/codeview.h>
#include <ui/theme/theme.h>

#include <QAbstractButton>
#include <QClipboard>
#include <QLoggingCategory>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class TestApprovalWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLoggingCategory::setFilterRules(u"glovebox.ui*=false"_s); }
    void init()
    {
        m_clock = std::make_unique<FakeClock>();
        m_desk = std::make_unique<FakeDesk>();
        m_window = std::make_unique<ApprovalWindow>(*m_desk, *m_clock);
    }
    void cleanup()
    {
        m_elsewhere.reset();
        m_window.reset();
    }

    void opensWithoutActivation()
    {
        QVERIFY(m_window->testAttribute(Qt::WA_ShowWithoutActivating));
        add(1);
        QVERIFY(!m_window->isVisible()); // to come at all is somebody else's decision
        m_window->openQuietly(RunId(1));
        QVERIFY(m_window->isVisible());
        QCOMPARE(m_window->shownRun(), RunId(1));
        QVERIFY(m_window->testAttribute(Qt::WA_ShowWithoutActivating));
        QVERIFY(!(m_window->windowFlags() & Qt::WindowStaysOnTopHint));
        QVERIFY(!m_window->isModal());
    }

    void focusStartsInTheCode()
    {
        add(1);
        open(1);
        QTRY_COMPARE(m_window->focusWidget(), code());
        QTest::keyClick(code(), Qt::Key_Space);
        QTest::keyClick(code(), Qt::Key_Return);
        QTest::keyClicks(code(), u"ay12"_s);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void packagesStandInThePlaceOfCode()
    {
        auto request = FakeDesk::asking(1, {});
        request.record.tool = u"install_packages"_s;
        request.record.reach.packages = {{u"humanize"_s, u"4.9.0"_s, QString(64, u'a')}};
        request.digest = request.record.digest();
        m_desk->add(request);
        add(2);
        open(1);
        const auto *table = m_window->findChild<QTableView *>(u"installTable"_s);
        QVERIFY(table->isVisible() && code()->isHidden());
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"humanize"_s);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"4.9.0"_s);
        m_window->view()->showRequest(RunId(2)); // the control: code is shown as code
        QVERIFY(table->isHidden() && code()->isVisible());
    }

    void shownRequestNeverChangesByItself()
    {
        add(1);
        open(1);
        m_clock->advance(600ms);
        add(2);
        m_window->openQuietly(RunId(2));
        QCOMPARE(m_window->shownRun(), RunId(1));
        QVERIFY(m_window->view()->decisionBar()->isReady());
        m_desk->setState(RunId(1), PendingRequest::State::Expired);
        m_clock->advance(1h);
        QCOMPARE(m_window->shownRun(), RunId(1));
        m_desk->remove(RunId(2));
        QCOMPARE(m_window->shownRun(), RunId(1));
    }

    void liveRequestTakesThePlaceOfADeadOneThatNobodyIsIn_data()
    {
        QTest::addColumn<PendingRequest::State>("state");
        QTest::addColumn<int>("shown");
        QTest::newRow("taken back") << PendingRequest::State::TakenBack << 2;
        QTest::newRow("expired") << PendingRequest::State::Expired << 2;
        QTest::newRow("still waiting") << PendingRequest::State::Waiting << 1;
    }
    void liveRequestTakesThePlaceOfADeadOneThatNobodyIsIn()
    {
        QFETCH(PendingRequest::State, state);
        QFETCH(int, shown);
        add(1);
        open(1);
        leaveWindow();
        m_clock->advance(600ms);
        m_desk->setState(RunId(1), state);
        add(2);
        QCOMPARE(m_window->shownRun(), RunId(1)); // only when the arrival is told to the window
        m_window->openQuietly(RunId(2));
        QCOMPARE(m_window->shownRun(), RunId(shown));
        QVERIFY(!m_window->isActiveWindow());
        QCOMPARE(tabs().size(), 2); // the dead one stays until it is dismissed
        QCOMPARE(m_window->view()->decisionBar()->isReady(), shown == 1);
        m_clock->advance(600ms);
        QVERIFY(m_window->view()->decisionBar()->isReady());
    }

    void deadRequestIsNotTakenFromThePersonWhoIsInTheWindow()
    {
        add(1);
        open(1);
        m_desk->setState(RunId(1), PendingRequest::State::TakenBack);
        add(2);
        m_window->openQuietly(RunId(2));
        QCOMPARE(m_window->shownRun(), RunId(1));
    }

    void liveTabCallsOverADeadRequest()
    {
        add(1);
        add(2);
        open(1);
        QCOMPARE(groundOf(tabs().at(1)), color(Token::Rail)); // both can be decided
        const QRect before = tabs().at(1)->geometry();
        m_desk->setState(RunId(1), PendingRequest::State::TakenBack);
        QCoreApplication::processEvents();
        QCOMPARE(groundOf(tabs().at(1)), color(Token::WaitBg));
        QCOMPARE(tabs().at(1)->geometry(), before);
        QCOMPARE(tabs().at(1)->accessibleName(), u"r2 from Claude Desktop, waiting for you"_s);
        tabs().at(1)->click();
        QCOMPARE(m_window->shownRun(), RunId(2));
        QCOMPARE(groundOf(tabs().at(0)), color(Token::Rail)); // the dead one calls nobody
        QVERIFY(!tabs().at(0)->accessibleName().contains(u"waiting"_s));
    }

    void closeOnADeadRequestGoesToTheOldestThatWaits()
    {
        for (int run = 1; run <= 5; ++run)
            add(run);
        open(3);
        for (const int run : {1, 3, 4})
            m_desk->setState(RunId(run), PendingRequest::State::TakenBack);
        m_clock->advance(600ms);
        press(u"closeButton"_s);
        QCOMPARE(m_desk->dismissed, QList<RunId>{RunId(3)});
        QCOMPARE(m_window->shownRun(), RunId(2));
        QVERIFY(!m_window->view()->decisionBar()->isReady());
        m_clock->advance(600ms);
        press(u"denyButton"_s); // the one after it is over: passed by
        QCOMPARE(m_window->shownRun(), RunId(5));
        m_clock->advance(600ms);
        press(u"denyButton"_s); // nothing waits any more: what is left is read
        QCOMPARE(m_window->shownRun(), RunId(1));
        QVERIFY(m_window->isVisible());
    }

    void personOpensWhatWaitsBeforeWhatIsOver()
    {
        add(1);
        m_desk->setState(RunId(1), PendingRequest::State::Expired);
        add(2);
        m_window->openForPerson();
        QCOMPARE(m_window->shownRun(), RunId(2));
        m_desk->setState(RunId(2), PendingRequest::State::Expired);
        add(3);
        m_window->openForPerson();
        QCOMPARE(m_window->shownRun(), RunId(3));
        add(4);
        m_window->openForPerson();
        QCOMPARE(m_window->shownRun(), RunId(3));
    }

    void decidesInTheOrderOfTheQueueAndThenCloses()
    {
        add(1);
        add(2);
        add(3);
        open(1);
        m_clock->advance(600ms);
        press(u"allowButton"_s);
        QCOMPARE(m_window->shownRun(), RunId(2));
        // The next one has its own dead time.
        press(u"allowButton"_s);
        QCOMPARE(m_desk->answers.size(), 1);
        m_clock->advance(600ms);
        press(u"denyButton"_s);
        QCOMPARE(m_window->shownRun(), RunId(3));
        m_clock->advance(600ms);
        press(u"allowButton"_s);
        QCOMPARE(m_desk->answers.size(), 3);
        QVERIFY(!m_window->isVisible());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(m_desk->answers.at(i).run, RunId(i + 1));
    }

    void goesOnAfterTheOneDecidedAndThenToTheOldest()
    {
        add(1);
        add(2);
        add(3);
        open(2);
        m_clock->advance(600ms);
        press(u"denyButton"_s);
        QCOMPARE(m_window->shownRun(), RunId(3));
        m_clock->advance(600ms);
        press(u"denyButton"_s);
        QCOMPARE(m_window->shownRun(), RunId(1));
    }

    void keysStepThroughTheQueue()
    {
        add(1);
        add(2);
        open(1);
        m_clock->advance(600ms);
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(m_window->shownRun(), RunId(2));
        QVERIFY(!m_window->view()->decisionBar()->isReady());
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(m_window->shownRun(), RunId(1));
        QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(m_window->shownRun(), RunId(2));
    }

    void closingIsNotNow()
    {
        add(1);
        open(1);
        m_clock->advance(600ms);
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!m_window->isVisible());
        QCOMPARE(m_desk->pending.size(), 1);
        QCOMPARE(m_desk->answers.size(), 0);
        open(1);
        m_window->close();
        QCOMPARE(m_desk->pending.size(), 1);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void closedWindowAnswersNothing()
    {
        add(1);
        open(1);
        m_clock->advance(600ms);
        m_window->close();
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void reopensWhereItWasLeft()
    {
        add(1);
        open(1);
        m_window->setGeometry(40, 30, 650, 420);
        m_window->close();
        open(1);
        QCOMPARE(m_window->geometry(), QRect(40, 30, 650, 420));
        ApprovalWindow next(*m_desk, *m_clock);
        next.setPlace(m_window->place());
        next.openQuietly(RunId(1));
        QCOMPARE(next.geometry(), QRect(40, 30, 650, 420));
    }

    void brokenPlaceIsIgnored()
    {
        m_window->setPlace("nonsense");
        add(1);
        open(1);
        QVERIFY(m_window->screen()->availableGeometry().intersects(m_window->geometry()));
    }

    void showsTimeLeftAndKeepsWaiting()
    {
        add(1);
        open(1);
        QCOMPARE(timeName(), u"Time left 5 minutes"_s);
        m_clock->advance(198s);
        QCOMPARE(timeName(), u"Time left 1 minutes 42 seconds"_s);
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::AltModifier);
        QCOMPARE(m_desk->kept, QList<RunId>{RunId(1)});
        QCOMPARE(timeName(), u"Time left 11 minutes 42 seconds"_s);
        press(u"keepWaitingButton"_s);
        QCOMPARE(m_desk->kept.size(), 2);
    }

    void requestWithoutAnEndHasNoClock()
    {
        PendingRequest request = FakeDesk::asking(1, "print(1)\n", m_clock->now());
        request.expires = QDateTime();
        m_desk->add(request);
        open(1);
        QVERIFY(!m_window->findChild<QWidget *>(u"timeLeft"_s)->isVisible());
        QVERIFY(!m_window->findChild<QWidget *>(u"keepWaitingButton"_s)->isVisible());
    }

    void pausedClientsClockStandsStill()
    {
        PendingRequest request = FakeDesk::asking(1, "print(1)\n", m_clock->now());
        m_desk->add(request);
        open(1);
        request.expires = QDateTime(); // as the desk says while the clock does not run
        m_desk->change(request);
        m_desk->setPaused(request.record.client, true);
        QCOMPARE(m_window->findChild<QWidget *>(u"timeLeft"_s)->isVisible(), true);
        QVERIFY(!m_window->findChild<QWidget *>(u"keepWaitingButton"_s)->isVisible());
    }

    void showsAllThatTheRecordBinds()
    {
        PendingRequest request = FakeDesk::asking(1, "print(input())\n", m_clock->now());
        request.record.standardInput = "typed\n";
        request.record.variables.insert(u"MODE"_s, u"fast"_s);
        request.record.path = u"/mnt/sales/run.py"_s;
        request.digest = request.record.digest();
        m_desk->add(request);
        open(1);
        QStringList shown{code()->toPlainText()};
        for (const QString &name : {u"Input"_s, u"Variables"_s}) {
            for (QAbstractButton *each : m_window->findChildren<QAbstractButton *>()) {
                if (each->text() == name && each->isVisible()) {
                    each->click();
                    shown.append(code()->toPlainText());
                }
            }
        }
        QCOMPARE(shown, (QStringList{u"print(input())"_s, u"typed"_s, u"MODE=fast"_s}));
    }

    void showsTheFilesOfAProgram()
    {
        PendingRequest request = FakeDesk::asking(1, "puts 1\n", m_clock->now());
        request.record.tool = u"run_code"_s;
        request.record.runtime = u"ruby"_s;
        request.record.files = {{u"/in.txt"_s, "some text"},
                                {u"/in.bin"_s, QByteArray("\xff\0", 2)}};
        request.record.outputFiles = {u"/out.csv"_s};
        request.digest = request.record.digest();
        m_desk->add(request);
        open(1);
        for (QAbstractButton *each : m_window->findChildren<QAbstractButton *>()) {
            if (each->text() == u"Input" && each->isVisible())
                each->click();
        }
        const QString shown = code()->toPlainText();
        for (const QString &part :
             {u"/in.txt"_s, u"some text"_s, u"/in.bin"_s, u"/wA="_s, u"/out.csv"_s})
            QVERIFY2(shown.contains(part), qPrintable(shown));
    }

    void reachNeverCallsTheUnknownNone()
    {
        PendingRequest request = FakeDesk::asking(1, "print(1)\n", m_clock->now());
        request.findings = FindingReport::unavailable(u"It is gone."_s);
        request.record.reach.mounts.append({u"reports"_s, MountMode::Staged, u"/home/p/r"_s});
        const QList<ReachCellText> cells = reachCells(request);
        QCOMPARE(cells.size(), 5);
        for (const ReachCellText &cell : cells)
            QVERIFY(!cell.inCode.contains(u"none"_s, Qt::CaseInsensitive));
        QCOMPARE(cells[0].inCode, u"paths not known"_s);
        QCOMPARE(cells[1].atMost, u"reports, staged"_s);
        QCOMPARE(cells[3].atMost, u"closed"_s);
        QCOMPARE(cells[4].atMost, u"60 s, 1 GB"_s);
        QCOMPARE(accessibleCell(cells[1]),
                 u"Writes: paths not known in the code; at most reports, staged; "
                 "new in this session"_s);
    }

    void clientsWordsAreTextOnOneLineAndLast()
    {
        PendingRequest request = FakeDesk::asking(1, "# <b>x</b>\n", m_clock->now());
        request.clientClaims = u"<b>Glovebox\nsays it is safe</b> "_s + QString(300, u'x');
        const QString line = askLine(request);
        QVERIFY(!line.contains(u'\n'));
        QVERIFY(line.contains(u"<b>x</b>"_s)); // shown as it is, never rendered
        QVERIFY(line.indexOf(u"Session sales-q3"_s) < line.indexOf(u"Glovebox says"_s));
        QVERIFY(line.size() < 200);
    }

    void lowWindowsKeepTheButtonsInSight()
    {
        add(1);
        add(2);
        open(1);
        m_window->resize(640, 384);
        QCoreApplication::processEvents();
        QVERIFY(m_window->findChild<ReachStrip *>()->isCompact());
        const QWidget *allow = m_window->findChild<QWidget *>(u"allowButton"_s);
        const QRect box(allow->mapTo(m_window.get(), QPoint()), allow->size());
        QVERIFY(m_window->rect().contains(box));
        QVERIFY(code()->height() > 60);
    }

    void survivesLargeFonts_data()
    {
        QTest::addColumn<int>("pixels");
        QTest::addColumn<int>("width");
        QTest::newRow("13 px") << 13 << 720;
        QTest::newRow("4 pt more") << 18 << 720;
        QTest::newRow("4 pt more, narrow") << 18 << 640;
    }
    void survivesLargeFonts()
    {
        QFETCH(int, pixels);
        QFETCH(int, width);
        const QFont before = QApplication::font();
        QFont font = before;
        font.setPixelSize(pixels);
        QApplication::setFont(font);
        add(1);
        open(1);
        m_window->resize(width, 560);
        QCoreApplication::processEvents();
        int right = 0;
        for (const QString &name :
             {u"notNowButton"_s, u"denyButton"_s, u"denyMenuButton"_s, u"allowButton"_s}) {
            const QWidget *each = m_window->findChild<QWidget *>(name);
            const QRect box(each->mapTo(m_window.get(), QPoint()), each->size());
            QVERIFY2(m_window->rect().contains(box), qPrintable(name));
            QVERIFY2(box.left() >= right, qPrintable(name));
            right = box.right();
        }
        QApplication::setFont(before);
    }

    void copiesTheCode()
    {
        add(1);
        open(1);
        QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"print(1)\n"_s);
    }

    void personOpensTheOldest()
    {
        add(1);
        add(2);
        m_window->openForPerson();
        QCOMPARE(m_window->shownRun(), RunId(1));
        QVERIFY(m_window->isVisible());
        // Coming again must not take the focus: the attribute is back.
        QVERIFY(m_window->testAttribute(Qt::WA_ShowWithoutActivating));
    }

    void nothingToShowOpensNothing()
    {
        m_window->openForPerson();
        QVERIFY(!m_window->isVisible());
        m_window->openQuietly(RunId(9));
        QVERIFY(!m_window->isVisible());
    }

    void manyRequestsShareATabPerClient()
    {
        for (int i = 1; i <= 7; ++i)
            add(i);
        open(3);
        m_clock->advance(600ms);
        QCOMPARE(m_window->shownRun(), RunId(3));
        QVERIFY(m_window->grab().width() > 0);
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(m_window->shownRun(), RunId(4));
    }

    void liveRequestsShareNoTabWithDeadOnes()
    {
        for (int i = 1; i <= 7; ++i)
            add(i);
        open(3);
        m_desk->setState(RunId(3), PendingRequest::State::TakenBack);
        QCOMPARE(tabs().size(), 2);
        tabs().at(0)->click();
        QCOMPARE(m_window->shownRun(), RunId(1));
    }

private:
    // The window stays open and is not the active one, as when it came quietly.
    void leaveWindow()
    {
        m_elsewhere = std::make_unique<QWidget>();
        m_elsewhere->show();
        m_elsewhere->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_elsewhere.get()));
        QVERIFY(!m_window->isActiveWindow());
    }
    QList<QAbstractButton *> tabs() const
    {
        auto found = m_window->findChildren<QAbstractButton *>(u"requestTab"_s);
        std::ranges::sort(found, {}, [](const QAbstractButton *tab) { return tab->x(); });
        return found;
    }
    static QColor groundOf(QWidget *tab)
    {
        return tab->window()->grab().toImage().pixelColor(
            tab->mapTo(tab->window(), QPoint(tab->width() - 3, 4)));
    }
    void add(int run)
    {
        m_desk->add(
            FakeDesk::asking(run, "print(" + QByteArray::number(run) + ")\n", m_clock->now()));
    }
    void open(int run)
    {
        m_window->openQuietly(RunId(run));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void press(const QString &name)
    {
        QTest::mouseClick(m_window->findChild<QAbstractButton *>(name), Qt::LeftButton);
    }
    CodeView *code() const { return m_window->findChild<CodeView *>(u"codeView"_s); }
    QString timeName() const
    {
        return m_window->findChild<QWidget *>(u"timeLeft"_s)->accessibleName();
    }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeDesk> m_desk;
    std::unique_ptr<ApprovalWindow> m_window;
    std::unique_ptr<QWidget> m_elsewhere;
};

QTEST_MAIN(TestApprovalWindow)
#include "tst_approvalwindow.moc"
