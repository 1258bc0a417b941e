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
        void ask(int run) { desk.add(FakeDesk::asking(run, "# x", clock.now())); }
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

    void menuIsAsDrawn()
    {
        Stage s;
        s.tray.setScratchpadOffered(true);
        QCOMPARE(s.actions(),
                 QStringList({u"Not listening"_s, u"Open Glovebox"_s, u"New scratchpad"_s,
                              u"Mounts"_s, u"Quiet for"_s, u"Pause all clients"_s,
                              u"Stop everything"_s, u"Quit Glovebox"_s}));
        s.controls.program.address = u"127.0.0.1:8420"_s;
        s.controls.program.clients = 3;
        s.desk.standing = {Grant{}};
        s.hub.publish(RunId(184), event::Asked{});
        s.hub.publish(RunId(184), event::Started{});
        s.clock.advance(12s);
        s.ask(185);
        QMetaObject::invokeMethod(s.tray.menu(), "aboutToShow");
        QCOMPARE(s.actions(),
                 QStringList({u"Listening · 3 client(s) · 1 running"_s, u"Open Glovebox"_s,
                              u"Review 1 waiting…"_s, u"Running: r184, 0:12"_s, u"New scratchpad"_s,
                              u"Mounts"_s, u"Quiet for"_s, u"Pause all clients"_s,
                              u"Revoke standing permissions (1)"_s, u"Stop everything"_s,
                              u"Quit Glovebox"_s}));
    }

    void everyDoorOfTheMenuLeadsSomewhere()
    {
        Stage s;
        s.tray.setScratchpadOffered(true);
        s.ask(1);
        const QHash<QString, QSignalSpy *> spies{
            {u"Open Glovebox"_s, new QSignalSpy(&s.tray, &Tray::openRequested)},
            {u"Review 1 waiting…"_s, new QSignalSpy(&s.tray, &Tray::reviewRequested)},
            {u"New scratchpad"_s, new QSignalSpy(&s.tray, &Tray::scratchpadRequested)},
            {u"Mounts"_s, new QSignalSpy(&s.tray, &Tray::mountsRequested)},
            {u"Quit Glovebox"_s, new QSignalSpy(&s.tray, &Tray::quitRequested)}};
        for (QAction *action : s.tray.menu()->actions()) {
            if (const QSignalSpy *spy = spies.value(action->text())) {
                action->trigger();
                QCOMPARE(spy->size(), 1);
            }
        }
        qDeleteAll(spies);
        QCOMPARE(s.controls.quits, 0); // the window asks first
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

    void saysThatClientsArePaused()
    {
        Stage s;
        s.controls.setAllPaused(true);
        QCOMPARE(s.tray.stateText(), u"Paused"_s);
        QVERIFY(s.tray.state() == Tray::State::Paused);
    }
};

QTEST_MAIN(TrayTest)
#include "tst_tray.moc"
