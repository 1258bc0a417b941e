// SPDX-License-Identifier: MIT
#include "pyodidetools.h"

#include "about.h"
#include "javascripttext.h"
#include "pyodidefiles.h"
#include "runoutput.h"
#include "tools/modeltext.h"
#include "tools/runanswer.h"
#include "tools/schema.h"

#include <QRegularExpression>

#include <cmath>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

constexpr double defaultTimeout = 5000; // milliseconds

// The schemas are those of mcp-pyodide: without additionalProperties.
QJsonObject openSchema(const QJsonObject &properties, const QStringList &required = {})
{
    QJsonObject schema = tools::schema::object(properties, required);
    schema.remove(u"additionalProperties"_s);
    return schema;
}

QJsonObject number(const QString &description)
{
    return {{u"type"_s, u"number"_s}, {u"description"_s, description}};
}

std::chrono::seconds timeoutOf(const mcp::ToolCall &call)
{
    // Runs have whole seconds; a part of one counts as one.
    const double milliseconds = call.arguments()[u"timeout"].toDouble(defaultTimeout);
    const double seconds = std::ceil(std::max(1.0, milliseconds / 1000));
    return std::chrono::seconds(qint64(std::min(seconds, double(limits::maxRunTimeout.count()))));
}

QString whyNot(const RunFacts &facts)
{
    if (facts.state == RunState::Timeout)
        return u"Execution timeout"_s;
    if (facts.state == RunState::Error && facts.raised)
        return tools::withoutLongDataUrls(facts.raised->traceback.join(u'\n'));
    return tools::stateAdvice(facts);
}

// Where each picture was saved, and how it can be looked at.
QStringList savedPictures(const RunFacts &facts)
{
    QStringList lines;
    for (const event::Display &picture : picturesOf(facts)) {
        lines.append(
            u"Image saved: %1 (to see it: pyodide_read-image with mountName \"output\" and "
            "imagePath \"%2\")"_s.arg(picture.file, outputImagePath(facts.run, picture)));
    }
    return lines;
}

QString resultText(const RunFacts &facts, const QString &printed)
{
    QStringList output = savedPictures(facts);
    if (!printed.isEmpty())
        output.prepend(printed);
    const QString value = javaScriptText(facts.result);
    if (output.isEmpty())
        return value;
    return u"Output:\n%1\nResult:\n%2"_s.arg(output.join(u'\n'), value);
}

// As mcp-pyodide tells it of each: first Pyodide's own packages, then the index.
QStringList installLines(const QString &name, const Installation &what)
{
    QStringList lines{u"Attempting to install %1 using loadPackage..."_s.arg(name)};
    const QString success = u"Successfully installed %1 using "_s.arg(name);
    if (what.bundled.contains(name))
        return lines << success + u"loadPackage."_s;
    lines << u"loadPackage failed for %1: it does not come with Pyodide"_s.arg(name)
          << u"Falling back to micropip for %1..."_s.arg(name);
    if (const auto why = what.choice.missing.constFind(name); why != what.choice.missing.constEnd())
        return lines << u"Failed to install %1: %2"_s.arg(name, *why);
    return lines << success + u"micropip: Package installed successfully"_s;
}

QString installText(const Installation &what)
{
    QStringList lines;
    for (const QString &name : what.names)
        lines += installLines(name, what);
    return lines.join(u"\n\n"_s);
}

} // namespace

QString outputImagePath(RunId run, const event::Display &picture)
{
    return u"%1/%2.%3"_s.arg(run.toString()).arg(picture.index).arg(picture.file.section(u'.', -1));
}

PyodideTool::PyodideTool(const Backend &backend)
    : Tool(backend.services)
    , m_backend(backend)
{
}

void PyodideTool::call(const mcp::ToolCallPtr &call)
{
    const ClientId client = call->caller().principal.id;
    if (m_backend.folders.isWaiting(client))
        call->status(u"waiting for the person to give the folder"_s);
    m_backend.folders.whenDecided(
        client, services().patience.forCall(*call), call.get(), [this, call, client] {
            if (!m_backend.folders.isWaiting(client))
                return answer(call);
            call->finish(pyodideError(
                u"Waiting for the person, who was asked in Glovebox whether this client may use "
                u"its "
                "folder. Repeat exactly the same call; nothing is asked a second time."_s));
        });
}

