// SPDX-License-Identifier: MIT
#include "wheelcache.h"

#include "base/inpool.h"
#include "base/logging.h"
#include "base/record.h"
#include "packagelimits.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSaveFile>

#include <algorithm>
#include <memory>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

constexpr auto answerLifetime = std::chrono::hours(24 * 30);

Result<> writeWhole(const QString &path, const QByteArray &bytes)
{
    if (!QDir().mkpath(QFileInfo(path).path()))
        return fail(ErrorCode::Io, u"The folder of the package cache cannot be made."_s, path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return fail(ErrorCode::Io,
                    u"The package cache cannot be written: %1."_s.arg(file.errorString()), path);
    return {};
}

Result<QByteArray> readBounded(const QString &path, qint64 maxBytes)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotFound, u"The file is not there."_s, path);
    if (file.size() > maxBytes)
        return fail(ErrorCode::LimitExceeded, u"The file is larger than a wheel may be."_s, path);
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::Io, u"The file cannot be read: %1."_s.arg(file.errorString()), path);
    return bytes;
}

bool isHash(const QString &text)
{
    static const QRegularExpression hex(u"^[0-9a-f]{64}$"_s);
    return hex.match(text).hasMatch();
}

Result<CheckedWheel> checked(const QByteArray &bytes, const QString &fileName,
                             const QString &sha256)
{
    const QString real = sha256Hex(bytes);
    if (!sha256.isEmpty() && real != sha256)
        return fail(
            ErrorCode::Corrupt,
            u"The bytes of %1 are not those that were announced: SHA-256 %2… instead of %3…. "
            "Nothing of them is used."_s.arg(fileName, real.left(12), sha256.left(12)));
    auto facts = inspectWheel(bytes, fileName);
    if (!facts)
        return std::unexpected(facts.error());
    return CheckedWheel{fileName, real, bytes, std::move(*facts)};
}

QString sidecar(const QString &wheel)
{
    return wheel.chopped(4) + u".json"_s;
}

