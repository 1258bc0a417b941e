// SPDX-License-Identifier: MIT
#include "frame.h"

#include "framewriter.h"
#include "limits.h"

#include <QJsonDocument>
#include <QtEndian>

namespace glovebox {

namespace {

constexpr qint64 prefixBytes = 8;

struct Found
{
    Frame frame;
    qint64 length = 0; // 0: it is not whole yet
};

Result<Found> findFrame(QByteArrayView bytes, qint64 maxHeader, qint64 maxBody)
{
    if (bytes.size() < prefixBytes)
        return Found{};
    const qint64 headerLength = qFromLittleEndian<quint32>(bytes.data());
    const qint64 bodyLength = qFromLittleEndian<quint32>(bytes.data() + 4);
    if (headerLength > maxHeader || bodyLength > maxBody)
        return fail(ErrorCode::LimitExceeded, QStringLiteral("A frame is too large."),
                    QStringLiteral("header %1, body %2").arg(headerLength).arg(bodyLength));
    const qint64 length = prefixBytes + headerLength + bodyLength;
    if (bytes.size() < length)
        return Found{};
    QJsonParseError error;
    const auto header = bytes.sliced(prefixBytes, headerLength);
    const auto document =
        QJsonDocument::fromJson(QByteArray::fromRawData(header.data(), header.size()), &error);
    if (!document.isObject())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("A frame's header is no object."),
                    error.errorString());
    return Found{
        {document.object(), bytes.sliced(prefixBytes + headerLength, bodyLength).toByteArray()},
        length};
}

} // namespace

QByteArray encode(const Frame &frame)
{
    return encodeHead(frame.header, frame.body.size()) + frame.body;
}

FrameReader::FrameReader(qint64 maxHeader, qint64 maxBody)
    : m_maxHeader(maxHeader)
    , m_maxBody(maxBody)
{
}

FrameReader::FrameReader()
    : FrameReader(limits::maxFrameHeader, limits::maxFrameBody)
{
}

Result<QList<Frame>> FrameReader::feed(QByteArrayView bytes)
{
    m_buffer.append(bytes);
    QList<Frame> frames;
    for (;;) {
        auto found = findFrame(QByteArrayView(m_buffer).sliced(m_position), m_maxHeader, m_maxBody);
        if (!found)
            return std::unexpected(found.error());
        if (found->length == 0)
            break;
        frames.append(std::move(found->frame));
        m_position += found->length;
    }
    if (m_position > 0) {
        m_buffer.remove(0, m_position);
        m_position = 0;
    }
    return frames;
}

Result<Frame> decodeSingle(QByteArrayView bytes)
{
    auto found = findFrame(bytes, limits::maxFrameHeader, limits::maxFrameBody);
    if (!found)
        return std::unexpected(found.error());
    if (found->length == 0 || found->length != bytes.size())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("Expected exactly one frame."));
    return std::move(found->frame);
}

} // namespace glovebox
