// SPDX-License-Identifier: MIT
#include "tokens.h"

#include <algorithm>
#include <cmath>

namespace glovebox::ui {

namespace {

struct TokenRow
{
    const char *name;
    QRgb light;
    QRgb dark;
};

// In the order of Token.
constexpr std::array<TokenRow, tokenCount> rows = {{
    {"rail", 0xffe8ecee, 0xff12171a},     {"window", 0xfff3f5f6, 0xff181d20},
    {"surface", 0xffffffff, 0xff20262a},  {"sunken", 0xfffafbfb, 0xff1b2124},
    {"hover", 0xffe9edef, 0xff2a3237},    {"select", 0xffd8ebed, 0xff1d4046},
    {"line", 0xffdadfe2, 0xff323b40},     {"edge", 0xff828d95, 0xff78858e},
    {"text", 0xff1a2126, 0xffe4e9ec},     {"text2", 0xff46525a, 0xffb7c1c8},
    {"text3", 0xff5c6871, 0xff9daab2},    {"accent", 0xff0b6670, 0xff62c3cc},
    {"onaccent", 0xffffffff, 0xff08262a}, {"wait", 0xff7a4f00, 0xfff0bf5f},
    {"waitbg", 0xfffff3d6, 0xff342a14},   {"waitline", 0xffb27e1a, 0xffa17b28},
    {"bad", 0xffa8261d, 0xffff958c},      {"badbg", 0xfffceae8, 0xff3a211f},
    {"ok", 0xff27663b, 0xff80cb9a},       {"okbg", 0xffe4f2e8, 0xff1b3224},
    {"addword", 0xffb9e2c5, 0xff2c5a3b},  {"delword", 0xfff6c4bf, 0xff6a322e},
    {"kw", 0xff7a3a99, 0xffcba6ea},       {"str", 0xff2c6a31, 0xff9ccb8a},
    {"num", 0xff8f4700, 0xffe8ac76},      {"fn", 0xff1b5a96, 0xff8ac1f2},
    {"bi", 0xff0b6670, 0xff6ccbd3},       {"com", 0xff5f6b73, 0xff8f9ca4},
}};

constexpr std::array<QRgb, badgeGroundCount> grounds = {
    0xff1f6f8b, 0xff7a5ba6, 0xff96560f, 0xff4a5b78, 0xff3f6b35, 0xff8c3f5e, 0xff35619b, 0xff6b5b3a,
};

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

} // namespace

QColor tokenColor(Token token, Scheme scheme)
{
    const TokenRow &row = rows.at(static_cast<size_t>(token));
    return QColor::fromRgb(scheme == Scheme::Light ? row.light : row.dark);
}

QString tokenName(Token token)
{
    return QString::fromLatin1(rows.at(static_cast<size_t>(token)).name);
}

QColor badgeGround(int index)
{
    return QColor::fromRgb(grounds.at(static_cast<size_t>(index) % badgeGroundCount));
}

double contrast(const QColor &a, const QColor &b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

} // namespace glovebox::ui
