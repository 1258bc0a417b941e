// SPDX-License-Identifier: MIT
// A server for protocol tests with real clients: the product's mcp and http libraries with the
// tools of fixtures.h. Asks for no key (everybody is one client), listens on loopback only.
#include "fixtures.h"

#include "http/listener.h"
#include "http/mcproute.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <cstdio>

using namespace glovebox;
using namespace Qt::StringLiterals;

namespace {

// Whole or not at all: a test polls for this file.
bool writeEndpoint(const QString &file, quint16 port)
{
    const QString base = u"http://127.0.0.1:%1"_s.arg(port);
    const QJsonObject endpoint{{u"mcp"_s, QString(base + u"/mcp")},
                               {u"sse"_s, QString(base + u"/sse")}};
    QSaveFile save(file);
    return save.open(QIODevice::WriteOnly) && save.write(QJsonDocument(endpoint).toJson()) > 0 &&
           save.commit();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser options;
    options.addHelpOption();
    options.addOption({u"port"_s, u"Listen on this port (0: any free one)."_s, u"N"_s, u"0"_s});
    options.addOption({u"endpoint-file"_s, u"Write the address there as JSON."_s, u"F"_s});
    options.process(application);

    mcp::Server server({.name = u"mcp_everything"_s,
                        .title = u"Everything"_s,
                        .version = u"1.0"_s,
                        .instructions = u"A server for tests."_s,
                        .logging = true,
                        .subscriptions = true,
                        .changingLists = {mcp::ListKind::Tools, mcp::ListKind::Prompts},
                        .cache = {.ttl = std::chrono::minutes(1), .shared = true}});
    fixtures::addAll(server, systemClock());

    http::Guard guard(nullptr, systemClock(),
                      {.everybody = http::Principal{.id = ClientId(u"c000000000000"_s),
                                                    .label = u"Anyone on this computer"_s,
                                                    .anyone = true}});
    http::McpRoute route(server, systemClock(),
                         {.tooLargeAdvice = u"Give run_python a \"path\" instead of \"code\"."_s});
    http::Listener listener(guard, systemClock());
    listener.addRoute(&route);
    const Result<quint16> port = listener.listen(quint16(options.value(u"port"_s).toUShort()));
    if (!port) {
        std::fprintf(stderr, "%s\n", qPrintable(port.error().text));
        return 1;
    }
    std::printf("http://127.0.0.1:%d/mcp\n", *port);
    std::fflush(stdout);
    const QString file = options.value(u"endpoint-file"_s);
    if (!file.isEmpty() && !writeEndpoint(file, *port)) {
        std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
        return 1;
    }
    return application.exec();
}
