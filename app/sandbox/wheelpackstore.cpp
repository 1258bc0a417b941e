// SPDX-License-Identifier: MIT
#include "wheelpackstore.h"

#include "snapshotstore.h"

#include "base/inpool.h"
#include "base/logging.h"
#include "base/record.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSaveFile>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;
constexpr qint64 maxIndexBytes = 4 * 1024 * 1024;

bool isSha256(const QString &text)
{
    static const QRegularExpression hex(u"\\A[0-9a-f]{64}\\z"_s);
    return hex.match(text).hasMatch();
}

QString blake2b(QByteArrayView bytes)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(bytes, QCryptographicHash::Blake2b_256).toHex());
}

Result<> writeWhole(const QString &path, const QByteArray &bytes)
{
    return writePlainFile(path, bytes, u"A package's bytecode could not be stored."_s);
}

bool isIntact(const WheelPack &pack)
{
    QFile file(pack.path);
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    return !fileStamp(pack.path).isEmpty() && file.open(QIODevice::ReadOnly) &&
           file.size() == pack.size && hash.addData(&file) &&
           QString::fromLatin1(hash.result().toHex()) == pack.blake2b;
}

QJsonObject toJson(const WheelPack &pack)
{
    return {{u"wheel"_s, pack.wheel},
            {u"maker"_s, pack.maker},
            {u"size"_s, pack.size},
            {u"head"_s, pack.head},
            {u"head_sha256"_s, pack.headSha256},
            {u"blake2b"_s, pack.blake2b}};
}

} // namespace

WheelPackStore::WheelPackStore(QString folder, qint64 mostBytes)
    : m_folder(std::move(folder))
    , m_mostBytes(mostBytes)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::LowPriority);
    readIndex();
}

WheelPackStore::~WheelPackStore()
{
    m_pool.waitForDone();
}

std::optional<WheelPack> WheelPackStore::find(const QString &wheel, const QString &maker) const
{
    const auto it = m_packs.constFind(wheel);
    // A changed one would be refused by each session, piece by piece.
    return it != m_packs.cend() && it->maker == maker && fileStamp(it->path) == it->stamp
               ? std::optional(*it)
               : std::nullopt;
}

QList<WheelPack> WheelPackStore::packs(const QString &maker) const
{
    QList<WheelPack> list;
    for (const QString &wheel : m_order) {
        if (const auto pack = find(wheel, maker))
            list.append(*pack);
    }
    return list;
}

QFuture<Result<>> WheelPackStore::store(const QString &wheel, const QString &maker,
                                        const QByteArray &bytes, qint64 head)
{
    if (!isSha256(wheel) || head <= 0 || head > bytes.size() || bytes.size() > m_mostBytes) {
        return QtFuture::makeReadyValueFuture(
            Result<>(fail(ErrorCode::InvalidArgument, u"This is no pack of a wheel."_s, wheel)));
    }
    if (!QDir().mkpath(m_folder) || !QFile::setPermissions(m_folder, ownerOnly | QFile::ExeOwner)) {
        return QtFuture::makeReadyValueFuture(Result<>(
            fail(ErrorCode::Io, u"The folder for packages' bytecode cannot be made."_s, m_folder)));
    }
    if (m_packs.contains(wheel) && !find(wheel, maker))
        qCWarning(lcSandbox).noquote()
            << "the pack of the wheel" << wheel << "was changed; it is made again";
    forget(wheel);
    makeRoom(bytes.size());
    WheelPack pack{wheel,
                   maker,
                   m_folder + u'/' + wheel + u".pack"_s,
                   bytes.size(),
                   head,
                   sha256Hex(QByteArrayView(bytes).first(head)),
                   {}};
    // Hashed and written elsewhere, known from then on.
    struct Written
    {
        Result<> result;
        QString hash;
        QString stamp;
    };
    return inPool(m_pool,
                  [path = pack.path, bytes] {
                      const Result<> result = writeWhole(path, bytes);
                      return Written{result, blake2b(bytes), fileStamp(path)};
                  })
        .then(this, [this, pack](const Written &written) mutable {
            if (!written.result)
                return written.result;
            pack.blake2b = written.hash;
            pack.stamp = written.stamp;
            m_packs.insert(pack.wheel, pack);
            m_order.append(pack.wheel);
            writeIndex();
            return written.result;
        });
}

QFuture<int> WheelPackStore::verify()
{
    return inPool(m_pool,
                  [packs = m_packs] {
                      QStringList damaged;
                      for (const WheelPack &pack : packs) {
                          if (!isIntact(pack))
                              damaged.append(pack.wheel);
                      }
                      return damaged;
                  })
        .then(this, [this](const QStringList &damaged) {
            for (const QString &wheel : damaged) {
                qCWarning(lcSandbox).noquote()
                    << "the pack of the wheel" << wheel << "was changed; it is made again";
                forget(wheel);
            }
            if (!damaged.isEmpty())
                writeIndex();
            return int(damaged.size());
        });
}

void WheelPackStore::readIndex()
{
    const QByteArray json = readPlainFile(m_folder + u"/index.json"_s, maxIndexBytes);
    const QJsonArray list = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &value : list) {
        const QJsonObject entry = value.toObject();
        const QString wheel = entry[u"wheel"].toString();
        const QString path = m_folder + u'/' + wheel + u".pack"_s;
        const WheelPack pack{wheel,
                             entry[u"maker"].toString(),
                             path,
                             entry[u"size"].toInteger(),
                             entry[u"head"].toInteger(),
                             entry[u"head_sha256"].toString(),
                             entry[u"blake2b"].toString(),
                             fileStamp(path)};
        if (!isSha256(wheel) || m_packs.contains(wheel) || pack.stamp.isEmpty())
            continue;
        m_packs.insert(wheel, pack);
        m_order.append(wheel);
    }
}

void WheelPackStore::writeIndex() const
{
    QJsonArray list;
    for (const QString &wheel : m_order)
        list.append(toJson(m_packs[wheel]));
    const auto done = writeWhole(m_folder + u"/index.json"_s, QJsonDocument(list).toJson());
    if (!done)
        qCWarning(lcSandbox).noquote() << done.error().text << done.error().detail;
}

// A session that uses it still has it open, or reads what it needs from the wheel.
void WheelPackStore::forget(const QString &wheel)
{
    if (!m_packs.contains(wheel))
        return;
    QFile::remove(m_packs.take(wheel).path);
    m_order.removeAll(wheel);
}

void WheelPackStore::makeRoom(qint64 bytes)
{
    qint64 used = bytes;
    for (const WheelPack &pack : std::as_const(m_packs))
        used += pack.size;
    while (used > m_mostBytes && !m_order.isEmpty()) {
        used -= m_packs[m_order.first()].size;
        forget(m_order.first());
    }
}

} // namespace glovebox::sandbox
