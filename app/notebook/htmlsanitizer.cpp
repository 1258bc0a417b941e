// SPDX-License-Identifier: MIT
#include "htmlsanitizer.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <utility>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxDepth = 100;
constexpr qsizetype maxHtmlChars = 16 * 1024 * 1024;

const QSet<QString> &allowedElements()
{
    static const QSet<QString> elements = [] {
        const QString names =
            u"a abbr b bdi bdo blockquote br caption cite code col colgroup dd del "
            "details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img "
            "ins kbd li mark ol p pre q rp rt ruby s samp section small span strong "
            "sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr"_s;
        const QStringList list = names.split(u' ');
        return QSet<QString>(list.begin(), list.end());
    }();
    return elements;
}

bool isVoid(const QString &element)
{
    return element == u"br" || element == u"col" || element == u"hr" || element == u"img" ||
           element == u"wbr";
}

// Elements whose content is not for people to read, or is in another language than HTML.
bool isDroppedWhole(const QString &element)
{
    static const QSet<QString> elements{
        u"applet"_s, u"audio"_s,   u"button"_s,   u"canvas"_s,   u"frameset"_s, u"iframe"_s,
        u"math"_s,   u"noembed"_s, u"noframes"_s, u"noscript"_s, u"object"_s,   u"plaintext"_s,
        u"script"_s, u"select"_s,  u"style"_s,    u"svg"_s,      u"template"_s, u"textarea"_s,
        u"title"_s,  u"video"_s,   u"xmp"_s};
    return elements.contains(element);
}

// These end an open element of their own kind: people leave its end out.
bool endsItsLike(const QString &element)
{
    return element == u"p" || element == u"li" || element == u"td" || element == u"th" ||
           element == u"tr" || element == u"dt" || element == u"dd";
}

// One declaration list: names and values of looks that stay in their own box.
QString safeStyle(const QString &style)
{
    static const QRegularExpression name(
        u"^(color|background-color|font-weight|font-style|text-align|text-decoration|white-space|"
        "vertical-align|width|min-width|padding(-(left|right|top|bottom))?|"
        "border(-(left|right|top|bottom|collapse|color|style|width))?)$"_s);
    static const QRegularExpression value(u"^[A-Za-z0-9#., %-]{1,80}$|^(rgb|rgba|hsl|hsla)"
                                          "\\([0-9., %/]{1,60}\\)$"_s);
    static const QRegularExpression negative(u"(^|[\\s,])-"_s);
    QStringList kept;
    for (const QString &declaration : style.left(2000).split(u';')) {
        const qsizetype colon = declaration.indexOf(u':');
        if (colon < 0)
            continue;
        const QString key = declaration.left(colon).trimmed().toLower();
        const QString what = declaration.mid(colon + 1).trimmed();
        if (name.match(key).hasMatch() && value.match(what).hasMatch() &&
            !negative.match(what).hasMatch())
            kept.append(key + u": " + what);
    }
    return kept.join(u"; ");
}

// Character references of an attribute's value, as far as addresses can be hidden in them. What is
// not known stays as text, and is escaped when it is written.
QString resolved(const QString &value)
{
    static const QRegularExpression reference(u"&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z]+);?"_s);
    static const QHash<QString, QString> names{
        {u"amp"_s, u"&"_s},   {u"lt"_s, u"<"_s},   {u"gt"_s, u">"_s},
        {u"quot"_s, u"\""_s}, {u"apos"_s, u"'"_s}, {u"nbsp"_s, u"\u00a0"_s},
        {u"colon"_s, u":"_s}, {u"Tab"_s, u"\t"_s}, {u"NewLine"_s, u"\n"_s}};
    QString result;
    qsizetype from = 0;
    for (auto it = reference.globalMatch(value); it.hasNext();) {
        const auto match = it.next();
        const QString what = match.captured(1);
        result += QStringView(value).sliced(from, match.capturedStart() - from);
        from = match.capturedEnd();
        if (what.startsWith(u"#x"))
            result += QChar::fromUcs4(std::min(what.mid(2).toUInt(nullptr, 16), 0x10ffffU));
        else if (what.startsWith(u'#'))
            result += QChar::fromUcs4(std::min(what.mid(1).toUInt(), 0x10ffffU));
        else
            result += names.value(what, match.captured(0));
    }
    return result + value.mid(from);
}

