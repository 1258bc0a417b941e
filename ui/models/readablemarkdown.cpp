// SPDX-License-Identifier: MIT
#include "readablemarkdown.h"

#include "mathtext.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestFormula = 4000;
constexpr qsizetype longestInline = 400;
constexpr qsizetype longestName = 64; // of a tag, or the row of signs that begins code
constexpr qsizetype longestAddress = 400;

QString escaped(const QString &text)
{
    static const QString special = u"\\`*_{}[]()#+-.!|<>~$"_s;
    QString result;
    for (const QChar c : text) {
        if (special.contains(c))
            result += u'\\';
        result += c;
    }
    return result;
}

// Attributes of a tag by their lower-case names.
QHash<QString, QString> attributesOf(QStringView tag)
{
    static const QRegularExpression attribute(
        u"([a-zA-Z-]+)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s>\"']+))"_s);
    QHash<QString, QString> attributes;
    auto matches = attribute.globalMatchView(tag);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString value = match.captured(2) + match.captured(3) + match.captured(4);
        attributes.insert(match.captured(1).toLower(), value);
    }
    return attributes;
}

class Reader
{
public:
    explicit Reader(const QString &text)
        : m_text(text)
    {
    }

    QString read()
    {
        while (m_at < m_text.size()) {
            const bool begins = m_at == 0 || m_text.at(m_at - 1) == u'\n';
            if (begins && (readFence() || readIndented()))
                continue;
            readSign();
        }
        return std::move(m_out);
    }

private:
    qsizetype lineEnd(qsizetype from) const
    {
        const qsizetype end = m_text.indexOf(u'\n', from);
        return end < 0 ? m_text.size() : end;
    }

    // Only a piece is looked at: an expression would read through all that follows each time.
    QRegularExpressionMatch matchHere(const QRegularExpression &expression, qsizetype most) const
    {
        return expression.matchView(QStringView(m_text).sliced(m_at).left(most), 0,
                                    QRegularExpression::NormalMatch,
                                    QRegularExpression::AnchorAtOffsetMatchOption);
    }

    void copyTo(qsizetype end)
    {
        m_out += QStringView(m_text).sliced(m_at, end - m_at);
        m_at = end;
    }

    bool readFence()
    {
        static const QRegularExpression fence(u" {0,3}(`{3,}|~{3,})"_s);
        const auto open = matchHere(fence, longestName);
        if (!open.hasMatch())
            return false;
        const QString mark = open.captured(1);
        qsizetype end = lineEnd(m_at);
        while (end < m_text.size()) {
            const qsizetype start = end + 1;
            end = lineEnd(start);
            const QStringView line = QStringView(m_text).sliced(start, end - start).trimmed();
            if (line.startsWith(mark) && line.count(mark.front()) == line.size())
                break;
        }
        copyTo(std::min(end + 1, m_text.size()));
        return true;
    }

    // Code by four spaces begins behind an empty line only.
    bool readIndented()
    {
        const bool wasEmpty = m_at < 2 || m_text.at(m_at - 2) == u'\n' || m_wasIndented;
        m_wasIndented = wasEmpty && QStringView(m_text).sliced(m_at).startsWith(u"    ");
        if (m_wasIndented)
            copyTo(std::min(lineEnd(m_at) + 1, m_text.size()));
        return m_wasIndented;
    }

    void readSign()
    {
        const QChar c = m_text.at(m_at);
        const QStringView rest = QStringView(m_text).sliced(m_at);
        if (c == u'\\' && rest.size() > 1) {
            if (!readMath(u"\\("_s, u"\\)"_s) && !readMath(u"\\["_s, u"\\]"_s))
                copyTo(m_at + 2);
        } else if (c == u'`') {
            readCode();
        } else if (c == u'$') {
            if (!readMath(u"$$"_s, u"$$"_s) && !readInlineMath())
                copyTo(m_at + 1);
        } else if (rest.startsWith(u"![")) {
            if (!readPicture())
                copyTo(m_at + 1);
        } else if (c != u'<' || !readTag()) {
            copyTo(m_at + 1);
        }
    }

    // The end is as long a row of backticks as the beginning.
    void readCode()
    {
        qsizetype open = m_at;
        while (open < m_text.size() && m_text.at(open) == u'`')
            ++open;
        const qsizetype length = open - m_at;
        for (qsizetype at = m_text.indexOf(u'`', open); at >= 0; at = m_text.indexOf(u'`', at)) {
            const qsizetype start = at;
            while (at < m_text.size() && m_text.at(at) == u'`')
                ++at;
            if (at - start == length) {
                copyTo(at);
                return;
            }
        }
        copyTo(open);
    }

