// SPDX-License-Identifier: MIT
#include "json.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringDecoder>

#include <algorithm>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

// Whether letters beyond ASCII are there, and only as escapes.
bool hasEscapedLetters(QByteArrayView text)
{
    if (!std::ranges::all_of(text, [](char c) { return static_cast<uchar>(c) < 0x80; }))
        return false;
    for (qsizetype at = text.indexOf("\\u"); at >= 0; at = text.indexOf("\\u", at + 2)) {
        if (at + 6 <= text.size() && text.sliced(at + 2, 4).toUShort(nullptr, 16) >= 0x80)
            return true;
    }
    return false;
}

} // namespace

Json::Json(bool value)
    : m_value(value)
{
}

Json::Json(qint64 value)
    : m_value(Number{QByteArray::number(value)})
{
}

Json::Json(int value)
    : Json(qint64(value))
{
}

Json::Json(QString value)
    : m_value(std::move(value))
{
}

Json Json::lines(QStringView text)
{
    Items items;
    while (!text.isEmpty()) {
        const qsizetype feed = text.indexOf(u'\n');
        const qsizetype length = feed < 0 ? text.size() : feed + 1;
        items.append(Json(text.first(length).toString()));
        text = text.sliced(length);
    }
    return Json(std::move(items));
}

QString Json::joined() const
{
    if (!isArray())
        return toString();
    QString all;
    const auto texts = items();
    for (const Json &text : texts)
        all += text.toString();
    return all;
}

Json::Json(Items items)
    : m_value(std::move(items))
{
}

Json::Json(Members members)
    : m_value(std::move(members))
{
}

Json Json::object()
{
    return Json(Members());
}

Json Json::array(const QStringList &texts)
{
    Items items;
    items.reserve(texts.size());
    for (const QString &text : texts)
        items.append(Json(text));
    return Json(std::move(items));
}

bool Json::toBool() const
{
    const bool *value = std::get_if<bool>(&m_value);
    return value && *value;
}

std::optional<qint64> Json::toInteger() const
{
    const Number *number = std::get_if<Number>(&m_value);
    if (!number)
        return {};
    bool isInteger = false;
    if (const qint64 value = number->text.toLongLong(&isInteger); isInteger)
        return value;
    constexpr double limit = 9e15; // where doubles still are exact
    const double value = number->text.toDouble();
    if (!(std::abs(value) < limit) || value != double(qint64(value)))
        return {};
    return qint64(value);
}

QString Json::toString() const
{
    const QString *text = std::get_if<QString>(&m_value);
    return text ? *text : QString();
}

Json::Items Json::items() const
{
    const Items *items = std::get_if<Items>(&m_value);
    return items ? *items : Items();
}

Json::Members Json::members() const
{
    const Members *members = std::get_if<Members>(&m_value);
    return members ? *members : Members();
}

const Json *Json::find(QStringView key) const
{
    const Members *members = std::get_if<Members>(&m_value);
    if (!members)
        return nullptr;
    for (auto it = members->crbegin(); it != members->crend(); ++it) {
        if (it->key == key)
            return &it->value;
    }
    return nullptr;
}

Json Json::value(QStringView key) const
{
    const Json *found = find(key);
    return found ? *found : Json();
}

Json Json::path(std::initializer_list<QStringView> keys) const
{
    const Json *at = this;
    for (const QStringView key : keys) {
        at = at->find(key);
        if (!at)
            return {};
    }
    return *at;
}

void Json::set(const QString &key, Json value)
{
    setBefore(key, std::move(value), {});
}

void Json::setBefore(const QString &key, Json value, std::initializer_list<QStringView> before)
{
    if (isNull())
        m_value = Members();
    Members *members = std::get_if<Members>(&m_value);
    Q_ASSERT(members);
    for (auto it = members->rbegin(); it != members->rend(); ++it) {
        if (it->key == key) {
            it->value = std::move(value);
            return;
        }
    }
    const auto at = std::ranges::find_if(*members, [&](const Member &member) {
        return std::ranges::find(before, QStringView(member.key)) != before.end();
    });
    members->insert(at, Member{key, std::move(value)});
}

void Json::remove(QStringView key)
{
    if (Members *members = std::get_if<Members>(&m_value))
        members->removeIf([key](const Member &member) { return member.key == key; });
}

bool Json::operator==(const Json &other) const
{
    return m_value == other.m_value;
}

