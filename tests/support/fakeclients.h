// SPDX-License-Identifier: MIT
#pragma once

#include <base/clientdesk.h>

#include <algorithm>

// A ClientDesk that keeps its clients in a list and remembers what it was told.
class FakeClients : public glovebox::ClientDesk
{
public:
    QList<glovebox::ClientInfo> known;
    QStringList added;
    QList<glovebox::ClientId> rotated;
    QList<glovebox::ClientId> revoked;
    QList<glovebox::ClientId> disconnected;
    int rulesSet = 0;

    QList<glovebox::ClientInfo> clients() const override { return known; }
    QStringList tools() const override
    {
        return {QStringLiteral("run_python"), QStringLiteral("write_file")};
    }
    QFuture<glovebox::Result<QString>> add(const QString &label, bool) override
    {
        added.append(label);
        return ready(QStringLiteral("gb_new"));
    }
    QFuture<glovebox::Result<QString>> rotate(const glovebox::ClientId &client) override
    {
        rotated.append(client);
        return ready(QStringLiteral("gb_rotated"));
    }
    QFuture<glovebox::Result<>> revoke(const glovebox::ClientId &client) override
    {
        revoked.append(client);
        return QtFuture::makeReadyValueFuture(glovebox::Result<>());
    }
    void disconnectClient(const glovebox::ClientId &client) override
    {
        disconnected.append(client);
    }
    glovebox::ClientRules rules(const glovebox::ClientId &client) const override
    {
        const auto found = std::ranges::find(known, client, &glovebox::ClientInfo::id);
        return found == known.end() ? glovebox::ClientRules() : found->rules;
    }
    glovebox::Result<> setRules(const glovebox::ClientId &client,
                                const glovebox::ClientRules &rules) override
    {
        ++rulesSet;
        const auto found = std::ranges::find(known, client, &glovebox::ClientInfo::id);
        if (found != known.end())
            found->rules = rules;
        return {};
    }

private:
    static QFuture<glovebox::Result<QString>> ready(const QString &key)
    {
        return QtFuture::makeReadyValueFuture(glovebox::Result<QString>(key));
    }
};
