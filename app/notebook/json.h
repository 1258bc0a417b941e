// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QJsonValue>
#include <QList>
#include <QString>

#include <optional>
#include <variant>

namespace glovebox::notebook {

// How text is written.
struct JsonStyle
{
    QByteArray indent = " "; // of one level: what Jupyter writes; empty: all on one line
    QByteArray lineEnd = "\n";
    bool spaced = true;     // a space behind each colon (and comma, on one line)
    bool asciiOnly = false; // \u escapes for everything else
    bool operator==(const JsonStyle &) const = default;
};

// A JSON value that stays what it was: members keep their order, numbers their digits, strings
// their lone surrogates. QJsonObject sorts its members and makes doubles of numbers, so that a
// notebook of somebody else's would come out of an unedited round trip as a different file.
class Json
{
public:
    enum class Kind { Null, Bool, Number, String, Array, Object };
    struct Member;
    using Items = QList<Json>;
    using Members = QList<Member>;

    using Style = JsonStyle;

    static constexpr int maxDepth = 256;

    Json() = default; // null
    Json(bool value);
    Json(qint64 value);
    Json(int value);
    Json(QString value);
    Json(Items items);
    Json(Members members);
    // A literal would become a bool.
    Json(const char *) = delete;
    static Json array() { return Json(Items()); }
    static Json object();
    static Json array(const QStringList &texts);
    // Text as nbformat keeps it: an array of its lines, each with its line feed.
    static Json lines(QStringView text);
    // The opposite: nbformat allows text as one string or as the array of its lines.
    QString joined() const;

    Kind kind() const { return Kind(m_value.index()); }
    bool isNull() const { return kind() == Kind::Null; }
    bool isString() const { return kind() == Kind::String; }
    bool isArray() const { return kind() == Kind::Array; }
    bool isObject() const { return kind() == Kind::Object; }

    // Of another kind: the empty value.
    bool toBool() const;
    std::optional<qint64> toInteger() const; // 1, 1.0 and 1e3 are; 1.5 is not
    QString toString() const;
    Items items() const;
    Members members() const;

    // Of an object; of several members of one name the last counts, as in every reader.
    const Json *find(QStringView key) const; // null: there is none
    Json value(QStringView key) const;       // null value: there is none
    Json path(std::initializer_list<QStringView> keys) const;
    // Changes the member where it stands, else adds it at the end. A null value becomes an object.
    void set(const QString &key, Json value);
    // As set; a new member comes before the first of `before` that there is.
    void setBefore(const QString &key, Json value, std::initializer_list<QStringView> before);
    void remove(QStringView key);

    // Corrupt: the text is not JSON, nested deeper than maxDepth, or not UTF-8.
    static Result<Json> parse(QByteArrayView text);
    // How a file was written.
    static Style styleOf(QByteArrayView text);
    // Ends without a line feed.
    QByteArray toBytes(Style style = {}) const;
    static Json fromQt(const QJsonValue &value);
    QJsonValue toQt() const;

    bool operator==(const Json &other) const;

private:
    struct Number
    {
        QByteArray text;
        bool operator==(const Number &) const = default;
    };
    friend class JsonReader;
    friend class JsonWriter;

    std::variant<std::monostate, bool, Number, QString, Items, Members> m_value;
};

struct Json::Member
{
    QString key;
    Json value;
    bool operator==(const Member &other) const = default;
};

} // namespace glovebox::notebook
