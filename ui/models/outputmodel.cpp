// SPDX-License-Identifier: MIT
#include "outputmodel.h"

#include "words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstring>

namespace glovebox::ui {

namespace {

// One read of the stored output.
constexpr qint64 readBytes = limits::MiB;
// Live bytes kept while the recorded part is still read; beyond that the store has them.
constexpr qint64 maxLaterBytes = 2 * limits::MiB;

qint64 countLines(QByteArrayView bytes)
{
    return std::ranges::count(bytes, '\n');
}

// Where the part of `bytes` begins that has at most `*lines` line feeds; counts down `lines`.
qsizetype beginOfLast(QByteArrayView bytes, qint64 *lines)
{
    qsizetype end = bytes.size();
    while (end > 0) {
        const qsizetype found = bytes.first(end).lastIndexOf('\n');
        if (found < 0)
            return 0;
        if (*lines == 0)
            return found + 1;
        --*lines;
        end = found;
    }
    return 0;
}

// The part of `bytes` up to and with its `lines`th line feed.
qsizetype endOfFirst(QByteArrayView bytes, int lines)
{
    qsizetype at = 0;
    for (; lines > 0; --lines) {
        const qsizetype found = bytes.indexOf('\n', at);
        if (found < 0)
            return bytes.size();
        at = found + 1;
    }
    return at;
}

} // namespace

OutputModel::OutputModel(RunHub &hub, ProgramControls &controls, Clock &clock, QObject *parent)
    : KeyedListModel(parent)
    , m_hub(hub)
    , m_controls(controls)
    , m_clock(clock)
    , m_refresher(clock, this, [this] { refresh(); })
{
    clear();
    connect(&hub, &RunHub::published, this, &OutputModel::onPublished);
}

OutputModel::~OutputModel() = default;

void OutputModel::clear()
{
    m_refresher.cancel();
    m_alive = std::make_shared<bool>(true);
    m_loading = false;
    m_backlog.clear();
    m_recordedSeq = 0;
    m_laterBytes = 0;
    m_queue.clear();
    m_queuedBytes = 0;
    m_rows.clear();
    m_tailStart = 0;
    m_headLines = 0;
    m_headDone = false;
    m_tailLines = 0;
    m_openShown = false;
    m_openSerial = 0;
    m_builder.clear();
    m_resync = false;
    for (size_t stream = 0; stream < m_parsers.size(); ++stream) {
        m_parsers[stream].reset();
        m_decoders[stream] = QStringDecoder(QStringDecoder::Utf8);
    }
    m_problem.clear();
    m_plots.clear();
}

void OutputModel::setRun(RunId run)
{
    if (run == m_run)
        return;
    clear();
    m_run = run;
    reset({});
    Q_EMIT runChanged();
    Q_EMIT plotsChanged();
    if (m_run.isNull())
        return;
    m_loading = true;
    m_controls.recordedEvents(run).then(
        this, [this, alive = std::weak_ptr(m_alive)](const Result<QList<RunEvent>> &events) {
            if (alive.expired())
                return;
            if (!events) {
                m_problem = events.error().text;
                finishLoading();
                return;
            }
            // What happened since the question is in m_backlog already.
            std::deque<RunEvent> later = std::move(m_backlog);
            m_backlog.assign(events->cbegin(), events->cend());
            m_recordedSeq = events->isEmpty() ? 0 : events->last().seq;
            for (RunEvent &event : later) {
                if (event.seq > m_recordedSeq)
                    m_backlog.push_back(std::move(event));
            }
            loadNext();
        });
}

void OutputModel::showEvents(const QList<RunEventBody> &events)
{
    clear();
    m_run = {};
    reset({});
    Q_EMIT runChanged();
    for (const RunEventBody &body : events)
        handle({.run = {}, .seq = 0, .time = {}, .body = body});
    m_refresher.request();
    Q_EMIT plotsChanged();
}

void OutputModel::onPublished(const RunEvent &event)
{
    if (m_run.isNull() || event.run != m_run)
        return;
    if (m_loading)
        keepForLater(event);
    else
        handle(event);
}

void OutputModel::keepForLater(RunEvent event)
{
    if (auto *output = std::get_if<event::Output>(&event.body)) {
        m_laterBytes += output->bytes.size();
        if (m_laterBytes > maxLaterBytes)
            output->bytes.clear();
    }
    m_backlog.push_back(std::move(event));
}

void OutputModel::loadNext()
{
    while (!m_backlog.empty()) {
        const auto *output = std::get_if<event::Output>(&m_backlog.front().body);
        if (output && output->bytes.isEmpty() && output->length > 0) {
            readStored();
            return;
        }
        handle(m_backlog.front());
        m_backlog.pop_front();
    }
    finishLoading();
}

// Joins what follows one another in the store: a program that prints line by line makes many
// small events.
void OutputModel::readStored()
{
    QList<event::Output> parts;
    qint64 total = 0;
    const qint64 offset = std::get<event::Output>(m_backlog.front().body).offset;
    while (!m_backlog.empty() && total < readBytes) {
        auto *output = std::get_if<event::Output>(&m_backlog.front().body);
        if (!output || !output->bytes.isEmpty() || output->offset != offset + total)
            break;
        event::Output part = *output;
        part.length = std::min(output->length, readBytes - total);
        total += part.length;
        parts.append(part);
        if (part.length == output->length) {
            m_backlog.pop_front();
        } else {
            output->offset += part.length;
            output->length -= part.length;
        }
    }
    m_controls.readOutput(m_run, offset, total)
        .then(this, [this, parts, alive = std::weak_ptr(m_alive)](const Result<QByteArray> &bytes) {
            if (alive.expired())
                return;
            if (bytes)
                takeStored(*bytes, parts);
            else
                m_problem = bytes.error().text;
            loadNext();
        });
}

void OutputModel::takeStored(const QByteArray &bytes, const QList<event::Output> &parts)
{
    qsizetype at = 0;
    for (const event::Output &part : parts) {
        // The store may end early: it keeps only so much of a run. Cut out at once: what is sliced
        // first keeps the room of all that follows, and small events are many.
        const QByteArray piece = bytes.mid(at, part.length);
        at += part.length;
        if (!piece.isEmpty())
            enqueue({Queued::Kind::Bytes, part.stream, piece});
    }
}

void OutputModel::finishLoading()
{
    m_loading = false;
    while (!m_backlog.empty()) {
        handle(m_backlog.front());
        m_backlog.pop_front();
    }
    m_refresher.request();
    Q_EMIT loaded();
}

void OutputModel::handle(const RunEvent &event)
{
    if (const auto *output = std::get_if<event::Output>(&event.body)) {
        if (!output->bytes.isEmpty())
            enqueue({Queued::Kind::Bytes, output->stream, output->bytes});
    } else if (const auto *display = std::get_if<event::Display>(&event.body)) {
        handleDisplay(*display);
    } else if (const auto *result = std::get_if<event::ResultValue>(&event.body)) {
        enqueueLines(OutputItem::Kind::Result, result->text, false);
    } else if (const auto *raised = std::get_if<event::Raised>(&event.body)) {
        handleRaised(*raised);
    } else if (const auto *ended = std::get_if<event::Ended>(&event.body)) {
        handleEnded(*ended);
    }
}

void OutputModel::handleDisplay(const event::Display &display)
{
    const bool isPage = display.mimeType == u"text/html";
    const bool isWritten =
        display.mimeType == u"text/markdown" || display.mimeType == u"text/latex";
    if (display.mimeType.endsWith(u"json"))
        return; // its words come beside it
    OutputItem item;
    item.kind = isPage      ? OutputItem::Kind::Page
                : isWritten ? OutputItem::Kind::Written
                            : OutputItem::Kind::Plot;
    item.line.text = display.title;
    if (display.title.isEmpty() && !isWritten) {
        const QString words = isPage ? tr("Page %1 of %2") : tr("Plot %1 of %2");
        item.line.text = words.arg(QString::number(display.index), m_run.toString());
    }
    item.display = std::make_shared<const event::Display>(display);
    enqueue({.kind = Queued::Kind::Item, .item = std::move(item)});
    if (isPage || isWritten)
        return;
    m_plots.append(display);
    Q_EMIT plotsChanged();
}

void OutputModel::handleRaised(const event::Raised &raised)
{
    QString text = raised.traceback.join(u'\n');
    while (text.endsWith(u'\n'))
        text.chop(1);
    if (text.isEmpty())
        text = tr("%1: %2").arg(raised.ename, raised.evalue);
    enqueueLines(OutputItem::Kind::Error, text, true);
}

void OutputModel::handleEnded(const event::Ended &ended)
{
    if (ended.state == RunState::Complete ||
        (ended.state == RunState::Error && ended.reason.isEmpty()))
        return;
    OutputItem item;
    item.kind = OutputItem::Kind::Notice;
    const bool lost = ended.state == RunState::Killed || ended.state == RunState::Crashed;
    item.bad = lost || ended.state == RunState::Timeout || ended.state == RunState::Error;
    item.title = stateWord(ended.state);
    if (ended.state == RunState::Killed)
        item.title = tr("Killed after %1").arg(secondsText(ended.executionMs));
    item.line.text = ended.reason;
    if (lost) {
        const QString kept = tr("Variables are gone; files are kept.");
        //: Two sentences after one another
        item.line.text = ended.reason.isEmpty() ? kept : tr("%1 %2").arg(ended.reason, kept);
    }
    enqueue({.kind = Queued::Kind::Item, .item = std::move(item)});
}

void OutputModel::enqueueLines(OutputItem::Kind kind, const QString &text, bool lastIsBad)
{
    LineBuilder builder;
    TerminalParser parser;
    QList<StyledLine> lines;
    const auto end = [&] {
        lines.append(builder.line());
        builder.clear();
    };
    // A value's text has no limit of its own: the first and last lines are enough to look at.
    const qsizetype kept = std::min<qsizetype>(text.size(), tailChars);
    parser.feed(QStringView(text).last(kept), builder, end);
    if (!builder.isEmpty())
        end();
    for (qsizetype at = 0; at < lines.size(); ++at) {
        OutputItem item;
        item.kind = kind;
        item.line = lines.at(at);
        item.bad = lastIsBad && at + 1 == lines.size();
        enqueue({.kind = Queued::Kind::Item, .item = std::move(item)});
    }
}

void OutputModel::enqueue(Queued entry)
{
    m_queuedBytes += entry.bytes.size();
    m_queue.push_back(std::move(entry));
    limitQueue();
    m_refresher.request();
}

void OutputModel::joinGaps(Queued &gap, const Queued &next)
{
    gap.lines += next.lines;
    gap.midLine = next.midLine;
}

void OutputModel::limitQueue()
{
    if (m_queuedBytes <= maxQueuedBytes)
        return;
    if (!headIsFull()) {
        parseQueue(); // at most the head and one queue's length, once in a run's life
        return;
    }
    // Half of the queue goes at once, so that this is not done for every piece.
    for (size_t at = 0; at < m_queue.size() && m_queuedBytes > maxQueuedBytes / 2; ++at)
        queueToGap(at);
    std::deque<Queued> joined;
    for (Queued &entry : m_queue) {
        if (entry.kind == Queued::Kind::Gap && !joined.empty() &&
            joined.back().kind == Queued::Kind::Gap)
            joinGaps(joined.back(), entry);
        else
            joined.push_back(std::move(entry));
    }
    m_queue = std::move(joined);
}

void OutputModel::queueToGap(size_t index)
{
    Queued &entry = m_queue[index];
    if (entry.kind != Queued::Kind::Bytes)
        return;
    m_queuedBytes -= entry.bytes.size();
    entry = {.kind = Queued::Kind::Gap,
             .lines = countLines(entry.bytes),
             .midLine = !entry.bytes.endsWith('\n')};
}

// Only the last lines will be shown, so only those are made into rows.
void OutputModel::skipToTail()
{
    qint64 lines = tailLines;
    for (size_t at = m_queue.size(); at-- > 0;) {
        if (m_queue[at].kind != Queued::Kind::Bytes)
            continue;
        const qsizetype begin = beginOfLast(m_queue[at].bytes, &lines);
        if (begin == 0)
            continue;
        for (size_t before = 0; before < at; ++before)
            queueToGap(before);
        const QByteArrayView dropped = QByteArrayView(m_queue[at].bytes).first(begin);
        const Queued gap{.kind = Queued::Kind::Gap, .lines = countLines(dropped)};
        m_queue[at].bytes = m_queue[at].bytes.sliced(begin);
        m_queuedBytes -= begin;
        m_queue.insert(m_queue.begin() + qsizetype(at), gap);
        return;
    }
}

void OutputModel::parseQueue()
{
    takeBackOpenRow();
    bool skipped = false;
    while (!m_queue.empty()) {
        if (headIsFull() && !skipped) {
            skipToTail();
            skipped = true;
        }
        Queued entry = std::move(m_queue.front());
        m_queue.pop_front();
        m_queuedBytes -= entry.bytes.size();
        if (entry.kind == Queued::Kind::Bytes)
            parseBytes(std::move(entry));
        else if (entry.kind == Queued::Kind::Gap)
            parseGap(entry.lines, entry.midLine);
        else
            parseItem(std::move(entry.item));
    }
    if (!m_builder.isEmpty()) {
        appendRow({.serial = m_openSerial, .stream = m_openStream, .line = m_builder.line()});
        m_openShown = true;
    }
    evict(tooMany());
}

// The line being written is shown as it is so far; it becomes a row for good when it ends.
void OutputModel::takeBackOpenRow()
{
    if (!m_openShown)
        return;
    m_openShown = false;
    m_rows.removeLast();
    if (m_rows.size() < m_tailStart) {
        m_tailStart = m_rows.size();
        --m_headLines;
    } else {
        --m_tailLines;
    }
}

// While the head is not full only its own lines are parsed; what is left goes back.
void OutputModel::parseBytes(Queued entry)
{
    qsizetype length = entry.bytes.size();
    if (!headIsFull())
        length = endOfFirst(entry.bytes, headLines - m_headLines);
    parseText(entry.stream, QByteArrayView(entry.bytes).first(length));
    if (length == entry.bytes.size())
        return;
    entry.bytes = entry.bytes.sliced(length);
    m_queuedBytes += entry.bytes.size();
    m_queue.push_front(std::move(entry));
}

void OutputModel::parseText(StreamName stream, QByteArrayView bytes)
{
    if (m_resync) {
        // The piece that was dropped ended in the middle of a line.
        const qsizetype found = bytes.indexOf('\n');
        const qsizetype next = found < 0 ? bytes.lastIndexOf('\r') : found;
        if (next < 0)
            return;
        if (found >= 0)
            addFold(m_rows, 1);
        bytes = bytes.sliced(next + 1);
        m_resync = false;
    }
    // Two streams never share a line: each line has one owner and one mark.
    if (stream != m_openStream)
        closeOpenLine();
    m_openStream = stream;
    const QString text = m_decoders[size_t(stream)].decode(bytes);
    if (m_openSerial == 0)
        m_openSerial = m_nextSerial++;
    m_parsers[size_t(stream)].feed(text, m_builder, [this] { endLine(); });
}

void OutputModel::endLine()
{
    appendRow({.serial = m_openSerial, .stream = m_openStream, .line = m_builder.line()});
    m_openSerial = m_nextSerial++;
    m_builder.clear();
}

void OutputModel::closeOpenLine()
{
    if (!m_builder.isEmpty())
        endLine();
}

void OutputModel::parseGap(qint64 lines, bool midLine)
{
    m_headDone = true;
    // The line being written lost its end: it counts as folded once its line feed was dropped.
    m_builder.clear();
    m_openSerial = 0;
    for (size_t stream = 0; stream < m_parsers.size(); ++stream) {
        m_parsers[stream].reset();
        m_decoders[stream].resetState();
    }
    evict(m_tailLines);
    addFold(m_rows, lines);
    m_resync = midLine;
}

void OutputModel::parseItem(OutputItem item)
{
    closeOpenLine();
    item.serial = m_nextSerial++;
    appendRow(std::move(item));
}

void OutputModel::appendRow(OutputItem item)
{
    const bool line = item.isLine();
    m_rows.append(std::move(item));
    if (!headIsFull()) {
        m_headLines += line ? 1 : 0;
        m_tailStart = m_rows.size();
    } else if (line) {
        ++m_tailLines;
    }
}

void OutputModel::addFold(QList<OutputItem> &rows, qint64 lines)
{
    if (lines <= 0)
        return;
    if (rows.size() > m_tailStart && rows.last().kind == OutputItem::Kind::Fold) {
        rows.last().folded += lines;
        return;
    }
    rows.append({.serial = m_nextSerial++, .kind = OutputItem::Kind::Fold, .folded = lines});
}

// Lines of the tail that are over its bounds.
qint64 OutputModel::tooMany() const
{
    qint64 lines = 0;
    qsizetype chars = 0;
    for (qsizetype row = m_rows.size(); row-- > m_tailStart;) {
        if (!m_rows.at(row).isLine())
            continue;
        chars += m_rows.at(row).line.text.size();
        if (chars > tailChars || lines >= tailLines)
            return m_tailLines - lines;
        ++lines;
    }
    return 0;
}

// Folds the oldest `lines` lines of the tail; plots and notices between them stay.
void OutputModel::evict(qint64 lines)
{
    if (lines <= 0)
        return;
    m_tailLines -= lines;
    QList<OutputItem> rows = m_rows.first(m_tailStart);
    for (OutputItem &item : m_rows.sliced(m_tailStart)) {
        if (item.kind == OutputItem::Kind::Fold && rows.size() > m_tailStart &&
            rows.last().kind == OutputItem::Kind::Fold) {
            rows.last().folded += item.folded;
        } else if (item.isLine() && lines > 0) {
            --lines;
            addFold(rows, 1);
        } else {
            rows.append(std::move(item));
        }
    }
    m_rows = std::move(rows);
}

void OutputModel::refresh()
{
    parseQueue();
    sync(m_rows);
    Q_EMIT refreshed();
}

QVariant OutputModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OutputItem &item = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (item.kind == OutputItem::Kind::Fold)
            return tr("%n line(s) folded", nullptr, int(item.folded));
        if (item.kind == OutputItem::Kind::Plot)
            return tr("Plot: %1").arg(item.line.text);
        if (item.kind == OutputItem::Kind::Page)
            return tr("Page: %1").arg(item.line.text);
        return item.line.text;
    case KindRole:
        return int(item.kind);
    case StreamRole:
        return int(item.stream);
    case FoldedRole:
        return item.folded;
    default:
        return {};
    }
}

} // namespace glovebox::ui
