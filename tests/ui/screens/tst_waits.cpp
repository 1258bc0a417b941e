// SPDX-License-Identifier: MIT
#include "stage.h"
#include "waitwatch.h"

#include "ui/output/outputview.h"

#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <poll.h>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

// The causes of a window that stutters, not its symptoms: what the thread that draws waits for, how
// often it draws, and how much at a time.
class WaitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_stage = std::make_unique<Stage>();
        QVERIFY(m_stage->isReady());
        // Icons, fonts and pages are loaded when they are shown first.
        m_run = m_stage->run("# Flood\nprint(1)", RunState::Running);
        QVERIFY(!m_run.isNull());
        for (const Screen screen : m_stage->window().screens()) {
            m_stage->window().showScreen(screen);
            m_stage->settle();
        }
        m_stage->window().showScreen(Screen::Workbench);
        m_stage->window().showRun(m_run);
        flood(100);
    }
    void cleanupTestCase() { m_stage.reset(); }

    void aFloodOfOutputWaitsForNothing()
    {
        const WaitWatch watch;
        flood(20'000);
        QVERIFY2(watch.calls().isEmpty(), qPrintable(watch.calls().join(u'\n')));
    }

    void typingInTheFilterWaitsForNothing()
    {
        auto *filter = m_stage->window().findChild<QLineEdit *>(u"runFilter"_s);
        QVERIFY(filter);
        const WaitWatch watch;
        QTest::keyClicks(filter, u"flood"_s);
        m_stage->settle();
        filter->clear();
        m_stage->settle();
        QVERIFY2(watch.calls().isEmpty(), qPrintable(watch.calls().join(u'\n')));
    }

    void goingThroughTheScreensWaitsForNothing()
    {
        const WaitWatch watch;
        for (const Screen screen : m_stage->window().screens()) {
            m_stage->window().showScreen(screen);
            m_stage->settle();
        }
        m_stage->window().showScreen(Screen::Workbench);
        QVERIFY2(watch.calls().isEmpty(), qPrintable(watch.calls().join(u'\n')));
    }

    void onlyRowsOnTheScreenArePainted()
    {
        auto *view = m_stage->window().findChild<OutputView *>(u"outputView"_s);
        QVERIFY(view && view->isVisible());
        m_stage->settle();
        const qint64 before = view->paintedRows();
        const int mostOnScreen = view->viewport()->height() / 8;
        constexpr int updates = 10;
        for (int update = 0; update < updates; ++update)
            flood(2'000);
        const qint64 painted = view->paintedRows() - before;
        QVERIFY(painted > 0);
        // Each batch is drawn a few times at most, whatever it holds.
        QVERIFY2(painted < 8 * updates * mostOnScreen, qPrintable(QString::number(painted)));
    }

    // Controls: the watch sees what it is for.

    void readingAFileIsSeen()
    {
        const WaitWatch watch;
        QFile file(QStringLiteral(GLOVEBOX_SOURCE_DIR "/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().isEmpty());
        QVERIFY(!watch.calls().isEmpty());
    }

    void waitingOutsideOfTheEventLoopIsSeen()
    {
        const WaitWatch watch;
        ::poll(nullptr, 0, 1);
        QCOMPARE(watch.calls().size(), 1);
    }

    void waitingInTheEventLoopIsNot()
    {
        const WaitWatch watch;
        QTest::qWait(20);
        QVERIFY2(watch.calls().isEmpty(), qPrintable(watch.calls().join(u'\n')));
    }

private:
    void flood(int lines)
    {
        const QByteArray line = "a line of output, as a loop writes it\n";
        for (int number = 0; number < lines; ++number) {
            m_stage->application().hub().publish(
                m_run, event::Output{StreamName::Stdout, m_offset, line, line.size()});
            m_offset += line.size();
        }
        m_stage->settle();
    }

    std::unique_ptr<Stage> m_stage;
    RunId m_run;
    qint64 m_offset = 10'000;
};

QTEST_MAIN(WaitsTest)
#include "tst_waits.moc"
