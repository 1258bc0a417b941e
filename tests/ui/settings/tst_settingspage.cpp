// SPDX-License-Identifier: MIT
#include "fakesettings.h"

#include "ui/parts/button.h"
#include "ui/settings/settingspage.h"
#include "ui/settings/settingwords.h"
#include "ui/settings/shortcuts.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

const QString memory = u"sessions.memory_mb"_s;
const QString theme = u"appearance.theme"_s;

} // namespace

class TestSettingsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init();
    void everySettingHasANameAndASentence();
    void whatIsTypedCountsWhenItIsFinishedAndNotBefore();
    void whatCannotBeTakenIsSaidAtOnceAndNotApplied();
    void escapeTakesBackWhatWasTyped();
    void resetComesWithAChangeAndGoesWithIt();
    void minutesAreShownOfSeconds();
    void halfPixelsAreTaken();
    void aFlagAndAChoiceCountAtOnce();
    void linesCountWhenTheFieldIsLeft();
    void findsByEnglishAndJapaneseWords_data();
    void findsByEnglishAndJapaneseWords();
    void saysWhenNothingMatches();
    void whatCountsFromTheNextStartOffersIt();
    void startingAnewWaitsForWhatRuns();
    void rulesAreOfAllClientsOrOfOne();
    void purgingAsksFirst();
    void anErrorIsTold();
    void revealBringsASettingToTheScreen();
    void keysAreThoseOfTheRealActions();
    void aKeyIsChangedAndReset();
    void aKeyThatIsTakenIsRefused();
    void aKeyThatTypesSomethingIsRefused();

