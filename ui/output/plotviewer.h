// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"

#include <QImage>
#include <QWidget>

#include <optional>

class QScrollArea;

namespace glovebox::ui {

class Button;
class PlotCache;
class TextLine;

// One plot in a window of its own: fitted, at 100 % or as large as the person wants it, copied,
// saved as it is. A drawing (SVG) is only saved: its text is the run's, and is not read here.
class PlotViewer final : public QWidget
{
    Q_OBJECT

public:
    PlotViewer(const event::Display &display, PlotCache &plots, QWidget *parent = nullptr);

    bool isFitted() const { return m_fitted; }
    void setFitted(bool fitted); // false: at 100 %
    // Of its pixels, within 0.1 and 8. What is in the middle, or under `anchor` (of the view),
    // stays there.
    void setZoom(double zoom, std::optional<QPoint> anchor = {});
    double zoom() const; // as it is shown now
    void copy() const;
    // Asks for a file and writes the stored bytes there, unchanged.
    void save();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void takeImage();
    void writeTo(const QString &path);
    void refreshBar();
    bool isDrawing() const { return m_display.mimeType == QStringLiteral("image/svg+xml"); }

    event::Display m_display;
    PlotCache &m_plots;
    QImage m_image;
    QScrollArea *m_area;
    QWidget *m_picture;
    TextLine *m_message;
    Button *m_fit;
    Button *m_whole;
    TextLine *m_scale;
    bool m_fitted = true;
    double m_zoom = 1; // while it is not fitted
};

} // namespace glovebox::ui
