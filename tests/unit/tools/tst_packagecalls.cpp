// SPDX-License-Identifier: MIT
#include "base/packagelock.h"
#include "fakepackagedesk.h"
#include "spine.h"
#include "tools/codepackages.h"
#include "tools/packagecalls.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace glovebox;
using namespace glovebox::tools;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const ClientId ada(u"c1"_s);

// A run of the real service in the fake engine, whose worker makes calls for packages.
struct Box
{
    Box()
    {
        calls.setRuns(&runs);
        calls.runBegins(context());
    }

    RunRequest request(const QByteArray &code) const
    {
        RunRequest request;
        request.client = ada;
        request.clientLabel = u"Ada"_s;
        request.session = session;
        request.code = code;
        return request;
    }

    // A run that was asked and allowed, as whose program the calls are made.
    RunId start()
    {
        auto future = runs.submit(request("1"));
        if (!QTest::qWaitFor([&] { return future.isFinished(); }))
            qFatal("not asked");
        run = *future.result();
        answerNext(true);
        return run;
    }
    void answerNext(bool allow, const QString &note = {})
    {
        if (!QTest::qWaitFor([&] { return !waiting().isEmpty(); }))
            qFatal("nothing waits");
        const PendingRequest next = waiting().first();
        last = next.record;
        if (!spine.queue.answer(next.run, next.digest, {.allow = allow, .note = note}))
            qFatal("not answered");
    }
    QList<PendingRequest> waiting() const
    {
        QList<PendingRequest> all = spine.queue.requests();
        all.removeIf([](const PendingRequest &item) {
            return item.state != PendingRequest::State::Waiting;
        });
        return all;
    }

    sandbox::HostCallContext context(const QList<PackagePin> &pins = {}) const
    {
        Reach reach;
        reach.packages = pins;
        return {run, session, ada, reach};
    }
    QFuture<Frame> begin(const QString &op, QJsonObject fields, const QList<PackagePin> &pins = {})
    {
        fields.insert(u"op"_s, op);
        return calls.call(context(pins), Frame{fields, {}});
    }
    Frame call(const QString &op, const QJsonObject &fields = {},
               const QList<PackagePin> &pins = {})
    {
        auto future = begin(op, fields, pins);
        if (!QTest::qWaitFor([&] { return future.isFinished(); }))
            qFatal("no answer to %s", qPrintable(op));
        return future.result();
    }
    QFuture<Frame> wish(const QStringList &requirements)
    {
        const Frame asked =
            call(u"pkg.ask"_s, {{u"requirements"_s, QJsonArray::fromStringList(requirements)}});
        number = asked.header[u"request"].toInt();
        return begin(u"pkg.wait"_s, {{u"request"_s, number}});
    }

    test::Spine spine;
    FakePackageDesk desk;
    SessionPackages sessions{spine.hub, spine.packages};
    PackagePlanner planner{{desk, sessions, spine.mounts, spine.files}};
    PackageCalls calls{{spine.hostFiles, planner, sessions, spine.hub, spine.clock}};
    RunService &runs = spine.runs;
    SessionRef session = *spine.sessions.defaultFor(ada, u"Ada"_s);
    RunId run;
    ApprovalRecord last; // as decided
    int number = 0;
};

bool isRefused(const Frame &frame, const QString &errnoName)
{
    return !frame.header[u"ok"].toBool() && frame.header[u"errno"].toString() == errnoName;
}

} // namespace

