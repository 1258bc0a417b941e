// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

namespace glovebox::bridge {

// The two ends of the client's pipe, without blocking: a client that writes much before it reads
// must not stop us from reading.
class Stdio final : public QObject
{
    Q_OBJECT

public:
    explicit Stdio(int in = 0, int out = 1, QObject *parent = nullptr);

    void send(const QByteArray &bytes);
    // Writes what is left for as long as the client takes it. Blocks: for the very end only.
    void flush();

Q_SIGNALS:
    void received(const QByteArray &bytes);
    void ended();  // the client says no more, but may still read; emitted once
    void closed(); // the client is gone; emitted once

private:
    void onReadable();
    void onWritable();
    bool writeSome(); // false: the client is gone
    void end();
    void close();

    int m_in;
    int m_out;
    QSocketNotifier m_reader;
    QSocketNotifier m_writer;
    QByteArray m_unsent;
    bool m_closed = false;
};

} // namespace glovebox::bridge
