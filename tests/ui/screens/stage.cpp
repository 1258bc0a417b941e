// SPDX-License-Identifier: MIT
#include "stage.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;

namespace {

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

} // namespace

Stage::Stage()
{
    auto files = DataFiles::locate(QStringLiteral(GLOVEBOX_BIN_DIR));
    auto opened = settings::Settings::open(m_profile.filePath(u"settings.json"_s));
    if (!files || !opened)
        return;
    m_settings = *std::move(opened);
    ApplicationOptions options;
    options.profileFolder = m_profile.path();
    options.files = *std::move(files);
    const QString folder = m_profile.filePath(u"sales data"_s);
    QDir().mkpath(folder);
    options.mounts = {{.name = u"sales"_s, .hostPath = folder, .mode = MountMode::Staged}};
    m_application = std::make_unique<Application>(std::move(options), systemClock());
    (void)m_application->mounts().add(m_application->options().mounts.first());
    m_controls = std::make_unique<Controls>(*m_application, *m_settings);
    m_connector = std::make_unique<Connector>(*m_application, true);
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
    QTest::qWait(0);
}

Stage::~Stage() = default;

QList<QWidget *> Stage::windows() const
{
    QList<QWidget *> shown = QApplication::topLevelWidgets();
    shown.removeIf([](const QWidget *widget) {
        return !widget->isVisible() || widget->windowType() == Qt::ToolTip;
    });
    return shown;
}

void Stage::settle() const
{
    QTest::qWait(120); // a refresh of the models, and what it asks for
}

Result<RunId> Stage::submit(const ClientId &client, const QString &label, const QByteArray &code)
{
    tools::SessionOptions wanted;
    wanted.name = u"sales-q3"_s;
    const auto session = m_application->sessions().create(client, label, wanted);
    const auto sessions = m_application->sessions().list(client);
    tools::RunRequest request{.client = client,
                              .clientLabel = label,
                              .clientClaims = u"claude-ai 0.1.0"_s,
                              .code = code,
                              .path = {},
                              .standardInput = {},
                              .session = session ? *session : sessions.first().ref,
                              .timeout = {}};
    QFuture<Result<RunId>> future = m_application->runs().submit(request);
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 10'000))
        return fail(ErrorCode::Unavailable, u"not submitted"_s);
    return future.result();
}

RunId Stage::ask(const QByteArray &code)
{
    const auto run = submit(ClientId(u"c0123456789ab"_s), u"Claude Desktop"_s, code);
    if (!run)
        return {};
    const auto isRead = [&] {
        for (const PendingRequest &request : m_application->queue().requests()) {
            if (request.run == *run)
                return request.findings.isSettled();
        }
        return true;
    };
    return QTest::qWaitFor(isRead, 30'000) ? *run : RunId();
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
        hub.publish(*run, event::Raised{u"KeyError"_s, u"'売上高'"_s,
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
