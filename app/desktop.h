// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/controls.h"
#include "base/programfacts.h"
#include "base/settingsdesk.h"
#include "connector.h"
#include "settings/settings.h"
#include "ui/workbench/rail.h"

#include <functional>
#include <memory>

namespace glovebox {

// The windows and the tray, joined to the services. Windows know only RunHub, ApprovalDesk,
// ProgramControls and Clock.
class Desktop final : public QObject
{
    Q_OBJECT

public:
    // Before QApplication: scaling, Fusion style.
    static void prepareApplication();

    Desktop(Application &application, ProgramControls &controls, Connector &connector,
            settings::Settings &settings, SettingsDesk &preferences, QObject *parent = nullptr);
    ~Desktop() override;

    // Changes the language of every window, now or as soon as nobody edits a request's code:
    // `change` puts the other texts in place. The windows are made anew and put back as they were;
    // they only show what the program knows.
    void changeLanguage(const std::function<void()> &change);

    void show();
    // Started into the tray; minimised where there is none.
    void showInTray();
    void raise(); // a second start, or the tray
    // Files of the command line, or of a second start: absolute paths.
    void openDocuments(const QStringList &paths);
    // Tells the person why the program cannot go on; true: it ends after they read it.
    bool explain(const Error &error);

Q_SIGNALS:
    // The scratchpad opens them.
    void documentsAsked(const QStringList &paths);

private:
    struct Services;
    void build();
    void rebuild(const std::function<void()> &change);
    bool isEditing() const;
    void addScratchpadScreen();
    void addJournalScreen(Application &application);
    void addClientsScreen(Application &application, ProgramControls &controls,
                          Connector &connector);
    void addFirstRun();
    void connectHelp();
    void showHelp(ui::Screen screen);
    void showAbout();
    void copyDiagnostics();
    void readFacts();
    ProgramFacts facts() const;
    void askToKeep(approval::Queue &queue, qint64 grant);
    void connectReview();
    void connectArrivals();
    void connectTray();
    void connectNotices(Application &application);
    void openScreen(ui::Screen screen);
    void runAgain(RunId run);
    void addSettingsScreen();
    void applySetting(const QString &name); // empty: all that windows show

    Application &m_application;
    ProgramControls &m_controls;
    Connector &m_connector;
    SettingsDesk &m_preferences;
    std::unique_ptr<Services> m_services;
    struct Private; // the windows
    std::unique_ptr<Private> d;
    std::unique_ptr<QObject> m_languageTimer;
};

} // namespace glovebox
