// SPDX-License-Identifier: MIT
#include "framing.h"

#include <algorithm>
#include <optional>

namespace glovebox::bridge {

namespace {

constexpr qint64 maxHeaders = 4096;
constexpr QByteArrayView lengthName = "content-length";
constexpr QByteArrayView byteOrderMark = "\xef\xbb\xbf";

// Whether these bytes are, or may become, the first header of a message. JSON begins with neither.
bool looksLikeHeaders(QByteArrayView bytes)
{
    const QByteArrayView start = bytes.first(std::min(bytes.size(), lengthName.size()));
    const QByteArrayView other = "content-type";
    return lengthName.first(start.size()).compare(start, Qt::CaseInsensitive) == 0 ||
           bytes.first(std::min(bytes.size(), other.size()))
                   .compare(other.first(std::min(bytes.size(), other.size())),
                            Qt::CaseInsensitive) == 0;
}

// The value of Content-Length, if there is exactly one and it is a number.
std::optional<qint64> lengthIn(const QByteArray &headers)
{
    std::optional<qint64> length;
    const QList<QByteArray> lines = headers.split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        if (colon < 0 || line.first(colon).trimmed().compare(lengthName, Qt::CaseInsensitive) != 0)
            continue;
        bool ok = false;
        const qint64 value = line.sliced(colon + 1).trimmed().toLongLong(&ok);
        if (!ok || value < 0 || length)
            return std::nullopt;
        length = value;
    }
    return length;
}

} // namespace

QByteArray framed(const QByteArray &message, Framing framing)
{
    if (framing == Framing::Lines)
        return message + '\n';
    return "Content-Length: " + QByteArray::number(message.size()) + "\r\n\r\n" + message;
}

MessageReader::MessageReader(qint64 maxMessage)
    : m_maxMessage(maxMessage)
{
}

QList<MessageReader::Item> MessageReader::feed(QByteArrayView bytes)
{
    m_buffer.append(bytes);
    QList<Item> items;
    bool more = true;
    while (more) {
        if (m_bodyLeft >= 0) {
            more = takeBody(items);
            continue;
        }
        if (!m_skipping)
            skipBlank();
        if (m_buffer.isEmpty())
            break;
        more = !m_skipping && looksLikeHeaders(m_buffer) ? takeHeaders(items) : takeLine(items);
    }
    return items;
}

void MessageReader::skipBlank()
{
    qsizetype from = m_buffer.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
    while (from < m_buffer.size() && QByteArrayView("\r\n \t").contains(m_buffer[from]))
        ++from;
    m_buffer.remove(0, from);
}

bool MessageReader::takeLine(QList<Item> &items)
{
    m_framing = Framing::Lines;
    const qsizetype end = m_buffer.indexOf('\n');
    const qsizetype length = end < 0 ? m_buffer.size() : end;
    if (!m_skipping && length > m_maxMessage) {
        items.append(Item{.bytes = {}, .tooLong = true});
        m_skipping = true;
    }
    if (end < 0) {
        if (m_skipping)
            m_buffer.clear();
        return false;
    }
    if (!m_skipping)
        items.append(Item{.bytes = m_buffer.first(end).trimmed()});
    m_skipping = false;
    m_buffer.remove(0, end + 1);
    return true;
}

bool MessageReader::takeHeaders(QList<Item> &items)
{
    qsizetype end = m_buffer.indexOf("\r\n\r\n");
    qsizetype gap = 4;
    if (const qsizetype plain = m_buffer.indexOf("\n\n"); plain >= 0 && (end < 0 || plain < end)) {
        end = plain;
        gap = 2;
    }
    if (end < 0) {
        if (m_buffer.size() <= maxHeaders)
            return false;
        return takeLine(items); // what it is will be said by whoever parses it
    }
    const auto length = lengthIn(m_buffer.first(end));
    m_framing = Framing::Headers;
    m_buffer.remove(0, end + gap);
    if (!length) {
        items.append(Item{}); // no JSON: answered as such
        return true;
    }
    m_bodyLeft = *length;
    m_skipping = *length > m_maxMessage;
    if (m_skipping)
        items.append(Item{.bytes = {}, .tooLong = true});
    return true;
}

bool MessageReader::takeBody(QList<Item> &items)
{
    if (m_skipping) {
        const qint64 gone = std::min(m_bodyLeft, qint64(m_buffer.size()));
        m_buffer.remove(0, gone);
        m_bodyLeft -= gone;
        if (m_bodyLeft > 0)
            return false;
    } else {
        if (m_buffer.size() < m_bodyLeft)
            return false;
        items.append(Item{.bytes = m_buffer.first(m_bodyLeft)});
        m_buffer.remove(0, m_bodyLeft);
    }
    m_bodyLeft = -1;
    m_skipping = false;
    return true;
}

} // namespace glovebox::bridge
