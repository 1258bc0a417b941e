// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/connector.h"
#include "clientrights.h"
#include "settings/clients/connections.h"
#include "settings/clients/connectiontest.h"
#include "settings/settings.h"

namespace glovebox {

// Joins the client configurations, the clients table and the one way in which anything runs.
class Connector final : public ClientConnector
{
    Q_OBJECT

public:
    // `namedProfile`: given on the command line, so that bridges have to be told.
    Connector(Application &application, ProgramControls &controls, settings::Settings &settings,
              bool namedProfile, QObject *parent = nullptr);
    ~Connector() override;

    QList<KnownClient> clients() const override;
    QString address() const override;
    Result<ConnectionPreview> begin(const QString &client, bool bridge) override;
    ConnectionRules rules() const override;
    Result<> setRules(const ConnectionRules &rules) override;
    void test() override;
    QFuture<Result<>> write() override;
    QFuture<Result<QString>> lines() override;
    QString key() const override { return m_key.key; }
    void leave() override;
    Result<ConnectionPreview> removal(const QString &client) const override;
    QFuture<Result<>> remove(const QString &client) override;

    // The port changed: every configuration that Glovebox wrote gets the new one.
    void moveToPort(quint16 port);

private:
    settings::ClientEntry entry(const QString &key) const;
    QFuture<Result<>> haveKey();
    ClientId owner() const;
    Result<> takeWishes();
    Result<> writeNow();
    void onSettingsTested(bool passed);
    void runOnce();
    void onRunOver(RunId run, std::chrono::milliseconds since);
    void finishTest(const ConnectionStep &last);
    void revoke(const ClientId &client);

    Application &m_application;
    ClientRights m_rights;
    bool m_namedProfile;
    settings::Connections m_connections;
    settings::ClientApp m_app;
    settings::Transport m_transport = settings::Transport::Http;
    QList<settings::FileChange> m_shown;     // what begin() showed
    std::optional<ConnectionRules> m_wishes; // for the key that is not made yet
    journal::NewClient m_key;
    bool m_handedOut = false; // written or copied: it is the client's now
    std::unique_ptr<settings::ConnectionTest> m_test;
    int m_visit = 0; // grows with each begin(): answers of an earlier one no longer count
};

} // namespace glovebox
