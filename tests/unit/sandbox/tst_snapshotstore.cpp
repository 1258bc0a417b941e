// SPDX-License-Identifier: MIT
#include "sandbox/snapshotstore.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

class tst_snapshotstore final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatItStored();
    void hasNoneAtFirst();
    void noticesEveryChange_data();
    void noticesEveryChange();
    void refusesWhatIsNoFileOfItsOwn_data();
    void refusesWhatIsNoFileOfItsOwn();
    void refusesAnOlderOne();
    void writesNothingThatALinkLeadsTo();
    void seesAChangeWhoseTimeWasSetBack();
    void comparesTheHeadAndTheRestApart();
    void inputsDependOnEveryFile();
    void saysWhichFileIsMissing();
};

static const SnapshotInputs inputs{{{u"flags"_s, u"--a"_s}}};

static QString codeOf(const Result<StoredSnapshot> &result)
{
    return result ? u"ok"_s : toString(result.error().code);
}

void tst_snapshotstore::findsWhatItStored()
{
    QTemporaryDir folder;
    SnapshotStore store(folder.filePath(u"snapshots"_s));
    QVERIFY(store.store(u"bare"_s, inputs, "memory", 6).result());
    const auto found = store.verify(u"bare"_s).result();
    QVERIFY(found);
    QCOMPARE(found->inputsDigest, inputs.digest());
    QFile file(found->file.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "memory");
    QVERIFY(store.store(u"bare"_s, inputs, "other", 5).result());
    QVERIFY(store.verify(u"bare"_s).result());
}

void tst_snapshotstore::hasNoneAtFirst()
{
    QTemporaryDir folder;
    SnapshotStore store(folder.filePath(u"snapshots"_s));
    QCOMPARE(codeOf(store.verify(u"bare"_s).result()), toString(ErrorCode::NotFound));
}

void tst_snapshotstore::noticesEveryChange_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("a byte") << u"bare.snapshot"_s << QByteArray("memorY")
                            << toString(ErrorCode::Corrupt);
    QTest::newRow("cut off") << u"bare.snapshot"_s << QByteArray("mem")
                             << toString(ErrorCode::Corrupt);
    QTest::newRow("emptied") << u"bare.snapshot"_s << QByteArray() << toString(ErrorCode::Corrupt);
    QTest::newRow("the index is gone")
        << u"index.json"_s << QByteArray() << toString(ErrorCode::NotFound);
    QTest::newRow("unchanged") << u"bare.snapshot"_s << QByteArray("memory") << u"ok"_s;
}

void tst_snapshotstore::noticesEveryChange()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(QString, outcome);
    QTemporaryDir folder;
    SnapshotStore store(folder.path());
    QVERIFY(store.store(u"bare"_s, inputs, "memory", 6).result());
    QFile changed(folder.filePath(file));
    QVERIFY(changed.open(QIODevice::WriteOnly | QIODevice::Truncate));
    changed.write(content);
    changed.close();
    QCOMPARE(codeOf(store.verify(u"bare"_s).result()), outcome);
}

void tst_snapshotstore::refusesWhatIsNoFileOfItsOwn_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("outcome");
    const auto corrupt = toString(ErrorCode::Corrupt);
    const auto missing = toString(ErrorCode::NotFound);
    QTest::newRow("a link to the very bytes") << u"bare.snapshot"_s << u"link"_s << corrupt;
    QTest::newRow("a pipe") << u"bare.snapshot"_s << u"pipe"_s << corrupt;
    QTest::newRow("a folder") << u"bare.snapshot"_s << u"folder"_s << corrupt;
    QTest::newRow("an index behind a link") << u"index.json"_s << u"link"_s << missing;
    QTest::newRow("an index that is a pipe") << u"index.json"_s << u"pipe"_s << missing;
    QTest::newRow("an index without end") << u"index.json"_s << u"long"_s << missing;
    QTest::newRow("the very bytes again") << u"bare.snapshot"_s << u"copy"_s << u"ok"_s;
    QTest::newRow("the very index again") << u"index.json"_s << u"copy"_s << u"ok"_s;
}

// Nothing of this is read to its end, or waited for.
void tst_snapshotstore::refusesWhatIsNoFileOfItsOwn()
{
    QFETCH(QString, file);
    QFETCH(QString, what);
    QFETCH(QString, outcome);
    QTemporaryDir folder;
    QTemporaryDir elsewhere;
    SnapshotStore store(folder.path());
    QVERIFY(store.store(u"bare"_s, inputs, "memory", 6).result());
    const QString path = folder.filePath(file);
    const QString copy = elsewhere.filePath(u"copy"_s);
    QVERIFY(QFile::copy(path, copy) && QFile::remove(path));
    if (what == u"link") {
        QVERIFY(QFile::link(copy, path));
    } else if (what == u"pipe") {
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    } else if (what == u"folder") {
        QVERIFY(QDir().mkdir(path));
    } else {
        QFile target(path);
        QFile source(copy);
        QVERIFY(target.open(QIODevice::WriteOnly) && source.open(QIODevice::ReadOnly));
        target.write(source.readAll());
        if (what == u"long")
            target.write(QByteArray(2 * 1024 * 1024, ' '));
    }
    QCOMPARE(codeOf(store.verify(u"bare"_s).result()), outcome);
}

