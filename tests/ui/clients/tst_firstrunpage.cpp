// SPDX-License-Identifier: MIT
#include "fakeconnector.h"
#include "fakecontrols.h"

#include "ui/clients/firstrunpage.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class TestFirstRunPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init();
    void offersWhatWasFoundAndNamesWhatWasNot();
    void oneClickTestsAndThenWrites();
    void aFailedTestWritesNothingAndSaysWhy();
    void showsTheLinesOnDemand();
    void choosesAFolderWithItsMode();
    void isFinishedWhenBothAreDone();
    void leadsToTheOtherScreens();
    void aKeyThatNobodyGotEndsWithThePage();

private:
    template <class T>
    T *find(const QString &name) const
    {
        return m_page->findChild<T *>(name);
    }
    void passAll()
    {
        using Kind = ConnectionStep::Kind;
        for (const Kind kind :
             {Kind::Answers, Kind::KeyAccepted, Kind::Handshake, Kind::Tools, Kind::Run})
            m_connector->pass(kind);
        Q_EMIT m_connector->testDone(true);
    }

    std::unique_ptr<FakeConnector> m_connector;
    std::unique_ptr<FakeControls> m_controls;
    std::unique_ptr<FirstRunPage> m_page;
};

void TestFirstRunPage::init()
{
    m_page.reset();
    m_connector = std::make_unique<FakeConnector>();
    m_connector->known = {
        {u"claude-desktop"_s, u"Claude Desktop"_s, KnownClient::State::Found, false},
        {u"cline"_s, u"Cline"_s, KnownClient::State::Found, true},
        {u"zed"_s, u"Zed"_s, KnownClient::State::NotFound, true}};
    m_connector->preview = ConnectionPreview{
        .files = {
            {.path = u"config.json"_s,
             .realPath = u"config.json"_s,
             .lines = {{ConnectionPreview::Line::Kind::Added, 0, 1, u"\"glovebox\": {}"_s}}}}};
    m_controls = std::make_unique<FakeControls>();
    m_page = std::make_unique<FirstRunPage>(*m_connector, *m_controls);
    m_page->resize(1200, 736);
    m_page->show();
}

void TestFirstRunPage::offersWhatWasFoundAndNamesWhatWasNot()
{
    QVERIFY(find<Button>(u"connect.claude-desktop"_s));
    QVERIFY(find<Button>(u"connect.cline"_s));
    QVERIFY(!find<Button>(u"connect.zed"_s));
    bool named = false;
    for (const TextLine *line : m_page->findChildren<TextLine *>())
        named = named || line->text() == u"Not found: Zed"_s;
    QVERIFY(named);
}

void TestFirstRunPage::oneClickTestsAndThenWrites()
{
    QTest::mouseClick(find<Button>(u"connect.cline"_s), Qt::LeftButton);
    QCOMPARE(m_connector->tests, 1);
    QCOMPARE(m_connector->writes, 0);
    QVERIFY(!find<Button>(u"connect.claude-desktop"_s)->isEnabled()); // one at a time
    passAll();
    QCOMPARE(m_connector->writes, 1);
    m_connector->known[1].state = KnownClient::State::Connected;
    Q_EMIT m_connector->changed();
    QTRY_VERIFY(!find<Button>(u"connect.cline"_s)->isVisible());
    QVERIFY(find<QWidget>(u"firstRunPaste"_s)->isVisible());
    QSignalSpy copied(m_page.get(), &FirstRunPage::copyRequested);
    find<Button>(u"copyLine"_s)->click();
    QCOMPARE(copied.first().first().toString(), FirstRunPage::lineToPaste());
}

void TestFirstRunPage::aFailedTestWritesNothingAndSaysWhy()
{
    find<Button>(u"connect.cline"_s)->click();
    m_connector->pass(ConnectionStep::Kind::Answers);
    Q_EMIT m_connector->stepDone({.kind = ConnectionStep::Kind::KeyAccepted,
                                  .passed = false,
                                  .detail = u"The key was refused."_s});
    Q_EMIT m_connector->testDone(false);
    QCOMPARE(m_connector->writes, 0);
    QCOMPARE(find<TextLine>(u"note.cline"_s)->text(), u"The key was refused."_s);
    QVERIFY(find<Button>(u"connect.cline"_s)->isEnabled());
}

void TestFirstRunPage::showsTheLinesOnDemand()
{
    auto *lines = find<QPlainTextEdit>(u"firstRunLines"_s);
    QVERIFY(!lines->isVisible());
    find<Button>(u"showLines.claude-desktop"_s)->click();
    QVERIFY(lines->isVisible());
    QVERIFY(lines->toPlainText().contains(u"glovebox"_s));
    QCOMPARE(m_connector->begun.last(), u"claude-desktop bridge"_s);
    QCOMPARE(m_connector->tests, 0);
    find<Button>(u"showLines.claude-desktop"_s)->click();
    QVERIFY(!lines->isVisible());
}

void TestFirstRunPage::choosesAFolderWithItsMode()
{
    QSignalSpy wanted(m_page.get(), &FirstRunPage::chooseFolderRequested);
    find<Button>(u"chooseFolder"_s)->click();
    QVERIFY(wanted.last().first().value<MountMode>() == MountMode::Staged);
    for (auto *button : m_page->findChildren<QAbstractButton *>()) {
        if (button->text() == u"Read-only"_s)
            QTest::keyClick(button, Qt::Key_Space);
    }
    find<Button>(u"chooseFolder"_s)->click();
    QVERIFY(wanted.last().first().value<MountMode>() == MountMode::ReadOnly);
}

void TestFirstRunPage::isFinishedWhenBothAreDone()
{
    QSignalSpy finished(m_page.get(), &FirstRunPage::finished);
    m_controls->setMounts({{u"data"_s, u"/data"_s, MountMode::Staged, {}, 0, 0}});
    QVERIFY(find<TextLine>(u"firstRunShared"_s)->isVisible());
    QTest::qWait(0);
    QCOMPARE(finished.size(), 0);
    m_connector->known[1].state = KnownClient::State::Connected;
    Q_EMIT m_connector->changed();
    QTRY_COMPARE(finished.size(), 1);
}

void TestFirstRunPage::leadsToTheOtherScreens()
{
    QSignalSpy clients(m_page.get(), &FirstRunPage::clientsRequested);
    QSignalSpy scratchpad(m_page.get(), &FirstRunPage::scratchpadRequested);
    QSignalSpy login(m_page.get(), &FirstRunPage::startAtLoginRequested);
    find<Button>(u"anotherClient"_s)->click();
    find<Button>(u"openScratchpad"_s)->click();
    find<QCheckBox>(u"startAtLogin"_s)->click();
    QCOMPARE(clients.size(), 1);
    QCOMPARE(scratchpad.size(), 1);
    QCOMPARE(login.size(), 1);
    QCOMPARE(login.first().first().toBool(), true);
}

void TestFirstRunPage::aKeyThatNobodyGotEndsWithThePage()
{
    find<Button>(u"connect.cline"_s)->click();
    m_page.reset();
    QCOMPARE(m_connector->left, 1);
}

QTEST_MAIN(TestFirstRunPage)
#include "tst_firstrunpage.moc"
