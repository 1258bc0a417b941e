// SPDX-License-Identifier: MIT
#include "runnoset.h"

#include "about.h"
#include "base/jsonstrings.h"
#include "runoutput.h"
#include "tools/programtool.h"
#include "tools/runresult.h"

#include <QFile>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

// Output up to this size is given back as it is, line ends included.
constexpr qint64 wholeOutputBytes = 64 * limits::KiB;
// A result must stay below a million characters, of which base64 has four for three bytes.
constexpr qint64 returnedFileBytes = 512 * limits::KiB;
constexpr QLatin1StringView crashPrefix{"The program crashed: "};

QJsonObject text()
{
    return {{u"type"_s, u"string"_s}};
}

QJsonObject closedObject(const QJsonObject &properties, const QStringList &required)
{
    return {{u"type"_s, u"object"_s},
            {u"properties"_s, properties},
            {u"required"_s, QJsonArray::fromStringList(required)},
            {u"additionalProperties"_s, false}};
}

QJsonObject runtimeSchema()
{
    return {{u"type"_s, u"string"_s},
            {u"enum"_s, QJsonArray{u"python"_s, u"quickjs"_s, u"clang"_s, u"clangpp"_s, u"ruby"_s,
                                   u"php-cgi"_s}}};
}

QJsonObject fileSchema(const QString &encoding, const QJsonObject &content)
{
    return closedObject(
        {{u"name"_s, text()},
         {u"encoding"_s, QJsonObject{{u"type"_s, u"string"_s}, {u"const"_s, encoding}}},
         {u"content"_s, content}},
        {u"name"_s, u"encoding"_s, u"content"_s});
}

QJsonObject filesSchema()
{
    const QJsonObject base64{{u"type"_s, u"string"_s}, {u"contentEncoding"_s, u"base64"_s}};
    const QJsonArray kinds{fileSchema(u"text"_s, text()), fileSchema(u"base64"_s, base64)};
    return {{u"type"_s, u"array"_s}, {u"items"_s, QJsonObject{{u"anyOf"_s, kinds}}}};
}

mcp::Tool tool(const QString &name, const QString &description, const QJsonObject &schema)
{
    mcp::Tool tool;
    tool.name = name;
    tool.title = u"Run Code Using Runno Sandbox"_s;
    tool.description = description + u" Runtimes: python (Python 3.11), quickjs (JavaScript), "
                                     u"clang (C), clangpp (C++), ruby (Ruby), php-cgi "
                                     "(PHP). Each call is a new machine: nothing of an earlier one "
                                     "is there, and there is no network, package "
                                     "manager or other program. Print what you want to know: "
                                     "standard output and errors come back together. "
                                     "A person is asked before it runs."_s;
    tool.inputSchema = schema;
    tool.annotations = {.readOnly = true, .destructive = {}, .idempotent = true, .openWorld = {}};
    tool.takesMoreArguments = true;
    return tool;
}

mcp::CallResult problem(const QString &words)
{
    return mcp::CallResult::error(words);
}

Result<QList<InputFile>> filesArgument(const QJsonArray &given)
{
    QList<InputFile> files;
    for (const QJsonValue &file : given) {
        const QString name = file[u"name"].toString();
        const QString encoding = file[u"encoding"].toString();
        const bool known = encoding == u"text" || encoding == u"base64";
        if (!known || !file[u"content"].isString() || !name.startsWith(u'/')) {
            return fail(
                ErrorCode::InvalidArgument,
                u"An input file has a `name` that is a path from the root, an `encoding` "
                "(\"text\" or \"base64\") and a `content`; \"%1\" has not."_s.arg(name.left(200)));
        }
        auto bytes = tools::decodedContent(name, file[u"content"].toString(), encoding);
        if (!bytes)
            return std::unexpected(bytes.error());
        files.append({name, *std::move(bytes)});
    }
    return files;
}

// Of an output file: the display that holds it, by the name that the client gave.
mcp::Content fileContent(const RunFacts &facts, const QString &name, qint64 &room)
{
    const auto &displays = facts.displays;
    const auto it = std::ranges::find_if(displays, [&name](const event::Display &display) {
        return display.title == name || display.title == u'/' + name;
    });
    QFile file(it == displays.end() ? QString() : it->file);
    if (it == displays.end() || !file.open(QIODevice::ReadOnly))
        return mcp::content::Text{u"Output file %1 not found in the result."_s.arg(name)};
    if (file.size() > room)
        return mcp::content::Text{
            u"Output file %1 has %2 bytes, which is too much for a result."_s.arg(name).arg(
                file.size())};
    room -= file.size();
    const QByteArray bytes = file.readAll();
    mcp::ResourceContents contents{name, it->mimeType, bytes};
    if (it->mimeType == u"text/plain")
        contents.data = QString::fromUtf8(bytes);
    return mcp::content::Embedded{contents};
}

QFuture<QString> terminalText(const sandbox::OutputStore &output, const RunFacts &facts)
{
    if (facts.outputLength > wholeOutputBytes)
        return outputText(output, facts);
    return output.read(facts.run, 0, facts.outputLength).then([](const Result<QByteArray> &bytes) {
        return QString::fromUtf8(bytes.value_or(QByteArray()));
    });
}

} // namespace

