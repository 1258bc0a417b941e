// SPDX-License-Identifier: MIT
#include "servicefixture.h"

using namespace glovebox;
using namespace glovebox::packages;
using namespace Qt::StringLiterals;

class TestService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m = std::make_unique<ServiceFixture>(); }
    void cleanup() { m.reset(); }

    void aPlanSaysEverythingAndFetchesOnlyMetadata();
    void whatWasFetchedComesFromTheCacheAfterwards();
    void aDamagedWheelInTheCacheIsFetchedAgain();
    void twoServicesShareOneCache();
    void theCacheStaysWithinItsBound();
    void offlineOnlyWhatIsHereCounts();
    void aLockIsTakenExactlyAndOffline();
    void aBundledPackageNeedsNoIndex();
    void wheelsInAFolderStandBeforeTheIndex();
    void aGivenWheelIsPlannedWithWhatItNeeds();
    void pyodidesReleaseIsASourceOfItsOwn();
    void theFirstIndexThatKnowsAProjectCounts();
    void linesOfARequirementsFileAreUnderstood();
    void rulesAreAskedAtThePlanAndAgainAtTheFetch();
    void whatARuleLetsInIsToldByWheel();
    void aRuleForVersionsIsNoneForAFileOfThatName();
    void quarantineHoldsYoungReleasesBack();
    void advisoriesWarnAndBlock();
    void aNameLikeAPopularOneIsAWarning();
    void damagedRulesAreNotLooserOnes();
    void rulesComeBackAfterARestart();
    void lookingAtAProjectListsItsVersions();
    void aScopeThatIsGoneEndsTheCall();
    void aPageThatDidNotChangeIsNotSentAgain();

private:
    std::unique_ptr<ServiceFixture> m;
};

void TestService::aPlanSaysEverythingAndFetchesOnlyMetadata()
{
    m->server.add("gbxlib", "1.0");
    m->server.add("gbxlib", "2.0", {}, {{u"upload-time"_s, u"2026-01-02T03:04:05Z"_s}});
    const QByteArray wheel = m->server.add("gbxapp", "1.0", {"gbxlib>=2", "packaging"});
    const auto plan = m->plan({u"GBXapp"_s});
    QCOMPARE(m->names(plan), (QStringList{u"gbxlib 2.0"_s, u"packaging 26.1"_s, u"gbxapp 1.0"_s}));
    QVERIFY(plan->isWhole());
    const PlannedPackage &app = plan->packages.last();
    QCOMPARE(app.sha256, sha256Hex(wheel));
    QCOMPARE(app.size, wheel.size());
    QVERIFY(app.origin == PackageOrigin::Index);
    QCOMPARE(app.source, u"127.0.0.1"_s);
    QCOMPARE(app.licence, u"MIT"_s);
    QCOMPARE(app.summary, u"Made for a test"_s);
    QCOMPARE(app.needs, (QStringList{u"gbxlib"_s, u"packaging"_s}));
    QVERIFY(app.requested && app.pure && app.warnings.isEmpty());
    QCOMPARE(plan->packages[0].published,
             QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::UTC));
    QVERIFY(plan->packages[1].origin == PackageOrigin::Bundled);
    QCOMPARE(plan->downloadBytes(), wheel.size() + plan->packages[0].size);
    QCOMPARE(m->server.asked(u"/files/gbxapp-1.0-py3-none-any.whl"_s), 0);
    QCOMPARE(m->server.asked(u"/files/gbxlib-1.0-py3-none-any.whl.metadata"_s), 0);
}

void TestService::whatWasFetchedComesFromTheCacheAfterwards()
{
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto plan = m->plan({u"gbxlib"_s});
    QCOMPARE(m->names(plan), QStringList{u"gbxlib 1.0"_s});
    qint64 seen = 0;
    const auto first = waitFor(m->service->fetch(plan->packages[0], {}, nullptr,
                                                 [&seen](qint64 done, qint64) { seen = done; }));
    QVERIFY2(first, qPrintable(first ? QString() : first.error().text));
    QCOMPARE(first->bytes, wheel);
    QCOMPARE(first->files, 4);
    QCOMPARE(seen, wheel.size());
    QTRY_COMPARE(m->service->cacheFacts().wheels, 1);
    QVERIFY(m->fetch(plan->packages[0]));
    QCOMPARE(m->server.asked(u"/files/gbxlib-1.0-py3-none-any.whl"_s), 1);
    QCOMPARE(m->service->cached().first().package.name, u"gbxlib"_s);
    QVERIFY(waitFor(m->service->cleanCache()));
    QTRY_COMPARE(m->service->cacheFacts().wheels, 0);
}

