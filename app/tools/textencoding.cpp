// SPDX-License-Identifier: MIT
#include "textencoding.h"

#include <QHash>
#include <QStringDecoder>
#include <QStringEncoder>

#include <algorithm>
#include <array>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

struct Mark
{
    QByteArrayView bytes;
    TextEncoding encoding;
};

constexpr std::array marks{
    Mark{"\xEF\xBB\xBF", TextEncoding::Utf8},
    Mark{"\xFF\xFE", TextEncoding::Utf16Le},
    Mark{"\xFE\xFF", TextEncoding::Utf16Be},
};

bool isIn(uchar byte, int first, int last)
{
    return byte >= first && byte <= last;
}

// Length of the character that begins with `bytes`; 0: none begins like this, -1: it goes on
// behind their end.
using Measure = int (*)(QByteArrayView bytes);

int measureUtf8(QByteArrayView bytes)
{
    const uchar lead = uchar(bytes[0]);
    if (lead < 0x80)
        return 1;
    const int length = isIn(lead, 0xC2, 0xDF)   ? 2
                       : isIn(lead, 0xE0, 0xEF) ? 3
                       : isIn(lead, 0xF0, 0xF4) ? 4
                                                : 0;
    for (int i = 1; i < length; ++i) {
        if (i >= bytes.size())
            return -1;
        if (!isIn(uchar(bytes[i]), 0x80, 0xBF))
            return 0;
    }
    return length;
}

int measureShiftJis(QByteArrayView bytes)
{
    const uchar lead = uchar(bytes[0]);
    if (lead < 0x80 || isIn(lead, 0xA1, 0xDF)) // half-width katakana
        return 1;
    if (!isIn(lead, 0x81, 0x9F) && !isIn(lead, 0xE0, 0xFC))
        return 0;
    if (bytes.size() < 2)
        return -1;
    const uchar trail = uchar(bytes[1]);
    return isIn(trail, 0x40, 0x7E) || isIn(trail, 0x80, 0xFC) ? 2 : 0;
}

int measureEucJp(QByteArrayView bytes)
{
    const uchar lead = uchar(bytes[0]);
    if (lead < 0x80)
        return 1;
    const int length = lead == 0x8F ? 3 : lead == 0x8E || isIn(lead, 0xA1, 0xFE) ? 2 : 0;
    for (int i = 1; i < length; ++i) {
        if (i >= bytes.size())
            return -1;
        if (!isIn(uchar(bytes[i]), 0xA1, 0xFE))
            return 0;
    }
    return length;
}

int measureUtf16(QByteArrayView bytes)
{
    return bytes.size() < 2 ? -1 : 2; // QStringDecoder looks after surrogates
}

struct Codec
{
    TextEncoding encoding;
    QLatin1StringView name;
    const char *codec; // the name that Qt knows
    Measure measure;
    qsizetype longest; // bytes of a character
};

constexpr std::array codecs{
    Codec{TextEncoding::Utf8, "utf-8"_L1, "UTF-8", measureUtf8, 4},
    Codec{TextEncoding::Utf16Le, "utf-16le"_L1, "UTF-16LE", measureUtf16, 2},
    Codec{TextEncoding::Utf16Be, "utf-16be"_L1, "UTF-16BE", measureUtf16, 2},
    Codec{TextEncoding::ShiftJis, "shift_jis"_L1, "windows-31j", measureShiftJis, 2},
    Codec{TextEncoding::EucJp, "euc-jp"_L1, "EUC-JP", measureEucJp, 3},
};

const Codec &codecOf(TextEncoding encoding)
{
    return *std::ranges::find(codecs, encoding, &Codec::encoding);
}

// How many bytes are whole characters of the encoding; -1 when they are not of it at all.
qsizetype wholeCharacters(QByteArrayView bytes, Measure measure)
{
    qsizetype at = 0;
    while (at < bytes.size()) {
        const int length = measure(bytes.sliced(at));
        if (length < 0)
            break;
        if (length == 0)
            return -1;
        at += length;
    }
    return at;
}

