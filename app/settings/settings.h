// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"
#include "base/result.h"

#include <QJsonObject>
#include <QObject>
#include <QString>

#include <memory>
#include <type_traits>

namespace glovebox::settings {

// One thing that the person can set: its name in the file, and what it is when they did not.
// T is bool, qint64, QString, QStringList or QByteArray (stored as base64).
template <class T>
struct Key
{
    QLatin1StringView name;
    T standard;
};

// Every key there is. Names are "area.what", units are in the name.
namespace keys {
inline const Key<QString> language{QLatin1StringView("appearance.language"), {}}; // "": system
inline const Key<QString> theme{QLatin1StringView("appearance.theme"), QStringLiteral("system")};
// Of code and output: a family, or "" for the one that suits the language; and its size in tenths
// of a pixel at the system's usual font size.
inline const Key<QString> codeFamily{QLatin1StringView("appearance.code_font"), {}};
inline const Key<qint64> codeSize{QLatin1StringView("appearance.code_size_tenths"), 125};
inline const Key<bool> reduceMotion{QLatin1StringView("appearance.reduce_motion"), false};
// Seconds that a request waits for the person; 0: for ever (UI.md 4.6).
inline const Key<qint64> approvalTime{QLatin1StringView("approvals.time_s"),
                                      limits::defaultApprovalTime.count()};
// "window", "notification" or "none" (UI.md 4.1).
inline const Key<QString> presentation{QLatin1StringView("approvals.presentation"),
                                       QStringLiteral("window")};
// What the desktop is notified of beside requests, while no window is active: "long_runs",
// "changes", "permission_ended", "new_client", "unknown_key".
inline const Key<QStringList> notices{
    QLatin1StringView("notifications.notices"),
    {QStringLiteral("long_runs"), QStringLiteral("changes"), QStringLiteral("permission_ended"),
     QStringLiteral("new_client"), QStringLiteral("unknown_key")}};
inline const Key<bool> onlyThisRun{QLatin1StringView("approvals.only_this_run"), false};
// GROUP=ACTION or CLIENT/GROUP=ACTION, as approval/rules.h reads them: what findings lead to.
inline const Key<QStringList> rules{QLatin1StringView("approvals.rules"), {}};
// "all", or "look": notes that are only for information are left out of the code.
inline const Key<QString> notes{QLatin1StringView("approvals.notes"), QStringLiteral("all")};
inline const Key<qint64> port{QLatin1StringView("server.port"), 8420};
// Minutes after which a session that nobody uses gives its memory back; 0: never.
inline const Key<qint64> sessionIdle{QLatin1StringView("sessions.idle_minutes"),
                                     limits::sessionIdleTime.count()};
// What a session has that asks for nothing else: MiB of Python's memory, seconds that a run may
// take, and MiB that its files outside of the mounts may take (of every session; counts from the
// next start).
inline const Key<qint64> sessionMemory{QLatin1StringView("sessions.memory_mb"),
                                       limits::defaultHeapBytes / limits::MiB};
inline const Key<qint64> sessionTimeout{QLatin1StringView("sessions.timeout_s"),
                                        limits::defaultRunTimeout.count()};
inline const Key<qint64> sessionFolder{QLatin1StringView("sessions.folder_mb"), 512};
// With a process of their own at the same time.
inline const Key<qint64> mostSessions{QLatin1StringView("sessions.max"), limits::maxSessions};
// An interpreter waits for the next session, which costs its memory.
inline const Key<bool> warmSpare{QLatin1StringView("sessions.warm_spare"), true};
// How long one call may block for a client: NAME=SECONDS, NAME being part of what it calls itself.
inline const Key<QStringList> patience{QLatin1StringView("clients.patience_s"), {}};
// Days after which the content of runs is removed from the journal; 0: never. And of outputs and
// plots together at most so many megabytes, the newest; 0: no bound.
inline const Key<qint64> journalDays{QLatin1StringView("journal.keep_days"), 0};
inline const Key<qint64> journalMegabytes{QLatin1StringView("journal.max_megabytes"), 10 * 1024};
// Clients that show views of MCP Apps get one for results; counts from the next start.
inline const Key<bool> views{QLatin1StringView("clients.views"), true};
// Clients that can ask their own person do so while a request waits: to deny it, or to be pointed
// to the window. Counts from the next start.
inline const Key<bool> elicits{QLatin1StringView("clients.elicitation"), true};
// Clients are told where mounted folders are on this computer; counts from the next start.
inline const Key<bool> tellPaths{QLatin1StringView("mounts.tell_paths"), false};
// NAME=HOSTPATH:MODE, as on the command line.
inline const Key<QStringList> mounts{QLatin1StringView("mounts"), {}};
// NAME=HOSTPATH of mounts in which names that usually hold secrets are shown: of that very folder,
// whoever gives it that name.
inline const Key<QStringList> shownSecrets{QLatin1StringView("mounts.shown_secrets"), {}};
// NAME=ID,ID=HOSTPATH of mounts that only these clients may use: of that very folder.
inline const Key<QStringList> mountClients{QLatin1StringView("mounts.clients"), {}};
// NAME=HOSTPATH of mounts that a client asked for: of that very folder. They go with their client.
inline const Key<QStringList> requestedMounts{QLatin1StringView("mounts.requested"), {}};
// NAME=HOSTPATH of mounts to which other volumes inside the folder belong: of that very folder.
inline const Key<QStringList> crossedVolumes{QLatin1StringView("mounts.other_volumes"), {}};
// MiB kept in the profile of files as they were before runs changed them, and as much again of
// files before staged changes were applied; counts from the next start.
inline const Key<qint64> undoMegabytes{QLatin1StringView("mounts.undo_mib"),
                                       limits::maxUndoBytes / limits::MiB};
// How much one run may write in each mount, and how many files it may make there.
inline const Key<qint64> writeMegabytes{QLatin1StringView("mounts.run_mib"),
                                        limits::maxBytesWrittenPerRun / limits::MiB};
inline const Key<qint64> writeFiles{QLatin1StringView("mounts.run_files"),
                                    limits::maxFilesCreatedPerRun};
// How much the log says: "warnings", "info" or "debug".
inline const Key<QString> logLevel{QLatin1StringView("advanced.log_level"), QStringLiteral("info")};
// "WINDOW/STANDARD -> CHOSEN", both keys as QKeySequence writes them portably; WINDOW is the object
// that has the action. CHOSEN empty: no key.
inline const Key<QStringList> shortcuts{QLatin1StringView("keyboard.shortcuts"), {}};
// The icon in the tray; without it, closing the window ends the program after asking.
inline const Key<bool> tray{QLatin1StringView("startup.tray"), true};
inline const Key<bool> startHidden{QLatin1StringView("startup.hidden"), false};
// The first-run page was done or left.
inline const Key<bool> firstRunDone{QLatin1StringView("window.first_run_done"), false};
inline const Key<bool> saidTray{QLatin1StringView("window.said_tray"), false};
inline const Key<QByteArray> windowGeometry{QLatin1StringView("window.geometry"), {}};
inline const Key<QByteArray> windowState{QLatin1StringView("window.state"), {}};
inline const Key<QByteArray> approvalGeometry{QLatin1StringView("window.approval_geometry"), {}};
} // namespace keys

// The person's settings in one JSON file, written whole and atomically. A value of the wrong type
// counts as not set. Keys that this version does not know are kept.
class Settings final : public QObject
{
    Q_OBJECT

public:
    // Corrupt when the file is no JSON object (it is left as it is), or was written by a newer
    // version. A missing file is an empty one.
    static Result<std::unique_ptr<Settings>> open(const QString &file);

