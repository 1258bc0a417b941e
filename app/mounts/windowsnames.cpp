// SPDX-License-Identifier: MIT
#include "windowsnames.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace glovebox::mounts {

namespace {

constexpr std::size_t maxNameUnits = 255;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

bool isSame(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

// The digits that the system takes for 1, 2 and 3 behind COM and LPT, in UTF-8.
bool isPortDigit(std::string_view rest)
{
    return (rest.size() == 1 && rest[0] >= '0' && rest[0] <= '9') || rest == "\u00B9" ||
           rest == "\u00B2" || rest == "\u00B3";
}

// With any extension, and with spaces before it ("NUL .txt").
bool isDevice(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> devices{"con", "prn",    "aux",
                                                             "nul", "conin$", "conout$"};
    std::string_view base = name.substr(0, name.find('.'));
    while (base.ends_with(' '))
        base.remove_suffix(1);
    if (std::ranges::any_of(devices, [&](std::string_view device) { return isSame(base, device); }))
        return true;
    return base.size() > 3 &&
           (isSame(base.substr(0, 3), "com") || isSame(base.substr(0, 3), "lpt")) &&
           isPortDigit(base.substr(3));
}

// The code point that begins `text`, which moves on; 0xFFFFFFFF: broken.
char32_t nextOf(std::string_view &text)
{
    constexpr char32_t broken = 0xFFFFFFFF;
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80                     ? 1
                               : first >= 0xC2 && first <= 0xDF ? 2
                               : first >= 0xE0 && first <= 0xEF ? 3
                               : first >= 0xF0 && first <= 0xF4 ? 4
                                                                : 0;
    if (length == 0 || length > text.size())
        return broken;
    char32_t c = length == 1 ? first : first & (0xFF >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80)
            return broken;
        c = (c << 6) | (next & 0x3F);
    }
    text.remove_prefix(length);
    const bool isShortest = length < 3 || c >= (length == 3 ? 0x800U : 0x10000U);
    const bool isSurrogate = c >= 0xD800 && c <= 0xDFFF;
    return isShortest && !isSurrogate && c <= 0x10FFFF ? c : broken;
}

// Enough of the system's table of capitals for names that are compared after they were opened:
// ASCII, Latin-1, Greek and Cyrillic. Others must be the same letter for letter, which refuses too
// much rather than too little.
char16_t folded(char16_t c)
{
    if ((c >= u'a' && c <= u'z') || (c >= 0x00E0 && c <= 0x00FE && c != 0x00F7) ||
        (c >= 0x03B1 && c <= 0x03C9 && c != 0x03C2) || (c >= 0x0430 && c <= 0x044F))
        return char16_t(c - 0x20);
    return c >= 0x0450 && c <= 0x045F ? char16_t(c - 0x50) : c;
}

} // namespace

std::u16string utf16Of(std::string_view utf8)
{
    std::u16string text;
    while (!utf8.empty()) {
        const char32_t c = nextOf(utf8);
        if (c > 0x10FFFF)
            return {};
        if (c < 0x10000) {
            text.push_back(char16_t(c));
        } else {
            text.push_back(char16_t(0xD7C0 + (c >> 10)));
            text.push_back(char16_t(0xDC00 + (c & 0x3FF)));
        }
    }
    return text;
}

NameFault windowsNameFault(std::string_view name)
{
    static constexpr std::string_view never = "<>\"|?*\\/";
    if (name.empty())
        return NameFault::Empty;
    if (name == "." || name == "..")
        return NameFault::Dots;
    const std::u16string text = utf16Of(name);
    if (text.empty())
        return NameFault::NotUnicode;
    if (name.find(':') != std::string_view::npos)
        return NameFault::Stream;
    if (std::ranges::any_of(name, [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || never.find(c) != std::string_view::npos;
        }))
        return NameFault::Character;
    if (isDevice(name))
        return NameFault::Device;
    if (name.ends_with('.') || name.ends_with(' '))
        return NameFault::Trailing;
    return text.size() > maxNameUnits ? NameFault::TooLong : NameFault::None;
}

bool mayBeShortName(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    const std::string_view base = name.substr(0, dot);
    const std::string_view extension =
        dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    const std::size_t tilde = base.rfind('~');
    if (tilde == std::string_view::npos || base.size() > 8 || extension.size() > 3)
        return false;
    const std::string_view digits = base.substr(tilde + 1);
    return !digits.empty() &&
           std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

bool isNamed(std::u16string_view real, std::string_view asked)
{
    const std::size_t separator = real.rfind(u'\\');
    if (separator != std::u16string_view::npos)
        real.remove_prefix(separator + 1);
    return std::ranges::equal(real, utf16Of(asked), {}, folded, folded);
}

Reparse reparseOf(std::uint32_t tag)
{
    constexpr std::uint32_t surrogate = 0x20000000;  // it stands for another named entry
    constexpr std::uint32_t alias = 0x8000001B;      // IO_REPARSE_TAG_APPEXECLINK lacks that bit
    constexpr std::uint32_t socket = 0x80000023;     // IO_REPARSE_TAG_AF_UNIX
    constexpr std::uint32_t linuxFirst = 0x80000024; // LX_FIFO, LX_CHR, LX_BLK
    constexpr std::uint32_t linuxLast = 0x80000026;
    const bool isDevice = tag == socket || (tag >= linuxFirst && tag <= linuxLast);
    return (tag & surrogate) != 0 || tag == alias || isDevice ? Reparse::Elsewhere
                                                              : Reparse::Content;
}

} // namespace glovebox::mounts
