// SPDX-License-Identifier: MIT
#include "packages/advisories.h"
#include "packages/catalogue.h"
#include "packages/packagesources.h"
#include "packages/policyrules.h"
#include "wheelbuilder.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::packages;
using namespace Qt::StringLiterals;

class TestRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRuleSaysItsNameAndWhereItIsChanged_data();
    void everyRuleSaysItsNameAndWhereItIsChanged();
    void rulesForFetchedPackagesLeaveBundledOnesAlone();
    void namesThatAreAlmostPopularAreNoticed_data();
    void namesThatAreAlmostPopularAreNoticed();
    void scoresAreThoseOfTheSpecification_data();
    void scoresAreThoseOfTheSpecification();
    void advisoriesAreReadInEveryForm_data();
    void advisoriesAreReadInEveryForm();
    void advisoriesComeBackFromTheirFile();
    void pipsConfigurationCounts();
    void whatThePersonSetGoesBeforePipAndMicropip();
    void addressesThatCannotBeUsedAreNamed();
};

namespace {

const ClientId client(u"c1"_s);

QJsonObject record(const QString &id, const QString &name)
{
    return {{u"id"_s, id},
            {u"summary"_s, u"Bad."_s},
            {u"severity"_s, QJsonArray{QJsonObject{
                                {u"type"_s, u"CVSS_V3"_s},
                                {u"score"_s, u"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"_s}}}},
            {u"affected"_s,
             QJsonArray{QJsonObject{
                 {u"package"_s, QJsonObject{{u"ecosystem"_s, u"PyPI"_s}, {u"name"_s, name}}},
                 {u"versions"_s, QJsonArray{u"1.0"_s}}}}}};
}

QByteArray compact(const QJsonObject &json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

QProcessEnvironment only(const QMap<QString, QString> &variables)
{
    QProcessEnvironment environment;
    for (const auto &[name, value] : variables.asKeyValueRange())
        environment.insert(name, value);
    return environment;
}

} // namespace

void TestRules::everyRuleSaysItsNameAndWhereItIsChanged_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("where");
    const QString blocked = u"Packages › Policy › Blocked"_s;
    const QString ofClient = u"Clients › Address and keys › Packages it may install"_s;
    QTest::newRow("blocked") << u"blocked"_s << u"blocked"_s << blocked;
    QTest::newRow("allowed") << u"allowed"_s << u"not-allowed"_s
                             << u"Packages › Policy › Allowed"_s;
    QTest::newRow("only bundled") << u"bundled"_s << u"only-bundled"_s
                                  << u"Packages › Policy › Only bundled"_s;
    QTest::newRow("blocked for a client") << u"client blocked"_s << u"blocked"_s << ofClient;
    QTest::newRow("allowed for a client") << u"client allowed"_s << u"not-allowed"_s << ofClient;
    QTest::newRow("only bundled for a client")
        << u"client bundled"_s << u"only-bundled"_s << ofClient;
    QTest::newRow("nothing for a client") << u"client none"_s << u"only-bundled"_s << ofClient;
    QTest::newRow("a pattern") << u"pattern"_s << u"blocked"_s << blocked;
}

void TestRules::everyRuleSaysItsNameAndWhereItIsChanged()
{
    QFETCH(QString, field);
    QFETCH(QString, rule);
    QFETCH(QString, where);
    PackagePolicy policy;
    QVERIFY(!refusalFor(u"django-rest"_s, true, policy, client)); // control
    if (field == u"blocked")
        policy.blocked = {u"Django_Rest"_s};
    else if (field == u"pattern")
        policy.blocked = {u"django*"_s};
    else if (field == u"allowed")
        policy.allowed = {u"rich"_s};
    else if (field == u"bundled")
        policy.onlyBundled = true;
    else if (field == u"client blocked")
        policy.clients[client].blocked = {u"django-rest"_s};
    else if (field == u"client bundled")
        policy.clients[client].onlyBundled = true;
    else if (field == u"client allowed")
        policy.clients[client].allowed = {u"rich"_s};
    else
        policy.clients[client].noPackages = true;
    const auto refusal = refusalFor(u"django-rest"_s, true, policy, client);
    QVERIFY(refusal);
    QCOMPARE(refusal->rule, rule);
    QCOMPARE(refusal->where, where);
    if (field.startsWith(u"client"))
        QVERIFY(!refusalFor(u"django-rest"_s, true, policy, ClientId(u"c2"_s)));
}

