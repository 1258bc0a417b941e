// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QJsonObject>

#include <span>

namespace glovebox {

// The beginning of a frame (frame.h) whose body of that many bytes follows.
QByteArray encodeHead(const QJsonObject &header, qint64 bodyLength);

// Writes the parts, one after the other, as far as the socket takes them at once, and gives back
// how many bytes that were; what is left belongs behind them. Qt's sockets copy what they are
// given and write it in the next turn of the event loop, which costs each small call a wake-up
// and each large one a copy. Only for a socket that has nothing queued. 0 where a socket is no
// file descriptor, and after an error, which the socket's own next write reports.
qint64 writeAtOnce(qintptr descriptor, std::span<const QByteArrayView> parts);

// What of the parts is behind the first `written` bytes.
QByteArray restOf(std::span<const QByteArrayView> parts, qint64 written);

} // namespace glovebox
