// SPDX-License-Identifier: MIT
// What an index can do wrong, and what is said then.
#include "packages/packagelimits.h"
#include "servicefixture.h"

#include <QProcess>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>

using namespace glovebox;
using namespace glovebox::packages;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Answer = IndexServer::Answer;

namespace {

const QString wheelPath = u"/files/gbxlib-1.0-py3-none-any.whl"_s;
const QString pagePath = u"/simple/gbxlib/"_s;
const QByteArray jsonType = "application/vnd.pypi.simple.v1+json";

// An index with a certificate that nobody vouches for. It knows no project.
class SealedServer final : public QObject
{
public:
    // False: the certificate could not be made.
    bool begin(const QTemporaryDir &folder)
    {
        const QString key = folder.filePath(u"key.pem"_s);
        const QString certificate = folder.filePath(u"certificate.pem"_s);
        if (QProcess::execute(u"openssl"_s,
                              {u"req"_s, u"-x509"_s, u"-newkey"_s, u"rsa:2048"_s, u"-noenc"_s,
                               u"-batch"_s, u"-subj"_s, u"/CN=localhost"_s, u"-addext"_s,
                               u"subjectAltName=IP:127.0.0.1"_s, u"-keyout"_s, key, u"-out"_s,
                               certificate}) != 0)
            return false;
        QFile keyFile(key);
        m_certificates = QSslCertificate::fromPath(certificate);
        if (!keyFile.open(QIODevice::ReadOnly) || m_certificates.isEmpty())
            return false;
        QSslConfiguration own;
        own.setLocalCertificate(m_certificates.first());
        own.setPrivateKey(QSslKey(&keyFile, QSsl::Rsa));
        m_server.setSslConfiguration(own);
        connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, [this] {
            while (QTcpSocket *socket = m_server.nextPendingConnection())
                connect(socket, &QTcpSocket::readyRead, socket, [this, socket] { answer(socket); });
        });
        return m_server.listen(QHostAddress::LocalHost);
    }
    QString simple() const { return u"https://127.0.0.1:%1/simple"_s.arg(m_server.serverPort()); }
    const QList<QSslCertificate> &certificates() const { return m_certificates; }
    int asked() const { return m_asked; }

private:
    void answer(QTcpSocket *socket)
    {
        if (!socket->peek(packages::limits::MiB).endsWith("\r\n\r\n"))
            return;
        ++m_asked;
        socket->write("HTTP/1.1 404 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        socket->disconnectFromHost();
    }

    QSslServer m_server;
    QList<QSslCertificate> m_certificates;
    int m_asked = 0;
};

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m = std::make_unique<ServiceFixture>(); }
    void cleanup() { m.reset(); }

    void aServerThatIsSilentIsGivenUp();
    void aServerThatTricklesIsGivenUp();
    void aTransferThatBreaksGoesOnWhereItBroke();
    void aTransferThatIsGivenUpGoesOnLater();
    void aServerThatCannotContinueStartsAgain();
    void otherBytesThanAnnouncedAreRefused();
    void anotherLengthThanAnnouncedIsRefused_data();
    void anotherLengthThanAnnouncedIsRefused();
    void redirectionsAreFollowedWithinBounds();
    void redirectionsToFilesAreNotFollowed();
    void aProjectThatNobodyKnowsIsUnknown();
    void tooManyRequestsWaitAsLongAsTheServerSays();
    void aServerThatWantsTooLongAWaitIsGivenUp();
    void aServerThatFailsIsAskedAgain();
    void aServerThatFailsForGoodIsNamed();
    void pagesThatAreNoPagesAreRefused_data();
    void pagesThatAreNoPagesAreRefused();
    void aGiganticPageIsNotTaken();
    void aPageThatGrowsWhenUnpackedIsNotTaken();
    void aBombIsNotInstalled();
    void aWheelThatLeavesItsFolderIsNotInstalled();
    void metadataThatLiesIsNoticedWhenTheWheelComes();
    void metadataThatDiffersFromItsHashIsRefused();
    void anIndexWithoutHashesAndMetadataIsLookedAtMoreClosely();
    void ofALargeWheelOnlyItsEndIsReadForItsMetadata();
    void metadataThatIsAnnouncedButGoneIsReadFromTheWheel();
    void aWheelThatIsGoneIsSaid();
    void noNetworkAtAllIsSaid();
    void aCertificateThatThisComputerDoesNotTrustIsRefused();