void TestService::aDamagedWheelInTheCacheIsFetchedAgain()
{
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto plan = m->plan({u"gbxlib"_s});
    QVERIFY(m->fetch(plan->packages[0]));
    const QString sha256 = plan->packages[0].sha256;
    QFile file(m->home.filePath(u"cache/wheels/%1/%2.whl"_s.arg(sha256.left(2), sha256)));
    QTRY_VERIFY(file.exists());
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(wheel.size() / 2);
    file.write("evil");
    file.close();
    const auto again = m->fetch(plan->packages[0]);
    QVERIFY(again);
    QCOMPARE(again->bytes, wheel);
    QCOMPARE(m->server.asked(u"/files/gbxlib-1.0-py3-none-any.whl"_s), 2);
}

void TestService::twoServicesShareOneCache()
{
    m->server.add("gbxlib", "1.0");
    const auto plan = m->plan({u"gbxlib"_s});
    PackageService other({.assets = {},
                          .cacheFolder = m->home.filePath(u"cache"_s),
                          .stateFolder = m->home.filePath(u"other"_s),
                          .ask = m->resolver.ask(),
                          .clock = &m->clock,
                          .environment = {}});
    // The second knows nothing of the plan.
    const auto one = m->service->fetch(plan->packages[0], {}, nullptr);
    QVERIFY(waitFor(one));
    QTRY_COMPARE(m->service->cacheFacts().wheels, 1);
    const auto two = waitFor(other.fetch(plan->packages[0], {}, nullptr));
    QVERIFY2(two, qPrintable(two ? QString() : two.error().text));
    QCOMPARE(m->server.asked(u"/files/gbxlib-1.0-py3-none-any.whl"_s), 1);
}

void TestService::theCacheStaysWithinItsBound()
{
    WheelCache cache(m->home.filePath(u"small"_s), 8000); // two, but not three
    for (const QByteArray version : {"1.0", "2.0", "3.0"}) {
        const QByteArray bytes = wheelBytes("gbxlib", version, {},
                                            metadataFor("gbxlib", version) + QByteArray(2000, 'x'));
        const auto checked = waitFor(cache.check(bytes, wheelFileName("gbxlib", version), {}));
        QVERIFY(checked);
        PlannedPackage about{.name = u"gbxlib"_s,
                             .version = QString::fromLatin1(version),
                             .sha256 = checked->sha256};
        QVERIFY(waitFor(cache.store(*checked, about)));
        QTest::qWait(20); // files that are as old as each other have no order
    }
    QTRY_COMPARE(cache.packages().size(), 2);
    QVERIFY(cache.bytes() <= 8000);
    QCOMPARE(cache.packages().first().package.version, u"3.0"_s);
}

void TestService::offlineOnlyWhatIsHereCounts()
{
    m->server.add("gbxlib", "1.0");
    m->server.add("gbxapp", "1.0", {"gbxlib"});
    m->server.add("gbxother", "1.0");
    const auto plan = m->plan({u"gbxapp"_s});
    for (const PlannedPackage &package : plan->packages)
        QVERIFY(m->fetch(package));
    PackagePolicy policy = m->service->policy();
    policy.offline = true;
    QVERIFY(m->service->setPolicy(policy));
    m->restart();
    const int before = m->server.asked();
    const auto again = m->plan({u"gbxapp"_s, u"gbxother"_s});
    QCOMPARE(m->names(again), (QStringList{u"gbxlib 1.0"_s, u"gbxapp 1.0"_s}));
    QVERIFY2(m->refusal(again).startsWith(u"offline:"), qPrintable(m->refusal(again)));
    QVERIFY(again->refusals[0].where.contains(u"Offline"));
    for (const PlannedPackage &package : again->packages)
        QVERIFY(m->fetch(package));
    QCOMPARE(m->server.asked(), before);
}

