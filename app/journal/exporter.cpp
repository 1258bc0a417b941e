// SPDX-License-Identifier: MIT
#include "exporter.h"

#include "base/limits.h"
#include "base/masking.h"
#include "kept.h"
#include "notebook/ipynb.h"
#include "notebook/outputs.h"
#include "query.h"
#include "reader.h"
#include "searchtext.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace glovebox::journal {

namespace {

using Output = ExportedRun::Output;

constexpr qint64 exportedOutputBytes = 1 * limits::MiB; // of one run; the rest is counted
constexpr int runsAtOnce = 100;

// ---- Reading one run

QString timeText(const QDateTime &time)
{
    return time.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss 'UTC'"));
}

QString deciderText(const JournalRow &row)
{
    static constexpr std::array<const char *, 6> words{"by the person",
                                                       "by a standing permission",
                                                       "without asking: the person's own run",
                                                       "by nobody: no answer in time",
                                                       "by the program's rules",
                                                       "by the client: taken back"};
    return row.decider ? QLatin1StringView(words[size_t(*row.decider)]) : QString();
}

QStringList factsOf(const JournalRun &run)
{
    const JournalRow &row = run.row;
    QStringList facts{QStringLiteral("Asked %1 by %2, session %3")
                          .arg(timeText(row.asked), row.clientLabel, row.sessionName)};
    if (run.facts.decision && row.decider) {
        QString decided = QStringLiteral("Decided (%1) %2")
                              .arg(toString(run.facts.decision->kind), deciderText(row));
        if (row.decided.isValid())
            decided += QStringLiteral(", after %1 s")
                           .arg(double(row.asked.msecsTo(row.decided)) / 1000, 0, 'f', 1);
        facts.append(decided);
    }
    QString ended = QStringLiteral("State: %1").arg(toString(row.state));
    if (row.started.isValid())
        ended += QStringLiteral(", %1 s").arg(double(row.executionMs) / 1000, 0, 'f', 1);
    facts.append(ended);
    if (!run.facts.endReason.isEmpty())
        facts.append(maskSecrets(run.facts.endReason));
    if (row.purged.isValid())
        facts.append(QStringLiteral("Its content was removed from the journal %1")
                         .arg(timeText(row.purged)));
    return facts;
}

class RunReader
{
public:
    RunReader(Database &database, const QString &runsFolder)
        : m_database(database)
        , m_runsFolder(runsFolder)
    {
    }

    Result<ExportedRun> read(RunId run)
    {
        const auto recorded = readRun(m_database, run);
        if (!recorded)
            return std::unexpected(recorded.error());
        m_exported = {.row = recorded->row,
                      .code = {},
                      .runtime = {},
                      .facts = factsOf(*recorded),
                      .notes = {},
                      .files = {},
                      .outputs = {}};
        m_exported.row.title = maskSecrets(m_exported.row.title);
        m_exported.runtime = recorded->facts.record.runtime;
        m_exported.code = maskSecrets(QString::fromUtf8(recorded->facts.record.code));
        addNotes(recorded->steps);
        for (const event::FileTouched &file : recorded->facts.files)
            m_exported.files.append(
                (file.written ? QStringLiteral("wrote ") : QStringLiteral("read ")) + file.mount +
                u'/' + file.path);
        if (!recorded->row.purged.isValid()) {
            if (auto added = addOutputs(run); !added)
                return std::unexpected(added.error());
        }
        return std::move(m_exported);
    }

private:
    void addNotes(const QList<JournalStep> &steps)
    {
        SearchedText texts;
        for (const JournalStep &step : steps) {
            if (step.kind != u"ended")
                texts.add(step);
        }
        const QStringList lines = texts.notes.split(u'\n', Qt::SkipEmptyParts);
        for (const QString &line : lines)
            m_exported.notes.append(maskSecrets(line));
    }

