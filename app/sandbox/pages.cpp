// SPDX-License-Identifier: MIT
#include "pages.h"

#include "base/limits.h"
#include "base/logging.h"

#include <QPointer>
#include <QtEndian>

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 prefixBytes = 8;
constexpr auto sliceTime = 6ms;
// A page that sends more than this before its first records were taken does not wait for
// acknowledges: four bulk bodies, and some small ones.
constexpr qint64 maxPendingBytes = 8 * limits::MiB;
constexpr qint64 batchCost = 256; // what keeping one costs besides its bytes
constexpr int maxReports = 100;   // of refusals of one page; the engine keeps to that itself
// A renderer that still lives this long after its page was closed is killed.
constexpr auto closeGrace = 1s;
// In a row: what launches Chromium's renderers is gone, while the engine itself still answers.
constexpr int maxLaunchFailures = 2;
constexpr int trapSignal = 5;

// The next frame of the batch; null when what is there is no whole frame.
std::optional<Frame> nextFrame(const QByteArray &bytes, qint64 &position)
{
    const qint64 left = bytes.size() - position;
    if (left < prefixBytes)
        return std::nullopt;
    const qint64 header = qFromLittleEndian<quint32>(bytes.constData() + position);
    const qint64 body = qFromLittleEndian<quint32>(bytes.constData() + position + 4);
    if (header > left - prefixBytes || body > left - prefixBytes - header)
        return std::nullopt;
    const qint64 length = prefixBytes + header + body;
    auto frame = decodeSingle(QByteArrayView(bytes).sliced(position, length));
    if (!frame)
        return std::nullopt;
    position += length;
    return *std::move(frame);
}

// In words of ours: the engine is not trusted, and Chromium's status means little to people.
QString wordsFor(bool opened, const QString &status, int code)
{
    const QString suffix = code == 0 ? QString() : u", code %1"_s.arg(code);
    if (!opened)
        return u"its process could not be launched"_s + suffix;
    // SIGTRAP is how V8 ends a process that has no memory left for JavaScript objects.
    if (status == u"crashed" && code == trapSignal)
        return u"its process crashed, as it does when JavaScript objects fill their memory"_s +
               suffix;
    if (status == u"crashed")
        return u"its process crashed"_s + suffix;
    if (status == u"killed")
        return u"its process was killed"_s + suffix;
    return u"its process is gone"_s + suffix;
}

} // namespace

Page::Page(Pages &pages, const QList<SnapshotFile> &snapshots)
    : m_pages(pages)
    // Also a host name, which of digits alone would be taken for an IPv4 address.
    , m_id(u'a' + randomHex(16).sliced(1))
    , m_nonce(randomHex(16))
{
    m_pages.m_pages.insert(m_id, this);
    m_pages.engine().open(m_id, m_nonce, snapshots);
}

Page::~Page()
{
    if (m_pages.m_pages.remove(m_id) > 0)
        m_pages.engine().close(m_id);
}

void Page::post(QJsonObject message)
{
    message.insert(u"v"_s, 1);
    message.insert(u"nonce"_s, m_nonce);
    m_pages.engine().post(m_id, message);
}

void Page::serve(const QList<SnapshotFile> &files)
{
    if (!files.isEmpty())
        m_pages.engine().serve(m_id, files);
}

void Page::interrupt(RunId run)
{
    m_pages.engine().interrupt(m_id, run.toString());
}

void Page::interruptLook(qint64 id)
{
    m_pages.engine().interrupt(m_id, u"look-%1"_s.arg(id));
}

void Page::reply(qint64 call, const Frame &answer)
{
    m_pages.engine().reply(m_id, call, answer);
}

void Page::setPaused(bool paused)
{
    if (std::exchange(m_paused, paused) && !paused)
        scheduleProcess();
}

void Page::kill()
{
    m_ended = true;
    m_batches.clear();
    if (m_pages.m_pages.remove(m_id) == 0)
        return;
    m_pages.engine().close(m_id);
    if (m_rendererPid > 0)
        m_pages.killUnlessGone(m_id, m_rendererPid);
}

void Page::takeRecords(qint64 ack, const QByteArray &bytes)
{
    if (m_ended)
        return;
    m_pending += batchCost + bytes.size();
    if (m_pending > maxPendingBytes)
        return breakOff(u"it sent %1 bytes without waiting"_s.arg(m_pending));
    m_batches.push_back({bytes, 0, ack});
    if (!m_scheduled)
        process();
}

void Page::takeCall(qint64 call, const Frame &request)
{
    if (m_ended)
        return;
    const QJsonObject &header = request.header;
    if (header[u"v"].toInt() != 1 || header[u"nonce"].toString() != m_nonce ||
        header[u"type"].toString() != u"call" || call <= 0)
        return breakOff(u"a call that is none of this page's"_s);
    Q_EMIT called(call, request);
}