QString runnoStatus(const RunFacts &facts)
{
    switch (facts.state) {
    case RunState::Complete:
        return u"complete"_s;
    case RunState::Error: // an exit code, or a compiler's
        return facts.raised && facts.raised->ename == u"RuntimeError" ? u"crash"_s : u"complete"_s;
    case RunState::Crashed:
        return u"crash"_s;
    case RunState::Timeout:
        return u"timeout"_s;
    case RunState::Interrupted:
    case RunState::Killed:
        return u"terminated"_s;
    default:
        return {};
    }
}

int runnoExitCode(const RunFacts &facts)
{
    if (facts.state == RunState::Complete || !facts.raised)
        return 0;
    return facts.raised->ename == u"ExitCode" ? facts.raised->evalue.toInt() : 1;
}

QString runnoSentence(const RunFacts &facts)
{
    const QString status = runnoStatus(facts);
    if (status == u"timeout")
        return u"Execution timed out."_s;
    if (status == u"terminated")
        return u"The program was terminated."_s;
    QString message = facts.raised ? facts.raised->evalue : facts.endReason;
    if (message.startsWith(crashPrefix))
        message.remove(0, crashPrefix.size());
    return u"Execution crashed with error RuntimeError: %1."_s.arg(message);
}

RunnoSet::RunnoSet(const Backend &backend)
{
    m_tools.push_back(std::make_unique<RunnoRunCode>(backend));
    m_tools.push_back(std::make_unique<RunnoRunFiles>(backend));
}

QString RunnoSet::name() const
{
    return runno;
}

void RunnoSet::addTo(mcp::Server &server, tools::ToolGate *gate)
{
    tools::registerTools(server, m_tools, gate);
}

RunnoRunCode::RunnoRunCode(const Backend &backend)
    : Tool(backend.services)
    , m_backend(backend)
{
}

mcp::Tool RunnoRunCode::describe() const
{
    return tool(u"run_code"_s, u"Runs a program and answers with its exit code and its output."_s,
                closedObject({{u"runtime"_s, runtimeSchema()}, {u"code"_s, text()}},
                             {u"runtime"_s, u"code"_s}));
}

void RunnoRunCode::call(const mcp::ToolCallPtr &call)
{
    run(call, {}, {});
}

void RunnoRunCode::run(const mcp::ToolCallPtr &call, const QList<InputFile> &files,
                       const QStringList &outputs)
{
    tools::ProgramRequest program;
    program.runtime = call->arguments()[u"runtime"].toString();
    program.code = call->arguments()[u"code"].toString().toUtf8();
    program.files = files;
    program.outputFiles = outputs;
    const auto request =
        tools::programRequest(call->caller(), program, services().options.languages);
    if (!request)
        return call->finish(problem(request.error().text));
    m_backend.calls.run(
        runno, call, *request,
        {.over = [this, outputs](const mcp::ToolCallPtr &waiting,
                                 const RunFacts &facts) { tell(waiting, facts, outputs); },
         .problem = problem});
}

void RunnoRunCode::tell(const mcp::ToolCallPtr &call, const RunFacts &facts,
                        const QStringList &outputs) const
{
    const QString status = runnoStatus(facts);
    if (status.isEmpty())
        return call->finish(problem(tools::stateAdvice(facts)));
    if (status != u"complete")
        return call->finish(mcp::CallResult::text(runnoSentence(facts)));
    terminalText(m_backend.output, facts)
        .then(&services().runs, [call, facts, outputs](const QString &terminal) {
            mcp::CallResult result;
            result.content = {
                mcp::content::Text{
                    u"Execution completed with exit code %1."_s.arg(runnoExitCode(facts))},
                mcp::content::Text{u"Following is the TTY output."_s},
                mcp::content::Text{terminal},
            };
            qint64 room = returnedFileBytes;
            for (const QString &name : outputs)
                result.content.append(fileContent(facts, name, room));
            call->finish(result);
        });
}

mcp::Tool RunnoRunFiles::describe() const
{
    mcp::Tool described =
        tool(u"run_code_with_files"_s,
             u"Runs a program that reads the files given in input_files, and answers with its "
             u"exit code, its output "
             "and the files named in output_file_names. Names of files are paths from the root, "
             "such as /data.csv; "
             "content is text, or bytes as base64."_s,
             closedObject({{u"runtime"_s, runtimeSchema()},
                           {u"code"_s, text()},
                           {u"input_files"_s, filesSchema()},
                           {u"output_file_names"_s,
                            QJsonObject{{u"type"_s, u"array"_s}, {u"items"_s, text()}}}},
                          {u"runtime"_s, u"code"_s, u"input_files"_s, u"output_file_names"_s}));
    described.takesFiles = true;
    return described;
}

void RunnoRunFiles::call(const mcp::ToolCallPtr &call)
{
    const auto files = filesArgument(call->arguments()[u"input_files"].toArray());
    if (!files)
        return call->finish(problem(files.error().text));
    run(call, *files, stringsOf(call->arguments()[u"output_file_names"]));
}

} // namespace glovebox::rest