void tst_snapshotstore::refusesAnOlderOne()
{
    QTemporaryDir folder;
    SnapshotStore store(folder.path());
    QVERIFY(store.store(u"bare"_s, inputs, "memory", 6).result());
    const QString path = store.file(u"bare"_s).path;
    QVERIFY(QFile::rename(path, folder.filePath(u"older"_s)));
    QVERIFY(store.store(u"bare"_s, inputs, "memorY", 6).result());
    QVERIFY(store.verify(u"bare"_s).result());
    QVERIFY(QFile::remove(path) && QFile::rename(folder.filePath(u"older"_s), path));
    QCOMPARE(codeOf(store.verify(u"bare"_s).result()), toString(ErrorCode::Corrupt));
}

void tst_snapshotstore::writesNothingThatALinkLeadsTo()
{
    QTemporaryDir folder;
    QTemporaryDir elsewhere;
    SnapshotStore store(folder.path());
    const QString mine = elsewhere.filePath(u"mine"_s);
    for (const QString &name : {u"bare.snapshot"_s, u"index.json"_s}) {
        QFile file(mine);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        QFile::remove(folder.filePath(name));
        QVERIFY(QFile::link(mine, folder.filePath(name)));
        QVERIFY(store.store(u"bare"_s, inputs, "memory", 6).result());
        QVERIFY(store.verify(u"bare"_s).result());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), "mine");
    }
}

void tst_snapshotstore::seesAChangeWhoseTimeWasSetBack()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"file"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("memory");
    file.close();
    const QDateTime before = QFileInfo(path).lastModified();
    const QString stamp = fileStamp(path);
    QVERIFY(!stamp.isEmpty());
    QTest::qWait(20);                 // the disk's clock has steps
    QCOMPARE(fileStamp(path), stamp); // the control: reading it alters nothing
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.write("M");
    file.flush();
    QVERIFY(file.setFileTime(before, QFileDevice::FileModificationTime));
    file.close();
    QCOMPARE(QFileInfo(path).lastModified(), before);
    QVERIFY(fileStamp(path) != stamp);
}

void tst_snapshotstore::comparesTheHeadAndTheRestApart()
{
    QTemporaryDir folder;
    SnapshotStore store(folder.path());
    QVERIFY(store.store(u"data"_s, inputs, "headrest", 4).result());
    QVERIFY(store.verifyRest(u"data"_s).result());
    QFile file(store.file(u"data"_s).path);
    const auto put = [&file](qint64 at, const QByteArray &bytes) {
        return file.open(QIODevice::ReadWrite) && file.seek(at) && file.write(bytes) > 0 &&
               (file.close(), true);
    };
    QVERIFY(put(4, "R"));
    QVERIFY(store.verify(u"data"_s).result());
    QCOMPARE(toString(store.verifyRest(u"data"_s).result().error().code),
             toString(ErrorCode::Corrupt));
    QVERIFY(put(0, "Head"));
    QCOMPARE(codeOf(store.verify(u"data"_s).result()), toString(ErrorCode::Corrupt));
}

static void put(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

void tst_snapshotstore::inputsDependOnEveryFile()
{
    QTemporaryDir folder;
    const QStringList files{u"a/pyodide/pyodide.asm.wasm"_s,
                            u"a/pyodide/pyodide.asm.mjs"_s,
                            u"a/pyodide/pyodide.mjs"_s,
                            u"a/pyodide/python_stdlib.zip"_s,
                            u"a/pyodide/pyodide-lock.json"_s,
                            u"r/pyodide/worker/worker.mjs"_s,
                            u"r/pyodide/python/_glovebox/cell.py"_s};
    for (const QString &file : files)
        put(folder.filePath(file), "x");
    SnapshotStore store(folder.filePath(u"s"_s));
    const auto measure = [&] {
        return store.measureInputs(folder.filePath(u"a"_s), folder.filePath(u"r"_s))
            .result()
            .value();
    };
    QStringList digests{measure().digest()};
    QCOMPARE(measure().digest(), digests.first());
    for (const QString &file : files) {
        put(folder.filePath(file), "y");
        digests.append(measure().digest());
    }
    put(folder.filePath(u"r/pyodide/worker/new.mjs"_s), "x");
    digests.append(measure().digest());
    QCOMPARE(digests.removeDuplicates(), 0);
}

void tst_snapshotstore::saysWhichFileIsMissing()
{
    QTemporaryDir folder;
    SnapshotStore store(folder.path());
    const auto inputs = store.measureInputs(folder.path(), folder.path()).result();
    QVERIFY(!inputs);
    QVERIFY(inputs.error().detail.contains(u"pyodide.asm.wasm"_s));
}

QTEST_GUILESS_MAIN(tst_snapshotstore)
#include "tst_snapshotstore.moc"
