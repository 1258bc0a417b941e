// SPDX-License-Identifier: MIT
#include "fakechanges.h"
#include "ui/code/codeeditor.h"
#include "ui/code/textdiffview.h"
#include "ui/review/changelist.h"
#include "ui/review/filesection.h"
#include "ui/review/reviewpage.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

QByteArray chart(const QString &title, const QColor &bars)
{
    QImage image(420, 226, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.drawText(QRect(0, 4, 420, 24), Qt::AlignCenter, title);
    for (int bar = 0; bar < 6; ++bar)
        painter.fillRect(60, 40 + bar * 28, 320 - bar * 40, 18, bars);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

FakeChanges::File file(const QString &path, const QByteArray &before, const QByteArray &after,
                       const QString &conflict = {})
{
    FakeChanges::File result{.change = {}, .before = before, .after = after};
    FileChange &change = result.change;
    change.mount = u"reports"_s;
    change.path = path;
    change.kind = before.isEmpty()  ? FileChange::Kind::Added
                  : after.isEmpty() ? FileChange::Kind::Deleted
                                    : FileChange::Kind::Changed;
    change.before = {.exists = !before.isEmpty(), .size = before.size(), .permissions = 0644};
    change.after = {.exists = !after.isEmpty(), .size = after.size(), .permissions = 0644};
    change.conflict = conflict;
    change.contentChanged = true;
    change.run = RunId(181);
    return result;
}

QList<FakeChanges::File> fiveChanges()
{
    return {
        file(u"月次まとめ.md"_s,
             "# 月次まとめ 2026年8月\n\n| 地域 | 売上 (百万円) |\n|---|---:|\n| 関東 | 100.2 |\n| "
             "近畿 | 71.6 |\n"
             "\nメモ: 九州は速報値。\n",
             "# 月次まとめ 2026年9月\n\n| 地域 | 売上 (百万円) |\n|---|---:|\n| 関東 | 84.1 |\n| "
             "近畿 | 59.9 |\n"
             "| 九州 | 25.4 |\n\nメモ: 営業日数の差を補正していない。\n"),
        file(u"店舗別.csv"_s, "店,売上\nA,1\nB,2\nC,3\n", "店,売上\nA,1\nB,20\nC,3\nD,4\n"),
        file(u"図/地域別売上.png"_s, chart(u"region sales"_s, Qt::gray),
             chart(u"地域別売上 2026年"_s, QColor(0x1f6f8b))),
        file(u"図/月次推移.png"_s, {}, chart(u"月次推移"_s, QColor(0x8c3f5e))),
        file(u"設定.yaml"_s, "a: 1\n", "a: 2\n", u"Changed on disk since this run."_s),
    };
}

} // namespace

class ReviewTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeChanges desk;
        std::unique_ptr<ReviewPage> page;

        ReviewPage &open()
        {
            page = std::make_unique<ReviewPage>(desk);
            page->resize(1200, 700);
            page->show();
            QCoreApplication::processEvents();
            return *page;
        }
        template <class T>
        T *find(const QString &name)
        {
            return page->findChild<T *>(name);
        }
        void click(const QString &button)
        {
            QTest::mouseClick(find<QAbstractButton>(button), Qt::LeftButton);
            QCoreApplication::processEvents();
        }
        void choose(const QString &name)
        {
            auto *tree = find<QTreeView>(u"changeTree"_s);
            const QModelIndexList found =
                tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, name, 1,
                                     Qt::MatchExactly | Qt::MatchRecursive);
            QVERIFY(!found.isEmpty());
            tree->setCurrentIndex(found.first());
            QCoreApplication::processEvents();
        }
    };

