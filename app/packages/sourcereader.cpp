// SPDX-License-Identifier: MIT
#include "sourcereader.h"

#include "base/logging.h"
#include "base/record.h"
#include "packagelimits.h"

#include <QDirIterator>

#include <algorithm>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

struct SourceReader::Job
{
    HttpRequest request;
    QPointer<QObject> scope;
    bool hasScope = false;
    Done<HttpAnswer> done;
    Progress progress;
    std::unique_ptr<HttpFetch> fetch;
    QMetaObject::Connection scopeGone;
    // What arrived when it is given up: another attempt can go on from there.
    std::function<void(const QByteArray &)> keepPart;
};

SourceReader::SourceReader(QNetworkAccessManager *network, Clock *clock, WheelCache *cache,
                           const Catalogue *catalogue)
    : m_network(network)
    , m_clock(clock)
    , m_cache(cache)
    , m_catalogue(catalogue)
{
}

SourceReader::~SourceReader() = default;

void SourceReader::setSources(const EffectiveSources &sources)
{
    m_sources = sources;
    m_listings.clear();
}

void SourceReader::setOffline(bool offline)
{
    m_isOffline = offline;
    m_listings.clear();
}

// ---------------------------------------------------------------------------------- transfers

void SourceReader::get(const HttpRequest &request, QObject *scope, Done<HttpAnswer> done,
                       const Progress &progress)
{
    auto job = std::make_shared<Job>();
    job->request = request;
    job->scope = scope;
    job->hasScope = scope != nullptr;
    job->done = std::move(done);
    job->progress = progress;
    m_waiting.push_back(std::move(job));
    startJobs();
}

void SourceReader::startJobs()
{
    while (!m_waiting.empty() && m_running.size() < size_t(limits::maxParallelFetches)) {
        const std::shared_ptr<Job> job = m_waiting.front();
        m_waiting.pop_front();
        if (job->hasScope && !job->scope)
            continue;
        m_running[job.get()] = job;
        job->fetch = std::make_unique<HttpFetch>(m_network, m_clock, job->request);
        Job *key = job.get();
        const auto finish = [this, key] {
            const auto it = m_running.find(key);
            if (it == m_running.end())
                return std::shared_ptr<Job>();
            std::shared_ptr<Job> ended = it->second;
            m_running.erase(it);
            disconnect(ended->scopeGone);
            if (ended->keepPart)
                ended->keepPart(ended->fetch->received());
            // It may be the one that is calling.
            ended->fetch.release()->deleteLater();
            QMetaObject::invokeMethod(this, [this] { startJobs(); }, Qt::QueuedConnection);
            return ended;
        };
        if (job->scope)
            job->scopeGone = connect(job->scope, &QObject::destroyed, this, [finish] { finish(); });
        job->fetch->start(
            [finish](Result<HttpAnswer> answer) {
                if (const auto ended = finish())
                    ended->done(std::move(answer));
            },
            job->progress);
    }
}

// ----------------------------------------------------------------------------------- listings

QList<IndexFile> SourceReader::cachedFiles(const QString &project) const
{
    QList<IndexFile> files;
    const QList<CachedPackage> packages = m_cache->packages();
    for (const CachedPackage &cached : packages) {
        const PlannedPackage &package = cached.package;
        // Those of Pyodide's release are found through its lock.
        if (package.name != project || package.origin == PackageOrigin::Given ||
            package.origin == PackageOrigin::Release)
            continue;
        files.append({.fileName = package.fileName,
                      .url = {},
                      .sha256 = package.sha256,
                      .requiresPython = {},
                      .yanked = package.yanked,
                      .size = package.size,
                      .uploaded = package.published,
                      .origin = package.origin,
                      .source = package.source});
    }
    return files;
}

