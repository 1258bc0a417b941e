// SPDX-License-Identifier: MIT
// What a browser process that was taken over could do to the person's files, processes and sockets.
// The aim is seen from here: what was read is a secret that only this process knows, what was sent
// arrives, what was written is there. The control: the same process without its namespaces and its
// seal of files, that is, with the person's rights.
#include "families.h"

#include "box.h"

#include <QLocalServer>
#include <QProcess>
#include <QSignalSpy>

#include <csignal>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

namespace glovebox::hostile {

using namespace glovebox::sandbox;

namespace {

const QByteArray secret = "only the person may read this";

// Everything that belongs to the person, made anew for each of the two processes.
struct Person
{
    Person()
    {
        write(file(u"keys.sqlite"_s), secret);
        write(file(u"runs/r1/output"_s), secret);
        write(file(u"program/assets/pyodide/a.mjs"_s), "as it was");
        write(home(), secret);
        write(shared(), secret);
        QFile::setPermissions(home(), QFile::ReadOwner | QFile::WriteOwner);
        QFile::link(file(u"keys.sqlite"_s), file(u"program/assets/link"_s));
        QFile::copy(u"/bin/true"_s, file(u"true"_s));
        socket.listen(file(u"bus"_s));
        abstractSocket.setSocketOptions(QLocalServer::AbstractNamespaceOption);
        abstractSocket.listen(u"glovebox-hostile-%1"_s.arg(::getpid()));
        for (QLocalServer *server : {&socket, &abstractSocket}) {
            QObject::connect(server, &QLocalServer::newConnection, server,
                             [this, server] { connections[server] += 1; });
        }
        victim.start(u"sleep"_s, {u"600"_s});
        victim.waitForStarted();
        memory = ::shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
        auto *at = static_cast<char *>(::shmat(memory, nullptr, 0));
        std::memcpy(at, secret.constData(), size_t(secret.size()) + 1);
        ::shmdt(at);
    }

    ~Person()
    {
        ::shmctl(memory, IPC_RMID, nullptr);
        QFile::remove(home());
        QFile::remove(shared());
        victim.kill();
        victim.waitForFinished();
    }

    QString file(const QString &name) const { return folder.filePath(name); }
    static QString home() { return QDir::homePath() + u"/glovebox-hostile-secret"_s; }
    static QString shared() { return u"/dev/shm/glovebox-hostile-secret"_s; }

    QTemporaryDir folder;
    Listeners listeners;
    int tcp = listeners.tcp(u"tcp"_s);
    int udp = listeners.udp(u"udp"_s);
    QLocalServer socket;
    QLocalServer abstractSocket;
    QHash<QLocalServer *, int> connections;
    QProcess victim;
    int memory = 0;
};

using Reached = bool (*)(Person &person, const QString &said);

bool saidTheSecret(Person &, const QString &said)
{
    return said.contains(QLatin1StringView(secret));
}

bool saidDone(Person &, const QString &said)
{
    return said == u"done";
}

struct Row
{
    const char *name;
    QString kind;
    std::function<QString(const Person &)> target;
    Reached reached;
};

const QList<Row> &rows()
{
    const auto inProfile = [](const QString &name) {
        return [name](const Person &person) { return person.file(name); };
    };
    const auto text = [](const QString &fixed) {
        return [fixed](const Person &) { return fixed; };
    };
    const QString parent = QString::number(::getpid());
    static const QList<Row> all{
        {"reads the keys", u"read"_s, inProfile(u"keys.sqlite"_s), saidTheSecret},
        {"reads a run's output", u"read"_s, inProfile(u"runs/r1/output"_s), saidTheSecret},
        {"reads a file in the home folder", u"read"_s, text(Person::home()), saidTheSecret},
        {"reads the keys by a link in a served folder", u"read"_s,
         inProfile(u"program/assets/link"_s), saidTheSecret},
        {"reads the keys by dots", u"read"_s, inProfile(u"program/assets/../../keys.sqlite"_s),
         saidTheSecret},
        {"reads the keys through the parent's root", u"read"_s,
         [parent](const Person &person) {
             return u"/proc/%1/root%2"_s.arg(parent, person.file(u"keys.sqlite"_s));
         },
         saidTheSecret},
        {"reads the parent's environment", u"read"_s, text(u"/proc/%1/environ"_s.arg(parent)),
         [](Person &, const QString &said) {
             return !said.startsWith(u"failed") && said.contains(u'=');
         }},
        {"reads the list of accounts", u"read"_s, text(u"/etc/passwd"_s),
         [](Person &, const QString &said) { return said.contains(u"root:"); }},
        {"reads shared memory by its file", u"read"_s, text(Person::shared()), saidTheSecret},
        {"reads shared memory by its number", u"memory"_s,
         [](const Person &person) { return QString::number(person.memory); }, saidTheSecret},
        {"reads the keys with new rights over mounts", u"unmount"_s, inProfile(u"keys.sqlite"_s),
         saidTheSecret},
        {"writes into the profile", u"write"_s, inProfile(u"planted"_s),
         [](Person &person, const QString &) { return QFile::exists(person.file(u"planted"_s)); }},
        {"writes into the home folder", u"write"_s, text(Person::home()),
         [](Person &, const QString &) { return contents(Person::home()) != secret; }},
        {"changes a file that pages are served", u"write"_s,
         inProfile(u"program/assets/pyodide/a.mjs"_s),
         [](Person &person, const QString &) {
             return contents(person.file(u"program/assets/pyodide/a.mjs"_s)) != "as it was";
         }},
        {"runs a program of the person's", u"run"_s, inProfile(u"true"_s), saidDone},
        {"connects to a socket in a folder", u"socket"_s, inProfile(u"bus"_s),
         [](Person &person, const QString &) { return person.connections[&person.socket] > 0; }},
        {"connects to a socket without a folder", u"socket"_s,
         text(u"@glovebox-hostile-%1"_s.arg(::getpid())),
         [](Person &person, const QString &) {
             return person.connections[&person.abstractSocket] > 0;
         }},
        {"connects to a port", u"tcp"_s,
         [](const Person &person) { return QString::number(person.tcp); },
         [](Person &person, const QString &) { return person.listeners.hits(u"tcp"_s) > 0; }},
        {"sends a datagram", u"udp"_s,
         [](const Person &person) { return QString::number(person.udp); },
         [](Person &person, const QString &) { return person.listeners.hits(u"udp"_s) > 0; }},
        {"stops a process of the person's by tracing it", u"trace"_s,
         [](const Person &person) { return QString::number(person.victim.processId()); }, saidDone},
        // Last: its control ends the process that the others need.
        {"ends a process of the person's", u"signal"_s,
         [](const Person &person) { return QString::number(person.victim.processId()); },
         [](Person &person, const QString &) {
             return QTest::qWaitFor(
                 [&person] { return person.victim.state() == QProcess::NotRunning; }, 500);
         }},
    };
    return all;
}

} // namespace

class tst_enginefiles final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isStopped_data();
    void isStopped();
    void getsNoneOfTheSecretsInOurEnvironment_data();
    void getsNoneOfTheSecretsInOurEnvironment();

private:
    // What each row reached, and what the process said of it.
    struct Outcome
    {
        bool reached = false;
        QString said;
    };
    static QHash<QString, Outcome> tryEverything(bool sealed);

