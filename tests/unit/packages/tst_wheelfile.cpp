// SPDX-License-Identifier: MIT
#include "packages/packagelimits.h"
#include "packages/wheelfile.h"
#include "wheelbuilder.h"

#include <QDirIterator>
#include <QTest>

using namespace glovebox;
using namespace glovebox::packages;
using namespace Qt::StringLiterals;

namespace {

const QString demo = wheelFileName("demo", "1.0");

ZipBuilder honest()
{
    ZipBuilder zip;
    zip.add("demo.py", "x = 1\n");
    zip.add("demo-1.0.dist-info/METADATA", metadataFor("demo", "1.0", {"lib>=1"}));
    return zip;
}

// One more member makes the wheel unusable, for a reason that is said.
bool isRefused(const ZipBuilder::Member &member, const QString &why)
{
    ZipBuilder zip = honest();
    zip.add(member);
    const auto facts = inspectWheel(zip.bytes(), demo);
    return !facts && facts.error().code == ErrorCode::Corrupt && facts.error().text.contains(why);
}

} // namespace

class TestWheelFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWheelSaysWhatItIs();
    void everyBundledWheelIsReadable();
    void fileNamesAreThoseOfPep427_data();
    void fileNamesAreThoseOfPep427();
    void namesThatLeaveTheFolderAreRefused_data();
    void namesThatLeaveTheFolderAreRefused();
    void linksAndDevicesAreRefused();
    void twoFilesOfOneNameAreRefused();
    void anArchiveThatTwoReadersWouldReadDifferentlyIsRefused();
    void aBombIsRefused();
    void aSizeThatLiesIsRefused();
    void anArchiveThatWasCutIsRefused();
    void anotherPackageThanItsNameSaysIsRefused();
    void theDescriptionIsLeftOut();
};

void TestWheelFile::aWheelSaysWhatItIs()
{
    const auto facts = inspectWheel(honest().bytes(), demo);
    QVERIFY2(facts, qPrintable(facts ? QString() : facts.error().text));
    QCOMPARE(facts->name, u"demo"_s);
    QCOMPARE(facts->version, u"1.0"_s);
    QCOMPARE(facts->files, 2);
    QVERIFY(facts->metadata.contains("Requires-Dist: lib>=1\n"));
}

void TestWheelFile::everyBundledWheelIsReadable()
{
    int count = 0;
    for (QDirIterator it(QStringLiteral(GLOVEBOX_ASSETS_DIR "/pyodide"), {u"*.whl"_s});
         it.hasNext();) {
        QFile file(it.next());
        if (file.size() > packages::limits::MiB) // a big one takes as long as all the small ones
            continue;
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto facts = inspectWheel(file.readAll(), it.fileName());
        QVERIFY2(facts, qPrintable(facts ? QString() : facts.error().text));
        ++count;
    }
    QVERIFY(count > 30);
}

void TestWheelFile::fileNamesAreThoseOfPep427_data()
{
    QTest::addColumn<QString>("fileName");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain") << u"Zope.Interface-6.0-py3-none-any.whl"_s
                           << u"zope-interface 6.0 any"_s;
    QTest::newRow("build tag") << u"a-1-2-py3-none-any.whl"_s << u"a 1 any"_s;
    QTest::newRow("no wheel") << u"a-1.tar.gz"_s << QString();
    QTest::newRow("too few parts") << u"a-1-any.whl"_s << QString();
    QTest::newRow("a path") << u"../a-1-py3-none-any.whl"_s << QString();
    QTest::newRow("too long") << QString(300, u'a') + u"-1-py3-none-any.whl"_s << QString();
}

void TestWheelFile::fileNamesAreThoseOfPep427()
{
    QFETCH(QString, fileName);
    QFETCH(QString, expected);
    const auto name = wheelName(fileName);
    QCOMPARE(name ? name->name + u' ' + name->version + u' ' + name->platform : QString(),
             expected);
}

void TestWheelFile::namesThatLeaveTheFolderAreRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"../evil.py", "a/../../evil.py", "/etc/passwd", "a\\..\\evil.py",
                             "C:evil.py", "a//b", "./a", "a\nb", "\xff\xfe", ""})
        QTest::newRow(QByteArray(name).toPercentEncoding().constData()) << QByteArray(name);
}

void TestWheelFile::namesThatLeaveTheFolderAreRefused()
{
    QFETCH(QByteArray, name);
    QVERIFY(isRefused({.name = name, .content = "x"}, u"outside of its folder"_s));
    // Control: the same member under an honest name.
    ZipBuilder zip = honest();
    zip.add("a/evil.py", "x");
    QVERIFY(inspectWheel(zip.bytes(), demo));
}

void TestWheelFile::linksAndDevicesAreRefused()
{
    QVERIFY(isRefused({.name = "link", .content = "/etc", .mode = 0120777},
                      u"neither a file nor a folder"_s));
    QVERIFY(isRefused({.name = "pipe", .content = "", .mode = 0010644},
                      u"neither a file nor a folder"_s));
}

