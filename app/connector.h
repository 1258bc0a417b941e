// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/connector.h"
#include "clientrights.h"
#include "settings/clients/connections.h"
#include "settings/clients/connectiontest.h"
#include "settings/settings.h"

#include <QThreadPool>

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
    void look() override;
    QString address() const override;
    QFuture<Result<ConnectionPreview>> begin(const QString &client, bool bridge) override;
    ConnectionRules rules() const override;
    Result<> setRules(const ConnectionRules &rules) override;
    void test() override;
    QFuture<Result<>> write() override;
    QFuture<Result<QString>> lines() override;
    QString key() const override { return m_key.key; }
    void leave() override;
    QFuture<Result<>> remove(const QString &client) override;

    // The port changed: every configuration that Glovebox wrote gets the new one.
    void moveToPort(quint16 port);

private:
    // One client of the catalogue, as its files and ours say.
    struct Found
    {
        settings::ClientApp app;
        KnownClient::State state = KnownClient::State::NotFound;
        std::optional<settings::Connection> connection;
    };
    // What a change of files left: whether it was made, and how things stand after it.
    struct Changed
    {
        Result<> done;
        QList<Found> found;
    };
    struct Moved
    {
        int clients = 0;
        QStringList failures;
        QList<Found> found;
    };

    static QList<Found> lookIn(const settings::Connections &connections);
    static Result<> writeTo(settings::Connections &connections, const settings::ClientApp &app,
                            const settings::ClientEntry &entry, const ClientId &key,
                            const QList<settings::FileChange> &shown, const QDateTime &now);
    static Result<> removeFrom(settings::Connections &connections, const QString &client);
    static Moved moveIn(settings::Connections &connections, quint16 port);

    void setFound(const QList<Found> &found);
    std::optional<ClientId> connectedKey(const QString &client) const;
    settings::ClientEntry entry(const QString &key) const;
    QFuture<Result<>> haveKey();
    ClientId owner() const;
    Result<> takeWishes();
    QFuture<Result<>> writeNow();
    void takeBack(const ClientId &key);
    void onSettingsTested(bool passed);
    void runOnce();
    void onRunOver(RunId run, std::chrono::milliseconds since);
    void finishTest(const ConnectionStep &last);
    void revoke(const ClientId &client);

    Application &m_application;
    ClientRights m_rights;
    bool m_namedProfile;
    settings::Connections m_connections; // used in m_files only
    QList<Found> m_found;
    settings::ClientApp m_app;
    settings::Transport m_transport = settings::Transport::Http;
    QList<settings::FileChange> m_shown;     // what begin() showed
    std::optional<ConnectionRules> m_wishes; // for the key that is not made yet
    journal::NewClient m_key;
    bool m_handedOut = false; // written or copied: it is the client's now
    std::unique_ptr<settings::ConnectionTest> m_test;
    int m_visit = 0;     // grows with each begin(): answers of an earlier one no longer count
    QThreadPool m_files; // one thread: the order of calls is the order of work
};

} // namespace glovebox