void TestService::aLockIsTakenExactlyAndOffline()
{
    m->server.add("gbxlib", "1.0");
    m->server.add("gbxlib", "2.0");
    const auto plan = m->plan({u"gbxlib==1.0"_s, u"packaging"_s});
    QCOMPARE(plan->packages.size(), 2);
    for (const PlannedPackage &package : plan->packages)
        QVERIFY(m->fetch(package));
    const QList<PackagePin> lock = plan->pins();
    PackagePolicy policy = m->service->policy();
    policy.offline = true;
    QVERIFY(m->service->setPolicy(policy));
    m->restart();
    const auto exact = waitFor(m->service->planExact(lock, {}, nullptr));
    QVERIFY2(exact && exact->isWhole(), qPrintable(m->refusal(exact)));
    QList<PackagePin> pins = exact->pins();
    std::ranges::sort(pins, {}, &PackagePin::name);
    QList<PackagePin> wanted = lock;
    std::ranges::sort(wanted, {}, &PackagePin::name);
    QVERIFY(pins == wanted);
    // Another hash is another wheel.
    const auto other =
        waitFor(m->service->planExact({{u"gbxlib"_s, u"1.0"_s, QString(64, u'0')}}, {}, nullptr));
    QVERIFY(other && !other->isWhole());
}

void TestService::aBundledPackageNeedsNoIndex()
{
    const auto plan = m->plan({u"rich"_s, u"numpy>=2"_s});
    QVERIFY2(plan && plan->isWhole(), qPrintable(m->refusal(plan)));
    QCOMPARE(plan->packages.size(), 5); // with markdown-it-py, mdurl and pygments
    for (const PlannedPackage &package : plan->packages)
        QVERIFY(package.origin == PackageOrigin::Bundled);
    QCOMPARE(m->server.asked(), 0);
    const auto wheel = m->fetch(plan->packages.first());
    QVERIFY2(wheel, qPrintable(wheel ? QString() : wheel.error().text));
}

