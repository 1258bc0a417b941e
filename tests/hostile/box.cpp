// SPDX-License-Identifier: MIT
#include "box.h"

#include <QDirIterator>

#include <cstdio>
#include <map>
#include <string>

namespace glovebox::hostile {

using namespace std::chrono_literals;
using sandbox::test::program;

namespace {

std::map<std::string, int> &counts()
{
    static std::map<std::string, int> all;
    return all;
}

void copyFolder(const QString &from, const QString &to)
{
    QDirIterator it(from, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        write(to + path.mid(from.size()), contents(path));
    }
}

void change(const QString &path, const QByteArray &before, const QByteArray &after)
{
    QByteArray text = contents(path);
    if (text.count(before) != 1)
        qFatal("%s is another than this test expects: adapt it", qPrintable(path));
    write(path, text.replace(before, after));
}

// The product's own worker and Python with the attacks in it.
QString makeRuntime(const QString &target)
{
    for (const QString &part : {u"/pyodide/worker"_s, u"/pyodide/python"_s, u"/resources/shell"_s})
        copyFolder(sandbox::test::runtime() + part, target + part);
    change(target + u"/pyodide/worker/harden.mjs"_s, "    for (const name of names.filter(",
           "    return;\n    for (const name of names.filter(");
    const QByteArray attack = contents(own(u"attack.mjs"_s));
    write(target + u"/pyodide/worker/attack.mjs"_s, attack);
    write(target + u"/resources/shell/attack.mjs"_s, attack);
    write(target + u"/pyodide/worker/attack-worker.mjs"_s, contents(own(u"attack-worker.mjs"_s)));
    change(target + u"/pyodide/worker/worker.mjs"_s, "import { serve } from \"./serve.mjs\";",
           "import \"./attack-worker.mjs\";\nimport { serve } from \"./serve.mjs\";");
    change(target + u"/resources/shell/shell.html"_s, "</body>",
           "<script type=\"module\" src=\"/attack.mjs\"></script></body>");
    // What a page must not get at: beside the folders, of no served type, behind a link.
    write(target + u"/secret.mjs"_s, "export const secret = 1;");
    write(target + u"/pyodide/worker/notes.txt"_s, "notes");
    QFile::link(target + u"/secret.mjs"_s, target + u"/pyodide/worker/link.mjs"_s);
    return target;
}

struct Place
{
    QTemporaryDir folder;
    QString runtime = makeRuntime(folder.filePath(u"runtime"_s));
    std::unique_ptr<Box> sealed;
    std::unique_ptr<Box> open;
};

std::unique_ptr<Place> &place()
{
    static std::unique_ptr<Place> one;
    if (!one)
        one = std::make_unique<Place>();
    return one;
}

// A box that replaced the layers of another one would be a program that changes them behind its
// back.
Box::Options common()
{
    Box::Options options;
    options.allowRoot = false;
    options.profile = place()->folder.filePath(u"profile"_s);
    options.runtime = place()->runtime;
    options.strayTime = 3s; // of the processor: no attempt is as long idle as this takes
    options.processorTime = &wantedTime;
    return options;
}

} // namespace

QByteArray Box::python(const SessionRef &session, const QByteArray &code)
{
    last = submit(now(session), code);
    const bool over = QTest::qWaitFor([this] { return hasEnded(last); }, sandbox::test::patienceMs);
    return over ? outputOf(last, StreamName::Stdout) : QByteArray("it did not end");
}

QJsonObject Box::attack(const SessionRef &session, const QJsonObject &order)
{
    const QByteArray said = python(session, calling("attack", order));
    return QJsonDocument::fromJson(said).object();
}

SessionRef Box::newSession()
{
    return session(u"s%1"_s.arg(++m_sessions));
}

void Box::closeSessions()
{
    for (const SessionStatus &session : pool.sessions())
        pool.close(session.ref.id, u"the next attempts have their own"_s);
}

Box &sealedBox()
{
    auto &box = place()->sealed;
    if (!box)
        box = std::make_unique<Box>(common());
    return *box;
}

std::unique_ptr<Box> openBox(const QString &layers, bool namespaces)
{
    Box::Options options = common();
    options.profile += u"-open-%1-%2"_s.arg(layers).arg(namespaces);
    options.engine = program(u"hostile-engine"_s);
    options.engineArguments = {u"--only="_s + layers};
    options.namespaces = namespaces;
    options.files = false;
    // With a layer gone the seals do not hold, and nothing would run.
    options.measure = [](qint64, qint64) { return SealStatus{SealStatus::Level::Sealed, {}}; };
    return std::make_unique<Box>(options);
}

Box &sharedOpenBox()
{
    auto &box = place()->open;
    if (!box)
        box = openBox();
    return *box;
}

void closeBoxes()
{
    place().reset();
}

QByteArray calling(const QByteArray &function, const QJsonObject &order)
{
    const QJsonArray literal{QString::fromUtf8(compact(order))};
    const QByteArray text = QJsonDocument(literal).toJson(QJsonDocument::Compact);
    return "import js, inspect\n"
           "answer = js." +
           function + "(" + text.sliced(1, text.size() - 2) +
           ")\n"
           "print(await answer if inspect.isawaitable(answer) else answer)\n";
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

void shown(const char *family)
{
    ++counts()[family];
}

int attemptsShown()
{
    int sum = 0;
    for (const auto &[family, count] : counts()) {
        std::printf("%-24s %3d attempts, each with its control\n", family.c_str(), count);
        sum += count;
    }
    std::printf("%-24s %3d\n", "together", sum);
    return sum;
}

// proc(5), "schedstat" of each thread: nanoseconds on a processor, and in the queue for one.
std::chrono::milliseconds wantedTime(qint64 pid)
{
    const QString tasks = u"/proc/%1/task"_s.arg(pid);
    qint64 wanted = 0;
    for (const QString &task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QList<QByteArray> fields = contents(tasks + u'/' + task + u"/schedstat"_s).split(' ');
        wanted += fields.value(0).toLongLong() + fields.value(1).toLongLong();
    }
    return std::chrono::milliseconds(wanted / 1'000'000);
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

void write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

QString own(const QString &name)
{
    return sandbox::test::folder("GLOVEBOX_HOSTILE_DIR", GLOVEBOX_SOURCE_DIR "/tests/hostile") +
           u'/' + name;
}

} // namespace glovebox::hostile