void TestWheelFile::twoFilesOfOneNameAreRefused()
{
    QVERIFY(isRefused({.name = "demo.py", .content = "evil"}, u"twice"_s));
}

void TestWheelFile::anArchiveThatTwoReadersWouldReadDifferentlyIsRefused()
{
    QVERIFY(isRefused({.name = "good.py", .content = "x", .localName = "evil.py"},
                      u"not those of its directory"_s));
    const QByteArray bytes = honest().bytes();
    QVERIFY(!inspectWheel(bytes + "something behind the end", demo));
    QVERIFY(!inspectWheel("something in front" + bytes, demo)); // every place is off by that much
}

void TestWheelFile::aBombIsRefused()
{
    // 40 KiB that say they are 900 MiB.
    QVERIFY(isRefused({.name = "bomb",
                       .content = QByteArray(40 * 1024, 'x'),
                       .declared = 900 * packages::limits::MiB,
                       .method = 8},
                      u"only a trap"_s));
    QVERIFY(isRefused({.name = "huge",
                       .content = QByteArray(packages::limits::MiB, 'x'),
                       .declared = 3 * packages::limits::GiB,
                       .method = 8},
                      u"unpacked it would be"_s));
}

void TestWheelFile::aSizeThatLiesIsRefused()
{
    QVERIFY(isRefused({.name = "stored", .content = "12345", .declared = 4}, u"two sizes"_s));
    // Of the one member that is unpacked here: a valid stream, longer than it says.
    ZipBuilder zip;
    const QByteArray text = metadataFor("demo", "1.0");
    const QByteArray deflated =
        qCompress(text).sliced(6).chopped(4); // Qt's length, zlib's header and trailer
    zip.add({.name = "demo-1.0.dist-info/METADATA",
             .content = deflated,
             .declared = text.size() - 10,
             .method = 8,
             .plain = text});
    QVERIFY(!inspectWheel(zip.bytes(), demo));
    // Control: the truth.
    ZipBuilder control;
    control.add({.name = "demo-1.0.dist-info/METADATA",
                 .content = deflated,
                 .declared = text.size(),
                 .method = 8,
                 .plain = text});
    const auto facts = inspectWheel(control.bytes(), demo);
    QVERIFY2(facts, qPrintable(facts ? QString() : facts.error().text));
}

void TestWheelFile::anArchiveThatWasCutIsRefused()
{
    const QByteArray bytes = honest().bytes();
    for (qsizetype size = 0; size < bytes.size(); ++size)
        QVERIFY2(!inspectWheel(bytes.first(size), demo), QByteArray::number(size).constData());
}

void TestWheelFile::anotherPackageThanItsNameSaysIsRefused()
{
    const auto facts = inspectWheel(honest().bytes(), u"other-1.0-py3-none-any.whl"_s);
    QVERIFY(!facts);
    QVERIFY(facts.error().text.contains(u"\"demo\""));
    const auto version = inspectWheel(honest().bytes(), wheelFileName("demo", "1.1"));
    QVERIFY(!version && version.error().text.contains(u"version \"1.0\""));
    // The same version may be written in several ways.
    for (const auto &[named, inside] :
         {std::pair("1", "1.0.0"), std::pair("1.0.0", "1"), std::pair("2021.4", "2021.04"),
          std::pair("1.0rc1", "v1.0-c1"), std::pair("1.0_post1", "1.0.post1"),
          std::pair("1.0_local.1", "1.0+local.1"), std::pair("1.0a2", "1.0.alpha.2")}) {
        ZipBuilder zip;
        zip.add(QByteArray("demo-") + named + ".dist-info/METADATA", metadataFor("demo", inside));
        QVERIFY2(inspectWheel(zip.bytes(), wheelFileName("demo", named)), inside);
    }
    for (const auto &[named, inside] : {std::pair("10", "1"), std::pair("1.0", "1.0rc1"),
                                        std::pair("1.0.1", "1.0"), std::pair("1.0a1", "1.0b1")}) {
        ZipBuilder zip;
        zip.add(QByteArray("demo-") + named + ".dist-info/METADATA", metadataFor("demo", inside));
        QVERIFY2(!inspectWheel(zip.bytes(), wheelFileName("demo", named)), inside);
    }
    ZipBuilder none;
    none.add("demo.py", "");
    QVERIFY(inspectWheel(none.bytes(), demo).error().text.contains(u"no metadata"));
}

void TestWheelFile::theDescriptionIsLeftOut()
{
    QCOMPARE(metadataHeader("Name: a\r\nVersion: 1\r\n\r\nName: b\r\n"), "Name: a\nVersion: 1\n");
    QCOMPARE(metadataHeader("Name: a\n"), "Name: a\n");
}

QTEST_GUILESS_MAIN(TestWheelFile)
#include "tst_wheelfile.moc"
