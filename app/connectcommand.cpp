// SPDX-License-Identifier: MIT
#include "connectcommand.h"

#include "base/localsocket.h"

#include <QCoreApplication>
#include <QLocalSocket>
#include <QRegularExpression>
#include <QTcpSocket>

#include <algorithm>
#include <cstdio>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr int lookTime = 1000; // ms; a terminal waits
const QString unmadeKey = u"gb_(made when it is written)"_s;

// Keys do not belong on a screen that is shared or logged, the new one as little as an old one.
QString withoutKeys(QString text)
{
    static const QRegularExpression key(u"gb_[A-Za-z0-9_-]{16,}([A-Za-z0-9_-]{4})"_s);
    return text.replace(key, u"gb_••••••••\\1"_s);
}

bool programRuns(const settings::ClientEntry &entry, const QString &profileFolder)
{
    if (entry.transport == settings::Transport::Http) {
        QTcpSocket socket;
        socket.connectToHost(u"127.0.0.1"_s, entry.port);
        return socket.waitForConnected(lookTime);
    }
    QLocalSocket socket;
    socket.connectToServer(localSocketPath(profileFolder, u"bridge.sock"_s));
    return socket.waitForConnected(lookTime);
}

} // namespace

QFuture<Result<journal::NewClient>> addNamedClient(journal::Journal &journal, const QString &label)
{
    return journal.listClients()
        .then(&journal,
              [&journal, label](const Result<QList<journal::Client>> &clients) {
                  if (!clients)
                      return QtFuture::makeReadyValueFuture(
                          Result<journal::NewClient>(std::unexpected(clients.error())));
                  const auto taken = [&clients](const QString &name) {
                      return std::ranges::any_of(*clients, [&name](const journal::Client &client) {
                          return !client.revoked.isValid() &&
                                 journal::foldedLabel(client.label) == journal::foldedLabel(name);
                      });
                  };
                  QString name = label;
                  for (int i = 2; taken(name); ++i)
                      name = u"%1 %2"_s.arg(label).arg(i);
                  return journal.addClient(name, journal::KeyUse::Header);
              })
        .unwrap();
}

ConnectCommand::ConnectCommand(const QString &profileFolder, bool namedProfile, quint16 port,
                               QObject *parent)
    : QObject(parent)
    , m_profileFolder(profileFolder)
    , m_namedProfile(namedProfile)
    , m_port(port)
    , m_journal({.file = profileFolder + u"/journal.sqlite"_s, .role = journal::Role::Tool})
    , m_connections(profileFolder, settings::Places::ofThisComputer())
    , m_out(stdout)
    , m_err(stderr)
{
}

settings::ClientEntry ConnectCommand::entry(const QString &key) const
{
    // Without a port of its own the address changes with every start; the bridge finds it anyway.
    const bool http = m_app.transports.first() == settings::Transport::Http && m_port != 0;
    return {.transport = http ? settings::Transport::Http : settings::Transport::Bridge,
            .key = key,
            .port = m_port,
            .bridge = QCoreApplication::applicationDirPath() + u"/glovebox-bridge"_s,
            .profileFolder = m_namedProfile ? m_profileFolder : QString()};
}

void ConnectCommand::run(const settings::command::Connect &command, Done done)
{
    // Later, because the event loop may not have begun, and then nothing could end it.
    m_done = [this, done = std::move(done)](int code) {
        QMetaObject::invokeMethod(this, [done, code] { done(code); }, Qt::QueuedConnection);
    };
    const auto app = settings::clientApp(command.client);
    if (!app)
        return complain(app.error());
    m_app = *app;
    if (command.dryRun)
        return showPlan();
    m_journal.opened().then(this, [this, remove = command.remove](const Result<> &opened) {
        if (!opened)
            return complain(opened.error());
        if (remove)
            return this->remove();
        // Before a key is made for nothing.
        if (const auto plan = m_connections.planConnect(m_app, entry(unmadeKey)); !plan)
            return complain(plan.error());
        addNamedClient(m_journal, m_app.name)
            .then(this, [this](const Result<journal::NewClient> &client) {
                if (client)
                    connectWith(*client);
                else
                    complain(client.error());
            });
    });
}

