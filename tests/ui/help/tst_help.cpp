// SPDX-License-Identifier: MIT
#include "ui/help/aboutbox.h"
#include "ui/help/helpwindow.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class TestHelp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void bothLanguagesHaveTheSamePages();
    void everyLinkLeadsToAPage();
    void answersWhatPeopleAsk_data();
    void answersWhatPeopleAsk();
    void findsPagesByAnyWordInThem();
    void aLinkOpensItsPage();
    void aLinkToElsewhereOpensNothing();
    void escapeClosesIt();
    void aboutShowsAllFacts();
    void factsThatAreNotKnownAreLeftOut();
};

void TestHelp::bothLanguagesHaveTheSamePages()
{
    const QList<HelpTopic> english = helpTopics(u"en"_s);
    const QList<HelpTopic> japanese = helpTopics(u"ja"_s);
    QVERIFY(english.size() >= 10);
    QCOMPARE(japanese.size(), english.size());
    for (qsizetype i = 0; i < english.size(); ++i) {
        QCOMPARE(japanese.at(i).id, english.at(i).id);
        QVERIFY(!japanese.at(i).title.isEmpty());
        QVERIFY(japanese.at(i).title != english.at(i).title);
        // The same sections, lists and links.
        const auto shapeOf = [](const QString &text) {
            QStringList shape = {QString::number(text.count(u"\n## "_s)),
                                 QString::number(text.count(u"\n- "_s))};
            static const QRegularExpression link(u"\\]\\(([a-z]+\\.md)\\)"_s);
            QStringList links;
            for (auto it = link.globalMatch(text); it.hasNext();)
                links.append(it.next().captured(1));
            links.sort();
            return shape + links;
        };
        QCOMPARE(shapeOf(japanese.at(i).text), shapeOf(english.at(i).text));
    }
    QCOMPARE(helpTopics(u"fi"_s), english);
}

void TestHelp::everyLinkLeadsToAPage()
{
    static const QRegularExpression link(u"\\]\\(([^)]*)\\)"_s);
    QStringList ids;
    for (const HelpTopic &topic : helpTopics(u"en"_s))
        ids.append(topic.id + u".md"_s);
    for (const QString &language : helpLanguages()) {
        for (const HelpTopic &topic : helpTopics(language)) {
            for (auto it = link.globalMatch(topic.text); it.hasNext();) {
                const QString target = it.next().captured(1);
                QVERIFY2(ids.contains(target), qPrintable(topic.id + u' ' + target));
            }
        }
    }
}

void TestHelp::answersWhatPeopleAsk_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("title");
    QTest::newRow("folder") << u"folders"_s << u"How do I let it read a folder?"_s;
    QTest::newRow("asking") << u"asking"_s << u"Why is it asking?"_s;
    QTest::newRow("reach") << u"reach"_s << u"What can it reach?"_s;
    QTest::newRow("connect") << u"connect"_s << u"Connect a client"_s;
}

void TestHelp::answersWhatPeopleAsk()
{
    QFETCH(const QString, id);
    QFETCH(const QString, title);
    HelpWindow help(u"en"_s);
    help.openTopic(id);
    QCOMPARE(help.topic(), id);
    QVERIFY(help.findChild<QTextBrowser *>(u"helpPage"_s)->toPlainText().startsWith(title));
}

void TestHelp::findsPagesByAnyWordInThem()
{
    HelpWindow help(u"ja"_s);
    help.show();
    auto *search = help.findChild<QLineEdit *>(u"helpSearch"_s);
    search->setFocus();
    search->setText(u"GLOVEBOX_KEY"_s);
    QCOMPARE(help.topic(), u"connect"_s);
    search->setText(u"脆弱性"_s);
    QCOMPARE(help.topic(), u"packages"_s);
    const auto *list = help.findChild<QListWidget *>(u"helpTopics"_s);
    int shown = 0;
    for (int row = 0; row < list->count(); ++row)
        shown += list->item(row)->isHidden() ? 0 : 1;
    QCOMPARE(shown, 1);
}

void TestHelp::aLinkOpensItsPage()
{
    HelpWindow help(u"en"_s);
    help.openTopic(u"start"_s);
    Q_EMIT help.findChild<QTextBrowser *>(u"helpPage"_s)->anchorClicked(QUrl(u"folders.md"_s));
    QCOMPARE(help.topic(), u"folders"_s);
}

void TestHelp::aLinkToElsewhereOpensNothing()
{
    HelpWindow help(u"en"_s);
    help.openTopic(u"reach"_s);
    Q_EMIT help.findChild<QTextBrowser *>(u"helpPage"_s)
        ->anchorClicked(QUrl(u"https://example.com/folders.md"_s));
    QCOMPARE(help.topic(), u"reach"_s);
}

void TestHelp::escapeClosesIt()
{
    HelpWindow help(u"en"_s);
    help.openTopic(u"start"_s);
    QVERIFY(help.isVisible());
    QTest::keyClick(&help, Qt::Key_Escape);
    QVERIFY(!help.isVisible());
}

void TestHelp::aboutShowsAllFacts()
{
    QTemporaryDir folder;
    QFile licence(folder.filePath(u"copyright"_s));
    QVERIFY(licence.open(QIODevice::WriteOnly));
    AboutBox about({{u"Licence"_s, licence.fileName()}, {u"Gone"_s, folder.filePath(u"gone"_s)}},
                   nullptr);
    about.setAttribute(Qt::WA_DeleteOnClose, false);
    const ProgramFacts facts{.program = u"1.2.3"_s,
                             .qt = u"6.8.2"_s,
                             .chromium = u"122.0.1"_s,
                             .chromiumPatch = u"131.0.2"_s,
                             .pyodide = u"314.0.3"_s,
                             .python = u"3.14.1"_s,
                             .hashes = {{u"a.wasm"_s, u"abc"_s}}};
    about.setFacts(facts);
    const QString text = about.findChild<QPlainTextEdit *>(u"aboutFacts"_s)->toPlainText();
    for (const QString &fact : {u"glovebox 1.2.3"_s, u"Qt 6.8.2"_s,
                                u"Chromium 122.0.1 with security patches of 131.0.2"_s,
                                u"Pyodide 314.0.3"_s, u"Python 3.14.1"_s, u"sha256 abc a.wasm"_s})
        QVERIFY2(text.contains(fact), qPrintable(fact));
    QCOMPARE(text + u'\n', facts.toText());
    about.findChild<QPushButton *>(u"copyVersions"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), text);
    QSignalSpy wanted(&about, &AboutBox::diagnosticsRequested);
    about.findChild<QPushButton *>(u"copyDiagnostics"_s)->click();
    QCOMPARE(wanted.size(), 1);
    int links = 0;
    for (const QPushButton *button : about.findChildren<QPushButton *>())
        links += button->text() == u"Licence"_s || button->text() == u"Gone"_s ? 1 : 0;
    QCOMPARE(links, 1);
}

void TestHelp::factsThatAreNotKnownAreLeftOut()
{
    const ProgramFacts facts{.program = u"1.2.3"_s,
                             .qt = u"6.8.2"_s,
                             .chromium = {},
                             .chromiumPatch = {},
                             .pyodide = {},
                             .python = {}};
    QCOMPARE(facts.toText(), u"glovebox 1.2.3\nQt 6.8.2\n"_s);
}

QTEST_MAIN(TestHelp)
#include "tst_help.moc"
