// SPDX-License-Identifier: MIT
#include "connector.h"

#include "base/inpool.h"
#include "base/logging.h"
#include "connectcommand.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

const QString testCode = u"# Connection test of Glovebox itself\n1 + 1\n"_s;
constexpr std::chrono::seconds runPatience{120};
// As long as a real one, so that the preview is what will be written.
const QString maskedKey = u"gb_••••••••"_s;

// Keys of this preview, new or old, do not belong on the screen.
QString masked(QString text)
{
    static const QRegularExpression key(u"gb_[A-Za-z0-9_-]{16,}([A-Za-z0-9_-]{4})"_s);
    return text.replace(key, maskedKey + u"\\1"_s);
}

ConnectionPreview previewOf(const QList<settings::FileChange> &changes)
{
    ConnectionPreview preview;
    for (const settings::FileChange &change : changes) {
        ConnectionPreview::File file{
            .path = change.before.path, .realPath = change.before.realPath, .lines = {}};
        const QList<settings::DiffLine> lines = change.diff();
        for (const settings::DiffLine &line : lines)
            file.lines.append({.kind = ConnectionPreview::Line::Kind(int(line.kind)),
                               .before = line.before,
                               .after = line.after,
                               .text = masked(line.text)});
        preview.files.append(file);
    }
    return preview;
}

} // namespace

Connector::Connector(Application &application, ProgramControls &controls,
                     settings::Settings &settings, bool namedProfile, QObject *parent)
    : ClientConnector(parent)
    , m_application(application)
    , m_rights({.clients = application.clientDesk(),
                .controls = controls,
                .packages = application.packageDesk(),
                .settings = settings})
    , m_namedProfile(namedProfile)
    , m_connections(application.options().profileFolder, settings::Places::ofThisComputer())
{
    m_files.setMaxThreadCount(1);
    connect(&application, &Application::listeningChanged, this, &Connector::changed);
    connect(&controls, &ProgramControls::mountsChanged, this, &Connector::rulesChanged);
    connect(&application.clientDesk(), &ClientDesk::changed, this, &Connector::rulesChanged);
}

Connector::~Connector() = default;

// ---- What is there ------------------------------------------------------------------------

QList<Connector::Found> Connector::lookIn(const settings::Connections &connections)
{
    QList<Found> found;
    for (const settings::ClientApp &app : settings::clientApps())
        found.append({.app = app,
                      .state = KnownClient::State(int(connections.state(app))),
                      .connection = connections.find(app)});
    return found;
}

void Connector::look()
{
    inPool(m_files, [this] {
        return lookIn(m_connections);
    }).then(this, [this](const QList<Found> &found) { setFound(found); });
}

void Connector::setFound(const QList<Found> &found)
{
    m_found = found;
    Q_EMIT changed();
}

std::optional<ClientId> Connector::connectedKey(const QString &client) const
{
    for (const Found &found : m_found) {
        if (found.app.id == client && found.connection)
            return found.connection->key;
    }
    return std::nullopt;
}

QList<KnownClient> Connector::clients() const
{
    const QList<ClientInfo> known = m_application.clientDesk().clients();
    QList<KnownClient> clients;
    for (const Found &found : m_found) {
        KnownClient client{.id = found.app.id,
                           .name = found.app.name,
                           .state = found.state,
                           .takesHttp = found.app.transports.first() == settings::Transport::Http};
        const auto info = found.connection
                              ? std::ranges::find(known, found.connection->key, &ClientInfo::id)
                              : known.end();
        if (client.state == KnownClient::State::Connected && info != known.end()) {
            client.key = info->id;
            client.lastCall = info->lastCall;
            client.protocol = info->protocol;
            client.tools = info->tools;
        }
        clients.append(client);
    }
    return clients;
}

QString Connector::address() const
{
    const quint16 port = m_application.port();
    return port == 0 ? QString() : settings::addressFor(port);
}

settings::ClientEntry Connector::entry(const QString &key) const
{
    return {.transport = m_transport,
            .key = key,
            .port = m_application.port(),
            .bridge = QCoreApplication::applicationDirPath() + u"/glovebox-bridge"_s,
            .profileFolder = m_namedProfile ? m_application.options().profileFolder : QString()};
}

QFuture<Result<ConnectionPreview>> Connector::begin(const QString &client, bool bridge)
{
    using Preview = Result<ConnectionPreview>;
    const auto app = settings::clientApp(client);
    if (!app)
        return QtFuture::makeReadyValueFuture(Preview(std::unexpected(app.error())));
    if (*app != m_app)
        leave(); // with what was wished for the other one
    ++m_visit;
    m_test.reset();
    m_app = *app;
    m_transport = bridge ? settings::Transport::Bridge : settings::Transport::Http;
    m_shown.clear();
    if (!bridge && m_application.port() == 0)
        return QtFuture::makeReadyValueFuture(
            Preview(fail(ErrorCode::Unavailable,
                         tr("Glovebox does not listen, so only glovebox-bridge can reach it."))));
    struct Plan
    {
        Result<QList<settings::FileChange>> changes;
        ConnectionPreview preview;
    };
    const settings::ClientEntry written = entry(m_key.key.isEmpty() ? maskedKey : m_key.key);
    return inPool(m_files,
                  [this, app = m_app, written] {
                      Plan plan{.changes = m_connections.planConnect(app, written), .preview = {}};
                      if (plan.changes)
                          plan.preview = previewOf(*plan.changes);
                      return plan;
                  })
        .then(this, [this, visit = m_visit](const Plan &plan) -> Preview {
            if (visit != m_visit)
                return fail(ErrorCode::Cancelled, {});
            if (!plan.changes)
                return std::unexpected(plan.changes.error());
            m_shown = *plan.changes;
            return plan.preview;
        });
}

