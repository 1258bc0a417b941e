// SPDX-License-Identifier: MIT
// Host calls for files, made past Python and its file system. The aim: bytes outside of the reach
// of the run are read or changed. The control: the same call for what is within the reach.
#include "families.h"

#include "box.h"
#include "mounts/filecalls.h"

#include <QProcess>
#include <QScopeGuard>

namespace glovebox::hostile {

namespace {

const QByteArray secret = "not within the reach";
const QByteArray ours = "within the reach";

// As the program joins the two.
class MountCalls final : public sandbox::HostCalls
{
public:
    explicit MountCalls(mounts::MountTable &table)
        : m_files(table)
    {
    }

    QFuture<Frame> call(const sandbox::HostCallContext &context, const Frame &request) override
    {
        return m_files.call({context.run, context.reach.mounts}, request);
    }
    void runBegins(const sandbox::HostCallContext &) override {}
    void runEnded(const sandbox::HostCallContext &context) override { m_files.endRun(context.run); }

private:
    mounts::FileCalls m_files;
};

struct Row
{
    const char *name;
    QString op;
    QJsonObject attack;
    QJsonObject control;
    // Of the attack, or, with `isControl`, of the control.
    bool (*reached)(const QString &folder, const QByteArray &said, bool isControl);
};

bool answered(const QString &, const QByteArray &said, bool)
{
    return said.startsWith("answered");
}

QJsonObject at(const QString &mount, const QString &path)
{
    return {{u"mount"_s, mount}, {u"path"_s, path}};
}

QJsonObject reading(const QString &mount, const QString &path)
{
    QJsonObject fields = at(mount, path);
    fields.insert(u"flags"_s, QJsonArray{u"read"_s});
    return fields;
}

QJsonObject writing(const QString &mount, const QString &path)
{
    QJsonObject fields = at(mount, path);
    fields.insert(u"flags"_s, QJsonArray{u"write"_s, u"create"_s});
    fields.insert(u"mode"_s, 0644);
    return fields;
}

const QList<Row> &rows()
{
    const QJsonObject own = reading(u"w"_s, u"own.txt"_s);
    const auto moved = [](const QString &to) {
        return QJsonObject{{u"mount"_s, u"w"_s}, {u"from"_s, u"moved.txt"_s}, {u"to"_s, to}};
    };
    const auto link = [](const QString &path, const QString &target) {
        return QJsonObject{{u"mount"_s, u"w"_s}, {u"path"_s, path}, {u"target"_s, target}};
    };
    static const QList<Row> all{
        {"a mount that is not within the reach", u"fs.open"_s, reading(u"other"_s, u"secret.txt"_s),
         own, answered},
        {"a mount that does not exist", u"fs.open"_s, reading(u".."_s, u"secret.txt"_s), own,
         answered},
        {"a path with dots", u"fs.open"_s, reading(u"w"_s, u"../other/secret.txt"_s), own,
         answered},
        {"a path with dots behind a folder", u"fs.open"_s,
         reading(u"w"_s, u"sub/../../other/secret.txt"_s), own, answered},
        {"an absolute path", u"fs.open"_s, reading(u"w"_s, u"/etc/passwd"_s), own, answered},
        {"a path with a null", u"fs.open"_s, reading(u"w"_s, u"own.txt\u0000/x"_s), own, answered},
        {"a link that leads out", u"fs.open"_s, reading(u"w"_s, u"leads-out"_s),
         reading(u"w"_s, u"stays-in"_s), answered},
        {"a folder link that leads out", u"fs.open"_s, reading(u"w"_s, u"folder-out/secret.txt"_s),
         reading(u"w"_s, u"sub/own.txt"_s), answered},
        {"the names behind a link", u"fs.readdir"_s, at(u"w"_s, u"folder-out"_s),
         at(u"w"_s, u"sub"_s), answered},
        {"a device", u"fs.open"_s, reading(u"w"_s, u"pipe"_s), own, answered},
        {"a link to an absolute path", u"fs.symlink"_s, link(u"new1"_s, u"/etc/passwd"_s),
         link(u"new2"_s, u"own.txt"_s), answered},
        {"a link that leads out, made anew", u"fs.symlink"_s,
         link(u"new3"_s, u"../other/secret.txt"_s), link(u"new4"_s, u"sub/own.txt"_s), answered},
        {"moving a file out", u"fs.rename"_s, moved(u"../other/moved.txt"_s),
         moved(u"sub/moved.txt"_s), answered},
        {"writing where one may only read", u"fs.open"_s, writing(u"r"_s, u"planted"_s),
         writing(u"w"_s, u"planted"_s),
         [](const QString &folder, const QByteArray &, bool isControl) {
             return QFile::exists(folder + (isControl ? u"/w/planted"_s : u"/r/planted"_s));
         }},
        {"removing where one may only read", u"fs.unlink"_s, at(u"r"_s, u"own.txt"_s),
         at(u"w"_s, u"removable.txt"_s),
         [](const QString &folder, const QByteArray &, bool isControl) {
             return !QFile::exists(folder + (isControl ? u"/w/removable.txt"_s : u"/r/own.txt"_s));
         }},
    };
    return all;
}

} // namespace

class tst_files final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void staysWithinTheReach_data();
    void staysWithinTheReach();
    void readsNoHandleOfAnEarlierRun();
    void readsNoHandleOfAnotherSession();
    void cleanupTestCase();

private:
    QByteArray call(const SessionRef &session, const QStringList &mounts, const QString &op,
                    const QJsonObject &fields, const QByteArray &then = {});
    RunId begin(const SessionRef &session, const QStringList &mounts, const QByteArray &code);

