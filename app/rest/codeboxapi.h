// SPDX-License-Identifier: MIT
#pragma once

#include "codeboxservice.h"
#include "http/listener.h"

#include <memory>
#include <vector>

namespace glovebox::rest {

// The REST routes of CodeBox-AI (DESIGN 4.3): its paths, status codes and error bodies.
class CodeBoxApi final
{
public:
    // `service` outlives the routes.
    explicit CodeBoxApi(CodeBoxService &service);
    ~CodeBoxApi();

    void addRoutes(http::Listener &listener);

private:
    class Endpoint;
    std::vector<std::unique_ptr<Endpoint>> m_endpoints;
};

} // namespace glovebox::rest