    template <class T>
    T value(const Key<T> &key) const
    {
        return read(m_values.value(key.name), key.standard);
    }
    // Io when the file cannot be written; the value counts for this process all the same.
    template <class T>
    Result<> set(const Key<T> &key, const std::type_identity_t<T> &value)
    {
        return store(key.name,
                     value == key.standard ? QJsonValue(QJsonValue::Undefined) : write(value));
    }
    template <class T>
    Result<> reset(const Key<T> &key)
    {
        return store(key.name, QJsonValue::Undefined);
    }

Q_SIGNALS:
    void changed(const QString &name);

private:
    Settings(QString file, QJsonObject values);

    Result<> store(QLatin1StringView name, const QJsonValue &value);

    static bool read(const QJsonValue &json, bool standard);
    static qint64 read(const QJsonValue &json, qint64 standard);
    static QString read(const QJsonValue &json, const QString &standard);
    static QStringList read(const QJsonValue &json, const QStringList &standard);
    static QByteArray read(const QJsonValue &json, const QByteArray &standard);
    static QJsonValue write(bool value) { return value; }
    static QJsonValue write(qint64 value) { return value; }
    static QJsonValue write(const QString &value) { return value; }
    static QJsonValue write(const QStringList &value);
    static QJsonValue write(const QByteArray &value);

    QString m_file;
    QJsonObject m_values;
};

} // namespace glovebox::settings
