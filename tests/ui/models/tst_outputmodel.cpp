// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "ui/models/outputmodel.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

event::Display plot(const QString &title = {})
{
    event::Display display;
    display.title = title;
    return display;
}

} // namespace

class OutputModelTest : public QObject
{
    Q_OBJECT

    // One run that is shown, with everything around it.
    struct Stage
    {
        FakeClock clock;
        RunHub hub{clock};
        FakeControls controls;
        RunId run{7};
        OutputModel model{hub, controls, clock};
        QAbstractItemModelTester tester{&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest};
        qint64 offset = 0;

        Stage()
        {
            hub.publish(run, event::Asked{});
            model.setRun(run);
        }
        void write(const QByteArray &bytes, StreamName stream = StreamName::Stdout)
        {
            hub.publish(run, event::Output{stream, offset, bytes, bytes.size()});
            offset += bytes.size();
        }
        QStringList texts()
        {
            clock.advance(Refresher::interval);
            QStringList result;
            for (int row = 0; row < model.rowCount(); ++row)
                result.append(model.index(row).data().toString());
            return result;
        }
    };

private Q_SLOTS:
    void showsTextInOrder()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        s.write("one\ntw");
        s.write("o\n");
        QCOMPARE(s.texts(), (QStringList{u"one"_s, u"two"_s}));
        s.write("three");
        QCOMPARE(s.texts(), (QStringList{u"one"_s, u"two"_s, u"three"_s}));
        s.write("!\n");
        QCOMPARE(s.texts(), (QStringList{u"one"_s, u"two"_s, u"three!"_s}));
    }

    void joinsCharactersThatArriveInPieces()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        const QByteArray text = u"売上高 🎉"_s.toUtf8();
        for (const char byte : text)
            s.write(QByteArray(1, byte));
        QCOMPARE(s.texts(), QStringList{u"売上高 🎉"_s});
    }

    void joinsCharactersOfEachStreamByItself()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        const QByteArray text = u"売\n"_s.toUtf8();
        s.write(text.first(1), StreamName::Stdout);
        s.write("e\n", StreamName::Stderr);
        s.write(text.sliced(1), StreamName::Stdout);
        QCOMPARE(s.texts(), (QStringList{u"e"_s, u"売"_s}));
        QVERIFY(s.model.itemAt(0).stream == StreamName::Stderr);
        QVERIFY(s.model.itemAt(1).stream == StreamName::Stdout);
    }

    void redrawsProgressInItsLine()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        s.write("10%", StreamName::Stderr);
        QCOMPARE(s.texts(), QStringList{u"10%"_s});
        const QPersistentModelIndex line = s.model.index(0);
        s.write("\r20%", StreamName::Stderr);
        QCOMPARE(s.texts(), QStringList{u"20%"_s});
        QCOMPARE(line.row(), 0);
    }

    void keepsBlocksInTheirOrder()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        s.write("before\n");
        s.hub.publish(s.run, plot(u"月次売上"_s));
        s.write("after\n");
        s.hub.publish(s.run, event::ResultValue{u"1\n2"_s});
        s.hub.publish(s.run,
                      event::Raised{u"KeyError"_s, u"'x'"_s, {u"Traceback"_s, u"KeyError: 'x'"_s}});
        s.hub.publish(
            s.run,
            event::Ended{.state = RunState::Killed, .reason = u"Too slow."_s, .executionMs = 2000});
        const QStringList texts = s.texts();
        QCOMPARE(texts.size(), 8);
        QCOMPARE(texts.at(0), u"before"_s);
        QCOMPARE(s.model.itemAt(1).kind, OutputItem::Kind::Plot);
        QCOMPARE(texts.at(2), u"after"_s);
        QCOMPARE(s.model.itemAt(3).kind, OutputItem::Kind::Result);
        QVERIFY(!s.model.itemAt(5).bad);
        QVERIFY(s.model.itemAt(6).bad);
        QCOMPARE(s.model.itemAt(7).kind, OutputItem::Kind::Notice);
        QCOMPARE(s.model.itemAt(7).title, u"Killed after 2.0 s"_s);
        QCOMPARE(s.model.plots().size(), 1);
    }

    void ignoresOtherRuns()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        s.hub.publish(RunId(8), event::Asked{});
        s.hub.publish(RunId(8), event::Output{StreamName::Stdout, 0, "other\n", 6});
        QVERIFY(s.texts().isEmpty());
    }

    void refreshesAtMostTwentyTimesASecond()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        QSignalSpy refreshed(&s.model, &OutputModel::refreshed);
        for (int ms = 0; ms < 1000; ++ms) {
            s.write("line\n");
            s.clock.advance(1ms);
        }
        QVERIFY2(refreshed.size() <= 21, qPrintable(QString::number(refreshed.size())));
        QVERIFY(refreshed.size() >= 19);
    }

    void foldsWhatLiesBetweenHeadAndTail()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        for (int line = 1; line <= 20'000; ++line)
            s.write("row " + QByteArray::number(line) + '\n');
        const QStringList texts = s.texts();
        QCOMPARE(texts.size(), 500 + 1 + 5000);
        QCOMPARE(texts.first(), u"row 1"_s);
        QCOMPARE(texts.at(499), u"row 500"_s);
        QCOMPARE(s.model.itemAt(500).kind, OutputItem::Kind::Fold);
        QCOMPARE(s.model.itemAt(500).folded, 20'000 - 5500);
        QCOMPARE(texts.at(501), u"row 15001"_s);
        QCOMPARE(texts.last(), u"row 20000"_s);
    }

    void countsFoldedLinesWhateverTheRefreshes()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        for (int line = 1; line <= 12'000; ++line) {
            s.write("row " + QByteArray::number(line) + '\n');
            if (line % 777 == 0)
                s.clock.advance(Refresher::interval);
        }
        s.texts();
        QCOMPARE(s.model.rowCount(), 5501);
        QCOMPARE(s.model.itemAt(500).folded, 12'000 - 5500);
    }

    void keepsPlotsBetweenFoldedLines()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        for (int line = 0; line < 3000; ++line)
            s.write("a\n");
        s.hub.publish(s.run, plot());
        for (int line = 0; line < 9000; ++line)
            s.write("b\n");
        s.texts();
        QCOMPARE(s.model.itemAt(500).kind, OutputItem::Kind::Fold);
        QCOMPARE(s.model.itemAt(500).folded, 2500);
        QCOMPARE(s.model.itemAt(501).kind, OutputItem::Kind::Plot);
        QCOMPARE(s.model.itemAt(502).kind, OutputItem::Kind::Fold);
        QCOMPARE(s.model.itemAt(502).folded, 4000);
        QCOMPARE(s.model.rowCount(), 503 + 5000);
    }

    // 100 MB between two refreshes: rows made and text held do not grow with it.
    void costsTheSameWhateverArrives()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        QByteArray piece;
        while (piece.size() < 64 * 1024)
            piece += "0123456789012345678901234567890123456789 while True: print(1)\n";
        const qint64 linesInPiece = piece.count('\n');
        constexpr int pieces = 1600;
        qint64 rowsMade = 0;
        connect(&s.model, &QAbstractItemModel::rowsInserted, &s.model,
                [&](const QModelIndex &, int first, int last) { rowsMade += last - first + 1; });
        for (int n = 0; n < pieces; ++n)
            s.write(piece);
        QVERIFY(s.offset > 100'000'000);
        s.texts();
        QCOMPARE(s.model.rowCount(), 500 + 1 + 5000);
        QVERIFY2(rowsMade <= 6000, qPrintable(QString::number(rowsMade)));
        qint64 total = 0;
        for (const OutputItem &item : s.model.items())
            total += item.kind == OutputItem::Kind::Fold ? item.folded : 1;
        QCOMPARE(total, linesInPiece * pieces);
    }

    void boundsTheTextOfLongLines()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        const QByteArray line = QByteArray(20'000, 'x') + '\n';
        for (int n = 0; n < 1000; ++n) {
            s.write(line);
            s.clock.advance(1ms);
        }
        s.texts();
        qsizetype chars = 0;
        for (const OutputItem &item : s.model.items())
            chars += item.line.text.size();
        QVERIFY(chars <= OutputModel::tailChars + OutputModel::headLines * maxLineChars);
        QVERIFY(s.model.itemAt(0).line.cut);
    }

    void survivesOneLineWithoutEnd()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        for (int n = 0; n < 100; ++n)
            s.write(QByteArray(100'000, 'x'));
        s.texts();
        QCOMPARE(s.model.rowCount(), 1);
        QCOMPARE(s.model.itemAt(0).line.text.size(), maxLineChars);
        s.write("\nnext\n");
        QCOMPARE(s.texts().last(), u"next"_s);
    }

    void readsARecordedRun()
    {
        FakeClock clock;
        RunHub hub(clock);
        FakeControls controls;
        const RunId run(3);
        controls.output[run] = "one\ntwo\nerr\n";
        controls.events[run] = {
            {run, 1, clock.now(), event::Asked{}},
            {run, 2, clock.now(), event::Output{StreamName::Stdout, 0, {}, 8}},
            {run, 3, clock.now(), plot()},
            {run, 4, clock.now(), event::Output{StreamName::Stderr, 8, {}, 4}},
            {run, 5, clock.now(), event::Ended{}},
        };
        OutputModel model(hub, controls, clock);
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy loaded(&model, &OutputModel::loaded);
        model.setRun(run);
        QTRY_COMPARE(loaded.size(), 1);
        clock.advance(Refresher::interval);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(1).data().toString(), u"two"_s);
        QCOMPARE(model.itemAt(2).kind, OutputItem::Kind::Plot);
        QVERIFY(model.itemAt(3).stream == StreamName::Stderr);
    }

    void readsLargeRecordsInPieces()
    {
        FakeClock clock;
        RunHub hub(clock);
        FakeControls controls;
        const RunId run(3);
        QByteArray text;
        for (int line = 1; line <= 400'000; ++line)
            text += "row " + QByteArray::number(line) + '\n';
        QVERIFY(text.size() > 3 * limits::MiB);
        controls.output[run] = text;
        controls.events[run] = {
            {run, 1, clock.now(), event::Output{StreamName::Stdout, 0, {}, text.size()}}};
        OutputModel model(hub, controls, clock);
        QSignalSpy loaded(&model, &OutputModel::loaded);
        model.setRun(run);
        QTRY_COMPARE(loaded.size(), 1);
        clock.advance(Refresher::interval);
        QCOMPARE(controls.bytesRead, text.size());
        QCOMPARE(model.rowCount(), 5501);
        QCOMPARE(model.itemAt(500).folded, 400'000 - 5500);
        QCOMPARE(model.index(5500).data().toString(), u"row 400000"_s);
    }

    // A program that writes to both streams in turn makes thousands of small events of one text.
    void manySmallRecordsTakeNoMoreRoomThanTheirText()
    {
        const auto kilobytes = [](const QByteArray &what) {
            QFile status(u"/proc/self/status"_s);
            if (!status.open(QIODevice::ReadOnly))
                return 0;
            const QByteArray text = status.readAll();
            return text.mid(text.indexOf(what) + what.size(), 20).trimmed().split(' ')[0].toInt();
        };
        FakeClock clock;
        RunHub hub(clock);
        FakeControls controls;
        const RunId run(3);
        QByteArray text;
        constexpr int count = 20'000;
        for (int number = 0; number < count; ++number) {
            const QByteArray line = "row " + QByteArray::number(number) + '\n';
            controls.events[run].append(
                {run, number + 1, clock.now(),
                 event::Output{number % 2 ? StreamName::Stderr : StreamName::Stdout,
                               text.size(),
                               {},
                               line.size()}});
            text += line;
        }
        controls.output[run] = text;
        const int before = kilobytes("VmRSS:");
        QVERIFY(before > 0);
        OutputModel model(hub, controls, clock);
        QSignalSpy loaded(&model, &OutputModel::loaded);
        model.setRun(run);
        QTRY_COMPARE(loaded.size(), 1);
        clock.advance(Refresher::interval);
        QCOMPARE(model.index(model.rowCount() - 1).data().toString(), u"row 19999"_s);
        const int taken = kilobytes("VmHWM:") - before;
        QVERIFY2(taken < 500'000, qPrintable(u"%1 kB"_s.arg(taken)));
    }

    // What happens while the record is read comes after it, once.
    void joinsRecordedAndLive()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        const RunId run(9);
        QList<RunEvent> events;
        events.append(s.hub.publish(run, event::Asked{}));
        events.append(s.hub.publish(run, event::Output{StreamName::Stdout, 0, "one\n", 4}));
        s.controls.events[run] = events;
        std::get<event::Output>(s.controls.events[run][1].body).bytes.clear();
        s.controls.output[run] = "one\ntwo\n";
        s.controls.held = true;
        s.model.setRun(run);
        s.controls.events[run].append(
            s.hub.publish(run, event::Output{StreamName::Stdout, 4, "two\n", 4}));
        QVERIFY(s.model.isLoading());
        s.controls.release();
        QTRY_VERIFY(!s.model.isLoading());
        QCOMPARE(s.texts(), (QStringList{u"one"_s, u"two"_s}));
    }

    void forgetsTheReadingOfARunNoLongerShown()
    {
        Stage s;
        QTRY_VERIFY(!s.model.isLoading());
        s.controls.events[RunId(1)] = {
            {RunId(1), 1, s.clock.now(), event::Output{StreamName::Stdout, 0, "old\n", 4}}};
        s.controls.held = true;
        s.model.setRun(RunId(1));
        s.model.setRun(RunId(2));
        s.controls.release();
        QTRY_VERIFY(!s.model.isLoading());
        QVERIFY(s.texts().isEmpty());
    }
};

QTEST_GUILESS_MAIN(OutputModelTest)
#include "tst_outputmodel.moc"
