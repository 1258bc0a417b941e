// SPDX-License-Identifier: MIT
#include "highlighter.h"

#include <ui/theme/theme.h>

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>

#include <algorithm>

// Resources of a static library are linked only when somebody asks for them.
static void initCodeThemes()
{
    Q_INIT_RESOURCE(code_themes);
}

namespace glovebox::ui {

KSyntaxHighlighting::Repository &codeRepository()
{
    static KSyntaxHighlighting::Repository *repository = [] {
        initCodeThemes();
        auto *made = new KSyntaxHighlighting::Repository;
        made->addCustomSearchPath(QStringLiteral(":/glovebox/highlighting"));
        return made;
    }();
    return *repository;
}

RowHighlighter::RowHighlighter()
{
    useTheme();
}

void RowHighlighter::setLanguage(const QString &language)
{
    setDefinition(codeRepository().definitionForName(language));
    clear();
}

void RowHighlighter::clear()
{
    m_rows.clear();
    m_states.clear();
    m_formats.clear();
    m_state = {};
    useTheme();
}

void RowHighlighter::useTheme()
{
    const bool dark = Theme::instance().scheme() == Scheme::Dark;
    setTheme(codeRepository().theme(dark ? QStringLiteral("Glovebox Dark")
                                         : QStringLiteral("Glovebox Light")));
}

void RowHighlighter::addRow(const QString &text, bool partOfLongLine)
{
    m_current.clear();
    if (definition().isValid() && !partOfLongLine)
        m_state = highlightLine(text, m_state);
    m_rows.push_back(m_current);
    m_states.push_back(m_state);
}

void RowHighlighter::cut(int row)
{
    const auto left = static_cast<size_t>(std::max(row, 0));
    if (left >= m_rows.size())
        return;
    m_rows.resize(left);
    m_states.resize(left);
    m_state = m_states.empty() ? KSyntaxHighlighting::State() : m_states.back();
}

void RowHighlighter::applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format)
{
    if (length == 0 || !format.isValid() || format.isDefaultTextStyle(theme()))
        return;
    const int id = format.id();
    if (!m_formats.contains(id)) {
        QTextCharFormat look;
        look.setForeground(format.textColor(theme()));
        m_formats.insert(id, look);
    }
    m_current.push_back({offset, length, id});
}

QList<QTextLayout::FormatRange> RowHighlighter::formats(int row) const
{
    QList<QTextLayout::FormatRange> ranges;
    for (const Span &span : m_rows.at(static_cast<size_t>(row)))
        ranges.append({span.start, span.length, m_formats.value(span.format)});
    return ranges;
}

} // namespace glovebox::ui
