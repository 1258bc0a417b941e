// SPDX-License-Identifier: MIT
#include "clientsmodel.h"

#include "words.h"

#include <QLocale>

#include <algorithm>
#include <array>

namespace glovebox::ui {

namespace {

using State = KnownClient::State;
using StepKind = ConnectionStep::Kind;

constexpr std::array stepKinds{StepKind::Answers, StepKind::KeyAccepted, StepKind::Handshake,
                               StepKind::Tools, StepKind::Run};

QString stateText(State state)
{
    switch (state) {
    case State::Connected:
        return ClientsModel::tr("Connected");
    case State::Found:
        return ClientsModel::tr("Found, not connected");
    case State::NotFound:
        break;
    }
    return ClientsModel::tr("Not found");
}

QString noteOf(const KnownClient &client)
{
    const QString state = stateText(client.state);
    return client.lastCall.isValid()
               ? sideBySide(state,
                            ClientsModel::tr("last call %1").arg(momentText(client.lastCall)))
               : state;
}

QList<KnownClient> sorted(QList<KnownClient> clients)
{
    std::ranges::stable_sort(clients, {}, &KnownClient::state);
    return clients;
}

QString stepText(StepKind kind, const QString &detail)
{
    switch (kind) {
    case StepKind::Answers:
        return ConnectModel::tr("Address answers");
    case StepKind::KeyAccepted:
        return ConnectModel::tr("Key is accepted");
    case StepKind::Handshake:
        return detail.isEmpty() ? ConnectModel::tr("Handshake")
                                : ConnectModel::tr("Handshake, %1").arg(detail);
    case StepKind::Tools:
        return detail.isEmpty() ? ConnectModel::tr("Tools listed")
                                : ConnectModel::tr("%n tools listed", nullptr, detail.toInt());
    case StepKind::Run:
        break;
    }
    return ConnectModel::tr("1 + 1 in Python");
}

QString timeText(std::chrono::milliseconds time)
{
    return ConnectModel::tr("%1 ms").arg(QLocale().toString(qlonglong(time.count())));
}

} // namespace

// ---- All of them --------------------------------------------------------------------------

ClientsModel::ClientsModel(ClientConnector &connector, QObject *parent)
    : m_connector(connector)
{
    setParent(parent);
    connect(&connector, &ClientConnector::changed, this, &ClientsModel::take);
    take();
    lookAgain();
}

void ClientsModel::take()
{
    sync(sorted(m_connector.clients()));
}

QVariant ClientsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const KnownClient &client = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return client.name;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(client.name, noteOf(client));
    case IdRole:
        return client.id;
    case StateRole:
        return int(client.state);
    case NoteRole:
        return noteOf(client);
    default:
        return {};
    }
}

const KnownClient *ClientsModel::client(const QString &id) const
{
    const int row = rowOfKey(id);
    return row < 0 ? nullptr : &itemAt(row);
}

// ---- The chosen one -----------------------------------------------------------------------

ConnectModel::ConnectModel(ClientsModel &clients, ClientConnector &connector, QObject *parent)
    : QObject(parent)
    , m_clients(clients)
    , m_connector(connector)
{
    clearSteps();
    connect(&connector, &ClientConnector::stepDone, this, &ConnectModel::onStep);
    connect(&connector, &ClientConnector::testDone, this, &ConnectModel::onTested);
    connect(&connector, &ClientConnector::changed, this, [this] {
        if (!m_id.isEmpty() && m_phase != Phase::Testing && m_phase != Phase::Writing)
            begin();
    });
    connect(&connector, &ClientConnector::rulesChanged, this, &ConnectModel::rulesChanged);
}

void ConnectModel::setRules(const ConnectionRules &rules)
{
    if (const auto set = m_connector.setRules(rules); !set)
        Q_EMIT failed(set.error().text);
    Q_EMIT rulesChanged(); // what counts, whatever was wished
}

void ConnectModel::clearSteps()
{
    m_steps.clear();
    for (const StepKind kind : stepKinds)
        m_steps.append({.text = stepText(kind, {}), .time = {}, .problem = {}});
    m_took = {};
}

void ConnectModel::setClient(const QString &id)
{
    m_id = id;
    m_bridge = client() && !client()->takesHttp;
    showAnother();
}

// Nothing of what was shown before counts for it.
void ConnectModel::showAnother()
{
    m_preview = {};
    m_problem.clear();
    begin();
}

void ConnectModel::setBridge(bool bridge)
{
    if (bridge == m_bridge || !client())
        return;
    m_bridge = bridge;
    showAnother();
}

void ConnectModel::leave()
{
    m_connector.leave();
    ++m_begun;
    m_reading = false;
    m_id.clear();
    m_preview = {};
    clearSteps();
    setPhase(Phase::Idle);
}

