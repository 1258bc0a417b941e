// SPDX-License-Identifier: MIT
#include "base/localsocket.h"
#include "bridge.h"
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

int serve(QCoreApplication &application, const QString &profileFolder)
{
    if (profileFolder.isEmpty())
        takeSessionVariables();
    const auto profile = settings::Profile::open(profileFolder);
    if (!profile)
        return complain(profile.error().text);
    bridge::ProgramLauncher launcher(profile->folder(), !profileFolder.isEmpty());
    bridge::ProgramLink link(localSocketPath(profile->folder(), u"bridge.sock"_s),
                             qEnvironmentVariable("GLOVEBOX_KEY"), launcher, systemClock());
    const bridge::Bridge::Offer offer{.standard = tools::capabilities(),
                                      .byRevision = tools::storedCapabilities(profile->folder())};
    bridge::Bridge conversation(tools::serverInfo(), offer, link, systemClock());
    bridge::Stdio client;
    QObject::connect(&client, &bridge::Stdio::received, &conversation, &bridge::Bridge::receive);
    QObject::connect(&conversation, &bridge::Bridge::send, &client, &bridge::Stdio::send);
    QObject::connect(&client, &bridge::Stdio::closed, &application, [&link] {
        link.close(); // the program takes back what this client asked for
        QCoreApplication::quit();
    });
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
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Shows this help."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Shows the version."_s);
    parser.setApplicationDescription(
        u"Connects a client that speaks MCP on standard input and output to Glovebox. The "
        "client's key is in GLOVEBOX_KEY."_s);
    parser.addOptions({profile, help, version});
    if (!parser.parse(application.arguments()) || !parser.positionalArguments().isEmpty())
        return complain(parser.errorText() + u" glovebox-bridge --help shows what there is."_s);
    if (parser.isSet(help))
        return std::fputs(qUtf8Printable(parser.helpText()), stderr) < 0;
    if (parser.isSet(version))
        return complain(QCoreApplication::applicationVersion()) - 1;
    return serve(application, parser.value(profile));
}
