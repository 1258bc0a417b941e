// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <optional>

// Pictures as clients take them (mcp.md 3.6).
namespace glovebox::tools {

struct PictureLimits
{
    int side = 1568; // pixels
    qsizetype bytes = 200 * limits::KiB;
};

struct FittedImage
{
    QByteArray bytes;
    QString mimeType;
    QSize size; // pixels; of `bytes`
    QSize original;

    // "[shown at 1568x1045 of 3000x2000 pixels]", or empty where it is shown as it is.
    QString note() const;
};

// "image/png", "image/jpeg", "image/gif" or "image/webp", as the content says; empty for anything
// else, whatever its name. Nothing else is ever sent as an image: SVG ends conversations
// (failures.md 7).
QString pictureType(QByteArrayView bytes);

// The picture itself when it is within the limits, else a smaller one: PNG, or JPEG or WebP where
// PNG does not fit. Null for what is no picture, or cannot be made to fit; never a part of a file.
// May take long: not for the main thread.
std::optional<FittedImage> fitPicture(const QByteArray &bytes, const PictureLimits &limits = {});

} // namespace glovebox::tools
