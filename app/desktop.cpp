// SPDX-License-Identifier: MIT
#include "desktop.h"

#include "changes.h"
#include "records.h"

#include "ui/approval/approvalwindow.h"
#include "ui/approval/arrivals.h"
#include "ui/clients/clientsscreen.h"
#include "ui/journal/journalpage.h"
#include "ui/models/quiet.h"
#include "ui/notify/notificationserver.h"
#include "ui/notify/programnotices.h"
#include "ui/notify/requestnotices.h"
#include "ui/packages/packagespage.h"
#include "ui/review/reviewpage.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/tray/tray.h"
#include "ui/workbench/mainwindow.h"

#include <QApplication>
#include <QMessageBox>

#include <algorithm>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds trayPatience{5};

ui::Arrivals::Presentation presentationOf(const QString &name)
{
    if (name == u"notification"_s)
        return ui::Arrivals::Presentation::Notification;
    if (name == u"none"_s)
        return ui::Arrivals::Presentation::Neither;
    return ui::Arrivals::Presentation::Window;
}

ui::Theme::Choice themeOf(const QString &name)
{
    if (name == u"light"_s)
        return ui::Theme::Choice::Light;
    if (name == u"dark"_s)
        return ui::Theme::Choice::Dark;
    return ui::Theme::Choice::System;
}

// What the person installs is a run of theirs.
class Installer final : public PackageInstaller
{
public:
    explicit Installer(tools::RunService &runs)
        : m_runs(runs)
    {}

    QFuture<Result<RunId>> install(const SessionRef &session,
                                   const QList<PackagePin> &pins) override
    {
        tools::RunRequest request;
        request.client = personClient();
        request.clientLabel = Desktop::tr("You");
        request.session = session;
        request.tool = u"install_packages"_s;
        request.packages = pins;
        return m_runs.submit(request);
    }

private:
    tools::RunService &m_runs;
};

bool aWindowIsActive()
{
    return QApplication::activeWindow() != nullptr;
}

} // namespace

struct Desktop::Private
{
    Private(Application &application, ProgramControls &controls, settings::Settings &stored)
        : clock(application.clock())
        , settings(stored)
        , quiet(application.clock())
        , changes(application)
        , installer(application.runs())
        , records(application)
        , main(application.hub(), application.queue(), controls, application.clock(), quiet)
        , approval(application.queue(), application.clock())
        , arrivals(application.queue(), application.clock(), aWindowIsActive)
        , requestNotices(application.queue(), application.clock(), arrivals, notifications)
        , notices({.hub = application.hub(),
                   .desk = application.queue(),
                   .controls = controls,
                   .clients = application.clientDesk(),
                   .clock = application.clock(),
                   .quiet = quiet,
                   .server = notifications,
                   .isSeen = aWindowIsActive})
        , tray(application.hub(), application.queue(), controls, application.clock(), quiet)
        , review(new ui::ReviewPage(changes))
    {
        main.addScreen(ui::Screen::Review, review);
        packages = new ui::PackagesPage({.desk = application.packageDesk(),
                                         .details = application.packageDetails(),
                                         .installer = installer,
                                         .controls = controls,
                                         .hub = application.hub()});
        main.addScreen(ui::Screen::Packages, packages);
    }

    Clock &clock;
    settings::Settings &settings;
    ui::Quiet quiet;
    Changes changes;
    Installer installer;
    Records records;
    ui::MainWindow main;
    ui::ApprovalWindow approval;
    ui::Arrivals arrivals;
    ui::NotificationServer notifications;
    ui::RequestNotices requestNotices;
    ui::ProgramNotices notices;
    ui::Tray tray;
    ui::ReviewPage *review; // of the window
    ui::PackagesPage *packages = nullptr; // of the window
    std::unique_ptr<QObject> trayTimer;
};

void Desktop::prepareApplication()
{
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QGuiApplication::setDesktopFileName(u"glovebox"_s);
}

