// SPDX-License-Identifier: MIT
#pragma once

#include "journal/journal.h"
#include "settings/clients/connections.h"
#include "settings/clients/connectiontest.h"
#include "settings/commandline.h"

#include <QTextStream>

#include <functional>

namespace glovebox {

// `glovebox connect CLIENT …`: shows what changes in that client's configuration, tests the
// connection where Glovebox runs, and writes. Works beside a running program.
class ConnectCommand final : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(int)>;

    // `namedProfile`: the profile was given on the command line, so the bridge needs it too.
    ConnectCommand(const QString &profileFolder, bool namedProfile, quint16 port,
                   QObject *parent = nullptr);

    // Calls `done` once with the exit code.
    void run(const settings::command::Connect &command, Done done);

private:
    void showPlan();
    void remove();
    void connectWith(const journal::NewClient &client);
    void test();
    void write();
    void revokeAndEnd(const ClientId &client, int code);
    void complain(const Error &error);
    void print(const QList<settings::FileChange> &changes);
    settings::ClientEntry entry(const QString &key) const;

    QString m_profileFolder;
    bool m_namedProfile;
    quint16 m_port;
    journal::Journal m_journal;
    settings::Connections m_connections;
    settings::ClientApp m_app;
    ClientId m_client;
    settings::ClientEntry m_entry;
    QList<settings::FileChange> m_changes;
    std::unique_ptr<settings::ConnectionTest> m_test;
    QTextStream m_out;
    QTextStream m_err;
    Done m_done;
};

// The key of a client named like `label`, with a number behind it where that is taken.
QFuture<Result<journal::NewClient>> addNamedClient(journal::Journal &journal, const QString &label);

} // namespace glovebox
