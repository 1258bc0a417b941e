// SPDX-License-Identifier: MIT
#include "interpreter.h"

#include "base/limits.h"
#include "base/logging.h"

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

Interpreter::Interpreter(Pages &pages, const QList<SnapshotFile> &snapshots, const Measure &measure)
    : m_pages(pages)
    , m_measure(measure)
    , m_page(pages, snapshots)
{
    connect(&m_page, &Page::opened, this, &Interpreter::opened);
    connect(&m_page, &Page::received, this, &Interpreter::receive);
    connect(&m_page, &Page::gone, this, [this](const QString &how) {
        end(m_state == State::Ready ? End::Crashed : End::Failed, how);
    });
    connect(&m_page, &Page::violated, this,
            [this](const QString &how) { end(End::Violated, how); });
    watchStart();
}

// Once for the renderer, once for Python; waiting in between for the snapshot has no limit here.
void Interpreter::watchStart()
{
    m_startTimer = m_pages.clock().after(limits::sessionStartTimeout, this, [this] {
        end(End::Failed,
            u"it did not start within %1 s"_s.arg(limits::sessionStartTimeout.count()));
    });
}

void Interpreter::opened(qint64 rendererPid)
{
    if (m_state != State::Opening)
        return end(End::Violated, u"it opened twice"_s);
    const auto facts = m_pages.engine().facts();
    const SealStatus seals = m_measure(facts ? facts->pid : 0, rendererPid);
    Q_EMIT measured(seals);
    if (seals.level != SealStatus::Level::Sealed && seals.level != SealStatus::Level::Reduced)
        return end(End::Unsealed, seals.reason);
    m_state = State::Sealed;
    m_startTimer.reset();
    if (m_options)
        sendInit();
}

void Interpreter::boot(const InitOptions &options, std::function<bool()> isUnchanged)
{
    m_options = options;
    m_isUnchanged = std::move(isUnchanged);
    m_heapBytes = options.heapBytes;
    if (m_state == State::Sealed)
        sendInit();
}

void Interpreter::setMounts(const QList<MountReach> &mounts)
{
    if (mounts != m_mounts)
        m_page.post(mountsMessage(m_mounts = mounts));
}

void Interpreter::sendInit()
{
    m_state = State::Booting;
    m_snapshots = m_options->snapshots;
    watchStart();
    m_page.post(initMessage(*m_options));
}

void Interpreter::receive(const WorkerMessage &message)
{
    if (m_state == State::Ended)
        return;
    if (const auto *fatal = std::get_if<worker::Fatal>(&message))
        return end(m_state == State::Ready ? End::Crashed : End::Failed, fatal->reason);
    if (m_state == State::Opening || m_state == State::Sealed)
        return end(End::Violated, u"it spoke before it was asked to start"_s);
    const auto *isReady = std::get_if<worker::Ready>(&message);
    if (!isReady)
        return Q_EMIT received(message);
    if (m_state != State::Booting)
        return end(End::Violated, u"it was ready twice"_s);
    m_isOvertaken = m_isUnchanged && !m_isUnchanged();
    if (m_isOvertaken)
        return end(End::Failed, u"what it starts from was changed on the disk meanwhile"_s);
    m_state = State::Ready;
    m_startTimer.reset();
    if (isReady->python.isEmpty())
        qCInfo(lcSandbox) << "a machine for programs is up";
    else
        qCInfo(lcSandbox) << "Python" << isReady->python
                          << "is up, in ms:" << isReady->milliseconds;
    Q_EMIT ready(*isReady);
}

void Interpreter::kill()
{
    m_state = State::Ended;
    m_startTimer.reset();
    m_page.kill();
}

void Interpreter::end(End how, const QString &reason)
{
    if (m_state == State::Ended)
        return;
    qCWarning(lcSandbox).noquote() << "an interpreter ended:" << reason;
    kill();
    Q_EMIT ended(how, reason);
}

} // namespace glovebox::sandbox
