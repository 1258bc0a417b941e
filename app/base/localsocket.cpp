// SPDX-License-Identifier: MIT
#include "localsocket.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#ifdef Q_OS_WIN
#include "win32account.h"
#else
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#endif

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

QString nameBoundTo(const QString &profileFolder, const QString &name)
{
    const QByteArray hash =
        QCryptographicHash::hash(QFile::encodeName(profileFolder), QCryptographicHash::Sha256)
            .toHex()
            .left(24);
    return u"glovebox-%1-%2"_s.arg(QString::fromLatin1(hash), name);
}

} // namespace

QString localSocketPath(const QString &profileFolder, const QString &name)
{
#ifdef Q_OS_WIN
    return nameBoundTo(profileFolder, name); // a pipe: all of them stand in one place
#else
    const QString direct = profileFolder + u'/' + name;
    if (QFile::encodeName(direct).size() < qsizetype(sizeof(sockaddr_un::sun_path)))
        return direct;
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return QDir(runtime.isEmpty() ? QDir::tempPath() : runtime)
        .filePath(nameBoundTo(profileFolder, name));
#endif
}

bool peerIsOwnUser(qintptr socket)
{
#if defined(Q_OS_WIN)
    return win32::peerOfPipeIsOwnAccount(reinterpret_cast<HANDLE>(socket));
#elif defined(Q_OS_LINUX)
    ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(int(socket), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           peer.uid == ::geteuid();
#else
    uid_t user = 0;
    gid_t group = 0;
    return ::getpeereid(int(socket), &user, &group) == 0 && user == ::geteuid();
#endif
}

} // namespace glovebox
