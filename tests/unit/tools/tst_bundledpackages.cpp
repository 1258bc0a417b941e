// SPDX-License-Identifier: MIT
#include "tools/bundledpackages.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace glovebox;
using namespace glovebox::tools;

class TestBundledPackages : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        write(u"pyodide-lock.json"_s,
              R"({"info":{},"packages":{
                "scikit-learn":{"name":"scikit-learn","version":"1.8.0","sha256":"aa","file_name":"s.whl",
                                "imports":["sklearn"],"depends":["numpy"],"package_type":"package"},
                "numpy":{"name":"numpy","version":"2.4.3","sha256":"bb","file_name":"n.whl",
                         "imports":["numpy"],"depends":[],"package_type":"package"},
                "absent":{"name":"absent","version":"1","sha256":"cc","file_name":"absent.whl",
                          "imports":["absent"],"depends":[],"package_type":"package"}}})");
        write(u"s.whl"_s, "x");
        write(u"n.whl"_s, "x");
    }

    void findsByAnyNameAndByModule()
    {
        const BundledPackages packages(m_folder.path());
        for (const QString &name : {u"scikit-learn"_s, u"Scikit_Learn"_s, u"sklearn"_s}) {
            const BundledPackage *found = packages.find(name);
            QVERIFY2(found, qPrintable(name));
            QCOMPARE(found->version, u"1.8.0"_s);
        }
    }

    void hasOnlyWhatIsReallyThere()
    {
        const BundledPackages packages(m_folder.path());
        QCOMPARE(packages.all().size(), 2);
        QVERIFY(!packages.find(u"absent"_s));
    }

    void pinsEachOnceWithItsHash()
    {
        const BundledPackages packages(m_folder.path());
        const auto pins = packages.pins({u"sklearn"_s, u"numpy"_s, u"scikit-learn"_s});
        QVERIFY(pins);
        QCOMPARE(*pins, (QList<PackagePin>{{u"scikit-learn"_s, u"1.8.0"_s, u"aa"_s},
                                           {u"numpy"_s, u"2.4.3"_s, u"bb"_s}}));
    }

    void namesEveryOneThatIsNotBundled()
    {
        const BundledPackages packages(m_folder.path());
        const auto pins = packages.pins({u"fastapi"_s, u"numpy"_s, u"torch==2"_s});
        QVERIFY(!pins);
        QVERIFY(pins.error().code == ErrorCode::NotFound);
        QVERIFY(pins.error().text.contains(u"fastapi"));
        QVERIFY(pins.error().text.contains(u"torch==2"));
        QVERIFY(!pins.error().text.contains(u"\"numpy\""));
    }

    void aMissingLockLeavesItEmpty()
    {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"no list of packages"_s));
        QVERIFY(BundledPackages(u"/no/such/folder"_s).all().isEmpty());
    }

private:
    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
};

QTEST_GUILESS_MAIN(TestBundledPackages)
#include "tst_bundledpackages.moc"
