// SPDX-License-Identifier: MIT
#pragma once

#include "ids.h"
#include "result.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>
#include <QStringList>

#include <chrono>

namespace glovebox {

// A program on this computer that can use Glovebox.
struct KnownClient
{
    enum class State { Connected, Found, NotFound };

    QString id;   // "claude-desktop"
    QString name; // "Claude Desktop"
    State state = State::NotFound;
    bool takesHttp = false; // else it needs the bridge
    // Of one that is connected, with the key that Glovebox wrote for it.
    ClientId key = {};
    QDateTime lastCall = {}; // invalid: none so far
    QString protocol = {};
    QStringList tools = {}; // that it used, latest first

    bool operator==(const KnownClient &) const = default;
};

// What a configuration will look like; keys in it are masked.
struct ConnectionPreview
{
    struct Line
    {
        enum class Kind { Same, Added, Removed } kind = Kind::Same;
        int before = 0; // line numbers, from 1; 0 where the line is not
        int after = 0;
        QString text;

        bool operator==(const Line &) const = default;
    };
    struct File
    {
        QString path;
        QString realPath; // where it is written, behind all links
        QList<Line> lines;

        bool operator==(const File &) const = default;
    };
    QList<File> files;

    bool operator==(const ConnectionPreview &) const = default;
};

// How the client will be asked and what it may use, beside what is written for it (UI.md 6).
struct ConnectionRules
{
    struct Folder
    {
        QString name;
        QString hostPath;
        bool isAllowed = true;

        bool operator==(const Folder &) const = default;
    };

    bool onlyThisRun = false; // ClientRules has it
    QList<Folder> folders;    // that are shared

    bool operator==(const ConnectionRules &) const = default;
};

// One step of the test, in their order.
struct ConnectionStep
{
    enum class Kind { Answers, KeyAccepted, Handshake, Tools, Run } kind = Kind::Answers;
    bool passed = false;
    QString detail; // revision, number of tools, or what went wrong and what to do
    std::chrono::milliseconds took{0};

    bool operator==(const ConnectionStep &) const = default;
};

// Connects the clients of this computer, for the person at the window: shows what will be written,
// tests the connection with a new key, and only then writes. Implemented by app/connector. One
// client at a time; `begin` with another one ends the one before. Files are read and written on
// another thread.
class ClientConnector : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // What the last look() found; empty until the first one is over.
    virtual QList<KnownClient> clients() const = 0;
    // Looks for them; changed() when that is done.
    virtual void look() = 0;
    // Where HTTP clients find the program; empty while it does not listen.
    virtual QString address() const = 0;

    // Looks at the client's configuration as it is now. Errors name the file and what to do.
    // Cancelled: begin() or leave() came meanwhile.
    virtual QFuture<Result<ConnectionPreview>> begin(const QString &client, bool bridge) = 0;
    // Of the client that begin() named: what counts for it now, or what will count from the moment
    // at which it gets its key.
    virtual ConnectionRules rules() const = 0;
    virtual Result<> setRules(const ConnectionRules &rules) = 0;
    // Makes a key, unless there is one from an earlier test, and connects the way the client will.
    // stepDone() for each step, then testDone().
    virtual void test() = 0;
    // Writes what begin() showed. Conflict when a file changed since, and then nothing is written.
    virtual QFuture<Result<>> write() = 0;
    // The lines for the person to paste, with the key in them.
    virtual QFuture<Result<QString>> lines() = 0;
    // The new key, or empty before a test and once the page was left.
    virtual QString key() const = 0;
    // The page is left: a key that was neither written nor copied is revoked.
    virtual void leave() = 0;

    // Takes it out of the client's configuration; its key ends.
    virtual QFuture<Result<>> remove(const QString &client) = 0;

Q_SIGNALS:
    void stepDone(const glovebox::ConnectionStep &step);
    void testDone(bool passed);
    void changed(); // clients or address
    void rulesChanged();
    // The program listens on another port, and so many configurations got the new address;
    // `failures` say which did not, and why.
    void movedToPort(int clients, const QStringList &failures);
};

} // namespace glovebox
