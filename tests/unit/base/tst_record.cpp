// SPDX-License-Identifier: MIT
#include "base/record.h"

#include <QJsonArray>
#include <QTest>

#include <functional>

using namespace glovebox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

ApprovalRecord fullRecord()
{
    ApprovalRecord record;
    record.tool = u"run_python"_s;
    record.client = ClientId(u"c1"_s);
    record.session = {SessionId(u"s1"_s), 3};
    record.sessionName = u"etl"_s;
    record.code = "print('売上')";
    record.path = u"/mnt/sales/a.py"_s;
    record.standardInput = QByteArray("in\0put", 6);
    record.variables = {{u"LANG"_s, u"ja_JP.UTF-8"_s}};
    record.reach.mounts = {{u"sales"_s, MountMode::ReadOnly, u"/srv/sales"_s}};
    record.reach.packages = {{u"tqdm"_s, u"4.67"_s, u"aa"_s}};
    record.reach.limits = {60s, 1 << 30};
    record.runtime = u"ruby"_s;
    record.files = {{u"/a"_s, QByteArray("\xff\0x", 3)}};
    record.outputFiles = {u"/out"_s};
    return record;
}

} // namespace

Q_DECLARE_METATYPE(glovebox::Reach)

class TestRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesItsDigestWithEveryField_data();
    void changesItsDigestWithEveryField();
    void keepsItsDigest();
    void givesBackWhatWasStored_data();
    void givesBackWhatWasStored();
    void refusesAnUnknownMode();
    void tellsWhatIsWithin_data();
    void tellsWhatIsWithin();
};

void TestRecord::changesItsDigestWithEveryField_data()
{
    using Change = std::function<void(ApprovalRecord &)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("differs");
    const auto row = [](const char *name, const Change &change, bool differs = true) {
        QTest::newRow(name) << change << differs;
    };
    row("nothing (control)", [](ApprovalRecord &) {}, false);
    row("tool", [](ApprovalRecord &r) { r.tool = u"write_file"_s; });
    row("client", [](ApprovalRecord &r) { r.client = ClientId(u"c2"_s); });
    row("session", [](ApprovalRecord &r) { r.session.id = SessionId(u"s2"_s); });
    row("epoch", [](ApprovalRecord &r) { ++r.session.epoch; });
    row("session name", [](ApprovalRecord &r) { r.sessionName += u'x'; });
    row("code", [](ApprovalRecord &r) { r.code += ' '; });
    row("code, bytes that are no text", [](ApprovalRecord &r) { r.code += '\xff'; });
    row("code emptied", [](ApprovalRecord &r) { r.code.clear(); });
    row("path", [](ApprovalRecord &r) { r.path.clear(); });
    row("input", [](ApprovalRecord &r) { r.standardInput->append('x'); });
    row("input empty", [](ApprovalRecord &r) { r.standardInput = QByteArray(); });
    row("no input", [](ApprovalRecord &r) { r.standardInput.reset(); });
    row("variable's value", [](ApprovalRecord &r) { r.variables[u"LANG"_s] = u"C"_s; });
    row("variable added", [](ApprovalRecord &r) { r.variables[u"A"_s] = QString(); });
    row("variable removed", [](ApprovalRecord &r) { r.variables.clear(); });
    row("mount's name", [](ApprovalRecord &r) { r.reach.mounts[0].name = u"s"_s; });
    row("mount's mode", [](ApprovalRecord &r) { r.reach.mounts[0].mode = MountMode::Staged; });
    row("mount's folder", [](ApprovalRecord &r) { r.reach.mounts[0].hostPath = u"/"_s; });
    row("mount added", [](ApprovalRecord &r) { r.reach.mounts.append(r.reach.mounts[0]); });
    row("mount removed", [](ApprovalRecord &r) { r.reach.mounts.clear(); });
    row("package's name", [](ApprovalRecord &r) { r.reach.packages[0].name = u"t"_s; });
    row("package's version", [](ApprovalRecord &r) { r.reach.packages[0].version = u"5"_s; });
    row("package's hash", [](ApprovalRecord &r) { r.reach.packages[0].sha256 = u"bb"_s; });
    row("package removed", [](ApprovalRecord &r) { r.reach.packages.clear(); });
    row("time", [](ApprovalRecord &r) { r.reach.limits.timeout += 1s; });
    row("memory", [](ApprovalRecord &r) { r.reach.limits.heapBytes += 1; });
    row("runtime", [](ApprovalRecord &r) { r.runtime = u"php-cgi"_s; });
    row("no runtime", [](ApprovalRecord &r) { r.runtime.clear(); });
    row("file's name", [](ApprovalRecord &r) { r.files[0].name = u"/b"_s; });
    row("file's bytes", [](ApprovalRecord &r) { r.files[0].bytes += '\0'; });
    row("file added", [](ApprovalRecord &r) { r.files.append({u"/b"_s, {}}); });
    row("file removed", [](ApprovalRecord &r) { r.files.clear(); });
    row("file asked back", [](ApprovalRecord &r) { r.outputFiles[0] += u'x'; });
    row("no file asked back", [](ApprovalRecord &r) { r.outputFiles.clear(); });
}

void TestRecord::changesItsDigestWithEveryField()
{
    QFETCH(std::function<void(ApprovalRecord &)>, change);
    QFETCH(bool, differs);
    ApprovalRecord changed = fullRecord();
    change(changed);
    QCOMPARE(changed.digest() != fullRecord().digest(), differs);
}