    Box &m_box = sealedBox();
    QTemporaryDir m_folder;
    std::unique_ptr<mounts::MountTable> m_table;
    std::unique_ptr<MountCalls> m_calls;
    SessionRef m_session;
};

void tst_files::initTestCase()
{
    const auto file = [this](const QString &name) { return m_folder.filePath(name); };
    write(file(u"other/secret.txt"_s), secret);
    for (const char *name :
         {"w/own.txt", "w/sub/own.txt", "w/moved.txt", "w/removable.txt", "r/own.txt"})
        write(file(QString::fromLatin1(name)), ours);
    QVERIFY(QFile::link(u"../other/secret.txt"_s, file(u"w/leads-out"_s)));
    QVERIFY(QFile::link(u"../other"_s, file(u"w/folder-out"_s)));
    QVERIFY(QFile::link(u"own.txt"_s, file(u"w/stays-in"_s)));
    QCOMPARE(QProcess::execute(u"mkfifo"_s, {file(u"w/pipe"_s)}), 0);
    m_table = std::make_unique<mounts::MountTable>(m_box.profile);
    for (const auto &[name, mode] :
         {std::pair(u"w"_s, MountMode::ReadWrite), std::pair(u"r"_s, MountMode::ReadOnly),
          std::pair(u"other"_s, MountMode::ReadWrite)}) {
        const auto added = m_table->add({.name = name, .hostPath = file(name), .mode = mode});
        QVERIFY2(added, added ? "" : qPrintable(added.error().text));
    }
    m_calls = std::make_unique<MountCalls>(*m_table);
    m_box.calls.next = m_calls.get();
    m_session = m_box.newSession();
}

RunId tst_files::begin(const SessionRef &session, const QStringList &mounts, const QByteArray &code)
{
    ApprovalRecord record = m_box.record(m_box.now(session), code);
    for (const MountReach &mount : m_table->reachFor(m_box.client)) {
        if (mounts.contains(mount.name))
            record.reach.mounts.append(mount);
    }
    const RunId run(++m_box.lastRun);
    const auto submitted = m_box.submit(run, record);
    if (!submitted)
        qWarning("%s", qPrintable(submitted.error().text));
    return run;
}

QByteArray tst_files::call(const SessionRef &session, const QStringList &mounts, const QString &op,
                           const QJsonObject &fields, const QByteArray &then)
{
    const QJsonObject order{{u"call"_s, QJsonObject{{u"op"_s, op}, {u"fields"_s, fields}}}};
    const RunId run = begin(session, mounts, calling("forge", order) + then);
    (void)QTest::qWaitFor([&] { return m_box.hasEnded(run); }, sandbox::test::patienceMs);
    return m_box.outputOf(run);
}

void tst_files::staysWithinTheReach_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < rows().size(); ++i)
        QTest::newRow(rows().at(i).name) << i;
}