Json Json::fromQt(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        return Json(value.toBool());
    case QJsonValue::String:
        return Json(value.toString());
    case QJsonValue::Double: {
        Json number;
        number.m_value = Number{QByteArray::number(value.toDouble(), 'g', 17)};
        if (const double exact = value.toDouble(); exact == double(value.toInteger()))
            return Json(value.toInteger());
        return number;
    }
    case QJsonValue::Array: {
        Items items;
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            items.append(fromQt(item));
        return Json(std::move(items));
    }
    case QJsonValue::Object: {
        Members members;
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            members.append({it.key(), fromQt(it.value())});
        return Json(std::move(members));
    }
    default:
        return {};
    }
}

QJsonValue Json::toQt() const
{
    switch (kind()) {
    case Kind::Null:
        return {};
    case Kind::Bool:
        return toBool();
    case Kind::Number:
        if (const auto integer = toInteger())
            return *integer;
        return std::get<Number>(m_value).text.toDouble();
    case Kind::String:
        return toString();
    case Kind::Array: {
        QJsonArray array;
        const Items list = items();
        for (const Json &item : list)
            array.append(item.toQt());
        return array;
    }
    case Kind::Object: {
        QJsonObject object;
        const Members list = members();
        for (const Member &member : list)
            object.insert(member.key, member.value.toQt());
        return object;
    }
    }
    Q_UNREACHABLE_RETURN({});
}

// ---- Reading

class JsonReader
{
public:
    explicit JsonReader(QByteArrayView text)
        : m_text(text)
    {
    }

    Result<Json> read()
    {
        if (m_text.startsWith("\xef\xbb\xbf"))
            m_at = 3;
        Json value;
        skipSpace();
        if (!readValue(value, 0))
            return error();
        skipSpace();
        if (m_at < m_text.size()) {
            failed(u"there is something after the end of the value"_s);
            return error();
        }
        return value;
    }

private:
    std::unexpected<Error> error() const
    {
        const qsizetype end = std::min(m_at, m_text.size());
        const auto line = std::count(m_text.begin(), m_text.begin() + end, '\n') + 1;
        return fail(ErrorCode::Corrupt,
                    Words::tr("This file cannot be read: its JSON is broken in line %1.").arg(line),
                    m_problem);
    }

