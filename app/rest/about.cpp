// SPDX-License-Identifier: MIT
#include "about.h"

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

// mcp-pyodide has every problem of a call as a result, in these words (peers.md 1.1).
QString pyodideProblem(mcp::CallProblem problem, const QString &tool, const QString &text)
{
    switch (problem) {
    case mcp::CallProblem::UnknownTool:
        return u"Error: Unknown tool: "_s + tool;
    case mcp::CallProblem::NoArguments:
        return u"Error: No arguments provided"_s;
    case mcp::CallProblem::WrongArguments:
        break;
    }
    return u"Error: "_s + text;
}

mcp::ServerInfo pyodideInfo()
{
    mcp::ServerInfo info;
    info.name = mcpPyodide;
    info.version = u"1.0.0"_s;
    info.callProblem = pyodideProblem;
    return info;
}

mcp::ServerInfo codeBoxInfo()
{
    mcp::ServerInfo info;
    info.name = u"CodeBox-AI"_s;
    info.version = u"0.1.0"_s;
    return info;
}

mcp::ServerInfo runnoInfo()
{
    mcp::ServerInfo info;
    info.name = u"Runno Code Sandbox Server"_s;
    info.version = u"0.10.6"_s;
    return info;
}

} // namespace

std::optional<mcp::ServerInfo> compatInfo(const QString &name)
{
    if (name == mcpPyodide)
        return pyodideInfo();
    if (name == codeBoxAi)
        return codeBoxInfo();
    if (name == runno)
        return runnoInfo();
    return std::nullopt;
}

QJsonObject compatCapabilities(const QString &name)
{
    if (!compatInfo(name))
        return {};
    if (name == runno)
        return {{u"tools"_s, QJsonObject()}};
    return {{u"tools"_s, QJsonObject()}, {u"resources"_s, QJsonObject()}};
}

QStringList compatNames()
{
    return {mcpPyodide, codeBoxAi, runno};
}

} // namespace glovebox::rest
