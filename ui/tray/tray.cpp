// SPDX-License-Identifier: MIT
#include "tray.h"

#include "ui/models/quiet.h"
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

ProgramDot dotOf(Tray::State state)
{
    switch (state) {
    case Tray::State::Bad:
        return ProgramDot::Bad;
    case Tray::State::Waiting:
        return ProgramDot::Waiting;
    case Tray::State::Paused:
        return ProgramDot::Paused;
    case Tray::State::Running:
        return ProgramDot::Running;
    case Tray::State::Idle:
        return ProgramDot::None;
    }
    Q_UNREACHABLE_RETURN(ProgramDot::None);
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
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_look.reset(); // the same dot has another colour
        refresh();
    });
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
    addDoors();
    m_menu->addSeparator();
    addSwitches();
    m_menu->addSeparator();
    m_menu->addAction(icon(QStringLiteral("x"), Token::Text2), tr("Quit Glovebox"), this,
                      &Tray::quitRequested);
    connect(m_menu.get(), &QMenu::aboutToShow, this, &Tray::refreshRunning);
}

void Tray::addDoors()
{
    QAction *open = m_menu->addAction(icon(QStringLiteral("monitor"), Token::Text2),
                                      tr("Open Glovebox"), this, &Tray::openRequested);
    m_menu->setDefaultAction(open);
    m_review = m_menu->addAction(icon(QStringLiteral("hand"), Token::Wait), QString(), this,
                                 &Tray::reviewRequested);
    m_running = m_menu->addMenu(m_runningMenu.get());
    m_running->setIcon(icon(QStringLiteral("loader-circle"), Token::Text2));
    m_scratchpad = m_menu->addAction(icon(QStringLiteral("notebook-pen"), Token::Text2),
                                     tr("New scratchpad"), this, &Tray::scratchpadRequested);
    m_scratchpad->setVisible(false);
    m_menu->addAction(icon(QStringLiteral("folder"), Token::Text2), tr("Mounts"), this,
                      &Tray::mountsRequested);
}

void Tray::addSwitches()
{
    m_quietMenu->setTitle(tr("Quiet for"));
    m_quietMenu->addAction(tr("30 min"), this,
                           [this] { m_quiet.setFor(std::chrono::minutes(30)); });
    m_quietMenu->addAction(tr("2 hours"), this, [this] { m_quiet.setFor(std::chrono::hours(2)); });
    m_quietMenu->addAction(tr("until tomorrow"), &m_quiet, &Quiet::setUntilTomorrow);
    m_quietMenu->addSeparator();
    m_notify = m_quietMenu->addAction(tr("Notify"), &m_quiet, &Quiet::end);
    m_menu->addMenu(m_quietMenu.get())->setIcon(icon(QStringLiteral("bell-off"), Token::Text2));
    m_pause = m_menu->addAction(icon(QStringLiteral("circle-pause"), Token::Text2),
                                tr("Pause all clients"), this,
                                [this] { m_controls.setAllPaused(m_pause->isChecked()); });
    m_pause->setCheckable(true);
    m_revoke = m_menu->addAction(icon(QStringLiteral("key-round"), Token::Text2), QString(),
                                 &m_desk, &ApprovalDesk::revokeAll);
    m_menu->addAction(icon(QStringLiteral("square"), Token::Text2), tr("Stop everything"),
                      &m_controls, &ProgramControls::stopEverything);
}

void Tray::show()
{
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

Tray::State Tray::state() const
{
    const ProgramStatus status = m_controls.status();
    const bool bad = status.seals.level == SealStatus::Level::Broken ||
                     status.seals.level == SealStatus::Level::Reduced ||
                     !status.journalProblem.isEmpty() || !status.listenProblem.isEmpty();
    if (bad)
        return State::Bad;
    if (waiting() > 0)
        return State::Waiting;
    if (status.allPaused)
        return State::Paused;
    return m_active.isEmpty() ? State::Idle : State::Running;
}

QString Tray::stateText() const
{
    switch (state()) {
    case State::Bad:
        return tr("Sandbox off, or an error");
    case State::Waiting:
        return tr("Waiting for you");
    case State::Paused:
        return tr("Paused");
    case State::Running:
        return tr("Running");
    case State::Idle:
        return tr("Idle");
    }
    Q_UNREACHABLE_RETURN(QString());
}

void Tray::setScratchpadOffered(bool offered)
{
    m_scratchpad->setVisible(offered);
}

void Tray::refresh()
{
    const ProgramStatus status = m_controls.status();
    // Drawn for seven sizes and sent to the desktop: only when it looks different.
    const std::pair look(dotOf(state()), QGuiApplication::palette().color(QPalette::WindowText));
    if (m_look != look) {
        m_look = look;
        m_icon->setIcon(trayIcon(look.first, look.second));
    }
    m_icon->setToolTip(tr("Glovebox: %1").arg(stateText()));
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
    m_notify->setEnabled(m_quiet.isQuiet());
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

void Tray::showBalloon(const QString &title, const QString &text)
{
    if (isPresent())
        m_icon->showMessage(title, text, programIcon());
}

} // namespace glovebox::ui
