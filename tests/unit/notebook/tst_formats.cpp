// SPDX-License-Identifier: MIT
#include "base/runtimes.h"
#include "notebook/htmlsanitizer.h"
#include "notebook/ipynb.h"
#include "notebook/magic.h"
#include "notebook/outputs.h"
#include "notebook/percent.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::notebook;
using namespace Qt::StringLiterals;

namespace {

// As Jupyter writes it, with members, digits and outputs that this program does not know.
const QByteArray foreign = R"json({
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {
    "zeta": 1,
    "alpha": {
     "number": 1.50,
     "big": 123456789012345678901234567890,
     "small": 1e-07
    }
   },
   "source": [
    "# 見出し\n",
    "text"
   ],
   "attachments": {
    "図.png": {
     "image/png": "aGVsbG8="
    }
   }
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "c0de",
   "metadata": {
    "tags": [
     "hide"
    ]
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "one\n",
      "\u001b[31mred\u001b[0m\n"
     ]
    },
    {
     "data": {
      "application/vnd.unknown+json": {
       "b": 2,
       "a": []
      },
      "text/plain": [
       "<X>"
      ]
     },
     "metadata": {},
     "output_type": "display_data"
    },
    {
     "output_type": "hologram",
     "rays": 7
    }
   ],
   "source": "print('one')",
   "x_extra": null
  },
  {
   "cell_type": "raw",
   "id": "raw1",
   "metadata": {
    "raw_mimetype": "text/latex"
   },
   "source": []
  }
 ],
 "metadata": {
  "widgets": {},
  "kernelspec": {
   "display_name": "Python 3",
   "language": "python",
   "name": "python3"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5,
 "zz_foreign": true
}
)json";

Notebook read(const QByteArray &bytes)
{
    const auto result = readIpynb(bytes);
    if (!result) {
        qWarning() << result.error().text << result.error().detail;
        return {};
    }
    return result->notebook;
}

Notebook readPy(const QByteArray &bytes)
{
    const auto result = readPercent(bytes);
    return result ? result->notebook : Notebook();
}

QStringList sources(const Notebook &notebook)
{
    QStringList list;
    for (const Cell &cell : notebook.cells)
        list.append(cell.source);
    return list;
}

// What nbformat says of these files: empty when all are valid.
QString verdict(const QList<QByteArray> &notebooks)
{
    QTemporaryDir folder;
    QStringList arguments{u"-c"_s, uR"(
import sys, warnings
import nbformat
warnings.simplefilter('error')
for path in sys.argv[1:]:
    try:
        book = nbformat.read(path, as_version=nbformat.NO_CONVERT)
        assert (book.nbformat, book.nbformat_minor) == (4, 5), (book.nbformat, book.nbformat_minor)
        nbformat.validate(book)
    except Exception as error:
        print(path, type(error).__name__, str(error)[:300])
)"_s};
    for (const QByteArray &bytes : notebooks) {
        QFile file(folder.filePath(u"%1.ipynb"_s.arg(arguments.size())));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return u"cannot write"_s;
        arguments.append(file.fileName());
    }
    QProcess python;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PYTHONPATH"_s, QStringLiteral(GLOVEBOX_TEST_PYTHON));
    python.setProcessEnvironment(environment);
    python.start(QStringLiteral(GLOVEBOX_PYTHON), arguments);
    if (!python.waitForFinished(60'000))
        return u"python did not end"_s;
    return QString::fromUtf8(python.readAllStandardOutput() + python.readAllStandardError());
}

event::Output written(StreamName stream, const QByteArray &bytes)
{
    return {.stream = stream, .offset = 0, .bytes = bytes, .length = bytes.size()};
}

} // namespace

class TestFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // ---- JSON
    void jsonStaysWhatItWas_data();
    void jsonStaysWhatItWas();
    void refusesWhatIsNoJson_data();
    void refusesWhatIsNoJson();
    void nestingIsBounded();

    // ---- .ipynb
    void foreignNotebookComesOutAsItWas_data();
    void foreignNotebookComesOutAsItWas();
    void editChangesItsOwnCellOnly();
    void givesIdsAndTheVersionThatNbformatDemands();
    void nbformatAcceptsWhatIsWritten();
    void nbformatRefusesWhatIsBroken();
    void cellsOfRuntimesComeBack_data();
    void cellsOfRuntimesComeBack();
    void runtimeThatWasTakenAwayLeavesNothing();
    void convertsVersion3();
    void saysWhatItCannotRead_data();
    void saysWhatItCannotRead();
    void notesAnotherLanguage();
    void survivesEveryCutAndChange();

    // ---- .py
    void percentFileComesOutAsItWas_data();
    void percentFileComesOutAsItWas();
    void percentCellsAreWhatJupytextSays();
    void percentEditKeepsTheRest();
    void percentKeepsEveryKindOfCell();
    void percentRefusesOtherEncodings();

    // ---- Outputs
    void joinsPiecesOfOneStream();
    void valueAndItsPageAreOneResult();
    void picturesAreInTheOutput();
    void boundsTextAndKeepsBothEnds();
    void saysWhatTookTheRunAway();
    void makesADocumentOfARun();

    // ---- HTML of others
    void hostileHtmlIsHarmless_data();
    void hostileHtmlIsHarmless();
    void tablesStayTables();
};