// ---- Test ---------------------------------------------------------------------------------

QFuture<Result<>> Connector::haveKey()
{
    if (!m_key.key.isEmpty())
        return QtFuture::makeReadyValueFuture(takeWishes());
    return addNamedClient(m_application.journal(), m_app.name)
        .then(this, [this, visit = m_visit](const Result<journal::NewClient> &client) -> Result<> {
            if (!client)
                return std::unexpected(client.error());
            if (visit != m_visit) { // the person went on to another client meanwhile
                revoke(client->client.id);
                return fail(ErrorCode::Cancelled, {});
            }
            m_key = *client;
            m_handedOut = false;
            if (const auto older = connectedKey(m_app.id))
                m_rights.inherit(*older, m_key.client.id);
            return takeWishes();
        });
}

// ---- How it is asked, what it may use -----------------------------------------------------

// Whose rules are shown and set; null: nobody yet.
ClientId Connector::owner() const
{
    if (!m_key.key.isEmpty())
        return m_key.client.id;
    return connectedKey(m_app.id).value_or(ClientId());
}

ConnectionRules Connector::rules() const
{
    return m_wishes ? *m_wishes : m_rights.of(owner());
}

Result<> Connector::setRules(const ConnectionRules &rules)
{
    const ClientId client = owner();
    if (!client.isNull() && !m_wishes)
        return m_rights.set(rules, client);
    m_wishes = rules;
    return {};
}

// Of the key that was made just now, before anybody can use it. What could not be set is tried
// again before the key goes any further.
Result<> Connector::takeWishes()
{
    if (!m_wishes)
        return {};
    auto set = m_rights.set(*m_wishes, m_key.client.id);
    if (set)
        m_wishes.reset();
    return set;
}

void Connector::test()
{
    haveKey().then(this, [this, visit = m_visit](const Result<> &key) {
        if (visit != m_visit)
            return;
        if (!key)
            return finishTest({.kind = ConnectionStep::Kind::KeyAccepted,
                               .passed = false,
                               .detail = key.error().text});
        m_test =
            std::make_unique<settings::ConnectionTest>(entry(m_key.key), m_application.clock());
        connect(m_test.get(), &settings::ConnectionTest::stepDone, this,
                [this](const settings::ConnectionTest::Step &step) {
                    Q_EMIT stepDone({.kind = ConnectionStep::Kind(int(step.kind)),
                                     .passed = step.passed,
                                     .detail = step.detail,
                                     .took = step.took});
                });
        connect(m_test.get(), &settings::ConnectionTest::finished, this,
                &Connector::onSettingsTested);
        m_test->start();
    });
}

void Connector::onSettingsTested(bool passed)
{
    if (passed)
        runOnce();
    else
        Q_EMIT testDone(false);
}

// A run of our own, in a session that goes away with it.
void Connector::runOnce()
{
    const auto since = m_application.clock().monotonic();
    const auto session =
        m_application.sessions().create(personClient(), tr("You"), {.name = {}, .variables = {}});
    if (!session)
        return finishTest(
            {.kind = ConnectionStep::Kind::Run, .passed = false, .detail = session.error().text});
    tools::RunRequest request;
    request.client = personClient();
    request.clientLabel = tr("You");
    request.code = testCode.toUtf8();
    request.session = *session;
    m_application.runs().submit(request).then(this, [this, since, session = session->id,
                                                     visit = m_visit](const Result<RunId> &run) {
        if (!run) {
            (void)m_application.sessions().close(session, u"The connection test is over."_s);
            if (visit == m_visit)
                finishTest({.kind = ConnectionStep::Kind::Run,
                            .passed = false,
                            .detail = run.error().text});
            return;
        }
        m_application.runs().whenOver(
            *run, runPatience, this, [this, run = *run, since, session, visit] {
                if (visit == m_visit)
                    onRunOver(run, since);
                (void)m_application.sessions().close(session, u"The connection test is over."_s);
            });
    });
}

void Connector::onRunOver(RunId run, std::chrono::milliseconds since)
{
    const RunFacts *facts = m_application.hub().facts(run);
    const bool complete = facts && facts->state == RunState::Complete;
    finishTest(
        {.kind = ConnectionStep::Kind::Run,
         .passed = complete,
         .detail =
             complete
                 ? QString()
                 : tr("Python did not answer. The journal has the run %1.").arg(run.toString()),
         .took = m_application.clock().monotonic() - since});
}

