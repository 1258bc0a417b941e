// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakedesk.h"
#include "ui/models/quiet.h"
#include "ui/workbench/findaction.h"
#include "ui/workbench/mainwindow.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

struct Key
{
    const char *keys;
    const char *action; // its name in the menus
};

// The keys of UI.md 8 that the window itself has; those of other screens are theirs.
const QList<Key> &table()
{
    static const QList<Key> keys{
        {"Ctrl+K", "Find action…"},
        {"Ctrl+1", "Workbench"},
        {"Ctrl+Shift+A", "First waiting request"},
        {"Ctrl+.", "Stop this run"},
        {"Ctrl+Alt+.", "Stop everything"},
        {"Ctrl+Shift+Q", "Quiet for 30 min"},
        {"Ctrl+Shift+P", "Pause all clients"},
        {"Ctrl+Shift+Backspace", "Revoke all standing permissions…"},
        {"Ctrl+Shift+M", "Add folder…"},
        {"Ctrl+Shift+L", "Copy address"},
        {"Ctrl+N", "New scratchpad"},
        {"F1", "Help"},
        {"Ctrl+F", "Find in output"},
        {"F6", "Next pane"},
        {"Shift+F6", "Previous pane"},
        {"Ctrl+Z", "Undo what the message offers"},
        {"Ctrl+W", "Close to the tray"},
        {"Ctrl+Q", "Quit Glovebox"},
        {"Ctrl+Up", "Previous run"},
        {"Ctrl+Down", "Next run"},
        {"Ctrl+Shift+F", "Filter runs"},
        {"Ctrl+G", "Group runs…"},
        {"Ctrl+R", "Run again"},
        {"Ctrl+Shift+N", "Open in scratchpad"},
        {"Ctrl+Tab", "Next output tab"},
        {"Ctrl+L", "Follow output"},
        {"Alt+Z", "Fold code"},
        {"Ctrl+S", "Save output…"},
        {"Ctrl+Shift+T", "Open table"},
        {"Ctrl+B", "Left pane"},
        {"Ctrl+Alt+B", "Right pane"},
    };
    return keys;
}

} // namespace

class KeysTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeClock clock;
        RunHub hub{clock};
        FakeDesk desk;
        FakeControls controls;
        Quiet quiet{clock};
        MainWindow window{hub, desk, controls, clock, quiet};

        // Keys are for the window that has the keyboard.
        bool show()
        {
            window.show();
            window.activateWindow();
            return QTest::qWaitForWindowActive(&window);
        }
        QList<NamedAction> actions() const { return actionsOf(*window.menuBar()); }
        const NamedAction *named(const QString &name) const
        {
            static QList<NamedAction> all;
            all = actions();
            const auto found = std::ranges::find(all, name, &NamedAction::name);
            return found == all.end() ? nullptr : &*found;
        }
        void run(int number)
        {
            event::Asked asked;
            asked.record.code = "print(1)";
            hub.publish(RunId(number), asked);
            hub.publish(RunId(number), event::Started{});
            hub.publish(RunId(number), event::Ended{});
            clock.advance(std::chrono::milliseconds(100));
        }
    };

