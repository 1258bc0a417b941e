// SPDX-License-Identifier: MIT
#include "bridge.h"

#include "base/limits.h"
#include "base/logging.h"

#include <QJsonDocument>

namespace glovebox::bridge {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array answeredHere{"initialize"_L1, "ping"_L1, "server/discover"_L1};
// Less than clients give their servers for ending by themselves.
constexpr std::chrono::milliseconds farewellTime{1500};
// Requests of ours to the program have ids that no client can have: see ownId().
constexpr QLatin1StringView ownPrefix{"glovebox-bridge:"};

QString ownId(int epoch, QStringView what)
{
    return u"%1%2:%3"_s.arg(ownPrefix, QString::number(epoch), what);
}

// What the bridge can say at any time: that a program came back with other tools.
QJsonObject withListChanges(QJsonObject capabilities)
{
    for (const QLatin1StringView kind : {"tools"_L1, "resources"_L1, "prompts"_L1}) {
        if (!capabilities.contains(kind))
            continue;
        QJsonObject declared = capabilities.value(kind).toObject();
        declared.insert("listChanged"_L1, true);
        capabilities.insert(kind, declared);
    }
    return capabilities;
}

QJsonObject objectOf(const QByteArray &bytes)
{
    return QJsonDocument::fromJson(bytes).object();
}

} // namespace

// Answers of our own, with the program's capabilities in place of those of an empty server.
class Bridge::FrontSink final : public mcp::MessageSink
{
public:
    FrontSink(Bridge *bridge, BatchPtr batch)
        : m_bridge(bridge)
        , m_batch(std::move(batch))
    {
    }

    void send(const QJsonObject &message, bool) override
    {
        QJsonObject result = message.value("result"_L1).toObject();
        if (!result.contains("capabilities"_L1))
            return m_bridge->answer(m_batch, message);
        const Offer &offer = m_bridge->m_offered;
        const QString revision = result.value("protocolVersion"_L1).toString();
        m_bridge->m_capabilities =
            withListChanges(offer.byRevision.value(revision).toObject(offer.standard));
        result.insert("capabilities"_L1, m_bridge->m_capabilities);
        QJsonObject changed = message;
        changed.insert("result"_L1, result);
        m_bridge->answer(m_batch, changed);
    }
    void finished() override {}

private:
    Bridge *m_bridge;
    BatchPtr m_batch;
};

