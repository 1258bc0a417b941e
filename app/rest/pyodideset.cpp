// SPDX-License-Identifier: MIT
#include "pyodideset.h"

#include "about.h"
#include "pyodidefiles.h"
#include "pyodidetools.h"

namespace glovebox::rest {

PyodideSet::PyodideSet(const Backend &backend)
    : m_backend(backend)
{
    m_tools.push_back(std::make_unique<PyodideExecute>(backend));
    m_tools.push_back(std::make_unique<PyodideInstall>(backend));
    m_tools.push_back(std::make_unique<PyodideMountPoints>(backend));
    m_tools.push_back(std::make_unique<PyodideListDirectory>(backend));
    m_tools.push_back(std::make_unique<PyodideReadImage>(backend));
}

QString PyodideSet::name() const
{
    return mcpPyodide;
}

void PyodideSet::addTo(mcp::Server &server, tools::ToolGate *gate)
{
    tools::registerTools(server, m_tools, gate);
    server.addResources(
        tools::behindGate(pyodideImages(m_backend), gate, QStringLiteral("read_image")));
}

} // namespace glovebox::rest
