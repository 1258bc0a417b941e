// SPDX-License-Identifier: MIT
#pragma once

#include "cell.h"

#include "base/limits.h"
#include "base/runfacts.h"

namespace glovebox::notebook {

// Bytes of text that a notebook keeps of one run; what lies between the first and the last is
// counted in a line of its own. The journal has all of it.
inline constexpr qint64 maxOutputTextBytes = 1 * limits::MiB;

// Makes nbformat outputs of the events of one run, in order: neighbouring pieces of one stream
// become one output.
class OutputCollector
{
public:
    void add(const RunEventBody &body);
    // With the bytes of one that was read back from the journal and has none itself.
    void add(const event::Output &output, const QByteArray &bytes);

    // Bytes of text that are there and not given.
    void skip(qint64 bytes);

    // With the execution count for results. Pictures are read from their files, which takes time.
    QList<Output> outputs(std::optional<int> count = {}) const;
    bool isEmpty() const { return m_parts.isEmpty(); }

private:
    struct Stream
    {
        StreamName name = StreamName::Stdout;
        QByteArray bytes;
    };
    using Part = std::variant<Stream, event::Display, event::ResultValue, event::Raised>;

    void append(StreamName name, QByteArrayView bytes);
    void addEnd(const event::Ended &ended);
    void trimTail();

    QList<Part> m_parts;
    qint64 m_headBytes = 0;     // of text
    qint64 m_tailBytes = 0;     // of text, after the head was full
    qsizetype m_tailStart = -1; // the first part after the head; -1: the head is not full
    qint64 m_dropped = 0;       // bytes between them
};

// One output each, for those who write runs in another order. `data` are the bytes of a display.
Output displayOutput(const QString &mimeType, const QByteArray &data, const QString &text);
Output resultOutput(const QString &text, std::optional<int> count);

// A run of a client (or of the person's) as a document: its code and what it put out. `events` are
// those of the journal, `stored` the bytes of its stored output from offset 0; what is missing of
// them is counted. Reads the files of pictures, which takes time.
Notebook notebookOfRun(const RunFacts &facts, const QList<RunEvent> &events,
                       const QByteArray &stored);

} // namespace glovebox::notebook