void TestFormats::jsonStaysWhatItWas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("order") << QByteArray(R"({"b":1,"a":2,"b2":{"z":0,"y":0}})");
    QTest::newRow("digits") << QByteArray("[1.0,1e5,-0.0,1E+2,123456789012345678901234567890]");
    QTest::newRow("what only Python writes") << QByteArray("[NaN,Infinity,-Infinity]");
    QTest::newRow("lone surrogate") << QByteArray("[\"a\\ud800b\"]");
    QTest::newRow("pair") << QByteArray("[\"\xf0\x9f\x98\x80\"]");
    QTest::newRow("escapes") << QByteArray(R"(["\"\\\n\t\r\b\f\u0001"])");
    QTest::newRow("member twice") << QByteArray(R"({"a":1,"a":2})");
    QTest::newRow("text in ASCII") << QByteArray(R"(["\u00e9\u3042"])");
    QTest::newRow("Python's own line") << QByteArray(R"({"a": 1, "b": [1, 2]})");
    QTest::newRow("four spaces") << QByteArray("{\n    \"a\": [\n        1\n    ]\n}");
    QTest::newRow("tabs") << QByteArray("{\n\t\"a\": [\n\t\t1\n\t]\n}");
    QTest::newRow("Windows") << QByteArray("{\r\n \"a\": 1\r\n}");
}

void TestFormats::jsonStaysWhatItWas()
{
    QFETCH(QByteArray, text);
    const auto json = Json::parse(text);
    QVERIFY(json);
    QCOMPARE(json->toBytes(Json::styleOf(text)), text);
}

void TestFormats::refusesWhatIsNoJson_data()
{
    QTest::addColumn<QByteArray>("text");
    const QList<QByteArray> broken{"",     "{",   "[1,]",    "{\"a\" 1}", "[01]",  "[1.]",
                                   "[1e]", "\"a", "\"\\x\"", "\"\\u12\"", "[1] 2", "{\"a\":}",
                                   "tru",  "[-]", "\"\n\"",  "\"\xff\"",  "{1:2}", "[\"a\"\"b\"]"};
    for (const QByteArray &text : broken)
        QTest::newRow(text.toPercentEncoding().constData()) << text;
}

void TestFormats::refusesWhatIsNoJson()
{
    QFETCH(QByteArray, text);
    QVERIFY(!Json::parse(text));
}

void TestFormats::nestingIsBounded()
{
    const QByteArray nested = QByteArray(200, '[') + QByteArray(200, ']');
    QVERIFY(Json::parse(nested));
    const auto deep = Json::parse(QByteArray(1'000'000, '['));
    QVERIFY(!deep);
    QVERIFY(deep.error().detail.contains(u"deep"));
}

void TestFormats::foreignNotebookComesOutAsItWas_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("Jupyter's form") << foreign;
    QTest::newRow("without a line feed at the end") << foreign.chopped(1);
    QTest::newRow("on one line") << Json::parse(foreign)->toBytes({.indent = {}}) + '\n';
    QTest::newRow("compact") << Json::parse(foreign)->toBytes({.indent = {}, .spaced = false});
    QTest::newRow("ASCII") << Json::parse(foreign)->toBytes({.asciiOnly = true});
    QTest::newRow("Windows") << Json::parse(foreign)->toBytes({.lineEnd = "\r\n"}) + "\r\n";
}

void TestFormats::foreignNotebookComesOutAsItWas()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(writeIpynb(read(bytes)), bytes);
}

void TestFormats::editChangesItsOwnCellOnly()
{
    Notebook notebook = read(foreign);
    notebook.cells[0].source = u"# New\nüñ"_s;
    const QByteArray expected = QByteArray(foreign).replace(
        "    \"# \xe8\xa6\x8b\xe5\x87\xba\xe3\x81\x97\\n\",\n    \"text\"",
        "    \"# New\\n\",\n    \"\xc3\xbc\xc3\xb1\"");
    QVERIFY(expected != foreign);
    QCOMPARE(writeIpynb(notebook), expected);
}

void TestFormats::givesIdsAndTheVersionThatNbformatDemands()
{
    const Notebook notebook = read(R"({"metadata":{"a":1},"nbformat":4,"nbformat_minor":2,
        "cells":[{"cell_type":"code","metadata":{},"source":"1","outputs":[],"execution_count":null},
                 {"cell_type":"markdown","metadata":{},"source":"x"}]})");
    QCOMPARE(notebook.cells.size(), 2);
    const QByteArray bytes = writeIpynb(notebook);
    const Notebook again = read(bytes);
    QCOMPARE(again.cells.at(0).id, notebook.cells.at(0).id);
    QVERIFY(isValidCellId(again.cells.at(1).id));
    QVERIFY(again.cells.at(0).id != again.cells.at(1).id);
    QCOMPARE(writeIpynb(again), bytes);
    QCOMPARE(verdict({bytes}), QString());
}

