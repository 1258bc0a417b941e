// SPDX-License-Identifier: MIT
#include "commandline.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("glovebox::CommandLine", text);
}

std::unexpected<Error> invalid(const QString &text)
{
    return fail(ErrorCode::InvalidArgument, text);
}

class Options
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::CommandLine)

public:
    const QCommandLineOption help{{u"h"_s, u"help"_s}, tr("Shows this help.")};
    const QCommandLineOption version{{u"v"_s, u"version"_s}, tr("Shows the version.")};
    const QCommandLineOption tray{u"tray"_s, tr("Starts in the tray, without opening the window.")};
    const QCommandLineOption headless{
        u"headless"_s, tr("Runs without a window. Nobody can be asked, so every run is denied "
                          "unless --approve says otherwise.")};
    const QCommandLineOption port{
        u"port"_s, tr("Listens on 127.0.0.1:<N> (default 8420; 0: any free port)."), u"N"_s};
    const QCommandLineOption endpointFile{
        u"endpoint-file"_s,
        tr("Writes addresses and a key to <F> (JSON, mode 0600) once it listens."), u"F"_s};
    const QCommandLineOption profile{
        u"profile"_s, tr("Keeps all state in <DIR>, which only you may enter."), u"DIR"_s};
    const QCommandLineOption approve{
        u"approve"_s,
        tr("Whether runs are asked for: ask, deny, or (only with --headless) allow."),
        u"ask|allow|deny"_s, u"ask"_s};
    const QCommandLineOption auth{
        u"auth"_s, tr("off: everybody on this computer may ask, without a key."), u"on|off"_s,
        u"on"_s};
    const QCommandLineOption mount{
        u"mount"_s,
        tr("Shares a folder as /mnt/NAME: ro, staged (default) or rw. Can be repeated."),
        u"NAME=PATH[:MODE]"_s};
    const QCommandLineOption address{
        u"address"_s, tr("With key add: the key may stand in the address, /k/KEY/mcp.")};

    QList<QCommandLineOption> all() const
    {
        return {help,    version, tray, headless, port,   endpointFile,
                profile, approve, auth, mount,    address};
    }
};

Result<CommandLine> keyCommand(const QStringList &words, bool address, const QString &profile)
{
    const QString verb = words.value(1);
    if (verb == u"add"_s && words.size() == 3)
        return CommandLine{profile, command::KeyAdd{words[2], address}};
    if (verb == u"list"_s && words.size() == 2)
        return CommandLine{profile, command::KeyList{}};
    if (verb == u"revoke"_s && words.size() == 3)
        return CommandLine{profile, command::KeyRevoke{words[2]}};
    return invalid(tr("Write: glovebox key add NAME [--address], glovebox key list, or glovebox "
                      "key revoke NAME."));
}

Result<CommandLine> journalCommand(const QStringList &words, const QString &profile)
{
    if (words.size() == 2 && words[1] == u"verify"_s)
        return CommandLine{profile, command::JournalVerify{}};
    if (words.size() == 2 && words[1] == u"export"_s)
        return CommandLine{profile, command::JournalExport{}};
    return invalid(tr("Write: glovebox journal verify, or glovebox journal export."));
}

Result<std::optional<quint16>> portOption(const QCommandLineParser &parser, const Options &options)
{
    if (!parser.isSet(options.port))
        return std::nullopt;
    bool ok = false;
    const quint16 port = parser.value(options.port).toUShort(&ok);
    if (!ok)
        return invalid(tr("--port takes a number from 0 to 65535, not “%1”.")
                           .arg(parser.value(options.port)));
    return port;
}

Result<> checkTogether(const command::Start &start)
{
    if (!QStringList{u"ask"_s, u"allow"_s, u"deny"_s}.contains(start.approve))
        return invalid(tr("--approve takes ask, allow or deny, not “%1”.").arg(start.approve));
    if (start.approve == u"allow"_s && !start.headless)
        return invalid(tr("--approve allow works only with --headless: where a window is, you are "
                          "asked."));
    if (start.approve == u"allow"_s && !start.authentication)
        return invalid(tr("--auth off and --approve allow together would run anybody's code "
                          "unasked. Choose one."));
    if (start.tray && start.headless)
        return invalid(tr("--tray and --headless exclude each other."));
    return {};
}

Result<CommandLine> startCommand(const QCommandLineParser &parser, const Options &options,
                                 const QProcessEnvironment &environment)
{
    command::Start start;
    start.tray = parser.isSet(options.tray);
    start.headless = parser.isSet(options.headless);
    const auto port = portOption(parser, options);
    if (!port)
        return std::unexpected(port.error());
    start.port = *port;
    start.endpointFile = parser.value(options.endpointFile);
    start.approve = parser.value(options.approve);
    const QString auth = parser.value(options.auth);
    if (auth != u"on"_s && auth != u"off"_s)
        return invalid(tr("--auth takes on or off, not “%1”.").arg(auth));
    start.authentication = auth == u"on"_s;
    start.mounts = parser.values(options.mount);
    start.documents = parser.positionalArguments();
    start.cacheFolder = environment.value(u"PYODIDE_CACHE_DIR"_s);
    // As mcp-pyodide does it: one folder "data", read-write.
    if (const QString data = environment.value(u"PYODIDE_DATA_DIR"_s); !data.isEmpty())
        start.mounts.append(u"data=%1:rw"_s.arg(data));
    if (const auto checked = checkTogether(start); !checked)
        return std::unexpected(checked.error());
    return CommandLine{parser.value(options.profile), start};
}

} // namespace

Result<CommandLine> parseCommandLine(const QStringList &arguments,
                                     const QProcessEnvironment &environment)
{
    const Options options;
    QCommandLineParser parser;
    parser.setApplicationDescription(
        tr("Runs Python that language models wrote, in a sealed sandbox, after you allowed it.\n\n"
           "glovebox key add NAME [--address] | key list | key revoke NAME\n"
           "glovebox journal verify | journal export"));
    parser.addOptions(options.all());
    parser.addPositionalArgument(u"documents"_s, tr("Documents to open."), u"[documents]"_s);
    if (!parser.parse(arguments))
        return invalid(tr("%1. --help shows what there is.").arg(parser.errorText()));
    if (parser.isSet(options.help))
        return CommandLine{{}, command::Show{parser.helpText()}};
    if (parser.isSet(options.version))
        return CommandLine{
            {}, command::Show{u"glovebox %1\n"_s.arg(QCoreApplication::applicationVersion())}};
    const QStringList words = parser.positionalArguments();
    const QString profile = parser.value(options.profile);
    if (words.value(0) == u"key"_s)
        return keyCommand(words, parser.isSet(options.address), profile);
    if (words.value(0) == u"journal"_s)
        return journalCommand(words, profile);
    return startCommand(parser, options, environment);
}

} // namespace glovebox::settings
