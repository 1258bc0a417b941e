// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "pages.h"

#include <functional>

namespace glovebox::sandbox {

// One Python, or one machine for programs of other languages: a page, its seals measured, its
// interpreter booted. Nothing is sent to the renderer
// before its seals were measured and hold.
class Interpreter final : public QObject
{
    Q_OBJECT

public:
    enum class State { Opening, Sealed, Booting, Ready, Ended };

    // Why it ended.
    enum class End {
        Unsealed, // its seals do not hold
        Failed,   // it did not start
        Crashed,  // the renderer or the engine ended by itself, or wasm faulted
        Violated, // it broke the protocol
    };

    using Measure = std::function<SealStatus(qint64 enginePid, qint64 rendererPid)>;

    Interpreter(Pages &pages, const QList<SnapshotFile> &snapshots, const Measure &measure);

    State state() const { return m_state; }
    qint64 heapBytes() const { return m_heapBytes; }
    qint64 rendererPid() const { return m_page.rendererPid(); }
    // Its renderer came up.
    bool hasOpened() const { return m_page.isOpened(); }
    // What it was told to boot from; empty while it was told nothing.
    const QStringList &snapshots() const { return m_snapshots; }
    // It did not start because those were changed meanwhile: what is there now is another matter.
    bool isOvertaken() const { return m_isOvertaken; }
    // Its environment has something of a client's.
    bool hasVariables() const { return m_options && !m_options->variables.isEmpty(); }
    Page &page() { return m_page; }

    // What to boot with; goes out when the seals are known to hold. `isUnchanged`: asked when it is
    // up and before anything runs in it; what it booted from is still what was verified.
    void boot(const InitOptions &options, std::function<bool()> isUnchanged = {});
    bool isBooted() const { return m_options.has_value(); }
    // Which folders appear under /mnt from now on.
    void setMounts(const QList<MountReach> &mounts);

    // Ends the renderer for certain; no signal follows.
    void kill();

Q_SIGNALS:
    void measured(const glovebox::SealStatus &seals);
    void ready(const glovebox::sandbox::worker::Ready &ready);
    // Everything but ready and fatal.
    void received(const glovebox::sandbox::WorkerMessage &message);
    // Last signal. Destroy it from a queued call only.
    void ended(glovebox::sandbox::Interpreter::End end, const QString &reason);

private:
    void opened(qint64 rendererPid);
    void receive(const WorkerMessage &message);
    void sendInit();
    void watchStart();
    void end(End end, const QString &reason);

    Pages &m_pages;
    Measure m_measure;
    Page m_page;
    State m_state = State::Opening;
    std::optional<InitOptions> m_options;
    std::function<bool()> m_isUnchanged;
    bool m_isOvertaken = false;
    QStringList m_snapshots;
    qint64 m_heapBytes = 0;
    QList<MountReach> m_mounts; // as last told
    std::unique_ptr<QObject> m_startTimer;
};

} // namespace glovebox::sandbox
