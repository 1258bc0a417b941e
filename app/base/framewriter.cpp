// SPDX-License-Identifier: MIT
#include "framewriter.h"

#include <QJsonDocument>
#include <QtEndian>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <sys/socket.h>
#include <sys/uio.h>
#endif

#include <algorithm>
#include <array>

namespace glovebox {

namespace {

constexpr size_t maxParts = 4;

} // namespace

QByteArray encodeHead(const QJsonObject &header, qint64 bodyLength)
{
    QByteArray json = QJsonDocument(header).toJson(QJsonDocument::Compact);
    // A body that begins at a multiple of eight bytes is copied by words in the sandbox, whose
    // shared memory knows no faster way.
    if (bodyLength > 0)
        json.append((8 - json.size() % 8) % 8, ' ');
    std::array<char, 8> prefix{};
    qToLittleEndian(static_cast<quint32>(json.size()), prefix.data());
    qToLittleEndian(static_cast<quint32>(bodyLength), prefix.data() + 4);
    return QByteArray(prefix.data(), prefix.size()) + json;
}

qint64 writeAtOnce(qintptr descriptor, std::span<const QByteArrayView> parts)
{
#ifdef Q_OS_UNIX
    if (descriptor < 0)
        return 0;
    qint64 total = 0;
    for (;;) {
        std::array<iovec, maxParts> vectors{};
        qint64 skip = total;
        size_t count = 0;
        for (const QByteArrayView part : parts.first(std::min(parts.size(), maxParts))) {
            const qint64 from = std::min<qint64>(skip, part.size());
            skip -= from;
            if (from < part.size())
                vectors[count++] = {const_cast<char *>(part.data() + from),
                                    static_cast<size_t>(part.size() - from)};
        }
        if (count == 0)
            return total;
        msghdr message = {};
        message.msg_iov = vectors.data();
        message.msg_iovlen = count;
        const ssize_t written =
            ::sendmsg(static_cast<int>(descriptor), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return total;
        total += written;
    }
#else
    Q_UNUSED(descriptor)
    Q_UNUSED(parts)
    return 0;
#endif
}

QByteArray restOf(std::span<const QByteArrayView> parts, qint64 written)
{
    QByteArray rest;
    for (const QByteArrayView part : parts) {
        const qint64 from = std::min<qint64>(written, part.size());
        written -= from;
        rest += part.sliced(from);
    }
    return rest;
}

} // namespace glovebox
