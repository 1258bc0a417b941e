// SPDX-License-Identifier: MIT
#pragma once

#include "listeners.h"
#include "tests/sandbox/harness.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

// What is in the sandbox is taken to be hostile in full: the names that the worker takes away from
// Python are given back, the worker's own objects are taken, and a script runs in the page's own
// world. An attempt counts when its row was shown with its control.
namespace glovebox::hostile {

using namespace Qt::StringLiterals;

#define TRY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, sandbox::test::patienceMs)

class Box final : public sandbox::test::Harness
{
public:
    using Harness::Harness;

    // Runs it to its end and gives what it printed.
    QByteArray python(const SessionRef &session, const QByteArray &code);
    // An order for attack.mjs, given in a session; what each attempt met.
    QJsonObject attack(const SessionRef &session, const QJsonObject &order);
    // A session of its own for each caller.
    SessionRef newSession();
    void closeSessions();

    RunId last; // run of the last call

private:
    int m_sessions = 0;
};

// The product's engine with every layer and seal, and the hostile runtime.
Box &sealedBox();
// The same with all layers and seals off, but for those named.
std::unique_ptr<Box> openBox(const QString &layers = {}, bool namespaces = false);
// One that lives until closeBoxes.
Box &sharedOpenBox();
void closeBoxes();

// Python that calls a function of attack-worker.mjs with one JSON argument and prints what it says.
QByteArray calling(const QByteArray &function, const QJsonObject &order);
QByteArray compact(const QJsonObject &object);

// Every row calls this once, after it was shown with its control.
void shown(const char *family);
int attemptsShown();

// What a process has used of the processor and waited for it: for one that computes, the time that
// passes, also where others keep the machine busy.
std::chrono::milliseconds wantedTime(qint64 pid);

QByteArray contents(const QString &path);
void write(const QString &path, const QByteArray &bytes);
QString own(const QString &name); // of this folder

} // namespace glovebox::hostile
