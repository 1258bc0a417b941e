// SPDX-License-Identifier: MIT
#include "javascripttext.h"

#include <QRegularExpression>
#include <QStringList>

#include <optional>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

// The character that an escape of repr() stands for, and how long the escape is.
struct Escape
{
    QString text;
    qsizetype length = 0;
};

std::optional<Escape> numeric(QStringView rest, qsizetype digits)
{
    bool isNumber = false;
    const uint code = rest.sliced(2, std::min(digits, rest.size() - 2)).toUInt(&isNumber, 16);
    if (!isNumber || rest.size() < 2 + digits)
        return std::nullopt;
    const char32_t character = code;
    return Escape{QString::fromUcs4(&character, 1), 2 + digits};
}

std::optional<Escape> escapeAt(QStringView rest)
{
    if (rest.size() < 2)
        return std::nullopt;
    switch (rest[1].unicode()) {
    case u'n':
        return Escape{u"\n"_s, 2};
    case u't':
        return Escape{u"\t"_s, 2};
    case u'r':
        return Escape{u"\r"_s, 2};
    case u'x':
        return numeric(rest, 2);
    case u'u':
        return numeric(rest, 4);
    case u'U':
        return numeric(rest, 8);
    default:
        return Escape{rest.sliced(1, 1).toString(), 2}; // \\ \' \"
    }
}

// Null for what is no single string literal.
std::optional<QString> stringValue(const QString &repr)
{
    if (repr.size() < 2 || (repr.front() != u'\'' && repr.front() != u'"') ||
        repr.back() != repr.front())
        return std::nullopt;
    QString value;
    QStringView rest = QStringView(repr).sliced(1, repr.size() - 2);
    while (!rest.isEmpty()) {
        if (rest.front() == repr.front())
            return std::nullopt; // 'a', 'b': more than one
        if (rest.front() != u'\\') {
            value += rest.front();
            rest = rest.sliced(1);
            continue;
        }
        const auto escape = escapeAt(rest);
        if (!escape)
            return std::nullopt;
        value += escape->text;
        rest = rest.sliced(escape->length);
    }
    return value;
}

QString quoted(const QString &text)
{
    const bool isDouble = text.contains(u'\'') && !text.contains(u'"');
    const QChar quote = isDouble ? u'"' : u'\'';
    QString literal = text;
    literal.replace(u'\\', u"\\\\"_s).replace(u'\n', u"\\n"_s).replace(u'\r', u"\\r"_s);
    literal.replace(u'\t', u"\\t"_s);
    if (!isDouble)
        literal.replace(u'\'', u"\\'"_s);
    return quote + literal + quote;
}

} // namespace

QString javaScriptText(const QString &repr)
{
    static const QRegularExpression wholeFloat(u"^(-?\\d+)\\.0$"_s);
    if (repr.isEmpty() || repr == u"None")
        return u"undefined"_s;
    if (repr == u"True")
        return u"true"_s;
    if (repr == u"False")
        return u"false"_s;
    if (repr == u"nan")
        return u"NaN"_s;
    if (const auto number = wholeFloat.match(repr); number.hasMatch())
        return number.captured(1) == u"-0" ? u"0"_s : number.captured(1);
    return stringValue(repr).value_or(repr);
}

QString pythonList(const QStringList &strings)
{
    QStringList items;
    for (const QString &string : strings)
        items.append(quoted(string));
    return u'[' + items.join(u", "_s) + u']';
}

} // namespace glovebox::rest
