// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QString>

namespace glovebox::settings {

// Starting with the person's session, as the XDG Autostart specification has it: a desktop entry
// in the folder "autostart" of the person's configuration. It starts in the tray.
class Autostart
{
public:
    struct Options
    {
        QString configFolder;  // "~/.config"
        QString program;       // absolute
        QString profileFolder; // empty: the platform's own
    };
    explicit Autostart(Options options);
    // Of this process: XDG's folder, and what was started (an AppImage names itself in APPIMAGE).
    static Autostart ofThisProgram(const QString &profileFolder);

    bool isOn() const;
    // Io with the file's name. Off removes the file; one that somebody else wrote stays, switched
    // off.
    Result<> set(bool on);
    // A program that was moved or unpacked elsewhere is found again: writes the entry anew when it
    // is on and names a program that is not there any more.
    Result<> mend();

    QString file() const;
    QString command() const; // as it stands behind Exec=

private:
    QString entry() const;

    Options m_options;
};

} // namespace glovebox::settings
