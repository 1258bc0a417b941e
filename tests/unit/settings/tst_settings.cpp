// SPDX-License-Identifier: MIT
#include <settings/settings.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <memory>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(u"settings.json"_s);
    }

    void hasDefaultsWithoutAFile()
    {
        const auto settings = open();
        QCOMPARE(settings->value(keys::language), QString());
        QCOMPARE(settings->value(keys::theme), u"system"_s);
        QCOMPARE(settings->value(keys::approvalTime), 300);
        QCOMPARE(settings->value(keys::presentation), u"window"_s);
        QCOMPARE(settings->value(keys::onlyThisRun), false);
        QCOMPARE(settings->value(keys::port), 8420);
        QCOMPARE(settings->value(keys::mounts), QStringList());
        QCOMPARE(settings->value(keys::windowGeometry), QByteArray());
        QVERIFY(!QFile::exists(m_path)); // reading writes nothing
    }

    void keepsEveryKindOfValue()
    {
        const QByteArray geometry("\x00\xFF\x01 bytes", 9);
        const QStringList mounts{u"売上=/家:ro"_s, u"b=/b"_s};
        {
            const auto settings = open();
            QVERIFY(settings->set(keys::language, u"ja"_s).has_value());
            QVERIFY(settings->set(keys::port, 9000).has_value());
            QVERIFY(settings->set(keys::onlyThisRun, true).has_value());
            QVERIFY(settings->set(keys::mounts, mounts).has_value());
            QVERIFY(settings->set(keys::windowGeometry, geometry).has_value());
        }
        const auto settings = open();
        QCOMPARE(settings->value(keys::language), u"ja"_s);
        QCOMPARE(settings->value(keys::port), 9000);
        QCOMPARE(settings->value(keys::onlyThisRun), true);
        QCOMPARE(settings->value(keys::mounts), mounts);
        QCOMPARE(settings->value(keys::windowGeometry), geometry);
    }

    void resetsToTheDefault()
    {
        const auto settings = open();
        QVERIFY(settings->set(keys::port, 9000).has_value());
        QSignalSpy changed(settings.get(), &Settings::changed);
        QVERIFY(settings->reset(keys::port).has_value());
        QCOMPARE(settings->value(keys::port), 8420);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toString(), u"server.port"_s);
        QVERIFY(!json().contains(u"server.port"));
        // A default that a later version changes is not frozen by setting it.
        QVERIFY(settings->set(keys::theme, u"dark"_s).has_value());
        QVERIFY(settings->set(keys::theme, u"system"_s).has_value());
        QVERIFY(!json().contains(u"appearance.theme"));
    }

    void tellsOnlyRealChanges()
    {
        const auto settings = open();
        QSignalSpy changed(settings.get(), &Settings::changed);
        QVERIFY(settings->set(keys::port, 9000).has_value());
        QVERIFY(settings->set(keys::port, 9000).has_value());
        QCOMPARE(changed.count(), 1);
    }

    void takesAWrongTypeForNotSet()
    {
        write(R"({"schema":1,"server.port":"80","appearance.theme":3,"mounts":"x",
                  "approvals.only_this_run":"yes","window.geometry":[1]})"_ba);
        const auto settings = open();
        QCOMPARE(settings->value(keys::port), 8420);
        QCOMPARE(settings->value(keys::theme), u"system"_s);
        QCOMPARE(settings->value(keys::mounts), QStringList());
        QCOMPARE(settings->value(keys::onlyThisRun), false);
        QCOMPARE(settings->value(keys::windowGeometry), QByteArray());
    }

    void keepsWhatItDoesNotKnow()
    {
        write(R"({"schema":1,"later.thing":{"a":[1,2]}})"_ba);
        QVERIFY(open()->set(keys::port, 1).has_value());
        QCOMPARE(json()[u"later.thing"][u"a"][1].toInt(), 2);
    }

    void migratesFilesWithoutASchema()
    {
        write(R"({"server.port":9001})"_ba);
        const auto settings = open();
        QCOMPARE(settings->value(keys::port), 9001);
        QVERIFY(settings->set(keys::theme, u"dark"_s).has_value());
        QCOMPARE(json()[u"schema"].toInt(), 1);
        QCOMPARE(json()[u"server.port"].toInt(), 9001);
    }

    void leavesAFileThatItCannotRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("broken") << "{\"server.port\": 90"_ba << u"cannot be read"_s;
        QTest::newRow("a list") << "[1]"_ba << u"cannot be read"_s;
        QTest::newRow("empty") << ""_ba << u"cannot be read"_s;
        QTest::newRow("newer") << "{\"schema\": 99}"_ba << u"newer version"_s;
    }
    void leavesAFileThatItCannotRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        write(text);
        const auto settings = Settings::open(m_path);
        QVERIFY(!settings.has_value());
        QVERIFY(settings.error().code == ErrorCode::Corrupt);
        QVERIFY(settings.error().text.contains(says));
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), text);
    }

    void canBeReadByItsOwnerOnly()
    {
        QVERIFY(open()->set(keys::port, 1).has_value());
        struct stat status = {};
        QCOMPARE(::stat(QFile::encodeName(m_path).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777, mode_t(0600));
    }

    void saysWhenItCannotBeWrittenButCounts()
    {
        const auto opened = Settings::open(m_folder->filePath(u"missing/settings.json"_s));
        QVERIFY(opened.has_value());
        const auto set = (*opened)->set(keys::port, 9000);
        QVERIFY(!set.has_value());
        QVERIFY(set.error().code == ErrorCode::Io);
        QCOMPARE((*opened)->value(keys::port), 9000);
    }

private:
    std::unique_ptr<Settings> open() const
    {
        auto settings = Settings::open(m_path);
        return settings ? *std::move(settings) : nullptr;
    }
    void write(const QByteArray &text) const
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QJsonObject json() const
    {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
