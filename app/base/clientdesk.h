// SPDX-License-Identifier: MIT
#pragma once

#include "ids.h"
#include "result.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>
#include <QStringList>

namespace glovebox {

// How much a client may use (UI.md 7); 0: as much as it asks for.
struct ClientBudget
{
    int runsPerMinute = 0;  // requests of any kind
    int secondsPerHour = 0; // of execution

    bool operator==(const ClientBudget &) const = default;
};

// What the person set for one client, beside its packages (packagepolicy.h) and its folders.
// Everything in it only takes away: nothing here can make a run go unasked.
struct ClientRules
{
    QStringList refusedTools = {}; // names of tools that it may not use
    int maxSessions = 0;           // at the same time; 0: the program's own bound
    ClientBudget budget = {};
    // No standing permission is offered, and none counts: each of its requests is asked.
    bool onlyThisRun = false;

    bool operator==(const ClientRules &) const = default;
};

// A client as the person knows it.
struct ClientInfo
{
    ClientId id;
    QString label;
    bool addressKey = false; // may stand in an address
    bool temporary = false;  // ends with the program
    QDateTime created;
    QDateTime lastSeen; // it opened a connection; invalid: never
    QDateTime lastCall; // it asked for something
    QString claims;     // what it calls itself: a quotation
    QString protocol;   // of its last call: "MCP 2025-11-25"
    QStringList tools;  // that it used, latest first
    int connections = 0;
    int sessions = 0;
    bool paused = false;
    ClientRules rules;

    bool operator==(const ClientInfo &) const = default;
};

// The clients and their keys, for the person at the window. Implemented by app/clients.
class ClientDesk : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual QList<ClientInfo> clients() const = 0; // that count, oldest first
    virtual QStringList tools() const = 0;         // that may be refused

    // The new key, which is nowhere to be seen later. Conflict: there is a client of that name.
    virtual QFuture<Result<QString>> add(const QString &label, bool addressKey) = 0;
    // Gives it a new key. The old one, its connections and standing permissions end.
    virtual QFuture<Result<QString>> rotate(const ClientId &client) = 0;
    virtual QFuture<Result<>> revoke(const ClientId &client) = 0;
    // Ends its connections; it may come back.
    virtual void disconnectClient(const ClientId &client) = 0;
    virtual ClientRules rules(const ClientId &client) const = 0;
    // Counts for requests from now on. Io: it counts, but could not be kept.
    virtual Result<> setRules(const ClientId &client, const ClientRules &rules) = 0;

Q_SIGNALS:
    void changed();
};

} // namespace glovebox
