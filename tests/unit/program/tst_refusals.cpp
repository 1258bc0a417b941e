// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "refusals.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace glovebox;
using namespace std::chrono_literals;

namespace {

using Row = QPair<QString, int>;

http::Refusal refusal(const QString &log, int status = 403)
{
    http::Refusal refusal;
    refusal.status = status;
    refusal.log = log;
    return refusal;
}

} // namespace

class TestRefusals : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    QList<Row> m_rows;
    std::unique_ptr<Refusals> m_refusals;

private Q_SLOTS:
    void init()
    {
        m_rows.clear();
        m_refusals = std::make_unique<Refusals>(
            m_clock, [this](const QString &what, int count) { m_rows.append({what, count}); });
    }
    void cleanup() { m_refusals.reset(); }

    void theFirstOfAKindIsRecordedAtOnce()
    {
        m_refusals->note(refusal(u"unknown key"_s));
        m_refusals->note(refusal(u"foreign Host"_s));
        QCOMPARE(m_rows, (QList<Row>{{u"unknown key"_s, 1}, {u"foreign Host"_s, 1}}));
    }

    void theOthersOfAMinuteAreCounted()
    {
        for (int i = 0; i < 1000; ++i)
            m_refusals->note(refusal(u"unknown key"_s));
        QCOMPARE(m_rows.size(), 1);
        m_clock.advance(1min);
        QCOMPARE(m_rows.last(), (Row{u"unknown key"_s, 999}));
        m_clock.advance(1h);
        QCOMPARE(m_rows.size(), 2);
    }

    void theNextMinuteBeginsAnew()
    {
        m_refusals->note(refusal(u"no key"_s));
        m_clock.advance(1min);
        m_refusals->note(refusal(u"no key"_s));
        QCOMPARE(m_rows, (QList<Row>{{u"no key"_s, 1}, {u"no key"_s, 1}}));
    }

    void whatWasOnlyCountedIsRecordedAtTheEnd()
    {
        m_refusals->note(refusal(u"no key"_s));
        m_refusals->note(refusal(u"no key"_s));
        m_refusals.reset();
        QCOMPARE(m_rows, (QList<Row>{{u"no key"_s, 1}, {u"no key"_s, 1}}));
    }

    void lookingForWhatIsNotThereIsNoRefusal()
    {
        m_refusals->note(refusal(u"well-known probe"_s, 404));
        QVERIFY(m_rows.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestRefusals)
#include "tst_refusals.moc"