void SourceReader::listFolders(const QString &project, const QPointer<QObject> &scope,
                               const std::function<void(QList<IndexFile>)> &done)
{
    auto files = std::make_shared<QList<IndexFile>>();
    QStringList paths;
    for (const QString &folder : m_sources.folders) {
        for (QDirIterator it(folder, {u"*.whl"_s}, QDir::Files); it.hasNext();) {
            const QString path = it.next();
            const auto name = wheelName(it.fileName());
            if (name && name->name == project && isForAnyOrWebAssembly(*name))
                paths.append(path);
        }
    }
    if (paths.isEmpty())
        return done({});
    auto open = std::make_shared<qsizetype>(paths.size());
    for (const QString &path : std::as_const(paths)) {
        m_cache->check(path, {}).then(
            this, [path, files, open, scope, done](const Result<CheckedWheel> &wheel) {
                if (wheel)
                    files->append({.fileName = wheel->fileName,
                                   .url = QUrl::fromLocalFile(path),
                                   .sha256 = wheel->sha256,
                                   .requiresPython = {},
                                   .yanked = {},
                                   .size = wheel->bytes.size(),
                                   .uploaded = {},
                                   .origin = PackageOrigin::Folder,
                                   .source = QFileInfo(path).path()});
                else
                    qCWarning(lcApp).noquote() << "packages:" << wheel.error().text;
                if (--*open == 0 && scope)
                    done(*files);
            });
    }
}

void SourceReader::list(const QString &project, QObject *scope, Done<Listing> done)
{
    const auto known = m_listings.constFind(project);
    if (known != m_listings.constEnd() &&
        known->first.addDuration(limits::listingFreshness) > m_clock->now()) {
        QMetaObject::invokeMethod(
            scope, [listing = known->second, done = std::move(done)] { done(listing); },
            Qt::QueuedConnection);
        return;
    }
    listFolders(project, scope,
                [this, project, scope = QPointer(scope), done](const QList<IndexFile> &files) {
                    Listing listing;
                    listing.page.files = files;
                    listing.isOffline = m_isOffline;
                    if (m_isOffline || m_sources.indexes.isEmpty()) {
                        listing.page.files += cachedFiles(project);
                        listing.isMissing = !m_isOffline && listing.page.files.isEmpty();
                        QMetaObject::invokeMethod(
                            scope, [listing, done] { done(listing); }, Qt::QueuedConnection);
                        return;
                    }
                    listIndex(project, 0, listing, scope, done);
                });
}

void SourceReader::listIndex(const QString &project, qsizetype index, Listing listing,
                             QPointer<QObject> scope, Done<Listing> done)
{
    const auto finish = [this, project, scope, done](Listing whole) {
        const QList<IndexFile> cached = cachedFiles(project);
        for (IndexFile &file : whole.page.files) {
            // An index without hashes: what was fetched before is known by its hash already.
            const auto same = std::ranges::find(cached, file.fileName, &IndexFile::fileName);
            if (file.sha256.isEmpty() && same != cached.end() && same->source == file.source)
                file.sha256 = same->sha256;
        }
        if (!whole.failure.isEmpty())
            whole.page.files += cached;
        else
            m_listings[project] = {m_clock->now(), whole};
        done(whole);
    };
    if (index >= m_sources.indexes.size()) {
        listing.isMissing = listing.failure.isEmpty() && listing.page.files.isEmpty();
        return finish(listing);
    }
    const QUrl address = projectAddress(m_sources.indexes[index], project);
    const auto next = [this, project, index, listing, scope, done,
                       finish](Result<std::optional<ProjectPage>> page) mutable {
        if (!page) {
            // Another index could answer with a package of that name which is not the same.
            listing.failure = page.error().text;
            return finish(listing);
        }
        if (!*page)
            return listIndex(project, index + 1, listing, scope, done);
        listing.page.files += (*page)->files;
        listing.page.sdists += (*page)->sdists;
        listing.page.foreign += (*page)->foreign;
        listing.page.newestForeign = (*page)->newestForeign;
        finish(listing);
    };
    m_cache->answer(shownAddress(address))
        .then(this, [this, address, project, scope, next](const Result<KeptAnswer> &kept) {
            if (scope)
                askIndex(address, project, kept ? std::optional(*kept) : std::nullopt, scope, next);
        });
}

