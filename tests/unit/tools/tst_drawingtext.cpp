// SPDX-License-Identifier: MIT
#include "tools/drawings.h"

#include <QGuiApplication>
#include <QImage>
#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace glovebox;
using namespace glovebox::tools;

// Runs as Glovebox with a window does.
class TestDrawingText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Outside of the main thread, as the program does it.
    void textIsDrawn()
    {
        QVERIFY(canDrawText());
        Result<DrawnPicture> picture = std::unexpected(Error{});
        const std::unique_ptr<QThread> thread(QThread::create([&picture] {
            picture = drawPicture("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" "
                                  "height=\"300\"><text x=\"9\" y=\"200\" font-size=\"200\">"
                                  "HH</text></svg>");
        }));
        thread->start();
        QVERIFY(thread->wait());
        QVERIFY(picture);
        QVERIFY(!picture->textIsMissing);
        QCOMPARE(picture->words, u"HH"_s);
        const QImage image = QImage::fromData(picture->image.bytes);
        int dark = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                dark += image.pixelColor(x, y).lightness() < 128 ? 1 : 0;
        }
        QVERIFY2(dark > 1000, qPrintable(QString::number(dark)));
    }
};

QTEST_MAIN(TestDrawingText)
#include "tst_drawingtext.moc"
