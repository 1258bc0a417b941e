// SPDX-License-Identifier: MIT
#include <settings/singleinstance.h>

#include <QDir>
#include <QFile>
#include <QLocalSocket>
#include <QLockFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

namespace {

// Connects as `uid`, says something valid, and exits with 0 if it was answered.
int askAs(uid_t uid, const QByteArray &socketPath)
{
    if (::geteuid() != uid && ::setuid(uid) != 0)
        return 3;
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {AF_UNIX, {}};
    std::copy(socketPath.cbegin(), socketPath.cend(), address.sun_path);
    if (::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return 2;
    const QByteArray message("{\"documents\":[\"/evil\"]}\n");
    (void)::send(fd, message.constData(), size_t(message.size()), MSG_NOSIGNAL);
    char answer[3];
    return ::read(fd, answer, sizeof answer) == 3 ? 0 : 1;
}

} // namespace

class TestSingleInstance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_profile = std::make_unique<QTemporaryDir>(); }

    void secondStartRaisesTheFirstAndPassesDocuments()
    {
        SingleInstance first(m_profile->path());
        QVERIFY(isFirst(first.begin({})));
        QSignalSpy raised(&first, &SingleInstance::raiseRequested);
        QSignalSpy documents(&first, &SingleInstance::documentsRequested);
        const QStringList paths{u"/x/売上 📊.ipynb"_s, u"/y\nz.ipynb"_s};

        const auto role = startSecond(m_profile->path(), paths);
        QVERIFY(role.has_value());
        QVERIFY(*role == SingleInstance::Role::Second);
        QTRY_COMPARE(raised.count(), 1);
        QCOMPARE(documents.count(), 1);
        QCOMPARE(documents[0][0].toStringList(), paths);

        QVERIFY(startSecond(m_profile->path(), {}).has_value());
        QTRY_COMPARE(raised.count(), 2);
        QCOMPARE(documents.count(), 1); // nothing to open
    }

    void aSecondStartInTheTrayRaisesNothing()
    {
        SingleInstance first(m_profile->path());
        QVERIFY(isFirst(first.begin({})));
        QSignalSpy raised(&first, &SingleInstance::raiseRequested);
        QSignalSpy documents(&first, &SingleInstance::documentsRequested);
        const auto role = startSecond(m_profile->path(), {u"/x.ipynb"_s}, false);
        QVERIFY(role.has_value());
        QTRY_COMPARE(documents.count(), 1); // it was heard
        QCOMPARE(raised.count(), 0);
    }

    void anotherProfileIsAnotherProgram()
    {
        const QTemporaryDir other;
        SingleInstance first(m_profile->path());
        QVERIFY(isFirst(first.begin({})));
        SingleInstance second(other.path());
        QVERIFY(isFirst(second.begin({})));
    }

    void canBeginAgainAfterItEnded()
    {
        for (int i = 0; i < 2; ++i) {
            SingleInstance instance(m_profile->path());
            QVERIFY(isFirst(instance.begin({})));
        }
    }

    void beginsAfterAProcessThatWasKilled()
    {
        const pid_t child = ::fork();
        if (child == 0) {
            SingleInstance instance(m_profile->path());
            ::_exit(isFirst(instance.begin({})) ? 0 : 1); // leaves lock and socket behind
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QCOMPARE(status, 0);
        QVERIFY(!QDir(m_profile->path()).entryList(QDir::System | QDir::Files).isEmpty());
        SingleInstance instance(m_profile->path());
        QVERIFY(isFirst(instance.begin({})));
    }

    void saysWhenTheFirstDoesNotAnswer()
    {
        QLockFile lock(m_profile->path() + u"/instance.lock"_s);
        QVERIFY(lock.tryLock(0)); // of this living process, but nobody listens
        SingleInstance instance(m_profile->path());
        const auto role = instance.begin({});
        QVERIFY(!role.has_value());
        QVERIFY(role.error().code == ErrorCode::Conflict);
        QVERIFY(role.error().text.contains(u"--profile"_s));
    }

    void listensForItsOwnerOnly()
    {
        SingleInstance first(m_profile->path());
        QVERIFY(isFirst(first.begin({})));
        struct stat status = {};
        QCOMPARE(::stat(socketPath().constData(), &status), 0);
        QVERIFY(S_ISSOCK(status.st_mode));
        QCOMPARE(status.st_mode & 077, mode_t(0));
    }

    void refusesAnotherAccountEvenWithTheDoorOpen_data()
    {
        QTest::addColumn<int>("uid");
        QTest::addColumn<bool>("answered");
        QTest::newRow("ourselves") << int(::geteuid()) << true; // the control
        QTest::newRow("another account") << 65534 << false;
    }
    void refusesAnotherAccountEvenWithTheDoorOpen()
    {
        QFETCH(int, uid);
        QFETCH(bool, answered);
        if (::geteuid() != 0)
            QSKIP("only root can ask as another account");
        SingleInstance first(m_profile->path());
        QVERIFY(isFirst(first.begin({})));
        QSignalSpy raised(&first, &SingleInstance::raiseRequested);
        QCOMPARE(::chmod(QFile::encodeName(m_profile->path()).constData(), 0711), 0);
        QCOMPARE(::chmod(socketPath().constData(), 0777), 0);

        const QByteArray path = socketPath();
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(askAs(uid_t(uid), path));
        int status = -1;
        bool ended = false;
        QTRY_VERIFY(ended || (ended = ::waitpid(child, &status, WNOHANG) == child));
        QCOMPARE(WEXITSTATUS(status), answered ? 0 : 1);
        QCOMPARE(raised.count(), answered ? 1 : 0);
    }

    void survivesNonsense()
    {
        SingleInstance first(m_profile->path());
        QVERIFY(isFirst(first.begin({})));
        QSignalSpy documents(&first, &SingleInstance::documentsRequested);
        for (const QByteArray &message :
             {"not json\n"_ba, "[1,2]\n"_ba, "{\"documents\":3}\n"_ba, QByteArray(100'000, 'x')}) {
            QLocalSocket socket;
            socket.connectToServer(QFile::decodeName(socketPath()));
            QVERIFY(socket.waitForConnected());
            socket.write(message);
            QTRY_VERIFY(socket.state() == QLocalSocket::UnconnectedState);
        }
        QCOMPARE(documents.count(), 0);
        QVERIFY(startSecond(m_profile->path(), {}).has_value());
    }

    void worksInAProfileWithALongPath()
    {
        const QString folder = m_profile->path() + u'/' + QString(60, u'あ');
        QVERIFY(QDir().mkdir(folder));
        SingleInstance first(folder);
        QVERIFY(isFirst(first.begin({})));
        QSignalSpy raised(&first, &SingleInstance::raiseRequested);
        QVERIFY(startSecond(folder, {}).has_value());
        QTRY_COMPARE(raised.count(), 1);
    }

private:
    static bool isFirst(const Result<SingleInstance::Role> &role)
    {
        return role && *role == SingleInstance::Role::First;
    }
    QByteArray socketPath() const
    {
        return QFile::encodeName(m_profile->path() + u"/instance.sock"_s);
    }
    // A second start waits for the first, so it has a thread of its own here.
    static Result<SingleInstance::Role> startSecond(const QString &profile,
                                                    const QStringList &documents, bool raise = true)
    {
        Result<SingleInstance::Role> role = fail(ErrorCode::Internal, {});
        const std::unique_ptr<QThread> thread(QThread::create([&] {
            SingleInstance second(profile);
            role = second.begin(documents, raise);
        }));
        QSignalSpy finished(thread.get(), &QThread::finished);
        thread->start();
        finished.wait(10'000);
        thread->wait();
        return role;
    }

    std::unique_ptr<QTemporaryDir> m_profile;
};

QTEST_GUILESS_MAIN(TestSingleInstance)
#include "tst_singleinstance.moc"
