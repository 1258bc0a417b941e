// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

// Text files as people have them: not all are UTF-8.
namespace glovebox::tools {

enum class TextEncoding { Utf8, Utf16Le, Utf16Be, ShiftJis, EucJp };

// "utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp".
QString toString(TextEncoding encoding);
// Also other usual names: "cp932", "sjis", "utf8" … Null for anything else.
std::optional<TextEncoding> textEncodingFromString(QStringView name);

struct DecodedText
{
    QString text; // without a byte order mark
    TextEncoding encoding = TextEncoding::Utf8;
    qsizetype skipped = 0; // bytes at the beginning that are the rest of a character
    qsizetype used = 0;    // bytes that `text` and `skipped` are made of
};

// Decodes a part of a file, whole characters only. `atStart`: a byte order mark can stand there.
// Without `encoding` it is found out: by a byte order mark, else by which of UTF-8, EUC-JP and
// Shift_JIS (as Windows writes it) the bytes are valid in. Null for what is no text: NUL or control
// characters, or valid in none of them.
std::optional<DecodedText> decodeText(QByteArrayView bytes, bool atStart,
                                      std::optional<TextEncoding> encoding = {});

// Null when the text has a character that the encoding has not; `atFault` becomes that character.
std::optional<QByteArray> encodeText(const QString &text, TextEncoding encoding,
                                     QString *atFault = nullptr);

} // namespace glovebox::tools
