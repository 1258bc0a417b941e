// SPDX-License-Identifier: MIT
#include "tools/pathpattern.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace glovebox::tools;

class TestPathPattern : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matchesAsPathlibDoes_data()
    {
        QTest::addColumn<QString>("glob");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char *glob, const char *path, bool matches) {
            QTest::addRow("%s %s", glob, path)
                << QString::fromUtf8(glob) << QString::fromUtf8(path) << matches;
        };
        row("*.csv", "a.csv", true);
        row("*.csv", "deep/er/a.csv", true);
        row("*.csv", "a.csvx", false);
        row("data/*.csv", "data/a.csv", true);
        row("data/*.csv", "data/sub/a.csv", false);
        row("data/**/*.csv", "data/a.csv", true);
        row("data/**/*.csv", "data/x/y/a.csv", true);
        row("**", "x/y", true);
        row("?.txt", "ab.txt", false);
        row("?.txt", "表.txt", true);
        row("[ab].txt", "b.txt", true);
        row("[!ab].txt", "b.txt", false);
        row("[!ab].txt", "c.txt", true);
        row("[.txt", "[.txt", true);
        row("a+b(1).txt", "a+b(1).txt", true);
        row("売上*.xlsx", "2024/売上 合計.xlsx", true);
        row("*", "line\nbreak", true);
    }
    void matchesAsPathlibDoes()
    {
        QFETCH(QString, glob);
        QFETCH(QString, path);
        QFETCH(bool, matches);
        QCOMPARE(PathPattern(glob).matches(path), matches);
    }
};

QTEST_GUILESS_MAIN(TestPathPattern)
#include "tst_pathpattern.moc"
