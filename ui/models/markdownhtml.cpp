// SPDX-License-Identifier: MIT
#include "markdownhtml.h"

#include "readablemarkdown.h"

#include "notebook/htmlsanitizer.h"

#include <QCoreApplication>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;
using notebook::Json;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

// The address of a picture that may be shown, or empty.
QString pictureAddress(const QString &name, const Json &attachments)
{
    if (notebook::isPictureData(name))
        return name;
    if (!name.startsWith(u"attachment:"))
        return {};
    const Json bundle = attachments.value(name.mid(int(sizeof "attachment:") - 1));
    const auto types = bundle.members();
    for (const Json::Member &type : types) {
        const QString address =
            u"data:" + type.key + u";base64," + type.value.toString().simplified();
        if (notebook::isPictureData(address))
            return address;
    }
    return {};
}

class Writer
{
public:
    explicit Writer(const Json &attachments)
        : m_attachments(attachments)
    {
    }

    QString write(const QTextDocument &document)
    {
        writeFrame(document.rootFrame());
        closeLists(0);
        closeQuotes(0);
        closeCode();
        return std::move(m_out);
    }

private:
    void writeFrame(QTextFrame *frame)
    {
        for (auto it = frame->begin(); !it.atEnd(); ++it) {
            if (QTextFrame *child = it.currentFrame()) {
                closeCode();
                if (auto *table = qobject_cast<QTextTable *>(child))
                    writeTable(table);
                else
                    writeFrame(child);
            } else {
                writeBlock(it.currentBlock());
            }
        }
    }

    void writeTable(QTextTable *table)
    {
        closeLists(0);
        m_out += u"<table>";
        for (int row = 0; row < table->rows(); ++row) {
            m_out += u"<tr>";
            const QString tag = row == 0 ? u"th"_s : u"td"_s;
            for (int column = 0; column < table->columns(); ++column) {
                m_out += u'<' + tag + u'>';
                const QTextTableCell cell = table->cellAt(row, column);
                for (auto it = cell.begin(); !it.atEnd(); ++it)
                    writeText(it.currentBlock(), row > 0);
                m_out += u"</" + tag + u'>';
            }
            m_out += u"</tr>";
        }
        m_out += u"</table>\n";
    }

    static bool isCode(const QTextBlock &block)
    {
        const QTextBlockFormat format = block.blockFormat();
        return format.hasProperty(QTextFormat::BlockCodeFence) ||
               format.hasProperty(QTextFormat::BlockCodeLanguage) || format.nonBreakableLines();
    }

    void writeBlock(const QTextBlock &block)
    {
        const QTextBlockFormat format = block.blockFormat();
        const int quotes = format.intProperty(QTextFormat::BlockQuoteLevel);
        const QTextList *list = block.textList();
        if (!isCode(block))
            closeCode();
        if (quotes != m_quotes) {
            closeLists(0);
            closeQuotes(quotes);
            for (; m_quotes < quotes; ++m_quotes)
                m_out += u"<blockquote>";
        }
        if (list)
            openItem(*list, format);
        else
            closeLists(0);
        if (format.hasProperty(QTextFormat::BlockTrailingHorizontalRulerWidth)) {
            m_out += u"<hr>\n";
        } else if (isCode(block)) {
            m_out += m_isInCode ? u"\n"_s : u"<pre><code>"_s;
            m_isInCode = true;
            m_out += block.text().toHtmlEscaped();
        } else if (const int level = format.headingLevel(); level > 0) {
            const QString tag = u"h%1"_s.arg(std::min(level, 6));
            m_out += u'<' + tag + u'>';
            writeText(block, false);
            m_out += u"</" + tag + u">\n";
        } else if (list) {
            writeText(block);
        } else if (block.length() > 1) {
            m_out += u"<p>";
            writeText(block);
            m_out += u"</p>\n";
        }
    }

    // ---- Lists, quotations and code that reach over several blocks

