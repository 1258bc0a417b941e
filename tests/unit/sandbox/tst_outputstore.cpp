// SPDX-License-Identifier: MIT
#include "sandbox/outputstore.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

class tst_outputstore final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsBytesInOrder();
    void readsWhatWasAppendedBefore();
    void countsWhatItDoesNotKeep();
    void keepsRunsApart();
    void storesDisplays();
    void tellsThatNothingIsThere();
    void saysWhenTheDiskRefuses();
    void isReadableByItsOwnerOnly();
};

void tst_outputstore::keepsBytesInOrder()
{
    QTemporaryDir folder;
    OutputStore store(folder.filePath(u"runs"_s));
    QCOMPARE(store.append(RunId(1), "one ").offset, 0);
    QCOMPARE(store.append(RunId(1), QByteArray("\0\xff", 2)).offset, 4);
    QCOMPARE(store.append(RunId(1), " three").offset, 6);
    const auto counts = store.finish(RunId(1)).result();
    QCOMPARE(counts.written, 12);
    QCOMPARE(counts.kept, 12);
    QCOMPARE(store.read(RunId(1), 0, 100).result().value(), QByteArray("one \0\xff three", 12));
    QCOMPARE(store.read(RunId(1), 4, 3).result().value(), QByteArray("\0\xff ", 3));
    QCOMPARE(store.read(RunId(1), 100, 3).result().value(), QByteArray());
    QVERIFY(!store.read(RunId(1), -1, 3).result());
}

void tst_outputstore::readsWhatWasAppendedBefore()
{
    QTemporaryDir folder;
    OutputStore store(folder.path());
    for (int i = 0; i < 1000; ++i)
        store.append(RunId(1), "0123456789");
    QCOMPARE(store.read(RunId(1), 9990, 100).result().value(), "0123456789");
    QCOMPARE(store.pendingBytes(), 0);
}

void tst_outputstore::countsWhatItDoesNotKeep()
{
    QTemporaryDir folder;
    OutputStore store(folder.path(), 10);
    QCOMPARE(store.append(RunId(1), "01234567").kept, 8);
    QCOMPARE(store.append(RunId(1), "89abcdef").kept, 2);
    QCOMPARE(store.append(RunId(1), "more").kept, 0);
    QCOMPARE(store.counts(RunId(1)), (OutputStore::Counts{20, 10}));
    QCOMPARE(store.finish(RunId(1)).result(), (OutputStore::Counts{20, 10}));
    QCOMPARE(store.read(RunId(1), 0, 100).result().value(), "0123456789");
}

void tst_outputstore::keepsRunsApart()
{
    QTemporaryDir folder;
    OutputStore store(folder.path());
    store.append(RunId(1), "a");
    store.append(RunId(2), "b");
    store.append(RunId(1), "c");
    QCOMPARE(store.read(RunId(1), 0, 9).result().value(), "ac");
    QCOMPARE(store.read(RunId(2), 0, 9).result().value(), "b");
}

void tst_outputstore::storesDisplays()
{
    QTemporaryDir folder;
    OutputStore store(folder.path());
    const auto path = store.storeDisplay(RunId(3), 1, u"image/png"_s, "PNG").result();
    QVERIFY(path);
    QVERIFY(path->endsWith(u"/r3/display-1.png"_s));
    QFile file(*path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "PNG");
    // A type from the sandbox never becomes part of a name.
    const auto odd = store.storeDisplay(RunId(3), 2, u"../../x"_s, "?").result();
    QVERIFY(odd && odd->endsWith(u"/r3/display-2.bin"_s));
}

void tst_outputstore::tellsThatNothingIsThere()
{
    QTemporaryDir folder;
    OutputStore store(folder.path());
    const auto nothing = store.read(RunId(9), 0, 1).result();
    QVERIFY(!nothing);
    QCOMPARE(toString(nothing.error().code), toString(ErrorCode::NotFound));
    QCOMPARE(store.finish(RunId(9)).result(), OutputStore::Counts());
}

void tst_outputstore::saysWhenTheDiskRefuses()
{
    QTemporaryDir folder;
    QFile inTheWay(folder.filePath(u"runs"_s)); // a file where the folder should be
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    OutputStore store(inTheWay.fileName());
    QSignalSpy failed(&store, &OutputStore::failed);
    store.append(RunId(1), "lost");
    store.append(RunId(1), "too");
    QCOMPARE(store.finish(RunId(1)).result(), (OutputStore::Counts{7, 0}));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!store.storeDisplay(RunId(1), 1, u"image/png"_s, "x").result());
}

void tst_outputstore::isReadableByItsOwnerOnly()
{
    QTemporaryDir folder;
    OutputStore store(folder.filePath(u"runs"_s));
    store.append(RunId(1), "secret");
    store.finish(RunId(1)).waitForFinished();
    const auto others = QFile::ReadGroup | QFile::ReadOther | QFile::ExeGroup | QFile::ExeOther;
    QCOMPARE(QFile::permissions(store.folder(RunId(1))) & others, QFile::Permissions());
    QCOMPARE(QFile::permissions(store.folder(RunId(1)) + u"/output"_s) & others,
             QFile::Permissions());
}

QTEST_GUILESS_MAIN(tst_outputstore)
#include "tst_outputstore.moc"
