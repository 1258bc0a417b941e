// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/frame.h"
#include "engine.h"
#include "enginechild.h"

#include <QFuture>

#include <functional>
#include <memory>
#include <vector>

namespace glovebox::sandbox {

// What the process of a page's window needs of the screen: variables, and the files that its seal
// lets through (sockets, the cookie of an X server).
struct ScreenAccess
{
    QStringList files = {};
    QProcessEnvironment environment = {};
};

// `platform` is the Qt platform of this program ("xcb", "wayland"), whose screen the page's window
// shares; `environment` is ours. Unavailable, with what to do, where no window can be shown, or the
// screen is one of another computer: without a network it is out of reach.
Result<ScreenAccess> screenAccess(const QString &platform, const QProcessEnvironment &environment);

// Words and colours of the window, made by the program: the viewer has no translations.
struct PageWords
{
    QString title = {};       // what the page is called until it says so itself
    QString titleFrame = {};  // with one %1 for that
    QString notice = {};      // in the bar above the page
    QString endedNotice = {}; // there instead, when the page ended by itself
    QString ground = {};      // "#rrggbb"
    QString ink = {};
    QString line = {};
    QByteArray icon = {}; // PNG
};

// glovebox-engine in its other role: one HTML document in a window of its own, in a process of its
// own with the seals of the engine. It has the screen beside that, and nothing of the sessions. The
// document is handed over when the seals were measured.
class PageViewer final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        QString program = {};    // absolute; empty: glovebox-engine beside this program
        bool allowRoot = false;  // GLOVEBOX_ALLOW_ROOT=1
        QStringList closed = {}; // folders that it must not see, beside the person's own
        bool namespaces = true;  // off only in boundary tests, as the three below
        bool files = true;
        QStringList arguments = {};
        std::function<SealStatus(const EngineFacts &, qint64)> measure = {};
    };

    PageViewer(Options options, Clock &clock, QObject *parent = nullptr);
    ~PageViewer() override; // ends the process and its window

    // Once. Ready when the window was told to show itself, or with what hindered it.
    QFuture<Result<>> show(const PageWords &words, const QByteArray &document,
                           const ScreenAccess &screen);

    qint64 pid() const;
    const SealStatus &seals() const { return m_seals; }

Q_SIGNALS:
    void titled(const QString &title); // what the page calls itself; hostile text
    void refused(const QString &what, const QString &url);
    void ended(); // the window was closed, or the process died

private:
    Result<> start(const PageWords &words, const ScreenAccess &screen);
    void readAvailable();
    Result<> dispatch(const QJsonObject &header);
    Result<> takeHello(const QJsonObject &header);
    Result<> takeRenderer(qint64 pid);
    void send(QJsonObject header, const QByteArray &body = {});
    void end(const Error &error);

    Options m_options;
    Clock &m_clock;
    EngineScratch m_scratch;
    std::unique_ptr<QProcess> m_process;
    std::unique_ptr<QLocalSocket> m_socket;
    FrameReader m_reader;
    qint64 m_errorBytes = 0;
    std::optional<EngineFacts> m_facts;
    SealStatus m_seals;
    QByteArray m_document;
    bool m_isShown = false;
    bool m_hasEnded = false;
    QPromise<Result<>> m_promise;
    std::unique_ptr<QObject> m_timer;
};

// The pages that are open: a process each, and only so many.
class PageViewers final : public QObject
{
    Q_OBJECT

public:
    PageViewers(PageViewer::Options options, Clock &clock, QObject *parent = nullptr);
    ~PageViewers() override;

    // LimitExceeded when as many are open as may be: none is closed for another.
    QFuture<Result<>> open(const PageWords &words, const QByteArray &document,
                           const ScreenAccess &screen);
    int count() const { return int(m_viewers.size()); }

private:
    void remove(PageViewer *viewer);

    PageViewer::Options m_options;
    Clock &m_clock;
    std::vector<std::unique_ptr<PageViewer>> m_viewers;
};

} // namespace glovebox::sandbox
