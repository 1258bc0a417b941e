// SPDX-License-Identifier: MIT
#include "stdio.h"

#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace glovebox::bridge {

namespace {

// A pipe that can be written takes this much without blocking, so the descriptor, which we may
// share with others, can stay as it is.
constexpr qsizetype portion = PIPE_BUF;
constexpr int farewellTime = 2000; // ms

bool canBeWritten(int descriptor, int milliseconds)
{
    pollfd poll{.fd = descriptor, .events = POLLOUT, .revents = 0};
    return ::poll(&poll, 1, milliseconds) == 1 && (poll.revents & POLLOUT) != 0;
}

} // namespace

Stdio::Stdio(int in, int out, QObject *parent)
    : QObject(parent)
    , m_in(in)
    , m_out(out)
    , m_reader(in, QSocketNotifier::Read)
    , m_writer(out, QSocketNotifier::Write)
{
    m_writer.setEnabled(false);
    connect(&m_reader, &QSocketNotifier::activated, this, &Stdio::onReadable);
    connect(&m_writer, &QSocketNotifier::activated, this, &Stdio::onWritable);
}

void Stdio::send(const QByteArray &bytes)
{
    if (m_closed)
        return;
    m_unsent.append(bytes);
    onWritable();
}

void Stdio::flush()
{
    while (!m_unsent.isEmpty() && canBeWritten(m_out, farewellTime) && writeSome()) {
    }
}

void Stdio::onReadable()
{
    std::array<char, 64 * 1024> buffer;
    const ssize_t count = ::read(m_in, buffer.data(), buffer.size());
    if (count > 0)
        Q_EMIT received(QByteArray(buffer.data(), count));
    else if (count == 0)
        end();
    else if (errno != EINTR && errno != EAGAIN)
        close();
}

void Stdio::onWritable()
{
    while (!m_unsent.isEmpty() && canBeWritten(m_out, 0)) {
        if (!writeSome())
            return close();
    }
    m_writer.setEnabled(!m_unsent.isEmpty());
}

bool Stdio::writeSome()
{
    const ssize_t count =
        ::write(m_out, m_unsent.constData(), size_t(std::min(m_unsent.size(), portion)));
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    m_unsent.remove(0, count);
    return true;
}

void Stdio::end()
{
    m_reader.setEnabled(false);
    Q_EMIT ended();
}

void Stdio::close()
{
    if (std::exchange(m_closed, true))
        return;
    m_reader.setEnabled(false);
    m_writer.setEnabled(false);
    Q_EMIT closed();
}

} // namespace glovebox::bridge
