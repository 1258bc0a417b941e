// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"
#include "clienttraits.h"
#include "drawings.h"
#include "mcp/content.h"
#include "sandbox/outputstore.h"

#include <QFuture>
#include <QThreadPool>

#include <functional>
#include <optional>

namespace glovebox::tools {

// Writes what a client is told about a run (DESIGN 4.4): the first line, then what to do next or
// what came out. The whole stays below 1,000,000 characters, its text below some 80 KB, and says
// where the rest is (mcp.md 3.6). Reading and scaling happen on a thread pool of its own.
class RunReporter final
{
public:
    explicit RunReporter(const sandbox::OutputStore &output);
    ~RunReporter();

    // Whether the person paused that client: its requests wait unshown, which it is told.
    void setPaused(std::function<bool(const ClientId &client)> isPaused)
    {
        m_isPaused = std::move(isPaused);
    }
    QFuture<mcp::CallResult> report(const RunFacts &facts, const QDateTime &now,
                                    const ClientTraits &client = {});
    // fitPicture() on the same threads.
    QFuture<std::optional<FittedImage>> fit(const QByteArray &bytes, const PictureLimits &limits);
    // drawPicture() on a thread of its own: a slow drawing keeps only other drawings waiting.
    QFuture<Result<DrawnPicture>> draw(const QByteArray &svg, const PictureLimits &limits);

private:
    std::function<bool(const ClientId &client)> m_isPaused;
    const sandbox::OutputStore &m_output;
    QThreadPool m_pool;
    QThreadPool m_drawing;
};

// "run r12 · complete · session default · 0.82 s"
QString statusLine(const RunFacts &facts, const QDateTime &now);

// That what earlier runs left is gone, and why; empty: it is not.
QString newsText(const RunFacts &facts);

// What the state means for the model and what it can do, or empty when the output says it all.
QString stateAdvice(const RunFacts &facts);

// Text blocks of at most `most` characters each, cut at line ends where there are some.
QStringList inBlocks(const QString &text, qsizetype most);

} // namespace glovebox::tools
