// SPDX-License-Identifier: MIT
#pragma once

#include "base/settingsdesk.h"

#include <QMap>

// Settings in plain members: a number, a choice, a flag and lines, as the page asks for them. Names
// that a test does not describe are flags that are off.
class FakeSettings final : public glovebox::SettingsDesk
{
public:
    FakeSettings()
    {
        known[QStringLiteral("sessions.memory_mb")] = {qint64(1024), qint64(1024), 256, 3072};
        known[QStringLiteral("approvals.time_s")] = {qint64(300), qint64(300), 0, 3600};
        known[QStringLiteral("appearance.code_size_tenths")] = {qint64(125), qint64(125), 90, 320};
        known[QStringLiteral("appearance.theme")] = {QStringLiteral("system"),
                                                     QStringLiteral("system")};
        known[QStringLiteral("mounts.tell_paths")] = {
            .value = false, .standard = false, .fromNextStart = true};
        known[QStringLiteral("clients.patience_s")] = {QStringList(), QStringList()};
        known[QStringLiteral("keyboard.shortcuts")] = {QStringList(), QStringList()};
    }

    QStringList names() const override { return known.keys(); }
    glovebox::SettingStatus setting(const QString &name) const override
    {
        return known.value(name, {.value = false, .standard = false});
    }
    QString problemOf(const QString &name, const QVariant &) const override
    {
        return problems.value(name);
    }
    glovebox::Result<> set(const QString &name, const QVariant &value) override
    {
        changes.append({name, value});
        if (!answer)
            return answer;
        glovebox::SettingStatus status = setting(name);
        status.isPending = status.fromNextStart && value != status.value;
        status.value = value;
        known[name] = status;
        Q_EMIT changed(name);
        return {};
    }
    glovebox::Result<> reset(const QString &name) override
    {
        return set(name, setting(name).standard);
    }
    QString rule(glovebox::FindingGroup group, const glovebox::ClientId &client) const override
    {
        return rules.value({int(group), client.value()},
                           client.isNull() ? QStringLiteral("note") : QString());
    }
    glovebox::Result<> setRule(glovebox::FindingGroup group, const glovebox::ClientId &client,
                               const QString &action) override
    {
        rules[{int(group), client.value()}] = action;
        Q_EMIT rulesChanged();
        return {};
    }
    QList<glovebox::ClientLabel> clients() const override { return labels; }
    glovebox::SettingsFacts facts() const override { return known_facts; }
    glovebox::Result<> restart() override
    {
        ++restarts;
        return {};
    }
    QFuture<glovebox::Result<glovebox::PurgeReport>> purge(int days) override
    {
        purged.append(days);
        return QtFuture::makeReadyValueFuture(
            glovebox::Result<glovebox::PurgeReport>(glovebox::PurgeReport{3, 100}));
    }

    void setFacts(const glovebox::SettingsFacts &facts)
    {
        known_facts = facts;
        Q_EMIT factsChanged();
    }

    QMap<QString, glovebox::SettingStatus> known;
    QMap<QString, QString> problems;
    QMap<std::pair<int, QString>, QString> rules;
    QList<std::pair<QString, QVariant>> changes;
    QList<glovebox::ClientLabel> labels;
    glovebox::SettingsFacts known_facts;
    glovebox::Result<> answer;
    int restarts = 0;
    QList<int> purged;
};