// Nearly anything is valid Shift_JIS, so what is guessed must also look like a text.
bool isText(const QString &text, bool guessed)
{
    return std::ranges::none_of(text, [guessed](QChar c) {
        const bool unusual =
            c < u' ' && c != u'\t' && c != u'\n' && c != u'\r' && c != u'\f' && c != u'\x1b';
        return c.isNull() || (guessed && (unusual || c == QChar::ReplacementCharacter));
    });
}

// A part that is no beginning can start in the middle of a character.
std::optional<DecodedText> decodeAs(QByteArrayView bytes, bool atStart, const Codec &codec)
{
    const qsizetype most = atStart ? 0 : std::min(codec.longest - 1, bytes.size());
    for (qsizetype skipped = 0; skipped <= most; ++skipped) {
        const qsizetype length = wholeCharacters(bytes.sliced(skipped), codec.measure);
        if (length < 0)
            continue;
        QStringDecoder decoder(codec.codec);
        if (!decoder.isValid())
            return std::nullopt;
        const QString text = decoder(bytes.sliced(skipped, length));
        const bool guessed =
            codec.encoding == TextEncoding::ShiftJis || codec.encoding == TextEncoding::EucJp;
        if (!decoder.hasError() && isText(text, guessed))
            return DecodedText{text, codec.encoding, skipped, skipped + length};
    }
    return std::nullopt;
}

} // namespace

QString toString(TextEncoding encoding)
{
    return codecOf(encoding).name;
}

std::optional<TextEncoding> textEncodingFromString(QStringView name)
{
    static const QHash<QString, TextEncoding> names{
        {u"utf8"_s, TextEncoding::Utf8},         {u"utf16le"_s, TextEncoding::Utf16Le},
        {u"utf16"_s, TextEncoding::Utf16Le},     {u"utf16be"_s, TextEncoding::Utf16Be},
        {u"shiftjis"_s, TextEncoding::ShiftJis}, {u"sjis"_s, TextEncoding::ShiftJis},
        {u"cp932"_s, TextEncoding::ShiftJis},    {u"windows31j"_s, TextEncoding::ShiftJis},
        {u"mskanji"_s, TextEncoding::ShiftJis},  {u"eucjp"_s, TextEncoding::EucJp},
    };
    QString plain = name.toString().toLower();
    plain.removeIf([](QChar c) { return c == u'-' || c == u'_' || c == u' '; });
    const auto it = names.constFind(plain);
    return it == names.constEnd() ? std::nullopt : std::optional(*it);
}

std::optional<DecodedText> decodeText(QByteArrayView bytes, bool atStart,
                                      std::optional<TextEncoding> encoding)
{
    const auto *mark = std::ranges::find_if(
        marks, [bytes, atStart](const Mark &m) { return atStart && bytes.startsWith(m.bytes); });
    if (mark != marks.end() && (!encoding || *encoding == mark->encoding)) {
        auto decoded = decodeAs(bytes.sliced(mark->bytes.size()), true, codecOf(mark->encoding));
        if (decoded)
            decoded->used += mark->bytes.size();
        return decoded;
    }
    if (encoding)
        return decodeAs(bytes, atStart, codecOf(*encoding));
    // EUC-JP before Shift_JIS: nearly all EUC-JP is also valid half-width katakana.
    for (const TextEncoding likely :
         {TextEncoding::Utf8, TextEncoding::EucJp, TextEncoding::ShiftJis}) {
        if (auto decoded = decodeAs(bytes, atStart, codecOf(likely)))
            return decoded;
    }
    return std::nullopt;
}

std::optional<QByteArray> encodeText(const QString &text, TextEncoding encoding, QString *atFault)
{
    const Codec &codec = codecOf(encoding);
    QStringEncoder encoder(codec.codec);
    const QByteArray bytes = encoder(text);
    if (encoder.isValid() && !encoder.hasError() &&
        QString(QStringDecoder(codec.codec)(bytes)) == text)
        return bytes;
    if (atFault) {
        for (const char32_t character : text.toUcs4()) {
            const QString one = QString::fromUcs4(&character, 1);
            const QByteArray coded = QStringEncoder(codec.codec)(one);
            if (QString(QStringDecoder(codec.codec)(coded)) != one) {
                *atFault = one;
                break;
            }
        }
    }
    return std::nullopt;
}

} // namespace glovebox::tools
