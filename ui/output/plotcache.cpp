// SPDX-License-Identifier: MIT
#include "plotcache.h"

#include "base/limits.h"

#include <QFuture>
#include <QImageReader>
#include <QPromise>
#include <QThreadPool>

namespace glovebox::ui {

namespace {

constexpr qsizetype maxKilobytes = 256 * 1024;
// Memory for one decoded picture; a few bytes of PNG can claim to be gigabytes of pixels.
constexpr int maxDecodedMiB = 128;

// `format` is what it is said to be: no other reader gets bytes that a run wrote.
QImage readImage(const QString &file, const QByteArray &format, int width)
{
    QImageReader reader(file, format);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    QImageReader::setAllocationLimit(maxDecodedMiB);
    QImage image = reader.read();
    if (width > 0 && image.width() > width)
        image = image.scaledToWidth(width, Qt::SmoothTransformation);
    return image;
}

} // namespace

PlotCache::PlotCache(QObject *parent)
    : QObject(parent)
    , m_images(maxKilobytes)
{
}

PlotCache::~PlotCache() = default;

bool PlotCache::isPicture(const event::Display &display)
{
    return display.mimeType == u"image/png" || display.mimeType == u"image/jpeg" ||
           display.mimeType == u"image/gif"; // an animation's first frame
}

QImage PlotCache::image(const event::Display &display, int width)
{
    if (width >= display.pixels.width() && !display.pixels.isEmpty())
        width = 0;
    const QString key = QStringLiteral("%1\n%2").arg(display.file).arg(width);
    if (const QImage *image = m_images.object(key))
        return *image;
    if (!m_reading.contains(key) && !m_broken.contains(display.file))
        read(display, width, key);
    return {};
}

void PlotCache::read(const event::Display &display, int width, const QString &key)
{
    m_reading.insert(key);
    const QString file = display.file;
    const QByteArray format = display.mimeType.section(u'/', 1).toLatin1();
    const auto promise = std::make_shared<QPromise<QImage>>();
    promise->start();
    promise->future().then(this,
                           [this, file, key](const QImage &image) { take(file, key, image); });
    QThreadPool::globalInstance()->start([promise, file, format, width] {
        promise->addResult(readImage(file, format, width));
        promise->finish();
    });
}

void PlotCache::take(const QString &file, const QString &key, const QImage &image)
{
    m_reading.remove(key);
    if (image.isNull())
        m_broken.insert(file);
    else
        m_images.insert(key, new QImage(image), std::max<qsizetype>(1, image.sizeInBytes() / 1024));
    Q_EMIT ready(file);
}

} // namespace glovebox::ui
