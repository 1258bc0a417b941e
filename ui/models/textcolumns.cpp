// SPDX-License-Identifier: MIT
#include "textcolumns.h"

#include <algorithm>
#include <array>
#include <utility>

namespace glovebox::ui {

namespace {

// East_Asian_Width W and F of Unicode 16, joined where what lies between is unassigned.
constexpr std::array<std::pair<char32_t, char32_t>, 33> wide{{
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x26A1, 0x26A1},   {0x26BD, 0x26BE},   {0x2705, 0x2705},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},
    {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},
    {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18DFF},
    {0x1AFF0, 0x1B2FF}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF},
    {0x20000, 0x3FFFD},
}};

} // namespace

int columnsOf(char32_t character)
{
    if (character < 0x300)
        return 1;
    switch (QChar::category(character)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
        return 0;
    default:
        break;
    }
    const auto it =
        std::ranges::lower_bound(wide, character, {}, &decltype(wide)::value_type::second);
    return it != wide.end() && it->first <= character ? 2 : 1;
}

char32_t characterAt(QStringView text, qsizetype index, int *units)
{
    const QChar first = text.at(index);
    *units = 1;
    if (!first.isSurrogate())
        return first.unicode();
    if (first.isHighSurrogate() && index + 1 < text.size() && text.at(index + 1).isLowSurrogate()) {
        *units = 2;
        return QChar::surrogateToUcs4(first, text.at(index + 1));
    }
    return QChar::ReplacementCharacter;
}

int columnsOf(QStringView text)
{
    int columns = 0;
    int units = 1;
    for (qsizetype at = 0; at < text.size(); at += units)
        columns += columnsOf(characterAt(text, at, &units));
    return columns;
}

} // namespace glovebox::ui