    bool failed(const QString &problem)
    {
        m_problem = problem;
        return false;
    }

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void skipSpace()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' ||
                                        m_text[m_at] == '\r' || m_text[m_at] == '\t'))
            ++m_at;
    }

    bool readWord(QByteArrayView word)
    {
        if (!m_text.sliced(m_at).startsWith(word))
            return failed(u"unexpected character"_s);
        m_at += word.size();
        return true;
    }

    bool readValue(Json &value, int depth)
    {
        if (depth > Json::maxDepth)
            return failed(u"it is nested more than %1 levels deep"_s.arg(Json::maxDepth));
        switch (peek()) {
        case '{':
            return readObject(value, depth);
        case '[':
            return readArray(value, depth);
        case '"': {
            QString text;
            if (!readString(text))
                return false;
            value.m_value = std::move(text);
            return true;
        }
        case 't':
            value.m_value = true;
            return readWord("true");
        case 'f':
            value.m_value = false;
            return readWord("false");
        case 'n':
            return readWord("null");
        default:
            return readNumber(value);
        }
    }

    bool readObject(Json &value, int depth)
    {
        Json::Members members;
        ++m_at;
        skipSpace();
        if (peek() == '}') {
            ++m_at;
            value.m_value = std::move(members);
            return true;
        }
        while (true) {
            Json::Member member;
            if (peek() != '"')
                return failed(u"a name in quotes was expected"_s);
            if (!readString(member.key))
                return false;
            skipSpace();
            if (peek() != ':')
                return failed(u"a colon was expected"_s);
            ++m_at;
            skipSpace();
            if (!readValue(member.value, depth + 1))
                return false;
            members.append(std::move(member));
            if (const auto more = readComma('}'); !more)
                return false;
            else if (!*more)
                break;
        }
        value.m_value = std::move(members);
        return true;
    }

    bool readArray(Json &value, int depth)
    {
        Json::Items items;
        ++m_at;
        skipSpace();
        if (peek() == ']') {
            ++m_at;
            value.m_value = std::move(items);
            return true;
        }
        while (true) {
            Json item;
            if (!readValue(item, depth + 1))
                return false;
            items.append(std::move(item));
            if (const auto more = readComma(']'); !more)
                return false;
            else if (!*more)
                break;
        }
        value.m_value = std::move(items);
        return true;
    }

    // Whether something follows; nullopt: neither a comma nor `end`.
    std::optional<bool> readComma(char end)
    {
        skipSpace();
        const char c = peek();
        if (c != ',' && c != end) {
            failed(u"a comma or “%1” was expected"_s.arg(QLatin1Char(end)));
            return {};
        }
        ++m_at;
        skipSpace();
        return c == ',';
    }

    bool readNumber(Json &value)
    {
        const qsizetype begin = m_at;
        const auto digits = [this] {
            const qsizetype first = m_at;
            while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9')
                ++m_at;
            return m_at > first;
        };
        // What Python's json writes for what JSON has no number for; kept as it is.
        for (const QByteArrayView word : {"NaN", "Infinity", "-Infinity"}) {
            if (m_text.sliced(m_at).startsWith(word)) {
                m_at += word.size();
                value.m_value = Json::Number{word.toByteArray()};
                return true;
            }
        }
        if (peek() == '-')
            ++m_at;
        const bool leadingZero = peek() == '0';
        const qsizetype whole = m_at;
        if (!digits() || (leadingZero && m_at - whole > 1))
            return failed(u"unexpected character"_s);
        if (peek() == '.') {
            ++m_at;
            if (!digits())
                return failed(u"a number ends too early"_s);
        }
        if (peek() == 'e' || peek() == 'E') {
            ++m_at;
            if (peek() == '+' || peek() == '-')
                ++m_at;
            if (!digits())
                return failed(u"a number ends too early"_s);
        }
        value.m_value = Json::Number{m_text.sliced(begin, m_at - begin).toByteArray()};
        return true;
    }

    bool readString(QString &text)
    {
        ++m_at;
        while (true) {
            const qsizetype begin = m_at;
            while (m_at < m_text.size() && m_text[m_at] != '"' && m_text[m_at] != '\\' &&
                   static_cast<uchar>(m_text[m_at]) >= 0x20)
                ++m_at;
            if (m_at > begin && !append(text, m_text.sliced(begin, m_at - begin)))
                return false;
            if (m_at >= m_text.size())
                return failed(u"a text has no end"_s);
            if (m_text[m_at] == '"') {
                ++m_at;
                return true;
            }
            if (m_text[m_at] != '\\')
                return failed(u"a control character stands in a text"_s);
            if (!readEscape(text))
                return false;
        }
    }

    bool append(QString &text, QByteArrayView bytes)
    {
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString decoded = decoder.decode(bytes);
        if (decoder.hasError())
            return failed(u"a text is not UTF-8"_s);
        if (text.isEmpty())
            text = decoded;
        else
            text += decoded;
        return true;
    }

    bool readEscape(QString &text)
    {
        ++m_at;
        const char c = peek();
        ++m_at;
        switch (c) {
        case '"':
        case '\\':
        case '/':
            text += QLatin1Char(c);
            return true;
        case 'b':
            text += u'\b';
            return true;
        case 'f':
            text += u'\f';
            return true;
        case 'n':
            text += u'\n';
            return true;
        case 'r':
            text += u'\r';
            return true;
        case 't':
            text += u'\t';
            return true;
        case 'u': {
            bool isHex = m_at + 4 <= m_text.size();
            const QByteArray digits = isHex ? m_text.sliced(m_at, 4).toByteArray() : QByteArray();
            isHex = isHex && std::ranges::all_of(digits, [](char digit) {
                        return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f') ||
                               (digit >= 'A' && digit <= 'F');
                    });
            if (!isHex)
                return failed(u"“\\u” needs four hexadecimal digits"_s);
            text += QChar(digits.toUShort(nullptr, 16));
            m_at += 4;
            return true;
        }
        default:
            return failed(u"an unknown escape stands in a text"_s);
        }
    }

    QByteArrayView m_text;
    qsizetype m_at = 0;
    QString m_problem;
};

Result<Json> Json::parse(QByteArrayView text)
{
    return JsonReader(text).read();
}

Json::Style Json::styleOf(QByteArrayView text)
{
    Style style;
    const qsizetype feed = text.indexOf('\n');
    const qsizetype first = text.indexOf('"');
    const bool isOneLine = feed < 0 || (first >= 0 && feed > first);
    style.lineEnd = feed > 0 && text[feed - 1] == '\r' ? "\r\n" : "\n";
    qsizetype end = feed + 1;
    while (end < text.size() && (text[end] == ' ' || text[end] == '\t'))
        ++end;
    style.indent = isOneLine ? QByteArray() : text.sliced(feed + 1, end - feed - 1).toByteArray();
    // The first colon behind a name, else the first comma.
    qsizetype sign = first < 0 ? -1 : text.indexOf(':', first);
    if (sign < 0)
        sign = text.indexOf(',');
    style.spaced = sign < 0 || text.sliced(sign + 1).startsWith(' ');
    style.asciiOnly = hasEscapedLetters(text);
    return style;
}

