// SPDX-License-Identifier: MIT
// Ways out of Python, in the product as it is: no name is given back here.
#include "families.h"

#include "box.h"

namespace glovebox::hostile {

namespace {

struct Row
{
    const char *name;
    QByteArray code;       // prints REACHED when it reaches its aim
    bool controlIsOpen;    // the control: the same code in an interpreter whose layers are off
    const char *host = ""; // else: a file that this process can read, so that it exists
};

const QList<Row> &rows()
{
    const auto evaluating = [](const QByteArray &how) {
        return QByteArray(
            "import js, pyodide_js\nfrom pyodide.code import run_js\ntry:\n    value = " + how +
            "\n    print('REACHED' if value == 42 else value)\n"
            "except BaseException as error: print(type(error), error)\n");
    };
    const auto having = [](const QByteArray &name) {
        return QByteArray("import js\nprint('REACHED' if getattr(js, '" + name +
                          "', None) is not None else 'nothing')\n");
    };
    const auto reading = [](const QByteArray &path) {
        return QByteArray("try:\n    print('REACHED', open('" + path +
                          "', 'rb').read(100))\n"
                          "except OSError as error: print(error)\n");
    };
    static const QList<Row> all{
        {"run_js", evaluating("run_js('6 * 7')"), true},
        {"eval", evaluating("js.eval('6 * 7')"), true},
        {"Function", evaluating("js.Function.new('return 6 * 7')()"), true},
        {"constructor.constructor",
         evaluating("js.Object.constructor.constructor('return 6 * 7')()"), true},
        {"a constructor of Pyodide's own objects",
         evaluating("pyodide_js.runPython.constructor.constructor('return 6 * 7')()"), true},
        {"fetch", having("fetch"), true},
        {"XMLHttpRequest", having("XMLHttpRequest"), true},
        {"WebSocket", having("WebSocket"), true},
        {"Worker", having("Worker"), true},
        {"indexedDB", having("indexedDB"), true},
        {"BroadcastChannel", having("BroadcastChannel"), true},
        {"the environment of the first process", reading("/proc/self/environ"), false,
         "/proc/self/environ"},
        {"the list of accounts", reading("/etc/passwd"), false, "/etc/passwd"},
        {"the program's own files", reading("/proc/self/exe"), false, "/proc/self/exe"},
        {"the host's name", reading("/proc/sys/kernel/hostname"), false,
         "/proc/sys/kernel/hostname"},
    };
    return all;
}

} // namespace

class tst_python final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void reachesNothing_data();
    void reachesNothing();
    void seesNoFileOfAnotherSession();

private:
    std::unique_ptr<Box> m_product;
    SessionRef m_session;
    SessionRef m_openSession;
};

void tst_python::initTestCase()
{
    Box::Options options;
    options.allowRoot = false;
    m_product = std::make_unique<Box>(options);
    m_session = m_product->newSession();
    m_openSession = sharedOpenBox().newSession();
}

void tst_python::reachesNothing_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < rows().size(); ++i)
        QTest::newRow(rows().at(i).name) << i;
}

void tst_python::reachesNothing()
{
    QFETCH(int, index);
    const Row &row = rows().at(index);
    const QByteArray said = m_product->python(m_session, row.code);
    QVERIFY2(!said.contains("REACHED"), said.constData());
    if (row.controlIsOpen) {
        const QByteArray open = sharedOpenBox().python(m_openSession, row.code);
        QVERIFY2(open.contains("REACHED"), open.constData());
    } else {
        QVERIFY(!contents(QString::fromLatin1(row.host)).isEmpty());
    }
    shown("python");
}

void tst_python::seesNoFileOfAnotherSession()
{
    const SessionRef other = m_product->newSession();
    const QByteArray read = "for name in ('/session/kept', '/tmp/kept'):\n"
                            "    try: print(open(name).read())\n"
                            "    except OSError as error: print(type(error).__name__)\n";
    m_product->python(m_session, "for name in ('/session/kept', '/tmp/kept'):\n"
                                 "    open(name, 'w').write('secret')\n");
    QCOMPARE(m_product->python(other, read), "FileNotFoundError\nFileNotFoundError\n");
    QCOMPARE(m_product->python(m_session, read), "secret\nsecret\n");
    shown("python");
}

std::unique_ptr<QObject> makePython()
{
    return std::make_unique<tst_python>();
}

} // namespace glovebox::hostile

#include "python.moc"
