// SPDX-License-Identifier: MIT
// Wheels that were made to do harm. The aim: a file outside of what a wheel may write, another
// package's or the interpreter's own code, memory, or a word of trust that is not theirs. Each goes
// two ways: through the program's look at archives, and, as if that had let it pass, into a sealed
// session through the worker's own installer. The control: the same bytes, unpacked in a session of
// the same kind by a few lines that trust them.
#include "families.h"

#include "box.h"
#include "packages/wheelfile.h"
#include "tests/unit/packages/wheelbuilder.h"

#include <QCryptographicHash>

namespace glovebox::hostile {

namespace {

QString hashOf(const QByteArray &bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

// Gives out the wheels that a test put there, whatever they are.
class WheelCalls final : public sandbox::HostCalls
{
public:
    QFuture<Frame> call(const sandbox::HostCallContext &, const Frame &request) override
    {
        const auto wheel = wheels.constFind(request.header[u"sha256"].toString());
        if (wheel == wheels.constEnd())
            return QtFuture::makeReadyValueFuture(sandbox::failedCall(u"EACCES"_s, u"not there"_s));
        Frame answer{{{u"v"_s, 1}, {u"ok"_s, true}}, {}};
        if (request.header[u"op"].toString() == u"pkg.wheel")
            answer.header.insert(u"size"_s, wheel->size());
        else
            answer.body = wheel->mid(request.header[u"offset"].toInteger(),
                                     request.header[u"length"].toInteger());
        return QtFuture::makeReadyValueFuture(answer);
    }
    void runBegins(const sandbox::HostCallContext &) override {}
    void runEnded(const sandbox::HostCallContext &) override {}

    QHash<QString, QByteArray> wheels; // by hash
};

// Unpacks `data` as somebody would who thinks no harm.
const QByteArray trusting = R"(
import base64, importlib, io, os, stat, sys, sysconfig, zipfile
site = '/' + sysconfig.get_paths()['purelib'].lstrip('/')
with zipfile.ZipFile(io.BytesIO(base64.b64decode(data))) as archive:
    for item in archive.infolist():
        inside = item.filename
        if '.data/data/' in inside:
            path = '/' + inside.partition('.data/data/')[2]
        else:
            path = os.path.join(site, inside)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if stat.S_ISLNK(item.external_attr >> 16):
            os.symlink(archive.read(item).decode(), path)
        else:
            with open(path, 'wb') as file:
                file.write(archive.read(item))
importlib.invalidate_caches()
)";

QByteArray asking(const QByteArray &condition)
{
    return "import importlib, importlib.metadata, os, sys, sysconfig\n"
           "site = '/' + sysconfig.get_paths()['purelib'].lstrip('/')\n"
           "try: print('REACHED' if " +
           condition +
           " else 'not reached')\n"
           "except Exception as error: print('not reached:', type(error).__name__, error)\n";
}

QByteArray isThere(const QByteArray &path)
{
    return asking("os.path.lexists('" + path + "')");
}

// Where the next import of `module` would come from.
QByteArray comesFromSite(const QByteArray &module)
{
    return asking("site in str(next(s for f in sys.meta_path if (s := f.find_spec('" + module +
                  "', None))).origin)");
}

struct Row
{
    const char *name;
    QByteArray package;                // whose name and version 1.0 the file has
    QList<ZipBuilder::Member> members; // beside METADATA, WHEEL and RECORD
    QByteArray aim;                    // prints REACHED when it is
    const char *refusal; // of the program's look at archives; empty: it is the session's affair
    QByteArray metadata = {};
    QByteArray record = {};
    QByteArray before = {}; // in both sessions, first
    QByteArray trust = {};  // in the control alone: what would have to be otherwise
    bool installs = true;   // false: for the program alone, whose session would take it
};

QByteArray deflated(const QByteArray &plain)
{
    return qCompress(plain, 9).sliced(6).chopped(4); // Qt's length, zlib's header and trailer
}

QList<Row> makeRows()
{
    const QByteArray zeros(64 * limits::MiB, '\0');
    const QByteArray info = "gbx_record-1.0.dist-info/";
    return {
        {"a path that leaves its folder",
         "gbx_slip",
         {{.name = "../../../slipped", .content = "x"}},
         isThere("/slipped"),
         "outside of its folder"},
        {"an absolute path",
         "gbx_absolute",
         {{.name = "/absolute", .content = "x"}},
         isThere("/absolute"),
         "outside of its folder"},
        {"a link, and a file behind it",
         "gbx_link",
         {{.name = "gbx_way", .content = "/tmp", .mode = 0120777},
          {.name = "gbx_way/planted-by-link", .content = "x"}},
         isThere("/tmp/planted-by-link"),
         "neither a file nor a folder"},
        {"almost nothing that becomes much",
         "gbx_bomb",
         {{.name = "gbx_bomb.bin",
           .content = deflated(zeros),
           .declared = zeros.size(),
           .method = 8,
           .plain = zeros}},
         asking("os.path.getsize(site + '/gbx_bomb.bin') > 50_000_000"),
         "only a trap",
         {},
         {},
         {},
         {},
         false},
        {"the metadata of another package",
         "gbx_other",
         {},
         asking("'gbx_trusted' in [d.name for d in importlib.metadata.distributions()]"),
         "gbx-trusted",
         metadataFor("gbx_trusted", "1.0")},
        {"the metadata of another version",
         "gbx_version",
         {},
         asking("importlib.metadata.version('gbx_version') == '9.0'"),
         "9.0",
         metadataFor("gbx_version", "9.0")},
        {"metadata without end",
         "gbx_huge",
         {},
         asking("len(importlib.metadata.distribution('gbx_huge').read_text('METADATA')) > 600_000"),
         "is larger than",
         metadataFor("gbx_huge", "1.0") + QByteArray(600 * limits::KiB, 'x'),
         {},
         {},
         {},
         false},
        {"a record with files of others",
         "gbx_record",
         {},
         "import _glovebox.wheels as w\nw.uninstall('gbx_record')\n" +
             asking("not os.path.exists('/session/precious')"),
         "",
         {},
         "../../../../session/precious,,\n" + info + "METADATA,,\n" + info + "WHEEL,,\n" + info +
             "RECORD,,\n",
         "open('/session/precious', 'w').close()\n"},
        {"another package's module",
         "gbx_thief",
         {{.name = "gbx_victim.py", .content = "REACHED"}},
         "import sysconfig\nprint(open(sysconfig.get_paths()['purelib'] + "
         "'/gbx_victim.py').read())\n",
         ""},
        {"a module of the library",
         "gbx_library",
         {{.name = "json/__init__.py", .content = ""}},
         comesFromSite("json"),
         "",
         {},
         {},
         {},
         "sys.path.insert(0, site)\n"},
        {"the library itself, as data",
         "gbx_data",
         {{.name = "gbx_data-1.0.data/data/lib/python3.14/planted.py", .content = "x"}},
         isThere("/lib/python3.14/planted.py"),
         ""},
        {"a folder of the session, as data",
         "gbx_session",
         {{.name = "gbx_session-1.0.data/data/session/planted", .content = "x"}},
         isThere("/session/planted"),
         ""},
        {"our own modules",
         "gbx_ours",
         {{.name = "_glovebox/__init__.py", .content = ""}},
         comesFromSite("_glovebox"),
         "",
         {},
         {},
         {},
         "sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != 'MemoryLoader']\n"},
        {"a line that runs by itself",
         "gbx_pth",
         {{.name = "gbx_pth.pth", .content = "import os; os.mkdir('/tmp/by-pth')\n"}},
         isThere("/tmp/by-pth"),
         "",
         {},
         {},
         {},
         "import site as s\ns.addsitedir(site)\n"},
        {"a module that runs by itself",
         "gbx_custom",
         {{.name = "sitecustomize.py", .content = "import os; os.mkdir('/tmp/by-custom')\n"}},
         isThere("/tmp/by-custom"),
         "",
         {},
         {},
         {},
         "import sitecustomize\n"},
        {"an entry point",
         "gbx_entry",
         {{.name = "gbx_entry.py", .content = "import os; os.mkdir('/tmp/by-entry')\n"},
          {.name = "gbx_entry-1.0.dist-info/entry_points.txt",
           .content = "[gbx.plugins]\nevil = gbx_entry\n"}},
         isThere("/tmp/by-entry"),
         "",
         {},
         {},
         {},
         "[e.load() for e in importlib.metadata.entry_points(group='gbx.plugins')]\n"},
    };
}

const QList<Row> &rows()
{
    static const QList<Row> all = makeRows();
    return all;
}

QByteArray bytesOf(const Row &row)
{
    const QByteArray info = row.package + "-1.0.dist-info/";
    ZipBuilder zip;
    for (const ZipBuilder::Member &member : row.members)
        zip.add(member);
    zip.add(info + "METADATA",
            row.metadata.isEmpty() ? metadataFor(row.package, "1.0") : row.metadata);
    zip.add(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
    zip.add(info + "RECORD", row.record);
    return zip.bytes();
}

} // namespace

class tst_wheels final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void doesNoHarm_data();
    void doesNoHarm();
    void bytesThatAreOthersAreNotInstalled();
    void cleanupTestCase();

private:
    // What it printed on both streams, and what it raised.
    QByteArray run(const SessionRef &session, const QByteArray &code,
                   const QList<PackagePin> &packages = {});
    PackagePin offer(const QByteArray &bytes, const QString &name);

