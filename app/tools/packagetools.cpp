// SPDX-License-Identifier: MIT
#include "packagetools.h"

#include "base/packagelock.h"
#include "codepackages.h"
#include "runanswer.h"
#include "schema.h"

#include <QRegularExpression>

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostListed = 60; // names of one group, unless a query narrows them
constexpr qsizetype mostVersions = 12;

QString lineFor(const BundledPackage &package)
{
    QString line = package.name + u' ' + package.version;
    if (package.imports != QStringList{package.name} && !package.imports.isEmpty())
        line += u" (import %1)"_s.arg(package.imports.join(u", "_s));
    return line;
}

bool matches(const BundledPackage &package, const QString &query)
{
    return query.isEmpty() || package.name.contains(query, Qt::CaseInsensitive) ||
           !package.imports.filter(query, Qt::CaseInsensitive).isEmpty();
}

// Whose work is given up when the call is taken back; deleted when it is done.
QObject *scopeOf(const Services &services, const mcp::ToolCallPtr &call)
{
    auto *scope = new QObject(&services.runs);
    QObject::connect(call.get(), &mcp::ToolCall::cancelled, scope, &QObject::deleteLater);
    return scope;
}

bool mayLoadBundled(const Services &services, const ClientId &client)
{
    return !services.planner || !services.planner->desk().policy().clients.value(client).noPackages;
}

// Lines of code ask for bundled packages as often as for others; their import loads them.
QStringList askedByCode(const Services &services, const QByteArray &code)
{
    QStringList names = services.planner ? packagesInCode(code) : QStringList();
    names.removeIf([&services](const QString &name) { return services.packages.find(name); });
    return names;
}

Error refusalError(const PackagePlan &plan, const QList<PackageRefusal> &refusals)
{
    QString text =
        u"Nothing was installed, because not everything can be had.\n"_s + refusalsText(refusals);
    QStringList others;
    for (const PlannedPackage &package : plan.packages) {
        if (package.requested)
            others.append(package.name + u' ' + package.version);
    }
    if (!others.isEmpty())
        text +=
            u"\nCould be installed: %1. Ask again for those alone, or for other versions."_s.arg(
                others.join(u", "_s));
    return {ErrorCode::NotFound, text};
}

void takePlan(const mcp::ToolCallPtr &call, const Result<PackagePlan> &plan,
              const QStringList &byCode, const std::function<void(const QList<PackagePin> &)> &go)
{
    if (call->isOver())
        return;
    if (!plan)
        return call->fail(plan.error());
    QList<PackageRefusal> refusals = plan->refusals;
    refusals.removeIf(
        [&byCode](const PackageRefusal &refusal) { return byCode.contains(refusal.requirement); });
    if (!refusals.isEmpty())
        return call->fail(refusalError(*plan, refusals));
    go(plan->pins());
}

// What there is beside the loaded and the bundled packages.
QString othersText(const PackageDesk &desk, const QString &query)
{
    QStringList cached, released;
    const auto fits = [&query](const QString &name) {
        return query.isEmpty() || name.contains(query, Qt::CaseInsensitive);
    };
    for (const CachedPackage &item : desk.cached()) {
        if (fits(item.package.name))
            cached.append(item.package.name + u' ' + item.package.version);
    }
    for (const PlannedPackage &package : desk.released()) {
        if (fits(package.name))
            released.append(package.name + u' ' + package.version);
    }
    QString text;
    const auto add = [&text](const QString &title, const QStringList &names) {
        if (names.isEmpty())
            return;
        text +=
            u"\n%1: %2"_s.arg(title, names.first(std::min(names.size(), mostListed)).join(u", "_s));
        if (names.size() > mostListed)
            text += u" and %1 more (give `query`)"_s.arg(names.size() - mostListed);
        text += u'.';
    };
    add(u"Fetched before, can be installed (install_packages)"_s, cached);
    add(u"Of Pyodide's release, can be installed"_s, released);
    return text;
}

QString projectText(const ProjectFacts &project)
{
    if (project.versions.isEmpty())
        return u"\nOn the index, %1: %2"_s.arg(project.name, project.why);
    QString text = u"\nOn the index, %1 can be installed in: %2"_s.arg(
        project.name,
        project.versions.first(std::min(project.versions.size(), mostVersions)).join(u", "_s));
    if (project.versions.size() > mostVersions)
        text += u" and %1 older versions"_s.arg(project.versions.size() - mostVersions);
    return text + u'.';
}

