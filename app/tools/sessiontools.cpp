// SPDX-License-Identifier: MIT
#include "sessiontools.h"

#include "modeltext.h"
#include "packagetools.h"
#include "schema.h"

#include <QTimeZone>

#include <algorithm>
#include <array>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostVariables = 64;
constexpr qsizetype longestVariable = 32 * limits::KiB;

QJsonObject sessionSchema()
{
    return schema::object({{u"session"_s, schema::string(u"Name or id of the session."_s)}},
                          {u"session"_s});
}

QString stateText(SessionStatus::State state)
{
    const QString more =
        state == SessionStatus::State::Retired ? u" (its next run starts it anew)"_s : QString();
    return sessionStateName(state) + more;
}

QString describeSession(const SessionStatus &status)
{
    QStringList parts{status.name, u"id "_s + status.ref.id.value(), stateText(status.state),
                      u"%1 runs"_s.arg(status.runs)};
    if (status.queued > 0)
        parts.append(u"%1 queued"_s.arg(status.queued));
    if (status.residentBytes > 0)
        parts.append(u"its process has %1 MB"_s.arg(status.residentBytes / limits::MiB));
    parts.append(u"limit of Python's memory %1 MB"_s.arg(status.heapLimitBytes / limits::MiB));
    parts.append(u"since "_s + status.since.toString(Qt::ISODate));
    return parts.join(u" · "_s);
}

// By its offsets in winter and summer, which is all that Python's C library has of it.
bool isOwnZone(const QTimeZone &zone)
{
    const int year = QDate::currentDate().year();
    return std::ranges::all_of(std::array{1, 7}, [&](int month) {
        const QDateTime moment(QDate(year, month, 1), QTime(), QTimeZone::UTC);
        return zone.offsetFromUtc(moment) == QTimeZone::systemTimeZone().offsetFromUtc(moment);
    });
}

// Python's C library in the sandbox knows one time zone, and takes no other from a variable.
QString zoneNote(const QString &name)
{
    const QByteArray own = QTimeZone::systemTimeZoneId();
    const QTimeZone zone(name.toUtf8());
    if (name.isEmpty() || (zone.isValid() && isOwnZone(zone)))
        return {};
    const QString instead =
        zone.isValid()
            ? u" Use zoneinfo.ZoneInfo(\"%1\"): datetime.now(zone), datetime.astimezone(zone)."_s
                  .arg(name)
            : u" Use the zones of zoneinfo."_s;
    return u"\nTZ is set, and moves no clock here: time.localtime() and datetime.now() stay in "
           "the computer's zone, %1."_s.arg(QString::fromUtf8(own)) +
           instead;
}

bool isVariableName(const QString &name)
{
    return !name.isEmpty() && !name.front().isDigit() && std::ranges::all_of(name, [](QChar c) {
        return c == u'_' || (c.unicode() < 128 && c.isLetterOrNumber());
    });
}

} // namespace

Result<QMap<QString, QString>> variablesFrom(const QJsonObject &env, const QString &name)
{
    if (env.size() > mostVariables)
        return fail(ErrorCode::LimitExceeded,
                    u"`%1` has %2 variables; at most %3 are taken."_s.arg(name)
                        .arg(env.size())
                        .arg(mostVariables));
    QMap<QString, QString> variables;
    for (auto it = env.begin(); it != env.end(); ++it) {
        const QString value = it.value().toString();
        if (!isVariableName(it.key()) || !it.value().isString() || value.size() > longestVariable ||
            value.contains(QChar::Null))
            return fail(
                ErrorCode::InvalidArgument,
                u"The variable \"%1\" in `%2` cannot be set: a name has letters, digits "
                "and _, a value is a string of at most 32,768 characters without NUL."_s.arg(
                    it.key().left(80), name));
        variables.insert(it.key(), value);
    }
    return variables;
}

mcp::Tool CreateSessionTool::describe() const
{
    const SessionOptions &defaults = services().sessions.defaults();
    return {
        .name = u"create_session"_s,
        .title = u"Create a session"_s,
        .description = u"Makes a Python session of your own beside \"default\": its variables, its "
                       u"memory and its "
                       "process are separate. Runs of different sessions go in parallel."_s,
        .inputSchema = schema::object({
            {u"name"_s, schema::string(u"1 to 64 of A-Z a-z 0-9 _ -; default: one is made up."_s)},
            {u"memory_mb"_s, schema::integer(u"Limit of Python's memory in MB; default %1."_s.arg(
                                                 defaults.heapBytes / limits::MiB),
                                             limits::minHeapBytes / limits::MiB,
                                             limits::maxHeapBytes / limits::MiB)},
            {u"timeout_s"_s,
             schema::integer(
                 u"Time limit of its runs in seconds; default %1."_s.arg(defaults.timeout.count()),
                 1, limits::maxRunTimeout.count())},
            {u"env"_s, schema::stringMap(u"Environment variables of the session."_s)},
            {u"packages"_s,
             schema::strings(u"Requirements as for pip, to install before its first run; the "
                             u"person is asked with "
                             "that run. What Glovebox carries is loaded by its import."_s)},
            {u"lock"_s,
             schema::string(
                 u"Instead of packages: exactly these, as list_packages gave them for another "
                 "session (\"Lock\")."_s)},
        }),
        .annotations = {.readOnly = false,
                        .destructive = false,
                        .idempotent = false,
                        .openWorld = false},
        .handler = {},
    };
}

