// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"
#include "refresher.h"
#include "terminaltext.h"

#include "base/controls.h"
#include "base/runhub.h"

#include <QStringDecoder>

#include <array>
#include <deque>
#include <memory>

namespace glovebox::ui {

// One row of the output: a line of text, or a block.
struct OutputItem
{
    enum class Kind {
        Text,   // a line of stdout or stderr
        Result, // a line of the value of the last expression
        Error,  // a line of a traceback
        Plot,
        Page,    // HTML, closed until it is asked for
        Written, // Markdown or LaTeX
        Notice,  // what happened to the run: `title` and `line.text`
        Fold,    // `folded` lines are not shown
    };

    qint64 serial = 0; // of this row, never used again
    Kind kind = Kind::Text;
    StreamName stream = StreamName::Stdout;
    StyledLine line = {};
    QString title = {};
    bool bad = false; // a notice in red; the last line of an error
    qint64 folded = 0;
    std::shared_ptr<const event::Display> display = {};

    bool isLine() const
    {
        return kind == Kind::Text || kind == Kind::Result || kind == Kind::Error;
    }
    bool operator==(const OutputItem &) const = default;
};

// What the chosen run wrote and showed, in the order in which it happened. Holds the first
// `headLines` and the last `tailLines` lines; what lies between is counted (UI.md 5). Changes at
// most 20 times a second, and each change costs the same whatever arrived since the last.
class OutputModel final : public KeyedListModel<OutputItem, qint64>
{
    Q_OBJECT

public:
    static constexpr int headLines = 500;
    static constexpr int tailLines = 5000;
    static constexpr qsizetype tailChars = 4 * 1024 * 1024;
    // Text that waits for a refresh; more than that is counted and dropped, oldest first.
    static constexpr qint64 maxQueuedBytes = limits::MiB;

    enum Role {
        KindRole = Qt::UserRole + 1, // int(OutputItem::Kind)
        StreamRole,                  // int(StreamName)
        FoldedRole,                  // qint64
    };

    OutputModel(RunHub &hub, ProgramControls &controls, Clock &clock, QObject *parent = nullptr);
    ~OutputModel() override;

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    // Shows another run: what is recorded of it, then what goes on happening. Null: nothing.
    void setRun(RunId run);
    RunId run() const { return m_run; }
    // Shows what happened once, without a run: the outputs of a saved document.
    void showEvents(const QList<RunEventBody> &events);
    bool isLoading() const { return m_loading; }
    const QList<event::Display> &plots() const { return m_plots; }
    // Why the recorded part could not be read, or empty.
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void runChanged();
    void plotsChanged();
    void loaded(); // everything recorded is in the model or on its way to the next refresh
    void refreshed();

protected:
    qint64 keyOf(const OutputItem &item) const override { return item.serial; }

private:
    // What waits for the next refresh, in order.
    struct Queued
    {
        enum class Kind { Bytes, Gap, Item };
        Kind kind = Kind::Bytes;
        StreamName stream = StreamName::Stdout;
        QByteArray bytes = {};
        qint64 lines = 0;     // in a gap
        bool midLine = false; // the gap ends within a line
        OutputItem item = {};
    };

    void clear();
    void onPublished(const RunEvent &event);
    void loadNext();
    void readStored();
    void takeStored(const QByteArray &bytes, const QList<event::Output> &parts);
    void finishLoading();
    void keepForLater(RunEvent event);
    void handle(const RunEvent &event);
    void handleDisplay(const event::Display &display);
    void handleRaised(const event::Raised &raised);
    void handleEnded(const event::Ended &ended);

    void enqueue(Queued entry);
    void enqueueLines(OutputItem::Kind kind, const QString &text, bool lastIsBad);
    static void joinGaps(Queued &gap, const Queued &next);
    void limitQueue();
    void queueToGap(size_t index);
    void skipToTail();
    void parseQueue();
    void parseBytes(Queued entry);
    void parseText(StreamName stream, QByteArrayView bytes);
    void parseGap(qint64 lines, bool midLine);
    void parseItem(OutputItem item);
    void endLine();
    void closeOpenLine();
    void takeBackOpenRow();
    void appendRow(OutputItem item);
    void addFold(QList<OutputItem> &rows, qint64 lines);
    void evict(qint64 lines);
    qint64 tooMany() const;
    bool headIsFull() const { return m_headDone || m_headLines >= headLines; }
    void refresh();

    RunHub &m_hub;
    ProgramControls &m_controls;
    Clock &m_clock;
    Refresher m_refresher;
    RunId m_run;
    QList<event::Display> m_plots;
    QString m_problem;

    // Loading what is recorded: events in order, output bytes read in pieces.
    std::shared_ptr<bool> m_alive; // of this run's reading; replaced when another is chosen
    bool m_loading = false;
    std::deque<RunEvent> m_backlog;
    qint64 m_recordedSeq = 0;
    qint64 m_laterBytes = 0;

    std::deque<Queued> m_queue;
    qint64 m_queuedBytes = 0;

    // The rows as they will be after the next refresh.
    QList<OutputItem> m_rows;
    qsizetype m_tailStart = 0; // rows before it are the head
    int m_headLines = 0;
    bool m_headDone = false;
    qint64 m_tailLines = 0;
    qint64 m_nextSerial = 1;
    bool m_openShown = false; // the last row is the line that is being written
    qint64 m_openSerial = 0;
    StreamName m_openStream = StreamName::Stdout;
    LineBuilder m_builder;
    std::array<TerminalParser, 2> m_parsers;
    std::array<QStringDecoder, 2> m_decoders;
    bool m_resync = false; // text was dropped: begin at the next line
};

} // namespace glovebox::ui
