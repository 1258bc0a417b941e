// SPDX-License-Identifier: MIT
#include "notebookexport.h"

#include "markdownhtml.h"
#include "terminaltext.h"
#include "words.h"

#include "base/inpool.h"
#include "base/runtimes.h"
#include "notebook/files.h"
#include "notebook/htmlsanitizer.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include <array>

namespace glovebox::ui {

using namespace Qt::StringLiterals;
using notebook::Cell;
using notebook::CellKind;
using notebook::Notebook;
using notebook::Output;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

enum class Medium { Page, Paper };

constexpr int maxDecodedMiB = 128; // a few bytes of PNG can claim to be gigabytes of pixels

// ---- Text as programs write it for terminals

// xterm's colours; the first 16 in shades that can be read on white.
QString colorName(quint32 color)
{
    static constexpr std::array<quint32, 16> basic{
        0x1a2126, 0xa8261d, 0x27663b, 0x7a4f00, 0x1b5a96, 0x7a3a99, 0x0b6670, 0x5c6871,
        0x46525a, 0xc0392b, 0x2e7d46, 0x8f6a00, 0x2471a3, 0x8e44ad, 0x117a86, 0x828d95};
    quint32 rgb = color & 0xffffff;
    if (color < 0x1000000) {
        const quint32 index = (color - 1) & 0xff;
        if (index < 16) {
            rgb = basic[index];
        } else if (index >= 232) {
            rgb = (8 + (index - 232) * 10) * 0x010101;
        } else {
            const auto level = [](quint32 step) { return step == 0 ? 0 : 55 + step * 40; };
            const quint32 cube = index - 16;
            rgb = (level(cube / 36) << 16) | (level(cube / 6 % 6) << 8) | level(cube % 6);
        }
    }
    return u'#' + QString::number(rgb, 16).rightJustified(6, u'0');
}

QString styleOf(const TextStyle &style)
{
    QStringList parts;
    const quint32 front = style.inverse ? style.background : style.foreground;
    const quint32 back = style.inverse ? style.foreground : style.background;
    if (front != 0)
        parts.append(u"color:" + colorName(front));
    else if (style.inverse)
        parts.append(u"color:#ffffff"_s);
    if (back != 0)
        parts.append(u"background-color:" + colorName(back));
    else if (style.inverse)
        parts.append(u"background-color:#1a2126"_s);
    if (style.bold)
        parts.append(u"font-weight:bold"_s);
    if (style.italic)
        parts.append(u"font-style:italic"_s);
    if (style.underline)
        parts.append(u"text-decoration:underline"_s);
    return parts.join(u';');
}

QString lineToHtml(const StyledLine &line)
{
    QString html;
    qsizetype at = 0;
    for (const StyledSpan &span : line.spans) {
        html += line.text.mid(at, span.start - at).toHtmlEscaped();
        html += u"<span style=\"" + styleOf(span.style) + u"\">" +
                line.text.mid(span.start, span.length).toHtmlEscaped() + u"</span>";
        at = span.start + span.length;
    }
    return html + line.text.mid(at).toHtmlEscaped() + (line.cut ? u" …"_s : QString());
}

QString terminalToHtml(const QString &text)
{
    TerminalParser parser;
    LineBuilder builder;
    QStringList lines;
    const auto end = [&] {
        lines.append(lineToHtml(builder.line()));
        builder.clear();
    };
    parser.feed(text, builder, end);
    if (!builder.isEmpty())
        end();
    return lines.join(u'\n');
}

// ---- The page

class PageWriter
{
public:
    PageWriter(const Notebook &notebook, const ExportOptions &options, Medium medium)
        : m_notebook(notebook)
        , m_options(options)
        , m_medium(medium)
    {
    }

