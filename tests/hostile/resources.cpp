// SPDX-License-Identifier: MIT
// A session that takes all it can get. The aim: another session is harmed, or the engine. The
// control: a little of the same is given.
#include "families.h"

#include "box.h"

#include <QDir>

namespace glovebox::hostile {

class tst_resources final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void takesNoMoreMemoryThanItsSessionHas();
    void takesNoMoreDescriptorsThanItsPageMay();
    void makesNoMoreCallsThanAreAnswered();
    void writesNoMoreThanIsKept();
    void endsNobodyElseWithItself();
    void mapsNoMoreThanItsSessionMay();
    void cleanup();

private:
    qsizetype openFiles() const;
    bool othersAreWell();

    Box &m_box = sealedBox();
    SessionRef m_greedy;
    SessionRef m_other;
};

void tst_resources::init()
{
    m_box.timeout = std::chrono::seconds(60);
    m_greedy = m_box.newSession();
    m_other = m_box.newSession();
    QCOMPARE(m_box.python(m_other, "x = 6 * 7\nprint(x)"), "42\n");
}

void tst_resources::cleanup()
{
    m_box.closeSessions();
}

bool tst_resources::othersAreWell()
{
    return m_box.python(m_other, "print(x)") == "42\n" && m_box.now(m_other).epoch == m_other.epoch;
}

qsizetype tst_resources::openFiles() const
{
    return QDir(u"/proc/%1/fd"_s.arg(m_box.engine.facts()->pid))
        .entryList(QDir::Files | QDir::System)
        .size();
}

void tst_resources::takesNoMoreMemoryThanItsSessionHas()
{
    const QByteArray take = "try:\n    taken = bytearray(400 << 20)\n    print(len(taken) >> 20)\n"
                            "except MemoryError: print('MemoryError')\n";
    const SessionRef small = m_box.session(u"small"_s, 256 * limits::MiB);
    QCOMPARE(m_box.python(small, take), "MemoryError\n");
    QVERIFY(othersAreWell());
    QCOMPARE(m_box.python(m_greedy, take), "400\n"); // a session that may have it
    shown("resources");
}

void tst_resources::takesNoMoreDescriptorsThanItsPageMay()
{
    const QByteArray hoard = "import js\nprint(await js.hoard('/pyodide/pyodide.asm.wasm', %1))\n";
    const qsizetype before = openFiles();
    const qint64 given =
        m_box.python(m_greedy, QByteArray(hoard).replace("%1", "600")).trimmed().toLongLong();
    QVERIFY2(given < 600, QByteArray::number(given).constData());
    const qsizetype taken = openFiles() - before;
    QVERIFY2(taken < 400, QByteArray::number(taken).constData());
    QVERIFY(othersAreWell());
    // The engine still has descriptors for a page that comes now, and gives a few to each.
    const SessionRef late = m_box.newSession();
    QCOMPARE(m_box.python(late, QByteArray(hoard).replace("%1", "5")), "5\n");
    shown("resources");
}

void tst_resources::makesNoMoreCallsThanAreAnswered()
{
    QCOMPARE(m_box.python(m_greedy, "import js\nprint(await js.callFlood(3))\n"), "3\n");
    m_box.calls.calls.clear();
    m_box.python(m_greedy, "import js\nprint(await js.callFlood(3000))\n");
    QVERIFY(m_box.facts(m_box.last).state == RunState::Crashed ||
            m_box.facts(m_box.last).state == RunState::Killed);
    QVERIFY2(m_box.calls.calls.size() < 3000, "all of them were carried out");
    QVERIFY(othersAreWell());
    shown("resources");
}

void tst_resources::writesNoMoreThanIsKept()
{
    const QByteArray print = "line = 'x' * 1023 + '\\n'\nimport sys\n"
                             "for _ in range(%1): sys.stdout.write(line * 1024)\n";
    const RunId flood = m_box.submit(m_greedy, QByteArray(print).replace("%1", "300"));
    TRY(m_box.facts(flood).outputLength > 10 * limits::MiB);
    QVERIFY(othersAreWell()); // meanwhile
    TRY(m_box.hasEnded(flood));
    QVERIFY(m_box.facts(flood).outputLength <= limits::maxOutputBytesOnDisk + limits::MiB);
    m_box.python(m_greedy, QByteArray(print).replace("%1", "2"));
    QCOMPARE(m_box.outputOf(m_box.last).size(), 2 * limits::MiB);
    shown("resources");
}

void tst_resources::endsNobodyElseWithItself()
{
    // JavaScript's own heap, which ends the whole renderer.
    m_box.python(m_greedy, "import js\nkept = js.Array.new()\n"
                           "while True:\n    kept.push(js.Array.new(1 << 20).fill(0.5))\n");
    QVERIFY(m_box.facts(m_box.last).state == RunState::Crashed ||
            m_box.facts(m_box.last).state == RunState::Killed);
    QVERIFY(othersAreWell());
    QCOMPARE(m_box.python(m_greedy, "import js\nprint(js.Array.new(1 << 20).fill(0.5).length)\n"),
             "1048576\n");
    shown("resources");
}

void tst_resources::mapsNoMoreThanItsSessionMay()
{
    // Outside of Python's heap and of V8's, where nothing but the process itself has a limit. What
    // a session with more memory gets is refused to a small one, before the watchdog looks.
    const QByteArray take = "import js\nkept = []\ntry:\n"
                            "    for _ in range(20): kept.append(js.Uint8Array.new(128 << 20))\n"
                            "except BaseException as error: print(type(error).__name__)\n"
                            "print(len(kept))\n";
    const SessionRef small = m_box.session(u"smallest"_s, limits::minHeapBytes);
    m_box.python(small, take);
    const bool ended = m_box.facts(m_box.last).state != RunState::Complete;
    const QByteArray told = m_box.outputOf(m_box.last);
    QVERIFY2(ended || (told.contains("Exception") || told.contains("Error")), told.constData());
    QVERIFY(othersAreWell());
    QCOMPARE(m_box.python(m_greedy, take), "20\n"); // a session that may have it
    shown("resources");
}

std::unique_ptr<QObject> makeResources()
{
    return std::make_unique<tst_resources>();
}

} // namespace glovebox::hostile

#include "resources.moc"