private:
    // The plan's only package, or nothing.
    std::optional<PlannedPackage> planned()
    {
        const auto plan = m->plan({u"gbxlib"_s});
        if (!plan || plan->packages.size() != 1) {
            qWarning().noquote() << m->refusal(plan);
            return std::nullopt;
        }
        return plan->packages.first();
    }

    std::unique_ptr<ServiceFixture> m;
};

void TestFaults::aServerThatIsSilentIsGivenUp()
{
    m->server.at(pagePath, Answer{.isSilent = true});
    const auto plan = m->plan({u"gbxlib"_s});
    QVERIFY2(m->refusal(plan).startsWith(u"fetch:"), qPrintable(m->refusal(plan)));
    QVERIFY(m->refusal(plan).contains(u"nothing any more"));
    QCOMPARE(m->server.asked(pagePath), packages::limits::maxAttempts);
    QVERIFY(m->clock.wasAskedFor(packages::limits::stallTimeout));
}

void TestFaults::aServerThatTricklesIsGivenUp()
{
    // Never silent for long, and never done.
    m->server.at(pagePath,
                 Answer{.body = QByteArray(1000, ' '), .type = jsonType, .trickles = true});
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.contains(u"almost nothing any more"), qPrintable(refusal));
}

void TestFaults::aTransferThatBreaksGoesOnWhereItBroke()
{
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    QList<QByteArray> ranges;
    m->server.at(wheelPath, [&](const IndexServer::Request &request) -> Answer {
        ranges.append(request.headers.value("range"));
        if (request.count == 1)
            return {.body = wheel, .headers = {"ETag: \"w\""}, .cutAfter = 100};
        return {.status = 206,
                .body = wheel.sliced(100),
                .headers = {"Content-Range: bytes 100-" + QByteArray::number(wheel.size() - 1) +
                            '/' + QByteArray::number(wheel.size())}};
    });
    const auto fetched = m->fetch(*package);
    QVERIFY2(fetched, qPrintable(fetched ? QString() : fetched.error().text));
    QCOMPARE(fetched->bytes, wheel);
    QCOMPARE(ranges, (QList<QByteArray>{QByteArray(), "bytes=100-"}));
}

void TestFaults::aTransferThatIsGivenUpGoesOnLater()
{
    const QByteArray big =
        wheelBytes("gbxlib", "1.0", {}, metadataFor("gbxlib", "1.0") + QByteArray(500 * 1024, 'x'));
    m->server.put("gbxlib", wheelFileName("gbxlib", "1.0"), big, metadataFor("gbxlib", "1.0"));
    const auto package = planned();
    QVERIFY(package);
    const qsizetype half = 300 * 1024;
    m->server.at(wheelPath, [&](const IndexServer::Request &request) -> Answer {
        const qsizetype from = request.headers.value("range")
                                   .mid(6)
                                   .chopped(request.headers.contains("range") ? 1 : 0)
                                   .toLongLong();
        if (from == 0)
            return {.body = big, .cutAfter = half};
        return {.status = 500};
    });
    QVERIFY(!m->fetch(*package));
    m->restart(); // what had come is on the disk
    QByteArray range;
    m->server.at(wheelPath, [&](const IndexServer::Request &request) -> Answer {
        range = request.headers.value("range");
        return {.status = 206,
                .body = big.sliced(half),
                .headers = {"Content-Range: bytes " + QByteArray::number(half) + "-/"}};
    });
    const auto fetched = m->fetch(*package);
    QVERIFY2(fetched, qPrintable(fetched ? QString() : fetched.error().text));
    QCOMPARE(range, "bytes=" + QByteArray::number(half) + '-');
    QCOMPARE(fetched->bytes, big);
}

void TestFaults::aServerThatCannotContinueStartsAgain()
{
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    m->server.at(wheelPath, [&](const IndexServer::Request &request) -> Answer {
        return {.body = wheel,
                .cutAfter = request.count == 1 ? 100 : -1}; // 200, whatever was asked
    });
    const auto fetched = m->fetch(*package);
    QVERIFY(fetched);
    QCOMPARE(fetched->bytes, wheel);
}

void TestFaults::otherBytesThanAnnouncedAreRefused()
{
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    QByteArray other = wheel;
    other[40] = other[40] == 'x' ? 'y' : 'x';
    m->server.at(wheelPath, Answer{.body = other});
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched && fetched.error().code == ErrorCode::Corrupt);
    QVERIFY(fetched.error().text.contains(u"Nothing of them is used"));
    QCOMPARE(m->service->cached().size(), 0);
    // Control: the right bytes.
    m->server.at(wheelPath, Answer{.body = wheel});
    QVERIFY(m->fetch(*package));
}

