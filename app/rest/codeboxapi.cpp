// SPDX-License-Identifier: MIT
#include "codeboxapi.h"

#include "http/mcprefusal.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

const QByteArray json = "application/json";
constexpr qsizetype longestClaim = 100;

// The path's variable part, percent-decoded; every path has one at most.
struct Call
{
    const http::Request &request;
    http::ResponderPtr responder;
    QString id;
};
using Handler = void (*)(CodeBoxService &, const Call &);

void answer(const http::ResponderPtr &responder, int status, const QJsonObject &body)
{
    responder->send(status, json, QJsonDocument(body).toJson(QJsonDocument::Compact));
}

// As FastAPI tells an HTTPException.
void refuse(const http::ResponderPtr &responder, int status, const QString &detail)
{
    answer(responder, status, {{u"detail"_s, detail}});
}

// As CodeBox-AI tells what does not fit its models.
void refuseBody(const http::ResponderPtr &responder, const QString &message)
{
    answer(responder, 400, {{u"status"_s, u"error"_s}, {u"message"_s, message}});
}

int statusFor(const Error &error)
{
    switch (error.code) {
    case ErrorCode::NotFound:
        return 404;
    case ErrorCode::InvalidArgument:
    case ErrorCode::Conflict:
        return 400;
    case ErrorCode::LimitExceeded:
        return 429;
    default:
        return 503;
    }
}

void refuse(const http::ResponderPtr &responder, const Error &error)
{
    refuse(responder, statusFor(error), error.text);
}

Asker askerOf(const http::Request &request)
{
    QString claims;
    for (const QChar c : QString::fromUtf8(request.headers.value("user-agent")).left(longestClaim))
        claims += c.isPrint() ? c : u' ';
    return {request.admission.principal(), claims};
}

const ClientId &clientOf(const http::Request &request)
{
    return request.admission.principal().id;
}

// Also what keeps a web page's form out: it cannot send this type.
bool refuseOtherTypes(const Call &call)
{
    if (http::isJson(call.request.headers))
        return false;
    refuse(call.responder, 415, u"Content-Type must be application/json."_s);
    return true;
}

void createSession(CodeBoxService &service, const Call &call)
{
    if (refuseOtherTypes(call))
        return;
    const auto body = sessionBody(call.request.body);
    if (!body)
        return refuseBody(call.responder, body.error().text);
    const auto session = service.createSession(askerOf(call.request), *body);
    if (!session)
        return refuse(call.responder, session.error());
    QJsonObject created{{u"session_id"_s, session->id},
                        {u"status"_s, u"created"_s},
                        {u"created_at"_s, session->created}};
    if (!body->notes.isEmpty())
        created.insert(u"notes"_s, QJsonArray::fromStringList(body->notes));
    answer(call.responder, 200, created);
}

void deleteSession(CodeBoxService &service, const Call &call)
{
    if (const auto removed = service.removeSession(clientOf(call.request), call.id); !removed)
        return refuse(call.responder, removed.error());
    answer(call.responder, 200, {{u"status"_s, u"cleaned up"_s}});
}

void execute(CodeBoxService &service, const Call &call)
{
    if (refuseOtherTypes(call))
        return;
    const auto body = executeBody(call.request.body);
    if (!body)
        return refuseBody(call.responder, body.error().text);
    const auto created = service.execute(askerOf(call.request), *body);
    if (!created)
        return refuse(call.responder, created.error());
    answer(call.responder, 200,
           {{u"request_id"_s, created->id},
            {u"status"_s, u"created"_s},
            {u"created_at"_s, created->created}});
}

void showStatus(CodeBoxService &service, const Call &call)
{
    service.status(clientOf(call.request), call.id)
        .then(&service, [responder = call.responder, id = call.id,
                         ticket = call.request.admission.inFlight()](
                            const Result<CodeBoxService::Status> &status) {
            if (!status)
                return refuse(responder, status.error());
            const QJsonValue completed =
                status->completed.isEmpty() ? QJsonValue() : QJsonValue(status->completed);
            answer(responder, 200,
                   {{u"request_id"_s, id},
                    {u"status"_s, status->status},
                    {u"created_at"_s, status->created},
                    {u"completed_at"_s, completed}});
        });
}