    bool readMath(const QString &open, const QString &close)
    {
        if (!QStringView(m_text).sliced(m_at).startsWith(open))
            return false;
        const qsizetype start = m_at + open.size();
        const qsizetype length =
            QStringView(m_text).sliced(start).left(longestFormula).indexOf(close);
        if (length <= 0)
            return false;
        const qsizetype end = start + length;
        m_out += escaped(mathText(QStringView(m_text).sliced(start, end - start)));
        m_at = end + close.size();
        return true;
    }

    // As Pandoc tells formulas from money: no space inside the signs, no digit behind them.
    bool readInlineMath()
    {
        const qsizetype start = m_at + 1;
        if (start >= m_text.size() || m_text.at(start).isSpace())
            return false;
        const qsizetype limit = std::min(m_text.size(), start + longestInline);
        for (qsizetype end = start + 1; end < limit && m_text.at(end) != u'\n'; ++end) {
            if (m_text.at(end) != u'$')
                continue;
            const bool isEscaped = m_text.at(end - 1) == u'\\';
            const bool isMoney = m_text.at(end - 1).isSpace() ||
                                 (end + 1 < m_text.size() && m_text.at(end + 1).isDigit());
            if (isEscaped || isMoney)
                continue;
            m_out += escaped(mathText(QStringView(m_text).sliced(start, end - start)));
            m_at = end + 1;
            return true;
        }
        return false;
    }

    // Its words without markup: Qt makes a picture of each part of them, and none of none.
    bool readPicture()
    {
        static const QRegularExpression picture(u"!\\[([^\\[\\]\\n]*)\\]\\(\\s*<?([^)\\s>\\[]*)"_s);
        const auto match = matchHere(picture, longestAddress);
        if (!match.hasMatch())
            return false;
        const QString words =
            match.captured(1).isEmpty() ? fileName(match.captured(2)) : match.captured(1);
        m_out += u"!["_s + plainWords(words) + u']';
        const qsizetype end = m_at + match.capturedEnd(0);
        m_at += match.capturedEnd(1) + 1; // the bracket of the address
        copyTo(end);
        return true;
    }

    static QString fileName(const QString &address)
    {
        return address.startsWith(u"data:") ? QString()
                                            : address.section(u'/', -1).section(u':', -1);
    }

    static QString plainWords(const QString &text)
    {
        static const QString special = u"\\`*_{}[]()#+!|<>~$&"_s;
        QString words;
        for (const QChar c : text)
            words += special.contains(c) ? QChar(u' ') : c;
        words = words.simplified();
        return words.isEmpty() ? QString(QChar(0x200b)) : words;
    }

    // ---- HTML

    bool readTag()
    {
        if (QStringView(m_text).sliced(m_at).startsWith(u"<!--")) {
            const qsizetype end = m_text.indexOf(u"-->"_s, m_at);
            m_at = end < 0 ? m_text.size() : end + 3;
            return true;
        }
        static const QRegularExpression opening(u"<(/?)([a-zA-Z][a-zA-Z0-9]*)(?=[\\s/>])"_s);
        const auto match = matchHere(opening, longestName);
        if (!match.hasMatch() || m_noTagEnds)
            return false;
        const qsizetype end = m_text.indexOf(u'>', m_at);
        m_noTagEnds = end < 0;
        if (m_noTagEnds)
            return false;
        const QString name = match.captured(2).toLower();
        const bool closes = !match.captured(1).isEmpty();
        const qsizetype next = end + 1;
        const QStringView tag = QStringView(m_text).sliced(m_at, next - m_at);
        if (!write(name, closes, tag))
            return false;
        m_at = std::max(m_at, next);
        if (!closes && (name == u"script" || name == u"style"))
            m_at = contentEnd(name);
        return true;
    }

    qsizetype contentEnd(const QString &name) const
    {
        const qsizetype end = m_text.indexOf(u"</"_s + name, m_at, Qt::CaseInsensitive);
        const qsizetype close = end < 0 ? -1 : m_text.indexOf(u'>', end);
        return close < 0 ? m_text.size() : close + 1;
    }

