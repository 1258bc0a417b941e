// SPDX-License-Identifier: MIT
#include "runtools.h"

#include "packagetools.h"
#include "runanswer.h"
#include "runview.h"
#include "schema.h"

#include <QPointer>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestWait = 3600; // capped by the client's budget anyway

QJsonObject waitSchema()
{
    return schema::number(u"Seconds to wait for the end before answering with the state; "
                          "default and maximum is what your client can bear."_s,
                          0, double(longestWait));
}

Result<RunId> runArgument(const mcp::ToolCall &call)
{
    const QString text = call.arguments()[u"run"].toString();
    const auto run = RunId::fromString(text);
    if (!run)
        return std::unexpected(unknownRun(text));
    return *run;
}

// Calls `work` with the run that the arguments name; an unknown one and another client's fail the
// call in the same words.
void withOwnRun(const Services &services, const mcp::ToolCallPtr &call,
                const std::function<void(const RunFacts &)> &work)
{
    const auto run = runArgument(*call);
    if (!run)
        return call->fail(run.error());
    services.runs.factsFor(call->caller().principal.id, *run)
        .then(&services.runs, [call, work](const Result<RunFacts> &facts) {
            if (!facts)
                return call->fail(facts.error());
            work(*facts);
        });
}

QString viewOf(const Services &services)
{
    return services.options.offersViews ? QString(runViewUri) : QString();
}

} // namespace

mcp::Tool RunPythonTool::describe() const
{
    return {
        .name = u"run_python"_s,
        .title = u"Run Python"_s,
        .description =
            u"Runs Python 3.14 (Pyodide) in a sealed sandbox after a person has allowed it. Give "
            u"`code`, or the "
            "`path` of a .py file under /mnt (better for more than about 10 KB). Variables stay in "
            "the session. "
            "The value of the last expression and matplotlib figures (PNG) come back. numpy, "
            "pandas, matplotlib, "
            "scipy, scikit-learn, sympy, seaborn, pillow, openpyxl and more are there: just import "
            "them. "
            "The code has no network; a line %pip install NAME, or `packages`, asks the person for "
            "others. Folders that "
            "the person shared are under /mnt (list_mounts). A result with state "
            "pending_approval, queued, starting or running is not final: call get_run with its run id."_s,
        .inputSchema = schema::object({
            {u"code"_s, schema::string(u"The Python source, at most 1 MiB."_s)},
            {u"path"_s,
             schema::string(u"Instead of code: a UTF-8 .py file under /mnt, read once, now."_s)},
            {u"session"_s,
             schema::string(u"Name or id of a session; default: your own \"default\"."_s)},
            {u"timeout_s"_s,
             schema::number(
                 u"Seconds that execution may take (waiting and starting do not count); default %1."_s
                     .arg(services().sessions.defaults().timeout.count()),
                 0.1, double(limits::maxRunTimeout.count()))},
            {u"wait_s"_s, waitSchema()},
            {u"packages"_s,
             schema::strings(
                 u"Requirements as for pip (\"humanize>=4\") to install first, which the person is "
                 "asked about; what Glovebox carries is loaded by its import anyway."_s)},
            {u"stdin"_s,
             schema::string(
                 u"What input() and sys.stdin read; without it input() fails at once."_s)},
        }),
        .annotations = {.readOnly = false,
                        .destructive = true,
                        .idempotent = false,
                        .openWorld = false},
        .handler = {},
        .view = viewOf(services()),
    };
}

void RunPythonTool::call(const mcp::ToolCallPtr &call)
{
    const auto request = requestFor(*call);
    if (!request)
        return call->fail(request.error());
    if (call->arguments().contains(u"path"))
        readThenSubmit(call, *request);
    else
        submitWithPackages(call, *request);
}

