// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakedesk.h"
#include "fakejournal.h"
#include "ui/code/codeview.h"
#include "ui/journal/journaldetail.h"
#include "ui/journal/journallist.h"
#include "ui/journal/journalpage.h"
#include "ui/journal/journalsteps.h"
#include "ui/journal/outputdiff.h"
#include "ui/journal/timeline.h"
#include "ui/parts/labels.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class JournalPageTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeClock clock{QDateTime(QDate(2026, 11, 24), QTime(11, 0), QTimeZone::UTC)};
        FakeJournal desk;
        FakeDesk approvals;
        std::unique_ptr<JournalPage> page;

        Stage()
        {
            add(178, u"Rename columns to the ledger's names"_s, RunState::Complete,
                u"df.rename(columns={\"売上\": \"売上高\"})"_s, JournalRow::Place::Code);
            add(182, u"Join targets with sales"_s, RunState::Error, u"KeyError: '売上高'"_s,
                JournalRow::Place::Output);
            desk.offered.clients = {{ClientId(u"c1"_s), u"Claude Desktop"_s}};
            desk.offered.sessions = {u"sales-q3"_s};
            desk.offered.mounts = {u"sales"_s};
            for (int hour = 0; hour < 20; ++hour)
                desk.counted.append({clock.now().addSecs(-3600 * (hour * 5 + 1)), hour % 7 + 1,
                                     hour % 3, hour % 2, 0});
        }
        void add(qint64 number, const QString &title, RunState state, const QString &excerpt = {},
                 JournalRow::Place place = JournalRow::Place::None)
        {
            JournalRow row;
            row.run = RunId(number);
            row.client = ClientId(u"c1"_s);
            row.clientLabel = u"Claude Desktop"_s;
            row.sessionName = u"sales-q3"_s;
            row.tool = u"run_python"_s;
            row.title = title;
            row.state = state;
            row.decider = JournalDecider::You;
            row.asked = clock.now().addSecs(-1200 + number);
            row.decided = row.asked.addSecs(7);
            row.started = row.decided;
            row.ended = row.started;
            row.executionMs = 400;
            row.excerpt = excerpt;
            row.place = place;
            if (const qsizetype at = excerpt.indexOf(u"売上高"_s); at >= 0)
                row.marks = {{int(at), 3}};
            JournalRun run;
            run.row = row;
            run.facts.run = row.run;
            run.facts.state = state;
            run.facts.record.code = "import pandas as pd\ndf = 1\nprint(df)\n";
            run.facts.record.client = row.client;
            run.facts.decision.emplace();
            run.facts.decision->kind = DecisionKind::Allow;
            run.steps = {
                step(row.asked, u"asked"_s, {{u"client_label"_s, row.clientLabel}}),
                step(
                    row.decided, u"decided"_s,
                    {{u"kind"_s, u"allow"_s}, {u"by"_s, u"person"_s}, {u"scope"_s, u"this_run"_s}}),
                step(row.started, u"started"_s, {}),
                step(row.ended, u"ended"_s, {{u"reason"_s, QString()}})};
            desk.recorded.insert(row.run, run);
            desk.outputs.insert(row.run, "line 1\nline 2\n");
            desk.rows.prepend(row);
        }
        static JournalStep step(const QDateTime &time, const QString &kind, const QJsonObject &body)
        {
            return {1, time, kind, body};
        }

        JournalPage &open()
        {
            page = std::make_unique<JournalPage>(desk, approvals, clock);
            page->resize(1200, 740);
            page->show();
            settle();
            return *page;
        }
        void settle()
        {
            for (int turn = 0; turn < 5; ++turn)
                QCoreApplication::processEvents();
        }
        template <class T>
        T *find(const QString &name)
        {
            T *const found = page->findChild<T *>(name);
            if (!found)
                qWarning() << "no" << name;
            return found;
        }
        JournalList *list() { return find<JournalList>(u"journalList"_s); }
        JournalDetail *detail() { return find<JournalDetail>(u"journalDetail"_s); }
        void search(const QString &text)
        {
            find<QLineEdit>(u"journalSearch"_s)->setText(text);
            clock.advance(200ms);
            settle();
        }
        QString foot() { return find<TextLine>(u"journalFoot"_s)->text(); }
        void key(const QKeySequence &keys)
        {
            QTest::keySequence(
                QApplication::focusWidget() ? QApplication::focusWidget() : page.get(), keys);
            settle();
        }
    };

    // With the mouse: the menu of the run, and its entry.
    static void chooseAlways(Stage &stage, bool isOffered)
    {
        QTest::mouseClick(stage.find<QPushButton>(u"moreOfRun"_s), Qt::LeftButton);
        auto *menu = stage.find<QMenu>(u"menuOfRun"_s);
        QTRY_VERIFY(menu->isVisible());
        QAction *always = menu->actions().first();
        QCOMPARE(always->text(), u"Exactly this code, always"_s);
        QCOMPARE(always->isEnabled(), isOffered);
        menu->setActiveAction(always);
        QTest::keyClick(menu, Qt::Key_Return);
        menu->close();
        stage.settle();
    }

