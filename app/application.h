// SPDX-License-Identifier: MIT
#pragma once

#include "approval/queue.h"
#include "base/runhub.h"
#include "clientkeys.h"
#include "clients.h"
#include "datafiles.h"
#include "http/listener.h"
#include "http/locallistener.h"
#include "http/mcproute.h"
#include "journal/journal.h"
#include "mcp/server.h"
#include "mounts/filecalls.h"
#include "mounts/filetools.h"
#include "mounts/mounttable.h"
#include "mounts/staging.h"
#include "mounts/undohistory.h"
#include "packages/packageservice.h"
#include "refusals.h"
#include "rest/codeboxapi.h"
#include "rest/compat.h"
#include "sandbox/engineprocess.h"
#include "sandbox/outputstore.h"
#include "sandbox/pageviewer.h"
#include "sandbox/sessionpool.h"
#include "sandbox/snapshotstore.h"
#include "scratch.h"
#include "tools/hostfiles.h"
#include "tools/mountresources.h"
#include "tools/packagecalls.h"
#include "tools/prompts.h"
#include "tools/runresources.h"
#include "tools/runview.h"
#include "tools/sessionresources.h"
#include "tools/showncells.h"
#include "tools/tool.h"

namespace glovebox {

// How the program was asked to be, after command line, environment and settings were read.
struct ApplicationOptions
{
    QString profileFolder;
    QString cacheFolder; // of packages (PYODIDE_CACHE_DIR); empty: the profile's
    DataFiles files;
    quint16 port = 0;
    bool headless = false;
    bool authentication = true;
    bool allowRoot = false;
    approval::Mode approve = approval::Mode::Ask;
    std::optional<std::chrono::milliseconds> approvalTime;
    std::chrono::minutes sessionIdle = limits::sessionIdleTime; // 0: never retired
    qint64 sessionHeapBytes = limits::defaultHeapBytes; // of sessions that ask for nothing else
    std::chrono::seconds runTimeout = limits::defaultRunTimeout; // of their runs
    qint64 sessionFolderBytes = sandbox::defaultFolderBytes;     // files outside of the mounts
    QList<mounts::MountSpec> mounts;
    qint64 undoBytes = limits::maxUndoBytes; // kept of what runs change; as much again for applies
    QStringList patience;                    // as tools::Patience
    tools::ToolOptions tools;
    // What findings in the code of a client lead to; empty: they are noted.
    std::function<approval::RuleSwitches(const ClientId &)> rules = {};
};

// The composition root without windows: every service, in the order in which it stands on the
// others. Members are destroyed in reverse order, so nothing outlives what it uses.
class Application final : public QObject
{
    Q_OBJECT

public:
    Application(ApplicationOptions options, Clock &clock, QObject *parent = nullptr);
    ~Application() override;

    // Mounts, journal, sandbox and server, one after the other. `ready` or `failed` follows.
    void start();

    const ApplicationOptions &options() const { return m_options; }
    Clock &clock() { return m_clock; }
    RunHub &hub() { return m_hub; }
    journal::Journal &journal() { return m_journal; }
    approval::Queue &queue() { return m_queue; }
    mounts::MountTable &mounts() { return m_mounts; }
    mounts::Staging &staging() { return m_staging; }
    mounts::UndoHistory &undo() { return m_undo; }
    mounts::UndoHistory &applied() { return m_applied; } // applies of staged changes
    sandbox::OutputStore &output() { return m_output; }
    sandbox::SessionPool &pool() { return m_pool; }
    sandbox::PageViewers &pages() { return m_pages; }
    sandbox::Engine &engine() { return m_engine; }
    PackageDesk &packageDesk() { return m_packageDesk; }
    PackageDetails &packageDetails() { return m_sessionPackages; }
    tools::SessionDirectory &sessions() { return m_sessions; }
    tools::RunService &runs() { return m_runs; }
    Scratch &scratch() { return m_scratch; }
    Clients &clientDesk() { return m_clients; }
    Refusals &refusals() { return m_refusals; }
    QSet<ClientId> clients() const; // that have a session, whichever way they came

