// SPDX-License-Identifier: MIT
#pragma once

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/State>

#include <QHash>
#include <QTextCharFormat>
#include <QTextLayout>

#include <vector>

namespace KSyntaxHighlighting {
class Repository;
}

namespace glovebox::ui {

// Languages, and our themes "Glovebox Light" and "Glovebox Dark". One for the process.
KSyntaxHighlighting::Repository &codeRepository();

// Finds the colours of rows one after another, as far as somebody asks for: what is far below
// the screen is not looked at (1 MiB of code would take longer than a frame).
class RowHighlighter final : private KSyntaxHighlighting::AbstractHighlighter
{
public:
    RowHighlighter();

    // `language` is a name that KSyntaxHighlighting knows ("Python"); any other: no colours.
    void setLanguage(const QString &language);
    void clear();

    // From `row` on they are to be added again: their text is another.
    void cut(int row);

    int done() const { return static_cast<int>(m_rows.size()); }
    // The next row's text. A row that continues a long line is not coloured and changes nothing:
    // rules look at whole lines, and such lines would take them too long.
    void addRow(const QString &text, bool partOfLongLine);

    QList<QTextLayout::FormatRange> formats(int row) const;

private:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override;
    void useTheme();

    struct Span
    {
        int start;
        int length;
        int format; // id of KSyntaxHighlighting
    };
    std::vector<std::vector<Span>> m_rows;
    std::vector<KSyntaxHighlighting::State> m_states; // behind each row
    std::vector<Span> m_current;
    QHash<int, QTextCharFormat> m_formats;
    KSyntaxHighlighting::State m_state;
};

} // namespace glovebox::ui