mcp::CallResult pyodideError(const QString &text)
{
    return mcp::CallResult::error(u"Error: "_s + text);
}

mcp::Tool PyodideExecute::describe() const
{
    mcp::Tool tool;
    tool.name = u"pyodide_execute"_s;
    tool.description =
        u"Runs Python in Pyodide, after the person has allowed it, and answers with what it "
        u"printed and the value of "
        "its last expression. Pictures that it draws are saved to files, whose paths are in the "
        "output; "
        "pyodide_read-image shows them. Folders that the person gave are under /mnt (pyodide_get-mount-points)."_s;
    tool.inputSchema =
        openSchema({{u"code"_s, tools::schema::string(u"Python code to execute"_s)},
                    {u"timeout"_s, number(u"Execution timeout in milliseconds (default: 5000)"_s)}},
                   {u"code"_s});
    tool.takesMoreArguments = true;
    return tool;
}

void PyodideExecute::answer(const mcp::ToolCallPtr &call)
{
    const auto session = tools::sessionArgument(services(), *call);
    if (!session)
        return call->finish(pyodideError(session.error().text));
    tools::RunRequest request = tools::requestOf(*call, *session);
    request.code = call->arguments()[u"code"].toString().toUtf8();
    request.timeout = timeoutOf(*call);
    backend().calls.run(mcpPyodide, call, request,
                        {.over = [this](const mcp::ToolCallPtr &waiting,
                                        const RunFacts &facts) { tell(waiting, facts); },
                         .problem = pyodideError});
}

void PyodideExecute::tell(const mcp::ToolCallPtr &call, const RunFacts &facts) const
{
    if (facts.state != RunState::Complete)
        return call->finish(pyodideError(whyNot(facts)));
    outputText(backend().output, facts)
        .then(&services().runs, [call, facts](const QString &printed) {
            call->finish(mcp::CallResult::text(resultText(facts, printed)));
        });
}

mcp::Tool PyodideInstall::describe() const
{
    mcp::Tool tool;
    tool.name = u"pyodide_install-packages"_s;
    tool.description = u"Installs Python packages into Pyodide, after the person has allowed it. "
                       u"Several names are "
                       "separated by spaces."_s;
    tool.inputSchema =
        openSchema({{u"package"_s,
                     tools::schema::string(u"Python packages to install, separated by spaces"_s)}},
                   {u"package"_s});
    tool.takesMoreArguments = true;
    return tool;
}

void PyodideInstall::answer(const mcp::ToolCallPtr &call)
{
    static const QRegularExpression spaces(u"\\s+"_s);
    Installation what;
    what.names = call->arguments()[u"package"].toString().split(spaces, Qt::SkipEmptyParts);
    if (what.names.isEmpty())
        return call->finish(pyodideError(u"No valid package names specified"_s));
    const auto session = tools::sessionArgument(services(), *call);
    if (!session)
        return call->finish(pyodideError(session.error().text));
    for (const QString &name : std::as_const(what.names)) {
        if (services().packages.find(name))
            what.bundled.append(name);
    }
    choosePackages(services(), call->caller().principal.id, *session, what.names,
                   services().patience.forCall(*call), call.get(),
                   [this, call, what, session = *session](const PackageChoice &choice) mutable {
                       what.choice = choice;
                       install(call, session, what);
                   });
}

void PyodideInstall::install(const mcp::ToolCallPtr &call, const SessionRef &session,
                             const Installation &what)
{
    if (what.choice.pins.isEmpty())
        return call->finish(mcp::CallResult::text(installText(what)));
    tools::RunRequest request = tools::requestOf(*call, session);
    request.tool = u"install_packages"_s;
    request.packages = what.choice.pins;
    backend().calls.run(mcpPyodide, call, request,
                        {.over =
                             [what](const mcp::ToolCallPtr &waiting, const RunFacts &facts) {
                                 waiting->finish(facts.state == RunState::Complete
                                                     ? mcp::CallResult::text(installText(what))
                                                     : pyodideError(whyNot(facts)));
                             },
                         .problem = pyodideError});
}

} // namespace glovebox::rest