void TestService::wheelsInAFolderStandBeforeTheIndex()
{
    m->server.add("gbxlib", "1.0");
    QVERIFY(QDir(m->home.path()).mkpath(u"wheels"_s));
    QFile file(m->home.filePath(u"wheels/gbxlib-1.0-py3-none-any.whl"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray mine = wheelBytes("gbxlib", "1.0", {"packaging"});
    file.write(mine);
    file.close();
    QVERIFY(m->service->setSources({.folders = {m->home.filePath(u"wheels"_s)}}));
    const auto plan = m->plan({u"gbxlib"_s});
    QCOMPARE(m->names(plan), (QStringList{u"packaging 26.1"_s, u"gbxlib 1.0"_s}));
    QVERIFY(plan->packages[1].origin == PackageOrigin::Folder);
    QCOMPARE(plan->packages[1].sha256, sha256Hex(mine));
    const auto wheel = m->fetch(plan->packages[1]);
    QVERIFY(wheel);
    QCOMPARE(wheel->bytes, mine);
    // Changed after the plan: not what was allowed.
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(wheelBytes("gbxlib", "1.0", {"evil"}));
    file.close();
    QVERIFY(m->fetch(plan->packages[1]).error().code == ErrorCode::Corrupt);
}

void TestService::aGivenWheelIsPlannedWithWhatItNeeds()
{
    m->server.add("gbxlib", "1.0");
    const QByteArray mine = wheelBytes("gbxmine", "0.1", {"gbxlib"});
    const auto plan = waitFor(m->service->plan({.requirements = {},
                                                .wheels = {{wheelFileName("gbxmine", "0.1"), mine},
                                                           {u"broken-1-py3-none-any.whl"_s, "x"}}},
                                               nullptr));
    QCOMPARE(m->names(plan), (QStringList{u"gbxlib 1.0"_s, u"gbxmine 0.1"_s}));
    QVERIFY(plan->packages[1].origin == PackageOrigin::Given);
    QVERIFY(m->refusal(plan).startsWith(u"metadata:"));
    const auto wheel = m->fetch(plan->packages[1]);
    QVERIFY2(wheel, qPrintable(wheel ? QString() : wheel.error().text));
    QCOMPARE(wheel->bytes, mine);
}

void TestService::pyodidesReleaseIsASourceOfItsOwn()
{
    QVERIFY(m->service->setSources({.release = m->server.root() + u"/release"_s}));
    const auto plan = m->plan({u"affine"_s});
    QCOMPARE(plan->packages.size(), 1);
    const PlannedPackage affine = plan->packages[0];
    QVERIFY(affine.origin == PackageOrigin::Release);
    QCOMPARE(affine.sha256.size(), 64);
    // Bytes other than those that the lock pins are refused.
    m->server.at(u"/release/"_s + affine.fileName,
                 IndexServer::Answer{.body = wheelBytes("affine", "2.4.0")});
    const auto wheel = m->fetch(affine);
    QVERIFY(!wheel && wheel.error().code == ErrorCode::Corrupt);
    QCOMPARE(m->server.asked(u"/release/"_s + affine.fileName), 1);
    QCOMPARE(m->server.asked(u"/simple/affine/"_s), 1); // the index goes before it
}

void TestService::theFirstIndexThatKnowsAProjectCounts()
{
    IndexServer second;
    m->server.add("gbxlib", "1.0");
    second.add("gbxlib", "9.0"); // a stranger with the same name
    second.add("gbxonly", "1.0");
    QVERIFY(m->service->setSources({.indexes = {m->server.simple(), second.simple()}}));
    QCOMPARE(m->names(m->plan({u"gbxlib"_s, u"gbxonly"_s})),
             (QStringList{u"gbxlib 1.0"_s, u"gbxonly 1.0"_s}));
    QCOMPARE(second.asked(u"/simple/gbxlib/"_s), 0);
    QCOMPARE(m->service->effectiveIndexes().size(), 2);
}

void TestService::linesOfARequirementsFileAreUnderstood()
{
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto plan = m->plan(
        {u"# what I need"_s, u""_s,
         u"gbxlib==1.0 --hash=sha256:%1 --hash=sha256:%2  # pinned"_s.arg(QString(64, u'0'),
                                                                          sha256Hex(wheel)),
         u"--index-url https://evil.example"_s, u"windows-only; sys_platform == 'win32'"_s});
    QCOMPARE(m->names(plan), QStringList{u"gbxlib 1.0"_s});
    QCOMPARE(plan->refusals.size(), 1);
    QVERIFY(m->refusal(plan).contains(u"option of pip"));
    QVERIFY(m->refusal(m->plan({u"gbxlib --hash=sha256:%1"_s.arg(QString(64, u'0'))}))
                .startsWith(u"hash:"));
    QVERIFY(m->refusal(m->plan({u"gbxlib --hash=md5:abcd"_s})).startsWith(u"hash:"));
}

void TestService::rulesAreAskedAtThePlanAndAgainAtTheFetch()
{
    m->server.add("gbxlib", "1.0");
    m->server.add("gbxapp", "1.0", {"gbxlib"});
    const auto before = m->plan({u"gbxapp"_s});
    QCOMPARE(before->packages.size(), 2);
    PackagePolicy policy = m->service->policy();
    policy.blocked.append(u"gbxlib"_s);
    QVERIFY(m->service->setPolicy(policy));
    const auto fetched = m->fetch(before->packages[0]);
    QVERIFY(!fetched && fetched.error().code == ErrorCode::Denied);
    QVERIFY(fetched.error().text.contains(u"Packages › Policy › Blocked"));
    const auto after = m->plan({u"gbxapp"_s});
    QVERIFY(m->refusal(after).startsWith(u"blocked:"));
    QVERIFY(after->packages.isEmpty());
    QVERIFY(m->refusal(m->plan({u"django"_s})).startsWith(u"blocked:")); // the shipped standard
}

void TestService::whatARuleLetsInIsToldByWheel()
{
    m->server.add("gbxlib", "1.0");
    m->server.add("gbxlib", "2.0");
    const auto allow = [this](const PackageAllowance &allowance) {
        PackagePolicy policy = m->service->policy();
        policy.unasked = {{u"gbxlib"_s, allowance}};
        QVERIFY(m->service->setPolicy(policy));
    };
    const auto pinOf = [this](const QString &requirement) {
        const auto plan = m->plan({requirement});
        return plan && !plan->packages.isEmpty() ? plan->packages.last().pin() : PackagePin();
    };
    const PackagePin without = pinOf(u"gbxlib==1.0"_s);
    QVERIFY(!m->service->isUnasked(without));
    allow({u">=1,<2"_s, {}});
    // It was planned before there was a rule, so nobody compared its version.
    QVERIFY(!m->service->isUnasked(without));
    const PackagePin one = pinOf(u"gbxlib==1.0"_s);
    QVERIFY(m->service->isUnasked(one));
    QVERIFY(!m->service->isUnasked(pinOf(u"gbxlib==2.0"_s)));
    QVERIFY(!m->service->isUnasked({u"other"_s, one.version, one.sha256}));
    QVERIFY(!m->service->isUnasked({one.name, one.version, QString(64, u'a')}));
    // A rule that is changed or taken back counts at once.
    allow({u">=1"_s, {}});
    QVERIFY(!m->service->isUnasked(one));
    // One wheel: the same version with other bytes is another.
    allow({u"==1.0"_s, one.sha256});
    QVERIFY(m->service->isUnasked(pinOf(u"gbxlib==1.0"_s)));
    allow({u"==1.0"_s, QString(64, u'a')});
    QVERIFY(!m->service->isUnasked(pinOf(u"gbxlib==1.0"_s)));
    // What comes with Glovebox needs no rule.
    QVERIFY(m->service->isUnasked(pinOf(u"packaging"_s)));
    // A rule that nobody can read lets nothing in, and breaks nothing.
    allow({u">=one"_s, {}});
    QVERIFY(!m->service->isUnasked(pinOf(u"gbxlib==1.0"_s)));
}

void TestService::aRuleForVersionsIsNoneForAFileOfThatName()
{
    PackagePolicy policy = m->service->policy();
    policy.unasked = {{u"gbxlib"_s, {u">=1"_s, {}}}};
    QVERIFY(m->service->setPolicy(policy));
    PackageRequest request;
    request.wheels = {{wheelFileName("gbxlib", "1.0"), wheelBytes("gbxlib", "1.0")}};
    const auto plan = waitFor(m->service->plan(request, nullptr));
    QCOMPARE(m->names(plan), QStringList{u"gbxlib 1.0"_s});
    QVERIFY(!m->service->isUnasked(plan->packages.first().pin()));
    policy.unasked = {{u"gbxlib"_s, {u">=1"_s, plan->packages.first().sha256}}};
    QVERIFY(m->service->setPolicy(policy));
    const auto again = waitFor(m->service->plan(request, nullptr));
    QVERIFY(again && m->service->isUnasked(again->packages.first().pin()));
}

void TestService::quarantineHoldsYoungReleasesBack()
{
    const QString now = m->clock.now().toString(Qt::ISODate);
    m->server.add("gbxlib", "1.0", {}, {{u"upload-time"_s, u"2020-01-01T00:00:00Z"_s}});
    m->server.add("gbxlib", "2.0", {}, {{u"upload-time"_s, now}});
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), QStringList{u"gbxlib 2.0"_s});
    PackagePolicy policy = m->service->policy();
    policy.quarantineDays = 7;
    QVERIFY(m->service->setPolicy(policy));
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), QStringList{u"gbxlib 1.0"_s});
    QVERIFY(m->refusal(m->plan({u"gbxlib==2.0"_s})).startsWith(u"young:"));
    m->clock.jump(std::chrono::hours(24 * 8));
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), QStringList{u"gbxlib 2.0"_s});
}

