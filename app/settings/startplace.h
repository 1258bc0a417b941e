// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QStringList>

#include <memory>

// Where one platform keeps what starts with the person's session. Autostart chooses.
namespace glovebox::settings {

class StartPlace
{
public:
    virtual ~StartPlace() = default;

    // Also false when the desktop, or the person in it, switched the entry off.
    virtual bool isOn() const = 0;
    // What our entry starts: an absolute path. Empty: there is none, or somebody else wrote it.
    virtual QString program() const = 0;
    virtual Result<> write() = 0;
    virtual Result<> remove() = 0;
};

// What is started: the program and its words.
struct StartCommand
{
    QString program; // absolute, with forward slashes
    QStringList arguments;
};

// A desktop entry, as the XDG Autostart specification has it: `file` in ~/.config/autostart.
std::unique_ptr<StartPlace> xdgStartPlace(const QString &file, const StartCommand &command);
// A property list for launchd: `file` is ~/Library/LaunchAgents/LABEL.plist.
std::unique_ptr<StartPlace> launchAgentPlace(const QString &file, const QString &label,
                                             const StartCommand &command);
// A value `name` below `root`/Run, where `root` is the registry's key CurrentVersion of the account
// ("HKEY_CURRENT_USER…"). Anything else is the path of an INI file in its place, on every platform.
std::unique_ptr<StartPlace> runKeyPlace(const QString &root, const QString &name,
                                        const StartCommand &command);

// The value of Exec= in a desktop entry.
QString xdgCommand(const StartCommand &command);
// One command line, which Windows' own rules take apart into the same words again.
QString windowsCommandLine(const StartCommand &command);
// The first word of a command line, with forward slashes.
QString programOfCommandLine(const QString &line);
QByteArray launchAgentText(const QString &label, const StartCommand &command);

// Writes the whole file or nothing; Io with its name.
Result<> writeStartFile(const QString &file, const QByteArray &bytes);
Result<> removeStartFile(const QString &file);
// Its first 64 KiB; empty when it is not there.
QByteArray readStartFile(const QString &file);
std::unexpected<Error> startPlaceError(const QString &place, const QString &why);

} // namespace glovebox::settings
