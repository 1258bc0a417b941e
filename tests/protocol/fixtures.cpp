// SPDX-License-Identifier: MIT
#include "fixtures.h"

#include <QJsonDocument>

namespace fixtures {

using namespace glovebox;
using namespace glovebox::mcp;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray tinyPng()
{
    return QByteArray::fromBase64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AA"
                                  "AAMBAQDJ/pLvAAAAAElFTkSuQmCC");
}

QByteArray tinyWav()
{
    return QByteArray::fromBase64(
        "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==");
}

constexpr const char *schema202012 = R"({"$schema":"https://json-schema.org/draft/2020-12/schema",
    "type":"object",
    "$defs":{"address":{"$anchor":"addressDef","type":"object",
        "properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
    "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
        "contactMethod":{"type":"string","enum":["phone","email"]},
        "phone":{"type":"string"},"email":{"type":"string"}},
    "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
    "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
    "then":{"required":["phone"]},"else":{"required":["email"]},
    "additionalProperties":false})";

QJsonObject parsed(const char *json)
{
    return QJsonDocument::fromJson(json).object();
}

QJsonObject noArguments()
{
    return parsed(R"({"type":"object","properties":{}})");
}

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void addTool(Server &server, const QString &name, const QString &description,
             const QJsonObject &schema, std::function<void(const ToolCallPtr &)> handler)
{
    server.addTool({.name = name,
                    .title = {},
                    .description = description,
                    .inputSchema = schema,
                    .annotations = {},
                    .handler = std::move(handler)});
}

// A tool that always gives the same answer.
void addFixed(Server &server, const QString &name, const CallResult &result)
{
    addTool(server, name, u"Conformance: a fixed answer."_s, noArguments(),
            [result](const ToolCallPtr &call) { call->finish(result); });
}

void later(Clock &clock, const ToolCallPtr &call, std::chrono::milliseconds delay,
           std::function<void()> callback)
{
    // The handle lives until it has fired; a call that is cancelled meanwhile just gets no answer.
    const auto handle = std::make_shared<std::unique_ptr<QObject>>();
    *handle = clock.after(delay, call.get(), [handle, callback = std::move(callback)] {
        if (QObject *fired = handle->release())
            fired->deleteLater();
        callback();
    });
}

void addContentTools(Server &server)
{
    const content::Embedded text{{u"test://embedded-resource"_s, u"text/plain"_s,
                                  u"This is an embedded resource content."_s}};
    const content::Embedded mixed{{u"test://mixed-content-resource"_s, u"application/json"_s,
                                   u"{\"test\":\"data\",\"value\":123}"_s}};
    const content::Image image{tinyPng(), u"image/png"_s};
    addFixed(server, u"test_simple_text"_s,
             CallResult::text(u"This is a simple text response for testing."_s));
    addFixed(server, u"test_image_content"_s, {.content = {image}});
    addFixed(server, u"test_audio_content"_s,
             {.content = {content::Audio{tinyWav(), u"audio/wav"_s}}});
    addFixed(server, u"test_embedded_resource"_s, {.content = {text}});
    addFixed(server, u"test_multiple_content_types"_s,
             {.content = {content::Text{u"Multiple content types test:"_s}, image, mixed}});
    addFixed(server, u"test_error_handling"_s,
             CallResult::error(u"This tool intentionally returns an error for testing"_s));
    addTool(server, u"json_schema_2020_12_tool"_s, u"Conformance: a schema kept verbatim."_s,
            parsed(R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
                "$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{
                    "street":{"type":"string"},"city":{"type":"string"}}}},
                "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
                    "contactMethod":{"type":"string","enum":["phone","email"]},
                    "phone":{"type":"string"},"email":{"type":"string"}},
                "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
                "if":{"properties":{"contactMethod":{"const":"phone"}},
                    "required":["contactMethod"]},
                "then":{"required":["phone"]},"else":{"required":["email"]},
                "additionalProperties":false})"),
            [](const ToolCallPtr &call) { call->finish(CallResult::text(u"ok"_s)); });
}

