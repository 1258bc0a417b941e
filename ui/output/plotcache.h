// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"

#include <QCache>
#include <QImage>
#include <QObject>
#include <QSet>

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

    // Pictures that can be shown: PNG and JPEG.
    static bool isPicture(const event::Display &display);

Q_SIGNALS:
    void ready(const QString &file);

private:
    void read(const event::Display &display, int width, const QString &key);
    void take(const QString &file, const QString &key, const QImage &image);

    QCache<QString, QImage> m_images;
    QSet<QString> m_reading;
    QSet<QString> m_broken;
};

} // namespace glovebox::ui
