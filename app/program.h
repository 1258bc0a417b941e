// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "language.h"
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
    explicit Program(settings::command::Start start);
    ~Program() override;

    enum class Begin {
        Running,
        Handed, // another program with this profile was raised: end with success
    };
    Result<Begin> begin(const QString &profileFolder);

private:
    Result<ApplicationOptions> applicationOptions() const;
    Result<QList<mounts::MountSpec>> mountSpecs() const;
    void onReady();
    void onFailed(const Error &error);
    void writeEndpoint();

    settings::command::Start m_start;
    std::optional<settings::Profile> m_profile;
    std::unique_ptr<settings::Settings> m_settings;
    std::optional<Language> m_language; // the person's choice, over the system's
    std::unique_ptr<settings::SingleInstance> m_instance;
    std::unique_ptr<Application> m_application;
    std::unique_ptr<Controls> m_controls;
    std::unique_ptr<Desktop> m_desktop;
    std::optional<settings::EndpointFile> m_endpoint;
};

// Refuses to start as root unless GLOVEBOX_ALLOW_ROOT=1 (DESIGN 2).
Result<> checkAccount();
bool rootIsAllowed();

} // namespace glovebox
