// SPDX-License-Identifier: MIT
#pragma once

#include "backend.h"
#include "codeboxbodies.h"
#include "mcp/caller.h"

#include <QThreadPool>

namespace glovebox::rest {

// Who asks, as the key and the client say.
struct Asker
{
    mcp::Principal principal;
    QString claims; // a quotation
};

// The sessions and executions of CodeBox-AI's API on our services: the one thing behind its REST
// routes and its MCP tools. Every client sees its own only (DESIGN 4.5). Lives in the hub's thread.
class CodeBoxService final : public QObject
{
    Q_OBJECT

public:
    explicit CodeBoxService(const Backend &backend, QObject *parent = nullptr);
    ~CodeBoxService() override;

    // A session as clients are told of it. Times are UTC in Python's isoformat().
    struct SessionInfo
    {
        QString id;
        QString created;
        QString lastUsed;
        QStringList dependencies;
    };
    // At once: folders are asked for meanwhile, and what runs in it waits for the person's word.
    // LimitExceeded for one session too many.
    Result<SessionInfo> createSession(const Asker &asker, const SessionBody &body);
    Result<> removeSession(const ClientId &client, const QString &id);
    QList<SessionInfo> sessions(const ClientId &client) const;
    std::optional<SessionInfo> session(const ClientId &client, const QString &id) const;

    struct Created
    {
        QString id;
        QString created;
    };
    // NotFound for a session that is unknown or another client's.
    Result<Created> execute(const Asker &asker, const ExecuteBody &body);

    struct Status
    {
        QString status; // "initializing", "running", "completed", "error"
        QString created;
        QString completed; // empty: not yet
    };
    QFuture<Result<Status>> status(const ClientId &client, const QString &id) const;
    // The body of GET …/results; NotFound while there is none.
    QFuture<Result<QByteArray>> results(const ClientId &client, const QString &id);

    // What a client's configuration names (glovebox-bridge --compat codebox-ai).
    void configure(const ClientId &client, const QMap<QString, QString> &links,
                   const QStringList &disabledRules);
    QStringList disabledRules(const ClientId &client) const;
    // The session that execute_code of this client runs in; made when there is none.
    Result<SessionRef> toolSession(const Asker &asker);
    // It was used with these packages.
    void noteUse(const ClientId &client, const SessionId &session, const QStringList &packages);

    // {ename, evalue, traceback} of a run that did not complete.
    static QJsonObject errorOf(const RunFacts &facts);
    // Its printed and shown texts, and its pictures as PNG. Reads files: not for the main thread.
    static QByteArray resultsBody(const RunFacts &facts, const QByteArray &output);

private:
    struct Session
    {
        SessionInfo info;
        ClientId client;
        SessionId session;
        QList<PackagePin> packages;
        QString problem;       // why its dependencies cannot be had, or empty
        QList<RunId> folders;  // what the person is asked for
        int asking = 0;        // requests on their way
        QString folderProblem; // a folder could not be asked for
    };
    using SessionPtr = std::shared_ptr<Session>;
    struct Execution
    {
        QString id;
        Asker asker;
        SessionPtr session;
        ExecuteBody body;
        QDateTime created;
        RunId run; // null: not asked yet
        bool submitted = false;
        std::optional<QJsonObject> error; // it never became a run
        QString completed;                // of those
    };
    using ExecutionPtr = std::shared_ptr<Execution>;
    struct Configured
    {
        QMap<QString, QString> links;
        QStringList disabledRules;
        QString session; // of execute_code
    };

    QMap<QString, QString> askFolders(const Asker &asker, const SessionPtr &session,
                                      const QList<FolderMount> &folders);
    void findPackages(const SessionPtr &session, const SessionRef &ref);
    void advanceAll();
    void noteFolder(const SessionPtr &session, const Result<RunId> &run);
    SessionPtr find(const ClientId &client, const QString &id) const;
    ExecutionPtr findExecution(const ClientId &client, const QString &id) const;
    void advance(const ExecutionPtr &execution);
    void submit(const ExecutionPtr &execution);
    void end(const ExecutionPtr &execution, const QString &ename, const QString &evalue);
    void onEvent(const RunEvent &event);
    void onClosed(const SessionId &session);
    void forgetOld();
    QString now() const;

    Backend m_backend;
    QHash<QString, SessionPtr> m_sessions;
    QHash<QString, ExecutionPtr> m_executions;
    QList<ExecutionPtr> m_waiting; // not asked yet
    QHash<ClientId, Configured> m_configured;
    QThreadPool m_pool;
};

} // namespace glovebox::rest
