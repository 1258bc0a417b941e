// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "ui/output/outputview.h"
#include "ui/output/plotviewer.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTranslator>
#include <QWheelEvent>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class OutputViewTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeClock clock;
        RunHub hub{clock};
        FakeControls controls;
        RunId run{7};
        OutputModel model{hub, controls, clock};
        PlotCache plots;
        OutputView view{model, plots};
        qint64 offset = 0;

        Stage()
        {
            hub.publish(run, event::Asked{});
            model.setRun(run);
            view.resize(600, 400);
            view.show();
        }
        bool ready()
        {
            return QTest::qWaitFor([this] { return !model.isLoading(); });
        }
        void write(const QByteArray &bytes, StreamName stream = StreamName::Stdout)
        {
            hub.publish(run, event::Output{stream, offset, bytes, bytes.size()});
            offset += bytes.size();
        }
        void writeLines(int count)
        {
            for (int line = 0; line < count; ++line)
                write("line " + QByteArray::number(line) + '\n');
            clock.advance(Refresher::interval);
        }
        QScrollBar *bar() { return view.verticalScrollBar(); }
    };

private Q_SLOTS:
    void followsUntilThePersonScrollsUp()
    {
        Stage s;
        QVERIFY(s.ready());
        s.writeLines(200);
        QVERIFY(s.view.follows());
        QCOMPARE(s.bar()->value(), s.bar()->maximum());
        s.bar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        QVERIFY(!s.view.follows());
        const int value = s.bar()->value();
        s.writeLines(200);
        QCOMPARE(s.bar()->value(), value);
        QTest::keyClick(&s.view, Qt::Key_End);
        QVERIFY(s.view.follows());
        s.writeLines(10);
        QCOMPARE(s.bar()->value(), s.bar()->maximum());
    }

    // What is looked at stays in place while older lines fold above it.
    void staysWhereItIsWhileLinesFold()
    {
        Stage s;
        QVERIFY(s.ready());
        s.writeLines(6000);
        s.bar()->setValue(s.bar()->maximum() / 2);
        s.view.setFollow(false);
        const int topBefore = s.bar()->value();
        s.writeLines(100);
        QVERIFY(!s.view.follows());
        // 100 rows went above, so the same text is 100 rows higher.
        QCOMPARE(topBefore - s.bar()->value(), 100 * 19);
    }

    void paintsOnlyWhatIsVisible()
    {
        Stage s;
        QVERIFY(s.ready());
        s.writeLines(5000);
        const qint64 before = s.view.paintedRows();
        s.view.viewport()->grab();
        const qint64 painted = s.view.paintedRows() - before;
        QVERIFY2(painted > 10 && painted < 60, qPrintable(QString::number(painted)));
    }

    void plotsAreZoomedAtTheMouse()
    {
        QTemporaryDir folder;
        QImage image(400, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        event::Display display;
        display.mimeType = u"image/png"_s;
        display.file = folder.filePath(u"plot.png"_s);
        display.pixels = image.size();
        QVERIFY(image.save(display.file));
        PlotCache plots;
        auto *viewer = new PlotViewer(display, plots);
        viewer->resize(600, 400);
        viewer->show();
        auto *area = viewer->findChild<QScrollArea *>();
        auto *scale = viewer->findChild<TextLine *>(u"plotScale"_s);
        QTRY_COMPARE(scale->text(), u"100 %"_s); // fits, and is not enlarged
        QVERIFY(viewer->isFitted());
        const QPointF at(100, 100);
        const auto turn = [&](int steps, Qt::KeyboardModifiers modifiers) {
            QWheelEvent wheel(at, area->viewport()->mapToGlobal(at), {}, {0, 120 * steps},
                              Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
            QApplication::sendEvent(area->viewport(), &wheel);
        };
        turn(1, Qt::NoModifier); // scrolls
        QVERIFY(viewer->isFitted());
        for (int step = 0; step < 6; ++step)
            turn(1, Qt::ControlModifier);
        QVERIFY(viewer->zoom() > 3.5 && viewer->zoom() < 4);
        QVERIFY(area->horizontalScrollBar()->maximum() > 0);
        for (int step = 0; step < 20; ++step)
            turn(1, Qt::ControlModifier);
        QCOMPARE(viewer->zoom(), 8.0); // and no further
        turn(-99, Qt::ControlModifier);
        QCOMPARE(viewer->zoom(), 0.1);
        QTest::keyClick(viewer, Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(viewer->zoom() > 0.1);
        viewer->close();
    }

    void selectsAndCopies()
    {
        Stage s;
        QVERIFY(s.ready());
        s.write("売上高 100\nsecond\n");
        s.clock.advance(Refresher::interval);
        QTest::keySequence(&s.view, QKeySequence::SelectAll);
        QCOMPARE(s.view.selectedText(), u"売上高 100\nsecond"_s);
        QTest::keySequence(&s.view, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"売上高 100\nsecond"_s);
    }

    void selectsByColumnsWithTheMouse()
    {
        Stage s;
        QVERIFY(s.ready());
        s.write("売上高 100\n");
        s.clock.advance(Refresher::interval);
        const LinePainter lines;
        const auto at = [&](int column) {
            return QPoint(16 + int(lines.columnWidth() * column) + 1, 12);
        };
        QTest::mousePress(s.view.viewport(), Qt::LeftButton, {}, at(2));
        QMouseEvent move(QEvent::MouseMove, at(6), s.view.viewport()->mapToGlobal(at(6)),
                         Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(s.view.viewport(), &move);
        QTest::mouseRelease(s.view.viewport(), Qt::LeftButton, {}, at(6));
        QCOMPARE(s.view.selectedText(), u"上高"_s);
    }

    void finds()
    {
        Stage s;
        QVERIFY(s.ready());
        s.writeLines(1000);
        QCOMPARE(s.view.find(u"LINE 99"_s), 11);
        QCOMPARE(s.view.find(u"absent"_s), 0);
        QCOMPARE(s.view.find({}), 0);
    }

    // Never wider than the view, never enlarged.
    void scalesPlotsDownOnly()
    {
        QTemporaryDir folder;
        QImage image(1200, 300, QImage::Format_RGB32);
        image.fill(Qt::red);
        const QString file = folder.filePath(u"plot.png"_s);
        QVERIFY(image.save(file));
        Stage s;
        QVERIFY(s.ready());
        event::Display display;
        display.mimeType = u"image/png"_s;
        display.file = file;
        display.pixels = image.size();
        s.hub.publish(s.run, display);
        s.clock.advance(Refresher::interval);
        QSignalSpy ready(&s.plots, &PlotCache::ready);
        s.view.viewport()->grab();
        QTRY_COMPARE(ready.size(), 1);
        const QImage shown = s.view.viewport()->grab().toImage();
        const int right = s.view.viewport()->width() - 17;
        QCOMPARE(shown.pixelColor(20, 25), QColor(Qt::red));
        QCOMPARE(shown.pixelColor(right - 4, 25), QColor(Qt::red));
        QVERIFY(shown.pixelColor(right + 8, 25) != QColor(Qt::red));
    }

    // A page stays closed until its button is pressed, by the mouse or by the keyboard.
    void offersToOpenPages()
    {
        Stage s;
        QVERIFY(s.ready());
        QSignalSpy wanted(&s.view, &OutputView::pageRequested);
        event::Display display;
        display.index = 2;
        display.mimeType = u"text/html"_s;
        display.title = u"売上"_s;
        display.text = u"Plotly figure"_s;
        display.size = 4'600'000;
        s.hub.publish(s.run, display);
        s.writeLines(300);
        const auto buttons = s.view.viewport()->findChildren<QPushButton *>();
        QCOMPARE(buttons.size(), 1);
        QPushButton *button = buttons.first();
        QCOMPARE(button->accessibleName(), u"Open page: 売上"_s);
        QCOMPARE(s.model.plots().size(), 0);
        QVERIFY(!s.view.viewport()->rect().contains(button->geometry())); // above the view
        QVERIFY(button->focusPolicy() & Qt::TabFocus);
        QVERIFY(QTest::qWaitForWindowActive(&s.view));
        button->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(s.view.viewport()->rect().contains(button->geometry()));
        QTest::keyClick(button, Qt::Key_Space);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().value<event::Display>().index, 2);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.size(), 2);
        s.model.setRun(RunId{8});
        QCOMPARE(s.view.viewport()->findChildren<QPushButton *>().size(), 0);
    }

    // A flood leaves the event loop free: timers go on firing between the refreshes.
    void leavesTheEventLoopFree()
    {
        RunHub hub(systemClock());
        FakeControls controls;
        OutputModel model(hub, controls, systemClock());
        PlotCache plots;
        OutputView view(model, plots);
        view.resize(600, 400);
        view.show();
        const RunId run(1);
        hub.publish(run, event::Asked{});
        model.setRun(run);
        QByteArray piece;
        while (piece.size() < 64 * 1024)
            piece += "while True: print(1)\n";
        qint64 offset = 0;
        int ticks = 0;
        int pieces = 0;
        constexpr int wanted = 1600; // 100 MB
        QTimer flood;
        connect(&flood, &QTimer::timeout, this, [&] {
            for (int n = 0; n < 8 && pieces < wanted; ++n, ++pieces) {
                hub.publish(run, event::Output{StreamName::Stdout, offset, piece, piece.size()});
                offset += piece.size();
            }
        });
        QTimer tick;
        connect(&tick, &QTimer::timeout, this, [&] { ++ticks; });
        flood.start(0);
        tick.start(0);
        QTRY_COMPARE_WITH_TIMEOUT(pieces, wanted, 60'000);
        // One tick for each turn of the loop: nothing ate the turns in between.
        QVERIFY2(ticks >= wanted / 8 - 2, qPrintable(QString::number(ticks)));
        QVERIFY(model.rowCount() <= 5501);
    }

    // A run's SVG is drawn by whoever knows how to do that safely, and gets room when its size is
    // known.
    void drawingsAreShownOnceSomebodyDrawsThem()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"drawing.svg"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("<svg/>") > 0);
        file.close();
        const auto show = [&file](Stage &s) {
            event::Display display;
            display.index = 1;
            display.mimeType = u"image/svg+xml"_s;
            display.file = file.fileName();
            s.hub.publish(s.run, display);
            s.clock.advance(Refresher::interval);
        };
        const auto isBlue = [](Stage &s) {
            const QImage shown = s.view.grab().toImage();
            for (int y = 0; y < shown.height(); y += 8) {
                for (int x = 0; x < shown.width(); x += 8) {
                    if (shown.pixelColor(x, y) == QColor(Qt::blue))
                        return true;
                }
            }
            return false;
        };
        {
            Stage s; // nobody draws
            QVERIFY(s.ready());
            show(s);
            QVERIFY(!isBlue(s));
        }
        QByteArray drawn;
        PlotCache::setDrawer([&drawn](const QByteArray &svg) {
            drawn = svg;
            QImage image(300, 200, QImage::Format_RGB32);
            image.fill(Qt::blue);
            return image;
        });
        Stage s;
        QVERIFY(s.ready());
        show(s);
        QTRY_VERIFY(isBlue(s));
        QCOMPARE(drawn, "<svg/>"_ba);
        QCOMPARE(s.plots.sizeOf(s.model.plots().first()), QSize(300, 200));
        PlotCache::setDrawer({});
    }

    void theClearButtonChangesItsLanguage()
    {
        class Translator : public QTranslator
        {
        public:
            bool isEmpty() const override { return false; }
            QString translate(const char *, const char *text, const char *, int) const override
            {
                return qstrcmp(text, "Clear") == 0 ? u"消去"_s : QString();
            }
        };
        QLineEdit field;
        addClearButton(field);
        const auto words = [&field] {
            QStringList texts;
            for (const QToolButton *button : field.findChildren<QToolButton *>())
                texts.append(button->defaultAction()->text());
            return texts;
        };
        QCOMPARE(words(), QStringList{u"Clear"_s});
        Translator japanese;
        QVERIFY(QCoreApplication::installTranslator(&japanese));
        QTRY_COMPARE(words(), QStringList{u"消去"_s});
        QCoreApplication::removeTranslator(&japanese);
    }
};

QTEST_MAIN(OutputViewTest)
#include "tst_outputview.moc"
