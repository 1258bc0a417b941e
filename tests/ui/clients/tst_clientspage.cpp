// SPDX-License-Identifier: MIT
#include "fakeconnector.h"

#include "ui/clients/clientlist.h"
#include "ui/clients/clientspage.h"
#include "ui/clients/diffview.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/radio.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class TestClientsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init();
    void choosesTheFirstThatCanBeConnected();
    void writesAfterTheTestOnly();
    void showsExactlyWhatWillBeWritten();
    void showsTheKeyOnDemandAndNotAfterwards();
    void offersTheBridgeOnlyWhereHttpCannotBe();
    void copiesTheLinesInstead();
    void setsHowItIsAskedAndWhichFoldersItMayUse();
    void saysWhatAConnectedClientDidLast();
    void hasTheKeysOfTheDesign();
    void offersToUndo();
    void saysWhatIsWrongInsteadOfWriting();
    void namesEverythingForThoseWhoCannotSeeIt();
    void staysReadableInBothThemes();

private:
    template <class T>
    T *find(const QString &name) const
    {
        return m_page->findChild<T *>(name);
    }

    std::unique_ptr<FakeConnector> m_connector;
    std::unique_ptr<ClientsPage> m_page;
};

void TestClientsPage::init()
{
    using enum KnownClient::State;
    m_page.reset();
    m_connector = std::make_unique<FakeConnector>();
    m_connector->known = {{u"cursor"_s, u"Cursor"_s, Found, true},
                          {u"claude-desktop"_s, u"Claude Desktop"_s, Connected, false}};
    ConnectionPreview preview;
    preview.files.append(
        {.path = u"/home/ada/.cursor/mcp.json"_s,
         .realPath = u"/home/ada/dotfiles/mcp.json"_s,
         .lines = {
             {.kind = ConnectionPreview::Line::Kind::Same, .before = 1, .after = 1, .text = u"{"_s},
             {.kind = ConnectionPreview::Line::Kind::Added,
              .before = 0,
              .after = 2,
              .text = u"\t\"glovebox\": \"Bearer gb_••••••••7f2a\""_s}}});
    m_connector->preview = preview;
    m_page = std::make_unique<ClientsPage>(*m_connector);
    m_page->resize(1000, 700);
    m_page->show();
    QCoreApplication::processEvents(); // the panes that show() uncovered get their places
}

void TestClientsPage::choosesTheFirstThatCanBeConnected()
{
    QCOMPARE(m_page->model().client()->id, u"cursor"_s);
    QVERIFY(!find<Button>(u"removeButton"_s)->isVisible());
}

void TestClientsPage::writesAfterTheTestOnly()
{
    auto *write = find<Button>(u"writeButton"_s);
    QVERIFY(!write->isEnabled());
    QTest::mouseClick(find<Button>(u"testButton"_s), Qt::LeftButton);
    QCOMPARE(m_connector->tests, 1);
    m_connector->passAll();
    QVERIFY(write->isEnabled());
    QTest::mouseClick(write, Qt::LeftButton);
    QTRY_COMPARE(m_connector->writes, 1);
}

void TestClientsPage::showsExactlyWhatWillBeWritten()
{
    const QString text = find<DiffView>(u"diffView"_s)->toPlainText();
    QVERIFY(text.contains(u"1    1    {"_s));
    QVERIFY(text.contains(u"2  +     \"glovebox\""_s));
}

void TestClientsPage::showsTheKeyOnDemandAndNotAfterwards()
{
    auto *show = find<Button>(u"showKey"_s);
    QVERIFY(!show->isVisible());
    m_page->test();
    m_connector->passAll();
    QVERIFY(show->isVisible());
    QCOMPARE(show->accessibleName(), u"Show the key"_s);
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(show->accessibleName(), u"Hide the key"_s);
    QTest::mouseClick(find<Button>(u"copyKey"_s), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"gb_secretsecretsecret7f2a"_s);
    m_page->hide();
    m_page->show();
    QVERIFY(!show->isVisible());
    QCOMPARE(m_connector->left, 1);
}

