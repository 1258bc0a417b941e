// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "clientapp.h"

#include <QJsonObject>
#include <QObject>

#include <functional>
#include <memory>

namespace glovebox::settings {

// Connects to Glovebox the way a client will, before anything is written: the address answers, the
// key is accepted, the handshake, the tools. Nothing is run here.
class ConnectionTest final : public QObject
{
    Q_OBJECT

public:
    struct Step
    {
        enum class Kind { Answers, KeyAccepted, Handshake, Tools } kind = Kind::Answers;
        bool passed = false;
        QString detail; // the revision, the number of tools, or what went wrong and what to do
        std::chrono::milliseconds took{0};
    };

    // `clock` outlives the test.
    ConnectionTest(const ClientEntry &entry, Clock &clock, QObject *parent = nullptr);
    ~ConnectionTest() override;

    void start();

Q_SIGNALS:
    void stepDone(const glovebox::settings::ConnectionTest::Step &step);
    void finished(bool passed); // once

private:
    class Wire; // carries messages the way the entry says
    class HttpWire;
    class BridgeWire;

    void ask(const QString &method, const QJsonObject &params,
             void (ConnectionTest::*next)(const Result<QJsonObject> &));
    void onInitialized(const Result<QJsonObject> &answer);
    void onTools(const Result<QJsonObject> &answer);
    void pass(Step::Kind kind, const QString &detail = {});
    void failAt(Step::Kind kind, const Error &error);
    void finish(bool passed);

    Clock &m_clock;
    std::unique_ptr<Wire> m_wire;
    std::chrono::milliseconds m_since{0};
    std::unique_ptr<QObject> m_timeout;
    Step::Kind m_current = Step::Kind::Answers;
    int m_nextId = 1;
    bool m_finished = false;
};

} // namespace glovebox::settings
