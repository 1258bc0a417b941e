// SPDX-License-Identifier: MIT
#include "diagnostics.h"

#include "base/limits.h"
#include "base/masking.h"

#include <QDir>
#include <QGuiApplication>
#include <QLocale>
#include <QScreen>
#include <QSysInfo>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxChars = 32 * 1024;

QString levelText(SealStatus::Level level)
{
    switch (level) {
    case SealStatus::Level::Unknown:
        return u"not measured yet"_s;
    case SealStatus::Level::Sealed:
        return u"sealed"_s;
    case SealStatus::Level::Reduced:
        return u"reduced"_s;
    case SealStatus::Level::Broken:
        return u"broken"_s;
    }
    return {};
}

QString systemText()
{
    QString text = u"System %1, kernel %2, %3\n"_s.arg(QSysInfo::prettyProductName(),
                                                       QSysInfo::kernelVersion(),
                                                       QSysInfo::currentCpuArchitecture());
    text += u"Desktop %1, platform %2, language %3\n"_s.arg(
        qEnvironmentVariable("XDG_CURRENT_DESKTOP", u"unknown"_s), QGuiApplication::platformName(),
        QLocale().name());
    for (const QScreen *screen : QGuiApplication::screens())
        text += u"Screen %1 x %2 at %3\n"_s.arg(screen->size().width())
                    .arg(screen->size().height())
                    .arg(screen->devicePixelRatio());
    return text;
}

QString stateText(const ProgramControls &controls)
{
    const ProgramStatus status = controls.status();
    QString text = u"Sandbox %1 %2\n"_s.arg(levelText(status.seals.level), status.seals.reason);
    text += u"Address %1 %2\n"_s.arg(status.address, status.listenProblem);
    text += u"Clients connected: %1\n"_s.arg(status.clients);
    text += u"Python %1\n"_s.arg(status.python);
    if (!status.journalProblem.isEmpty())
        text += u"Journal: %1\n"_s.arg(status.journalProblem);
    for (const SessionStatus &session : controls.sessions())
        text += u"Session: state %1, %2 MiB of %3, runs %4\n"_s.arg(int(session.state))
                    .arg(session.residentBytes / limits::MiB)
                    .arg(session.heapLimitBytes / limits::MiB)
                    .arg(session.runs);
    // Names of folders may say who somebody is or what they work on.
    for (const MountStatus &mount : controls.mounts())
        text += u"Folder: %1, changes that wait: %2, problem: %3\n"_s.arg(toString(mount.mode))
                    .arg(mount.stagedChanges)
                    .arg(mount.problem.isEmpty() ? u"no"_s : u"yes"_s);
    return text;
}

// Texts and lists may hold names and addresses: that they were changed is enough.
QString settingsText(const SettingsDesk &settings)
{
    QString text;
    for (const QString &name : settings.names()) {
        const SettingStatus status = settings.setting(name);
        if (!status.isChanged())
            continue;
        const bool plain = status.value.typeId() == QMetaType::Bool ||
                           status.value.typeId() == QMetaType::LongLong ||
                           !status.choices.isEmpty();
        text += u"Setting %1: %2\n"_s.arg(name, plain ? status.value.toString() : u"changed"_s);
    }
    return text;
}

} // namespace

QString diagnosticsText(const ProgramFacts &facts, const ProgramControls &controls,
                        const SettingsDesk &settings, const QStringList &warnings)
{
    QString text = facts.toText() + systemText() + stateText(controls) + settingsText(settings) +
                   u"Latest warnings:\n"_s + warnings.join(u'\n') + u'\n';
    text.replace(QDir::homePath(), u"~"_s);
    return maskSecrets(text).left(maxChars);
}

} // namespace glovebox
