// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/controls.h"
#include "connector.h"
#include "settings/settings.h"
#include "ui/workbench/rail.h"

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
            settings::Settings &settings, QObject *parent = nullptr);
    ~Desktop() override;

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
    void addJournalScreen(Application &application);
    void addClientsScreen(Application &application, ProgramControls &controls,
                          Connector &connector);
    void askToKeep(approval::Queue &queue, qint64 grant);
    void connectReview();
    void connectArrivals();
    void connectTray();
    void connectNotices(Application &application);
    void openScreen(ui::Screen screen);
    void runAgain(RunId run);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace glovebox
