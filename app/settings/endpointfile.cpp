// SPDX-License-Identifier: MIT
#include "endpointfile.h"

#include "base/ids.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

QByteArray json(const Endpoint &endpoint)
{
    const auto orNull = [](const QString &text) {
        return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
    };
    return QJsonDocument(QJsonObject{{u"mcp"_s, orNull(endpoint.mcp)},
                                     {u"sse"_s, orNull(endpoint.sse)},
                                     {u"rest"_s, orNull(endpoint.rest)},
                                     {u"key"_s, orNull(endpoint.key)},
                                     {u"pid"_s, endpoint.pid},
                                     {u"version"_s, endpoint.version}})
        .toJson();
}

} // namespace

Result<EndpointFile> EndpointFile::write(const QString &path, const Endpoint &endpoint)
{
    const QString problem =
        QCoreApplication::translate("glovebox::settings", "The endpoint file %1 cannot be written.")
            .arg(path);
    const QByteArray target = QFile::encodeName(path);
    const QByteArray fresh = target + '.' + randomHex(8).toLatin1();
    const int fd =
        ::open(fresh.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return failErrno(problem, errno);
    const QByteArray text = json(endpoint);
    const bool written = ::write(fd, text.constData(), size_t(text.size())) == text.size();
    const int writeError = errno;
    if (!written || std::rename(fresh.constData(), target.constData()) != 0) {
        const int error = written ? errno : writeError;
        ::unlink(fresh.constData());
        ::close(fd);
        return failErrno(problem, error);
    }
    return EndpointFile(path, fd);
}

EndpointFile::EndpointFile(EndpointFile &&other) noexcept
    : m_path(std::exchange(other.m_path, {}))
    , m_fd(std::exchange(other.m_fd, -1))
{
}

EndpointFile::~EndpointFile()
{
    if (m_fd < 0)
        return;
    const QByteArray path = QFile::encodeName(m_path);
    struct stat there = {};
    struct stat ours = {};
    if (::lstat(path.constData(), &there) == 0 && ::fstat(m_fd, &ours) == 0 &&
        there.st_dev == ours.st_dev && there.st_ino == ours.st_ino)
        ::unlink(path.constData());
    ::close(m_fd);
}

QString listeningFile(const QString &profileFolder)
{
    return profileFolder + u"/listening.json"_s;
}

std::optional<quint16> listeningPort(const QString &profileFolder)
{
    QFile file(listeningFile(profileFolder));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject endpoint = QJsonDocument::fromJson(file.readAll()).object();
    // A program that was killed left its file behind.
    const auto pid = pid_t(endpoint.value("pid"_L1).toInteger());
    const int port = QUrl(endpoint.value("mcp"_L1).toString()).port();
    if (pid <= 0 || ::kill(pid, 0) != 0 || port <= 0)
        return {};
    return quint16(port);
}

} // namespace glovebox::settings
