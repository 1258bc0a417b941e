// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "settings/settings.h"

namespace glovebox {

// Hands the person's settings to the services that can take them while they run, at the start and
// whenever one changes. What windows show of settings is Desktop's.
class LiveSettings final : public QObject
{
    Q_OBJECT

public:
    LiveSettings(Application &application, settings::Settings &settings, QObject *parent = nullptr);

    // "warnings", "info" or "debug", for all of Glovebox's categories; QT_LOGGING_RULES counts
    // more.
    static void applyLogLevel(const QString &level);

private:
    void apply(const QString &name); // empty: all
    void applyApprovals();
    void applySessions();
    void applyWriteLimits();
    void applyRetention();

    Application &m_application;
    settings::Settings &m_settings;
};

} // namespace glovebox
