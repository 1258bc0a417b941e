// SPDX-License-Identifier: MIT
#include "outputs.h"

#include <QFile>

#include <algorithm>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 headBytes = maxOutputTextBytes / 2;
constexpr qint64 tailBytes = maxOutputTextBytes / 2;

bool isContinuation(char byte)
{
    return (static_cast<uchar>(byte) & 0xc0) == 0x80;
}

// `at`, or the next place that is not within a character.
qsizetype characterFrom(QByteArrayView bytes, qsizetype at)
{
    while (at < bytes.size() && isContinuation(bytes[at]))
        ++at;
    return at;
}

bool isText(const QString &mimeType)
{
    return mimeType.startsWith(u"text/") || mimeType.endsWith(u"+xml") ||
           mimeType == u"application/javascript";
}

// Mime bundles keep text in lines, JSON as JSON and everything else in base64.
Json bundleValue(const QString &mimeType, const QByteArray &data)
{
    if (isText(mimeType))
        return Json::lines(QString::fromUtf8(data));
    if (mimeType.endsWith(u"json")) {
        if (auto json = Json::parse(data))
            return *json;
        return Json(QString::fromUtf8(data));
    }
    return Json(QString::fromLatin1(data.toBase64()));
}

Output notice(const QString &text)
{
    return Output::stream(u"stderr"_s, text + u'\n');
}

Output displayedFrom(const event::Display &display, const QString *resultText,
                     std::optional<int> count)
{
    QFile file(display.file);
    if (display.file.isEmpty() || !file.open(QIODevice::ReadOnly))
        return notice(u"[plot %1 is not stored any more]"_s.arg(display.index));
    const QString words = display.text.isEmpty() ? display.title : display.text;
    Output output =
        displayOutput(display.mimeType, file.readAll(), resultText ? *resultText : words);
    if (!resultText)
        return output;
    return Output::result(output.json().value(u"data"), Json::object(), count);
}

// The value of a last line is told twice: as a page and in words (_glovebox/display.py). Of other
// pages the words are printed.
bool isPageOfValue(const event::Display &display)
{
    return display.mimeType == u"text/html" && display.text.isEmpty();
}

} // namespace

Output displayOutput(const QString &mimeType, const QByteArray &data, const QString &text)
{
    Json bundle(Json::Members{{mimeType, bundleValue(mimeType, data)}});
    if (mimeType != u"text/plain" && !text.isEmpty())
        bundle.set(u"text/plain"_s, Json::lines(text));
    return Output::display(std::move(bundle), Json::object());
}

Output resultOutput(const QString &text, std::optional<int> count)
{
    return Output::result(Json(Json::Members{{u"text/plain"_s, Json::lines(text)}}), Json::object(),
                          count);
}

void OutputCollector::add(const RunEventBody &body)
{
    if (const auto *output = std::get_if<event::Output>(&body))
        add(*output, output->bytes);
    else if (const auto *display = std::get_if<event::Display>(&body))
        m_parts.append(*display);
    else if (const auto *result = std::get_if<event::ResultValue>(&body))
        m_parts.append(*result);
    else if (const auto *raised = std::get_if<event::Raised>(&body))
        m_parts.append(*raised);
    else if (const auto *ended = std::get_if<event::Ended>(&body))
        addEnd(*ended);
}

// What took the run away is an error of its own, unless Python told it already.
void OutputCollector::addEnd(const event::Ended &ended)
{
    const bool wasRaised =
        !m_parts.isEmpty() && std::holds_alternative<event::Raised>(m_parts.last());
    if (ended.state == RunState::Complete || ended.reason.isEmpty() || wasRaised)
        return;
    const QString state = toString(ended.state);
    const QString name = state.left(1).toUpper() + state.mid(1);
    m_parts.append(event::Raised{name, ended.reason, {name + u": " + ended.reason}});
}

