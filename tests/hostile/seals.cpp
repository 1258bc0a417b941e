// SPDX-License-Identifier: MIT
// Whether the seals are measured, and not taken for granted.
#include "families.h"

#include "box.h"
#include "sandbox/sealprobe.h"

#include <QProcess>

#include <unistd.h>

namespace glovebox::hostile {

using namespace glovebox::sandbox;
using sandbox::test::Harness;
using sandbox::test::patienceMs;

class tst_seals final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void measuresBothSeals();
    void runsNothingWithoutTheSealOfFiles();
    void ignoresSwitchesFromOutside();
    void tellsWhyWithoutUserNamespaces();
    void innerWithoutUserNamespaces();

private:
    QTemporaryDir m_profile;
};

void tst_seals::measuresBothSeals()
{
    Harness::Options options;
    options.allowRoot = false;
    options.profile = m_profile.path();
    Harness box(options);
    QList<qint64> renderers;
    QObject::connect(&box.engine, &Engine::opened, &box.hub,
                     [&renderers](const QString &, qint64 pid) { renderers.append(pid); });
    const RunId run = box.submit(box.session(), "1 + 1");
    TRY(box.hasEnded(run));
    QCOMPARE(box.facts(run).result, u"2"_s);
    QVERIFY(box.pool.seals().level == SealStatus::Level::Sealed);
    QCOMPARE(box.pool.seals().reason, QString());

    // The judgement is not empty: what it looks at differs between us and them.
    const ProcessSeals self = readProcessSeals(::getpid());
    const ProcessSeals engine = readProcessSeals(box.engine.facts()->pid);
    // The one that made the snapshot is gone; the session's is there.
    renderers.removeIf([](qint64 pid) { return !QFile::exists(u"/proc/%1/status"_s.arg(pid)); });
    QVERIFY(!renderers.isEmpty());
    const ProcessSeals page = readProcessSeals(renderers.first());
    QVERIFY(self.hasNetwork && !engine.hasNetwork);
    QCOMPARE(page.seccomp, 2);
    QVERIFY(judgeSeals(self, self, page, false).level == SealStatus::Level::Broken);
    QVERIFY(judgeSeals(self, engine, self, false).level == SealStatus::Level::Broken);
    QVERIFY(judgeSeals(self, engine, engine, false).level == SealStatus::Level::Broken);
}

// The files alone left open: everything else holds.
void tst_seals::runsNothingWithoutTheSealOfFiles()
{
    Harness::Options options;
    options.allowRoot = false;
    options.files = false;
    options.profile = m_profile.path();
    Harness box(options);
    box.session();
    TRY(!box.pool.problem().isEmpty());
    QVERIFY2(box.pool.problem().contains(u"your files"_s), qPrintable(box.pool.problem()));
    QVERIFY(box.pool.seals().level == SealStatus::Level::Broken);
}

// The environment in which people keep such switches is not the engine's.
void tst_seals::ignoresSwitchesFromOutside()
{
    qputenv("QTWEBENGINE_CHROMIUM_FLAGS", "--no-sandbox --disable-web-security");
    qputenv("QTWEBENGINE_DISABLE_SANDBOX", "1");
    qputenv("QTWEBENGINE_REMOTE_DEBUGGING", "0");
    Harness::Options options;
    options.allowRoot = false;
    options.profile = m_profile.path();
    options.engineArguments = {u"--no-sandbox"_s, u"--single-process"_s};
    Harness box(options);
    const RunId run = box.submit(box.session(), "1 + 1");
    TRY(box.hasEnded(run));
    QVERIFY(box.pool.seals().level == SealStatus::Level::Sealed);
    for (const char *name : {"QTWEBENGINE_CHROMIUM_FLAGS", "QTWEBENGINE_DISABLE_SANDBOX",
                             "QTWEBENGINE_REMOTE_DEBUGGING"})
        qunsetenv(name);
}

// A computer without user namespaces: a user namespace in which no further one can be made.
void tst_seals::tellsWhyWithoutUserNamespaces()
{
    QProcess inner;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"GLOVEBOX_WITHOUT_NAMESPACES"_s, u"1"_s);
    inner.setProcessEnvironment(environment);
    inner.setProcessChannelMode(QProcess::MergedChannels);
    inner.start(u"unshare"_s,
                {u"--user"_s, u"--map-current-user"_s, u"--keep-caps"_s, u"sh"_s, u"-c"_s,
                 u"echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" "
                 "seals innerWithoutUserNamespaces"_s,
                 QCoreApplication::applicationFilePath()});
    QVERIFY(inner.waitForStarted(patienceMs));
    QVERIFY(inner.waitForFinished(patienceMs));
    const QByteArray said = inner.readAll();
    QVERIFY2(inner.exitStatus() == QProcess::NormalExit && inner.exitCode() == 0, said.constData());
    QVERIFY2(said.contains("PASS   : glovebox::hostile::tst_seals::innerWithoutUserNamespaces"),
             said.constData());
}

void tst_seals::innerWithoutUserNamespaces()
{
    if (!qEnvironmentVariableIsSet("GLOVEBOX_WITHOUT_NAMESPACES"))
        QSKIP("run by tellsWhyWithoutUserNamespaces");
    Harness::Options options;
    options.allowRoot = false;
    Harness box(options);
    const ApprovalRecord record = box.record(box.session(), "1 + 1");
    TRY(!box.pool.problem().isEmpty());
    QVERIFY2(box.pool.problem().contains(u"user.max_user_namespaces"_s),
             qPrintable(box.pool.problem()));
    const auto refused = box.pool.submit(RunId(1), record, record.digest());
    QVERIFY(!refused);
    QCOMPARE(refused.error().text, box.pool.problem());
    QVERIFY(!box.engine.facts());
}

std::unique_ptr<QObject> makeSeals()
{
    return std::make_unique<tst_seals>();
}

} // namespace glovebox::hostile

#include "seals.moc"
