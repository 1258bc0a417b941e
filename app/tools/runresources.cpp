// SPDX-License-Identifier: MIT
#include "runresources.h"

#include "modeltext.h"
#include "prompts.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

using Done = std::function<void(mcp::ResourceSource::Contents)>;

// A whole reply must stay below 1,000,000 characters (failures.md 9), base64 included.
constexpr qint64 mostText = 800 * limits::KiB;
constexpr qint64 mostBytes = 650 * limits::KiB;
constexpr qsizetype longestValue = 16 * limits::KiB;

struct Address
{
    enum class Part { Whole, Output, Plot };

    RunId run;
    Part part = Part::Whole;
    int plot = 0;
};

std::optional<Address> parse(const QString &uri)
{
    static const QRegularExpression form(u"^run://(r\\d+)(?:/(output)|/plots/(\\d{1,4}))?$"_s);
    const auto match = form.match(uri);
    const auto run = RunId::fromString(match.capturedView(1));
    if (!match.hasMatch() || !run)
        return std::nullopt;
    const int plot = match.capturedView(3).toInt();
    if (plot > 0)
        return Address{*run, Address::Part::Plot, plot};
    return Address{*run, match.hasCaptured(2) ? Address::Part::Output : Address::Part::Whole};
}

Error unknownResource(const QString &uri)
{
    return {ErrorCode::NotFound,
            u"There is no resource \"%1\". Results of run_python name those that exist."_s.arg(
                uri.left(80))};
}

mcp::ResourceSource::Contents readPlot(const QString &uri, const RunFacts &facts, int plot)
{
    for (const event::Display &display : facts.displays) {
        if (display.index != plot)
            continue;
        if (display.size > mostBytes)
            return fail(ErrorCode::LimitExceeded,
                        u"The plot has %1 bytes; at most %2 can be sent. Save it with fewer dots "
                        "per inch."_s.arg(display.size)
                            .arg(mostBytes));
        QFile file(display.file);
        if (!file.open(QIODevice::ReadOnly))
            break;
        return QList<mcp::ResourceContents>{{uri, display.mimeType, file.readAll()}};
    }
    return std::unexpected(unknownResource(uri));
}

QString outputText(const QByteArray &head, qint64 total)
{
    QString text = plainTerminalText(head);
    if (head.size() < total)
        text += u"\n[The first %1 of %2 bytes. Let Python write long output to a file.]"_s
                    .arg(head.size())
                    .arg(total);
    return text;
}

// What happened, without the bytes, which have addresses of their own.
QJsonObject describe(const RunFacts &facts)
{
    const QString address = u"run://"_s + facts.run.toString();
    QJsonArray plots;
    for (const event::Display &display : facts.displays)
        plots.append(QJsonObject{{u"uri"_s, u"%1/plots/%2"_s.arg(address).arg(display.index)},
                                 {u"mime_type"_s, display.mimeType},
                                 {u"description"_s, display.text}});
    QJsonObject json{{u"run"_s, facts.run.toString()},
                     {u"tool"_s, facts.record.tool},
                     {u"state"_s, toString(facts.state)},
                     {u"session"_s, facts.record.sessionName},
                     {u"asked"_s, facts.asked.toString(Qt::ISODate)},
                     {u"code"_s, QString::fromUtf8(facts.record.code)},
                     {u"output"_s, QString(address + u"/output"_s)},
                     {u"output_bytes"_s, facts.outputLength},
                     {u"plots"_s, plots}};
    if (facts.ended.isValid()) {
        json.insert(u"ended"_s, facts.ended.toString(Qt::ISODate));
        json.insert(u"execution_ms"_s, facts.executionMs);
    }
    if (!facts.result.isEmpty())
        json.insert(u"result"_s, withoutLongDataUrls(facts.result).left(longestValue));
    if (facts.raised)
        json.insert(u"error"_s, QString(facts.raised->ename + u": "_s + facts.raised->evalue));
    return json;
}

