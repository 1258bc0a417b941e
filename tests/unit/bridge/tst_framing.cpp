// SPDX-License-Identifier: MIT
#include "bridge/framing.h"

#include <QTest>

using namespace glovebox::bridge;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 limit = 100;
const QByteArray one = R"({"id":1,"text":"売上"})";
const QByteArray two = "{\n  \"id\": 2\n}";

QByteArrayList texts(const QList<MessageReader::Item> &items)
{
    QByteArrayList list;
    for (const MessageReader::Item &item : items)
        list.append(item.tooLong ? "too long"_ba : item.bytes);
    return list;
}

} // namespace

class TestFraming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splits_data();
    void splits();
    void answersInTheFramingOfTheLatestMessage();
    void writesBoth();
};

void TestFraming::splits_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArrayList>("messages");
    const QByteArray line(limit + 1, 'x');
    QTest::newRow("nothing") << QByteArray() << QByteArrayList();
    QTest::newRow("lines") << one + '\n' + one + '\n' << QByteArrayList{one, one};
    QTest::newRow("Windows lines") << one + "\r\n" + one + "\r\n" << QByteArrayList{one, one};
    QTest::newRow("empty lines") << "\n\n" + one + "\n\n" << QByteArrayList{one};
    QTest::newRow("byte order mark") << "\xef\xbb\xbf" + one + '\n' << QByteArrayList{one};
    QTest::newRow("headers") << framed(one, Framing::Headers) + framed(two, Framing::Headers)
                             << QByteArrayList{one, two};
    QTest::newRow("headers of a careless client")
        << "content-type: application/json\ncontent-LENGTH:  " + QByteArray::number(two.size()) +
               "\n\n" + two
        << QByteArrayList{two};
    QTest::newRow("both in turns") << one + '\n' + framed(two, Framing::Headers) + one + '\n'
                                   << QByteArrayList{one, two, one};
    QTest::newRow("headers without a length") << "Content-Type: x\r\n\r\n" + one + '\n'
                                              << QByteArrayList{"", one};
    QTest::newRow("two lengths") << "Content-Length: 1\r\nContent-Length: 2\r\n\r\n" + one + '\n'
                                 << QByteArrayList{"", one};
    QTest::newRow("a negative length") << "Content-Length: -1\r\n\r\n" + one + '\n'
                                       << QByteArrayList{"", one};
    QTest::newRow("a long line") << line + '\n' + one + '\n' << QByteArrayList{"too long", one};
    QTest::newRow("a long body") << framed(line, Framing::Headers) + one + '\n'
                                 << QByteArrayList{"too long", one};
    QTest::newRow("no JSON") << "hello\n" + one + '\n' << QByteArrayList{"hello", one};
}

// However the bytes are cut, the same messages come out.
void TestFraming::splits()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArrayList, messages);
    for (const qsizetype step : {qsizetype(1), qsizetype(7), qMax<qsizetype>(1, stream.size())}) {
        MessageReader reader(limit);
        QByteArrayList found;
        for (qsizetype at = 0; at < stream.size(); at += step)
            found += texts(
                reader.feed(QByteArrayView(stream).sliced(at, qMin(step, stream.size() - at))));
        QCOMPARE(found, messages);
    }
}

void TestFraming::answersInTheFramingOfTheLatestMessage()
{
    MessageReader reader(limit);
    QCOMPARE(reader.framing(), Framing::Lines);
    (void)reader.feed(framed(one, Framing::Headers));
    QCOMPARE(reader.framing(), Framing::Headers);
    (void)reader.feed(QByteArray(one + '\n'));
    QCOMPARE(reader.framing(), Framing::Lines);
}

void TestFraming::writesBoth()
{
    QCOMPARE(framed("{}", Framing::Lines), "{}\n"_ba);
    QCOMPARE(framed("{}", Framing::Headers), "Content-Length: 2\r\n\r\n{}"_ba);
}

QTEST_GUILESS_MAIN(TestFraming)
#include "tst_framing.moc"