class Sanitizer
{
public:
    explicit Sanitizer(QStringView html)
        : m_html(html)
    {
    }

    QString run()
    {
        while (m_at < m_html.size()) {
            const qsizetype next = m_html.indexOf(u'<', m_at);
            const qsizetype end = next < 0 ? m_html.size() : next;
            writeText(m_html.sliced(m_at, end - m_at));
            m_at = end;
            if (next >= 0)
                readTag();
        }
        while (!m_open.isEmpty())
            closeLast();
        return std::move(m_out);
    }

private:
    using Attributes = QList<std::pair<QString, QString>>;

    void skipBehind(QStringView end)
    {
        const qsizetype found = m_html.indexOf(end, m_at);
        m_at = found < 0 ? m_html.size() : found + end.size();
    }

    // References stay as they are: they are text, whatever they mean.
    void writeText(QStringView text)
    {
        static const QRegularExpression reference(
            u"^&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});"_s);
        for (qsizetype at = 0; at < text.size(); ++at) {
            const QChar c = text.at(at);
            if (c == u'&')
                m_out +=
                    reference.matchView(text.sliced(at, std::min<qsizetype>(40, text.size() - at)))
                            .hasMatch()
                        ? u"&"_s
                        : u"&amp;"_s;
            else if (c == u'<')
                m_out += u"&lt;";
            else if (c == u'>')
                m_out += u"&gt;";
            else if (c != QChar(u'\0'))
                m_out += c;
        }
    }

    void readTag()
    {
        const QStringView rest = m_html.sliced(m_at);
        if (rest.startsWith(u"<!--")) {
            m_at += 4;
            // A browser ends these at once.
            if (rest.startsWith(u"<!-->") || rest.startsWith(u"<!--->"))
                skipBehind(u">");
            else
                skipBehind(u"-->");
            return;
        }
        if (rest.startsWith(u"<!") || rest.startsWith(u"<?")) {
            skipBehind(u">");
            return;
        }
        const bool isEnd = rest.startsWith(u"</");
        const qsizetype nameAt = isEnd ? 2 : 1;
        if (rest.size() <= nameAt || !isLetter(rest.at(nameAt))) {
            writeText(rest.first(1));
            ++m_at;
            return;
        }
        m_at += nameAt;
        const QString name = readName();
        const std::optional<Attributes> attributes = readAttributes();
        if (!attributes)
            return; // the input ends within the tag
        if (isEnd)
            endElement(name);
        else
            beginElement(name, *attributes);
    }

