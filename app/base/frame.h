// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>

namespace glovebox {

// The one framing of every private channel (engine socket, worker records, lane calls):
//   u32 header length, u32 body length (both little endian), header (UTF-8 JSON object), body.
struct Frame
{
    QJsonObject header;
    QByteArray body = {};

    bool operator==(const Frame &) const = default;
};

QByteArray encode(const Frame &frame);

// Takes bytes as they come and gives whole frames back. An error is final: the stream has no
// way to find the next frame again, so the peer must be given up.
class FrameReader
{
public:
    // Lengths above these are an error before anything is allocated.
    FrameReader(qint64 maxHeader, qint64 maxBody);
    FrameReader(); // limits::maxFrameHeader and limits::maxFrameBody

    Result<QList<Frame>> feed(QByteArrayView bytes);
    // Bytes of an unfinished frame that wait for more.
    qint64 pending() const { return m_buffer.size() - m_position; }

private:
    qint64 m_maxHeader;
    qint64 m_maxBody;
    QByteArray m_buffer;
    qint64 m_position = 0;
};

// Exactly one whole frame, nothing behind it.
Result<Frame> decodeSingle(QByteArrayView bytes);

} // namespace glovebox
