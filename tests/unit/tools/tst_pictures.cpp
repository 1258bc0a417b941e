// SPDX-License-Identifier: MIT
#include "tools/pictures.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QRandomGenerator>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace glovebox;
using namespace glovebox::tools;

namespace {

QByteArray saved(const QImage &image, const char *format = "PNG")
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes;
}

QImage noise(int width, int height, QImage::Format format = QImage::Format_RGB32)
{
    QImage image(width, height, format);
    QRandomGenerator generator(7);
    for (int y = 0; y < height; ++y) {
        auto *line = reinterpret_cast<quint32 *>(image.scanLine(y));
        const quint32 opaque = format == QImage::Format_RGB32 ? 0xff000000u : 0;
        std::generate(line, line + width, [&] { return generator.generate() | opaque; });
    }
    return image;
}

} // namespace

class TestPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theContentNamesTheType_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("type");
        QTest::newRow("png") << saved(QImage(2, 2, QImage::Format_RGB32)) << u"image/png"_s;
        QTest::newRow("jpeg") << saved(QImage(2, 2, QImage::Format_RGB32), "JPEG")
                              << u"image/jpeg"_s;
        QTest::newRow("gif") << QByteArray("GIF89a……") << u"image/gif"_s;
        QTest::newRow("webp") << QByteArray("RIFF\x10\0\0\0WEBPVP8 ", 16) << u"image/webp"_s;
        QTest::newRow("another RIFF") << QByteArray("RIFF\x10\0\0\0WAVEfmt ", 16) << QString();
        QTest::newRow("svg") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg'/>")
                             << QString();
        QTest::newRow("text") << QByteArray("PNG") << QString();
        QTest::newRow("nothing") << QByteArray() << QString();
    }
    void theContentNamesTheType()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, type);
        QCOMPARE(pictureType(bytes), type);
    }

    void smallOnesPassUntouched()
    {
        const QByteArray bytes = saved(QImage(64, 48, QImage::Format_RGB32));
        const auto fitted = fitPicture(bytes);
        QVERIFY(fitted);
        QCOMPARE(fitted->bytes, bytes);
        QCOMPARE(fitted->original, QSize(64, 48));
        QVERIFY(fitted->note().isEmpty());
    }

    void largeNoiseIsMadeToFit()
    {
        const QByteArray bytes = saved(noise(1500, 1500));
        QVERIFY(bytes.size() > 1'048'576); // the control: as it is, clients would refuse it
        const auto fitted = fitPicture(bytes);
        QVERIFY(fitted);
        QVERIFY2(fitted->bytes.size() <= 200 * 1024,
                 qPrintable(QString::number(fitted->bytes.size())));
        QCOMPARE(pictureType(fitted->bytes), fitted->mimeType);
        QCOMPARE(QImage::fromData(fitted->bytes).size(), fitted->size);
        QVERIFY(fitted->note().contains(u"of 1500x1500"));
    }

    void noSideIsLongerThanAskedFor()
    {
        const auto wide = fitPicture(saved(QImage(4000, 10, QImage::Format_RGB32)));
        QVERIFY(wide);
        QCOMPARE(wide->size.width(), 1568);
        QVERIFY(wide->size.height() >= 1);
        const auto small = fitPicture(saved(QImage(300, 200, QImage::Format_RGB32)), {.side = 100});
        QVERIFY(small);
        QCOMPARE(small->size, QSize(100, 67));
    }

    void whatIsSeeThroughBecomesPaperInJpeg()
    {
        QImage image = noise(700, 700, QImage::Format_ARGB32);
        for (int y = 0; y < 100; ++y) {
            for (int x = 0; x < 100; ++x)
                image.setPixelColor(x, y, Qt::transparent);
        }
        const auto fitted = fitPicture(saved(image), {.side = 700, .bytes = 150'000});
        QVERIFY(fitted);
        if (fitted->mimeType != u"image/jpeg")
            QSKIP("this computer's Qt writes WebP");
        const QImage shown = QImage::fromData(fitted->bytes);
        QVERIFY(shown.pixelColor(shown.width() / 20, shown.height() / 20).lightness() > 230);
    }

    void tellsTheSizeOfAWebpThatQtCannotRead_data()
    {
        QTest::addColumn<QByteArray>("rest");
        const QByteArray padding(16, '\0');
        QTest::newRow("lossy") << QByteArray("VP8 \0\0\0\0...\x9d\x01\x2a\x40\x01\xc8\x00", 18);
        QTest::newRow("lossless") << QByteArray("VP8L\0\0\0\0\x2f\x3f\xc1\x31\x00", 13) + padding;
        QTest::newRow("extended") << QByteArray("VP8X\x0a\0\0\0\0\0\0\0\x3f\x01\x00\xc7\x00\x00",
                                                18) +
                                         padding;
    }
    void tellsTheSizeOfAWebpThatQtCannotRead()
    {
        if (QImageReader::supportedImageFormats().contains("webp"))
            QSKIP("this computer's Qt reads WebP");
        QFETCH(QByteArray, rest);
        const QByteArray bytes = QByteArray("RIFF\0\0\0\0WEBP", 12) + rest;
        const auto fitted = fitPicture(bytes);
        QVERIFY(fitted);
        QCOMPARE(fitted->original, QSize(320, 200));
        QVERIFY(!fitPicture(bytes, {.side = 319, .bytes = 1'000'000})); // it cannot be made smaller
    }

    void brokenOnesAreRefusedWhole()
    {
        QByteArray broken = saved(noise(600, 600));
        broken.truncate(broken.size() / 2);
        // Qt gives what it could read of it, or nothing; never the cut bytes themselves.
        const auto fitted = fitPicture(broken);
        QVERIFY(!fitted || !broken.startsWith(fitted->bytes));
        QVERIFY(!fitPicture("\x89PNG\r\n\x1a\n…"));
        QVERIFY(!fitPicture("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    }
};

QTEST_GUILESS_MAIN(TestPictures)
#include "tst_pictures.moc"
