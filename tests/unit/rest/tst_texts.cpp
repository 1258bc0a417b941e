// SPDX-License-Identifier: MIT
// What other systems' clients send and are told, as values.
#include "bridge/hello.h"
#include "rest/about.h"
#include "rest/codeboxbodies.h"
#include "rest/javascripttext.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::rest;
using namespace Qt::StringLiterals;

class TestTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsAValueAsJavaScriptDoes_data()
    {
        QTest::addColumn<QString>("repr");
        QTest::addColumn<QString>("told");
        const auto row = [](const char *name, const QString &repr, const QString &told) {
            QTest::newRow(name) << repr << told;
        };
        row("None", {}, u"undefined"_s);
        row("true", u"True"_s, u"true"_s);
        row("false", u"False"_s, u"false"_s);
        row("int", u"42"_s, u"42"_s);
        row("whole float", u"-3.0"_s, u"-3"_s);
        row("float", u"3.5"_s, u"3.5"_s);
        row("nan", u"nan"_s, u"NaN"_s);
        row("string", u"'売上'"_s, u"売上"_s);
        row("quotes", uR"('it\'s "so"')"_s, u"it's \"so\""_s);
        row("double quotes", uR"("it's")"_s, u"it's"_s);
        row("escapes", uR"('a\n\t\\b\x07\u3042\U0001f600')"_s, u"a\n\t\\b\aあ😀"_s);
        row("tuple of strings", u"('a', 'b')"_s, u"('a', 'b')"_s);
        row("two literals", u"'a', 'b'"_s, u"'a', 'b'"_s);
        row("cut escape", uR"('\u30')"_s, uR"('\u30')"_s);
        row("list", u"[1, 'b']"_s, u"[1, 'b']"_s);
        row("bytes", u"b'x'"_s, u"b'x'"_s);
    }
    void tellsAValueAsJavaScriptDoes()
    {
        QFETCH(QString, repr);
        QTEST(javaScriptText(repr), "told");
    }

    void writesAListAsPythonDoes()
    {
        QCOMPARE(pythonList({}), u"[]"_s);
        QCOMPARE(pythonList({u"FILE: a"_s, u"DIR: it's"_s, u"FILE: \"x\\y\""_s}),
                 uR"(['FILE: a', "DIR: it's", 'FILE: "x\\y"'])"_s);
    }

    void readsMemoryAsDockerDoes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("bytes");
        QTest::newRow("G") << u"2G"_s << 2 * limits::GiB;
        QTest::newRow("m") << u"512m"_s << 512 * limits::MiB;
        QTest::newRow("fraction") << u"1.5gb"_s << limits::GiB + 512 * limits::MiB;
        QTest::newRow("bytes") << u"1073741824"_s << limits::GiB;
        QTest::newRow("less than a session needs") << u"1k"_s << limits::minHeapBytes;
        QTest::newRow("more than there is") << u"999999999999G"_s << limits::maxHeapBytes;
        QTest::newRow("without a limit") << u"0"_s << limits::maxHeapBytes;
    }
    void readsMemoryAsDockerDoes()
    {
        QFETCH(QString, text);
        QTEST(memoryLimit(text).value_or(-1), "bytes");
    }

    void takesASessionWithEveryField()
    {
        const QTemporaryDir folder;
        const QByteArray json =
            QJsonDocument(
                QJsonObject{
                    {u"dependencies"_s, QJsonArray{u"numpy"_s}},
                    {u"of_another_version"_s, 1},
                    {u"execution_options"_s,
                     QJsonObject{{u"timeout"_s, 10},
                                 {u"memory_limit"_s, u"1G"_s},
                                 {u"cpu_limit"_s, u"2"_s},
                                 {u"environment_variables"_s, QJsonObject{{u"A"_s, u"b"_s}}},
                                 {u"mount_points"_s,
                                  QJsonArray{QJsonObject{{u"host_path"_s, folder.path()},
                                                         {u"container_path"_s, u"/data/x/"_s},
                                                         {u"read_only"_s, false}}}}}}})
                .toJson();
        const auto body = sessionBody(json);
        QVERIFY2(body, qPrintable(body ? QString() : body.error().text));
        QCOMPARE(body->dependencies, QStringList{u"numpy"_s});
        QCOMPARE(body->timeout, std::chrono::seconds(10));
        QCOMPARE(body->heapBytes, limits::GiB);
        QCOMPARE(body->variables, (QMap<QString, QString>{{u"A"_s, u"b"_s}}));
        QCOMPARE(body->folders.size(), 1);
        QCOMPARE(body->folders.first().containerPath, u"/data/x"_s);
        QCOMPARE(body->folders.first().readOnly, false);
        QCOMPARE(body->notes.size(), 1);
    }

    void hasItsDefaults()
    {
        const auto body = sessionBody("{\"dependencies\":null}");
        QVERIFY(body);
        QCOMPARE(*body, SessionBody());
        QCOMPARE(body->timeout, std::chrono::seconds(300));
        QCOMPARE(body->heapBytes, 2 * limits::GiB);
    }

    void refusesPlacesInside_data()
    {
        QTest::addColumn<QString>("path");
        const QStringList paths{u"/"_s,          u"/lib"_s,     u"/usr/local"_s,
                                u"/session/x"_s, u"/etc"_s,     u"/data/../lib"_s,
                                u"/mnt"_s,       u"/mnt/a/b"_s, u"/mnt/Größe"_s,
                                u"data"_s};
        for (const QString &path : paths)
            QTest::newRow(qPrintable(path)) << path;
    }
    void refusesPlacesInside()
    {
        QFETCH(QString, path);
        const QTemporaryDir folder;
        const QJsonObject point{{u"host_path"_s, folder.path()}, {u"container_path"_s, path}};
        const QJsonObject body{
            {u"execution_options"_s, QJsonObject{{u"mount_points"_s, QJsonArray{point}}}}};
        const auto taken = sessionBody(QJsonDocument(body).toJson());
        QVERIFY(!taken);
        QVERIFY(taken.error().code == ErrorCode::InvalidArgument);
    }

    void keepsTheRulesThatThereAre()
    {
        const auto body = executeBody(R"({"code":"1","session_id":"s",
                                          "disable_validation":["dangerous_imports","none","all"]})");
        QVERIFY(body);
        QCOMPARE(body->disabledRules, (QStringList{u"dangerous_imports"_s, u"all"_s}));
    }

    void everySchemaOfTheDocumentIsThere()
    {
        const QJsonObject document = QJsonDocument::fromJson(openApiDocument()).object();
        const QByteArray text = openApiDocument();
        const QJsonObject schemas = document[u"components"][u"schemas"].toObject();
        qsizetype at = 0;
        int references = 0;
        const QByteArray start = "#/components/schemas/";
        while ((at = text.indexOf(start, at)) >= 0) {
            at += start.size();
            const QByteArray name = text.mid(at, text.indexOf('"', at) - at);
            QVERIFY2(schemas.contains(QString::fromUtf8(name)), name.constData());
            ++references;
        }
        QVERIFY(references > 10);
    }

    void aHelloCarriesWhatTheConfigurationNames()
    {
        QProcessEnvironment environment;
        environment.insert(u"GLOVEBOX_KEY"_s, u"k1"_s);
        environment.insert(u"PYODIDE_DATA_DIR"_s, u"/home/ada/データ"_s);
        environment.insert(u"CODEBOX_MOUNT_PATH"_s, u"/home/ada/Downloads"_s);
        const auto native = bridge::helloOf({}, environment);
        QVERIFY(native);
        QCOMPARE(*native, (QJsonObject{{u"key"_s, u"k1"_s}}));
        const auto hello = bridge::helloOf({.compat = u"codebox-ai"_s,
                                            .folders = {u"/srv/x"_s},
                                            .rules = {u"all"_s},
                                            .keyFile = {}},
                                           environment);
        QVERIFY(hello);
        const QJsonArray folders = (*hello)[u"folders"].toArray();
        QCOMPARE(folders.size(), 3);
        QCOMPARE(folders[0].toObject(), (QJsonObject{{u"host"_s, u"/home/ada/データ"_s},
                                                     {u"name"_s, u"data"_s},
                                                     {u"mode"_s, u"staged"_s},
                                                     {u"path"_s, QString()}}));
        QCOMPARE(folders[1][u"path"].toString(), u"/data"_s);
        QCOMPARE(folders[2].toObject(), (QJsonObject{{u"host"_s, u"/srv/x"_s},
                                                     {u"name"_s, QString()},
                                                     {u"mode"_s, u"ro"_s},
                                                     {u"path"_s, u"/srv/x"_s}}));
        QCOMPARE((*hello)[u"disabled_rules"].toArray(), QJsonArray{u"all"_s});
    }

    void aKeyIsFoundInWhatTheProgramPrinted()
    {
        const QTemporaryDir folder;
        const QString name = folder.filePath(u"key"_s);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Key of Ada, shown this once:\ngb_abc\n\nUse it like this: …\n");
        file.close();
        const auto hello =
            bridge::helloOf({.compat = {}, .folders = {}, .rules = {}, .keyFile = name}, {});
        QVERIFY(hello);
        QCOMPARE((*hello)[u"key"].toString(), u"gb_abc"_s);
        QVERIFY(!bridge::helloOf({.compat = {}, .folders = {}, .rules = {}, .keyFile = name + u'x'},
                                 {}));
    }

    void everySetSaysWhatItIs()
    {
        const QStringList names = compatNames();
        for (const QString &name : names) {
            QVERIFY(compatInfo(name));
            QVERIFY(!compatCapabilities(name).isEmpty());
        }
        QVERIFY(!compatInfo(u"none"_s));
    }
};

QTEST_GUILESS_MAIN(TestTexts)
#include "tst_texts.moc"
