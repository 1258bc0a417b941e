// SPDX-License-Identifier: MIT
#include "terminaltext.h"

#include "textcolumns.h"

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr qsizetype maxParameters = 64;
constexpr int tabColumns = 8;

bool isControl(QChar c)
{
    return c.unicode() < 0x20 || c.unicode() == 0x7f;
}

} // namespace

void LineBuilder::put(QStringView text, const TextStyle &style)
{
    const qsizetype room = maxLineChars - m_cursor;
    if (text.size() > room) {
        m_cut = true;
        text = text.first(std::max<qsizetype>(0, room));
    }
    if (text.isEmpty())
        return;
    const qsizetype end = m_cursor + text.size();
    if (style != TextStyle() && m_styles.empty())
        m_styles.resize(size_t(m_text.size()));
    const bool styled = style != TextStyle() || !m_styles.empty();
    if (m_cursor == m_text.size()) {
        m_text.append(text);
    } else {
        const qsizetype replaced = std::min(text.size(), m_text.size() - m_cursor);
        m_text.replace(m_cursor, replaced, text.data(), text.size());
    }
    if (styled) {
        m_styles.resize(size_t(m_text.size()));
        std::fill(m_styles.begin() + m_cursor, m_styles.begin() + end, style);
    }
    m_cursor = end;
}

void LineBuilder::tab(const TextStyle &style)
{
    const int column = columnsOf(QStringView(m_text).first(m_cursor));
    put(QString(tabColumns - column % tabColumns, u' '), style);
}

void LineBuilder::eraseToEnd()
{
    m_text.truncate(m_cursor);
    if (!m_styles.empty())
        m_styles.resize(size_t(m_text.size()));
}

void LineBuilder::eraseAll()
{
    // The cursor stays where it is; what is left of it is blank.
    m_text = QString(m_cursor, u' ');
    m_styles.clear();
}

void LineBuilder::clear()
{
    m_text.clear();
    m_styles.clear();
    m_cursor = 0;
    m_cut = false;
}

StyledLine LineBuilder::line() const
{
    StyledLine line{m_text, {}, m_cut};
    const TextStyle plain;
    for (size_t start = 0; start < m_styles.size();) {
        size_t end = start + 1;
        while (end < m_styles.size() && m_styles[end] == m_styles[start])
            ++end;
        if (m_styles[start] != plain)
            line.spans.append({qsizetype(start), qsizetype(end - start), m_styles[start]});
        start = end;
    }
    return line;
}

void TerminalParser::reset()
{
    *this = TerminalParser();
}

void TerminalParser::feed(QStringView text, LineBuilder &builder,
                          const std::function<void()> &endLine)
{
    for (qsizetype at = 0; at < text.size();) {
        const QChar c = text.at(at);
        switch (m_state) {
        case State::Ground:
            at += ground(text.sliced(at), builder, endLine);
            continue;
        case State::Escape:
            escaped(c);
            break;
        case State::Charset:
            m_state = State::Ground;
            break;
        case State::Csi:
            csi(c, builder);
            break;
        case State::Text:
            if (c == u'\a')
                m_state = State::Ground;
            else if (c == u'\x1b')
                m_state = State::TextEscape;
            break;
        case State::TextEscape:
            m_state = c == u'\\' ? State::Ground : State::Text;
            break;
        }
        // A title that never ends must not swallow the lines after it.
        if (c == u'\n' && m_state != State::Ground) {
            m_state = State::Ground;
            endLine();
        }
        ++at;
    }
}

qsizetype TerminalParser::ground(QStringView text, LineBuilder &builder,
                                 const std::function<void()> &endLine)
{
    const auto *stop = std::ranges::find_if(text, isControl);
    const qsizetype length = stop - text.begin();
    if (length == 0) {
        control(text.front(), builder, endLine);
        return 1;
    }
    builder.put(text.first(length), m_style);
    return length;
}