// A name that an index could know.
bool isProjectName(const QString &text)
{
    static const QRegularExpression name(u"^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$"_s);
    return name.match(text).hasMatch();
}

} // namespace

QStringList packagesArgument(const mcp::ToolCall &call)
{
    QStringList names;
    for (const QJsonValue &name : call.arguments()[u"packages"].toArray())
        names.append(name.toString());
    return names;
}

void withPackages(const Services &services, const mcp::ToolCallPtr &call, const SessionRef &session,
                  const QStringList &names, const QByteArray &code,
                  const std::function<void(const QList<PackagePin> &)> &go)
{
    const ClientId &client = call->caller().principal.id;
    const QStringList byCode = askedByCode(services, code);
    const auto pins = services.packages.pins(names);
    if (byCode.isEmpty() && pins && (names.isEmpty() || mayLoadBundled(services, client)))
        return go(*pins);
    if (!services.planner)
        return call->fail(pins.error());
    call->status(u"finding out which packages are needed"_s);
    QObject *scope = scopeOf(services, call);
    services.planner
        ->plan({.client = client, .session = session, .requirements = names + byCode}, scope)
        .then(&services.runs,
              [call, names, byCode, go, scope = QPointer(scope)](const Result<PackagePlan> &plan) {
                  if (scope)
                      scope->deleteLater();
                  // Only the code wants something: its own line says what is wrong when it runs.
                  if (!plan && names.isEmpty() && !call->isOver())
                      return go({});
                  takePlan(call, plan, byCode, go);
              });
}

void withLock(const Services &services, const mcp::ToolCallPtr &call, const QString &lock,
              const std::function<void(const QList<PackagePin> &)> &go)
{
    const auto pins = pinsOfLock(lock);
    if (!pins)
        return call->fail(pins.error());
    const ClientId &client = call->caller().principal.id;
    const bool bundled = std::ranges::all_of(*pins, [&services](const PackagePin &pin) {
        const BundledPackage *package = services.packages.find(pin.name);
        return package && package->sha256 == pin.sha256;
    });
    if (bundled && mayLoadBundled(services, client))
        return go(*pins);
    if (!services.planner)
        return call->fail({ErrorCode::Unavailable,
                           u"`lock` names packages that do not come with Glovebox, and others "
                           "cannot be had now."_s});
    QObject *scope = scopeOf(services, call);
    services.planner->planLock(*pins, client, scope)
        .then(&services.runs, [call, go, scope = QPointer(scope)](const Result<PackagePlan> &plan) {
            if (scope)
                scope->deleteLater();
            takePlan(call, plan, {}, go);
        });
}

mcp::Tool InstallPackagesTool::describe() const
{
    return {
        .name = u"install_packages"_s,
        .title = u"Install packages"_s,
        .description = u"Installs packages into a session, after the person has allowed exactly "
                       u"these versions: pure "
                       "Python wheels, and those built for Pyodide. Glovebox fetches them; the "
                       "sandbox itself has no "
                       "network. Packages that come with Glovebox need no installing: run_python "
                       "loads what the code "
                       "imports (list_packages tells which). All or nothing: when one cannot be "
                       "had, each is told with "
                       "its reason."_s,
        .inputSchema = schema::object(
            {{u"packages"_s,
              schema::strings(
                  u"Requirements as for pip, e.g. [\"humanize>=4\", \"rich[jupyter]\"], also with "
                  "\" --hash=sha256:…\"; a wheel \"/mnt/data/x.whl\" or \"-r /mnt/data/requirements.txt\"."_s)},
             {u"session"_s,
              schema::string(u"Name or id of a session; default: your own \"default\"."_s)}},
            {u"packages"_s}),
        .annotations = {.readOnly = false,
                        .destructive = false,
                        .idempotent = true,
                        .openWorld = true},
        .handler = {},
    };
}

