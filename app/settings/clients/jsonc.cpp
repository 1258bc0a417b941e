// SPDX-License-Identifier: MIT
#include "textedit.h"

#include "texts.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <memory>
#include <vector>

namespace glovebox::settings::jsonc {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxDepth = 200;
constexpr QByteArrayView byteOrderMark = "\xef\xbb\xbf";

struct Node;

struct Member
{
    QString key;
    qsizetype begin = 0;  // of the key
    qsizetype end = 0;    // of the value
    qsizetype comma = -1; // behind it, if there is one
    std::unique_ptr<Node> value;
};

// A value and where it stands. Only objects have an inside.
struct Node
{
    qsizetype begin = 0;
    qsizetype end = 0;
    bool isObject = false;
    bool isString = false;
    std::vector<Member> members;

    const Member *find(const QString &key) const
    {
        // The last one counts, as in JavaScript.
        for (auto it = members.rbegin(); it != members.rend(); ++it) {
            if (it->key == key)
                return &*it;
        }
        return nullptr;
    }
};

// A strict reader of JSON that also takes // and /* */ comments and trailing commas.
class Scanner
{
public:
    explicit Scanner(QByteArrayView text)
        : m_text(text)
        , m_at(text.startsWith(byteOrderMark) ? byteOrderMark.size() : 0)
    {
    }

    // Null for a text without any value.
    Result<std::unique_ptr<Node>> document()
    {
        auto node = std::make_unique<Node>();
        if (!skip())
            return broken();
        if (m_at == m_text.size())
            return nullptr;
        if (!value(*node, 0) || !skip() || m_at != m_text.size())
            return broken();
        return node;
    }

private:
    std::unexpected<Error> broken() const
    {
        const qsizetype line = 1 + m_text.first(qMin(m_at, m_text.size())).count('\n');
        return fail(ErrorCode::Corrupt,
                    ClientTexts::tr("It is not valid JSON in line %1.").arg(line));
    }

    bool at(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }
    bool take(char c)
    {
        if (!at(c))
            return false;
        ++m_at;
        return true;
    }

    // Blanks and comments; false for a comment without an end.
    bool skip()
    {
        while (m_at < m_text.size()) {
            if (QByteArrayView(" \t\r\n").contains(m_text[m_at])) {
                ++m_at;
            } else if (m_text.sliced(m_at).startsWith("//")) {
                const qsizetype end = m_text.indexOf('\n', m_at);
                m_at = end < 0 ? m_text.size() : end;
            } else if (m_text.sliced(m_at).startsWith("/*")) {
                const qsizetype end = m_text.indexOf("*/", m_at + 2);
                if (end < 0)
                    return false;
                m_at = end + 2;
            } else {
                return true;
            }
        }
        return true;
    }

    bool value(Node &node, int depth)
    {
        if (depth > maxDepth || m_at >= m_text.size())
            return false;
        node.begin = m_at;
        const char first = m_text[m_at];
        bool ok = false;
        if (first == '{') {
            ok = object(node, depth);
        } else if (first == '[') {
            ok = array(depth);
        } else if (first == '"') {
            node.isString = true;
            ok = string().has_value();
        } else {
            ok = scalar();
        }
        node.end = m_at;
        return ok;
    }

    bool object(Node &node, int depth)
    {
        node.isObject = true;
        ++m_at;
        while (skip()) {
            if (take('}'))
                return true;
            if (!node.members.empty() && node.members.back().comma < 0)
                return false;
            Member member;
            member.begin = m_at;
            const auto key = string();
            member.value = std::make_unique<Node>();
            if (!key || !skip() || !take(':') || !skip() || !value(*member.value, depth + 1))
                return false;
            member.key = *key;
            member.end = m_at;
            if (!skip())
                return false;
            if (at(','))
                member.comma = m_at++;
            node.members.push_back(std::move(member));
        }
        return false;
    }

