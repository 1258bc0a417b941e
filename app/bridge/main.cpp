// SPDX-License-Identifier: MIT
#include "base/localsocket.h"
#include "bridge.h"
#include "hello.h"
#include "rest/about.h"
#include "sessionenvironment.h"
#include "settings/profile.h"
#include "stdio.h"
#include "tools/about.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <csignal>
#include <cstdio>

namespace {

using namespace glovebox;
using namespace Qt::StringLiterals;

// Standard output belongs to the client alone, and so does everything that is said here go to
// standard error, where clients keep it as the log of this server.
void logToStandardError(QtMsgType, const QMessageLogContext &, const QString &text)
{
    std::fprintf(stderr, "glovebox-bridge: %s\n", qUtf8Printable(text));
}

int complain(const QString &text)
{
    logToStandardError(QtWarningMsg, {}, text);
    return 1;
}

// The profile lies where the program would look for it, and clients do not always pass on what
// that depends on.
void takeSessionVariables()
{
    const auto environment = bridge::sessionEnvironment(QProcessEnvironment::systemEnvironment());
    for (const QLatin1StringView name : {"XDG_DATA_HOME"_L1, "XDG_RUNTIME_DIR"_L1}) {
        if (environment.contains(name))
            qputenv(name.data(), environment.value(name).toLocal8Bit());
    }
}

// What `initialize` is answered with while the program may still be starting.
struct Announcement
{
    mcp::ServerInfo info;
    bridge::Bridge::Offer offer;
};

Announcement announcementOf(const QString &compat, const QString &profileFolder)
{
    if (auto info = rest::compatInfo(compat))
        return {*std::move(info), {.standard = rest::compatCapabilities(compat)}};
    return {tools::serverInfo(),
            {.standard = tools::capabilities(),
             .byRevision = tools::storedCapabilities(profileFolder)}};
}

int serve(QCoreApplication &application, const QString &profileFolder,
          const bridge::Configuration &configuration)
{
    if (!configuration.compat.isEmpty() && !rest::compatInfo(configuration.compat))
        return complain(u"--compat takes %1, not \"%2\"."_s.arg(rest::compatNames().join(u", "_s),
                                                                configuration.compat));
    if (configuration.compat.isEmpty() &&
        !(configuration.folders.isEmpty() && configuration.rules.isEmpty()))
        return complain(u"--mount and --disable-validator go with --compat only."_s);
    const auto hello = bridge::helloOf(configuration, QProcessEnvironment::systemEnvironment());
    if (!hello)
        return complain(hello.error().text);
    if (profileFolder.isEmpty())
        takeSessionVariables();
    const auto profile = settings::Profile::open(profileFolder);
    if (!profile)
        return complain(profile.error().text);
    bridge::ProgramLauncher launcher(profile->folder(), !profileFolder.isEmpty());
    bridge::ProgramLink link(localSocketPath(profile->folder(), u"bridge.sock"_s), *hello, launcher,
                             systemClock());
    const Announcement announcement = announcementOf(configuration.compat, profile->folder());
    bridge::Bridge conversation(announcement.info, announcement.offer, link, systemClock());
    bridge::Stdio client;
    QObject::connect(&client, &bridge::Stdio::received, &conversation, &bridge::Bridge::receive);
    QObject::connect(&conversation, &bridge::Bridge::send, &client, &bridge::Stdio::send);
    const auto leave = [&link] {
        link.close(); // the program takes back what this client asked for
        QCoreApplication::quit();
    };
    QObject::connect(&client, &bridge::Stdio::ended, &conversation, &bridge::Bridge::endOfInput);
    // Not from inside of what the link is just telling.
    QObject::connect(&conversation, &bridge::Bridge::finished, &application, leave,
                     Qt::QueuedConnection);
    QObject::connect(&client, &bridge::Stdio::closed, &application, leave);
    const int code = application.exec();
    client.flush();
    return code;
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN);
    qInstallMessageHandler(logToStandardError);
    QCoreApplication::setApplicationName(u"glovebox"_s); // the profile's default place
    QCoreApplication::setApplicationVersion(QStringLiteral(GLOVEBOX_VERSION));
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption profile(u"profile"_s, u"The profile of the Glovebox to connect to."_s,
                                     u"DIR"_s);
    const QCommandLineOption compat(
        u"compat"_s,
        u"Offers the tools of another system instead of Glovebox's own: %1."_s.arg(
            rest::compatNames().join(u", "_s)),
        u"NAME"_s);
    const QCommandLineOption mount(u"mount"_s,
                                   u"With --compat: a folder that the client wants to read, under "
                                   u"the same path. The person is "
                                   "asked. Repeatable."_s,
                                   u"DIR"_s);
    const QCommandLineOption rules(u"disable-validator"_s,
                                   u"With --compat: a rule whose warnings the client asks to leave "
                                   u"out, or \"all\". The person "
                                   "sees that and decides all the same. Repeatable."_s,
                                   u"RULE"_s);
    const QCommandLineOption keyFile(
        u"key-file"_s,
        u"A file with the client's key, as \"glovebox key add\" printed it, in place of GLOVEBOX_KEY."_s,
        u"FILE"_s);
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Shows this help."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Shows the version."_s);
    parser.setApplicationDescription(
        u"Connects a client that speaks MCP on standard input and output to Glovebox. The "
        "client's key is in GLOVEBOX_KEY or in the file of --key-file."_s);
    parser.addOptions({profile, compat, mount, rules, keyFile, help, version});
    if (!parser.parse(application.arguments()))
        return complain(parser.errorText() + u" glovebox-bridge --help shows what there is."_s);
    if (const QStringList words = parser.positionalArguments(); !words.isEmpty())
        return complain(u"\"%1\" is no option. glovebox-bridge --help shows what there is."_s.arg(
            words.first()));
    if (parser.isSet(help))
        return std::fputs(qUtf8Printable(parser.helpText()), stderr) < 0;
    if (parser.isSet(version))
        return complain(QCoreApplication::applicationVersion()) - 1;
    return serve(application, parser.value(profile),
                 {.compat = parser.value(compat),
                  .folders = parser.values(mount),
                  .rules = parser.values(rules),
                  .keyFile = parser.value(keyFile)});
}
