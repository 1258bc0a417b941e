// SPDX-License-Identifier: MIT
#include "pythonlayout.h"

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

// Goes through code once and tells of every bracket outside of strings and comments.
class Scanner
{
public:
    Scanner(QStringView code, QStringView comment)
        : m_code(code)
        , m_comment(comment)
    {
    }

    template <class OnBracket>
    void run(qsizetype end, OnBracket onBracket)
    {
        while (m_at < end) {
            const QChar c = m_code.at(m_at);
            if (m_place.inComment)
                skipComment(c);
            else if (m_place.inString)
                skipString(c, end);
            else
                readCode(c, onBracket);
        }
    }

    CodePlace &place() { return m_place; }

private:
    void skipComment(QChar c)
    {
        m_place.inComment = c != u'\n';
        ++m_at;
    }

    void skipString(QChar c, qsizetype end)
    {
        if (c == u'\\') {
            m_at = std::min(m_at + 2, end);
            return;
        }
        // A string in one quote ends with its line, or the rest of the code would be inside it.
        if (m_place.inTripleString ? isTriple(c) : (c == m_place.quote || c == u'\n')) {
            m_at += m_place.inTripleString ? 3 : 1;
            m_place.inString = false;
            m_place.inTripleString = false;
            return;
        }
        ++m_at;
    }

    template <class OnBracket>
    void readCode(QChar c, OnBracket onBracket)
    {
        if (!m_comment.isEmpty() && m_code.sliced(m_at).startsWith(m_comment)) {
            m_place.inComment = true;
            ++m_at;
        } else if (c == u'"' || c == u'\'') {
            m_place.quote = c;
            m_place.inString = true;
            m_place.inTripleString = isTriple(c);
            m_at += m_place.inTripleString ? 3 : 1;
        } else {
            if (isOpening(c) || isClosing(c))
                onBracket(m_at, c);
            ++m_at;
        }
    }

    bool isTriple(QChar c) const
    {
        return c == m_place.quote && m_at + 2 < m_code.size() && m_code.at(m_at + 1) == c &&
               m_code.at(m_at + 2) == c;
    }

    QStringView m_code;
    QStringView m_comment;
    qsizetype m_at = 0;
    CodePlace m_place;
};

qsizetype beginOfLine(QStringView code, qsizetype position)
{
    return position == 0 ? 0 : code.first(position).lastIndexOf(u'\n') + 1;
}

QString indentOfLine(QStringView code, qsizetype position)
{
    const qsizetype begin = beginOfLine(code, position);
    qsizetype end = begin;
    while (end < position && (code.at(end) == u' ' || code.at(end) == u'\t'))
        ++end;
    return code.sliced(begin, end - begin).toString();
}

// The line up to `position` without its comment.
QStringView codeOfLine(QStringView code, qsizetype position)
{
    const qsizetype begin = beginOfLine(code, position);
    qsizetype end = position;
    while (end > begin && placeIn(code, end).inComment)
        --end;
    return code.sliced(begin, end - begin).trimmed();
}

// Inside brackets: one step further after a bracket that ends its line, else under what follows it.
QString indentInBrackets(QStringView code, qsizetype position, qsizetype bracket)
{
    const QStringView behind = code.sliced(bracket + 1, position - bracket - 1);
    if (behind.contains(u'\n'))
        return indentOfLine(code, position);
    if (codeOfLine(code, position).endsWith(code.at(bracket)))
        return indentOfLine(code, bracket) + QString(indentWidth, u' ');
    const qsizetype spaces =
        std::ranges::find_if(behind, [](QChar c) { return !c.isSpace(); }) - behind.begin();
    return QString(bracket + 1 + spaces - beginOfLine(code, bracket), u' ');
}

bool leavesBlock(QStringView statement)
{
    static const QList<QStringView> words{u"return", u"pass", u"break", u"continue", u"raise"};
    return std::ranges::any_of(words, [statement](QStringView word) {
        return statement.startsWith(word) &&
               (statement.size() == word.size() || !(statement.at(word.size()).isLetterOrNumber() ||
                                                     statement.at(word.size()) == u'_'));
    });
}

// Where the statement begins whose last line ends at `position`: brackets may have opened above.
qsizetype beginOfStatement(QStringView code, qsizetype position)
{
    const qsizetype begin = beginOfLine(code, position);
    const CodePlace above = placeIn(code, begin);
    return above.openBrackets.isEmpty() ? position : above.openBrackets.first();
}