Bridge::Bridge(mcp::ServerInfo info, Offer offer, ProgramLink &link, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_clock(clock)
    , m_reader(limits::maxFileBodyBytes) // which kind may be so long, the program knows
    , m_offered(std::move(offer))
    , m_offer(std::move(info))
    , m_front(m_offer, clock, {}, u"bridge"_s)
{
    connect(&link, &ProgramLink::connected, this, &Bridge::onConnected);
    connect(&link, &ProgramLink::received, this, &Bridge::onProgramMessage);
    connect(&link, &ProgramLink::lost, this, &Bridge::onLost);
    connect(&link, &ProgramLink::failed, this,
            [this](const QString &why) { failPending(why, false); });
}

Bridge::~Bridge() = default;

// ---- From the client --------------------------------------------------------------------

void Bridge::receive(const QByteArray &bytes)
{
    const QList<MessageReader::Item> items = m_reader.feed(bytes);
    for (const MessageReader::Item &item : items)
        onItem(item);
}

void Bridge::endOfInput()
{
    receive("\n"); // the last line may have none
    m_farewell = m_clock.after(farewellTime, this, [this] {
        m_farewell.release()->deleteLater();
        Q_EMIT finished();
    });
    finishWhenAnswered();
}

void Bridge::finishWhenAnswered()
{
    if (!m_farewell || !m_pending.isEmpty())
        return;
    m_farewell.reset();
    Q_EMIT finished();
}

void Bridge::onItem(const MessageReader::Item &item)
{
    if (item.tooLong) {
        write(mcp::encode(mcp::errorMessage(
            QJsonValue::Null,
            {.code = mcp::RpcCode::InvalidRequest,
             .text = u"The message is longer than %1 MiB. Put large data into a file in a mounted "
                     "folder and pass its path."_s.arg(limits::maxFileBodyBytes / limits::MiB)})));
        return;
    }
    const auto body = mcp::parseBody(item.bytes);
    const bool batches = m_front.isInitialized() && m_front.dialect().batches;
    if (!body || (body->batch && !batches))
        return m_front.receive(item.bytes, std::make_shared<FrontSink>(this, nullptr));
    if (body->batch)
        return onBatch(QJsonDocument::fromJson(item.bytes).array());
    onMessage(body->messages.first(), item.bytes, nullptr);
}

void Bridge::onBatch(const QJsonArray &messages)
{
    const auto batch = std::make_shared<Batch>();
    QList<std::pair<mcp::Message, QByteArray>> parsed;
    for (const QJsonValue &entry : messages) {
        const QByteArray bytes = QJsonDocument(QJsonArray{entry}).toJson(QJsonDocument::Compact);
        const auto body = mcp::parseBody(bytes);
        if (!body)
            continue;
        const mcp::Message &message = body->messages.first();
        if (message.kind == mcp::Message::Kind::Request ||
            message.kind == mcp::Message::Kind::Invalid)
            ++batch->owed;
        parsed.append({message, bytes.sliced(1, bytes.size() - 2)});
    }
    for (const auto &[message, bytes] : std::as_const(parsed))
        onMessage(message, bytes, batch);
}

void Bridge::onMessage(const mcp::Message &message, const QByteArray &bytes, const BatchPtr &batch)
{
    switch (message.kind) {
    case mcp::Message::Kind::Request:
        return onRequest(message, bytes, batch);
    case mcp::Message::Kind::Notification:
        return onNotification(message, bytes);
    case mcp::Message::Kind::Response:
        return onResponse(message, bytes);
    case mcp::Message::Kind::Invalid:
        break;
    }
    answer(batch, mcp::errorMessage(message.id, message.invalid));
}

void Bridge::answerHere(const mcp::Message &message, const BatchPtr &batch)
{
    mcp::Body body;
    body.messages.append(message);
    m_front.receive(body, std::make_shared<FrontSink>(this, batch));
}

void Bridge::onRequest(const mcp::Message &message, const QByteArray &bytes, const BatchPtr &batch)
{
    if (std::ranges::any_of(answeredHere,
                            [&message](QLatin1StringView name) { return message.is(name); })) {
        const bool began = m_front.isInitialized();
        answerHere(message, batch);
        if (!began && m_front.isInitialized()) {
            m_initialize = bytes;
            if (m_link.isConnected())
                shakeHands();
        }
        if (!message.is("ping"_L1))
            m_link.want(); // what comes next needs it
        return;
    }
    if (!m_problem.isEmpty() && m_link.isConnected())
        return answer(batch, mcp::errorMessage(message.id,
                                               {.code = mcp::RpcCode::Refused, .text = m_problem}));
    const QString key = mcp::idKey(message.id);
    if (m_pending.contains(key)) {
        answer(batch, mcp::errorMessage(QJsonValue::Null,
                                        {.code = mcp::RpcCode::InvalidRequest,
                                         .text = u"A request with this id is still running. Give "
                                                 "every request a new id."_s}));
        return;
    }
    if (message.is("logging/setLevel"_L1))
        m_logLevel = message.params.value("level"_L1);
    const QString uri = message.params.value("uri"_L1).toString();
    if (message.is("resources/subscribe"_L1) && !m_subscriptions.contains(uri))
        m_subscriptions.append(uri);
    if (message.is("resources/unsubscribe"_L1))
        m_subscriptions.removeAll(uri);
    m_order.append(key);
    m_pending.insert(key, {.id = message.id,
                           .method = message.method,
                           .bytes = bytes,
                           .batch = batch,
                           .sent = m_ready});
    if (m_ready)
        m_link.send(bytes);
    else
        m_link.want();
}

void Bridge::onNotification(const mcp::Message &message, const QByteArray &bytes)
{
    if (message.is("notifications/initialized"_L1))
        m_initialized = true;
    if (message.is("notifications/cancelled"_L1)) {
        const QString key = mcp::idKey(message.params.value("requestId"_L1));
        const auto it = m_pending.find(key);
        if (it == m_pending.end())
            return; // answered already, or never asked
        const bool sent = it->sent;
        const BatchPtr batch = it->batch;
        m_pending.erase(it);
        m_order.removeAll(key);
        if (batch)
            answer(batch, {}); // one less to wait for
        if (!sent)
            return; // the program never heard of it
    }
    if (m_ready)
        m_link.send(bytes);
    else if (!message.is("notifications/initialized"_L1))
        m_notifications.append(bytes);
}

void Bridge::onResponse(const mcp::Message &message, const QByteArray &bytes)
{
    const QString id = programsId(message.id);
    if (!m_ready || !m_questions.removeOne(id))
        return; // of a program that is gone
    QJsonObject response = objectOf(bytes);
    response.insert("id"_L1, id);
    m_link.send(mcp::encode(response));
}

// ---- From the program -------------------------------------------------------------------

void Bridge::onProgramMessage(const QByteArray &bytes)
{
    const auto body = mcp::parseBody(bytes);
    if (!body || body->batch) {
        qCWarning(lcMcp) << "the program sent something that is no message";
        return;
    }
    const mcp::Message &message = body->messages.first();
    if (message.kind == mcp::Message::Kind::Response)
        return onProgramResponse(message, bytes);
    if (message.kind == mcp::Message::Kind::Request)
        return onProgramRequest(bytes);
    if (message.is("notifications/cancelled"_L1))
        return onProgramCancelled(bytes);
    write(bytes);
}

void Bridge::onProgramResponse(const mcp::Message &message, const QByteArray &bytes)
{
    if (message.id.toString().startsWith(ownPrefix)) {
        if (message.id == m_handshakeId)
            onHandshake(message);
        return;
    }
    const QString key = mcp::idKey(message.id);
    const auto it = m_pending.constFind(key);
    if (it == m_pending.cend())
        return; // taken back meanwhile
    const BatchPtr batch = it->batch;
    m_pending.erase(it);
    m_order.removeAll(key);
    if (batch)
        answer(batch, objectOf(bytes));
    else
        write(bytes);
    finishWhenAnswered();
}

// Ids are unique in one session of the program only, and the client outlives that. Strings, because
// some clients take any message with a number for an answer (mcp.md 3.4).
void Bridge::onProgramRequest(const QByteArray &bytes)
{
    QJsonObject request = objectOf(bytes);
    const QString id = request.value("id"_L1).toVariant().toString();
    m_questions.append(id);
    request.insert("id"_L1, ownId(m_epoch, id));
    write(mcp::encode(request));
}

void Bridge::onProgramCancelled(const QByteArray &bytes)
{
    QJsonObject notification = objectOf(bytes);
    QJsonObject params = notification.value("params"_L1).toObject();
    const QString id = params.value("requestId"_L1).toVariant().toString();
    m_questions.removeAll(id);
    params.insert("requestId"_L1, ownId(m_epoch, id));
    notification.insert("params"_L1, params);
    write(mcp::encode(notification));
}

QString Bridge::programsId(const QJsonValue &id) const
{
    const QString text = id.toString();
    const QString prefix = ownId(m_epoch, {});
    return text.startsWith(prefix) ? text.sliced(prefix.size()) : QString();
}

// ---- The program's session --------------------------------------------------------------

void Bridge::onConnected()
{
    ++m_epoch;
    m_problem.clear();
    if (m_initialize.isEmpty())
        beReady(); // a client of an era without sessions, or one that said nothing yet
    else
        shakeHands();
}

void Bridge::shakeHands()
{
    m_ready = false;
    m_handshakeId = ownId(m_epoch, u"initialize");
    QJsonObject request = objectOf(m_initialize);
    request.insert("id"_L1, m_handshakeId);
    m_link.send(mcp::encode(request));
}

void Bridge::onHandshake(const mcp::Message &message)
{
    const QString version = message.result.toObject().value("protocolVersion"_L1).toString();
    if (version != m_front.dialect().version) {
        qCWarning(lcMcp).noquote() << "the program answered the handshake with" << version;
        m_problem = u"Glovebox was replaced by another version while this client was connected. "
                    "Restart this client."_s;
        return failPending(m_problem, false);
    }
    beReady();
}

void Bridge::beReady()
{
    m_ready = true;
    if (m_initialized)
        m_link.send(mcp::encode(mcp::notificationMessage("notifications/initialized"_L1, {})));
    if (m_epoch > 1)
        restoreSession();
    const QList<QByteArray> notifications = std::exchange(m_notifications, {});
    for (const QByteArray &notification : notifications)
        m_link.send(notification);
    for (const QString &key : std::as_const(m_order)) {
        Pending &pending = m_pending[key];
        if (!std::exchange(pending.sent, true))
            m_link.send(pending.bytes);
    }
    if (m_epoch > 1 && m_initialized)
        announceChange();
}

// What the client set up with the program before.
void Bridge::restoreSession()
{
    const auto ask = [this](const QString &method, const QJsonObject &params, QStringView what) {
        m_link.send(mcp::encode(mcp::requestMessage(ownId(m_epoch, what), method, params)));
    };
    if (!m_logLevel.isUndefined())
        ask(u"logging/setLevel"_s, {{u"level"_s, m_logLevel}}, u"level");
    for (const QString &uri : std::as_const(m_subscriptions))
        ask(u"resources/subscribe"_s, {{u"uri"_s, uri}}, QString(u"subscribe:"_s + uri));
}

// It may be another version of the program; sessions and runs that it listed are gone anyway.
void Bridge::announceChange()
{
    for (const QLatin1StringView kind : {"tools"_L1, "resources"_L1, "prompts"_L1}) {
        if (!m_capabilities.contains(kind))
            continue;
        const QString method = u"notifications/%1/list_changed"_s.arg(kind);
        write(mcp::encode(QJsonObject{{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, method}}));
    }
}

void Bridge::onLost(const QString &why)
{
    qCWarning(lcMcp).noquote() << "the connection to Glovebox was lost:" << why;
    m_ready = false;
    forgetQuestions();
    const QString reason = why.isEmpty() ? u"Glovebox ended."_s : why;
    failPending(reason + u" Whether this call still ran is not known: its session's variables are "
                         "gone. Call again; Glovebox is started when it is needed."_s,
                true);
    for (Pending &pending : m_pending)
        pending.sent = false; // asked again; it changes nothing
    if (!m_pending.isEmpty())
        m_link.want();
}

void Bridge::failPending(const QString &why, bool onlySentCalls)
{
    const QStringList keys = m_order;
    for (const QString &key : keys) {
        const auto it = m_pending.constFind(key);
        if (it == m_pending.cend() ||
            (onlySentCalls && !(it->sent && it->method == "tools/call"_L1)))
            continue;
        const Pending pending = *it;
        m_pending.erase(it);
        m_order.removeAll(key);
        answer(pending.batch,
               mcp::errorMessage(pending.id, {.code = mcp::RpcCode::Refused, .text = why}));
    }
    finishWhenAnswered();
}

void Bridge::forgetQuestions()
{
    const QStringList open = std::exchange(m_questions, {});
    for (const QString &id : open)
        write(mcp::encode(mcp::notificationMessage(
            "notifications/cancelled"_L1,
            {{u"requestId"_s, ownId(m_epoch, id)}, {u"reason"_s, u"Glovebox ended."_s}})));
}

// ---- To the client ----------------------------------------------------------------------

void Bridge::answer(const BatchPtr &batch, const QJsonObject &message)
{
    if (!batch)
        return write(mcp::encode(message));
    if (!message.isEmpty())
        batch->answers.append(message);
    if (--batch->owed == 0 && !batch->answers.isEmpty())
        write(QJsonDocument(batch->answers).toJson(QJsonDocument::Compact));
}

void Bridge::write(const QByteArray &message)
{
    Q_EMIT send(framed(message, m_reader.framing()));
}

} // namespace glovebox::bridge
