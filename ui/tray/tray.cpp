// SPDX-License-Identifier: MIT
#include "tray.h"

#include "base/masking.h"
#include "ui/models/asktexts.h"
#include "ui/models/quiet.h"
#include "ui/models/waitingmodel.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QMenu>
#include <QPalette>
#include <QSystemTrayIcon>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int mostRunningShown = 8;

// The session, and the reach in words: "sales-q3: sales, writes none".
QString bodyOf(const PendingRequest &request)
{
    QStringList words;
    const QStringList reach = reachWords(request.record.reach);
    for (qsizetype at = 1; at < reach.size(); at += 2)
        words.append(reach.at(at));
    //: {session}: {reach in words}
    return Tray::tr("%1: %2").arg(request.record.sessionName, words.join(QStringLiteral(", ")));
}

// A title is a quotation: its "&" is no mnemonic, its length no reason for a wide menu.
QString menuText(const QString &title)
{
    QString text = title.left(40).simplified();
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace

Tray::Tray(RunHub &hub, ApprovalDesk &desk, ProgramControls &controls, Clock &clock, Quiet &quiet,
           QObject *parent)
    : QObject(parent)
    , m_hub(hub)
    , m_desk(desk)
    , m_controls(controls)
    , m_clock(clock)
    , m_quiet(quiet)
    , m_menu(std::make_unique<QMenu>())
    , m_runningMenu(std::make_unique<QMenu>())
    , m_quietMenu(std::make_unique<QMenu>())
    , m_icon(std::make_unique<QSystemTrayIcon>())
    , m_refresher(clock, this, [this] { refresh(); })
{
    buildMenu();
    m_icon->setContextMenu(m_menu.get());
    connect(m_icon.get(), &QSystemTrayIcon::activated, this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick)
                    Q_EMIT openRequested();
            });
    connect(m_icon.get(), &QSystemTrayIcon::messageClicked, this, [this] {
        if (waiting() > 0)
            Q_EMIT reviewRequested();
        else
            Q_EMIT openRequested();
    });
    connect(&desk, &ApprovalDesk::requestAdded, this, &Tray::refresh);
    connect(&desk, &ApprovalDesk::requestChanged, this, &Tray::refresh);
    connect(&desk, &ApprovalDesk::requestRemoved, this, &Tray::refresh);
    connect(&desk, &ApprovalDesk::grantsChanged, this, &Tray::refresh);
    connect(&controls, &ProgramControls::statusChanged, this, &Tray::refresh);
    connect(&quiet, &Quiet::changed, this, &Tray::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &Tray::refresh);
    connect(&hub, &RunHub::published, this, [this](const RunEvent &event) {
        const bool begins = std::holds_alternative<event::Started>(event.body) ||
                            std::holds_alternative<event::Starting>(event.body);
        if (begins && !m_active.contains(event.run)) {
            m_active.insert(event.run);
            m_refresher.request();
        } else if (std::holds_alternative<event::Ended>(event.body) && m_active.remove(event.run)) {
            m_refresher.request();
        }
    });
    refresh();
}

Tray::~Tray() = default;

void Tray::buildMenu()
{
    m_menu->setObjectName(QStringLiteral("trayMenu"));
    m_summary = m_menu->addAction(QString());
    m_summary->setEnabled(false);
    m_menu->addSeparator();
    QAction *open = m_menu->addAction(icon(QStringLiteral("monitor"), Token::Text2),
                                      tr("Open Glovebox"), this, &Tray::openRequested);
    m_menu->setDefaultAction(open);
    m_review = m_menu->addAction(icon(QStringLiteral("hand"), Token::Wait), QString(), this,
                                 &Tray::reviewRequested);
    m_running = m_menu->addMenu(m_runningMenu.get());
    m_running->setIcon(icon(QStringLiteral("loader-circle"), Token::Text2));
    m_menu->addSeparator();
    m_quietMenu->setTitle(tr("Quiet for"));
    m_quietMenu->addAction(tr("30 min"), this,
                           [this] { m_quiet.setFor(std::chrono::minutes(30)); });
    m_quietMenu->addAction(tr("2 hours"), this, [this] { m_quiet.setFor(std::chrono::hours(2)); });
    m_quietMenu->addAction(tr("until tomorrow"), &m_quiet, &Quiet::setUntilTomorrow);
    m_quietMenu->addSeparator();
    m_quietMenu->addAction(tr("Notify"), &m_quiet, &Quiet::end);
    m_menu->addMenu(m_quietMenu.get())->setIcon(icon(QStringLiteral("bell-off"), Token::Text2));
    m_pause = m_menu->addAction(icon(QStringLiteral("circle-pause"), Token::Text2),
                                tr("Pause all clients"), this,
                                [this] { m_controls.setAllPaused(m_pause->isChecked()); });
    m_pause->setCheckable(true);
    m_revoke = m_menu->addAction(icon(QStringLiteral("key-round"), Token::Text2), QString(),
                                 &m_desk, &ApprovalDesk::revokeAll);
    m_menu->addAction(icon(QStringLiteral("square"), Token::Text2), tr("Stop everything"),
                      &m_controls, &ProgramControls::stopEverything);
    m_menu->addSeparator();
    m_menu->addAction(icon(QStringLiteral("x"), Token::Text2), tr("Quit Glovebox"), this,
                      &Tray::quitRequested);
    connect(m_menu.get(), &QMenu::aboutToShow, this, &Tray::refreshRunning);
}

void Tray::show()
{
    if (QSystemTrayIcon::isSystemTrayAvailable())
        m_icon->show();
}

