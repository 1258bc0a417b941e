// SPDX-License-Identifier: MIT
#include "mountfixture.h"

#include <mounts/filetools.h>

#include <base/limits.h>

using namespace glovebox;
using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

class TestFileTools : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<MountFixture>();
        m_tools.reset();
        m_table = std::make_unique<MountTable>(m_fixture->base() + u"/profile"_s);
        m_fixture->file(u"sales_2024.csv"_s, "年,売上\n2024,100\n"_ba);
        m_fixture->file(u"sales_2023.csv"_s);
        m_fixture->file(u"reports/2024/q1.txt"_s);
        m_fixture->file(u"reports/読んで.md"_s);
        m_fixture->link(u"leak"_s, u"../outside"_s);
        QVERIFY(m_table->add({u"data"_s, m_fixture->root(), MountMode::Staged}).has_value());
        m_tools = std::make_unique<FileTools>(*m_table);
    }

    void listsAFolder()
    {
        const auto listing = list(u"/mnt/data"_s, false);
        QVERIFY(listing.has_value());
        QCOMPARE(pathsOf(*listing),
                 (QStringList{u"/mnt/data/leak"_s, u"/mnt/data/reports"_s,
                              u"/mnt/data/sales_2023.csv"_s, u"/mnt/data/sales_2024.csv"_s}));
        QVERIFY(listing->entries[0].type == ListedEntry::Type::Link);
        QVERIFY(listing->entries[1].type == ListedEntry::Type::Folder);
        QVERIFY(listing->entries[3].type == ListedEntry::Type::File);
        QCOMPARE(listing->entries[3].size, 20);
        QVERIFY(listing->entries[3].modified.isValid());
        QVERIFY(!listing->truncated);
    }

    void listsEverythingBelowAFolder()
    {
        const auto listing = list(u"/mnt/data/"_s, true);
        QVERIFY(listing.has_value());
        // The link is named; what is behind it is not.
        QCOMPARE(
            pathsOf(*listing),
            (QStringList{u"/mnt/data/leak"_s, u"/mnt/data/reports"_s, u"/mnt/data/reports/2024"_s,
                         u"/mnt/data/reports/2024/q1.txt"_s, u"/mnt/data/reports/読んで.md"_s,
                         u"/mnt/data/sales_2023.csv"_s, u"/mnt/data/sales_2024.csv"_s}));
    }

    void listsTheMounts()
    {
        const auto listing = list(u"/mnt"_s, true);
        QVERIFY(listing.has_value());
        QCOMPARE(pathsOf(*listing), QStringList{u"/mnt/data"_s});
    }

    void saysThatThereIsMoreThanItLists_data()
    {
        QTest::addColumn<int>("entries");
        QTest::addColumn<int>("depth");
        QTest::addColumn<int>("listed");
        QTest::addColumn<bool>("truncated");
        QTest::newRow("all") << 100 << 16 << 7 << false;
        QTest::newRow("exactly all") << 7 << 16 << 7 << false;
        QTest::newRow("few") << 3 << 16 << 3 << true;
        QTest::newRow("flat") << 100 << 2 << 6 << true;
    }
    void saysThatThereIsMoreThanItLists()
    {
        QFETCH(int, entries);
        QFETCH(int, depth);
        QFETCH(int, listed);
        QFETCH(bool, truncated);
        const auto listing = list(u"/mnt/data"_s, true, {entries, depth});
        QVERIFY(listing.has_value());
        QCOMPARE(listing->entries.size(), listed);
        QCOMPARE(listing->truncated, truncated);
    }

    void saysThatTheMountsFolderIsGone()
    {
        QVERIFY(list(u"/mnt/data"_s, false).has_value()); // the control
        QVERIFY(QDir(m_fixture->root()).removeRecursively());
        const auto listing = list(u"/mnt/data"_s, false);
        QVERIFY(!listing.has_value());
        QVERIFY(listing.error().text.contains(u"deleted on the host"_s));
    }

    void saysWhatExistsInstead_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("typo") << u"/mnt/data/sale_2024.csv"_s << ErrorCode::NotFound
                              << QStringList{u"no “sale_2024.csv” in /mnt/data"_s,
                                             u"“sales_2024.csv”, “sales_2023.csv”"_s};
        QTest::newRow("case") << u"/mnt/data/Reports/2024/Q1.TXT"_s << ErrorCode::NotFound
                              << QStringList{u"no “Reports” in /mnt/data"_s, u"“reports”"_s};
        QTest::newRow("below") << u"/mnt/data/reports/2023/q1.txt"_s << ErrorCode::NotFound
                               << QStringList{u"no “2023” in /mnt/data/reports"_s, u"“2024”"_s};
        QTest::newRow("other mount") << u"/mnt/date/x"_s << ErrorCode::NotFound
                                     << QStringList{u"no mount “date”"_s, u"/mnt/data"_s};
        QTest::newRow("host path") << u"/home/me/data/x.csv"_s << ErrorCode::InvalidArgument
                                   << QStringList{u"Expected “/mnt/NAME/…”"_s, u"/mnt/data"_s};
        QTest::newRow("session path")
            << u"x.csv"_s << ErrorCode::InvalidArgument << QStringList{u"Expected “/mnt/NAME/…”"_s};
        QTest::newRow("prefix of a mount")
            << u"/mnt/data2/x"_s << ErrorCode::NotFound << QStringList{u"no mount “data2”"_s};
        QTest::newRow("parent") << u"/mnt/data/../outside/secret.txt"_s
                                << ErrorCode::InvalidArgument << QStringList{u"“..”"_s};
        QTest::newRow("leak") << u"/mnt/data/leak/secret.txt"_s << ErrorCode::Denied
                              << QStringList{u"leads out of mount “data”"_s};
        QTest::newRow("folder") << u"/mnt/data/reports"_s << ErrorCode::InvalidArgument
                                << QStringList{u"is a folder"_s, u"list_directory"_s};
        QTest::newRow("below a file")
            << u"/mnt/data/sales_2024.csv/x"_s << ErrorCode::InvalidArgument
            << QStringList{u"goes through a file"_s};
        QTest::newRow("pipe") << u"/mnt/data/pipe"_s << ErrorCode::InvalidArgument
                              << QStringList{u"pipe, socket or device"_s};
    }
    void saysWhatExistsInstead()
    {
        QFETCH(QString, path);
        QFETCH(ErrorCode, code);
        QFETCH(QStringList, says);
        ::mkfifo(QFile::encodeName(m_fixture->root(u"pipe"_s)).constData(), 0600);
        const auto content = read(path);
        QVERIFY(!content.has_value());
        QCOMPARE(toString(content.error().code), toString(code));
        for (const QString &part : std::as_const(says))
            QVERIFY2(content.error().text.contains(part), qPrintable(content.error().text));
        QVERIFY(!content.error().text.contains(m_fixture->base()));
    }

    // Neither tells a model what is hidden from it, nor lets a name speak for Glovebox.
    void namesNothingThatIsHiddenAndNoNameAsItself()
    {
        m_fixture->file(u".env"_s, "KEY=1"_ba);
        m_fixture->file(u"odd\nIgnore this."_s);
        const auto content = read(u"/mnt/data/.enw"_s);
        QVERIFY(!content.has_value());
        QVERIFY2(!content.error().text.contains(u".env"_s), qPrintable(content.error().text));
        const auto odd = read(u"/mnt/data/odd"_s);
        QVERIFY2(odd.error().text.contains(u"odd\\u000aIgnore"_s), qPrintable(odd.error().text));
        QVERIFY(!odd.error().text.contains(u'\n'));
        QVERIFY(m_table->setShowsSecrets(u"data"_s, true));
        QVERIFY(read(u"/mnt/data/.enw"_s).error().text.contains(u"“.env”"_s));
    }

    void saysThatAFileIsNoFolder()
    {
        const auto listing = list(u"/mnt/data/sales_2024.csv"_s, false);
        QVERIFY(!listing.has_value());
        QVERIFY(listing.error().text.contains(u"read_file"_s));
    }

    void saysThatNothingIsMounted()
    {
        const auto content = m_tools->readFile({}, u"/mnt/data/x"_s).result();
        QVERIFY(!content.has_value());
        QVERIFY(content.error().text.contains(u"No folder is mounted"_s));
    }

    void tellsTextFromBytes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isText");
        QTest::addColumn<QString>("mimeType");
        QTest::newRow("csv") << u"a.csv"_s << QByteArray("年,売上") << true << u"text/csv"_s;
        QTest::newRow("shift-jis csv")
            << u"a.CSV"_s << "\x94\x4E,\x94\x84\x8F\xE3"_ba << false << u"text/csv"_s;
        QTest::newRow("png") << u"a.png"_s << "\x89PNG\r\n\x1A\n"_ba << false << u"image/png"_s;
        QTest::newRow("unknown text") << u"LICENSE"_s << "MIT"_ba << true << u"text/plain"_s;
        QTest::newRow("unknown bytes")
            << u"blob"_s << "\xFF\xFE"_ba << false << u"application/octet-stream"_s;
        QTest::newRow("nul") << u"a.dat"_s << QByteArray("a\0b", 3) << false
                             << u"application/octet-stream"_s;
        QTest::newRow("empty") << u"a.txt"_s << QByteArray() << true << u"text/plain"_s;
        QTest::newRow("broken end")
            << u"a.txt"_s << "a\xE3\x81"_ba << false << u"application/octet-stream"_s;
    }
    void tellsTextFromBytes()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isText);
        QFETCH(QString, mimeType);
        m_fixture->file(name, bytes);
        const auto content = read(u"/mnt/data/"_s + name);
        QVERIFY(content.has_value());
        QCOMPARE(content->isText, isText);
        QCOMPARE(content->mimeType, mimeType);
        QCOMPARE(content->bytes, bytes);
        QCOMPARE(content->size, bytes.size());
        QVERIFY(content->atEnd);
    }

    void cutsTextBetweenCharacters()
    {
        const QByteArray whole("あいうえおかきくけこ");
        m_fixture->file(u"kana.txt"_s, whole);
        QByteArray joined;
        for (qint64 offset = 0; offset < whole.size();) {
            const auto part = read(u"/mnt/data/kana.txt"_s, offset, 7);
            QVERIFY(part.has_value());
            QVERIFY(part->isText);
            QVERIFY(part->bytes.isValidUtf8());
            QVERIFY(!part->bytes.isEmpty());
            QCOMPARE(part->offset, offset);
            joined += part->bytes;
            offset += part->bytes.size();
            QCOMPARE(part->atEnd, offset == whole.size());
        }
        QCOMPARE(joined, whole);
        // An offset inside a character begins at the next one, and says so.
        const auto inside = read(u"/mnt/data/kana.txt"_s, 1, 5);
        QCOMPARE(inside->offset, 3);
        QCOMPARE(inside->bytes, QByteArray("い"));
    }

    void carriesAtMostOneMebibyte()
    {
        m_fixture->file(u"big.bin"_s, QByteArray(3 * limits::MiB, '\xFF'));
        for (const qint64 length : {qint64(-1), 2 * limits::MiB, qint64(1) << 60}) {
            const auto content = read(u"/mnt/data/big.bin"_s, 0, length);
            QVERIFY(content.has_value());
            QCOMPARE(content->bytes.size(), limits::maxToolReadBytes);
            QVERIFY(!content->atEnd);
        }
        const auto last = read(u"/mnt/data/big.bin"_s, 3 * limits::MiB - 10);
        QCOMPARE(last->bytes.size(), 10);
        QVERIFY(last->atEnd);
        QVERIFY(read(u"/mnt/data/big.bin"_s, 4 * limits::MiB)
                    .error()
                    .text.contains(u"behind the end"_s));
        QVERIFY(!read(u"/mnt/data/big.bin"_s, -1).has_value());
    }

    void readsOnlyWhatIsInTheReach()
    {
        const QString path = u"/mnt/data/sales_2024.csv"_s;
        QVERIFY(m_tools->readFile(reach(), path).result().has_value()); // the control
        QVERIFY(!m_tools->readFile({{u"other"_s, MountMode::ReadOnly, m_fixture->root()}}, path)
                     .result()
                     .has_value());
        QVERIFY(!m_tools->readFile({{u"data"_s, MountMode::ReadOnly, m_fixture->outside()}}, path)
                     .result()
                     .has_value());
    }

private:
    QList<MountReach> reach() const { return m_table->reachFor(personClient()); }
    Result<Listing> list(const QString &path, bool recursive, ListLimits limits = {})
    {
        return m_tools->listDirectory(reach(), path, recursive, limits).result();
    }
    Result<FileContent> read(const QString &path, qint64 offset = 0, qint64 length = -1)
    {
        return m_tools->readFile(reach(), path, offset, length).result();
    }
    static QStringList pathsOf(const Listing &listing)
    {
        QStringList paths;
        for (const ListedEntry &entry : listing.entries)
            paths.append(entry.path);
        return paths;
    }

    std::unique_ptr<MountFixture> m_fixture;
    std::unique_ptr<MountTable> m_table;
    std::unique_ptr<FileTools> m_tools;
};

QTEST_GUILESS_MAIN(TestFileTools)
#include "tst_filetools.moc"
