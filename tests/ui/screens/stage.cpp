// SPDX-License-Identifier: MIT
#include "stage.h"

#include "mounts/overlay.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <unistd.h>

using namespace glovebox;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const ClientId client(u"c0123456789ab"_s);

QString plotIn(const QString &folder)
{
    QImage plot(560, 280, QImage::Format_RGB32);
    plot.fill(Qt::white);
    QPainter painter(&plot);
    for (int bar = 0; bar < 9; ++bar)
        painter.fillRect(40 + bar * 56, 240 - bar * 20, 36, bar * 20, QColor(0x1f, 0x6f, 0x8b));
    painter.end();
    const QString file = folder + u"/plot.png"_s;
    return plot.save(file) ? file : QString();
}

bool writeFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(text) == text.size();
}

Finding note(const QString &rule, FindingSeverity severity, int line, const QStringList &arguments)
{
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.line = finding.endLine = line;
    finding.endColumn = 12;
    finding.arguments = arguments;
    return finding;
}

FindingReport reportOn(const QByteArray &code)
{
    FindingReport report;
    report.state = FindingReport::State::Complete;
    report.lines = int(code.count('\n'));
    report.files = {{u"sales"_s, u"売上_2026.csv"_s, false}, {u"sales"_s, u"q3.xlsx"_s, true}};
    report.imports = {u"pandas"_s};
    report.findings = {note(u"file-write"_s, FindingSeverity::Look, 3, {u"sales"_s, u"q3.xlsx"_s}),
                       note(u"network"_s, FindingSeverity::Refused, 4, {u"example.org"_s})};
    report.usesNetwork = true;
    return report;
}

} // namespace

Stage::Stage()
{
    // Clients are looked for where this says, and not in the home of whoever runs the tests.
    qputenv("HOME", m_home.path().toUtf8());
    qunsetenv("XDG_CONFIG_HOME");
    addClients();
    auto files = DataFiles::locate(QStringLiteral(GLOVEBOX_BIN_DIR));
    auto opened = settings::Settings::open(m_profile.filePath(u"settings.json"_s));
    if (!files || !opened)
        return;
    m_settings = *std::move(opened);
    ApplicationOptions options;
    options.profileFolder = m_profile.path();
    options.files = *std::move(files);
    options.approvalTime = 5min;
    const QString shared = m_home.filePath(u"sales data"_s);
    writeFile(shared + u"/targets.csv"_s, "region,target\n関東,240\n近畿,170\n中部,100\n");
    options.mounts = {{.name = u"sales"_s, .hostPath = shared, .mode = MountMode::Staged}};
    m_application = std::make_unique<Application>(std::move(options), m_clock);
    (void)m_application->mounts().add(m_application->options().mounts.first());
    m_application->listen(0);
    m_controls = std::make_unique<Controls>(*m_application, *m_settings);
    m_connector = std::make_unique<Connector>(*m_application, *m_controls, *m_settings, true);
    m_preferences = std::make_unique<Preferences>(
        Preferences::Parts{.application = *m_application,
                           .controls = *m_controls,
                           .settings = *m_settings,
                           .autostart = settings::Autostart({.configFolder = m_profile.path(),
                                                             .program = u"/usr/bin/glovebox"_s,
                                                             .profileFolder = {}}),
                           .logFile = m_profile.filePath(u"log.txt"_s)});
    m_desktop = std::make_unique<Desktop>(*m_application, *m_controls, *m_connector, *m_settings,
                                          *m_preferences);
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (auto *main = qobject_cast<ui::MainWindow *>(widget))
            m_window = main;
    }
    m_desktop->show();
    settle();
}

Stage::~Stage() = default;

void Stage::addClients()
{
    writeFile(m_home.filePath(u".cursor/mcp.json"_s), "{\n  \"mcpServers\": {}\n}\n");
    writeFile(m_home.filePath(u".config/Claude/claude_desktop_config.json"_s), "{}\n");
}

void Stage::settle()
{
    // A refresh of the models, what that asks of other threads, and the answers.
    for (int turn = 0; turn < 3; ++turn) {
        QTest::qWait(8);
        m_clock.advance(60ms);
    }
    QTest::qWait(0);
}

