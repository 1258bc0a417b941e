// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

namespace glovebox::bridge {

// Starts the program that a bridge belongs to. An interface for tests.
class Launcher
{
public:
    virtual ~Launcher() = default;
    // Returns at once. NotFound: there is no program beside the bridge. Unavailable: it could not
    // be started here.
    virtual Result<> launch() = 0;
    // Whether what was launched last still runs, or another program that has the profile: of two
    // that are started at once, the second hands over to the first and ends.
    virtual bool isAlive() const = 0;
    // The last line that it wrote to its standard error, e.g. why it ended.
    virtual QString lastWords() const = 0;
};

// The binary `glovebox` in the same folder and nothing else (DESIGN 4.1), in the tray, in a
// session of its own, so that it lives on when the bridge ends.
class ProgramLauncher final : public Launcher
{
public:
    // `profileFolder` is where its first words are kept; `named`: it was given with --profile.
    ProgramLauncher(QString profileFolder, bool named);

    Result<> launch() override;
    bool isAlive() const override;
    QString lastWords() const override;

private:
    QString m_profileFolder;
    bool m_named;
    QString m_log;
    qint64 m_process = 0;
};

} // namespace glovebox::bridge