void addTimedTools(Server &server, Clock &clock)
{
    addTool(server, u"test_tool_with_logging"_s, u"Conformance: three log messages."_s,
            noArguments(), [&clock](const ToolCallPtr &call) {
                call->log(u"info"_s, u"Tool execution started"_s);
                later(clock, call, 50ms, [call, &clock] {
                    call->log(u"info"_s, u"Tool processing data"_s);
                    later(clock, call, 50ms, [call] {
                        call->log(u"info"_s, u"Tool execution completed"_s);
                        call->finish(CallResult::text(u"Logged three messages."_s));
                    });
                });
            });
    addTool(server, u"test_tool_with_progress"_s, u"Conformance: progress 0, 50, 100."_s,
            noArguments(), [&clock](const ToolCallPtr &call) {
                call->progress(0, 100);
                later(clock, call, 50ms, [call, &clock] {
                    call->progress(50, 100);
                    later(clock, call, 50ms, [call] {
                        call->progress(100, 100);
                        call->finish(CallResult::text(u"Done."_s));
                    });
                });
            });
    addTool(server, u"echo"_s, u"Answers with the text, after delay_ms."_s,
            parsed(R"({"type":"object","properties":{"text":{"type":"string"},
                       "delay_ms":{"type":"integer","minimum":0,"maximum":60000}},
                       "required":["text"]})"),
            [&clock](const ToolCallPtr &call) {
                const auto delay =
                    std::chrono::milliseconds(call->arguments().value("delay_ms"_L1).toInt());
                const QString text = call->arguments().value("text"_L1).toString();
                later(clock, call, delay, [call, text] { call->finish(CallResult::text(text)); });
            });
}

void addCancellable(Server &server)
{
    const auto count = std::make_shared<int>(0);
    const auto waiting = std::make_shared<QHash<ToolCall *, ToolCallPtr>>();
    addTool(server, u"wait"_s, u"Waits until it is cancelled."_s, noArguments(),
            [count, waiting](const ToolCallPtr &call) {
                waiting->insert(call.get(), call);
                ToolCall *key = call.get();
                QObject::connect(key, &ToolCall::cancelled, key, [count, waiting, key] {
                    ++*count;
                    waiting->remove(key);
                });
            });
    addTool(server, u"cancelled"_s, u"How many calls of wait were cancelled."_s, noArguments(),
            [count](const ToolCallPtr &call) {
                call->finish(CallResult::text(QString::number(*count)));
            });
}

// A tool that asks the client for something and reports what came back.
void addAsking(Server &server, const QString &name, const QJsonObject &schema,
               const QString &method, const QString &prefix,
               std::function<QJsonObject(const QJsonObject &)> params)
{
    addTool(server, name, u"Conformance: asks the client."_s, schema, [=](const ToolCallPtr &call) {
        call->ask(u"question"_s, method, params(call->arguments()),
                  [call, prefix](const Result<QJsonObject> &answer) {
                      if (answer)
                          call->finish(CallResult::text(prefix + compact(*answer)));
                      else
                          call->fail(answer.error());
                  });
    });
}

void addAskingTools(Server &server)
{
    addAsking(server, u"test_sampling"_s,
              parsed(R"({"type":"object","properties":{"prompt":{"type":"string"}},
                         "required":["prompt"]})"),
              u"sampling/createMessage"_s, u"LLM response: "_s, [](const QJsonObject &arguments) {
                  QJsonObject params = parsed(R"({"maxTokens":100})");
                  const QJsonObject text{{u"type"_s, u"text"_s},
                                         {u"text"_s, arguments.value("prompt"_L1)}};
                  params.insert("messages"_L1, QJsonArray{QJsonObject{{u"role"_s, u"user"_s},
                                                                      {u"content"_s, text}}});
                  return params;
              });
    addAsking(server, u"test_elicitation"_s,
              parsed(R"({"type":"object","properties":{"message":{"type":"string"}},
                         "required":["message"]})"),
              u"elicitation/create"_s, u"User response: "_s, [](const QJsonObject &arguments) {
                  return QJsonObject{{u"message"_s, arguments.value("message"_L1)},
                                     {u"requestedSchema"_s, parsed(R"({"type":"object",
                        "properties":{"username":{"type":"string","description":"User's response"},
                        "email":{"type":"string","description":"User's email address"}},
                        "required":["username","email"]})")}};
              });
    addAsking(server, u"test_elicitation_sep1034_defaults"_s, noArguments(),
              u"elicitation/create"_s, u"Elicitation completed: "_s, [](const QJsonObject &) {
                  return parsed(R"({"message":"Please review and update the form fields",
                    "requestedSchema":{"type":"object","properties":{
                    "name":{"type":"string","default":"John Doe"},
                    "age":{"type":"integer","default":30},
                    "score":{"type":"number","default":95.5},
                    "status":{"type":"string","enum":["active","inactive","pending"],
                              "default":"active"},
                    "verified":{"type":"boolean","default":true}},"required":[]}})");
              });
    addAsking(server, u"test_elicitation_sep1330_enums"_s, noArguments(), u"elicitation/create"_s,
              u"Elicitation completed: "_s, [](const QJsonObject &) {
                  return parsed(R"({"message":"Please choose","requestedSchema":{"type":"object",
                    "properties":{
                    "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
                    "titledSingle":{"type":"string","oneOf":[
                        {"const":"value1","title":"First Option"},
                        {"const":"value2","title":"Second Option"},
                        {"const":"value3","title":"Third Option"}]},
                    "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
                        "enumNames":["Option One","Option Two","Option Three"]},
                    "untitledMulti":{"type":"array","items":{"type":"string",
                        "enum":["option1","option2","option3"]}},
                    "titledMulti":{"type":"array","items":{"anyOf":[
                        {"const":"value1","title":"First Choice"},
                        {"const":"value2","title":"Second Choice"},
                        {"const":"value3","title":"Third Choice"}]}}},"required":[]}})");
              });
}

