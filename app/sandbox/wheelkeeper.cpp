// SPDX-License-Identifier: MIT
#include "wheelkeeper.h"

#include "base/limits.h"
#include "base/logging.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

// What programs import most of what is in no layer, first.
const QStringList &usualOnes()
{
    static const QStringList names{u"scipy"_s,    u"scikit-learn"_s, u"sympy"_s, u"seaborn"_s,
                                   u"openpyxl"_s, u"requests"_s,     u"plotly"_s};
    return names;
}

// In the layer "data" already (datalayer.mjs).
QStringList inLayer()
{
    return {u"numpy"_s, u"pandas"_s, u"matplotlib"_s};
}

void visit(const QJsonObject &packages, const QString &key, QSet<QString> &seen, QStringList &order)
{
    if (seen.contains(key) || !packages.contains(key))
        return;
    seen.insert(key);
    for (const QJsonValue &needed : packages[key].toObject()[u"depends"].toArray())
        visit(packages, needed.toString(), seen, order);
    order.append(key);
}

} // namespace

WheelKeeper::WheelKeeper(Parts parts)
    : m_parts(std::move(parts))
    , m_store(m_parts.folder, limits::maxWheelPackBytes)
{
    readLock();
}

WheelKeeper::~WheelKeeper() = default;

void WheelKeeper::readLock()
{
    QFile file(m_parts.assets + u"/pyodide/pyodide-lock.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return; // nothing can run without it, and that is said elsewhere
    const QJsonObject packages =
        QJsonDocument::fromJson(file.readAll()).object()[u"packages"].toObject();
    QSet<QString> seen;
    QStringList order;
    for (const QString &key : inLayer())
        visit(packages, key, seen, order);
    order.clear();
    for (const QString &key : usualOnes() + packages.keys())
        visit(packages, key, seen, order);
    for (const QString &key : std::as_const(order)) {
        const QJsonObject entry = packages[key].toObject();
        const QString name = entry[u"file_name"].toString();
        if (QFile::exists(m_parts.assets + u"/pyodide/"_s + name))
            m_bundled.append({entry[u"sha256"].toString(),
                              entry[u"name"].toString(),
                              entry[u"version"].toString(),
                              u"/pyodide/"_s + name,
                              {}});
    }
}

SnapshotFile WheelKeeper::fileOf(const WheelPack &pack)
{
    return {u"wheel-"_s + pack.wheel, pack.path};
}

QList<WheelPack> WheelKeeper::bundled() const
{
    QList<WheelPack> packs;
    for (const WheelToPack &wheel : m_bundled) {
        if (const auto pack = find(wheel.wheel))
            packs.append(*pack);
    }
    return packs;
}

std::optional<WheelPack> WheelKeeper::find(const QString &wheel) const
{
    return m_maker.isEmpty() ? std::nullopt : m_store.find(wheel, m_maker);
}

void WheelKeeper::makeMissing()
{
    if (m_stopped || m_maker.isEmpty())
        return;
    if (std::exchange(m_verified, true))
        return makeWanted();
    m_store.verify().then(this, [this](int) { makeWanted(); });
}

void WheelKeeper::makeWanted()
{
    for (const WheelToPack &wheel : std::as_const(m_bundled))
        add(wheel);
}

void WheelKeeper::add(const WheelToPack &wheel)
{
    const bool waits = std::ranges::contains(m_queue, wheel.wheel, &WheelToPack::wheel);
    if (m_stopped || m_maker.isEmpty() || waits || m_failed.contains(wheel.wheel) ||
        find(wheel.wheel))
        return;
    m_queue.push_back(wheel);
    if (!m_timer && !m_packing)
        later();
}

void WheelKeeper::later()
{
    const auto interval =
        std::min<std::chrono::milliseconds>(limits::wheelPackingInterval, m_parts.packingIdle);
    m_timer = m_parts.pages.clock().after(interval, this, [this] {
        m_timer.reset();
        next();
    });
}

void WheelKeeper::next()
{
    if (m_queue.empty())
        return settle();
    const bool canPack = m_parts.pages.engine().isRunning() && !m_parts.layers().isEmpty();
    if (!canPack || m_parts.idleTime() < m_parts.packingIdle)
        return later();
    if (!m_packer) {
        m_packer = std::make_unique<WheelPacker>(m_parts.pages, m_parts.snapshots(),
                                                 m_parts.layers(), m_parts.measure);
        connect(m_packer.get(), &WheelPacker::packed, this, &WheelKeeper::packed);
        connect(m_packer.get(), &WheelPacker::failed, this, &WheelKeeper::failed);
    }
    m_packing = true;
    m_packer->pack(m_queue.front());
}

void WheelKeeper::packed(const QByteArray &bytes, qint64 head)
{
    m_packing = false;
    const WheelToPack wheel = m_queue.front();
    m_queue.pop_front();
    if (wheel.url.isEmpty())
        buryPacker();
    m_store.store(wheel.wheel, m_maker, bytes, head)
        .then(this, [this, wheel](const Result<> &done) {
            if (!done) {
                qCWarning(lcSandbox).noquote() << done.error().text << done.error().detail;
                m_failed.insert(wheel.wheel);
            } else {
                m_made = true;
                qCInfo(lcSandbox).noquote()
                    << "the wheel of" << wheel.name << wheel.version << "is packed";
            }
            next();
        });
}

void WheelKeeper::failed(const QString &reason)
{
    const bool packing = std::exchange(m_packing, false);
    buryPacker();
    if (!packing || m_queue.empty())
        return; // the next one gets a new page
    const WheelToPack wheel = m_queue.front();
    // An engine that went down says nothing about the wheel.
    if (m_parts.pages.engine().isRunning()) {
        qCWarning(lcSandbox).noquote()
            << "the wheel of" << wheel.name << wheel.version << "could not be packed:" << reason;
        m_queue.pop_front();
        m_failed.insert(wheel.wheel);
    }
    later();
}

void WheelKeeper::settle()
{
    buryPacker();
    if (std::exchange(m_made, false))
        Q_EMIT changed();
}

void WheelKeeper::stop()
{
    m_stopped = true;
    m_timer.reset();
    m_queue.clear();
    buryPacker();
}

void WheelKeeper::buryPacker()
{
    if (!m_packer)
        return;
    m_packer->disconnect(this);
    m_packer->kill();
    m_graveyard.bury(std::move(m_packer));
}

} // namespace glovebox::sandbox
