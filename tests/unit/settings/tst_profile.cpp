// SPDX-License-Identifier: MIT
#include <settings/profile.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <memory>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

namespace {

mode_t modeOf(const QString &path)
{
    struct stat status = {};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777 : 0;
}

} // namespace

class TestProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_base = std::make_unique<QTemporaryDir>();
        m_folder = m_base->filePath(u"プロファイル 1"_s);
    }

    void makesAFolderThatOnlyWeMayEnter()
    {
        const mode_t before = ::umask(0);
        const auto profile = Profile::open(m_folder + u"/a/b"_s);
        ::umask(before);
        QVERIFY(profile.has_value());
        QCOMPARE(modeOf(m_folder + u"/a/b"_s), mode_t(0700));
        QCOMPARE(profile->file(u"x"_s), QString(profile->folder() + u"/x"_s));
        QVERIFY(Profile::open(m_folder + u"/a/b"_s).has_value()); // again
    }

    void refusesAFolderThatOthersMayEnter_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("accepted");
        QTest::newRow("ours") << 0700 << true;
        QTest::newRow("group may read") << 0740 << false;
        QTest::newRow("group may enter") << 0710 << false;
        QTest::newRow("others may enter") << 0701 << false;
        QTest::newRow("everybody") << 0777 << false;
    }
    void refusesAFolderThatOthersMayEnter()
    {
        QFETCH(int, mode);
        QFETCH(bool, accepted);
        QVERIFY(QDir().mkdir(m_folder));
        QCOMPARE(::chmod(QFile::encodeName(m_folder).constData(), mode_t(mode)), 0);
        const auto profile = Profile::open(m_folder);
        QCOMPARE(profile.has_value(), accepted);
        if (accepted)
            return;
        QVERIFY(profile.error().code == ErrorCode::Denied);
        QVERIFY(profile.error().text.contains(u"chmod 700"_s));
        QVERIFY(profile.error().text.contains(m_folder));
    }

    void refusesAFolderOfAnotherAccount()
    {
        if (::geteuid() != 0)
            QSKIP("only root can make one");
        QVERIFY(QDir().mkdir(m_folder));
        QCOMPARE(::chmod(QFile::encodeName(m_folder).constData(), 0700), 0);
        QCOMPARE(::chown(QFile::encodeName(m_folder).constData(), 65534, 65534), 0);
        const auto profile = Profile::open(m_folder);
        QVERIFY(!profile.has_value());
        QVERIFY(profile.error().text.contains(u"another account"_s));
    }

    void refusesWhatIsNoFolder()
    {
        QFile file(m_folder);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(Profile::open(m_folder).error().text.contains(u"is not a folder"_s));
        // A link could be pointed elsewhere later by whoever may write beside it.
        QVERIFY(QDir().mkdir(m_base->filePath(u"real"_s)));
        QVERIFY(QFile::link(m_base->filePath(u"real"_s), m_base->filePath(u"link"_s)));
        QVERIFY(!Profile::open(m_base->filePath(u"link"_s)).has_value());
    }

    void saysWhenItCannotBeMade()
    {
        QFile file(m_folder);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto profile = Profile::open(m_folder + u"/below"_s);
        QVERIFY(!profile.has_value());
        QVERIFY(profile.error().text.contains(u"cannot be made"_s));
    }

    void usesThePlatformsPlaceByDefault()
    {
        const QByteArray before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_base->path()));
        QCoreApplication::setApplicationName(u"glovebox"_s);
        const auto profile = Profile::open({});
        before.isEmpty() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before);
        QVERIFY(profile.has_value());
        QCOMPARE(profile->folder(), QString(QDir(m_base->path()).canonicalPath() + u"/glovebox"_s));
        QCOMPARE(modeOf(profile->folder()), mode_t(0700));
    }

private:
    std::unique_ptr<QTemporaryDir> m_base;
    QString m_folder;
};

QTEST_GUILESS_MAIN(TestProfile)
#include "tst_profile.moc"
