// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "connector.h"
#include "language.h"
#include "livesettings.h"
#include "logfile.h"
#include "preferences.h"
#include "programcontrols.h"
#include "settings/commandline.h"
#include "settings/endpointfile.h"
#include "settings/profile.h"
#include "settings/settings.h"
#include "settings/singleinstance.h"

#include <memory>

namespace glovebox {

class Desktop;

// One running program: profile, settings, services, and the windows unless headless.
class Program final : public QObject
{
    Q_OBJECT

public:
    Program(settings::command::Start start, Language &language);
    ~Program() override;

    enum class Begin {
        Running,
        Handed, // another program with this profile was raised: end with success
    };
    Result<Begin> begin(const QString &profileFolder);
    // Ends every run, so that the journal and the clients learn of it, and then the program.
    void quit();
    // The same, and main() starts it anew with the same options.
    void restart();
    static constexpr int restartCode = 75; // what the event loop ends with then

private:
    void makeDataFolder() const;
    Result<ApplicationOptions> applicationOptions() const;
    Result<QList<mounts::MountSpec>> mountSpecs() const;
    void onReady();
    void onFailed(const Error &error);
    void writeEndpoint();

    settings::command::Start m_start;
    Language &m_language;
    std::optional<settings::Profile> m_profile;
    std::unique_ptr<LogFile> m_log;
    std::unique_ptr<settings::Settings> m_settings;
    std::unique_ptr<settings::SingleInstance> m_instance;
    std::unique_ptr<Application> m_application;
    std::unique_ptr<LiveSettings> m_live;
    std::unique_ptr<Controls> m_controls;
    std::unique_ptr<Connector> m_connector;
    std::unique_ptr<Preferences> m_preferences;
    std::unique_ptr<Desktop> m_desktop;
    std::optional<settings::EndpointFile> m_endpoint;
    std::optional<settings::EndpointFile> m_listening; // in the profile
    bool m_quitting = false;
    int m_exitCode = 0;
};

// Refuses to start as root unless GLOVEBOX_ALLOW_ROOT=1 (DESIGN 2).
Result<> checkAccount();
bool rootIsAllowed();

} // namespace glovebox
