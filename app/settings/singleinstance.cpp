// SPDX-License-Identifier: MIT
#include "singleinstance.h"

#include "base/logging.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLockFile>
#include <QStandardPaths>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestMessage = 64 * 1024;
constexpr int answerTime = 5000; // ms; only a second start waits, before it has a window

// A socket's path has to fit into sun_path. A long profile path gets a short name in the runtime
// folder of this account, bound to the profile by its hash.
QString socketPathFor(const QString &profileFolder)
{
    const QString direct = profileFolder + u"/instance.sock"_s;
    if (QFile::encodeName(direct).size() < qsizetype(sizeof(sockaddr_un::sun_path)))
        return direct;
    const QByteArray name =
        QCryptographicHash::hash(QFile::encodeName(profileFolder), QCryptographicHash::Sha256)
            .toHex()
            .left(24);
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return QDir(runtime.isEmpty() ? QDir::tempPath() : runtime)
        .filePath(u"glovebox-%1.sock"_s.arg(QString::fromLatin1(name)));
}

bool isOurs(qintptr descriptor)
{
    ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(int(descriptor), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           peer.uid == ::geteuid();
}

} // namespace

SingleInstance::SingleInstance(const QString &profileFolder, QObject *parent)
    : QObject(parent)
    , m_socketPath(socketPathFor(profileFolder))
    , m_lock(std::make_unique<QLockFile>(profileFolder + u"/instance.lock"_s))
{
    m_lock->setStaleLockTime(0); // stale only when its process is gone
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::onConnection);
}

SingleInstance::~SingleInstance() = default;

Result<SingleInstance::Role> SingleInstance::begin(const QStringList &documents)
{
    if (!m_lock->tryLock(0)) {
        if (const auto told = tellFirst(documents); !told)
            return std::unexpected(told.error());
        return Role::Second;
    }
    if (const auto listening = listen(); !listening)
        return std::unexpected(listening.error());
    return Role::First;
}

Result<> SingleInstance::tellFirst(const QStringList &documents) const
{
    QLocalSocket socket;
    socket.connectToServer(m_socketPath);
    const QByteArray message =
        QJsonDocument(QJsonObject{{u"documents"_s, QJsonArray::fromStringList(documents)}})
            .toJson(QJsonDocument::Compact) +
        '\n';
    const bool told = socket.waitForConnected(answerTime) && isOurs(socket.socketDescriptor()) &&
                      socket.write(message) == message.size() &&
                      socket.waitForBytesWritten(answerTime) &&
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
        if (!isOurs(socket->socketDescriptor())) {
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
    QStringList documents;
    for (const QJsonValue &path : QJsonDocument::fromJson(line)[u"documents"].toArray())
        documents.append(path.toString());
    Q_EMIT raiseRequested();
    if (!documents.isEmpty())
        Q_EMIT documentsRequested(documents);
}

} // namespace glovebox::settings
