// SPDX-License-Identifier: MIT
#include "packagetools.h"

#include "runanswer.h"
#include "schema.h"

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// What the runs of a session loaded since it has its interpreter.
QMap<QString, QString> loadedIn(const RunHub &hub, const SessionRef &session)
{
    QMap<QString, QString> loaded;
    for (const RunId run : hub.runs()) {
        const RunFacts *facts = hub.facts(run);
        if (facts->record.session != session)
            continue;
        for (const event::PackageLoaded &package : facts->packages)
            loaded.insert(package.name, package.version);
    }
    return loaded;
}

QString lineFor(const BundledPackage &package)
{
    QString line = package.name + u' ' + package.version;
    if (package.imports != QStringList{package.name} && !package.imports.isEmpty())
        line += u" (import %1)"_s.arg(package.imports.join(u", "_s));
    return line;
}

bool matches(const BundledPackage &package, const QString &query)
{
    return query.isEmpty() || package.name.contains(query, Qt::CaseInsensitive)
           || !package.imports.filter(query, Qt::CaseInsensitive).isEmpty();
}

} // namespace

Result<QList<PackagePin>> packagesArgument(const Services &services, const mcp::ToolCall &call)
{
    QStringList names;
    for (const QJsonValue &name : call.arguments()[u"packages"].toArray())
        names.append(name.toString());
    return services.packages.pins(names);
}

mcp::Tool InstallPackagesTool::describe() const
{
    return {
        .name = u"install_packages"_s,
        .title = u"Install packages"_s,
        .description = u"Loads packages that come with Glovebox into a session, after the person has allowed it. Seldom "
                       "needed: run_python loads what the code imports by itself. There is no network, so nothing else "
                       "can be installed; list_packages tells what there is."_s,
        .inputSchema = schema::object(
            {{u"packages"_s, schema::strings(u"Names without versions, e.g. [\"scikit-learn\"]."_s)},
             {u"session"_s, schema::string(u"Name or id of a session; default: your own \"default\"."_s)}},
            {u"packages"_s}),
        .annotations = {.readOnly = false, .destructive = false, .idempotent = true, .openWorld = false},
        .handler = {},
    };
}

void InstallPackagesTool::call(const mcp::ToolCallPtr &call)
{
    const auto pins = packagesArgument(services(), *call);
    if (!pins)
        return call->fail(pins.error());
    if (pins->isEmpty())
        return call->fail({ErrorCode::InvalidArgument,
                           u"`packages` is empty. Name at least one; list_packages tells which "
                           "there are."_s});
    const auto session = sessionArgument(services(), *call);
    if (!session)
        return call->fail(session.error());
    RunRequest request = requestOf(*call, *session);
    request.tool = u"install_packages"_s;
    request.packages = *pins;
    submitAndAnswer(services(), call, request);
}

mcp::Tool ListPackagesTool::describe() const
{
    return {
        .name = u"list_packages"_s,
        .title = u"List packages"_s,
        .description = u"The packages that run_python can import without a network, and those that a session of yours "
                       "has loaded already."_s,
        .inputSchema = schema::object(
            {{u"session"_s, schema::string(u"Name or id of a session; default: your own \"default\"."_s)},
             {u"query"_s, schema::string(u"Only packages or modules whose name contains this."_s)}}),
        .annotations = {.readOnly = true, .destructive = {}, .idempotent = true, .openWorld = false},
        .handler = {},
    };
}

void ListPackagesTool::call(const mcp::ToolCallPtr &call)
{
    const ClientId &client = call->caller().principal.id;
    const QString named = call->arguments()[u"session"].toString();
    // Looking makes no session.
    const auto session = services().sessions.find(client, named.isEmpty() ? u"default"_s : named);
    if (!session && !named.isEmpty())
        return call->fail(session.error());
    const QString query = call->arguments()[u"query"].toString().trimmed();
    QStringList loaded;
    if (session) {
        const auto packages = loadedIn(services().hub, session->ref);
        for (const auto &[name, version] : packages.asKeyValueRange()) {
            if (query.isEmpty() || name.contains(query, Qt::CaseInsensitive))
                loaded.append(name + u' ' + version);
        }
    }
    QStringList bundled;
    for (const BundledPackage &package : services().packages.all()) {
        if (matches(package, query))
            bundled.append(lineFor(package));
    }
    if (loaded.isEmpty() && bundled.isEmpty())
        return call->finish(mcp::CallResult::text(
            u"No package that comes with Glovebox matches \"%1\". There is no network to get "
            "others."_s.arg(query.left(80))));
    call->finish(mcp::CallResult::text(
        u"Loaded by runs of session %1: %2.\nCome with Glovebox (import them, nothing to install):\n%3"_s
            .arg(session ? session->name : u"default"_s,
                 loaded.isEmpty() ? u"none yet"_s : loaded.join(u", "_s),
                 bundled.join(u'\n'))));
}

} // namespace glovebox::tools