void TestFormats::nbformatAcceptsWhatIsWritten()
{
    Notebook all = newNotebook({});
    all.cells = {Cell{.id = newCellId(),
                      .kind = CellKind::Text,
                      .source = u"# 題\n"_s,
                      .attachments = Json(Json::Members{
                          {u"a.png"_s, Json(Json::Members{{u"image/png"_s, Json(u"aGk="_s)}})}})},
                 Cell{.id = newCellId(), .kind = CellKind::Raw, .source = u"raw"_s}};
    for (const Runtime &runtime : runtimes())
        all.cells.append(Cell{.id = newCellId(), .runtime = runtime.id, .source = u"x\ny"_s});
    Cell ran{.id = newCellId(), .source = u"1/0"_s, .executionCount = 4};
    ran.outputs = {Output::stream(u"stdout"_s, u"a\nb"_s),
                   displayOutput(u"image/png"_s, "\x89PNG", u"plot"_s),
                   displayOutput(u"text/html"_s, "<b>x</b>", u"x"_s),
                   displayOutput(u"application/json"_s, "{\"a\":1}", {}),
                   resultOutput(u"42"_s, 4),
                   Output::error(u"E"_s, u"v"_s, {u"t"_s})};
    ran.setTimes(QDateTime::currentDateTimeUtc(), QDateTime::currentDateTimeUtc());
    all.cells.append(ran);
    // What is missing or double in a file is completed.
    const Notebook repaired = read(R"({"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[
        {"cell_type":"code","id":"a","source":"x"},
        {"cell_type":"code","id":"a","source":[],"metadata":null,
         "outputs":[{"output_type":"stream","text":"x"},{"output_type":"execute_result"},
                    {"output_type":"error"},{"output_type":"display_data","data":{}}]},
        {"cell_type":"markdown","id":"!","outputs":[],"execution_count":1}]})");
    QCOMPARE(repaired.cells.size(), 3);
    QCOMPARE(verdict({writeIpynb(all), writeIpynb(newNotebook()), writeIpynb(repaired)}),
             QString());
}

// The judge can say no.
void TestFormats::nbformatRefusesWhatIsBroken()
{
    QByteArray broken = writeIpynb(newNotebook());
    broken.replace("\"outputs\": []", "\"outputs\": 5");
    QVERIFY(!verdict({broken}).isEmpty());
}

void TestFormats::cellsOfRuntimesComeBack_data()
{
    QTest::addColumn<QString>("runtime");
    for (const Runtime &runtime : runtimes())
        QTest::newRow(qPrintable(runtime.id)) << runtime.id;
}

void TestFormats::cellsOfRuntimesComeBack()
{
    QFETCH(QString, runtime);
    QVERIFY(magicOf(runtime)); // every runtime that there is
    const Notebook made =
        newNotebook({Cell{.id = u"r1"_s,
                          .runtime = runtime,
                          .source = u"%%own\n# line\n\n%% sign\n# %% sign\nlast"_s},
                     Cell{.id = u"r2"_s, .source = u"x = 1"_s}});
    const QByteArray bytes = writeIpynb(made);
    QVERIFY(bytes.contains(QString(magicOf(runtime)->line).split(u'"').first().toUtf8()));
    const Notebook again = read(bytes);
    QCOMPARE(again.cells.at(0).runtime, runtime);
    QCOMPARE(again.cells.at(0).source, made.cells.at(0).source);
    QCOMPARE(again.cells.at(1).runtime, QString());
    QCOMPARE(writeIpynb(again), bytes);

    const QByteArray python = writePercent(made);
    QVERIFY(!QString::fromUtf8(python).contains(
        QRegularExpression(u"^last"_s, QRegularExpression::MultilineOption)));
    const Notebook fromPython = readPy(python);
    QCOMPARE(fromPython.cells.size(), 2);
    QCOMPARE(fromPython.cells.at(0).runtime, runtime);
    QCOMPARE(fromPython.cells.at(0).source, made.cells.at(0).source);
    QCOMPARE(writePercent(fromPython), python);
}

void TestFormats::runtimeThatWasTakenAwayLeavesNothing()
{
    Notebook notebook = read(writeIpynb(
        newNotebook({Cell{.id = u"r1"_s, .runtime = u"ruby"_s, .source = u"puts 1"_s}})));
    notebook.cells[0].runtime.clear();
    const QByteArray bytes = writeIpynb(notebook);
    QVERIFY(!bytes.contains("ruby"));
    QVERIFY(!bytes.contains("glovebox"));
    QVERIFY(bytes.contains("puts 1"));
}

