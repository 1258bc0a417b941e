// SPDX-License-Identifier: MIT
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <type_traits>

namespace glovebox::notebook {

// Runs `work` in a thread of the pool; its value comes through the future.
template <class Work>
auto inBackground(QThreadPool &pool, Work work) -> QFuture<std::invoke_result_t<Work>>
{
    using Value = std::invoke_result_t<Work>;
    auto promise = std::make_shared<QPromise<Value>>();
    QFuture<Value> future = promise->future();
    promise->start();
    pool.start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
    return future;
}

} // namespace glovebox::notebook