    Result<> addOutputs(RunId run)
    {
        const auto events = readEvents(m_database, run);
        if (!events)
            return std::unexpected(events.error());
        QFile file(outputFile(m_runsFolder, run));
        const bool isOpen = file.open(QIODevice::ReadOnly);
        qint64 left = exportedOutputBytes;
        qint64 leftOut = 0;
        for (const RunEvent &event : *events) {
            if (const auto *output = std::get_if<event::Output>(&event.body)) {
                QByteArray bytes;
                if (isOpen && left > 0 && file.seek(output->offset))
                    bytes = file.read(std::min(output->length, left));
                left -= bytes.size();
                leftOut += output->length - bytes.size();
                addStream(output->stream, bytes);
            } else {
                addOther(event.body);
            }
        }
        endStreams();
        if (leftOut > 0)
            m_exported.outputs.append(
                {Output::Kind::Notice,
                 QStringLiteral("%1 more bytes of output are not in this export.").arg(leftOut)});
        return {};
    }

    // Pieces of one stream are one text: a character may lie across two of them.
    void addStream(StreamName stream, const QByteArray &bytes)
    {
        if (!m_pending.isEmpty() && stream != m_stream)
            endStreams();
        m_stream = stream;
        m_pending += bytes;
    }

    void endStreams()
    {
        if (!m_pending.isEmpty())
            m_exported.outputs.append(
                {m_stream == StreamName::Stdout ? Output::Kind::Stdout : Output::Kind::Stderr,
                 maskSecrets(QString::fromUtf8(m_pending))});
        m_pending.clear();
    }

    void addOther(const RunEventBody &body)
    {
        if (const auto *display = std::get_if<event::Display>(&body)) {
            endStreams();
            addDisplay(*display);
        } else if (const auto *result = std::get_if<event::ResultValue>(&body)) {
            endStreams();
            m_exported.outputs.append({Output::Kind::Result, maskSecrets(result->text)});
        } else if (const auto *raised = std::get_if<event::Raised>(&body)) {
            endStreams();
            event::Raised shown = *raised;
            shown.evalue = maskSecrets(shown.evalue);
            for (QString &line : shown.traceback)
                line = maskSecrets(line);
            m_exported.outputs.append({.kind = Output::Kind::Error,
                                       .text = shown.traceback.join(u'\n'),
                                       .raised = shown});
        }
    }

    void addDisplay(const event::Display &display)
    {
        QFile file(display.file);
        if (display.file.isEmpty() || !file.open(QIODevice::ReadOnly)) {
            m_exported.outputs.append(
                {Output::Kind::Notice,
                 QStringLiteral("Plot %1 is not stored any more.").arg(display.index)});
            return;
        }
        const QString text = display.title.isEmpty() ? display.text : display.title;
        QByteArray bytes = file.readAll();
        if (display.mimeType.startsWith(u"text/") || display.mimeType.endsWith(u"json") ||
            display.mimeType.endsWith(u"+xml"))
            bytes = maskSecrets(QString::fromUtf8(bytes)).toUtf8();
        m_exported.outputs.append({.kind = Output::Kind::Display,
                                   .text = text,
                                   .mimeType = display.mimeType,
                                   .bytes = bytes});
    }

    Database &m_database;
    QString m_runsFolder;
    ExportedRun m_exported;
    StreamName m_stream = StreamName::Stdout;
    QByteArray m_pending;
};

bool isPicture(const QString &mimeType)
{
    return mimeType.startsWith(u"image/") && mimeType != u"image/svg+xml";
}

QString headingOf(const ExportedRun &run)
{
    return run.row.title.isEmpty() ? run.row.run.toString()
                                   : run.row.run.toString() + u" · " + run.row.title;
}

// ---- Markdown

// Longer than every row of backticks in the text, so that nothing in it ends the block.
QString fenced(const QString &text, const QString &language)
{
    qsizetype longest = 2;
    qsizetype row = 0;
    for (const QChar c : text) {
        row = c == u'`' ? row + 1 : 0;
        longest = std::max(longest, row);
    }
    const QString fence(longest + 1, u'`');
    return fence + language + u'\n' + text +
           (text.endsWith(u'\n') ? QString() : QStringLiteral("\n")) + fence + u"\n\n";
}

// Text of a client in a line of Markdown is text, whatever signs it has.
QString plain(const QString &text)
{
    QString result;
    for (const QChar c : text.simplified()) {
        if (QStringView(u"\\`*_{}[]()<>#+-.!|~&").contains(c))
            result += u'\\';
        result += c;
    }
    return result;
}

QString listed(const QString &heading, const QStringList &lines)
{
    if (lines.isEmpty())
        return {};
    QString text = heading.isEmpty() ? QString() : u"### " + heading + u"\n\n";
    for (const QString &line : lines)
        text += u"- " + plain(line) + u'\n';
    return text + u'\n';
}

class MarkdownExporter final : public Exporter
{
public:
    QByteArray begin() override { return "# Glovebox journal\n\n"; }
    QByteArray end() override { return {}; }