void TestFormats::convertsVersion3()
{
    const auto result = readIpynb(R"({"metadata":{"name":"old"},"nbformat":3,"nbformat_minor":0,
      "worksheets":[{"cells":[
        {"cell_type":"heading","level":2,"source":["A","  b"],"metadata":{}},
        {"cell_type":"code","input":["x = 1\n","x"],"language":"python","prompt_number":7,
         "collapsed":false,"metadata":{},
         "outputs":[{"output_type":"pyout","prompt_number":7,"text":["1"],"png":"aGk=","metadata":{}},
                    {"output_type":"stream","stream":"stderr","text":"bad"},
                    {"output_type":"pyerr","ename":"E","evalue":"v","traceback":["t"]}]}]}]})");
    QVERIFY(result);
    QCOMPARE(result->notes.size(), 1);
    const QList<Cell> cells = result->notebook.cells;
    QCOMPARE(sources(result->notebook), QStringList({u"## A b"_s, u"x = 1\nx"_s}));
    QCOMPARE(cells.at(0).kind, CellKind::Text);
    QCOMPARE(cells.at(1).executionCount, 7);
    QCOMPARE(cells.at(1).outputs.at(0).kind(), Output::Kind::Result);
    QCOMPARE(cells.at(1).outputs.at(0).bytesOf(u"image/png"_s), QByteArray("hi"));
    QCOMPARE(cells.at(1).outputs.at(1).streamName(), u"stderr"_s);
    QCOMPARE(cells.at(1).outputs.at(2).ename(), u"E"_s);
    QCOMPARE(verdict({writeIpynb(result->notebook)}), QString());
}

void TestFormats::saysWhatItCannotRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ErrorCode>("code");
    const auto cell = [](const QByteArray &inside) {
        return R"({"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[)" + inside + "]}";
    };
    QTest::newRow("empty") << QByteArray() << ErrorCode::Corrupt;
    QTest::newRow("text") << QByteArray("hello") << ErrorCode::Corrupt;
    QTest::newRow("a list") << QByteArray("[]") << ErrorCode::Corrupt;
    QTest::newRow("no version") << QByteArray("{}") << ErrorCode::Corrupt;
    QTest::newRow("version is text")
        << QByteArray(R"({"nbformat":"4","cells":[]})") << ErrorCode::Corrupt;
    QTest::newRow("version 2") << QByteArray(R"({"nbformat":2,"worksheets":[]})")
                               << ErrorCode::Unavailable;
    QTest::newRow("version 5") << QByteArray(R"({"nbformat":5,"cells":[]})")
                               << ErrorCode::Unavailable;
    QTest::newRow("version 3, two worksheets")
        << QByteArray(R"({"nbformat":3,"worksheets":[{},{}]})") << ErrorCode::Unavailable;
    QTest::newRow("no cells") << QByteArray(R"({"nbformat":4})") << ErrorCode::Corrupt;
    QTest::newRow("cells is an object")
        << QByteArray(R"({"nbformat":4,"cells":{}})") << ErrorCode::Corrupt;
    QTest::newRow("cell is a number") << cell("5") << ErrorCode::Corrupt;
    QTest::newRow("cell of no kind") << cell("{}") << ErrorCode::Corrupt;
    QTest::newRow("source is a number")
        << cell(R"({"cell_type":"code","source":1})") << ErrorCode::Corrupt;
    QTest::newRow("source is a list of numbers")
        << cell(R"({"cell_type":"code","source":[1]})") << ErrorCode::Corrupt;
    QTest::newRow("metadata is a list")
        << cell(R"({"cell_type":"code","metadata":[]})") << ErrorCode::Corrupt;
    QTest::newRow("outputs is an object")
        << cell(R"({"cell_type":"code","outputs":{}})") << ErrorCode::Corrupt;
    QTest::newRow("output is text")
        << cell(R"({"cell_type":"code","outputs":["x"]})") << ErrorCode::Corrupt;
    QTest::newRow("too many cells")
        << cell(QByteArray(R"({"cell_type":"raw"},)").repeated(maxCells) + R"({"cell_type":"raw"})")
        << ErrorCode::LimitExceeded;
    QTest::newRow("too large") << QByteArray(maxNotebookBytes + 1, ' ') << ErrorCode::LimitExceeded;
}

void TestFormats::saysWhatItCannotRead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(ErrorCode, code);
    const auto result = readIpynb(bytes);
    QVERIFY(!result);
    QVERIFY(result.error().code == code);
    QVERIFY(!result.error().text.isEmpty());
}

void TestFormats::notesAnotherLanguage()
{
    const auto result = readIpynb(R"({"nbformat":4,"nbformat_minor":4,
        "metadata":{"language_info":{"name":"julia"}},
        "cells":[{"cell_type":"code","source":"1","metadata":{},"outputs":[]}]})");
    QVERIFY(result);
    QCOMPARE(result->notebook.foreignLanguage(), u"julia"_s);
    QCOMPARE(result->notes.size(), 1);
    QVERIFY(result->notes.first().contains(u"julia"));
}

// Whatever bytes come, the answer is a notebook or an error; and what was read can be written.
void TestFormats::survivesEveryCutAndChange()
{
    int readable = 0;
    for (qsizetype at = 0; at < foreign.size(); ++at) {
        readIpynb(QByteArrayView(foreign).first(at));
        for (const char put : {'"', '{', ']', '0', '\\', '\xff'}) {
            QByteArray changed = foreign;
            changed[at] = put;
            if (const auto result = readIpynb(changed)) {
                ++readable;
                QVERIFY(readIpynb(writeIpynb(result->notebook)));
            }
        }
    }
    QVERIFY(readable > 0);
}

