// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/frame.h"

#include <QObject>

namespace glovebox::sandbox {

// What an engine says about itself when it is up.
struct EngineFacts
{
    qint64 pid = 0;
    QString qtVersion;
    QString chromiumVersion;
    QString chromiumPatchVersion; // security patches are taken from this one
    QString flags;                // Chromium's command line as the engine set it
    // What it found of its file seal before it made any page: a file that it was given to try
    // could not be opened; Landlock is in force. SealProbe measures the rest from outside.
    bool filesClosed = false;
    bool landlock = false;
    QStringList closed = {}; // folders of the person that must not be there for it: ours to say

    bool operator==(const EngineFacts &) const = default;
};

// A memory snapshot, or a wheel's pack, as the engine may hand it to one page.
struct SnapshotFile
{
    QString name; // of the layer: "bare"; or "wheel-" and a hash
    QString path; // absolute; nobody is told to use it before it is verified

    bool operator==(const SnapshotFile &) const = default;
};

// The program's view of Qt WebEngine, wherever it runs: pages by their 32 hex digits, everything
// else as in ARCHITECTURE.md "Engine protocol". Everything that it reports about a page is
// hostile input.
class Engine : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual std::optional<EngineFacts> facts() const = 0; // null while it is not up

    // Commands are kept while it starts. While it is not running they go nowhere: every page is
    // gone then, and `up` follows when it is back.
    virtual bool isRunning() const = 0;
    virtual void open(const QString &page, const QString &nonce,
                      const QList<SnapshotFile> &snapshots) = 0;
    // More files for a page that is open: it may ask for them from now on.
    virtual void serve(const QString &page, const QList<SnapshotFile> &files) = 0;
    virtual void post(const QString &page, const QJsonObject &message) = 0;
    virtual void interrupt(const QString &page, const QString &run) = 0;
    virtual void acknowledge(const QString &page, qint64 ack) = 0;
    virtual void reply(const QString &page, qint64 call, const Frame &answer) = 0;
    virtual void close(const QString &page) = 0;
    // Ends the renderer from outside, should it not end when its page is closed.
    virtual void killRenderer(qint64 pid) = 0;
    // The kernel gives this renderer no more than so many bytes of memory of its own: what V8,
    // wasm and the rest of it have mapped to write to. Never raised again.
    virtual void boundMemory(qint64 pid, qint64 bytes) = 0;
    // What this renderer does can wait for everything else.
    virtual void yieldProcessor(qint64 pid) = 0;
    // Ends it, to be started again, because it serves no pages any more: `down` comes before this
    // returns.
    virtual void restart(const QString &reason) = 0;

Q_SIGNALS:
    void up(const glovebox::sandbox::EngineFacts &facts);
    // All pages are gone. It starts again by itself unless gaveUp follows.
    void down(const QString &reason);
    // It died too often, or could not be started: nothing can run until EngineProcess::start.
    void gaveUp(const glovebox::Error &error);

    void opened(const QString &page, qint64 rendererPid);
    // Frames of the worker, in one piece of bytes; ack 0 wants no acknowledge.
    void records(const QString &page, qint64 ack, const QByteArray &frames);
    void called(const QString &page, qint64 call, const glovebox::Frame &request);
    void gone(const QString &page, const QString &status, int code);
    void refused(const QString &page, const QString &what, const QString &url);
};

} // namespace glovebox::sandbox
