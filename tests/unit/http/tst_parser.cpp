// SPDX-License-Identifier: MIT
#include "http/requestparser.h"

#include <QTest>

using namespace glovebox;
using namespace glovebox::http;
using State = RequestParser::State;

class TestParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesARequestByteByByte_data();
    void takesARequestByteByByte();
    void refuses_data();
    void refuses();
    void takesAHeadOfExactlyTheLimit();
    void takesABodyOfExactlyTheLimit();
    void countsTheBodyOfChunks();
    void leavesTheNextRequest();
    void joinsRepeatedFields();
    void knowsWhetherToKeepAlive_data();
    void knowsWhetherToKeepAlive();
    void endsTooLongChunkHeads();

private:
    // Feeds all of it in pieces and answers with what was left over.
    static QByteArray feed(RequestParser &parser, QByteArray bytes, qsizetype piece,
                           qint64 maxBody = limits::maxBodyBytes);
};

QByteArray TestParser::feed(RequestParser &parser, QByteArray bytes, qsizetype piece,
                            qint64 maxBody)
{
    while (!bytes.isEmpty()) {
        const QByteArray part = bytes.left(piece);
        const qsizetype used = parser.feed(part);
        bytes = bytes.sliced(used);
        if (parser.state() == State::HeadDone)
            parser.expectBody(maxBody);
        if (parser.state() == State::Done || parser.state() == State::Failed)
            break;
        if (used == 0 && parser.state() == State::Head)
            break;
    }
    return bytes;
}

