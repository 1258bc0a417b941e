// SPDX-License-Identifier: MIT
#include "codetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace glovebox::ui {

namespace {

struct Line
{
    qsizetype start;
    qsizetype length; // without its end
    bool loneReturn;  // ended by a carriage return alone: to Python a line end too
};

std::vector<Line> splitLines(QStringView text)
{
    std::vector<Line> lines;
    qsizetype start = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'\n' && text[i] != u'\r')
            continue;
        const bool pair = text[i] == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n';
        lines.push_back({start, i - start, text[i] == u'\r' && !pair});
        i += pair ? 1 : 0;
        start = i + 1;
    }
    if (start < text.size())
        lines.push_back({start, text.size() - start, false});
    return lines;
}

bool isBlank(QStringView text, const Line &line)
{
    const QStringView content = text.mid(line.start, line.length);
    return !line.loneReturn &&
           std::ranges::all_of(content, [](QChar c) { return c == u' ' || c == u'\t'; });
}

// Where a row must end so that it has at most longestRow characters and no pair is torn apart.
qsizetype rowEnd(QStringView line, qsizetype start)
{
    qsizetype end = std::min(line.size(), start + longestRow);
    if (end < line.size() && line[end].isLowSurrogate())
        --end;
    return end;
}

class Builder
{
public:
    Builder(CodeText &text, const QSet<int> &unfolded)
        : m_text(text)
        , m_unfolded(unfolded)
    {
    }

    void build()
    {
        const std::vector<Line> lines = splitLines(m_text.source);
        m_text.lines = static_cast<int>(lines.size());
        for (size_t i = 0; i < lines.size();) {
            size_t end = i;
            while (end < lines.size() && isBlank(m_text.source, lines[end]))
                ++end;
            const auto number = static_cast<int>(i) + 1;
            const auto blank = static_cast<int>(end - i);
            if (blank > longestBlankStretch && !m_unfolded.contains(number)) {
                addFold(lines[i], number, blank);
                i = end;
            } else {
                // Short blank stretches are added whole, so that their tail is not folded.
                for (const size_t last = std::max(end, i + 1); i < last; ++i)
                    addLine(lines[i], static_cast<int>(i) + 1);
            }
        }
    }

private:
    void addFold(const Line &line, int number, int blank)
    {
        CodeRow row;
        row.text =
            QCoreApplication::translate("glovebox::ui::CodeView", "%n blank lines", nullptr, blank);
        row.line = number;
        row.blankLines = blank;
        row.sourceStart = line.start;
        m_text.rows.push_back(std::move(row));
    }

    void addLine(const Line &line, int number)
    {
        // A lone carriage return is part of the row, as a box, and ends it.
        const QStringView content =
            QStringView(m_text.source).mid(line.start, line.length + (line.loneReturn ? 1 : 0));
        const QList<UnseenSpot> spots =
            isPlain(content) ? QList<UnseenSpot>() : findUnseen(content);
        if (!spots.isEmpty())
            m_text.unseenLines.append(number);
        m_text.unseen += static_cast<int>(spots.size());
        m_text.hasLongLines |= content.size() > longestRow;
        qsizetype start = 0;
        auto spot = spots.cbegin();
        do {
            const qsizetype end = rowEnd(content, start);
            CodeRow row = makeRow(content, start, end, spot, spots.cend());
            row.line = number;
            row.begins = start == 0;
            row.sourceStart = line.start + start;
            m_text.rows.push_back(std::move(row));
            start = end;
        } while (start < content.size());
    }

    static bool isPlain(QStringView content)
    {
        return std::ranges::all_of(
            content, [](QChar c) { return (c >= u' ' && c < u'\x7f') || c == u'\t'; });
    }

    // Takes the spots before `end` from the list.
    static CodeRow makeRow(QStringView content, qsizetype start, qsizetype end,
                           QList<UnseenSpot>::const_iterator &spot,
                           QList<UnseenSpot>::const_iterator lastSpot)
    {
        CodeRow row;
        qsizetype copied = start;
        for (; spot != lastSpot && spot->position < end; ++spot) {
            row.text += content.mid(copied, spot->position - copied);
            const QString name = unseenName(spot->character);
            row.boxes.append({static_cast<int>(row.text.size()), static_cast<int>(name.size()),
                              spot->length, spot->kind});
            row.text += name;
            copied = spot->position + spot->length;
        }
        row.text += content.mid(copied, end - copied);
        return row;
    }

    CodeText &m_text;
    const QSet<int> &m_unfolded;
};

} // namespace

qsizetype CodeRow::sourcePosition(int column) const
{
    if (blankLines > 0)
        return sourceStart;
    qsizetype position = sourceStart + column;
    for (const CodeBox &box : boxes) {
        if (box.start >= column)
            break;
        const int inside = std::min(column - box.start, box.length);
        position += (inside == box.length ? box.sourceLength : 0) - inside;
    }
    return position;
}

QString CodeText::shown(size_t first, size_t last) const
{
    QString text;
    for (size_t i = first; i < last; ++i) {
        if (i > first)
            text += u'\n';
        text += rows[i].text;
    }
    return text;
}

CodeText prepareCode(const QByteArray &code, const QSet<int> &unfolded)
{
    CodeText text;
    text.source = QString::fromUtf8(code);
    Builder(text, unfolded).build();
    return text;
}

} // namespace glovebox::ui
