// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "connector.h"
#include "desktop.h"
#include "preferences.h"
#include "programcontrols.h"

#include "fakeclock.h"
#include "ui/workbench/mainwindow.h"

#include <QTemporaryDir>

// Goes on when the test says so. What it is called is always the same moment, because the journal
// asks for it in a thread of its own.
class StageClock final : public FakeClock
{
public:
    QDateTime now() const override { return m_always; }

private:
    const QDateTime m_always{QDate(2026, 9, 14), QTime(10, 47, 12), QTimeZone::systemTimeZone()};
};

// The program with its windows, a profile and a home of its own, and no engine: what clients asked,
// what their code seems to do and what runs wrote is told by the test, through the same doors as in
// the program.
class Stage
{
public:
    Stage();
    ~Stage();

    bool isReady() const { return m_desktop != nullptr; }
    glovebox::Application &application() { return *m_application; }
    glovebox::Desktop &desktop() { return *m_desktop; }
    glovebox::ui::MainWindow &window() const { return *m_window; }
    StageClock &clock() { return m_clock; }
    QString folder() const { return m_home.path(); } // for the test's files

    // A client's request that waits for the person, with its code read; null when it was refused.
    glovebox::RunId ask(const QByteArray &code);
    // As a client asks for a folder: staged at most.
    glovebox::RunId askForFolder(const QString &hostPath);
    // A run of the person's with output, a plot, a table, a traceback and files, as it would
    // happen.
    glovebox::RunId run(const QByteArray &code, glovebox::RunState end);
    // What a client wrote to the folder that is shared as staged.
    bool write(const QString &name, const QByteArray &text);
    void settle(); // what is on its way is shown

private:
    glovebox::Result<glovebox::RunId> submit(const glovebox::ClientId &client, const QString &label,
                                             const QByteArray &code);
    void addClients();

    QTemporaryDir m_profile;
    QTemporaryDir m_home;
    StageClock m_clock;
    std::unique_ptr<glovebox::settings::Settings> m_settings;
    std::unique_ptr<glovebox::Application> m_application;
    std::unique_ptr<glovebox::Controls> m_controls;
    std::unique_ptr<glovebox::Connector> m_connector;
    std::unique_ptr<glovebox::Preferences> m_preferences;
    std::unique_ptr<glovebox::Desktop> m_desktop;
    glovebox::ui::MainWindow *m_window = nullptr;
};