void TestFaults::anotherLengthThanAnnouncedIsRefused_data()
{
    QTest::addColumn<int>("more");
    QTest::newRow("longer") << 5000;
    QTest::newRow("one byte longer") << 1;
    QTest::newRow("shorter") << -1;
}

void TestFaults::anotherLengthThanAnnouncedIsRefused()
{
    QFETCH(int, more);
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    m->server.at(wheelPath,
                 Answer{.body = more > 0 ? wheel + QByteArray(more, 'x') : wheel.chopped(-more)});
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched);
    QVERIFY2(fetched.error().code == ErrorCode::Corrupt ||
                 fetched.error().code == ErrorCode::LimitExceeded,
             qPrintable(fetched.error().text));
}

void TestFaults::redirectionsAreFollowedWithinBounds()
{
    const QByteArray wheel = m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    m->server.at(wheelPath, Answer{.status = 302, .headers = {"Location: /elsewhere"}});
    m->server.at(u"/elsewhere"_s, Answer{.body = wheel});
    QVERIFY(m->fetch(*package));
    QVERIFY(waitFor(m->service->cleanCache()));
    m->server.at(u"/elsewhere"_s,
                 Answer{.status = 301, .headers = {"Location: " + wheelPath.toLatin1()}});
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched);
    QVERIFY2(fetched.error().text.contains(u"from address to address"),
             qPrintable(fetched.error().text));
    QVERIFY(m->server.asked(u"/elsewhere"_s) <= packages::limits::maxRedirects);
}

void TestFaults::redirectionsToFilesAreNotFollowed()
{
    m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    m->server.at(wheelPath, Answer{.status = 302, .headers = {"Location: file:///etc/passwd"}});
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched);
    QVERIFY(fetched.error().text.contains(u"is not followed"));
}

void TestFaults::aProjectThatNobodyKnowsIsUnknown()
{
    const QString refusal = m->refusal(m->plan({u"gbxnone"_s}));
    QVERIFY2(refusal.startsWith(u"unknown:"), qPrintable(refusal));
    QCOMPARE(m->server.asked(u"/simple/gbxnone/"_s), 1); // not a thing to try again
}

void TestFaults::tooManyRequestsWaitAsLongAsTheServerSays()
{
    m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    const QByteArray wheel = wheelBytes("gbxlib", "1.0");
    m->server.at(wheelPath, [&](const IndexServer::Request &request) -> Answer {
        if (request.count == 1)
            return {.status = 429, .headers = {"Retry-After: 17"}};
        return {.body = wheel};
    });
    QVERIFY(m->fetch(*package));
    QVERIFY(m->clock.wasAskedFor(17s));
}

void TestFaults::aServerThatWantsTooLongAWaitIsGivenUp()
{
    m->server.at(pagePath, Answer{.status = 429, .headers = {"Retry-After: 3600"}});
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.startsWith(u"fetch:") && refusal.contains(u"429"), qPrintable(refusal));
    QCOMPARE(m->server.asked(pagePath), 1);
}

void TestFaults::aServerThatFailsIsAskedAgain()
{
    m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    const QByteArray wheel = wheelBytes("gbxlib", "1.0");
    m->server.at(wheelPath, [&](const IndexServer::Request &request) -> Answer {
        if (request.count <= 2)
            return {.status = request.count == 1 ? 500 : 503};
        return {.body = wheel};
    });
    QVERIFY(m->fetch(*package));
    QCOMPARE(m->server.asked(wheelPath), 3);
}

void TestFaults::aServerThatFailsForGoodIsNamed()
{
    m->server.at(pagePath, Answer{.status = 500});
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.startsWith(u"fetch:") && refusal.contains(u"127.0.0.1") &&
                 refusal.contains(u"500"),
             qPrintable(refusal));
    QCOMPARE(m->server.asked(pagePath), packages::limits::maxAttempts);
    m->server.at(pagePath, Answer{.status = 401});
    QVERIFY(m->refusal(m->plan({u"gbxlib"_s})).contains(u"user and password"));
}

void TestFaults::pagesThatAreNoPagesAreRefused_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("cut JSON") << QByteArray("{\"files\":[{\"filena") << jsonType;
    QTest::newRow("a list") << QByteArray("[]") << jsonType;
    QTest::newRow("deep JSON") << QByteArray(100'000, '[') << jsonType;
    QTest::newRow("a login page in disguise") << QByteArray("\x89PNG") << QByteArray("image/png");
    QTest::newRow("nothing") << QByteArray() << jsonType;
}

void TestFaults::pagesThatAreNoPagesAreRefused()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, type);
    m->server.at(pagePath, Answer{.body = body, .type = type});
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.startsWith(u"fetch:"), qPrintable(refusal));
}