// ---- Tools of the later revisions -------------------------------------------------------

struct Asked
{
    QString key;
    QString method;
    QJsonObject params;
};

Asked askForm(const QString &key, const QString &message, const char *properties,
              const QString &required)
{
    const QJsonObject schema{{u"type"_s, u"object"_s},
                             {u"properties"_s, parsed(properties)},
                             {u"required"_s, QJsonArray{required}}};
    return {
        key, u"elicitation/create"_s, {{u"message"_s, message}, {u"requestedSchema"_s, schema}}};
}

Asked askName(const QString &key)
{
    return askForm(key, u"What is your name?"_s, R"({"name":{"type":"string"}})", u"name"_s);
}

Asked askOk(const QString &key)
{
    return askForm(key, u"Please confirm"_s, R"({"ok":{"type":"boolean"}})", u"ok"_s);
}

Asked askModel(const QString &key, const QString &text)
{
    const QJsonObject content{{u"type"_s, u"text"_s}, {u"text"_s, text}};
    return {
        key,
        u"sampling/createMessage"_s,
        {{u"messages"_s, QJsonArray{QJsonObject{{u"role"_s, u"user"_s}, {u"content"_s, content}}}},
         {u"maxTokens"_s, 100}}};
}

Asked askRoots(const QString &key)
{
    return {key, u"roots/list"_s, {}};
}

// Asks for everything at once; answers when all of it that the client can give is there.
void askAll(const ToolCallPtr &call, const QList<Asked> &questions, const QString &prefix)
{
    const auto open = std::make_shared<int>(int(questions.size()));
    const auto answers = std::make_shared<QJsonObject>();
    for (const Asked &question : questions) {
        call->ask(question.key, question.method, question.params,
                  [=](const Result<QJsonObject> &answer) {
                      if (answer)
                          answers->insert(question.key, *answer);
                      if (--*open == 0)
                          call->finish(CallResult::text(prefix + compact(*answers)));
                  });
    }
}

void addInputTool(Server &server, const QString &name, const QList<Asked> &questions,
                  const QString &prefix)
{
    addTool(server, name, u"Conformance: needs input of the client."_s, noArguments(),
            [=](const ToolCallPtr &call) { askAll(call, questions, prefix); });
}