    quint16 port() const { return m_listener.port(); } // 0: not listening
    QString listenProblem() const { return m_listenProblem; }
    // Why nothing can run now, or empty.
    QString sandboxProblem() const { return m_sandboxProblem; }
    // The key "Command line" of the endpoint file, which ends with this process; empty before
    // ready().
    QString commandLineKey() const { return m_commandLineKey; }

    // Ends every run: those that run as killed, all others as cancelled. `done` is called when the
    // journal has the ends and the clients were answered, after two seconds at the latest.
    void shutDown(std::function<void()> done);

    // For runs and calls from now on.
    void setWriteLimits(const mounts::WriteLimits &limits) { m_fileCalls.setWriteLimits(limits); }
    void setPatience(const QStringList &chosen) { m_patience = tools::Patience(chosen); }

    // Another port, after the first was taken.
    void listen(quint16 port);

Q_SIGNALS:
    void ready();
    void failed(const glovebox::Error &error);
    void listeningChanged();
    void clientsChanged();
    void sandboxProblemChanged();

private:
    tools::Services services();
    rest::Backend restBackend();
    std::vector<std::unique_ptr<rest::ToolSet>> allToolSets();
    http::LocalWishes localWishes();
    void takeConfiguration(const http::Principal &client, const QJsonObject &hello);
    void connectParts();
    void packWheel(const PlannedPackage &package);
    Result<> addMounts();
    void onJournalOpened();
    void restorePermissions();
    void savePermissions();
    void noteExecution(const RunEvent &event);
    void listenWithKey(const Result<journal::NewClient> &client);
    bool readsCode() const;
    void awaitReader();
    void listenAtLast();

    ApplicationOptions m_options;
    Clock &m_clock;
    RunHub m_hub;
    journal::Journal m_journal;
    mounts::MountTable m_mounts;
    mounts::UndoHistory m_applied;
    mounts::Staging m_staging;
    mounts::UndoHistory m_undo;
    mounts::FileCalls m_fileCalls;
    mounts::FileTools m_fileTools;
    approval::Queue m_queue;
    sandbox::OutputStore m_output;
    sandbox::SnapshotStore m_snapshots;
    sandbox::EngineProcess m_engine;
    sandbox::PageViewers m_pages;
    tools::HostFiles m_hostFiles;
    tools::BundledPackages m_packages;
    tools::SessionPackages m_sessionPackages;
    packages::PackageService m_packageDesk;
    tools::PackagePlanner m_planner;
    tools::PackageCalls m_packageCalls;
    sandbox::SessionPool m_pool;
    tools::SessionDirectory m_sessions;
    tools::RunService m_runs;
    tools::RunReporter m_reporter;
    tools::Patience m_patience;
    std::vector<std::unique_ptr<tools::Tool>> m_tools;
    tools::ShownCells m_shownCells;
    Scratch m_scratch;
    mcp::Server m_mcpServer;
    rest::RepeatableCalls m_repeatableCalls;
    rest::FolderRequests m_folderRequests;
    rest::CodeBoxService m_codeBox;
    rest::CodeBoxApi m_codeBoxApi;
    rest::Compat m_compat;
    ClientKeys m_keys;
    Refusals m_refusals;
    http::Guard m_guard;
    http::McpRoute m_mcpRoute;
    http::Listener m_listener;
    http::LocalListener m_localListener;
    Clients m_clients;
    QString m_listenProblem;
    QString m_sandboxProblem;
    QString m_commandLineKey;
    std::unique_ptr<QObject> m_farewell;
    std::unique_ptr<QObject> m_analyserTimer;
    std::unique_ptr<QObject> m_readerWait; // while nobody is listened to yet
};

} // namespace glovebox
