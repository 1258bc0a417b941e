// SPDX-License-Identifier: MIT
#include "codeboxset.h"

#include "about.h"
#include "base/jsonstrings.h"
#include "packagechoice.h"
#include "runoutput.h"
#include "tools/runanswer.h"

#include <QFile>
#include <QJsonArray>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostPictures = 4; // a result must stay below a million characters

// CodeBox-AI tells every error as text, never as an error.
mcp::CallResult errorText(const QString &text)
{
    return mcp::CallResult::text(u"Error: "_s + text);
}

// As FastMCP makes it of the function's signature.
QJsonObject executeSchema()
{
    const QJsonObject list{{u"items"_s, QJsonObject{{u"type"_s, u"string"_s}}},
                           {u"type"_s, u"array"_s}};
    const QJsonObject dependencies{
        {u"anyOf"_s, QJsonArray{list, QJsonObject{{u"type"_s, u"null"_s}}}},
        {u"default"_s, QJsonValue()},
        {u"title"_s, u"Dependencies"_s}};
    return {{u"properties"_s, QJsonObject{{u"code"_s, QJsonObject{{u"title"_s, u"Code"_s},
                                                                  {u"type"_s, u"string"_s}}},
                                          {u"dependencies"_s, dependencies}}},
            {u"required"_s, QJsonArray{u"code"_s}},
            {u"title"_s, u"execute_codeArguments"_s},
            {u"type"_s, u"object"_s}};
}

// Null when `dependencies` is neither left out, null, nor a list of strings.
std::optional<QStringList> dependenciesOf(const mcp::ToolCall &call)
{
    const QJsonValue given = call.arguments()[u"dependencies"];
    if (given.isUndefined() || given.isNull())
        return QStringList();
    if (!given.isArray())
        return std::nullopt;
    QStringList names;
    for (const QJsonValue &name : given.toArray()) {
        if (!name.isString())
            return std::nullopt;
        names.append(name.toString());
    }
    return names;
}

QString errorOf(const RunFacts &facts)
{
    const QJsonObject error = CodeBoxService::errorOf(facts);
    return u"Error: %1\n%2\n%3"_s.arg(error[u"ename"].toString(), error[u"evalue"].toString(),
                                      stringsOf(error[u"traceback"]).join(u'\n'));
}

// Texts in order, pictures, then the error.
mcp::CallResult resultOf(const RunFacts &facts, const QString &printed,
                         const QList<mcp::content::Image> &images)
{
    mcp::CallResult result;
    const auto add = [&result](const QString &text) {
        if (!text.isEmpty())
            result.content.append(mcp::content::Text{text});
    };
    add(printed);
    for (const event::Display &display : facts.displays)
        add(display.text.isEmpty() ? display.title : display.text);
    add(facts.result);
    for (const mcp::content::Image &image : images)
        result.content.append(image);
    if (facts.state != RunState::Complete)
        add(errorOf(facts));
    if (result.content.isEmpty())
        add(u"No output."_s);
    return result;
}

QString sessionText(const CodeBoxService::SessionInfo &session)
{
    return u"Session ID: %1\nCreated: %2\nLast Used: %3\nDependencies: %4"_s.arg(
        session.id, session.created, session.lastUsed,
        session.dependencies.isEmpty() ? u"None"_s : session.dependencies.join(u", "_s));
}

const QString one = u"session://"_s;
const QString all = u"sessions://"_s;

mcp::ResourceSource sessionSource(CodeBoxService &service)
{
    mcp::ResourceSource source;
    source.templates = {{.uriTemplate = u"session://{session_id}"_s,
                         .name = u"get_session_info"_s,
                         .description = u"A session: when it was made and used, and with what."_s,
                         .mimeType = u"text/plain"_s}};
    source.list = [](const mcp::Caller &, const std::function<void(QList<mcp::Resource>)> &done) {
        mcp::Resource list;
        list.uri = all;
        list.name = u"list_sessions"_s;
        list.description = u"All your sessions."_s;
        list.mimeType = u"text/plain"_s;
        done({list});
    };
    source.matches = [](const QString &uri) { return uri.startsWith(one) || uri == all; };
    source.read = [&service](const mcp::Caller &caller, const QString &uri,
                             const std::function<void(mcp::ResourceSource::Contents)> &done) {
        const ClientId &client = caller.principal.id;
        QString text;
        if (uri == all) {
            QStringList sessions;
            for (const CodeBoxService::SessionInfo &session : service.sessions(client))
                sessions.append(sessionText(session) + u"\n\n"_s);
            text = sessions.isEmpty() ? u"No active sessions"_s
                                      : u"Active Sessions:\n\n"_s + sessions.join(QString());
        } else {
            const QString id = uri.sliced(one.size());
            const auto session = service.session(client, id);
            text = session ? sessionText(*session) : u"Session %1 not found"_s.arg(id.left(80));
        }
        done(QList{mcp::ResourceContents{uri, u"text/plain"_s, text}});
    };
    return source;
}

} // namespace

