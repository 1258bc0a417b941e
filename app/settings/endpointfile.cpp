// SPDX-License-Identifier: MIT
#include "endpointfile.h"

#include "base/ids.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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
    const QString problem
        = QCoreApplication::translate("glovebox::settings",
                                      "The endpoint file %1 cannot be written.")
              .arg(path);
    const QByteArray target = QFile::encodeName(path);
    const QByteArray fresh = target + '.' + randomHex(8).toLatin1();
    const int fd = ::open(fresh.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                          0600);
    if (fd < 0)
        return failErrno(problem, errno);
    const QByteArray text = json(endpoint);
    struct stat status = {};
    const bool written = ::write(fd, text.constData(), size_t(text.size())) == text.size()
                         && ::fstat(fd, &status) == 0;
    const int writeError = errno;
    ::close(fd);
    if (!written || std::rename(fresh.constData(), target.constData()) != 0) {
        const int error = written ? errno : writeError;
        ::unlink(fresh.constData());
        return failErrno(problem, error);
    }
    return EndpointFile(path, status.st_ino);
}

EndpointFile::EndpointFile(EndpointFile &&other) noexcept
    : m_path(std::exchange(other.m_path, {}))
    , m_inode(other.m_inode)
{}

EndpointFile::~EndpointFile()
{
    if (m_path.isEmpty())
        return;
    const QByteArray path = QFile::encodeName(m_path);
    struct stat status = {};
    if (::lstat(path.constData(), &status) == 0 && status.st_ino == m_inode)
        ::unlink(path.constData());
}

} // namespace glovebox::settings
