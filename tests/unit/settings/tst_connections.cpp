// SPDX-License-Identifier: MIT
#include <settings/clients/connections.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

class TestConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void connectsAndRemovesExactly_data();
    void connectsAndRemovesExactly();
    void writesWhatEachClientUnderstands_data();
    void writesWhatEachClientUnderstands();
    void keepsWhatOthersWroteSince();
    void refusesAFileThatChangedMeanwhile();
    void refusesAndNamesABrokenFile();
    void writesAllFilesOrNone();
    void writesBehindLinksAndShowsWhere();
    void refusesLinksThatLeadNowhere();
    void refusesOtherKindsOfFiles();
    void loosensNoMode_data();
    void loosensNoMode();
    void connectingTwiceStillGoesBackToTheBeginning();
    void changesThePortOfItsOwnEntriesOnly();
    void findsWhatIsInstalled();
    void knowsEveryPlace_data();
    void knowsEveryPlace();
    void showsOnlyWhatChanges();

private:
    QString file(const QString &name) const { return m_home->path() + u'/' + name; }
    void write(const QString &name, const QByteArray &content) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(file(name)).absolutePath()));
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(content);
    }
    QByteArray read(const QString &name) const
    {
        QFile in(file(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : "(missing)"_ba;
    }
    mode_t modeOf(const QString &path) const
    {
        struct stat status = {};
        return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777
                                                                         : 0;
    }
    QStringList everything() const;
    Connections connections() const { return Connections(file(u"profile"_s), m_places); }
    static ClientApp app(const QString &id) { return clientApp(id).value(); }
    static ClientEntry http(quint16 port = 8420)
    {
        return {.transport = Transport::Http,
                .key = u"gb_secret"_s,
                .port = port,
                .bridge = {},
                .profileFolder = {}};
    }
    void connectTo(const ClientApp &client, const ClientEntry &entry)
    {
        auto all = connections();
        const auto plan = all.planConnect(client, entry);
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().text));
        const auto applied = all.applyConnect(client, entry, ClientId(u"c1"_s), *plan, m_now);
        QVERIFY2(applied.has_value(), applied ? "" : qPrintable(applied.error().text));
        m_now = m_now.addSecs(1);
    }
    void removeFrom(const ClientApp &client)
    {
        auto all = connections();
        const auto plan = all.planRemove(client);
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().text));
        QVERIFY(all.applyRemove(client, *plan).has_value());
    }

    std::unique_ptr<QTemporaryDir> m_home;
    Places m_places;
    QDateTime m_now;
};

void TestConnections::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_places = {.platform = Platform::Linux, .home = m_home->path(), .environment = {}};
    m_now = QDateTime::fromString(u"2026-01-02T03:04:05Z"_s, Qt::ISODate);
    QVERIFY(QDir().mkdir(file(u"profile"_s)));
}

QStringList TestConnections::everything() const
{
    QStringList found;
    QDirIterator it(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext())
        found.append(it.next().mid(m_home->path().size() + 1));
    found.removeIf([](const QString &name) { return name.startsWith(u"profile/"_s); });
    found.sort();
    return found;
}

void TestConnections::connectsAndRemovesExactly_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("before"); // null: no file
    const QByteArray jsonc =
        "\xef\xbb\xbf{\r\n\t// mine\r\n\t\"mcpServers\": {},\r\n\t\"x\": [1, 2,],\r\n}\r\n";
    for (const ClientApp &client : clientApps()) {
        const QString path =
            configFiles(client, Places{.home = {}, .environment = {}}).first().mid(1);
        const QByteArray name = client.id.toLatin1();
        QTest::newRow(QByteArray(name + ", no file").constData())
            << client.id << path << QByteArray();
        const bool isToml = client.format == ClientApp::Format::Toml;
        QTest::newRow(QByteArray(name + ", with comments").constData())
            << client.id << path
            << (isToml ? "model = \"x\" # y\r\n\r\n[a.b]\r\nc = [\r\n1, # ]\r\n]"_ba : jsonc);
        QTest::newRow(QByteArray(name + ", empty").constData())
            << client.id << path << (isToml ? "\n"_ba : "{}"_ba);
    }
}