// ---- .py

void TestFormats::percentFileComesOutAsItWas_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("cells");
    QTest::newRow("Jupytext") << QByteArray(
                                     "# ---\n# jupyter:\n#   kernelspec:\n#     name: python3\n"
                                     "# ---\n\n# %% [markdown]\n# # Title\n#\n# text\n\n"
                                     "# %%\nx = 1\n\n\ny = 2\n\n# %% tags=[\"a\", \"b\"]\n"
                                     "# %matplotlib inline\n# !ls\nprint(x)\n")
                              << 3;
    QTest::newRow("VS Code") << QByteArray("#%%\nx = 1\n#%% second\ny = 2\n#%% [markdown]\n#text\n")
                             << 3;
    QTest::newRow("Spyder") << QByteArray("#!/usr/bin/env python\n\"\"\"Doc.\"\"\"\n\n# %% Load\n"
                                          "x = 1\n# %%% Deeper\ny\n\n\n\n")
                            << 3;
    QTest::newRow("quoted text") << QByteArray("# %% [markdown]\n\"\"\"\n# Title\ntext\n\"\"\"\n"
                                               "# %% [raw]\n# raw")
                                 << 2;
    QTest::newRow("no cells") << QByteArray("import os\n\nprint(os)\n") << 1;
    QTest::newRow("empty") << QByteArray("") << 1;
    QTest::newRow("Windows") << QByteArray("# %%\r\nx = 1\r\n\r\n# %%\r\ny\r\n") << 2;
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf# %%\nx = 1\n") << 1;
    QTest::newRow("byte order mark before a text")
        << QByteArray("\xef\xbb\xbf# ---\n# a: 1\n# ---\n\n# %%\nx = 1\n") << 1;
    QTest::newRow("byte order mark alone") << QByteArray("\xef\xbb\xbf") << 1;
    QTest::newRow("only markers") << QByteArray("# %%\n# %%\n# %%") << 3;
    QTest::newRow("another language")
        << QByteArray("# %% language=\"script\" magic_args=\"node\"\n# console.log(1)\n") << 1;
    QTest::newRow("commented markers")
        << QByteArray("# %%\n# # %% old\n# # %time\n# %time x\n") << 1;
}

void TestFormats::percentFileComesOutAsItWas()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, cells);
    const Notebook notebook = readPy(bytes);
    QCOMPARE(notebook.cells.size(), cells);
    QCOMPARE(writePercent(notebook), bytes);
    // The same text out of the values alone: nothing but the form of lines is in the stored text.
    Notebook bare = notebook;
    for (Cell &cell : bare.cells)
        cell.storedText.clear();
    const Notebook again = readPy(writePercent(bare));
    QCOMPARE(sources(again), sources(notebook));
}

void TestFormats::percentCellsAreWhatJupytextSays()
{
    const Notebook notebook = readPy(
        "# %% A title [markdown] key=\"v = 1\" n=3 o={\"a\": [1, 2]}\n# # Head\n#\n# text\n\n"
        "# %% x=1 is not metadata\n# %matplotlib inline\n# # %time\n# comment\nprint(1)\n\n"
        "# %% language=\"ruby\"\n# puts 1\n");
    QCOMPARE(notebook.cells.size(), 3);
    const Cell &text = notebook.cells.at(0);
    QCOMPARE(text.kind, CellKind::Text);
    QCOMPARE(text.source, u"# Head\n\ntext"_s);
    QCOMPARE(text.metadata.value(u"title").toString(), u"A title"_s);
    QCOMPARE(text.metadata.value(u"key").toString(), u"v = 1"_s);
    QCOMPARE(text.metadata.value(u"n").toInteger(), 3);
    QCOMPARE(text.metadata.path({u"o", u"a"}).items().size(), 2);
    const Cell &code = notebook.cells.at(1);
    QCOMPARE(code.metadata.value(u"title").toString(), u"x=1 is not metadata"_s);
    QCOMPARE(code.source, u"%matplotlib inline\n# %time\n# comment\nprint(1)"_s);
    QCOMPARE(notebook.cells.at(2).source, u"%%ruby\nputs 1"_s);
}

void TestFormats::percentEditKeepsTheRest()
{
    Notebook notebook = readPy("#%% first\nx = 1\n\n\n#%% second\ny = 2\n");
    notebook.cells[0].source = u"x = 5"_s;
    QCOMPARE(writePercent(notebook), QByteArray("#%% first\nx = 5\n\n\n#%% second\ny = 2\n"));
    notebook.cells.insert(1, Cell{.id = u"n"_s, .kind = CellKind::Text, .source = u"# T\n\nb"_s});
    notebook.cells.append(Cell{.id = u"m"_s, .source = u"%time z\n!ls\n# %% no\nprint()"_s});
    const QByteArray bytes = writePercent(notebook);
    QCOMPARE(bytes, QByteArray("#%% first\nx = 5\n\n\n# %% [markdown]\n# # T\n#\n# b\n\n"
                               "#%% second\ny = 2\n# %%\n# %time z\n# !ls\n# # %% no\nprint()\n"));
    QCOMPARE(sources(readPy(bytes)), sources(notebook));
}

