// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"

#include <QImage>
#include <QWidget>

class QScrollArea;

namespace glovebox::ui {

class Button;
class PlotCache;
class TextLine;

// One plot in a window of its own: fitted or at 100 %, saved as it is, copied.
class PlotViewer final : public QWidget
{
    Q_OBJECT

public:
    PlotViewer(const event::Display &display, PlotCache &plots, QWidget *parent = nullptr);

    bool isFitted() const { return m_fitted; }
    void setFitted(bool fitted);
    void copy() const;
    // Asks for a file and writes the stored bytes there, unchanged.
    void save();

private:
    void takeImage();
    void writeTo(const QString &path);

    event::Display m_display;
    PlotCache &m_plots;
    QImage m_image;
    QScrollArea *m_area;
    QWidget *m_picture;
    TextLine *m_message;
    Button *m_fit;
    Button *m_whole;
    bool m_fitted = true;
};

} // namespace glovebox::ui