void TestParser::takesARequestByteByByte_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("GET") << QByteArray("GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n") << QByteArray();
    QTest::newRow("empty line first")
        << QByteArray("\r\nGET /mcp HTTP/1.1\r\nHost: a\r\n\r\n") << QByteArray();
    QTest::newRow("length")
        << QByteArray("POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
        << QByteArray("hello");
    QTest::newRow("zero length")
        << QByteArray("POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n") << QByteArray();
    QTest::newRow("chunks") << QByteArray("POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
                                          "chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n")
                            << QByteArray("hello");
    QTest::newRow("chunks and a trailer")
        << QByteArray("POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                      "5\r\nhello\r\n0\r\nX-After: 1\r\n\r\n")
        << QByteArray("hello");
    QTest::newRow("body with line ends")
        << QByteArray("POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n")
        << QByteArray("\r\n\r\n\r\n\r\n");
}

void TestParser::takesARequestByteByByte()
{
    QFETCH(QByteArray, bytes);
    for (const qsizetype piece : {qsizetype(1), qsizetype(2), qsizetype(3), bytes.size()}) {
        RequestParser parser;
        QCOMPARE(feed(parser, bytes, piece), QByteArray());
        QVERIFY2(parser.state() == State::Done, qPrintable(parser.problem()));
        QTEST(parser.takeBody(), "body");
        QCOMPARE(parser.head().headers.value("HOST"), QByteArray("a"));
        QCOMPARE(parser.head().target, QByteArray("/mcp"));
    }
}

void TestParser::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    const auto post = [](const char *name, const char *rest, int status) {
        QTest::newRow(name) << QByteArray("POST /mcp HTTP/1.1\r\nHost: a\r\n") + rest << status;
    };
    post("two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", 400);
    post("the same length twice", "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400);
    post("the same length twice in one field", "Content-Length: 5, 5\r\n\r\nhello", 400);
    post("length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         400);
    post("chunks and length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
         400);
    post("negative length", "Content-Length: -1\r\n\r\n", 400);
    post("signed length", "Content-Length: +5\r\n\r\nhello", 400);
    post("hexadecimal length", "Content-Length: 0x5\r\n\r\nhello", 400);
    post("length beyond 64 bits", "Content-Length: 99999999999999999999\r\n\r\n", 400);
    post("empty length", "Content-Length: \r\n\r\n", 400);
    post("huge length", "Content-Length: 9223372036854775808\r\n\r\n", 413);
    post("length over the limit", "Content-Length: 4194305\r\n\r\n", 413);
    post("chunked twice", "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400);
    post("gzip before chunked", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400);
    post("unknown coding", "Transfer-Encoding: identity\r\n\r\n", 400);
    post("coding with a control character",
         "Transfer-Encoding: \x0b"
         "chunked\r\n\r\n0\r\n\r\n",
         400);
    post("bad chunk size", "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n", 400);
    post("negative chunk size", "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n", 400);
    post("chunk longer than said", "Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n",
         400);
    post("chunk of a terabyte", "Transfer-Encoding: chunked\r\n\r\nffffffffff\r\nx", 413);
    post("folded line", "X-A: b\r\n c\r\n\r\n", 400);
    post("folded with a tab", "X-A: b\r\n\tc\r\n\r\n", 400);
    post("blank before the colon", "Content-Length : 5\r\n\r\nhello", 400);
    post("no colon", "Content-Length\r\n\r\n", 400);
    post("two hosts", "Host: b\r\n\r\n", 400);
    post("bare LF", "X-A: b\nX-C: d\r\n\r\n", 400);
    QTest::newRow("no version") << QByteArray("GET /mcp\r\n\r\n") << 400;
    QTest::newRow("HTTP/2.0") << QByteArray("GET /mcp HTTP/2.0\r\nHost: a\r\n\r\n") << 505;
    QTest::newRow("blank in the target") << QByteArray("GET /m cp HTTP/1.1\r\n\r\n") << 505;
    QTest::newRow("binary") << QByteArray("\x16\x03\x01\x02\r\n\r\n") << 400;
    QTest::newRow("NUL in a value") << QByteArray("GET / HTTP/1.1\r\nHost: a") + '\0' + "b\r\n\r\n"
                                    << 400;
    QTest::newRow("129 fields") << "GET / HTTP/1.1\r\n" + QByteArray("X: y\r\n").repeated(129) +
                                       "\r\n"
                                << 431;
    QTest::newRow("64 KiB and a byte")
        << "GET / HTTP/1.1\r\nX: " + QByteArray(64 * 1024 + 1 - 23, 'x') + "\r\n\r\n"
        << 431;
    QTest::newRow("a line without end") << QByteArray(64 * 1024 + 1, 'x') << 431;
}

void TestParser::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    for (const qsizetype piece : {qsizetype(1), qsizetype(7), bytes.size()}) {
        RequestParser parser;
        feed(parser, bytes, piece);
        QCOMPARE(parser.state(), State::Failed);
        QCOMPARE(parser.status(), status);
        QVERIFY(!parser.problem().isEmpty());
        QVERIFY(!parser.keepAlive());
    }
}

void TestParser::takesAHeadOfExactlyTheLimit()
{
    const QByteArray bytes = "GET / HTTP/1.1\r\nX: " + QByteArray(64 * 1024 - 23, 'x') + "\r\n\r\n";
    QCOMPARE(bytes.size(), limits::maxHeaderBytes);
    RequestParser parser;
    feed(parser, bytes, 1000);
    QCOMPARE(parser.state(), State::Done);
}

void TestParser::takesABodyOfExactlyTheLimit()
{
    for (const int length : {10, 11}) {
        RequestParser parser;
        const QByteArray bytes =
            "POST / HTTP/1.1\r\nContent-Length: " + QByteArray::number(length) + "\r\n\r\n" +
            QByteArray(length, 'b');
        feed(parser, bytes, bytes.size(), 10);
        QCOMPARE(parser.state(), length == 10 ? State::Done : State::Failed);
    }
}

void TestParser::countsTheBodyOfChunks()
{
    for (const int chunks : {2, 3}) {
        RequestParser parser;
        const QByteArray bytes = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" +
                                 QByteArray("5\r\nhello\r\n").repeated(chunks) + "0\r\n\r\n";
        feed(parser, bytes, 1, 10);
        QCOMPARE(parser.state(), chunks == 2 ? State::Done : State::Failed);
        if (chunks == 3)
            QCOMPARE(parser.status(), 413);
    }
}

void TestParser::leavesTheNextRequest()
{
    const QByteArray next = "GET /next HTTP/1.1\r\n\r\n";
    for (const char *first :
         {"GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi",
          "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"}) {
        RequestParser parser;
        const QByteArray both = first + next;
        QCOMPARE(feed(parser, both, both.size()), next);
        QCOMPARE(parser.state(), State::Done);
    }
}

void TestParser::joinsRepeatedFields()
{
    RequestParser parser;
    feed(parser, "GET / HTTP/1.1\r\nOrigin: a\r\nORIGIN: b\r\n\r\n", 1000);
    QCOMPARE(parser.head().headers.value("origin"), QByteArray("a, b"));
}

void TestParser::knowsWhetherToKeepAlive_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("keep");
    QTest::newRow("1.1") << QByteArray("GET / HTTP/1.1\r\n\r\n") << true;
    QTest::newRow("close") << QByteArray("GET / HTTP/1.1\r\nConnection: close\r\n\r\n") << false;
    QTest::newRow("1.0") << QByteArray("GET / HTTP/1.0\r\n\r\n") << false;
    QTest::newRow("1.0 keep") << QByteArray("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                              << true;
}

void TestParser::knowsWhetherToKeepAlive()
{
    QFETCH(QByteArray, bytes);
    RequestParser parser;
    feed(parser, bytes, 1000);
    QCOMPARE(parser.state(), State::Done);
    QTEST(parser.keepAlive(), "keep");
}

void TestParser::endsTooLongChunkHeads()
{
    RequestParser parser;
    const QByteArray bytes =
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;x=" + QByteArray(100'000, 'y');
    feed(parser, bytes, 1000);
    QCOMPARE(parser.state(), State::Failed);
    QCOMPARE(parser.status(), 400);
}

QTEST_GUILESS_MAIN(TestParser)
#include "tst_parser.moc"
