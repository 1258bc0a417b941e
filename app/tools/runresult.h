// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"
#include "mcp/content.h"
#include "sandbox/outputstore.h"

#include <QFuture>
#include <QThreadPool>

namespace glovebox::tools {

// Writes what a client is told about a run (DESIGN 4.4): the first line, then what to do next or
// what came out. Plots are made small enough for models (mcp.md 3.6); reading and scaling happen
// on a thread pool of its own.
class RunReporter final
{
public:
    explicit RunReporter(const sandbox::OutputStore &output);
    ~RunReporter();

    QFuture<mcp::CallResult> report(const RunFacts &facts, const QDateTime &now);

private:
    const sandbox::OutputStore &m_output;
    QThreadPool m_pool;
};

// "run r12 · complete · session default · 0.82 s"
QString statusLine(const RunFacts &facts, const QDateTime &now);

// What the state means for the model and what it can do, or empty when the output says it all.
QString stateAdvice(const RunFacts &facts);

// Pictures that can be sent in a result, in the order of the plots.
struct FittedImage
{
    QByteArray bytes;
    QString mimeType;
    QString note; // "shown at 1568x1045 of 3000x2000 pixels", or empty
};
// At most limits of mcp.md 3.6: 1568 pixels on a side and about 200 KB. Null for what is no
// picture that clients take (failures.md 7: SVG breaks conversations).
std::optional<FittedImage> fitForModel(const QByteArray &bytes, const QString &mimeType);

} // namespace glovebox::tools