void ConnectCommand::showPlan()
{
    m_entry = entry(unmadeKey);
    const auto plan = m_connections.planConnect(m_app, m_entry);
    if (!plan)
        return complain(plan.error());
    print(*plan);
    m_done(0);
}

void ConnectCommand::remove()
{
    const auto connection = m_connections.find(m_app);
    const auto plan = m_connections.planRemove(m_app);
    if (!plan)
        return complain(plan.error());
    print(*plan);
    if (plan->isEmpty())
        m_out << tr("%1 is not connected to Glovebox.").arg(m_app.name) << Qt::endl;
    if (const auto applied = m_connections.applyRemove(m_app, *plan); !applied)
        return complain(applied.error());
    if (!connection)
        return m_done(0);
    revokeAndEnd(connection->key, 0);
}

void ConnectCommand::connectWith(const journal::NewClient &client)
{
    m_client = client.client.id;
    m_entry = entry(client.key);
    const auto plan = m_connections.planConnect(m_app, m_entry);
    if (!plan) {
        m_err << plan.error().text << Qt::endl;
        return revokeAndEnd(m_client, 1);
    }
    m_changes = *plan;
    print(m_changes);
    if (programRuns(m_entry, m_profileFolder))
        return test();
    m_out << tr("Glovebox is not running, so the connection was not tested.") << Qt::endl;
    write();
}

void ConnectCommand::test()
{
    m_test = std::make_unique<settings::ConnectionTest>(m_entry, systemClock());
    connect(m_test.get(), &settings::ConnectionTest::stepDone, this,
            [this](const settings::ConnectionTest::Step &step) {
                if (!step.passed)
                    m_err << withoutKeys(step.detail) << Qt::endl;
            });
    connect(m_test.get(), &settings::ConnectionTest::finished, this, [this](bool passed) {
        if (passed)
            return write();
        m_err << tr("The test failed, so nothing was written.") << Qt::endl;
        revokeAndEnd(m_client, 1);
    });
    m_test->start();
}

void ConnectCommand::write()
{
    const auto older = m_connections.find(m_app);
    if (const auto applied = m_connections.applyConnect(m_app, m_entry, m_client, m_changes,
                                                        QDateTime::currentDateTimeUtc());
        !applied) {
        m_err << applied.error().text << Qt::endl;
        return revokeAndEnd(m_client, 1);
    }
    m_out << tr("Restart %1 once after connecting.").arg(m_app.name) << Qt::endl;
    if (older)
        revokeAndEnd(older->key, 0);
    else
        m_done(0);
}

void ConnectCommand::revokeAndEnd(const ClientId &client, int code)
{
    m_journal.revokeClient(client).then(this, [this, code](const Result<> &revoked) {
        // Revoked by hand before is as good.
        if (!revoked && revoked.error().code != ErrorCode::NotFound)
            return complain(revoked.error());
        m_done(code);
    });
}

void ConnectCommand::complain(const Error &error)
{
    m_err << error.text;
    if (!error.detail.isEmpty())
        m_err << u" ("_s << error.detail << u')';
    m_err << Qt::endl;
    m_done(1);
}

void ConnectCommand::print(const QList<settings::FileChange> &changes)
{
    using Kind = settings::DiffLine::Kind;
    for (const settings::FileChange &change : changes) {
        m_out << change.before.path;
        if (change.before.realPath != change.before.path)
            m_out << u" → "_s << change.before.realPath;
        m_out << Qt::endl;
        const QList<settings::DiffLine> lines = change.diff();
        for (const settings::DiffLine &line : lines) {
            m_out << (line.kind == Kind::Added     ? u"+ "_s
                      : line.kind == Kind::Removed ? u"- "_s
                                                   : u"  "_s)
                  << withoutKeys(line.text) << Qt::endl;
        }
    }
}

} // namespace glovebox
