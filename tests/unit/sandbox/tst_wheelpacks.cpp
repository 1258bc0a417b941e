// SPDX-License-Identifier: MIT
#include "base/limits.h"
#include "base/record.h"
#include "fakeclock.h"
#include "fakeengine.h"
#include "sandbox/wheelkeeper.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class tst_wheelpacks final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_keeper.reset(); }
    void findsWhatItStored();
    void givesNothingThatWasChangedWhileItRuns();
    void forgetsWhatWasChanged();
    void keepsTheNewestWithinItsLimit();
    void refusesWhatIsNoPack_data();
    void refusesWhatIsNoPack();
    void packsEachBundledWheelOnceWhenNothingRuns();
    void usesAPageOfItsOwnForAnInstalledWheel();
    void goesOnAfterAWheelThatCannotBePacked();
    void takesNothingThatNobodyAskedFor();

private:
    void makeKeeper();
    // What the packer was told last.
    QJsonObject asked(const QString &type = u"pack"_s) const;
    void answer(const QByteArray &pack = "headrest");
    QString path(const QString &name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeEngine> m_engine;
    std::unique_ptr<Pages> m_pages;
    std::unique_ptr<WheelKeeper> m_keeper;
    std::chrono::milliseconds m_idle = 1h;
};

static const QString first = QString(64, u'a');
static const QString second = QString(64, u'b');

static void put(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

void tst_wheelpacks::init()
{
    m_keeper.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<FakeClock>();
    m_engine = std::make_unique<FakeEngine>();
    m_pages = std::make_unique<Pages>(*m_engine, *m_clock);
    m_idle = 1h;
    put(path(u"assets/pyodide/pyodide-lock.json"_s), R"({"packages": {
        "numpy": {"name": "numpy", "version": "2", "file_name": "n.whl", "sha256": "n", "depends": []},
        "two": {"name": "Two", "version": "1", "file_name": "2.whl", "sha256": ")" +
                                                         second.toUtf8() + R"(", "depends": []},
        "scipy": {"name": "scipy", "version": "3", "file_name": "1.whl", "sha256": ")" +
                                                         first.toUtf8() +
                                                         R"(", "depends": ["numpy"]},
        "gone": {"name": "gone", "version": "1", "file_name": "x.whl", "sha256": "x", "depends": []}}})");
    for (const char *name : {"n.whl", "1.whl", "2.whl"})
        put(path(u"assets/pyodide/"_s + QString::fromLatin1(name)), name);
    makeKeeper();
}

void tst_wheelpacks::makeKeeper()
{
    m_keeper = std::make_unique<WheelKeeper>(WheelKeeper::Parts{
        .pages = *m_pages,
        .folder = path(u"packs"_s),
        .assets = path(u"assets"_s),
        .measure = [](qint64, qint64) { return SealStatus{SealStatus::Level::Sealed, {}}; },
        .idleTime = [this] { return m_idle; },
        .snapshots = [] { return QList<SnapshotFile>(); },
        .layers = [] { return QStringList{u"bare"_s}; }});
    m_keeper->setMaker(u"m"_s);
}

QJsonObject tst_wheelpacks::asked(const QString &type) const
{
    if (m_engine->order.isEmpty())
        return {};
    for (const QJsonObject &message :
         std::as_const(m_engine->pages[m_engine->order.last()].posted)) {
        if (message[u"type"].toString() == type)
            return message;
    }
    return {};
}

void tst_wheelpacks::answer(const QByteArray &pack)
{
    const QString wheel =
        m_engine->pages[m_engine->order.last()].posted.last()[u"wheel"].toString();
    m_engine->say(
        m_engine->order.last(), u"snapshot"_s,
        {{u"layer"_s, wheel}, {u"head"_s, 4}, {u"offset"_s, 0}, {u"total"_s, pack.size()}}, pack);
}