void addInputTools(Server &server)
{
    addInputTool(server, u"test_input_required_result_elicitation"_s, {askName(u"user_name"_s)},
                 u"Hello: "_s);
    addInputTool(server, u"test_input_required_result_sampling"_s,
                 {askModel(u"capital_question"_s, u"What is the capital of France?"_s)},
                 u"Model: "_s);
    addInputTool(server, u"test_input_required_result_list_roots"_s, {askRoots(u"client_roots"_s)},
                 u"Roots: "_s);
    addInputTool(server, u"test_input_required_result_request_state"_s, {askOk(u"confirm"_s)},
                 u"state-ok "_s);
    addInputTool(server, u"test_input_required_result_tampered_state"_s, {askOk(u"confirm"_s)},
                 u"state-ok "_s);
    const QList<Asked> three{askName(u"user_name"_s),
                             askModel(u"greeting"_s, u"Generate a greeting"_s),
                             askRoots(u"client_roots"_s)};
    addInputTool(server, u"test_input_required_result_multiple_inputs"_s, three, u"All: "_s);
    addInputTool(server, u"test_input_required_result_capabilities"_s, three, u"Some: "_s);
    addTool(server, u"test_input_required_result_multi_round"_s,
            u"Conformance: needs input twice."_s, noArguments(), [](const ToolCallPtr &call) {
                const Asked first = askName(u"step1"_s);
                call->ask(first.key, first.method, first.params, [call](const auto &name) {
                    const Asked second = askForm(u"step2"_s, u"What is your favorite color?"_s,
                                                 R"({"color":{"type":"string"}})", u"color"_s);
                    if (!name)
                        return call->fail(name.error());
                    call->ask(second.key, second.method, second.params,
                              [call](const Result<QJsonObject> &color) {
                                  if (!color)
                                      return call->fail(color.error());
                                  call->finish(CallResult::text(compact(*color)));
                              });
                });
            });
}

void addRevisionTools(Server &server, Clock &clock)
{
    server.addTool({.name = u"test_missing_capability"_s,
                    .title = {},
                    .description = u"Conformance: needs sampling."_s,
                    .inputSchema = noArguments(),
                    .annotations = {},
                    .handler =
                        [](const ToolCallPtr &call) {
                            call->finish(CallResult::text(u"The client can sample."_s));
                        },
                    .needs = {u"sampling"_s}});
    addTool(server, u"test_streaming_elicitation"_s, u"Conformance: progress, then a question."_s,
            noArguments(), [](const ToolCallPtr &call) {
                call->status(u"about to ask"_s);
                askAll(call, {askName(u"user_name"_s)}, u"Hello: "_s);
            });
    addTool(server, u"test_logging_tool"_s, u"Conformance: logs once."_s, noArguments(),
            [](const ToolCallPtr &call) {
                call->log(u"info"_s, u"logged"_s);
                call->finish(CallResult::text(u"Logged."_s));
            });
    addTool(server, u"test_trigger_tool_change"_s, u"Conformance: the tools changed."_s,
            noArguments(), [&server](const ToolCallPtr &call) {
                Q_EMIT server.listChanged(ListKind::Tools);
                call->finish(CallResult::text(u"Told."_s));
            });
    addTool(server, u"test_trigger_prompt_change"_s, u"Conformance: the prompts changed."_s,
            noArguments(), [&server](const ToolCallPtr &call) {
                Q_EMIT server.listChanged(ListKind::Prompts);
                call->finish(CallResult::text(u"Told."_s));
            });
    addTool(server, u"test_reconnection"_s, u"Conformance: closes its stream in between."_s,
            noArguments(), [&clock](const ToolCallPtr &call) {
                call->releaseConnection(500ms);
                later(clock, call, 700ms,
                      [call] { call->finish(CallResult::text(u"Reconnected."_s)); });
            });
    addTool(server, u"test_header"_s, u"Conformance: a parameter that stands in a header too."_s,
            parsed(R"({"type":"object","properties":{"region":{"type":"string",
                       "x-mcp-header":"Region"}},"required":["region"]})"),
            [](const ToolCallPtr &call) {
                call->finish(CallResult::text(call->arguments().value("region"_L1).toString()));
            });
    addTool(server, u"json_schema_2020_12_tool"_s, u"Conformance: a schema of 2020-12."_s,
            parsed(schema202012),
            [](const ToolCallPtr &call) { call->finish(CallResult::text(u"Taken."_s)); });
}