mcp::Completer plotCompleter(const RunHub &hub)
{
    return [&hub](const mcp::Caller &caller, const mcp::CompletionQuery &query,
                  const std::function<void(QStringList)> &done) {
        const auto run = RunId::fromString(query.others.value(u"id"_s));
        const RunFacts *facts = run ? hub.facts(*run) : nullptr;
        QStringList plots;
        // Another client's run answers like an unknown one.
        if (facts && facts->record.client == caller.principal.id) {
            for (const event::Display &display : facts->displays) {
                if (QString::number(display.index).startsWith(query.typed))
                    plots.append(QString::number(display.index));
            }
        }
        done(plots);
    };
}

QList<mcp::Resource> listedRuns(const RunHub &hub, const ClientId &client)
{
    QList<mcp::Resource> resources;
    for (const RunId run : hub.runs()) {
        const RunFacts *facts = hub.facts(run);
        if (facts->record.client == client)
            resources.prepend({.uri = u"run://"_s + run.toString(),
                               .name = run.toString(),
                               .title = facts->title,
                               .description = toString(facts->state),
                               .mimeType = u"application/json"_s});
    }
    return resources;
}

} // namespace

void announceRuns(mcp::Server &server, const RunHub &hub)
{
    QObject::connect(&hub, &RunHub::published, &server, [&server, &hub](const RunEvent &event) {
        const RunFacts *facts = hub.facts(event.run);
        if (!facts)
            return;
        const QString address = u"run://"_s + event.run.toString();
        const bool isOutput = std::holds_alternative<event::Output>(event.body);
        Q_EMIT server.resourceUpdated(isOutput ? QString(address + u"/output") : address,
                                      facts->record.client);
    });
}

mcp::ResourceSource runResources(const Services &services, sandbox::OutputStore &output)
{
    RunService &runs = services.runs;
    const mcp::Completer ids = runCompleter(services.hub);
    mcp::ResourceSource source;
    source.templates = {
        {.uriTemplate = u"run://{id}"_s,
         .name = u"run"_s,
         .title = u"A run"_s,
         .description = u"State, code, result and plots of a run of yours; kept for a day."_s,
         .mimeType = u"application/json"_s,
         .complete = {{u"id"_s, ids}}},
        {.uriTemplate = u"run://{id}/output"_s,
         .name = u"output"_s,
         .description = u"What a run of yours printed, colours taken out."_s,
         .mimeType = u"text/plain"_s,
         .complete = {{u"id"_s, ids}}},
        {.uriTemplate = u"run://{id}/plots/{n}"_s,
         .name = u"plot"_s,
         .description = u"A plot of a run of yours at its full size."_s,
         .complete = {{u"id"_s, ids}, {u"n"_s, plotCompleter(services.hub)}}},
    };
    source.list = [&hub = services.hub](const mcp::Caller &caller,
                                        const std::function<void(QList<mcp::Resource>)> &done) {
        done(listedRuns(hub, caller.principal.id));
    };
    source.matches = [](const QString &uri) { return uri.startsWith(u"run://"); };
    source.read = [&runs, &output](const mcp::Caller &caller, const QString &uri,
                                   const Done &done) {
        const auto address = parse(uri);
        if (!address)
            return done(std::unexpected(unknownResource(uri)));
        runs.factsFor(caller.principal.id, address->run)
            .then(&runs, [&output, &runs, uri, done, at = *address](const Result<RunFacts> &facts) {
                if (!facts)
                    return done(std::unexpected(unknownResource(uri)));
                if (at.part == Address::Part::Plot)
                    return done(readPlot(uri, *facts, at.plot));
                if (at.part == Address::Part::Whole)
                    return done(QList<mcp::ResourceContents>{
                        {uri, u"application/json"_s,
                         QString::fromUtf8(QJsonDocument(describe(*facts)).toJson())}});
                output.read(facts->run, 0, mostText)
                    .then(&runs, [uri, done,
                                  total = facts->outputLength](const Result<QByteArray> &bytes) {
                        done(QList<mcp::ResourceContents>{
                            {uri, u"text/plain"_s,
                             outputText(bytes.value_or(QByteArray()), total)}});
                    });
            });
    };
    return source;
}

} // namespace glovebox::tools
