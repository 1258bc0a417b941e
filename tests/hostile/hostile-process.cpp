// SPDX-License-Identifier: MIT
// What a browser process that was taken over could try: started in the place of the engine, it does
// each of what its arguments name and tells the program what it got. Only tests start it.
//   hostile-process NAME:KIND=TARGET …
#include "base/frame.h"

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <string>
#include <string_view>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace glovebox;
using namespace Qt::StringLiterals;

namespace {

using Outcome = std::string;

Outcome failed()
{
    return std::string("failed: ") + std::strerror(errno);
}

Outcome read(const std::string &path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return failed();
    std::string text(4096, '\0');
    const ssize_t length = ::read(file, text.data(), text.size());
    if (length < 0)
        return failed();
    ::close(file);
    text.resize(static_cast<size_t>(length));
    for (char &byte : text)
        byte = byte == '\0' ? ' ' : byte;
    return text;
}

// Appends, so that nothing of the host's is lost should it work.
Outcome write(const std::string &path)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0)
        return failed();
    const ssize_t done = ::write(file, "out", 3);
    ::close(file);
    return done == 3 ? "done" : failed();
}

Outcome send(int family, int type, const sockaddr_storage &address, socklen_t length)
{
    const int socket = ::socket(family, type, 0);
    if (socket < 0)
        return failed();
    // One object for every kind of address: the C interface takes them all by this pointer.
    const void *raw = &address;
    const bool connected = ::connect(socket, static_cast<const sockaddr *>(raw), length) == 0;
    const bool sent = connected && ::send(socket, "out", 3, MSG_NOSIGNAL) == 3;
    const Outcome outcome = sent ? "done" : failed();
    ::close(socket);
    return outcome;
}

Outcome toPort(int type, const std::string &port)
{
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<uint16_t>(std::stoi(port)));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr_storage address = {};
    std::memcpy(&address, &to, sizeof to);
    return send(AF_INET, type, address, sizeof to);
}

// "@name" is a name outside of every folder.
Outcome toLocalSocket(const std::string &name)
{
    sockaddr_un to = {};
    to.sun_family = AF_UNIX;
    if (name.size() >= sizeof to.sun_path)
        return "failed: too long";
    std::memcpy(to.sun_path, name.data(), name.size());
    size_t length = offsetof(sockaddr_un, sun_path) + name.size();
    if (name.front() == '@')
        to.sun_path[0] = '\0';
    else
        ++length;
    sockaddr_storage address = {};
    std::memcpy(&address, &to, sizeof to);
    return send(AF_UNIX, SOCK_STREAM, address, static_cast<socklen_t>(length));
}

Outcome signal(const std::string &pid)
{
    return ::kill(std::stoi(pid), SIGTERM) == 0 ? "done" : failed();
}

Outcome readSharedMemory(const std::string &id)
{
    const void *memory = ::shmat(std::stoi(id), nullptr, SHM_RDONLY);
    if (memory == reinterpret_cast<void *>(-1))
        return failed();
    return std::string(static_cast<const char *>(memory));
}

Outcome trace(const std::string &pid)
{
    const auto process = static_cast<pid_t>(std::stoi(pid));
    if (::ptrace(PTRACE_ATTACH, process, nullptr, nullptr) != 0)
        return failed();
    ::waitpid(process, nullptr, __WALL);
    ::ptrace(PTRACE_DETACH, process, nullptr, nullptr);
    return "done";
}

// New rights in a namespace of its own, and with them: the mounts as they were.
Outcome readAfterUnmounting(const std::string &path)
{
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return failed();
    ::umount2("/", MNT_DETACH);
    ::umount2("/tmp", MNT_DETACH);
    return read(path);
}

Outcome run(const std::string &program)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl(program.c_str(), program.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "done" : "failed: it did not run";
}

Outcome attempt(std::string_view what, const std::string &target)
{
    if (what == "read")
        return read(target);
    if (what == "write")
        return write(target);
    if (what == "run")
        return run(target);
    if (what == "tcp")
        return toPort(SOCK_STREAM, target);
    if (what == "udp")
        return toPort(SOCK_DGRAM, target);
    if (what == "socket")
        return toLocalSocket(target);
    if (what == "signal")
        return signal(target);
    if (what == "memory")
        return readSharedMemory(target);
    if (what == "trace")
        return trace(target);
    if (what == "unmount")
        return readAfterUnmounting(target);
    if (what == "environment") {
        const char *value = std::getenv(target.c_str());
        return value ? value : "failed: not there";
    }
    return "failed: no such attempt";
}

void tell(QJsonObject header)
{
    header.insert(u"v"_s, 1);
    const QByteArray bytes = encode({header});
    if (::write(3, bytes.constData(), size_t(bytes.size())) != bytes.size())
        ::_exit(3);
}

// In a process of its own: what one attempt does to itself must not be what the next one meets.
void tryAndTell(const char *name, std::string_view what, const std::string &target)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const Outcome outcome = attempt(what, target);
        tell({{u"type"_s, u"refused"_s},
              {u"page"_s, u"attempt"_s},
              {u"what"_s, QString::fromUtf8(name)},
              {u"url"_s, QString::fromStdString(outcome)}});
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
}

} // namespace

int main(int argc, char *argv[])
{
    tell({{u"type"_s, u"hello"_s}, {u"qt"_s, u"6"_s}, {u"chromium"_s, u"0"_s}});
    // NAME:KIND=TARGET
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const size_t colon = argument.find(':');
        const size_t equals = argument.find('=');
        if (colon == std::string_view::npos || equals == std::string_view::npos)
            return 2;
        tryAndTell(std::string(argument.substr(0, colon)).c_str(),
                   argument.substr(colon + 1, equals - colon - 1),
                   std::string(argument.substr(equals + 1)));
    }
    tell({{u"type"_s, u"refused"_s}, {u"page"_s, u"over"_s}});
    // Until the program closes its end.
    char bytes[4096];
    while (::read(3, bytes, sizeof bytes) > 0) {
    }
    return 0;
}
