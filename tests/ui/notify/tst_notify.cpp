// SPDX-License-Identifier: MIT
#include "fakeclients.h"
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakedesk.h"
#include "fakenotifications.h"
#include "fakeportal.h"
#include "privatebus.h"
#include "ui/approval/arrivals.h"
#include "ui/models/quiet.h"
#include "ui/notify/motionhint.h"
#include "ui/notify/notificationserver.h"
#include "ui/notify/programnotices.h"
#include "ui/notify/requestnotices.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Everything goes over a real bus, to a server that does what a desktop's does.
class NotifyTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        PrivateBus bus;
        FakeClock clock;
        FakeDesk desk;
        FakeControls controls;
        FakeClients clients;
        RunHub hub{clock};
        Quiet quiet{clock};
        bool isSeen = false;
        FakeNotifications desktop;
        Arrivals arrivals{desk, clock, [this] { return isSeen; }};
        NotificationServer server;
        RequestNotices requests{desk, clock, arrivals, server};
        ProgramNotices notices{{.hub = hub,
                                .desk = desk,
                                .controls = controls,
                                .clients = clients,
                                .clock = clock,
                                .quiet = quiet,
                                .server = server,
                                .isSeen = [this] { return isSeen; }}};
        QSignalSpy reviews{&requests, &RequestNotices::reviewRequested};
        QSignalSpy undelivered{&server, &NotificationServer::undelivered};

        explicit Stage(bool withServer = true)
        {
            if (withServer)
                desktop.serve(bus.peer(u"desktop"_s));
            server.setBus(bus.peer(u"program"_s));
            QObject::connect(&quiet, &Quiet::changed, &arrivals,
                             [this] { arrivals.setQuiet(quiet.isQuiet()); });
            notices.setKinds(
                ProgramNotices::kindsFrom({u"long_runs"_s, u"changes"_s, u"permission_ended"_s,
                                           u"new_client"_s, u"unknown_key"_s}));
        }

        PendingRequest requestOf(int run, const QString &client = u"c000000000001"_s) const
        {
            PendingRequest request = FakeDesk::asking(run, "print(1)\n", clock.now());
            request.record.client = ClientId(client);
            request.record.session.id = SessionId(u's' + client.mid(1));
            request.digest = request.record.digest() + QString::number(run);
            return request;
        }
        void ask(int run, const QString &client = u"c000000000001"_s)
        {
            desk.add(requestOf(run, client));
        }
        // Both ends answered everything: a call of ours goes the same way as all before it.
        bool settle()
        {
            for (int round = 0; round < 3; ++round) {
                QDBusConnection peer = bus.peer(u"probe"_s + QString::number(++probes));
                if (!peer.isConnected())
                    return false;
                QDBusMessage ping = QDBusMessage::createMethodCall(
                    u"org.freedesktop.DBus"_s, u"/org/freedesktop/DBus"_s,
                    u"org.freedesktop.DBus"_s, u"GetId"_s);
                const QDBusMessage reply = peer.call(ping, QDBus::Block, 5000);
                if (reply.type() != QDBusMessage::ReplyMessage)
                    return false;
                QCoreApplication::processEvents();
            }
            return true;
        }
        const FakeNotifications::Shown &only() const { return desktop.shown.first(); }
        int probes = 0;
    };

