// SPDX-License-Identifier: MIT
#include "harness.h"

#include <QFile>
#include <QTimeZone>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace glovebox::sandbox::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

#define TRY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, patienceMs)

// What only the engine's own Chromium can show of Python as people write it: its stack, its clock,
// its way of ending. tests/js has the rest.
class tst_python final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answers_data();
    void answers();
    void endsRecursionInAnError_data();
    void endsRecursionInAnError();
    void tellsThatTheProgramEndedItself();
    void keepsWhatIsShown();
    void runsAFileAsAFile();

private:
    std::unique_ptr<Harness> m_box;
    SessionRef m_session;
};

void tst_python::initTestCase()
{
    m_box = std::make_unique<Harness>();
    m_box->timeout = 120s;
    m_session = m_box->session();
}

// As browsers call it: they give the one zone without an offset its shortest name.
static QString zoneOfTheHost()
{
    const QString id = QString::fromLatin1(QTimeZone::systemTimeZoneId());
    return id == u"Etc/UTC" ? u"UTC"_s : id;
}

void tst_python::answers_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("result");
    QTest::newRow("a magic and a command")
        << QByteArray("%matplotlib inline\nnames = !echo a b\nnames") << u"['a b']"_s;
    QTest::newRow("asyncio.run within a run")
        << QByteArray("import asyncio\nasyncio.run(asyncio.sleep(0.01, 7))") << u"7"_s;
    QTest::newRow("the time zone of the host")
        << QByteArray("import os\nos.environ['TZ']") << QString(u'\'' + zoneOfTheHost() + u'\'');
    QTest::newRow("a class's source")
        << QByteArray("import inspect\nclass A:\n    x = 1\ninspect.getsource(A)")
        << uR"('class A:\n    x = 1\n')"_s;
}

void tst_python::answers()
{
    QFETCH(QByteArray, code);
    const RunId run = m_box->submit(m_session, code);
    TRY(m_box->hasEnded(run));
    QVERIFY2(!m_box->facts(run).raised,
             m_box->facts(run).raised ? qPrintable(m_box->facts(run).raised->traceback.join(u'\n'))
                                      : "");
    QTEST(m_box->facts(run).result, "result");
}

void tst_python::endsRecursionInAnError_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("a function") << QByteArray("def f(n): return f(n + 1)\nf(0)");
    QTest::newRow("a function without a limit")
        << QByteArray("import sys\nsys.setrecursionlimit(10**6)\n"
                      "def f(n): return f(n + 1)\ntry: f(0)\nfinally: sys.setrecursionlimit(1000)");
    QTest::newRow("__repr__") << QByteArray(
        "class A:\n    def __repr__(self): return repr(self)\nrepr(A())");
    QTest::newRow("__getattr__") << QByteArray(
        "class A:\n    def __getattr__(self, n): return getattr(self, n + 'a')\nA().b");
}

void tst_python::endsRecursionInAnError()
{
    QFETCH(QByteArray, code);
    const RunId run = m_box->submit(m_session, code);
    TRY(m_box->hasEnded(run));
    QCOMPARE(m_box->facts(run).endReason, QString());
    QVERIFY(m_box->facts(run).raised.has_value());
    QCOMPARE(m_box->facts(run).raised->ename, u"RecursionError"_s);
    QCOMPARE(m_box->now(m_session), m_session);
}

void tst_python::tellsThatTheProgramEndedItself()
{
    const SessionRef session = m_box->session(u"ended"_s);
    const RunId run = m_box->submit(session, "import os\nprint('on')\nos._exit(3)");
    TRY(m_box->hasEnded(run));
    QCOMPARE(toString(m_box->facts(run).state), toString(RunState::Crashed));
    QVERIFY2(m_box->facts(run).endReason.contains(u"os._exit(3)"_s),
             qPrintable(m_box->facts(run).endReason));
    QCOMPARE(m_box->outputOf(run), "on\n");
    const RunId after = m_box->submit(m_box->now(session), "1 + 1");
    TRY(m_box->hasEnded(after));
    QCOMPARE(m_box->facts(after).result, u"2"_s);
}

void tst_python::keepsWhatIsShown()
{
    const RunId run = m_box->submit(m_session, R"(
from IPython.display import HTML, display
display(HTML("<p>Hello <b>you</b></p>"))
import matplotlib.pyplot as plt
from matplotlib.animation import FuncAnimation
fig, ax = plt.subplots()
line, = ax.plot([])
anim = FuncAnimation(fig, lambda i: line.set_data([0, i], [0, i]), frames=3)
plt.show()
)");
    TRY(m_box->hasEnded(run));
    const QList<event::Display> shown = m_box->facts(run).displays;
    QCOMPARE(shown.size(), 2);
    QCOMPARE(shown[0].mimeType, u"text/html"_s);
    QCOMPARE(shown[0].text, u"Hello you"_s);
    QFile page(shown[0].file);
    QVERIFY(page.open(QIODevice::ReadOnly));
    QCOMPARE(page.readAll(), "<p>Hello <b>you</b></p>");
    QCOMPARE(shown[1].mimeType, u"image/gif"_s);
    QCOMPARE(shown[1].pixels, QSize(640, 480));
    QFile gif(shown[1].file);
    QVERIFY(gif.open(QIODevice::ReadOnly));
    QVERIFY(gif.read(6) == "GIF89a");
}

void tst_python::runsAFileAsAFile()
{
    const RunId run(++m_box->lastRun);
    ApprovalRecord record = m_box->record(m_session, "import sys\n__name__, __file__, sys.argv");
    record.path = u"/mnt/data/a.py"_s;
    QVERIFY(m_box->submit(run, record));
    TRY(m_box->hasEnded(run));
    QCOMPARE(m_box->facts(run).result, u"('__main__', '/mnt/data/a.py', ['/mnt/data/a.py'])"_s);
}

QTEST_GUILESS_MAIN(tst_python)
#include "tst_python.moc"
