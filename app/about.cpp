// SPDX-License-Identifier: MIT
#include "about.h"

#include "datafiles.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr int engineTimeoutMs = 10'000;

// What runs, and the list by which every other file of the assets is checked.
const QStringList hashed{u"SHA256SUMS.json"_s, u"pyodide/pyodide.asm.wasm"_s,
                         u"pyodide/python_stdlib.zip"_s, u"pyodide/pyodide-lock.json"_s};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString pyodideVersion(const QString &assets)
{
    static const QRegularExpression version(u"\"(\\d{3,}\\.\\d+\\.\\d+)\""_s);
    const QString text = QString::fromUtf8(contentOf(assets + u"/pyodide/pyodide.mjs"_s));
    return version.match(text).captured(1);
}

QString pythonVersion(const QString &assets)
{
    // The lock names the version that packages were built for. Which one runs, only the interpreter
    // knows: it is a text of its own in it.
    static const QRegularExpression version(u"\\x{0}(3\\.\\d+\\.\\d+(?:(?:a|b|rc)\\d+)?)\\x{0}"_s);
    const QByteArray program = contentOf(assets + u"/pyodide/pyodide.asm.wasm"_s);
    return version.match(QString::fromLatin1(program)).captured(1);
}

void askEngine(const QString &binaryFolder, ProgramFacts &facts)
{
    QProcess engine;
    engine.start(binaryFolder + u"/glovebox-engine"_s, {u"--versions"_s});
    if (!engine.waitForFinished(engineTimeoutMs))
        return;
    const QJsonObject told = QJsonDocument::fromJson(engine.readAllStandardOutput()).object();
    facts.chromium = told[u"chromium"].toString();
    facts.chromiumPatch = told[u"chromium_patch"].toString();
}

} // namespace

ProgramFacts factsOfFiles(const DataFiles &files)
{
    ProgramFacts facts{.program = QCoreApplication::applicationVersion(),
                       .qt = QString::fromLatin1(qVersion()),
                       .chromium = {},
                       .chromiumPatch = {},
                       .pyodide = pyodideVersion(files.assets),
                       .python = pythonVersion(files.assets)};
    for (const QString &name : hashed) {
        QFile file(files.assets + u'/' + name);
        QCryptographicHash hash(QCryptographicHash::Sha256);
        if (file.open(QIODevice::ReadOnly) && hash.addData(&file))
            facts.hashes.append({name, QString::fromLatin1(hash.result().toHex())});
    }
    return facts;
}

ProgramFacts factsOfProgram(const QString &binaryFolder)
{
    const auto files = DataFiles::locate(binaryFolder);
    ProgramFacts facts = factsOfFiles(files.value_or(DataFiles()));
    askEngine(binaryFolder, facts);
    return facts;
}

} // namespace glovebox