    QString write()
    {
        m_out = u"<!DOCTYPE html>\n<html lang=\"" + m_options.language.toHtmlEscaped() +
                u"\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
                "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
                "base-uri 'none'; form-action 'none'\">\n<meta name=\"referrer\" "
                "content=\"no-referrer\">\n<meta name=\"viewport\" "
                "content=\"width=device-width\">\n<title>" +
                m_options.title.toHtmlEscaped() + u"</title>\n<style>" + style() +
                u"</style></head>\n<body>\n";
        for (const Cell &cell : m_notebook.cells)
            writeCell(cell);
        return m_out + u"</body></html>\n";
    }

private:
    QString style() const
    {
        if (m_medium == Medium::Page)
            return u"body{font:15px/1.5 system-ui,'Noto Sans CJK JP',sans-serif;color:#1a2126;"
                   "background:#fff;max-width:60em;margin:2em auto;padding:0 1em}"
                   "pre,code{font:12.5px/19px 'Noto Sans Mono CJK JP',monospace}"
                   "pre{margin:0;padding:.6em .8em;overflow:auto}"
                   ".cell{display:flex;margin:1em 0}.count{flex:0 0 "
                   "4em;color:#5c6871;font-size:12px;"
                   "padding-top:.6em}.body{flex:1;min-width:0;border:1px solid #dadfe2;"
                   "border-radius:6px;overflow:hidden}.code{background:#fafbfb}"
                   ".outputs{border-top:1px solid #dadfe2}.output{padding:.3em 0;overflow:auto}"
                   ".output>:not(pre){margin:.3em .8em}.err{border-left:3px solid #a8261d}"
                   "table{border-collapse:collapse}td,th{padding:.2em .6em;text-align:right;"
                   "border-bottom:1px solid #dadfe2}img{max-width:100%}blockquote{margin:0;"
                   "padding-left:1em;border-left:3px solid #dadfe2}.note{color:#5c6871}"
                   "@media print{.body{border:0}pre{white-space:pre-wrap}}"_s;
        return u"pre,code{font-family:'%1'}.count,.note{color:#5c6871}"
               "pre{white-space:pre-wrap}table{border-collapse:collapse}"_s.arg(
                   QString(m_options.codeFamily).remove(u'\''));
    }

    void writeCell(const Cell &cell)
    {
        if (cell.kind == CellKind::Text) {
            m_out += u"<div class=\"text\">" + markdownToHtml(cell.source, cell.attachments) +
                     u"</div>\n";
        } else if (cell.kind == CellKind::Raw) {
            m_out += u"<pre class=\"raw\">" + cell.source.toHtmlEscaped() + u"</pre>\n";
        } else if (m_medium == Medium::Page) {
            m_out += u"<div class=\"cell\"><div class=\"count\">" + about(cell) +
                     u"</div><div class=\"body\"><div class=\"code\"><pre>" + codeOf(cell) +
                     u"</pre></div>";
            if (!cell.outputs.isEmpty())
                m_out += u"<div class=\"outputs\">";
            writeOutputs(cell);
            m_out += cell.outputs.isEmpty() ? u"</div></div>\n"_s : u"</div></div></div>\n"_s;
        } else {
            // QTextDocument has tables and no boxes: one cell with a ground is the box.
            m_out +=
                u"<p class=\"count\">" + about(cell) +
                u"</p><table width=\"100%\" cellpadding=\"6\" bgcolor=\"#f3f5f6\"><tr><td><pre>" +
                codeOf(cell) + u"</pre></td></tr></table>";
            writeOutputs(cell);
        }
    }

    QString about(const Cell &cell) const
    {
        QStringList parts;
        if (cell.executionCount)
            parts.append(u"[%1]"_s.arg(*cell.executionCount));
        if (!cell.runtime.isEmpty())
            parts.append(languageOf(m_notebook, cell));
        if (const auto duration = cell.duration())
            parts.append(secondsText(duration->count()));
        return parts.join(m_medium == Medium::Page ? u"<br>"_s : u" · "_s);
    }

    QString codeOf(const Cell &cell) const
    {
        return m_options.highlight ? m_options.highlight(cell.source, highlightOf(m_notebook, cell))
                                   : cell.source.toHtmlEscaped();
    }

    void writeOutputs(const Cell &cell)
    {
        for (const Output &output : cell.outputs) {
            const bool isBad =
                output.kind() == Output::Kind::Error ||
                (output.kind() == Output::Kind::Stream && output.streamName() == u"stderr");
            m_out += isBad ? u"<div class=\"output err\">"_s : u"<div class=\"output\">"_s;
            writeOutput(output);
            m_out += u"</div>\n";
        }
    }

    void writeOutput(const Output &output)
    {
        switch (output.kind()) {
        case Output::Kind::Stream:
        case Output::Kind::Error:
            writeText(output.plainText());
            return;
        case Output::Kind::Display:
        case Output::Kind::Result:
            writeBundle(output);
            return;
        case Output::Kind::Unknown:
            writeNote(Words::tr("[an output of a kind that cannot be shown]"));
            return;
        }
    }

    void writeBundle(const Output &output)
    {
        const QString type = output.bestMimeType();
        if (type.startsWith(u"image/")) {
            const QString address = u"data:" + type + u";base64," +
                                    QString::fromLatin1(output.bytesOf(type).toBase64());
            if (notebook::isPictureData(address)) {
                m_out += u"<img src=\"" + address.toHtmlEscaped() + u"\" alt=\"" +
                         output.plainText().toHtmlEscaped() + u"\">";
                return;
            }
        }
        if (type == u"text/html") {
            const QString html = notebook::safeHtml(output.textOf(type));
            // What needs scripts leaves nothing: its words are more than an empty box.
            static const QRegularExpression tags(u"<[^>]*>"_s);
            if (html.contains(u"<img") || !QString(html).remove(tags).trimmed().isEmpty()) {
                m_out += u"<div>" + html + u"</div>";
                return;
            }
            writeNote(Words::tr("[a page that needs scripts, which are left out]"));
        }
        if (type == u"text/markdown") {
            m_out += u"<div>" + markdownToHtml(output.textOf(type)) + u"</div>";
            return;
        }
        const QString text = output.plainText();
        writeText(text.isEmpty() && type != u"text/html" ? output.textOf(type) : text);
    }

