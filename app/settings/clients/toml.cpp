// SPDX-License-Identifier: MIT
#include "textedit.h"

#include "texts.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <vector>

namespace glovebox::settings::toml {

using namespace Qt::StringLiterals;

namespace {

// A table header, or a key with its value; comments and blanks belong to none.
struct Statement
{
    bool isHeader = false;
    bool isArrayOfTables = false;
    QStringList path; // of the header, or of the key within its table
    qsizetype begin = 0;
    qsizetype valueBegin = 0;
    qsizetype end = 0; // behind the value; the line end is not part of it
};

// Finds the statements of a TOML text. Values are only passed over, so dates and numbers of any
// kind are fine; strings and brackets have to close.
class Scanner
{
public:
    explicit Scanner(QByteArrayView text)
        : m_text(text)
        , m_at(text.startsWith("\xef\xbb\xbf") ? 3 : 0)
    {
    }

    Result<std::vector<Statement>> statements()
    {
        std::vector<Statement> found;
        for (skipLines(); m_at < m_text.size(); skipLines()) {
            Statement statement;
            statement.begin = m_at;
            const bool ok = m_text[m_at] == '[' ? header(statement) : keyAndValue(statement);
            statement.end = m_at;
            if (!ok || !restOfLine()) {
                return fail(ErrorCode::Corrupt,
                            ClientTexts::tr("It is not valid TOML in line %1.")
                                .arg(1 + m_text.first(statement.begin).count('\n')));
            }
            found.push_back(std::move(statement));
        }
        return found;
    }

private:
    bool at(QByteArrayView what) const { return m_text.sliced(m_at).startsWith(what); }
    bool atEnd() const { return m_at >= m_text.size(); }
    void skipBlanks()
    {
        while (!atEnd() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }
    void skipComment()
    {
        if (atEnd() || m_text[m_at] != '#')
            return;
        const qsizetype end = m_text.indexOf('\n', m_at);
        m_at = end < 0 ? m_text.size() : end;
    }
    void skipLines()
    {
        while (!atEnd()) {
            if (QByteArrayView(" \t\r\n").contains(m_text[m_at]))
                ++m_at;
            else if (m_text[m_at] == '#')
                skipComment();
            else
                return;
        }
    }
    bool restOfLine()
    {
        skipBlanks();
        skipComment();
        return atEnd() || m_text[m_at] == '\n' || at("\r\n");
    }

    bool header(Statement &statement)
    {
        statement.isHeader = true;
        statement.isArrayOfTables = at("[[");
        m_at += statement.isArrayOfTables ? 2 : 1;
        if (!dottedKey(statement.path))
            return false;
        const QByteArrayView close = statement.isArrayOfTables ? "]]" : "]";
        if (!at(close))
            return false;
        m_at += close.size();
        return true;
    }

    bool keyAndValue(Statement &statement)
    {
        if (!dottedKey(statement.path) || !at("="))
            return false;
        ++m_at;
        skipBlanks();
        statement.valueBegin = m_at;
        return value();
    }

    bool dottedKey(QStringList &path)
    {
        do {
            if (!path.isEmpty())
                ++m_at; // the dot
            skipBlanks();
            const qsizetype begin = m_at;
            if (atEnd())
                return false;
            if (m_text[m_at] == '"' || m_text[m_at] == '\'') {
                if (!string())
                    return false;
                path.append(textOf(m_text.sliced(begin, m_at - begin)));
            } else {
                while (!atEnd() && (std::isalnum(uchar(m_text[m_at])) != 0 || m_text[m_at] == '_' ||
                                    m_text[m_at] == '-'))
                    ++m_at;
                if (m_at == begin)
                    return false;
                path.append(QString::fromLatin1(m_text.sliced(begin, m_at - begin)));
            }
            skipBlanks();
        } while (at("."));
        return true;
    }

    bool value()
    {
        if (atEnd() || QByteArrayView("\r\n#").contains(m_text[m_at]))
            return false;
        if (m_text[m_at] == '[' || m_text[m_at] == '{')
            return brackets();
        if (m_text[m_at] == '"' || m_text[m_at] == '\'')
            return string();
        while (!atEnd() && !QByteArrayView("#,]}\r\n").contains(m_text[m_at]))
            ++m_at;
        while (m_text[m_at - 1] == ' ' || m_text[m_at - 1] == '\t')
            --m_at;
        return true;
    }

    // An array or inline table, with all that is in it.
    bool brackets()
    {
        QByteArray open;
        do {
            const char c = m_text[m_at];
            if (c == '"' || c == '\'') {
                if (!string())
                    return false;
                continue;
            }
            if (c == '#') {
                skipComment();
                continue;
            }
            if (c == '[' || c == '{')
                open.append(c == '[' ? ']' : '}');
            else if ((c == ']' || c == '}') && (open.isEmpty() || open.back() != c))
                return false;
            else if (c == ']' || c == '}')
                open.chop(1);
            ++m_at;
        } while (!open.isEmpty() && !atEnd());
        return open.isEmpty();
    }

    bool string()
    {
        const char quote = m_text[m_at];
        const QByteArray three(3, quote);
        const bool tall = at(three);
        m_at += tall ? 3 : 1;
        while (!atEnd()) {
            if (quote == '"' && m_text[m_at] == '\\') {
                m_at += 2;
            } else if (tall && at(three)) {
                m_at += 3;
                while (!atEnd() && m_text[m_at] == quote) // """ may end with more quotes
                    ++m_at;
                return true;
            } else if (!tall && m_text[m_at] == quote) {
                ++m_at;
                return true;
            } else if (!tall && m_text[m_at] == '\n') {
                return false;
            } else {
                ++m_at;
            }
        }
        return false;
    }

public:
    // What a one-line string says. Basic strings escape as JSON does, \UXXXXXXXX and \e apart.
    static QString textOf(QByteArrayView string)
    {
        if (string.startsWith('\''))
            return QString::fromUtf8(string.sliced(1, string.size() - 2));
        return QJsonDocument::fromJson('[' + string.toByteArray() + ']').array().first().toString();
    }

private:
    QByteArrayView m_text;
    qsizetype m_at;
};

std::unexpected<Error> otherForm(const QStringList &path)
{
    return fail(ErrorCode::Conflict,
                ClientTexts::tr("It already holds %1 in a form that Glovebox does not "
                                "change. Take that away, or copy the lines.")
                    .arg(path.join(u'.')));
}

bool startsWith(const QStringList &path, const QStringList &prefix)
{
    return path.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

// Where the table of `path` and its sub-tables stand; several when others stand between them.
struct Range
{
    qsizetype begin = 0;
    qsizetype end = 0;
};

Result<QList<Range>> rangesOf(const QByteArray &text, const QStringList &path)
{
    const auto statements = Scanner(text).statements();
    if (!statements)
        return std::unexpected(statements.error());
    QList<Range> ranges;
    QStringList table;
    bool inside = false;
    for (const Statement &statement : *statements) {
        if (statement.isHeader) {
            table = statement.path;
            const bool ours = startsWith(table, path);
            if (ours && statement.isArrayOfTables)
                return otherForm(path);
            if (ours && !inside)
                ranges.append({statement.begin, statement.end});
            inside = ours;
        } else if (!inside && startsWith(table + statement.path, path)) {
            return otherForm(path);
        } else if (!inside && startsWith(path, table + statement.path)) {
            return otherForm(path); // mcp_servers = { … }
        }
        if (inside)
            ranges.last().end = statement.end;
    }
    return ranges;
}

qsizetype behindLine(const QByteArray &text, qsizetype at)
{
    const qsizetype end = text.indexOf('\n', at);
    return end < 0 ? text.size() : end + 1;
}

QByteArray quoted(const QString &text)
{
    const QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return array.sliced(1, array.size() - 2);
}

QByteArray keyText(const QString &key)
{
    const bool bare = std::ranges::all_of(key, [](QChar c) {
        return c.unicode() < 128 && (c.isLetterOrNumber() || c == u'_' || c == u'-');
    });
    return bare && !key.isEmpty() ? key.toUtf8() : quoted(key);
}

QByteArray valueText(const QJsonValue &value)
{
    QByteArrayList parts;
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const QJsonValue &entry : array)
            parts.append(valueText(entry));
        return '[' + parts.join(", ") + ']';
    }
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            parts.append(keyText(it.key()) + " = " + valueText(it.value()));
        return "{ " + parts.join(", ") + " }";
    }
    return quoted(value.toString());
}

QByteArray tableText(const QStringList &path, const QJsonObject &value, const QByteArray &newline)
{
    QByteArrayList keys;
    for (const QString &key : path)
        keys.append(keyText(key));
    QByteArray text = '[' + keys.join('.') + ']' + newline;
    for (auto it = value.begin(); it != value.end(); ++it)
        text += keyText(it.key()) + " = " + valueText(it.value()) + newline;
    return text;
}

QByteArray newlineOf(const QByteArray &text)
{
    return text.contains("\r\n") ? "\r\n" : "\n";
}

// The string `key` directly in the table `path`.
Result<std::optional<Statement>> stringStatement(const QByteArray &text, const QStringList &path,
                                                 const QString &key)
{
    const auto statements = Scanner(text).statements();
    if (!statements)
        return std::unexpected(statements.error());
    QStringList table;
    for (const Statement &statement : *statements) {
        if (statement.isHeader)
            table = statement.path;
        else if (table == path && statement.path == QStringList{key} &&
                 QByteArrayView("\"'").contains(text[statement.valueBegin]) &&
                 !text.sliced(statement.valueBegin).startsWith("\"\"\"") &&
                 !text.sliced(statement.valueBegin).startsWith("'''"))
            return statement;
    }
    return std::nullopt;
}

} // namespace