void TestRecord::keepsItsDigest()
{
    QCOMPARE(fullRecord().digest().size(), 64);
    // sha256("abc"), so that the worker's own digest can be compared with it.
    QCOMPARE(sha256Hex("abc"),
             u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s);
    QCOMPARE(fullRecord().codeDigest(), sha256Hex(fullRecord().code));
    // Of records that were stored before there was anything but Python.
    ApprovalRecord python = fullRecord();
    python.runtime.clear();
    python.files.clear();
    python.outputFiles.clear();
    QCOMPARE(python.digest(),
             u"7b0a2d116802171438250e543defbb16a3afbf3c748475f42fd1b69e33c088ff"_s);
}

void TestRecord::givesBackWhatWasStored_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("text") << QByteArray("print('売上 🎉')\r\n");
    QTest::newRow("nul") << QByteArray("a\0b", 3);
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbfprint(1)");
    QTest::newRow("not utf-8") << QByteArray("\xff\xfe\x80");
    QTest::newRow("empty") << QByteArray("");
}

void TestRecord::givesBackWhatWasStored()
{
    QFETCH(QByteArray, code);
    ApprovalRecord record = fullRecord();
    record.code = code;
    const auto back = ApprovalRecord::fromJson(record.toJson());
    QVERIFY(back);
    QCOMPARE(*back, record);
    QCOMPARE(back->digest(), record.digest());
    record.standardInput.reset();
    QCOMPARE(ApprovalRecord::fromJson(record.toJson()).value(), record);
    record.standardInput = QByteArray("");
    QVERIFY(ApprovalRecord::fromJson(record.toJson())->standardInput.has_value());
}

void TestRecord::refusesAnUnknownMode()
{
    QJsonObject json = fullRecord().toJson();
    QJsonObject reach = json[u"reach"].toObject();
    QJsonArray mounts = reach[u"mounts"].toArray();
    QJsonObject mount = mounts[0].toObject();
    mount[u"mode"] = u"rwx"_s;
    mounts[0] = mount;
    reach[u"mounts"] = mounts;
    json[u"reach"] = reach;
    const auto read = ApprovalRecord::fromJson(json);
    QVERIFY(!read);
    QVERIFY(read.error().code == ErrorCode::Corrupt);
}

void TestRecord::tellsWhatIsWithin_data()
{
    QTest::addColumn<Reach>("asked");
    QTest::addColumn<bool>("within");
    Reach granted = fullRecord().reach;
    granted.mounts = {{u"a"_s, MountMode::ReadOnly, u"/a"_s},
                      {u"b"_s, MountMode::Staged, u"/b"_s},
                      {u"c"_s, MountMode::ReadWrite, u"/c"_s}};
    const auto row = [&granted](const char *name, bool within,
                                const std::function<void(Reach &)> &change) {
        Reach asked = granted;
        change(asked);
        QTest::newRow(name) << asked << within;
    };
    row("the same", true, [](Reach &) {});
    row("nothing at all", true, [](Reach &r) { r = {{}, {}, {1s, 1}}; });
    row("a mount less", true, [](Reach &r) { r.mounts.removeFirst(); });
    row("other order", true, [](Reach &r) { r.mounts.swapItemsAt(0, 2); });
    row("staged as read-only", true, [](Reach &r) { r.mounts[1].mode = MountMode::ReadOnly; });
    row("read-write as staged", true, [](Reach &r) { r.mounts[2].mode = MountMode::Staged; });
    row("read-write as read-only", true, [](Reach &r) { r.mounts[2].mode = MountMode::ReadOnly; });
    row("read-only as staged", false, [](Reach &r) { r.mounts[0].mode = MountMode::Staged; });
    row("read-only as read-write", false,
        [](Reach &r) { r.mounts[0].mode = MountMode::ReadWrite; });
    row("staged as read-write", false, [](Reach &r) { r.mounts[1].mode = MountMode::ReadWrite; });
    row("another name", false, [](Reach &r) { r.mounts[0].name = u"d"_s; });
    row("another folder", false, [](Reach &r) { r.mounts[0].hostPath = u"/a/x"_s; });
    row("a mount more", false,
        [](Reach &r) { r.mounts.append({u"d"_s, MountMode::ReadOnly, u"/d"_s}); });
    row("no package", true, [](Reach &r) { r.packages.clear(); });
    row("another version", false, [](Reach &r) { r.packages[0].version = u"5"_s; });
    row("another hash", false, [](Reach &r) { r.packages[0].sha256 = u"bb"_s; });
    row("a package more", false,
        [](Reach &r) { r.packages.append({u"rich"_s, u"14"_s, u"cc"_s}); });
    row("less time", true, [](Reach &r) { r.limits.timeout -= 1s; });
    row("more time", false, [](Reach &r) { r.limits.timeout += 1s; });
    row("less memory", true, [](Reach &r) { r.limits.heapBytes -= 1; });
    row("more memory", false, [](Reach &r) { r.limits.heapBytes += 1; });
}

void TestRecord::tellsWhatIsWithin()
{
    QFETCH(Reach, asked);
    QFETCH(bool, within);
    Reach granted = fullRecord().reach;
    granted.mounts = {{u"a"_s, MountMode::ReadOnly, u"/a"_s},
                      {u"b"_s, MountMode::Staged, u"/b"_s},
                      {u"c"_s, MountMode::ReadWrite, u"/c"_s}};
    QCOMPARE(isWithin(asked, granted), within);
}

QTEST_GUILESS_MAIN(TestRecord)
#include "tst_record.moc"