void TestFormats::percentKeepsEveryKindOfCell()
{
    Notebook notebook = newNotebook(
        {Cell{.id = u"a"_s, .kind = CellKind::Raw, .source = u"r\n\nx"_s},
         Cell{.id = u"b"_s, .source = {}}, Cell{.id = u"c"_s, .source = u"%%html\n<b>x</b>"_s},
         Cell{.id = u"d"_s, .source = u"%%time\nx = 1"_s},
         Cell{.id = u"e"_s, .kind = CellKind::Text, .source = {}}});
    notebook.cells[1].metadata.set(u"tags"_s, Json::array({u"日本"_s, u"b c"_s}));
    notebook.cells[3].setTimes(QDateTime::currentDateTimeUtc(), QDateTime::currentDateTimeUtc());
    const QByteArray bytes = writePercent(notebook);
    const Notebook again = readPy(bytes);
    QCOMPARE(sources(again), sources(notebook));
    QCOMPARE(again.cells.at(0).kind, CellKind::Raw);
    QCOMPARE(again.cells.at(4).kind, CellKind::Text);
    QCOMPARE(again.cells.at(1).metadata, notebook.cells.at(1).metadata);
    QVERIFY(!bytes.contains("execution")); // of one run, not of the text
    QCOMPARE(writePercent(again), bytes);
    // It is Python: no line of another language stands in the open.
    QVERIFY(bytes.contains("# <b>x</b>"));
    QVERIFY(bytes.contains("# %%time\nx = 1"));
}

void TestFormats::percentRefusesOtherEncodings()
{
    QVERIFY(!readPercent("# %%\nx = '\xe9'\n"));
    QVERIFY(!readPercent(QByteArray("# %%\n\0x", 7)));
}

// ---- Outputs

void TestFormats::joinsPiecesOfOneStream()
{
    OutputCollector collector;
    collector.add(written(StreamName::Stdout, "a \xe3\x81"));
    collector.add(written(StreamName::Stdout, "\x82\nb\n"));
    collector.add(written(StreamName::Stderr, "bad\n"));
    collector.add(written(StreamName::Stdout, "c"));
    const QList<Output> outputs = collector.outputs();
    QCOMPARE(outputs.size(), 3);
    QCOMPARE(outputs.at(0).text(), u"a あ\nb\n"_s);
    QCOMPARE(outputs.at(1).streamName(), u"stderr"_s);
    QCOMPARE(outputs.at(2).text(), u"c"_s);
}

void TestFormats::valueAndItsPageAreOneResult()
{
    QTemporaryDir folder;
    QFile page(folder.filePath(u"page"_s));
    QVERIFY(page.open(QIODevice::WriteOnly));
    page.write("<table><tr><td>1</td></tr></table>");
    page.close();
    const event::Display table{.index = 1,
                               .mimeType = u"text/html"_s,
                               .file = page.fileName(),
                               .size = 1,
                               .pixels = {},
                               .title = u"DataFrame, 1 rows"_s,
                               .text = {}};
    OutputCollector collector;
    collector.add(table);
    collector.add(event::ResultValue{u"   0\n0  1"_s});
    const QList<Output> outputs = collector.outputs(7);
    QCOMPARE(outputs.size(), 1);
    QCOMPARE(outputs.first().kind(), Output::Kind::Result);
    QCOMPARE(outputs.first().mimeTypes(), QStringList({u"text/html"_s, u"text/plain"_s}));
    QCOMPARE(outputs.first().plainText(), u"   0\n0  1"_s);
    QCOMPARE(outputs.first().json().value(u"execution_count").toInteger(), 7);

    // Something between them: they are two things.
    OutputCollector apart;
    apart.add(table);
    apart.add(written(StreamName::Stdout, "x"));
    apart.add(event::ResultValue{u"5"_s});
    QCOMPARE(apart.outputs().size(), 3);
}

void TestFormats::picturesAreInTheOutput()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"plot"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\x89PNG\r\n");
    file.close();
    OutputCollector collector;
    event::Display display{.index = 1,
                           .mimeType = u"image/png"_s,
                           .file = file.fileName(),
                           .size = 6,
                           .pixels = {1, 1},
                           .title = u"売上"_s,
                           .text = {}};
    collector.add(display);
    display.file = folder.filePath(u"gone"_s);
    collector.add(display);
    const QList<Output> outputs = collector.outputs();
    QCOMPARE(outputs.at(0).bytesOf(u"image/png"_s), QByteArray("\x89PNG\r\n"));
    QCOMPARE(outputs.at(0).bestMimeType(), u"image/png"_s);
    QCOMPARE(outputs.at(0).plainText(), u"売上"_s);
    QVERIFY(outputs.at(1).text().contains(u"not stored"));
}

