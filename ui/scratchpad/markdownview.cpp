// SPDX-License-Identifier: MIT
#include "markdownview.h"

#include "base/inpool.h"

#include <ui/models/readablemarkdown.h>
#include <ui/parts/markdownlook.h>
#include <ui/theme/fonts.h>
#include <ui/theme/theme.h>

#include <QBuffer>
#include <QDesktopServices>
#include <QImage>
#include <QImageReader>
#include <QThreadPool>
#include <QWheelEvent>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostPictureBytes = 32 * 1024 * 1024;
constexpr int mostPictureSide = 8192;

QImage pictureOf(const QByteArray &bytes)
{
    if (bytes.isEmpty() || bytes.size() > mostPictureBytes)
        return {};
    QByteArray data = bytes;
    QBuffer buffer(&data);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    // Formats are recognised by content, and of these only; SVG would be read with its references.
    static const QList<QByteArray> known{"png", "jpeg", "gif", "bmp", "webp"};
    if (!known.contains(reader.format()))
        return {};
    const QSize size = reader.size();
    if (size.width() > mostPictureSide || size.height() > mostPictureSide)
        return {};
    return reader.read();
}

// Shrunk to what there is room for: Qt draws pictures as large as they are.
QImage fitted(const QImage &picture, int width, qreal ratio)
{
    if (picture.isNull() || picture.width() <= width)
        return picture;
    QImage made = picture.scaledToWidth(qRound(width * ratio), Qt::SmoothTransformation);
    made.setDevicePixelRatio(ratio);
    return made;
}

QByteArray base64OfDataUrl(const QString &url)
{
    const qsizetype comma = url.indexOf(u',');
    if (comma < 0 || !QStringView(url).first(comma).endsWith(u";base64"))
        return {};
    return url.sliced(comma + 1).toLatin1();
}

} // namespace

MarkdownView::MarkdownView(QWidget *parent)
    : QTextBrowser(parent)
{
    setObjectName(u"markdownView"_s);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setOpenLinks(false);
    setFocusPolicy(Qt::NoFocus); // the keys are those of the cells
    document()->setDocumentMargin(0);
    setViewportMargins(12, 6, 12, 6);
    viewport()->setAutoFillBackground(false);
    // Only addresses that a browser opens, and only by a click.
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl &url) {
        static const QStringList schemes{u"https"_s, u"http"_s, u"mailto"_s};
        if (schemes.contains(url.scheme()))
            QDesktopServices::openUrl(url);
    });
    connect(&Theme::instance(), &Theme::changed, this, &MarkdownView::render);
}

void MarkdownView::setCell(const notebook::Cell &cell)
{
    if (cell.source == m_source && cell.attachments == m_attachments && !document()->isEmpty())
        return;
    m_source = cell.source;
    m_attachments = cell.attachments;
    m_pictures.clear();
    m_widths.clear();
    ++m_content;
    setAccessibleName(tr("Text: %1").arg(m_source.section(u'\n', 0, 0)));
    render();
}

void MarkdownView::render()
{
    QPalette colors = palette();
    colors.setColor(QPalette::Base, color(Token::Surface));
    colors.setColor(QPalette::Text, color(Token::Text2));
    colors.setColor(QPalette::Link, color(Token::Accent));
    setPalette(colors);
    document()->setDefaultFont(textFont());
    const bool empty = m_source.trimmed().isEmpty();
    // What is no Markdown is text like any other here.
    document()->setMarkdown(empty ? u"*"_s + tr("Empty text. Enter writes in it.") + u"*"_s
                                  : readableMarkdown(m_source),
                            QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                QTextDocument::MarkdownNoHTML);
    dressMarkdown(*document());
    // Qt may have kept the empty ones.
    for (const auto &[name, picture] : m_pictures.asKeyValueRange()) {
        if (!picture.isNull())
            document()->addResource(QTextDocument::ImageResource, name, picture);
    }
    if (!m_pictures.isEmpty())
        document()->markContentsDirty(0, document()->characterCount());
}

int MarkdownView::heightFor(int width)
{
    const int text = std::max(40, width - 24);
    if (const int before = std::exchange(m_width, text); before != text) {
        for (const auto &[name, natural] : m_widths.asKeyValueRange()) {
            if (natural == 0 || natural > std::min(before, text))
                wantPicture(name);
        }
    }
    if (int(document()->textWidth()) != text)
        document()->setTextWidth(text);
    return qCeil(document()->size().height()) + 12;
}

QByteArray MarkdownView::base64Of(const QUrl &name) const
{
    if (name.scheme() == u"data")
        return base64OfDataUrl(name.toString(QUrl::FullyEncoded));
    if (name.scheme() != u"attachment")
        return {};
    const notebook::Json bundle = m_attachments.value(name.path(QUrl::FullyDecoded));
    for (const notebook::Json::Member &member : bundle.members()) {
        if (member.key.startsWith(u"image/"))
            return member.value.joined().toLatin1();
    }
    return {};
}

// Pictures are decoded in another thread, once it is known how much room they have; until then
// there is an empty one.
QVariant MarkdownView::loadResource(int type, const QUrl &name)
{
    if (type != QTextDocument::ImageResource)
        return {};
    if (const auto known = m_pictures.constFind(name); known != m_pictures.cend())
        return known->isNull() ? QVariant() : QVariant(*known);
    if (!m_widths.contains(name)) {
        m_widths.insert(name, 0);
        if (m_width > 0)
            wantPicture(name);
    }
    QImage none(1, 1, QImage::Format_ARGB32_Premultiplied);
    none.fill(Qt::transparent);
    return none;
}

// Later: whoever asks is laying the text out just now, and a picture that is there at once would
// change it under his hands.
void MarkdownView::wantPicture(const QUrl &name)
{
    QMetaObject::invokeMethod(this, [this, name] { readPicture(name); }, Qt::QueuedConnection);
}

void MarkdownView::readPicture(const QUrl &name)
{
    using Read = std::pair<QImage, int>; // fitted, and how wide it is itself
    inPool(*QThreadPool::globalInstance(), [data = base64Of(name), width = m_width,
                                            ratio = devicePixelRatioF()] {
        const QImage picture = pictureOf(QByteArray::fromBase64(data));
        return Read(fitted(picture, width, ratio), picture.width());
    }).then(this, [this, name, content = m_content, width = m_width](const Read &read) {
        if (content == m_content && width == m_width)
            takePicture(name, read.first, read.second);
    });
}

void MarkdownView::takePicture(const QUrl &name, const QImage &picture, int natural)
{
    m_widths.insert(name, std::max(1, natural));
    m_pictures.insert(name, picture);
    render();
    Q_EMIT heightChanged();
}

void MarkdownView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange)
        render();
}

void MarkdownView::mousePressEvent(QMouseEvent *event)
{
    Q_EMIT pressed();
    QTextBrowser::mousePressEvent(event);
}

void MarkdownView::mouseDoubleClickEvent(QMouseEvent *)
{
    Q_EMIT editRequested();
}

void MarkdownView::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

} // namespace glovebox::ui