void OutputCollector::add(const event::Output &output, const QByteArray &bytes)
{
    QByteArrayView left = bytes;
    if (m_tailStart < 0) {
        const qsizetype room = qsizetype(std::max<qint64>(headBytes - m_headBytes, 0));
        const qsizetype cut = characterFrom(left, std::min(room, left.size()));
        append(output.stream, left.first(cut));
        m_headBytes += cut;
        left = left.sliced(cut);
        if (left.isEmpty())
            return;
        m_tailStart = m_parts.size();
    }
    append(output.stream, left);
    m_tailBytes += left.size();
    // Twice as much before something goes, so that little pieces do not cost a search each.
    if (m_tailBytes > 2 * tailBytes)
        trimTail();
}

void OutputCollector::skip(qint64 bytes)
{
    if (bytes <= 0)
        return;
    m_dropped += bytes;
    if (m_tailStart < 0)
        m_tailStart = m_parts.size();
}

void OutputCollector::append(StreamName name, QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return;
    Stream *last = m_parts.isEmpty() || m_parts.size() == m_tailStart
                       ? nullptr
                       : std::get_if<Stream>(&m_parts.last());
    if (last && last->name == name)
        last->bytes += bytes;
    else
        m_parts.append(Stream{name, bytes.toByteArray()});
}

// Text goes, oldest first; plots and values between it stay.
void OutputCollector::trimTail()
{
    qint64 tooMany = m_tailBytes - tailBytes;
    QList<Part> kept = m_parts.first(m_tailStart);
    for (Part &part : m_parts.sliced(m_tailStart)) {
        Stream *stream = std::get_if<Stream>(&part);
        if (stream && tooMany > 0) {
            const qsizetype cut = characterFrom(
                stream->bytes, qsizetype(std::min<qint64>(tooMany, stream->bytes.size())));
            stream->bytes = stream->bytes.sliced(cut);
            tooMany -= cut;
            m_tailBytes -= cut;
            m_dropped += cut;
        }
        if (!stream || !stream->bytes.isEmpty())
            kept.append(std::move(part));
    }
    m_parts = std::move(kept);
}

QList<Output> OutputCollector::outputs(std::optional<int> count) const
{
    QList<Output> list;
    const auto tellDropped = [&](qsizetype at) {
        if (at == m_tailStart && m_dropped > 0)
            list.append(notice(u"[%1 bytes of output are not kept in this document; the journal "
                               "has them]"_s.arg(m_dropped)));
    };
    for (qsizetype at = 0; at < m_parts.size(); ++at) {
        tellDropped(at);
        const Part &part = m_parts.at(at);
        if (const auto *stream = std::get_if<Stream>(&part)) {
            list.append(Output::stream(toString(stream->name), QString::fromUtf8(stream->bytes)));
        } else if (const auto *display = std::get_if<event::Display>(&part)) {
            const auto *value = at + 1 < m_parts.size() && isPageOfValue(*display)
                                    ? std::get_if<event::ResultValue>(&m_parts.at(at + 1))
                                    : nullptr;
            list.append(displayedFrom(*display, value ? &value->text : nullptr, count));
            at += value ? 1 : 0;
        } else if (const auto *result = std::get_if<event::ResultValue>(&part)) {
            list.append(resultOutput(result->text, count));
        } else if (const auto *raised = std::get_if<event::Raised>(&part)) {
            list.append(Output::error(raised->ename, raised->evalue, raised->traceback));
        }
    }
    tellDropped(m_parts.size());
    return list;
}

Notebook notebookOfRun(const RunFacts &facts, const QList<RunEvent> &events,
                       const QByteArray &stored)
{
    OutputCollector collector;
    for (const RunEvent &event : events) {
        const auto *output = std::get_if<event::Output>(&event.body);
        if (!output || !output->bytes.isEmpty()) {
            collector.add(event.body);
            continue;
        }
        const QByteArray bytes = stored.mid(output->offset, output->length);
        collector.add(*output, bytes);
        collector.skip(output->length - bytes.size());
    }
    Cell cell{.id = newCellId(),
              .runtime = facts.record.runtime,
              .source = QString::fromUtf8(facts.record.code)};
    cell.outputs = collector.outputs();
    cell.setTimes(facts.started, facts.ended);
    cell.metadata.set(u"glovebox"_s, Json(Json::Members{{u"run"_s, Json(facts.run.toString())},
                                                        {u"client"_s, Json(facts.clientLabel)}}));
    return newNotebook({cell});
}

} // namespace glovebox::notebook