void Connector::finishTest(const ConnectionStep &last)
{
    Q_EMIT stepDone(last);
    Q_EMIT testDone(last.passed);
}

// ---- Writing ------------------------------------------------------------------------------

QFuture<Result<>> Connector::write()
{
    return haveKey()
        .then(this,
              [this](const Result<> &key) {
                  return key ? writeNow() : QtFuture::makeReadyValueFuture(key);
              })
        .unwrap();
}

QFuture<Result<>> Connector::writeNow()
{
    const auto older = connectedKey(m_app.id);
    const ClientId key = m_key.client.id;
    // From here on the client may have it, also when the page is left meanwhile.
    const bool wasHandedOut = std::exchange(m_handedOut, true);
    return inPool(m_files,
                  [this, app = m_app, written = entry(m_key.key), key, shown = m_shown,
                   now = m_application.clock().now()] {
                      Result<> done = writeTo(m_connections, app, written, key, shown, now);
                      return Changed{.done = done, .found = lookIn(m_connections)};
                  })
        .then(this, [this, older, key, wasHandedOut](const Changed &change) {
            if (change.done && older && *older != key)
                revoke(*older);
            if (!change.done && !wasHandedOut)
                takeBack(key);
            setFound(change.found);
            return change.done;
        });
}

// It could not be written: the page may still write or copy it, and without a page it ends.
void Connector::takeBack(const ClientId &key)
{
    if (m_key.client.id == key && !m_key.key.isEmpty())
        m_handedOut = false;
    else
        revoke(key);
}

Result<> Connector::writeTo(settings::Connections &connections, const settings::ClientApp &app,
                            const settings::ClientEntry &entry, const ClientId &key,
                            const QList<settings::FileChange> &shown, const QDateTime &now)
{
    const auto plan = connections.planConnect(app, entry);
    if (!plan)
        return std::unexpected(plan.error());
    bool same = plan->size() == shown.size();
    for (qsizetype i = 0; same && i < plan->size(); ++i)
        same = plan->at(i).before == shown.at(i).before;
    if (!same)
        return fail(ErrorCode::Conflict,
                    tr("The configuration of %1 changed since it was shown. Nothing was written; "
                       "look at it again.")
                        .arg(app.name));
    return connections.applyConnect(app, entry, key, *plan, now);
}

QFuture<Result<QString>> Connector::lines()
{
    return haveKey().then(this, [this](const Result<> &key) -> Result<QString> {
        if (!key)
            return std::unexpected(key.error());
        auto lines = settings::entryText(m_app, entry(m_key.key));
        if (lines)
            m_handedOut = true;
        return lines;
    });
}

void Connector::leave()
{
    ++m_visit;
    m_test.reset();
    m_wishes.reset();
    const journal::NewClient key = std::exchange(m_key, {});
    if (!key.key.isEmpty() && !std::exchange(m_handedOut, false))
        revoke(key.client.id);
    m_app = {};
}

void Connector::revoke(const ClientId &client)
{
    m_application.journal().revokeClient(client).then(this, [](const Result<> &revoked) {
        if (!revoked)
            qCWarning(lcApp).noquote() << revoked.error().text << revoked.error().detail;
    });
}

// ---- Removing, moving ---------------------------------------------------------------------

Result<> Connector::removeFrom(settings::Connections &connections, const QString &client)
{
    const auto app = settings::clientApp(client);
    if (!app)
        return std::unexpected(app.error());
    const auto plan = connections.planRemove(*app);
    if (!plan)
        return std::unexpected(plan.error());
    return connections.applyRemove(*app, *plan);
}

QFuture<Result<>> Connector::remove(const QString &client)
{
    const auto key = connectedKey(client);
    return inPool(m_files,
                  [this, client] {
                      Result<> done = removeFrom(m_connections, client);
                      return Changed{.done = done, .found = lookIn(m_connections)};
                  })
        .then(this, [this, key](const Changed &change) {
            if (change.done && key) {
                revoke(*key);
                if (*key == m_key.client.id)
                    m_key = {};
            }
            setFound(change.found);
            return change.done;
        });
}

Connector::Moved Connector::moveIn(settings::Connections &connections, quint16 port)
{
    Moved moved;
    for (const settings::ClientApp &app : settings::clientApps()) {
        const auto plan = connections.planPort(app, port);
        if (plan && plan->isEmpty())
            continue;
        const Result<> done =
            plan ? connections.applyPort(app, *plan) : Result<>(std::unexpected(plan.error()));
        if (!done)
            moved.failures.append(u"%1: %2"_s.arg(app.name, done.error().text));
        else
            ++moved.clients;
    }
    moved.found = lookIn(connections);
    return moved;
}

void Connector::moveToPort(quint16 port)
{
    inPool(m_files, [this, port] {
        return moveIn(m_connections, port);
    }).then(this, [this](const Moved &moved) {
        for (const QString &failure : moved.failures)
            qCWarning(lcApp).noquote() << failure;
        Q_EMIT movedToPort(moved.clients, moved.failures);
        setFound(moved.found);
    });
}

} // namespace glovebox
