// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "randomchanges.h"

#include <QDirIterator>
#include <QProcess>
#include <QSignalSpy>

#include <algorithm>
#include <csignal>
#include <thread>

using namespace glovebox;
using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

namespace {

const StageRef theStage{u"data"_s, ClientId(u"c000000000001"_s)};

QStringList described(const QList<Change> &changes)
{
    QStringList lines;
    for (const Change &change : changes) {
        static const QHash<Change::Kind, QString> kinds{{Change::Kind::Added, u"added"_s},
                                                        {Change::Kind::Changed, u"changed"_s},
                                                        {Change::Kind::Deleted, u"deleted"_s},
                                                        {Change::Kind::Moved, u"moved"_s}};
        QString line = kinds[change.kind] + u' ' + change.path;
        if (!change.from.isEmpty())
            line += u" from "_s + change.from;
        if (!change.contentChanged)
            line += u" (same content)"_s;
        if (!change.conflict.isEmpty())
            line += u" conflict"_s;
        lines.append(line);
    }
    return lines;
}

} // namespace

class TestStaging : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folders = std::make_unique<MountFixture>();
        makeFolders(*m_folders);
    }
    void cleanup()
    {
        m_view.reset();
        m_folders.reset();
    }

    void whatAClientWritesIsSeenByItAlone()
    {
        start();
        QCOMPARE(m_view->write(u"a"_s, "new"_ba), QString());
        QCOMPARE(m_view->write(u"d/new"_s, "made"_ba), QString());
        QCOMPARE(m_view->at(u"fs.unlink"_s, u"b"_s), QString());
        m_view->endRun();
        QCOMPARE(m_view->read(u"a"_s), "new"_ba);
        QCOMPARE(m_view->read(u"d/new"_s), "made"_ba);
        QCOMPARE(m_view->read(u"b"_s), "!ENOENT"_ba);

        m_view->client = ClientId(u"c000000000002"_s);
        QCOMPARE(m_view->read(u"a"_s), "base a"_ba);
        QCOMPARE(m_view->read(u"d/new"_s), "!ENOENT"_ba);
        QCOMPARE(m_view->read(u"b"_s), "base b"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "base a"_ba);
        QVERIFY(!QFile::exists(m_folders->root(u"d/new"_s)));
    }

    void keepsTheStageAcrossRestarts()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        m_view->rename(u"d"_s, u"moved"_s);
        const QStringList before = m_view->tree();
        start();
        QCOMPARE(m_view->tree(), before);
        QCOMPARE(m_view->read(u"moved/a"_s), "base d/a"_ba);
    }

    void aLargeFileOfHolesKeepsThem()
    {
        constexpr qint64 size = qint64(1) << 30;
        m_folders->file(u"sparse"_s, "begin"_ba);
        QFile file(m_folders->root(u"sparse"_s));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(size / 2) && file.write("middle") == 6 && file.resize(size));
        file.close();
        start();
        const Frame opened = m_view->call(
            u"fs.open"_s, {{u"path"_s, u"sparse"_s}, {u"flags"_s, QJsonArray{u"write"_s}}});
        m_view->call(
            u"fs.write"_s,
            {{u"handle"_s, opened.header[u"handle"]}, {u"offset"_s, 1}, {u"close"_s, true}},
            "E"_ba);
        m_view->endRun();
        const auto part = [&](qint64 at) {
            return resultOf(
                m_view->staging->content(theStage, u"sparse"_s, ChangeSide::After, at, 6));
        };
        QCOMPARE(part(0), "bEgin\0"_ba);
        QCOMPARE(part(size / 2), "middle"_ba);
        QCOMPARE(part(size - 2), QByteArray(2, '\0'));
        const auto report = resultOf(m_view->staging->apply(theStage, {}));
        QVERIFY(report.refused.isEmpty());
        struct stat data = {};
        QCOMPARE(::stat(QFile::encodeName(m_folders->root(u"sparse"_s)).constData(), &data), 0);
        QCOMPARE(qint64(data.st_size), size);
        QVERIFY(data.st_blocks * 512 < 64 * limits::MiB);
    }

    void anApplyCanBeTakenBack()
    {
        start();
        const QStringList before = folderTree();
        m_view->write(u"a"_s, "new"_ba);
        m_view->at(u"fs.unlink"_s, u"b"_s);
        m_view->rename(u"d"_s, u"moved"_s);
        m_view->write(u"moved/made"_s, "made"_ba);
        m_view->endRun();
        const auto report = resultOf(m_view->staging->apply(theStage, {}));
        QVERIFY(report.refused.isEmpty());
        QVERIFY(!report.applied.isNull());
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "new"_ba);
        const QList<Change> done = resultOf(m_view->applied->changes(report.applied));
        QVERIFY(!done.isEmpty());
        QCOMPARE(m_view->applied->about(report.applied)[u"client"].toString(),
                 theStage.client.value());
        // Across a restart, too.
        start();
        const auto undone = resultOf(m_view->applied->undo(report.applied, {}));
        QVERIFY2(undone.refused.isEmpty(),
                 qPrintable(undone.refused.value(0).path + undone.refused.value(0).reason));
        QCOMPARE(folderTree(), before);
        QVERIFY(m_view->applied->nextNumber() > report.applied);
    }

    void anApplyIsNotTakenBackOverWhatThePersonDidSince()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        m_view->write(u"b"_s, "new too"_ba);
        m_view->endRun();
        const auto report = resultOf(m_view->staging->apply(theStage, {}));
        MountFixture::write(m_folders->root(u"a"_s), "the person's"_ba);
        const auto undone = resultOf(m_view->applied->undo(report.applied, {}));
        QCOMPARE(undone.refused.size(), 1);
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "the person's"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"b"_s)), "base b"_ba);
    }

    // Compared are what the client began with, what it made of it, and what the folder has now.
    void keepsWhatAClientBeganWith_data()
    {
        QTest::addColumn<QString>("way");
        QTest::newRow("written anew") << u"truncate"_s;
        QTest::newRow("written into") << u"write"_s;
        QTest::newRow("replaced by another file") << u"rename"_s;
    }
    void keepsWhatAClientBeganWith()
    {
        QFETCH(QString, way);
        start();
        if (way == u"rename") {
            m_view->write(u"a.tmp"_s, "the client's"_ba);
            QCOMPARE(m_view->rename(u"a.tmp"_s, u"a"_s), QString());
        } else {
            QStringList flags{u"write"_s};
            if (way == u"truncate")
                flags.append(way);
            QCOMPARE(m_view->write(u"a"_s, "the client's"_ba, flags), QString());
        }
        m_view->endRun();
        MountFixture::write(m_folders->root(u"a"_s), "the person's"_ba);
        start(); // kept on disk
        const auto content = [this](ChangeSide side) {
            return resultOf(m_view->staging->content(theStage, u"a"_s, side, 0, 100));
        };
        QCOMPARE(content(ChangeSide::Base), "base a"_ba);
        QCOMPARE(content(ChangeSide::After), "the client's"_ba);
        QCOMPARE(content(ChangeSide::Before), "the person's"_ba);
        QVERIFY(!changes().first().conflict.isEmpty());
    }

    void whatAClientBeganWithGoesWithTheChange()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        m_view->endRun();
        const QDir stages(m_folders->base() + u"/profile/staged"_s);
        const QString stage = stages.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
        const QDir blobs(stages.filePath(stage + u"/blobs"_s));
        QCOMPARE(blobs.entryList(QDir::Files).size(), 2); // its content, and its base
        resultOf(m_view->staging->discard(theStage, {}));
        QVERIFY(blobs.entryList(QDir::Files).isEmpty());
    }

    void dropsATornLastLineAndKeepsTheRest()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        m_view.reset();
        const QString stages = m_folders->base() + u"/profile/staged"_s;
        const QString stage = QDir(stages).entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
        QFile log(stages + u'/' + stage + u"/changes.log"_s);
        QVERIFY(log.open(QIODevice::Append));
        log.write("{\"op\":\"put\",\"pa");
        log.close();
        start();
        QCOMPARE(m_view->read(u"a"_s), "new"_ba);
    }

    void listsChangesByKind()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        m_view->write(u"n"_s, "made"_ba);
        m_view->at(u"fs.unlink"_s, u"b"_s);
        m_view->rename(u"d/a"_s, u"d/z"_s);
        m_view->rename(u"e"_s, u"f"_s);
        m_view->write(u"f/a"_s, "inside moved"_ba);
        m_view->at(u"fs.chmod"_s, u"d/b"_s, {{u"mode"_s, 0600}});
        QCOMPARE(described(changes()),
                 (QStringList{u"changed a"_s, u"deleted b"_s, u"changed d/b (same content)"_s,
                              u"moved d/z from d/a (same content)"_s,
                              u"moved f from e (same content)"_s, u"changed f/a"_s, u"added n"_s}));
    }

    void showsBothSidesOfAChange()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        m_view->rename(u"d/a"_s, u"d/z"_s);
        m_view->at(u"fs.unlink"_s, u"b"_s);
        const auto side = [this](const QString &path, ChangeSide which) {
            return resultOf(m_view->staging->content(theStage, path, which, 0, 100));
        };
        QCOMPARE(side(u"a"_s, ChangeSide::Before), "base a"_ba);
        QCOMPARE(side(u"a"_s, ChangeSide::After), "new"_ba);
        QCOMPARE(side(u"d/z"_s, ChangeSide::Before), "base d/a"_ba);
        QCOMPARE(side(u"d/z"_s, ChangeSide::After), "base d/a"_ba);
        QCOMPARE(side(u"b"_s, ChangeSide::Before), "base b"_ba);
        QCOMPARE(side(u"b"_s, ChangeSide::After), ""_ba);
        QCOMPARE(resultOf(m_view->staging->content(theStage, u"a"_s, ChangeSide::Before, 5, 100)),
                 "a"_ba);
    }

    void appliesSomeAndThenTheRest()
    {
        start();
        m_view->write(u"a"_s, "new a"_ba);
        m_view->write(u"b"_s, "new b"_ba);
        m_view->at(u"fs.mkdir"_s, u"n"_s, {{u"mode"_s, 0755}});
        m_view->write(u"n/x"_s, "in new folder"_ba);
        const QStringList wished = m_view->tree();
        const ChangeReport report = resultOf(m_view->staging->apply(theStage, {u"b"_s, u"n/x"_s}));
        QVERIFY(report.refused.isEmpty());
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "base a"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"b"_s)), "new b"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"n/x"_s)), "in new folder"_ba);
        QCOMPARE(described(changes()), QStringList{u"changed a"_s});
        resultOf(m_view->staging->apply(theStage, {}));
        QCOMPARE(treeOnDisk(m_folders->root()), wished);
        QVERIFY(changes().isEmpty());
        QVERIFY(m_view->staging->stages().isEmpty());
    }

    void discardsSomeAndThenTheRest()
    {
        start();
        m_view->write(u"a"_s, "new a"_ba);
        m_view->write(u"b"_s, "new b"_ba);
        m_view->rename(u"d"_s, u"moved"_s);
        resultOf(m_view->staging->discard(theStage, {u"a"_s}));
        QCOMPARE(m_view->read(u"a"_s), "base a"_ba);
        QCOMPARE(m_view->read(u"b"_s), "new b"_ba);
        const QStringList original = treeOnDisk(m_folders->root());
        resultOf(m_view->staging->discard(theStage, {}));
        QCOMPARE(m_view->tree(), original);
        QVERIFY(changes().isEmpty());
    }

    void neverOverwritesWhatSomebodyElseChanged()
    {
        start();
        m_view->write(u"a"_s, "from the client"_ba);
        m_view->write(u"n"_s, "from the client"_ba);
        m_view->at(u"fs.unlink"_s, u"b"_s);
        m_view->rename(u"d/a"_s, u"d/z"_s);
        m_folders->file(u"a"_s, "from outside");
        m_folders->file(u"n"_s, "from outside");
        m_folders->file(u"b"_s, "from outside");
        m_folders->file(u"d/a"_s, "from outside");
        QCOMPARE(
            described(changes()),
            (QStringList{u"changed a conflict"_s, u"deleted b conflict"_s,
                         u"moved d/z from d/a (same content) conflict"_s, u"added n conflict"_s}));
        const QStringList outside = treeOnDisk(m_folders->root());
        const ChangeReport refused = resultOf(m_view->staging->apply(theStage, {}));
        QCOMPARE(refused.refused.size(), 4);
        QCOMPARE(refused.done, QStringList());
        QCOMPARE(treeOnDisk(m_folders->root()), outside);
        QCOMPARE(changes().size(), 4);

        const ChangeReport chosen = resultOf(m_view->staging->apply(
            theStage, {u"a"_s, u"n"_s, u"b"_s}, Staging::OnConflict::Overwrite));
        QVERIFY(chosen.refused.isEmpty());
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "from the client"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"n"_s)), "from the client"_ba);
        QVERIFY(!QFile::exists(m_folders->root(u"b"_s)));
    }

    void aFileThatWasOnlyTouchedOutsideIsNoConflict()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        QFile file(m_folders->root(u"a"_s));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(-3),
                                 QFileDevice::FileModificationTime));
        file.close();
        QCOMPARE(described(changes()), QStringList{u"changed a"_s});
    }

    void readersSeeWhatIsWrittenThroughAnotherHandle()
    {
        start();
        const Frame reader =
            m_view->call(u"fs.open"_s, {{u"path"_s, u"a"_s}, {u"flags"_s, QJsonArray{u"read"_s}}});
        QCOMPARE(m_view->write(u"a"_s, "changed"_ba, {u"write"_s}), QString());
        QCOMPARE(m_view
                     ->call(u"fs.read"_s, {{u"handle"_s, reader.header[u"handle"]},
                                           {u"offset"_s, 0},
                                           {u"length"_s, 100}})
                     .body,
                 "changed"_ba);
    }

    void doesNotApplyWhileARunWrites()
    {
        start();
        const Frame writer =
            m_view->call(u"fs.open"_s, {{u"path"_s, u"a"_s}, {u"flags"_s, QJsonArray{u"write"_s}}});
        QCOMPARE(resultOf(m_view->staging->apply(theStage, {})).refused.size(), 1);
        m_view->call(u"fs.close"_s, {{u"handle"_s, writer.header[u"handle"]}});
        QVERIFY(resultOf(m_view->staging->apply(theStage, {})).refused.isEmpty());
    }

    // Whoever reads meanwhile must not take the step of a running apply for one that was left
    // behind.
    void appliesWhileSomebodyReads()
    {
        start();
        for (int i = 0; i < 40; ++i)
            m_view->write(u"n%1"_s.arg(i), "new"_ba);
        m_view->write(u"a"_s, "changed a"_ba);
        auto applying = m_view->staging->apply(theStage, {});
        while (!applying.isFinished())
            resultOf(m_view->staging->changes(theStage));
        const ChangeReport report = resultOf(std::move(applying));
        QVERIFY2(report.refused.isEmpty(), qPrintable(report.refused.value(0).reason));
        QCOMPARE(report.done.size(), 41);
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "changed a"_ba);
    }

    void boundsWhatAClientMayStage()
    {
        start({.bytesPerStage = 1000, .entriesPerStage = 20, .freeReserve = 0});
        QCOMPARE(m_view->write(u"a"_s, QByteArray(900, 'x')), QString());
        QCOMPARE(m_view->write(u"n"_s, QByteArray(900, 'x')), u"ENOSPC"_s);
        QCOMPARE(m_view->read(u"a"_s), QByteArray(900, 'x'));
        QCOMPARE(m_view->at(u"fs.unlink"_s, u"a"_s), QString());
        QCOMPARE(m_view->write(u"n"_s, QByteArray(900, 'x')), QString());
    }

    // A run may write on while the person reads.
    void appliesOnlyWhatWasSeen()
    {
        start();
        m_view->write(u"a"_s, "seen"_ba);
        m_view->write(u"n"_s, "new"_ba);
        const auto seenNow = [this] {
            QHash<QString, QString> seen;
            for (const Change &change : changes())
                seen.insert(change.path, change.revision);
            return seen;
        };
        const QHash<QString, QString> seen = seenNow();
        QCOMPARE(seenNow(), seen);
        // Of the same length, with the time that it had.
        const auto before = m_view->call(u"fs.lookup"_s, {{u"path"_s, u"a"_s}});
        QTest::qWait(20); // the clock of the file system is coarse
        m_view->write(u"a"_s, "evil"_ba);
        m_view->at(u"fs.utime"_s, u"a"_s,
                   {{u"mtime_ms"_s, before.header[u"stat"_s][u"mtime_ms"]},
                    {u"atime_ms"_s, before.header[u"stat"_s][u"atime_ms"]}});
        m_view->write(u"later"_s, "unseen"_ba);
        const ChangeReport report =
            resultOf(m_view->staging->apply(theStage, {}, ChangeDesk::OnConflict::Overwrite, seen));
        QCOMPARE(report.done, QStringList{u"n"_s});
        QCOMPARE(report.refused.size(), 2);
        QVERIFY(MountFixture::read(m_folders->root(u"a"_s)) != "evil"_ba);
        QVERIFY(!QFileInfo::exists(m_folders->root(u"later"_s)));
        QCOMPARE(m_view->read(u"a"_s), "evil"_ba);
        const ChangeReport now = resultOf(
            m_view->staging->apply(theStage, {}, ChangeDesk::OnConflict::Refuse, seenNow()));
        QVERIFY2(now.refused.isEmpty(), qPrintable(now.refused.value(0).reason));
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "evil"_ba);
    }

    void countsOnlyWhatARunMakes()
    {
        start();
        m_view->calls->setWriteLimits({.bytes = 1000, .files = 3});
        m_view->run = RunId(50);
        for (int i = 0; i < 10; ++i)
            QCOMPARE(m_view->write(u"a"_s, "x"_ba), QString());
        for (const char *name : {"n1", "n2", "n3"})
            QCOMPARE(m_view->write(QString::fromLatin1(name), "x"_ba), QString());
        QCOMPARE(m_view->write(u"n4"_s, "x"_ba), u"ENOSPC"_s);
        QCOMPARE(m_view->at(u"fs.symlink"_s, u"l"_s, {{u"target"_s, u"a"_s}}), u"ENOSPC"_s);
        QCOMPARE(m_view->write(u"n1"_s, "again"_ba), QString());
        QCOMPARE(m_view->at(u"fs.symlink"_s, u"l"_s, {{u"target"_s, u".env"_s}}), u"EACCES"_s);
    }

    // Whoever saves the same file again and again does not use up what may be staged.
    void countsWhatIsThereAndNotWhatWas()
    {
        start({.bytesPerStage = 1000, .entriesPerStage = 20, .freeReserve = 0});
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(m_view->write(u"t"_s, QByteArray(400, 'x')), QString());
            QCOMPARE(m_view->rename(u"t"_s, u"saved"_s), QString());
            QCOMPARE(m_view->at(u"fs.truncate"_s, u"saved"_s, {{u"size"_s, 10}}), QString());
            QCOMPARE(m_view->at(u"fs.truncate"_s, u"saved"_s, {{u"size"_s, 900}}), QString());
            QCOMPARE(m_view->at(u"fs.truncate"_s, u"saved"_s, {{u"size"_s, 0}}), QString());
        }
        const auto opened = m_view->call(
            u"fs.open"_s, {{u"path"_s, u"saved"_s}, {u"flags"_s, QJsonArray{u"write"_s}}});
        for (int i = 0; i < 10; ++i) {
            for (const int size : {900, 5}) {
                QCOMPARE(CallFixture::errnoOf(m_view->call(
                             u"fs.truncate"_s,
                             {{u"handle"_s, opened.header[u"handle"]}, {u"size"_s, size}})),
                         QString());
            }
        }
        QCOMPARE(m_view->write(u"a"_s, QByteArray(990, 'x')), QString());
        QCOMPARE(m_view->write(u"b"_s, QByteArray(20, 'x')), u"ENOSPC"_s);
    }

    void tellsThatTheFolderIsNotThere()
    {
        start();
        m_view->write(u"a"_s, "new"_ba);
        m_view->table.remove(u"data"_s);
        QVERIFY(!m_view->staging->stages().first().isMounted);
        auto applied = m_view->staging->apply(theStage, {});
        applied.waitForFinished();
        QVERIFY(applied.result().error().code == ErrorCode::Unavailable);
        m_view->add();
        QVERIFY(resultOf(m_view->staging->apply(theStage, {})).refused.isEmpty());
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "new"_ba);
    }

    void announcesItsChanges()
    {
        start();
        QSignalSpy changed(m_view->staging.get(), &Staging::changed);
        m_view->write(u"a"_s, "new"_ba);
        QTRY_VERIFY(!changed.isEmpty());
        QCOMPARE(changed.first().first().value<StageRef>(), theStage);
    }

    // The stage must behave as the folder itself would, whatever is done, and applying it must
    // give the folder that the client saw.
    void behavesLikeAFolderAndAppliesToTheSame_data()
    {
        QTest::addColumn<quint32>("seed");
        const int count = qEnvironmentVariableIntValue("GLOVEBOX_TEST_SEEDS");
        for (quint32 seed = 1; seed <= quint32(count > 0 ? count : 20); ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void behavesLikeAFolderAndAppliesToTheSame()
    {
        QFETCH(quint32, seed);
        MountFixture plainFolders;
        makeFolders(plainFolders);
        CallFixture plain(MountMode::ReadWrite, plainFolders);
        start();
        RandomChange change(seed);
        QStringList history;
        for (int step = 0; step < 120; ++step) {
            change.next();
            const QString staged = change.apply(*m_view);
            if (staged == u"EXDEV")
                continue; // moves that the stage leaves to copying
            history.append(change.text() + u" → "_s + staged);
            QVERIFY2(staged == change.apply(plain),
                     qPrintable(history.join(u'\n') + u" instead of "_s));
            if (step % 40 == 39)
                start(); // as after a restart of the program
        }
        QVERIFY2(m_view->tree() == plain.tree(), qPrintable(history.join(u'\n')));
        const QStringList wished = treeOnDisk(plainFolders.root());
        m_view->endRun();
        const ChangeReport report = resultOf(m_view->staging->apply(theStage, {}));
        for (const auto &refusal : report.refused)
            qWarning().noquote() << refusal.path << refusal.reason;
        if (treeOnDisk(m_folders->root()) != wished || !report.refused.isEmpty()) {
            qWarning().noquote() << history.join(u'\n');
            qWarning().noquote() << treeOnDisk(m_folders->root()).join(u'\n');
            qWarning().noquote() << "wished:\n" << wished.join(u'\n');
        }
        QVERIFY(report.refused.isEmpty());
        QCOMPARE(treeOnDisk(m_folders->root()), wished);
        QCOMPARE(described(changes()), QStringList());
    }

    void discardingEverythingGivesTheFolder_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 15; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void discardingEverythingGivesTheFolder()
    {
        QFETCH(quint32, seed);
        start();
        const QStringList original = m_view->tree();
        RandomChange change(seed);
        for (int step = 0; step < 80; ++step) {
            change.next();
            change.apply(*m_view);
        }
        m_view->endRun();
        resultOf(m_view->staging->discard(theStage, {}));
        QCOMPARE(m_view->tree(), original);
        QCOMPARE(treeOnDisk(m_folders->root()), original);
    }

    void whatWasDiscardedCanBeStagedAgain_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void whatWasDiscardedCanBeStagedAgain()
    {
        QFETCH(quint32, seed);
        start();
        RandomChange change(seed);
        for (int step = 0; step < 80; ++step) {
            change.next();
            change.apply(*m_view);
        }
        m_view->endRun();
        const QStringList wished = m_view->tree();
        const QStringList shown = described(changes());
        const auto report = resultOf(m_view->staging->discard(theStage, {}));
        QVERIFY(!report.discarded.isNull());
        QVERIFY(changes().isEmpty());
        start(); // across a restart, too
        QList<Change> kept = resultOf(m_view->staging->discardedChanges(report.discarded));
        QCOMPARE(described(kept), shown);
        const auto undone = resultOf(m_view->staging->undoDiscard(report.discarded, {}));
        for (const auto &refusal : undone.refused)
            qWarning().noquote() << refusal.path << refusal.reason;
        QVERIFY(undone.refused.isEmpty());
        QCOMPARE(m_view->tree(), wished);
        QCOMPARE(described(changes()), shown);
        QVERIFY(m_view->staging->discards().isEmpty());
        QVERIFY(filesIn(m_folders->base() + u"/profile/staged"_s, u"record.json"_s).isEmpty());
        start();
        QCOMPARE(m_view->tree(), wished);
        QVERIFY(resultOf(m_view->staging->apply(theStage, {})).refused.isEmpty());
        QCOMPARE(withoutTargets(treeOnDisk(m_folders->root())), withoutTargets(wished));
    }

    // One after the other, and back in the opposite order.
    void whatWasDiscardedPieceByPieceCanBeStagedAgain_data()
    {
        whatWasDiscardedCanBeStagedAgain_data();
    }
    void whatWasDiscardedPieceByPieceCanBeStagedAgain()
    {
        QFETCH(quint32, seed);
        start();
        RandomChange change(seed);
        for (int step = 0; step < 60; ++step) {
            change.next();
            change.apply(*m_view);
        }
        m_view->endRun();
        const QStringList wished = m_view->tree();
        QRandomGenerator random(seed);
        QList<RunId> numbers;
        for (QList<Change> all = changes(); !all.isEmpty(); all = changes()) {
            const QString path = all.at(random.bounded(int(all.size()))).path;
            const auto report = resultOf(m_view->staging->discard(theStage, {path}));
            QVERIFY2(report.refused.isEmpty(), qPrintable(path));
            numbers.prepend(report.discarded);
        }
        for (const RunId number : std::as_const(numbers)) {
            const auto undone = resultOf(m_view->staging->undoDiscard(number, {}));
            QVERIFY2(undone.refused.isEmpty(), qPrintable(undone.refused.value(0).reason));
        }
        QCOMPARE(m_view->tree(), wished);
    }

    void anUndoOfADiscardNeverOverwritesWhatWasStagedSince()
    {
        start();
        m_view->write(u"a"_s, "first"_ba);
        m_view->write(u"b"_s, "first"_ba);
        m_view->write(u"new/file"_s, "x"_ba); // there is no such folder
        m_view->at(u"fs.mkdir"_s, u"new"_s, {{u"mode"_s, 0755}});
        m_view->write(u"new/file"_s, "first"_ba);
        m_view->endRun();
        const auto files = resultOf(m_view->staging->discard(theStage, {u"a"_s, u"b"_s}));
        const auto inside = resultOf(m_view->staging->discard(theStage, {u"new/file"_s}));
        const auto folder = resultOf(m_view->staging->discard(theStage, {u"new"_s}));
        m_view->write(u"a"_s, "second"_ba);
        m_view->endRun();
        QCOMPARE(m_view->staging->discards().size(), 3);
        // What cannot be is told beforehand, and then: the other file comes back.
        const auto kept = resultOf(m_view->staging->discardedChanges(files.discarded));
        QCOMPARE(described(kept), (QStringList{u"changed a conflict"_s, u"changed b"_s}));
        QCOMPARE(resultOf(m_view->staging->discardedContent(files.discarded, u"a"_s,
                                                            ChangeSide::After, 0, 100)),
                 "first"_ba);
        QCOMPARE(resultOf(m_view->staging->discardedContent(files.discarded, u"a"_s,
                                                            ChangeSide::Before, 0, 100)),
                 "base a"_ba);
        auto undone = resultOf(m_view->staging->undoDiscard(files.discarded, {}));
        QCOMPARE(undone.done, QStringList{u"b"_s});
        QCOMPARE(undone.refused.size(), 1);
        QCOMPARE(undone.refused.first().reason, u"“a” was staged again since."_s);
        QCOMPARE(m_view->read(u"a"_s), "second"_ba);
        QCOMPARE(m_view->read(u"b"_s), "first"_ba);
        // Its folder is gone from the stage.
        undone = resultOf(m_view->staging->undoDiscard(inside.discarded, {}));
        QCOMPARE(undone.refused.value(0).reason,
                 u"The folder that holds “new/file” is not there any more."_s);
        resultOf(m_view->staging->undoDiscard(folder.discarded, {}));
        undone = resultOf(m_view->staging->undoDiscard(inside.discarded, {}));
        QVERIFY(undone.refused.isEmpty());
        QCOMPARE(m_view->read(u"new/file"_s), "first"_ba);
        // What was in the way is gone: now the first one, too.
        resultOf(m_view->staging->discard(theStage, {u"a"_s}));
        undone = resultOf(m_view->staging->undoDiscard(files.discarded, {}));
        QCOMPARE(undone.done, QStringList{u"a"_s});
        QCOMPARE(m_view->read(u"a"_s), "first"_ba);
    }

    void whatWasDiscardedIsKeptForSevenDaysAndInBounds()
    {
        using namespace std::chrono_literals;
        FakeClock clock;
        const StagingLimits limits{.bytesPerStage = 1000, .freeReserve = 0};
        start(limits, clock);
        const auto discardOne = [&](const QByteArray &content) {
            m_view->write(u"a"_s, content);
            m_view->endRun();
            return resultOf(m_view->staging->discard(theStage, {})).discarded;
        };
        discardOne("first"_ba);
        clock.advance(24h * 6);
        const RunId second = discardOne("second"_ba);
        clock.advance(24h * 2); // asks every hour
        QTRY_COMPARE(m_view->staging->discards().size(), 1);
        QCOMPARE(m_view->staging->discards().first().number, second);
        clock.advance(24h * 6);
        start(limits, clock); // while it did not run
        QTRY_VERIFY(m_view->staging->discards().isEmpty());
        QVERIFY(filesIn(m_folders->base() + u"/profile/staged"_s, u"record.json"_s).isEmpty());
        // The oldest give way when they are larger together than a stage may be.
        discardOne(QByteArray(600, 'x'));
        const RunId last = discardOne(QByteArray(600, 'y'));
        QCOMPARE(m_view->staging->discards().size(), 1);
        QVERIFY(resultOf(m_view->staging->undoDiscard(last, {})).refused.isEmpty());
        QCOMPARE(m_view->read(u"a"_s), QByteArray(600, 'y'));
    }

    void aMergedFileTakesThePlaceOfTheClientsAndIsNoConflictAnyMore()
    {
        m_folders->file(u"text"_s, "one\ntwo\n");
        start();
        m_view->write(u"text"_s, "one\nclient\n"_ba);
        m_view->endRun();
        m_folders->file(u"text"_s, "folder\ntwo\n");
        QCOMPARE(described(changes()), QStringList{u"changed text conflict"_s});
        const auto put = [&](const QByteArray &folder, const QString &revision) {
            return resultOf(m_view->staging->putMerged(theStage, u"text"_s, "folder\nclient\n"_ba,
                                                       revision, folder));
        };
        const QString revision = changes().first().revision;
        QCOMPARE(put("folder\n"_ba, revision).refused.size(), 1); // not what the folder has
        QCOMPARE(put("folder\ntwo\n"_ba, u"another"_s).refused.size(), 1);
        QCOMPARE(m_view->read(u"text"_s), "one\nclient\n"_ba);
        QCOMPARE(put("folder\ntwo\n"_ba, revision).done, QStringList{u"text"_s});
        QCOMPARE(m_view->read(u"text"_s), "folder\nclient\n"_ba);
        QCOMPARE(described(changes()), QStringList{u"changed text"_s});
        QCOMPARE(resultOf(m_view->staging->content(theStage, u"text"_s, ChangeSide::Base, 0, 99)),
                 "folder\ntwo\n"_ba);
        start();
        QCOMPARE(m_view->read(u"text"_s), "folder\nclient\n"_ba);
        // Changed once more: a conflict again, never overwritten.
        m_folders->file(u"text"_s, "folder\nand more\n");
        QCOMPARE(described(changes()), QStringList{u"changed text conflict"_s});
        QCOMPARE(resultOf(m_view->staging->apply(theStage, {})).refused.size(), 1);
    }

    // Killed at any moment of discarding or undoing that: what is not staged is kept, and undoing
    // gives all of it.
    void losesNothingWhenItIsKilledWhileItDiscardsOrTakesThatBack()
    {
        constexpr int files = 400;
        for (int i = 0; i < files; ++i)
            m_folders->file(u"many/%1"_s.arg(i), "old");
        start();
        for (int i = 0; i < files; ++i)
            m_view->write(u"many/%1"_s.arg(i), "new "_ba + QByteArray::number(i));
        for (int i = 0; i < files / 3; ++i)
            m_view->rename(u"many/%1"_s.arg(i), u"many/moved%1"_s.arg(i));
        m_view->endRun();
        const QStringList wished = m_view->tree();
        m_view.reset();
        int halves = 0;
        for (int attempt = 0; attempt < 8; ++attempt) {
            const bool back = attempt % 2 == 1;
            QProcess child;
            child.start(QCoreApplication::applicationFilePath(),
                        {back ? u"--undo-discard"_s : u"--discard"_s, m_folders->base(),
                         QString::number(1 + attempt / 2 * 5000)});
            QVERIFY(child.waitForStarted());
            child.waitForFinished();
            start();
            halves += !changes().isEmpty() && !m_view->staging->discards().isEmpty();
            if (back) { // whatever is not staged again yet
                undoAll();
                QCOMPARE(m_view->tree(), wished);
            }
            m_view.reset();
        }
        QVERIFY2(halves > 0, "no attempt was killed before the end: the test shows nothing");
    }

    // Killed at any moment of applying: every file is the old or the new one, the change is in
    // the folder or in the stage, and applying again gives all of it.
    void survivesBeingKilledWhileItApplies()
    {
        constexpr int files = 60;
        const QByteArray filler(20'000, 'f');
        for (int i = 0; i < files; ++i)
            m_folders->file(u"many/%1"_s.arg(i), "old " + filler);
        start();
        for (int i = 0; i < files; ++i)
            m_view->write(u"many/%1"_s.arg(i), "new " + filler);
        for (int i = 0; i < files / 3; ++i)
            m_view->rename(u"many/%1"_s.arg(i), u"many/moved%1"_s.arg(i));
        const QStringList wished = m_view->tree();
        m_view.reset();
        int halves = 0;
        for (int attempt = 0; attempt < 8; ++attempt) {
            QProcess child;
            child.start(QCoreApplication::applicationFilePath(), {u"--apply"_s, m_folders->base()});
            QVERIFY(child.waitForStarted());
            QVERIFY(child.waitForReadyRead());
            QTest::qWait(attempt * 3);
            if (child.state() == QProcess::Running)
                ::kill(pid_t(child.processId()), SIGKILL);
            child.waitForFinished();

            const QStringList onDisk = treeOnDisk(m_folders->root());
            for (const QString &line : onDisk) {
                QVERIFY(!line.startsWith(u"many/") || line.startsWith(u"many/.glovebox-") ||
                        line.endsWith(QString::fromLatin1("old " + filler)) ||
                        line.endsWith(QString::fromLatin1("new " + filler)));
            }
            start();
            QTRY_VERIFY(std::ranges::none_of(treeOnDisk(m_folders->root()), [](const QString &l) {
                return l.contains(u".glovebox-");
            }));
            QCOMPARE(m_view->tree(), wished);
            halves += !changes().isEmpty() && treeOnDisk(m_folders->root()) != wished;
            m_view.reset();
        }
        start();
        const ChangeReport report = resultOf(m_view->staging->apply(theStage, {}));
        for (const auto &refusal : report.refused)
            qWarning().noquote() << refusal.path << refusal.reason;
        QVERIFY(report.refused.isEmpty());
        QCOMPARE(treeOnDisk(m_folders->root()), wished);
        QVERIFY2(halves > 0, "no attempt was killed before the end: the test shows nothing");
    }

private:
    void start(const StagingLimits &limits = {.freeReserve = 0}, Clock &clock = systemClock())
    {
        const RunId run = m_view ? m_view->run : RunId(1);
        m_view.reset();
        m_view = std::make_unique<CallFixture>(MountMode::Staged, *m_folders, QString(), limits,
                                               UndoLimits(), clock);
        m_view->run = run;
        resultOf(m_view->staging->changes(theStage)); // its record is read
    }
    // A link that leads to itself has no target for the sandbox.
    static QStringList withoutTargets(QStringList lines)
    {
        for (QString &line : lines) {
            if (const qsizetype at = line.indexOf(u" link "); at >= 0)
                line.truncate(at + 5);
        }
        return lines;
    }
    static QStringList filesIn(const QString &folder, const QString &name)
    {
        QStringList files;
        QDirIterator it(folder, {name}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files.append(it.next());
        return files;
    }
    void undoAll()
    {
        const QList<UndoableDiscard> discards = m_view->staging->discards();
        for (const UndoableDiscard &discard : discards) {
            const auto undone = resultOf(m_view->staging->undoDiscard(discard.number, {}));
            QVERIFY2(undone.refused.isEmpty(), qPrintable(undone.refused.value(0).reason));
        }
    }
    QStringList folderTree() const
    {
        QStringList lines;
        QDirIterator it(m_folders->root(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QFileInfo entry = it.nextFileInfo();
            lines.append(entry.filePath() + u' ' +
                         (entry.isDir() ? u"folder"_s
                                        : QString::fromUtf8(MountFixture::read(entry.filePath()))));
        }
        lines.sort();
        return lines;
    }
    QList<Change> changes() { return resultOf(m_view->staging->changes(theStage)); }

    std::unique_ptr<MountFixture> m_folders;
    std::unique_ptr<CallFixture> m_view;
};

// The child of the tests in which somebody is killed.
static int actAndBeKilled(const QString &what, const QString &base, qint64 logged)
{
    MountTable table(base + u"/profile"_s);
    if (!table.add({u"data"_s, base + u"/root"_s, MountMode::Staged}))
        return 1;
    Staging staging(table, base + u"/profile/staged"_s);
    resultOf(staging.changes(theStage));
    std::puts("begins");
    std::fflush(stdout);
    // Or by itself, as soon as the stage's record has grown by so much.
    const auto sizeOfLog = [&] {
        const QFileInfoList stages =
            QDir(base + u"/profile/staged"_s).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot);
        struct stat data = {};
        const QString log = stages.value(0).filePath() + u"/changes.log"_s;
        ::stat(QFile::encodeName(log).constData(), &data);
        return qint64(data.st_size);
    };
    const std::jthread watcher([&, begin = sizeOfLog()](const std::stop_token &stop) {
        while (logged > 0 && !stop.stop_requested()) {
            if (sizeOfLog() >= begin + logged)
                ::kill(::getpid(), SIGKILL);
        }
    });
    if (what == u"--apply") {
        resultOf(staging.apply(theStage, {}));
    } else if (what == u"--discard") {
        resultOf(staging.discard(theStage, {}));
    } else {
        for (const UndoableDiscard &discard : staging.discards())
            resultOf(staging.undoDiscard(discard.number, {}));
    }
    return 0;
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc >= 3 && qstrncmp(argv[1], "--", 2) == 0)
        return actAndBeKilled(QString::fromLocal8Bit(argv[1]), QString::fromLocal8Bit(argv[2]),
                              argc > 3 ? QByteArray(argv[3]).toLongLong() : 0);
    TestStaging test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_staging.moc"