class TestPackageCalls final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyAllowedWheelsAreGivenOut()
    {
        Box box;
        const PlannedPackage one = box.desk.put(u"one"_s, u"1.0"_s, "bytes of one");
        const PlannedPackage two = box.desk.put(u"two"_s, u"1.0"_s, "bytes of two");
        box.sessions.learn({one, two});
        box.start();
        QStringList given;
        QObject::connect(&box.calls, &PackageCalls::gaveWheel, &box.calls,
                         [&given](const PlannedPackage &package) { given.append(package.sha256); });
        const QList<PackagePin> allowed{one.pin()};
        const Frame size = box.call(u"pkg.wheel"_s, {{u"sha256"_s, one.sha256}}, allowed);
        QCOMPARE(size.header[u"size"].toInt(), 12);
        const Frame part =
            box.call(u"pkg.read"_s,
                     {{u"sha256"_s, one.sha256}, {u"offset"_s, 9}, {u"length"_s, 100}}, allowed);
        QCOMPARE(part.body, "one");
        QVERIFY(
            isRefused(box.call(u"pkg.wheel"_s, {{u"sha256"_s, two.sha256}}, allowed), u"EACCES"_s));
        QVERIFY(isRefused(box.call(u"pkg.read"_s,
                                   {{u"sha256"_s, two.sha256}, {u"offset"_s, 0}, {u"length"_s, 1}},
                                   allowed),
                          u"EACCES"_s));
        QVERIFY(
            isRefused(box.call(u"pkg.wheel"_s, {{u"sha256"_s, QString()}}, allowed), u"EACCES"_s));
        QCOMPARE(given, QStringList{one.sha256});
    }

    void bytesThatAreNotThereAreRefused()
    {
        Box box;
        const PlannedPackage one = box.desk.put(u"one"_s, u"1.0"_s, "bytes of one");
        box.sessions.learn({one});
        box.start();
        (void)box.call(u"pkg.wheel"_s, {{u"sha256"_s, one.sha256}}, {one.pin()});
        for (const auto &[offset, length] : {std::pair<qint64, qint64>{-1, 5},
                                             {0, -1},
                                             {99, 1},
                                             {0, limits::maxFileReadBytes + 1}}) {
            QVERIFY(isRefused(
                box.call(u"pkg.read"_s,
                         {{u"sha256"_s, one.sha256}, {u"offset"_s, offset}, {u"length"_s, length}},
                         {one.pin()}),
                u"EINVAL"_s));
        }
    }

    void aWishIsAskedAsARequestOfItsOwnAndTheRunGetsWhatWasAllowed()
    {
        Box box;
        const PlannedPackage one = box.desk.put(u"one"_s, u"1.0"_s, "bytes");
        const RunId run = box.start();
        auto answer = box.wish({u"one>=1"_s});
        box.answerNext(true);
        QCOMPARE(box.last.tool, u"install_packages"_s);
        QCOMPARE(box.last.reach.packages, QList<PackagePin>{one.pin()});
        QVERIFY(box.last.reach.mounts.isEmpty());
        QTRY_VERIFY(answer.isFinished());
        QCOMPARE(answer.result().header[u"packages"].toArray().first()[u"sha256"].toString(),
                 one.sha256);
        QVERIFY(box.call(u"pkg.wheel"_s, {{u"sha256"_s, one.sha256}}).header[u"ok"].toBool());
        const RunId asked = box.spine.hub.runs().last();
        QVERIFY(asked != run);
        QVERIFY(box.spine.hub.facts(asked)->state == RunState::Starting);
        (void)box.call(u"pkg.done"_s, {{u"request"_s, box.number}, {u"failed"_s, QJsonArray()}});
        QVERIFY(box.spine.hub.facts(asked)->state == RunState::Complete);
        // The interpreter never saw the request: the running program did the work.
        QVERIFY(box.spine.engine.pageRunning(asked.toString()).isEmpty());
    }

    void whatFailedInTheSandboxIsTheRequestsError()
    {
        Box box;
        (void)box.desk.put(u"one"_s, u"1.0"_s, "bytes");
        box.start();
        auto answer = box.wish({u"one"_s});
        box.answerNext(true);
        QTRY_VERIFY(answer.isFinished());
        (void)box.call(
            u"pkg.done"_s,
            {{u"request"_s, box.number},
             {u"failed"_s, QJsonArray{QJsonObject{{u"name"_s, u"one"_s},
                                                  {u"text"_s, u"its hash is another"_s}}}}});
        const RunFacts *facts = box.spine.hub.facts(box.spine.hub.runs().last());
        QVERIFY(facts->state == RunState::Error);
        QVERIFY(facts->raised->evalue.contains(u"its hash is another"));
    }

    void aDenialTellsThePersonsWords()
    {
        Box box;
        const PlannedPackage one = box.desk.put(u"one"_s, u"1.0"_s, "bytes");
        box.start();
        auto answer = box.wish({u"one"_s});
        box.answerNext(false, u"use the csv module"_s);
        QTRY_VERIFY(answer.isFinished());
        QVERIFY(isRefused(answer.result(), u"EACCES"_s));
        QVERIFY(answer.result().header[u"message"].toString().contains(u"use the csv module"));
        QVERIFY(isRefused(box.call(u"pkg.wheel"_s, {{u"sha256"_s, one.sha256}}), u"EACCES"_s));
    }

    void whatCannotBeHadIsToldWithoutAskingAnybody()
    {
        Box box;
        box.start();
        auto answer = box.wish({u"nothing"_s});
        QTRY_VERIFY(answer.isFinished());
        const QString text = answer.result().header[u"message"].toString();
        QVERIFY2(text.contains(u"No index knows nothing") &&
                     text.contains(u"Packages › Policy › Sources"),
                 qPrintable(text));
        QVERIFY(box.waiting().isEmpty());
    }

    void aRunThatIsStoppedWaitsForNobody()
    {
        Box box;
        const PlannedPackage one = box.desk.put(u"one"_s, u"1.0"_s, "bytes");
        box.sessions.learn({one});
        box.start();
        auto answer = box.wish({u"one"_s});
        QTRY_VERIFY(!box.waiting().isEmpty());
        box.desk.holds = true;
        auto wheel = box.begin(u"pkg.wheel"_s, {{u"sha256"_s, one.sha256}}, {one.pin()});
        box.calls.runStopping(box.context());
        QVERIFY(answer.isFinished());
        QVERIFY(isRefused(answer.result(), u"EINTR"_s));
        QVERIFY(isRefused(box.call(u"pkg.ask"_s, {}), u"EINTR"_s));
        QPointer<QObject> scope = box.desk.lastScope;
        box.calls.runEnded(box.context());
        QTRY_VERIFY(wheel.isFinished());
        QVERIFY(!wheel.result().header[u"ok"].toBool());
        QVERIFY(scope.isNull()); // the download is given up
        QTRY_VERIFY(box.waiting().isEmpty());
    }

    void aProgramCannotAskForEver()
    {
        Box box;
        box.start();
        for (int i = 0; i < 20; ++i)
            QVERIFY(box.call(u"pkg.ask"_s, {{u"requirements"_s, QJsonArray{u"nothing"_s}}})
                        .header[u"ok"]
                        .toBool());
        QVERIFY(isRefused(box.call(u"pkg.ask"_s, {{u"requirements"_s, QJsonArray{u"nothing"_s}}}),
                          u"EMFILE"_s));
        QVERIFY(isRefused(box.call(u"pkg.wait"_s, {{u"request"_s, 21}}), u"EINVAL"_s));
        QVERIFY(isRefused(box.call(u"pkg.wait"_s, {{u"request"_s, -1}}), u"EINVAL"_s));
        QVERIFY(isRefused(box.call(u"pkg.other"_s, {}), u"ENOSYS"_s));
    }

    void filesOfAWishAreReadInMounts()
    {
        Box box;
        (void)box.desk.put(u"one"_s, u"1.0"_s, "bytes");
        const QString folder = box.spine.folder.filePath(u"data"_s);
        QDir().mkpath(folder);
        QVERIFY(box.spine.mounts.add(
            {.name = u"data"_s, .hostPath = folder, .mode = MountMode::ReadOnly}));
        QFile list(folder + u"/requirements.txt"_s);
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("# what we need\none>=1 # really\n-i somewhere\n");
        list.close();
        QFile wheel(folder + u"/x-1.0-py3-none-any.whl"_s);
        QVERIFY(wheel.open(QIODevice::WriteOnly));
        wheel.write(QByteArray(3 * limits::MiB, 'w'));
        wheel.close();
        auto plan = box.planner.plan({.client = ada,
                                      .session = box.session,
                                      .requirements = {u"-r /mnt/data/requirements.txt"_s,
                                                       u"/mnt/data/x-1.0-py3-none-any.whl"_s}},
                                     nullptr);
        QTRY_VERIFY(plan.isFinished());
        QVERIFY(plan.result());
        QCOMPARE(box.desk.asked.requirements, QStringList{u"one>=1"_s});
        QCOMPARE(box.desk.asked.wheels.size(), 1);
        QCOMPARE(box.desk.asked.wheels.first().fileName, u"x-1.0-py3-none-any.whl"_s);
        QCOMPARE(box.desk.asked.wheels.first().bytes.size(), 3 * limits::MiB);
        auto missing = box.planner.plan(
            {.client = ada, .session = box.session, .requirements = {u"-r /mnt/other/r.txt"_s}},
            nullptr);
        QTRY_VERIFY(missing.isFinished());
        QVERIFY(!missing.result());
    }

    void aSessionGetsBackWhatItLostWithItsInterpreter()
    {
        Box box;
        const PlannedPackage one = box.desk.put(u"one"_s, u"1.0"_s, "bytes");
        box.sessions.learn({one});
        const RunId run = box.start();
        box.spine.hub.publish(run, event::PackageLoaded{u"One"_s, u"1.0"_s});
        QCOMPARE(box.sessions.installed(box.session), QList<PackagePin>{one.pin()});
        QVERIFY(box.sessions.missing(box.session).isEmpty());
        const QString lock = box.sessions.lockOf(box.session);
        QCOMPARE(*pinsOfLock(lock), QList<PackagePin>{one.pin()});
        // Taken away, it neither is there nor comes back.
        box.spine.hub.publish(run, event::PackageLoaded{u"One"_s, {}});
        QVERIFY(box.sessions.installed(box.session).isEmpty());
        QVERIFY(box.sessions.missing(box.session).isEmpty());
        QVERIFY(box.sessions.isGone(box.session.id, u"ONE"_s));
        box.spine.hub.publish(run, event::PackageLoaded{u"One"_s, u"1.0"_s});
        QVERIFY(!box.sessions.isGone(box.session.id, u"one"_s));
        const SessionRef next{box.session.id, box.session.epoch + 1};
        QVERIFY(box.sessions.installed(next).isEmpty());
        QCOMPARE(box.sessions.missing(next), QList<PackagePin>{one.pin()});
        QCOMPARE(box.sessions.lockOf(next), lock);
        box.sessions.forget(box.session.id);
        QVERIFY(box.sessions.missing(next).isEmpty());
    }

    void aLockThatIsNoneIsToldWithWhatOneIs()
    {
        for (const QString &wrong :
             {u"x"_s, u"[]"_s, u"{}"_s, u"{\"lock\":1,\"packages\":[{\"name\":\"a\"}]}"_s}) {
            const auto pins = pinsOfLock(wrong);
            QVERIFY(!pins);
            QVERIFY(pins.error().text.contains(u"list_packages"));
        }
    }

    void whatCodeSaysThatItWillAskForIsKnownBefore_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("a line") << QByteArray("import x\n%pip install -q 'humanize>=4' rich==14\n")
                                << QStringList{u"humanize>=4"_s, u"rich==14"_s};
        QTest::newRow("a command") << QByteArray("!pip install -i there humanize && echo {x}")
                                   << QStringList{u"humanize"_s};
        QTest::newRow("python -m pip")
            << QByteArray("  !python -m pip install humanize") << QStringList{u"humanize"_s};
        QTest::newRow("conda") << QByteArray("%conda install -y humanize")
                               << QStringList{u"humanize"_s};
        QTest::newRow("a call") << QByteArray("await micropip.install(\"humanize\")")
                                << QStringList{u"humanize"_s};
        QTest::newRow("a call with a list")
            << QByteArray("await micropip.install(['a', # first\n  \"b>1\"], keep_going=True)")
            << QStringList{u"a"_s, u"b>1"_s};
        QTest::newRow("computed names are not guessed")
            << QByteArray("await micropip.install(names)\n%pip install {name}") << QStringList();
        QTest::newRow("joined names are not guessed")
            << QByteArray("await micropip.install(['gbx-' + 'mid'])") << QStringList();
        QTest::newRow("a script's block")
            << QByteArray("# /// script\n# requires-python = \">=3.11\"\n# dependencies = [\n#   "
                          "\"requests<3\", # http\n#   'rich',\n# ]\n# ///\nimport rich\n")
            << QStringList{u"requests<3"_s, u"rich"_s};
        QTest::newRow("no block without its end")
            << QByteArray("# /// script\n# dependencies = [\"a\"]\n") << QStringList();
        QTest::newRow("prose") << QByteArray("text = 'to install, pip install humanize'")
                               << QStringList();
    }
    void whatCodeSaysThatItWillAskForIsKnownBefore()
    {
        QFETCH(QByteArray, code);
        QFETCH(QStringList, names);
        QCOMPARE(packagesInCode(code), names);
    }
};

QTEST_GUILESS_MAIN(TestPackageCalls)
#include "tst_packagecalls.moc"
