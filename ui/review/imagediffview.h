// SPDX-License-Identifier: MIT
#pragma once

#include <QImage>
#include <QWidget>

class QSlider;

namespace glovebox::ui {

// A picture before and after: side by side, or one over the other with a slider between them.
class ImageDiffView final : public QWidget
{
    Q_OBJECT

public:
    explicit ImageDiffView(QWidget *parent = nullptr);

    // A null image: that side has no file. Captions stand above the pictures.
    void setImages(const QImage &before, const QString &beforeCaption, const QImage &after,
                   const QString &afterCaption);
    void setOverlay(bool on);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    QRectF place(const QImage &image, const QRectF &room) const;
    void paintCaption(QPainter &painter, const QRectF &room, const QString &word,
                      const QString &facts) const;
    void paintPaper(QPainter &painter, const QRectF &place, const QImage &image) const;

    QImage m_before;
    QImage m_after;
    QString m_beforeCaption;
    QString m_afterCaption;
    QSlider *m_slider;
    bool m_overlay = false;
};

} // namespace glovebox::ui