void TestFaults::aGiganticPageIsNotTaken()
{
    // It says so at once, or never stops.
    m->server.at(pagePath,
                 Answer{.body = "{", .type = jsonType, .length = 10 * packages::limits::GiB});
    QVERIFY(m->refusal(m->plan({u"gbxlib"_s})).contains(u"MiB are taken"));
    m->server.at(pagePath, Answer{.body = QByteArray(packages::limits::maxListingBytes + 10, ' '),
                                  .type = jsonType,
                                  .length = -2});
    QVERIFY(m->refusal(m->plan({u"gbxlib"_s})).contains(u"MiB that are taken"));
}

void TestFaults::aPageThatGrowsWhenUnpackedIsNotTaken()
{
    const QByteArray page(packages::limits::maxListingBytes + 10, ' ');
    const QByteArray small = qCompress(page, 9).sliced(4); // a zlib stream
    QVERIFY(small.size() < 100'000);
    m->server.at(pagePath,
                 Answer{.body = small, .type = jsonType, .headers = {"Content-Encoding: deflate"}});
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.startsWith(u"fetch:"), qPrintable(refusal));
}

void TestFaults::aBombIsNotInstalled()
{
    ZipBuilder zip;
    zip.add("gbxlib-1.0.dist-info/METADATA", metadataFor("gbxlib", "1.0"));
    zip.add({.name = "gbxlib.py",
             .content = QByteArray(10'000, 'x'),
             .declared = 900 * packages::limits::MiB,
             .method = 8});
    m->server.put("gbxlib", wheelFileName("gbxlib", "1.0"), zip.bytes(),
                  metadataFor("gbxlib", "1.0"));
    const auto package = planned();
    QVERIFY(package);
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched && fetched.error().code == ErrorCode::Corrupt);
    QVERIFY(fetched.error().text.contains(u"trap"));
}

void TestFaults::aWheelThatLeavesItsFolderIsNotInstalled()
{
    ZipBuilder zip;
    zip.add("gbxlib-1.0.dist-info/METADATA", metadataFor("gbxlib", "1.0"));
    zip.add("../../../mnt/data/evil.py", "x");
    m->server.put("gbxlib", wheelFileName("gbxlib", "1.0"), zip.bytes(),
                  metadataFor("gbxlib", "1.0"));
    const auto package = planned();
    QVERIFY(package);
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched);
    QVERIFY(fetched.error().text.contains(u"outside of its folder"));
}

void TestFaults::metadataThatLiesIsNoticedWhenTheWheelComes()
{
    // The index shows a package without needs; the wheel itself brings one along.
    m->server.put("gbxlib", wheelFileName("gbxlib", "1.0"), wheelBytes("gbxlib", "1.0", {"evil"}),
                  metadataFor("gbxlib", "1.0"));
    const auto package = planned();
    QVERIFY(package);
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched && fetched.error().code == ErrorCode::Corrupt);
    QVERIFY(fetched.error().text.contains(u"not what its index announced"));
}

void TestFaults::metadataThatDiffersFromItsHashIsRefused()
{
    m->server.add("gbxlib", "1.0");
    m->server.at(wheelPath + u".metadata"_s,
                 Answer{.body = metadataFor("gbxlib", "1.0", {"evil"})});
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.startsWith(u"metadata:") && refusal.contains(u"hash differs"),
             qPrintable(refusal));
}

void TestFaults::anIndexWithoutHashesAndMetadataIsLookedAtMoreClosely()
{
    const QByteArray wheel = wheelBytes("gbxlib", "1.0", {"packaging"});
    m->server.at(pagePath, Answer{.body = "<!DOCTYPE html><a href='" + wheelPath.toLatin1() +
                                          "'>gbxlib-1.0-py3-none-any.whl</a>",
                                  .type = "text/html"});
    m->server.at(wheelPath, Answer{.body = wheel});
    const auto plan = m->plan({u"gbxlib"_s});
    QCOMPARE(m->names(plan), (QStringList{u"packaging 26.1"_s, u"gbxlib 1.0"_s}));
    QCOMPARE(plan->packages[1].sha256, sha256Hex(wheel));
    QCOMPARE(plan->packages[1].size, wheel.size());
    QCOMPARE(plan->packages[1].warnings.value(0).rule, u"unhashed"_s);
    // From then on these very bytes count.
    const auto fetched = m->fetch(plan->packages[1]);
    QVERIFY(fetched);
    QCOMPARE(m->server.asked(wheelPath), 1);
}

