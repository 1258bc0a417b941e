// SPDX-License-Identifier: MIT
#include "sandbox/chartpages.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

namespace {

// As altair writes them.
constexpr const char *tags =
    "<!DOCTYPE html>\n<html><head>"
    "<script type=\"text/javascript\" src=\"https://cdn.jsdelivr.net/npm/vega@6\"></script>"
    "<script type=\"text/javascript\" "
    "src=\"https://cdn.jsdelivr.net/npm/vega-lite@6.1.0\"></script>"
    "<script type=\"text/javascript\" src=\"https://cdn.jsdelivr.net/npm/vega-embed@7\"></script>";
constexpr const char *paths = "<div></div><script>const paths = {"
                              "\"vega\": \"https://cdn.jsdelivr.net/npm/vega@5?noext\","
                              "\"vega-lib\": \"https://cdn.jsdelivr.net/npm/vega-lib?noext\","
                              "};</script>";
constexpr const char *required =
    "<script src=\"https://cdnjs.cloudflare.com/ajax/libs/require.js/2.3.6/require.min.js\">"
    "</script><script>requirejs.config({paths: {"
    "\"vega\": \"https://cdn.jsdelivr.net/npm/vega@6?noext\"}});</script>";

} // namespace

// Which documents get the libraries of Vega, where, and which are said to miss something.
class tst_chartpages final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsWhatIsOnTheNetwork_data();
    void findsWhatIsOnTheNetwork();
    void givesChartsTheirLibraries_data();
    void givesChartsTheirLibraries();
    void leavesOtherPagesAsTheyAre_data();
    void leavesOtherPagesAsTheyAre();
    void leavesChartsAsTheyAreWithoutLibraries();
    void endsNoScriptBeforeItsEnd();

private:
    void write(const QString &name, const QByteArray &text)
    {
        QFile file(m_folder->filePath(name + u".min.js"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_chartpages::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    write(u"vega"_s, "one()");
    write(u"vega-lite"_s, "two()");
    write(u"vega-embed"_s, "three()");
}

void tst_chartpages::findsWhatIsOnTheNetwork_data()
{
    QTest::addColumn<QByteArray>("html");
    QTest::addColumn<bool>("wants");
    const auto row = [](const char *name, const QByteArray &html, bool wants) {
        QTest::newRow(name) << html << wants;
    };
    row("a script", "<script src=\"https://cdn.example/a.js\"></script>", true);
    row("single quotes", "<SCRIPT type='module' SRC='http://a/b.js'>", true);
    row("no quotes", "<img src=//a/b.png>", true);
    row("a style sheet", "<link rel=stylesheet\n href=\"https://a/b.css\">", true);
    row("a loader", "load('https://cdn.jsdelivr.net/npm/d3@7')", true);
    row("a picture within", "<img src=\"data:image/png;base64,AA//http://\">", false);
    row("a link to follow", "<a href=\"https://example.org/\">more</a>", false);
    row("an address in a script", "<script>const home = 'https://plot.ly';</script>", false);
    row("nothing", "<p>Hello</p>", false);
    // Each beginning is looked through to the next one, not a thousand characters far.
    row("behind half a million beginnings",
        QByteArray("<img ").repeated(500'000) + "<script src=\"https://example.org/x.js\">", true);
    row("a chart", tags, false);
    row("a chart that loads", paths, false);
    row("a chart that requires", required, false);
    row("a chart and more", QByteArray(tags) + "<script src='https://cdn.jsdelivr.net/npm/d3@7'>",
        true);
    row("a chart as a module", "import('https://cdn.jsdelivr.net/npm/vega@6/+esm')", true);
    row("another host's chart", "<script src='https://example.org/npm/vega@6'></script>", true);
}

void tst_chartpages::findsWhatIsOnTheNetwork()
{
    QFETCH(QByteArray, html);
    QFETCH(bool, wants);
    QCOMPARE(preparePage(html, m_folder->path(), {}).wantsNetwork, wants);
}

void tst_chartpages::givesChartsTheirLibraries_data()
{
    QTest::addColumn<QByteArray>("html");
    QTest::addColumn<QByteArray>("before"); // the libraries
    QTest::addColumn<bool>("loads");
    QTest::newRow("tags") << QByteArray(tags) << QByteArray("<!DOCTYPE html>") << false;
    QTest::newRow("a part of a page") << QByteArray(paths) << QByteArray() << false;
    QTest::newRow("a mark of the order of bytes")
        << "\xEF\xBB\xBF\n<!doctype html>" + QByteArray(paths)
        << QByteArray("\xEF\xBB\xBF\n<!doctype html>") << false;
    QTest::newRow("RequireJS") << QByteArray(required) << QByteArray() << true;
    QTest::newRow("a file of the package")
        << QByteArray("<script src=https://unpkg.com/vega@5.30.0/build/vega.min.js></script>")
        << QByteArray() << false;
    QTest::newRow("cdnjs") << QByteArray("<script src='https://cdnjs.cloudflare.com/ajax/libs/"
                                         "vega-embed/6.26.0/vega-embed.min.js'></script>")
                           << QByteArray() << false;
}

void tst_chartpages::givesChartsTheirLibraries()
{
    QFETCH(QByteArray, html);
    QFETCH(QByteArray, before);
    QFETCH(bool, loads);
    const QByteArray page = preparePage(html, m_folder->path(), u"%1 </script> 無し"_s).html;
    QVERIFY(page.startsWith(QByteArray(before + "<script>// SPDX")));
    QVERIFY2(page.endsWith(html.mid(before.size())), page.constData());
    const QByteArray added = page.sliced(before.size(), page.size() - html.size());
    QVERIFY2(added.endsWith(");</script>\n<script>one()</script>\n<script>two()</script>\n"
                            "<script>three()</script>\n"),
             added.constData());
    QCOMPARE(added.count("</script>"), 4);
    QVERIFY(added.contains("%1 \\u003c/script> 無し"));
    QCOMPARE(added.contains("\"loader\":true"), loads);
}

void tst_chartpages::leavesOtherPagesAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("html");
    for (const char *html :
         {"<p>vega@6", "<script src=\"https://cdn.jsdelivr.net/npm/d3@7\"></script>",
          "<script src=\"https://cdn.jsdelivr.net/npm/vega-datasets@2\"></script>",
          "<script src=\"https://cdn.jsdelivr.net/npm/vega@6/+esm\"></script>"}) {
        QTest::newRow(html) << QByteArray(html);
    }
}

void tst_chartpages::leavesOtherPagesAsTheyAre()
{
    QFETCH(QByteArray, html);
    QCOMPARE(preparePage(html, m_folder->path(), {}).html, html);
}

void tst_chartpages::leavesChartsAsTheyAreWithoutLibraries()
{
    QVERIFY(QFile::remove(m_folder->filePath(u"vega-lite.min.js"_s)));
    const PreparedPage page = preparePage(tags, m_folder->path(), {});
    QCOMPARE(page.html, QByteArray(tags));
    QVERIFY(page.wantsNetwork);
}

void tst_chartpages::endsNoScriptBeforeItsEnd()
{
    write(u"vega"_s, "const end = '</Script>';");
    const QByteArray page = preparePage(tags, m_folder->path(), {}).html;
    QVERIFY(page.contains("<script>const end = '<\\/Script>';</script>"));
}

QTEST_GUILESS_MAIN(tst_chartpages)
#include "tst_chartpages.moc"