bool Tray::isPresent() const
{
    return m_icon->isVisible() && QSystemTrayIcon::isSystemTrayAvailable();
}

int Tray::waiting() const
{
    return int(std::ranges::count(m_desk.requests(), PendingRequest::State::Waiting,
                                  &PendingRequest::state));
}

QList<RunId> Tray::runningRuns() const
{
    QList<RunId> runs(m_active.cbegin(), m_active.cend());
    std::ranges::sort(runs);
    return runs;
}

QString Tray::stateText() const
{
    const ProgramStatus status = m_controls.status();
    const bool bad = status.seals.level == SealStatus::Level::Broken ||
                     status.seals.level == SealStatus::Level::Reduced ||
                     !status.journalProblem.isEmpty() || !status.listenProblem.isEmpty();
    if (bad)
        return tr("Sandbox off, or an error");
    if (waiting() > 0)
        return tr("Waiting for you");
    if (status.allPaused)
        return tr("Paused");
    return m_active.isEmpty() ? tr("Idle") : tr("Running");
}

void Tray::refresh()
{
    const ProgramStatus status = m_controls.status();
    const QString state = stateText();
    const ProgramDot dot = state == tr("Sandbox off, or an error") ? ProgramDot::Bad
                           : state == tr("Waiting for you")        ? ProgramDot::Waiting
                           : state == tr("Paused")                 ? ProgramDot::Paused
                           : state == tr("Running")                ? ProgramDot::Running
                                                                   : ProgramDot::None;
    m_icon->setIcon(trayIcon(dot, QGuiApplication::palette().color(QPalette::WindowText)));
    m_icon->setToolTip(tr("Glovebox: %1").arg(state));
    const int wait = waiting();
    const int grants = int(m_desk.grants().size());
    const QString clients = tr("%n client(s)", nullptr, status.clients);
    m_summary->setText(status.address.isEmpty()
                           ? tr("Not listening")
                           : tr("Listening · %1 · %2 running").arg(clients).arg(m_active.size()));
    m_review->setText(tr("Review %n waiting…", nullptr, wait));
    m_review->setVisible(wait > 0);
    m_running->setVisible(!m_active.isEmpty());
    m_pause->setChecked(status.allPaused);
    m_revoke->setText(tr("Revoke standing permissions (%1)").arg(grants));
    m_revoke->setVisible(grants > 0);
    refreshRunning();
}

void Tray::refreshRunning()
{
    m_runningMenu->clear();
    const QList<RunId> runs = runningRuns();
    if (runs.isEmpty())
        return;
    const RunFacts *first = m_hub.facts(runs.first());
    const QString time = first && first->started.isValid()
                             ? clockText(first->started.secsTo(m_clock.now()))
                             : QString();
    const QString which =
        time.isEmpty() ? runs.first().toString() : tr("%1, %2").arg(runs.first().toString(), time);
    m_runningMenu->setTitle(runs.size() == 1 ? tr("Running: %1").arg(which)
                                             : tr("Running: %n run(s)", nullptr, int(runs.size())));
    for (const RunId run : runs.first(std::min<qsizetype>(runs.size(), mostRunningShown))) {
        const RunFacts *facts = m_hub.facts(run);
        const QString words = runs.size() == 1 || !facts
                                  ? tr("Stop this run")
                                  : tr("Stop %1, %2").arg(run.toString(), menuText(facts->title));
        m_runningMenu->addAction(icon(QStringLiteral("square"), Token::Text2), words, this,
                                 [this, run] { m_controls.stopRun(run); });
    }
}

// Notifications

void Tray::notifyAsked(RunId run)
{
    if (m_quiet.isQuiet())
        return;
    const QList<PendingRequest> requests = m_desk.requests();
    const auto request = std::ranges::find(requests, run, &PendingRequest::run);
    if (request == requests.cend())
        return;
    const ClientId client = request->record.client;
    std::shared_ptr<Told> &told = m_told[client];
    if (!told)
        told = std::make_shared<Told>();
    if (told->later)
        return; // it will be counted in what is about to be said
    const auto since = m_clock.monotonic() - told->at;
    if (told->at.count() == 0 || since >= notifyPause) {
        tell(client);
        return;
    }
    told->later = m_clock.after(notifyPause - since, this, [this, client] {
        m_told[client]->later.release()->deleteLater();
        tell(client);
    });
}

// The oldest request of the client, and how many more there are: one notification, whatever came.
void Tray::tell(const ClientId &client)
{
    if (m_quiet.isQuiet())
        return;
    QList<PendingRequest> waiting;
    for (const PendingRequest &request : m_desk.requests()) {
        if (request.record.client == client && request.state == PendingRequest::State::Waiting)
            waiting.append(request);
    }
    if (waiting.isEmpty())
        return;
    m_told[client]->at = m_clock.monotonic();
    const PendingRequest &first = waiting.first();
    QString text = bodyOf(first);
    if (waiting.size() > 1)
        text = tr("%1. %n more are waiting.", nullptr, int(waiting.size()) - 1).arg(text);
    notify(askTitle(first), text);
}

void Tray::notifyStillRunning()
{
    if (std::exchange(m_saidStillRunning, true))
        return;
    notify(tr("Glovebox keeps running in the tray"), stateText());
}

void Tray::notify(const QString &title, const QString &text)
{
    // The desktop shows them over a locked screen, and keeps them.
    const QString shownTitle = maskSecrets(title);
    const QString shownText = maskSecrets(text);
    if (isPresent())
        m_icon->showMessage(shownTitle, shownText, programIcon());
    Q_EMIT notified(shownTitle, shownText);
}

} // namespace glovebox::ui