    QByteArray run(const ExportedRun &run) override
    {
        QString text = u"## " + plain(headingOf(run)) + u"\n\n" + listed({}, run.facts);
        if (!run.code.isEmpty())
            text += u"### Code\n\n" + fenced(run.code, QStringLiteral("python"));
        text += listed(QStringLiteral("Notes"), run.notes);
        text += listed(QStringLiteral("Files"), run.files);
        if (!run.outputs.isEmpty())
            text += QStringLiteral("### Output\n\n");
        for (const Output &output : run.outputs)
            text += outputText(output);
        return text.toUtf8();
    }

private:
    static QString outputText(const Output &output)
    {
        switch (output.kind) {
        case Output::Kind::Notice:
            return u'*' + plain(output.text) + u"*\n\n";
        case Output::Kind::Display:
            if (isPicture(output.mimeType))
                return u"![" + plain(output.text) + u"](data:" + output.mimeType + u";base64," +
                       QString::fromLatin1(output.bytes.toBase64()) + u")\n\n";
            return fenced(QString::fromUtf8(output.bytes), {});
        case Output::Kind::Stderr:
        case Output::Kind::Error:
            return fenced(output.text, QStringLiteral("text"));
        default:
            return fenced(output.text, {});
        }
    }
};

// ---- Notebook (nbformat 4.5)

class NotebookExporter final : public Exporter
{
public:
    QByteArray begin() override
    {
        notebook::Json head = notebook::newNotebookJson();
        head.remove(u"cells");
        QByteArray bytes = head.toBytes(oneLine);
        bytes.chop(1); // its brace
        return bytes + ",\"cells\":[";
    }
    QByteArray end() override { return "]}\n"; }

    QByteArray run(const ExportedRun &run) override
    {
        const QString id = run.row.run.toString();
        const QString about = u"## " + plain(headingOf(run)) + u"\n\n" + listed({}, run.facts) +
                              listed(QStringLiteral("Notes"), run.notes) +
                              listed(QStringLiteral("Files"), run.files);
        const notebook::Cell text{
            .id = id + u"-about", .kind = notebook::CellKind::Text, .source = about.trimmed()};
        notebook::Cell code{.id = id, .runtime = run.runtime, .source = run.code};
        if (run.row.started.isValid())
            code.executionCount = int(run.row.run.number());
        for (const Output &output : run.outputs)
            code.outputs.append(notebookOutput(output, code.executionCount));
        using notebook::Json;
        code.metadata.set(
            QStringLiteral("glovebox"),
            Json(Json::Members{{QStringLiteral("run"), Json(id)},
                               {QStringLiteral("client"), Json(run.row.clientLabel)},
                               {QStringLiteral("session"), Json(run.row.sessionName)},
                               {QStringLiteral("state"), Json(toString(run.row.state))}}));
        QByteArray cells = std::exchange(m_begun, true) ? ",\n" : "\n";
        cells += notebook::cellToJson(text).toBytes(oneLine) + ",\n" +
                 notebook::cellToJson(code).toBytes(oneLine);
        return cells;
    }

private:
    static inline const notebook::Json::Style oneLine{.indent = {}, .spaced = false};

    static notebook::Output notebookOutput(const Output &output, std::optional<int> count)
    {
        switch (output.kind) {
        case Output::Kind::Stdout:
            return notebook::Output::stream(toString(StreamName::Stdout), output.text);
        case Output::Kind::Stderr:
            return notebook::Output::stream(toString(StreamName::Stderr), output.text);
        case Output::Kind::Notice:
            return notebook::Output::stream(toString(StreamName::Stderr), output.text + u'\n');
        case Output::Kind::Display:
            return notebook::displayOutput(output.mimeType, output.bytes, output.text);
        case Output::Kind::Result:
            return notebook::resultOutput(output.text, count);
        case Output::Kind::Error:
            return notebook::Output::error(output.raised.ename, output.raised.evalue,
                                           output.raised.traceback);
        }
        Q_UNREACHABLE_RETURN({});
    }

