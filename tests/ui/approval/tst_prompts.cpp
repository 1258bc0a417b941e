// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakedesk.h"

#include <ui/approval/approvalwindow.h>
#include <ui/approval/approvalwords.h>
#include <ui/approval/batchview.h>
#include <ui/approval/decisionbar.h>
#include <ui/approval/foldercard.h>
#include <ui/approval/installtable.h>
#include <ui/approval/reachstrip.h>
#include <ui/approval/requestview.h>
#include <ui/code/codeeditor.h>
#include <ui/code/codeview.h>
#include <ui/code/textdiffview.h>
#include <ui/parts/labels.h>
#include <ui/theme/theme.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QListWidget>
#include <QLoggingCategory>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

using namespace glovebox;
using namespace glovebox::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

// What the window shows and takes for each kind of request (UI.md 4.3 to 4.9).
class TestPrompts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLoggingCategory::setFilterRules(u"glovebox.ui*=false"_s); }
    void init()
    {
        m_clock = std::make_unique<FakeClock>();
        m_desk = std::make_unique<FakeDesk>();
        m_window = std::make_unique<ApprovalWindow>(*m_desk, *m_clock);
    }
    void cleanup() { m_window.reset(); }

    // ---- scopes of the client ----

    void permitsTheClientForItsTime_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<Scope>("scope");
        QTest::newRow("half an hour") << 0 << Scope::ClientHalfHour;
        QTest::newRow("two hours") << 1 << Scope::ClientTwoHours;
        QTest::newRow("until quit") << 2 << Scope::ClientUntilQuit;
    }
    void permitsTheClientForItsTime()
    {
        QFETCH(int, index);
        QFETCH(Scope, scope);
        show(request(1));
        key(Qt::Key_3, Qt::AltModifier);
        for (int i = 0; i < index; ++i)
            key(Qt::Key_4, Qt::AltModifier);
        QCOMPARE(find<QComboBox>(u"scopeClientTime"_s)->currentIndex(), index);
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow for this client"_s);
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 1);
        QVERIFY(m_desk->answers.first().answer.scope == scope);
    }

    void offersTheClientOnlyWhereItMayBePermitted()
    {
        PendingRequest asked = request(1);
        asked.clientScopesOffered = false;
        show(asked);
        QVERIFY(!button(u"scopeThisClient"_s)->isVisible());
        key(Qt::Key_3, Qt::AltModifier);
        QVERIFY(bar()->scope() == Scope::ThisRun);
        asked.clientScopesOffered = true;
        m_desk->change(asked);
        QVERIFY(button(u"scopeThisClient"_s)->isVisible());
    }

    void scopeOfTheNextRequestIsThisRunAgain()
    {
        show(request(1));
        m_desk->add(request(2));
        key(Qt::Key_3, Qt::AltModifier);
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_window->shownRun(), RunId(2));
        QVERIFY(bar()->scope() == Scope::ThisRun);
    }

    void waitsForTheFindings()
    {
        PendingRequest asked = request(1);
        asked.findings.state = FindingReport::State::Pending;
        show(asked);
        QVERIFY(!button(u"allowButton"_s)->isEnabled());
        key(Qt::Key_A, Qt::AltModifier);
        key(Qt::Key_D, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
        asked.findings.state = FindingReport::State::Complete;
        m_desk->change(asked);
        m_clock->advance(600ms);
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 1);
    }

    // ---- the other keys of UI.md 8 ----

    void keysGoToTheNotesAndChangeTheView()
    {
        PendingRequest asked = request(1, "import os\nx = 1\neval(x)\n");
        for (const int line : {1, 3}) {
            Finding finding;
            finding.rule = u"dunder-walk"_s;
            finding.severity = FindingSeverity::Look;
            finding.line = finding.endLine = line;
            finding.arguments = {u"eval"_s};
            asked.findings.findings.append(finding);
        }
        show(asked);
        CodeView *code = m_window->view()->code();
        const auto line = [code] { return code->textCursor().blockNumber(); };
        code->moveCursor(QTextCursor::Start);
        key(Qt::Key_F8);
        QCOMPARE(line(), 2); // from the note in line 1 to the one in line 3
        key(Qt::Key_F8, Qt::ShiftModifier);
        QCOMPARE(line(), 0);
        QVERIFY(code->wraps());
        key(Qt::Key_W, Qt::AltModifier);
        QVERIFY(!code->wraps());
        key(Qt::Key_W, Qt::AltModifier);
        QVERIFY(code->wraps());
    }

    void keysGoThroughTheScopesAndBack()
    {
        show(request(1));
        key(Qt::Key_2, Qt::AltModifier);
        QVERIFY(bar()->scope() == Scope::ThisSession);
        key(Qt::Key_1, Qt::AltModifier);
        QVERIFY(bar()->scope() == Scope::ThisRun);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void tabGoesFromTheCodeToAllow()
    {
        show(request(1));
        QTRY_COMPARE(m_window->focusWidget(), m_window->view()->code());
        QStringList order;
        const QStringList wanted{u"codeView"_s,     u"reachStrip"_s, u"scopeThisRun"_s,
                                 u"notNowButton"_s, u"denyButton"_s, u"allowButton"_s};
        for (int i = 0; i < 30 && !order.contains(u"allowButton"_s); ++i) {
            if (const QString name = m_window->focusWidget()->objectName(); wanted.contains(name))
                order.append(name);
            key(Qt::Key_Tab);
        }
        QVERIFY2(order == wanted, qPrintable(order.join(u' ')));
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void saysWhenItEnds()
    {
        PendingRequest asked = request(1);
        asked.expires = m_clock->now().addSecs(300);
        show(asked);
        const QString moment = asked.expires.toLocalTime().toString(u"HH:mm:ss"_s);
        QVERIFY(m_window->findChild<QWidget *>(u"timeLeft"_s)->toolTip().contains(moment));
    }

    // ---- editing ----

    void runsWhatWasEdited()
    {
        show(request(1, "print(1)\nprint(2)\n"));
        key(Qt::Key_E, Qt::ControlModifier);
        QVERIFY(editor()->isVisible());
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow this run"_s);
        editor()->moveCursor(QTextCursor::End);
        QTest::keyClicks(editor(), u"x = 3"_s);
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow edited code"_s);
        QVERIFY(!button(u"allowButton"_s)->isEnabled()); // the last key was just now
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
        m_clock->advance(limits::editSettleTime);
        QVERIFY(names().contains(u"You changed 1 lines. Claude Desktop will be told"_s));
        QVERIFY(!button(u"scopeThisRun"_s)->isVisible());
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 1);
        const FakeDesk::Given given = m_desk->answers.first();
        QCOMPARE(given.answer.code, std::optional<QByteArray>("print(1)\nprint(2)\nx = 3"));
        QVERIFY(given.answer.scope == Scope::ThisRun);
        QCOMPARE(given.digest, request(1, "print(1)\nprint(2)\n").digest);
    }

    void notesFollowTheEdit()
    {
        show(request(1, "print(1)\n"));
        m_desk->readsEdits = false;
        key(Qt::Key_E, Qt::ControlModifier);
        editor()->moveCursor(QTextCursor::End);
        QTest::keyClicks(editor(), u"eval(x)"_s);
        m_clock->advance(limits::editSettleTime - 1ms);
        QVERIFY(m_desk->readCodes.isEmpty());
        QTest::keyClicks(editor(), u" "_s); // typing goes on
        m_clock->advance(limits::editSettleTime - 1ms);
        QVERIFY(m_desk->readCodes.isEmpty());
        m_clock->advance(1ms);
        QCOMPARE(m_desk->readCodes.size(), 1);
        QCOMPARE(m_desk->readCodes.first().second, "print(1)\neval(x) ");
        QVERIFY(names().contains(u"Checking your edit…"_s));
        QVERIFY(!button(u"allowButton"_s)->isEnabled());
        m_clock->advance(1s); // however long that takes
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);

        m_desk->finishReading(FakeDesk::report(
            {{.rule = u"run-text"_s, .line = 2, .excerpt = {}, .arguments = {u"eval"_s}}}));
        QTRY_VERIFY(button(u"allowButton"_s)->isEnabled());
        QCOMPARE(editor()->marks().size(), 1);
        QCOMPARE(editor()->marks().first().line, 2);
        QTest::keyClicks(editor(), u"#"_s); // they were about what is no longer there
        QCOMPARE(editor()->marks().size(), 0);
        QVERIFY(!button(u"allowButton"_s)->isEnabled());
    }

    void aLateReadingOfAnEarlierEditSaysNothing()
    {
        show(request(1, "print(1)\n"));
        m_desk->readsEdits = false;
        key(Qt::Key_E, Qt::ControlModifier);
        QTest::keyClicks(editor(), u"a"_s);
        m_clock->advance(limits::editSettleTime);
        QTest::keyClicks(editor(), u"b"_s);
        m_desk->finishReading(FakeDesk::report());
        QTest::qWait(0);
        QVERIFY(!button(u"allowButton"_s)->isEnabled());
        m_clock->advance(limits::editSettleTime);
        m_desk->finishReading(FakeDesk::report());
        QTRY_VERIFY(button(u"allowButton"_s)->isEnabled());
    }

    void saysWhyAnEditCannotBeTaken()
    {
        show(request(1, "print(1)\n"));
        m_desk->readsEdits = false;
        key(Qt::Key_E, Qt::ControlModifier);
        QTest::keyClicks(editor(), u"a"_s);
        m_clock->advance(limits::editSettleTime);
        m_desk->finishReading(fail(ErrorCode::LimitExceeded, u"The code is longer than 1 MiB."_s));
        QTRY_VERIFY(names().contains(u"The code is longer than 1 MiB."_s));
        QVERIFY(!button(u"allowButton"_s)->isEnabled());
    }

    void typingInTheEditorNeverDecides()
    {
        show(request(1));
        key(Qt::Key_E, Qt::ControlModifier);
        QTest::keyClicks(editor(), u"aAdDyY12 "_s);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTest::keyClick(editor(), Qt::Key_Enter);
        QTest::keyClick(editor(), Qt::Key_Space);
        m_clock->advance(1s);
        QCOMPARE(m_desk->answers.size(), 0);
        QVERIFY(m_window->isVisible());
    }

    void undoesTheEdit()
    {
        show(request(1));
        key(Qt::Key_E, Qt::ControlModifier);
        QTest::keyClicks(editor(), u"x"_s);
        m_clock->advance(1s);
        key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!editor()->isVisible());
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow this run"_s);
        key(Qt::Key_A, Qt::AltModifier);
        QVERIFY(!m_desk->answers.first().answer.code);
    }

    void keepsAnEditOverNotNow()
    {
        show(request(1));
        key(Qt::Key_E, Qt::ControlModifier);
        QTest::keyClicks(editor(), u"x = 1 # "_s);
        m_clock->advance(1s);
        key(Qt::Key_Escape);
        QVERIFY(!m_window->isVisible());
        open(1);
        m_clock->advance(1s);
        QVERIFY(editor()->isVisible());
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow edited code"_s);
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.first().answer.code,
                 std::optional<QByteArray>("x = 1 # print(1)\n"));
    }

    void anEditEndsWithItsRecord()
    {
        show(request(1));
        key(Qt::Key_E, Qt::ControlModifier);
        QTest::keyClicks(editor(), u"x"_s);
        PendingRequest other = request(1, "other()\n");
        m_desk->change(other);
        m_clock->advance(1s);
        QVERIFY(!editor()->isVisible());
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.first().digest, other.digest);
        QVERIFY(!m_desk->answers.first().answer.code);
    }

    void givesBackTheVeryBytes_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<bool>("editable");
        QTest::newRow("plain") << QByteArray("a\nb") << true;
        QTest::newRow("Windows line ends") << QByteArray("a\r\nb\r\n") << true;
        QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbfprint('売上')\n") << true;
        QTest::newRow("unseen characters")
            << QByteArray("a = '\xe2\x80\xae\xe2\x80\x8b\xe2\x80\x8b' # \xf3\xa0\x81\x81\n"
                          "p\xd0\xb0ss\n\xe2\x80\x8b")
            << true;
        QTest::newRow("the character that stands for boxes")
            << QByteArray("'\xef\xbf\xbc'") << true;
        QTest::newRow("nothing but boxes") << QByteArray("\xe2\x80\x8b").repeated(2000) << false;
        QTest::newRow("mixed line ends") << QByteArray("a\r\nb\n") << false;
        QTest::newRow("no UTF-8") << QByteArray("\xff") << false;
        QTest::newRow("line separator") << QByteArray("a\xe2\x80\xa8"
                                                      "b")
                                        << false;
        QTest::newRow("no-break space") << QByteArray("a\xc2\xa0"
                                                      "b")
                                        << false;
    }
    void givesBackTheVeryBytes()
    {
        QFETCH(QByteArray, code);
        QFETCH(bool, editable);
        QCOMPARE(CodeEditor::canEdit(code), editable);
        CodeEditor editor;
        editor.setCode(code);
        if (editable)
            QCOMPARE(editor.code(), code);
    }

    // As in the view: a character that would turn its line around stands there by its number.
    void boxesWhatIsNotSeenWhileItIsEdited()
    {
        CodeEditor editor;
        editor.setCode("a = 'x\xe2\x80\xaey'\n");
        editor.setMarks({});
        QCOMPARE(editor.marks().size(), 1);
        QVERIFY2(!editor.toPlainText().contains(QChar(0x202e)), "it would still turn the line");
        const auto width = [&editor](int column) {
            return editor.document()->firstBlock().layout()->lineAt(0).cursorToX(column);
        };
        editor.resize(400, 200);
        editor.grab(); // it is laid out
        QVERIFY2(width(7) - width(6) > 5 * (width(1) - width(0)), "it has room for its number");
        editor.undo();
        QVERIFY2(editor.code().contains("\xe2\x80\xae") &&
                     !editor.toPlainText().contains(QChar(0x202e)),
                 "what was asked comes with its boxes");

        // What is pasted, too; one step back takes it away, one key deletes it.
        editor.moveCursor(QTextCursor::End);
        QGuiApplication::clipboard()->setText(QString(u"b\u200bc"));
        editor.paste();
        QVERIFY(!editor.toPlainText().contains(QChar(0x200b)));
        QVERIFY(editor.code().endsWith("b\xe2\x80\x8b"
                                       "c"));
        editor.undo();
        QVERIFY(!editor.code().contains('b'));
        editor.redo();
        editor.moveCursor(QTextCursor::End);
        editor.moveCursor(QTextCursor::Left);
        QTest::keyClick(&editor, Qt::Key_Backspace);
        QVERIFY(editor.code().endsWith("bc"));
        QKeyEvent unseen(QEvent::KeyPress, 0, Qt::NoModifier, QString(QChar(0x200b)));
        QApplication::sendEvent(&editor, &unseen);
        QVERIFY(editor.code().endsWith("b\xe2\x80\x8b"
                                       "c"));
        QVERIFY(!editor.toPlainText().contains(QChar(0x200b)));
        editor.undo();
        QVERIFY(editor.code().endsWith("bc"));

        editor.selectAll();
        editor.copy();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QChar(0x202e)));
    }

    // ---- changes ----

    void changesCountTheirOwnCode()
    {
        show(request(1, "a\nb\nc\nd\ne\nf = '\u202e'\n"));
        m_desk->remove(RunId(1)); // else it would stay the one that is shown
        PendingRequest retry = request(2, "a\nb\nc\nD\n");
        retry.earlier = EarlierCode{RunId(1), m_clock->now(), "a\nb\nc\nd\n"};
        show(retry);
        QVERIFY(changes()->isVisible());
        QVERIFY(segments().contains(u"All code · 4"_s));
        QVERIFY2(!names().contains(u"1 note"_s), "the note is one of the request before");
        m_desk->remove(RunId(2));
        retry = request(3, "a\nb\nc\nd = '\u202e'\n");
        retry.earlier = EarlierCode{RunId(1), m_clock->now(), "a\nb\nc\nd\n"};
        show(retry);
        QVERIFY(changes()->isVisible());
        QVERIFY(names().contains(u"1 note"_s));
        key(Qt::Key_F8);
        QVERIFY2(!changes()->isVisible(), "notes stand in the code");
    }

    void retryOpensOnItsChanges()
    {
        PendingRequest retry = request(2, "a\nb\nc\nD\n");
        retry.earlier = EarlierCode{RunId(1), m_clock->now(), "a\nb\nc\nd\n"};
        show(retry);
        QVERIFY(changes()->isVisible());
        QVERIFY(names().contains(u"Changes since r1, allowed"_s));
        QVERIFY(button(u"changesSegment"_s)->text().contains(u"+1 −1"_s));
        key(Qt::Key_C, Qt::AltModifier);
        QVERIFY(!changes()->isVisible());
        QCOMPARE(m_window->view()->code()->content().lines, 4);
        key(Qt::Key_C, Qt::AltModifier);
        QVERIFY(changes()->isVisible());
    }

    void otherCodeIsShownWholeFirst()
    {
        PendingRequest other = request(2, "a\nx\ny\nz\n");
        other.earlier = EarlierCode{RunId(1), m_clock->now(), "a\nb\nc\nd\n"};
        show(other);
        QVERIFY(!changes()->isVisible());
        QVERIFY(button(u"changesSegment"_s)->isVisible());
    }

    void sameCodeIsSaid()
    {
        PendingRequest same = request(2, "a\n");
        same.earlier = EarlierCode{RunId(1), m_clock->now(), "a\n"};
        show(same);
        QVERIFY(names().contains(u"Same code as r1, allowed"_s));
        QVERIFY(!button(u"changesSegment"_s)->isVisible());
    }

    // ---- the other things that ask ----

    void fileIsShownAsItsDifference()
    {
        PendingRequest file = request(1, "a\nB\n");
        file.record.tool = u"write_file"_s;
        file.record.path = u"/mnt/sales/a.txt"_s;
        file.present = "a\nb\n";
        file.digest = file.record.digest();
        show(file);
        QVERIFY(changes()->isVisible());
        QVERIFY(names().contains(u"Claude Desktop asks to write a file"_s));
        QVERIFY(!button(u"editButton"_s)->isVisible());
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow this file"_s);
    }

    void packagesAreATable()
    {
        PendingRequest install = request(1, {});
        install.record.tool = u"install_packages"_s;
        install.record.reach.packages = {{u"rich"_s, u"14.0"_s, u"aa"_s}};
        install.digest = install.record.digest();
        show(install);
        auto *table = find<InstallTable>(u"installTable"_s);
        QVERIFY(table->isVisible());
        QCOMPARE(cell(table, 0, PackageTable::Name), u"rich"_s);
        QCOMPARE(cell(table, 0, PackageTable::Licence), u"not told"_s);
        QVERIFY(table->isColumnHidden(PackageTable::Notes));

        PlannedPackage planned;
        planned.name = u"rich"_s;
        planned.version = u"14.0"_s;
        planned.size = 2 * limits::MiB;
        planned.origin = PackageOrigin::Index;
        planned.source = u"index.example"_s;
        planned.licence = u"MIT"_s;
        planned.requested = true;
        planned.warnings = {{.rule = u"young"_s, .text = u"It is two days old."_s}};
        PendingRequest next = install;
        next.run = RunId(2);
        next.packages = {planned};
        m_desk->add(next);
        m_window->openForPerson(RunId(2));
        QCOMPARE(cell(table, 0, PackageTable::Source), u"index.example"_s);
        QCOMPARE(cell(table, 0, PackageTable::Licence), u"MIT"_s);
        QCOMPARE(cell(table, 0, PackageTable::Notes), u"It is two days old."_s);
        QVERIFY(!table->isColumnHidden(PackageTable::Notes));
        QVERIFY(names().contains(u"to fetch"_s));
    }

    void folderIsACard()
    {
        PendingRequest folder = request(1, {});
        folder.record.tool = folderRequestTool.toString();
        folder.record.reach.mounts = {{u"data"_s, MountMode::ReadWrite, u"/home/person/data"_s}};
        folder.digest = folder.record.digest();
        folder.sessionScopeOffered = false;
        folder.clientScopesOffered = false;
        show(folder);
        auto *card = find<FolderCard>(u"folderCard"_s);
        QVERIFY(card->isVisible());
        QVERIFY(names().contains(u"Claude Desktop asks to use a folder"_s));
        QVERIFY(names().contains(u"/home/person/data"_s));
        // Staged is chosen first, whatever was asked for.
        QVERIFY(!find<QWidget>(u"readWriteBar"_s)->isVisible());
        QCOMPARE(button(u"allowButton"_s)->text(), u"Share this folder"_s);
        QTest::mouseClick(button(u"folderMode-rw"_s), Qt::LeftButton);
        QVERIFY(find<QWidget>(u"readWriteBar"_s)->isVisible());
        QTest::mouseClick(button(u"folderMode-ro"_s), Qt::LeftButton);
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.first().answer.mode, std::optional(MountMode::ReadOnly));
    }

    void namesTheLanguage()
    {
        PendingRequest ruby = request(1, "puts 1\n");
        ruby.record.tool = u"run_code"_s;
        ruby.record.runtime = u"ruby"_s;
        ruby.digest = ruby.record.digest();
        show(ruby);
        QVERIFY(names().contains(u"Claude Desktop asks to run Ruby"_s));
        QCOMPARE(highlightName(ruby.record), u"Ruby"_s);
    }

    // ---- several together ----

    void batchNeedsEachToHaveBeenSeen()
    {
        openBatch(3);
        QCOMPARE(list()->count(), 3);
        tick(0);
        QVERIFY2(batch()->ticked().isEmpty(), "it was on screen for no second yet");
        m_clock->advance(limits::codeSeenTime);
        tick(0);
        tick(1);
        QCOMPARE(batch()->ticked(), QList<RunId>{RunId(1)});
        QCOMPARE(button(u"batchAllowButton"_s)->text(), u"Allow these 1"_s);
        list()->setCurrentRow(1);
        m_clock->advance(limits::codeSeenTime);
        tick(1);
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 2);
        for (const FakeDesk::Given &given : std::as_const(m_desk->answers)) {
            QVERIFY(given.answer.allow);
            QVERIFY(given.answer.scope == Scope::ThisRun);
        }
        // One is left: there is no batch any more.
        QVERIFY(!m_window->isBatchOpen());
        QCOMPARE(m_window->shownRun(), RunId(3));
    }

    void batchLeavesOutWhatIsNew()
    {
        PendingRequest fresh = request(2);
        fresh.newHere = true;
        m_desk->add(known(1));
        m_desk->add(fresh);
        m_desk->add(known(3));
        startBatch(2);
        m_clock->advance(limits::codeSeenTime);
        tick(1);
        QVERIFY(batch()->ticked().isEmpty());
    }

    // The word is in the cell, and spoken; where a cell says it, the head need not.
    void marksTheCellsThatAreNewInThisSession()
    {
        PendingRequest asked = known(1);
        asked.newHere = true;
        asked.findings.files = {{u"sales"_s, u"a.csv"_s, false}};
        asked.findings.usesNetwork = true;
        show(asked);
        const auto *strip = m_window->findChild<ReachStrip *>();
        const auto isNew = [strip](const QString &cell) {
            for (const QString &spoken : strip->accessibleName().split(u". "_s)) {
                if (spoken.startsWith(cell))
                    return spoken.contains(u"new in this session"_s);
            }
            return false;
        };
        QVERIFY(isNew(u"Reads"_s));
        QVERIFY(isNew(u"Network"_s));
        QVERIFY(!isNew(u"Writes"_s));
        QVERIFY(!isNew(u"Packages"_s));
        QVERIFY(!isNew(u"Limits"_s));
        QVERIFY(!hasChip(u"New here"_s));
        const auto ground = [](const QImage &picture, qreal share) {
            return picture.pixelColor(qRound(share * picture.width()), 2);
        };
        const QImage amber = m_window->findChild<ReachStrip *>()->grab().toImage();
        QCOMPARE(ground(amber, 0.97), color(Token::Window)); // Limits
        QCOMPARE(ground(amber, 0.78), color(Token::WaitBg)); // Network
        asked.known.add(asked.record, asked.findings);
        m_desk->change(asked);
        QVERIFY(!isNew(u"Reads"_s) && !isNew(u"Network"_s));
        QVERIFY2(hasChip(u"New here"_s), "no cell says it");
    }

    void batchSaysWhatTheTickedReachTogether()
    {
        const auto reads = [this](int run, const QString &path) {
            PendingRequest request = known(run);
            request.findings.files = {{u"sales"_s, path}};
            request.findings.findings = {{.rule = u"file-read"_s,
                                          .line = 1,
                                          .excerpt = {},
                                          .arguments = {u"sales"_s, path}}};
            return request;
        };
        m_desk->add(reads(1, u"a.csv"_s));
        m_desk->add(reads(2, u"b.csv"_s));
        startBatch(1);
        QCOMPARE(batch()->findChild<CodeView *>()->marks().size(), 1);
        for (const int row : {0, 1}) {
            list()->setCurrentRow(row);
            m_clock->advance(limits::codeSeenTime);
            tick(row);
        }
        QCOMPARE(batch()->ticked().size(), 2);
        const QString strip = batch()->findChild<QWidget *>(u"reachStrip"_s)->accessibleName();
        QVERIFY2(strip.contains(u"2 files"_s), qPrintable(strip));
    }

    void laterRequestsNeverJoinTheBatch()
    {
        openBatch(2);
        m_desk->add(known(3));
        QCOMPARE(list()->count(), 2);
    }

    void batchTakesOneSessionOnly()
    {
        PendingRequest elsewhere = known(2);
        elsewhere.record.session.id = SessionId(u"s9"_s);
        PendingRequest other = known(3);
        other.record.client = ClientId(u"c9"_s);
        m_desk->add(known(1));
        m_desk->add(elsewhere);
        m_desk->add(other);
        open(1);
        m_window->reviewTogether();
        QVERIFY(!m_window->isBatchOpen());
        m_desk->add(known(4));
        m_window->reviewTogether();
        QVERIFY(m_window->isBatchOpen());
        QCOMPARE(list()->count(), 2);
    }

    void batchIsDeadForHalfASecond()
    {
        openBatch(2);
        m_clock->advance(limits::codeSeenTime);
        tick(0);
        list()->setCurrentRow(1); // another code is on screen
        key(Qt::Key_A, Qt::AltModifier);
        key(Qt::Key_D, Qt::AltModifier);
        QTest::mouseClick(button(u"batchAllowButton"_s), Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 0);
        m_clock->advance(500ms);
        QTest::mouseClick(button(u"batchDenyButton"_s), Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 1);
        QVERIFY(!m_desk->answers.first().answer.allow);
    }

    void changedRequestLosesItsTick()
    {
        openBatch(3);
        m_clock->advance(limits::codeSeenTime);
        tick(0);
        PendingRequest changed = known(1);
        changed.record.code = "other()\n";
        changed.digest = changed.record.digest();
        m_desk->change(changed);
        QVERIFY(batch()->ticked().isEmpty());
        tick(0);
        QVERIFY(batch()->ticked().isEmpty());
    }

    void expiredRequestLeavesTheBatch()
    {
        openBatch(3);
        m_desk->setState(RunId(1), PendingRequest::State::Expired);
        QCOMPARE(list()->count(), 2);
        m_desk->setState(RunId(2), PendingRequest::State::TakenBack);
        QVERIFY(!m_window->isBatchOpen());
    }

    void keysMeanTheBatchWhileItIsOpen()
    {
        openBatch(3);
        m_clock->advance(1s);
        key(Qt::Key_A, Qt::AltModifier); // nothing is ticked
        QCOMPARE(m_desk->answers.size(), 0);
        key(Qt::Key_B, Qt::AltModifier);
        QVERIFY(!m_window->isBatchOpen());
        m_clock->advance(1s);
        key(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 1);
        openAgain();
        key(Qt::Key_Escape);
        QVERIFY(!m_window->isVisible());
        QVERIFY(!m_window->isBatchOpen());
    }

    void batchNamesSayWhatIsSeen()
    {
        openBatch(2);
        QVERIFY(list()->item(0)->data(Qt::AccessibleTextRole).toString().contains(u"not seen"_s));
        m_clock->advance(limits::codeSeenTime);
        const QString name = list()->item(0)->data(Qt::AccessibleTextRole).toString();
        QVERIFY2(name.endsWith(u"seen"_s) && !name.contains(u"not"_s), qPrintable(name));
        QVERIFY2(name.contains(u"1 line"_s), qPrintable(name));
        QVERIFY2(!batch()->findChild<ReachStrip *>()->accessibleName().contains(u"not known"_s),
                 "what nobody ticked reaches nothing");
    }

    void aClickBeforeTheTitleTicks()
    {
        openBatch(2);
        const QRect row = list()->visualItemRect(list()->item(0));
        const QPoint box(row.left() + 20, row.center().y());
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, Qt::NoModifier, box);
        QVERIFY2(batch()->ticked().isEmpty(), "it was not on screen for a second");
        m_clock->advance(limits::codeSeenTime);
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, Qt::NoModifier, box);
        QCOMPARE(batch()->ticked(), QList<RunId>{RunId(1)});
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, Qt::NoModifier,
                          row.center()); // only chooses
        QCOMPARE(batch()->ticked().size(), 1);
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, Qt::NoModifier, box);
        QVERIFY(batch()->ticked().isEmpty());
    }

