// SPDX-License-Identifier: MIT
#include "codehtml.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

#include <memory>

// Resources of a static library are linked only when somebody asks for them.
static void initExportThemes()
{
    Q_INIT_RESOURCE(code_themes);
}

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

// Rules look at whole lines, and such lines would take them too long.
constexpr qsizetype maxColouredLine = 2000;

class HtmlWriter final : private KSyntaxHighlighting::AbstractHighlighter
{
public:
    HtmlWriter()
    {
        initExportThemes();
        m_repository.addCustomSearchPath(u":/glovebox/highlighting"_s);
        setTheme(m_repository.theme(u"Glovebox Light"_s));
    }

    QString write(const QString &code, const QString &language)
    {
        setDefinition(m_repository.definitionForName(language));
        KSyntaxHighlighting::State state;
        QStringList lines;
        for (const QString &line : code.split(u'\n')) {
            m_line = line;
            m_html.clear();
            m_done = 0;
            if (definition().isValid() && line.size() <= maxColouredLine)
                state = highlightLine(line, state);
            lines.append(m_html + m_line.mid(m_done).toHtmlEscaped());
        }
        return lines.join(u'\n');
    }

private:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        if (length == 0 || offset < m_done || !format.isValid() ||
            format.isDefaultTextStyle(theme()))
            return;
        m_html += m_line.mid(m_done, offset - m_done).toHtmlEscaped() + u"<span style=\"color:" +
                  format.textColor(theme()).name() + u"\">" +
                  m_line.mid(offset, length).toHtmlEscaped() + u"</span>";
        m_done = offset + length;
    }

    KSyntaxHighlighting::Repository m_repository;
    QString m_line;
    QString m_html;
    qsizetype m_done = 0;
};

} // namespace

CodeToHtml codeToHtml()
{
    // Made where it is used: definitions are read from files.
    return [writer = std::shared_ptr<HtmlWriter>()](const QString &code,
                                                    const QString &language) mutable {
        if (!writer)
            writer = std::make_shared<HtmlWriter>();
        return writer->write(code, language);
    };
}

} // namespace glovebox::ui
