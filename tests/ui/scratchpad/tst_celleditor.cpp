// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "ui/scratchpad/celleditor.h"
#include "ui/scratchpad/codehelp.h"
#include "ui/scratchpad/pythonlayout.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QPromise>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QVBoxLayout>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

// Answers when a test says so.
class FakeAssistant final : public CodeAssistant
{
public:
    struct Question
    {
        QString code;
        qsizetype cursor = 0;
        std::shared_ptr<QPromise<Result<Completions>>> completions;
        std::shared_ptr<QPromise<Result<Inspection>>> inspection;
    };
    QList<Question> asked;

    QFuture<Result<Completions>> complete(const QString &code, qsizetype cursor) override
    {
        auto promise = std::make_shared<QPromise<Result<Completions>>>();
        promise->start();
        asked.append({code, cursor, promise, {}});
        return promise->future();
    }
    QFuture<Result<Inspection>> inspect(const QString &code, qsizetype cursor) override
    {
        auto promise = std::make_shared<QPromise<Result<Inspection>>>();
        promise->start();
        asked.append({code, cursor, {}, promise});
        return promise->future();
    }

    void answer(qsizetype question, const Result<Completions> &completions)
    {
        asked.at(question).completions->addResult(completions);
        asked.at(question).completions->finish();
        QCoreApplication::processEvents();
    }
    void answer(qsizetype question, const Result<Inspection> &inspection)
    {
        asked.at(question).inspection->addResult(inspection);
        asked.at(question).inspection->finish();
        QCoreApplication::processEvents();
    }
};

struct Stage
{
    FakeClock clock;
    QWidget window;
    QTextDocument document;
    CellEditor *editor;
    CodeHelp *help;
    FakeAssistant assistant;

    explicit Stage(const QString &text = {}, const QString &language = u"Python"_s)
        : editor(new CellEditor(&window))
        , help(new CodeHelp(clock, &window))
    {
        document.setDocumentLayout(new QPlainTextDocumentLayout(&document));
        document.setPlainText(text);
        window.resize(800, 500);
        editor->setGeometry(0, 0, 800, 300);
        editor->show(&document, language);
        help->setEditor(editor, &assistant);
        window.show();
        window.activateWindow();
        editor->setFocus();
        QCoreApplication::processEvents();
        editor->moveCursor(QTextCursor::End);
    }
    ~Stage()
    {
        editor->setParent(nullptr);
        delete editor;
    }

    void type(const QString &text)
    {
        for (const QChar c : text) {
            if (c == u'\n')
                QTest::keyClick(editor, Qt::Key_Return);
            else
                QTest::sendKeyEvent(QTest::Click, editor, Qt::Key_unknown, QString(c),
                                    Qt::NoModifier);
        }
    }
    void select(int from, int to)
    {
        QTextCursor cursor(&document);
        cursor.setPosition(from);
        cursor.setPosition(to, QTextCursor::KeepAnchor);
        editor->setTextCursor(cursor);
    }
    QString text() const { return editor->toPlainText(); }
};

Completions completions(qsizetype start, qsizetype end, const QStringList &texts)
{
    Completions found{start, end, {}};
    for (const QString &text : texts)
        found.matches.append({text, u"function"_s, u"()"_s});
    return found;
}

} // namespace

class CellEditorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void enterIndentsAsPythonDoes_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("text");
        QTest::newRow("after a colon") << u"if x:\ny"_s << u"if x:\n    y"_s;
        QTest::newRow("a colon in a comment") << u"x = 1 # note:\ny"_s << u"x = 1 # note:\ny"_s;
        QTest::newRow("a colon in a slice") << u"a[1:\ny"_s << u"a[1:\n  y]"_s;
        QTest::newRow("after return")
            << u"def f():\nreturn 1\ny"_s << u"def f():\n    return 1\ny"_s;
        QTest::newRow("after pass") << u"if x:\npass\ny"_s << u"if x:\n    pass\ny"_s;
        QTest::newRow("a name that begins like it")
            << u"if x:\npassed = 1\ny"_s << u"if x:\n    passed = 1\n    y"_s;
        QTest::newRow("stays in the block") << u"if x:\na\nb"_s << u"if x:\n    a\n    b"_s;
        QTest::newRow("after a bracket that ends its line") << u"f(\n1"_s << u"f(\n    1\n)"_s;
        QTest::newRow("under what follows a bracket") << u"f(1,\n2"_s << u"f(1,\n  2)"_s;
        QTest::newRow("inside a text of three quotes") << u"x = '''a\nb"_s << u"x = '''a\nb"_s;
    }
    void enterIndentsAsPythonDoes()
    {
        QFETCH(QString, typed);
        QFETCH(QString, text);
        Stage stage;
        stage.type(typed);
        QCOMPARE(stage.text(), text);
    }

    void aStatementOverManyLinesEndsAtItsFirstLinesIndent()
    {
        QCOMPARE(indentAfter(u"if x:\n    f(1,\n      2)", 23), u"    "_s);
        QCOMPARE(indentAfter(u"def f(a,\n      b):", 18), u"    "_s);
    }

    void bracketsAndQuotesCloseAndAreTypedOver()
    {
        Stage stage;
        stage.type(u"print(\"a\")"_s);
        QCOMPARE(stage.text(), u"print(\"a\")"_s);
        QCOMPARE(stage.editor->codePosition(), 10);
        // What the person typed themselves is no closer of ours.
        stage.type(u")"_s);
        QCOMPARE(stage.text(), u"print(\"a\"))"_s);
    }

    void closingNeverFightsTyping_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("text");
        QTest::newRow("an apostrophe in a word") << u"# don't"_s << u"# don't"_s;
        QTest::newRow("an apostrophe in a string") << u"\"don't\""_s << u"\"don't\""_s;
        QTest::newRow("an empty string") << u"x = ''"_s << u"x = ''"_s;
        QTest::newRow("three quotes") << u"'''a'''"_s << u"'''a'''"_s;
        QTest::newRow("a prefix") << u"f'{a}'"_s << u"f'{a}'"_s;
        QTest::newRow("a bracket in a string") << u"\"(\" + b"_s << u"\"(\" + b"_s;
        QTest::newRow("nested") << u"f([{1}])"_s << u"f([{1}])"_s;
    }
    void closingNeverFightsTyping()
    {
        QFETCH(QString, typed);
        QFETCH(QString, text);
        Stage stage;
        stage.type(typed);
        QCOMPARE(stage.text(), text);
    }

    void aBracketBeforeAWordIsNotClosed()
    {
        Stage stage(u"name"_s);
        stage.editor->moveCursor(QTextCursor::Start);
        stage.type(u"("_s);
        QCOMPARE(stage.text(), u"(name"_s);
    }

    void aSelectionIsSurrounded()
    {
        Stage stage(u"a + b"_s);
        stage.select(0, 5);
        stage.type(u"("_s);
        QCOMPARE(stage.text(), u"(a + b)"_s);
        QCOMPARE(stage.editor->textCursor().selectedText(), u"a + b"_s);
        stage.editor->undo();
        QCOMPARE(stage.text(), u"a + b"_s);
    }

    void backspaceTakesAnEmptyPairAndAWholeIndent()
    {
        Stage stage;
        stage.type(u"("_s);
        QTest::keyClick(stage.editor, Qt::Key_Backspace);
        QCOMPARE(stage.text(), QString());
        stage.type(u"if x:\n"_s);
        QTest::keyClick(stage.editor, Qt::Key_Backspace);
        QCOMPARE(stage.text(), u"if x:\n"_s);
    }

    void undoGoesBackStepByStep()
    {
        Stage stage(u"a"_s);
        stage.type(u"("_s);
        QCOMPARE(stage.text(), u"a()"_s);
        stage.editor->undo();
        QCOMPARE(stage.text(), u"a"_s);
        stage.editor->redo();
        QCOMPARE(stage.text(), u"a()"_s);
    }

    void ctrlSlashTogglesComments()
    {
        Stage stage(u"if x:\n    a\n\n    b"_s);
        stage.select(6, 18);
        QTest::keyClick(stage.editor, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(stage.text(), u"if x:\n    # a\n\n    # b"_s);
        QTest::keyClick(stage.editor, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(stage.text(), u"if x:\n    a\n\n    b"_s);
        Stage php(u"echo 1;"_s, u"JavaScript"_s);
        QTest::keyClick(php.editor, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(php.text(), u"// echo 1;"_s);
    }

    void tabIndentsAndShiftTabTakesItBack()
    {
        Stage stage(u"a\nb"_s);
        stage.select(0, 3);
        QTest::keyClick(stage.editor, Qt::Key_Tab);
        QCOMPARE(stage.text(), u"    a\n    b"_s);
        QTest::keyClick(stage.editor, Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(stage.text(), u"a\nb"_s);
        QVERIFY(stage.assistant.asked.isEmpty());
    }

    void bracketsFindTheirPartners()
    {
        const QString code = u"f(a[\")\"])  # ("_s;
        QCOMPARE(partnerOf(code, 1), 8);
        QCOMPARE(partnerOf(code, 8), 1);
        QCOMPARE(partnerOf(code, 3), 7);
        QVERIFY(!partnerOf(code, 5));  // in a string
        QVERIFY(!partnerOf(code, 13)); // in a comment
        QCOMPARE(partnerOf(u"(]", 0), -1);
        QCOMPARE(partnerOf(u"(", 0), -1);
        Stage stage(u"f(1)"_s);
        const auto bold = [&stage] {
            int marks = 0;
            for (const auto &mark : stage.editor->extraSelections())
                marks += mark.format.fontWeight() == QFont::Bold ? 1 : 0;
            return marks;
        };
        QCOMPARE(bold(), 2);
        stage.editor->moveCursor(QTextCursor::Start);
        QCOMPARE(bold(), 0);
    }

    void inputMethodsWriteWhatTheyCommit()
    {
        Stage stage(u"x = "_s);
        QInputMethodEvent composing(u"うりあげ"_s, {});
        QApplication::sendEvent(stage.editor, &composing);
        QCOMPARE(stage.text(), u"x = "_s);
        QInputMethodEvent commit;
        commit.setCommitString(u"「売上("_s);
        QApplication::sendEvent(stage.editor, &commit);
        QCOMPARE(stage.text(), u"x = 「売上("_s);
    }

    void wideCharactersTakeTwoColumns()
    {
        const Stage stage;
        const QFontMetricsF metrics(stage.editor->font());
        QCOMPARE(metrics.horizontalAdvance(u"売上"_s), metrics.horizontalAdvance(u"abcd"_s));
    }

    void theEditorIsAsHighAsItsText()
    {
        Stage stage(u"a"_s);
        const QSignalSpy grown(stage.editor, &CellEditor::heightChanged);
        const int one = stage.editor->heightForText();
        stage.type(u"\nb\nc"_s);
        const int line = (stage.editor->heightForText() - one) / 2;
        QVERIFY(line >= 12);
        QCOMPARE(grown.count(), 2);
    }

    void colourFollowsTheLanguage()
    {
        Stage stage(u"import os"_s);
        QCoreApplication::processEvents();
        const auto coloured = [&stage] {
            return std::ranges::any_of(stage.document.firstBlock().layout()->formats(),
                                       [](const QTextLayout::FormatRange &range) {
                                           return range.format.foreground().color() !=
                                                  color(Token::Text);
                                       });
        };
        QVERIFY(coloured());
        stage.editor->show(&stage.document, {});
        QCoreApplication::processEvents();
        QVERIFY(!coloured());
    }

    void tabCompletesBehindAWord()
    {
        Stage stage(u"df.gr"_s);
        QTest::keyClick(stage.editor, Qt::Key_Tab);
        QCOMPARE(stage.assistant.asked.size(), 1);
        QCOMPARE(stage.assistant.asked.first().code, u"df.gr"_s);
        QCOMPARE(stage.assistant.asked.first().cursor, 5);
        QVERIFY(!stage.help->list()->isVisible());
        stage.assistant.answer(0, completions(3, 5, {u"groupby"_s, u"groups"_s}));
        QVERIFY(stage.help->list()->isVisible());
        QVERIFY(stage.editor->hasFocus());
        QTest::keyClick(stage.editor, Qt::Key_Down);
        QTest::keyClick(stage.editor, Qt::Key_Return);
        QCOMPARE(stage.text(), u"df.groups"_s);
        QVERIFY(!stage.help->list()->isVisible());
    }

    void typingNarrowsTheListAndEscClosesIt()
    {
        Stage stage(u"df.g"_s);
        QTest::keyClick(stage.editor, Qt::Key_Tab);
        stage.assistant.answer(0, completions(3, 4, {u"get"_s, u"groupby"_s, u"groups"_s}));
        QCOMPARE(stage.help->list()->count(), 3);
        stage.type(u"r"_s);
        QCOMPARE(stage.help->list()->count(), 2);
        QTest::keyClick(stage.editor, Qt::Key_Escape);
        QVERIFY(!stage.help->list()->isVisible());
        QCOMPARE(stage.text(), u"df.gr"_s);
    }

    void aSingleCompletionIsTakenAtOnce()
    {
        Stage stage(u"prin"_s);
        QTest::keyClick(stage.editor, Qt::Key_Tab);
        stage.assistant.answer(0, completions(0, 4, {u"print"_s}));
        QCOMPARE(stage.text(), u"print"_s);
    }

    void whatWasTypedMeanwhileIsKept()
    {
        Stage stage(u"df."_s);
        QTest::keyClick(stage.editor, Qt::Key_Tab);
        stage.help->close(); // the person went on
        stage.type(u"x"_s);
        stage.assistant.answer(0, completions(3, 3, {u"get"_s, u"groupby"_s}));
        QVERIFY(!stage.help->list()->isVisible());
        QCOMPARE(stage.text(), u"df.x"_s);
    }

    void aDotAsksByItselfAndTakesNoEnter()
    {
        Stage stage(u"df"_s);
        stage.type(u"."_s);
        QVERIFY(stage.assistant.asked.isEmpty());
        stage.clock.advance(CodeHelp::pause);
        QCOMPARE(stage.assistant.asked.size(), 1);
        stage.assistant.answer(0, completions(3, 3, {u"get"_s, u"groupby"_s}));
        QVERIFY(stage.help->list()->isVisible());
        QTest::keyClick(stage.editor, Qt::Key_Return);
        QCOMPARE(stage.text(), u"df.\n"_s);
    }

    void aBusySessionIsSaidWhenThePersonAsked()
    {
        Stage stage(u"df.g"_s);
        QTest::keyClick(stage.editor, Qt::Key_Tab);
        stage.assistant.answer(0, Result<Completions>(fail(ErrorCode::Unavailable, u"busy"_s)));
        QVERIFY(stage.help->tip()->isVisible());
        QCOMPARE(stage.help->tip()->shownText(),
                 u"Python is busy. Ask again when the run has ended."_s);
        QTest::keyClick(stage.editor, Qt::Key_Escape);
        QVERIFY(!stage.help->tip()->isVisible());
    }

    void shiftTabTellsTheSignatureAndThenEntersTheText()
    {
        Stage stage(u"round(1, "_s);
        stage.type(u"2"_s);
        QTest::keyClick(stage.editor, Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(stage.assistant.asked.size(), 1);
        Inspection found{
            u"round"_s, u"function"_s, u"(number, ndigits=None)"_s, u"Round a number."_s, {}, 1};
        stage.assistant.answer(0, Result<Inspection>(found));
        QVERIFY(stage.help->tip()->isVisible());
        QVERIFY(stage.help->tip()->shownText().startsWith(u"round(number, ndigits=None)"_s));
        QTest::keyClick(stage.editor, Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(!stage.editor->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(stage.editor->hasFocus());
        QVERIFY(!stage.help->tip()->isVisible());
    }

    void escLeavesTheCell()
    {
        Stage stage(u"a"_s);
        const QSignalSpy left(stage.editor, &CellEditor::leaveRequested);
        QTest::keyClick(stage.editor, Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
    }

    void theEdgesLeadToTheNeighbours()
    {
        Stage stage(u"a\nb"_s);
        QSignalSpy edge(stage.editor, &CellEditor::edgeReached);
        QTest::keyClick(stage.editor, Qt::Key_Up);
        QCOMPARE(edge.count(), 0);
        QTest::keyClick(stage.editor, Qt::Key_Up);
        QCOMPARE(edge.takeFirst().first().toBool(), false);
        QTest::keyClick(stage.editor, Qt::Key_Down);
        QTest::keyClick(stage.editor, Qt::Key_Down);
        QCOMPARE(edge.takeFirst().first().toBool(), true);
    }
};

QTEST_MAIN(CellEditorTest)
#include "tst_celleditor.moc"