void ConnectModel::begin()
{
    clearSteps();
    const int begun = ++m_begun;
    m_reading = client() != nullptr;
    setPhase(Phase::Idle);
    if (!m_reading)
        return;
    m_connector.begin(m_id, m_bridge)
        .then(this, [this, begun](const Result<ConnectionPreview> &preview) {
            if (begun == m_begun)
                onRead(preview);
        });
}

void ConnectModel::onRead(const Result<ConnectionPreview> &preview)
{
    m_reading = false;
    m_preview = preview.value_or(ConnectionPreview());
    m_problem = preview ? QString() : preview.error().text;
    Q_EMIT changed();
}

void ConnectModel::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT changed();
}

void ConnectModel::lookAgain()
{
    m_clients.lookAgain(); // and then begin(), once that is over
}

void ConnectModel::test()
{
    if (!canTest())
        return;
    clearSteps();
    m_steps.first().state = Step::State::Running;
    setPhase(Phase::Testing);
    m_connector.test();
}

void ConnectModel::onStep(const ConnectionStep &step)
{
    const int at = int(step.kind);
    if (m_phase != Phase::Testing || at >= m_steps.size())
        return;
    m_took += step.took;
    m_steps[at] = {.state = step.passed ? Step::State::Passed : Step::State::Failed,
                   .text = stepText(step.kind, step.passed ? step.detail : QString()),
                   .time = step.passed ? timeText(step.took) : QString(),
                   .problem = step.passed ? QString() : step.detail};
    for (int before = 0; before < at; ++before) {
        if (m_steps[before].state == Step::State::Running)
            m_steps[before].state = Step::State::Waiting; // it went wrong before it was reached
    }
    if (step.passed && at + 1 < m_steps.size())
        m_steps[at + 1].state = Step::State::Running;
    Q_EMIT changed();
}

void ConnectModel::onTested(bool passed)
{
    if (m_phase == Phase::Testing)
        setPhase(passed ? Phase::Tested : Phase::Failed);
}

QString ConnectModel::testSummary() const
{
    if (m_phase == Phase::Tested)
        return tr("All %1 steps passed in %2 s")
            .arg(m_steps.size())
            .arg(QLocale().toString(double(m_took.count()) / 1000.0, 'f', 1));
    for (const Step &step : m_steps) {
        if (step.state == Step::State::Failed)
            return step.problem;
    }
    return {};
}

QString ConnectModel::diffSummary() const
{
    int added = 0;
    int removed = 0;
    for (const ConnectionPreview::File &file : m_preview.files) {
        for (const ConnectionPreview::Line &line : file.lines) {
            added += line.kind == ConnectionPreview::Line::Kind::Added ? 1 : 0;
            removed += line.kind == ConnectionPreview::Line::Kind::Removed ? 1 : 0;
        }
    }
    if (removed > 0)
        return tr("%1 lines added, %2 replaced").arg(added).arg(removed);
    return added > 0 ? tr("%n lines added, nothing else changes", nullptr, added) : QString();
}

bool ConnectModel::isConnected() const
{
    return client() && client()->state == State::Connected;
}

bool ConnectModel::canTest() const
{
    return client() && m_problem.isEmpty() &&
           (m_phase == Phase::Idle || m_phase == Phase::Tested || m_phase == Phase::Failed);
}

bool ConnectModel::canWrite() const
{
    return client() && m_problem.isEmpty() && !m_reading && m_phase == Phase::Tested;
}

bool ConnectModel::canCopy() const
{
    return client() && m_phase != Phase::Testing && m_phase != Phase::Writing;
}

bool ConnectModel::canRemove() const
{
    return isConnected() && m_phase != Phase::Testing && m_phase != Phase::Writing;
}

void ConnectModel::write()
{
    if (!canWrite())
        return;
    setPhase(Phase::Writing);
    const QString id = m_id;
    const QString name = client()->name;
    m_connector.write().then(this, [this, id, name](const Result<> &done) {
        onDone(id);
        if (done)
            Q_EMIT written(id, name);
        else
            Q_EMIT failed(done.error().text);
    });
}

// Files changed: they are read again, unless another client is shown by now.
void ConnectModel::onDone(const QString &id)
{
    if (m_phase == Phase::Writing || m_phase == Phase::Removing)
        m_phase = Phase::Idle;
    if (id == m_id)
        begin();
}

void ConnectModel::remove()
{
    if (!canRemove())
        return;
    setPhase(Phase::Removing);
    const QString id = m_id;
    const QString name = client()->name;
    m_connector.remove(id).then(this, [this, id, name](const Result<> &done) {
        onDone(id);
        if (done)
            Q_EMIT removed(name);
        else
            Q_EMIT failed(done.error().text);
    });
}

void ConnectModel::copy()
{
    if (!canCopy())
        return;
    m_connector.lines().then(this, [this](const Result<QString> &lines) {
        if (lines)
            Q_EMIT copyReady(*lines);
        else
            Q_EMIT failed(lines.error().text);
        Q_EMIT changed();
    });
}

} // namespace glovebox::ui