void TestService::advisoriesWarnAndBlock()
{
    m->server.add("gbxlib", "1.0");
    m->server.add("gbxlib", "1.1");
    const QByteArray osv =
        R"({"id":"GBX-1","summary":"Leaks.","database_specific":{"severity":"MODERATE"},
        "affected":[{"package":{"ecosystem":"PyPI","name":"gbxlib"},
        "ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"1.1"}]}]}]})";
    m->server.at(u"/osv.json"_s, IndexServer::Answer{.body = osv});
    QVERIFY(!waitFor(m->service->updateAdvisories(nullptr))); // no source is set
    QVERIFY(m->service->setSources({.advisories = m->server.root() + u"/osv.json"_s}));
    QVERIFY(waitFor(m->service->updateAdvisories(nullptr)));
    QCOMPARE(m->service->advisoryFacts().records, 1);
    const auto warned = m->plan({u"gbxlib"_s});
    QCOMPARE(m->names(warned), QStringList{u"gbxlib 1.1"_s});
    QCOMPARE(warned->packages[0].warnings.value(0).rule, u"advisory"_s);
    PackagePolicy policy = m->service->policy();
    policy.blockFrom = Severity::Medium;
    QVERIFY(m->service->setPolicy(policy));
    m->restart(); // they are kept
    QTRY_COMPARE(m->service->advisoryFacts().records, 1);
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), QStringList{u"gbxlib 1.0"_s});
    QVERIFY(m->refusal(m->plan({u"gbxlib==1.1"_s})).contains(u"GBX-1"));
}