void TestClientsPage::offersTheBridgeOnlyWhereHttpCannotBe()
{
    find<ClientList>(u"clientList"_s)->setChosen(u"claude-desktop"_s);
    QVERIFY(!find<RadioButton>(u"viaHttp"_s)->isEnabled());
    QVERIFY(find<RadioButton>(u"viaBridge"_s)->isChecked());
    QVERIFY(find<Button>(u"removeButton"_s)->isVisible());
}

void TestClientsPage::copiesTheLinesInstead()
{
    QTest::mouseClick(find<Button>(u"copyInstead"_s), Qt::LeftButton);
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"{ lines }"_s);
}

void TestClientsPage::setsHowItIsAskedAndWhichFoldersItMayUse()
{
    QVERIFY(m_page->findChildren<QCheckBox *>().isEmpty());
    m_connector->ownRules.folders = {{u"sales"_s, u"/srv/sales"_s, true},
                                     {u"scratch"_s, u"/srv/scratch"_s, false}};
    Q_EMIT m_connector->rulesChanged();
    QCOMPARE(m_connector->rulesSet, 0);
    auto *sales = find<QCheckBox>(u"mayUse-sales"_s);
    QTRY_VERIFY(sales->isVisible());
    QVERIFY(sales->isChecked());
    QVERIFY(!find<QCheckBox>(u"mayUse-scratch"_s)->isChecked());
    sales->click();
    QVERIFY(!m_connector->ownRules.folders[0].isAllowed);
    QVERIFY(!m_connector->ownRules.folders[1].isAllowed);
    QVERIFY(!m_connector->ownRules.onlyThisRun);

    auto *asking = find<QComboBox>(u"howItIsAsked"_s);
    QCOMPARE(asking->currentText(), u"Ask before every run"_s);
    asking->setFocus();
    QTest::keyClick(asking, Qt::Key_Down);
    QVERIFY(m_connector->ownRules.onlyThisRun);
    QVERIFY(!m_connector->ownRules.folders[0].isAllowed);

    // What could not be kept is not shown as if it were.
    QSignalSpy told(m_page.get(), &ClientsPage::message);
    m_connector->rulesResult = fail(ErrorCode::Io, u"The disk is full."_s);
    m_connector->ownRules.onlyThisRun = false;
    QTest::keyClick(asking, Qt::Key_Up);
    QCOMPARE(told.first().first().toString(), u"The disk is full."_s);

    m_connector->ownRules.folders.removeFirst();
    Q_EMIT m_connector->rulesChanged();
    QCOMPARE(m_page->findChildren<QCheckBox *>().size(), 1);
    QVERIFY(find<QCheckBox>(u"mayUse-scratch"_s));
}

void TestClientsPage::saysWhatAConnectedClientDidLast()
{
    auto *facts = find<TextLine>(u"connectionFacts"_s);
    QVERIFY(!facts->isVisible());
    KnownClient &claude = m_connector->known[1];
    claude.lastCall = QDateTime::currentDateTimeUtc();
    claude.protocol = u"MCP 2025-11-25"_s;
    claude.tools = {u"run_python"_s, u"read_file"_s};
    Q_EMIT m_connector->changed();
    find<ClientList>(u"clientList"_s)->setChosen(u"claude-desktop"_s);
    QVERIFY(facts->isVisible());
    const QString at = claude.lastCall.toLocalTime().toString(u"HH:mm"_s);
    QVERIFY2(facts->text().contains(u"last call "_s + at), qPrintable(facts->text()));
    QVERIFY(facts->text().contains(u"MCP 2025-11-25"_s));
    QVERIFY(facts->text().contains(u"run_python"_s));
    const QString note =
        find<ClientList>(u"clientList"_s)->currentIndex().data(ClientsModel::NoteRole).toString();
    QVERIFY2(note.startsWith(u"Connected"_s) && note.contains(at), qPrintable(note));
}

