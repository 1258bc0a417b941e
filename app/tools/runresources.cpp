// SPDX-License-Identifier: MIT
#include "runresources.h"

#include "modeltext.h"

#include <QFile>
#include <QRegularExpression>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

using Done = std::function<void(mcp::ResourceSource::Contents)>;

// A whole reply must stay below 1,000,000 characters (failures.md 9), base64 included.
constexpr qint64 mostText = 800 * limits::KiB;
constexpr qint64 mostBytes = 650 * limits::KiB;

struct Address
{
    RunId run;
    int plot = 0; // 0: the output
};

std::optional<Address> parse(const QString &uri)
{
    static const QRegularExpression form(u"^run://(r\\d+)/(?:output|plots/(\\d{1,4}))$"_s);
    const auto match = form.match(uri);
    const auto run = RunId::fromString(match.capturedView(1));
    if (!match.hasMatch() || !run)
        return std::nullopt;
    return Address{*run, match.capturedView(2).toInt()};
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
                        "per inch."_s.arg(display.size).arg(mostBytes));
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

} // namespace

mcp::ResourceSource runResources(RunService &runs, sandbox::OutputStore &output)
{
    mcp::ResourceSource source;
    source.templates = {
        {.uriTemplate = u"run://{id}/output"_s,
         .name = u"output"_s,
         .description = u"What a run of yours printed, colours taken out."_s,
         .mimeType = u"text/plain"_s},
        {.uriTemplate = u"run://{id}/plots/{n}"_s,
         .name = u"plot"_s,
         .description = u"A plot of a run of yours at its full size."_s},
    };
    source.matches = [](const QString &uri) { return uri.startsWith(u"run://"); };
    source.read = [&runs, &output](const mcp::Caller &caller, const QString &uri, const Done &done) {
        const auto address = parse(uri);
        if (!address)
            return done(std::unexpected(unknownResource(uri)));
        runs.factsFor(caller.principal.id, address->run)
            .then(&runs, [&output, &runs, uri, done, plot = address->plot](
                             const Result<RunFacts> &facts) {
                if (!facts)
                    return done(std::unexpected(unknownResource(uri)));
                if (plot > 0)
                    return done(readPlot(uri, *facts, plot));
                output.read(facts->run, 0, mostText)
                    .then(&runs, [uri, done, total = facts->outputLength](
                                     const Result<QByteArray> &bytes) {
                        done(QList<mcp::ResourceContents>{
                            {uri, u"text/plain"_s, outputText(bytes.value_or(QByteArray()), total)}});
                    });
            });
    };
    return source;
}

} // namespace glovebox::tools
