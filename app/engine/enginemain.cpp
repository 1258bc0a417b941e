// SPDX-License-Identifier: MIT
#include "enginemain.h"

#include "base/heap.h"
#include "base/logging.h"
#include "chromiumflags.h"
#include "pagerules.h"
#include "pageserver.h"
#include "scheme.h"
#include "server.h"

#include <QApplication>
#include <QtWebEngineCore/qtwebenginecoreglobal.h>

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

constexpr int socketDescriptor = 3;
constexpr rlim_t wantedFiles = 16'384;

bool isSocket(int descriptor)
{
    struct stat info = {};
    return ::fstat(descriptor, &info) == 0 && S_ISSOCK(info.st_mode);
}

void sealProcess()
{
    // No child process may inherit the one way out.
    ::fcntl(socketDescriptor, F_SETFD, FD_CLOEXEC);
    // A core file would hold a session's data.
    const rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    // Every request of every page has a file open while it is read.
    rlimit files = {};
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = std::min<rlim_t>(files.rlim_max, wantedFiles);
        ::setrlimit(RLIMIT_NOFILE, &files);
    }
#ifdef Q_OS_LINUX
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
    for (const QString &name : removeWeakeningVariables())
        qCWarning(lcEngine).noquote() << "ignored" << name << "because it weakens the sandbox";
}

template <class ServerType>
int serve(const Hello &hello, const Layers &layers)
{
    int exitCode = 0;
    ServerType server(socketDescriptor, hello, layers);
    QObject::connect(
        &server, &ServerType::finished, &server,
        [&exitCode](int code) {
            exitCode = code;
            QCoreApplication::quit();
        },
        Qt::QueuedConnection);
    server.sayHello();
    QCoreApplication::exec();
    return exitCode;
}

int runSessions(const Hello &hello, const Layers &layers, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    registerScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    int ownArgc = 1;
    QGuiApplication application(ownArgc, argv);
    application.setQuitOnLastWindowClosed(false);
    return serve<Server>(hello, layers);
}

// The program says by the environment which screen this is for.
int runPageView(const Hello &hello, const Layers &layers, char *argv[])
{
    // No driver of a graphics card is let in, so what is drawn is drawn by the processor.
    qputenv("QT_QUICK_BACKEND", "software");
    registerPageScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    int ownArgc = 1;
    QApplication application(ownArgc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QGuiApplication::setDesktopFileName(u"glovebox"_s);
    return serve<PageServer>(hello, layers);
}

} // namespace

int runEngine(int argc, char *argv[], const Layers &layers)
{
    if (argc == 2 && qstrcmp(argv[1], "--versions") == 0) {
        std::fprintf(stdout, "{\"qt\":\"%s\",\"chromium\":\"%s\",\"chromium_patch\":\"%s\"}\n",
                     qVersion(), qWebEngineChromiumVersion(),
                     qWebEngineChromiumSecurityPatchVersion());
        return 0;
    }
    keepFreedBlocks();
    if (!isSocket(socketDescriptor)) {
        std::fputs("glovebox-engine is started by glovebox, not by hand.\n", stderr);
        return exitNoSocket;
    }
    sealProcess();
    if (argc > 1)
        qCWarning(lcEngine) << "ignored" << argc - 1 << "arguments: Chromium would obey them";
    const auto hello = readHello(socketDescriptor);
    if (!hello) {
        qCCritical(lcEngine) << hello.error().text;
        return 1;
    }
    const bool isRoot = ::geteuid() == 0;
    if (isRoot && !hello->allowRoot)
        return exitRoot;
    qputenv("QTWEBENGINE_CHROMIUM_FLAGS",
            chromiumFlagsText(chromiumFlags(layers, hello->allowRoot, isRoot)));
    return hello->isPageView ? runPageView(*hello, layers, argv)
                             : runSessions(*hello, layers, argv);
}

} // namespace glovebox::engine