void CreateSessionTool::call(const mcp::ToolCallPtr &call)
{
    const QJsonObject &arguments = call->arguments();
    auto variables = variablesFrom(arguments[u"env"].toObject(), u"env"_s);
    if (!variables)
        return call->fail(variables.error());
    SessionOptions options = services().sessions.defaults();
    options.name = arguments[u"name"].toString();
    if (arguments.contains(u"name") && options.name.isEmpty())
        return call->fail(
            {ErrorCode::InvalidArgument,
             u"`name` is empty. Leave it out, or give 1 to 64 of A-Z a-z 0-9 _ -."_s});
    options.heapBytes =
        arguments[u"memory_mb"].toInteger(options.heapBytes / limits::MiB) * limits::MiB;
    options.timeout =
        std::chrono::seconds(arguments[u"timeout_s"].toInteger(options.timeout.count()));
    options.variables = *std::move(variables);
    const auto make = [this, call, options](const QList<PackagePin> &pins) {
        SessionOptions complete = options;
        complete.packages = pins;
        create(call, complete);
    };
    if (!arguments.contains(u"lock"))
        return withPackages(services(), call, {}, packagesArgument(*call), {}, make);
    if (arguments.contains(u"packages"))
        return call->fail({ErrorCode::InvalidArgument,
                           u"Give `packages` or `lock`, not both: a lock is the whole list."_s});
    withLock(services(), call, arguments[u"lock"].toString(), make);
}

void CreateSessionTool::create(const mcp::ToolCallPtr &call, const SessionOptions &options)
{
    const mcp::Principal &principal = call->caller().principal;
    const auto ref = services().sessions.create(principal.id, principal.label, options);
    if (!ref)
        return call->fail(ref.error());
    const auto status = services().sessions.find(principal.id, ref->id.value());
    if (!status)
        return call->fail(status.error());
    QString text = u"Session "_s + describeSession(*status);
    if (!options.packages.isEmpty()) {
        QStringList loaded;
        for (const PackagePin &pin : std::as_const(options.packages))
            loaded.append(pin.name + u' ' + pin.version);
        text += u"\nIts first run loads "_s + loaded.join(u", "_s) + u'.';
    }
    text += zoneNote(options.variables.value(u"TZ"_s));
    call->finish(mcp::CallResult::text(text));
}

mcp::Tool ListSessionsTool::describe() const
{
    return {
        .name = u"list_sessions"_s,
        .title = u"List sessions"_s,
        .description = u"Your Python sessions with their state, memory and queue."_s,
        .inputSchema = schema::object({}),
        .annotations = {.readOnly = true,
                        .destructive = {},
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
    };
}

void ListSessionsTool::call(const mcp::ToolCallPtr &call)
{
    QStringList lines;
    for (const SessionStatus &status : services().sessions.list(call->caller().principal.id))
        lines.append(describeSession(status));
    call->finish(mcp::CallResult::text(
        lines.isEmpty() ? u"You have no session yet. run_python makes \"default\" by itself."_s
                        : lines.join(u'\n')));
}

mcp::Tool RestartSessionTool::describe() const
{
    return {
        .name = u"restart_session"_s,
        .title = u"Restart a session"_s,
        .description = u"Gives a session a new interpreter. Its variables and /session are lost, a "
                       u"running run is "
                       "ended, queued ones are cancelled; files in mounted folders stay."_s,
        .inputSchema = sessionSchema(),
        .annotations = {.readOnly = false,
                        .destructive = true,
                        .idempotent = false,
                        .openWorld = false},
        .handler = {},
    };
}

void RestartSessionTool::call(const mcp::ToolCallPtr &call)
{
    const auto found = services().sessions.find(call->caller().principal.id,
                                                call->arguments()[u"session"].toString());
    if (!found)
        return call->fail(found.error());
    const auto restarted =
        services().sessions.restart(found->ref.id, u"The client restarted the session."_s);
    if (!restarted)
        return call->fail(restarted.error());
    call->finish(mcp::CallResult::text(
        u"Session %1 was restarted; its variables are gone."_s.arg(found->name)));
}

mcp::Tool CloseSessionTool::describe() const
{
    return {
        .name = u"close_session"_s,
        .title = u"Close a session"_s,
        .description = u"Ends a session and frees its memory. A running run is ended, queued and "
                       u"waiting ones are "
                       "cancelled."_s,
        .inputSchema = sessionSchema(),
        .annotations = {.readOnly = false,
                        .destructive = true,
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
    };
}

void CloseSessionTool::call(const mcp::ToolCallPtr &call)
{
    const auto found = services().sessions.find(call->caller().principal.id,
                                                call->arguments()[u"session"].toString());
    if (!found)
        return call->fail(found.error());
    const auto closed =
        services().sessions.close(found->ref.id, u"The client closed the session."_s);
    if (!closed)
        return call->fail(closed.error());
    call->finish(mcp::CallResult::text(u"Session %1 was closed."_s.arg(found->name)));
}

} // namespace glovebox::tools
