// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"

#include <QCache>
#include <QImage>
#include <QObject>
#include <QSet>
#include <QSize>

#include <functional>

namespace glovebox::ui {

// Pictures of displays, decoded away from the UI thread. Keeps a bounded amount of pixels.
class PlotCache final : public QObject
{
    Q_OBJECT

public:
    explicit PlotCache(QObject *parent = nullptr);
    ~PlotCache() override;

    // The picture, shrunk to `width` device pixels when it is wider (0: as it is); null while it
    // is being read (`ready` tells) or when it cannot be read.
    QImage image(const event::Display &display, int width = 0);
    bool isBroken(const event::Display &display) const { return m_broken.contains(display.file); }

    // PNG, JPEG, the first picture of a GIF, and drawings, once there is somebody to draw them.
    static bool isPicture(const event::Display &display);
    static bool isDrawing(const event::Display &display);
    // In pixels; of a drawing it is known when it was read first (`ready` tells).
    QSize sizeOf(const event::Display &display) const;

    // Makes a picture of an SVG document that hostile code may have written; null: it cannot. Is
    // called in other threads. Before the first window.
    using Drawer = std::function<QImage(const QByteArray &svg)>;
    static void setDrawer(Drawer drawer);

Q_SIGNALS:
    void ready(const QString &file);

private:
    void read(const event::Display &display, int width, const QString &key);
    void take(const QString &file, const QString &key, const QImage &image);

    QCache<QString, QImage> m_images;
    QSet<QString> m_reading;
    QSet<QString> m_broken;
    QHash<QString, QSize> m_sizes; // of drawings
};

} // namespace glovebox::ui