    Box &m_box = sealedBox();
    WheelCalls m_calls;
    SessionRef m_session;
    SessionRef m_trusting;
};

void tst_wheels::initTestCase()
{
    m_box.calls.next = &m_calls;
    m_session = m_box.newSession();
    m_trusting = m_box.newSession();
    const PackagePin victim = offer(wheelBytes("gbx_victim", "1.0"), u"gbx_victim"_s);
    for (const SessionRef &session : {m_session, m_trusting})
        QCOMPARE(run(session, "import gbx_victim; print(gbx_victim.VERSION)", {victim}), "1.0\n");
}

void tst_wheels::cleanupTestCase()
{
    m_box.calls.next = nullptr;
}

PackagePin tst_wheels::offer(const QByteArray &bytes, const QString &name)
{
    m_calls.wheels.insert(hashOf(bytes), bytes);
    return {name, u"1.0"_s, hashOf(bytes)};
}

QByteArray tst_wheels::run(const SessionRef &session, const QByteArray &code,
                           const QList<PackagePin> &packages)
{
    ApprovalRecord record = m_box.record(m_box.now(session), code);
    record.reach.packages = packages;
    const RunId run(++m_box.lastRun);
    if (const auto submitted = m_box.submit(run, record); !submitted)
        return submitted.error().text.toUtf8();
    if (!QTest::qWaitFor([&] { return m_box.hasEnded(run); }, sandbox::test::patienceMs))
        return "it did not end";
    const auto &raised = m_box.facts(run).raised;
    return m_box.outputOf(run) + (raised ? raised->evalue.toUtf8() : QByteArray());
}

void tst_wheels::doesNoHarm_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < rows().size(); ++i)
        QTest::newRow(rows().at(i).name) << i;
}

