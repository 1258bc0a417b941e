// SPDX-License-Identifier: MIT
#pragma once

#include "base/scratchdesk.h"
#include "mounts/filetools.h"
#include "tools/looks.h"
#include "tools/runservice.h"
#include "tools/sessiondirectory.h"
#include "tools/showncells.h"

namespace glovebox {

// Sessions as the person uses them from the scratchpad, joined from the services that clients use
// too: the same sessions, the same way of every run, and nothing that is asked.
class Scratch final : public ScratchDesk
{
    Q_OBJECT

public:
    struct Parts
    {
        RunHub &hub;
        tools::RunService &runs;
        tools::SessionDirectory &sessions;
        sandbox::SessionPool &pool;
        mounts::MountTable &mounts;
        mounts::FileTools &files;
        tools::ShownCells &cells;
        Clock &clock;
        QString languages; // the folder with the runtimes of run_code
    };

    explicit Scratch(const Parts &parts, QObject *parent = nullptr);
    ~Scratch() override;

    QFuture<Result<SessionRef>> openSession(const QString &name) override;
    void closeSession(const SessionRef &session) override;
    QFuture<Result<SessionRef>> restartSession(const SessionRef &session) override;
    QList<SessionStatus> sessions() const override;

    QFuture<Result<RunId>> run(const ScratchRun &run) override;
    void interrupt(RunId run) override;
    Result<> answerInput(RunId run, const std::optional<QString> &line) override;

    QFuture<Result<Completions>> complete(const SessionRef &session, const QString &code,
                                          qsizetype cursor) override;
    QFuture<Result<Inspection>> inspect(const SessionRef &session, const QString &code,
                                        qsizetype cursor) override;
    QFuture<Result<QList<Variable>>> variables(const SessionRef &session) override;
    QFuture<Result<TablePage>> table(const SessionRef &session, const TableQuery &query) override;
    QFuture<Result<QByteArray>> tableText(const SessionRef &session, const TableQuery &query,
                                          QChar separator) override;

    Result<QString> showToClient(const ClientId &client, const QString &title,
                                 const QByteArray &source, const QString &output) override;
    void takeBackFromClient(const QString &address) override;

private:
    struct Opening;
    struct TextJob;

    QString freeName(const QString &wish) const;
    QFuture<Result<SessionRef>> whenReady(const SessionRef &session);
    void lookAtOpenings();
    Result<tools::RunRequest> requestFor(const ScratchRun &run) const;
    QFuture<Result<Completions>> completePath(const SessionRef &session,
                                              const tools::TypedPath &typed);
    void continueText(const std::shared_ptr<TextJob> &job);

    Parts m_parts;
    std::vector<std::unique_ptr<Opening>> m_openings;
};

} // namespace glovebox
