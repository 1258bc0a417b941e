// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QProcess>
#include <QTemporaryDir>

QT_BEGIN_NAMESPACE
class QLocalSocket;
QT_END_NAMESPACE

namespace glovebox::sandbox {

// How a glovebox-engine process is started, in each of its roles: one socket as descriptor 3, on
// Linux in a user and network namespace of its own without interfaces and with the few files that
// it needs (DESIGN 2, fileseal.h), with a cleaned environment and no other descriptor.

// A place for its temporary files, and beside it a file that it must not be able to open.
class EngineScratch
{
public:
    EngineScratch();

    Result<> make();
    QString folder() const { return m_folder.filePath(QStringLiteral("scratch")); }
    QString closedFile() const { return m_folder.filePath(QStringLiteral("closed")); }

private:
    QTemporaryDir m_folder;
};

struct EngineStart
{
    QString program;
    QStringList arguments = {};           // only test engines take any
    bool namespaces = true;               // off only in boundary tests
    bool files = true;                    // as above: the seal of files
    QStringList readable = {};            // what it may read besides the system's programs
    QProcessEnvironment environment = {}; // besides what every engine gets
};

QString engineBesideThisProgram();

// Whether this account and this program can be an engine at all.
Result<> checkEngine(const QString &program, bool allowRoot);

// Starts it; `socket` gets our end. Listen to `process` before: what fails from then on comes as
// its errorOccurred.
Result<> startEngine(QProcess &process, QLocalSocket &socket, const EngineStart &start,
                     const EngineScratch &scratch);

// Why a process that was told to start did not: `detail` is QProcess's word for it.
Error engineStartError(bool namespaces, const QString &detail);

// Texts of the engine are shown and logged: nothing in them may move a cursor or begin a line.
QString withoutControls(QString text, QStringView except = {});
QString textOf(const QJsonValue &value, qsizetype most = 128);

// A terminal of ours would be the engine's to read and to send control sequences to, so what it
// says goes through here. `bytes` counts what it has said; beyond a limit it is dropped.
void relayErrors(QProcess &process, qint64 *bytes);

} // namespace glovebox::sandbox
