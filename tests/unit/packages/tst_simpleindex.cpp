// SPDX-License-Identifier: MIT
#include "packages/simpleindex.h"

#include <QTest>

using namespace glovebox;
using namespace glovebox::packages;
using namespace Qt::StringLiterals;

namespace {

const QUrl page(u"https://index.example/simple/demo/"_s);
const QString hashA(64, u'a');
const QByteArray jsonType = "application/vnd.pypi.simple.v1+json";

QByteArray jsonPage(const QByteArray &files)
{
    return R"({"meta":{"api-version":"1.1"},"name":"demo","files":[)" + files + "]}";
}

} // namespace

class TestSimpleIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonTellsEverything();
    void htmlTellsTheSame();
    void onlyWheelsThatCanRunHereAreKept();
    void addressesThatLeadElsewhereAreLeftOut_data();
    void addressesThatLeadElsewhereAreLeftOut();
    void credentialsStayWithTheIndex();
    void whatIsNoPageIsSaid_data();
    void whatIsNoPageIsSaid();
    void addressesOfProjects();
};

void TestSimpleIndex::jsonTellsEverything()
{
    const auto read = readProjectPage(
        jsonPage(
            R"({"filename":"demo-1.0-py3-none-any.whl","url":"../../files/demo-1.0-py3-none-any.whl",
            "hashes":{"sha256":")" +
            QByteArray(64, 'A') + R"("},"requires-python":">=3.8","yanked":"broken","size":123,
            "upload-time":"2026-01-02T03:04:05.500000Z","core-metadata":{"sha256":")" +
            QByteArray(64, 'b') + R"("}})"),
        jsonType, page, u"demo"_s);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().text));
    QCOMPARE(read->files.size(), 1);
    const IndexFile &file = read->files.first();
    QCOMPARE(file.url, QUrl(u"https://index.example/files/demo-1.0-py3-none-any.whl"_s));
    QCOMPARE(file.sha256, hashA);
    QCOMPARE(file.requiresPython, u">=3.8"_s);
    QCOMPARE(*file.yanked, u"broken"_s);
    QCOMPARE(file.size, 123);
    QCOMPARE(file.uploaded, QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5, 500), QTimeZone::UTC));
    QVERIFY(file.hasMetadata);
    QCOMPARE(file.metadataSha256, QString(64, u'b'));
    QCOMPARE(file.source, u"index.example"_s);
}

void TestSimpleIndex::htmlTellsTheSame()
{
    const QByteArray html =
        "<!DOCTYPE html><html><head><meta name=\"pypi:repository-version\" content=\"1.0\">"
        "<base href='/files/'></head><body><a class=x href=\"demo-1.0-py3-none-any.whl#sha256=" +
        QByteArray(64, 'a') +
        "\" data-requires-python=\"&gt;=3.8\" data-yanked=\"it&#39;s broken\" "
        "data-core-metadata=\"sha256=" +
        QByteArray(64, 'b') +
        "\">demo-1.0-py3-none-any.whl</a><br/>\n"
        "<a href='demo-2.0-py3-none-any.whl' "
        "data-yanked>demo-2.0-py3-none-any.whl</a></body></html>";
    const auto read = readProjectPage(html, "text/html", page, u"demo"_s);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().text));
    QCOMPARE(read->files.size(), 2);
    const IndexFile &file = read->files.first();
    QCOMPARE(file.url, QUrl(u"https://index.example/files/demo-1.0-py3-none-any.whl"_s));
    QCOMPARE(file.sha256, hashA);
    QCOMPARE(file.requiresPython, u">=3.8"_s);
    QCOMPARE(*file.yanked, u"it's broken"_s);
    QVERIFY(file.hasMetadata);
    QCOMPARE(file.metadataSha256, QString(64, u'b'));
    QCOMPARE(*read->files.last().yanked, QString());
    QVERIFY(read->files.last().sha256.isEmpty());
}

void TestSimpleIndex::onlyWheelsThatCanRunHereAreKept()
{
    const auto read = readProjectPage(
        jsonPage(
            R"({"filename":"demo-1.0.tar.gz","url":"a"},{"filename":"demo-1.0-cp314-cp314-win_amd64.whl","url":"b"},
            {"filename":"demo-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl","url":"c"},
            {"filename":"other-1.0-py3-none-any.whl","url":"d"},{"nonsense":1},7)"),
        jsonType, page, u"demo"_s);
    QVERIFY(read);
    QCOMPARE(read->files.size(), 1);
    QCOMPARE(read->sdists, 1);
    QCOMPARE(read->foreign, 1);
}

void TestSimpleIndex::addressesThatLeadElsewhereAreLeftOut_data()
{
    QTest::addColumn<QByteArray>("address");
    QTest::newRow("a local file") << QByteArray("file:///etc/passwd");
    QTest::newRow("https to http") << QByteArray("http://index.example/demo-1.0-py3-none-any.whl");
    QTest::newRow("data") << QByteArray("data:,x");
    QTest::newRow("no host") << QByteArray("https:///x");
}

void TestSimpleIndex::addressesThatLeadElsewhereAreLeftOut()
{
    QFETCH(QByteArray, address);
    const auto read = readProjectPage(
        jsonPage(R"({"filename":"demo-1.0-py3-none-any.whl","url":")" + address + "\"}"), jsonType,
        page, u"demo"_s);
    QVERIFY(read);
    QVERIFY(read->files.isEmpty());
}

void TestSimpleIndex::credentialsStayWithTheIndex()
{
    const QUrl own(u"https://me:secret@index.example/simple/demo/"_s);
    const auto read =
        readProjectPage(jsonPage(R"({"filename":"demo-1.0-py3-none-any.whl","url":"/a"},
            {"filename":"demo-2.0-py3-none-any.whl","url":"https://other.example/b"})"),
                        jsonType, own, u"demo"_s);
    QVERIFY(read);
    QCOMPARE(read->files[0].url.userName(), u"me"_s);
    QCOMPARE(read->files[1].url.userInfo(), QString());
}

void TestSimpleIndex::whatIsNoPageIsSaid_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("damaged JSON") << QByteArray("{\"files\": [") << jsonType;
    QTest::newRow("no files") << QByteArray("{\"meta\":{\"api-version\":\"1.0\"}}") << jsonType;
    QTest::newRow("a later version")
        << QByteArray(R"({"meta":{"api-version":"2.0"},"files":[]})") << jsonType;
    QTest::newRow("a picture") << QByteArray("x") << QByteArray("image/png");
    QTest::newRow("not HTML") << QByteArray("Bad gateway") << QByteArray("text/html");
    QTest::newRow("HTML of a later version")
        << QByteArray("<html><meta name=\"pypi:repository-version\" content=\"2.0\"></html>")
        << QByteArray("text/html");
}

void TestSimpleIndex::whatIsNoPageIsSaid()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, type);
    const auto read = readProjectPage(body, type, page, u"demo"_s);
    QVERIFY(!read);
    QVERIFY(read.error().code == ErrorCode::Corrupt);
    QVERIFY(read.error().text.contains(u"index.example"));
}

void TestSimpleIndex::addressesOfProjects()
{
    QCOMPARE(projectAddress(u"https://a/simple"_s, u"demo"_s), QUrl(u"https://a/simple/demo/"_s));
    QCOMPARE(projectAddress(u"https://a/{package_name}/x"_s, u"demo"_s),
             QUrl(u"https://a/demo/x"_s));
}

QTEST_GUILESS_MAIN(TestSimpleIndex)
#include "tst_simpleindex.moc"
