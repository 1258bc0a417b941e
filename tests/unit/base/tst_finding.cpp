// SPDX-License-Identifier: MIT
#include "base/finding.h"

#include <QJsonArray>
#include <QSet>
#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;

// Reports as values; what is read is not trusted to be well-formed.
class tst_finding final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void survivesStorage();
    void hasEachRuleOnce();
    void namesTheGroupsOfCodeBox();
    void refusesWhatIsNotWellFormed_data();
    void refusesWhatIsNotWellFormed();
    void coversNoUnknownKinds();
};

static FindingReport example()
{
    FindingReport report;
    report.state = FindingReport::State::Complete;
    report.findings = {{.rule = u"file-write"_s,
                        .severity = FindingSeverity::Note,
                        .line = 9,
                        .column = 5,
                        .endLine = 9,
                        .endColumn = 20,
                        .excerpt = u"open(\"/mnt/reports/売上.csv\", \"w\")"_s,
                        .arguments = {u"reports"_s, u"売上.csv"_s}}};
    report.files = {{u"reports"_s, u"売上.csv"_s, true}};
    report.packages = {u"xlsxwriter"_s};
    report.imports = {u"pandas"_s, u"xlsxwriter"_s};
    report.lines = 14;
    return report;
}

void tst_finding::survivesStorage()
{
    for (const FindingReport &report :
         {example(), FindingReport::notCode(), FindingReport::unavailable(u"It is gone."_s)}) {
        const auto back = FindingReport::fromJson(report.toJson());
        QVERIFY2(back, back ? "" : qPrintable(back.error().text));
        QCOMPARE(*back, report);
    }
}

void tst_finding::hasEachRuleOnce()
{
    QSet<QString> names;
    for (const FindingRule &rule : findingRules()) {
        QVERIFY2(!names.contains(rule.name), qPrintable(rule.name));
        names.insert(rule.name);
        QVERIFY(!rule.kind.isEmpty());
    }
}

void tst_finding::namesTheGroupsOfCodeBox()
{
    const QStringList five{u"jupyter_commands"_s, u"dangerous_builtins"_s, u"dangerous_imports"_s,
                           u"dangerous_patterns"_s, u"package_installation"_s};
    for (const QString &name : five) {
        const auto group = findingGroupFromString(name);
        QVERIFY(group);
        QCOMPARE(toString(*group), name);
        const auto rules = findingRules();
        QVERIFY(
            std::ranges::any_of(rules, [&](const FindingRule &r) { return r.group == *group; }));
    }
}

void tst_finding::refusesWhatIsNotWellFormed_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QJsonValue>("value");
    const auto row = [](const char *name, const char *field, const QJsonValue &value) {
        QTest::newRow(name) << QString::fromLatin1(field) << value;
    };
    row("no state", "state", QJsonValue());
    row("an unknown state", "state", u"fine"_s);
    row("findings that are no list", "findings", u"none"_s);
    row("files that are no list", "files", QJsonValue());
    row("a file that is a text", "files", QJsonArray{u"x"_s});
    row("a package of absurd length", "packages", QJsonArray{QString(201, u'x')});
    row("too many imports", "imports", QJsonArray::fromStringList(QStringList(201, u"a"_s)));
    row("an import that is a number", "imports", QJsonArray{1});
    row("a flag that is no flag", "network", 1);
    row("a flag that is missing", "reads_unknown", QJsonValue());
    row("a negative size", "lines", -1);
    row("finding: an unknown rule", "findings.rule", u"<b>bold</b>"_s);
    row("finding: an unknown severity", "findings.severity", u"terrible"_s);
    row("finding: line 0", "findings.line", 0);
    row("finding: an end before the beginning", "findings.end_line", 8);
    row("finding: a line that is a text", "findings.line", u"9"_s);
    row("finding: a column of absurd size", "findings.column", 1e12);
    row("finding: an excerpt of absurd length", "findings.excerpt", QString(121, u'x'));
    row("finding: an excerpt that is none", "findings.excerpt", 5);
    row("finding: too many arguments", "findings.arguments",
        QJsonArray::fromStringList(QStringList(5, u"a"_s)));
}

void tst_finding::refusesWhatIsNotWellFormed()
{
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    QJsonObject json = example().toJson();
    QVERIFY(FindingReport::fromJson(json)); // the control
    const auto set = [&value](QJsonObject &object, const QString &name) {
        QVERIFY(object.contains(name));
        if (value.isNull())
            object.remove(name);
        else
            object.insert(name, value);
    };
    if (field.startsWith(u"findings.")) {
        QJsonObject finding = json[u"findings"].toArray().first().toObject();
        set(finding, field.sliced(9));
        json.insert(u"findings"_s, QJsonArray{finding});
    } else {
        set(json, field);
    }
    QVERIFY(!FindingReport::fromJson(json));
}

void tst_finding::coversNoUnknownKinds()
{
    const FindingReport report = example();
    QCOMPARE(report.kindsOfNotes(), QStringList{u"file-write"_s});
    QVERIFY(hasNoNewKinds(report, {u"file-read"_s, u"file-write"_s}));
    QVERIFY(!hasNoNewKinds(report, {u"file-read"_s}));
    QVERIFY(!hasNoNewKinds(FindingReport(), {u"unknown"_s}));
    QVERIFY(!hasNoNewKinds(FindingReport::unavailable({}), {u"unknown"_s}));
    // What was allowed without having been read covers nothing.
    QVERIFY(!hasNoNewKinds(report, {u"file-write"_s, u"unknown"_s}));
}

QTEST_GUILESS_MAIN(tst_finding)
#include "tst_finding.moc"
