// SPDX-License-Identifier: MIT
#include "hostpath.h"

#include <QList>

#include <cerrno>
#include <optional>
#include <utility>

namespace glovebox::mounts {

namespace {

constexpr char32_t escapeBase = 0x10F700;
constexpr char32_t firstEscape = escapeBase + 0x80;
constexpr char32_t lastEscape = escapeBase + 0xFF;
constexpr qsizetype maxComponentBytes = 255; // NAME_MAX
constexpr qsizetype maxPathBytes = 4095;     // PATH_MAX without its NUL

bool isEscape(char32_t c)
{
    return c >= firstEscape && c <= lastEscape;
}

// Bytes of the UTF-8 sequence that a first byte announces; 0 when it cannot be one.
qsizetype announcedLength(uchar first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return 2;
    if (first >= 0xE0 && first <= 0xEF)
        return 3;
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

// The text of the valid sequence that `bytes` begin with, and how many bytes it takes; null text
// when there is none that can be shown as it is.
std::pair<QString, qsizetype> firstCharacter(QByteArrayView bytes)
{
    const qsizetype length = announcedLength(static_cast<uchar>(bytes.front()));
    if (length == 0 || length > bytes.size() || !bytes.first(length).isValidUtf8())
        return {};
    const QString text = QString::fromUtf8(bytes.first(length));
    if (text.size() == 2 && isEscape(QChar::surrogateToUcs4(text[0], text[1])))
        return {};
    return {text, length};
}

void appendCodePoint(QString &text, char32_t c)
{
    text.append(QChar::fromUcs4(c));
}

// The code point at `index`, which moves on; nullopt for half a surrogate pair.
std::optional<char32_t> nextCodePoint(QStringView text, qsizetype &index)
{
    const QChar first = text[index++];
    if (!first.isSurrogate())
        return first.unicode();
    if (!first.isHighSurrogate() || index >= text.size() || !text[index].isLowSurrogate())
        return std::nullopt;
    return QChar::surrogateToUcs4(first, text[index++]);
}

// Bytes of a name from the sandbox; false when it is not whole Unicode.
bool appendName(QByteArray &bytes, QStringView name)
{
    for (qsizetype index = 0; index < name.size();) {
        const qsizetype begin = index;
        const auto c = nextCodePoint(name, index);
        if (!c)
            return false;
        if (isEscape(*c))
            bytes.append(static_cast<char>(static_cast<uchar>(*c - escapeBase)));
        else
            bytes.append(name.sliced(begin, index - begin).toUtf8());
    }
    return true;
}

int checkComponent(QByteArrayView component)
{
    if (component.isEmpty() || component == "." || component == "..")
        return EINVAL;
    return component.size() > maxComponentBytes ? ENAMETOOLONG : 0;
}

} // namespace

QString nameFromHost(QByteArrayView name)
{
    QString text;
    text.reserve(name.size());
    while (!name.isEmpty()) {
        const auto [character, length] = firstCharacter(name);
        if (length > 0) {
            text.append(character);
            name = name.sliced(length);
            continue;
        }
        // One byte at a time, so that what follows a broken or reserved sequence is seen anew. A
        // reserved sequence needs all its bytes escaped: the rest are continuation bytes, which
        // never begin a sequence and end up here as well.
        appendCodePoint(text, escapeBase + static_cast<uchar>(name.front()));
        name = name.sliced(1);
    }
    return text;
}

std::expected<QByteArray, int> pathToHost(QStringView path)
{
    QByteArray bytes;
    if (path.isEmpty())
        return bytes;
    if (path.size() > maxPathBytes)
        return std::unexpected(ENAMETOOLONG);
    if (path.contains(QChar(u'\0')) || !appendName(bytes, path))
        return std::unexpected(EINVAL);
    if (bytes.size() > maxPathBytes)
        return std::unexpected(ENAMETOOLONG);
    for (const QByteArray &component : bytes.split('/')) {
        if (const int error = checkComponent(component))
            return std::unexpected(error);
    }
    return bytes;
}

QString pathRefusal(QStringView path, int error)
{
    const QString shown = path.size() > 80 ? path.first(80).toString() + u'…' : path.toString();
    if (error == ENAMETOOLONG) {
        return QStringLiteral("The path “%1” is too long: a name may have 255 bytes, a path 4095.")
            .arg(shown);
    }
    return QStringLiteral("“%1” is not a path inside a mount: names are separated by single "
                          "slashes, without “.”, “..”, a leading slash or NUL.")
        .arg(shown);
}

} // namespace glovebox::mounts
