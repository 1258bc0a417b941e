// SPDX-License-Identifier: MIT
#include "connector.h"

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
    connect(&application, &Application::listeningChanged, this, &Connector::changed);
    connect(&controls, &ProgramControls::mountsChanged, this, &Connector::rulesChanged);
    connect(&application.clientDesk(), &ClientDesk::changed, this, &Connector::rulesChanged);
}

Connector::~Connector() = default;

QList<KnownClient> Connector::clients() const
{
    const QList<ClientInfo> known = m_application.clientDesk().clients();
    QList<KnownClient> clients;
    for (const settings::ClientApp &app : settings::clientApps()) {
        KnownClient client{.id = app.id,
                           .name = app.name,
                           .state = KnownClient::State(int(m_connections.state(app))),
                           .takesHttp = app.transports.first() == settings::Transport::Http};
        const auto connection = m_connections.find(app);
        const auto info =
            connection ? std::ranges::find(known, connection->key, &ClientInfo::id) : known.end();
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

Result<ConnectionPreview> Connector::begin(const QString &client, bool bridge)
{
    const auto app = settings::clientApp(client);
    if (!app)
        return std::unexpected(app.error());
    if (*app != m_app)
        leave(); // with what was wished for the other one
    ++m_visit;
    m_test.reset();
    m_app = *app;
    m_transport = bridge ? settings::Transport::Bridge : settings::Transport::Http;
    m_shown.clear();
    if (!bridge && m_application.port() == 0)
        return fail(ErrorCode::Unavailable,
                    tr("Glovebox does not listen, so only glovebox-bridge can reach it."));
    auto plan =
        m_connections.planConnect(m_app, entry(m_key.key.isEmpty() ? maskedKey : m_key.key));
    if (!plan)
        return std::unexpected(plan.error());
    m_shown = *plan;
    return previewOf(m_shown);
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
            if (const auto older = m_connections.find(m_app))
                m_rights.inherit(older->key, m_key.client.id);
            return takeWishes();
        });
}

// ---- How it is asked, what it may use -----------------------------------------------------

// Whose rules are shown and set; null: nobody yet.
ClientId Connector::owner() const
{
    if (!m_key.key.isEmpty())
        return m_key.client.id;
    const auto connection = m_connections.find(m_app);
    return connection ? connection->key : ClientId();
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
    return haveKey().then(this, [this](const Result<> &key) -> Result<> {
        if (!key)
            return key;
        return writeNow();
    });
}

Result<> Connector::writeNow()
{
    const auto plan = m_connections.planConnect(m_app, entry(m_key.key));
    if (!plan)
        return std::unexpected(plan.error());
    bool same = plan->size() == m_shown.size();
    for (qsizetype i = 0; same && i < plan->size(); ++i)
        same = plan->at(i).before == m_shown.at(i).before;
    if (!same)
        return fail(ErrorCode::Conflict,
                    tr("The configuration of %1 changed since it was shown. Nothing was written; "
                       "look at it again.")
                        .arg(m_app.name));
    const auto older = m_connections.find(m_app);
    if (auto applied = m_connections.applyConnect(m_app, entry(m_key.key), m_key.client.id, *plan,
                                                  m_application.clock().now());
        !applied)
        return applied;
    m_handedOut = true;
    if (older && older->key != m_key.client.id)
        revoke(older->key);
    Q_EMIT changed();
    return {};
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

// ---- Removing -----------------------------------------------------------------------------

Result<ConnectionPreview> Connector::removal(const QString &client) const
{
    const auto app = settings::clientApp(client);
    if (!app)
        return std::unexpected(app.error());
    const auto plan = m_connections.planRemove(*app);
    if (!plan)
        return std::unexpected(plan.error());
    return previewOf(*plan);
}

QFuture<Result<>> Connector::remove(const QString &client)
{
    const auto removeNow = [&]() -> Result<> {
        const auto app = settings::clientApp(client);
        if (!app)
            return std::unexpected(app.error());
        const auto connection = m_connections.find(*app);
        const auto plan = m_connections.planRemove(*app);
        if (!plan)
            return std::unexpected(plan.error());
        if (auto applied = m_connections.applyRemove(*app, *plan); !applied)
            return applied;
        if (connection) {
            revoke(connection->key);
            if (connection->key == m_key.client.id)
                m_key = {};
        }
        Q_EMIT changed();
        return {};
    };
    return QtFuture::makeReadyValueFuture(removeNow());
}

void Connector::moveToPort(quint16 port)
{
    QStringList failures;
    int clients = 0;
    for (const settings::ClientApp &app : settings::clientApps()) {
        const auto plan = m_connections.planPort(app, port);
        if (plan && plan->isEmpty())
            continue;
        Result<> moved =
            plan ? m_connections.applyPort(app, *plan) : Result<>(std::unexpected(plan.error()));
        if (!moved)
            failures.append(u"%1: %2"_s.arg(app.name, moved.error().text));
        else
            ++clients;
    }
    for (const QString &failure : std::as_const(failures))
        qCWarning(lcApp).noquote() << failure;
    Q_EMIT movedToPort(clients, failures);
    Q_EMIT changed();
}

} // namespace glovebox