private Q_SLOTS:
    void everyKeyOfTheDesignIsInAMenu_data()
    {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("action");
        for (const Key &key : table())
            QTest::newRow(key.action)
                << QString::fromUtf8(key.keys) << QString::fromUtf8(key.action);
    }
    void everyKeyOfTheDesignIsInAMenu()
    {
        QFETCH(QString, keys);
        QFETCH(QString, action);
        Stage s;
        const NamedAction *found = s.named(action);
        QVERIFY2(found, qPrintable(action));
        QCOMPARE(found->action->shortcut(), QKeySequence(keys));
    }

    void everyKeyOfAMenuIsInTheDesign()
    {
        Stage s;
        for (const NamedAction &named : s.actions()) {
            if (named.action->shortcut().isEmpty())
                continue;
            const bool known = std::ranges::any_of(table(), [&named](const Key &key) {
                return QString::fromUtf8(key.action) == named.name;
            });
            QVERIFY2(known, qPrintable(named.name + u' ' + named.key));
        }
    }

    void noKeyMeansTwoThings()
    {
        Stage s;
        QSet<QKeySequence> seen;
        for (const NamedAction &named : s.actions()) {
            const QKeySequence keys = named.action->shortcut();
            QVERIFY2(keys.isEmpty() || !seen.contains(keys), qPrintable(named.name));
            seen.insert(keys);
        }
    }

    void letterKeysOfApprovalsAreFree()
    {
        Stage s;
        for (const QAction *menu : s.window.menuBar()->actions()) {
            const qsizetype at = menu->text().indexOf(u'&');
            QVERIFY2(at >= 0, qPrintable(menu->text()));
            QVERIFY2(!u"ABCDKNWX"_s.contains(menu->text().at(at + 1).toUpper()),
                     qPrintable(menu->text()));
        }
    }

    void findActionListsEveryActionWithItsKey()
    {
        Stage s;
        QVERIFY(s.show());
        QTest::keyClick(&s.window, Qt::Key_K, Qt::ControlModifier);
        auto *finder = s.window.findChild<FindAction *>();
        QTRY_VERIFY(finder->isVisible());
        QStringList names;
        for (const NamedAction &named : s.actions())
            names.append(named.name);
        QCOMPARE(finder->shownNames(), names);
        for (const Key &key : table())
            QVERIFY2(finder->shownNames().contains(QString::fromUtf8(key.action)), key.action);
    }

    void findActionDoesWhatIsTypedAndChosen()
    {
        Stage s;
        QVERIFY(s.show());
        QTest::keyClick(&s.window, Qt::Key_K, Qt::ControlModifier);
        auto *finder = s.window.findChild<FindAction *>();
        QTRY_VERIFY(finder->isVisible());
        QTest::keyClicks(finder->field(), u"paus all"_s);
        QCOMPARE(finder->shownNames().first(), u"Pause all clients"_s);
        QTest::keyClick(finder->field(), Qt::Key_Return);
        QTRY_VERIFY(s.controls.program.allPaused);
        QVERIFY(!finder->isVisible());
    }

    void findActionLeavesAloneWhatCannotBeDoneNow()
    {
        Stage s;
        QVERIFY(s.show());
        QTest::keyClick(&s.window, Qt::Key_K, Qt::ControlModifier);
        auto *finder = s.window.findChild<FindAction *>();
        QTRY_VERIFY(finder->isVisible());
        QTest::keyClicks(finder->field(), u"Run again"_s);
        QCOMPARE(finder->shownNames().first(), u"Run again"_s);
        QTest::keyClick(finder->field(), Qt::Key_Return);
        QVERIFY(finder->isVisible()); // nothing was chosen to be run again
        QTest::keyClick(finder->field(), Qt::Key_Escape);
        QTRY_VERIFY(!finder->isVisible());
    }

    void runAgainAsksForTheShownRun()
    {
        Stage s;
        QVERIFY(s.show());
        s.run(7);
        s.window.showRun(RunId(7));
        QSignalSpy again(&s.window, &MainWindow::runAgainRequested);
        QTest::keyClick(&s.window, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(again.size(), 1);
        QCOMPARE(again.first().first().value<RunId>(), RunId(7));
    }

    void panesAreReachedWithOneKeyAfterTheOther()
    {
        Stage s;
        QVERIFY(s.show());
        s.run(7);
        s.window.showRun(RunId(7));
        QSet<QWidget *> visited;
        for (int i = 0; i < 6; ++i) {
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &s.window,
                            Qt::Key_F6);
            visited.insert(QApplication::focusWidget());
        }
        QVERIFY(visited.size() >= 4);
    }
};

QTEST_MAIN(KeysTest)
#include "tst_keys.moc"
