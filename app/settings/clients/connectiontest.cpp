// SPDX-License-Identifier: MIT
#include "connectiontest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QProcess>

#include <utility>

namespace glovebox::settings {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds patience = 30s; // the program may have to start
constexpr QLatin1StringView revision{"2025-11-25"};

Result<QJsonObject> resultOf(const QJsonObject &message)
{
    if (message.contains("result"_L1))
        return message["result"_L1].toObject();
    return fail(ErrorCode::Denied, message["error"_L1]["message"_L1].toString());
}

} // namespace

class ConnectionTest::Wire : public QObject
{
public:
    using Done = std::function<void(const Result<QJsonObject> &)>;

    // `done` gets the result; without it the message is a notification.
    virtual void send(const QJsonObject &message, const Done &done) = 0;
    virtual void close() = 0;
};

class ConnectionTest::HttpWire final : public Wire
{
public:
    explicit HttpWire(const ClientEntry &entry)
        : m_entry(entry)
    {
        m_network.setProxy(QNetworkProxy::NoProxy);
    }

    void send(const QJsonObject &message, const Done &done) override
    {
        QNetworkReply *reply =
            m_network.post(request(), QJsonDocument(message).toJson(QJsonDocument::Compact));
        connect(reply, &QNetworkReply::finished, this, [this, reply, done] {
            reply->deleteLater();
            if (const QByteArray id = reply->rawHeader("Mcp-Session-Id"); !id.isEmpty())
                m_session = id;
            if (done)
                done(answerOf(reply));
        });
    }

    void close() override
    {
        if (m_session.isEmpty())
            return;
        QNetworkReply *reply = m_network.deleteResource(request());
        connect(reply, &QNetworkReply::finished, reply, &QObject::deleteLater);
    }

private:
    QNetworkRequest request() const
    {
        QNetworkRequest request{QUrl(addressFor(m_entry.port))};
        request.setRawHeader("Content-Type", "application/json");
        request.setRawHeader("Accept", "application/json, text/event-stream");
        request.setRawHeader("Authorization", "Bearer " + m_entry.key.toUtf8());
        if (!m_session.isEmpty()) {
            request.setRawHeader("Mcp-Session-Id", m_session);
            request.setRawHeader("MCP-Protocol-Version", revision.data());
        }
        return request;
    }

    static Result<QJsonObject> answerOf(QNetworkReply *reply)
    {
        const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        const QJsonObject message = QJsonDocument::fromJson(reply->readAll()).object();
        if (status == 0)
            return fail(
                ErrorCode::Unavailable,
                ConnectionTest::tr("Nothing answers at %1. Start Glovebox, or choose another port.")
                    .arg(reply->url().toString()),
                reply->errorString());
        if (status == 401)
            return fail(ErrorCode::Denied,
                        ConnectionTest::tr("The key was refused. Make a new one."));
        if (status != 200 && !message.contains("error"_L1))
            return fail(ErrorCode::Conflict,
                        ConnectionTest::tr("Something else answers at %1. Choose another port.")
                            .arg(reply->url().toString()));
        return resultOf(message);
    }

    ClientEntry m_entry;
    QNetworkAccessManager m_network;
    QByteArray m_session;
};

class ConnectionTest::BridgeWire final : public Wire
{
public:
    explicit BridgeWire(const ClientEntry &entry)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"GLOVEBOX_KEY"_s, entry.key);
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] { onRead(); });
        connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                answer(fail(ErrorCode::NotFound,
                            ConnectionTest::tr(
                                "glovebox-bridge could not be started. Install Glovebox again."),
                            m_process.errorString()));
        });
        QStringList arguments;
        if (!entry.profileFolder.isEmpty())
            arguments << u"--profile"_s << entry.profileFolder;
        m_process.start(entry.bridge, arguments);
    }

    ~BridgeWire() override
    {
        m_process.disconnect(this);
        m_process.closeWriteChannel();
        m_process.waitForFinished(1000);
    }

    void send(const QJsonObject &message, const Done &done) override
    {
        if (done)
            m_done = done;
        m_process.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    }

    void close() override { m_process.closeWriteChannel(); }

private:
    void onRead()
    {
        while (m_process.canReadLine()) {
            const QJsonObject message = QJsonDocument::fromJson(m_process.readLine()).object();
            if (!message.contains("method"_L1))
                answer(resultOf(message));
        }
    }
    void answer(const Result<QJsonObject> &result)
    {
        if (const Done done = std::exchange(m_done, {}))
            done(result);
    }

    QProcess m_process;
    Done m_done;
};

ConnectionTest::ConnectionTest(const ClientEntry &entry, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
    if (entry.transport == Transport::Http)
        m_wire = std::make_unique<HttpWire>(entry);
    else
        m_wire = std::make_unique<BridgeWire>(entry);
}

ConnectionTest::~ConnectionTest() = default;

void ConnectionTest::start()
{
    m_since = m_clock.monotonic();
    m_timeout = m_clock.after(patience, this, [this] {
        failAt(m_current, {ErrorCode::Unavailable,
                           tr("Glovebox did not answer within 30 seconds. Test again.")});
    });
    ask(u"initialize"_s,
        {{u"protocolVersion"_s, QString(revision)},
         {u"capabilities"_s, QJsonObject()},
         {u"clientInfo"_s,
          QJsonObject{{u"name"_s, u"Glovebox connection test"_s}, {u"version"_s, u"1"_s}}}},
        &ConnectionTest::onInitialized);
}

void ConnectionTest::ask(const QString &method, const QJsonObject &params,
                         void (ConnectionTest::*next)(const Result<QJsonObject> &))
{
    m_wire->send({{u"jsonrpc"_s, u"2.0"_s},
                  {u"id"_s, m_nextId++},
                  {u"method"_s, method},
                  {u"params"_s, params}},
                 [this, next](const Result<QJsonObject> &answer) {
                     if (!m_finished)
                         (this->*next)(answer);
                 });
}

void ConnectionTest::onInitialized(const Result<QJsonObject> &answer)
{
    using enum Step::Kind;
    if (!answer) {
        if (answer.error().code == ErrorCode::Denied) {
            pass(Answers);
            return failAt(KeyAccepted, answer.error());
        }
        return failAt(Answers, answer.error());
    }
    pass(Answers);
    pass(KeyAccepted);
    pass(Handshake, answer->value("protocolVersion"_L1).toString());
    m_wire->send({{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, u"notifications/initialized"_s}}, {});
    m_current = Tools;
    ask(u"tools/list"_s, {}, &ConnectionTest::onTools);
}

void ConnectionTest::onTools(const Result<QJsonObject> &answer)
{
    if (!answer)
        return failAt(Step::Kind::Tools, answer.error());
    const qsizetype count = answer->value("tools"_L1).toArray().size();
    pass(Step::Kind::Tools, QString::number(count));
    finish(count > 0);
}

void ConnectionTest::pass(Step::Kind kind, const QString &detail)
{
    const auto now = m_clock.monotonic();
    Q_EMIT stepDone({.kind = kind,
                     .passed = true,
                     .detail = detail,
                     .took = now - std::exchange(m_since, now)});
}

void ConnectionTest::failAt(Step::Kind kind, const Error &error)
{
    Q_EMIT stepDone({.kind = kind,
                     .passed = false,
                     .detail = error.text,
                     .took = m_clock.monotonic() - m_since});
    finish(false);
}

void ConnectionTest::finish(bool passed)
{
    if (std::exchange(m_finished, true))
        return;
    if (m_timeout)
        m_timeout.release()->deleteLater();
    m_wire->close();
    Q_EMIT finished(passed);
}

} // namespace glovebox::settings
