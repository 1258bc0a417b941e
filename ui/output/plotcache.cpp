// SPDX-License-Identifier: MIT
#include "plotcache.h"

#include "base/inpool.h"
#include "base/limits.h"

#include <QFile>
#include <QImageReader>
#include <QThreadPool>

namespace glovebox::ui {

namespace {

constexpr qsizetype maxKilobytes = 256 * 1024;
// Memory for one decoded picture; a few bytes of PNG can claim to be gigabytes of pixels.
constexpr int maxDecodedMiB = 128;

constexpr qint64 largestDrawing = 16 * 1024 * 1024;

PlotCache::Drawer &drawer()
{
    static PlotCache::Drawer instance;
    return instance;
}

struct Read
{
    QImage image;
    QSize whole;
};

QImage shrunk(const QImage &image, int width)
{
    return width > 0 && image.width() > width ? image.scaledToWidth(width, Qt::SmoothTransformation)
                                              : image;
}

QImage readDrawing(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > largestDrawing)
        return {};
    return drawer()(file.readAll());
}

// `format` is what it is said to be: no other reader gets bytes that a run wrote.
QImage readImage(const QString &file, const QByteArray &format)
{
    QImageReader reader(file, format);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    QImageReader::setAllocationLimit(maxDecodedMiB);
    return reader.read();
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
           display.mimeType == u"image/gif" || (isDrawing(display) && drawer());
}

bool PlotCache::isDrawing(const event::Display &display)
{
    return display.mimeType == u"image/svg+xml";
}

void PlotCache::setDrawer(Drawer made)
{
    drawer() = std::move(made);
}

QSize PlotCache::sizeOf(const event::Display &display) const
{
    return isDrawing(display) ? m_sizes.value(display.file) : display.pixels;
}

QImage PlotCache::image(const event::Display &display, int width)
{
    if (const QSize whole = sizeOf(display); width >= whole.width() && !whole.isEmpty())
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
    const bool drawing = isDrawing(display);
    inPool(*QThreadPool::globalInstance(), [file, format, width, drawing] {
        const QImage whole = drawing ? readDrawing(file) : readImage(file, format);
        return Read{.image = shrunk(whole, width), .whole = whole.size()};
    }).then(this, [this, file, key, drawing](const Read &read) {
        if (drawing && !read.whole.isEmpty())
            m_sizes.insert(file, read.whole);
        take(file, key, read.image);
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
