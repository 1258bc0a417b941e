// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"
#include "programsocket.h"
#include "routes.h"

#include <unordered_map>

namespace glovebox::engine {

class PageHost;

// What the program said before anything was started.
struct Hello
{
    QString assets;
    QString runtime;
    bool allowRoot = false;
    QString closed;          // a file that a sealed engine cannot open
    bool isPageView = false; // "role": shows one page in a window, and serves no sessions
    QJsonObject look = {};   // of that window (pagewindow.h)
};

// Reads the first frame from the descriptor, before an application object exists: flags depend on
// it. Blocks.
Result<Hello> readHello(int descriptor);

// What every engine says of itself; `closed` as in Hello.
QJsonObject ownHello(const QString &closed);

// The engine's end of the engine protocol: frames in, pages made, frames out. Anything that it
// does not understand ends the process, as does the end of its socket.
class Server final : public QObject
{
    Q_OBJECT

public:
    Server(int descriptor, const Hello &hello, const Layers &layers, QObject *parent = nullptr);
    ~Server() override;

    void sayHello();

Q_SIGNALS:
    void finished(int exitCode);

private:
    Result<> take(const QString &type, const Frame &frame);
    Result<> open(const Frame &frame);
    Result<> toPage(const QString &type, const QString &page, const Frame &frame);
    void connectPage(const QString &page, PageHost &host);
    void remove(const QString &page);
    void send(QJsonObject header, const QByteArray &body = {});
    void allSent();

    ProgramSocket m_program;
    QString m_closed;
    Layers m_layers;
    std::shared_ptr<const Routes> m_routes;
    std::unordered_map<QString, std::unique_ptr<PageHost>> m_pages;
};

} // namespace glovebox::engine
