// SPDX-License-Identifier: MIT
#include "desktop.h"

#include "about.h"
#include "changes.h"
#include "diagnostics.h"
#include "logfile.h"
#include "records.h"
#include "tools/drawings.h"

#include "ui/approval/approvalwindow.h"
#include "ui/approval/arrivals.h"
#include "ui/approval/findingwords.h"
#include "ui/approval/requestview.h"
#include "ui/clients/clientspage.h"
#include "ui/clients/clientsscreen.h"
#include "ui/clients/firstrunpage.h"
#include "ui/help/aboutbox.h"
#include "ui/help/helpwindow.h"
#include "ui/journal/journalpage.h"
#include "ui/models/quiet.h"
#include "ui/models/statusmodel.h"
#include "ui/notify/motionhint.h"
#include "ui/notify/notificationserver.h"
#include "ui/notify/programnotices.h"
#include "ui/notify/requestnotices.h"
#include "ui/output/plotcache.h"
#include "ui/packages/packagespage.h"
#include "ui/parts/focusring.h"
#include "ui/review/reviewpage.h"
#include "ui/scratchpad/scratchpage.h"
#include "ui/settings/settingspage.h"
#include "ui/settings/shortcuts.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/tray/tray.h"
#include "ui/workbench/mainwindow.h"

#include <QApplication>
#include <QClipboard>
#include <QImage>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPointer>
#include <QRegularExpression>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds trayPatience{5};
constexpr std::chrono::seconds editingPause{2};

// What a run drew may be as hostile as the run: a copy of its harmless parts is drawn.
QImage drawnSafely(const QByteArray &svg)
{
    const auto picture = tools::drawPicture(svg);
    return picture ? QImage::fromData(picture->image.bytes) : QImage();
}

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
    Installer(tools::RunService &runs, tools::SessionDirectory &sessions)
        : m_runs(runs)
        , m_sessions(sessions)
    {
    }

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

    QFuture<Result<RunId>> remove(const SessionRef &session, const QString &name) override
    {
        // The name was told by the session itself.
        static const QRegularExpression plain(u"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"_s);
        if (!plain.match(name).hasMatch())
            return QtFuture::makeReadyValueFuture(Result<RunId>(fail(
                ErrorCode::InvalidArgument, Desktop::tr("That is not the name of a package."))));
        tools::RunRequest request;
        request.client = personClient();
        request.clientLabel = Desktop::tr("You");
        request.session = session;
        request.code = "%pip uninstall -y " + name.toUtf8();
        return m_runs.submit(request);
    }

    Result<> restart(const SessionRef &session) override
    {
        const auto restarted = m_sessions.restart(session.id, u"The person restarted it."_s);
        return restarted ? Result<>() : std::unexpected(restarted.error());
    }

private:
    tools::RunService &m_runs;
    tools::SessionDirectory &m_sessions;
};

void useCodeFont(const settings::Settings &settings)
{
    constexpr double smallest = 9;
    constexpr double largest = 32;
    ui::setCodeFont(
        settings.value(settings::keys::codeFamily),
        std::clamp(double(settings.value(settings::keys::codeSize)) / 10, smallest, largest));
}

// A screen that is made when it is looked at first: the window is there sooner.
class LatePage final : public QWidget
{
public:
    using Make = std::function<QWidget *(QWidget *parent)>;

    LatePage(const QString &title, Make make, QWidget *parent)
        : QWidget(parent)
        , m_make(std::move(make))
    {
        setWindowTitle(title);
    }

    void fill()
    {
        if (!m_make)
            return;
        QWidget *const page = std::exchange(m_make, {})(this);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins({});
        layout->addWidget(page);
        setFocusProxy(page);
    }

protected:
    void showEvent(QShowEvent *event) override
    {
        QWidget::showEvent(event);
        fill();
    }

private:
    Make m_make;
};

