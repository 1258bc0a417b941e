// SPDX-License-Identifier: MIT
#pragma once

#include "base/connector.h"

namespace glovebox {

// A connector whose answers the test sets and whose calls it counts.
class FakeConnector final : public ClientConnector
{
public:
    QList<KnownClient> clients() const override { return known; }
    QString address() const override { return QStringLiteral("http://127.0.0.1:8420/mcp"); }
    Result<ConnectionPreview> begin(const QString &client, bool bridge) override
    {
        begun.append(client + (bridge ? QStringLiteral(" bridge") : QStringLiteral(" http")));
        return preview;
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
    Result<ConnectionPreview> removal(const QString &) const override { return preview; }
    QFuture<Result<>> remove(const QString &client) override
    {
        removed.append(client);
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
    int tests = 0;
    int writes = 0;
    int left = 0;
};

} // namespace glovebox
