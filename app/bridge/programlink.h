// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/frame.h"
#include "launcher.h"

#include <QLocalSocket>

namespace glovebox::bridge {

// The connection to the program, however often that ends and comes back. It is looked for quietly
// again after it was lost; it is started only when somebody wants it.
class ProgramLink final : public QObject
{
    Q_OBJECT

public:
    // `hello`: what the first frame carries beside its type. Launcher and clock outlive the link.
    ProgramLink(const QString &socketPath, const QJsonObject &hello, Launcher &launcher,
                Clock &clock, QObject *parent = nullptr);
    ~ProgramLink() override;

    // Connects, and starts the program if none runs. `connected` or `failed` follows, unless it is
    // connected already.
    void want();
    bool isConnected() const { return m_state == State::Up; }
    void send(const QByteArray &message);
    void close(); // for good

Q_SIGNALS:
    void connected();
    void received(const QByteArray &message);
    void lost(const QString &why); // after `connected`
    // What was wanted cannot be had now; a sentence that says what to do.
    void failed(const QString &why);

private:
    enum class State {
        Idle,     // nothing is wanted
        Trying,   // until the deadline, or quietly for ever
        Greeting, // connected, our hello is on its way
        Up,
        Closed,
    };

    void attempt();
    void onConnected();
    void onFrame(const Frame &frame);
    void onGone();
    void onNobodyThere();
    void giveUp(const QString &why);
    void tryAgain();
    QString whyItDidNotStart() const;

    const QString m_socketPath;
    const QJsonObject m_hello;
    Launcher &m_launcher;
    Clock &m_clock;
    State m_state = State::Idle;
    std::unique_ptr<QLocalSocket> m_socket;
    FrameReader m_reader;
    QString m_farewell; // why the program ended the connection
    bool m_wanted = false;
    bool m_launched = false;
    std::chrono::milliseconds m_deadline{0};
    std::optional<std::chrono::milliseconds> m_endedAt; // when what we launched was found gone
    std::unique_ptr<QObject> m_retry;
};

} // namespace glovebox::bridge