void InstallPackagesTool::call(const mcp::ToolCallPtr &call)
{
    const QStringList names = packagesArgument(*call);
    if (names.isEmpty())
        return call->fail({ErrorCode::InvalidArgument,
                           u"`packages` is empty. Name at least one; list_packages tells which "
                           "there are."_s});
    if (std::ranges::any_of(names, [](const QString &name) { return name.trimmed().isEmpty(); }))
        return call->fail({ErrorCode::InvalidArgument, u"An entry of `packages` is empty."_s});
    const auto session = sessionArgument(services(), *call);
    if (!session)
        return call->fail(session.error());
    withPackages(
        services(), call, *session, names, {},
        [this, call, session = *session, names](const QList<PackagePin> &pins) {
            if (pins.isEmpty())
                return call->finish(mcp::CallResult::text(
                    u"Nothing to do: the session has %1 already."_s.arg(names.join(u", "_s))));
            RunRequest request = requestOf(*call, session);
            request.tool = u"install_packages"_s;
            request.packages = pins;
            submitAndAnswer(services(), call, request);
        });
}

mcp::Tool ListPackagesTool::describe() const
{
    return {
        .name = u"list_packages"_s,
        .title = u"List packages"_s,
        .description = u"The packages that a session of yours has, those that run_python can "
                       u"import without installing, "
                       "and with `query` those that install_packages could get; all with versions. "
                       "Also gives the "
                       "session's lock, which create_session takes."_s,
        .inputSchema = schema::object(
            {{u"session"_s,
              schema::string(u"Name or id of a session; default: your own \"default\"."_s)},
             {u"query"_s,
              schema::string(
                  u"Only packages or modules whose name contains this; also looked up on the "
                  "index."_s)}}),
        .annotations = {.readOnly = true, .destructive = {}, .idempotent = true, .openWorld = true},
        .handler = {},
    };
}

QString ListPackagesTool::localText(const std::optional<SessionStatus> &session,
                                    const QString &query) const
{
    QStringList loaded;
    if (session && services().installed) {
        for (const PackagePin &pin : services().installed->installed(session->ref)) {
            if (query.isEmpty() || pin.name.contains(query, Qt::CaseInsensitive))
                loaded.append(pin.name + u' ' + pin.version);
        }
    }
    QStringList bundled;
    for (const BundledPackage &package : services().packages.all()) {
        if (matches(package, query))
            bundled.append(lineFor(package));
    }
    const QString others =
        services().planner ? othersText(services().planner->desk(), query) : QString();
    QString text =
        u"Loaded by runs of session %1: %2.\nCome with Glovebox (import them, nothing to "
        "install):\n%3"_s.arg(session ? session->name : u"default"_s,
                              loaded.isEmpty() ? u"none yet"_s : loaded.join(u", "_s),
                              bundled.isEmpty() ? u"none of that name"_s : bundled.join(u'\n'));
    text += others;
    if (session && services().installed && query.isEmpty()) {
        if (const QString lock = services().installed->lockOf(session->ref); !lock.isEmpty())
            text += u"\nLock: "_s + lock;
    }
    return text;
}

void ListPackagesTool::call(const mcp::ToolCallPtr &call)
{
    const ClientId &client = call->caller().principal.id;
    const QString named = call->arguments()[u"session"].toString();
    // Looking makes no session.
    const auto found = services().sessions.find(client, named.isEmpty() ? u"default"_s : named);
    if (!found && !named.isEmpty())
        return call->fail(found.error());
    const QString query = call->arguments()[u"query"].toString().trimmed();
    const QString text = localText(found ? std::optional(*found) : std::nullopt, query);
    if (!services().planner || !isProjectName(query) || services().packages.find(query))
        return call->finish(mcp::CallResult::text(text));
    QObject *scope = scopeOf(services(), call);
    services()
        .planner->desk()
        .look(query, client, scope)
        .then(&services().runs,
              [call, text, scope = QPointer(scope)](const Result<ProjectFacts> &project) {
                  if (scope)
                      scope->deleteLater();
                  call->finish(mcp::CallResult::text(
                      text + (project ? projectText(*project)
                                      : u"\nThe index: "_s + project.error().text)));
              })
        .onCanceled(&services().runs, [call, text] { call->finish(mcp::CallResult::text(text)); });
}

} // namespace glovebox::tools