    void writeText(const QString &text)
    {
        if (!text.isEmpty())
            m_out += u"<pre>" + terminalToHtml(text) + u"</pre>";
    }

    void writeNote(const QString &text)
    {
        m_out += u"<p class=\"note\">" + text.toHtmlEscaped() + u"</p>";
    }

    const Notebook &m_notebook;
    const ExportOptions &m_options;
    Medium m_medium;
    QString m_out;
};

// ---- Paper

// Loads nothing but pictures that are in the document itself.
class SealedDocument final : public QTextDocument
{
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int type, const QUrl &name) override
    {
        const QString address = name.toString(QUrl::FullyEncoded);
        if (type != ImageResource || !address.startsWith(u"data:image/"))
            return {};
        QByteArray bytes = QByteArray::fromBase64(
            QByteArray::fromPercentEncoding(address.mid(address.indexOf(u',') + 1).toLatin1()));
        QBuffer buffer(&bytes);
        QImageReader reader(&buffer);
        reader.setAllocationLimit(maxDecodedMiB);
        const QSize size = reader.size();
        // Drawings are drawn at twice their size, so that paper shows them sharp.
        if (reader.format().startsWith("svg") && size.isValid())
            reader.setScaledSize(size.boundedTo({2000, 2000}) * 2);
        return QVariant::fromValue(reader.read());
    }
};

// What is wider than the page is made as wide as it.
void fitPictures(QTextDocument &document, qreal width)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            if (!fragment.charFormat().isImageFormat())
                continue;
            QTextImageFormat format = fragment.charFormat().toImageFormat();
            const QImage image =
                document.resource(QTextDocument::ImageResource, QUrl(format.name()))
                    .value<QImage>();
            const bool isDrawing = format.name().startsWith(u"data:image/svg");
            const qreal natural = image.width() / (isDrawing ? 2.0 : 1.0);
            if (image.isNull() || (natural <= width && !isDrawing))
                continue;
            format.setWidth(std::min(natural, width));
            format.setHeight(format.width() * image.height() / std::max(1, image.width()));
            QTextCursor cursor(&document);
            cursor.setPosition(fragment.position());
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
            it = block.begin(); // the fragments are others now
            while (!it.atEnd() && it.fragment().position() < cursor.position() - 1)
                ++it;
        }
    }
}

} // namespace

QString languageOf(const Notebook &notebook, const Cell &cell)
{
    if (const Runtime *runtime = runtimeFor(cell.runtime))
        return runtime->language;
    const QString foreign = notebook.foreignLanguage();
    return foreign.isEmpty() ? u"Python"_s : foreign;
}

QString highlightOf(const Notebook &notebook, const Cell &cell)
{
    if (cell.kind == CellKind::Text)
        return u"Markdown"_s;
    if (cell.kind == CellKind::Raw)
        return {};
    const Runtime *runtime = runtimeFor(cell.runtime);
    return runtime ? runtime->highlight : languageOf(notebook, cell);
}

QByteArray notebookToHtml(const Notebook &notebook, const ExportOptions &options)
{
    return PageWriter(notebook, options, Medium::Page).write().toUtf8();
}

QByteArray notebookToPdf(const Notebook &notebook, const ExportOptions &options)
{
    SealedDocument document;
    document.setUndoRedoEnabled(false);
    document.setDefaultFont(options.font);
    document.setHtml(PageWriter(notebook, options, Medium::Paper).write());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(options.title);
    writer.setCreator(u"Glovebox"_s);
    writer.setPageSize(options.pageSize);
    // print() keeps 2 cm free on each side and counts in logical pixels of 96 to the inch.
    constexpr qreal pixelsPerMm = 96 / 25.4;
    const qreal width =
        (options.pageSize.size(QPageSize::Millimeter).width() - 2 * 20) * pixelsPerMm;
    fitPictures(document, width);
    document.print(&writer);
    return bytes;
}

QFuture<Result<>> exportNotebook(const Notebook &notebook, ExportFormat format,
                                 const ExportOptions &options, const QString &path)
{
    return inPool(*QThreadPool::globalInstance(), [notebook, format, options, path]() -> Result<> {
        const QByteArray bytes = format == ExportFormat::Html ? notebookToHtml(notebook, options)
                                                              : notebookToPdf(notebook, options);
        const auto written = notebook::replaceFile(path, bytes);
        return written ? Result<>() : std::unexpected(written.error());
    });
}

} // namespace glovebox::ui