    void openItem(const QTextList &list, const QTextBlockFormat &format)
    {
        const int depth = std::max(1, list.format().indent());
        closeLists(depth);
        if (m_lists.size() == depth)
            m_out += u"</li>\n";
        while (m_lists.size() < depth) {
            const auto style = list.format().style();
            const bool isNumbered = style <= QTextListFormat::ListDecimal;
            m_lists.append(isNumbered ? u"ol"_s : u"ul"_s);
            m_out += u'<' + m_lists.last() + u'>';
            if (m_lists.size() < depth)
                m_out += u"<li>";
        }
        m_out += u"<li>";
        if (format.marker() == QTextBlockFormat::MarkerType::Checked)
            m_out += u"☑ ";
        else if (format.marker() == QTextBlockFormat::MarkerType::Unchecked)
            m_out += u"☐ ";
    }

    void closeLists(int depth)
    {
        while (m_lists.size() > depth)
            m_out += u"</li></" + m_lists.takeLast() + u">\n";
    }

    void closeQuotes(int depth)
    {
        for (; m_quotes > depth; --m_quotes)
            m_out += u"</blockquote>\n";
    }

    void closeCode()
    {
        if (!std::exchange(m_isInCode, false))
            return;
        while (m_out.endsWith(u'\n')) // the last line feed began a block of its own
            m_out.chop(1);
        m_out += u"</code></pre>\n";
    }

    // ---- Text

    // Headings are bold by themselves.
    void writeText(const QTextBlock &block, bool tellsBold = true)
    {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const QTextCharFormat format = fragment.charFormat();
            if (format.isImageFormat()) {
                QTextImageFormat picture = format.toImageFormat();
                QString words = picture.stringProperty(QTextFormat::ImageAltText);
                // Emphasis in its words cuts them: Qt makes a picture of each part.
                auto next = it;
                for (++next; !next.atEnd(); it = next, ++next) {
                    const QTextCharFormat part = next.fragment().charFormat();
                    if (!part.isImageFormat() || part.toImageFormat().name() != picture.name())
                        break;
                    words += part.stringProperty(QTextFormat::ImageAltText);
                }
                picture.setProperty(QTextFormat::ImageAltText, words.remove(QChar(0x200b)));
                writePicture(picture);
            } else {
                writeFragment(fragment.text(), format, tellsBold);
            }
        }
    }

    void writePicture(const QTextImageFormat &format)
    {
        const QString words = format.stringProperty(QTextFormat::ImageAltText);
        const QString address = pictureAddress(format.name(), m_attachments);
        if (address.isEmpty())
            m_out += u"<em>" +
                     Words::tr("[picture not loaded: %1]").arg(format.name()).toHtmlEscaped() +
                     u"</em>";
        else
            m_out += u"<img src=\"" + address.toHtmlEscaped() + u"\" alt=\"" +
                     words.toHtmlEscaped() + u"\">";
    }

    void writeFragment(const QString &text, const QTextCharFormat &format, bool tellsBold)
    {
        QString inside = text.toHtmlEscaped();
        inside.replace(QChar::LineSeparator, u"<br>"_s);
        const auto wrap = [&inside](bool wanted, const QString &tag) {
            if (wanted)
                inside = u'<' + tag + u'>' + inside + u"</" + tag + u'>';
        };
        wrap(format.fontFixedPitch(), u"code"_s);
        wrap(format.fontStrikeOut(), u"del"_s);
        wrap(format.fontItalic(), u"em"_s);
        wrap(tellsBold && format.fontWeight() >= QFont::DemiBold, u"strong"_s);
        if (format.isAnchor() && notebook::isSafeLink(format.anchorHref()))
            inside = u"<a href=\"" + format.anchorHref().toHtmlEscaped() +
                     u"\" rel=\"noopener noreferrer\">" + inside + u"</a>";
        m_out += inside;
    }

    const Json &m_attachments;
    QString m_out;
    QStringList m_lists;
    int m_quotes = 0;
    bool m_isInCode = false;
};

} // namespace

QString markdownToHtml(const QString &markdown, const Json &attachments)
{
    QTextDocument document;
    document.setUndoRedoEnabled(false);
    // Qt reads HTML in Markdown with losses: what stands behind a <br>, and the words of pictures.
    document.setMarkdown(readableMarkdown(markdown),
                         QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                             QTextDocument::MarkdownNoHTML);
    return Writer(attachments).write(document);
}

} // namespace glovebox::ui
