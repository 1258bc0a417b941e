// SPDX-License-Identifier: MIT
#include "program.h"

#include "base/logging.h"
#include "desktop.h"

#include <QCoreApplication>
#include <QDir>
#include <QTextStream>

#include <algorithm>

#include <cstdio>
#include <unistd.h>

namespace glovebox {

using namespace Qt::StringLiterals;

bool rootIsAllowed()
{
    return ::geteuid() == 0 && qEnvironmentVariable("GLOVEBOX_ALLOW_ROOT") == u"1"_s;
}

Result<> checkAccount()
{
    if (::geteuid() != 0 || rootIsAllowed())
        return {};
    return fail(ErrorCode::Denied,
                QCoreApplication::translate(
                    "glovebox", "Glovebox does not start as root: Chromium's sandbox would be off. "
                                "Start it as an ordinary account, or use installer/run, which "
                                "makes one."));
}

Program::Program(settings::command::Start start, Language &language)
    : m_start(std::move(start))
    , m_language(language)
{
}

Program::~Program() = default;

Result<Program::Begin> Program::begin(const QString &profileFolder)
{
    auto profile = settings::Profile::open(profileFolder);
    if (!profile)
        return std::unexpected(profile.error());
    m_profile = *std::move(profile);
    m_instance = std::make_unique<settings::SingleInstance>(m_profile->folder());
    const auto role = m_instance->begin(m_start.documents, !m_start.tray);
    if (!role)
        return std::unexpected(role.error());
    if (*role == settings::SingleInstance::Role::Second)
        return Begin::Handed;
    m_log = std::make_unique<LogFile>(m_profile->file(u"log"_s));
    auto opened = settings::Settings::open(m_profile->file(u"settings.json"_s));
    if (!opened)
        return std::unexpected(opened.error());
    m_settings = *std::move(opened);
    if (const QString chosen = m_settings->value(settings::keys::language); !chosen.isEmpty())
        m_language.choose(chosen);
    makeDataFolder();
    auto options = applicationOptions();
    if (!options)
        return std::unexpected(options.error());
    m_application = std::make_unique<Application>(*std::move(options), systemClock());
    connect(m_application.get(), &Application::ready, this, &Program::onReady);
    connect(m_application.get(), &Application::failed, this, &Program::onFailed);
    connect(m_application.get(), &Application::listeningChanged, this, &Program::writeEndpoint);
    m_live = std::make_unique<LiveSettings>(*m_application, *m_settings);
    m_controls = std::make_unique<Controls>(*m_application, *m_settings);
    connect(m_controls.get(), &Controls::quitRequested, this, &Program::quit);
    if (!m_start.headless) {
        m_connector = std::make_unique<Connector>(*m_application, *m_controls, *m_settings,
                                                  !profileFolder.isEmpty());
        connect(m_controls.get(), &Controls::movedToPort, m_connector.get(),
                &Connector::moveToPort);
        m_preferences = std::make_unique<Preferences>(
            Preferences::Parts{.application = *m_application,
                               .controls = *m_controls,
                               .settings = *m_settings,
                               .autostart = settings::Autostart::ofThisProgram(
                                   profileFolder.isEmpty() ? QString() : m_profile->folder()),
                               .logFile = m_log->file(),
                               .portOption = m_start.port.has_value()});
        connect(m_preferences.get(), &Preferences::restartRequested, this, &Program::restart);
        m_desktop = std::make_unique<Desktop>(*m_application, *m_controls, *m_connector,
                                              *m_settings, *m_preferences);
        connect(m_settings.get(), &settings::Settings::changed, this, [this](const QString &name) {
            if (name == settings::keys::language.name)
                m_desktop->changeLanguage(
                    [this] { m_language.choose(m_settings->value(settings::keys::language)); });
        });
        connect(m_instance.get(), &settings::SingleInstance::raiseRequested, m_desktop.get(),
                &Desktop::raise);
        connect(m_instance.get(), &settings::SingleInstance::documentsRequested, m_desktop.get(),
                &Desktop::openDocuments);
    }
    m_application->start();
    if (m_desktop && (m_start.tray || m_settings->value(settings::keys::startHidden)))
        m_desktop->showInTray();
    else if (m_desktop)
        m_desktop->show();
    if (m_desktop)
        m_desktop->openDocuments(m_start.documents);
    return Begin::Running;
}

// PYODIDE_DATA_DIR, as mcp-pyodide does it. Where it cannot be made, its mount says that it is not
// there.
void Program::makeDataFolder() const
{
    const auto replaces = [](const QString &mount) { return mount.startsWith(u"data="_s); };
    const bool isUsed = std::ranges::count_if(m_start.mounts, replaces) == 1;
    if (!m_start.dataFolder.isEmpty() && isUsed)
        QDir().mkpath(m_start.dataFolder);
}

void Program::quit()
{
    // Not quit(): that asks the windows first, and ours answer that they stay in the tray.
    if (!m_application)
        return QCoreApplication::exit(0);
    if (!std::exchange(m_quitting, true))
        m_application->shutDown([this] { QCoreApplication::exit(m_exitCode); });
}

void Program::restart()
{
    m_exitCode = restartCode;
    quit();
}

Result<ApplicationOptions> Program::applicationOptions() const
{
    auto files = DataFiles::locate(QCoreApplication::applicationDirPath());
    if (!files)
        return std::unexpected(files.error());
    auto specs = mountSpecs();
    if (!specs)
        return std::unexpected(specs.error());
    ApplicationOptions options;
    options.profileFolder = m_profile->folder();
    options.cacheFolder = m_start.cacheFolder;
    options.files = *std::move(files);
    options.port = m_start.port.value_or(quint16(m_settings->value(settings::keys::port)));
    options.headless = m_start.headless;
    options.authentication = m_start.authentication;
    options.allowRoot = rootIsAllowed();
    options.approve = approval::modeFromString(m_start.approve).value_or(approval::Mode::Ask);
    if (const qint64 seconds = m_settings->value(settings::keys::approvalTime); seconds > 0)
        options.approvalTime = std::chrono::seconds(seconds);
    options.sessionIdle =
        std::chrono::minutes(std::max<qint64>(0, m_settings->value(settings::keys::sessionIdle)));
    options.sessionHeapBytes =
        std::clamp(m_settings->value(settings::keys::sessionMemory) * limits::MiB,
                   limits::minHeapBytes, limits::maxHeapBytes);
    options.runTimeout = std::chrono::seconds(
        std::clamp<qint64>(m_settings->value(settings::keys::sessionTimeout), 1,
                           limits::maxRunTimeout / std::chrono::seconds(1)));
    options.sessionFolderBytes =
        std::clamp(m_settings->value(settings::keys::sessionFolder) * limits::MiB,
                   sandbox::minFolderBytes, sandbox::maxFolderBytes);
    options.mounts = *std::move(specs);
    options.undoBytes =
        std::max<qint64>(0, m_settings->value(settings::keys::undoMegabytes)) * limits::MiB;
    options.patience = m_settings->value(settings::keys::patience);
    options.tools = {.offersViews = m_settings->value(settings::keys::views),
                     .tellsPaths = m_settings->value(settings::keys::tellPaths),
                     .elicits = m_settings->value(settings::keys::elicits)};
    options.rules = [settings = m_settings.get()](const ClientId &client) {
        return approval::switchesFor(client.value(), settings->value(settings::keys::rules));
    };
    return options;
}

// Those of the settings first; one of the command line takes the place of one with its name.
Result<QList<mounts::MountSpec>> Program::mountSpecs() const
{
    QList<mounts::MountSpec> specs;
    const QStringList shown = m_settings->value(settings::keys::shownSecrets);
    const QStringList crossed = m_settings->value(settings::keys::crossedVolumes);
    const QStringList requested = m_settings->value(settings::keys::requestedMounts);
    const QStringList limited = m_settings->value(settings::keys::mountClients);
    for (const QString &text : m_settings->value(settings::keys::mounts) + m_start.mounts) {
        auto spec = mounts::parseMountSpec(text);
        if (!spec)
            return std::unexpected(spec.error());
        // The person confirmed those of the settings when they were added.
        spec->isRiskAccepted =
            m_start.sensitiveMounts.contains(spec->name) || !m_start.mounts.contains(text);
        spec->showsSecrets = shown.contains(spec->name + u'=' + spec->hostPath);
        spec->crossesVolumes = crossed.contains(spec->name + u'=' + spec->hostPath);
        spec->wasRequested = requested.contains(spec->name + u'=' + spec->hostPath);
        for (const QString &entry : limited) {
            if (entry.section(u'=', 0, 0) != spec->name || entry.section(u'=', 2) != spec->hostPath)
                continue;
            spec->clients.emplace();
            for (const QString &id : entry.section(u'=', 1, 1).split(u',', Qt::SkipEmptyParts))
                spec->clients->insert(ClientId(id));
        }
        specs.removeIf([&spec](const mounts::MountSpec &old) { return old.name == spec->name; });
        specs.append(*std::move(spec));
    }
    return specs;
}

void Program::onReady()
{
    if (m_application->port() == 0 && m_start.headless)
        return onFailed({ErrorCode::Conflict, m_application->listenProblem()});
    if (m_start.headless)
        QTextStream(stdout) << u"http://127.0.0.1:%1/mcp"_s.arg(m_application->port()) << Qt::endl;
}

void Program::onFailed(const Error &error)
{
    if (m_desktop && m_desktop->explain(error))
        return;
    QTextStream(stderr) << error.text << Qt::endl;
    qCWarning(lcApp).noquote() << error.text << error.detail;
    // Not from here: what fails while the program starts comes before its event loop, which would
    // not notice.
    QMetaObject::invokeMethod(this, [] { QCoreApplication::exit(1); }, Qt::QueuedConnection);
}

void Program::writeEndpoint()
{
    m_endpoint.reset();
    m_listening.reset();
    if (m_application->port() == 0)
        return;
    settings::Endpoint endpoint{.mcp = u"http://127.0.0.1:%1/mcp"_s.arg(m_application->port()),
                                .sse = u"http://127.0.0.1:%1/sse"_s.arg(m_application->port()),
                                .rest = u"http://127.0.0.1:%1"_s.arg(m_application->port()),
                                .key = {},
                                .pid = QCoreApplication::applicationPid(),
                                .version = QCoreApplication::applicationVersion()};
    // Without it commands of the terminal take the port of the settings; nothing else needs it.
    if (auto written =
            settings::EndpointFile::write(settings::listeningFile(m_profile->folder()), endpoint))
        m_listening.emplace(*std::move(written));
    else
        qCWarning(lcApp).noquote() << written.error().text << written.error().detail;
    if (m_start.endpointFile.isEmpty())
        return;
    endpoint.key = m_application->commandLineKey();
    auto written = settings::EndpointFile::write(m_start.endpointFile, endpoint);
    if (!written)
        return onFailed(written.error());
    m_endpoint.emplace(*std::move(written));
}

} // namespace glovebox
