// SPDX-License-Identifier: MIT
#include "statusmodel.h"

#include <QLocale>

namespace glovebox::ui {

namespace {

// For a reason, a sentence of its own, that stands inside another one.
QString withoutFullStop(QString sentence)
{
    if (sentence.endsWith(u'.'))
        sentence.chop(1);
    return sentence;
}

QString gigabytes(qint64 bytes)
{
    const double value = double(bytes) / double(limits::GiB);
    const bool whole = bytes % limits::GiB == 0;
    return QLocale().toString(value, 'f', whole ? 0 : 1);
}

} // namespace

StatusModel::StatusModel(ProgramControls &controls, ApprovalDesk &desk, QObject *parent)
    : QObject(parent)
    , m_controls(controls)
    , m_desk(desk)
{
    connect(&controls, &ProgramControls::statusChanged, this, &StatusModel::refresh);
    connect(&controls, &ProgramControls::sessionsChanged, this, &StatusModel::refresh);
    connect(&desk, &ApprovalDesk::grantsChanged, this, &StatusModel::refresh);
    refresh();
}

void StatusModel::refresh()
{
    m_program = m_controls.status();
    m_sessions = 0;
    m_residentBytes = 0;
    for (const SessionStatus &session : m_controls.sessions()) {
        if (session.state == SessionStatus::State::Closed)
            continue;
        ++m_sessions;
        m_residentBytes += session.residentBytes;
    }
    Q_EMIT changed();
}

bool StatusModel::listening() const
{
    return !m_program.address.isEmpty();
}

QString StatusModel::address() const
{
    return listening() ? QStringLiteral("http://%1/mcp").arg(m_program.address) : QString();
}

QString StatusModel::addressText() const
{
    return listening() ? tr("Listening on %1").arg(m_program.address) : tr("Not listening");
}

QString StatusModel::clientsText() const
{
    return m_program.clients == 0 ? tr("No clients yet")
                                  : tr("%n client(s)", nullptr, m_program.clients);
}

QString StatusModel::askingText() const
{
    return m_program.allPaused ? tr("All clients paused") : tr("Asks before every run");
}

QString StatusModel::grantsText() const
{
    const int grants = int(m_desk.grants().size());
    return grants == 0 ? tr("No standing permissions")
                       : tr("%n standing permission(s)", nullptr, grants);
}

QString StatusModel::sessionsText() const
{
    if (m_program.memoryLimitBytes == 0) // else a first start would say "0 of 0 GB"
        return tr("No sessions");
    return tr("%n session(s) · %1 of %2 GB", nullptr, m_sessions)
        .arg(gigabytes(m_residentBytes), gigabytes(m_program.memoryLimitBytes));
}

QString StatusModel::sandboxText() const
{
    switch (m_program.seals.level) {
    case SealStatus::Level::Sealed:
        return tr("Sandbox on");
    case SealStatus::Level::Unknown:
        return tr("Sandbox not measured yet");
    case SealStatus::Level::Reduced:
        return tr("Sandbox reduced");
    case SealStatus::Level::Broken:
        return tr("Sandbox off");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString StatusModel::sandboxDetail() const
{
    using Level = SealStatus::Level;
    const SealStatus &seals = m_program.seals;
    QStringList lines;
    if (seals.level == Level::Sealed)
        lines.append(
            tr("Python runs in a sealed process, and the browser around it has no network."));
    if (!seals.reason.isEmpty())
        lines.append(seals.reason);
    if (seals.level == Level::Sealed || seals.level == Level::Reduced) {
        switch (seals.files) {
        case SealStatus::Files::Open:
            lines.append(tr("The browser around it is not cut off from your files."));
            break;
        case SealStatus::Files::Rights:
            lines.append(tr("The browser around it may open none of your files."));
            break;
        case SealStatus::Files::View:
            lines.append(tr("Your files do not exist for the browser around it."));
            break;
        case SealStatus::Files::ViewAndRights:
            lines.append(
                tr("Your files do not exist for the browser around it, and it may open none."));
            break;
        }
    }
    return lines.join(u'\n');
}

QString StatusModel::sandboxIcon() const
{
    const auto level = m_program.seals.level;
    return level == SealStatus::Level::Sealed ? QStringLiteral("shield-check")
                                              : QStringLiteral("shield-alert");
}

QString StatusModel::pythonText() const
{
    // "3.14.2" is told as "Python 3.14": what a person tells apart.
    const QString version = m_program.python.section(u'.', 0, 1);
    return version.isEmpty() ? QString() : tr("Python %1").arg(version);
}

QList<StatusModel::Problem> StatusModel::problems() const
{
    QList<Problem> result;
    if (m_program.seals.level == SealStatus::Level::Broken)
        result.append({tr("The sandbox did not start: %1. Nothing runs.")
                           .arg(withoutFullStop(m_program.seals.reason)),
                       false, true});
    if (m_program.seals.level == SealStatus::Level::Reduced)
        result.append({m_program.seals.reason.isEmpty()
                           ? tr("Started as root: Chromium’s own sandbox is off.")
                           : m_program.seals.reason});
    if (!m_program.journalProblem.isEmpty())
        result.append({tr("The journal cannot be written: %1. Nothing runs until it can.")
                           .arg(m_program.journalProblem),
                       false, true});
    if (!m_program.listenProblem.isEmpty())
        result.append({listenProblem(), true});
    return result;
}

QString StatusModel::whyNothingRuns() const
{
    for (const Problem &problem : problems()) {
        if (problem.nothingRuns)
            return problem.text;
    }
    return {};
}

QString StatusModel::listenProblem() const
{
    if (m_program.takenPort == 0)
        return m_program.listenProblem;
    return tr("Port %1 is taken: not listening. Use another port and update clients?")
        .arg(m_program.takenPort);
}

} // namespace glovebox::ui