void addResources(Server &server)
{
    using Done = std::function<void(ResourceSource::Contents)>;
    ResourceSource source;
    source.templates = {{.uriTemplate = u"test://template/{id}/data"_s,
                         .name = u"Template"_s,
                         .description = u"Data of one id"_s,
                         .mimeType = u"application/json"_s}};
    source.list = [](const Caller &, const std::function<void(QList<Resource>)> &done) {
        done({{.uri = u"test://static-text"_s,
               .name = u"Static text"_s,
               .mimeType = u"text/plain"_s},
              {.uri = u"test://static-binary"_s,
               .name = u"Static binary"_s,
               .mimeType = u"image/png"_s},
              {.uri = u"test://watched-resource"_s,
               .name = u"Watched"_s,
               .mimeType = u"text/plain"_s}});
    };
    source.matches = [](const QString &uri) { return uri.startsWith("test://"_L1); };
    source.read = [](const Caller &, const QString &uri, const Done &done) {
        const QString id = uri.section(u'/', 3, 3);
        if (uri == "test://static-text"_L1) {
            done(QList<ResourceContents>{
                {uri, u"text/plain"_s, u"This is the content of the static text resource."_s}});
        } else if (uri == "test://static-binary"_L1) {
            done(QList<ResourceContents>{{uri, u"image/png"_s, tinyPng()}});
        } else if (uri == "test://watched-resource"_L1) {
            done(QList<ResourceContents>{{uri, u"text/plain"_s, u"Watched resource content"_s}});
        } else if (uri == u"test://template/%1/data"_s.arg(id)) {
            const QJsonObject data{{u"id"_s, id}, {u"templateTest"_s, true}};
            done(QList<ResourceContents>{{uri, u"application/json"_s, compact(data)}});
        } else {
            done(fail(ErrorCode::NotFound, u"There is no such resource."_s));
        }
    };
    server.addResources(source);
}

QList<PromptMessage> userMessages(const QList<Content> &contents)
{
    QList<PromptMessage> messages;
    for (const Content &content : contents)
        messages.append({.content = content});
    return messages;
}

void addPrompts(Server &server)
{
    const Completer startsWith = completeFrom(
        [](const Caller &) { return QStringList{u"test"_s, u"testing"_s, u"paris"_s, u"park"_s}; });
    server.addPrompt(
        {u"test_simple_prompt"_s,
         {},
         u"Conformance: a simple prompt."_s,
         {},
         [](const PromptCallPtr &call) {
             call->finish(userMessages({content::Text{u"This is a simple prompt for testing."_s}}));
         }});
    server.addPrompt(
        {u"test_prompt_with_arguments"_s,
         {},
         u"Conformance: a prompt with arguments."_s,
         {{.name = u"arg1"_s,
           .description = u"First test argument"_s,
           .required = true,
           .complete = startsWith},
          {.name = u"arg2"_s,
           .description = u"Second test argument"_s,
           .required = true,
           .complete = startsWith}},
         [](const PromptCallPtr &call) {
             call->finish(
                 userMessages({content::Text{u"Prompt with arguments: arg1='%1', arg2='%2'"_s.arg(
                     call->arguments().value(u"arg1"_s), call->arguments().value(u"arg2"_s))}}));
         }});
    server.addPrompt(
        {u"test_prompt_with_embedded_resource"_s,
         {},
         u"Conformance: a prompt with a resource."_s,
         {{.name = u"resourceUri"_s, .description = u"URI to embed"_s, .required = true}},
         [](const PromptCallPtr &call) {
             call->finish(userMessages(
                 {content::Embedded{{call->arguments().value(u"resourceUri"_s), u"text/plain"_s,
                                     u"Embedded resource content for testing."_s}},
                  content::Text{u"Please process the embedded resource above."_s}}));
         }});
    server.addPrompt({u"test_input_required_result_prompt"_s,
                      {},
                      u"Conformance: a prompt that needs input."_s,
                      {},
                      [](const PromptCallPtr &call) {
                          const Asked question =
                              askForm(u"user_context"_s, u"What context should the prompt use?"_s,
                                      R"({"context":{"type":"string"}})", u"context"_s);
                          call->ask(question.key, question.method, question.params,
                                    [call](const Result<QJsonObject> &answer) {
                                        if (!answer)
                                            return call->fail(answer.error());
                                        call->finish(
                                            userMessages({content::Text{compact(*answer)}}));
                                    });
                      }});
    server.addPrompt({u"test_prompt_with_image"_s,
                      {},
                      u"Conformance: a prompt with an image."_s,
                      {},
                      [](const PromptCallPtr &call) {
                          call->finish(
                              userMessages({content::Image{tinyPng(), u"image/png"_s},
                                            content::Text{u"Please analyze the image above."_s}}));
                      }});
}

} // namespace

void addAll(Server &server, Clock &clock)
{
    addContentTools(server);
    addTimedTools(server, clock);
    addCancellable(server);
    addAskingTools(server);
    addInputTools(server);
    addRevisionTools(server, clock);
    addResources(server);
    addPrompts(server);
}

} // namespace fixtures