void TestRules::rulesForFetchedPackagesLeaveBundledOnesAlone()
{
    PackagePolicy policy;
    policy.onlyBundled = true;
    policy.allowed = {u"rich"_s};
    QVERIFY(!refusalFor(u"numpy"_s, false, policy, client));
    policy.blocked = {u"numpy"_s};
    QVERIFY(refusalFor(u"numpy"_s, false, policy, client));
}

void TestRules::namesThatAreAlmostPopularAreNoticed_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("popular");
    QTest::newRow("a letter too many") << u"requestss"_s << u"requests"_s;
    QTest::newRow("a letter missing") << u"reqests"_s << u"requests"_s;
    QTest::newRow("another letter") << u"nunpy"_s << u"numpy"_s;
    QTest::newRow("two exchanged") << u"padnas"_s << u"pandas"_s;
    QTest::newRow("a separator") << u"scikitlearn"_s << u"scikit-learn"_s;
    QTest::newRow("itself") << u"requests"_s << QString();
    QTest::newRow("something else") << u"gbx-demo"_s << QString();
    QTest::newRow("popular, and near to another") << u"pypdf"_s << QString();
    QTest::newRow("too short to tell") << u"six2"_s << QString();
}

void TestRules::namesThatAreAlmostPopularAreNoticed()
{
    QFETCH(QString, name);
    QFETCH(QString, popular);
    QCOMPARE(similarPopularName(name), popular);
}

void TestRules::scoresAreThoseOfTheSpecification_data()
{
    QTest::addColumn<QString>("vector");
    QTest::addColumn<double>("score"); // of the specification's examples
    QTest::newRow("critical") << u"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"_s << 9.8;
    QTest::newRow("changed scope") << u"CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N"_s << 6.1;
    QTest::newRow("low") << u"CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N"_s << 1.6;
    QTest::newRow("no impact") << u"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N"_s << 0.0;
    QTest::newRow("another version") << u"CVSS:4.0/AV:N"_s << -1.0;
    QTest::newRow("incomplete") << u"CVSS:3.1/AV:N"_s << -1.0;
}

void TestRules::scoresAreThoseOfTheSpecification()
{
    QFETCH(QString, vector);
    QFETCH(double, score);
    QCOMPARE(cvss3Score(vector).value_or(-1.0), score);
}

void TestRules::advisoriesAreReadInEveryForm_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray a = compact(record(u"A-1"_s, u"Demo_Lib"_s));
    const QByteArray b = compact(record(u"A-2"_s, u"other"_s));
    QTest::newRow("a list") << QByteArray('[' + a + ',' + b + ']');
    QTest::newRow("one a line") << QByteArray(a + '\n' + b + '\n');
    QTest::newRow("an answer of OSV") << QByteArray("{\"vulns\":[" + a + ',' + b + "]}");
    ZipBuilder zip;
    zip.add("A-1.json", a);
    zip.add("A-2.json", b);
    QTest::newRow("a zip") << zip.bytes();
}

void TestRules::advisoriesAreReadInEveryForm()
{
    QFETCH(QByteArray, bytes);
    const auto read = Advisories::fromOsv(bytes);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().text));
    QCOMPARE(read->count(), 2);
    const QJsonArray found = read->forPackage(u"demo-lib"_s);
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0][u"id"].toString(), u"A-1"_s);
    QCOMPARE(found[0][u"severity"].toString(), u"critical"_s);
    QVERIFY(!Advisories::fromOsv("no advisories"));
}