void Page::takeRefusal(const QString &what, const QString &url)
{
    if (++m_reports > maxReports)
        return;
    qCInfo(lcSandbox).noquote() << "page" << m_id << "was refused" << what << url;
    Q_EMIT refused(what, url);
}

void Page::process()
{
    const QPointer<Page> self = this;
    const auto end = m_pages.clock().monotonic() + sliceTime;
    while (!m_batches.empty() && !m_paused && !m_ended) {
        Batch &batch = m_batches.front();
        if (batch.position == batch.bytes.size()) {
            m_pending -= batchCost + batch.bytes.size();
            if (batch.ack > 0)
                m_pages.engine().acknowledge(m_id, batch.ack);
            m_batches.pop_front();
            continue;
        }
        // A receiver may destroy this page.
        if (!processOne(batch) || !self)
            return;
        if (m_pages.clock().monotonic() >= end)
            return scheduleProcess();
    }
    if (m_gone && m_batches.empty() && !std::exchange(m_ended, true))
        Q_EMIT gone(*m_gone);
}

bool Page::processOne(Batch &batch)
{
    const auto frame = nextFrame(batch.bytes, batch.position);
    if (!frame) {
        breakOff(u"its records are no frames"_s);
        return false;
    }
    const auto message = parseWorkerMessage(*frame, m_nonce);
    if (!message) {
        breakOff(message.error().text);
        return false;
    }
    Q_EMIT received(*message);
    return true;
}

void Page::scheduleProcess()
{
    if (std::exchange(m_scheduled, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_scheduled = false;
            process();
        },
        Qt::QueuedConnection);
}

void Page::breakOff(const QString &how)
{
    if (std::exchange(m_ended, true))
        return;
    m_batches.clear();
    qCWarning(lcSandbox).noquote() << "page" << m_id << "broke its protocol:" << how;
    Q_EMIT violated(how);
}

Pages::Pages(Engine &engine, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_engine(engine)
    , m_clock(clock)
{
    connect(&engine, &Engine::opened, this, &Pages::pageOpened);
    connect(&engine, &Engine::records, this,
            [this](const QString &id, qint64 ack, const QByteArray &bytes) {
                if (Page *page = m_pages.value(id))
                    page->takeRecords(ack, bytes);
            });
    connect(&engine, &Engine::called, this,
            [this](const QString &id, qint64 call, const Frame &request) {
                if (Page *page = m_pages.value(id))
                    page->takeCall(call, request);
            });
    connect(&engine, &Engine::refused, this,
            [this](const QString &id, const QString &what, const QString &url) {
                if (Page *page = m_pages.value(id))
                    page->takeRefusal(what, url);
            });
    connect(&engine, &Engine::gone, this, &Pages::pageGone);
    connect(&engine, &Engine::down, this,
            [this](const QString &reason) { endAll(u"the engine process ended: "_s + reason); });
    connect(&engine, &Engine::gaveUp, this, [this](const Error &error) { endAll(error.text); });
}

void Pages::killUnlessGone(const QString &id, qint64 rendererPid)
{
    m_closing[id] = m_clock.after(closeGrace, this, [this, id, rendererPid] {
        m_engine.killRenderer(rendererPid);
        m_closing.erase(id);
    });
}

void Pages::pageOpened(const QString &id, qint64 rendererPid)
{
    Page *page = m_pages.value(id);
    if (!page)
        return;
    // Each session has its own process (DESIGN 1.2).
    const bool shared = std::ranges::any_of(m_pages, [&](const Page *other) {
        return other != page && other->m_rendererPid == rendererPid;
    });
    if (shared)
        return page->breakOff(u"it shares its process with another page"_s);
    m_launchFailures = 0;
    page->m_opened = true;
    page->m_rendererPid = rendererPid;
    Q_EMIT page->opened(rendererPid);
}

void Pages::pageGone(const QString &id, const QString &status, int code)
{
    const Page *page = m_pages.value(id);
    if (!page)
        return; // closed by us
    const bool opened = page->isOpened();
    end(id, wordsFor(opened, status, code));
    if (!opened)
        launchFailed();
}

void Pages::launchFailed()
{
    if (++m_launchFailures >= maxLaunchFailures)
        m_engine.restart(u"its renderers do not come up any more"_s);
}

void Pages::end(const QString &id, const QString &how)
{
    Page *page = m_pages.take(id);
    if (!page)
        return;
    // What came before the end is worth having, whether or not there was time for it yet.
    page->m_gone = how;
    page->scheduleProcess();
}

void Pages::endAll(const QString &how)
{
    m_closing.clear();
    m_launchFailures = 0;
    for (const QString &id : m_pages.keys())
        end(id, how);
}

} // namespace glovebox::sandbox
