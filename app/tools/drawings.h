// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "pictures.h"

#include <QStringList>

// SVG drawings as pictures. A drawing comes from a folder that hostile code may write to, and is
// drawn in this process: so what is drawn is never the file, but a copy of the parts that are known
// to be harmless. Nothing in the copy refers to anything outside of it.
namespace glovebox::tools {

struct SafeDrawing
{
    QByteArray svg;
    // Names of elements and attributes that were left out and may be missed ("pattern", "script").
    QStringList leftOut;
    QString words; // what is written in it, at most 500 characters
    bool hasText = false;
    qint64 work = 0; // elements to be drawn, uses counted each time, long paths more than once
};

// Begins like an SVG document.
bool isDrawing(QByteArrayView bytes);

// InvalidArgument: it is not well-formed, has entities, or does not begin with <svg>.
// LimitExceeded: too deep, or too many elements. The texts are for models.
Result<SafeDrawing> safeDrawing(const QByteArray &bytes);

// Whether letters can be drawn: that needs the fonts of a program with a window.
bool canDrawText();

// PNG (or what fits `limits`), in the drawing's proportions and as large as it says it is; small
// ones larger. A drawing of very many parts gets smaller, so that its time is bounded. Without
// canDrawText() what is written in it is missing. Null when it has no size or draws nothing that
// can be read. Takes up to some seconds: not for the main thread.
std::optional<FittedImage> drawn(const SafeDrawing &drawing, const PictureLimits &limits = {});

struct DrawnPicture
{
    FittedImage image;
    QStringList leftOut; // as in SafeDrawing
    QString words;       // as in SafeDrawing
    bool textIsMissing = false;
};

// Both together; InvalidArgument also for what draws nothing.
Result<DrawnPicture> drawPicture(const QByteArray &bytes, const PictureLimits &limits = {});

} // namespace glovebox::tools