void TestConnections::connectsAndRemovesExactly()
{
    QFETCH(QString, id);
    QFETCH(QString, name);
    QFETCH(QByteArray, before);
    if (!before.isNull())
        write(name, before);
    const QStringList files = everything();
    const ClientApp client = app(id);
    ClientEntry entry = http();
    entry.transport = client.transports.first();
    entry.bridge = u"/opt/glovebox/bin/glovebox-bridge"_s;
    connectTo(client, entry);
    QVERIFY(read(name).contains("gb_secret"));
    QCOMPARE(connections().state(client), Connections::State::Connected);
    QCOMPARE(modeOf(file(name)), mode_t(0600));
    QCOMPARE(connections().find(client)->key, ClientId(u"c1"_s));
    removeFrom(client);
    QCOMPARE(everything(), files);
    if (!before.isNull())
        QCOMPARE(read(name), before);
    QVERIFY(connections().state(client) != Connections::State::Connected);
    QVERIFY(!connections().find(client));
}

void TestConnections::writesWhatEachClientUnderstands_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QByteArrayList>("http");
    QTest::addColumn<QByteArrayList>("bridge");
    const QByteArray url = "\"http://127.0.0.1:8420/mcp\"";
    const QByteArray headers = "\"Authorization\": \"Bearer gb_secret\"";
    const QByteArray command = "\"command\": \"/b/glovebox-bridge\"";
    const QByteArray key = "\"GLOVEBOX_KEY\": \"gb_secret\"";
    const QByteArrayList plain{"\"mcpServers\"", "\"url\": " + url, headers};
    const QByteArrayList plainBridge{"\"mcpServers\"", command, key};
    QTest::newRow("claude-desktop") << u"claude-desktop"_s << QByteArrayList() << plainBridge;
    QTest::newRow("claude-code") << u"claude-code"_s << plain + QByteArrayList{"\"type\": \"http\""}
                                 << plainBridge + QByteArrayList{"\"type\": \"stdio\""};
    QTest::newRow("cline") << u"cline"_s << plain + QByteArrayList{"\"type\": \"streamableHttp\""}
                           << plainBridge + QByteArrayList{"\"type\": \"stdio\""};
    QTest::newRow("cursor") << u"cursor"_s << plain << plainBridge;
    QTest::newRow("vscode") << u"vscode"_s
                            << QByteArrayList{"\"servers\"", "\"type\": \"http\"",
                                              "\"url\": " + url, headers}
                            << QByteArrayList{"\"servers\"", "\"type\": \"stdio\"", command, key};
    QTest::newRow("windsurf") << u"windsurf"_s
                              << QByteArrayList{"\"mcpServers\"", "\"serverUrl\": " + url, headers}
                              << plainBridge;
    QTest::newRow("lm-studio") << u"lm-studio"_s << plain << plainBridge;
    QTest::newRow("codex")
        << u"codex"_s
        << QByteArrayList{"[mcp_servers.glovebox]", "url = " + url,
                          "http_headers = { Authorization = \"Bearer gb_secret\" }"}
        << QByteArrayList{"[mcp_servers.glovebox]", "command = \"/b/glovebox-bridge\"",
                          "env = { GLOVEBOX_KEY = \"gb_secret\" }"};
    QTest::newRow("gemini-cli") << u"gemini-cli"_s
                                << QByteArrayList{"\"mcpServers\"", "\"httpUrl\": " + url, headers}
                                << plainBridge;
}

void TestConnections::writesWhatEachClientUnderstands()
{
    QFETCH(QString, id);
    for (const Transport transport : app(id).transports) {
        ClientEntry entry = http();
        entry.transport = transport;
        entry.bridge = u"/b/glovebox-bridge"_s;
        entry.profileFolder = u"/p q"_s;
        const auto plan = connections().planConnect(app(id), entry);
        QVERIFY(plan.has_value());
        const QByteArray text = plan->first().after;
        QFETCH(QByteArrayList, http);
        QFETCH(QByteArrayList, bridge);
        const QByteArrayList expected = transport == Transport::Http ? http : bridge;
        QVERIFY(!expected.isEmpty());
        for (const QByteArray &part : expected)
            QVERIFY2(text.contains(part), text.constData());
        QCOMPARE(text.contains("--profile"), transport == Transport::Bridge);
    }
    QVERIFY(!QFileInfo::exists(configFiles(app(id), m_places).first())); // a plan writes nothing
}

void TestConnections::keepsWhatOthersWroteSince()
{
    const QString name = u".cursor/mcp.json"_s;
    write(name, "{}");
    connectTo(app(u"cursor"_s), http());
    write(name,
          read(name).replace("{\n  \"mcpServers\"", "{\n  // new\n  \"x\": 1,\n  \"mcpServers\""));
    removeFrom(app(u"cursor"_s));
    QCOMPARE(read(name), "{\n  // new\n  \"x\": 1\n}");
}