// What the help says first about a screen.
QString helpTopicOf(ui::Screen screen)
{
    switch (screen) {
    case ui::Screen::Workbench:
        return u"asking"_s;
    case ui::Screen::Scratchpad:
        return u"scratchpad"_s;
    case ui::Screen::Review:
        return u"undo"_s;
    case ui::Screen::Packages:
        return u"packages"_s;
    case ui::Screen::Journal:
        return u"journal"_s;
    case ui::Screen::Clients:
        return u"connect"_s;
    case ui::Screen::Settings:
        return u"settings"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

// What the person looks for on each screen, by the names of the fields.
QHash<QString, QString> searchesOf(const QWidget &window)
{
    QHash<QString, QString> searches;
    for (const QLineEdit *line : window.findChildren<QLineEdit *>()) {
        const QString name = line->objectName();
        const bool searching = name.endsWith(u"Search"_s) || name.endsWith(u"Filter"_s);
        if (searching && !line->text().isEmpty())
            searches.insert(name, line->text());
    }
    return searches;
}

void restoreSearches(const QWidget &window, const QHash<QString, QString> &searches)
{
    for (const auto &[name, text] : searches.asKeyValueRange()) {
        if (auto *line = window.findChild<QLineEdit *>(name))
            line->setText(text);
    }
}

bool aWindowIsActive()
{
    return QApplication::activeWindow() != nullptr;
}

} // namespace

// What windows stand on and that outlives them.
struct Desktop::Services
{
    Services(Application &application, settings::Settings &stored)
        : settings(stored)
        , quiet(application.clock())
        , changes(application)
        , installer(application.runs(), application.sessions())
        , records(application)
        , workspace(application.clock(), application.options().profileFolder + u"/scratchpad"_s)
    {
    }

    settings::Settings &settings;
    ui::Quiet quiet;
    Changes changes;
    Installer installer;
    Records records;
    notebook::Workspace workspace;
    QPointer<ui::ScratchPage> scratchpad; // goes from window to window with all that is typed in it
    ui::NotificationServer notifications;
    ui::MotionHint motion;
    ProgramFacts facts; // once they were read
};

struct Desktop::Private
{
    Private(Application &application, ProgramControls &controls, SettingsDesk &preferences,
            Services &services)
        : clock(application.clock())
        , settings(services.settings)
        , quiet(services.quiet)
        , records(services.records)
        , main(application.hub(), application.queue(), controls, application.clock(), quiet)
        , status(controls, application.queue())
        , approval(application.queue(), application.clock())
        , arrivals(application.queue(), application.clock(), aWindowIsActive)
        , notifications(services.notifications)
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
        , review(new ui::ReviewPage(services.changes, main.screenParent()))
        , shortcuts(preferences)
    {
        main.addScreen(ui::Screen::Review, review);
        packages = new ui::PackagesPage({.desk = application.packageDesk(),
                                         .details = application.packageDetails(),
                                         .installer = services.installer,
                                         .controls = controls,
                                         .hub = application.hub()},
                                        main.screenParent());
        main.addScreen(ui::Screen::Packages, packages);
    }

    Clock &clock;
    QObject scope; // of connections to what outlives the windows
    settings::Settings &settings;
    ui::Quiet &quiet;
    Records &records;
    ui::MainWindow main;
    ui::StatusModel status;
    ui::ApprovalWindow approval;
    ui::Arrivals arrivals;
    ui::NotificationServer &notifications;
    ui::RequestNotices requestNotices;
    ui::ProgramNotices notices;
    ui::Tray tray;
    ui::ReviewPage *review;                   // of the window
    ui::PackagesPage *packages = nullptr;     // of the window
    LatePage *settingsScreen = nullptr;       // of the window
    ui::SettingsPage *settingsPage = nullptr; // in it, once it was made
    std::unique_ptr<QObject> trayTimer;
    ui::Shortcuts shortcuts;
    QPointer<ui::HelpWindow> help;
};

void Desktop::prepareApplication()
{
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QGuiApplication::setDesktopFileName(u"glovebox"_s);
}

Desktop::Desktop(Application &application, ProgramControls &controls, Connector &connector,
                 settings::Settings &settings, SettingsDesk &preferences, QObject *parent)
    : QObject(parent)
    , m_application(application)
    , m_controls(controls)
    , m_connector(connector)
    , m_preferences(preferences)
{
    // Before the first widget: they take colours and icons from these.
    ui::setIconFolder(application.options().files.assets + u"/icons"_s);
    ui::PlotCache::setDrawer(&drawnSafely);
    ui::Theme::instance().setChoice(themeOf(settings.value(settings::keys::theme)));
    useCodeFont(settings);
    ui::Theme::instance().install(*qApp);
    QApplication::setWindowIcon(ui::programIcon());
    ui::installFocusRing(*qApp);

    m_services = std::make_unique<Services>(application, settings);
    build();
    connect(&settings, &settings::Settings::changed, this, &Desktop::applySetting);
    connect(&m_services->quiet, &ui::Quiet::changed, this,
            [this] { d->arrivals.setQuiet(d->quiet.isQuiet()); });
    m_services->notifications.connectToSession();
    connect(&m_services->motion, &ui::MotionHint::changed, this,
            [this] { applySetting(QString::fromLatin1(settings::keys::reduceMotion.name)); });
    m_services->motion.connectToSession();
    readFacts();
}

void Desktop::build()
{
    settings::Settings &settings = m_services->settings;
    d = std::make_unique<Private>(m_application, m_controls, m_preferences, *m_services);
    addScratchpadScreen();
    addJournalScreen(m_application);
    addClientsScreen(m_application, m_controls, m_connector);
    addSettingsScreen();
    connect(&m_application.queue(), &ApprovalDesk::grantToReview, &d->scope,
            [this](qint64 grant) { askToKeep(m_application.queue(), grant); });
    d->main.restoreLayout(settings.value(settings::keys::windowState));
    d->approval.setPlace(settings.value(settings::keys::approvalGeometry));
    applySetting({});
    connectArrivals();
    connectTray();
    connectNotices(m_application);
    connectReview();
    connectHelp();
    connect(d->packages, &ui::PackagesPage::message, &d->main,
            [this](const QString &text, bool bad) { d->main.showMessage(text, bad); });
    addFirstRun();
}

void Desktop::connectArrivals()
{
    d->arrivals.setQuiet(d->quiet.isQuiet());
    connect(&d->arrivals, &ui::Arrivals::windowWanted, &d->approval,
            &ui::ApprovalWindow::openQuietly);
    const auto tellProblem = [this] { d->approval.setProblem(d->status.whyNothingRuns()); };
    connect(&d->status, &ui::StatusModel::changed, &d->approval, tellProblem);
    tellProblem();
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
    connect(&d->tray, &ui::Tray::scratchpadRequested, this, [this] {
        openScreen(ui::Screen::Scratchpad);
        m_services->scratchpad->newDocument();
    });
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
    const bool wanted = d->settings.value(settings::keys::tray);
    if (wanted)
        d->tray.show();
    d->tray.setScratchpadOffered(!m_services->scratchpad.isNull());
    d->main.setTrayPresence([this, wanted] { return wanted && d->tray.isPresent(); });
}

void Desktop::connectNotices(Application &application)
{
    const auto apply = [this] {
        d->notices.setKinds(
            ui::ProgramNotices::kindsFrom(d->settings.value(settings::keys::notices)));
    };
    apply();
    connect(&d->settings, &settings::Settings::changed, &d->scope, [apply](const QString &name) {
        if (name == settings::keys::notices.name)
            apply();
    });
    // On Wayland a window may come to the front only with what the person's press gave.
    connect(&d->notifications, &ui::NotificationServer::activationGiven, &d->scope,
            [](const QString &token) { qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8()); });
    connect(&d->notifications, &ui::NotificationServer::undelivered, &d->scope,
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
    d->main.askInBar(
        tr("%1 ran %n times under this permission.", nullptr, found->used).arg(found->clientLabel),
        tr("Revoke"), [&queue, grant] { queue.revoke(grant); }, tr("Keep"));
}

void Desktop::addClientsScreen(Application &application, ProgramControls &controls,
                               Connector &connector)
{
    auto *page = new ui::ClientsScreen(connector, application.clientDesk(), application.queue(),
                                       controls, application.packageDesk(), d->main.screenParent());
    connect(page, &ui::ClientsScreen::codeRulesRequested, &d->scope,
            [this](const ClientId &client) {
                d->main.showScreen(ui::Screen::Settings);
                d->settingsScreen->fill();
                d->settingsPage->revealRules(client);
            });
    connect(page, &ui::ClientsScreen::message, &d->main, &ui::MainWindow::showMessage);
    d->main.addScreen(ui::Screen::Clients, page);
    d->main.addToMenu(ui::MainWindow::Menu::File, page->connections()->actions());
    // Queued: behind what the window itself says about the new port.
    connect(
        &connector, &ClientConnector::movedToPort, &d->scope,
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

void Desktop::addSettingsScreen()
{
    d->settingsScreen = new LatePage(
        ui::SettingsPage::tr("Settings"),
        [this](QWidget *parent) {
            auto *page = new ui::SettingsPage(m_preferences, d->shortcuts, parent);
            d->settingsPage = page;
            connect(page, &ui::SettingsPage::message, &d->main,
                    [this](const QString &text, bool bad) { d->main.showMessage(text, bad); });
            d->shortcuts.adoptMore(page);
            return page;
        },
        d->main.screenParent());
    d->main.addScreen(ui::Screen::Settings, d->settingsScreen);
    d->shortcuts.adopt(&d->main);
}

// ---- The first run ----

void Desktop::addFirstRun()
{
    d->main.setLineToPaste(ui::FirstRunPage::lineToPaste());
    if (d->settings.value(settings::keys::firstRunDone))
        return;
    auto *page = new ui::FirstRunPage(m_connector, m_controls, d->main.screenParent());
    const QString login = u"startup.login"_s;
    page->setStartsAtLogin(m_preferences.setting(login).value.toBool());
    connect(page, &ui::FirstRunPage::startAtLoginRequested, this, [this, page, login](bool on) {
        if (const auto set = m_preferences.set(login, on); !set)
            d->main.showMessage(set.error().text, true);
        page->setStartsAtLogin(m_preferences.setting(login).value.toBool());
    });
    connect(page, &ui::FirstRunPage::chooseFolderRequested, &d->main,
            [this](MountMode mode) { d->main.addFolder(mode); });
    connect(page, &ui::FirstRunPage::clientsRequested, &d->main,
            [this] { d->main.showScreen(ui::Screen::Clients); });
    connect(page, &ui::FirstRunPage::scratchpadRequested, &d->main,
            [this] { d->main.showScreen(ui::Screen::Scratchpad); });
    connect(page, &ui::FirstRunPage::copyRequested, &d->main, [this](const QString &text) {
        QGuiApplication::clipboard()->setText(text);
        d->main.showMessage(tr("Copied."));
    });
    connect(page, &ui::FirstRunPage::message, &d->main,
            [this](const QString &text, bool bad) { d->main.showMessage(text, bad); });
    connect(page, &ui::FirstRunPage::finished, &d->main, &ui::MainWindow::endFirstRun);
    connect(&d->main, &ui::MainWindow::firstRunEnded, this,
            [this] { (void)d->settings.set(settings::keys::firstRunDone, true); });
    d->main.setFirstRunPage(page);
}

// ---- Help ----

void Desktop::connectHelp()
{
    connect(&d->main, &ui::MainWindow::helpRequested, this, &Desktop::showHelp);
    connect(&d->main, &ui::MainWindow::aboutRequested, this, &Desktop::showAbout);
    connect(&d->main, &ui::MainWindow::diagnosticsRequested, this, &Desktop::copyDiagnostics);
}

void Desktop::showHelp(ui::Screen screen)
{
    if (!d->help) {
        d->help = new ui::HelpWindow(QLocale().name().section(u'_', 0, 0), &d->main);
        d->help->setAttribute(Qt::WA_DeleteOnClose);
    }
    d->help->openTopic(helpTopicOf(screen));
}

// In another thread: 20 MB are hashed.
void Desktop::readFacts()
{
    QtFuture::makeReadyVoidFuture()
        .then(QThreadPool::globalInstance(),
              [files = m_application.options().files] { return factsOfFiles(files); })
        .then(this, [this](const ProgramFacts &facts) { m_services->facts = facts; });
}

ProgramFacts Desktop::facts() const
{
    ProgramFacts facts = m_services->facts;
    facts.program = QCoreApplication::applicationVersion();
    facts.qt = QString::fromLatin1(qVersion());
    if (const auto engine = m_application.engine().facts()) {
        facts.chromium = engine->chromiumVersion;
        facts.chromiumPatch = engine->chromiumPatchVersion;
    }
    if (const QString python = m_controls.status().python; !python.isEmpty())
        facts.python = python; // as it runs
    return facts;
}

void Desktop::showAbout()
{
    const QString share = QCoreApplication::applicationDirPath() + u"/../share/"_s;
    auto *box =
        new ui::AboutBox({{tr("Licence"), share + u"doc/glovebox/copyright"_s},
                          {tr("What it is made of"), share + u"glovebox/bill.cdx.json"_s},
                          {tr("Licences of its parts"), share + u"glovebox/assets/licenses"_s}},
                         &d->main);
    box->setFacts(facts());
    connect(box, &ui::AboutBox::diagnosticsRequested, this, &Desktop::copyDiagnostics);
    box->open();
}

void Desktop::copyDiagnostics()
{
    QGuiApplication::clipboard()->setText(
        diagnosticsText(facts(), m_controls, m_preferences, LogFile::recentWarnings()));
    d->main.showMessage(tr("Diagnostics were copied. Read them through before you send them."));
}

// ---- The language ----

bool Desktop::isEditing() const
{
    return d->main.isEditing() || d->approval.view()->isEditing() || d->review->isEditing();
}

void Desktop::changeLanguage(const std::function<void()> &change)
{
    // Later, too: it may be a widget of ours that asks.
    m_languageTimer =
        m_application.clock().after(std::chrono::milliseconds(0), this, [this, change] {
            m_languageTimer.release()->deleteLater(); // it is calling just now
            rebuild(change);
        });
}

void Desktop::rebuild(const std::function<void()> &change)
{
    if (isEditing()) {
        // What is typed there is nowhere else, so the windows wait for it.
        d->main.showMessage(tr("The language changes when the code that you edit was decided."));
        m_languageTimer = m_application.clock().after(editingPause, this, [this, change] {
            m_languageTimer.release()->deleteLater(); // it is calling just now
            rebuild(change);
        });
        return;
    }
    const ui::Screen screen = d->main.shownScreen();
    const RunId run = d->main.shownRun();
    const bool visible = d->main.isVisible();
    const bool minimised = d->main.isMinimized();
    const bool approval = d->approval.isVisible();
    const auto searches = searchesOf(d->main);
    (void)d->main.takeScreen(ui::Screen::Scratchpad); // the next window gets it
    (void)d->settings.set(settings::keys::windowState, d->main.saveLayout());
    d.reset();
    change();
    build();
    if (screen == ui::Screen::Settings)
        d->settingsScreen->fill(); // what was typed in it comes back, too
    restoreSearches(d->main, searches);
    if (!run.isNull())
        d->main.showRun(run);
    d->main.showScreen(screen);
    if (screen == ui::Screen::Settings)
        d->settingsPage->reveal(settings::keys::language.name);
    if (minimised)
        d->main.showMinimized();
    else if (visible)
        d->main.show();
    if (approval)
        d->approval.openForPerson();
}

void Desktop::applySetting(const QString &name)
{
    const auto concerns = [&name](const auto &key) { return name.isEmpty() || name == key.name; };
    const settings::Settings &settings = d->settings;
    if (concerns(settings::keys::theme))
        ui::Theme::instance().setChoice(themeOf(settings.value(settings::keys::theme)));
    if (concerns(settings::keys::reduceMotion))
        ui::Theme::instance().setMotionReduced(settings.value(settings::keys::reduceMotion) ||
                                               m_services->motion.isReduced());
    if (concerns(settings::keys::codeFamily) || concerns(settings::keys::codeSize))
        useCodeFont(settings);
    if (concerns(settings::keys::presentation))
        d->arrivals.setPresentation(presentationOf(settings.value(settings::keys::presentation)));
    if (concerns(settings::keys::notes))
        ui::setLeastMark(settings.value(settings::keys::notes) == u"look"_s
                             ? ui::CodeMark::Kind::Look
                             : ui::CodeMark::Kind::Information);
}

void Desktop::addScratchpadScreen()
{
    QPointer<ui::ScratchPage> &page = m_services->scratchpad;
    if (!page) {
        const QString folder = m_application.options().profileFolder + u"/scratchpad"_s;
        page = new ui::ScratchPage({.desk = m_application.scratch(),
                                    .hub = m_application.hub(),
                                    .controls = m_controls,
                                    .clock = m_application.clock(),
                                    .workspace = m_services->workspace,
                                    .pictures = folder + u"/pictures"_s});
    }
    connect(page, &ui::ScratchPage::message, &d->main, &ui::MainWindow::showMessage);
    d->main.addScreen(ui::Screen::Scratchpad, page);
    using Part = ui::ScratchPage::MenuPart;
    using Menu = ui::MainWindow::Menu;
    d->main.addToMenu(Menu::File, page->actions(Part::File));
    d->main.addToMenu(Menu::Edit, page->actions(Part::Edit));
    d->main.addToMenu(Menu::Run, page->actions(Part::Run));
    d->main.addToMenu(Menu::Session, page->actions(Part::Session));
    connect(&d->main, &ui::MainWindow::scratchpadRequested, page, [this](RunId run) {
        d->main.showScreen(ui::Screen::Scratchpad);
        run.isNull() ? m_services->scratchpad->newDocument() : m_services->scratchpad->openRun(run);
    });
    connect(this, &Desktop::documentsAsked, &d->scope, [this](const QStringList &paths) {
        d->main.showScreen(ui::Screen::Scratchpad);
        for (const QString &path : paths)
            m_services->scratchpad->openFile(path);
    });
}

void Desktop::addJournalScreen(Application &application)
{
    auto *page = new ui::JournalPage(d->records, application.queue(), application.clock(),
                                     d->main.screenParent());
    connect(page, &ui::JournalPage::message, &d->main,
            [this](const QString &text, bool bad) { d->main.showMessage(text, bad); });
    connect(&d->main, &ui::MainWindow::runAgainRequested, this, &Desktop::runAgain);
    connect(page, &ui::JournalPage::openRequested, &d->main, [this](RunId run) {
        d->main.showScreen(ui::Screen::Workbench);
        d->main.showRun(run);
    });
    connect(page, &ui::JournalPage::scratchpadRequested, &d->main,
            &ui::MainWindow::scratchpadRequested);
    d->main.addScreen(ui::Screen::Journal, page);
    d->main.addToMenu(ui::MainWindow::Menu::Edit, page->menuActions());
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
    connect(d->review, &ui::ReviewPage::discarded, &d->main,
            [this](const QString &text, RunId number) {
                d->main.showMessage(text, false, tr("Undo"),
                                    [this, number] { d->review->undoDiscard(number); });
            });
    const auto undoable = [this] {
        QSet<RunId> runs;
        const QList<UndoableRun> all = m_services->changes.undoableRuns();
        for (const UndoableRun &one : all)
            runs.insert(one.run);
        d->main.setUndoableRuns(runs);
    };
    connect(&m_services->changes, &ChangeDesk::undoableRunsChanged, &d->main, undoable);
    undoable();
    connect(&d->main, &ui::MainWindow::undoRequested, d->review, [this](RunId run) {
        d->review->showRun(run);
        d->main.showScreen(ui::Screen::Review);
    });
    connect(&d->main, &ui::MainWindow::reviewRequested, d->review, [this](const QString &mount) {
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
