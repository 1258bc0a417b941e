// SPDX-License-Identifier: MIT
#pragma once

#include "sandbox/engineprocess.h"
#include "sandbox/sessionpool.h"

#include <QCoreApplication>
#include <QPromise>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

// The whole sandbox as the program builds it: the real engine process, real Chromium, real
// Pyodide. Only the folder with its state is a temporary one.
namespace glovebox::sandbox::test {

// Generous: a machine that also compiles may need it. No test waits this long when all is well.
inline constexpr int patienceMs = 60'000;

// Folders come from the build, or, where the test was staged elsewhere, from the environment.
inline QString folder(const char *variable, const char *built)
{
    const QString staged = qEnvironmentVariable(variable);
    return staged.isEmpty() ? QString::fromUtf8(built) : staged;
}

inline QString assets()
{
    return folder("GLOVEBOX_ASSETS_DIR", GLOVEBOX_ASSETS_DIR);
}

inline QString runtime()
{
    return folder("GLOVEBOX_RUNTIME_DIR", GLOVEBOX_SOURCE_DIR);
}

inline QString program(const QString &name)
{
    return folder("GLOVEBOX_BIN_DIR", GLOVEBOX_BIN_DIR) + QLatin1Char('/') + name;
}

inline bool allowRoot()
{
    return qEnvironmentVariable("GLOVEBOX_ALLOW_ROOT") == QLatin1String("1");
}

// Answers every call with its own op, after having noted it.
class EchoCalls final : public HostCalls
{
public:
    QFuture<Frame> call(const HostCallContext &context, const Frame &request) override
    {
        calls.append({context.run, request.header});
        if (!answers)
            return silence.future();
        if (next)
            return next->call(context, request);
        return QtFuture::makeReadyValueFuture(
            failedCall(QStringLiteral("ENOENT"), QStringLiteral("no such file")));
    }
    void runBegins(const HostCallContext &context) override
    {
        begun.append(context.run);
        if (next)
            next->runBegins(context);
    }
    void runEnded(const HostCallContext &context) override
    {
        ended.append(context.run);
        if (next)
            next->runEnded(context);
    }

    bool answers = true; // else calls wait for ever, as on a network drive that is gone
    QPromise<Frame> silence;
    HostCalls *next = nullptr; // answers in its place
    QList<std::pair<RunId, QJsonObject>> calls;
    QList<RunId> begun;
    QList<RunId> ended;
};

class Harness
{
public:
    struct Options
    {
        QString engine = program(QStringLiteral("glovebox-engine"));
        QStringList engineArguments = {};
        bool namespaces = true;
        bool files = true;
        bool allowRoot = test::allowRoot();
        QString profile = {}; // empty: a temporary one
        QString runtime = test::runtime();
        std::function<SealStatus(qint64, qint64)> measure = {}; // empty: the real one
        std::chrono::milliseconds packingIdle = limits::wheelPackingIdle;
        std::chrono::milliseconds strayTime = sandbox::strayTime;
        std::function<std::chrono::milliseconds(qint64)> processorTime = {}; // as for the pool
    };

    Harness()
        : Harness(Options{})
    {
    }

    explicit Harness(const Options &options)
        : hub(systemClock())
        , profile(options.profile.isEmpty() ? temporary.path() : options.profile)
        , output(profile + QStringLiteral("/runs"))
        , snapshots(profile + QStringLiteral("/cache/snapshots"))
        , engine({options.engine,
                  assets(),
                  options.runtime,
                  options.allowRoot,
                  options.namespaces,
                  options.files,
                  {profile + QStringLiteral("/cache/snapshots")},
                  {profile},
                  options.engineArguments},
                 systemClock())
        , pool({.engine = engine,
                .hub = hub,
                .output = output,
                .snapshots = snapshots,
                .hostCalls = calls,
                .clock = systemClock(),
                .assets = assets(),
                .runtime = options.runtime,
                .allowRoot = options.allowRoot,
                .measure = options.measure,
                .packingIdle = options.packingIdle,
                .strayTime = options.strayTime,
                .processorTime = options.processorTime})
    {
        QObject::connect(&hub, &RunHub::published, &hub,
                         [this](const RunEvent &event) { events[event.run].append(event); });
        engine.start();
        pool.start();
    }

    SessionRef session(const QString &name = QStringLiteral("default"),
                       qint64 heapBytes = limits::defaultHeapBytes)
    {
        const auto made = pool.create({client, QStringLiteral("Test"), name, heapBytes, {}});
        if (!made)
            qFatal("%s", qPrintable(made.error().text));
        return *made;
    }

    ApprovalRecord record(const SessionRef &session, const QByteArray &code) const
    {
        ApprovalRecord record;
        record.tool = QStringLiteral("run_python");
        record.client = client;
        record.session = session;
        record.code = code;
        record.reach.limits.timeout = timeout;
        return record;
    }

    Result<> submit(RunId run, const ApprovalRecord &record)
    {
        hub.publish(run, event::Asked{record, QStringLiteral("Test"), {}, {}});
        return pool.submit(run, record, record.digest());
    }

    RunId submit(const SessionRef &session, const QByteArray &code)
    {
        const RunId run(++lastRun);
        const auto done = submit(run, record(session, code));
        if (!done)
            qFatal("%s", qPrintable(done.error().text));
        return run;
    }

    const RunFacts &facts(RunId run) const { return *hub.facts(run); }
    bool hasEnded(RunId run) const { return isFinal(facts(run).state); }

    // The current reference of a session, whatever happened to it.
    SessionRef now(const SessionRef &session) const { return pool.session(session.id)->ref; }

    QByteArray outputOf(RunId run, std::optional<StreamName> only = {}) const
    {
        QByteArray bytes;
        for (const RunEvent &event : events.value(run)) {
            if (const auto *out = std::get_if<event::Output>(&event.body);
                out && (!only || out->stream == *only))
                bytes += out->bytes;
        }
        return bytes;
    }

    QStringList kindsOf(RunId run) const
    {
        QStringList kinds;
        for (const RunEvent &event : events.value(run))
            kinds.append(event.kind());
        return kinds;
    }

    QTemporaryDir temporary;
    RunHub hub;
    QHash<RunId, QList<RunEvent>> events;
    QString profile;
    OutputStore output;
    SnapshotStore snapshots;
    EchoCalls calls;
    EngineProcess engine;
    SessionPool pool;
    ClientId client{QStringLiteral("c000000000001")};
    std::chrono::seconds timeout{30};
    qint64 lastRun = 0;
};

} // namespace glovebox::sandbox::test
