// SPDX-License-Identifier: MIT
#include "imagediffview.h"

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QSlider>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int gap = 24;
constexpr int captionHeight = 28;
constexpr int sliderHeight = 24;
constexpr int mostHigh = 420;

} // namespace

ImageDiffView::ImageDiffView(QWidget *parent)
    : QWidget(parent)
    , m_slider(new QSlider(Qt::Horizontal, this))
{
    setObjectName(QStringLiteral("imageDiff"));
    m_slider->setRange(0, 100);
    m_slider->setValue(50);
    m_slider->setAccessibleName(tr("How much of the new picture is shown, percent"));
    m_slider->hide();
    connect(m_slider, &QSlider::valueChanged, this, [this] { update(); });
}

void ImageDiffView::setImages(const QImage &before, const QString &beforeCaption,
                              const QImage &after, const QString &afterCaption)
{
    m_before = before;
    m_after = after;
    m_beforeCaption = beforeCaption;
    m_afterCaption = afterCaption;
    setAccessibleName(tr("Picture, before: %1, after: %2").arg(beforeCaption, afterCaption));
    fit();
}

void ImageDiffView::setOverlay(bool on)
{
    m_overlay = on && !m_before.isNull() && !m_after.isNull();
    m_slider->setVisible(m_overlay);
    fit();
}

// Never enlarged; both at one scale, so that a change of size is seen as one.
void ImageDiffView::fit()
{
    const qreal room = m_overlay ? width() - 2 * edge : (width() - 2 * edge - gap) / 2.0;
    qreal high = 0;
    for (const QImage &image : {m_before, m_after}) {
        if (!image.isNull())
            high = std::max(high, image.height() * std::min(1.0, room / image.width()));
    }
    const int picture = int(std::min<qreal>(mostHigh, high));
    setFixedHeight(edge + captionHeight + picture + (m_overlay ? sliderHeight : 0) + edge);
    m_slider->setGeometry(edge, height() - sliderHeight - 8, width() - 2 * edge, sliderHeight);
    update();
}

QRectF ImageDiffView::place(const QImage &image, const QRectF &room) const
{
    const QSizeF size = image.size();
    const qreal scale = std::min({1.0, room.width() / size.width(), room.height() / size.height()});
    return {room.topLeft(), size * scale};
}

void ImageDiffView::paintCaption(QPainter &painter, const QRectF &room, const QString &word,
                                 const QString &facts) const
{
    const QFont strong = textFont(TextStep::Second, QFont::DemiBold);
    painter.setFont(strong);
    painter.setPen(color(Token::Text));
    painter.drawText(room, Qt::AlignVCenter, word);
    const int used = QFontMetrics(strong).horizontalAdvance(word) + 8;
    const QFont small = textFont(TextStep::Second);
    painter.setFont(small);
    painter.setPen(color(Token::Text2));
    painter.drawText(room.adjusted(used, 0, 0, 0), Qt::AlignVCenter,
                     elideEnd(small, facts, int(room.width()) - used));
}

void ImageDiffView::paintPaper(QPainter &painter, const QRectF &place, const QImage &image) const
{
    painter.fillRect(place, Qt::white); // plots keep white paper in both themes (UI.md 2)
    painter.drawImage(place, image);
    painter.setPen(QPen(color(Token::Line), 1));
    painter.drawRect(place);
}

void ImageDiffView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const qreal half = (width() - 2 * edge - gap) / 2.0;
    const qreal left = edge;
    const qreal right = edge + half + gap;
    const qreal top = edge + captionHeight;
    const qreal high = height() - top - edge - (m_overlay ? sliderHeight : 0);
    paintCaption(painter, QRectF(left, edge, half, captionHeight), tr("Before"), m_beforeCaption);
    paintCaption(painter, QRectF(right, edge, half, captionHeight), tr("After"), m_afterCaption);
    if (!m_overlay) {
        if (!m_before.isNull())
            paintPaper(painter, place(m_before, QRectF(left, top, half, high)), m_before);
        if (!m_after.isNull())
            paintPaper(painter, place(m_after, QRectF(right, top, half, high)), m_after);
        return;
    }
    const QRectF room(left, top, width() - 2 * edge, high);
    paintPaper(painter, place(m_before, room), m_before);
    const QRectF after = place(m_after, room);
    const qreal cut = after.left() + after.width() * m_slider->value() / 100.0;
    painter.setClipRect(QRectF(after.left(), after.top(), cut - after.left(), after.height()));
    paintPaper(painter, after, m_after);
    painter.setClipping(false);
    paintVerticalLine(painter, cut, after.top(), after.bottom(), color(Token::Accent));
}

void ImageDiffView::resizeEvent(QResizeEvent *)
{
    fit();
}

} // namespace glovebox::ui
