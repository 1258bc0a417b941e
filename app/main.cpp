// SPDX-License-Identifier: MIT
#include "about.h"
#include "commands.h"
#include "connectcommand.h"
#include "desktop.h"
#include "language.h"
#include "program.h"
#include "terminationsignals.h"

#include <base/display.h>
#include <base/heap.h>

#include <QApplication>
#include <QTextStream>

#include <cstdio>
#include <optional>
#include <unistd.h>

namespace {

using namespace glovebox;
using namespace Qt::StringLiterals;

// Calls the functions that fit a variant's alternatives.
template <class... Functions>
struct Overloaded : Functions...
{
    using Functions::operator()...;
};

int complain(const Error &error)
{
    QTextStream(stderr) << "glovebox: " << error.text << Qt::endl;
    return 1;
}

// The program anew in this process, with the options that it was started with. Comes back only when
// it cannot be had.
int startAnew(char *argv[])
{
    ::execv("/proc/self/exe", argv);
    return complain({ErrorCode::Io, u"It could not be started anew."_s});
}

int runProgram(QCoreApplication &application, const QString &profile,
               const settings::command::Start &start, Language &language)
{
    if (const auto allowed = checkAccount(); !allowed)
        return complain(allowed.error());
    TerminationSignals signals;
    Program program(start, language);
    QObject::connect(&signals, &TerminationSignals::received, &program, &Program::quit);
    const auto begun = program.begin(profile);
    if (!begun)
        return complain(begun.error());
    if (*begun == Program::Begin::Running)
        return application.exec();
    QTextStream(stderr) << "glovebox: "
                        << QCoreApplication::translate(
                               "glovebox", "Glovebox runs already with this profile. Options "
                                           "count at its start only.")
                        << Qt::endl;
    return 0;
}

// A command of the terminal ends with the exit code that it reports.
int runCommand(QCoreApplication &application, const settings::CommandLine &line)
{
    const auto profile = settings::Profile::open(line.profile);
    if (!profile)
        return complain(profile.error());
    const auto opened = settings::Settings::open(profile->file(u"settings.json"_s));
    if (!opened)
        return complain(opened.error());
    const auto own = quint16((*opened)->value(settings::keys::port));
    const quint16 running = settings::listeningPort(profile->folder()).value_or(own);
    const auto done = [](int code) { QCoreApplication::exit(code); };
    using namespace settings::command;
    if (const auto *connect = std::get_if<Connect>(&line.command)) {
        // What --port gave lasts only until the next start, as port 0 does.
        ConnectCommand connecting(profile->folder(), !line.profile.isEmpty(),
                                  running == own ? own : 0);
        connecting.run(*connect, done);
        return application.exec();
    }
    Commands commands(profile->folder(), running);
    std::visit(Overloaded{
                   [&](const KeyAdd &add) {
                       commands.addKey(
                           add.label,
                           add.address ? journal::KeyUse::Address : journal::KeyUse::Header, done);
                   },
                   [&](const KeyList &) { commands.listKeys(done); },
                   [&](const KeyRevoke &revoke) { commands.revokeKey(revoke.label, done); },
                   [&](const JournalVerify &) { commands.verifyJournal(done); },
                   [&](const JournalExport &as) { commands.exportJournal(as.format, done); },
                   [](const auto &) {},
               },
               line.command);
    return application.exec();
}

// Qt would end the program by abort(), in words of its own.
int complainThatThereIsNoDisplay(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const Language language;
    return complain({ErrorCode::Unavailable,
                     QCoreApplication::translate(
                         "glovebox", "There is no display here. Start Glovebox in your desktop "
                                     "session, or without a window: glovebox --headless.")});
}

// Help, version and mistakes in the command line. Which kind of application it is to be stands in
// that same line, so it was read before there was a language.
int sayInThePersonsLanguage(int argc, char *argv[], const QStringList &arguments)
{
    const QCoreApplication application(argc, argv);
    const Language language;
    const auto line =
        settings::parseCommandLine(arguments, QProcessEnvironment::systemEnvironment());
    if (!line)
        return complain(line.error());
    const auto &show = std::get<settings::command::Show>(line->command);
    QTextStream(stdout) << (show.version
                                ? factsOfProgram(QCoreApplication::applicationDirPath()).toText()
                                : show.text);
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(u"glovebox"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(GLOVEBOX_VERSION));
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const auto line =
        settings::parseCommandLine(arguments, QProcessEnvironment::systemEnvironment());
    if (!line || std::holds_alternative<settings::command::Show>(line->command))
        return sayInThePersonsLanguage(argc, argv, arguments);
    const auto *start = std::get_if<settings::command::Start>(&line->command);
    if (start && !start->headless && !hasDisplay(QProcessEnvironment::systemEnvironment()))
        return complainThatThereIsNoDisplay(argc, argv);
    if (start)
        keepFreedBlocks();
    std::optional<int> ended;
    if (start && !start->headless) {
        Desktop::prepareApplication();
        QApplication application(argc, argv);
        QApplication::setQuitOnLastWindowClosed(false);
        Language language;
        ended = runProgram(application, line->profile, *start, language);
    }
    if (ended)
        return *ended == Program::restartCode ? startAnew(argv) : *ended;
    QCoreApplication application(argc, argv);
    Language language;
    return start ? runProgram(application, line->profile, *start, language)
                 : runCommand(application, *line);
}