    bool m_begun = false;
};

// ---- HTML: no scripts, nothing that loads

class HtmlExporter final : public Exporter
{
public:
    QByteArray begin() override
    {
        return "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "img-src data:; style-src 'unsafe-inline'\"><title>Glovebox journal</title><style>"
               "body{font:15px sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
               "pre{background:#f3f5f6;padding:.7em;overflow:auto}.err{color:#a8261d}"
               "img{max-width:100%}</style></head><body><h1>Glovebox journal</h1>\n";
    }
    QByteArray end() override { return "</body></html>\n"; }

    QByteArray run(const ExportedRun &run) override
    {
        QString text = u"<section id=\"" + run.row.run.toString() + u"\"><h2>" +
                       headingOf(run).toHtmlEscaped() + u"</h2>" + list(run.facts);
        if (!run.code.isEmpty())
            text += block(run.code, {});
        text += list(run.notes) + list(run.files);
        for (const Output &output : run.outputs)
            text += outputText(output);
        return (text + u"</section>\n").toUtf8();
    }

private:
    static QString block(const QString &text, const QString &kind)
    {
        return u"<pre" + (kind.isEmpty() ? QString() : u" class=\"" + kind + u'"') + u'>' +
               text.toHtmlEscaped() + u"</pre>";
    }

    static QString list(const QStringList &lines)
    {
        QString text;
        for (const QString &line : lines)
            text += u"<li>" + line.toHtmlEscaped() + u"</li>";
        return text.isEmpty() ? text : u"<ul>" + text + u"</ul>";
    }

    static QString outputText(const Output &output)
    {
        if (output.kind == Output::Kind::Display && isPicture(output.mimeType))
            return u"<p><img alt=\"" + output.text.toHtmlEscaped() + u"\" src=\"data:" +
                   output.mimeType.toHtmlEscaped() + u";base64," +
                   QString::fromLatin1(output.bytes.toBase64()) + u"\"></p>";
        // What a run made is never markup here.
        if (output.kind == Output::Kind::Display)
            return block(QString::fromUtf8(output.bytes), {});
        const bool bad = output.kind == Output::Kind::Stderr || output.kind == Output::Kind::Error;
        return block(output.text, bad ? QStringLiteral("err") : QString());
    }
};

Result<> put(QIODevice *device, const QByteArray &bytes)
{
    if (device->write(bytes) != bytes.size())
        return fail(ErrorCode::Io, QStringLiteral("The export could not be written."),
                    device->errorString());
    return {};
}

} // namespace

std::unique_ptr<Exporter> Exporter::make(JournalFormat format)
{
    switch (format) {
    case JournalFormat::JsonLines:
        return nullptr;
    case JournalFormat::Markdown:
        return std::make_unique<MarkdownExporter>();
    case JournalFormat::Notebook:
        return std::make_unique<NotebookExporter>();
    case JournalFormat::Html:
        return std::make_unique<HtmlExporter>();
    }
    Q_UNREACHABLE_RETURN(nullptr);
}

Result<qint64> exportRuns(Database &database, const QString &runsFolder, const JournalQuery &query,
                          JournalFormat format, QIODevice *device, const std::atomic_bool &stop)
{
    const auto exporter = Exporter::make(format);
    qint64 written = 0;
    if (auto begun = put(device, exporter ? exporter->begin() : QByteArray()); !begun)
        return std::unexpected(begun.error());
    for (RunId last;;) {
        const auto runs = runsAfter(database, query, last, runsAtOnce);
        if (!runs)
            return std::unexpected(runs.error());
        if (runs->isEmpty())
            break;
        for (const RunId run : *runs) {
            if (stop)
                return fail(ErrorCode::Cancelled, QStringLiteral("The export was given up."));
            Result<> done;
            if (!exporter) {
                const auto lines = exportJsonLines(database, run, device);
                done = lines ? Result<>() : std::unexpected(lines.error());
            } else {
                const auto exported = RunReader(database, runsFolder).read(run);
                done = exported ? put(device, exporter->run(*exported))
                                : std::unexpected(exported.error());
            }
            if (!done)
                return std::unexpected(done.error());
            ++written;
        }
        last = runs->last();
    }
    if (auto ended = put(device, exporter ? exporter->end() : QByteArray()); !ended)
        return std::unexpected(ended.error());
    return written;
}

} // namespace glovebox::journal