private:
    template <class T>
    T *find(const QString &name) const
    {
        T *found = m_page->findChild<T *>(name);
        if (!found)
            qWarning() << "no" << name;
        return found;
    }
    void type(const QString &name, const QString &text)
    {
        auto *line = find<QLineEdit>(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    bool isShown(const QString &row) const { return !find<QWidget>(u"row."_s + row)->isHidden(); }

    std::unique_ptr<FakeSettings> m_desk;
    std::unique_ptr<QMainWindow> m_window;
    QAction *m_first = nullptr;
    QAction *m_second = nullptr;
    std::unique_ptr<Shortcuts> m_shortcuts;
    SettingsPage *m_page = nullptr;
};

void TestSettingsPage::init()
{
    m_shortcuts.reset();
    m_window.reset();
    m_desk = std::make_unique<FakeSettings>();
    m_window = std::make_unique<QMainWindow>();
    m_window->setObjectName(u"mainWindow"_s);
    QMenu *menu = m_window->menuBar()->addMenu(u"&File"_s);
    m_first =
        menu->addAction(u"Add folder…"_s, Qt::CTRL | Qt::SHIFT | Qt::Key_M, m_window.get(), [] {});
    m_second = menu->addAction(u"&Copy address"_s, Qt::CTRL | Qt::SHIFT | Qt::Key_L, m_window.get(),
                               [] {});
    menu->addAction(u"Without a key"_s);
    new QShortcut(Qt::ALT | Qt::Key_A, m_window.get());
    m_shortcuts = std::make_unique<Shortcuts>(*m_desk);
    m_page = new SettingsPage(*m_desk, *m_shortcuts, m_window.get());
    m_window->setCentralWidget(m_page);
    m_shortcuts->adopt(m_window.get());
    m_window->resize(1200, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestSettingsPage::everySettingHasANameAndASentence()
{
    for (const SettingWords &words : settingWords()) {
        QVERIFY2(!words.label.isEmpty() && words.help.size() > 10, qPrintable(words.name));
        const auto *control = find<QWidget>(words.name);
        QVERIFY2(control && !control->accessibleName().isEmpty(), qPrintable(words.name));
    }
}

void TestSettingsPage::whatIsTypedCountsWhenItIsFinishedAndNotBefore()
{
    type(memory, u"512"_s);
    QVERIFY(m_desk->changes.isEmpty());
    QTest::keyClick(find<QLineEdit>(memory), Qt::Key_Return);
    QCOMPARE(m_desk->changes.size(), 1);
    QCOMPARE(m_desk->changes.first(), std::pair(memory, QVariant(qint64(512))));
    // Left without a change: nothing.
    find<QLineEdit>(u"settingSearch"_s)->setFocus();
    QCOMPARE(m_desk->changes.size(), 1);
}

void TestSettingsPage::whatCannotBeTakenIsSaidAtOnceAndNotApplied()
{
    const auto *problem = find<QLabel>(u"problem."_s + memory);
    QVERIFY(!problem->isVisible());
    type(memory, u"9"_s);
    QVERIFY(problem->isVisible());
    QCOMPARE(problem->text(), u"A number from 256 to 3072 is needed."_s);
    QTest::keyClick(find<QLineEdit>(memory), Qt::Key_Return);
    QVERIFY(m_desk->changes.isEmpty());
    type(memory, u"much"_s);
    QVERIFY(problem->isVisible());
    type(memory, u"300"_s);
    QVERIFY(!problem->isVisible());
    m_desk->problems[memory] = u"Not this one."_s; // what only the program knows
    type(memory, u"301"_s);
    QCOMPARE(problem->text(), u"Not this one."_s);
}

void TestSettingsPage::escapeTakesBackWhatWasTyped()
{
    type(memory, u"77"_s);
    QTest::keyClick(find<QLineEdit>(memory), Qt::Key_Escape);
    QCOMPARE(find<QLineEdit>(memory)->text(), u"1024"_s);
    QVERIFY(!find<QLabel>(u"problem."_s + memory)->isVisible());
    QVERIFY(m_desk->changes.isEmpty());
}

void TestSettingsPage::resetComesWithAChangeAndGoesWithIt()
{
    auto *reset = find<Button>(u"reset."_s + memory);
    QVERIFY(!reset->isVisible());
    type(memory, u"512"_s);
    QTest::keyClick(find<QLineEdit>(memory), Qt::Key_Return);
    QVERIFY(reset->isVisible());
    reset->click();
    QCOMPARE(m_desk->setting(memory).value, QVariant(qint64(1024)));
    QVERIFY(!reset->isVisible());
    QCOMPARE(find<QLineEdit>(memory)->text(), u"1024"_s);
}

void TestSettingsPage::minutesAreShownOfSeconds()
{
    const QString name = u"approvals.time_s"_s;
    QCOMPARE(find<QLineEdit>(name)->text(), u"5"_s);
    type(name, u"61"_s);
    QCOMPARE(find<QLabel>(u"problem."_s + name)->text(), u"A number from 0 to 60 is needed."_s);
    type(name, u"10"_s);
    QTest::keyClick(find<QLineEdit>(name), Qt::Key_Return);
    QCOMPARE(m_desk->setting(name).value, QVariant(qint64(600)));
}

void TestSettingsPage::halfPixelsAreTaken()
{
    const QString name = u"appearance.code_size_tenths"_s;
    QCOMPARE(find<QLineEdit>(name)->text(), u"12.5"_s);
    type(name, u"14.5"_s);
    QTest::keyClick(find<QLineEdit>(name), Qt::Key_Return);
    QCOMPARE(m_desk->setting(name).value, QVariant(qint64(145)));
}

void TestSettingsPage::aFlagAndAChoiceCountAtOnce()
{
    auto *flag = find<QCheckBox>(u"sessions.warm_spare"_s);
    flag->setFocus();
    QTest::keyClick(flag, Qt::Key_Space);
    QCOMPARE(m_desk->changes.last(), std::pair(u"sessions.warm_spare"_s, QVariant(true)));
    QCOMPARE(flag->text(), u"On"_s);
    auto *choice = find<QComboBox>(theme);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down);
    QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(m_desk->setting(theme).value, QVariant(u"dark"_s));
}

void TestSettingsPage::linesCountWhenTheFieldIsLeft()
{
    const QString name = u"clients.patience_s"_s;
    auto *lines = find<QPlainTextEdit>(name);
    lines->setFocus();
    QTest::keyClicks(lines, u"cline=50"_s);
    QTest::keyClick(lines, Qt::Key_Return);
    QVERIFY(m_desk->changes.isEmpty());
    QFocusEvent out(QEvent::FocusOut);
    QCoreApplication::sendEvent(lines, &out);
    QCOMPARE(m_desk->setting(name).value, QVariant(QStringList{u"cline=50"_s}));
}

void TestSettingsPage::findsByEnglishAndJapaneseWords_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("gone");
    QTest::newRow("English") << u"memory session"_s << memory << theme;
    QTest::newRow("Japanese") << u"メモリ"_s << memory << theme;
    QTest::newRow("of a choice") << u"dark"_s << theme << memory;
    QTest::newRow("of a choice, Japanese") << u"ダーク"_s << theme << memory;
    QTest::newRow("the area") << u"appearance"_s << theme << memory;
}

void TestSettingsPage::findsByEnglishAndJapaneseWords()
{
    QFETCH(const QString, words);
    QFETCH(const QString, found);
    QFETCH(const QString, gone);
    m_page->setSearch(words);
    QVERIFY(isShown(found));
    QVERIFY(!isShown(gone));
    m_page->setSearch({});
    QVERIFY(isShown(gone));
}

void TestSettingsPage::saysWhenNothingMatches()
{
    QVERIFY(!find<QLabel>(u"noSetting"_s)->isVisible());
    m_page->setSearch(u"zebra"_s);
    QVERIFY(find<QLabel>(u"noSetting"_s)->isVisible());
}

void TestSettingsPage::whatCountsFromTheNextStartOffersIt()
{
    const auto *bar = find<QWidget>(u"restartBar"_s);
    QVERIFY(!bar->isVisible());
    find<QCheckBox>(u"mounts.tell_paths"_s)->click();
    QVERIFY(bar->isVisible());
    QVERIFY(find<QLabel>(u"note.mounts.tell_paths"_s)->text().contains(u"next start"_s));
    find<Button>(u"restartNow"_s)->click();
    QCOMPARE(m_desk->restarts, 1);
}

void TestSettingsPage::startingAnewWaitsForWhatRuns()
{
    find<QCheckBox>(u"mounts.tell_paths"_s)->click();
    m_desk->setFacts({.restartObstacle = u"Something runs."_s});
    QVERIFY(!find<Button>(u"restartNow"_s)->isEnabled());
    m_desk->setFacts({});
    QVERIFY(find<Button>(u"restartNow"_s)->isEnabled());
}

void TestSettingsPage::rulesAreOfAllClientsOrOfOne()
{
    m_desk->labels = {{ClientId(u"k1"_s), u"Cline"_s}};
    Q_EMIT m_desk->rulesChanged();
    auto *imports = find<QComboBox>(u"rule.dangerous_imports"_s);
    QCOMPARE(imports->currentData().toString(), u"note"_s);
    imports->setFocus();
    QTest::keyClick(imports, Qt::Key_Down);
    const int group = int(FindingGroup::DangerousImports);
    QCOMPARE(m_desk->rules.value({group, QString()}), u"ask"_s);
    auto *client = find<QComboBox>(u"rulesClient"_s);
    client->setFocus();
    QTest::keyClick(client, Qt::Key_Down);
    QCOMPARE(imports->currentText(), u"As for all clients"_s);
    QTest::keyClick(imports, Qt::Key_End);
    QCOMPARE(m_desk->rules.value({group, u"k1"_s}), u"refuse"_s);
    QCOMPARE(m_desk->rules.value({group, QString()}), u"ask"_s);
}

void TestSettingsPage::purgingAsksFirst()
{
    QSignalSpy told(m_page, &SettingsPage::message);
    auto *menu = find<Button>(u"button.purge"_s)->findChild<QMenu *>();
    menu->actions().at(1)->trigger();
    QVERIFY(m_desk->purged.isEmpty());
    auto *box = find<QMessageBox>(u"purgeQuestion"_s);
    QVERIFY(box);
    box->findChild<QPushButton *>(u"purgeButton"_s)->click();
    QCOMPARE(m_desk->purged, QList<int>{7});
    QTRY_COMPARE(told.size(), 1);
    QCOMPARE(told.first().at(1).toBool(), false);
}

void TestSettingsPage::anErrorIsTold()
{
    QSignalSpy told(m_page, &SettingsPage::message);
    m_desk->answer = fail(ErrorCode::Io, u"The settings cannot be written."_s);
    find<QCheckBox>(u"sessions.warm_spare"_s)->click();
    QCOMPARE(told.size(), 1);
    QCOMPARE(told.first().at(0).toString(), u"The settings cannot be written."_s);
    QVERIFY(
        !find<QCheckBox>(u"sessions.warm_spare"_s)->isChecked()); // as it is, not as it was wished
}

void TestSettingsPage::revealBringsASettingToTheScreen()
{
    m_page->setSearch(u"theme"_s);
    m_page->reveal(u"advanced.log_level"_s);
    const auto *box = find<QComboBox>(u"advanced.log_level"_s);
    QVERIFY(m_page->search().isEmpty());
    QTRY_VERIFY(!box->visibleRegion().isEmpty());
}

void TestSettingsPage::keysAreThoseOfTheRealActions()
{
    QStringList what;
    for (const Shortcuts::Entry &entry : m_shortcuts->entries())
        what.append(entry.what);
    QVERIFY(what.contains(u"Add folder…"_s));
    QVERIFY(what.contains(u"Copy address"_s));
    QVERIFY(!what.contains(u"Without a key"_s));
    const auto *keys = find<QKeySequenceEdit>(u"keys.mainWindow/Ctrl+Shift+M"_s);
    QVERIFY(keys);
    QCOMPARE(keys->keySequence(), m_first->shortcut());
}

void TestSettingsPage::aKeyIsChangedAndReset()
{
    const QString id = u"mainWindow/Ctrl+Shift+M"_s;
    auto *keys = find<QKeySequenceEdit>(u"keys."_s + id);
    keys->setFocus();
    QTest::keyClick(keys, Qt::Key_F, Qt::ControlModifier | Qt::AltModifier);
    QTRY_COMPARE(m_first->shortcut(), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F));
    QCOMPARE(m_desk->setting(u"keyboard.shortcuts"_s).value.toStringList(),
             QStringList{u"mainWindow/Ctrl+Shift+M -> Ctrl+Alt+F"_s});
    // Another window of the same program begins with it.
    Shortcuts again(*m_desk);
    m_first->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_M);
    again.adopt(m_window.get());
    QCOMPARE(m_first->shortcut(), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F));
    QVERIFY(m_shortcuts->reset(id));
    QCOMPARE(m_first->shortcut(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M));
}