    bool write(const QString &name, bool closes, QStringView tag)
    {
        static const QHash<QString, QString> marks{
            {u"b"_s, u"**"_s},   {u"strong"_s, u"**"_s}, {u"i"_s, u"*"_s},
            {u"em"_s, u"*"_s},   {u"del"_s, u"~~"_s},    {u"s"_s, u"~~"_s},
            {u"code"_s, u"`"_s}, {u"kbd"_s, u"`"_s},     {u"tt"_s, u"`"_s}};
        static const QSet<QString> blocks{
            u"p"_s,       u"div"_s,    u"center"_s,     u"section"_s, u"details"_s,
            u"summary"_s, u"table"_s,  u"thead"_s,      u"tbody"_s,   u"tr"_s,
            u"ul"_s,      u"ol"_s,     u"blockquote"_s, u"figure"_s,  u"figcaption"_s,
            u"header"_s,  u"footer"_s, u"article"_s};
        static const QSet<QString> dropped{
            u"span"_s,   u"font"_s,   u"u"_s,     u"small"_s,  u"big"_s,      u"mark"_s,
            u"ins"_s,    u"label"_s,  u"sub"_s,   u"sup"_s,    u"a"_s,        u"td"_s,
            u"th"_s,     u"script"_s, u"style"_s, u"iframe"_s, u"video"_s,    u"audio"_s,
            u"source"_s, u"object"_s, u"embed"_s, u"form"_s,   u"input"_s,    u"button"_s,
            u"svg"_s,    u"path"_s,   u"link"_s,  u"meta"_s,   u"colgroup"_s, u"col"_s,
            u"cite"_s,   u"abbr"_s,   u"samp"_s,  u"var"_s,    u"pre"_s,      u"body"_s,
            u"html"_s};
        if (const auto mark = marks.constFind(name); mark != marks.cend())
            writeMark(*mark, closes);
        else if (blocks.contains(name))
            breakBlock();
        else if (name == u"br")
            m_out += QChar(QChar::LineSeparator);
        else if (name == u"hr")
            m_out += u"\n\n---\n\n"_s;
        else if (name == u"li")
            m_out += closes ? QString() : u"\n- "_s;
        else if (name.size() == 2 && name.front() == u'h' && name.back() >= u'1' &&
                 name.back() <= u'6')
            m_out +=
                closes ? u"\n\n"_s : u"\n\n"_s + QString(name.back().digitValue(), u'#') + u' ';
        else if (name == u"img")
            writePicture(attributesOf(tag));
        else if (name == u"a")
            writeLink(closes, attributesOf(tag));
        else if (!dropped.contains(name))
            return false;
        if (name == u"td" || name == u"th")
            m_out += u' ';
        return true;
    }

    // Markdown's marks stand at words, not at the spaces beside them.
    void writeMark(const QString &mark, bool closes)
    {
        if (!closes) {
            const qsizetype end = m_text.indexOf(u'>', m_at) + 1;
            qsizetype word = end;
            while (word < m_text.size() && m_text.at(word) == u' ')
                ++word;
            m_out += QString(word - end, u' ') + mark;
            m_at = word;
            return;
        }
        qsizetype spaces = 0;
        while (m_out.endsWith(u' ')) {
            m_out.chop(1);
            ++spaces;
        }
        m_out += mark + QString(spaces, u' ');
    }

    // A row of a table stays one line.
    void breakBlock()
    {
        const qsizetype line = m_out.lastIndexOf(u'\n') + 1;
        m_out += QStringView(m_out).sliced(line).trimmed().startsWith(u'|') ? u" "_s : u"\n\n"_s;
    }

    void writePicture(const QHash<QString, QString> &attributes)
    {
        const QString address = attributes.value(u"src"_s);
        if (address.isEmpty())
            return;
        m_out += u"!["_s + plainWords(attributes.value(u"alt"_s)) + u"](<"_s +
                 QString(address).remove(u'<').remove(u'\n') + u">)"_s;
    }

    void writeLink(bool closes, const QHash<QString, QString> &attributes)
    {
        if (!closes) {
            const QString address = attributes.value(u"href"_s);
            m_links.append(address);
            m_out += address.isEmpty() ? u""_s : u"["_s;
        } else if (!m_links.isEmpty()) {
            const QString address = m_links.takeLast();
            if (!address.isEmpty())
                m_out += u"](<"_s + QString(address).remove(u'<').remove(u'\n') + u">)"_s;
        }
    }

    const QString &m_text;
    qsizetype m_at = 0;
    QString m_out;
    QStringList m_links; // that are open
    bool m_wasIndented = false;
    bool m_noTagEnds = false; // from here on
};

} // namespace

QString readableMarkdown(const QString &markdown)
{
    return Reader(markdown).read();
}

} // namespace glovebox::ui
