// SPDX-License-Identifier: MIT
#pragma once

#include "pyodidetools.h"

namespace glovebox::rest {

// pyodide_get-mount-points {}
class PyodideMountPoints final : public PyodideTool
{
public:
    using PyodideTool::PyodideTool;
    mcp::Tool describe() const override;
    QString nativeName() const override { return QStringLiteral("list_mounts"); }

protected:
    void answer(const mcp::ToolCallPtr &call) override;
};

// pyodide_list-mounted-directory {mountName}
class PyodideListDirectory final : public PyodideTool
{
public:
    using PyodideTool::PyodideTool;
    mcp::Tool describe() const override;
    QString nativeName() const override { return QStringLiteral("list_directory"); }

protected:
    void answer(const mcp::ToolCallPtr &call) override;
};

// pyodide_read-image {mountName, imagePath}. The mount "output" holds the pictures that the
// client's own runs drew.
class PyodideReadImage final : public PyodideTool
{
public:
    using PyodideTool::PyodideTool;
    mcp::Tool describe() const override;
    QString nativeName() const override { return QStringLiteral("read_image"); }

protected:
    void answer(const mcp::ToolCallPtr &call) override;

private:
    void readOutput(const mcp::ToolCallPtr &call, const QString &path);
    void show(const mcp::ToolCallPtr &call, const QByteArray &bytes) const;
};

// The pictures in all mounts of a client, as file:///mnt/NAME/PATH.
mcp::ResourceSource pyodideImages(const Backend &backend);

// Where a picture of a run is in the mount "output": "r12/1.png".
QString outputImagePath(RunId run, const event::Display &picture);

} // namespace glovebox::rest
