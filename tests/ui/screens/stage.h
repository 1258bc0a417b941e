// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "connector.h"
#include "desktop.h"
#include "preferences.h"
#include "programcontrols.h"

#include "ui/workbench/mainwindow.h"

#include <QTemporaryDir>

// The program with its windows, a profile of its own, and no engine: what clients asked and what
// runs wrote is told by the test, through the same doors as in the program.
class Stage
{
public:
    Stage();
    ~Stage();

    bool isReady() const { return m_desktop != nullptr; }
    glovebox::Application &application() { return *m_application; }
    glovebox::ui::MainWindow &window() const { return *m_window; }
    // Windows that are on the screen.
    QList<QWidget *> windows() const;

    // A client's request that waits for the person, with its code read; null when it was refused.
    glovebox::RunId ask(const QByteArray &code);
    // A run of the person's with output, a plot, a traceback and files, as it would happen.
    glovebox::RunId run(const QByteArray &code, glovebox::RunState end);
    void settle() const; // what is on its way is shown

private:
    glovebox::Result<glovebox::RunId> submit(const glovebox::ClientId &client,
                                             const QString &label, const QByteArray &code);

    QTemporaryDir m_profile;
    std::unique_ptr<glovebox::settings::Settings> m_settings;
    std::unique_ptr<glovebox::Application> m_application;
    std::unique_ptr<glovebox::Controls> m_controls;
    std::unique_ptr<glovebox::Connector> m_connector;
    std::unique_ptr<glovebox::Preferences> m_preferences;
    std::unique_ptr<glovebox::Desktop> m_desktop;
    glovebox::ui::MainWindow *m_window = nullptr;
};