void TestConnections::refusesAFileThatChangedMeanwhile()
{
    const QString name = u".cursor/mcp.json"_s;
    write(name, "{}");
    auto all = connections();
    const auto plan = all.planConnect(app(u"cursor"_s), http());
    write(name, "{\"mcpServers\": {\"theirs\": {}}}");
    const auto applied =
        all.applyConnect(app(u"cursor"_s), http(), ClientId(u"c1"_s), *plan, m_now);
    QVERIFY(!applied.has_value());
    QVERIFY(applied.error().code == ErrorCode::Conflict);
    QCOMPARE(read(name), "{\"mcpServers\": {\"theirs\": {}}}");
    QCOMPARE(everything(), QStringList{name}); // nothing half-written stays behind
    QVERIFY(!all.find(app(u"cursor"_s)));
}

void TestConnections::refusesAndNamesABrokenFile()
{
    write(u".cursor/mcp.json"_s, "{\n  \"mcpServers\": {\n");
    const auto plan = connections().planConnect(app(u"cursor"_s), http());
    QVERIFY(!plan.has_value());
    QVERIFY(plan.error().text.contains(u".cursor/mcp.json"_s));
    QVERIFY(plan.error().text.contains(u"line 3"_s));
    write(u".cursor/mcp.json"_s, "{\"a\": \"\xff\"}");
    QVERIFY(!connections().planConnect(app(u"cursor"_s), http()).has_value());
}

// Cline has a new place and, in editors, an old one.
void TestConnections::writesAllFilesOrNone()
{
    const QString now = u".cline/data/settings/cline_mcp_settings.json"_s;
    const QString old = u".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/"
                        "cline_mcp_settings.json"_s;
    write(now, "{}");
    write(old, "{\"mcpServers\":{}}");
    auto all = connections();
    const auto plan = all.planConnect(app(u"cline"_s), http());
    QCOMPARE(plan->size(), 2);
    write(old, "{ }"); // the second one fails
    QVERIFY(
        !all.applyConnect(app(u"cline"_s), http(), ClientId(u"c1"_s), *plan, m_now).has_value());
    QCOMPARE(read(now), "{}");
    QCOMPARE(read(old), "{ }");
    connectTo(app(u"cline"_s), http()); // the control
    QVERIFY(read(now).contains("gb_secret") && read(old).contains("gb_secret"));
    removeFrom(app(u"cline"_s));
    QCOMPARE(read(now), "{}");
    QCOMPARE(read(old), "{ }");
}

void TestConnections::writesBehindLinksAndShowsWhere()
{
    write(u"dotfiles/cursor.json"_s, "{}");
    QVERIFY(QDir().mkdir(file(u".cursor"_s)));
    QVERIFY(QFile::link(file(u"dotfiles/cursor.json"_s), file(u".cursor/mcp.json"_s)));
    const auto plan = connections().planConnect(app(u"cursor"_s), http());
    QCOMPARE(plan->first().before.realPath,
             QFileInfo(file(u"dotfiles/cursor.json"_s)).canonicalFilePath());
    connectTo(app(u"cursor"_s), http());
    QVERIFY(QFileInfo(file(u".cursor/mcp.json"_s)).isSymLink());
    QVERIFY(read(u"dotfiles/cursor.json"_s).contains("gb_secret"));
    removeFrom(app(u"cursor"_s));
    QCOMPARE(read(u"dotfiles/cursor.json"_s), "{}");
}

void TestConnections::refusesLinksThatLeadNowhere()
{
    QVERIFY(QDir().mkdir(file(u".cursor"_s)));
    QVERIFY(QFile::link(file(u"gone.json"_s), file(u".cursor/mcp.json"_s)));
    const auto plan = connections().planConnect(app(u"cursor"_s), http());
    QVERIFY(!plan.has_value());
    QVERIFY(plan.error().code == ErrorCode::Denied);
}

