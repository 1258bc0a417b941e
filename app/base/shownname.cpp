// SPDX-License-Identifier: MIT
#include "shownname.h"

namespace glovebox {

namespace {

constexpr char32_t joiner = 0x200D; // makes one emoji of several

bool isUnseen(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

QString numberOf(char32_t c)
{
    const bool isShort = c <= 0xFFFF;
    return (isShort ? QStringLiteral("\\u") : QStringLiteral("\\U")) +
           QString::number(uint(c), 16).rightJustified(isShort ? 4 : 8, u'0');
}

} // namespace

QString shownName(const QString &name)
{
    QString text;
    char32_t before = 0;
    for (const uint c : name.toUcs4()) {
        const bool joins = c == joiner && (before > 0xFFFF || before == 0xFE0F);
        if (isUnseen(c) && !joins)
            text += numberOf(c);
        else
            text += QChar::fromUcs4(c);
        before = c;
    }
    return text;
}

} // namespace glovebox
