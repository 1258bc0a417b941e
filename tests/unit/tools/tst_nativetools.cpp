// SPDX-License-Identifier: MIT
#include "mcp/serversession.h"
#include "spine.h"
#include "tools/runview.h"
#include "tools/tool.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace glovebox;
using namespace glovebox::tools;
using namespace Qt::StringLiterals;

namespace {

const ClientId ada(u"c1"_s);

class Answers final : public mcp::MessageSink
{
public:
    void send(const QJsonObject &message, bool answer) override
    {
        if (answer)
            result = message[u"result"].toObject();
    }
    void finished() override { done = true; }

    QJsonObject result;
    bool done = false;
};

// The tools and the view as the program offers them, and one client of theirs.
struct Offer
{
    explicit Offer(const ToolOptions &options = {}, bool showsViews = false)
        : tools(nativeTools(spine.services(options)))
        , session(server, spine.clock, {.id = ada, .label = u"Ada"_s}, u"s1"_s)
    {
        registerTools(server, tools);
        if (options.offersViews)
            server.addResources(runViewResource());
        const QJsonObject views{
            {u"extensions"_s,
             QJsonObject{{u"io.modelcontextprotocol/ui"_s,
                          QJsonObject{{u"mimeTypes"_s, QJsonArray{QString(mcp::viewMimeType)}}}}}}};
        ask(u"initialize"_s,
            {{u"protocolVersion"_s, u"2025-06-18"_s},
             {u"capabilities"_s, showsViews ? views : QJsonObject()},
             {u"clientInfo"_s, QJsonObject{{u"name"_s, u"test"_s}, {u"version"_s, u"1"_s}}}});
    }

    QJsonObject ask(const QString &method, const QJsonObject &params)
    {
        const auto answers = std::make_shared<Answers>();
        const QJsonObject request{{u"jsonrpc"_s, u"2.0"_s},
                                  {u"id"_s, ++id},
                                  {u"method"_s, method},
                                  {u"params"_s, params}};
        session.receive(QJsonDocument(request).toJson(), answers);
        if (!QTest::qWaitFor([&answers] { return answers->done; }, 30'000))
            qCritical() << "no answer to" << method;
        return answers->result;
    }

    QJsonArray call(const QString &tool, const QJsonObject &arguments = {})
    {
        return ask(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}})[u"content"]
            .toArray();
    }
    QString text(const QString &tool, const QJsonObject &arguments = {})
    {
        return call(tool, arguments).first()[u"text"].toString();
    }

    QString folder(const QString &name, MountMode mode)
    {
        const QString path = spine.folder.filePath(name);
        QDir().mkpath(path);
        if (!spine.mounts.add({.name = name, .hostPath = path, .mode = mode}))
            qCritical() << "not mounted" << path;
        return path;
    }

    test::Spine spine;
    std::vector<std::unique_ptr<Tool>> tools;
    mcp::Server server{{.name = u"test"_s, .title = u"Test"_s, .version = u"1"_s}};
    mcp::ServerSession session;
    int id = 0;
};

void put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

// The addresses of views that tools/list names, by tool, under both names.
QMap<QString, QString> viewsOf(Offer &offer)
{
    QMap<QString, QString> views;
    const QJsonArray tools = offer.ask(u"tools/list"_s, {})[u"tools"].toArray();
    for (const QJsonValue &tool : tools) {
        const QJsonObject meta = tool[u"_meta"].toObject();
        const QString nested = meta[u"ui"][u"resourceUri"].toString();
        if (nested != meta[u"ui/resourceUri"].toString())
            views.insert(tool[u"name"].toString(), u"the two differ"_s);
        else if (!nested.isEmpty())
            views.insert(tool[u"name"].toString(), nested);
    }
    return views;
}

bool listsTheView(Offer &offer)
{
    const QJsonArray resources = offer.ask(u"resources/list"_s, {})[u"resources"].toArray();
    return std::ranges::any_of(resources, [](const QJsonValue &resource) {
        return resource[u"uri"].toString() == runViewUri;
    });
}

} // namespace

