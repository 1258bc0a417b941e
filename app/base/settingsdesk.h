// SPDX-License-Identifier: MIT
#pragma once

#include "controls.h"
#include "finding.h"
#include "journaldesk.h"

#include <QVariant>

namespace glovebox {

// One thing that the person can set, as it is now.
struct SettingStatus
{
    QVariant value;    // bool, qint64, QString or QStringList
    QVariant standard; // of the same type
    qint64 least = 0;  // of numbers
    qint64 most = 0;
    QStringList choices = {};   // of texts that are one of these
    bool fromNextStart = false; // a new value counts from the next start of the program
    bool isPending = false;     // and there is one that does not count yet
    QString override = {};      // the option of the command line that counts instead, "--port"

    bool isChanged() const { return value != standard; }
    bool operator==(const SettingStatus &) const = default;
};

// What the page of settings shows besides.
struct SettingsFacts
{
    QString profileFolder = {};
    QString logFile = {};
    QString address = {};         // where clients find the program; empty: it does not listen
    QStringList indexes = {};     // of packages, that are really asked; without credentials
    QStringList engineFlags = {}; // with which the browser engine was really started
    QString restartObstacle = {}; // why the program cannot be started anew now; empty: it can

    bool operator==(const SettingsFacts &) const = default;
};

// Everything that the person can set, for the page of settings. Implemented by app/preferences.
// Names are those of app/settings/settings.h, and "packages.…" and "startup.login" besides.
class SettingsDesk : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual QStringList names() const = 0;
    // Of an unknown name: an invalid value.
    virtual SettingStatus setting(const QString &name) const = 0;
    // Why this value cannot be taken, a sentence for the person; empty: it can. Changes nothing.
    virtual QString problemOf(const QString &name, const QVariant &value) const = 0;
    // InvalidArgument as problemOf; Io when it counts but could not be kept; others where what it
    // changes refused, and then the old value is kept.
    virtual Result<> set(const QString &name, const QVariant &value) = 0;
    virtual Result<> reset(const QString &name) = 0;

    // What findings in the code of a client lead to: "note", "ask" or "refuse"; a null client: of
    // all. Empty for one client: as for all.
    virtual QString rule(FindingGroup group, const ClientId &client) const = 0;
    virtual Result<> setRule(FindingGroup group, const ClientId &client, const QString &action) = 0;
    virtual QList<ClientLabel> clients() const = 0;

    virtual SettingsFacts facts() const = 0;
    // Ends the program and starts it anew with the same options. Conflict when something runs.
    virtual Result<> restart() = 0;
    // Removes the content of runs that are over and were asked at least so many days ago.
    virtual QFuture<Result<PurgeReport>> purge(int days) = 0;

Q_SIGNALS:
    void changed(const QString &name);
    void rulesChanged(); // or the clients
    void factsChanged();
};

} // namespace glovebox
