// SPDX-License-Identifier: MIT
#include <settings/endpointfile.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <memory>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

class TestEndpointFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(u"端点 file.json"_s);
    }

    void tellsEverythingAndNullForWhatIsNotServed()
    {
        const auto file = EndpointFile::write(m_path, endpoint());
        QVERIFY(file.has_value());
        const QJsonObject json = QJsonDocument::fromJson(content()).object();
        QCOMPARE(json.keys(),
                 (QStringList{u"key"_s, u"mcp"_s, u"pid"_s, u"rest"_s, u"sse"_s, u"version"_s}));
        QCOMPARE(json[u"mcp"].toString(), u"http://127.0.0.1:8420/mcp"_s);
        QVERIFY(json[u"sse"].isNull());
        QVERIFY(json[u"rest"].isNull());
        QCOMPARE(json[u"key"].toString(), u"secret"_s);
        QCOMPARE(json[u"pid"].toInteger(), 42);
        QCOMPARE(json[u"version"].toString(), u"1.2.3"_s);
    }

    void commandsLearnThePortOfTheProgramThatRuns()
    {
        const QString profile = m_folder->path();
        QVERIFY(!listeningPort(profile));
        Endpoint running = endpoint();
        running.mcp = u"http://127.0.0.1:9001/mcp"_s;
        running.pid = QCoreApplication::applicationPid();
        {
            const auto file = EndpointFile::write(listeningFile(profile), running);
            QVERIFY(file.has_value());
            QCOMPARE(listeningPort(profile), quint16(9001));
        }
        QVERIFY(!listeningPort(profile));
        running.pid = 0x7fffffff; // of a program that was killed
        const auto left = EndpointFile::write(listeningFile(profile), running);
        QVERIFY(left.has_value());
        QVERIFY(!listeningPort(profile));
    }

    void canBeReadByItsOwnerOnly()
    {
        const mode_t before = ::umask(0);
        const auto file = EndpointFile::write(m_path, endpoint());
        ::umask(before);
        struct stat status = {};
        QCOMPARE(::stat(QFile::encodeName(m_path).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777, mode_t(0600));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1); // nothing beside it
    }

    void isGoneAtTheEnd()
    {
        {
            auto file = EndpointFile::write(m_path, endpoint());
            const EndpointFile moved(*std::move(file));
            QVERIFY(QFile::exists(m_path));
        }
        QVERIFY(!QFile::exists(m_path));
    }

    void leavesAFileThatIsNoLongerOurs()
    {
        {
            const auto first = EndpointFile::write(m_path, endpoint());
            QFile::remove(m_path);
            QFile other(m_path);
            QVERIFY(other.open(QIODevice::WriteOnly));
            other.write("another program's");
        }
        QCOMPARE(content(), "another program's"_ba);
    }

    void laterProgramTakesTheFileOver()
    {
        auto first =
            std::make_unique<Result<EndpointFile>>(EndpointFile::write(m_path, endpoint()));
        const auto second = EndpointFile::write(m_path, endpoint(u"second"_s));
        first.reset();
        QVERIFY(content().contains("second"));
    }

    void replacesALinkInsteadOfWritingThroughIt()
    {
        const QString victim = m_folder->filePath(u"victim"_s);
        QFile file(victim);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("untouched");
        file.close();
        QVERIFY(QFile::link(victim, m_path));
        const auto endpointFile = EndpointFile::write(m_path, endpoint());
        QVERIFY(endpointFile.has_value());
        QVERIFY(!QFileInfo(m_path).isSymLink());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), "untouched"_ba);
    }

    void saysWhenItCannotBeWritten_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("no such folder") << u"missing/e.json"_s;
        QTest::newRow("is a folder") << u"folder"_s;
    }
    void saysWhenItCannotBeWritten()
    {
        QFETCH(QString, name);
        QDir(m_folder->path()).mkdir(u"folder"_s);
        const auto file = EndpointFile::write(m_folder->filePath(name), endpoint());
        QVERIFY(!file.has_value());
        QVERIFY(file.error().text.contains(name));
        QVERIFY(!file.error().detail.isEmpty());
        QVERIFY(QDir(m_folder->path()).entryList(QDir::Files).isEmpty());
    }

private:
    static Endpoint endpoint(const QString &key = u"secret"_s)
    {
        return {.mcp = u"http://127.0.0.1:8420/mcp"_s,
                .sse = {},
                .rest = {},
                .key = key,
                .pid = 42,
                .version = u"1.2.3"_s};
    }
    QByteArray content() const
    {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestEndpointFile)
#include "tst_endpointfile.moc"
