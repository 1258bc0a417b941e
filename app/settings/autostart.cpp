// SPDX-License-Identifier: MIT
#include "autostart.h"

#include "startplace.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

const QString agentPrefix = u"local."_s; // labels of launchd are reverse domains, and we have none
const QString currentVersion = u"HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion"_s;

QString placeOfThisPlatform()
{
    switch (thisPlatform()) {
    case Platform::MacOs:
        return QDir::homePath() + u"/Library"_s;
    case Platform::Windows:
        return currentVersion;
    case Platform::Linux:
        break;
    }
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
}

StartCommand commandOf(const Autostart::Options &options)
{
    QStringList arguments{u"--tray"_s};
    if (!options.profileFolder.isEmpty())
        arguments << u"--profile"_s << options.profileFolder;
    return {options.program, arguments};
}

} // namespace

Autostart::Autostart(Options options)
    : m_options(std::move(options))
{
}

Autostart Autostart::ofThisProgram(const QString &profileFolder)
{
    const QString image = qEnvironmentVariable("APPIMAGE");
    return Autostart({.configFolder = placeOfThisPlatform(),
                      .program = image.isEmpty() ? QCoreApplication::applicationFilePath() : image,
                      .profileFolder = profileFolder,
                      .platform = thisPlatform()});
}

// Each profile is a program of its own, so it has an entry of its own.
QString Autostart::name() const
{
    const QString common = u"glovebox"_s;
    if (m_options.profileFolder.isEmpty())
        return common;
    const QByteArray hash =
        QCryptographicHash::hash(m_options.profileFolder.toUtf8(), QCryptographicHash::Sha256);
    return common + u'-' + QString::fromLatin1(hash.toHex().first(8));
}

QString Autostart::file() const
{
    switch (m_options.platform) {
    case Platform::MacOs:
        return m_options.configFolder + u"/LaunchAgents/"_s + agentPrefix + name() + u".plist"_s;
    case Platform::Windows:
        return name();
    case Platform::Linux:
        break;
    }
    return m_options.configFolder + u"/autostart/"_s + name() + u".desktop"_s;
}

QString Autostart::command() const
{
    switch (m_options.platform) {
    case Platform::MacOs:
        return {};
    case Platform::Windows:
        return windowsCommandLine(commandOf(m_options));
    case Platform::Linux:
        break;
    }
    return xdgCommand(commandOf(m_options));
}

std::unique_ptr<StartPlace> Autostart::place() const
{
    const StartCommand command = commandOf(m_options);
    switch (m_options.platform) {
    case Platform::MacOs:
        return launchAgentPlace(file(), agentPrefix + name(), command);
    case Platform::Windows:
        return runKeyPlace(m_options.configFolder, name(), command);
    case Platform::Linux:
        break;
    }
    return xdgStartPlace(file(), command);
}

bool Autostart::isOn() const
{
    return place()->isOn();
}

Result<> Autostart::set(bool on)
{
    return on ? place()->write() : place()->remove();
}

Result<> Autostart::mend()
{
    const auto entry = place();
    const QString program = entry->program();
    if (!entry->isOn() || program.isEmpty() || QFileInfo::exists(program))
        return {};
    return entry->write();
}

} // namespace glovebox::settings