    QHash<QString, Outcome> m_sealed;
    QHash<QString, Outcome> m_open;
};

QHash<QString, tst_enginefiles::Outcome> tst_enginefiles::tryEverything(bool sealed)
{
    Person person;
    EngineProcess::Options options{.program = sandbox::test::program(u"hostile-process"_s),
                                   .assets = person.file(u"program/assets"_s),
                                   .runtime = sandbox::test::runtime(),
                                   .namespaces = sealed,
                                   .files = sealed};
    for (const Row &row : rows()) {
        options.arguments.append(QString::fromLatin1(row.name) + u':' + row.kind + u'=' +
                                 row.target(person));
    }
    EngineProcess process(options, systemClock());
    QHash<QString, QString> said;
    bool over = false;
    QObject::connect(&process, &Engine::refused, &process,
                     [&](const QString &page, const QString &what, const QString &url) {
                         over = over || page == u"over";
                         said.insert(what, url);
                     });
    process.start();
    const bool done = QTest::qWaitFor([&over] { return over; }, sandbox::test::patienceMs);
    if (!done)
        qWarning("the process did not come to its end");
    person.listeners.knock();
    (void)QTest::qWaitFor([&person] { return person.listeners.answered(); });
    QHash<QString, Outcome> outcomes;
    for (const Row &row : rows()) {
        const QString name = QString::fromLatin1(row.name);
        outcomes.insert(name, {row.reached(person, said[name]), said[name]});
    }
    return outcomes;
}

void tst_enginefiles::initTestCase()
{
    m_sealed = tryEverything(true);
    m_open = tryEverything(false);
}

void tst_enginefiles::isStopped_data()
{
    QTest::addColumn<QString>("name");
    for (const Row &row : rows())
        QTest::newRow(row.name) << QString::fromLatin1(row.name);
}

void tst_enginefiles::isStopped()
{
    QFETCH(QString, name);
    QVERIFY2(!m_sealed[name].said.isEmpty(), "it was not tried");
    QVERIFY2(!m_sealed[name].reached, qPrintable(m_sealed[name].said));
    if (name.contains(u"tracing") && QFile::exists(u"/proc/sys/kernel/yama/ptrace_scope"_s))
        QSKIP("this kernel lets nobody trace, so there is no control");
    QVERIFY2(m_open[name].reached, qPrintable(m_open[name].said));
    shown("engine and files");
}

// No way to the session's services by a name in the environment.
void tst_enginefiles::getsNoneOfTheSecretsInOurEnvironment_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "XAUTHORITY",
                             "WAYLAND_DISPLAY", "GLOVEBOX_KEY"})
        QTest::newRow(name) << QByteArray(name);
}

void tst_enginefiles::getsNoneOfTheSecretsInOurEnvironment()
{
    QFETCH(QByteArray, name);
    qputenv(name.constData(), secret);
    EngineProcess::Options options{.program = sandbox::test::program(u"hostile-process"_s),
                                   .assets = sandbox::test::runtime(),
                                   .runtime = sandbox::test::runtime(),
                                   .arguments = {u"it:environment="_s + QString::fromLatin1(name),
                                                 u"home:environment=HOME"_s}};
    EngineProcess process(options, systemClock());
    QSignalSpy told(&process, &Engine::refused);
    process.start();
    QTRY_COMPARE(told.size(), 3);
    QCOMPARE(qgetenv(name.constData()), secret); // the control: it is in ours
    QCOMPARE(told[0][2].toString(), u"failed: not there"_s);
    QVERIFY(told[1][2].toString() != QDir::homePath());
    qunsetenv(name.constData());
    shown("engine and files");
}

std::unique_ptr<QObject> makeEngineFiles()
{
    return std::make_unique<tst_enginefiles>();
}

} // namespace glovebox::hostile

#include "enginefiles.moc"