Result<QByteArray> set(const QByteArray &text, const QStringList &path, const QJsonObject &value)
{
    const auto ranges = rangesOf(text, path);
    if (!ranges)
        return std::unexpected(ranges.error());
    const QByteArray newline = newlineOf(text);
    const QByteArray table = tableText(path, value, newline);
    if (ranges->isEmpty()) {
        const bool blank = text.trimmed().isEmpty();
        const QByteArray gap = text.isEmpty() || text.endsWith('\n') ? QByteArray() : newline;
        return text + gap + (blank ? QByteArray() : newline) + table;
    }
    QByteArray changed = text;
    for (qsizetype i = ranges->size() - 1; i >= 0; --i) {
        const qsizetype begin = ranges->at(i).begin;
        changed.replace(begin, behindLine(text, ranges->at(i).end) - begin,
                        i == 0 ? table : QByteArray());
    }
    return changed;
}

Result<QByteArray> remove(const QByteArray &text, const QStringList &path)
{
    const auto ranges = rangesOf(text, path);
    if (!ranges)
        return std::unexpected(ranges.error());
    QByteArray changed = text;
    for (qsizetype i = ranges->size() - 1; i >= 0; --i) {
        qsizetype begin = ranges->at(i).begin;
        const qsizetype end = behindLine(text, ranges->at(i).end);
        // With the blank line that sets it apart, one of the two.
        if (text.first(begin).endsWith("\n\r\n"))
            begin -= 2;
        else if (text.first(begin).endsWith("\n\n"))
            begin -= 1;
        changed.remove(begin, end - begin);
    }
    return changed;
}

Result<std::optional<QString>> string(const QByteArray &text, const QStringList &path,
                                      const QString &key)
{
    const auto found = stringStatement(text, path, key);
    if (!found)
        return std::unexpected(found.error());
    if (!*found)
        return std::nullopt;
    const qsizetype begin = (*found)->valueBegin;
    return Scanner::textOf(QByteArrayView(text).sliced(begin, (*found)->end - begin));
}

Result<QByteArray> setString(const QByteArray &text, const QStringList &path, const QString &key,
                             const QString &value)
{
    const auto found = stringStatement(text, path, key);
    if (!found)
        return std::unexpected(found.error());
    if (!*found)
        return fail(ErrorCode::NotFound, ClientTexts::tr("There is no entry of Glovebox in it."));
    const qsizetype begin = (*found)->valueBegin;
    return text.first(begin) + quoted(value) + text.sliced((*found)->end);
}

} // namespace glovebox::settings::toml