Desktop::Desktop(Application &application, ProgramControls &controls, Connector &connector,
                 settings::Settings &settings, QObject *parent)
    : QObject(parent)
{
    // Before the first widget: they take colours and icons from these.
    ui::setIconFolder(application.options().files.assets + u"/icons"_s);
    ui::Theme::instance().setChoice(themeOf(settings.value(settings::keys::theme)));
    ui::Theme::instance().install(*qApp);
    QApplication::setWindowIcon(ui::programIcon());

    d = std::make_unique<Private>(application, controls, settings);
    addJournalScreen(application);
    addClientsScreen(application, controls, connector);
    connect(&application.queue(), &ApprovalDesk::grantToReview, this,
            [this, &application](qint64 grant) { askToKeep(application.queue(), grant); });
    d->main.restoreLayout(settings.value(settings::keys::windowState));
    d->approval.setPlace(settings.value(settings::keys::approvalGeometry));
    d->arrivals.setPresentation(
        presentationOf(settings.value(settings::keys::presentation)));
    connectArrivals();
    connectTray();
    connectNotices(application);
    connectReview();
    connect(d->packages, &ui::PackagesPage::message, &d->main,
            [this](const QString &text, bool bad) { d->main.showMessage(text, bad); });
}

void Desktop::connectArrivals()
{
    connect(&d->quiet, &ui::Quiet::changed, this,
            [this] { d->arrivals.setQuiet(d->quiet.isQuiet()); });
    connect(&d->arrivals, &ui::Arrivals::windowWanted, &d->approval,
            &ui::ApprovalWindow::openQuietly);
    connect(&d->approval, &ui::ApprovalWindow::placeChanged, this, [this] {
        (void)d->settings.set(settings::keys::approvalGeometry, d->approval.place());
    });
    connect(&d->main, &ui::MainWindow::togetherRequested, &d->approval, [this] {
        d->approval.openForPerson();
        d->approval.reviewTogether();
    });
}

void Desktop::connectTray()
{
    connect(&d->tray, &ui::Tray::openRequested, this, &Desktop::raise);
    connect(&d->tray, &ui::Tray::reviewRequested, &d->approval,
            [this] { d->approval.openForPerson(); });
    connect(&d->tray, &ui::Tray::scratchpadRequested, this,
            [this] { openScreen(ui::Screen::Scratchpad); });
    connect(&d->tray, &ui::Tray::mountsRequested, this, [this] {
        openScreen(ui::Screen::Workbench);
        d->main.showMounts();
    });
    connect(&d->tray, &ui::Tray::quitRequested, &d->main, &ui::MainWindow::askToQuit);
    connect(&d->main, &ui::MainWindow::closedToTray, this, [this] {
        if (d->settings.value(settings::keys::saidTray))
            return;
        d->notices.tellStillInTray();
        (void)d->settings.set(settings::keys::saidTray, true);
    });
    d->tray.show();
    d->main.setTrayPresence([this] { return d->tray.isPresent(); });
}

void Desktop::connectNotices(Application &application)
{
    const auto apply = [this] {
        d->notices.setKinds(
            ui::ProgramNotices::kindsFrom(d->settings.value(settings::keys::notices)));
    };
    apply();
    connect(&d->settings, &settings::Settings::changed, this, [apply](const QString &name) {
        if (name == settings::keys::notices.name)
            apply();
    });
    // On Wayland a window may come to the front only with what the person's press gave.
    connect(&d->notifications, &ui::NotificationServer::activationGiven, this,
            [](const QString &token) { qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8()); });
    connect(&d->notifications, &ui::NotificationServer::undelivered, this,
            [this](const QString &, const QString &title, const QString &text) {
                d->tray.showBalloon(title, text);
            });
    connect(&d->requestNotices, &ui::RequestNotices::reviewRequested, &d->approval,
            &ui::ApprovalWindow::openForPerson);
    connect(&d->notices, &ui::ProgramNotices::openRequested, this, &Desktop::raise);
    connect(&d->notices, &ui::ProgramNotices::clientsRequested, this,
            [this] { openScreen(ui::Screen::Clients); });
    connect(&d->notices, &ui::ProgramNotices::reviewRequested, this, [this](const QString &mount) {
        d->review->showMount(mount);
        openScreen(ui::Screen::Review);
    });
    connect(&d->notices, &ui::ProgramNotices::runRequested, this, [this](RunId run) {
        openScreen(ui::Screen::Workbench);
        d->main.showRun(run);
    });
    connect(&application.refusals(), &Refusals::unknownKey, &d->notices,
            &ui::ProgramNotices::tellUnknownKey);
    d->notifications.connectToSession();
}

void Desktop::openScreen(ui::Screen screen)
{
    raise();
    d->main.showScreen(screen);
}

