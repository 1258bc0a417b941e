// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <optional>

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
    EndpointFile(QString path, int fd)
        : m_path(std::move(path))
        , m_fd(fd)
    {
    }

    QString m_path;
    // Kept open, so that no other file can get the same inode while ours is compared with it.
    int m_fd;
};

// The same file in the profile, without a key: what commands of the terminal learn from the program
// that runs there, as --port may have given it another port than the settings.
QString listeningFile(const QString &profileFolder);
// The port of the program that runs in this profile; nothing where none runs, or none listens.
std::optional<quint16> listeningPort(const QString &profileFolder);

} // namespace glovebox::settings
