// SPDX-License-Identifier: MIT
#include "pictures.h"

#include <QBuffer>
#include <QImageReader>
#include <QImageWriter>
#include <QPainter>

#include <algorithm>
#include <array>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr int attempts = 8; // each three quarters of the last
constexpr int lossyQuality = 85;

struct Signature
{
    QByteArrayView start;
    qsizetype second; // where more must stand
    QByteArrayView more;
    QLatin1StringView mimeType;
    const char *format; // Qt's name
};

constexpr std::array signatures{
    Signature{"\x89PNG\r\n\x1a\n", 0, "", "image/png"_L1, "png"},
    Signature{"\xff\xd8\xff", 0, "", "image/jpeg"_L1, "jpeg"},
    Signature{"GIF87a", 0, "", "image/gif"_L1, "gif"},
    Signature{"GIF89a", 0, "", "image/gif"_L1, "gif"},
    Signature{"RIFF", 8, "WEBP", "image/webp"_L1, "webp"},
};

const Signature *signatureOf(QByteArrayView bytes)
{
    const auto it = std::ranges::find_if(signatures, [bytes](const Signature &signature) {
        return bytes.startsWith(signature.start) &&
               bytes.size() >= signature.second + signature.more.size() &&
               bytes.sliced(signature.second).startsWith(signature.more);
    });
    return it == signatures.end() ? nullptr : &*it;
}

QByteArray written(const QImage &image, const char *format)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QImageWriter writer(&buffer, format);
    if (qstrcmp(format, "png") != 0)
        writer.setQuality(lossyQuality);
    return buffer.open(QIODevice::WriteOnly) && writer.write(image) ? bytes : QByteArray();
}

// What JPEG cannot show through is white, as paper is.
QImage onPaper(const QImage &image)
{
    if (!image.hasAlphaChannel())
        return image;
    QImage paper(image.size(), QImage::Format_RGB32);
    paper.fill(Qt::white);
    QPainter(&paper).drawImage(0, 0, image);
    return paper;
}

// PNG keeps letters sharp, so it is taken wherever it fits.
void encode(const QImage &image, qsizetype most, FittedImage &out)
{
    out.bytes = written(image, "png");
    out.mimeType = u"image/png"_s;
    if (out.bytes.size() <= most)
        return;
    if (const QByteArray jpeg = written(onPaper(image), "jpeg"); !jpeg.isEmpty()) {
        out.bytes = jpeg;
        out.mimeType = u"image/jpeg"_s;
    }
    const QByteArray webp = written(image, "webp");
    if (!webp.isEmpty() && webp.size() < out.bytes.size()) {
        out.bytes = webp;
        out.mimeType = u"image/webp"_s;
    }
}

std::optional<FittedImage> madeSmaller(const QImage &original, const PictureLimits &limits)
{
    FittedImage fitted;
    fitted.original = original.size();
    const int side = std::max(original.width(), original.height());
    double scale = std::min(1.0, double(limits.side) / side);
    for (int attempt = 0; attempt < attempts; ++attempt, scale *= 0.75) {
        const QSize size = (QSizeF(original.size()) * scale).toSize().expandedTo({1, 1});
        const QImage image = size == original.size() ? original
                                                     : original.scaled(size, Qt::IgnoreAspectRatio,
                                                                       Qt::SmoothTransformation);
        encode(image, limits.bytes, fitted);
        fitted.size = image.size();
        if (!fitted.bytes.isEmpty() && fitted.bytes.size() <= limits.bytes)
            return fitted;
    }
    return std::nullopt;
}

quint32 littleEndian(QByteArrayView bytes)
{
    quint32 value = 0;
    for (auto it = bytes.crbegin(); it != bytes.crend(); ++it)
        value = (value << 8) | quint8(*it);
    return value;
}

// From the header, for computers whose Qt does not read WebP: of its three kinds (lossy, lossless,
// extended). Invalid when it is none of them.
QSize sizeOfWebp(QByteArrayView bytes)
{
    constexpr quint32 dimension = 0x3fff; // 14 bits
    if (bytes.size() < 30 || !bytes.startsWith("RIFF"))
        return {};
    const QByteArrayView kind = bytes.sliced(12, 4);
    if (kind == "VP8X")
        return {int(littleEndian(bytes.sliced(24, 3))) + 1,
                int(littleEndian(bytes.sliced(27, 3))) + 1};
    if (kind == "VP8L" && bytes[20] == '\x2f') {
        const quint32 bits = littleEndian(bytes.sliced(21, 4));
        return {int(bits & dimension) + 1, int((bits >> 14) & dimension) + 1};
    }
    if (kind == "VP8 " && bytes.sliced(23, 3) == "\x9d\x01\x2a")
        return {int(littleEndian(bytes.sliced(26, 2)) & dimension),
                int(littleEndian(bytes.sliced(28, 2)) & dimension)};
    return {};
}

} // namespace

QString FittedImage::note() const
{
    if (size == original)
        return {};
    return u"[shown at %1x%2 of %3x%4 pixels]"_s.arg(size.width())
        .arg(size.height())
        .arg(original.width())
        .arg(original.height());
}

QString pictureType(QByteArrayView bytes)
{
    const Signature *signature = signatureOf(bytes);
    return signature ? QString(signature->mimeType) : QString();
}

std::optional<FittedImage> fitPicture(const QByteArray &bytes, const PictureLimits &limits)
{
    const Signature *signature = signatureOf(bytes);
    if (!signature)
        return std::nullopt;
    QBuffer buffer;
    buffer.setData(bytes);
    QImageReader reader(&buffer, signature->format);
    // Only the decoder that the content asks for ever sees it.
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    const bool small = bytes.size() <= limits.bytes;
    if (small && size.isValid() && std::max(size.width(), size.height()) <= limits.side)
        return FittedImage{bytes, signature->mimeType, size, size};
    if (const QImage original = reader.read(); !original.isNull())
        return madeSmaller(original, limits);
    // A kind of picture that this computer's Qt cannot read: clients can, if it is small.
    const bool unreadable = !QImageReader::supportedImageFormats().contains(signature->format);
    const QSize told = sizeOfWebp(bytes);
    const bool fits = small && std::max(told.width(), told.height()) <= limits.side;
    return unreadable && fits ? std::optional(FittedImage{bytes, signature->mimeType, told, told})
                              : std::nullopt;
}

} // namespace glovebox::tools