    bool array(int depth)
    {
        ++m_at;
        bool mayFollow = true;
        while (skip()) {
            if (take(']'))
                return true;
            Node element;
            if (!mayFollow || !value(element, depth + 1) || !skip())
                return false;
            mayFollow = take(',');
        }
        return false;
    }

    std::optional<QString> string()
    {
        const qsizetype begin = m_at;
        if (!take('"'))
            return std::nullopt;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            if (uchar(m_text[m_at]) < 0x20)
                return std::nullopt;
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        }
        if (!take('"'))
            return std::nullopt;
        const auto parsed = parse(m_text.sliced(begin, m_at - begin));
        if (!parsed)
            return std::nullopt;
        return parsed->toString();
    }

    bool scalar()
    {
        const qsizetype begin = m_at;
        while (m_at < m_text.size() && !QByteArrayView(" \t\r\n,]}/").contains(m_text[m_at]))
            ++m_at;
        return m_at > begin && parse(m_text.sliced(begin, m_at - begin)).has_value();
    }

    // One string, number or word, by Qt's own parser.
    static std::optional<QJsonValue> parse(QByteArrayView text)
    {
        QJsonParseError error;
        const auto document = QJsonDocument::fromJson('[' + text.toByteArray() + ']', &error);
        if (error.error != QJsonParseError::NoError || document.array().size() != 1)
            return std::nullopt;
        return document.array().first();
    }

    QByteArrayView m_text;
    qsizetype m_at;
};

// How the text is laid out around one object, so that what is added looks like its neighbours.
struct Style
{
    QByteArray newline;
    QByteArray unit; // one step of indentation
};

QByteArray indentationAt(QByteArrayView text, qsizetype at)
{
    const qsizetype line = text.first(at).lastIndexOf('\n') + 1;
    qsizetype end = line;
    while (end < at && (text[end] == ' ' || text[end] == '\t'))
        ++end;
    return text.sliced(line, end - line).toByteArray();
}

Style styleOf(QByteArrayView text, const Node *root)
{
    Style style{.newline = text.contains("\r\n") ? "\r\n" : "\n", .unit = "  "};
    if (root && root->isObject && !root->members.empty()) {
        const QByteArray indentation = indentationAt(text, root->members.front().begin);
        if (!indentation.isEmpty())
            style.unit = indentation;
    }
    return style;
}

QByteArray quoted(const QString &text)
{
    const QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return array.sliced(1, array.size() - 2);
}

// Objects over several lines, arrays and what is in them on one.
QByteArray written(const QJsonValue &value, const Style &style, const QByteArray &indentation,
                   const QStringList &order);

QByteArray writtenObject(const QJsonObject &object, const Style &style,
                         const QByteArray &indentation, const QStringList &order)
{
    QStringList keys = object.keys();
    std::ranges::stable_sort(keys, {}, [&order](const QString &key) {
        const qsizetype place = order.indexOf(key);
        return place < 0 ? order.size() : place;
    });
    const QByteArray inner = indentation + style.unit;
    QByteArrayList lines;
    for (const QString &key : std::as_const(keys))
        lines.append(inner + quoted(key) + ": " + written(object[key], style, inner, order));
    return '{' + style.newline + lines.join(',' + style.newline) + style.newline + indentation +
           '}';
}

QByteArray written(const QJsonValue &value, const Style &style, const QByteArray &indentation,
                   const QStringList &order)
{
    if (value.isObject() && !value.toObject().isEmpty())
        return writtenObject(value.toObject(), style, indentation, order);
    QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    array = array.sliced(1, array.size() - 2);
    return value.isArray() ? array.replace("\",\"", "\", \"") : array;
}

// What kind of server it is stands first, as people write it.
const QStringList memberOrder{u"type"_s, u"command"_s,   u"args"_s,
                              u"url"_s,  u"serverUrl"_s, u"httpUrl"_s};

