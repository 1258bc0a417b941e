// SPDX-License-Identifier: MIT
// An engine whose layers can be taken away one by one, and which itself tries to get out. Only
// tests start it; the shipped engine takes no arguments.
//   hostile-engine [--only=LAYER,…|--all] [--connect=TCP-PORT,UDP-PORT]
#include "engine/enginemain.h"

#include <arpa/inet.h>
#include <cstdio>
#include <cstring>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using glovebox::engine::Layers;

Layers none()
{
    return {false, false, false, false, false, false};
}

Layers only(std::string_view names)
{
    Layers layers = none();
    const auto has = [names](std::string_view name) {
        return names.find(name) != std::string_view::npos;
    };
    layers.csp = has("csp");
    layers.interceptor = has("interceptor");
    layers.resolver = has("resolver");
    layers.webrtcPolicy = has("webrtcPolicy");
    layers.settings = has("settings");
    layers.pageOverrides = has("pageOverrides");
    return layers;
}

// Whether it works is for the listener to say.
void tryToConnect(int type, int port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int socket = ::socket(AF_INET, type, 0);
    if (socket < 0)
        return;
    sockaddr generic = {};
    std::memcpy(&generic, &address, sizeof generic);
    if (::connect(socket, &generic, sizeof generic) == 0)
        std::fprintf(stderr, "sent %zd\n", ::send(socket, "out", 3, MSG_NOSIGNAL));
    ::close(socket);
}

} // namespace

int main(int argc, char *argv[])
{
    Layers layers;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        int tcp = 0;
        int udp = 0;
        if (argument.starts_with("--only="))
            layers = only(argument.substr(7));
        else if (std::sscanf(argv[i], "--connect=%d,%d", &tcp, &udp) == 2) {
            tryToConnect(SOCK_STREAM, tcp);
            tryToConnect(SOCK_DGRAM, udp);
        }
    }
    return glovebox::engine::runEngine(1, argv, layers);
}