ExecuteCode::ExecuteCode(const Backend &backend, CodeBoxService &service)
    : Tool(backend.services)
    , m_backend(backend)
    , m_service(service)
{
}

mcp::Tool ExecuteCode::describe() const
{
    mcp::Tool tool;
    tool.name = u"execute_code"_s;
    tool.description =
        u"Executes Python code, after the person has allowed it, and answers with what it printed, "
        u"its "
        "value and its pictures. Variables are kept between calls. Args: code: the Python code to "
        "execute; dependencies: optional list of Python packages to install."_s;
    tool.inputSchema = executeSchema();
    tool.takesMoreArguments = true;
    return tool;
}

void ExecuteCode::call(const mcp::ToolCallPtr &call)
{
    const ClientId client = call->caller().principal.id;
    m_backend.folders.whenDecided(
        client, services().patience.forCall(*call), call.get(), [this, call, client] {
            if (!m_backend.folders.isWaiting(client))
                return run(call);
            call->finish(errorText(
                u"Waiting for the person, who was asked in Glovebox whether this client may use "
                u"its "
                "folder. Repeat exactly the same call; nothing is asked a second time."_s));
        });
}

void ExecuteCode::run(const mcp::ToolCallPtr &call)
{
    const auto dependencies = dependenciesOf(*call);
    if (!dependencies)
        return call->finish(errorText(u"`dependencies` must be a list of strings or null."_s));
    const mcp::Caller &caller = call->caller();
    const auto session = m_service.toolSession({caller.principal, caller.client.quotation()});
    if (!session)
        return call->finish(errorText(session.error().text));
    choosePackages(
        services(), caller.principal.id, *session, *dependencies,
        services().patience.forCall(*call), call.get(),
        [this, call, session = *session, names = *dependencies](const PackageChoice &choice) {
            if (!choice.missing.isEmpty())
                return call->finish(
                    errorText(u"Failed to install dependencies: "_s + missingText(choice, names)));
            m_service.noteUse(call->caller().principal.id, session.id, names);
            submit(call, session, choice.pins);
        });
}

void ExecuteCode::submit(const mcp::ToolCallPtr &call, const SessionRef &session,
                         const QList<PackagePin> &packages)
{
    tools::RunRequest request = tools::requestOf(*call, session);
    request.code = call->arguments()[u"code"].toString().toUtf8();
    request.packages = packages;
    request.disabledRules = m_service.disabledRules(call->caller().principal.id);
    m_backend.calls.run(codeBoxAi, call, request,
                        {.over = [this](const mcp::ToolCallPtr &waiting,
                                        const RunFacts &facts) { tell(waiting, facts); },
                         .problem = errorText});
}

void ExecuteCode::tell(const mcp::ToolCallPtr &call, const RunFacts &facts) const
{
    const tools::PictureLimits most = tools::ClientTraits::of(call->caller().client.name).picture;
    using Pictures = QList<QFuture<std::optional<tools::FittedImage>>>;
    Pictures fitted;
    for (const event::Display &picture : picturesOf(facts)) {
        QFile file(picture.file);
        if (fitted.size() < mostPictures && file.open(QIODevice::ReadOnly))
            fitted.append(services().reporter.fit(file.readAll(), most));
    }
    const auto finish = [call, facts](const QString &printed,
                                      const QList<mcp::content::Image> &images) {
        call->finish(resultOf(facts, printed, images));
    };
    auto printed = outputText(m_backend.output, facts);
    if (fitted.isEmpty()) {
        printed.then(&services().runs, [finish](const QString &text) { finish(text, {}); });
        return;
    }
    QtFuture::whenAll(fitted.begin(), fitted.end())
        .then(&services().runs, [this, finish, printed](const Pictures &done) mutable {
            QList<mcp::content::Image> images;
            for (const auto &picture : done) {
                if (const auto image = picture.result())
                    images.append({image->bytes, image->mimeType});
            }
            printed.then(&services().runs,
                         [finish, images](const QString &text) { finish(text, images); });
        });
}

CodeBoxSet::CodeBoxSet(const Backend &backend, CodeBoxService &service)
    : m_service(service)
{
    m_tools.push_back(std::make_unique<ExecuteCode>(backend, service));
}

QString CodeBoxSet::name() const
{
    return codeBoxAi;
}

void CodeBoxSet::addTo(mcp::Server &server, tools::ToolGate *gate)
{
    tools::registerTools(server, m_tools, gate);
    server.addResources(tools::behindGate(sessionSource(m_service), gate, u"list_sessions"_s));
}

} // namespace glovebox::rest