void TestConnections::refusesOtherKindsOfFiles()
{
    QVERIFY(QDir().mkpath(file(u".cursor/mcp.json"_s))); // a folder
    QVERIFY(!connections().planConnect(app(u"cursor"_s), http()).has_value());
    QVERIFY(QDir().mkpath(file(u".gemini"_s)));
    QCOMPARE(::mkfifo(QFile::encodeName(file(u".gemini/settings.json"_s)).constData(), 0600), 0);
    QVERIFY(!connections().planConnect(app(u"gemini-cli"_s), http()).has_value()); // and no hang
    if (::geteuid() == 0) {
        write(u".codex/config.toml"_s, "");
        QCOMPARE(
            ::chown(QFile::encodeName(file(u".codex/config.toml"_s)).constData(), 65534, 65534), 0);
        const auto plan = connections().planConnect(app(u"codex"_s), http());
        QVERIFY(!plan.has_value());
        QVERIFY(plan.error().code == ErrorCode::Denied);
    }
}

void TestConnections::loosensNoMode_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::newRow("for all to read") << 0644 << 0600; // there is a key in it now
    QTest::newRow("ours") << 0600 << 0600;
    QTest::newRow("read-only") << 0400 << 0400;
    QTest::newRow("executable, group") << 0770 << 0600;
}

void TestConnections::loosensNoMode()
{
    QFETCH(int, before);
    QFETCH(int, after);
    write(u".cursor/mcp.json"_s, "{}");
    QCOMPARE(::chmod(QFile::encodeName(file(u".cursor/mcp.json"_s)).constData(), mode_t(before)),
             0);
    connectTo(app(u"cursor"_s), http());
    QCOMPARE(modeOf(file(u".cursor/mcp.json"_s)), mode_t(after));
    const QDir backups(file(u"profile/backups"_s));
    QCOMPARE(modeOf(backups.path()), mode_t(0700));
    const QStringList copies = backups.entryList(QDir::Files);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(modeOf(backups.filePath(copies.first())), mode_t(0600));
    QCOMPARE(modeOf(file(u"profile/connections.json"_s)), mode_t(0600));
}

void TestConnections::connectingTwiceStillGoesBackToTheBeginning()
{
    write(u".cursor/mcp.json"_s, "{ }");
    connectTo(app(u"cursor"_s), http());
    ClientEntry bridge = http();
    bridge.transport = Transport::Bridge;
    bridge.bridge = u"/b/glovebox-bridge"_s;
    connectTo(app(u"cursor"_s), bridge);
    const QByteArray text = read(u".cursor/mcp.json"_s);
    QVERIFY(text.contains("glovebox-bridge") && !text.contains("127.0.0.1"));
    removeFrom(app(u"cursor"_s));
    QCOMPARE(read(u".cursor/mcp.json"_s), "{ }");
}

