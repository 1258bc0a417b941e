// SPDX-License-Identifier: MIT
#pragma once

#include "base/connector.h"

#include <QPromise>

#include <memory>

namespace glovebox {

// A connector whose answers the test sets and whose calls it counts.
class FakeConnector final : public ClientConnector
{
public:
    QList<KnownClient> clients() const override { return known; }
    void look() override
    {
        ++looks;
        Q_EMIT changed();
    }
    QString address() const override { return QStringLiteral("http://127.0.0.1:8420/mcp"); }
    QFuture<Result<ConnectionPreview>> begin(const QString &client, bool bridge) override
    {
        begun.append(client + (bridge ? QStringLiteral(" bridge") : QStringLiteral(" http")));
        if (!slow)
            return QtFuture::makeReadyValueFuture(preview);
        auto promise = std::make_shared<QPromise<Result<ConnectionPreview>>>();
        promise->start();
        reading.append(promise);
        return promise->future();
    }
    // Answers a begin() while `slow`; the first is at 0.
    void answer(qsizetype which, const Result<ConnectionPreview> &with)
    {
        reading[which]->addResult(with);
        reading[which]->finish();
    }
    ConnectionRules rules() const override { return ownRules; }
    Result<> setRules(const ConnectionRules &rules) override
    {
        ownRules = rules;
        ++rulesSet;
        return rulesResult;
    }
    void test() override
    {
        ++tests;
        newKey = QStringLiteral("gb_secretsecretsecret7f2a");
    }
    QFuture<Result<>> write() override
    {
        ++writes;
        Q_EMIT changed();
        return QtFuture::makeReadyValueFuture(writeResult);
    }
    QFuture<Result<QString>> lines() override
    {
        return QtFuture::makeReadyValueFuture(Result<QString>(QStringLiteral("{ lines }")));
    }
    QString key() const override { return newKey; }
    void leave() override
    {
        ++left;
        newKey.clear();
    }
    QFuture<Result<>> remove(const QString &client) override
    {
        removed.append(client);
        Q_EMIT changed();
        return QtFuture::makeReadyValueFuture(Result<>());
    }

    void pass(ConnectionStep::Kind kind, const QString &detail = {}, int milliseconds = 1)
    {
        Q_EMIT stepDone({.kind = kind,
                         .passed = true,
                         .detail = detail,
                         .took = std::chrono::milliseconds(milliseconds)});
    }
    void passAll()
    {
        using enum ConnectionStep::Kind;
        pass(Answers, {}, 3);
        pass(KeyAccepted);
        pass(Handshake, QStringLiteral("2025-11-25"), 12);
        pass(Tools, QStringLiteral("15"), 4);
        pass(Run, {}, 580);
        Q_EMIT testDone(true);
    }

    QList<KnownClient> known;
    Result<ConnectionPreview> preview = ConnectionPreview();
    Result<> writeResult = {};
    ConnectionRules ownRules = {};
    Result<> rulesResult = {};
    int rulesSet = 0;
    QString newKey;
    QStringList begun;
    QStringList removed;
    bool slow = false; // begin() waits for answer()
    QList<std::shared_ptr<QPromise<Result<ConnectionPreview>>>> reading;
    int looks = 0;
    int tests = 0;
    int writes = 0;
    int left = 0;
};

} // namespace glovebox
