// SPDX-License-Identifier: MIT
#pragma once

#include <base/desk.h>
#include <base/runfacts.h>

#include <QPromise>

#include <algorithm>

// An ApprovalDesk that keeps its requests in a list and remembers what it was told. It keeps the
// promises of the real one (answers only to a waiting request with its very digest).
class FakeDesk : public glovebox::ApprovalDesk
{
public:
    struct Given
    {
        glovebox::RunId run;
        QString digest;
        glovebox::Answer answer;
    };

    QList<glovebox::PendingRequest> pending;
    QList<glovebox::Grant> standing;
    QList<glovebox::ClientId> paused;
    QList<Given> answers; // only those that were accepted
    QList<glovebox::RunId> kept;
    QList<glovebox::RunId> dismissed;
    QList<qint64> revoked;
    QList<glovebox::ApprovalRecord> always;
    int revokedAll = 0;
    QList<std::pair<glovebox::RunId, QByteArray>> readCodes; // that were asked about
    glovebox::FindingReport edits = report();
    bool readsEdits = true;
    QPromise<glovebox::Result<glovebox::FindingReport>> reading;

    static glovebox::FindingReport report(const QList<glovebox::Finding> &findings = {})
    {
        glovebox::FindingReport report;
        report.state = glovebox::FindingReport::State::Complete;
        report.findings = findings;
        return report;
    }

    // A request of "Claude Desktop" for `code` that waits from `asked` for five minutes.
    static glovebox::PendingRequest asking(int run, const QByteArray &code,
                                           const QDateTime &asked = QDateTime::currentDateTimeUtc())
    {
        glovebox::PendingRequest request;
        request.run = glovebox::RunId(run);
        request.record.tool = QStringLiteral("run_python");
        request.record.client = glovebox::ClientId(QStringLiteral("c0123456789ab"));
        request.record.session = {glovebox::SessionId(QStringLiteral("s0123456789ab")), 1};
        request.record.sessionName = QStringLiteral("sales-q3");
        request.record.code = code;
        request.record.reach.mounts = {{QStringLiteral("sales"), glovebox::MountMode::ReadOnly,
                                        QStringLiteral("/home/person/sales")}};
        request.clientLabel = QStringLiteral("Claude Desktop");
        request.clientClaims = QStringLiteral("claude-ai 0.1.0");
        request.title = glovebox::titleOfCode(code);
        request.asked = asked;
        request.expires = asked.addSecs(300);
        request.digest = request.record.digest();
        request.findings.state = glovebox::FindingReport::State::Complete;
        return request;
    }

    void add(const glovebox::PendingRequest &request)
    {
        pending.append(request);
        Q_EMIT requestAdded(request.run);
    }
    // Replaces the request of the same run.
    void change(const glovebox::PendingRequest &request)
    {
        if (glovebox::PendingRequest *old = find(request.run)) {
            *old = request;
            Q_EMIT requestChanged(request.run);
        }
    }
    void setState(glovebox::RunId run, glovebox::PendingRequest::State state)
    {
        if (glovebox::PendingRequest *request = find(run)) {
            request->state = state;
            Q_EMIT requestChanged(run);
        }
    }
    void remove(glovebox::RunId run)
    {
        if (pending.removeIf([run](const auto &request) { return request.run == run; }) > 0)
            Q_EMIT requestRemoved(run);
    }
    void setPaused(const glovebox::ClientId &client, bool on)
    {
        paused.removeAll(client);
        if (on)
            paused.append(client);
        Q_EMIT pausedChanged();
    }

    QList<glovebox::PendingRequest> requests() const override { return pending; }
    QList<glovebox::Grant> grants() const override { return standing; }
    bool isPaused(const glovebox::ClientId &client) const override
    {
        return paused.contains(client);
    }

    glovebox::Result<> answer(glovebox::RunId run, const QString &digest,
                              const glovebox::Answer &given) override
    {
        const glovebox::PendingRequest *request = find(run);
        if (!request || request->state != glovebox::PendingRequest::State::Waiting ||
            request->digest != digest) {
            return glovebox::fail(glovebox::ErrorCode::Conflict,
                                  QStringLiteral("The request is no longer the one shown."));
        }
        answers.append({run, digest, given});
        const glovebox::ClientId client = request->record.client;
        remove(run);
        if (given.pauseClient)
            setPaused(client, true);
        return {};
    }
    // Answered at once with `edits`; left open while `readsEdits` is false.
    QFuture<glovebox::Result<glovebox::FindingReport>>
    readEdited(glovebox::RunId run, const QString & /*digest*/, const QByteArray &code) override
    {
        readCodes.append({run, code});
        reading = QPromise<glovebox::Result<glovebox::FindingReport>>();
        reading.start();
        if (readsEdits)
            finishReading(edits);
        return reading.future();
    }
    void finishReading(const glovebox::Result<glovebox::FindingReport> &report)
    {
        reading.addResult(report);
        reading.finish();
    }
    glovebox::Result<> keepWaiting(glovebox::RunId run) override
    {
        glovebox::PendingRequest *request = find(run);
        if (!request)
            return glovebox::fail(glovebox::ErrorCode::NotFound, QStringLiteral("No such run."));
        kept.append(run);
        request->expires = request->expires.addSecs(glovebox::limits::keepWaitingStep.count());
        Q_EMIT requestChanged(run);
        return {};
    }
    void dismiss(glovebox::RunId run) override
    {
        dismissed.append(run);
        remove(run);
    }
    void revoke(qint64 grant) override
    {
        revoked.append(grant);
        standing.removeIf([grant](const auto &each) { return each.id == grant; });
        Q_EMIT grantsChanged();
    }
    void revokeAll() override
    {
        ++revokedAll;
        standing.clear();
        Q_EMIT grantsChanged();
    }

    glovebox::Result<> allowAlways(const glovebox::ApprovalRecord &record,
                                   const QString & /*clientLabel*/) override
    {
        always.append(record);
        return {};
    }
    void setClientPaused(const glovebox::ClientId &client, bool on) override
    {
        setPaused(client, on);
    }

private:
    glovebox::PendingRequest *find(glovebox::RunId run)
    {
        const auto found = std::ranges::find(pending, run, &glovebox::PendingRequest::run);
        return found == pending.end() ? nullptr : &*found;
    }
};
