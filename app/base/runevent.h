// SPDX-License-Identifier: MIT
#pragma once

#include "finding.h"
#include "record.h"
#include "runstate.h"

#include <QDateTime>
#include <QSize>
#include <QStringList>

#include <variant>

// The one stream of facts (DESIGN 3): everything that happens to a run is one of these events.
// Journal, windows, MCP, REST and exports are readers of it; none has another source.
namespace glovebox {

enum class StreamName { Stdout, Stderr };
QString toString(StreamName name); // "stdout", "stderr"

enum class DecisionKind { Allow, Deny, Expire, TakeBack };
enum class DecisionBy { Person, Grant, Policy, Clock, Client };
// How far an "allow" reaches (UI.md 4.4).
enum class Scope {
    ThisRun,
    ThisSession,
    ClientHalfHour, // the client, in every session of its own
    ClientTwoHours,
    ClientUntilQuit,
    ExactCode, // this code alone, for good
};
bool isOfClient(Scope scope); // one of the three of a client

QString toString(DecisionKind kind);
QString toString(DecisionBy by);
QString toString(Scope scope);

namespace event {

// Somebody asked for a run. First event of every run.
struct Asked
{
    ApprovalRecord record;
    QString clientLabel;  // the key's label: ours
    QString clientClaims; // what the client calls itself: a quotation, never trusted
    QDateTime expires;    // invalid: never
    bool operator==(const Asked &) const = default;
};

// What the code seems to do. Comes once after each Asked, before Decided; later, or never, for runs
// that nobody looks at before they begin.
struct Findings
{
    FindingReport report; // never pending
    bool operator==(const Findings &) const = default;
};

struct Decided
{
    DecisionKind kind = DecisionKind::Deny;
    DecisionBy by = DecisionBy::Policy;
    Scope scope = Scope::ThisRun;
    QString note;   // the person's words to the client, or the policy's reason
    QString digest; // of the record that was decided
    // The code as the person edited it before allowing it; absent: it is what was asked.
    std::optional<QByteArray> code = {};
    // Of a folder request: as what the person gave it; absent: as it was asked.
    std::optional<MountMode> mode = {};
    bool operator==(const Decided &) const = default;
};

struct Queued
{
    int position = 1; // 1: next in its session
    bool operator==(const Queued &) const = default;
};

// Its session starts, or packages are installed. `text` is for people and models.
struct Starting
{
    QString phase; // "session", "packages"
    QString text;
    bool operator==(const Starting &) const = default;
};

// The worker has the code and begins. Only from here the time counts against timeout_s.
struct Started
{
    QString codeDigest; // of the bytes that the worker received
    bool operator==(const Started &) const = default;
};

// Bytes as written, in the order of both streams. `offset` counts over both.
struct Output
{
    StreamName stream = StreamName::Stdout;
    qint64 offset = 0;
    QByteArray bytes; // empty when read back from the journal: the output store has them
    qint64 length = 0;
    bool operator==(const Output &) const = default;
};

// A plot or other rich output (Jupyter: display_data). The bytes are a file in the output store.
struct Display
{
    int index = 1; // run://{id}/plots/{index}
    QString mimeType;
    QString file; // absolute path of the stored bytes
    qint64 size = 0;
    QSize pixels;
    QString title; // of the axes, for alternative text
    QString text;  // what a model that cannot see the picture gets: title, axes, ranges
    bool operator==(const Display &) const = default;
};

// Value of the last expression (Jupyter: execute_result).
struct ResultValue
{
    QString text;
    bool operator==(const ResultValue &) const = default;
};

// Python raised (Jupyter: error).
struct Raised
{
    QString ename;
    QString evalue;
    QStringList traceback;
    bool operator==(const Raised &) const = default;
};

struct Progress
{
    double fraction = -1; // 0-1; below 0: unknown
    QString text;
    bool operator==(const Progress &) const = default;
};

// A run read or wrote a file of a mount, as the host saw it. Once per (run, path, writing).
struct FileTouched
{
    QString mount;
    QString path; // inside the mount
    bool written = false;
    bool operator==(const FileTouched &) const = default;
};

struct PackageLoaded
{
    QString name;
    QString version;
    bool operator==(const PackageLoaded &) const = default;
};

// A run of the person's waits for a line from them. No time counts meanwhile.
struct InputWanted
{
    QString prompt;
    bool isSecret = false; // getpass(): what is typed is neither shown nor recorded
    bool operator==(const InputWanted &) const = default;
};

// It has its line, or was told that there is none any more.
struct InputAnswered
{
    QString line; // empty when it was a secret
    bool isEndOfFile = false;
    bool operator==(const InputAnswered &) const = default;
};

// The session lost its interpreter while this run was in it.
struct Restarted
{
    QString reason;
    int newEpoch = 0;
    // The variables were gone before this run began; else it was this run that lost them.
    bool beforeRun = false;
    bool operator==(const Restarted &) const = default;
};

// Last event of every run.
struct Ended
{
    RunState state = RunState::Complete; // a final one
    QString reason;                      // one sentence, English
    qint64 executionMs = 0;
    qint64 outputBytes = 0;     // as written by Python
    qint64 outputBytesKept = 0; // in the output store
    bool operator==(const Ended &) const = default;
};

} // namespace event

using RunEventBody =
    std::variant<event::Asked, event::Decided, event::Queued, event::Starting, event::Started,
                 event::Output, event::Display, event::ResultValue, event::Raised, event::Progress,
                 event::FileTouched, event::PackageLoaded, event::InputWanted, event::Restarted,
                 event::Ended, event::Findings, event::InputAnswered>;

struct RunEvent
{
    RunId run;
    qint64 seq = 0; // 1, 2, 3 … within the run, without gaps
    QDateTime time; // UTC
    RunEventBody body;

    bool operator==(const RunEvent &) const = default;

    // "asked", "decided", "queued" …: the journal's and the exports' name of the kind.
    QString kind() const;
    // The body as stored. Output carries offset and length, not its bytes.
    QJsonObject bodyToJson() const;
    static Result<RunEventBody> bodyFromJson(const QString &kind, const QJsonObject &json);
};

} // namespace glovebox

Q_DECLARE_METATYPE(glovebox::RunEvent)