void TestFormats::boundsTextAndKeepsBothEnds()
{
    OutputCollector collector;
    qint64 total = 0;
    for (int line = 0; line < 60'000; ++line) {
        const QByteArray text = "行 " + QByteArray::number(line) + " " + QByteArray(60, 'x') + "\n";
        collector.add(written(line % 1000 == 999 ? StreamName::Stderr : StreamName::Stdout, text));
        total += text.size();
    }
    QVERIFY(total > 3 * maxOutputTextBytes);
    QString all;
    for (const Output &output : collector.outputs())
        all += output.text();
    QVERIFY(all.startsWith(u"行 0 "));
    QVERIFY(all.contains(u"行 59999 "));
    QVERIFY(all.contains(u"are not kept in this document"));
    QVERIFY(!all.contains(QChar::ReplacementCharacter));
    QVERIFY(all.toUtf8().size() <= 2 * maxOutputTextBytes);
}

void TestFormats::saysWhatTookTheRunAway()
{
    OutputCollector collector;
    collector.add(written(StreamName::Stdout, "x"));
    collector.add(event::Ended{.state = RunState::Killed, .reason = u"The run did not stop."_s});
    QCOMPARE(collector.outputs().size(), 2);
    QCOMPARE(collector.outputs().at(1).ename(), u"Killed"_s);

    OutputCollector raised;
    raised.add(event::Raised{u"KeyboardInterrupt"_s, {}, {}});
    raised.add(event::Ended{.state = RunState::Interrupted, .reason = u"stopped"_s});
    QCOMPARE(raised.outputs().size(), 1);
}

void TestFormats::makesADocumentOfARun()
{
    RunFacts facts;
    facts.run = RunId(12);
    facts.clientLabel = u"Claude"_s;
    facts.record.code = "print(1)";
    const event::Output stored{.stream = StreamName::Stdout, .offset = 2, .bytes = {}, .length = 3};
    const Notebook notebook =
        notebookOfRun(facts,
                      {RunEvent{RunId(12), 1, {}, stored},
                       RunEvent{RunId(12), 2, {}, event::ResultValue{u"1"_s}}},
                      "xxabcyy");
    QCOMPARE(notebook.cells.size(), 1);
    QCOMPARE(notebook.cells.first().source, u"print(1)"_s);
    QCOMPARE(notebook.cells.first().outputs.at(0).text(), u"abc"_s);
    QCOMPARE(notebook.cells.first().outputs.at(1).plainText(), u"1"_s);
    QCOMPARE(verdict({writeIpynb(notebook)}), QString());
    // What was not read is counted.
    const Notebook part = notebookOfRun(facts, {RunEvent{RunId(12), 1, {}, stored}}, "xxa");
    QCOMPARE(part.cells.first().outputs.size(), 2);
    QVERIFY(part.cells.first().outputs.at(1).text().contains(u"2 bytes"));
}

// ---- HTML of others

void TestFormats::hostileHtmlIsHarmless_data()
{
    QTest::addColumn<QString>("html");
    const QStringList attacks{
        u"<script>alert(1)</script>"_s,
        u"<ScRiPt src=//evil/x.js></sCrIpT>"_s,
        u"<script>a</scr</script>ipt>alert(1)</script>"_s,
        u"<scr<script>ipt>alert(1)</script>"_s,
        u"<img src=x onerror=alert(1)>"_s,
        u"<img/src=x/onerror=alert(1)>"_s,
        u"<img src=\"http://evil/pixel.png\">"_s,
        u"<img src='data:text/html,<script>alert(1)</script>'>"_s,
        u"<img src=data:image/png;base64,AA== srcset=http://evil/ 1x>"_s,
        u"<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>"_s,
        u"<math><mtext><script>alert(1)</script></mtext></math>"_s,
        u"<a href=\"javascript:alert(1)\">x</a>"_s,
        u"<a href=' java\nscript:alert(1)'>x</a>"_s,
        u"<a href='&#106;avascript:alert(1)'>x</a>"_s,
        u"<a href='data:text/html,x'>x</a>"_s,
        u"<a href=vbscript:x>x</a>"_s,
        u"<iframe src=http://evil></iframe>"_s,
        u"<iframe srcdoc='<script>alert(1)</script>'></iframe>"_s,
        u"<object data=http://evil></object><embed src=http://evil>"_s,
        u"<link rel=stylesheet href=http://evil/x.css>"_s,
        u"<style>@import 'http://evil/x.css'; body{background:url(http://evil)}</style>"_s,
        u"<div style=\"background:url(http://evil/x)\">x</div>"_s,
        u"<div style=\"background-color:u\\72l(http://evil)\">x</div>"_s,
        u"<div style=\"position:fixed;top:0;left:0;width:100%\">x</div>"_s,
        u"<div style=\"width:expression(alert(1))\">x</div>"_s,
        u"<meta http-equiv=refresh content='0;url=http://evil'>"_s,
        u"<base href=http://evil/>"_s,
        u"<form action=http://evil><input name=a><button>x</button></form>"_s,
        u"<textarea></textarea><script>alert(1)</script>"_s,
        u"<title></title><script>alert(1)</script>"_s,
        u"<!--><script>alert(1)</script>-->"_s,
        u"<!-- --!><script>alert(1)</script>"_s,
        u"<![CDATA[<script>alert(1)</script>]]>"_s,
        u"<?php <script>alert(1)</script> ?>"_s,
        u"<noscript><p title=\"</noscript><script>alert(1)</script>\"></noscript>"_s,
        u"<p title=\"</p><script>alert(1)</script>\">x</p>"_s,
        u"<p title='\"><script>alert(1)</script>'>x</p>"_s,
        u"<p title=`><script>alert(1)</script>`>x</p>"_s,
        u"</div></div></section></body></html><script>alert(1)</script>"_s,
        u"<table background=http://evil><tr><td>x</table>"_s,
        u"<video src=http://evil autoplay><source src=http://evil></video>"_s,
        u"<audio src=http://evil></audio><track src=http://evil>"_s,
        u"<template><script>alert(1)</script></template>"_s,
        u"<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>"_s,
        u"<x onclick=alert(1)>y"_s,
        u"<b onmouseover=alert(1) id=x name=y class=z>z</b>"_s,
        u"<img src=\"data:image/svg+xml;base64,AAAA\" usemap=#m ismap>"_s,
        u"<"_s,
        u"<a"_s,
        u"<a href"_s,
        u"<a href=\""_s,
        u"</"_s,
        u"<!"_s,
        u"<!--"_s,
        u"&"_s,
        u"&lt;script&gt;alert(1)&lt;/script&gt;"_s,
        u"<b\0>x"_s,
        QString(5000, u'<'),
        u"<div>"_s.repeated(5000),
    };
    for (const QString &attack : attacks)
        QTest::newRow(attack.left(60).toUtf8().toPercentEncoding().constData()) << attack;
}

