// SPDX-License-Identifier: MIT
#include "tools/drawings.h"

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace glovebox;
using namespace glovebox::tools;

namespace {

QByteArray drawing(const QByteArray &inside, const QByteArray &attributes = "")
{
    return "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
           "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"300\" height=\"300\" " +
           attributes + ">" + inside + "</svg>";
}

// Covers the middle with green.
const QByteArray greenRect = "<rect width=\"300\" height=\"300\" fill=\"#00ff00\"/>";
const QByteArray redRect = "<rect width=\"300\" height=\"300\" fill=\"#ff0000\"/>";

QColor middleOf(const QImage &image)
{
    return image.isNull() ? QColor() : image.pixelColor(image.width() / 2, image.height() / 2);
}

QColor middleDrawn(const QByteArray &bytes)
{
    const auto picture = drawPicture(bytes);
    return picture ? middleOf(QImage::fromData(picture->image.bytes)) : QColor();
}

// What Qt alone makes of it: the control.
QColor middleUnguarded(const QByteArray &bytes)
{
    QSvgRenderer renderer(bytes);
    QImage image(300, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    return middleOf(image);
}

} // namespace

// Runs as headless Glovebox does: without a QGuiApplication.
class TestDrawings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsDrawingsByTheirBeginning_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("is");
        QTest::newRow("svg") << QByteArray("<svg/>") << true;
        QTest::newRow("with all that may come before")
            << QByteArray("\xef\xbb\xbf\n<?xml version='1.0'?><!-- a --><!DOCTYPE svg><svg/>")
            << true;
        QTest::newRow("html") << QByteArray("<html><body/></html>") << false;
        QTest::newRow("text about one") << QByteArray("Use <svg> for this.") << false;
        QTest::newRow("nothing") << QByteArray() << false;
    }
    void knowsDrawingsByTheirBeginning()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, is);
        QCOMPARE(isDrawing(bytes), is);
    }

    void drawsShapesGradientsAndUses()
    {
        QCOMPARE(middleDrawn(drawing(greenRect)), QColor(0, 255, 0));
        QCOMPARE(middleDrawn(drawing("<style>.a{fill:#00ff00}</style>"
                                     "<rect class=\"a\" width=\"300\" height=\"300\"/>")),
                 QColor(0, 255, 0));
        QCOMPARE(middleDrawn(drawing("<defs><linearGradient id=\"g\"><stop offset=\"0\" "
                                     "stop-color=\"#00ff00\"/></linearGradient></defs>"
                                     "<rect width=\"300\" height=\"300\" fill=\"url(#g)\"/>")),
                 QColor(0, 255, 0));
        QCOMPARE(middleDrawn(drawing("<defs><path id=\"p\" fill=\"#00ff00\" d=\"M0 0H300V300H0z\"/>"
                                     "</defs><use xlink:href=\"#p\"/>")),
                 QColor(0, 255, 0));
    }

    // matplotlib writes both into every drawing.
    void takesAPlainDoctypeAndMetadata()
    {
        const QByteArray bytes =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" "
            "\"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"300\">"
            "<metadata><rdf:RDF xmlns:rdf=\"urn:r\"><rdf:li/></rdf:RDF></metadata>" +
            greenRect + "</svg>";
        const auto picture = drawPicture(bytes);
        QVERIFY2(picture, picture ? "" : qPrintable(picture.error().text));
        QCOMPARE(picture->leftOut, QStringList());
        QCOMPARE(middleDrawn(bytes), QColor(0, 255, 0));
    }

    void anEmbeddedPictureIsShownAndOneOfTheDiskIsNot()
    {
        QTemporaryDir folder;
        QImage green(4, 4, QImage::Format_RGB32);
        green.fill(QColor(0, 255, 0));
        const QString file = folder.filePath(u"secret.png"_s);
        QVERIFY(green.save(file));
        QFile stored(file);
        QVERIFY(stored.open(QIODevice::ReadOnly));
        const auto image = [](const QByteArray &reference) {
            return drawing("<image width=\"300\" height=\"300\" preserveAspectRatio=\"none\" "
                           "xlink:href=\"" +
                           reference + "\"/>");
        };
        const QByteArray embedded = image("data:image/png;base64," + stored.readAll().toBase64());
        QCOMPARE(middleDrawn(embedded), QColor(0, 255, 0));
        const QByteArray ofTheDisk = image(file.toUtf8());
        QCOMPARE(middleUnguarded(ofTheDisk), QColor(0, 255, 0)); // the control
        const auto picture = drawPicture(ofTheDisk);
        QVERIFY(picture);
        QCOMPARE(picture->leftOut, QStringList{u"image"_s});
        QCOMPARE(middleDrawn(ofTheDisk), QColor(Qt::white));
    }

    void leavesOutWhatLoadsRunsOrIsFragile_data()
    {
        QTest::addColumn<QByteArray>("inside");
        QTest::addColumn<QString>("named");
        QTest::newRow("script") << QByteArray("<script>alert(1)</script>") << u"script"_s;
        QTest::newRow("page") << QByteArray("<foreignObject><p xmlns=\"urn:h\"/></foreignObject>")
                              << u"foreignObject"_s;
        QTest::newRow("remote use")
            << QByteArray("<use xlink:href=\"http://example.com/a#b\"/>") << u"use"_s;
        QTest::newRow("svg as a picture")
            << QByteArray("<image xlink:href=\"data:image/svg+xml;base64,PHN2Zy8+\"/>")
            << u"image"_s;
        QTest::newRow("svg said to be png")
            << QByteArray("<image xlink:href=\"data:image/png;base64,PHN2Zy8+\"/>") << u"image"_s;
        QTest::newRow("import") << QByteArray("<style>@import 'http://example.com/a.css';</style>")
                                << u"style"_s;
        QTest::newRow("escaped url")
            << QByteArray("<style>g{fill:\\75rl(http://e.com)}</style>") << u"style"_s;
        QTest::newRow("remote paint")
            << QByteArray("<rect fill=\"url(http://example.com/#a)\"/>") << u"fill"_s;
        QTest::newRow("pattern") << QByteArray(
                                        "<pattern id=\"p\"><rect fill=\"url(#p)\"/></pattern>")
                                 << u"pattern"_s;
        QTest::newRow("mask") << QByteArray("<rect mask=\"url(#m)\"/>") << u"mask"_s;
        QTest::newRow("filter") << QByteArray("<filter id=\"f\"><feGaussianBlur/></filter>")
                                << u"filter"_s;
        QTest::newRow("animation")
            << QByteArray("<rect><animate attributeName=\"x\"/></rect>") << u"animate"_s;
        QTest::newRow("inner document") << QByteArray("<svg width=\"9\"/>") << u"svg"_s;
    }
    void leavesOutWhatLoadsRunsOrIsFragile()
    {
        QFETCH(QByteArray, inside);
        QFETCH(QString, named);
        const auto safe = safeDrawing(drawing(greenRect + inside));
        QVERIFY(safe);
        QCOMPARE(safe->leftOut, QStringList{named});
        QVERIFY2(!safe->svg.contains("http://example.com"), safe->svg.constData());
        QCOMPARE(middleDrawn(drawing(greenRect + inside)), QColor(0, 255, 0));
    }

    void dropsHandlersAndForeignElements()
    {
        const auto safe = safeDrawing(
            drawing("<g xmlns:i=\"urn:i\" onload=\"alert(1)\" i:label=\"x\"><i:thing/></g>"));
        QVERIFY(safe);
        QVERIFY(!safe->svg.contains("alert"));
        QVERIFY(!safe->svg.contains("thing"));
    }

    void refusesEntitiesAndWhatIsNoDrawing_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("entities") << QByteArray(
            "<!DOCTYPE svg [<!ENTITY a \"aaaa\">]><svg>&a;</svg>");
        QTest::newRow("external entity") << QByteArray(
            "<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><svg>&a;</svg>");
        QTest::newRow("undeclared entity") << QByteArray("<svg><text>&nbsp;</text></svg>");
        QTest::newRow("cut off") << QByteArray("<svg><rect");
        QTest::newRow("no drawing") << QByteArray("<html><svg/></html>");
        QTest::newRow("no size") << QByteArray("<svg/>");
        QTest::newRow("nothing") << QByteArray();
    }
    void refusesEntitiesAndWhatIsNoDrawing()
    {
        QFETCH(QByteArray, bytes);
        const auto picture = drawPicture(bytes);
        QVERIFY(!picture);
        QVERIFY(picture.error().code == ErrorCode::InvalidArgument);
        QVERIFY(!picture.error().text.isEmpty());
    }

    void usesCannotMultiply()
    {
        // Each level uses the one before twice: 2^20 rectangles in all.
        QByteArray inside = "<defs><rect id=\"a0\" width=\"1\" height=\"1\"/>";
        for (int level = 1; level <= 20; ++level) {
            const QByteArray use = "<use xlink:href=\"#a" + QByteArray::number(level - 1) + "\"/>";
            inside += "<g id=\"a" + QByteArray::number(level) + "\">" + use + use + "</g>";
        }
        const auto safe = safeDrawing(drawing(inside + "</defs><use xlink:href=\"#a20\"/>"));
        QVERIFY(safe);
        QVERIFY2(safe->work < 200, qPrintable(QString::number(safe->work)));
        QCOMPARE(safe->leftOut, QStringList{u"use"_s});
    }

    void aUseCannotLeadIntoItself()
    {
        const auto direct = safeDrawing(drawing("<g id=\"a\"><use xlink:href=\"#a\"/></g>"));
        QVERIFY(direct);
        QVERIFY(!direct->svg.contains("<use"));
        // The name of the first, which is harmless, is taken a second time.
        const auto twice =
            safeDrawing(drawing("<rect id=\"a\"/><g id=\"a\"><use xlink:href=\"#a\"/></g>"));
        QVERIFY(twice);
        QCOMPARE(twice->svg.count("id=\"a\""), 1);
        QVERIFY(twice->svg.indexOf("id=\"a\"") < twice->svg.indexOf("<g"));
    }

    void boundsDepthAndParts()
    {
        const auto deep = safeDrawing(
            drawing(QByteArray("<g>").repeated(2000) + QByteArray("</g>").repeated(2000)));
        QVERIFY(!deep);
        QVERIFY(deep.error().code == ErrorCode::LimitExceeded);
        const auto many = safeDrawing(drawing(QByteArray("<rect/>").repeated(60'000)));
        QVERIFY(!many);
        QVERIFY(many.error().code == ErrorCode::LimitExceeded);
        QByteArray uses = "<path id=\"p\" d=\"M0 0" + QByteArray("L9 9").repeated(6400) + "\"/>";
        uses += QByteArray("<use xlink:href=\"#p\"/>").repeated(1000);
        QVERIFY(!safeDrawing(drawing(uses)));
    }

    // A dashed path costs a hundred times a plain one.
    void dashesAreCountedAndNotInherited()
    {
        const QByteArray path = "M0 0" + QByteArray("L9 9").repeated(200);
        const auto plain = safeDrawing(drawing("<path d=\"" + path + "\"/>"));
        const auto dashed =
            safeDrawing(drawing("<path stroke-dasharray=\"1\" d=\"" + path + "\"/>"));
        QVERIFY(plain && dashed);
        QVERIFY(dashed->svg.contains("stroke-dasharray"));
        QVERIFY(dashed->work > 20 * plain->work);
        const auto inherited = safeDrawing(
            drawing("<style>path{stroke-dasharray: 1;fill:#00ff00}</style>"
                    "<g stroke-dasharray=\"1\"><g style=\"stroke-dasharray:1\"><path d=\"" +
                    path + "\"/></g></g>"));
        QVERIFY(inherited);
        QVERIFY2(!inherited->svg.contains("dasharray"), inherited->svg.constData());
        QVERIFY(inherited->svg.contains("#00ff00"));
    }

    void isAsLargeAsItSaysWithinTheLimits_data()
    {
        QTest::addColumn<QByteArray>("size");
        QTest::addColumn<int>("side");
        QTest::addColumn<QSize>("drawn");
        const auto size = [](const char *width, const char *height) -> QByteArray {
            return QByteArray("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"") + width +
                   "\" height=\"" + height + "\">" + greenRect + "</svg>";
        };
        QTest::newRow("as it is") << size("640", "480") << 1568 << QSize(640, 480);
        QTest::newRow("large") << size("30000", "15000") << 1568 << QSize(1568, 784);
        QTest::newRow("asked smaller") << size("640", "320") << 64 << QSize(64, 32);
        QTest::newRow("icon") << size("24", "24") << 1568 << QSize(256, 256);
        QTest::newRow("absurd") << size("2000000000", "1") << 1568 << QSize(1568, 1);
    }
    void isAsLargeAsItSaysWithinTheLimits()
    {
        QFETCH(QByteArray, size);
        QFETCH(int, side);
        QFETCH(QSize, drawn);
        const auto picture = drawPicture(size, {.side = side});
        QVERIFY(picture);
        QCOMPARE(picture->image.size, drawn);
        QCOMPARE(QImage::fromData(picture->image.bytes).size(), drawn);
    }

    void manyPartsMakeItSmaller()
    {
        const QByteArray shapes = QByteArray("<circle r=\"2\"/>").repeated(20'000);
        const auto picture = drawPicture("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1500\" "
                                         "height=\"1500\">" +
                                         shapes + "</svg>");
        QVERIFY(picture);
        QVERIFY(picture->image.size.width() < 500);
        QVERIFY(picture->image.size.width() >= 256);
    }

    void withoutAWindowTextIsToldInsteadOfDrawn()
    {
        QVERIFY(!canDrawText());
        const auto picture = drawPicture(drawing(
            greenRect +
            "<text x=\"9\" y=\"150\" font-size=\"200\">売上 <tspan>A &lt; B</tspan></text>"));
        QVERIFY(picture);
        QVERIFY(picture->textIsMissing);
        QCOMPARE(picture->words, u"売上 A < B"_s);
        QCOMPARE(middleOf(QImage::fromData(picture->image.bytes)), QColor(0, 255, 0));
        QVERIFY(!drawPicture(drawing(greenRect))->textIsMissing);
    }
};

QTEST_GUILESS_MAIN(TestDrawings)
#include "tst_drawings.moc"