// After some runs under a permission the person is reminded that it is there (UI.md 4.4).
void Desktop::askToKeep(approval::Queue &queue, qint64 grant)
{
    const QList<Grant> grants = queue.grants();
    const auto found = std::ranges::find(grants, grant, &Grant::id);
    if (found == grants.end())
        return;
    d->main.showMessage(tr("%1 ran %n times under this permission.", nullptr, found->used)
                            .arg(found->clientLabel),
                        false, tr("Revoke"), [&queue, grant] { queue.revoke(grant); });
}

void Desktop::addClientsScreen(Application &application, ProgramControls &controls,
                               Connector &connector)
{
    auto *page = new ui::ClientsScreen(connector, application.clientDesk(), application.queue(),
                                       controls, &d->main);
    connect(page, &ui::ClientsScreen::message, &d->main, &ui::MainWindow::showMessage);
    d->main.addScreen(ui::Screen::Clients, page);
    // Queued: behind what the window itself says about the new port.
    connect(
        &connector, &ClientConnector::movedToPort, this,
        [this](int clients, const QStringList &failures) {
            if (!failures.isEmpty())
                d->main.showMessage(failures.first(), true);
            else if (clients > 0)
                d->main.showMessage(tr("Listening on a new port, and %n clients were given it. "
                                       "Restart them once.",
                                       nullptr, clients));
        },
        Qt::QueuedConnection);
}

void Desktop::addJournalScreen(Application &application)
{
    auto *page = new ui::JournalPage(d->records, application.queue(), application.clock(), &d->main);
    connect(page, &ui::JournalPage::message, &d->main,
            [this](const QString &text, bool bad) { d->main.showMessage(text, bad); });
    connect(&d->main, &ui::MainWindow::runAgainRequested, this, &Desktop::runAgain);
    connect(page, &ui::JournalPage::openRequested, &d->main, [this](RunId run) {
        d->main.showScreen(ui::Screen::Workbench);
        d->main.showRun(run);
    });
    d->main.addScreen(ui::Screen::Journal, page);
}

void Desktop::runAgain(RunId run)
{
    d->records.runAgain(run).then(this, [this](const Result<RunId> &again) {
        if (again)
            d->main.showRun(*again);
        else
            d->main.showMessage(again.error().text, true);
    });
}

void Desktop::connectReview()
{
    const auto count = [this] {
        const int changes = d->review->stagedChanges();
        d->main.rail()
            ->button(ui::Screen::Review)
            ->setBadge(changes, ui::Token::Text3, tr("%n change(s) to review", nullptr, changes));
    };
    connect(d->review, &ui::ReviewPage::stagedChangesChanged, this, count);
    count();
    connect(d->review, &ui::ReviewPage::message, &d->main,
            [this](const QString &text, bool bad) { d->main.showMessage(text, bad); });
    connect(d->review, &ui::ReviewPage::applied, &d->main,
            [this](const QString &text, RunId number) {
                d->main.showMessage(text, false, tr("Undo"),
                                    [this, number] { d->review->undoApply(number); });
            });
    connect(&d->main, &ui::MainWindow::reviewRequested, d->review,
            [this](const QString &mount) {
                d->review->showMount(mount);
                d->main.showScreen(ui::Screen::Review);
            });
}

Desktop::~Desktop()
{
    (void)d->settings.set(settings::keys::windowState, d->main.saveLayout());
}

void Desktop::show()
{
    d->main.show();
}

void Desktop::showInTray()
{
    // At sign-in the desktop's tray may start after the programs.
    d->trayTimer = d->clock.after(trayPatience, this, [this] {
        d->trayTimer.release()->deleteLater(); // it is calling just now
        if (!d->tray.isPresent() && !d->main.isVisible())
            d->main.showMinimized();
    });
}

void Desktop::raise()
{
    d->main.raiseWindow();
}

void Desktop::openDocuments(const QStringList &paths)
{
    if (!paths.isEmpty())
        Q_EMIT documentsAsked(paths);
}

bool Desktop::explain(const Error &error)
{
    auto *box = new QMessageBox(QMessageBox::Critical, tr("Glovebox cannot start"), error.text,
                                QMessageBox::Close);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDetailedText(error.detail);
    connect(box, &QDialog::finished, qApp, [] { QCoreApplication::exit(1); });
    box->open();
    return true;
}

} // namespace glovebox
