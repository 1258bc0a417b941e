// SPDX-License-Identifier: MIT
#include "sandbox/snapshotstore.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

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