void TestFormats::hostileHtmlIsHarmless()
{
    QFETCH(QString, html);
    const QString safe = safeHtml(html);
    // Only tags that are on the list, with their attributes in double quotes.
    static const QRegularExpression tag(u"<(/?)([a-zA-Z0-9]*)([^<>]*)>"_s);
    QString left = safe;
    QList<QString> open;
    for (auto it = tag.globalMatch(safe); it.hasNext();) {
        const auto match = it.next();
        const QString name = match.captured(2);
        QVERIFY2(!QStringList({u"script"_s, u"style"_s, u"svg"_s, u"iframe"_s, u"object"_s,
                               u"meta"_s, u"link"_s, u"base"_s, u"form"_s, u"input"_s, u"math"_s,
                               u"video"_s, u"template"_s, u"x"_s, u"embed"_s, u"textarea"_s})
                      .contains(name.toLower()),
                 qPrintable(safe));
        left.remove(match.captured(0));
        if (QStringList({u"br"_s, u"hr"_s, u"img"_s, u"col"_s, u"wbr"_s}).contains(name))
            continue;
        // What is opened inside is closed inside, in order: nothing gets out of its box.
        if (match.captured(1).isEmpty()) {
            open.append(name);
        } else {
            QVERIFY2(!open.isEmpty() && open.takeLast() == name, qPrintable(safe));
        }
    }
    QVERIFY(open.isEmpty());
    QVERIFY2(!left.contains(u'<'), qPrintable(safe));
    for (const QStringView bad : {u"evil", u" on", u"javascript:", u"url(", u"position", u"srcset",
                                  u"data:text", u" id=", u" class="})
        QVERIFY2(!safe.contains(bad, Qt::CaseInsensitive), qPrintable(safe));
}

void TestFormats::tablesStayTables()
{
    QCOMPARE(
        safeHtml(
            u"<div>\n<style scoped>.x{}</style><table border=\"1\" class=\"dataframe\"><thead>"
            "<tr style=\"text-align: right;\"><th></th><th colspan=2>a &amp; b</th></tr></thead>"
            "<tbody><tr><th>0</th><td>1 < 2</td></tr></tbody></table></div>"_s),
        u"<div>\n<table><thead><tr style=\"text-align: right\"><th></th><th colspan=\"2\">a &amp; b"
        "</th></tr></thead><tbody><tr><th>0</th><td>1 &lt; 2</td></tr></tbody></table></div>"_s);
    QCOMPARE(safeHtml(u"<p>a<p>b"_s).count(u"<p>"), 2);
    QCOMPARE(safeHtml(u"<a href='https://example.org/?a=1&b=2' onclick=x>l</a>"_s),
             u"<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noopener noreferrer\">l</a>"_s);
    QCOMPARE(safeHtml(u"<img src='data:image/png;base64,AAAA' alt='\"x\"'>"_s),
             u"<img src=\"data:image/png;base64,AAAA\" alt=\"&quot;x&quot;\">"_s);
}

QTEST_GUILESS_MAIN(TestFormats)
#include "tst_formats.moc"