void TerminalParser::control(QChar c, LineBuilder &builder, const std::function<void()> &endLine)
{
    switch (c.unicode()) {
    case '\n':
        endLine();
        break;
    case '\r':
        builder.carriageReturn();
        break;
    case '\b':
        builder.backspace();
        break;
    case '\t':
        builder.tab(m_style);
        break;
    case 0x1b:
        m_state = State::Escape;
        break;
    case '\a':
        break;
    default: {
        // U+2400 and on are the pictures of the control characters.
        const QChar picture(c.unicode() == 0x7f ? u'\u2421' : char16_t(0x2400 + c.unicode()));
        builder.put(QStringView(&picture, 1), m_style);
    }
    }
}

void TerminalParser::escaped(QChar c)
{
    m_parameters.clear();
    if (c == u'[')
        m_state = State::Csi;
    else if (c == u']' || c == u'P' || c == u'X' || c == u'^' || c == u'_')
        m_state = State::Text;
    else if (c == u'(' || c == u')')
        m_state = State::Charset;
    else
        m_state = State::Ground;
}

void TerminalParser::csi(QChar c, LineBuilder &builder)
{
    if (c.unicode() < 0x40 || c.unicode() > 0x7e) {
        if (m_parameters.size() < maxParameters)
            m_parameters.append(c);
        return;
    }
    m_state = State::Ground;
    if (c == u'm')
        selectGraphics();
    else if (c == u'K' && (m_parameters.isEmpty() || m_parameters == u"0"))
        builder.eraseToEnd();
    else if (c == u'K' && m_parameters == u"2")
        builder.eraseAll();
}

void TerminalParser::selectGraphics()
{
    QList<int> codes;
    for (const QStringView part : QStringView(m_parameters).tokenize(u';'))
        codes.append(part.toInt());
    for (qsizetype at = 0; at < codes.size(); ++at) {
        if (codes.at(at) == 38)
            at = extendedColor(codes, at, &m_style.foreground);
        else if (codes.at(at) == 48)
            at = extendedColor(codes, at, &m_style.background);
        else
            applyCode(codes.at(at));
    }
}

// "38;5;INDEX" or "38;2;R;G;B"; returns where it ends.
qsizetype TerminalParser::extendedColor(const QList<int> &codes, qsizetype at, quint32 *color)
{
    const auto part = [&](qsizetype offset) {
        return quint32(std::clamp(codes.value(at + offset), 0, 255));
    };
    if (codes.value(at + 1) == 5) {
        *color = 1 + part(2);
        return at + 2;
    }
    if (codes.value(at + 1) == 2) {
        *color = 0x1000000u | part(2) << 16 | part(3) << 8 | part(4);
        return at + 4;
    }
    return codes.size();
}

void TerminalParser::applyCode(int code)
{
    if (code == 0)
        m_style = TextStyle();
    else if (code == 1)
        m_style.bold = true;
    else if (code == 2)
        m_style.faint = true;
    else if (code == 3)
        m_style.italic = true;
    else if (code == 4)
        m_style.underline = true;
    else if (code == 7)
        m_style.inverse = true;
    else if (code == 22)
        m_style.bold = m_style.faint = false;
    else if (code == 23)
        m_style.italic = false;
    else if (code == 24)
        m_style.underline = false;
    else if (code == 27)
        m_style.inverse = false;
    else if (code == 39)
        m_style.foreground = 0;
    else if (code == 49)
        m_style.background = 0;
    else if (code >= 30 && code <= 37)
        m_style.foreground = quint32(1 + code - 30);
    else if (code >= 90 && code <= 97)
        m_style.foreground = quint32(1 + 8 + code - 90);
    else if (code >= 40 && code <= 47)
        m_style.background = quint32(1 + code - 40);
    else if (code >= 100 && code <= 107)
        m_style.background = quint32(1 + 8 + code - 100);
}

} // namespace glovebox::ui
