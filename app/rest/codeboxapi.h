// SPDX-License-Identifier: MIT
#pragma once

#include "codeboxservice.h"
#include "http/listener.h"
#include "tools/toolgate.h"

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

    // Stands before all of them; null: nothing does.
    void setGate(tools::ToolGate *gate) { m_gate = gate; }
    void addRoutes(http::Listener &listener);

private:
    class Endpoint;

    tools::ToolGate *m_gate = nullptr;
    std::vector<std::unique_ptr<Endpoint>> m_endpoints;
};

} // namespace glovebox::rest
