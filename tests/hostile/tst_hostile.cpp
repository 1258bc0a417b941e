// SPDX-License-Identifier: MIT
// Boundary tests: what is in the sandbox is taken to be hostile in full, so the names that the
// worker takes away from Python are given back, and a script runs in the page's own world.
//
// For every attempt and every layer that is said to stop it: with all layers off the listener is
// reached (the control), with only that layer on it is not.
#include "tests/sandbox/harness.h"
#include "listeners.h"
#include "sandbox/sealprobe.h"

#include <QDirIterator>
#include <QJsonDocument>
#include <QProcess>

#include <csignal>
#include <unistd.h>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace glovebox::sandbox::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

#define TRY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, patienceMs)

namespace {

// Which layers are said to stop which attempt (SECURITY.md). "namespaces" is the engine's network
// namespace: it stops everything that WebEngine or the engine process itself could try.
struct Attempt
{
    const char *name;
    QStringList stoppedBy;
};

const QList<Attempt> &attempts()
{
    static const QStringList http{u"csp"_s, u"interceptor"_s, u"resolver"_s, u"namespaces"_s};
    static const QList<Attempt> all{
        {"fetch", http},
        {"xhr", http},
        {"websocket", http},
        {"webtransport", {u"csp"_s, u"namespaces"_s}},
        {"eventsource", http},
        {"nested_worker", http},
        {"ctypes", http},
        {"page_fetch", http},
        {"page_image", http + QStringList{u"settings"_s}},
        {"page_webrtc", {u"webrtcPolicy"_s, u"namespaces"_s}},
        {"engine_tcp", {u"namespaces"_s}},
        {"engine_udp", {u"namespaces"_s}},
    };
    return all;
}

bool isUdp(const QString &attempt)
{
    return attempt == u"webtransport" || attempt == u"page_webrtc" || attempt == u"engine_udp";
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

void write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

QString own(const QString &name)
{
    return folder("GLOVEBOX_HOSTILE_DIR", GLOVEBOX_SOURCE_DIR "/tests/hostile") + u'/' + name;
}

// Everything that one configuration is tried with.
struct Trial
{
    Trial()
    {
        for (const Attempt &attempt : attempts()) {
            const QString name = QString::fromLatin1(attempt.name);
            ports.insert(name, isUdp(name) ? listeners.udp(name) : listeners.tcp(name));
        }
        ports.insert(u"image"_s, 1); // the worker has no Image: asserted
    }

    QByteArray portsText() const { return QJsonDocument(ports).toJson(QJsonDocument::Compact); }

    // The product's own worker and Python, with the hardening of names taken out and an attack
    // in the page's own world.
    QString makeRuntime() const
    {
        const QString target = folder.filePath(u"runtime"_s);
        for (const QString &part : {u"pyodide/worker"_s, u"pyodide/python"_s, u"resources/shell"_s}) {
            QDirIterator it(runtime() + u'/' + part, QDir::Files, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                const QString path = it.next();
                write(target + path.mid(runtime().size()), contents(path));
            }
        }
        QByteArray harden = contents(target + u"/pyodide/worker/harden.mjs"_s);
        const qsizetype found = harden.indexOf("export function removeNames(");
        const qsizetype body = harden.indexOf("{\n", found);
        if (found < 0 || body < 0)
            qFatal("the worker takes its names away in another place: adapt this test");
        write(target + u"/pyodide/worker/harden.mjs"_s, harden.insert(body + 2, "    return;\n"));
        write(target + u"/resources/shell/attack.js"_s,
              "const ports = " + portsText() + ";\n" + contents(own(u"attack.js"_s)));
        QByteArray html = contents(runtime() + u"/resources/shell/shell.html"_s);
        html.replace("</body>", "<script src=\"/attack.js\"></script></body>");
        write(target + u"/resources/shell/shell.html"_s, html);
        return target;
    }

    QByteArray attack(const QString &file) const
    {
        return "ports = " + portsText() + "\n" + contents(own(file));
    }

    Listeners listeners;
    QJsonObject ports;
    QTemporaryDir folder;
};

} // namespace

class tst_hostile final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void measuresBothSeals();
    void doesNotGetOut_data();
    void doesNotGetOut();
    void ignoresSwitchesFromOutside();
    void tellsWhyWithoutUserNamespaces();
    void innerWithoutUserNamespaces();

private:
    QTemporaryDir m_profile;
};

