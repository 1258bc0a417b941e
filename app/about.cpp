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
    const QByteArray lock = contentOf(assets + u"/pyodide/pyodide-lock.json"_s);
    return QJsonDocument::fromJson(lock)[u"info"][u"python"].toString();
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