// Whether an object is written over several lines.
bool isTall(QByteArrayView text, const Node &object)
{
    const qsizetype until = object.members.empty() ? object.end : object.members.front().begin;
    return text.sliced(object.begin, until - object.begin).contains('\n');
}

// Behind "{" and a comment that stands on its line.
qsizetype startOfInside(QByteArrayView text, const Node &object)
{
    const qsizetype limit = object.members.empty() ? object.end - 1 : object.members.front().begin;
    const qsizetype line = text.indexOf('\n', object.begin);
    if (line < 0 || line > limit)
        return object.begin + 1;
    const QByteArrayView between = text.sliced(object.begin + 1, line - object.begin - 1);
    // A block comment that goes on in the next line cannot be cut in two.
    if (between.contains("/*") && !between.contains("*/"))
        return object.begin + 1;
    return line > 0 && text[line - 1] == '\r' ? line - 1 : line;
}

QByteArray insertedMember(const QByteArray &text, const Node &object, const QString &key,
                          const QJsonObject &value, const Style &style)
{
    const QByteArray outer = indentationAt(text, object.begin);
    const bool empty = object.members.empty();
    if (!empty && !isTall(text, object)) { // { "a": 1 }: stays on its line
        const QByteArray compact = QJsonDocument(value).toJson(QJsonDocument::Compact);
        return text.first(object.members.front().begin) + quoted(key) + ": " + compact + ", " +
               text.sliced(object.members.front().begin);
    }
    const QByteArray inner =
        empty ? outer + style.unit : indentationAt(text, object.members.front().begin);
    const qsizetype place = startOfInside(text, object);
    QByteArray added = style.newline + inner + quoted(key) + ": " +
                       writtenObject(value, style, inner, memberOrder);
    if (!empty)
        added += ',';
    else if (!isTall(text, object))
        added += style.newline + outer;
    return text.first(place) + added + text.sliced(place);
}

QByteArray wholeDocument(const QByteArray &text, const QStringList &path, const QJsonObject &value)
{
    QJsonObject object = value;
    for (auto it = path.crbegin(); it != path.crend(); ++it)
        object = QJsonObject{{*it, object}};
    const Style style = styleOf(text, nullptr);
    const QByteArray kept = text.startsWith(byteOrderMark) && text.trimmed().size() == 3
                                ? byteOrderMark.toByteArray()
                            : text.trimmed().isEmpty() ? QByteArray()
                                                       : text + style.newline;
    return kept + writtenObject(object, style, {}, memberOrder) + style.newline;
}

std::unexpected<Error> notAnObject(const QString &key)
{
    return fail(ErrorCode::Corrupt,
                key.isEmpty() ? ClientTexts::tr("It holds no JSON object.")
                              : ClientTexts::tr("“%1” in it is no JSON object.").arg(key));
}

// The members on the way to the last of `path`; shorter when one is missing.
Result<std::vector<const Member *>> way(const Node &root, const QStringList &path)
{
    std::vector<const Member *> found;
    const Node *node = &root;
    for (const QString &key : path) {
        if (!node->isObject)
            return notAnObject(found.empty() ? QString() : found.back()->key);
        const Member *member = node->find(key);
        if (!member)
            break;
        found.push_back(member);
        node = member->value.get();
    }
    return found;
}

} // namespace