Result<RunId> Stage::submit(const ClientId &asking, const QString &label, const QByteArray &code)
{
    tools::SessionDirectory &sessions = m_application->sessions();
    tools::SessionOptions wanted;
    wanted.name = u"sales-q3"_s;
    const auto session = sessions.create(asking, label, wanted);
    tools::RunRequest request{.client = asking,
                              .clientLabel = label,
                              .clientClaims = u"claude-ai 0.1.0"_s,
                              .code = code,
                              .path = {},
                              .standardInput = {},
                              .session = session ? *session : sessions.list(asking).first().ref,
                              .timeout = {}};
    QFuture<Result<RunId>> future = m_application->runs().submit(request);
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 10'000))
        return fail(ErrorCode::Unavailable, u"not submitted"_s);
    return future.result();
}

RunId Stage::ask(const QByteArray &code)
{
    const auto run = submit(client, u"Claude Desktop"_s, code);
    if (!run)
        return {};
    m_application->queue().setFindings(*run, reportOn(code));
    settle();
    return *run;
}

RunId Stage::askForFolder(const QString &hostPath)
{
    tools::RunRequest request;
    request.client = client;
    request.clientLabel = u"Claude Desktop"_s;
    request.clientClaims = u"claude-ai 0.1.0"_s;
    request.session = m_application->sessions().list(client).first().ref;
    request.tool = u"use_folder"_s;
    request.folder = MountReach{u"reports"_s, MountMode::Staged, hostPath};
    QFuture<Result<RunId>> future = m_application->runs().submit(request);
    const bool done = QTest::qWaitFor([&future] { return future.isFinished(); }, 10'000);
    settle();
    return done ? future.result().value_or(RunId()) : RunId();
}

RunId Stage::run(const QByteArray &code, RunState end)
{
    const auto run = submit(personClient(), u"You"_s, code);
    if (!run)
        return {};
    RunHub &hub = m_application->hub();
    hub.publish(*run, event::Started{hub.facts(*run)->record.codeDigest()});
    const QByteArray text = "27,846 行, 34 店舗\n"
                            "地域       関東   近畿   中部\n"
                            "第1四半期  239.4  171.1   98.1\n";
    hub.publish(*run, event::Output{StreamName::Stdout, 0, text, text.size()});
    event::Display plot;
    plot.mimeType = u"image/png"_s;
    plot.file = plotIn(m_profile.path());
    plot.pixels = QSize(560, 280);
    plot.title = u"地域別 月次売上 2026年"_s;
    hub.publish(*run, plot);
    hub.publish(*run, event::FileTouched{u"sales"_s, u"売上_2026.csv"_s, false});
    if (end == RunState::Error) {
        hub.publish(*run, event::Raised{u"KeyError"_s,
                                        u"'売上高'"_s,
                                        {u"Traceback (most recent call last):"_s,
                                         u"  Cell In[1], line 3"_s, u"KeyError: '売上高'"_s}});
    }
    event::Ended ended;
    ended.state = end;
    ended.executionMs = 812;
    if (isFinal(end))
        hub.publish(*run, ended);
    settle();
    return *run;
}

bool Stage::write(const QString &name, const QByteArray &text)
{
    mounts::MountTable &table = m_application->mounts();
    const QList<MountReach> reach = table.reachFor(client);
    const auto access =
        reach.isEmpty() ? fail(ErrorCode::NotFound, {}) : table.access(reach.first());
    if (!access)
        return false;
    const auto overlay = m_application->staging().overlay({u"sales"_s, client},
                                                          reach.first().hostPath, access->root);
    if (!overlay)
        return false;
    const auto opened = (*overlay)->open(
        name.toUtf8(), {.write = true, .create = true, .truncate = true}, 0644, RunId(1));
    if (!opened ||
        ::write(opened->fd.value(), text.constData(), size_t(text.size())) != text.size())
        return false;
    (*overlay)->noteWrite();
    settle();
    return true;
}