private Q_SLOTS:
    void initTestCase()
    {
        setIconFolder(QStringLiteral(GLOVEBOX_ASSETS_DIR "/icons"));
        Theme::instance().setChoice(Theme::Choice::Dark);
        Theme::instance().install(*qApp);
    }

    void readsNothingBeforeItIsSeen()
    {
        Stage stage;
        stage.page = std::make_unique<JournalPage>(stage.desk, stage.approvals, stage.clock);
        stage.settle();
        QVERIFY(stage.desk.asked.isEmpty());
        stage.page->show();
        stage.settle();
        QCOMPARE(stage.desk.asked.size(), 1);
    }

    void showsTheNewestRunWhole()
    {
        Stage stage;
        stage.open();
        QCOMPARE(stage.list()->model()->rowCount(), 2);
        QCOMPARE(stage.list()->chosenRun(), RunId(182));
        QCOMPARE(stage.detail()->shownRun(), RunId(182));
        const auto entries = stage.find<JournalSteps>(u"journalSteps"_s)->entries();
        QStringList texts;
        for (const JournalEntry &entry : entries)
            texts.append(entry.text);
        QCOMPARE(texts,
                 (QStringList{u"Asked by Claude Desktop"_s, u"Allowed by you, this run only"_s,
                              u"Started, session sales-q3"_s, u"Error"_s}));
        QCOMPARE(entries[1].detail, u"after 7.0 s"_s);
        QCOMPARE(stage.find<CodeView>(u"journalCode"_s)->content().lines, 3);
        QCOMPARE(stage.find<QPlainTextEdit>(u"journalOutput"_s)->toPlainText(),
                 u"line 1\nline 2\n"_s);
        QCOMPARE(stage.foot(), u"2 run(s)"_s);
    }

    void searchesWhileOneTypes()
    {
        Stage stage;
        stage.open();
        auto *search = stage.find<QLineEdit>(u"journalSearch"_s);
        QTest::keyClicks(search, u"Joi"_s);
        stage.settle();
        QCOMPARE(stage.desk.asked.size(), 1);
        stage.clock.advance(200ms);
        stage.settle();
        QCOMPARE(stage.desk.asked.size(), 2);
        QCOMPARE(stage.desk.asked.last().text, u"Joi"_s);
        QCOMPARE(stage.list()->model()->rowCount(), 1);
        QCOMPARE(stage.foot(), u"1 of 2 runs"_s);
    }

    void saysThatNothingMatchesAndClears()
    {
        Stage stage;
        stage.open();
        stage.search(u"absent"_s);
        QCOMPARE(stage.list()->model()->rowCount(), 0);
        QVERIFY(stage.detail()->shownRun().isNull());
        QCOMPARE(stage.foot(), u"0 of 2 runs"_s);
        auto *clear = stage.find<QPushButton>(u"clearFilters"_s);
        QVERIFY(clear->isVisible());
        QTest::mouseClick(clear, Qt::LeftButton);
        stage.settle();
        QCOMPARE(stage.list()->model()->rowCount(), 2);
        QVERIFY(!clear->isVisible());
        QVERIFY(stage.find<QLineEdit>(u"journalSearch"_s)->text().isEmpty());
    }

    void filters()
    {
        Stage stage;
        stage.open();
        const auto choose = [&stage](const QString &name, const QString &text) {
            auto *box = stage.find<QComboBox>(name);
            const int index = box->findText(text);
            QVERIFY2(index >= 0, qPrintable(text));
            box->setCurrentIndex(index);
            stage.settle();
        };
        choose(u"clientFilter"_s, u"Claude Desktop"_s);
        choose(u"stateFilter"_s, u"Error, timeout or killed"_s);
        choose(u"deciderFilter"_s, u"You"_s);
        choose(u"mountFilter"_s, u"Touches: sales"_s);
        choose(u"sessionFilter"_s, u"sales-q3"_s);
        const JournalQuery query = stage.desk.asked.last();
        QCOMPARE(query.clients, QList<ClientId>{ClientId(u"c1"_s)});
        QCOMPARE(query.states.size(), 4);
        QCOMPARE(query.deciders, QList<JournalDecider>{JournalDecider::You});
        QCOMPARE(query.mount, u"sales"_s);
        QCOMPARE(query.session, u"sales-q3"_s);
        QCOMPARE(stage.list()->model()->rowCount(), 1);
    }

    void keepsWhatWasChosenWhenMoreCanBe()
    {
        Stage stage;
        stage.open();
        auto *clients = stage.find<QComboBox>(u"clientFilter"_s);
        clients->setCurrentIndex(1);
        stage.settle();
        stage.desk.offered.clients.prepend({ClientId(u"c2"_s), u"Cline"_s});
        stage.desk.tellChanged();
        stage.clock.advance(1s);
        stage.settle();
        QCOMPARE(clients->count(), 3);
        QCOMPARE(clients->currentText(), u"Claude Desktop"_s);
    }

    void addsWhatHappensMeanwhileOnceASecond()
    {
        Stage stage;
        stage.open();
        stage.list()->choose(RunId(178));
        for (int number = 183; number <= 187; ++number) {
            stage.add(number, u"more"_s, RunState::Complete);
            stage.desk.tellChanged();
        }
        stage.settle();
        QCOMPARE(stage.list()->model()->rowCount(), 2);
        stage.clock.advance(1s);
        stage.settle();
        QCOMPARE(stage.list()->model()->rowCount(), 7);
        QCOMPARE(stage.desk.asked.size(), 2);
        QCOMPARE(stage.list()->chosenRun(), RunId(178)); // nothing moves by itself
    }

    void pagesAsItIsScrolled()
    {
        Stage stage;
        for (int number = 200; number < 1200; ++number)
            stage.add(number, u"run"_s, RunState::Complete);
        stage.open();
        QCOMPARE(stage.list()->model()->rowCount(), JournalModel::pageSize);
        for (int end = 0; end < 4; ++end) {
            stage.list()->scrollToBottom();
            stage.settle();
        }
        QCOMPARE(stage.list()->model()->rowCount(), 1002);
    }

    void choosesASpanByDragging()
    {
        Stage stage;
        stage.open();
        auto *timeline = stage.find<Timeline>(u"timeline"_s);
        const int y = timeline->height() / 2;
        QTest::mousePress(timeline, Qt::LeftButton, {}, QPoint(timeline->width() - 60, y));
        QTest::mouseMove(timeline, QPoint(timeline->width() - 30, y));
        QTest::mouseRelease(timeline, Qt::LeftButton, {}, QPoint(timeline->width() - 5, y));
        stage.settle();
        QVERIFY(timeline->hasSpan());
        const JournalQuery query = stage.desk.asked.last();
        QCOMPARE(query.from, timeline->spanFrom());
        QCOMPARE(query.until, timeline->spanUntil());
        QCOMPARE(query.from.secsTo(query.until) % 3600, 0);
        const qint64 length = query.from.secsTo(query.until);
        stage.list()->setFocus();
        stage.key(QKeySequence(Qt::CTRL | Qt::Key_Left));
        QCOMPARE(stage.desk.asked.last().from, query.from.addSecs(-3600));
        stage.key(QKeySequence(Qt::CTRL | Qt::Key_Minus));
        const JournalQuery narrow = stage.desk.asked.last();
        QCOMPARE(narrow.from.secsTo(narrow.until), length - 7200);
        stage.key(QKeySequence(Qt::CTRL | Qt::Key_Plus));
        stage.key(QKeySequence(Qt::CTRL | Qt::Key_Right));
        QCOMPARE(stage.desk.asked.last().from, query.from);
        QCOMPARE(stage.desk.asked.last().until, query.until);
        stage.key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X));
        QVERIFY(!timeline->hasSpan());
    }

    void worksByKeysAlone()
    {
        Stage stage;
        stage.open();
        stage.list()->setFocus();
        QTest::keyClick(stage.list(), Qt::Key_Down);
        stage.settle();
        QCOMPARE(stage.detail()->shownRun(), RunId(178));
        QSignalSpy opened(stage.page.get(), &JournalPage::openRequested);
        QTest::keyClick(stage.list(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        stage.key(QKeySequence(Qt::CTRL | Qt::Key_F));
        QCOMPARE(stage.page->focusWidget(), stage.find<QLineEdit>(u"journalSearch"_s));
        stage.key(QKeySequence(Qt::Key_F6));
        QCOMPARE(stage.page->focusWidget(), stage.list());
        stage.key(QKeySequence(Qt::CTRL | Qt::Key_R));
        QCOMPARE(stage.desk.acts, QStringList{u"again r178"_s});
        stage.key(QKeySequence(Qt::ALT | Qt::Key_2));
        QVERIFY(stage.find<QComboBox>(u"stateFilter"_s)->view()->isVisible());
    }

    void hasTheKeysOfTheDesignInTheMenus()
    {
        Stage stage;
        stage.open();
        QStringList shown;
        for (const QAction *action : stage.page->menuActions()) {
            QVERIFY(action->isVisible());
            shown.append(action->shortcut().toString() + u' ' + action->text());
        }
        QCOMPARE(shown,
                 (QStringList{u"Ctrl+F Search the journal"_s, u"Alt+1 Filter by client"_s,
                              u"Alt+2 Filter by state"_s, u"Alt+3 Filter by decision"_s,
                              u"Alt+4 Filter by folder"_s, u"Alt+5 Filter by session"_s,
                              u"Ctrl+Left Earlier time span"_s, u"Ctrl+Right Later time span"_s,
                              u"Ctrl++ Wider time span"_s, u"Ctrl+- Narrower time span"_s,
                              u"Ctrl+Shift+X Clear filters"_s, u"Ctrl+Shift+E Export…"_s}));
        stage.page->menuActions().first()->trigger();
        QCOMPARE(stage.page->focusWidget(), stage.find<QLineEdit>(u"journalSearch"_s));
        QSignalSpy scratchpad(stage.page.get(), &JournalPage::scratchpadRequested);
        stage.list()->setFocus();
        QTest::keyClick(stage.list(), Qt::Key_Down);
        stage.settle();
        stage.key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
        QCOMPARE(scratchpad.size(), 1);
        stage.key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
        auto *menu = stage.find<QMenu>(u"exportMenu"_s);
        QVERIFY(menu && menu->isVisible());
        menu->close();
        stage.page->hide();
        QVERIFY(!stage.page->menuActions().first()->isVisible());
    }

    void runsAgainAndCompares()
    {
        Stage stage;
        stage.open();
        stage.add(900, u"Join targets with sales"_s, RunState::Running);
        QTest::mouseClick(stage.find<QPushButton>(u"runAgain"_s), Qt::LeftButton);
        stage.settle();
        QCOMPARE(stage.desk.acts, QStringList{u"again r182"_s});
        auto *line = stage.find<TextLine>(u"comparison"_s);
        auto *diff = stage.find<OutputDiff>(u"outputDiff"_s);
        QCOMPARE(line->text(), u"Running"_s);
        QVERIFY(!diff->isVisible());
        // It ends with another second line.
        auto &again = stage.desk.recorded[RunId(900)];
        again.row.state = RunState::Complete;
        again.facts.state = RunState::Complete;
        stage.desk.outputs[RunId(900)] = "line 1\nline two\n";
        stage.desk.tellChanged();
        stage.clock.advance(1s);
        stage.settle();
        QVERIFY2(line->text().startsWith(u"Error before, now Complete. 2 line(s) differ."_s),
                 qPrintable(line->text()));
        QVERIFY(!diff->isHidden());
        QCOMPARE(diff->toPlainText(), u"  line 1\n− line 2\n+ line two"_s);
        stage.desk.outputs[RunId(900)] = "line 1\nline 2\n";
        stage.desk.tellChanged();
        stage.clock.advance(1s);
        stage.settle();
        QVERIFY2(line->text().contains(u"The output is the same."_s), qPrintable(line->text()));
        QVERIFY(diff->isHidden());
    }

    void saysWhyItCannotRunAgain()
    {
        Stage stage;
        stage.desk.again = fail(ErrorCode::LimitExceeded, u"Too many sessions."_s);
        stage.open();
        QSignalSpy messages(stage.page.get(), &JournalPage::message);
        QTest::mouseClick(stage.find<QPushButton>(u"runAgain"_s), Qt::LeftButton);
        stage.settle();
        QCOMPARE(messages.size(), 1);
        QCOMPARE(messages.first()[0].toString(), u"Too many sessions."_s);
        QCOMPARE(messages.first()[1].toBool(), true);
    }

    // Only what was allowed once, for a client, can be allowed for good, and only here.
    void allowsExactlyThisCodeAlways()
    {
        Stage stage;
        stage.open();
        QSignalSpy messages(stage.page.get(), &JournalPage::message);
        chooseAlways(stage, true);
        QCOMPARE(stage.approvals.always.size(), 1);
        QCOMPARE(stage.approvals.always.first(), stage.desk.recorded[RunId(182)].facts.record);
        QCOMPARE(messages.size(), 1);
        QVERIFY(messages.first()[0].toString().contains(u"without being asked"_s));

        stage.desk.recorded[RunId(182)].facts.decision->kind = DecisionKind::Deny;
        stage.desk.tellChanged();
        stage.clock.advance(1s);
        stage.settle();
        chooseAlways(stage, false);
        QCOMPARE(stage.approvals.always.size(), 1);
    }

    void asksBeforeItRemovesContent()
    {
        Stage stage;
        stage.open();
        Q_EMIT stage.detail()->purgeRequested(RunId(182));
        auto *box = stage.find<QMessageBox>(u"purgeQuestion"_s);
        QVERIFY(box);
        QTest::keyClick(box, Qt::Key_Escape);
        stage.settle();
        QVERIFY(stage.desk.acts.isEmpty());
        Q_EMIT stage.detail()->purgeRequested(RunId(182));
        QTest::mouseClick(stage.find<QPushButton>(u"purgeButton"_s), Qt::LeftButton);
        stage.settle();
        QCOMPARE(stage.desk.acts, QStringList{u"purge r182"_s});
        QCOMPARE(stage.list()->model()->index(0, 0).data().toString(), u"Content removed"_s);
    }

    void exportsWhatIsListed()
    {
        Stage stage;
        stage.open();
        stage.search(u"Join"_s);
        QSignalSpy messages(stage.page.get(), &JournalPage::message);
        QTest::mouseClick(stage.find<QPushButton>(u"exportJournal"_s), Qt::LeftButton);
        auto *menu = stage.find<QMenu>(u"exportMenu"_s);
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), 4);
        menu->actions().at(2)->trigger();
        auto *dialog = stage.find<QFileDialog>(u"exportDialog"_s);
        QVERIFY(dialog);
        QCOMPARE(dialog->defaultSuffix(), u"ipynb"_s);
        Q_EMIT dialog->fileSelected(u"/tmp/a.ipynb"_s);
        stage.settle();
        QCOMPARE(stage.desk.acts, QStringList{u"export 2 /tmp/a.ipynb"_s});
        QVERIFY(messages.last()[0].toString().startsWith(u"1 run(s) written"_s));
    }

    void tellsWhatIsWrongWithTheJournal()
    {
        Stage stage;
        stage.desk.findError = {ErrorCode::Io, u"the disk reports an error"_s};
        stage.open();
        QCOMPARE(stage.list()->model()->rowCount(), 0);
        QCOMPARE(stage.page->model()->problem(), u"the disk reports an error"_s);
    }

    void isReadToThoseWhoDoNotSee()
    {
        Stage stage;
        stage.open();
        const QString row =
            stage.list()->model()->index(0, 0).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(row.startsWith(u"Run r182, Error, Claude Desktop, Join targets with sales"_s),
                 qPrintable(row));
        QVERIFY(
            stage.find<Timeline>(u"timeline"_s)->accessibleName().startsWith(u"Runs per hour"_s));
        QVERIFY(stage.find<JournalSteps>(u"journalSteps"_s)
                    ->accessibleName()
                    .contains(u"Allowed by you"_s));
        for (QWidget *widget : stage.page->findChildren<QComboBox *>())
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }

    void saysWhatHappened_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QJsonObject>("body");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QString &kind, const QJsonObject &body,
                            const QString &text) { QTest::newRow(name) << kind << body << text; };
        row("permission", u"decided"_s, {{u"kind"_s, u"allow"_s}, {u"by"_s, u"grant"_s}},
            u"Allowed by a standing permission"_s);
        row("denied", u"decided"_s, {{u"kind"_s, u"deny"_s}, {u"by"_s, u"person"_s}},
            u"Denied by you"_s);
        row("a scope of later", u"decided"_s,
            {{u"kind"_s, u"allow"_s}, {u"by"_s, u"person"_s}, {u"scope"_s, u"two_hours"_s}},
            u"Allowed by you, two hours"_s);
        row("no answer", u"decided"_s, {{u"kind"_s, u"expire"_s}}, u"No answer"_s);
        row("file", u"file"_s, {{u"mount"_s, u"sales"_s}, {u"path"_s, u"a"_s}},
            u"Read 1 file(s) in sales"_s);
        row("removed", u"purged"_s, {{u"by"_s, u"retention"_s}},
            u"Its content was removed: older or more than is kept"_s);
        row("a kind of later", u"brand_new"_s, {{u"text"_s, u"something happened"_s}},
            u"brand new"_s);
    }
    void saysWhatHappened()
    {
        QFETCH(QString, kind);
        QFETCH(QJsonObject, body);
        QFETCH(QString, text);
        JournalRun run;
        run.steps = {{1, {}, kind, body}};
        const auto entries = whatHappened(run);
        QCOMPARE(entries.size(), 1);
        QCOMPARE(entries.first().text, text);
    }

    void saysOfAnOwnRunThatNobodyWasAsked()
    {
        JournalRun run;
        run.row.decider = JournalDecider::OwnRun;
        run.steps = {{1, {}, u"asked"_s, {}},
                     {2, {}, u"decided"_s, {{u"kind"_s, u"allow"_s}, {u"by"_s, u"person"_s}}}};
        const auto entries = whatHappened(run);
        QCOMPARE(entries.size(), 1);
        QCOMPARE(entries.first().text, u"Your own run"_s);
    }

    void looksAsDesigned()
    {
        Stage stage;
        stage.add(183, u"Monthly report, September draft"_s, RunState::Killed);
        stage.desk.rows[0].written = 2;
        stage.open();
        stage.list()->choose(RunId(182));
        stage.settle();
        const QPixmap picture = stage.page->grab();
        QVERIFY(!picture.isNull());
        if (const QString folder = qEnvironmentVariable("GLOVEBOX_PICTURES"); !folder.isEmpty())
            QVERIFY(picture.save(folder + u"/journal-page.png"_s));
    }
};

QTEST_MAIN(JournalPageTest)
#include "tst_journalpage.moc"