Result<QByteArray> set(const QByteArray &text, const QStringList &path, const QJsonObject &value)
{
    const auto root = Scanner(text).document();
    if (!root)
        return std::unexpected(root.error());
    if (!*root)
        return wholeDocument(text, path, value);
    const auto members = way(**root, path);
    if (!members)
        return std::unexpected(members.error());
    const Style style = styleOf(text, root->get());
    if (qsizetype(members->size()) == path.size()) {
        const Node &old = *members->back()->value;
        const Node &parent =
            members->size() == 1 ? **root : *(*members)[members->size() - 2]->value;
        if (!isTall(text, parent)) // all of it stays on its line
            return text.first(old.begin) + QJsonDocument(value).toJson(QJsonDocument::Compact) +
                   text.sliced(old.end);
        const QByteArray indentation = indentationAt(text, members->back()->begin);
        return text.first(old.begin) + writtenObject(value, style, indentation, memberOrder) +
               text.sliced(old.end);
    }
    // What is missing on the way comes with it.
    QJsonObject inserted = value;
    const qsizetype depth = qsizetype(members->size());
    for (qsizetype i = path.size() - 1; i > depth; --i)
        inserted = QJsonObject{{path[i], inserted}};
    const Node &parent = members->empty() ? **root : *members->back()->value;
    if (!parent.isObject)
        return notAnObject(members->empty() ? QString() : members->back()->key);
    return insertedMember(text, parent, path[depth], inserted, style);
}

Result<QByteArray> remove(const QByteArray &text, const QStringList &path)
{
    const auto root = Scanner(text).document();
    if (!root)
        return std::unexpected(root.error());
    if (!*root)
        return text;
    const auto members = way(**root, path);
    if (!members)
        return std::unexpected(members.error());
    if (qsizetype(members->size()) != path.size())
        return text;
    const Node &parent = members->size() == 1 ? **root : *(*members)[members->size() - 2]->value;
    const Member &member = *members->back();
    const auto index =
        std::ranges::find_if(parent.members,
                             [&member](const Member &entry) { return &entry == &member; }) -
        parent.members.begin();
    qsizetype begin = member.begin;
    qsizetype end = member.comma >= 0 ? member.comma + 1 : member.end;
    // The line break before it goes with it, if nothing else stands on its line.
    const qsizetype line = text.first(begin).lastIndexOf('\n');
    if (line >= 0 && line > parent.begin && text.sliced(line, begin - line).trimmed().isEmpty())
        begin = text[line - 1] == '\r' ? line - 1 : line;
    else
        while (end < text.size() && text[end] == ' ')
            ++end;
    QByteArray changed = text.first(begin) + text.sliced(end);
    if (member.comma < 0 && index > 0) {
        const qsizetype comma = parent.members[size_t(index) - 1].comma;
        changed.remove(comma, 1);
    }
    return changed;
}

Result<std::optional<QJsonObject>> object(const QByteArray &text, const QStringList &path)
{
    const auto root = Scanner(text).document();
    if (!root)
        return std::unexpected(root.error());
    if (!*root)
        return std::nullopt;
    const auto members = way(**root, path);
    if (!members)
        return std::unexpected(members.error());
    if (qsizetype(members->size()) != path.size() || !members->back()->value->isObject)
        return std::nullopt;
    QJsonObject found;
    for (const Member &member : members->back()->value->members) {
        const Node &value = *member.value;
        const QByteArray json = text.sliced(value.begin, value.end - value.begin);
        if (value.isObject) {
            const auto inner = object(text, path + QStringList{member.key});
            found.insert(member.key, inner && *inner ? **inner : QJsonObject());
        } else {
            found.insert(member.key, QJsonDocument::fromJson('[' + json + ']').array().first());
        }
    }
    return found;
}

Result<QByteArray> setString(const QByteArray &text, const QStringList &path, const QString &value)
{
    const auto root = Scanner(text).document();
    if (!root)
        return std::unexpected(root.error());
    const auto members = *root ? way(**root, path) : Result<std::vector<const Member *>>();
    if (!members)
        return std::unexpected(members.error());
    if (qsizetype(members->size()) != path.size() || !members->back()->value->isString)
        return fail(ErrorCode::NotFound, ClientTexts::tr("There is no entry of Glovebox in it."));
    const Node &old = *members->back()->value;
    return text.first(old.begin) + quoted(value) + text.sliced(old.end);
}

} // namespace glovebox::settings::jsonc