void SourceReader::askIndex(const QUrl &address, const QString &project,
                            const std::optional<KeptAnswer> &kept, const QPointer<QObject> &scope,
                            const Done<std::optional<ProjectPage>> &done)
{
    const auto read = [address, project, done](const KeptAnswer &answer) {
        QUrl url(answer.url);
        if (url.host() == address.host() && url.port() == address.port())
            url.setUserInfo(address.userInfo(QUrl::FullyEncoded));
        const auto page = readProjectPage(answer.body, answer.contentType, url, project);
        if (page)
            done(std::optional(*page));
        else
            done(std::unexpected(page.error()));
    };
    if (kept && kept->stored.addDuration(limits::listingFreshness) > m_clock->now() &&
        kept->stored <= m_clock->now())
        return read(*kept);
    const HttpRequest request{.url = address,
                              .accept = simpleAccept.toByteArray(),
                              .maxBytes = limits::maxListingBytes,
                              .etag = kept ? kept->etag : QByteArray()};
    get(request, scope, [this, address, kept, read, done](const Result<HttpAnswer> &answer) {
        if (!answer)
            return done(std::unexpected(answer.error()));
        if (answer->status == 404 || answer->status == 410)
            return done(std::optional<ProjectPage>());
        KeptAnswer fresh = answer->status == 304 && kept
                               ? *kept
                               : KeptAnswer{.body = answer->body,
                                            .contentType = answer->contentType,
                                            .etag = answer->etag,
                                            .url = shownAddress(answer->url),
                                            .stored = {}};
        fresh.stored = m_clock->now();
        m_cache->storeAnswer(shownAddress(address), fresh);
        read(fresh);
    });
}

// ---------------------------------------------------------------------- metadata and wheels

void SourceReader::metadata(const IndexFile &file, QObject *scope, MetadataDone done)
{
    if (file.url.isLocalFile() || file.url.isEmpty() || m_isOffline || file.sha256.isEmpty())
        return metadataOfWheel(file, scope, done);
    m_cache->wheel(file.sha256, file.fileName)
        .then(this, [this, file, scope = QPointer(scope), done](const Result<CheckedWheel> &wheel) {
            if (!scope)
                return;
            if (wheel)
                done(wheel->facts.metadata, file);
            else if (file.hasMetadata)
                metadataBeside(file, scope, done);
            else
                metadataInside(file, scope, done);
        });
}

void SourceReader::metadataOfWheel(const IndexFile &file, QObject *scope, const MetadataDone &done)
{
    wheel(file, {}, scope, {}, [file, done](const Result<CheckedWheel> &wheel) {
        if (!wheel)
            return done(std::unexpected(wheel.error()), file);
        IndexFile known = file;
        known.sha256 = wheel->sha256;
        known.size = wheel->bytes.size();
        done(wheel->facts.metadata, known);
    });
}

void SourceReader::metadataBeside(const IndexFile &file, QObject *scope, const MetadataDone &done)
{
    QUrl address = file.url;
    address.setPath(address.path(QUrl::FullyDecoded) + u".metadata"_s, QUrl::DecodedMode);
    get({.url = address, .accept = "*/*", .maxBytes = limits::maxMetadataBytes}, scope,
        [this, file, scope = QPointer(scope), done](const Result<HttpAnswer> &answer) {
            if (!answer)
                return done(std::unexpected(answer.error()), file);
            if (answer->status != 200) // announced, but not there: mirrors forget it
                return metadataInside(file, scope, done);
            if (!file.metadataSha256.isEmpty() && sha256Hex(answer->body) != file.metadataSha256)
                return done(
                    fail(ErrorCode::Corrupt,
                         u"The metadata of %1 is not what %2 announced (its hash differs)."_s.arg(
                             file.fileName, file.source)),
                    file);
            done(metadataHeader(answer->body), file);
        });
}

// An index without metadata of its own: of a large wheel only the end is asked for, where the
// metadata usually is.
void SourceReader::metadataInside(const IndexFile &file, QObject *scope, const MetadataDone &done)
{
    if (file.size < limits::smallWheelBytes)
        return metadataOfWheel(file, scope, done);
    get({.url = file.url,
         .accept = "*/*",
         .maxBytes = limits::wheelTailBytes,
         .tail = limits::wheelTailBytes,
         .compressed = false},
        scope, [this, file, scope = QPointer(scope), done](const Result<HttpAnswer> &answer) {
            const bool isTail = answer && answer->status == 200 && answer->total == file.size;
            const auto header = isTail ? metadataInTail(answer->body, file.size, file.fileName)
                                       : fail(ErrorCode::NotFound, u"no part"_s);
            if (header)
                return done(*header, file);
            metadataOfWheel(file, scope, done);
        });
}