void showResults(CodeBoxService &service, const Call &call)
{
    service.results(clientOf(call.request), call.id)
        .then(&service, [responder = call.responder, ticket = call.request.admission.inFlight()](
                            const Result<QByteArray> &body) {
            if (!body)
                return refuse(responder, body.error());
            responder->send(200, json, *body);
        });
}

void showDocument(CodeBoxService &, const Call &call)
{
    call.responder->send(200, json, openApiDocument());
}

} // namespace

// One method on one path. `path` has at most one part "{id}".
class CodeBoxApi::Endpoint final : public http::Route
{
public:
    // `tool`: whose name in the native set does the same; empty: none does.
    Endpoint(CodeBoxApi &api, CodeBoxService &service, QByteArray method, const QByteArray &path,
             QString tool, Handler handler)
        : m_api(api)
        , m_service(service)
        , m_method(std::move(method))
        , m_parts(path.split('/'))
        , m_tool(std::move(tool))
        , m_handler(handler)
    {
    }

    bool handles(const QByteArray &path) const override
    {
        const QList<QByteArray> parts = path.split('/');
        if (parts.size() != m_parts.size())
            return false;
        for (qsizetype i = 0; i < parts.size(); ++i) {
            if (m_parts[i] == "{id}" ? parts[i].isEmpty() : parts[i] != m_parts[i])
                return false;
        }
        return true;
    }
    QList<QByteArray> methods() const override { return {m_method}; }
    QString tooLargeAdvice() const override
    {
        return u"Code has at most 100,000 characters; large data belongs into a mounted folder."_s;
    }
    QByteArray errorBody(const QString &text) const override
    {
        return QJsonDocument(QJsonObject{{u"detail"_s, text}}).toJson(QJsonDocument::Compact);
    }
    void handle(const http::Request &request, const http::ResponderPtr &responder) override
    {
        const Asker asker = askerOf(request);
        const QString refusal =
            m_api.m_gate && !m_tool.isEmpty()
                ? m_api.m_gate->enter(
                      asker.principal.id,
                      {.claims = asker.claims, .protocol = u"REST"_s, .tool = m_tool})
                : QString();
        if (!refusal.isEmpty())
            return refuse(responder, 403, refusal);
        const qsizetype at = m_parts.indexOf("{id}");
        const QByteArray id = at < 0 ? QByteArray() : request.admission.path().split('/')[at];
        m_handler(m_service,
                  {request, responder, QString::fromUtf8(QByteArray::fromPercentEncoding(id))});
    }

private:
    CodeBoxApi &m_api;
    CodeBoxService &m_service;
    QByteArray m_method;
    QList<QByteArray> m_parts;
    QString m_tool;
    Handler m_handler;
};

CodeBoxApi::CodeBoxApi(CodeBoxService &service)
{
    const auto add = [this, &service](const QByteArray &method, const QByteArray &path,
                                      const QString &tool, Handler handler) {
        m_endpoints.push_back(
            std::make_unique<Endpoint>(*this, service, method, path, tool, handler));
    };
    add("POST", "/sessions", u"create_session"_s, createSession);
    add("DELETE", "/sessions/{id}", u"close_session"_s, deleteSession);
    add("POST", "/execute", u"run_python"_s, execute);
    add("GET", "/execute/{id}/status", u"get_run"_s, showStatus);
    add("GET", "/execute/{id}/results", u"get_run"_s, showResults);
    add("GET", "/openapi.json", {}, showDocument);
}

CodeBoxApi::~CodeBoxApi() = default;

void CodeBoxApi::addRoutes(http::Listener &listener)
{
    for (const auto &endpoint : m_endpoints)
        listener.addRoute(endpoint.get());
}

} // namespace glovebox::rest