void tst_wheelpacks::findsWhatItStored()
{
    WheelPackStore store(path(u"s"_s), limits::GiB);
    QVERIFY(store.packs(u"m"_s).isEmpty());
    const auto stored = store.store(first, u"m"_s, "headrest", 4);
    QTRY_VERIFY(stored.isFinished());
    QVERIFY(stored.result());
    const auto found = store.find(first, u"m"_s);
    QVERIFY(found);
    QCOMPARE(found->head, 4);
    QCOMPARE(found->headSha256, sha256Hex("head"));
    QVERIFY(!store.find(first, u"another interpreter"_s));
    const WheelPackStore again(path(u"s"_s), limits::GiB);
    QCOMPARE(again.find(first, u"m"_s), found);
}

// A session would be refused each piece of it; its packages come from the wheel instead.
void tst_wheelpacks::givesNothingThatWasChangedWhileItRuns()
{
    WheelPackStore store(path(u"s"_s), limits::GiB);
    const auto put = [&store] {
        const auto stored = store.store(first, u"m"_s, "headrest", 4);
        [&stored] { QTRY_VERIFY(stored.isFinished()); }();
        return store.find(first, u"m"_s);
    };
    const auto found = put();
    QVERIFY(found);
    QVERIFY(store.find(first, u"m"_s)); // the control
    QTest::qWait(20);                   // the disk's clock has steps
    QFile file(found->path);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(5) && file.write("X") == 1);
    file.close();
    QVERIFY(!store.find(first, u"m"_s));
    QVERIFY(store.packs(u"m"_s).isEmpty());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"was changed; it is made again"_s));
    QVERIFY(put());
    QVERIFY(QFile::rename(found->path, path(u"elsewhere"_s)));
    QVERIFY(QFile::link(path(u"elsewhere"_s), found->path));
    QVERIFY(!store.find(first, u"m"_s));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"was changed; it is made again"_s));
    QVERIFY(put());
    QVERIFY(!QFileInfo(found->path).isSymLink());
}

void tst_wheelpacks::forgetsWhatWasChanged()
{
    WheelPackStore store(path(u"s"_s), limits::GiB);
    for (const QString &wheel : {first, second}) {
        const auto stored = store.store(wheel, u"m"_s, "headrest", 4);
        QTRY_VERIFY(stored.isFinished());
    }
    put(store.find(first, u"m"_s)->path, "headresT");
    const auto damaged = store.verify();
    QTRY_VERIFY(damaged.isFinished());
    QCOMPARE(damaged.result(), 1);
    QVERIFY(!store.find(first, u"m"_s));
    QVERIFY(store.find(second, u"m"_s));
}

void tst_wheelpacks::keepsTheNewestWithinItsLimit()
{
    WheelPackStore store(path(u"s"_s), 10);
    for (const QString &wheel : {first, second}) {
        const auto stored = store.store(wheel, u"m"_s, "headrest", 4);
        QTRY_VERIFY(stored.isFinished());
    }
    QVERIFY(!store.find(first, u"m"_s));
    QVERIFY(store.find(second, u"m"_s));
    QVERIFY(!QFile::exists(path(u"s/"_s + first + u".pack"_s)));
}

void tst_wheelpacks::refusesWhatIsNoPack_data()
{
    QTest::addColumn<QString>("wheel");
    QTest::addColumn<qint64>("head");
    QTest::newRow("a name that is no hash") << u"../../x"_s << qint64(4);
    QTest::newRow("no index") << first << qint64(0);
    QTest::newRow("an index longer than all") << first << qint64(9);
}

void tst_wheelpacks::refusesWhatIsNoPack()
{
    QFETCH(QString, wheel);
    QFETCH(qint64, head);
    WheelPackStore store(path(u"s"_s), limits::GiB);
    const auto stored = store.store(wheel, u"m"_s, "headrest", head);
    QTRY_VERIFY(stored.isFinished());
    QVERIFY(!stored.result());
    QVERIFY(!QFile::exists(path(u"s"_s)));
}

