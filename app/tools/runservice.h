// SPDX-License-Identifier: MIT
#pragma once

#include "approval/queue.h"
#include "base/runhub.h"
#include "codereader.h"
#include "filewriter.h"
#include "journal/journal.h"
#include "mounts/filetools.h"
#include "mounts/mounttable.h"
#include "sandbox/sessionpool.h"
#include "sessioncodes.h"

#include <QFuture>
#include <QObject>

#include <functional>

namespace glovebox::tools {

class SessionDirectory;
class SessionPackages;

// What a caller wants to run. Everything is copied into the record that the person sees.
struct RunRequest
{
    ClientId client;
    QString clientLabel;
    QString clientClaims; // a quotation
    QByteArray code;      // UTF-8, at most limits::maxCodeBytes
    QString path;         // where the code was read from under /mnt, or empty
    std::optional<QByteArray> standardInput;
    SessionRef session;
    std::optional<std::chrono::seconds> timeout; // null: the session's
    QList<PackagePin> packages = {};
    // Which tool asks. "install_packages" has packages and no code, and reaches no folder.
    // "write_file" has the file's bytes as its code, where they belong as its path, and reaches
    // that one mount. "use_folder" has a folder and nothing else; allowed, it becomes a mount of
    // this client alone.
    // "run_code" has a runtime, and no session, folder or package.
    QString tool = QStringLiteral("run_python");
    QString runtime = {};
    QList<InputFile> files = {};
    QStringList outputFiles = {};
    std::optional<MountReach> folder = {}; // of "use_folder": as what it is asked for
    // CodeBox-AI's `disable_validation`: names that approval::checkValidators takes. They turn
    // "refuse" into "ask", and are shown to the person.
    QStringList disabledRules = {};
    // The person runs again what a client's run was: asked, although the person's own runs are not.
    bool isReplay = false;
    // The person sits before it and answers when it wants input.
    bool isAttended = false;
};

// Takes a run from its request to its end (DESIGN 4.7): record, approval, journal, session. The
// one way in which anything is run, whoever asks. Lives in the hub's thread.
class RunService final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunHub &hub;
        approval::Queue &queue;
        journal::Journal &journal;
        sandbox::SessionPool &pool;
        mounts::MountTable &mounts;
        SessionDirectory &sessions;
        sandbox::HostCalls &hostCalls;
        Clock &clock;
        // Reads code before it is decided; empty: nothing is read.
        CodeReader::Ask readCode = {};
        // What sessions lost with an interpreter and get back; null: nothing.
        const SessionPackages *packages = nullptr;
        mounts::FileTools *files = nullptr; // shows what write_file would replace
    };

    explicit RunService(const Parts &parts, QObject *parent = nullptr);
    ~RunService() override;

    // Resolves with the number once the run is asked. InvalidArgument for code or input that
    // cannot be taken, NotFound for a session that is gone, Unavailable while the journal cannot
    // be written.
    QFuture<Result<RunId>> submit(const RunRequest &request);

    // A request for packages of a program that runs and waits meanwhile: asked and recorded as any
    // other, but the running program does the work. `decided` is called once, with Denied and
    // words for the program when it may not; then nothing follows. After an allowance
    // `endInside` ends it.
    QFuture<Result<RunId>> submitInside(const RunRequest &request,
                                        std::function<void(const Result<> &)> decided);
    // Of a request that was not decided yet: takes it back.
    void endInside(RunId run, bool complete, const QString &reason);

    // The client takes it back: a waiting request is withdrawn, a queued run cancelled, a running
    // one interrupted.
    void takeBack(RunId run, const QString &reason);
    // The client's key was revoked or changed: its programs, which are in no session, are taken
    // back; of one that is gone nothing is asked or begun any more.
    void clientEnded(const ClientId &client);
    // Somebody at the client said no. No effect on what was decided before.
    void decline(RunId run);
    // Stops what runs or is queued; a waiting request is withdrawn.
    Result<> interrupt(RunId run);

    // Facts of a run of this client: of this process from the hub, of earlier ones from the
    // journal, for limits::runResultLifetime. NotFound for anything else, another client's runs
    // included (DESIGN 4.5).
    QFuture<Result<RunFacts>> factsFor(const ClientId &client, RunId run) const;

    // Calls back once: when the run is over, or after `patience`, whichever comes first; not at
    // all when `context` goes first.
    void whenOver(RunId run, std::chrono::milliseconds patience, QObject *context,
                  std::function<void()> callback);

    // Takes back all that has not ended. Calls back once everything is over, after two seconds at
    // the latest.
    void endAll(const QString &reason, std::function<void()> done);

    // Runs that are neither waiting nor over.
    QList<RunId> active() const;

Q_SIGNALS:
    // A client got a folder that it had asked for: a mount of that name, for it alone.
    void folderGiven(const QString &mount);

private:
    Result<ApprovalRecord> makeRecord(const RunRequest &request) const;
    Result<> bindSession(ApprovalRecord &record, const RunRequest &request) const;
    void ask(approval::Submission submission);
    bool canBeAsked(const ApprovalRecord &record) const;
    void read(const approval::Submission &submission);
    void codeRead(RunId run, const FindingReport &report);
    QFuture<FindingReport> readEdited(RunId run, const ApprovalRecord &record);
    void decided(const approval::Submission &submission, const approval::Outcome &outcome);
    void dispatch(const approval::Submission &submission, const QString &digest);
    void decidedAs(const approval::Submission &submission, const approval::Outcome &outcome,
                   qint64 seq);
    QList<PlannedPackage> detailsOf(const RunRequest &request) const;
    QFuture<Result<RunId>> showPresent(const approval::Submission &submission);
    QFuture<Result<RunId>> askToWrite(approval::Submission submission, const Result<RunId> &run);
    void write(const approval::Submission &submission, const QString &digest);
    void written(RunId run, const ApprovalRecord &record, const Result<> &result,
                 std::chrono::milliseconds time);
    void giveFolder(const approval::Submission &submission, const QString &digest);
    Result<QList<MountReach>> mountsFor(const RunRequest &request) const;
    void endUnstarted(RunId run, RunState state, const QString &reason);
    void onEvent(const RunEvent &event);
    void onGrantRevoked(qint64 grant);
    void forgetOldRuns();

    QList<PackagePin> packagesFor(const RunRequest &request, const SessionRef &session) const;
    bool answerInside(RunId run, const Result<> &allowed);

    struct Waiter;

    Parts m_parts;
    FileWriter m_writer;
    CodeReader m_reader;
    SessionCodes m_codes;
    QHash<RunId, std::function<void(const Result<> &)>> m_inside; // requests of running programs
    QSet<RunId> m_attended;                                       // that are not over
    QSet<ClientId> m_endedClients;
    QHash<RunId, QString> m_stamps; // of write_file: what was there when it was asked
    std::multimap<RunId, std::shared_ptr<Waiter>> m_waiters;
    std::vector<RunId> m_over; // of this process, oldest first

    // Allowed by a standing permission and not begun: asked again when it is revoked (UI.md 4.4).
    struct Granted
    {
        qint64 grant = 0;
        approval::Submission submission;
    };
    QHash<RunId, Granted> m_granted;
    QSet<RunId> m_askAgain; // revoked while their decision was on its way to the disk
};

// The sentence for an id that is unknown or somebody else's: the two are never told apart.
Error unknownRun(const QString &id);

} // namespace glovebox::tools
