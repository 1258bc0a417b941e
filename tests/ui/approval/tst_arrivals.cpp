// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakedesk.h"

#include <ui/approval/arrivals.h>

#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class TestArrivals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<FakeClock>();
        m_desk = std::make_unique<FakeDesk>();
        m_seen = false;
        m_arrivals = std::make_unique<Arrivals>(*m_desk, *m_clock, [this] { return m_seen; });
        m_arrivals->setCanOpenQuietly(true);
        m_windows = std::make_unique<QSignalSpy>(m_arrivals.get(), &Arrivals::windowWanted);
        m_notices = std::make_unique<QSignalSpy>(m_arrivals.get(), &Arrivals::notificationWanted);
        m_reminders = std::make_unique<QSignalSpy>(m_arrivals.get(), &Arrivals::reminderWanted);
    }
    void cleanup() { m_arrivals.reset(); }

    void nothingOpensWhileTheProgramIsLookedAt()
    {
        m_seen = true;
        add(1);
        QCOMPARE(m_windows->size(), 0);
        QCOMPARE(m_notices->size(), 0);
        m_seen = false;
        m_clock->advance(2s);
        add(2);
        QCOMPARE(m_windows->size(), 1);
        QCOMPARE(m_notices->size(), 1);
    }

    void presentationIsThePersonsChoice_data()
    {
        QTest::addColumn<Arrivals::Presentation>("presentation");
        QTest::addColumn<bool>("canOpenQuietly");
        QTest::addColumn<int>("windows");
        QTest::addColumn<int>("notices");
        QTest::newRow("window") << Arrivals::Presentation::Window << true << 1 << 1;
        QTest::newRow("notification") << Arrivals::Presentation::Notification << true << 0 << 1;
        QTest::newRow("neither") << Arrivals::Presentation::Neither << true << 0 << 0;
        QTest::newRow("Wayland") << Arrivals::Presentation::Window << false << 0 << 1;
    }
    void presentationIsThePersonsChoice()
    {
        QFETCH(Arrivals::Presentation, presentation);
        QFETCH(bool, canOpenQuietly);
        m_arrivals->setPresentation(presentation);
        m_arrivals->setCanOpenQuietly(canOpenQuietly);
        add(1);
        QTEST(int(m_windows->size()), "windows");
        QTEST(int(m_notices->size()), "notices");
    }

    void quietMeansBadgeOnly()
    {
        m_arrivals->setQuiet(true);
        add(1);
        m_clock->advance(290s);
        QCOMPARE(m_windows->size() + m_notices->size() + m_reminders->size(), 0);
    }

    void burstsOfASessionAreOneArrival()
    {
        add(1);
        m_clock->advance(1s);
        add(2);
        QCOMPARE(m_windows->size(), 1);
        m_clock->advance(2s);
        add(3);
        QCOMPARE(m_windows->size(), 2);
    }

    void aRequestRightAfterADecisionIsAnArrivalOfItsOwn()
    {
        add(1);
        m_clock->advance(500ms);
        m_desk->remove(RunId(1));
        add(2);
        QCOMPARE(m_windows->size(), 2);
    }

    void oneNotificationPerClientIsUpdatedInPlace()
    {
        add(1);
        m_clock->advance(30s);
        add(2);
        QCOMPARE(m_notices->size(), 2);
        QCOMPARE(m_notices->at(0).at(3).toBool(), true);
        QCOMPARE(m_notices->at(1).at(3).toBool(), false);
        QCOMPARE(m_notices->at(1).at(2).toInt(), 2);
    }

    void newNotificationsKeepTheirDistance()
    {
        add(1);
        add(2, u"c000000000002"_s);
        QCOMPARE(m_notices->size(), 1);
        m_clock->advance(19s);
        QCOMPARE(m_notices->size(), 1);
        m_clock->advance(1s);
        QCOMPARE(m_notices->size(), 2);
        QCOMPARE(m_notices->at(1).at(3).toBool(), true);
    }

    void lateNotificationIsDroppedWhenItWasDecided()
    {
        add(1);
        add(2, u"c000000000002"_s);
        m_desk->remove(RunId(2));
        m_clock->advance(1min);
        QCOMPARE(m_notices->size(), 1);
    }

    void remindsOnceAMinuteBeforeTheEnd()
    {
        add(1);
        m_clock->advance(239s);
        QCOMPARE(m_reminders->size(), 0);
        m_clock->advance(1s);
        QCOMPARE(m_reminders->size(), 1);
        m_clock->advance(59s);
        QCOMPARE(m_reminders->size(), 1);
    }

    void keptWaitingIsRemindedLater()
    {
        add(1);
        m_clock->advance(10s);
        QVERIFY(m_desk->keepWaiting(RunId(1)));
        m_clock->advance(260s);
        QCOMPARE(m_reminders->size(), 0);
        m_clock->advance(570s);
        QCOMPARE(m_reminders->size(), 1);
    }

private:
    void add(int run, const QString &client = u"c000000000001"_s)
    {
        PendingRequest request = FakeDesk::asking(run, "print(1)\n", m_clock->now());
        request.record.client = ClientId(client);
        request.record.session.id = SessionId(u"s"_s + client.mid(1));
        request.digest = request.record.digest();
        m_desk->add(request);
    }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeDesk> m_desk;
    std::unique_ptr<Arrivals> m_arrivals;
    std::unique_ptr<QSignalSpy> m_windows;
    std::unique_ptr<QSignalSpy> m_notices;
    std::unique_ptr<QSignalSpy> m_reminders;
    bool m_seen = false;
};

QTEST_MAIN(TestArrivals)
#include "tst_arrivals.moc"