void tst_wheelpacks::packsEachBundledWheelOnceWhenNothingRuns()
{
    const QSignalSpy changed(m_keeper.get(), &WheelKeeper::changed);
    m_idle = 1s;
    m_keeper->makeMissing();
    QTRY_VERIFY(m_clock->pending() > 0);
    m_clock->advance(limits::wheelPackingInterval);
    QVERIFY(m_engine->order.isEmpty()); // something ran a second ago
    m_idle = limits::wheelPackingIdle;
    m_clock->advance(limits::wheelPackingInterval);
    QTRY_COMPARE(asked()[u"name"].toString(), u"scipy"_s); // what is used most first
    QCOMPARE(asked()[u"url"].toString(), u"/pyodide/1.whl"_s);
    QCOMPARE(m_engine->yielding.size(), 1);
    answer();
    QTRY_COMPARE(m_engine->pages[m_engine->order.last()].posted.last()[u"name"].toString(),
                 u"Two"_s);
    QCOMPARE(m_engine->order.size(), 1); // the same page
    QVERIFY(changed.isEmpty());
    answer();
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(m_keeper->bundled().size(), 2); // numpy is in the layer, the last one not there
    QVERIFY(m_engine->pages[m_engine->order.last()].closed);
    makeKeeper(); // the next start
    m_keeper->makeMissing();
    QCOMPARE(m_keeper->bundled().size(), 2);
    m_clock->advance(limits::wheelPackingInterval);
    QCOMPARE(m_engine->order.size(), 1);
}

void tst_wheelpacks::usesAPageOfItsOwnForAnInstalledWheel()
{
    const QByteArray bytes(1'000'000, 'w');
    const QString hash = sha256Hex(bytes);
    put(path(u"w.whl"_s), bytes);
    m_keeper->add({hash, u"installed"_s, u"1"_s, {}, path(u"w.whl"_s)});
    m_keeper->add({second, u"Two"_s, u"1"_s, u"/pyodide/2.whl"_s, {}});
    m_clock->advance(limits::wheelPackingInterval);
    QTRY_COMPARE(asked()[u"wheel"].toString(), hash);
    QVERIFY(!asked().contains(u"url"));
    QByteArray sent;
    for (const QJsonObject &message : std::as_const(m_engine->pages[m_engine->order[0]].posted))
        sent += QByteArray::fromBase64(message[u"base64"].toString().toLatin1());
    QCOMPARE(sent, bytes);
    answer();
    QTRY_COMPARE(m_engine->order.size(), 2);
    QVERIFY(m_engine->pages[m_engine->order[0]].closed);
    QTRY_COMPARE(asked()[u"wheel"].toString(), second);
    QVERIFY(m_keeper->find(hash));
    QVERIFY(m_keeper->bundled().isEmpty()); // not every session's
}

void tst_wheelpacks::goesOnAfterAWheelThatCannotBePacked()
{
    m_keeper->makeMissing();
    QTRY_VERIFY(m_clock->pending() > 0);
    m_clock->advance(limits::wheelPackingInterval);
    QTRY_COMPARE(asked()[u"name"].toString(), u"scipy"_s);
    m_engine->say(m_engine->order.last(), u"fatal"_s, {{u"reason"_s, u"its parser died"_s}});
    m_clock->advance(limits::wheelPackingInterval);
    QTRY_COMPARE(m_engine->order.size(), 2);
    QTRY_COMPARE(asked()[u"name"].toString(), u"Two"_s);
    answer();
    QTRY_COMPARE(m_keeper->bundled().size(), 1);
    m_keeper->makeMissing();
    m_clock->advance(limits::wheelPackingInterval);
    QCOMPARE(m_engine->order.size(), 2); // not again and again
}

void tst_wheelpacks::takesNothingThatNobodyAskedFor()
{
    m_keeper->add({first, u"scipy"_s, u"3"_s, u"/pyodide/1.whl"_s, {}});
    m_clock->advance(limits::wheelPackingInterval);
    QTRY_VERIFY(!asked().isEmpty());
    m_engine->say(m_engine->order.last(), u"snapshot"_s,
                  {{u"layer"_s, second}, {u"head"_s, 4}, {u"offset"_s, 0}, {u"total"_s, 8}},
                  "headrest");
    QVERIFY(m_engine->pages[m_engine->order.last()].closed);
    QVERIFY(!m_keeper->find(second));
}

QTEST_GUILESS_MAIN(tst_wheelpacks)
#include "tst_wheelpacks.moc"
