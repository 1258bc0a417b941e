// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakescratchdesk.h"
#include "ui/output/outputview.h"
#include "ui/scratchpad/celleditor.h"
#include "ui/scratchpad/celloutput.h"
#include "ui/scratchpad/cellview.h"
#include "ui/scratchpad/framewindow.h"
#include "ui/scratchpad/notebookview.h"
#include "ui/scratchpad/opennotebook.h"
#include "ui/scratchpad/scratchpage.h"
#include "ui/scratchpad/searchbar.h"
#include "ui/scratchpad/storedoutputs.h"
#include "ui/scratchpad/variablespane.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Variable variable(const QString &name, const QString &type, const QString &shape,
                  bool isTable = false)
{
    Variable made;
    made.name = name;
    made.type = type;
    made.shape = shape;
    made.isTable = isTable;
    return made;
}

struct Stage
{
    QTemporaryDir folder;
    FakeClock clock{QDateTime(QDate(2026, 11, 24), QTime(10, 52), QTimeZone::UTC)};
    RunHub hub{clock};
    FakeControls controls;
    FakeScratchDesk desk{hub};
    std::unique_ptr<notebook::Workspace> workspace;
    std::unique_ptr<ScratchPage> page;
    QStringList messages;

    Stage()
    {
        MountStatus mount;
        mount.name = u"sales"_s;
        mount.hostPath = u"/home/somebody/売上データ"_s;
        mount.mode = MountMode::ReadOnly;
        controls.setMounts({mount});
        workspace = std::make_unique<notebook::Workspace>(clock, folder.filePath(u"drafts"_s));
        page = std::make_unique<ScratchPage>(
            ScratchServices{.desk = desk,
                            .hub = hub,
                            .controls = controls,
                            .clock = clock,
                            .workspace = *workspace,
                            .pictures = folder.filePath(u"pictures"_s)});
        QObject::connect(page.get(), &ScratchPage::message, page.get(),
                         [this](const QString &text) { messages.append(text); });
        page->resize(1200, 740);
        page->show();
        page->activateWindow();
        // What was open is read in another thread.
        if (QTest::qWaitFor([this] { return page->current() != nullptr; }))
            page->current()->view()->edit();
        settle();
    }
    void settle()
    {
        for (int turn = 0; turn < 4; ++turn) {
            QCoreApplication::processEvents();
            clock.advance(60ms);
        }
        QCoreApplication::processEvents();
    }
    NotebookView *view() const { return page->current()->view(); }
    notebook::Document &document() const { return page->current()->document().document(); }
    CellEditor *editor() const { return view()->currentEditor(); }
    CellView *cell(int row) const { return view()->viewOf(document().cell(row).id); }
    void type(const QString &text)
    {
        QTest::keyClicks(QApplication::focusWidget(), text);
        settle();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        settle();
    }
    template <class T>
    T *find(const QString &name) const
    {
        return page->findChild<T *>(name);
    }
    // Ends the newest run and waits for its outputs, which are made in another thread.
    void end(const QString &output = {}, RunState state = RunState::Complete)
    {
        const QSignalSpy finished(page->current()->runner(), &CellRunner::finished);
        desk.end(output, state);
        QTRY_VERIFY(finished.count() > 0);
        settle();
    }
};

// A language of its own: every word is marked.
class Marker final : public QTranslator
{
public:
    QString translate(const char *, const char *text, const char *, int) const override
    {
        return u'<' + QString::fromUtf8(text) + u'>';
    }
    bool isEmpty() const override { return false; }
};

// Everything that a page says, by who says it.
QStringList wordsOf(const QWidget &page)
{
    QStringList words;
    const auto add = [&words](const QObject &who, const QStringList &said) {
        words.append(QString::fromLatin1(who.metaObject()->className()) + u' ' + who.objectName() +
                     u": "_s + said.join(u" | "_s));
    };
    for (const QWidget *part : page.findChildren<QWidget *>()) {
        QStringList said{part->accessibleName(), part->toolTip(),
                         part->property("placeholderText").toString()};
        if (qobject_cast<const QAbstractButton *>(part) ||
            QByteArrayView(part->metaObject()->className()) == "glovebox::ui::TextLine")
            said.append(part->property("text").toString());
        add(*part, said);
    }
    for (const QAction *action : page.actions())
        add(*action, {action->text()});
    words.sort();
    return words;
}

} // namespace

class ScratchPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        setIconFolder(QStringLiteral(GLOVEBOX_ASSETS_DIR "/icons"));
        Theme::instance().install(*qApp);
        qRegisterMetaType<RunEvent>();
    }

    void aCellIsTypedAndRunAndTheNextOneOpens()
    {
        Stage stage;
        QVERIFY(stage.editor()->hasFocus());
        QCOMPARE(stage.editor()->placeholderText(), u"Type Python here. Shift+Enter runs it."_s);
        stage.type(u"print(1)"_s);
        QCOMPARE(stage.document().cell(0).source, u"print(1)"_s);
        stage.press(Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(stage.desk.runs.size(), 1);
        QCOMPARE(stage.desk.runs.first().code, "print(1)"_ba);
        QVERIFY(!stage.desk.runs.first().session.id.isNull());
        QCOMPARE(stage.document().count(), 2);
        QVERIFY(stage.editor()->hasFocus());
        stage.end(u"1\n"_s);
        QCOMPARE(stage.document().cell(0).executionCount, 1);
        QCOMPARE(stage.document().cell(0).outputs.size(), 1);
        QVERIFY(stage.cell(0)->output());
        QVERIFY(stage.cell(0)->output()->wantedHeight() > 0);
        QVERIFY(stage.cell(0)->output()->isVisible());
    }

    void cellsWaitForOneAnotherAndAnErrorEndsTheQueue()
    {
        Stage stage;
        stage.type(u"a"_s);
        stage.press(Qt::Key_Return, Qt::ShiftModifier);
        stage.type(u"b"_s);
        stage.press(Qt::Key_Return, Qt::ShiftModifier);
        stage.type(u"c"_s);
        stage.press(Qt::Key_Return, Qt::ControlModifier);
        const CellRunner *runner = stage.page->current()->runner();
        QCOMPARE(stage.desk.runs.size(), 1);
        QCOMPARE(runner->queuePlace(stage.document().cell(1).id), 1);
        QCOMPARE(runner->queuePlace(stage.document().cell(2).id), 2);
        stage.end({}, RunState::Error);
        QCOMPARE(stage.desk.runs.size(), 1);
        QCOMPARE(runner->state(stage.document().cell(0).id), CellState::Error);
        QVERIFY(!runner->isBusy());
    }

    void theKeysOfACellAreJupyters()
    {
        Stage stage;
        stage.type(u"x"_s);
        stage.press(Qt::Key_Escape);
        QVERIFY(stage.view()->hasFocus());
        stage.press(Qt::Key_B);
        QCOMPARE(stage.document().count(), 2);
        QCOMPARE(stage.view()->currentCell(), stage.document().cell(1).id);
        stage.press(Qt::Key_A);
        QCOMPARE(stage.document().count(), 3);
        stage.press(Qt::Key_M);
        QCOMPARE(stage.document().cell(1).kind, notebook::CellKind::Text);
        stage.press(Qt::Key_Y);
        QCOMPARE(stage.document().cell(1).kind, notebook::CellKind::Code);
        stage.press(Qt::Key_Up);
        stage.press(Qt::Key_C);
        stage.press(Qt::Key_V);
        QCOMPARE(stage.document().count(), 4);
        QCOMPARE(stage.document().cell(1).source, u"x"_s);
        stage.press(Qt::Key_X);
        QCOMPARE(stage.document().count(), 3);
        stage.press(Qt::Key_Z);
        QCOMPARE(stage.document().count(), 4);
        stage.press(Qt::Key_Home);
        const QString first = stage.view()->currentCell();
        stage.press(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(stage.document().indexOf(first), 1);
        stage.press(Qt::Key_Return);
        QVERIFY(stage.editor()->hasFocus());
    }

    void lettersInACellAreText()
    {
        Stage stage;
        stage.type(u"abmyxcvzo"_s);
        QCOMPARE(stage.document().count(), 1);
        QCOMPARE(stage.document().cell(0).source, u"abmyxcvzo"_s);
    }

    void cellsSplitAndMerge()
    {
        Stage stage;
        stage.type(u"ab"_s);
        stage.press(Qt::Key_Left);
        stage.press(Qt::Key_Minus, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(stage.document().count(), 2);
        QCOMPARE(stage.document().cell(0).source, u"a"_s);
        QCOMPARE(stage.document().cell(1).source, u"b"_s);
        QCOMPARE(stage.editor()->code(), u"b"_s);
        stage.press(Qt::Key_Escape);
        stage.press(Qt::Key_Up, Qt::ShiftModifier);
        stage.press(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(stage.document().count(), 1);
        QCOMPARE(stage.cell(0)->editor()->code(), stage.document().cell(0).source);
    }

    void cellsAreMovedByTheMouse()
    {
        Stage stage;
        stage.type(u"a"_s);
        QList<notebook::Cell> cells(3);
        for (int at = 0; at < 3; ++at)
            cells[at].source = QString(QChar(u'b' + at));
        stage.document().insertCells(1, cells);
        stage.settle();
        const auto order = [&stage] {
            QString text;
            for (const notebook::Cell &cell : stage.document().notebook().cells)
                text += cell.source;
            return text;
        };
        QCOMPARE(order(), u"abcd"_s);
        auto *line = stage.find<QWidget>(u"dropLine"_s);
        CellView *held = stage.cell(0);
        const auto moveTo = [&stage, &held](QPoint place) {
            QTest::mouseMove(held, held->mapFrom(stage.view()->viewport(), place));
            stage.settle();
        };
        const auto below = [&stage](int row) {
            return QPoint(20, stage.cell(row)->geometry().bottom() - 2);
        };

        QTest::mousePress(held, Qt::LeftButton, {}, QPoint(20, 10));
        QVERIFY(!line->isVisible());
        moveTo(below(2));
        QVERIFY(line->isVisible());
        QVERIFY(line->y() > stage.cell(2)->y() && line->y() < stage.cell(3)->y());
        QTest::mouseRelease(held, Qt::LeftButton, {}, QPoint(20, 10));
        stage.settle();
        QVERIFY(!line->isVisible());
        QCOMPARE(order(), u"bcad"_s);
        QCOMPARE(stage.document().cell(2).id, stage.view()->currentCell());
        stage.press(Qt::Key_Z);
        QCOMPARE(order(), u"abcd"_s);

        // What is chosen goes together, and is one step.
        stage.press(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(stage.view()->chosenCells().size(), 2);
        held = stage.cell(1);
        QTest::mousePress(held, Qt::LeftButton, {}, QPoint(20, 10));
        moveTo(below(3));
        QTest::mouseRelease(held, Qt::LeftButton, {}, QPoint(20, 10));
        stage.settle();
        QCOMPARE(order(), u"cdab"_s);
        stage.press(Qt::Key_Z);
        QCOMPARE(order(), u"abcd"_s);

        QCOMPARE(stage.view()->chosenCells().size(), 2);
        QTest::mouseClick(held, Qt::LeftButton, {}, QPoint(20, 10)); // a click chooses it alone
        QCOMPARE(stage.view()->chosenCells().size(), 1);

        // Esc lets go; a click alone, or a place beside it, moves nothing.
        held = stage.cell(0);
        QTest::mousePress(held, Qt::LeftButton, {}, QPoint(20, 10));
        moveTo(below(3));
        QVERIFY(line->isVisible());
        stage.press(Qt::Key_Escape);
        QVERIFY(!line->isVisible());
        moveTo(below(2));
        QVERIFY(!line->isVisible());
        QTest::mouseRelease(held, Qt::LeftButton, {}, QPoint(20, 10));
        QTest::mouseClick(held, Qt::LeftButton, {}, QPoint(20, 10));
        QTest::mousePress(held, Qt::LeftButton, {}, QPoint(20, 10));
        moveTo(QPoint(20, stage.cell(0)->geometry().bottom() + 12));
        QVERIFY(!line->isVisible());
        QTest::mouseRelease(held, Qt::LeftButton, {}, QPoint(20, 10));
        QCOMPARE(order(), u"abcd"_s);
    }

    void aCellThatWasChangedSinceItRanSaysSo()
    {
        Stage stage;
        stage.type(u"a = 1"_s);
        stage.press(Qt::Key_Return, Qt::ControlModifier);
        stage.end();
        const auto changed = [&stage] {
            const QModelIndex row = stage.page->current()->model()->index(0, 0);
            return row.data(Qt::AccessibleTextRole)
                       .toString()
                       .contains(u"changed since it ran"_s) &&
                   row.data(NotebookModel::ChangedRole).toBool();
        };
        QVERIFY(!changed());
        stage.press(Qt::Key_Return);
        stage.type(u"2"_s);
        QVERIFY(changed());
        stage.press(Qt::Key_Backspace);
        QVERIFY(!changed());
    }

    void outputsOfAllCellsAreClearedAndComeBack()
    {
        Stage stage;
        stage.type(u"print(1)"_s);
        stage.press(Qt::Key_Return, Qt::ControlModifier);
        stage.end(u"1\n"_s);
        QCOMPARE(stage.document().cell(0).outputs.size(), 1);
        stage.view()->clearAllOutputs();
        stage.settle();
        QCOMPARE(stage.document().cell(0).outputs.size(), 0);
        stage.press(Qt::Key_Z);
        QCOMPARE(stage.document().cell(0).outputs.size(), 1);
    }

    void allCellsAreChosenByAKeyAndPasted()
    {
        Stage stage;
        stage.type(u"a"_s);
        stage.press(Qt::Key_Return, Qt::AltModifier);
        stage.type(u"b"_s);
        stage.press(Qt::Key_Escape);
        stage.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(stage.view()->chosenCells().size(), 2);
        stage.press(Qt::Key_C);
        stage.press(Qt::Key_V);
        QCOMPARE(stage.document().count(), 4);
        QCOMPARE(stage.document().cell(3).source, u"b"_s);
    }

    void aPastedPictureIsInTheTextCell()
    {
        Stage stage;
        stage.press(Qt::Key_Escape);
        stage.press(Qt::Key_M);
        stage.press(Qt::Key_Return);
        for (const QString &name : {u"image.png"_s, u"image-1.png"_s}) {
            QImage picture(3, 2, QImage::Format_RGB32);
            picture.fill(Qt::red);
            QGuiApplication::clipboard()->setImage(picture);
            stage.press(Qt::Key_V, Qt::ControlModifier);
            const QString markdown = u"![%1](attachment:%1)"_s.arg(name);
            QTRY_VERIFY(stage.document().cell(0).source.contains(markdown));
            const auto bytes = QByteArray::fromBase64(stage.document()
                                                          .cell(0)
                                                          .attachments.path({name, u"image/png"_s})
                                                          .toString()
                                                          .toLatin1());
            QCOMPARE(QImage::fromData(bytes).size(), QSize(3, 2));
        }
    }

    void picturesOfTextCellsAreReadMeanwhileAndFit()
    {
        Stage stage;
        QImage picture(4000, 400, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        QVERIFY(buffer.open(QIODevice::WriteOnly) && picture.save(&buffer, "PNG"));
        const QString id = stage.document().insertCell(1, notebook::CellKind::Text,
                                                       u"![](attachment:image.png)"_s);
        QCOMPARE(stage.document().addAttachment(id, u"image.png"_s, u"image/png"_s, bytes),
                 u"image.png"_s);
        stage.settle();
        QTRY_VERIFY(stage.view()->viewOf(id)->height() > 40);
        QVERIFY(stage.view()->viewOf(id)->height() < 200); // shrunk to the width of the cell
        stage.document().setSource(id, u"![](file:///etc/x.png) ![](http://e.org/x.png)"_s);
        stage.settle();
        QTRY_VERIFY(stage.view()->viewOf(id)->height() < 120);
    }

    void droppedNotebooksOpenAndFoldersDoNot()
    {
        Stage stage;
        const QString path = stage.folder.filePath(u"dropped.py"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("# %%\nx = 1\n") > 0);
        file.close();
        const auto drop = [&stage](QWidget *target, const QString &what) {
            QMimeData data;
            data.setUrls({QUrl::fromLocalFile(what)});
            QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            enter.setAccepted(false);
            QCoreApplication::sendEvent(target, &enter);
            if (!enter.isAccepted())
                return false;
            QDropEvent event({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(target, &event);
            return true;
        };
        const notebook::Document &first = stage.document(); // the other one may be there at once
        QVERIFY(!drop(stage.editor()->viewport(), stage.folder.path())); // the window's
        QVERIFY(drop(stage.editor()->viewport(), path)); // by the page: it is no code
        QTRY_COMPARE(stage.workspace->documents().size(), 2);
        QCOMPARE(first.cell(0).source, QString());
        QTRY_COMPARE(stage.document().cell(0).source, u"x = 1"_s);
    }

    void theMenuOfACellOpensByItsKey()
    {
        Stage stage;
        stage.press(Qt::Key_Escape);
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {10, 10}, {10, 10});
        QCoreApplication::sendEvent(stage.view(), &event);
        auto *menu = stage.find<QMenu>(u"cellMenu"_s);
        QVERIFY(menu && menu->isVisible());
        menu->close();
    }

    void wordsFollowTheLanguage()
    {
        Stage stage;
        stage.type(u"kept = 1"_s);
        stage.find<SearchBar>(u"searchBar"_s)->show();
        Marker marker;
        QVERIFY(QCoreApplication::installTranslator(&marker));
        const auto remove = qScopeGuard([&marker] { QCoreApplication::removeTranslator(&marker); });
        stage.settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        stage.settle();
        QVERIFY(stage.editor()->hasFocus());
        QCOMPARE(stage.editor()->code(), u"kept = 1"_s);
        QCOMPARE(stage.editor()->textCursor().position(), 8);
        const QStringList said = wordsOf(*stage.page);

        Stage other;
        other.type(u"kept = 1"_s);
        other.find<SearchBar>(u"searchBar"_s)->show();
        QCOMPARE(said, wordsOf(*other.page));
        QVERIFY(said.filter(u"<Run all>"_s).size() > 0);
        stage.editor()->undo();
        QVERIFY(stage.document().cell(0).source != u"kept = 1"_s);
    }

    void textCellsAreReadAndWritten()
    {
        Stage stage;
        stage.press(Qt::Key_Escape);
        stage.press(Qt::Key_M);
        stage.press(Qt::Key_Return);
        QVERIFY(stage.editor() && stage.editor()->hasFocus());
        stage.type(u"# Sales"_s);
        stage.press(Qt::Key_Return, Qt::ShiftModifier);
        QVERIFY(!stage.cell(0)->isEditing());
        QVERIFY(stage.desk.runs.isEmpty());
        QCOMPARE(stage.page->current()->model()->outline().size(), 1);
    }

    void aThousandCellsHaveWidgetsOnlyOnScreen()
    {
        Stage stage;
        QList<notebook::Cell> cells;
        for (int at = 0; at < 1000; ++at) {
            notebook::Cell cell;
            cell.source = u"x = %1"_s.arg(at);
            cells.append(cell);
        }
        stage.document().insertCells(1, cells);
        stage.settle();
        QVERIFY2(stage.view()->widgets() < 40,
                 qPrintable(QString::number(stage.view()->widgets())));
        stage.view()->verticalScrollBar()->setValue(20'000);
        stage.settle();
        QVERIFY(stage.view()->widgets() < 60);
        stage.press(Qt::Key_Escape);
        stage.press(Qt::Key_End);
        QCOMPARE(stage.view()->currentCell(), stage.document().cell(1000).id);
        QVERIFY(stage.cell(1000)->geometry().top() < stage.view()->viewport()->height());
    }

    void undoOfACellSurvivesItsWidget()
    {
        Stage stage;
        stage.type(u"first"_s);
        QList<notebook::Cell> cells(200);
        stage.document().insertCells(1, cells);
        stage.press(Qt::Key_Escape);
        stage.press(Qt::Key_End);
        QVERIFY(!stage.cell(0));
        stage.press(Qt::Key_Home);
        stage.press(Qt::Key_Return);
        stage.editor()->undo();
        QVERIFY(stage.document().cell(0).source != u"first"_s);
    }

    void inputIsAnsweredInTheCell()
    {
        Stage stage;
        stage.type(u"input('Name? ')"_s);
        stage.press(Qt::Key_Return, Qt::ControlModifier);
        stage.hub.publish(stage.desk.ids.last(), event::InputWanted{u"Name? "_s});
        stage.settle();
        QLineEdit *field = stage.cell(0)->output()->inputField();
        QVERIFY(field->isVisible());
        QVERIFY(field->hasFocus());
        field->setText(u"花子"_s); // as an input method does
        QTest::keyClick(field, Qt::Key_Return);
        stage.settle();
        QCOMPARE(stage.desk.answers, QList<std::optional<QString>>{u"花子"_s});
        QVERIFY(!field->isVisible());
    }

    void stopInterruptsAndRestartBeginsAnew()
    {
        Stage stage;
        stage.type(u"while True: pass"_s);
        stage.press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(stage.find<QPushButton>(u"stopCells"_s)->isEnabled());
        stage.press(Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(stage.desk.interrupted, stage.desk.ids);
        stage.end({}, RunState::Interrupted);
        stage.press(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(stage.desk.restarted.size(), 1);
        QCOMPARE(stage.page->current()->session().epoch, 2);
    }

    void aSavedDocumentSaysSoAndAClosedOneAsks()
    {
        Stage stage;
        stage.type(u"1 + 1"_s);
        const QString path = stage.folder.filePath(u"a.ipynb"_s);
        QFuture<Result<>> saved = stage.workspace->saveAs(&stage.page->current()->document(), path);
        QTRY_VERIFY(saved.isFinished());
        stage.settle();
        QVERIFY(QFile::exists(path));
        stage.press(Qt::Key_X); // typed, so that there is something to lose
        stage.press(Qt::Key_F4, Qt::ControlModifier);
        auto *box = stage.find<QMessageBox>(u"closeQuestion"_s);
        QVERIFY(box);
        for (QAbstractButton *button : box->buttons()) {
            if (button->text() == u"Discard"_s)
                button->click();
        }
        stage.settle();
        QCOMPARE(stage.workspace->documents().size(), 1);
        QVERIFY(stage.page->current()->document().path().isEmpty());
    }

    void whatIsFoundIsReplacedInAllCells()
    {
        Stage stage;
        stage.type(u"price = price1"_s);
        stage.press(Qt::Key_Return, Qt::AltModifier);
        stage.type(u"print(price)"_s);
        stage.press(Qt::Key_H, Qt::ControlModifier);
        auto *find = stage.find<QLineEdit>(u"searchField"_s);
        QVERIFY(find->isVisible());
        find->setText(u"price"_s);
        stage.find<QAbstractButton>(u"searchWord"_s)->click();
        stage.find<QLineEdit>(u"replaceField"_s)->setText(u"cost"_s);
        stage.find<QPushButton>(u"replaceAll"_s)->click();
        stage.settle();
        QCOMPARE(stage.document().cell(0).source, u"cost = price1"_s);
        QCOMPARE(stage.document().cell(1).source, u"print(cost)"_s);
        stage.press(Qt::Key_Escape);
        QVERIFY(!find->isVisible());
    }

    void variablesAreReadWhenARunEnds()
    {
        Stage stage;
        stage.desk.values = {variable(u"df"_s, u"DataFrame"_s, u"3 × 2"_s, true),
                             variable(u"n"_s, u"int"_s, {})};
        stage.desk.page.totalColumns = 2;
        stage.desk.page.columns = {{u"日付"_s, u"str"_s, u"2026-01-01 …"_s, false},
                                   {u"数量"_s, u"int64"_s, u"0 – 92"_s, true}};
        stage.type(u"x"_s);
        stage.press(Qt::Key_Return, Qt::ControlModifier);
        stage.end();
        QCOMPARE(stage.page->variables()->variables()->rowCount(), 2);
        auto *view = stage.find<QTableView>(u"variableView"_s);
        view->setCurrentIndex(view->model()->index(0, 0));
        stage.settle();
        QVERIFY(stage.find<QTableView>(u"columnView"_s)->isVisible());
        QCOMPARE(stage.find<QTableView>(u"columnView"_s)->model()->rowCount(), 2);
        stage.find<QLineEdit>(u"variableFilter"_s)->setText(u"n"_s);
        QCOMPARE(view->model()->rowCount(), 1);
    }

    void aMillionRowsAreReadWhereTheyAreLookedAt()
    {
        Stage stage;
        stage.desk.page.totalRows = stage.desk.page.matchingRows = 1'000'000;
        stage.desk.page.totalColumns = 3;
        stage.desk.page.columns = {{u"a"_s, u"int64"_s, {}, true},
                                   {u"b"_s, u"str"_s, {}, false},
                                   {u"c"_s, u"str"_s, {}, false}};
        FrameWindow window(stage.desk, {SessionId(u"s1"_s), 1}, u"df"_s, nullptr);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        stage.settle();
        QCOMPARE(window.model()->rowCount(), 1'000'000);
        auto *view = window.findChild<QTableView *>(u"tableView"_s);
        view->scrollTo(window.model()->index(500'000, 0));
        stage.settle();
        QCOMPARE(window.model()->index(500'000, 1).data().toString(), u"5000001"_s);
        QVERIFY2(stage.desk.queries.size() < 12,
                 qPrintable(QString::number(stage.desk.queries.size())));
        window.findChild<QLineEdit *>(u"tableFilter"_s)->setText(u"a > 5"_s);
        QTest::keyClick(window.findChild<QLineEdit *>(u"tableFilter"_s), Qt::Key_Return);
        stage.settle();
        QCOMPARE(stage.desk.queries.last().filter, u"a > 5"_s);
    }

    void aClientsSessionIsTakenOnlyAfterAWarning()
    {
        Stage stage;
        SessionStatus status;
        status.ref = {SessionId(u"s77"_s), 3};
        status.name = u"etl"_s;
        status.client = ClientId(u"c1"_s);
        status.clientLabel = u"Claude Desktop"_s;
        status.state = SessionStatus::State::Idle;
        stage.desk.live.append(status);
        stage.press(Qt::Key_J, Qt::ControlModifier);
        auto *menu = stage.find<QMenu>(u"sessionMenu"_s);
        QVERIFY(menu);
        for (QAction *action : menu->actions()) {
            if (action->text().contains(u"etl"_s))
                action->trigger();
        }
        menu->close();
        stage.settle();
        QVERIFY(stage.page->current()->session().id.isNull());
        auto *box = stage.find<QMessageBox>(u"attachQuestion"_s);
        QVERIFY(box);
        box->buttons().first()->click();
        for (QAbstractButton *button : box->buttons()) {
            if (button->text() == u"Use this session"_s)
                button->click();
        }
        stage.settle();
        QCOMPARE(stage.page->current()->session(), status.ref);
        QVERIFY(stage.page->current()->isClients());
    }

    void savedOutputsLookLikeOnesThatRan()
    {
        const QTemporaryDir folder;
        const QList<RunEventBody> events =
            storedEvents({notebook::Output::stream(u"stdout"_s, u"a\n"_s),
                          notebook::Output::error(u"KeyError"_s, u"'x'"_s, {u"Traceback"_s})},
                         folder.path());
        QCOMPARE(events.size(), 2);
        QCOMPARE(std::get<event::Output>(events.first()).bytes, "a\n"_ba);
        QCOMPARE(std::get<event::Raised>(events.last()).ename, u"KeyError"_s);
    }

    void looksAsDesigned()
    {
        Stage stage;
        stage.desk.values = {variable(u"df"_s, u"DataFrame"_s, u"27,846 × 7"_s, true),
                             variable(u"色"_s, u"dict"_s, u"6 keys"_s)};
        stage.editor()->insertPlainText(u"df = pd.read_csv(\"/mnt/sales/売上_2026.csv\")"_s);
        stage.press(Qt::Key_Return, Qt::ShiftModifier);
        stage.end(u"     地域  店舗\n0    関東  新宿\n1    近畿  梅田\n"_s);
        stage.type(u"for _, r in df.iterrows():"_s);
        stage.press(Qt::Key_Return);
        stage.type(u"print(r)"_s);
        for (const auto scheme : {Theme::Choice::Light, Theme::Choice::Dark}) {
            Theme::instance().setChoice(scheme);
            stage.settle();
            const QPixmap picture = stage.page->grab();
            QVERIFY(!picture.isNull());
            if (const QString folder = qEnvironmentVariable("GLOVEBOX_PICTURES"); !folder.isEmpty())
                QVERIFY(picture.save(folder + (scheme == Theme::Choice::Dark
                                                   ? u"/scratchpad-dark.png"_s
                                                   : u"/scratchpad-light.png"_s)));
        }
        Theme::instance().setChoice(Theme::Choice::System);
    }

    void offersWhatWasOpenLately()
    {
        Stage stage;
        auto *menu = stage.find<QMenu>(u"recentNotebooks"_s);
        QVERIFY(stage.page->actions(ScratchPage::MenuPart::File).contains(menu->menuAction()));
        QVERIFY(!menu->menuAction()->isEnabled());
        const QString path = stage.folder.filePath(u"sales & costs.py"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("# %%\nx = 1\n") > 0);
        file.close();
        stage.page->openFile(path);
        QTRY_VERIFY(menu->menuAction()->isEnabled());
        QTRY_COMPARE(stage.workspace->documents().size(), 2);
        stage.workspace->close(stage.workspace->documents().last());
        QCOMPARE(menu->actions().first()->text(), u"sales && costs.py"_s);
        menu->actions().first()->trigger();
        QTRY_COMPARE(stage.workspace->documents().size(), 2);
        QFile::remove(path);
        stage.workspace->close(stage.workspace->documents().last());
        menu->actions().first()->trigger();
        QTRY_VERIFY(!menu->menuAction()->isEnabled()); // it is gone, and that was said
        QVERIFY(stage.messages.last().contains(path));
    }

    // It says which file, leaves it as it is, and what is in it can still be read.
    void whatIsNoNotebookIsOpenedAsText()
    {
        Stage stage;
        const QString path = stage.folder.filePath(u"broken.ipynb"_s);
        const QByteArray bytes = "{\"cells\": [ 売上";
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        QSignalSpy said(stage.page.get(), &ScratchPage::message);
        stage.page->openFile(path);
        QTRY_COMPARE(said.size(), 1);
        QVERIFY2(said[0][0].toString().startsWith(u"broken.ipynb: "_s),
                 qPrintable(said[0][0].toString()));
        QCOMPARE(said[0][1].toBool(), true);
        QCOMPARE(said[0][2].toString(), u"Open its text"_s);
        said[0][3].value<std::function<void()>>()();
        QTRY_COMPARE(stage.workspace->documents().size(), 2);
        QCOMPARE(stage.document().cell(0).source, QString::fromUtf8(bytes));
        QVERIFY(stage.page->current()->document().path().isEmpty());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), bytes);
    }

    void drawingsOfANotebookAreShown()
    {
        PlotCache::setDrawer([](const QByteArray &svg) {
            QImage image(120, 80, QImage::Format_RGB32);
            image.fill(svg.startsWith("<svg") ? Qt::blue : Qt::red);
            return image;
        });
        Stage stage;
        const QString path = stage.folder.filePath(u"a.ipynb"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write(R"({"cells": [{"cell_type": "code", "execution_count": 1, "id": "a",
                    "metadata": {}, "source": "x", "outputs": [{"output_type": "display_data",
                    "metadata": {}, "data": {"image/svg+xml": ["<svg>", "</svg>"]}}]}],
                    "metadata": {}, "nbformat": 4, "nbformat_minor": 5})") > 0);
        file.close();
        stage.page->openFile(path);
        QTRY_VERIFY(stage.document().cell(0).outputs.size() == 1);
        const auto isBlue = [&stage] {
            const QImage shown = stage.page->grab().toImage();
            for (int y = 0; y < shown.height(); y += 8) {
                for (int x = 0; x < shown.width(); x += 8) {
                    if (shown.pixelColor(x, y) == QColor(Qt::blue))
                        return true;
                }
            }
            return false;
        };
        const auto shown = [&] {
            stage.settle();
            return isBlue();
        };
        QTRY_VERIFY(shown());
        PlotCache::setDrawer({});
    }
};

QTEST_MAIN(ScratchPageTest)
#include "tst_scratchpage.moc"