void TestClientsPage::hasTheKeysOfTheDesign()
{
    QStringList shown;
    for (const QAction *action : m_page->actions()) {
        QVERIFY(action->isVisible());
        shown.append(action->shortcut().toString() + u' ' + action->text());
    }
    QCOMPARE(shown, (QStringList{u"Ctrl+T Test the connection"_s,
                                 u"Ctrl+Return Write and connect"_s, u"Ctrl+Shift+C Copy instead"_s,
                                 u"F5 Look again"_s, u"Ctrl+Shift+K Show key"_s}));
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    const auto press = [this](const QKeySequence &keys) {
        QWidget *focus = m_page->focusWidget();
        QTest::keySequence(focus ? focus : m_page.get(), keys);
    };
    press(QKeySequence(Qt::CTRL | Qt::Key_Return));
    QCOMPARE(m_connector->writes, 0); // not tested yet
    press(QKeySequence(Qt::CTRL | Qt::Key_T));
    QCOMPARE(m_connector->tests, 1);
    m_connector->passAll();
    press(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"{ lines }"_s);
    const auto begun = m_connector->begun.size();
    press(QKeySequence(Qt::Key_F5));
    QVERIFY(m_connector->begun.size() > begun);
    press(QKeySequence(Qt::CTRL | Qt::Key_T));
    m_connector->passAll();
    press(QKeySequence(Qt::CTRL | Qt::Key_Return));
    QTRY_COMPARE(m_connector->writes, 1);
    m_page->hide();
    QVERIFY(!m_page->actions().first()->isVisible());
}

void TestClientsPage::offersToUndo()
{
    QSignalSpy messages(m_page.get(), &ClientsPage::message);
    m_page->test();
    m_connector->passAll();
    m_connector->known[0].state = KnownClient::State::Connected; // as it is once it was written
    m_page->write();
    QTRY_COMPARE(messages.count(), 1);
    QCOMPARE(messages[0][2].toString(), u"Undo"_s);
    messages[0][3].value<std::function<void()>>()();
    QTRY_COMPARE(m_connector->removed, QStringList{u"cursor"_s});
}

void TestClientsPage::saysWhatIsWrongInsteadOfWriting()
{
    m_connector->preview = fail(ErrorCode::Corrupt, u"It is not valid JSON in line 3."_s);
    m_page->lookAgain();
    QVERIFY(!find<Button>(u"testButton"_s)->isEnabled());
    QVERIFY(!find<Button>(u"writeButton"_s)->isEnabled());
    QVERIFY(find<DiffView>(u"diffView"_s)->toPlainText().isEmpty());
}

void TestClientsPage::namesEverythingForThoseWhoCannotSeeIt()
{
    const QList<QWidget *> widgets = m_page->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() ||
            widget->objectName().startsWith(u"qt_"_s))
            continue;
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const bool named =
            !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        QVERIFY2(named, qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' +
                                   widget->objectName()));
    }
    QCOMPARE(find<Button>(u"writeButton"_s)->accessibleName(), u"Write and connect Cursor"_s);
}

void TestClientsPage::staysReadableInBothThemes()
{
    for (const auto choice : {Theme::Choice::Dark, Theme::Choice::Light}) {
        Theme::instance().setChoice(choice);
        QCoreApplication::processEvents(); // the layout follows the texts
        const QImage image = m_page->grab().toImage();
        QCOMPARE(image.pixelColor(image.width() - 5, 20), color(Token::Window));
        if (const QString folder = qEnvironmentVariable("GLOVEBOX_SHOTS"); !folder.isEmpty())
            image.save(u"%1/clients-%2.png"_s.arg(
                folder, choice == Theme::Choice::Dark ? u"dark"_s : u"light"_s));
    }
    Theme::instance().setChoice(Theme::Choice::System);
}

QTEST_MAIN(TestClientsPage)
#include "tst_clientspage.moc"
