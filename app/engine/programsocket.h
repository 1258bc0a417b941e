// SPDX-License-Identifier: MIT
#pragma once

#include "base/frame.h"

#include <QLocalSocket>
#include <QObject>

#include <functional>

namespace glovebox::engine {

std::unexpected<Error> protocolBroken(const QString &what);

// The engine process's end of its socket to the program: whole frames of version 1 in. `finished`
// when the program says "quit" or is gone, and when it sends what is not understood.
class ProgramSocket final : public QObject
{
    Q_OBJECT

public:
    using Take = std::function<Result<>(const QString &type, const Frame &frame)>;

    // Takes the descriptor over. Nothing is taken before read().
    ProgramSocket(int descriptor, const FrameReader &reader, Take take);

    QLocalSocket &socket() { return m_socket; }
    void read();

Q_SIGNALS:
    void finished(int exitCode);

private:
    Result<> dispatch(const Frame &frame);

    QLocalSocket m_socket;
    FrameReader m_reader;
    Take m_take;
};

} // namespace glovebox::engine