private:
    PendingRequest request(int run, const QByteArray &code = "print(1)\n") const
    {
        return FakeDesk::asking(run, code, m_clock->now());
    }
    PendingRequest known(int run) const
    {
        PendingRequest asked = request(run, "print(" + QByteArray::number(run) + ")\n");
        asked.newHere = false;
        asked.known.add(asked.record, asked.findings);
        return asked;
    }
    void open(int run)
    {
        m_window->openQuietly(RunId(run));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void show(const PendingRequest &asked)
    {
        m_desk->add(asked);
        open(static_cast<int>(asked.run.number()));
        m_clock->advance(600ms);
    }
    bool hasChip(const QString &text) const
    {
        const auto chips = m_window->findChildren<Chip *>();
        return std::ranges::any_of(chips, [&text](const Chip *chip) {
            return chip->isVisible() && chip->accessibleName().contains(text);
        });
    }
    void startBatch(int run)
    {
        open(run);
        m_clock->advance(600ms);
        key(Qt::Key_B, Qt::AltModifier);
        QVERIFY(m_window->isBatchOpen());
    }
    void openBatch(int count)
    {
        for (int run = 1; run <= count; ++run)
            m_desk->add(known(run));
        startBatch(1);
    }
    void openAgain()
    {
        m_clock->advance(1s);
        key(Qt::Key_B, Qt::AltModifier);
        QVERIFY(m_window->isBatchOpen());
        m_clock->advance(1s);
    }
    // As the person does it: on the chosen row, with Space.
    void tick(int row)
    {
        list()->setCurrentRow(row);
        QTest::keyClick(list(), Qt::Key_Space);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(m_window->focusWidget() ? m_window->focusWidget() : m_window.get(), key,
                        modifiers);
    }
    template <class T>
    T *find(const QString &name) const
    {
        return m_window->findChild<T *>(name);
    }
    QAbstractButton *button(const QString &name) const { return find<QAbstractButton>(name); }
    CodeEditor *editor() const { return find<CodeEditor>(u"codeEditor"_s); }
    QWidget *changes() const { return find<QWidget>(u"changesView"_s); }
    BatchView *batch() const { return m_window->batch(); }
    QListWidget *list() const { return find<QListWidget>(u"batchList"_s); }
    DecisionBar *bar() const { return m_window->view()->decisionBar(); }
    static QString cell(const QTableView *table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    QStringList segments() const
    {
        QStringList all;
        for (const QToolButton *each : m_window->view()->findChildren<QToolButton *>())
            all.append(each->text());
        return all;
    }
    QString names() const
    {
        QStringList all;
        for (QWidget *each : m_window->findChildren<QWidget *>()) {
            if (!each->isVisible())
                continue;
            QAccessibleInterface *found = QAccessible::queryAccessibleInterface(each);
            if (found)
                all.append(found->text(QAccessible::Name));
        }
        return all.join(u'|');
    }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeDesk> m_desk;
    std::unique_ptr<ApprovalWindow> m_window;
};

QTEST_MAIN(TestPrompts)
#include "tst_prompts.moc"