void TestRules::advisoriesComeBackFromTheirFile()
{
    auto read = Advisories::fromOsv(compact(record(u"A-1"_s, u"demo"_s)));
    QVERIFY(read);
    read->setUpdated(QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::UTC));
    const auto back = Advisories::fromBytes(read->toBytes());
    QVERIFY(back);
    QCOMPARE(back->forPackage(u"demo"_s), read->forPackage(u"demo"_s));
    QCOMPARE(back->updated(), read->updated());
    QVERIFY(!Advisories::fromBytes("damaged"));
}

void TestRules::pipsConfigurationCounts()
{
    QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(u".config/pip"_s));
    QVERIFY(QDir(home.path()).mkpath(u"wheels"_s));
    QFile file(home.filePath(u".config/pip/pip.conf"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("# mine\n[global]\nindex-url = https://global.example/simple\nextra_index_url =\n   "
               " https://one.example/s\n"
               "    https://two.example/s\n[install]\nindex-url: "
               "https://install.example/simple\n[list]\nindex-url = x\n"
               "find-links = " +
               home.filePath(u"wheels"_s).toUtf8() + "\n[global]\nfind-links = /nonexistent " +
               home.filePath(u"wheels"_s).toUtf8() + '\n');
    file.close();
    const PipConfiguration fromFile = pipConfiguration(only({{u"HOME"_s, home.path()}}));
    QCOMPARE(fromFile.indexes,
             (QStringList{u"https://install.example/simple"_s, u"https://one.example/s"_s,
                          u"https://two.example/s"_s}));
    QCOMPARE(fromFile.folders, QStringList{home.filePath(u"wheels"_s)});
    const PipConfiguration withVariable =
        pipConfiguration(only({{u"HOME"_s, home.path()},
                               {u"PIP_INDEX_URL"_s, u"https://variable.example/simple"_s},
                               {u"PIP_NO_INDEX"_s, u"1"_s}}));
    QCOMPARE(withVariable.indexes.first(), u"https://variable.example/simple"_s);
    QVERIFY(withVariable.noIndex);
}

void TestRules::whatThePersonSetGoesBeforePipAndMicropip()
{
    const Catalogue catalogue(QStringLiteral(GLOVEBOX_ASSETS_DIR "/pyodide"));
    QVERIFY(catalogue.bundled().contains(u"numpy"_s));
    QVERIFY(catalogue.released().contains(u"shapely"_s));
    QVERIFY(!catalogue.released().contains(u"numpy"_s));
    QVERIFY(catalogue.standardIndex().startsWith(u"https://"));
    QVERIFY(catalogue.standardRelease().startsWith(u"https://"));
    QVERIFY(catalogue.standardRelease().endsWith(u'/'));
    QVERIFY(catalogue.platforms().contains(u"pyemscripten_2026_0_wasm32"_s));

    QCOMPARE(effectiveSources({}, {}, catalogue).indexes, QStringList{catalogue.standardIndex()});
    const PipConfiguration pip{
        .indexes = {u"https://pip.example"_s}, .folders = {}, .noIndex = false};
    QCOMPARE(effectiveSources({}, pip, catalogue).indexes, pip.indexes);
    QCOMPARE(effectiveSources({.indexes = {u"https://mine.example"_s}}, pip, catalogue).indexes,
             QStringList{u"https://mine.example"_s});
    QVERIFY(effectiveSources({}, {.indexes = {}, .folders = {}, .noIndex = true}, catalogue)
                .indexes.isEmpty());
}

void TestRules::addressesThatCannotBeUsedAreNamed()
{
    QVERIFY(checkSources({.indexes = {u"https://a.example/simple"_s}}));
    QVERIFY(!checkSources({.indexes = {u"ftp://a.example"_s}}));
    QVERIFY(!checkSources({.folders = {u"/nonexistent"_s}}));
    const auto secret = checkSources({.indexes = {u"ftp://me:secret@a.example"_s}});
    QVERIFY(!secret);
    QVERIFY(!secret.error().text.contains(u"secret"));
}

QTEST_GUILESS_MAIN(TestRules)
#include "tst_rules.moc"