void touch(const QString &path)
{
    QFile file(path);
    if (file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        file.setFileTime(QDateTime::currentDateTimeUtc(), QFileDevice::FileModificationTime);
}

// The person may have named a folder that holds other things too.
QStringList ownFolders(const QString &folder)
{
    return {folder + u"/wheels"_s, folder + u"/answers"_s, folder + u"/parts"_s};
}

QFileInfoList ownFiles(const QString &folder)
{
    QFileInfoList files;
    for (const QString &own : ownFolders(folder)) {
        for (QDirIterator it(own, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
            files.append(it.nextFileInfo());
    }
    return files;
}

} // namespace

WheelCache::WheelCache(QString folder, qint64 maxBytes)
    : m_folder(std::move(folder))
    , m_maxBytes(maxBytes)
{
    m_pool.setMaxThreadCount(1); // in order: what clears comes after what was stored before it
    refresh();
}

WheelCache::~WheelCache()
{
    m_pool.waitForDone();
}

void WheelCache::onChange(QObject *context, std::function<void()> changed)
{
    m_context = context;
    m_changed = std::move(changed);
}

void WheelCache::whenListed(QObject *context, std::function<void()> call)
{
    if (m_isListed)
        call();
    else
        m_waiting.emplace_back(context, std::move(call));
}

QString WheelCache::wheelPath(const QString &folder, const QString &sha256)
{
    return folder + u"/wheels/"_s + sha256.left(2) + u'/' + sha256 + u".whl"_s;
}

QString WheelCache::answerPath(const QString &key) const
{
    return m_folder + u"/answers/"_s + sha256Hex(key.toUtf8()) + u".json"_s;
}

QFuture<Result<CheckedWheel>> WheelCache::wheel(const QString &sha256, const QString &fileName)
{
    return inPool(m_pool,
                  [path = wheelPath(m_folder, sha256), sha256, fileName]() -> Result<CheckedWheel> {
                      if (!isHash(sha256))
                          return fail(ErrorCode::NotFound,
                                      u"Without a hash nothing is found in the cache."_s);
                      const auto bytes = readBounded(path, limits::maxWheelBytes);
                      if (!bytes)
                          return std::unexpected(bytes.error());
                      auto wheel = checked(*bytes, fileName, sha256);
                      if (!wheel) {
                          qCWarning(lcApp).noquote()
                              << "packages: a cached wheel was damaged and is removed:" << path;
                          QFile::remove(path);
                          QFile::remove(sidecar(path));
                      } else {
                          touch(path);
                      }
                      return wheel;
                  });
}

QFuture<Result<CheckedWheel>> WheelCache::check(const QString &path, const QString &sha256)
{
    return inPool(m_pool, [path, sha256]() -> Result<CheckedWheel> {
        const auto bytes = readBounded(path, limits::maxWheelBytes);
        if (!bytes)
            return std::unexpected(bytes.error());
        return checked(*bytes, QFileInfo(path).fileName(), sha256);
    });
}

QFuture<Result<CheckedWheel>> WheelCache::check(const QByteArray &bytes, const QString &fileName,
                                                const QString &sha256)
{
    return inPool(m_pool, [bytes, fileName, sha256] { return checked(bytes, fileName, sha256); });
}

QFuture<Result<>> WheelCache::store(const CheckedWheel &wheel, const PlannedPackage &package)
{
    auto stored = inPool(m_pool,
                         [folder = m_folder, maxBytes = m_maxBytes, wheel, package,
                          path = wheelPath(m_folder, wheel.sha256)]() -> Result<> {
                             QJsonObject about = package.toJson();
                             about[u"size"] = wheel.bytes.size();
                             if (const auto written = writeWhole(path, wheel.bytes); !written)
                                 return written;
                             QFile::remove(folder + u"/parts/"_s + wheel.sha256);
                             const auto written =
                                 writeWhole(sidecar(path),
                                            QJsonDocument(about).toJson(QJsonDocument::Compact));
                             makeRoom(folder, maxBytes);
                             return written;
                         });
    return stored.then(&m_home, [this](const Result<> &result) {
        refresh();
        return result;
    });
}

QFuture<Result<KeptAnswer>> WheelCache::answer(const QString &key)
{
    return inPool(m_pool, [path = answerPath(key), key]() -> Result<KeptAnswer> {
        const auto bytes = readBounded(path, 2 * limits::maxListingBytes);
        if (!bytes)
            return std::unexpected(bytes.error());
        const QJsonDocument json = QJsonDocument::fromJson(*bytes);
        if (json[u"key"].toString() != key)
            return fail(ErrorCode::Corrupt, u"A kept answer is damaged."_s, path);
        return KeptAnswer{
            .body = qUncompress(QByteArray::fromBase64(json[u"body"].toString().toLatin1())),
            .contentType = json[u"type"].toString().toLatin1(),
            .etag = json[u"etag"].toString().toLatin1(),
            .url = json[u"url"].toString(),
            .stored = QDateTime::fromString(json[u"stored"].toString(), Qt::ISODate)};
    });
}

void WheelCache::storeAnswer(const QString &key, const KeptAnswer &answer)
{
    m_pool.start([path = answerPath(key), key, answer] {
        const QJsonObject json{
            {u"key"_s, key},
            {u"body"_s, QString::fromLatin1(qCompress(answer.body, 1).toBase64())},
            {u"type"_s, QString::fromLatin1(answer.contentType)},
            {u"etag"_s, QString::fromLatin1(answer.etag)},
            {u"url"_s, answer.url},
            {u"stored"_s, answer.stored.toUTC().toString(Qt::ISODate)},
        };
        if (const auto written =
                writeWhole(path, QJsonDocument(json).toJson(QJsonDocument::Compact));
            !written)
            qCWarning(lcApp).noquote()
                << "packages:" << written.error().text << written.error().detail;
    });
}

QByteArray WheelCache::takePart(const QString &sha256)
{
    const QString path = m_folder + u"/parts/"_s + sha256;
    if (!isHash(sha256) || !QFile::exists(path))
        return {};
    const auto bytes = readBounded(path, limits::maxWheelBytes);
    QFile::remove(path);
    return bytes.value_or(QByteArray());
}

void WheelCache::storePart(const QString &sha256, const QByteArray &bytes)
{
    if (!isHash(sha256) || bytes.size() < limits::keptPartBytes)
        return;
    m_pool.start([path = m_folder + u"/parts/"_s + sha256, bytes] {
        if (const auto written = writeWhole(path, bytes); !written)
            qCWarning(lcApp).noquote()
                << "packages:" << written.error().text << written.error().detail;
    });
}

WheelCache::Listing WheelCache::list(const QString &folder)
{
    Listing listing;
    for (const QFileInfo &info : ownFiles(folder)) {
        listing.bytes += info.size();
        if (info.suffix() != u"whl")
            continue;
        const auto about = readBounded(sidecar(info.filePath()), limits::MiB);
        if (!about)
            continue;
        const auto package = PlannedPackage::fromJson(QJsonDocument::fromJson(*about).object());
        if (package && package->sha256 == info.completeBaseName())
            listing.packages.append({*package, info.lastModified().toUTC()});
    }
    std::ranges::sort(listing.packages, [](const CachedPackage &a, const CachedPackage &b) {
        return std::pair(a.package.name, b.used) < std::pair(b.package.name, a.used);
    });
    return listing;
}

void WheelCache::makeRoom(const QString &folder, qint64 maxBytes)
{
    QFileInfoList files;
    qint64 sum = 0;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (const QFileInfo &info : ownFiles(folder)) {
        const bool isOld = info.lastModified().toUTC().addDuration(answerLifetime) < now;
        if (isOld && (info.path().endsWith(u"/answers") || info.path().endsWith(u"/parts"))) {
            QFile::remove(info.filePath());
            continue;
        }
        sum += info.size();
        if (info.suffix() != u"json" || info.path().endsWith(u"/answers"))
            files.append(info);
    }
    std::ranges::sort(files, {}, [](const QFileInfo &info) { return info.lastModified(); });
    for (const QFileInfo &info : files) {
        if (sum <= maxBytes)
            return;
        sum -= info.size();
        QFile::remove(info.filePath());
        if (info.suffix() == u"whl") {
            sum -= QFileInfo(sidecar(info.filePath())).size();
            QFile::remove(sidecar(info.filePath()));
        }
    }
}

void WheelCache::refresh()
{
    inPool(m_pool, [folder = m_folder]() -> Result<Listing> {
        return list(folder);
    }).then(&m_home, [this](const Result<Listing> &listing) {
        m_packages = listing->packages;
        m_bytes = listing->bytes;
        m_isListed = true;
        for (const auto &[context, call] : std::exchange(m_waiting, {})) {
            if (context)
                call();
        }
        if (m_context && m_changed)
            m_changed();
    });
}

void WheelCache::setMaxBytes(qint64 bytes)
{
    m_maxBytes = bytes;
    inPool(m_pool, [folder = m_folder, bytes]() -> Result<> {
        makeRoom(folder, bytes);
        return {};
    }).then(&m_home, [this](const Result<> &) { refresh(); });
}

QFuture<Result<>> WheelCache::clear()
{
    auto cleared = inPool(m_pool, [folder = m_folder]() -> Result<> {
        for (const QString &own : ownFolders(folder)) {
            if (!QDir(own).removeRecursively())
                return fail(ErrorCode::Io,
                            u"Not everything in the package cache could be removed."_s, own);
        }
        return {};
    });
    return cleared.then(&m_home, [this](const Result<> &result) {
        refresh();
        return result;
    });
}

} // namespace glovebox::packages