void tst_hostile::measuresBothSeals()
{
    QVERIFY2(::geteuid() != 0, "these tests prove nothing as root");
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

void tst_hostile::doesNotGetOut_data()
{
    QTest::addColumn<QString>("layer");
    QTest::newRow("control: all layers off") << QString();
    for (const char *layer :
         {"csp", "interceptor", "resolver", "webrtcPolicy", "settings", "namespaces"})
        QTest::newRow(layer) << QString::fromLatin1(layer);
    QTest::newRow("all layers on") << u"all"_s;
}

void tst_hostile::doesNotGetOut()
{
    QFETCH(QString, layer);
    QVERIFY2(::geteuid() != 0, "these tests prove nothing as root");
    Trial trial;
    Harness::Options options;
    options.engine = program(u"hostile-engine"_s);
    options.allowRoot = false;
    options.profile = trial.folder.path();
    options.runtime = trial.makeRuntime();
    options.namespaces = layer == u"namespaces" || layer == u"all";
    if (layer != u"all")
        options.engineArguments = {u"--only="_s + layer};
    options.engineArguments.append(u"--connect=%1,%2"_s.arg(trial.ports[u"engine_tcp"].toInt())
                                       .arg(trial.ports[u"engine_udp"].toInt()));
    if (layer != u"all") // with a layer gone the seals do not hold, and nothing would run
        options.measure = [](qint64, qint64) { return SealStatus{SealStatus::Level::Sealed, {}}; };
    Harness box(options);
    box.timeout = 120s;
    bool pageIsDone = false;
    QObject::connect(&box.engine, &Engine::refused, &box.hub,
                     [&](const QString &, const QString &, const QString &url) {
                         pageIsDone = pageIsDone || url.endsWith(u"/attack-is-over"_s);
                     });

    const SessionRef session = box.session();
    const RunId attack = box.submit(session, trial.attack(u"attack.py"_s));
    TRY(box.hasEnded(attack));
    const QByteArray said = box.outputOf(attack, StreamName::Stdout);
    const QJsonObject outcomes = QJsonDocument::fromJson(said).object();
    const QByteArray otherwise = box.outputOf(attack) + box.facts(attack).endReason.toUtf8();
    QVERIFY2(!outcomes.isEmpty(), otherwise.constData());
    // With CSP the evaluation ends the interpreter; either way the run ends.
    const RunId ctypes = box.submit(session, trial.attack(u"attack_ctypes.py"_s));
    TRY(box.hasEnded(ctypes));
    TRY(pageIsDone);
    trial.listeners.knock();
    TRY(trial.listeners.answered());

    // Chromium gives workers no Image, so there is nothing to stop; the page's is tried.
    QVERIFY2(outcomes[u"image"].toString().contains(u"AttributeError"_s), said.constData());
    for (const Attempt &attempt : attempts()) {
        const QString name = QString::fromLatin1(attempt.name);
        const QByteArray message = "attempt " + QByteArray(attempt.name) + ", " + said;
        if (layer.isEmpty())
            QVERIFY2(trial.listeners.hits(name) > 0, message.constData());
        else if (layer == u"all" || attempt.stoppedBy.contains(layer))
            QVERIFY2(trial.listeners.hits(name) == 0, message.constData());
    }
}

// The environment in which people keep such switches is not the engine's.
void tst_hostile::ignoresSwitchesFromOutside()
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
void tst_hostile::tellsWhyWithoutUserNamespaces()
{
    QProcess inner;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"GLOVEBOX_WITHOUT_NAMESPACES"_s, u"1"_s);
    inner.setProcessEnvironment(environment);
    inner.setProcessChannelMode(QProcess::MergedChannels);
    inner.start(u"unshare"_s,
                {u"--user"_s, u"--map-current-user"_s, u"--keep-caps"_s, u"sh"_s, u"-c"_s,
                 u"echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" "
                 "innerWithoutUserNamespaces"_s,
                 QCoreApplication::applicationFilePath()});
    QVERIFY(inner.waitForStarted(patienceMs));
    QVERIFY(inner.waitForFinished(patienceMs));
    const QByteArray said = inner.readAll();
    QVERIFY2(inner.exitStatus() == QProcess::NormalExit && inner.exitCode() == 0,
             said.constData());
    QVERIFY2(said.contains("PASS   : tst_hostile::innerWithoutUserNamespaces"), said.constData());
}

void tst_hostile::innerWithoutUserNamespaces()
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

QTEST_GUILESS_MAIN(tst_hostile)
#include "tst_hostile.moc"