private Q_SLOTS:
    void namesTheRequestAndOffersReviewAndDeny()
    {
        Stage s;
        QVERIFY(s.bus.isThere());
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        const FakeNotifications::Shown &shown = s.only();
        QCOMPARE(shown.title, u"Claude Desktop asks to run Python"_s);
        QCOMPARE(shown.body, u"sales-q3: writes none"_s);
        QVERIFY(!shown.keyOf(u"Review"_s).isEmpty());
        QVERIFY(!shown.keyOf(u"Deny"_s).isEmpty());
        for (const QString &text : shown.actions)
            QVERIFY2(!text.contains(u"allow", Qt::CaseInsensitive), qPrintable(text));
        QCOMPARE(shown.timeout, 0); // it stays until it is decided
        QCOMPARE(shown.hints.value(u"desktop-entry"_s).toString(), u"glovebox"_s);
        QCOMPARE(shown.hints.value(u"suppress-sound"_s).toBool(), true);
        QCOMPARE(shown.hints.value(u"urgency"_s).value<uchar>(), uchar(1));
    }

    void saysWhatTheCodeNames()
    {
        Stage s;
        PendingRequest request = s.requestOf(1);
        request.record.reach.mounts.append(
            {u"reports"_s, MountMode::Staged, u"/home/person/reports"_s});
        request.record.reach.packages = {{u"xlsxwriter"_s, u"3.2.0"_s, {}}};
        request.findings.files = {{u"sales"_s, u"a.csv"_s, false},
                                  {u"reports"_s, u"a.xlsx"_s, true},
                                  {u"reports"_s, u"b.xlsx"_s, true}};
        QCOMPARE(RequestNotices::bodyOf(request, 0),
                 u"sales-q3: reads 1 file(s), writes 2 (staged), adds xlsxwriter"_s);
        QVERIFY(RequestNotices::bodyOf(request, 2).endsWith(u". 2 more are waiting."));
        request.findings.files.clear();
        request.findings.writesUnknown = true;
        QVERIFY(RequestNotices::bodyOf(request, 0).contains(u"paths not known"));
        QVERIFY(!RequestNotices::bodyOf(request, 0).contains(u"none"));
        request.findings.state = FindingReport::State::Pending;
        QVERIFY(RequestNotices::bodyOf(request, 0).contains(u"reports, staged"));
    }

    void tellsMoreOnceTheCodeWasRead()
    {
        Stage s;
        PendingRequest request = s.requestOf(1);
        request.findings.state = FindingReport::State::Pending;
        s.desk.add(request);
        QTRY_COMPARE(s.desktop.calls.size(), 1);
        request.findings.state = FindingReport::State::Complete;
        request.findings.files = {{u"sales"_s, u"a.csv"_s, false}};
        s.desk.change(request);
        QTRY_COMPARE(s.desktop.calls.size(), 2);
        QVERIFY(s.only().body.contains(u"reads 1 file"));
        QCOMPARE(s.desktop.newOnes(), 1);
    }

    void oneOfAClientIsUpdatedInPlace()
    {
        Stage s;
        s.ask(1);
        s.ask(2);
        s.ask(3);
        QTRY_VERIFY(!s.desktop.shown.isEmpty() && s.only().body.contains(u"2 more are waiting."));
        QCOMPARE(s.desktop.newOnes(), 1);
        QCOMPARE(s.desktop.shown.size(), 1);
        // It goes on naming the one that it named.
        QVERIFY(s.only().keyOf(u"Deny"_s).contains(u":r1:"));
    }

    void atMostOneNewOneInTwentySeconds()
    {
        Stage s;
        s.ask(1);
        s.ask(2, u"c000000000002"_s);
        s.ask(3, u"c000000000003"_s);
        QTRY_COMPARE(s.desktop.newOnes(), 1);
        s.clock.advance(19s);
        QVERIFY(s.settle());
        QCOMPARE(s.desktop.newOnes(), 1);
        s.clock.advance(1s);
        QTRY_COMPARE(s.desktop.newOnes(), 2);
        s.clock.advance(20s);
        QTRY_COMPARE(s.desktop.newOnes(), 3);
    }

    void denyDeniesTheNamedRequestByItsDigest()
    {
        Stage s;
        s.ask(1);
        s.ask(2);
        QTRY_VERIFY(!s.desktop.shown.isEmpty() && s.only().body.contains(u"1 more"));
        s.clock.advance(1s);
        const QString digest = s.desk.pending.first().digest;
        s.desktop.press(s.only().id, s.only().keyOf(u"Deny"_s));
        QTRY_COMPARE(s.desk.answers.size(), 1);
        QCOMPARE(s.desk.answers.first().run, RunId(1));
        QCOMPARE(s.desk.answers.first().digest, digest);
        QVERIFY(!s.desk.answers.first().answer.allow);
        // The next one takes its place, under the same number.
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QVERIFY(s.only().keyOf(u"Deny"_s).contains(u":r2:"));
        QCOMPARE(s.desktop.newOnes(), 1);
    }

    void aPressForAnotherRequestDecidesNothing()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        const uint id = s.only().id;
        const QString deny = s.only().keyOf(u"Deny"_s);
        s.ask(2);
        s.clock.advance(1s);
        // Decided in the window, while the press for it was on its way.
        s.desk.remove(RunId(1));
        QTRY_VERIFY(s.only().keyOf(u"Deny"_s).contains(u":r2:"));
        s.clock.advance(1s);
        Q_EMIT s.desktop.ActionInvoked(id, deny);
        QVERIFY(s.settle());
        QCOMPARE(s.desk.answers.size(), 0);
        // The control: the button that is there now works.
        s.desktop.press(id, s.only().keyOf(u"Deny"_s));
        QTRY_COMPARE(s.desk.answers.size(), 1);
        QCOMPARE(s.desk.answers.first().run, RunId(2));
    }

    void aRequestThatWasAskedAgainIsNotTheOneThatWasNamed()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        const QString deny = s.only().keyOf(u"Deny"_s);
        s.clock.advance(1s);
        PendingRequest changed = s.requestOf(1);
        changed.digest = u"another"_s;
        s.desk.change(changed);
        QTRY_VERIFY(s.only().keyOf(u"Deny"_s) != deny);
        s.clock.advance(1s);
        Q_EMIT s.desktop.ActionInvoked(s.only().id, deny);
        QVERIFY(s.settle());
        QCOMPARE(s.desk.answers.size(), 0);
    }

    void aPressInTheFirstHalfSecondCountsForNothing()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.clock.advance(400ms);
        const QString deny = s.only().keyOf(u"Deny"_s);
        s.desktop.press(s.only().id, deny);
        QTRY_COMPARE(s.desktop.calls.size(), 2); // it is back
        QCOMPARE(s.desk.answers.size(), 0);
        s.clock.advance(200ms);
        s.desktop.press(s.only().id, deny);
        QTRY_COMPARE(s.desk.answers.size(), 1);
    }

    void reviewOpensTheNamedRequest()
    {
        Stage s;
        QSignalSpy tokens(&s.server, &NotificationServer::activationGiven);
        s.ask(7);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.desktop.press(s.only().id, s.only().keyOf(u"Review"_s));
        QTRY_COMPARE(s.reviews.size(), 1);
        QCOMPARE(s.reviews.first().first().value<RunId>(), RunId(7));
        QCOMPARE(tokens.size(), 1);
        // A press on the notification itself does the same.
        s.clock.advance(20s);
        s.ask(8);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.desktop.press(s.only().id, u"default"_s);
        QTRY_COMPARE(s.reviews.size(), 2);
        QCOMPARE(s.desk.answers.size(), 0);
    }

    void isClosedOnceNothingOfTheClientWaits()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.desk.remove(RunId(1));
        QTRY_COMPARE(s.desktop.closedByProgram.size(), 1);
        s.clock.advance(20s);
        s.ask(2);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.desk.setState(RunId(2), PendingRequest::State::TakenBack);
        QTRY_COMPARE(s.desktop.closedByProgram.size(), 2);
        QVERIFY(s.desktop.shown.isEmpty());
    }

    void whatIsDecidedBeforeTheServerAnsweredIsClosedToo()
    {
        Stage s;
        s.ask(1);
        s.desk.remove(RunId(1));
        QVERIFY(s.settle());
        QTRY_VERIFY(s.desktop.shown.isEmpty());
        QVERIFY(!s.server.isShown(u"request:c000000000001"_s));
    }

    void oneThatThePersonPutAwayStaysAway()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QSignalSpy closed(&s.server, &NotificationServer::closed);
        s.desktop.dismiss(s.only().id);
        QTRY_COMPARE(closed.size(), 1);
        s.desk.change(s.desk.pending.first());
        QVERIFY(s.settle());
        QVERIFY(s.desktop.shown.isEmpty());
        QCOMPARE(s.desk.answers.size(), 0); // not now
        // The next request is news.
        s.clock.advance(20s);
        s.ask(2);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QCOMPARE(s.desktop.newOnes(), 2);
    }

    void remindsAMinuteBeforeTheEnd()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.clock.advance(239s);
        QVERIFY(s.settle());
        QCOMPARE(s.desktop.calls.size(), 1);
        s.clock.advance(1s);
        QTRY_COMPARE(s.only().title, u"1 minute left to answer Claude Desktop"_s);
        QCOMPARE(s.desktop.newOnes(), 1);
        QVERIFY(s.desk.keepWaiting(RunId(1)));
        QTRY_COMPARE(s.only().title, u"Claude Desktop asks to run Python"_s);
    }

    void quietHoursShowNothingAndTellAfterwards()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.quiet.setFor(60s);
        QTRY_VERIFY(s.desktop.shown.isEmpty());
        s.clock.advance(30s);
        s.ask(2);
        QVERIFY(s.settle());
        QVERIFY(s.desktop.shown.isEmpty());
        s.clock.advance(30s);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QVERIFY(s.only().body.contains(u"1 more"));
    }

    void showsNothingWhileAWindowIsLookedAt()
    {
        Stage s;
        s.isSeen = true;
        s.ask(1);
        s.notices.tellUnknownKey();
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.isEmpty());
        s.isSeen = false;
        s.ask(2, u"c000000000002"_s);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
    }

    void aPausedClientIsNotShown()
    {
        Stage s;
        s.desk.setPaused(ClientId(u"c000000000001"_s), true);
        s.ask(1);
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.isEmpty());
    }

    void markupOfAClientIsShownAsItIsWritten_data()
    {
        QTest::addColumn<bool>("serverTakesMarkup");
        QTest::addColumn<QString>("body");
        QTest::newRow("server with markup")
            << true << u"&lt;b&gt;x&lt;/b&gt; &amp; y: writes none"_s;
        QTest::newRow("server without") << false << u"<b>x</b> & y: writes none"_s;
    }
    void markupOfAClientIsShownAsItIsWritten()
    {
        QFETCH(bool, serverTakesMarkup);
        QFETCH(QString, body);
        Stage s;
        if (!serverTakesMarkup)
            s.desktop.capabilities.removeAll(u"body-markup"_s);
        PendingRequest request = s.requestOf(1);
        request.record.sessionName = u"<b>x</b>\n & y"_s;
        s.desk.add(request);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QCOMPARE(s.only().body, body);
    }

    void secretsAreMasked()
    {
        Stage s;
        PendingRequest request = s.requestOf(1);
        request.clientLabel = u"x sk-ant-"_s + QString(32, u'k');
        s.desk.add(request);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QVERIFY2(!s.only().title.contains(u"kkkk"), qPrintable(s.only().title));
        QVERIFY(s.only().title.contains(u"masked"));
    }

    void aServerWithoutButtonsGetsNone()
    {
        Stage s;
        s.desktop.capabilities = {u"body"_s};
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QVERIFY(s.only().actions.isEmpty());
    }

    void withoutAServerTheTrayIsToldAndNothingIsLost()
    {
        Stage s(false);
        s.ask(1);
        QTRY_COMPARE(s.undelivered.size(), 1);
        QCOMPARE(s.undelivered.first().at(1).toString(), u"Claude Desktop asks to run Python"_s);
        QCOMPARE(s.desk.pending.size(), 1);
        // A server that comes later gets the next one.
        QVERIFY(s.desktop.serve(s.bus.peer(u"later"_s)));
        s.clock.advance(20s);
        s.ask(2);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
    }

    void withoutABusTheTrayIsTold()
    {
        FakeClock clock;
        FakeDesk desk;
        Arrivals arrivals(desk, clock, [] { return false; });
        NotificationServer server;
        RequestNotices requests(desk, clock, arrivals, server);
        QSignalSpy undelivered(&server, &NotificationServer::undelivered);
        server.setBus(QDBusConnection(u"there is none of this name"_s));
        desk.add(FakeDesk::asking(1, "1", clock.now()));
        QCOMPARE(undelivered.size(), 1);
    }

    void whatCameBeforeTheBusIsSentWithIt()
    {
        PrivateBus bus;
        FakeNotifications desktop;
        QVERIFY(desktop.serve(bus.peer(u"desktop"_s)));
        NotificationServer server;
        server.show(u"a"_s, {u"title"_s, u"text"_s});
        server.setBus(bus.peer(u"program"_s));
        QTRY_COMPARE(desktop.shown.size(), 1);
    }

    void anotherServerGetsWhatStillStands()
    {
        Stage s;
        s.ask(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        s.desktop.leave();
        FakeNotifications other;
        QVERIFY(other.serve(s.bus.peer(u"other"_s)));
        QTRY_COMPARE(other.shown.size(), 1);
        QCOMPARE(other.calls.first().replaces, 0u);
    }

    void takesItsNotificationsAlongWhenItEnds()
    {
        PrivateBus bus;
        FakeNotifications desktop;
        QVERIFY(desktop.serve(bus.peer(u"desktop"_s)));
        auto server = std::make_unique<NotificationServer>();
        server->setBus(bus.peer(u"program"_s));
        server->show(u"a"_s, {.title = u"t"_s, .text = u"x"_s, .stays = true});
        QTRY_COMPARE(desktop.shown.size(), 1);
        QCOMPARE(desktop.shown.first().id, 1u);
        // Until the answer has come, too.
        server->show(u"a"_s, {.title = u"t2"_s, .text = u"x"_s, .stays = true});
        QTRY_COMPARE(desktop.calls.size(), 2);
        server.reset();
        QTRY_VERIFY(desktop.shown.isEmpty());
    }

    // What is told beside requests

    void tellsOfARunThatTakesLongAndHowItEnded()
    {
        Stage s;
        QSignalSpy opened(&s.notices, &ProgramNotices::runRequested);
        event::Asked asked;
        asked.clientLabel = u"Claude Desktop"_s;
        asked.record.code = "# Fit <b>models</b>";
        s.hub.publish(RunId(5), asked);
        s.hub.publish(RunId(5), event::Started{});
        s.clock.advance(59s);
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.isEmpty());
        s.clock.advance(1s);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QCOMPARE(s.only().title, u"Still running after 1:00: r5"_s);
        QVERIFY(s.only().body.contains(u"Fit &lt;b&gt;models"));
        s.hub.publish(RunId(5), event::Ended{.state = RunState::Complete,
                                             .reason = {},
                                             .executionMs = 123'000,
                                             .outputBytes = 0,
                                             .outputBytesKept = 0});
        QTRY_COMPARE(s.only().title, u"Finished in 2:03: r5"_s);
        QCOMPARE(s.desktop.newOnes(), 1);
        s.desktop.press(s.only().id, u"open"_s);
        QTRY_COMPARE(opened.size(), 1);
    }

    void aShortRunIsNoNews()
    {
        Stage s;
        s.hub.publish(RunId(5), event::Asked{});
        s.hub.publish(RunId(5), event::Started{});
        s.clock.advance(10s);
        s.hub.publish(RunId(5), event::Ended{.state = RunState::Complete,
                                             .reason = {},
                                             .executionMs = 10'000,
                                             .outputBytes = 0,
                                             .outputBytesKept = 0});
        s.clock.advance(5min);
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.isEmpty());
    }

    void tellsOfStagedChangesOnceTheyAreAllThere()
    {
        Stage s;
        s.controls.folders = {{u"reports"_s, u"/r"_s, MountMode::Staged, {}, 0, 0}};
        for (int changes = 1; changes <= 4; ++changes) {
            s.controls.folders.first().stagedChanges = changes;
            Q_EMIT s.controls.mountsChanged();
        }
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.isEmpty());
        s.clock.advance(3s);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QCOMPARE(s.only().title, u"4 changes wait in reports"_s);
    }

    void tellsOfAPermissionThatRanOutOnly()
    {
        Stage s;
        Grant over;
        over.id = 1;
        over.clientLabel = u"Cline"_s;
        over.until = s.clock.now().addSecs(60);
        Grant revoked = over;
        revoked.id = 2;
        revoked.until = {};
        s.desk.standing = {over, revoked};
        Q_EMIT s.desk.grantsChanged();
        s.clock.advance(60s);
        s.desk.revoke(2);
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.isEmpty());
        s.desk.revoke(1);
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QCOMPARE(s.only().title, u"A standing permission of Cline ended"_s);
    }

    void tellsOfAClientTheFirstTimeOnly()
    {
        Stage s;
        ClientInfo old;
        old.id = ClientId(u"c1"_s);
        old.label = u"Old"_s;
        old.lastSeen = s.clock.now();
        ClientInfo fresh;
        fresh.id = ClientId(u"c2"_s);
        fresh.label = u"Fresh"_s;
        s.clients.known = {old, fresh};
        Q_EMIT s.clients.changed();
        s.clients.known[1].lastSeen = s.clock.now();
        Q_EMIT s.clients.changed();
        Q_EMIT s.clients.changed();
        QTRY_COMPARE(s.desktop.calls.size(), 1);
        QCOMPARE(s.only().title, u"Fresh connected"_s);
    }

    void unknownKeysAreToldOnceInTenMinutes()
    {
        Stage s;
        for (int i = 0; i < 100; ++i)
            s.notices.tellUnknownKey();
        QTRY_COMPARE(s.desktop.calls.size(), 1);
        s.clock.advance(10min);
        s.notices.tellUnknownKey();
        s.notices.tellUnknownKey();
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.size() <= 2);
    }

    void whatThePersonSwitchedOffIsNotTold()
    {
        Stage s;
        s.notices.setKinds({});
        s.notices.tellUnknownKey();
        QVERIFY(s.settle());
        QVERIFY(s.desktop.calls.isEmpty());
        s.notices.tellStillInTray(); // answers the person, so it is always said
        QTRY_COMPARE(s.desktop.shown.size(), 1);
        QCOMPARE(s.only().title, u"Glovebox keeps running in the tray"_s);
    }

    void followsTheDesktopsWishForLittleMovement()
    {
        const QString appearance = u"org.freedesktop.appearance"_s;
        const QString gnome = u"org.gnome.desktop.interface"_s;
        PrivateBus bus;
        FakePortal portal;
        portal.values.insert(gnome + u" enable-animations"_s, true);
        QVERIFY(portal.serve(bus.peer(u"portal"_s)));
        MotionHint hint;
        QSignalSpy changed(&hint, &MotionHint::changed);
        hint.setBus(bus.peer(u"program"_s));
        portal.set(appearance, u"reduced-motion"_s, 1u);
        QTRY_VERIFY(hint.isReduced());
        portal.set(appearance, u"reduced-motion"_s, 0u);
        QTRY_VERIFY(!hint.isReduced());
        portal.set(gnome, u"enable-animations"_s, false);
        QTRY_VERIFY(hint.isReduced());
        QCOMPARE(changed.size(), 3);
        portal.set(gnome, u"clock-format"_s, u"24h"_s); // something else

        // Whoever starts later reads what is set.
        MotionHint later;
        later.setBus(bus.peer(u"later"_s));
        QTRY_VERIFY(later.isReduced());
        QVERIFY(hint.isReduced());
    }

    void withoutAPortalNothingIsReduced()
    {
        PrivateBus bus;
        MotionHint hint;
        hint.setBus(bus.peer(u"program"_s));
        const auto questions = [&hint] {
            return hint.findChildren<QDBusPendingCallWatcher *>().size();
        };
        QCOMPARE(questions(), 2);
        QTRY_COMPARE(questions(), 0); // answered by the bus itself: there is nobody of that name
        QVERIFY(!hint.isReduced());
    }
};

QTEST_GUILESS_MAIN(NotifyTest)
#include "tst_notify.moc"