QString indentAfterStatement(QStringView code, qsizetype position)
{
    QString indent = indentOfLine(code, beginOfStatement(code, position));
    const QStringView line = codeOfLine(code, position);
    if (line.endsWith(u':'))
        return indent + QString(indentWidth, u' ');
    if (leavesBlock(line))
        indent.chop(std::min<qsizetype>(indent.size(), indent.endsWith(u'\t') ? 1 : indentWidth));
    return indent;
}

} // namespace

bool isOpening(QChar character)
{
    return character == u'(' || character == u'[' || character == u'{';
}

bool isClosing(QChar character)
{
    return character == u')' || character == u']' || character == u'}';
}

QChar closerOf(QChar opening)
{
    switch (opening.unicode()) {
    case u'(':
        return u')';
    case u'[':
        return u']';
    case u'{':
        return u'}';
    case u'"':
    case u'\'':
        return opening;
    default:
        return {};
    }
}

CodePlace placeIn(QStringView code, qsizetype position, QStringView comment)
{
    Scanner scanner(code, comment);
    CodePlace &place = scanner.place();
    scanner.run(std::min(position, code.size()), [&place](qsizetype at, QChar c) {
        if (isOpening(c))
            place.openBrackets.append(at);
        else if (!place.openBrackets.isEmpty())
            place.openBrackets.removeLast();
    });
    return place;
}

std::optional<qsizetype> partnerOf(QStringView code, qsizetype position, QStringView comment)
{
    if (position < 0 || position >= code.size() ||
        !(isOpening(code.at(position)) || isClosing(code.at(position))))
        return std::nullopt;
    std::optional<qsizetype> found;
    bool isBracket = false;
    QList<qsizetype> open;
    Scanner scanner(code, comment);
    scanner.run(code.size(), [&](qsizetype at, QChar c) {
        isBracket = isBracket || at == position;
        if (isOpening(c)) {
            open.append(at);
            return;
        }
        if (open.isEmpty())
            return;
        const qsizetype partner = open.takeLast();
        const bool fits = closerOf(code.at(partner)) == c;
        if (at == position)
            found = fits ? partner : -1;
        else if (partner == position)
            found = fits ? at : -1;
    });
    if (!isBracket)
        return std::nullopt; // it stands in a string or comment
    return found.value_or(-1);
}

QString indentAfter(QStringView code, qsizetype position)
{
    const CodePlace place = placeIn(code, position);
    if (place.inTripleString)
        return indentOfLine(code, position);
    if (!place.openBrackets.isEmpty())
        return indentInBrackets(code, position, place.openBrackets.last());
    return indentAfterStatement(code, position);
}

bool closesQuote(QStringView code, qsizetype position, QStringView comment)
{
    const CodePlace place = placeIn(code, position, comment);
    if (place.inString || place.inComment)
        return false;
    const auto isWord = [](QChar c) { return c.isLetterOrNumber() || c == u'_'; };
    if (position < code.size() && isWord(code.at(position)))
        return false;
    qsizetype begin = position;
    while (begin > 0 && isWord(code.at(begin - 1)))
        --begin;
    const QString before = code.sliced(begin, position - begin).toString().toLower();
    static const QStringList prefixes{u""_s,  u"r"_s,  u"b"_s,  u"f"_s,  u"u"_s,
                                      u"t"_s, u"rb"_s, u"br"_s, u"rf"_s, u"fr"_s};
    const bool afterQuote =
        position > 0 && (code.at(position - 1) == u'"' || code.at(position - 1) == u'\'');
    return prefixes.contains(before) && !(before.isEmpty() && afterQuote);
}

QString toggledComment(const QString &lines, const QString &mark)
{
    QStringList rows = lines.split(u'\n');
    const auto isBlank = [](const QString &row) { return row.trimmed().isEmpty(); };
    const auto firstOf = [](const QString &row) {
        return std::ranges::find_if(row, [](QChar c) { return !c.isSpace(); }) - row.begin();
    };
    const bool all = std::ranges::all_of(rows, [&](const QString &row) {
        return isBlank(row) || QStringView(row).trimmed().startsWith(mark);
    });
    const bool onlyBlank = std::ranges::all_of(rows, isBlank);
    qsizetype column = lines.size();
    for (const QString &row : std::as_const(rows)) {
        if (!isBlank(row) || onlyBlank)
            column = std::min<qsizetype>(column, firstOf(row));
    }
    for (QString &row : rows) {
        if (isBlank(row) && !onlyBlank)
            continue;
        if (all && !onlyBlank) {
            const qsizetype at = firstOf(row);
            const bool spaced = QStringView(row).sliced(at + mark.size()).startsWith(u' ');
            row.remove(at, mark.size() + (spaced ? 1 : 0));
        } else {
            row.insert(column, mark + u' ');
        }
    }
    return rows.join(u'\n');
}

} // namespace glovebox::ui