    static bool isLetter(QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z'); }

    bool isAtSpace() const
    {
        const QChar c = m_html.at(m_at);
        return c == u' ' || c == u'\t' || c == u'\n' || c == u'\r' || c == u'\f';
    }

    QString readName()
    {
        const qsizetype begin = m_at;
        while (m_at < m_html.size() && !isAtSpace() && m_html.at(m_at) != u'/' &&
               m_html.at(m_at) != u'>')
            ++m_at;
        return m_html.sliced(begin, m_at - begin).toString().toLower();
    }

    // Up to and with the ">".
    std::optional<Attributes> readAttributes()
    {
        Attributes attributes;
        while (m_at < m_html.size()) {
            if (m_html.at(m_at) == u'>') {
                ++m_at;
                return attributes;
            }
            if (isAtSpace() || m_html.at(m_at) == u'/') {
                ++m_at;
                continue;
            }
            const qsizetype begin = m_at++;
            while (m_at < m_html.size() && !isAtSpace() && m_html.at(m_at) != u'/' &&
                   m_html.at(m_at) != u'>' && m_html.at(m_at) != u'=')
                ++m_at;
            const QString name = m_html.sliced(begin, m_at - begin).toString().toLower();
            skipSpace();
            QString value;
            if (m_at < m_html.size() && m_html.at(m_at) == u'=') {
                ++m_at;
                skipSpace();
                value = readValue();
            }
            attributes.append({name, resolved(value)});
        }
        return {};
    }

    void skipSpace()
    {
        while (m_at < m_html.size() && isAtSpace())
            ++m_at;
    }

    QString readValue()
    {
        if (m_at >= m_html.size())
            return {};
        const QChar quote = m_html.at(m_at);
        const qsizetype begin = m_at;
        if (quote == u'"' || quote == u'\'') {
            const qsizetype end = m_html.indexOf(quote, begin + 1);
            m_at = end < 0 ? m_html.size() : end + 1;
            return m_html.sliced(begin + 1, (end < 0 ? m_html.size() : end) - begin - 1).toString();
        }
        while (m_at < m_html.size() && !isAtSpace() && m_html.at(m_at) != u'>')
            ++m_at;
        return m_html.sliced(begin, m_at - begin).toString();
    }

    void beginElement(const QString &name, const Attributes &attributes)
    {
        if (isDroppedWhole(name)) {
            skipElement(name);
            return;
        }
        if (!allowedElements().contains(name) || m_open.size() >= maxDepth)
            return;
        if (endsItsLike(name) && !m_open.isEmpty() && m_open.last() == name)
            closeLast();
        const QString inside = safeAttributes(name, attributes);
        if (name == u"img" && !inside.contains(u" src="))
            return;
        m_out += u'<' + name + inside + u'>';
        if (!isVoid(name))
            m_open.append(name);
    }

    void endElement(const QString &name)
    {
        if (!m_open.contains(name))
            return;
        while (m_open.last() != name)
            closeLast();
        closeLast();
    }

    void closeLast() { m_out += u"</" + m_open.takeLast() + u'>'; }

    void skipElement(const QString &name)
    {
        if (name == u"plaintext") {
            m_at = m_html.size();
            return;
        }
        const qsizetype found = m_html.indexOf(QString(u"</" + name), m_at, Qt::CaseInsensitive);
        m_at = found < 0 ? m_html.size() : found;
        skipBehind(u">");
    }

    static QString attribute(const QString &name, const QString &value)
    {
        return u' ' + name + u"=\"" + value.toHtmlEscaped() + u'"';
    }

    static QString safeAttributes(const QString &element, const Attributes &attributes)
    {
        static const QRegularExpression number(u"^[0-9]{1,4}%?$"_s);
        static const QRegularExpression word(u"^[A-Za-z-]{1,20}$"_s);
        const bool isCell = element == u"td" || element == u"th";
        QString kept;
        QSet<QString> seen;
        for (const auto &[name, value] : attributes) {
            if (seen.contains(name))
                continue; // the first one counts
            seen.insert(name);
            const bool isNumber = number.match(value).hasMatch();
            const bool isWord = word.match(value).hasMatch();
            if (name == u"title" || (name == u"alt" && element == u"img")) {
                kept += attribute(name, value);
            } else if (name == u"style") {
                if (const QString style = safeStyle(value); !style.isEmpty())
                    kept += attribute(name, style);
            } else if (name == u"href" && element == u"a") {
                if (isSafeLink(value))
                    kept += attribute(name, value) + u" rel=\"noopener noreferrer\"";
            } else if (name == u"src" && element == u"img") {
                if (isPictureData(value))
                    kept += attribute(name, value);
            } else if ((name == u"dir" || name == u"lang" || name == u"align") && isWord) {
                kept += attribute(name, value);
            } else if (name == u"scope" && isCell && isWord) {
                kept += attribute(name, value);
            } else if ((name == u"colspan" || name == u"rowspan") && isCell && isNumber) {
                kept += attribute(name, value);
            } else if ((name == u"start" && element == u"ol" && isNumber) ||
                       (name == u"span" && element.startsWith(u"col") && isNumber) ||
                       ((name == u"width" || name == u"height") && element == u"img" && isNumber)) {
                kept += attribute(name, value);
            }
        }
        return kept;
    }

    QStringView m_html;
    qsizetype m_at = 0;
    QString m_out;
    QStringList m_open;
};

} // namespace

bool isSafeLink(const QString &address)
{
    static const QRegularExpression safe(u"^(https?://|mailto:|#)[^\\s\\x00-\\x1f]*$"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return safe.match(address.trimmed()).hasMatch();
}

bool isPictureData(const QString &address)
{
    static const QRegularExpression data(
        u"^data:image/(png|jpeg|gif|webp|bmp|svg\\+xml);base64,[A-Za-z0-9+/=\\s]*$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return data.match(address).hasMatch();
}

QString safeHtml(QStringView html)
{
    return Sanitizer(html.first(std::min(html.size(), maxHtmlChars))).run();
}

} // namespace glovebox::notebook
