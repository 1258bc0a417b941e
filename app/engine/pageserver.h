// SPDX-License-Identifier: MIT
#pragma once

#include "base/frame.h"
#include "pagewindow.h"
#include "server.h"

namespace glovebox::engine {

// The page view's end of its protocol (ARCHITECTURE.md): one document in, one window. It ends with
// its window and with its socket.
class PageServer final : public QObject
{
    Q_OBJECT

public:
    PageServer(int descriptor, const Hello &hello, const Layers &layers, QObject *parent = nullptr);
    ~PageServer() override;

    void sayHello();

Q_SIGNALS:
    void finished(int exitCode);

private:
    void readAvailable();
    Result<> dispatch(const Frame &frame);
    void send(QJsonObject header);

    std::unique_ptr<QLocalSocket> m_socket;
    FrameReader m_reader;
    QString m_closed;
    PageWindow m_window;
    bool m_isShown = false;
};

} // namespace glovebox::engine
