// SPDX-License-Identifier: MIT
// A real index server (PyPI's pypiserver) on loopback, and real packages through the machine's own
// pip configuration.
#include "packages/packagelimits.h"
#include "servicefixture.h"

#include <QProcess>

using namespace glovebox;
using namespace glovebox::packages;
using namespace Qt::StringLiterals;

namespace {

quint16 freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

bool answers(quint16 port)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    return socket.waitForConnected(1000);
}

} // namespace

class TestPypiServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void packagesComeFromPypiserver();
    void realPackagesAreResolved();

private:
    QTemporaryDir m_wheels;
    QProcess m_server;
    quint16 m_port = 0;
};

void TestPypiServer::initTestCase()
{
    const auto put = [this](const QByteArray &name, const QByteArray &version,
                            const QList<QByteArray> &needs) {
        QFile file(m_wheels.filePath(wheelFileName(name, version)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(wheelBytes(name, version, needs));
    };
    put("gbx_app", "1.0", {"Gbx.Lib[fast]>=1,<2", "gbx_never; sys_platform == 'win32'"});
    put("gbx_lib", "1.5", {"gbx_speed; extra == 'fast'"});
    put("gbx_lib", "2.0", {});
    put("gbx_speed", "0.1rc1", {});
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PYTHONPATH"_s, QStringLiteral(GLOVEBOX_TEST_PYTHON));
    m_server.setProcessEnvironment(environment);
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_port = freePort();
    m_server.start(QStringLiteral(GLOVEBOX_PYTHON),
                   {u"-B"_s, u"-m"_s, u"pypiserver"_s, u"run"_s, u"-i"_s, u"127.0.0.1"_s, u"-p"_s,
                    QString::number(m_port), u"--disable-fallback"_s, u"--hash-algo"_s, u"sha256"_s,
                    m_wheels.path()});
    QVERIFY2(m_server.waitForStarted(), "Python does not start");
    QVERIFY2(
        QTest::qWaitFor([this] { return m_server.state() != QProcess::Running || answers(m_port); },
                        30'000) &&
            m_server.state() == QProcess::Running,
        qPrintable(u"pypiserver does not run (tests/run installs it): "_s +
                   QString::fromUtf8(m_server.readAll())));
}

void TestPypiServer::cleanupTestCase()
{
    m_server.kill();
    m_server.waitForFinished();
}

void TestPypiServer::packagesComeFromPypiserver()
{
    ServiceFixture fixture;
    QVERIFY(
        fixture.service->setSources({.indexes = {u"http://127.0.0.1:%1/simple/"_s.arg(m_port)}}));
    const auto plan = fixture.plan({u"gbx-app"_s});
    QCOMPARE(fixture.names(plan),
             (QStringList{u"gbx-speed 0.1rc1"_s, u"gbx-lib 1.5"_s, u"gbx-app 1.0"_s}));
    QVERIFY2(plan->isWhole(), qPrintable(fixture.refusal(plan)));
    QCOMPARE(plan->packages[1].extras, QStringList{u"fast"_s});
    for (const PlannedPackage &package : plan->packages) {
        for (const PackageWarning &warning : package.warnings)
            QVERIFY(warning.rule != u"unhashed"); // its hashes are told
        const auto wheel = fixture.fetch(package);
        QVERIFY2(wheel, qPrintable(wheel ? QString() : wheel.error().text));
    }
    QVERIFY(fixture.refusal(fixture.plan({u"gbx-none"_s})).startsWith(u"unknown:"));
}

void TestPypiServer::realPackagesAreResolved()
{
    QTemporaryDir home;
    PyResolver resolver;
    PackageService service({.assets = QStringLiteral(GLOVEBOX_ASSETS_DIR "/pyodide"),
                            .cacheFolder = home.filePath(u"cache"_s),
                            .stateFolder = home.filePath(u"state"_s),
                            .ask = resolver.ask()});
    const QStringList names =
        u"humanize tabulate networkx pydantic msgspec openpyxl jinja2 faker rich pypdf "
        "python-docx xlsxwriter plotly altair"_s.split(u' ');
    const auto probe = waitFor(service.plan({.requirements = {u"humanize"_s}}, nullptr), 60'000);
    if (!probe || !probe->isWhole())
        QSKIP(
            qPrintable(u"no index can be reached from here: "_s + ServiceFixture::refusal(probe)));
    const auto plan = waitFor(service.plan({.requirements = names}, nullptr), 120'000);
    QVERIFY2(plan && plan->isWhole(), qPrintable(ServiceFixture::refusal(plan)));
    const QStringList planned = ServiceFixture::names(plan);
    for (const QString &name : names)
        QCOMPARE(planned.filter(QRegularExpression(u"^%1 "_s.arg(name))).size(), 1);
    for (const PlannedPackage &package : plan->packages) {
        if (package.name != u"humanize" &&
            package.name != u"msgspec") // a pure one and a compiled one
            continue;
        const auto wheel = waitFor(service.fetch(package, {}, nullptr), 60'000);
        QVERIFY2(wheel, qPrintable(wheel ? QString() : wheel.error().text));
        QCOMPARE(package.pure, package.name == u"humanize");
    }
}

QTEST_GUILESS_MAIN(TestPypiServer)
#include "tst_pypiserver.moc"
