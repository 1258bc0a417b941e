// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>

namespace glovebox::bridge {

// How messages stand one after the other on a pipe.
enum class Framing {
    Lines,   // MCP's stdio transport: one line of JSON each
    Headers, // Content-Length and an empty line before each, as some clients try (mcp.md 3.4)
};

QByteArray framed(const QByteArray &message, Framing framing);

// Takes bytes as they come and gives whole messages back. Which framing it is shows each message
// by how it begins.
class MessageReader
{
public:
    explicit MessageReader(qint64 maxMessage);

    struct Item
    {
        QByteArray bytes;
        bool tooLong = false; // it was thrown away

        bool operator==(const Item &) const = default;
    };
    QList<Item> feed(QByteArrayView bytes);

    // That of the latest message; lines before there is one.
    Framing framing() const { return m_framing; }

private:
    bool takeLine(QList<Item> &items);
    bool takeHeaders(QList<Item> &items);
    bool takeBody(QList<Item> &items);
    void skipBlank();

    const qint64 m_maxMessage;
    Framing m_framing = Framing::Lines;
    QByteArray m_buffer;
    qint64 m_bodyLeft = -1;  // bytes of a body behind headers; -1: none is expected
    bool m_skipping = false; // the rest of a message that is too long
};

} // namespace glovebox::bridge