void TestConnections::changesThePortOfItsOwnEntriesOnly()
{
    for (const QString &id : {u"cursor"_s, u"codex"_s, u"windsurf"_s})
        connectTo(app(id), http(8420));
    write(u".gemini/settings.json"_s,
          R"({"mcpServers":{"glovebox":{"httpUrl":"http://127.0.0.1:8420/mcp"}}})"); // by hand
    write(u".codeium/windsurf/mcp_config.json"_s,
          R"({"mcpServers":{"glovebox":{"serverUrl":"http://example.org:1/mcp"}}})"); // edited
    for (const ClientApp &client : clientApps()) {
        auto all = connections();
        const auto plan = all.planPort(client, 9000);
        QVERIFY(plan.has_value());
        const bool ours = client.id == u"cursor"_s || client.id == u"codex"_s;
        QCOMPARE(plan->size(), ours ? 1 : 0);
        QVERIFY(all.applyPort(client, *plan).has_value());
    }
    QVERIFY(read(u".cursor/mcp.json"_s).contains("\"http://127.0.0.1:9000/mcp\""));
    QVERIFY(read(u".cursor/mcp.json"_s).contains("gb_secret"));
    QVERIFY(read(u".codex/config.toml"_s).contains("\"http://127.0.0.1:9000/mcp\""));
    QVERIFY(read(u".gemini/settings.json"_s).contains("8420"));
    removeFrom(app(u"cursor"_s)); // still goes back to what was there before: nothing
    QCOMPARE(read(u".cursor/mcp.json"_s), "(missing)");
}

void TestConnections::findsWhatIsInstalled()
{
    using State = Connections::State;
    QCOMPARE(connections().state(app(u"cursor"_s)), State::NotFound);
    QVERIFY(QDir().mkdir(file(u".cursor"_s)));
    QCOMPARE(connections().state(app(u"cursor"_s)), State::Found);
    QCOMPARE(connections().state(app(u"claude-code"_s)),
             State::NotFound); // home itself is no trace
    write(u"bin/claude"_s, "");
    m_places.environment.insert(u"PATH"_s, file(u"bin"_s));
    QCOMPARE(connections().state(app(u"claude-code"_s)), State::Found);
    QVERIFY(!clientApp(u"emacs"_s).has_value());
    QVERIFY(clientApp(u"emacs"_s).error().text.contains(u"cursor"_s));
}

void TestConnections::knowsEveryPlace_data()
{
    QTest::addColumn<int>("platform");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("paths");
    const int gnu = int(Platform::Linux);
    const int mac = int(Platform::MacOs);
    const int win = int(Platform::Windows);
    const QString roaming = u"C:/Users/ada/AppData/Roaming"_s;
    const auto row = [](int platform, const QString &id, const QStringList &paths) {
        QTest::addRow("%s on %d", qPrintable(id), platform) << platform << id << paths;
    };
    row(gnu, u"claude-desktop"_s, {u"/home/ada/.config/Claude/claude_desktop_config.json"_s});
    row(mac, u"claude-desktop"_s,
        {u"/home/ada/Library/Application Support/Claude/claude_desktop_config.json"_s});
    row(win, u"claude-desktop"_s,
        {roaming + u"/Claude/claude_desktop_config.json"_s,
         u"C:/Users/ada/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/"
         "claude_desktop_config.json"_s});
    row(gnu, u"claude-code"_s, {u"/home/ada/.claude.json"_s});
    row(gnu, u"cline"_s,
        {u"/home/ada/.cline/data/settings/cline_mcp_settings.json"_s,
         u"/home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/"
         "cline_mcp_settings.json"_s});
    row(gnu, u"cursor"_s, {u"/home/ada/.cursor/mcp.json"_s});
    row(gnu, u"vscode"_s, {u"/home/ada/.config/Code/User/mcp.json"_s});
    row(mac, u"vscode"_s, {u"/home/ada/Library/Application Support/Code/User/mcp.json"_s});
    row(win, u"vscode"_s, {roaming + u"/Code/User/mcp.json"_s});
    row(gnu, u"windsurf"_s, {u"/home/ada/.codeium/windsurf/mcp_config.json"_s});
    row(gnu, u"lm-studio"_s, {u"/home/ada/.lmstudio/mcp.json"_s});
    row(gnu, u"codex"_s, {u"/home/ada/.codex/config.toml"_s});
    row(gnu, u"gemini-cli"_s, {u"/home/ada/.gemini/settings.json"_s});
}

void TestConnections::knowsEveryPlace()
{
    QFETCH(int, platform);
    QFETCH(QString, id);
    QFETCH(QStringList, paths);
    Places places{.platform = Platform(platform),
                  .home = u"/home/ada"_s,
                  .environment = {{u"APPDATA"_s, u"C:/Users/ada/AppData/Roaming"_s},
                                  {u"LOCALAPPDATA"_s, u"C:/Users/ada/AppData/Local"_s}}};
    const QStringList known = configFiles(app(id), places);
    for (const QString &path : paths)
        QVERIFY2(known.contains(path), qPrintable(known.join(u'\n')));
    QCOMPARE(known.first(), paths.first());
    for (const QString &file : known)
        QVERIFY(!file.contains(u"/.vscode/"_s) && !file.endsWith(u"/.mcp.json"_s)); // projects'
    // All that are there are written, and only those.
    places.exists = [&paths](const QString &path) { return paths.contains(path); };
    const QStringList written = filesToWrite(app(id), places);
    QCOMPARE(QSet(written.begin(), written.end()), QSet(paths.begin(), paths.end()));
}

void TestConnections::showsOnlyWhatChanges()
{
    using Kind = DiffLine::Kind;
    QCOMPARE(diffLines("a\nb\nc\nd\n", "a\nb\nx\nc\nd\n"),
             (QList<DiffLine>{{Kind::Same, 1, 1, u"a"_s},
                              {Kind::Same, 2, 2, u"b"_s},
                              {Kind::Added, 0, 3, u"x"_s},
                              {Kind::Same, 3, 4, u"c"_s},
                              {Kind::Same, 4, 5, u"d"_s}}));
    QCOMPARE(diffLines("1\n2\n3\n4\nold\n", "1\n2\n3\n4\nnew\n").first().text, u"2"_s);
    QCOMPARE(diffLines("", "x").size(), 1);
    QVERIFY(diffLines("same", "same").isEmpty());
}

QTEST_GUILESS_MAIN(TestConnections)
#include "tst_connections.moc"
