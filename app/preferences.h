// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/settingsdesk.h"
#include "programcontrols.h"
#include "settings/autostart.h"
#include "settings/settings.h"

#include <functional>
#include <map>

namespace glovebox {

// What the page of settings may change, joined to the settings file, the package rules and the
// autostart entry. What a changed setting does to the services is done by LiveSettings, and to the
// windows by Desktop.
class Preferences final : public SettingsDesk
{
    Q_OBJECT

public:
    struct Parts
    {
        Application &application;
        Controls &controls;
        settings::Settings &settings;
        settings::Autostart autostart;
        QString logFile;
        bool portOption = false; // --port counts for this process
    };

    explicit Preferences(Parts parts, QObject *parent = nullptr);

    QStringList names() const override;
    SettingStatus setting(const QString &name) const override;
    QString problemOf(const QString &name, const QVariant &value) const override;
    Result<> set(const QString &name, const QVariant &value) override;
    Result<> reset(const QString &name) override;

    QString rule(FindingGroup group, const ClientId &client) const override;
    Result<> setRule(FindingGroup group, const ClientId &client, const QString &action) override;
    QList<ClientLabel> clients() const override { return m_parts.controls.clients(); }

    SettingsFacts facts() const override;
    Result<> restart() override;
    QFuture<Result<PurgeReport>> purge(int days) override;

Q_SIGNALS:
    void restartRequested();

private:
    struct Entry
    {
        QVariant standard;
        std::function<QVariant()> read;
        std::function<Result<>(const QVariant &)> write;
        qint64 least = 0;
        qint64 most = 0;
        QStringList choices = {};
        std::function<QString(const QVariant &)> check = {}; // beyond type and range
        bool fromNextStart = false;
        QVariant begunWith = {}; // what counts until then
        QString override = {};
    };

    template <class T>
    Entry &add(const settings::Key<T> &key);
    void addNumber(const settings::Key<qint64> &key, qint64 least, qint64 most);
    void addChoice(const settings::Key<QString> &key, const QStringList &choices);
    void addPort();
    void addPackages();
    void lookAtLogin();
    void addAutostart();
    void addNotices();
    void fromNextStart(QLatin1StringView name);
    QString restartObstacle() const;
    const Entry *entry(const QString &name) const;

    Parts m_parts;
    std::map<QString, Entry> m_entries;
    bool m_startsAtLogin = false;
    bool m_lookingAtLogin = false;
    QList<ClientLabel> m_clients; // as they were told of
};

} // namespace glovebox
