// SPDX-License-Identifier: MIT
#include "singleinstance.h"

#include "base/jsonstrings.h"
#include "base/localsocket.h"
#include "base/logging.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLockFile>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestMessage = 64 * 1024;
constexpr int answerTime = 5000; // ms; only a second start waits, before it has a window

} // namespace

SingleInstance::SingleInstance(const QString &profileFolder, QObject *parent)
    : QObject(parent)
    , m_socketPath(localSocketPath(profileFolder, u"instance.sock"_s))
    , m_lock(std::make_unique<QLockFile>(profileFolder + u"/instance.lock"_s))
{
    m_lock->setStaleLockTime(0); // stale only when its process is gone
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::onConnection);
}

SingleInstance::~SingleInstance() = default;

Result<SingleInstance::Role> SingleInstance::begin(const QStringList &documents, bool raise)
{
    if (!m_lock->tryLock(0)) {
        if (const auto told = tellFirst(documents, raise); !told)
            return std::unexpected(told.error());
        return Role::Second;
    }
    if (const auto listening = listen(); !listening)
        return std::unexpected(listening.error());
    return Role::First;
}

Result<> SingleInstance::tellFirst(const QStringList &documents, bool raise) const
{
    QLocalSocket socket;
    socket.connectToServer(m_socketPath);
    const QByteArray message =
        QJsonDocument(QJsonObject{{u"documents"_s, QJsonArray::fromStringList(documents)},
                                  {u"raise"_s, raise}})
            .toJson(QJsonDocument::Compact) +
        '\n';
    const bool told =
        socket.waitForConnected(answerTime) && peerIsOwnUser(socket.socketDescriptor()) &&
        socket.write(message) == message.size() && socket.waitForBytesWritten(answerTime) &&
        socket.waitForReadyRead(answerTime) && socket.readAll() == "ok\n";
    if (told)
        return {};
    return fail(ErrorCode::Conflict,
                tr("Glovebox already runs with this profile but does not answer. End it, or name "
                   "another profile with --profile."),
                socket.errorString());
}

Result<> SingleInstance::listen()
{
    // We hold the lock, so what is there was left by a process that was killed.
    QLocalServer::removeServer(m_socketPath);
    if (m_server.listen(m_socketPath))
        return {};
    return fail(ErrorCode::Unavailable, tr("The local socket of the profile cannot be made."),
                m_server.errorString());
}

void SingleInstance::onConnection()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        if (!peerIsOwnUser(socket->socketDescriptor())) {
            qCWarning(lcApp) << "refused another account on the profile's socket";
            socket->abort();
            continue;
        }
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (!socket->canReadLine()) {
                if (socket->bytesAvailable() > longestMessage)
                    socket->abort();
                return;
            }
            const QByteArray line = socket->readLine(longestMessage);
            socket->write("ok\n");
            socket->disconnectFromServer();
            onMessage(line);
        });
    }
}

void SingleInstance::onMessage(const QByteArray &line)
{
    const QJsonDocument message = QJsonDocument::fromJson(line);
    const QStringList documents = stringsOf(message[u"documents"]);
    if (message[u"raise"].toBool(true))
        Q_EMIT raiseRequested();
    if (!documents.isEmpty())
        Q_EMIT documentsRequested(documents);
}

} // namespace glovebox::settings
