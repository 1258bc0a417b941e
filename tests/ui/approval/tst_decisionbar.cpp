// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakedesk.h"

#include <ui/approval/decisionbar.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QLoggingCategory>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace glovebox;
using namespace glovebox::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class TestDecisionBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // Icons are not what is tested here.
        QLoggingCategory::setFilterRules(u"glovebox.ui*=false"_s);
    }
    void init()
    {
        m_clock = std::make_unique<FakeClock>();
        m_desk = std::make_unique<FakeDesk>();
        m_window = std::make_unique<QWidget>();
        m_bar = new DecisionBar(*m_desk, *m_clock, m_window.get(), m_window.get());
        auto *column = new QVBoxLayout(m_window.get());
        column->setContentsMargins(0, 0, 0, 0);
        column->addStretch(1);
        column->addWidget(m_bar);
        m_window->resize(720, 300);
        m_desk->add(FakeDesk::asking(1, "print(1)\n", m_clock->now()));
        m_bar->showRequest(RunId(1));
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    // ---- the dead time ----

    void swallowsClicksInTheDeadTime_data() { buttonsThatDecide(); }
    void swallowsClicksInTheDeadTime()
    {
        QFETCH(QString, name);
        QSignalSpy notNow(m_bar, &DecisionBar::notNow);
        m_clock->advance(499ms);
        QTest::mouseClick(button(name), Qt::LeftButton);
        m_clock->advance(1ms);
        QCOMPARE(m_desk->answers.size(), 0);
        QCOMPARE(notNow.size(), 0);
        // The control: the same click a moment later counts.
        QTest::mouseClick(button(name), Qt::LeftButton);
        QCOMPARE(m_desk->answers.size() + notNow.size(), 1);
    }

    void swallowsKeysInTheDeadTime_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("allow") << int(Qt::Key_A);
        QTest::newRow("deny") << int(Qt::Key_D);
        QTest::newRow("deny and pause") << int(Qt::Key_X);
    }
    void swallowsKeysInTheDeadTime()
    {
        QFETCH(int, key);
        m_clock->advance(499ms);
        QTest::keyClick(m_window.get(), Qt::Key(key), Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
        m_clock->advance(1ms);
        QCOMPARE(m_desk->answers.size(), 0);
        QTest::keyClick(m_window.get(), Qt::Key(key), Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 1);
    }

    void swallowsSpaceInTheDeadTime()
    {
        button(u"allowButton"_s)->setFocus();
        QTest::keyClick(button(u"allowButton"_s), Qt::Key_Space);
        QCOMPARE(m_desk->answers.size(), 0);
        m_clock->advance(500ms);
        QTest::keyClick(button(u"allowButton"_s), Qt::Key_Space);
        QCOMPARE(m_desk->answers.size(), 1);
    }

    void pressFromBeforeTheDeadTimeDoesNotCount()
    {
        m_clock->advance(500ms);
        QAbstractButton *allow = button(u"allowButton"_s);
        QTest::mousePress(allow, Qt::LeftButton);
        // Something happens under the finger …
        changeCode("print(2)\n");
        // … and even when the finger lifts after the dead time, it was about what was there.
        m_clock->advance(500ms);
        QTest::mouseRelease(allow, Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 0);
        QTest::mouseClick(allow, Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 1);
    }

    void pressInTheDeadTimeDoesNotCountLater()
    {
        QAbstractButton *allow = button(u"allowButton"_s);
        m_clock->advance(400ms);
        QTest::mousePress(allow, Qt::LeftButton);
        m_clock->advance(200ms);
        QTest::mouseRelease(allow, Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void autoRepeatDoesNotCount()
    {
        QAbstractButton *allow = button(u"allowButton"_s);
        allow->setFocus();
        m_clock->advance(500ms);
        QKeyEvent repeated(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, u" "_s, true);
        QApplication::sendEvent(allow, &repeated);
        QKeyEvent released(QEvent::KeyRelease, Qt::Key_Space, Qt::NoModifier, u" "_s, false);
        QApplication::sendEvent(allow, &released);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void changedRecordRestartsTheDeadTime()
    {
        m_clock->advance(500ms);
        QVERIFY(m_bar->isReady());
        changeCode("print(2)\n");
        QVERIFY(!m_bar->isReady());
        QTest::mouseClick(button(u"allowButton"_s), Qt::LeftButton);
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void timeAddedIsNoNewRequest()
    {
        m_clock->advance(500ms);
        QVERIFY(m_desk->keepWaiting(RunId(1)));
        QVERIFY(m_bar->isReady());
    }

    void activationRestartsTheDeadTime()
    {
        m_clock->advance(500ms);
        QVERIFY(m_bar->isReady());
        QEvent activated(QEvent::WindowActivate);
        QApplication::sendEvent(m_bar, &activated);
        QVERIFY(!m_bar->isReady());
    }

    void saysHowLongItIsDead()
    {
        m_clock->advance(100ms);
        QVERIFY(m_window->grab().toImage().size().isValid());
        QVERIFY(texts().contains(u"Ready in 0.4 s"_s));
        m_clock->advance(400ms);
        QVERIFY(!texts().contains(u"Ready in"_s));
    }

    // ---- what can never allow ----

    void enterAndTypingNeverAllow()
    {
        m_clock->advance(500ms);
        for (const QString &name :
             {u"allowButton"_s, u"denyButton"_s, u"notNowButton"_s, u"scopeThisRun"_s}) {
            button(name)->setFocus();
            for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_1, Qt::Key_2,
                                      Qt::Key_Y, Qt::Key_A, Qt::Key_Select}) {
                QTest::keyClick(button(name), key);
                QTest::keyClick(button(name), key, Qt::ControlModifier);
            }
        }
        QCOMPARE(m_desk->answers.size(), 0);
    }

    void hasNoDefaultButton()
    {
        for (const QPushButton *each : m_bar->findChildren<QPushButton *>()) {
            QVERIFY(!each->isDefault());
            QVERIFY(!each->autoDefault());
        }
    }

    // ---- answers ----

    void allowsExactlyWhatIsShown()
    {
        changeCode("print(2)\n");
        m_clock->advance(500ms);
        const QString digest = m_desk->pending.first().digest;
        QTest::mouseClick(button(u"allowButton"_s), Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 1);
        QCOMPARE(m_desk->answers.first().run, RunId(1));
        QCOMPARE(m_desk->answers.first().digest, digest);
        QVERIFY(m_desk->answers.first().answer.allow);
        QVERIFY(m_desk->answers.first().answer.scope == Scope::ThisRun);
    }

    void refusedAnswerIsSaidAndNothingIsDecided()
    {
        m_clock->advance(500ms);
        // The record changes without the bar having been told.
        m_desk->pending.first().digest = u"other"_s;
        QTest::mouseClick(button(u"allowButton"_s), Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 0);
        QVERIFY(!m_bar->isReady());
        // The other record is on the screen now; the next answer is about that one.
        m_clock->advance(500ms);
        QTest::mouseClick(button(u"allowButton"_s), Qt::LeftButton);
        QCOMPARE(m_desk->answers.size(), 1);
        QCOMPARE(m_desk->answers.first().digest, u"other"_s);
    }

    // The sandbox is off, or the journal cannot be written.
    void onlyDenyAndNotNowAreLeftWhileNothingRuns()
    {
        const QString why = u"The journal cannot be written: the disk is full."_s;
        m_clock->advance(500ms);
        m_bar->setProblem(why);
        auto *bar = m_bar->findChild<QWidget *>(u"failedBar"_s);
        QVERIFY(bar->isVisible());
        QVERIFY(!button(u"allowButton"_s)->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
        QVERIFY(button(u"denyButton"_s)->isEnabled());
        QVERIFY(button(u"notNowButton"_s)->isEnabled());
        m_bar->setProblem({});
        QVERIFY(!bar->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 1);
    }

    void sendsTheScopeAndForgetsIt()
    {
        m_clock->advance(500ms);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QVERIFY(button(u"scopeThisSession"_s)->isChecked());
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow for this session"_s);
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QVERIFY(m_desk->answers.last().answer.scope == Scope::ThisSession);

        m_desk->add(FakeDesk::asking(2, "print(2)\n", m_clock->now()));
        m_bar->showRequest(RunId(2));
        QVERIFY(button(u"scopeThisRun"_s)->isChecked());
        QVERIFY(m_bar->scope() == Scope::ThisRun);
    }

    void hidesTheSessionScopeWhenItIsNotOffered()
    {
        PendingRequest request = m_desk->pending.first();
        request.sessionScopeOffered = false;
        m_desk->change(request);
        m_clock->advance(500ms);
        QVERIFY(!button(u"scopeThisSession"_s)->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QVERIFY(m_desk->answers.last().answer.scope == Scope::ThisRun);
    }

    void deniesWithAndWithoutANote()
    {
        m_clock->advance(500ms);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::AltModifier);
        auto *note = m_bar->findChild<QLineEdit *>(u"noteEdit"_s);
        QVERIFY(note->isVisible());
        QTRY_VERIFY(note->hasFocus());
        QTest::keyClicks(note, u"use sales only"_s);
        QTest::keyClick(note, Qt::Key_Return);
        QCOMPARE(m_desk->answers.size(), 0);
        // Words on their way to the client are not lost by an Allow.
        QTest::keyClick(note, Qt::Key_A, Qt::AltModifier);
        QVERIFY(!button(u"allowButton"_s)->isEnabled());
        QCOMPARE(m_desk->answers.size(), 0);
        QTest::keyClick(note, Qt::Key_D, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 1);
        QVERIFY(!m_desk->answers.last().answer.allow);
        QCOMPARE(m_desk->answers.last().answer.note, u"use sales only"_s);

        m_desk->add(FakeDesk::asking(2, "print(2)\n", m_clock->now()));
        m_bar->showRequest(RunId(2));
        QVERIFY(!note->isVisible());
        m_clock->advance(500ms);
        QTest::mouseClick(button(u"denyButton"_s), Qt::LeftButton);
        QVERIFY(m_desk->answers.last().answer.note.isEmpty());
    }

    void noteHasItsLimit()
    {
        auto *note = m_bar->findChild<QLineEdit *>(u"noteEdit"_s);
        note->setText(QString(600, u'x'));
        QCOMPARE(note->text().size(), limits::maxNoteChars);
    }

    void escapeLeavesTheNoteFirst()
    {
        QSignalSpy notNow(m_bar, &DecisionBar::notNow);
        m_clock->advance(500ms);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::AltModifier);
        auto *note = m_bar->findChild<QLineEdit *>(u"noteEdit"_s);
        QTest::keyClick(note, Qt::Key_Escape);
        QVERIFY(!note->isVisible());
        QCOMPARE(notNow.size(), 0);
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QCOMPARE(notNow.size(), 1);
        QCOMPARE(m_desk->answers.size(), 0);
        QCOMPARE(m_desk->pending.size(), 1);
    }

    void deniesAndPausesByKeyAndByMenu()
    {
        m_clock->advance(500ms);
        QTest::keyClick(m_window.get(), Qt::Key_X, Qt::AltModifier);
        QVERIFY(m_desk->answers.last().answer.pauseClient);
        m_desk->add(FakeDesk::asking(2, "print(2)\n", m_clock->now()));
        m_bar->showRequest(RunId(2));
        QAction *pause = nullptr;
        for (QAction *action : m_bar->findChild<QMenu *>()->actions()) {
            if (action->text().contains(u"pause"_s))
                pause = action;
        }
        QVERIFY(pause);
        pause->trigger(); // dead
        QCOMPARE(m_desk->answers.size(), 1);
        m_clock->advance(500ms);
        pause->trigger();
        QCOMPARE(m_desk->answers.size(), 2);
    }

    // ---- no longer waiting ----

    void expiredShowsItsSentenceAndNoButtons()
    {
        m_clock->advance(500ms);
        m_desk->setState(RunId(1), PendingRequest::State::Expired);
        QCOMPARE(accessible(u"overBar"_s),
                 u"No answer in 5 minutes: nothing ran. Claude Desktop was told “no answer”, "
                 "not “denied”."_s);
        for (const QString &name : {u"allowButton"_s, u"denyButton"_s, u"notNowButton"_s})
            QVERIFY(!button(name)->isVisible());
        QVERIFY(!button(u"scopeThisRun"_s)->isVisible());
        m_clock->advance(500ms);
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
        QCOMPARE(m_desk->dismissed.size(), 0);
        QTest::mouseClick(button(u"closeButton"_s), Qt::LeftButton);
        QCOMPARE(m_desk->dismissed, QList<RunId>{RunId(1)});
    }

    void clickMeantForAllowDoesNotCloseTheSentence()
    {
        m_clock->advance(500ms);
        m_desk->setState(RunId(1), PendingRequest::State::Expired);
        QTest::mouseClick(button(u"closeButton"_s), Qt::LeftButton);
        QCOMPARE(m_desk->dismissed.size(), 0);
    }

    void takenBackIsAThirdThing()
    {
        m_desk->setState(RunId(1), PendingRequest::State::TakenBack);
        QCOMPARE(accessible(u"overBar"_s),
                 u"Claude Desktop took this request back. Nothing ran."_s);
    }

    void removedRequestLeavesNothingToPress()
    {
        m_clock->advance(500ms);
        m_desk->remove(RunId(1));
        QVERIFY(m_bar->shownRun().isNull());
        QVERIFY(!button(u"allowButton"_s)->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_desk->answers.size(), 0);
    }

    // ---- words and places ----

    void saysThatItWritesAtOnce()
    {
        QVERIFY(!widget(u"readWriteBar"_s)->isVisible());
        PendingRequest request = m_desk->pending.first();
        request.record.reach.mounts.append({u"scratch"_s, MountMode::ReadWrite, u"/home/p/s"_s});
        request.digest = request.record.digest();
        m_desk->change(request);
        QCOMPARE(button(u"allowButton"_s)->text(), u"Allow and write to scratch"_s);
        QVERIFY(widget(u"readWriteBar"_s)->isVisible());
        // No promise of an undo that nobody keeps.
        QCOMPARE(accessible(u"readWriteBar"_s),
                 u"scratch is read-write: this run changes your files at once."_s);
        m_bar->setUndoKept(true);
        QVERIFY(accessible(u"readWriteBar"_s).contains(u"30 days"_s));
    }

    void buttonsStayWhereTheyAre()
    {
        m_clock->advance(500ms);
        const auto places = [this] {
            QList<QRect> result;
            for (const QString &name : {u"allowButton"_s, u"denyButton"_s, u"notNowButton"_s}) {
                const QWidget *each = button(name);
                result.append(QRect(each->mapTo(m_window.get(), QPoint()), each->size()));
            }
            return result;
        };
        const QList<QRect> before = places();
        QVERIFY(before.first().width() >= 208);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        PendingRequest request = m_desk->pending.first();
        request.record.reach.mounts.append(
            {u"a_very_long_name_for_a_folder_00"_s, MountMode::ReadWrite, u"/home/p/s"_s});
        request.digest = request.record.digest();
        m_desk->change(request);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::AltModifier);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
    }

    void namesSayActionAndObject()
    {
        QCOMPARE(accessible(u"allowButton"_s), u"Allow this run, r1 from Claude Desktop"_s);
        QCOMPARE(accessible(u"denyButton"_s), u"Deny this run, r1 from Claude Desktop"_s);
    }

    void screenReadersActionCountsAfterTheDeadTime()
    {
        QAccessibleInterface *allow =
            QAccessible::queryAccessibleInterface(button(u"allowButton"_s));
        allow->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(button(u"allowButton"_s)->isDown());
        QTRY_VERIFY(!button(u"allowButton"_s)->isDown()); // it is clicked when it comes up again
        QCOMPARE(m_desk->answers.size(), 0);
        m_clock->advance(500ms);
        allow->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QTRY_COMPARE(m_desk->answers.size(), 1);
    }

    void lowWindowsChooseTheScopeFromAList()
    {
        m_bar->setCompact(true);
        QVERIFY(!button(u"scopeThisRun"_s)->isVisible());
        auto *choice = m_bar->findChild<QComboBox *>(u"scopeChoice"_s);
        QVERIFY(choice->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(choice->currentIndex(), 1);
        QVERIFY(m_bar->scope() == Scope::ThisSession);
    }

private:
    static void buttonsThatDecide()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("allow") << u"allowButton"_s;
        QTest::newRow("deny") << u"denyButton"_s;
        QTest::newRow("not now") << u"notNowButton"_s;
    }
    QWidget *widget(const QString &name) const { return m_bar->findChild<QWidget *>(name); }
    QAbstractButton *button(const QString &name) const
    {
        return m_bar->findChild<QAbstractButton *>(name);
    }
    QString accessible(const QString &name) const
    {
        QAccessibleInterface *found = QAccessible::queryAccessibleInterface(widget(name));
        return found ? found->text(QAccessible::Name) : QString();
    }
    QString texts() const
    {
        QStringList all;
        for (const QWidget *each : m_bar->findChildren<QWidget *>()) {
            if (each->isVisible())
                all.append(each->accessibleName());
        }
        return all.join(u'|');
    }
    void changeCode(const QByteArray &code)
    {
        PendingRequest request = m_desk->pending.first();
        request.record.code = code;
        request.digest = request.record.digest();
        m_desk->change(request);
    }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeDesk> m_desk;
    std::unique_ptr<QWidget> m_window;
    DecisionBar *m_bar = nullptr;
};

QTEST_MAIN(TestDecisionBar)
#include "tst_decisionbar.moc"
