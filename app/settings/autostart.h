// SPDX-License-Identifier: MIT
#pragma once

#include "platform.h"

#include "base/result.h"

#include <QString>

#include <memory>

namespace glovebox::settings {

class StartPlace;

// Starting with the person's session, in the tray: on Linux a desktop entry (XDG Autostart), on
// macOS an agent of launchd, on Windows a value of the registry's key Run. Each profile has its
// own.
class Autostart
{
public:
    struct Options
    {
        // Linux: "~/.config". macOS: "~/Library". Windows: the registry's key CurrentVersion, or an
        // INI file in its place.
        QString configFolder;
        QString program;       // absolute
        QString profileFolder; // empty: the platform's own
        Platform platform = Platform::Linux;
    };
    explicit Autostart(Options options);
    // Of this process: the platform's place, and what was started (an AppImage names itself in
    // APPIMAGE).
    static Autostart ofThisProgram(const QString &profileFolder);

    bool isOn() const;
    // Io with the place's name. Off removes the entry; one that somebody else wrote stays, switched
    // off, where the platform tells the two apart.
    Result<> set(bool on);
    // A program that was moved or unpacked elsewhere is found again: writes the entry anew when it
    // is on and names a program that is not there any more.
    Result<> mend();

    QString file() const;    // of the entry; Windows: its name
    QString command() const; // as it stands in the entry; empty where words stand apart (macOS)

private:
    QString name() const; // "glovebox", of another profile "glovebox-1a2b3c4d"
    std::unique_ptr<StartPlace> place() const;

    Options m_options;
};

} // namespace glovebox::settings