// ---- Writing, as Python's json.dumps does it

class JsonWriter
{
public:
    explicit JsonWriter(Json::Style style)
        : m_style(std::move(style))
        , m_comma(m_style.indent.isEmpty() && m_style.spaced ? ", " : ",")
    {
    }

    QByteArray write(const Json &json)
    {
        writeValue(json, 0);
        return std::move(m_out);
    }

private:
    void breakLine(int depth)
    {
        if (m_style.indent.isEmpty())
            return;
        m_out += m_style.lineEnd;
        for (int level = 0; level < depth; ++level)
            m_out += m_style.indent;
    }

    void writeValue(const Json &json, int depth)
    {
        switch (json.kind()) {
        case Json::Kind::Null:
            m_out += "null";
            break;
        case Json::Kind::Bool:
            m_out += json.toBool() ? "true" : "false";
            break;
        case Json::Kind::Number:
            m_out += std::get<Json::Number>(json.m_value).text;
            break;
        case Json::Kind::String:
            writeString(std::get<QString>(json.m_value));
            break;
        case Json::Kind::Array:
            writeArray(std::get<Json::Items>(json.m_value), depth);
            break;
        case Json::Kind::Object:
            writeObject(std::get<Json::Members>(json.m_value), depth);
            break;
        }
    }

    void writeArray(const Json::Items &items, int depth)
    {
        if (items.isEmpty()) {
            m_out += "[]";
            return;
        }
        m_out += '[';
        for (qsizetype at = 0; at < items.size(); ++at) {
            if (at > 0)
                m_out += m_comma;
            breakLine(depth + 1);
            writeValue(items.at(at), depth + 1);
        }
        breakLine(depth);
        m_out += ']';
    }

    void writeObject(const Json::Members &members, int depth)
    {
        if (members.isEmpty()) {
            m_out += "{}";
            return;
        }
        m_out += '{';
        for (qsizetype at = 0; at < members.size(); ++at) {
            if (at > 0)
                m_out += m_comma;
            breakLine(depth + 1);
            writeString(members.at(at).key);
            m_out += m_style.spaced ? ": " : ":";
            writeValue(members.at(at).value, depth + 1);
        }
        breakLine(depth);
        m_out += '}';
    }

    void writeEscape(char16_t unit)
    {
        static constexpr char digits[] = "0123456789abcdef";
        m_out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4)
            m_out += digits[(unit >> shift) & 15];
    }

    void writeString(const QString &text)
    {
        m_out += '"';
        qsizetype begin = 0; // of what is written as it is
        const auto writePlain = [&](qsizetype end) {
            if (end > begin)
                m_out += QStringView(text).sliced(begin, end - begin).toUtf8();
        };
        for (qsizetype at = 0; at < text.size(); ++at) {
            const char16_t unit = text.at(at).unicode();
            const bool isPair = QChar::isHighSurrogate(unit) && at + 1 < text.size() &&
                                text.at(at + 1).isLowSurrogate();
            if (isPair && !m_style.asciiOnly) {
                ++at;
                continue;
            }
            const bool isPlain = unit >= 0x20 && unit != u'"' && unit != u'\\' &&
                                 !QChar::isSurrogate(unit) && (unit < 0x7f || !m_style.asciiOnly);
            if (isPlain)
                continue;
            writePlain(at);
            writeSpecial(unit);
            begin = at + 1;
        }
        writePlain(text.size());
        m_out += '"';
    }

    void writeSpecial(char16_t unit)
    {
        switch (unit) {
        case u'"':
            m_out += "\\\"";
            break;
        case u'\\':
            m_out += "\\\\";
            break;
        case u'\n':
            m_out += "\\n";
            break;
        case u'\r':
            m_out += "\\r";
            break;
        case u'\t':
            m_out += "\\t";
            break;
        case u'\b':
            m_out += "\\b";
            break;
        case u'\f':
            m_out += "\\f";
            break;
        default:
            writeEscape(unit);
        }
    }

    Json::Style m_style;
    QByteArray m_comma;
    QByteArray m_out;
};

QByteArray Json::toBytes(Style style) const
{
    return JsonWriter(std::move(style)).write(*this);
}

} // namespace glovebox::notebook
