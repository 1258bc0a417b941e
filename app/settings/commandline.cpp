// SPDX-License-Identifier: MIT
#include "commandline.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QSet>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

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
        u"approve"_s, tr("Whether runs are asked for: ask, deny, or (only with --headless) allow."),
        u"ask|allow|deny"_s, u"ask"_s};
    const QCommandLineOption auth{u"auth"_s,
                                  tr("off: everybody on this computer may ask, without a key."),
                                  u"on|off"_s, u"on"_s};
    const QCommandLineOption mount{
        u"mount"_s,
        tr("Shares a folder as /mnt/NAME: ro, staged (default) or rw. Can be repeated."),
        u"NAME=PATH[:MODE]"_s};
    const QCommandLineOption sensitive{
        u"share-sensitive"_s,
        tr("Shares the folder of --mount NAME although it holds keys, passwords or parts of the "
           "system. Can be repeated."),
        u"NAME"_s};
    const QCommandLineOption address{
        u"address"_s, tr("With key add: the key may stand in the address, /k/KEY/mcp.")};
    const QCommandLineOption dryRun{
        u"dry-run"_s, tr("With connect: shows what would be written, and writes nothing.")};
    const QCommandLineOption remove{u"remove"_s,
                                    tr("With connect: takes Glovebox out of that client again.")};

    QList<QCommandLineOption> all() const
    {
        return {help,    version, tray,  headless,  port,    endpointFile, profile,
                approve, auth,    mount, sensitive, address, dryRun,       remove};
    }
};

Result<CommandLine> keyCommand(const QStringList &words, bool address, const QString &profile)
{
    const QString verb = words.value(1);
    if (words.size() == 3 && words[2].isEmpty())
        return invalid(Options::tr("A key needs a name."));
    if (address && verb != u"add"_s)
        return invalid(Options::tr("--address goes with key add only."));
    if (verb == u"add"_s && words.size() == 3)
        return CommandLine{profile, command::KeyAdd{words[2], address}};
    if (verb == u"list"_s && words.size() == 2)
        return CommandLine{profile, command::KeyList{}};
    if (verb == u"revoke"_s && words.size() == 3)
        return CommandLine{profile, command::KeyRevoke{words[2]}};
    return invalid(
        Options::tr("Write: glovebox key add NAME [--address], glovebox key list, or glovebox "
                    "key revoke NAME."));
}

Result<CommandLine> journalCommand(const QStringList &words, const QString &profile)
{
    if (words.size() == 2 && words[1] == u"verify"_s)
        return CommandLine{profile, command::JournalVerify{}};
    static const QStringList formats{u"jsonl"_s, u"md"_s, u"ipynb"_s, u"html"_s};
    if (words.size() == 2 && words[1] == u"export"_s)
        return CommandLine{profile, command::JournalExport{}};
    if (words.size() == 3 && words[1] == u"export"_s && formats.contains(words[2]))
        return CommandLine{profile, command::JournalExport{words[2]}};
    return invalid(Options::tr("Write: glovebox journal verify, or glovebox journal export "
                               "[jsonl|md|ipynb|html]."));
}

Result<CommandLine> connectCommand(const QCommandLineParser &parser, const Options &options)
{
    const QStringList words = parser.positionalArguments();
    const command::Connect connect{.client = words.value(1),
                                   .dryRun = parser.isSet(options.dryRun),
                                   .remove = parser.isSet(options.remove)};
    if (words.size() != 2 || (connect.dryRun && connect.remove))
        return invalid(Options::tr("Write: glovebox connect CLIENT [--dry-run|--remove]."));
    return CommandLine{parser.value(options.profile), connect};
}

Result<std::optional<quint16>> portOption(const QCommandLineParser &parser, const Options &options)
{
    if (!parser.isSet(options.port))
        return std::nullopt;
    bool ok = false;
    const quint16 port = parser.value(options.port).toUShort(&ok);
    if (!ok)
        return invalid(Options::tr("--port takes a number from 0 to 65535, not “%1”.")
                           .arg(parser.value(options.port)));
    return port;
}

// A mount that silently took the place of another would be a folder that nobody expects.
Result<> checkMountNames(const QStringList &mounts)
{
    QSet<QString> names;
    for (const QString &mount : mounts) {
        const QString name = mount.section(u'=', 0, 0);
        if (names.contains(name))
            return invalid(Options::tr("--mount gives the name “%1” to two folders.").arg(name));
        names.insert(name);
    }
    return {};
}