void TestService::aNameLikeAPopularOneIsAWarning()
{
    m->server.add("reqests", "1.0");
    const auto plan = m->plan({u"reqests"_s});
    QCOMPARE(plan->packages.size(), 1);
    QCOMPARE(plan->packages[0].warnings.value(0).rule, u"similar-name"_s);
    QVERIFY(plan->packages[0].warnings[0].severe);
}

void TestService::damagedRulesAreNotLooserOnes()
{
    QVERIFY(m->service->setPolicy(m->service->policy()));
    QFile file(m->home.filePath(u"state/packages.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"policy\": {\"blocked\": 7}}");
    file.close();
    m->restart();
    QVERIFY(m->service->policy().onlyBundled);
    QVERIFY(!m->service->problem().isEmpty());
}

void TestService::rulesComeBackAfterARestart()
{
    {
        PackagePolicy policy = m->service->policy();
        policy.unasked = {{u"rich"_s, {u">=14"_s, QString(64, u'a')}}};
        const auto read = PackagePolicy::fromJson(policy.toJson());
        QVERIFY(read && *read == policy);
        // Versions that are missing or no versions must not become all of them.
        for (const QJsonValue &wrong : {QJsonValue(u"x"_s), QJsonValue(QJsonObject()),
                                        QJsonValue(QJsonObject{{u"versions"_s, u"latest"_s}})}) {
            QJsonObject json = policy.toJson();
            json[u"unasked"_s] = QJsonObject{{u"rich"_s, wrong}};
            QVERIFY(!PackagePolicy::fromJson(json));
        }
    }
    PackagePolicy policy = m->service->policy();
    policy.minimum.insert(u"gbxlib"_s, u"2.0"_s);
    QVERIFY(m->service->setPolicy(policy));
    QVERIFY(m->service->setMaxCacheBytes(100 * packages::limits::MiB));
    QVERIFY(!m->service->setMaxCacheBytes(1));
    m->restart();
    QVERIFY(m->service->policy() == policy);
    QCOMPARE(m->service->cacheFacts().maxBytes, 100 * packages::limits::MiB);
    m->server.add("gbxlib", "1.0");
    QVERIFY(m->refusal(m->plan({u"gbxlib"_s})).startsWith(u"minimum:"));
}

void TestService::lookingAtAProjectListsItsVersions()
{
    m->server.add("gbxlib", "1.9");
    m->server.add("gbxlib", "1.10");
    const auto facts = waitFor(m->service->look(u"GBXlib"_s, {}, nullptr));
    QVERIFY(facts);
    QCOMPARE(facts->versions, (QStringList{u"1.10"_s, u"1.9"_s}));
    const auto none = waitFor(m->service->look(u"gbxnone"_s, {}, nullptr));
    QVERIFY(none && none->versions.isEmpty());
    QVERIFY(none->why.contains(u"No index knows"));
}

void TestService::aScopeThatIsGoneEndsTheCall()
{
    m->server.at(u"/simple/gbxslow/"_s, IndexServer::Answer{.isSilent = true});
    auto scope = std::make_unique<QObject>();
    const auto plan = m->service->plan({.requirements = {u"gbxslow"_s}}, scope.get());
    QTRY_COMPARE(m->server.asked(u"/simple/gbxslow/"_s), 1);
    scope.reset();
    const auto result = waitFor(plan);
    QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
    // And the end of the service ends what is under way.
    const auto last = m->service->plan({.requirements = {u"gbxslow"_s}}, nullptr);
    m->service.reset();
    QVERIFY(last.isFinished());
}

void TestService::aPageThatDidNotChangeIsNotSentAgain()
{
    m->server.add("gbxlib", "1.0");
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), QStringList{u"gbxlib 1.0"_s});
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), QStringList{u"gbxlib 1.0"_s});
    QCOMPARE(m->server.asked(u"/simple/gbxlib/"_s), 1); // fresh
    m->clock.jump(std::chrono::hours(1));
    m->server.at(u"/simple/gbxlib/"_s, [](const IndexServer::Request &request) {
        return IndexServer::Answer{
            .status = request.headers.value("if-none-match") == "\"1\"" ? 304 : 500};
    });
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), QStringList{u"gbxlib 1.0"_s});
    QCOMPARE(m->server.asked(u"/simple/gbxlib/"_s), 2);
}

QTEST_GUILESS_MAIN(TestService)
#include "tst_service.moc"
