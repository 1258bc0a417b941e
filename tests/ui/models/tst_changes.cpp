// SPDX-License-Identifier: MIT
#include "ui/models/changecontent.h"
#include "ui/models/changetree.h"
#include "ui/models/merge.h"

#include <QBuffer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

FileChange change(const QString &path, FileChange::Kind kind = FileChange::Kind::Changed,
                  const QString &conflict = {})
{
    FileChange result;
    result.kind = kind;
    result.mount = u"reports"_s;
    result.path = path;
    result.before.exists = kind != FileChange::Kind::Added;
    result.after.exists = kind != FileChange::Kind::Deleted;
    result.after.size = 2100;
    result.conflict = conflict;
    return result;
}

// What the rows of a comparison say of one side.
QString sideOf(const LineDiff &diff, DiffRow::Kind other)
{
    QString text;
    for (const DiffRow &row : diff.rows) {
        if (row.kind != other)
            text += row.text + u'\n';
    }
    return text;
}

QByteArray png(const QColor &color)
{
    QImage image(8, 6, QImage::Format_RGB32);
    image.fill(color);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

class ChangesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsWhatKindOfFileItIs()
    {
        QCOMPARE(fileIcon(u"図/売上.PNG"_s), u"image"_s);
        QCOMPARE(fileIcon(u"店舗別.csv"_s), u"table"_s);
        QCOMPARE(fileIcon(u"a/b.py"_s), u"file-code"_s);
        QCOMPARE(fileIcon(u"月次まとめ.md"_s), u"file-text"_s);
        QCOMPARE(fileIcon(u"png"_s), u"file-text"_s);
    }

    void findsTheLinesThatDiffer()
    {
        const LineDiff diff = compareLines(u"a\nb\nc\n"_s, u"a\nB\nc\nd\n"_s);
        QCOMPARE(diff.added, 2);
        QCOMPARE(diff.removed, 1);
        QCOMPARE(diff.rows.size(), 5);
        QCOMPARE(diff.rows.at(1).kind, DiffRow::Kind::Removed);
        QCOMPARE(diff.rows.at(1).before, 2);
        QCOMPARE(diff.rows.at(2).kind, DiffRow::Kind::Added);
        QCOMPARE(diff.rows.at(4).after, 4);
    }

    void isShortestForAMovedLine()
    {
        const LineDiff diff = compareLines(u"1\n2\n3\n4\n5\n"_s, u"2\n3\n4\n1\n5\n"_s);
        QCOMPARE(diff.added, 1);
        QCOMPARE(diff.removed, 1);
    }

    // Whatever the texts: both sides can be read back from the rows.
    void losesNothingOfEitherSide()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 300; ++round) {
            QString before;
            QString after;
            for (int line = random.bounded(30); line > 0; --line)
                before += QString::number(random.bounded(5)) + u'\n';
            for (int line = random.bounded(30); line > 0; --line)
                after += QString::number(random.bounded(5)) + u'\n';
            const LineDiff diff = compareLines(before, after);
            QCOMPARE(sideOf(diff, DiffRow::Kind::Added), before);
            QCOMPARE(sideOf(diff, DiffRow::Kind::Removed), after);
        }
    }

    void saysThatItGaveUpOnTextsWithNothingInCommon()
    {
        QString before;
        QString after;
        for (int line = 0; line < 3000; ++line) {
            before += u"b"_s + QString::number(line) + u'\n';
            after += u"a"_s + QString::number(line) + u'\n';
        }
        const LineDiff diff = compareLines(u"same\n"_s + before, u"same\n"_s + after);
        QVERIFY(diff.isCoarse);
        QCOMPARE(diff.removed, 3000);
        QCOMPARE(diff.rows.first().kind, DiffRow::Kind::Same);
        QCOMPARE(sideOf(diff, DiffRow::Kind::Removed), u"same\n"_s + after);
    }

    void marksWordsAlsoInJapanese()
    {
        const auto [removed, added] =
            compareWords(u"# 月次まとめ 2026年8月"_s, u"# 月次まとめ 2026年9月"_s);
        QCOMPARE(removed, (QList<DiffSpan>{{13, 1}}));
        QCOMPARE(added, (QList<DiffSpan>{{13, 1}}));
    }

    void marksNothingInLinesThatShareNearlyNothing()
    {
        const auto [removed, added] = compareWords(u"alpha beta gamma"_s, u"x = 1"_s);
        QVERIFY(removed.isEmpty() && added.isEmpty());
    }

    void readsQuotedFields()
    {
        const QList<QStringList> rows = parseTable(u"a;b;c\r\n1;\"x;\"\"y\"\"\nz\";\r\n2;;3"_s);
        QCOMPARE(rows, (QList<QStringList>{{u"a"_s, u"b"_s, u"c"_s},
                                           {u"1"_s, u"x;\"y\"\nz"_s, QString()},
                                           {u"2"_s, QString(), u"3"_s}}));
        QCOMPARE(parseTable(u"a,b\n1,"_s).at(1), (QStringList{u"1"_s, QString()}));
    }

    void comparesTablesByCells()
    {
        const TableDiff diff = compareTables(u"店,売上\nA,1\nB,2\nC,3\nD,4\n"_s,
                                             u"店,売上\nA,1\nB,20\nC,3\nD,4\nE,5\n"_s);
        QCOMPARE(diff.changed, 1);
        QCOMPARE(diff.added, 1);
        QCOMPARE(diff.removed, 0);
        QCOMPARE(diff.header, (QStringList{u"店"_s, u"売上"_s}));
        const TableRow &row = diff.rows.at(1);
        QVERIFY(row.isCellChanged(1) && !row.isCellChanged(0));
        QCOMPARE(row.oldCells.at(1), u"2"_s);
    }

    void leavesOutRowsFarFromAnyChange()
    {
        QString before = u"n\n"_s;
        for (int row = 0; row < 100; ++row)
            before += QString::number(row) + u'\n';
        QString after = before;
        after.replace(u"\n50\n"_s, u"\nfifty\n"_s);
        QCOMPARE(compareTables(before, after).rows.size(), 5);
    }

    void tellsKindsOfContentByTheBytes()
    {
        using Kind = ChangeContent::Kind;
        QCOMPARE(compareContent("a\n", "b\n", u"x.md"_s, false).kind, Kind::Text);
        QCOMPARE(compareContent("a\n1\n", "a\n2\n", u"x.csv"_s, false).kind, Kind::Table);
        QCOMPARE(compareContent(png(Qt::red), png(Qt::blue), u"x.bin"_s, false).kind, Kind::Image);
        const ChangeContent facts = compareContent({}, QByteArray("\0\1", 2), u"x.md"_s, false);
        QCOMPARE(facts.kind, Kind::Facts);
        QCOMPARE(facts.afterDigest.size(), 64);
        QVERIFY(facts.afterDigest != facts.beforeDigest);
        QCOMPARE(compareContent({}, "caf\xe9", u"latin1.txt"_s, false).kind, Kind::Facts);
        // Cut within a character: still text.
        QCOMPARE(compareContent({}, "caf\xc3", u"x.txt"_s, true).kind, Kind::Text);
    }

    void putsTogetherWhatBothSidesChangedInDifferentPlaces()
    {
        const QString base = u"1\n2\n3\n4\n5\n6\n"_s;
        const MergedText merged =
            mergeTexts(base, u"one\n2\n3\n4\n5\n6\nseven\n"_s, u"1\n2\n4\nfive\n6\n"_s);
        QCOMPARE(merged.places, 0);
        QCOMPARE(merged.text, u"one\n2\n4\nfive\n6\nseven\n"_s);
        // The same change on both sides is one.
        QCOMPARE(mergeTexts(base, u"1\n2\n3\n"_s, u"1\n2\n3\n"_s).text, u"1\n2\n3\n"_s);
        QCOMPARE(mergeTexts(u"a"_s, u"a"_s, u"b"_s).text, u"b"_s); // without a line end
    }

    void marksWhatBothSidesChangedInTheSamePlace()
    {
        const MergedText merged = mergeTexts(u"1\n2\n3\n"_s, u"1\ntwo\n3\n"_s, u"1\nzwei\n3\n"_s);
        const auto &marks = merged.marks;
        QCOMPARE(merged.places, 1);
        QCOMPARE(merged.text,
                 u"1\n%1\ntwo\n%2\nzwei\n%3\n3\n"_s.arg(marks.folder, marks.client, marks.end));
        // Without a beginning every difference is such a place, and only what differs is in it.
        const MergedText without = mergeTexts(std::nullopt, u"a\nx\nb\n"_s, u"a\ny\nb\nc\n"_s);
        QCOMPARE(without.places, 2);
        QVERIFY(without.text.startsWith(u"a\n"_s + without.marks.folder + u"\nx\n"_s));
        // Text that looks like a mark makes the marks longer.
        const MergedText long_ = mergeTexts(u"1\n"_s, u"<<<<<<< HEAD\n"_s, u"=======\n"_s);
        QVERIFY(long_.marks.folder.startsWith(u"<<<<<<<< "_s));
        QVERIFY(!u"<<<<<<< HEAD"_s.startsWith(long_.marks.folder));
    }

    void losesNoLineOfEitherSideWhenItMerges()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 300; ++round) {
            const auto text = [&](int lines) {
                QString all;
                for (int i = 0; i < lines; ++i)
                    all += QString::number(random.bounded(6)) + u'\n';
                return all;
            };
            const QString base = text(12);
            const auto changed = [&](const QString &mark) {
                QStringList lines = base.split(u'\n');
                for (int edit = 0; edit < 3; ++edit)
                    lines.insert(random.bounded(int(lines.size())), mark + QString::number(edit));
                return lines.join(u'\n');
            };
            const QString folder = changed(u"f"_s);
            const QString client = changed(u"c"_s);
            const QString merged = mergeTexts(base, folder, client).text;
            for (int edit = 0; edit < 3; ++edit) {
                QCOMPARE(merged.count(u"f%1"_s.arg(edit)), 1);
                QCOMPARE(merged.count(u"c%1"_s.arg(edit)), 1);
            }
            QCOMPARE(mergeTexts(base, folder, base).text, folder);
            QCOMPARE(mergeTexts(base, base, client).text, client);
        }
    }

    void mergesFilesAsTheFolderHasThem()
    {
        const auto merged = mergeFiles("1\n2\n",
                                       "\xef\xbb\xbf"
                                       "1\r\n2\r\n3\r\n",
                                       "one\n2\n");
        QVERIFY(merged);
        QCOMPARE(merged->content, "\xef\xbb\xbf"
                                  "one\r\n2\r\n3\r\n"_ba);
        QCOMPARE(merged->places, 0);
        QVERIFY(!mergeFiles({}, "caf\xe9", "a"));
        QVERIFY(!mergeFiles({}, "a\r\nb\n", "a")); // two kinds of line ends
        QVERIFY(!mergeFiles({}, QByteArray("a\0b", 3), "a"));
    }

    void hasARowForTheFolderAndTheLinesThatDiffer()
    {
        ChangeTree tree;
        const QList<FileChange> changes{change(u"a.md"_s), change(u"図/b.md"_s)};
        tree.setChanges(changes, false, u"月次レポート"_s);
        QCOMPARE(tree.rowCount(), 1);
        const QModelIndex folder = tree.index(0, 0);
        QCOMPARE(folder.data().toString(), u"月次レポート"_s);
        QCOMPARE(folder.data(ChangeTree::MetaRole).toString(), u"2"_s);
        QCOMPARE(tree.rowCount(folder), 2);
        QCOMPARE(tree.parent(tree.indexOf(u"a.md"_s)), folder);
        tree.setData(folder, Qt::Unchecked, Qt::CheckStateRole);
        QVERIFY(tree.tickedKeys().isEmpty());
        tree.setCounts(u"a.md"_s, 6, 5);
        QCOMPARE(tree.indexOf(u"a.md"_s).data(ChangeTree::MetaRole).toString(), u"+6 −5"_s);
        tree.setChanges(changes, false, u"月次レポート"_s);
        QVERIFY(tree.hasCounts(u"a.md"_s));
        QList<FileChange> others = changes;
        others.first().revision = u"another"_s;
        tree.setChanges(others, false, u"月次レポート"_s);
        QVERIFY(!tree.hasCounts(u"a.md"_s));
    }

    void sortsFoldersFirstAndCountsWhatIsInThem()
    {
        ChangeTree tree;
        tree.setChanges({change(u"a.md"_s), change(u"図/b.png"_s), change(u"図/c.png"_s)}, false);
        QCOMPARE(tree.rowCount(), 2);
        const QModelIndex folder = tree.index(0, 0);
        QCOMPARE(folder.data().toString(), u"図"_s);
        QCOMPARE(folder.data(ChangeTree::MetaRole).toString(), u"2"_s);
        QCOMPARE(tree.rowCount(folder), 2);
        QCOMPARE(tree.parent(tree.index(0, 0, folder)), folder);
        QCOMPARE(tree.index(1, 0).data(ChangeTree::LetterRole).toString(), u"M"_s);
    }

    void beginsWithEverythingTickedButConflicts()
    {
        ChangeTree tree;
        tree.setChanges({change(u"a"_s), change(u"b"_s, FileChange::Kind::Changed, u"Changed."_s)},
                        false);
        QCOMPARE(tree.tickedKeys(), QStringList{u"a"_s});
        QVERIFY(tree.indexOf(u"b"_s).data(ChangeTree::ConflictRole).toBool());
    }

    void ticksAFolderWithWhatIsInIt()
    {
        ChangeTree tree;
        tree.setChanges({change(u"d/x"_s), change(u"d/y"_s), change(u"z"_s)}, false);
        QSignalSpy ticks(&tree, &ChangeTree::ticksChanged);
        tree.setTicked(u"d/x"_s, false);
        QCOMPARE(tree.indexOf(u"d"_s).data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
        tree.setTicked(u"d"_s, false);
        QCOMPARE(tree.tickedKeys(), QStringList{u"z"_s});
        tree.setTicked(u"d"_s, true);
        QCOMPARE(tree.tickedKeys().size(), 3);
        QCOMPARE(ticks.size(), 3);
    }

    void keepsTicksWhenChangesComeAnew()
    {
        ChangeTree tree;
        tree.setChanges({change(u"a"_s), change(u"b"_s)}, false);
        tree.setTicked(u"a"_s, false);
        tree.setChanges({change(u"a"_s), change(u"b"_s), change(u"c"_s)}, false);
        QCOMPARE(tree.tickedKeys(), (QStringList{u"b"_s, u"c"_s}));
    }

    void namesARunsChangesWithTheirMounts()
    {
        ChangeTree tree;
        tree.setChanges({change(u"a"_s)}, true);
        QCOMPARE(tree.tickedKeys(), QStringList{u"reports/a"_s});
        QVERIFY(tree.change(u"reports/a"_s));
        QCOMPARE(tree.index(0, 0).data().toString(), u"reports"_s);
    }
};

QTEST_GUILESS_MAIN(ChangesTest)
#include "tst_changes.moc"