// Absolute, because the program that gets them may run in another folder.
QStringList absolute(const QStringList &paths)
{
    QStringList list;
    for (const QString &path : paths)
        list.append(QDir::current().absoluteFilePath(path));
    return list;
}

Result<> checkTogether(const command::Start &start)
{
    if (!QStringList{u"ask"_s, u"allow"_s, u"deny"_s}.contains(start.approve))
        return invalid(
            Options::tr("--approve takes ask, allow or deny, not “%1”.").arg(start.approve));
    if (start.approve == u"allow"_s && !start.headless)
        return invalid(
            Options::tr("--approve allow works only with --headless: where a window is, you are "
                        "asked."));
    if (start.approve == u"allow"_s && !start.authentication)
        return invalid(
            Options::tr("--auth off and --approve allow together would run anybody's code "
                        "unasked. Choose one."));
    if (start.tray && start.headless)
        return invalid(Options::tr("--tray and --headless exclude each other."));
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
        return invalid(Options::tr("--auth takes on or off, not “%1”.").arg(auth));
    start.authentication = auth == u"on"_s;
    start.mounts = parser.values(options.mount);
    if (const auto checked = checkMountNames(start.mounts); !checked)
        return std::unexpected(checked.error());
    start.sensitiveMounts = parser.values(options.sensitive);
    start.documents = absolute(parser.positionalArguments());
    start.cacheFolder = environment.value(u"PYODIDE_CACHE_DIR"_s);
    // As mcp-pyodide does it: one folder "data", read-write. First, so that an option counts more.
    start.dataFolder = environment.value(u"PYODIDE_DATA_DIR"_s);
    if (!start.dataFolder.isEmpty())
        start.mounts.prepend(u"data=%1:rw"_s.arg(start.dataFolder));
    if (const auto checked = checkTogether(start); !checked)
        return std::unexpected(checked.error());
    return CommandLine{parser.value(options.profile), start};
}

// QCommandLineParser asks QCoreApplication for the program's name, and that does not exist yet.
QString helpText(const QCommandLineParser &parser)
{
    const QString text = parser.helpText();
    return Options::tr("Usage: glovebox [options] [documents]") + text.mid(text.indexOf(u'\n'));
}

} // namespace

Result<CommandLine> parseCommandLine(const QStringList &arguments,
                                     const QProcessEnvironment &environment)
{
    const Options options;
    QCommandLineParser parser;
    parser.setApplicationDescription(Options::tr(
        "Runs Python that language models wrote, in a sealed sandbox, after you allowed it.\n\n"
        "glovebox key add NAME [--address] | key list | key revoke NAME\n"
        "glovebox connect CLIENT [--dry-run|--remove]\n"
        "glovebox journal verify | journal export [jsonl|md|ipynb|html]"));
    parser.addOptions(options.all());
    parser.addPositionalArgument(u"documents"_s, Options::tr("Documents to open."),
                                 u"[documents]"_s);
    if (!parser.parse(arguments))
        return invalid(Options::tr("%1 --help shows what there is.").arg(parser.errorText()));
    if (parser.isSet(options.help))
        return CommandLine{{}, command::Show{.text = helpText(parser)}};
    if (parser.isSet(options.version))
        return CommandLine{{}, command::Show{.text = {}, .version = true}};
    // An unset variable of a script must not lead to the person's own profile.
    for (const QString &name : {u"profile"_s, u"endpoint-file"_s}) {
        if (parser.isSet(name) && parser.value(name).isEmpty())
            return invalid(Options::tr("--%1 names nothing.").arg(name));
    }
    const QStringList words = parser.positionalArguments();
    const QString profile = parser.value(options.profile);
    if (words.value(0) == u"key"_s)
        return keyCommand(words, parser.isSet(options.address), profile);
    if (words.value(0) == u"journal"_s)
        return journalCommand(words, profile);
    if (words.value(0) == u"connect"_s)
        return connectCommand(parser, options);
    if (parser.isSet(options.dryRun) || parser.isSet(options.remove))
        return invalid(Options::tr("--dry-run and --remove go with connect only."));
    if (parser.isSet(options.address))
        return invalid(Options::tr("--address goes with key add only."));
    return startCommand(parser, options, environment);
}

} // namespace glovebox::settings
