// SPDX-License-Identifier: MIT
#include "frame.h"

#include "limits.h"

#include <QJsonDocument>
#include <QtEndian>

namespace glovebox {

namespace {

constexpr qint64 prefixBytes = 8;

} // namespace

QByteArray encode(const Frame &frame)
{
    const QByteArray header = QJsonDocument(frame.header).toJson(QJsonDocument::Compact);
    QByteArray out(prefixBytes, Qt::Uninitialized);
    qToLittleEndian(static_cast<quint32>(header.size()), out.data());
    qToLittleEndian(static_cast<quint32>(frame.body.size()), out.data() + 4);
    out.reserve(prefixBytes + header.size() + frame.body.size());
    out += header;
    out += frame.body;
    return out;
}

FrameReader::FrameReader(qint64 maxHeader, qint64 maxBody)
    : m_maxHeader(maxHeader)
    , m_maxBody(maxBody)
{}

FrameReader::FrameReader()
    : FrameReader(limits::maxFrameHeader, limits::maxFrameBody)
{}

Result<QList<Frame>> FrameReader::feed(QByteArrayView bytes)
{
    m_buffer.append(bytes);
    QList<Frame> frames;
    while (pending() >= prefixBytes) {
        const char *at = m_buffer.constData() + m_position;
        const qint64 headerLength = qFromLittleEndian<quint32>(at);
        const qint64 bodyLength = qFromLittleEndian<quint32>(at + 4);
        if (headerLength > m_maxHeader || bodyLength > m_maxBody)
            return fail(ErrorCode::LimitExceeded, QStringLiteral("A frame is too large."),
                        QStringLiteral("header %1, body %2").arg(headerLength).arg(bodyLength));
        if (pending() < prefixBytes + headerLength + bodyLength)
            break;
        QJsonParseError error;
        const auto document = QJsonDocument::fromJson(
            m_buffer.sliced(m_position + prefixBytes, headerLength), &error);
        if (!document.isObject())
            return fail(ErrorCode::InvalidArgument, QStringLiteral("A frame's header is no object."),
                        error.errorString());
        frames.append({document.object(),
                       m_buffer.sliced(m_position + prefixBytes + headerLength, bodyLength)});
        m_position += prefixBytes + headerLength + bodyLength;
    }
    if (m_position > 0) {
        m_buffer.remove(0, m_position);
        m_position = 0;
    }
    return frames;
}

Result<Frame> decodeSingle(QByteArrayView bytes)
{
    FrameReader reader;
    auto frames = reader.feed(bytes);
    if (!frames)
        return std::unexpected(frames.error());
    if (frames->size() != 1 || reader.pending() != 0)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("Expected exactly one frame."));
    return frames->first();
}

} // namespace glovebox
