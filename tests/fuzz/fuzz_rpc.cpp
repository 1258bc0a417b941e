// SPDX-License-Identifier: MIT
// A body from a client, in every revision. Whatever it is, each request in it is answered exactly
// once.
#include "fakeclock.h"

#include "mcp/envelope.h"
#include "mcp/serversession.h"

#include <cstdlib>

using namespace glovebox;
using namespace glovebox::mcp;
using namespace Qt::StringLiterals;

namespace {

class Counter final : public MessageSink
{
public:
    void send(const QJsonObject &message, bool answer) override
    {
        if (finishes > 0 || encode(message).isEmpty())
            std::abort();
        answers += answer ? 1 : 0;
    }
    void finished() override { ++finishes; }

    int answers = 0;
    int finishes = 0;
};

Server &server()
{
    static Server *instance = [] {
        auto *made = new Server({.name = u"fuzz"_s,
                                 .title = {},
                                 .version = u"1"_s,
                                 .logging = true,
                                 .subscriptions = true});
        made->addTool(
            {.name = u"echo"_s,
             .title = {},
             .description = u"Echoes."_s,
             .inputSchema = {{u"type"_s, u"object"_s},
                             {u"properties"_s,
                              QJsonObject{{u"text"_s, QJsonObject{{u"type"_s, u"string"_s}}}}}},
             .annotations = {},
             .handler = [](const ToolCallPtr &call) {
                 call->progress(1);
                 call->log(u"info"_s, u"called"_s);
                 call->finish(CallResult::text(call->arguments().value("text"_L1).toString()));
             }});
        made->addPrompt({u"hello"_s,
                         {},
                         {},
                         {{.name = u"who"_s, .complete = completeFrom([](const Caller &) {
                                                 return QStringList{u"world"_s};
                                             })}},
                         [](const PromptCallPtr &call) {
                             call->finish({{.content = content::Text{u"Hello."_s}}});
                         }});
        made->addResources({.matches = [](const QString &uri) { return uri.startsWith(u"x://"); },
                            .read =
                                [](const Caller &, const QString &uri, const auto &done) {
                                    done(QList<ResourceContents>{{uri, u"text/plain"_s, uri}});
                                }});
        return made;
    }();
    return *instance;
}

Principal somebody()
{
    return {.id = ClientId(u"c1"_s), .label = u"fuzz"_s};
}

int owedBy(const Body &body)
{
    int owed = 0;
    for (const Message &message : body.messages) {
        owed += message.kind == Message::Kind::Request || message.kind == Message::Kind::Invalid;
    }
    return owed;
}

void inSession(const char *version, const Body &body, FakeClock &clock)
{
    ServerSession session(server(), clock, somebody(), u"s"_s);
    const QByteArray begin = QByteArray(R"({"jsonrpc":"2.0","id":"begin","method":"initialize",)") +
                             R"("params":{"protocolVersion":")" + version + R"("}})";
    session.receive(begin, std::make_shared<Counter>());
    const auto sink = std::make_shared<Counter>();
    session.receive(body, sink);
    const bool refusedBatch = body.batch && !session.dialect().batches;
    if (sink->finishes != 1 || sink->answers != (refusedBatch ? 1 : owedBy(body)))
        std::abort();
}

void stateless(const Body &body, FakeClock &clock)
{
    // Headers that agree, so that the rest of the ladder is reached too.
    const Message &message = body.messages.first();
    const HeaderLookup header = [&message](QByteArrayView name) -> std::optional<QByteArray> {
        if (name == "Mcp-Method")
            return message.method.toUtf8();
        if (name == "MCP-Protocol-Version")
            return QByteArray("2026-07-28");
        if (name == "Mcp-Name")
            return message.params.value("name"_L1).toString().toUtf8();
        return std::nullopt;
    };
    const auto kind = isStateless(body, header);
    if (!kind || !*kind || message.kind == Message::Kind::Invalid)
        return;
    auto caller = admitStateless(server(), somebody(), message, header);
    if (!caller)
        return;
    const auto sink = std::make_shared<Counter>();
    {
        ServerSession session(server(), clock, *std::move(caller));
        session.receive(body, sink);
    }
    if (sink->finishes != 1 || sink->answers != owedBy(body))
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    FakeClock clock;
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto body = parseBody(bytes);
    if (!body)
        return 0;
    for (const char *version : {"2024-11-05", "2025-03-26", "2025-11-25"})
        inSession(version, *body, clock);
    stateless(*body, clock);
    return 0;
}
