// SPDX-License-Identifier: MIT
#include "base/frame.h"
#include "base/framewriter.h"
#include "base/limits.h"

#include <QTest>
#include <QtEndian>

#include <array>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace glovebox;
using namespace Qt::StringLiterals;

namespace {

QByteArray prefix(quint32 header, quint32 body)
{
    QByteArray bytes(8, Qt::Uninitialized);
    qToLittleEndian(header, bytes.data());
    qToLittleEndian(body, bytes.data() + 4);
    return bytes;
}

QList<Frame> someFrames()
{
    return {{{{u"type"_s, u"hello"_s}}},
            {{{u"type"_s, u"売上"_s}, {u"n"_s, 3}}, QByteArray("a\0b\xff", 4)},
            {{}, {}},
            {{{u"type"_s, u"stream"_s}}, QByteArray(70'000, 'x')}};
}

} // namespace

class TestFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsByteByByte();
    void readsInPieces_data();
    void readsInPieces();
    void refusesHostileLengths_data();
    void refusesHostileLengths();
    void refusesHeadersThatAreNoObject_data();
    void refusesHeadersThatAreNoObject();
    void staysBrokenAfterAnError();
    void holdsNothingBackAfterAWholeFrame();
    void writesWhatTheSocketTakesAndGivesTheRest();
    void decodesExactlyOne_data();
    void decodesExactlyOne();
};

void TestFrame::readsByteByByte()
{
    QByteArray bytes;
    for (const Frame &frame : someFrames().first(3))
        bytes += encode(frame);
    FrameReader reader;
    QList<Frame> frames;
    for (const char byte : std::as_const(bytes)) {
        const auto read = reader.feed(QByteArrayView(&byte, 1));
        QVERIFY(read);
        frames += *read;
    }
    QCOMPARE(frames, someFrames().first(3));
    QCOMPARE(reader.pending(), 0);
}

void TestFrame::readsInPieces_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {2, 3, 7, 8, 9, 1000, 65536, 1'000'000})
        QTest::addRow("%d bytes", size) << size;
}

void TestFrame::readsInPieces()
{
    QFETCH(int, size);
    QByteArray bytes;
    for (const Frame &frame : someFrames())
        bytes += encode(frame);
    FrameReader reader;
    QList<Frame> frames;
    for (qsizetype at = 0; at < bytes.size(); at += size) {
        const auto read = reader.feed(QByteArrayView(bytes).mid(at, size));
        QVERIFY(read);
        frames += *read;
    }
    QCOMPARE(frames, someFrames());
}

void TestFrame::refusesHostileLengths_data()
{
    QTest::addColumn<quint32>("header");
    QTest::addColumn<quint32>("body");
    QTest::addColumn<bool>("accepted");
    constexpr quint32 most = 0xffffffff;
    QTest::newRow("at the limits (control)") << quint32(100) << quint32(200) << true;
    QTest::newRow("header over its limit") << quint32(101) << quint32(0) << false;
    QTest::newRow("body over its limit") << quint32(2) << quint32(201) << false;
    QTest::newRow("largest header") << most << quint32(0) << false;
    QTest::newRow("largest body") << quint32(2) << most << false;
    QTest::newRow("both largest") << most << most << false;
    QTest::newRow("negative if signed") << quint32(0x80000000) << quint32(0x80000000) << false;
}

void TestFrame::refusesHostileLengths()
{
    QFETCH(quint32, header);
    QFETCH(quint32, body);
    QFETCH(bool, accepted);
    // The lengths alone must be enough: nothing is awaited or allocated for them.
    FrameReader reader(100, 200);
    const auto read = reader.feed(prefix(header, body));
    QCOMPARE(read.has_value(), accepted);
    if (accepted)
        QCOMPARE(reader.pending(), 8);
    else
        QVERIFY(read.error().code == ErrorCode::LimitExceeded);
}