class TestNativeTools : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clientsThatShowViewsAreToldWhichToolsHaveOne()
    {
        Offer offer({}, true);
        QCOMPARE(viewsOf(offer), (QMap<QString, QString>{{u"run_python"_s, runViewUri},
                                                         {u"get_run"_s, runViewUri}}));
        QVERIFY(listsTheView(offer));
    }

    void otherClientsHearNothingOfViews()
    {
        Offer offer({}, false);
        QVERIFY(viewsOf(offer).isEmpty());
        QVERIFY(!listsTheView(offer));
    }

    void thereIsNoViewWhereThePersonWantsNone()
    {
        Offer offer({.offersViews = false}, true);
        QVERIFY(viewsOf(offer).isEmpty());
        QVERIFY(!listsTheView(offer));
    }

    void theViewIsOneWholePage()
    {
        Offer offer({}, true);
        const QJsonObject read = offer.ask(u"resources/read"_s, {{u"uri"_s, QString(runViewUri)}});
        const QJsonValue contents = read[u"contents"].toArray().first();
        QCOMPARE(contents[u"mimeType"].toString(), u"text/html;profile=mcp-app"_s);
        QCOMPARE(contents[u"uri"].toString(), QString(runViewUri));
        QVERIFY(contents[u"_meta"][u"ui"].isObject());
        const QString page = contents[u"text"].toString();
        QVERIFY(page.startsWith(u"<!DOCTYPE html>"));
        QVERIFY(page.contains(u"Content-Security-Policy"));
        QVERIFY(page.trimmed().endsWith(u"</html>"));
    }

    void mountsAreToldWithTheirModeAndWhatItMeans()
    {
        Offer offer;
        const QString folder = offer.folder(u"data"_s, MountMode::Staged);
        offer.folder(u"in"_s, MountMode::ReadOnly);
        offer.folder(u"out"_s, MountMode::ReadWrite);
        const QStringList lines = offer.text(u"list_mounts"_s).split(u'\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith(u"/mnt/data · staged: "));
        QVERIFY(lines[0].contains(u"applies"));
        QCOMPARE(lines[1], u"/mnt/in · read-only"_s);
        QVERIFY(lines[2].startsWith(u"/mnt/out · read-write"));
        QVERIFY(!lines.join(u' ').contains(folder.section(u'/', 1, 2)));
    }

    void theRealPathIsToldOnlyWhereThePersonAllowsIt()
    {
        Offer offer({.tellsPaths = true});
        const QString folder = offer.folder(u"data"_s, MountMode::ReadOnly);
        QVERIFY(offer.text(u"list_mounts"_s).contains(folder));
    }

    void hiddenNamesAreCountedAndTheWayToThemIsTold()
    {
        Offer offer;
        const QString folder = offer.folder(u"data"_s, MountMode::ReadOnly);
        put(folder + u"/a.csv"_s, "x");
        put(folder + u"/.env"_s, "x");
        put(folder + u"/id_rsa"_s, "x");
        const QJsonObject here{{u"path"_s, u"/mnt/data"_s}};
        const QString text = offer.text(u"list_directory"_s, here);
        QVERIFY2(text.contains(u"Not shown: 2 entries"), qPrintable(text));
        QVERIFY2(text.contains(u"\"Show names of secrets\""), qPrintable(text));
        QVERIFY(!text.contains(u".env"));
        QVERIFY(offer.spine.mounts.setShowsSecrets(u"data"_s, true));
        const QString all = offer.text(u"list_directory"_s, here);
        QVERIFY(all.contains(u"/mnt/data/.env"));
        QVERIFY(!all.contains(u"Not shown"));
    }

    // The sentence for clients names an entry of the window's menu.
    void theWordsOfTheWindowAreThoseThatClientsAreTold()
    {
        QFile window(QStringLiteral(GLOVEBOX_SOURCE_DIR "/ui/workbench/mountlist.cpp"));
        QVERIFY(window.open(QIODevice::ReadOnly));
        QVERIFY(window.readAll().contains("tr(\"Show names of secrets\")"));
    }

    void hiddenNamesAreToldOfAFolderThatSeemsEmpty()
    {
        Offer offer;
        put(offer.folder(u"data"_s, MountMode::ReadOnly) + u"/.env"_s, "x");
        const QString text = offer.text(u"list_directory"_s, {{u"path"_s, u"/mnt/data"_s}});
        QVERIFY2(text.contains(u"is empty") && text.contains(u"Not shown: 1 entry"),
                 qPrintable(text));
    }

    void aDrawingIsReadAsPng()
    {
        Offer offer;
        put(offer.folder(u"data"_s, MountMode::ReadOnly) + u"/a.svg"_s,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"200\"><script/>"
            "<rect width=\"320\" height=\"200\" fill=\"#00ff00\"/><text "
            "y=\"9\">Sales</text></svg>");
        const QJsonArray content = offer.call(u"read_image"_s, {{u"path"_s, u"/mnt/data/a.svg"_s}});
        QCOMPARE(content.size(), 3);
        const QString words = content[0][u"text"].toString();
        QVERIFY2(words.startsWith(u"/mnt/data/a.svg · image/svg+xml · 320x200 pixels"),
                 qPrintable(words));
        QVERIFY2(words.contains(u"without a window"), qPrintable(words)); // as this test runs
        QVERIFY2(words.contains(u"Text in it: Sales"), qPrintable(words));
        QVERIFY2(words.contains(u"script"), qPrintable(words));
        QCOMPARE(content[1][u"mimeType"].toString(), u"image/png"_s);
        const QImage image =
            QImage::fromData(QByteArray::fromBase64(content[1][u"data"].toString().toLatin1()));
        QCOMPARE(image.size(), QSize(320, 200));
        QCOMPARE(image.pixelColor(160, 100), QColor(0, 255, 0));
    }

    void aDrawingThatCannotBeDrawnIsToldWithTheReason()
    {
        Offer offer;
        put(offer.folder(u"data"_s, MountMode::ReadOnly) + u"/a.svg"_s,
            "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;</svg>");
        const QString text = offer.text(u"read_image"_s, {{u"path"_s, u"/mnt/data/a.svg"_s}});
        QVERIFY2(text.contains(u"entities") && text.contains(u"read_file"), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestNativeTools)
#include "tst_nativetools.moc"