void tst_files::staysWithinTheReach()
{
    QFETCH(int, index);
    const Row &row = rows().at(index);
    const QStringList reach{u"w"_s, u"r"_s};
    const QByteArray said = call(m_session, reach, row.op, row.attack);
    QVERIFY2(!said.isEmpty() && !row.reached(m_folder.path(), said, false), said.constData());
    const QByteArray control = call(m_session, reach, row.op, row.control);
    QVERIFY2(row.reached(m_folder.path(), control, true), control.constData());
    QCOMPARE(contents(m_folder.filePath(u"other/secret.txt"_s)), secret);
    shown("files");
}

static QByteArray readingHandle(qint64 handle)
{
    return calling("forge",
                   {{u"call"_s, QJsonObject{{u"op"_s, u"fs.read"_s},
                                            {u"fields"_s, QJsonObject{{u"handle"_s, handle},
                                                                      {u"offset"_s, 0},
                                                                      {u"length"_s, 100}}}}}});
}

static qint64 handleIn(const QByteArray &said)
{
    const QByteArray line = said.left(said.indexOf('\n'));
    const qsizetype begin = line.indexOf('{');
    const QJsonObject header =
        QJsonDocument::fromJson(line.sliced(begin, line.lastIndexOf('}') + 1 - begin)).object();
    return header[u"handle"].toInteger(-1);
}

void tst_files::readsNoHandleOfAnEarlierRun()
{
    const QByteArray opened =
        call(m_session, {u"w"_s}, u"fs.open"_s, reading(u"w"_s, u"own.txt"_s));
    const qint64 handle = handleIn(opened);
    QVERIFY2(handle >= 0, opened.constData());
    const RunId later = begin(m_session, {u"w"_s}, readingHandle(handle));
    TRY(m_box.hasEnded(later));
    QVERIFY2(!m_box.outputOf(later).contains(ours), m_box.outputOf(later).constData());
    // The control: within the run that opened it.
    const QByteArray same = call(m_session, {u"w"_s}, u"fs.open"_s, reading(u"w"_s, u"own.txt"_s),
                                 "import json\nhandle = json.loads(answer[answer.index('{'):"
                                 "answer.rindex('}') + 1])['handle']\n"
                                 "print(js.forge(json.dumps({'call': {'op': 'fs.read', 'fields': "
                                 "{'handle': handle, 'offset': 0, 'length': 100}}})))\n");
    QVERIFY2(same.contains(ours), same.constData());
    shown("files");
}

void tst_files::readsNoHandleOfAnotherSession()
{
    // Another session holds a file open that only it may read, and waits.
    const SessionRef other = m_box.newSession();
    const QJsonObject open{
        {u"call"_s, QJsonObject{{u"op"_s, u"fs.open"_s},
                                {u"fields"_s, reading(u"other"_s, u"secret.txt"_s)}}}};
    const RunId holding = begin(
        other, {u"other"_s}, calling("forge", open) + "import asyncio\nawait asyncio.sleep(60)\n");
    const auto stop = qScopeGuard([&] { m_box.pool.interrupt(holding); });
    TRY(m_box.outputOf(holding).contains("handle"));
    const qint64 handle = handleIn(m_box.outputOf(holding));
    QByteArray code = "print()\n";
    for (qint64 guess = 0; guess <= handle + 2; ++guess)
        code += readingHandle(guess);
    const RunId guessing = begin(m_session, {u"w"_s}, code);
    TRY(m_box.hasEnded(guessing));
    QVERIFY2(!m_box.outputOf(guessing).contains(secret), m_box.outputOf(guessing).constData());
    // The control: with that mount within its reach it reads those bytes.
    const QByteArray allowed =
        call(m_session, {u"other"_s}, u"fs.open"_s, reading(u"other"_s, u"secret.txt"_s),
             "import json\nhandle = json.loads(answer[answer.index('{'):"
             "answer.rindex('}') + 1])['handle']\n"
             "print(js.forge(json.dumps({'call': {'op': 'fs.read', 'fields': "
             "{'handle': handle, 'offset': 0, 'length': 100}}})))\n");
    QVERIFY2(allowed.contains(secret), allowed.constData());
    shown("files");
}

void tst_files::cleanupTestCase()
{
    m_box.closeSessions();
    m_box.calls.next = nullptr;
}

std::unique_ptr<QObject> makeFiles()
{
    return std::make_unique<tst_files>();
}

} // namespace glovebox::hostile

#include "files.moc"