void SourceReader::wheel(const IndexFile &file, const PlannedPackage &package, QObject *scope,
                         const Progress &progress, Done<CheckedWheel> done)
{
    const QPointer<QObject> alive(scope);
    if (file.url.isLocalFile()) {
        m_cache->check(file.url.toLocalFile(), file.sha256)
            .then(this, [alive, done](const Result<CheckedWheel> &wheel) {
                if (alive)
                    done(wheel);
            });
        return;
    }
    m_cache->wheel(file.sha256, file.fileName)
        .then(this, [=, this](const Result<CheckedWheel> &wheel) {
            if (!alive)
                return;
            if (wheel)
                return done(wheel);
            if (file.url.isEmpty() || m_isOffline)
                return done(fail(
                    ErrorCode::Unavailable,
                    m_isOffline ? u"%1 is not in the cache, and Glovebox works offline. The "
                                  "person can switch that off under Packages."_s.arg(file.fileName)
                                : u"%1 is not in the cache any more; ask for it again."_s.arg(
                                      file.fileName)));
            fetchWheel(file, package, alive, progress, done);
        });
}

void SourceReader::fetchWheel(const IndexFile &file, const PlannedPackage &package,
                              const QPointer<QObject> &scope, const Progress &progress,
                              const Done<CheckedWheel> &done)
{
    if (file.size > limits::maxWheelBytes)
        return done(fail(ErrorCode::LimitExceeded,
                         u"%1 has %2 MiB; at most %3 MiB are taken."_s.arg(
                             file.fileName, QString::number(file.size / limits::MiB),
                             QString::number(limits::maxWheelBytes / limits::MiB))));
    HttpRequest request{.url = file.url,
                        .accept = "*/*",
                        // One byte more than announced shows that the announcement was wrong.
                        .maxBytes = file.size >= 0 ? file.size + 1 : limits::maxWheelBytes,
                        .etag = {},
                        .received = m_cache->takePart(file.sha256),
                        .compressed = false};
    const auto take = [this, file, package, scope, done](const Result<HttpAnswer> &answer) {
        if (!answer)
            return done(std::unexpected(answer.error()));
        if (answer->status != 200)
            return done(fail(ErrorCode::NotFound,
                             u"%1 lists %2 but does not have it (HTTP %3)."_s.arg(
                                 file.source, file.fileName, QString::number(answer->status))));
        if (file.size >= 0 && answer->body.size() != file.size)
            return done(
                fail(ErrorCode::Corrupt,
                     u"%1 has another length than announced (%2 bytes instead of %3). Nothing of "
                     "it is used."_s.arg(file.fileName, QString::number(answer->body.size()),
                                         QString::number(file.size))));
        m_cache->check(answer->body, file.fileName, file.sha256)
            .then(this, [this, file, package, scope, done](const Result<CheckedWheel> &wheel) {
                if (wheel) {
                    PlannedPackage about = package;
                    about.name = wheel->facts.name;
                    about.version = wheel->facts.version;
                    about.fileName = file.fileName;
                    about.sha256 = wheel->sha256;
                    about.size = wheel->bytes.size();
                    about.origin = file.origin;
                    about.source = file.source;
                    about.published = file.uploaded;
                    about.yanked = file.yanked;
                    m_cache->store(*wheel, about);
                }
                if (scope)
                    done(wheel);
            });
    };
    auto job = std::make_shared<Job>();
    job->request = std::move(request);
    job->scope = scope;
    job->hasScope = true;
    job->done = take;
    job->progress = progress;
    job->keepPart = [this, sha256 = file.sha256](const QByteArray &received) {
        m_cache->storePart(sha256, received);
    };
    m_waiting.push_back(std::move(job));
    startJobs();
}

} // namespace glovebox::packages
