// SPDX-License-Identifier: MIT
#pragma once

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
    Result<> take(const QString &type, const Frame &frame);
    void send(QJsonObject header);

    ProgramSocket m_program;
    QString m_closed;
    PageWindow m_window;
    bool m_isShown = false;
};

} // namespace glovebox::engine