// Everything that is known before the run is part of what is approved.
void RunPythonTool::submitWithPackages(const mcp::ToolCallPtr &call, const RunRequest &request)
{
    withPackages(services(), call, request.session, packagesArgument(*call), request.code,
                 [this, call, request](const QList<PackagePin> &pins) {
                     RunRequest complete = request;
                     complete.packages = pins;
                     submitAndAnswer(services(), call, complete);
                 });
}

Result<RunRequest> RunPythonTool::requestFor(const mcp::ToolCall &call) const
{
    const QJsonObject &arguments = call.arguments();
    if (arguments.contains(u"code") == arguments.contains(u"path"))
        return fail(ErrorCode::InvalidArgument,
                    u"run_python takes either `code` (the source) or `path` (a file under /mnt), "
                    "and exactly one of them."_s);
    const auto session = sessionArgument(services(), call);
    if (!session)
        return std::unexpected(session.error());
    RunRequest request = requestOf(call, *session);
    request.code = arguments[u"code"].toString().toUtf8();
    request.path = arguments[u"path"].toString();
    if (arguments.contains(u"stdin"))
        request.standardInput = arguments[u"stdin"].toString().toUtf8();
    if (arguments.contains(u"timeout_s"))
        request.timeout =
            std::chrono::seconds(std::max<qint64>(1, qRound64(arguments[u"timeout_s"].toDouble())));
    return request;
}

void RunPythonTool::readThenSubmit(const mcp::ToolCallPtr &call, const RunRequest &request)
{
    const auto reach = services().mounts.reachFor(request.client);
    services()
        .files.readFile(reach, request.path, 0, limits::maxCodeBytes, request.client)
        .then(&services().runs, [this, call, request](const Result<mounts::FileContent> &file) {
            if (!file)
                return call->fail(file.error());
            if (!file->atEnd || file->size > limits::maxCodeBytes)
                return call->fail({ErrorCode::LimitExceeded,
                                   u"%1 has %2 bytes; code is at most 1 MiB. Split it into modules "
                                   "in the same folder and import them."_s.arg(request.path)
                                       .arg(file->size)});
            RunRequest complete = request;
            complete.code = file->bytes;
            submitWithPackages(call, complete);
        });
}

mcp::Tool GetRunTool::describe() const
{
    return {
        .name = u"get_run"_s,
        .title = u"Get a run"_s,
        .description = u"State and result of one of your runs, by the id in the first line of "
                       u"run_python's result; "
                       "waits for its end up to wait_s. Works for a day. Asks nobody."_s,
        .inputSchema = schema::object(
            {{u"run"_s, schema::string(u"The run's id, e.g. r12."_s)}, {u"wait_s"_s, waitSchema()}},
            {u"run"_s}),
        .annotations = {.readOnly = true,
                        .destructive = {},
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
        .view = viewOf(services()),
    };
}

void GetRunTool::call(const mcp::ToolCallPtr &call)
{
    withOwnRun(services(), call, [this, call](const RunFacts &facts) {
        answerWithRun(services(), call, facts.run, Tie::Watcher);
    });
}

mcp::Tool InterruptRunTool::describe() const
{
    return {
        .name = u"interrupt_run"_s,
        .title = u"Interrupt a run"_s,
        .description =
            u"Stops one of your runs as Ctrl+C would (variables are kept); one that does not stop "
            u"within a "
            "second is ended together with its session's variables. A waiting or queued one is taken back."_s,
        .inputSchema =
            schema::object({{u"run"_s, schema::string(u"The run's id, e.g. r12."_s)}}, {u"run"_s}),
        .annotations = {.readOnly = false,
                        .destructive = false,
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
    };
}

void InterruptRunTool::call(const mcp::ToolCallPtr &call)
{
    withOwnRun(services(), call, [this, call](const RunFacts &facts) {
        const auto stopped = services().runs.interrupt(facts.run);
        if (!stopped)
            return call->fail(stopped.error());
        call->finish(mcp::CallResult::text(
            u"Stopping run %1. get_run tells how it ended."_s.arg(facts.run.toString())));
    });
}

} // namespace glovebox::tools