void TestFaults::ofALargeWheelOnlyItsEndIsReadForItsMetadata()
{
    ZipBuilder zip;
    QByteArray noise(packages::limits::smallWheelBytes + 1, '\0');
    zip.add("gbxlib.bin", noise);
    zip.add("gbxlib-1.0.dist-info/METADATA", metadataFor("gbxlib", "1.0", {"packaging"}));
    const QByteArray wheel = zip.bytes();
    m->server.put("gbxlib", wheelFileName("gbxlib", "1.0"), wheel, {},
                  {{u"core-metadata"_s, false}});
    bool sendsParts = true;
    qint64 sent = 0;
    m->server.at(wheelPath, [&](const IndexServer::Request &request) -> Answer {
        const QByteArray range = request.headers.value("range");
        const qint64 count = range.startsWith("bytes=-") ? range.sliced(7).toLongLong() : 0;
        const qint64 from = sendsParts && count > 0 ? std::max<qint64>(0, wheel.size() - count) : 0;
        sent += wheel.size() - from;
        if (from == 0)
            return {.body = wheel};
        return {.status = 206,
                .body = wheel.sliced(from),
                .headers = {"Content-Range: bytes " + QByteArray::number(from) + '-' +
                            QByteArray::number(wheel.size() - 1) + '/' +
                            QByteArray::number(wheel.size())}};
    });
    const QStringList expected{u"packaging 26.1"_s, u"gbxlib 1.0"_s};
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), expected);
    QCOMPARE(sent, packages::limits::wheelTailBytes);
    // A server that knows no parts: the wheel is read as a whole.
    sendsParts = false;
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), expected);
    QVERIFY(sent > wheel.size());
}

void TestFaults::metadataThatIsAnnouncedButGoneIsReadFromTheWheel()
{
    m->server.add("gbxlib", "1.0", {"packaging"});
    m->server.at(wheelPath + u".metadata"_s, Answer{.status = 404});
    QCOMPARE(m->names(m->plan({u"gbxlib"_s})), (QStringList{u"packaging 26.1"_s, u"gbxlib 1.0"_s}));
}

void TestFaults::aWheelThatIsGoneIsSaid()
{
    m->server.add("gbxlib", "1.0");
    const auto package = planned();
    QVERIFY(package);
    m->server.at(wheelPath, Answer{.status = 404});
    const auto fetched = m->fetch(*package);
    QVERIFY(!fetched && fetched.error().code == ErrorCode::NotFound);
}

void TestFaults::noNetworkAtAllIsSaid()
{
    QTcpServer closed;
    QVERIFY(closed.listen(QHostAddress::LocalHost));
    const QString address = u"http://127.0.0.1:%1/simple"_s.arg(closed.serverPort());
    closed.close();
    QVERIFY(m->service->setSources({.indexes = {address}}));
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.startsWith(u"fetch:") && refusal.contains(u"cannot be reached"),
             qPrintable(refusal));
    // What is bundled works all the same.
    QVERIFY(m->plan({u"numpy"_s})->isWhole());
}

void TestFaults::aCertificateThatThisComputerDoesNotTrustIsRefused()
{
    SealedServer sealed;
    QVERIFY(sealed.begin(m->home));
    QVERIFY(m->service->setSources({.indexes = {sealed.simple()}}));
    const QString refusal = m->refusal(m->plan({u"gbxlib"_s}));
    QVERIFY2(refusal.startsWith(u"fetch:") && refusal.contains(u"certificate"),
             qPrintable(refusal));
    QCOMPARE(sealed.asked(), 0); // it was not told what is wanted
    // Control: once the computer trusts it, it is asked.
    const QSslConfiguration usual = QSslConfiguration::defaultConfiguration();
    QSslConfiguration trusting = usual;
    trusting.addCaCertificates(sealed.certificates());
    QSslConfiguration::setDefaultConfiguration(trusting);
    m->restart();
    QVERIFY(m->service->setSources({.indexes = {sealed.simple()}}));
    const QString control = m->refusal(m->plan({u"gbxlib"_s}));
    QSslConfiguration::setDefaultConfiguration(usual);
    QVERIFY2(control.startsWith(u"unknown:"), qPrintable(control));
    QVERIFY(sealed.asked() > 0);
}

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
