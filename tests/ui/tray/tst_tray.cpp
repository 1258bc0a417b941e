// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakedesk.h"
#include "ui/models/quiet.h"
#include "ui/tray/tray.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// The offscreen platform has no tray: everything here must work without one.
class TrayTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeClock clock;
        RunHub hub{clock};
        FakeDesk desk;
        FakeControls controls;
        Quiet quiet{clock};
        Tray tray{hub, desk, controls, clock, quiet};
        QSignalSpy notified{&tray, &Tray::notified};

        void ask(int run)
        {
            desk.add(FakeDesk::request(run, "# x", clock.now()));
            tray.notifyAsked(RunId(run));
        }
        QStringList actions() const
        {
            QStringList result;
            for (const QAction *action : tray.menu()->actions()) {
                if (!action->isSeparator() && action->isVisible())
                    result.append(action->text());
            }
            return result;
        }
    };

private Q_SLOTS:
    void worksWithoutATray()
    {
        Stage s;
        s.tray.show();
        QVERIFY(!s.tray.isPresent());
        QCOMPARE(s.tray.stateText(), u"Idle"_s);
    }

    void mergesNotificationsOfAClient()
    {
        Stage s;
        s.ask(1);
        QCOMPARE(s.notified.size(), 1);
        QCOMPARE(s.notified.first().first().toString(), u"Claude Desktop asks to run Python"_s);
        s.ask(2);
        s.ask(3);
        QCOMPARE(s.notified.size(), 1);
        s.clock.advance(Tray::notifyPause);
        QCOMPARE(s.notified.size(), 2);
        QVERIFY(s.notified.last().last().toString().contains(u"2 more are waiting."));
        s.clock.advance(Tray::notifyPause);
        QCOMPARE(s.notified.size(), 2);
    }

    void saysNothingAboutWhatIsDecidedMeanwhile()
    {
        Stage s;
        s.ask(1);
        s.ask(2);
        s.desk.remove(RunId(1));
        s.desk.remove(RunId(2));
        s.clock.advance(Tray::notifyPause);
        QCOMPARE(s.notified.size(), 1);
    }

    void isQuietWhenTold()
    {
        Stage s;
        s.quiet.setFor(30min);
        s.ask(1);
        QCOMPARE(s.notified.size(), 0);
        s.clock.advance(30min);
        s.ask(2);
        QCOMPARE(s.notified.size(), 1);
    }

    void neverOffersToAllow()
    {
        Stage s;
        s.ask(1);
        for (const QString &text : s.actions())
            QVERIFY2(!text.contains(u"Allow"), qPrintable(text));
        QVERIFY(s.actions().contains(u"Review 1 waiting…"_s));
    }

    void showsTheWorstStateFirst()
    {
        Stage s;
        s.hub.publish(RunId(9), event::Asked{});
        s.hub.publish(RunId(9), event::Started{});
        QCOMPARE(s.tray.stateText(), u"Running"_s);
        s.ask(1);
        QCOMPARE(s.tray.stateText(), u"Waiting for you"_s);
        s.controls.program.seals.level = SealStatus::Level::Broken;
        QCOMPARE(s.tray.stateText(), u"Sandbox off, or an error"_s);
    }

    void saysOnceThatItKeepsRunning()
    {
        Stage s;
        s.tray.notifyStillRunning();
        s.tray.notifyStillRunning();
        QCOMPARE(s.notified.size(), 1);
    }
};

QTEST_MAIN(TrayTest)
#include "tst_tray.moc"