void tst_wheels::doesNoHarm()
{
    QFETCH(int, index);
    const Row &row = rows().at(index);
    const QByteArray bytes = bytesOf(row);
    const auto facts = packages::inspectWheel(bytes, wheelFileName(row.package, "1.0"));
    const QString refusal = QString::fromLatin1(row.refusal);
    if (!refusal.isEmpty()) {
        QVERIFY(!facts);
        QVERIFY2(facts.error().text.contains(refusal), qPrintable(facts.error().text));
    } else {
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().text));
    }
    if (row.installs) {
        const PackagePin pin = offer(bytes, QString::fromLatin1(row.package));
        const QByteArray installed = run(m_session, row.before + "print('done')", {pin});
        const QByteArray said = run(m_session, row.aim);
        QVERIFY2(!said.isEmpty() && !said.contains("REACHED"),
                 QByteArray(installed + said).constData());
    }
    const QByteArray data = "data = '" + bytes.toBase64() + "'\n";
    const QByteArray unpacked = run(m_trusting, row.before + data + trusting + row.trust);
    const QByteArray control = run(m_trusting, row.aim);
    QVERIFY2(control.contains("REACHED"), QByteArray(unpacked + control).constData());
    shown("wheels");
}

void tst_wheels::bytesThatAreOthersAreNotInstalled()
{
    const QByteArray good = wheelBytes("gbx_swapped", "1.0");
    ZipBuilder zip;
    zip.add("gbx_swapped.py", "VERSION = 'REACHED'\n");
    zip.add("gbx_swapped-1.0.dist-info/METADATA", metadataFor("gbx_swapped", "1.0"));
    const PackagePin pin{u"gbx_swapped"_s, u"1.0"_s, hashOf(good)};
    const QByteArray code = "import gbx_swapped; print(gbx_swapped.VERSION)";
    m_calls.wheels.insert(hashOf(good), zip.bytes()); // in the place of those that were allowed
    const QByteArray said = run(m_session, code, {pin});
    QVERIFY2(said.contains("its hash is another") && !said.contains("REACHED"), said.constData());
    // Control: allowed by their own hash they are installed.
    const QByteArray control = run(m_trusting, code, {offer(zip.bytes(), u"gbx_swapped"_s)});
    QVERIFY2(control.contains("REACHED"), control.constData());
    shown("wheels");
}

std::unique_ptr<QObject> makeWheels()
{
    return std::make_unique<tst_wheels>();
}

} // namespace glovebox::hostile

#include "wheels.moc"
