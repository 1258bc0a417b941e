// SPDX-License-Identifier: MIT
#include "localsocket.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace glovebox {

using namespace Qt::StringLiterals;

QString localSocketPath(const QString &profileFolder, const QString &name)
{
    const QString direct = profileFolder + u'/' + name;
    if (QFile::encodeName(direct).size() < qsizetype(sizeof(sockaddr_un::sun_path)))
        return direct;
    const QByteArray hash = QCryptographicHash::hash(QFile::encodeName(profileFolder),
                                                     QCryptographicHash::Sha256)
                                .toHex()
                                .left(24);
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return QDir(runtime.isEmpty() ? QDir::tempPath() : runtime)
        .filePath(u"glovebox-%1-%2"_s.arg(QString::fromLatin1(hash), name));
}

bool peerIsOwnUser(qintptr socket)
{
#ifdef Q_OS_LINUX
    ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(int(socket), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
           && peer.uid == ::geteuid();
#else
    uid_t user = 0;
    gid_t group = 0;
    return ::getpeereid(int(socket), &user, &group) == 0 && user == ::geteuid();
#endif
}

} // namespace glovebox
