// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

namespace glovebox::settings {

// What --endpoint-file tells whoever started the program (DESIGN 4.1).
struct Endpoint
{
    QString mcp;  // http://127.0.0.1:PORT/mcp
    QString sse;  // empty: not served
    QString rest; // empty: not served
    QString key;  // of the client "Command line", which ends with the process
    qint64 pid = 0;
    QString version;
};

// The file itself: mode 0600, written beside its place and renamed there, so that a reader never
// sees half of it; removed at the end if it is still ours.
class EndpointFile
{
public:
    static Result<EndpointFile> write(const QString &path, const Endpoint &endpoint);
    EndpointFile(EndpointFile &&other) noexcept;
    EndpointFile &operator=(EndpointFile &&) = delete;
    ~EndpointFile();

private:
    EndpointFile(QString path, quint64 inode)
        : m_path(std::move(path))
        , m_inode(inode)
    {}

    QString m_path;
    quint64 m_inode;
};

} // namespace glovebox::settings
