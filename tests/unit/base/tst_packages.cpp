// SPDX-License-Identifier: MIT
#include "base/packageplan.h"
#include "base/packagepolicy.h"

#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;

class TestPackages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreComparedAsPep503Says();
    void aPlannedPackageComesBackFromItsJson();
    void aStoredPackageWithoutAHashIsRefused();
    void onlyWhatMustBeFetchedIsADownload();
    void theStandardPolicyIsThatOfCodeBox();
    void aPolicyComesBackFromItsJson();
    void aFieldOfTheWrongKindIsNamed();
};

namespace {

PlannedPackage package()
{
    return {
        .name = u"humanize"_s,
        .version = u"4.9.0"_s,
        .fileName = u"humanize-4.9.0-py3-none-any.whl"_s,
        .sha256 = QString(64, u'a'),
        .size = 4711,
        .origin = PackageOrigin::Index,
        .source = u"index.example"_s,
        .licence = u"MIT"_s,
        .summary = u"Numbers for people"_s,
        .needs = {u"six"_s},
        .extras = {u"tests"_s},
        .published = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::UTC),
        .yanked = u"broken"_s,
        .requested = true,
        .pure = false,
        .replaces = u"4.8.0"_s,
        .warnings = {
            {.rule = u"yanked"_s, .severe = true, .text = u"Taken back."_s, .address = u"a"_s}}};
}

} // namespace

void TestPackages::namesAreComparedAsPep503Says()
{
    QCOMPARE(normalisedPackageName(u" Scikit__Learn.x "), u"scikit-learn-x"_s);
}

void TestPackages::aPlannedPackageComesBackFromItsJson()
{
    const auto back = PlannedPackage::fromJson(package().toJson());
    QVERIFY(back);
    QCOMPARE(back->toJson(), package().toJson());
    QVERIFY(*back == package());
}

void TestPackages::aStoredPackageWithoutAHashIsRefused()
{
    QJsonObject json = package().toJson();
    json[u"sha256"] = u"abc"_s;
    QVERIFY(PlannedPackage::fromJson(json).error().code == ErrorCode::Corrupt);
}

void TestPackages::onlyWhatMustBeFetchedIsADownload()
{
    PlannedPackage bundled = package();
    bundled.origin = PackageOrigin::Bundled;
    PlannedPackage unknown = package();
    unknown.size = -1;
    const PackagePlan plan{
        .packages = {package(), bundled, unknown}, .satisfied = {}, .refusals = {}};
    QCOMPARE(plan.downloadBytes(), 4711);
    QVERIFY(plan.isWhole());
}

void TestPackages::theStandardPolicyIsThatOfCodeBox()
{
    const PackagePolicy policy = PackagePolicy::standard();
    QCOMPARE(policy.blocked.size(), 43);
    QCOMPARE(policy.minimum.size(), 8);
    QCOMPARE(policy.minimum[u"requests"_s], u"2.31.0"_s);
    for (const QString &name : policy.blocked)
        QCOMPARE(normalisedPackageName(name), name);
}

void TestPackages::aPolicyComesBackFromItsJson()
{
    PackagePolicy policy = PackagePolicy::standard();
    policy.offline = true;
    policy.quarantineDays = 7;
    policy.blockFrom = Severity::Critical;
    policy.clients[ClientId(u"c1"_s)] = {
        .noPackages = true, .onlyBundled = true, .allowed = {u"rich"_s}, .blocked = {u"six"_s}};
    const auto back = PackagePolicy::fromJson(policy.toJson());
    QVERIFY(back);
    QVERIFY(*back == policy);

    const PackageSources sources{
        .indexes = {u"a"_s}, .folders = {u"/b"_s}, .release = u"c"_s, .advisories = u"d"_s};
    QVERIFY(*PackageSources::fromJson(sources.toJson()) == sources);
}

void TestPackages::aFieldOfTheWrongKindIsNamed()
{
    const auto wrong = PackagePolicy::fromJson({{u"quarantine_days"_s, -1}});
    QVERIFY(wrong.error().code == ErrorCode::InvalidArgument);
    QVERIFY(wrong.error().text.contains(u"quarantine_days"));
    QVERIFY(!PackagePolicy::fromJson({{u"blocked"_s, u"django"_s}}));
}

QTEST_GUILESS_MAIN(TestPackages)
#include "tst_packages.moc"