void TestFrame::refusesHeadersThatAreNoObject_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("object (control)") << QByteArray("{\"v\":1}") << true;
    QTest::newRow("array") << QByteArray("[]") << false;
    QTest::newRow("number") << QByteArray("1") << false;
    QTest::newRow("nothing") << QByteArray() << false;
    QTest::newRow("cut") << QByteArray("{\"v\":") << false;
    QTest::newRow("trailing") << QByteArray("{}x") << false;
    QTest::newRow("not utf-8") << QByteArray("{\"v\":\"\xff\"}") << false;
    QTest::newRow("too deep") << QByteArray(5000, '[') + QByteArray(5000, ']') << false;
}

void TestFrame::refusesHeadersThatAreNoObject()
{
    QFETCH(QByteArray, header);
    QFETCH(bool, accepted);
    FrameReader reader;
    const auto read =
        reader.feed(QByteArray(prefix(static_cast<quint32>(header.size()), 0) + header));
    QCOMPARE(read.has_value(), accepted);
    if (!accepted)
        QVERIFY(read.error().code == ErrorCode::InvalidArgument);
}

void TestFrame::staysBrokenAfterAnError()
{
    FrameReader reader(100, 100);
    QVERIFY(!reader.feed(prefix(101, 0)));
    QVERIFY(!reader.feed(encode(someFrames().first())));
}

void TestFrame::holdsNothingBackAfterAWholeFrame()
{
    FrameReader reader;
    const QByteArray whole = encode(someFrames()[1]);
    const auto read = reader.feed(QByteArray(whole + whole.first(5)));
    QVERIFY(read);
    QCOMPARE(read->size(), 1);
    QCOMPARE(reader.pending(), 5);
    const auto rest = reader.feed(QByteArrayView(whole).mid(5));
    QVERIFY(rest);
    QCOMPARE(*rest, QList<Frame>{someFrames()[1]});
}

void TestFrame::decodesExactlyOne_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("accepted");
    const QByteArray one = encode(someFrames()[1]);
    QTest::newRow("one (control)") << one << true;
    QTest::newRow("none") << QByteArray() << false;
    QTest::newRow("cut") << one.chopped(1) << false;
    QTest::newRow("one byte more") << one + 'x' << false;
    QTest::newRow("two") << one + one << false;
}

void TestFrame::decodesExactlyOne()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, accepted);
    QCOMPARE(decodeSingle(bytes).has_value(), accepted);
}

void TestFrame::writesWhatTheSocketTakesAndGivesTheRest()
{
    std::array<int, 2> ends{};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    const Frame frame{{{u"type"_s, u"records"_s}}, QByteArray(limits::MiB, 'b')};
    const QByteArray head = encodeHead(frame.header, frame.body.size());
    QCOMPARE(head + frame.body, encode(frame));
    const std::array<QByteArrayView, 3> parts{head, QByteArrayView(), frame.body};
    const qint64 written = writeAtOnce(ends[0], parts);
    QVERIFY(written > 0);
    QVERIFY(written < head.size() + frame.body.size()); // nobody reads yet
    QCOMPARE(writeAtOnce(ends[0], parts), 0);
    QByteArray arrived(written, Qt::Uninitialized);
    for (qint64 done = 0; done < written;) {
        const auto got = ::read(ends[1], arrived.data() + done, size_t(written - done));
        QVERIFY(got > 0);
        done += got;
    }
    const auto whole = decodeSingle(QByteArray(arrived + restOf(parts, written)));
    QVERIFY(whole);
    QCOMPARE(*whole, frame);
    QCOMPARE(restOf(parts, head.size() + frame.body.size()), QByteArray());
    ::close(ends[1]);
    QCOMPARE(writeAtOnce(ends[0], parts), 0); // an error, without a signal
    ::close(ends[0]);
    QCOMPARE(writeAtOnce(-1, parts), 0);
}

QTEST_GUILESS_MAIN(TestFrame)
#include "tst_frame.moc"