private Q_SLOTS:
    void initTestCase()
    {
        setIconFolder(QStringLiteral(GLOVEBOX_ASSETS_DIR) + u"/icons"_s);
        Theme::instance().install(*qApp);
    }

    void saysThatThereIsNothingToReview()
    {
        Stage s;
        s.open();
        QVERIFY(!s.find<QWidget>(u"applyButton"_s)->isVisible());
        QVERIFY(!s.find<QWidget>(u"reviewFiles"_s)->isVisible());
    }

    void appliesWhatIsTickedAndNothingElse()
    {
        Stage s;
        auto files = fiveChanges();
        for (auto &file : files)
            file.change.revision = u"seen "_s + file.change.path;
        s.desk.addStage(u"reports"_s, files);
        ReviewPage &page = s.open();
        QSignalSpy messages(&page, &ReviewPage::message);
        QCOMPARE(page.stagedChanges(), 5);
        s.click(u"applyButton"_s);
        QCOMPARE(s.desk.seenAtApply.value(u"月次まとめ.md"_s), u"seen 月次まとめ.md"_s);
        QCOMPARE(s.desk.seenAtApply.size(), 5);
        QCOMPARE(
            s.desk.asked,
            QStringList{u"apply 月次まとめ.md 店舗別.csv 図/地域別売上.png 図/月次推移.png"_s});
        QCOMPARE(messages.size(), 1);
        QVERIFY(!messages.first().at(1).toBool());
    }

    void tellsWhatWasRefused()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        s.desk.answer.refused = {{u"店舗別.csv"_s, u"The folder is gone."_s}};
        ReviewPage &page = s.open();
        QSignalSpy messages(&page, &ReviewPage::message);
        QTest::keyClick(page.focusWidget() ? page.focusWidget() : &page, Qt::Key_Return,
                        Qt::ControlModifier);
        QCoreApplication::processEvents();
        QCOMPARE(messages.size(), 1);
        QVERIFY(messages.first().at(1).toBool());
        QVERIFY(messages.first().at(0).toString().contains(u"The folder is gone."_s));
    }

    void discardsOnlyAfterASecondClick()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        s.open();
        s.click(u"discardButton"_s);
        QVERIFY(s.desk.asked.isEmpty());
        auto *question = s.find<QMessageBox>(u"discardQuestion"_s);
        QVERIFY(question);
        QTest::mouseClick(question->findChild<QAbstractButton *>(u"discardYes"_s), Qt::LeftButton);
        QCOMPARE(s.desk.asked.size(), 1);
        QVERIFY(s.desk.asked.first().startsWith(u"discard "_s));
    }

    void offersBothWaysOutOfAConflict()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        s.open();
        QVERIFY(!s.find<QWidget>(u"conflictCard"_s)->isVisible());
        s.choose(u"設定.yaml"_s);
        QVERIFY(s.find<QWidget>(u"conflictCard"_s)->isVisible());
        s.click(u"useClients"_s);
        s.choose(u"設定.yaml"_s);
        s.click(u"keepFolders"_s);
        QCOMPARE(s.desk.asked, (QStringList{u"overwrite 設定.yaml"_s, u"discard 設定.yaml"_s}));
    }

    FakeChanges::File conflicting()
    {
        FakeChanges::File change =
            file(u"設定.yaml"_s, "a: 1\nb: folder\nc: 1\nd: 2\nx: 1\n",
                 "a: 1\nb: client\nc: 1\nd: 1\nx: 1\ne: 1\n", u"Changed since."_s);
        change.base = "a: 1\nb: 1\nc: 1\nd: 1\nx: 1\n";
        change.change.revision = u"seen"_s;
        return change;
    }

    void letsThePersonWriteWhatBothSidesChanged()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, {conflicting(), file(u"b.txt"_s, "1\n", "2\n")});
        ReviewPage &page = s.open();
        QSignalSpy messages(&page, &ReviewPage::message);
        s.choose(u"設定.yaml"_s);
        s.click(u"editMerged"_s);
        auto *editor = s.find<CodeEditor>(u"codeEditor"_s);
        QTRY_VERIFY(editor->isVisible());
        QVERIFY(page.isEditing());
        QVERIFY(!s.find<QWidget>(u"applyButton"_s)->isVisible());
        QVERIFY(!s.find<QWidget>(u"mergeSave"_s)->isEnabled());
        QCOMPARE(editor->marks().size(), 3);
        QVERIFY(editor->code().contains("d: 2\nx: 1\ne: 1\n")); // each changed by one side only
        s.click(u"mergeBoth"_s);
        QVERIFY(editor->marks().isEmpty());
        QCOMPARE(editor->code(), "a: 1\nb: folder\nb: client\nc: 1\nd: 2\nx: 1\ne: 1\n"_ba);
        editor->undo();
        QCOMPARE(editor->marks().size(), 3);
        s.click(u"mergeClient"_s);
        QCOMPARE(editor->code(), "a: 1\nb: client\nc: 1\nd: 2\nx: 1\ne: 1\n"_ba);
        editor->undo();
        s.click(u"mergeFolder"_s);
        editor->moveCursor(QTextCursor::Start);
        QTest::keyClicks(editor, u"# mine"_s);
        // A refusal keeps what was typed.
        s.desk.answer.refused = {{u"設定.yaml"_s, u"It was changed while you edited."_s}};
        s.click(u"mergeSave"_s);
        QVERIFY(messages.last().at(1).toBool());
        QVERIFY(editor->isVisible());
        s.desk.answer.refused.clear();
        QTest::keyClick(editor, Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(!editor->isVisible());
        QVERIFY(!page.isEditing());
        QCOMPARE(s.desk.asked.last(), u"merge seen 設定.yaml"_s);
        QCOMPARE(s.desk.merged.first, "# minea: 1\nb: folder\nc: 1\nd: 2\nx: 1\ne: 1\n"_ba);
        QCOMPARE(s.desk.merged.second, "a: 1\nb: folder\nc: 1\nd: 2\nx: 1\n"_ba);
        QVERIFY(s.find<QWidget>(u"applyButton"_s)->isVisible());
    }

    void editingIsGivenUpWithEscapeAndOfferedBelowTheComparison()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, {conflicting()});
        ReviewPage &page = s.open();
        QTest::keyClick(s.find<QTreeView>(u"changeTree"_s), Qt::Key_D, Qt::ControlModifier);
        QTRY_VERIFY(page.findChild<QAbstractButton *>(u"sectionEditMerged"_s));
        QTRY_VERIFY(s.find<QWidget>(u"sectionEditMerged"_s)->isVisible());
        s.click(u"sectionEditMerged"_s);
        auto *editor = s.find<CodeEditor>(u"codeEditor"_s);
        QTRY_VERIFY(editor->isVisible());
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(!editor->isVisible());
        QVERIFY(s.desk.asked.isEmpty());
        // What is no text has two ways out.
        s.desk.files[u"reports"_s] = {
            file(u"a.bin"_s, "a\xff", QByteArray("b\0", 2), u"Changed since."_s)};
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        QTRY_VERIFY(s.find<QTreeView>(u"changeTree"_s)->model()->rowCount() == 1);
        s.choose(u"a.bin"_s);
        QSignalSpy messages(&page, &ReviewPage::message);
        s.click(u"editMerged"_s);
        QTRY_COMPARE(messages.size(), 1);
        QVERIFY(!editor->isVisible());
    }

    void takesADiscardBackFromTheMessageAndLater()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        s.desk.answer = {.done = {u"a"_s}, .refused = {}, .discarded = RunId(3)};
        ReviewPage &page = s.open();
        QSignalSpy discarded(&page, &ReviewPage::discarded);
        s.click(u"discardButton"_s);
        QTest::mouseClick(s.find<QMessageBox>(u"discardQuestion"_s)
                              ->findChild<QAbstractButton *>(u"discardYes"_s),
                          Qt::LeftButton);
        QCOMPARE(discarded.size(), 1);
        s.desk.discardList = {{.number = RunId(3),
                               .stage = {u"reports"_s, ClientId(u"c1"_s)},
                               .discarded = QDateTime::currentDateTimeUtc(),
                               .changes = 1}};
        s.desk.files.insert(u"discard r3"_s, {file(u"a.txt"_s, "1\n", "2\n")});
        const QList<StageSummary> stages = std::exchange(s.desk.stageList, {});
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        page.undoDiscard(discarded.first().at(1).value<RunId>());
        QCoreApplication::processEvents();
        s.desk.stageList = stages;
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        QCoreApplication::processEvents();
        QVERIFY(s.find<QWidget>(u"discardButton"_s)->isVisible()); // it looks at the stage again
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        auto *sources = s.find<QComboBox>(u"changeSource"_s);
        sources->setCurrentIndex(sources->count() - 1);
        Q_EMIT sources->activated(sources->currentIndex());
        QCoreApplication::processEvents();
        QVERIFY(!s.find<QWidget>(u"discardButton"_s)->isVisible());
        QSignalSpy messages(&page, &ReviewPage::message);
        s.desk.gone = {u"discard r3"_s}; // with the last of its changes, before the list knows it
        s.click(u"applyButton"_s);
        QCoreApplication::processEvents();
        QCOMPARE(s.desk.asked.mid(1),
                 (QStringList{u"undo discard r3 "_s, u"undo discard r3 a.txt"_s}));
        QCOMPARE(messages.size(), 1);
        QVERIFY(messages.first().at(0).toString().contains(u"staged again"));
    }

    void countsTheLinesOfFilesThatNobodyScrolledTo()
    {
        Stage s;
        QList<FakeChanges::File> many;
        for (int i = 0; i < 60; ++i)
            many.append(file(u"f%1.txt"_s.arg(i + 100), "1\n", "2\n3\n"));
        s.desk.addStage(u"reports"_s, many);
        s.open();
        QAbstractItemModel *tree = s.find<QTreeView>(u"changeTree"_s)->model();
        const QModelIndex folder = tree->index(0, 0);
        QCOMPARE(folder.data().toString(), u"reports"_s);
        QTRY_COMPARE(tree->index(59, 0, folder).data(ChangeTree::MetaRole).toString(), u"+2 −1"_s);
    }

    void undoesARun()
    {
        Stage s;
        s.desk.runList = {{.run = RunId(184), .ended = {}, .changes = 1}};
        s.desk.files.insert(u"r184"_s, {file(u"a.txt"_s, "1\n", "2\n")});
        ReviewPage &page = s.open();
        page.showRun(RunId(184));
        QCoreApplication::processEvents();
        QVERIFY(!s.find<QWidget>(u"discardButton"_s)->isVisible());
        s.click(u"applyButton"_s);
        QCOMPARE(s.desk.asked, QStringList{u"undo reports/a.txt"_s});
    }

    void takesAnApplyBackFromTheMessageAndLater()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        s.desk.answer = {.done = {u"a"_s}, .refused = {}, .applied = RunId(7)};
        ReviewPage &page = s.open();
        QSignalSpy applied(&page, &ReviewPage::applied);
        s.click(u"applyButton"_s);
        QCOMPARE(applied.size(), 1);
        page.undoApply(applied.first().at(1).value<RunId>());
        s.desk.applyList = {{.number = RunId(7),
                             .stage = {u"reports"_s, ClientId(u"c1"_s)},
                             .applied = QDateTime::currentDateTimeUtc(),
                             .changes = 1}};
        s.desk.files.insert(u"apply r7"_s, {file(u"a.txt"_s, "1\n", "2\n")});
        Q_EMIT s.desk.undoableAppliesChanged(RunId(7));
        auto *sources = s.find<QComboBox>(u"changeSource"_s);
        sources->setCurrentIndex(sources->count() - 1);
        Q_EMIT sources->activated(sources->currentIndex());
        QCoreApplication::processEvents();
        s.click(u"applyButton"_s);
        QCOMPARE(s.desk.asked.mid(1),
                 (QStringList{u"undo apply r7 "_s, u"undo apply r7 reports/a.txt"_s}));
    }

    void showsWhatWaitsToWhoeverComesToItUnlessTheyChoseSomethingElse()
    {
        Stage s;
        s.desk.applyList = {{.number = RunId(7),
                             .stage = {u"reports"_s, ClientId(u"c1"_s)},
                             .applied = QDateTime::currentDateTimeUtc(),
                             .changes = 1}};
        s.desk.files.insert(u"apply r7"_s, {file(u"a.txt"_s, "1\n", "2\n")});
        ReviewPage &page = s.open();
        auto *sources = s.find<QComboBox>(u"changeSource"_s);
        const QString apply = sources->currentText(); // the only one there is
        const auto stageComes = [&] {
            s.desk.addStage(u"reports"_s, fiveChanges());
            Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
            QCoreApplication::processEvents();
        };
        stageComes();
        QCOMPARE(sources->currentText(), apply); // nothing changes under their eyes
        s.desk.stageList.clear();
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        QCoreApplication::processEvents();
        page.hide();
        stageComes();
        QVERIFY(sources->currentText() != apply);
        sources->setCurrentText(apply);
        Q_EMIT sources->activated(sources->currentIndex());
        s.desk.stageList.clear();
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        stageComes();
        QCOMPARE(sources->currentText(), apply); // they chose it
    }

    void comparesAllThreeOfAConflict()
    {
        Stage s;
        FakeChanges::File change =
            file(u"設定.yaml"_s, "a: 1\nb: folder\n", "a: client\nb: 1\n", u"Changed since."_s);
        change.base = "a: 1\nb: 1\n";
        s.desk.addStage(u"reports"_s, {change, file(u"b.txt"_s, "1\n", "2\n")});
        ReviewPage &page = s.open();
        s.choose(u"設定.yaml"_s);
        s.click(u"compareAllThree"_s);
        QTRY_VERIFY(page.findChild<QWidget *>(u"threeWay"_s));
        QWidget *three = page.findChild<QWidget *>(u"threeWay"_s);
        QTRY_VERIFY(three->isVisible());
        QCOMPARE(three->findChildren<TextDiffView *>().size(), 2);
        QTRY_COMPARE(page.findChildren<QWidget *>(u"threeWay"_s).size(), 1); // of the conflict only
    }

    void filesStandInTheOrderOfTheTree()
    {
        Stage s;
        s.desk.addStage(u"reports"_s,
                        {file(u"a.txt"_s, "1\n", "2\n"), file(u"z/b.txt"_s, {}, "2\n"),
                         file(u"z/a.txt"_s, {}, "2\n")});
        ReviewPage &page = s.open();
        QStringList keys;
        for (const FileSection *section : page.findChildren<FileSection *>())
            keys.append(section->key());
        QCOMPARE(keys, (QStringList{u"z/a.txt"_s, u"z/b.txt"_s, u"a.txt"_s}));
    }

    void keysGoFromFileToFileAndFromChangeToChange()
    {
        Stage s;
        QByteArray before;
        for (int line = 0; line < 60; ++line)
            before += "line " + QByteArray::number(line) + '\n';
        QByteArray after = before;
        after.replace("line 20\n", "twenty\n").replace("line 40\n", "forty\n");
        s.desk.addStage(u"reports"_s,
                        {file(u"a.txt"_s, before, after), file(u"b.txt"_s, before, after),
                         file(u"c.txt"_s, before, after)});
        ReviewPage &page = s.open();
        page.resize(1200, 260);
        auto *bar = s.find<QScrollArea>(u"reviewFiles"_s)->verticalScrollBar();
        const auto sections = page.findChildren<FileSection *>();
        const auto views = [&](int i) { return sections.at(i)->findChildren<TextDiffView *>(); };
        auto *tree = s.find<QTreeView>(u"changeTree"_s);
        tree->setFocus();
        // Loaded and laid out: the first file is longer than the page.
        QTRY_VERIFY(!views(0).isEmpty() && sections.at(1)->y() > page.height());
        QTest::keyClick(tree, Qt::Key_V);
        QVERIFY(sections.at(0)->isViewed());
        QTest::keyClick(tree, Qt::Key_F7);
        const int firstChange = bar->value();
        QVERIFY(firstChange > 0);
        QTest::keyClick(tree, Qt::Key_F7);
        const int secondChange = bar->value();
        QVERIFY(secondChange > firstChange);
        QTest::keyClick(tree, Qt::Key_F7, Qt::ShiftModifier);
        QCOMPARE(bar->value(), firstChange);
        QTest::keyClick(tree, Qt::Key_F7, Qt::ControlModifier);
        QCOMPARE(bar->value(), sections.at(1)->y());
        QTRY_VERIFY(!views(1).isEmpty());
        const int lines = views(1).first()->shownRows();
        QTest::keyClick(tree, Qt::Key_U);
        QTRY_VERIFY(views(1).first()->shownRows() < lines); // side by side
        QVERIFY(!sections.at(1)->isViewed());
        QTest::keyClick(tree, Qt::Key_F7, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(bar->value(), 0);
    }

    void keepsTheHeaderOfAFileInSightWhileItIsReadThrough()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        ReviewPage &page = s.open();
        page.resize(1200, 300);
        auto *scroll = s.find<QScrollArea>(u"reviewFiles"_s);
        const auto sections = page.findChildren<FileSection *>();
        const auto topOfHeader = [&](int i) {
            return sections.at(i)
                ->findChild<QWidget *>(u"fileHeader"_s)
                ->mapTo(scroll->viewport(), QPoint())
                .y();
        };
        // Read and laid out: there is enough to scroll through.
        QTRY_VERIFY(sections.at(0)->height() > 200 && sections.at(1)->height() > 200);
        QCOMPARE(topOfHeader(0), 0);
        const int height = sections.at(0)->height();
        scroll->verticalScrollBar()->setValue(100);
        QCOMPARE(topOfHeader(0), 0);
        QCOMPARE(topOfHeader(1), height - 100);
        // The next file's pushes it away.
        scroll->verticalScrollBar()->setValue(height - 20);
        QVERIFY(topOfHeader(0) < 0);
        QVERIFY(topOfHeader(1) <= 20);
        scroll->verticalScrollBar()->setValue(height + 20);
        QCOMPARE(topOfHeader(1), 0);
    }

    void readsFilesOnlyAsTheyComeOnScreen()
    {
        Stage s;
        QList<FakeChanges::File> many;
        for (int i = 0; i < 200; ++i)
            many.append(file(u"f%1.txt"_s.arg(QString::number(i + 100)), "1\n", "2\n"));
        s.desk.addStage(u"reports"_s, many);
        ReviewPage &page = s.open();
        const auto shown = [&page] { return page.findChildren<TextDiffView *>().size(); };
        QTRY_VERIFY(shown() > 0);
        QVERIFY(shown() < 100);
        auto *scroll = s.find<QScrollArea>(u"reviewFiles"_s);
        const qsizetype before = shown();
        scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        QTRY_VERIFY(shown() > before);
    }

    void foldsWhatDidNotChange()
    {
        QString before;
        for (int line = 0; line < 60; ++line)
            before += u"line %1\n"_s.arg(line);
        QString after = before;
        after.replace(u"line 30\n"_s, u"line thirty\n"_s);
        TextDiffView view;
        view.resize(600, 100);
        view.setDiff(compareLines(before, after), {});
        QCOMPARE(view.shownRows(), 2 + 2 * 3 + 2); // two folds, context, the changed line twice
        view.setSideBySide(true);
        QCOMPARE(view.shownRows(), 2 + 2 * 3 + 1);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(view.shownRows(), 60);
    }

    void keepsItsPlaceWhileNothingChanged()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        ReviewPage &page = s.open();
        auto *first = page.findChild<FileSection *>();
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        QCoreApplication::processEvents();
        QCOMPARE(page.findChild<FileSection *>(), first);
    }

    void filtersTheTree()
    {
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        s.open();
        QTest::keyClicks(s.find<QLineEdit>(u"changeFilter"_s), u"png"_s);
        QCOMPARE(s.find<QTreeView>(u"changeTree"_s)->model()->rowCount(), 1);
    }

    // For people's eyes: written beside the build.
    void isDrawnInBothThemes_data()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << int(Theme::Choice::Light);
        QTest::newRow("dark") << int(Theme::Choice::Dark);
    }
    void isDrawnInBothThemes()
    {
        QFETCH(int, choice);
        Theme::instance().setChoice(Theme::Choice(choice));
        Stage s;
        s.desk.addStage(u"reports"_s, fiveChanges());
        ReviewPage &page = s.open();
        QTRY_VERIFY(page.findChild<FileSection *>()->height() > 250); // its pictures are laid out
        s.choose(u"設定.yaml"_s);
        s.find<QScrollArea>(u"reviewFiles"_s)->verticalScrollBar()->setValue(0);
        QCoreApplication::processEvents();
        const QImage picture = page.grab().toImage();
        QVERIFY(picture.save(QStringLiteral(GLOVEBOX_BIN_DIR "/../review-%1.png")
                                 .arg(QString::fromLatin1(QTest::currentDataTag()))));
        QCOMPARE(picture.pixelColor(picture.width() - 4, picture.height() - 4),
                 color(Token::Window));

        s.desk.files[u"reports"_s] = {conflicting(), file(u"a.txt"_s, "1\n", "2\n")};
        Q_EMIT s.desk.stagesChanged({u"reports"_s, {}});
        QTRY_COMPARE(page.findChildren<FileSection *>().size(), 2);
        s.choose(u"設定.yaml"_s);
        s.click(u"editMerged"_s);
        QTRY_VERIFY(s.find<QWidget>(u"mergeEditor"_s)->isVisible());
        QCoreApplication::processEvents();
        QVERIFY(page.grab().save(QStringLiteral(GLOVEBOX_BIN_DIR "/../review-edit-%1.png")
                                     .arg(QString::fromLatin1(QTest::currentDataTag()))));
    }
};

QTEST_MAIN(ReviewTest)
#include "tst_review.moc"
