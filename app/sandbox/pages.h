// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "workermessage.h"

#include <QHash>

#include <deque>
#include <memory>
#include <unordered_map>

namespace glovebox::sandbox {

class Pages;

// One page of the engine, as the program sees it: sends messages with its nonce, turns the
// worker's bytes into messages, in order, a slice of the event loop at a time. Destroying it
// closes the page.
class Page final : public QObject
{
    Q_OBJECT

public:
    Page(Pages &pages, const QList<SnapshotFile> &snapshots);
    ~Page() override;

    const QString &id() const { return m_id; }
    qint64 rendererPid() const { return m_rendererPid; }
    bool isOpened() const { return m_opened; } // its renderer came up

    void post(QJsonObject message);
    void serve(const QList<SnapshotFile> &files); // besides those that it was opened with
    void interrupt(RunId run);
    void interruptLook(qint64 id); // of lookMessage
    void reply(qint64 call, const Frame &answer);
    // While paused nothing is read or acknowledged, which in the end makes the worker wait.
    void setPaused(bool paused);
    // Closes the page and ends its renderer for certain.
    void kill();

Q_SIGNALS:
    void opened(qint64 rendererPid);
    void received(const glovebox::sandbox::WorkerMessage &message);
    void called(qint64 call, const glovebox::Frame &request);
    // The renderer ended by itself, or the engine did. Last signal.
    void gone(const QString &how);
    // It broke the protocol; whoever owns it ends it.
    void violated(const QString &how);
    void refused(const QString &what, const QString &url);

private:
    friend class Pages;

    struct Batch
    {
        QByteArray bytes;
        qint64 position = 0;
        qint64 ack = 0;
    };

    void takeRecords(qint64 ack, const QByteArray &bytes);
    void takeCall(qint64 call, const Frame &request);
    void takeRefusal(const QString &what, const QString &url);
    void process();
    bool processOne(Batch &batch);
    void scheduleProcess();
    void breakOff(const QString &how);

    Pages &m_pages;
    QString m_id;
    QString m_nonce;
    qint64 m_rendererPid = 0;
    bool m_opened = false;
    std::deque<Batch> m_batches;
    qint64 m_pending = 0; // cost of the batches
    int m_reports = 0;
    bool m_paused = false;
    bool m_scheduled = false;
    bool m_ended = false;
    std::optional<QString> m_gone; // how the renderer ended, while its last records wait
};

// Hands the engine's signals to the page that they belong to. Restarts an engine whose renderers
// do not come up any more.
class Pages final : public QObject
{
    Q_OBJECT

public:
    Pages(Engine &engine, Clock &clock, QObject *parent = nullptr);

    Engine &engine() { return m_engine; }
    Clock &clock() { return m_clock; }

private:
    friend class Page;

    void pageOpened(const QString &id, qint64 rendererPid);
    void pageGone(const QString &id, const QString &status, int code);
    void launchFailed();
    void end(const QString &id, const QString &how);
    void endAll(const QString &how);
    void killUnlessGone(const QString &id, qint64 rendererPid);

    Engine &m_engine;
    Clock &m_clock;
    QHash<QString, Page *> m_pages;
    int m_launchFailures = 0;                                        // in a row
    std::unordered_map<QString, std::unique_ptr<QObject>> m_closing; // killed pages → their timer
};

} // namespace glovebox::sandbox
