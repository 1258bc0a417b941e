// SPDX-License-Identifier: MIT
#include "fakecontrols.h"
#include "ui/output/outputreader.h"

#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class OutputReaderTest : public QObject
{
    Q_OBJECT

    // Reads every page and puts them together again.
    static QString readAll(FakeControls &controls, const QByteArray &output, int *pages)
    {
        controls.output.insert(RunId(3), output);
        auto *reader = new OutputReader(controls, RunId(3), output.size());
        QStringList parts;
        *pages = reader->pages();
        for (int page = 0; page < reader->pages(); ++page) {
            QSignalSpy shown(reader, &OutputReader::shown);
            reader->showPage(page);
            if (!QTest::qWaitFor([&shown] { return !shown.isEmpty(); }))
                return u"page %1 did not come"_s.arg(page);
            parts.append(reader->view()->toPlainText());
        }
        delete reader;
        return parts.join(u'\n');
    }

private Q_SLOTS:
    void pagesTogetherAreTheWholeOutput_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("short lines") << QByteArray("a line of text");
        QTest::newRow("Japanese") << u"第1四半期の売上"_s.toUtf8();
        QTest::newRow("one byte") << QByteArray("x");
        QTest::newRow("empty lines") << QByteArray();
    }
    void pagesTogetherAreTheWholeOutput()
    {
        QFETCH(QByteArray, line);
        FakeControls controls;
        QByteArray output;
        QStringList lines;
        for (int number = 0; output.size() < 3 * OutputReader::pageBytes + 5000; ++number) {
            const QByteArray text = QByteArray::number(number) + ' ' + line;
            output += text + '\n';
            lines.append(QString::fromUtf8(text));
        }
        int pages = 0;
        QCOMPARE(readAll(controls, output, &pages), lines.join(u'\n'));
        QCOMPARE(pages, 4);
    }

    void readsNoMoreThanAPageAtATime()
    {
        FakeControls controls;
        const QByteArray output(100 * OutputReader::pageBytes, 'x');
        controls.output.insert(RunId(3), output);
        OutputReader reader(controls, RunId(3), output.size());
        QCOMPARE(reader.pages(), 100);
        QTRY_VERIFY(controls.bytesRead > 0);
        QVERIFY(controls.bytesRead <= OutputReader::pageBytes + OutputReader::slack + 1);
    }

    void coloursBecomePlainText()
    {
        FakeControls controls;
        int pages = 0;
        QCOMPARE(readAll(controls, "\x1b[31mred\x1b[0m\n 10%\r 90%\n", &pages), u"red\n 90%"_s);
        QCOMPARE(pages, 1);
    }
};

QTEST_MAIN(OutputReaderTest)
#include "tst_outputreader.moc"
