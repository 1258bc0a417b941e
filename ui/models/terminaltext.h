// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <vector>

// What programs write for a terminal, made into lines: SGR colours and styles, carriage return
// (progress bars), backspace, tabs, "erase in line". Every other control sequence is dropped; a
// text never moves outside its own line.
namespace glovebox::ui {

struct TextStyle
{
    // 0: the default; 1 + index for the 256 colours; 0x1000000 | RRGGBB.
    quint32 foreground = 0;
    quint32 background = 0;
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underline = false;
    bool inverse = false;

    bool operator==(const TextStyle &) const = default;
};

// A part of a line that is not in the default style.
struct StyledSpan
{
    qsizetype start = 0;
    qsizetype length = 0;
    TextStyle style;

    bool operator==(const StyledSpan &) const = default;
};

struct StyledLine
{
    QString text;
    QList<StyledSpan> spans;
    bool cut = false; // longer than maxLineChars: the rest is in the stored output only

    bool operator==(const StyledLine &) const = default;
};

inline constexpr qsizetype maxLineChars = 16 * 1024;

// The line that is being written.
class LineBuilder
{
public:
    void put(QStringView text, const TextStyle &style);
    void carriageReturn() { m_cursor = 0; }
    void backspace() { m_cursor = m_cursor > 0 ? m_cursor - 1 : 0; }
    void tab(const TextStyle &style);
    void eraseToEnd();
    void eraseAll();

    bool isEmpty() const { return m_text.isEmpty(); }
    // No character is taken any more until the cursor goes back.
    bool isFull() const { return m_cursor >= maxLineChars; }
    StyledLine line() const;
    void clear();

private:
    QString m_text;
    std::vector<TextStyle> m_styles; // one for each unit, or none while all are default
    qsizetype m_cursor = 0;
    bool m_cut = false;
};

// One stream's state between two pieces of it.
class TerminalParser
{
public:
    // `endLine` is called at each line feed, with the line in `builder`.
    void feed(QStringView text, LineBuilder &builder, const std::function<void()> &endLine);
    void reset();

private:
    enum class State { Ground, Escape, Charset, Csi, Text, TextEscape };

    qsizetype ground(QStringView text, LineBuilder &builder, const std::function<void()> &endLine);
    void control(QChar c, LineBuilder &builder, const std::function<void()> &endLine);
    void escaped(QChar c);
    void csi(QChar c, LineBuilder &builder);
    void selectGraphics();
    qsizetype extendedColor(const QList<int> &codes, qsizetype at, quint32 *color);
    void applyCode(int code);

    State m_state = State::Ground;
    QString m_parameters;
    TextStyle m_style;
};

} // namespace glovebox::ui