void TestSettingsPage::aKeyThatIsTakenIsRefused()
{
    const QString id = u"mainWindow/Ctrl+Shift+M"_s;
    const auto taken = m_shortcuts->change(id, Qt::CTRL | Qt::SHIFT | Qt::Key_L);
    QVERIFY(!taken);
    QVERIFY(taken.error().text.contains(u"Copy address"_s));
    QVERIFY(!m_shortcuts->change(id, Qt::ALT | Qt::Key_A)); // decides
    QCOMPARE(m_first->shortcut(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M));
    QVERIFY(m_shortcuts->change(id, Qt::CTRL | Qt::ALT | Qt::Key_L));
}

void TestSettingsPage::aKeyThatTypesSomethingIsRefused()
{
    const QString id = u"mainWindow/Ctrl+Shift+M"_s;
    QVERIFY(!m_shortcuts->change(id, Qt::Key_A));
    QVERIFY(!m_shortcuts->change(id, Qt::SHIFT | Qt::Key_A));
    QVERIFY(!m_shortcuts->change(id, Qt::Key_Return));
    QVERIFY(m_shortcuts->change(id, Qt::Key_F9));
    QVERIFY(m_shortcuts->change(id, {})); // none
    QVERIFY(m_first->shortcut().isEmpty());
}

QTEST_MAIN(TestSettingsPage)
#include "tst_settingspage.moc"
