// SPDX-License-Identifier: MIT
#include "mountfixture.h"

#include <mounts/filecalls.h>
#include <mounts/hostpath.h>

#include <base/limits.h>

#include <QJsonArray>
#include <QSet>
#include <QSignalSpy>

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>

using namespace glovebox;
using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

namespace {

const RunId theRun(1);

QString errnoOf(const Frame &answer)
{
    return answer.header[u"ok"].toBool() ? u"ok"_s : answer.header[u"errno"].toString();
}

QString messageOf(const Frame &answer)
{
    return answer.header[u"message"].toString();
}

} // namespace

class TestFileCalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<MountFixture>();
        m_fixture->file(u"a.txt"_s, "hello world"_ba);
        m_fixture->file(u"sub/b.txt"_s);
        setUp(Containment::Kernel);
    }

    // ---- Reading ----

    void readsPartsOfAFile()
    {
        const Frame opened = open(u"a.txt"_s, {u"read"_s});
        QCOMPARE(errnoOf(opened), u"ok"_s);
        QCOMPARE(opened.header[u"v"].toInt(), 1);
        QCOMPARE(opened.header[u"stat"][u"size"].toInt(), 11);
        const int handle = opened.header[u"handle"].toInt();
        QCOMPARE(read(handle, 6, 100).body, "world"_ba);
        QCOMPARE(read(handle, 0, 5).body, "hello"_ba);
        QCOMPARE(read(handle, 0, 0).body, ""_ba);
        QCOMPARE(read(handle, 500, 5).body, ""_ba);
        QCOMPARE(errnoOf(call(u"fs.close"_s, {{u"handle"_s, handle}})), u"ok"_s);
        QCOMPARE(errnoOf(read(handle, 0, 1)), u"EBADF"_s);
    }

    void readsSmallFilesOfAFolderAlongWithOneAndNothingElse()
    {
        m_fixture->file(u"sub/c.txt"_s, "third"_ba);
        m_fixture->file(u"sub/empty"_s, ""_ba);
        m_fixture->file(u"sub/large"_s, QByteArray(70'000, 'x'));
        m_fixture->file(u"sub/.env"_s, "SECRET=1"_ba);
        m_fixture->link(u"sub/inside"_s, u"c.txt"_s);
        m_fixture->link(u"sub/outside"_s, m_fixture->outside(u"secret.txt"_s));
        QDir().mkpath(m_fixture->root(u"sub/folder"_s));
        QSignalSpy touched(m_calls.get(), &FileCalls::fileTouched);
        const Frame opened = call(
            u"fs.open"_s,
            {{u"mount"_s, u"data"_s},
             {u"path"_s, u"sub/b.txt"_s},
             {u"flags"_s, QJsonArray{u"read"_s}},
             {u"inline"_s, 65536},
             {u"also"_s, QJsonArray{u"c.txt"_s, u"large"_s, u".env"_s, u"inside"_s, u"outside"_s,
                                    u"folder"_s, u"missing"_s, u"../../outside/secret.txt"_s, 7,
                                    u""_s, u"empty"_s, u"../a.txt"_s}}});
        QCOMPARE(errnoOf(opened), u"ok"_s);
        const QJsonArray also = opened.header[u"also"].toArray();
        QList<int> sizes;
        for (const QJsonValue &stat : also)
            sizes.append(stat.isNull() ? -1 : stat[u"size"].toInt());
        QCOMPARE(sizes, (QList<int>{5, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, -1}));
        QCOMPARE(opened.body, "insidethird"_ba);
        QCOMPARE(m_calls->openHandles(RunId(1)), 0);
        QTRY_COMPARE(touched.size(), 3); // what was given is told as read: three files
        // Not where the one that was asked for does not come whole, or is to be written.
        const auto others = [&](const QString &path, const QStringList &flags) {
            return call(u"fs.open"_s, {{u"mount"_s, u"data"_s},
                                       {u"path"_s, path},
                                       {u"flags"_s, QJsonArray::fromStringList(flags)},
                                       {u"inline"_s, 65536},
                                       {u"also"_s, QJsonArray{u"c.txt"_s}}})
                .header.contains(u"also");
        };
        QVERIFY(others(u"sub/b.txt"_s, {u"read"_s}));
        QVERIFY(!others(u"sub/large"_s, {u"read"_s}));
        QVERIFY(!others(u"sub/b.txt"_s, {u"read"_s, u"write"_s}));
    }

    void readsAFileLargerThanThreeGigabytes()
    {
        const qint64 size = 3 * limits::GiB;
        QFile file(m_fixture->root(u"huge.bin"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(size)); // sparse
        for (const qint64 at :
             {qint64(0), (qint64(1) << 31) - 3, (qint64(1) << 31) + 5, size - 4}) {
            QVERIFY(file.seek(at));
            file.write(QByteArray::number(at % 1000).rightJustified(4, '0'));
        }
        file.close();

        const Frame opened = open(u"huge.bin"_s, {u"read"_s});
        QCOMPARE(opened.header[u"stat"][u"size"].toInteger(), size);
        const int handle = opened.header[u"handle"].toInt();
        QCOMPARE(read(handle, (qint64(1) << 31) - 3, 4).body, "0645"_ba);
        QCOMPARE(read(handle, (qint64(1) << 31) + 5, 4).body, "0653"_ba);
        const QByteArray last = read(handle, size - 1000, limits::maxFileReadBytes).body;
        QCOMPARE(last.size(), 1000);
        QCOMPARE(last.last(4), "0468"_ba);
        QCOMPARE(read(handle, size / 2 + 4096, limits::maxFileReadBytes).body.size(),
                 limits::maxFileReadBytes);
    }

    void checksSizesBeforeAllocating_data()
    {
        QTest::addColumn<QJsonValue>("offset");
        QTest::addColumn<QJsonValue>("length");
        QTest::newRow("too long") << QJsonValue(0) << QJsonValue(limits::maxFileReadBytes + 1);
        QTest::newRow("enormous") << QJsonValue(0) << QJsonValue(1e300);
        QTest::newRow("negative length") << QJsonValue(0) << QJsonValue(-1);
        QTest::newRow("negative offset") << QJsonValue(-1) << QJsonValue(1);
        QTest::newRow("fraction") << QJsonValue(0.5) << QJsonValue(1);
        QTest::newRow("text") << QJsonValue(u"0"_s) << QJsonValue(1);
        QTest::newRow("missing") << QJsonValue(QJsonValue::Undefined) << QJsonValue(1);
    }
    void checksSizesBeforeAllocating()
    {
        QFETCH(QJsonValue, offset);
        QFETCH(QJsonValue, length);
        const int handle = opened(u"a.txt"_s, {u"read"_s});
        QCOMPARE(
            errnoOf(call(u"fs.read"_s,
                         {{u"handle"_s, handle}, {u"offset"_s, offset}, {u"length"_s, length}})),
            u"EINVAL"_s);
    }

    void opensEveryNameThatItLists_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char *name : {"売上 2024.csv", "測試 中文 data set", "📊 plot.png",
                                 "naïve\n\t\"", "caf\xE9.txt", "\xFF\xFE", "-rf", "a\\b"})
            QTest::newRow(name) << QByteArray(name);
    }
    void opensEveryNameThatItLists()
    {
        QFETCH(QByteArray, name);
        QVERIFY(QDir().mkdir(m_fixture->root(u"names"_s)));
        const QByteArray host = QFile::encodeName(m_fixture->root(u"names/"_s)) + name;
        FILE *file = std::fopen(host.constData(), "w");
        QVERIFY(file);
        std::fputs("inside", file);
        std::fclose(file);

        const QJsonArray entries = list(u"names"_s);
        QCOMPARE(entries.size(), 1);
        const QString listed = entries[0][u"name"].toString();
        // As it arrives after a journey through JSON.
        const auto travelled = decodeSingle(encode({{{u"name"_s, listed}}}));
        const QString path = u"names/"_s + travelled->header[u"name"].toString();
        QCOMPARE(read(opened(path, {u"read"_s}), 0, 100).body, "inside"_ba);
        QCOMPARE(errnoOf(at(u"fs.unlink"_s, path)), u"ok"_s);
        QVERIFY(list(u"names"_s).isEmpty());
    }

    void listsAHugeFolderInPages()
    {
        constexpr int count = 20'000;
        QVERIFY(QDir().mkdir(m_fixture->root(u"many"_s)));
        for (int i = 0; i < count; ++i)
            MountFixture::write(m_fixture->root(u"many/f%1"_s.arg(i)), {});

        Frame page = at(u"fs.readdir"_s, u"many"_s);
        QSet<QString> names;
        int pages = 0;
        while (true) {
            QCOMPARE(errnoOf(page), u"ok"_s);
            const QJsonArray entries = page.header[u"entries"].toArray();
            QVERIFY(entries.size() <= limits::maxEntriesPerReaddir);
            QVERIFY(encode(page).size() < limits::maxFrameHeader);
            for (const QJsonValue &entry : entries)
                names.insert(entry[u"name"].toString());
            ++pages;
            if (!page.header.contains(u"next"))
                break;
            // Another call is answered between two pages.
            QCOMPARE(errnoOf(at(u"fs.lookup"_s, u"a.txt"_s)), u"ok"_s);
            page = call(u"fs.readdir"_s, {{u"cursor"_s, page.header[u"next"]}});
        }
        QCOMPARE(names.size(), count);
        QVERIFY(pages >= count / limits::maxEntriesPerReaddir);
        QCOMPARE(m_calls->openHandles(theRun), 0);
        QCOMPARE(errnoOf(call(u"fs.readdir"_s, {{u"cursor"_s, 12345}})), u"EBADF"_s);
    }

    void looksAtManyEntriesWithOneCall()
    {
        QVERIFY(QDir().mkdir(m_fixture->root(u"many"_s)));
        for (const QString &name : {u"a"_s, u"b"_s, u".env"_s})
            MountFixture::write(m_fixture->root(u"many/"_s + name), name.toUtf8());
        const QJsonArray also{u"b"_s, u"none"_s, u".env"_s, u"../../outside"_s};
        const Frame answer = at(u"fs.lookup"_s, u"many/a"_s, {{u"also"_s, also}});
        QCOMPARE(answer.header[u"stat"][u"size"].toInt(), 1);
        const QJsonArray stats = answer.header[u"stats"].toArray();
        QCOMPARE(stats.size(), 4);
        QCOMPARE(stats[0][u"size"].toInt(), 1);
        for (int i = 1; i < 4; ++i)
            QVERIFY(stats[i].isNull());
        QJsonArray tooMany;
        for (int i = 0; i < 1000; ++i)
            tooMany.append(u"b"_s);
        QCOMPARE(at(u"fs.lookup"_s, u"many/a"_s, {{u"also"_s, tooMany}})
                     .header[u"stats"]
                     .toArray()
                     .size(),
                 256);
    }

    void boundsPagesOfLongNames()
    {
        QVERIFY(QDir().mkdir(m_fixture->root(u"long"_s)));
        for (int i = 0; i < 1500; ++i) {
            // Control characters need six bytes each in JSON.
            const QString name = QString(250, QChar(1)) + QString::number(i);
            MountFixture::write(m_fixture->root(u"long/"_s + name), {});
        }
        const Frame page = at(u"fs.readdir"_s, u"long"_s);
        QVERIFY(page.header.contains(u"next"));
        QVERIFY(page.header[u"entries"].toArray().size() > 100);
        QVERIFY(encode(page).size() < limits::maxFrameHeader);
    }

    void givesUpTheOldestOfManyListings()
    {
        QVERIFY(QDir().mkdir(m_fixture->root(u"many"_s)));
        for (int i = 0; i < limits::maxEntriesPerReaddir + 1; ++i)
            MountFixture::write(m_fixture->root(u"many/f%1"_s.arg(i)), {});
        const QJsonValue first = at(u"fs.readdir"_s, u"many"_s).header[u"next"];
        for (int i = 0; i < 20; ++i)
            QCOMPARE(errnoOf(at(u"fs.readdir"_s, u"many"_s)), u"ok"_s);
        QCOMPARE(errnoOf(call(u"fs.readdir"_s, {{u"cursor"_s, first}})), u"EBADF"_s);
        QVERIFY(m_calls->openHandles(theRun) <= 16);
    }

    void tellsWhatKindOfThingIsThere()
    {
        m_fixture->link(u"link"_s, u"a.txt"_s);
        QCOMPARE(at(u"fs.lookup"_s, u"a.txt"_s).header[u"stat"][u"type"].toString(), u"file"_s);
        QCOMPARE(at(u"fs.lookup"_s, u"sub"_s).header[u"stat"][u"type"].toString(), u"dir"_s);
        QCOMPARE(at(u"fs.lookup"_s, u""_s).header[u"stat"][u"type"].toString(), u"dir"_s);
        const QJsonValue link = at(u"fs.lookup"_s, u"link"_s).header[u"stat"];
        QCOMPARE(link[u"type"].toString(), u"link"_s);
        QVERIFY(S_ISLNK(static_cast<mode_t>(link[u"mode"].toInt())));
        QCOMPARE(at(u"fs.readlink"_s, u"link"_s).header[u"target"].toString(), u"a.txt"_s);
        QCOMPARE(errnoOf(at(u"fs.readlink"_s, u"a.txt"_s)), u"EINVAL"_s);
    }

    void opensNoPipeSocketOrDevice()
    {
        const QByteArray pipe = QFile::encodeName(m_fixture->root(u"pipe"_s));
        QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
        const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM, 0));
        sockaddr_un address = {AF_UNIX, {}};
        const QByteArray path = QFile::encodeName(m_fixture->root(u"socket"_s));
        QVERIFY(path.size() < qsizetype(sizeof address.sun_path));
        std::copy(path.cbegin(), path.cend(), address.sun_path);
        QCOMPARE(
            ::bind(socket.value(), reinterpret_cast<const sockaddr *>(&address), sizeof address),
            0);
        QStringList names{u"pipe"_s, u"socket"_s};
        const QByteArray device = QFile::encodeName(m_fixture->root(u"device"_s));
        if (::mknod(device.constData(), S_IFCHR | 0600, (1 << 8) | 5) == 0) // /dev/zero
            names.append(u"device"_s);
        for (const QString &name : std::as_const(names)) {
            for (const QStringList &flags : {QStringList{u"read"_s}, QStringList{u"write"_s},
                                             QStringList{u"read"_s, u"write"_s, u"create"_s}}) {
                const Frame answer = open(name, flags);
                QCOMPARE(errnoOf(answer), u"EACCES"_s);
                QVERIFY(messageOf(answer).contains(u"pipe, socket or device"_s));
            }
            QCOMPARE(errnoOf(at(u"fs.truncate"_s, name, {{u"size"_s, 0}})), u"EACCES"_s);
            const QJsonValue stat = at(u"fs.lookup"_s, name).header[u"stat"];
            QCOMPARE(stat[u"type"].toString(), u"file"_s);
            QCOMPARE(stat[u"size"].toInt(), 0);
        }
    }

    void tellsTheSizeOfTheFileSystem()
    {
        const Frame answer = call(u"fs.statfs"_s, {{u"mount"_s, u"data"_s}});
        QCOMPARE(errnoOf(answer), u"ok"_s);
        for (const QStringView key : {u"block_size", u"blocks", u"free", u"files"})
            QVERIFY2(answer.header[key].isDouble(), qPrintable(key.toString()));
        QVERIFY(answer.header[u"block_size"].toInteger() > 0);
    }

    // ---- Writing ----

    void writesPartsOfAFile()
    {
        const int handle = opened(u"new.txt"_s, {u"read"_s, u"write"_s, u"create"_s});
        Frame written = write(handle, 0, "hello"_ba);
        QCOMPARE(written.header[u"written"].toInt(), 5);
        QCOMPARE(written.header[u"size"].toInt(), 5);
        written = write(handle, 10, "world"_ba);
        QCOMPARE(written.header[u"size"].toInt(), 15);
        QCOMPARE(errnoOf(call(u"fs.sync"_s, {{u"handle"_s, handle}})), u"ok"_s);
        QCOMPARE(MountFixture::read(m_fixture->root(u"new.txt"_s)),
                 QByteArray("hello\0\0\0\0\0world", 15));
        QCOMPARE(errnoOf(call(u"fs.truncate"_s, {{u"handle"_s, handle}, {u"size"_s, 3}})), u"ok"_s);
        QCOMPARE(read(handle, 0, 100).body, "hel"_ba);
    }

    void appendsWhereTheEndIsNow()
    {
        const int handle = opened(u"a.txt"_s, {u"write"_s, u"append"_s});
        QFile other(m_fixture->root(u"a.txt"_s));
        QVERIFY(other.open(QIODevice::Append));
        other.write("!");
        other.close();
        QCOMPARE(write(handle, 0, "?"_ba).header[u"size"].toInt(), 13);
        QCOMPARE(MountFixture::read(m_fixture->root(u"a.txt"_s)), "hello world!?"_ba);
    }

    void truncatesOnOpening()
    {
        const Frame answer = open(u"a.txt"_s, {u"write"_s, u"create"_s, u"truncate"_s});
        QCOMPARE(answer.header[u"stat"][u"size"].toInt(), 0);
        QCOMPARE(MountFixture::read(m_fixture->root(u"a.txt"_s)), ""_ba);
    }

    void truncatesByPath()
    {
        QCOMPARE(errnoOf(at(u"fs.truncate"_s, u"a.txt"_s, {{u"size"_s, 5}})), u"ok"_s);
        QCOMPARE(MountFixture::read(m_fixture->root(u"a.txt"_s)), "hello"_ba);
    }

    void setsExactTimes()
    {
        // 2024-02-29T12:34:56.789012 and one before 1970.
        const double modified = 1709210096789.012;
        const double accessed = -1234.5;
        QCOMPARE(errnoOf(at(u"fs.utime"_s, u"a.txt"_s,
                            {{u"mtime_ms"_s, modified}, {u"atime_ms"_s, accessed}})),
                 u"ok"_s);
        struct stat data = {};
        QCOMPARE(::stat(QFile::encodeName(m_fixture->root(u"a.txt"_s)).constData(), &data), 0);
        QCOMPARE(data.st_mtim.tv_sec, 1709210096);
        QVERIFY(std::abs(data.st_mtim.tv_nsec - 789012000) < 250); // what a double holds
        QCOMPARE(data.st_atim.tv_sec, -2);
        QCOMPARE(data.st_atim.tv_nsec, 765500000);
        const QJsonValue stat = at(u"fs.lookup"_s, u"a.txt"_s).header[u"stat"];
        QCOMPARE(stat[u"mtime_ms"].toDouble(), modified);
        QCOMPARE(stat[u"atime_ms"].toDouble(), accessed);

        QCOMPARE(errnoOf(at(u"fs.utime"_s, u"a.txt"_s, {{u"atime_ms"_s, 1000}})), u"ok"_s);
        const QJsonValue later = at(u"fs.lookup"_s, u"a.txt"_s).header[u"stat"];
        QCOMPARE(later[u"mtime_ms"].toDouble(), modified);
        QCOMPARE(later[u"atime_ms"].toDouble(), 1000.0);
        QCOMPARE(errnoOf(at(u"fs.utime"_s, u"a.txt"_s, {{u"atime_ms"_s, 1e300}})), u"EINVAL"_s);
    }

    void setsPermissionsButNoSetUserId()
    {
        QCOMPARE(errnoOf(at(u"fs.chmod"_s, u"a.txt"_s, {{u"mode"_s, 0106755}})), u"ok"_s);
        struct stat data = {};
        QCOMPARE(::stat(QFile::encodeName(m_fixture->root(u"a.txt"_s)).constData(), &data), 0);
        QCOMPARE(data.st_mode & 07777, mode_t(0755));
        opened(u"suid"_s, {u"write"_s, u"create"_s}, {{u"mode"_s, 04755}});
        QCOMPARE(::stat(QFile::encodeName(m_fixture->root(u"suid"_s)).constData(), &data), 0);
        QCOMPARE(data.st_mode & 07000, mode_t(0));
    }

    void makesMovesAndRemoves()
    {
        QCOMPARE(errnoOf(at(u"fs.mkdir"_s, u"new"_s)), u"ok"_s);
        QCOMPARE(errnoOf(at(u"fs.mkdir"_s, u"new"_s)), u"EEXIST"_s);
        QCOMPARE(errnoOf(move(u"a.txt"_s, u"new/a.txt"_s)), u"ok"_s);
        QCOMPARE(errnoOf(move(u"new/a.txt"_s, u"sub/b.txt"_s)), u"ok"_s); // over an existing file
        QCOMPARE(MountFixture::read(m_fixture->root(u"sub/b.txt"_s)), "hello world"_ba);
        QCOMPARE(errnoOf(at(u"fs.rmdir"_s, u"sub"_s)), u"ENOTEMPTY"_s);
        QCOMPARE(errnoOf(at(u"fs.unlink"_s, u"sub/b.txt"_s)), u"ok"_s);
        QCOMPARE(errnoOf(at(u"fs.rmdir"_s, u"sub"_s)), u"ok"_s);
        QVERIFY(!QFile::exists(m_fixture->root(u"sub"_s)));
    }

    void answersWithTheNamesOfErrno_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QJsonObject>("arguments");
        QTest::addColumn<QString>("error");
        const auto path = [](const QString &text) { return QJsonObject{{u"path"_s, text}}; };
        const auto flags = [](const QString &text, const QStringList &list) {
            return QJsonObject{{u"path"_s, text}, {u"flags"_s, QJsonArray::fromStringList(list)}};
        };
        const auto names = [](const QString &from, const QString &to) {
            return QJsonObject{{u"from"_s, from}, {u"to"_s, to}};
        };
        QTest::newRow("missing") << u"fs.lookup"_s << path(u"no"_s) << u"ENOENT"_s;
        QTest::newRow("below a file") << u"fs.lookup"_s << path(u"a.txt/x"_s) << u"ENOTDIR"_s;
        QTest::newRow("parent") << u"fs.lookup"_s << path(u"../outside"_s) << u"EINVAL"_s;
        QTest::newRow("no path") << u"fs.lookup"_s << QJsonObject{} << u"EINVAL"_s;
        QTest::newRow("path is a number")
            << u"fs.lookup"_s << QJsonObject{{u"path"_s, 3}} << u"EINVAL"_s;
        QTest::newRow("long") << u"fs.lookup"_s << path(QString(300, u'a')) << u"ENAMETOOLONG"_s;
        QTest::newRow("list a file") << u"fs.readdir"_s << path(u"a.txt"_s) << u"ENOTDIR"_s;
        QTest::newRow("open missing") << u"fs.open"_s << flags(u"no"_s, {u"read"_s}) << u"ENOENT"_s;
        QTest::newRow("open a folder")
            << u"fs.open"_s << flags(u"sub"_s, {u"read"_s}) << u"EISDIR"_s;
        QTest::newRow("open the root") << u"fs.open"_s << flags(u""_s, {u"read"_s}) << u"EISDIR"_s;
        QTest::newRow("open exclusively")
            << u"fs.open"_s << flags(u"a.txt"_s, {u"write"_s, u"create"_s, u"exclusive"_s})
            << u"EEXIST"_s;
        QTest::newRow("no flags") << u"fs.open"_s << path(u"a.txt"_s) << u"EINVAL"_s;
        QTest::newRow("unknown flag")
            << u"fs.open"_s << flags(u"a.txt"_s, {u"read"_s, u"direct"_s}) << u"EINVAL"_s;
        QTest::newRow("truncate a reader")
            << u"fs.open"_s << flags(u"a.txt"_s, {u"read"_s, u"truncate"_s}) << u"EINVAL"_s;
        QTest::newRow("truncate a folder")
            << u"fs.truncate"_s << QJsonObject{{u"path"_s, u"sub"_s}, {u"size"_s, 0}}
            << u"EISDIR"_s;
        QTest::newRow("unlink a folder") << u"fs.unlink"_s << path(u"sub"_s) << u"EISDIR"_s;
        QTest::newRow("unlink the root") << u"fs.unlink"_s << path(u""_s) << u"EISDIR"_s;
        QTest::newRow("rmdir a file") << u"fs.rmdir"_s << path(u"a.txt"_s) << u"ENOTDIR"_s;
        QTest::newRow("rmdir the root") << u"fs.rmdir"_s << path(u""_s) << u"EBUSY"_s;
        QTest::newRow("mkdir the root") << u"fs.mkdir"_s << path(u""_s) << u"EEXIST"_s;
        QTest::newRow("mkdir below missing") << u"fs.mkdir"_s << path(u"no/x"_s) << u"ENOENT"_s;
        QTest::newRow("rename missing") << u"fs.rename"_s << names(u"no"_s, u"x"_s) << u"ENOENT"_s;
        QTest::newRow("rename into itself")
            << u"fs.rename"_s << names(u"sub"_s, u"sub/x"_s) << u"EINVAL"_s;
        QTest::newRow("rename onto a full folder")
            << u"fs.rename"_s << names(u"empty"_s, u"sub"_s) << u"ENOTEMPTY"_s;
        QTest::newRow("rename the root") << u"fs.rename"_s << names(u""_s, u"x"_s) << u"EBUSY"_s;
        QTest::newRow("unknown handle")
            << u"fs.sync"_s << QJsonObject{{u"handle"_s, 99}} << u"EBADF"_s;
        QTest::newRow("handle is text")
            << u"fs.sync"_s << QJsonObject{{u"handle"_s, u"1"_s}} << u"EBADF"_s;
        QTest::newRow("unknown call") << u"fs.mount"_s << path(u""_s) << u"ENOSYS"_s;
    }
    void answersWithTheNamesOfErrno()
    {
        QFETCH(QString, op);
        QFETCH(QJsonObject, arguments);
        QFETCH(QString, error);
        QDir().mkdir(m_fixture->root(u"empty"_s));
        if (!arguments.contains(u"handle"))
            arguments.insert(u"mount"_s, u"data"_s);
        const Frame answer = call(op, arguments);
        QCOMPARE(errnoOf(answer), error);
        QVERIFY(messageOf(answer).endsWith(u'.'));
    }

    // ---- Links ----

    void refusesLinksThatLeadOut_data() { addContainments(); }
    void refusesLinksThatLeadOut()
    {
        QFETCH(Containment, containment);
        setUp(containment);
        m_fixture->link(u"leak"_s, u"../outside/secret.txt"_s);
        m_fixture->link(u"absolute"_s, m_fixture->outside());
        m_fixture->link(u"dangling"_s, u"../outside/new.txt"_s);
        for (const Frame &answer :
             {open(u"leak"_s, {u"read"_s}), at(u"fs.readlink"_s, u"leak"_s),
              at(u"fs.readdir"_s, u"absolute"_s), at(u"fs.lookup"_s, u"absolute/secret.txt"_s),
              at(u"fs.mkdir"_s, u"absolute/new"_s), at(u"fs.unlink"_s, u"absolute/secret.txt"_s),
              move(u"a.txt"_s, u"absolute/a.txt"_s), open(u"dangling"_s, {u"write"_s, u"create"_s}),
              at(u"fs.truncate"_s, u"leak"_s, {{u"size"_s, 0}})}) {
            QCOMPARE(errnoOf(answer), u"EXDEV"_s);
            QVERIFY2(messageOf(answer).contains(u"leads out of mount “data”"_s),
                     qPrintable(messageOf(answer)));
        }
        QCOMPARE(QDir(m_fixture->outside()).entryList(QDir::Files), QStringList{u"secret.txt"_s});
        QCOMPARE(MountFixture::read(m_fixture->outside(u"secret.txt"_s)), "secret"_ba);
        // Links themselves can be seen and removed.
        QCOMPARE(errnoOf(at(u"fs.lookup"_s, u"leak"_s)), u"ok"_s);
        QCOMPARE(errnoOf(at(u"fs.unlink"_s, u"leak"_s)), u"ok"_s);
        QVERIFY(QFile::exists(m_fixture->outside(u"secret.txt"_s)));
    }

    void changesNoFileThroughALinkByAttributes()
    {
        m_fixture->link(u"leak"_s, u"../outside/secret.txt"_s);
        struct stat before = {};
        struct stat after = {};
        const QByteArray secret = QFile::encodeName(m_fixture->outside(u"secret.txt"_s));
        QCOMPARE(::stat(secret.constData(), &before), 0);
        at(u"fs.chmod"_s, u"leak"_s, {{u"mode"_s, 0777}});
        at(u"fs.utime"_s, u"leak"_s, {{u"mtime_ms"_s, 0}});
        QCOMPARE(::stat(secret.constData(), &after), 0);
        QCOMPARE(after.st_mode, before.st_mode);
        QCOMPARE(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
    }

    void makesOnlyLinksThatStayInside_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("result");
        QTest::newRow("beside") << u"l"_s << u"a.txt"_s << u"ok"_s;
        QTest::newRow("up within") << u"sub/l"_s << u"../a.txt"_s << u"ok"_s;
        QTest::newRow("through a link of a folder") << u"in/l"_s << u"../a.txt"_s << u"ok"_s;
        QTest::newRow("absolute") << u"l"_s << u"/etc/passwd"_s << u"EPERM"_s;
        QTest::newRow("absolute inside the sandbox")
            << u"l"_s << u"/mnt/data/a.txt"_s << u"EPERM"_s;
        QTest::newRow("out") << u"l"_s << u"../outside"_s << u"EPERM"_s;
        QTest::newRow("out, from below") << u"sub/l"_s << u"../../outside"_s << u"EPERM"_s;
        // The path has two components, but the folder that it names is only one deep.
        QTest::newRow("out, through a link to the root")
            << u"sub/self/l"_s << u"../../outside"_s << u"EPERM"_s;
        QTest::newRow("behind a name") << u"l"_s << u"in/../../outside"_s << u"EPERM"_s;
        QTest::newRow("empty") << u"l"_s << u""_s << u"EINVAL"_s;
        QTest::newRow("exists") << u"a.txt"_s << u"b"_s << u"EEXIST"_s;
        // Under another name it would be seen.
        QTest::newRow("to a secret") << u"l"_s << u".env"_s << u"EACCES"_s;
        QTest::newRow("into a secret folder") << u"sub/l"_s << u"../.ssh/config"_s << u"EACCES"_s;
    }
    void makesOnlyLinksThatStayInside()
    {
        QFETCH(QString, path);
        QFETCH(QString, target);
        QFETCH(QString, result);
        m_fixture->link(u"in"_s, u"sub"_s);
        m_fixture->link(u"sub/self"_s, u"."_s);
        QCOMPARE(errnoOf(at(u"fs.symlink"_s, path, {{u"target"_s, target}})), result);
    }

    // Renaming is a way to make a link point further up than it was allowed to.
    void movesNoLinkToWhereItLeadsOut()
    {
        QDir().mkpath(m_fixture->root(u"x/y/z"_s));
        QCOMPARE(errnoOf(at(u"fs.symlink"_s, u"x/y/z/l"_s, {{u"target"_s, u"../../../a.txt"_s}})),
                 u"ok"_s);
        QCOMPARE(errnoOf(move(u"x/y/z/l"_s, u"l"_s)), u"EPERM"_s);
        QCOMPARE(errnoOf(move(u"x/y/z"_s, u"z"_s)), u"EPERM"_s);
        QCOMPARE(errnoOf(move(u"x/y"_s, u"y"_s)), u"EPERM"_s);
        QCOMPARE(errnoOf(move(u"x"_s, u"renamed"_s)), u"ok"_s);
        QCOMPARE(errnoOf(move(u"renamed/y/z/l"_s, u"renamed/y/z/m"_s)), u"ok"_s);
        QCOMPARE(errnoOf(move(u"renamed/y/z/m"_s, u"renamed/y/m"_s)), u"EPERM"_s);
    }

    // ---- Reach ----

    void touchesNothingBeyondItsReach()
    {
        QVERIFY(m_table->add({u"other"_s, m_fixture->outside(), MountMode::ReadWrite}).has_value());
        const Frame answer =
            call(u"fs.lookup"_s, {{u"mount"_s, u"other"_s}, {u"path"_s, u"secret.txt"_s}},
                 {theRun, {{u"data"_s, MountMode::ReadWrite, m_fixture->root()}}});
        QCOMPARE(errnoOf(answer), u"EACCES"_s);
        QVERIFY(messageOf(answer).contains(u"“other”"_s));
        QCOMPARE(
            errnoOf(call(u"fs.lookup"_s, {{u"mount"_s, u"other"_s}, {u"path"_s, u"secret.txt"_s}})),
            u"ok"_s); // the control: with it in its reach
    }

    void answersNothingBetweenRuns()
    {
        QCOMPARE(errnoOf(call(u"fs.lookup"_s, {{u"mount"_s, u"data"_s}, {u"path"_s, u""_s}},
                              {RunId(), m_table->reachFor(personClient())})),
                 u"EACCES"_s);
    }

    void writesNothingWhereItMayOnlyRead_data()
    {
        QTest::addColumn<MountMode>("mode");
        QTest::addColumn<QString>("says");
        QTest::newRow("read-only") << MountMode::ReadOnly << u"“data” is read-only"_s;
        QTest::newRow("staged") << MountMode::Staged << u"“data” is read-only"_s;
    }
    void writesNothingWhereItMayOnlyRead()
    {
        QFETCH(MountMode, mode);
        QFETCH(QString, says);
        const int writable = opened(u"a.txt"_s, {u"read"_s, u"write"_s});
        QVERIFY(m_table->setMode(u"data"_s, mode).has_value());
        const QList<Frame> answers{
            open(u"a.txt"_s, {u"write"_s}),
            open(u"a.txt"_s, {u"read"_s, u"write"_s, u"append"_s}),
            open(u"new"_s, {u"read"_s, u"create"_s}),
            open(u"new"_s, {u"write"_s, u"create"_s}),
            write(writable, 0, "x"_ba),
            call(u"fs.truncate"_s, {{u"handle"_s, writable}, {u"size"_s, 0}}),
            at(u"fs.truncate"_s, u"a.txt"_s, {{u"size"_s, 0}}),
            at(u"fs.utime"_s, u"a.txt"_s, {{u"mtime_ms"_s, 0}}),
            at(u"fs.chmod"_s, u"a.txt"_s, {{u"mode"_s, 0600}}),
            at(u"fs.mkdir"_s, u"new"_s),
            at(u"fs.rmdir"_s, u"sub"_s),
            at(u"fs.unlink"_s, u"a.txt"_s),
            at(u"fs.symlink"_s, u"l"_s, {{u"target"_s, u"a.txt"_s}}),
            move(u"a.txt"_s, u"b.txt"_s),
        };
        for (const Frame &answer : answers) {
            QCOMPARE(errnoOf(answer), u"EROFS"_s);
            QVERIFY2(messageOf(answer).contains(says), qPrintable(messageOf(answer)));
        }
        QCOMPARE(MountFixture::read(m_fixture->root(u"a.txt"_s)), "hello world"_ba);
        QCOMPARE(read(opened(u"a.txt"_s, {u"read"_s}), 0, 5).body, "hello"_ba);
        QCOMPARE(read(writable, 0, 5).body, "hello"_ba);
    }

    void stopsWhenTheMountIsTakenAway()
    {
        const CallScope scope = everything();
        const int handle = opened(u"a.txt"_s, {u"read"_s});
        QVERIFY(m_table->remove(u"data"_s));
        const Frame answer =
            call(u"fs.read"_s, {{u"handle"_s, handle}, {u"offset"_s, 0}, {u"length"_s, 1}}, scope);
        QCOMPARE(errnoOf(answer), u"EACCES"_s);
        QVERIFY(messageOf(answer).contains(u"taken away"_s));
        QCOMPARE(errnoOf(call(u"fs.close"_s, {{u"handle"_s, handle}}, scope)), u"ok"_s);
    }

    void saysThatAFolderIsGone()
    {
        QCOMPARE(errnoOf(at(u"fs.readdir"_s, u""_s)), u"ok"_s); // the control
        QVERIFY(QDir(m_fixture->root()).removeRecursively());
        // Each of these would else say that only a file is missing, or that the folder is empty.
        for (const QString &op : {u"fs.lookup"_s, u"fs.readdir"_s, u"fs.statfs"_s}) {
            const Frame answer = at(op, op == u"fs.lookup"_s ? u"a.txt"_s : QString());
            QCOMPARE(errnoOf(answer), u"ESTALE"_s);
            QVERIFY(messageOf(answer).contains(u"deleted on the host"_s));
        }
    }

    // ---- Handles ----

    void keepsHandlesOfRunsApart()
    {
        const int handle = opened(u"a.txt"_s, {u"read"_s});
        const QJsonObject arguments{{u"handle"_s, handle}, {u"offset"_s, 0}, {u"length"_s, 1}};
        QCOMPARE(errnoOf(call(u"fs.read"_s, arguments)), u"ok"_s);
        QCOMPARE(errnoOf(call(u"fs.read"_s, arguments, {RunId(2), everything().reach})),
                 u"EBADF"_s);
    }

    void closesEverythingWhenTheRunEnds()
    {
        for (int i = 0; i < 10; ++i)
            opened(u"a.txt"_s, {u"read"_s});
        QCOMPARE(m_calls->openHandles(theRun), 10);
        QCOMPARE(filesOpenNamed(u"a.txt"_s), 10);
        m_calls->endRun(theRun);
        QCOMPARE(m_calls->openHandles(theRun), 0);
        QCOMPARE(filesOpenNamed(u"a.txt"_s), 0);
        QCOMPARE(errnoOf(open(u"a.txt"_s, {u"read"_s})), u"EACCES"_s);
    }

    void boundsTheHandlesOfARun()
    {
        for (int i = 0; i < limits::maxHandlesPerRun; ++i)
            opened(u"a.txt"_s, {u"read"_s});
        const Frame answer = open(u"a.txt"_s, {u"read"_s});
        QCOMPARE(errnoOf(answer), u"EMFILE"_s);
        QVERIFY(messageOf(answer).contains(u"256"_s));
        // Another run is not held back.
        QCOMPARE(errnoOf(call(u"fs.open"_s,
                              {{u"mount"_s, u"data"_s},
                               {u"path"_s, u"a.txt"_s},
                               {u"flags"_s, QJsonArray{u"read"_s}}},
                              {RunId(2), everything().reach})),
                 u"ok"_s);
    }

    void makesAWholeFileWithOneCall()
    {
        const auto put = [this](const QString &path, const QByteArray &content) {
            return call(u"fs.open"_s,
                        {{u"mount"_s, u"data"_s},
                         {u"path"_s, path},
                         {u"flags"_s, QJsonArray{u"write"_s, u"create"_s, u"truncate"_s}},
                         {u"put"_s, true}},
                        everything(), content);
        };
        const Frame made = put(u"sub/new.txt"_s, "the whole of it"_ba);
        QCOMPARE(errnoOf(made), u"ok"_s);
        QCOMPARE(made.header[u"handle"].toInt(-1), 0);
        QCOMPARE(made.header[u"written"].toInt(), 15);
        QVERIFY(made.header[u"created"].toBool());
        QCOMPARE(MountFixture::read(m_fixture->root(u"sub/new.txt"_s)), "the whole of it"_ba);
        const Frame again = put(u"sub/new.txt"_s, {});
        QCOMPARE(errnoOf(again), u"ok"_s);
        QVERIFY(!again.header[u"created"].toBool());
        QCOMPARE(MountFixture::read(m_fixture->root(u"sub/new.txt"_s)), ""_ba);
        QCOMPARE(m_calls->openHandles(theRun), 0);

        QCOMPARE(errnoOf(put(u"sub"_s, "x"_ba)), u"EISDIR"_s);
        QCOMPARE(errnoOf(put(u"no/x"_s, "x"_ba)), u"ENOENT"_s);
        QCOMPARE(errnoOf(put(u".env"_s, "x"_ba)), u"EACCES"_s);
        QVERIFY(m_table->setMode(u"data"_s, MountMode::ReadOnly));
        QCOMPARE(errnoOf(put(u"late"_s, "x"_ba)), u"EROFS"_s);
        QVERIFY(!QFileInfo::exists(m_fixture->root(u"late"_s)));
        QCOMPARE(m_calls->openHandles(theRun), 0);
    }

    void makesManyFilesWithOneCall()
    {
        const auto file = [](const QString &path, const QByteArray &content,
                             QJsonObject more = {}) {
            more.insert(u"mount"_s, u"data"_s);
            more.insert(u"path"_s, path);
            if (!more.contains(u"flags"))
                more.insert(u"flags"_s, QJsonArray{u"write"_s, u"create"_s, u"truncate"_s});
            return encode({more, content});
        };
        const auto make = [this](const QByteArray &files) {
            return call(u"fs.make"_s, {}, everything(), files);
        };
        const Frame made = make(file(u"sub/1.txt"_s, "one"_ba) + file(u"sub/2.txt"_s, {}) +
                                file(u"sub/1.txt"_s, "one again"_ba));
        QCOMPARE(errnoOf(made), u"ok"_s);
        QVERIFY(made.header[u"room"].toBool());
        QCOMPARE(MountFixture::read(m_fixture->root(u"sub/1.txt"_s)), "one again"_ba);
        QCOMPARE(MountFixture::read(m_fixture->root(u"sub/2.txt"_s)), ""_ba);
        QCOMPARE(m_calls->openHandles(theRun), 0);

        // One that is refused keeps none of the others from being made.
        const Frame some =
            make(file(u"no/x"_s, "x"_ba) + file(u"sub/3.txt"_s, "three"_ba) +
                 file(u"other"_s, "x"_ba, {{u"op"_s, u"fs.unlink"_s}}) + file(u".env"_s, "x"_ba) +
                 file(u"../out"_s, "x"_ba) + file(u"x"_s, "x"_ba, {{u"handle"_s, 1}}));
        QCOMPARE(errnoOf(some), u"ok"_s);
        const QJsonArray failed = some.header[u"failed"].toArray();
        QStringList told;
        for (const QJsonValue &failure : failed)
            told.append(QString::number(failure[u"index"].toInt()) + failure[u"errno"].toString());
        QCOMPARE(told, (QStringList{u"0ENOENT"_s, u"3EACCES"_s, u"4EINVAL"_s}));
        QVERIFY(!some.header.contains(u"room"));
        QCOMPARE(MountFixture::read(m_fixture->root(u"sub/3.txt"_s)), "three"_ba);
        QCOMPARE(MountFixture::read(m_fixture->root(u"other"_s)), "x"_ba);

        for (const QByteArray &broken :
             {QByteArray(file(u"a"_s, "x"_ba) + "cut"_ba), QByteArray(20, '\xff')})
            QCOMPARE(errnoOf(make(broken)), u"EINVAL"_s);
        QByteArray tooMany;
        for (int i = 0; i <= 256; ++i)
            tooMany += file(QString::number(i), {});
        QCOMPARE(errnoOf(make(tooMany)), u"EINVAL"_s);
        QVERIFY(!QFileInfo::exists(m_fixture->root(u"0"_s)));
        QCOMPARE(m_calls->openHandles(theRun), 0);
    }

    // Near a limit the worker has to wait for each answer, so that each file's own close is
    // refused.
    void saysWhetherThereIsRoomForWhatNobodyWaitsFor()
    {
        const auto roomAfter = [this](const WriteLimits &limits, RunId run) {
            m_calls->setWriteLimits(limits);
            return call(u"fs.open"_s,
                        {{u"mount"_s, u"data"_s},
                         {u"path"_s, QString::number(run.number())},
                         {u"flags"_s, QJsonArray{u"write"_s, u"create"_s}}},
                        {run, everything().reach})
                .header[u"room"]
                .toBool();
        };
        QVERIFY(roomAfter({}, RunId(11)));
        QVERIFY(!roomAfter({.bytes = 8 * limits::MiB, .files = 100'000}, RunId(12)));
        QVERIFY(!roomAfter({.bytes = 8 * limits::GiB, .files = 1000}, RunId(13)));
    }

    void keepsNoHandleOfACallThatOutlivesItsRun()
    {
        QList<QFuture<Frame>> futures;
        for (int i = 0; i < limits::maxFileCallsInFlight; ++i)
            futures.append(
                m_calls->call(everything(), request(u"fs.open"_s, u"a.txt"_s, {u"read"_s})));
        m_calls->endRun(theRun);
        for (QFuture<Frame> &future : futures)
            future.waitForFinished();
        QCOMPARE(m_calls->openHandles(theRun), 0);
        futures.clear();
        QTRY_COMPARE(filesOpenNamed(u"a.txt"_s), 0);
    }

    void boundsTheCallsOfARun()
    {
        QList<QFuture<Frame>> futures;
        int refused = 0;
        for (int i = 0; i < 5000 && refused == 0; ++i) {
            futures.append(m_calls->call(everything(), request(u"fs.readdir"_s, u""_s, {})));
            if (futures.last().isFinished() && errnoOf(futures.last().result()) == u"EBUSY"_s)
                ++refused;
        }
        QCOMPARE(refused, 1);
        for (QFuture<Frame> &future : futures)
            future.waitForFinished();
        QCOMPARE(errnoOf(at(u"fs.lookup"_s, u""_s)), u"ok"_s);
    }

    void cancelsWhatWaitsWhenItIsDestroyed()
    {
        QList<QFuture<Frame>> futures;
        for (int i = 0; i < limits::maxFileCallsInFlight; ++i)
            futures.append(m_calls->call(everything(), request(u"fs.readdir"_s, u""_s, {})));
        m_calls.reset();
        for (const QFuture<Frame> &future : std::as_const(futures))
            QVERIFY(future.isFinished());
    }

    // ---- Facts ----

    void tellsOnceWhatWasReadAndWritten()
    {
        QSignalSpy touched(m_calls.get(), &FileCalls::fileTouched);
        const int reader = opened(u"a.txt"_s, {u"read"_s});
        read(reader, 0, 5);
        read(reader, 5, 5);
        const int writer = opened(u"new 売上.txt"_s, {u"write"_s, u"create"_s});
        write(writer, 0, "x"_ba);
        write(writer, 1, "x"_ba);
        write(opened(u"a.txt"_s, {u"read"_s, u"write"_s}), 0, "y"_ba);
        move(u"sub/b.txt"_s, u"sub/c.txt"_s);
        at(u"fs.lookup"_s, u"a.txt"_s);
        at(u"fs.readdir"_s, u"sub"_s);
        at(u"fs.unlink"_s, u"missing"_s);
        opened(u"sub/c.txt"_s, {u"read"_s, u"write"_s}); // neither read nor written
        QStringList facts;
        QTRY_VERIFY(touched.count() >= 5);
        for (const auto &arguments : std::as_const(touched)) {
            QCOMPARE(arguments[0].value<RunId>(), theRun);
            QCOMPARE(arguments[1].toString(), u"data"_s);
            facts.append((arguments[3].toBool() ? u"w "_s : u"r "_s) + arguments[2].toString());
        }
        QCOMPARE(facts, (QStringList{u"r a.txt"_s, u"w new 売上.txt"_s, u"w a.txt"_s,
                                     u"w sub/b.txt"_s, u"w sub/c.txt"_s}));
    }

    void tellsBeforeItAnswers()
    {
        QStringList order;
        connect(m_calls.get(), &FileCalls::fileTouched, this, [&] { order.append(u"touched"_s); });
        m_calls->call(everything(), request(u"fs.truncate"_s, u"a.txt"_s, {}, {{u"size"_s, 1}}))
            .then(this, [&](const Frame &) { order.append(u"answered"_s); });
        QTRY_COMPARE(order.size(), 2);
        QCOMPARE(order, (QStringList{u"touched"_s, u"answered"_s}));
    }

private:
    void setUp(Containment containment)
    {
        m_calls.reset();
        m_table = std::make_unique<MountTable>(m_fixture->base() + u"/profile"_s, containment);
        QVERIFY(m_table->add({u"data"_s, m_fixture->root(), MountMode::ReadWrite}).has_value());
        m_calls = std::make_unique<FileCalls>(*m_table);
    }

    CallScope everything() const { return {theRun, m_table->reachFor(personClient())}; }

    Frame call(const QString &op, QJsonObject arguments, const CallScope &scope,
               const QByteArray &body = {})
    {
        arguments.insert(u"v"_s, 1);
        arguments.insert(u"type"_s, u"call"_s);
        arguments.insert(u"op"_s, op);
        return m_calls->call(scope, {arguments, body}).result();
    }
    Frame call(const QString &op, const QJsonObject &arguments)
    {
        return call(op, arguments, everything());
    }
    Frame at(const QString &op, const QString &path, QJsonObject more = {})
    {
        more.insert(u"mount"_s, u"data"_s);
        more.insert(u"path"_s, path);
        return call(op, more);
    }
    Frame move(const QString &from, const QString &to)
    {
        return call(u"fs.rename"_s, {{u"mount"_s, u"data"_s}, {u"from"_s, from}, {u"to"_s, to}});
    }
    Frame open(const QString &path, const QStringList &flags, QJsonObject more = {})
    {
        more.insert(u"flags"_s, QJsonArray::fromStringList(flags));
        return at(u"fs.open"_s, path, more);
    }
    int opened(const QString &path, const QStringList &flags, const QJsonObject &more = {})
    {
        const Frame answer = open(path, flags, more);
        if (!answer.header[u"ok"].toBool())
            QTest::qFail(qPrintable(messageOf(answer)), __FILE__, __LINE__);
        return answer.header[u"handle"].toInt();
    }
    Frame read(int handle, qint64 offset, qint64 length)
    {
        return call(u"fs.read"_s,
                    {{u"handle"_s, handle}, {u"offset"_s, offset}, {u"length"_s, length}});
    }
    Frame write(int handle, qint64 offset, const QByteArray &bytes)
    {
        return call(u"fs.write"_s, {{u"handle"_s, handle}, {u"offset"_s, offset}}, everything(),
                    bytes);
    }
    QJsonArray list(const QString &path)
    {
        return at(u"fs.readdir"_s, path).header[u"entries"].toArray();
    }
    Frame request(const QString &op, const QString &path, const QStringList &flags,
                  QJsonObject more = {}) const
    {
        more.insert(u"op"_s, op);
        more.insert(u"mount"_s, u"data"_s);
        more.insert(u"path"_s, path);
        more.insert(u"flags"_s, QJsonArray::fromStringList(flags));
        return {more};
    }
    static int filesOpenNamed(const QString &name)
    {
        int count = 0;
        for (const QFileInfo &fd :
             QDir(u"/proc/self/fd"_s).entryInfoList(QDir::AllEntries | QDir::System))
            count += fd.symLinkTarget().endsWith(u'/' + name) ? 1 : 0;
        return count;
    }

    std::unique_ptr<MountFixture> m_fixture;
    std::unique_ptr<MountTable> m_table;
    std::unique_ptr<FileCalls> m_calls;
};

QTEST_GUILESS_MAIN(TestFileCalls)
#include "tst_filecalls.moc"
