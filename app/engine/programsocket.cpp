// SPDX-License-Identifier: MIT
#include "programsocket.h"

#include "base/logging.h"

namespace glovebox::engine {

using namespace Qt::StringLiterals;

std::unexpected<Error> protocolBroken(const QString &what)
{
    return fail(ErrorCode::InvalidArgument,
                u"The program broke the engine protocol: %1."_s.arg(what));
}

ProgramSocket::ProgramSocket(int descriptor, const FrameReader &reader, Take take)
    : m_reader(reader)
    , m_take(std::move(take))
{
    connect(&m_socket, &QLocalSocket::readyRead, this, &ProgramSocket::read);
    connect(
        &m_socket, &QLocalSocket::disconnected, this, [this] { Q_EMIT finished(0); },
        Qt::QueuedConnection);
    m_socket.setSocketDescriptor(descriptor);
}

void ProgramSocket::read()
{
    const auto frames = m_reader.feed(m_socket.readAll());
    if (!frames) {
        qCCritical(lcEngine) << frames.error().text << frames.error().detail;
        return Q_EMIT finished(1);
    }
    for (const Frame &frame : *frames) {
        if (const auto done = dispatch(frame); !done) {
            qCCritical(lcEngine) << done.error().text;
            return Q_EMIT finished(1);
        }
    }
}

Result<> ProgramSocket::dispatch(const Frame &frame)
{
    const QString type = frame.header[u"type"].toString();
    if (frame.header[u"v"].toInt() != 1)
        return protocolBroken(u"another version"_s);
    if (type == u"quit") {
        Q_EMIT finished(0);
        return {};
    }
    return m_take(type, frame);
}

} // namespace glovebox::engine
