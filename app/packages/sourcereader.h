// SPDX-License-Identifier: MIT
#pragma once

#include "advisories.h"
#include "catalogue.h"
#include "httpfetch.h"
#include "packagesources.h"
#include "simpleindex.h"
#include "wheelcache.h"

#include <deque>
#include <map>

namespace glovebox::packages {

// A project as all its sources together have it.
struct Listing
{
    ProjectPage page;
    bool isMissing = false; // every index answered, and none knows it
    QString failure;        // an index that should have been asked did not answer
    bool isOffline = false; // only the cache and folders were looked at
};

// Gets things from the sources: pages of projects, metadata, wheels. Everything is compared with
// its hash, nothing larger than its bound is taken. Callbacks come in the caller's thread; those of
// a scope that is gone never come.
class SourceReader final : public QObject
{
    Q_OBJECT

public:
    template <class T>
    using Done = std::function<void(Result<T>)>;
    using MetadataDone = std::function<void(Result<QByteArray>, IndexFile)>;
    using Progress = HttpFetch::Progress;

    SourceReader(QNetworkAccessManager *network, Clock *clock, WheelCache *cache,
                 const Catalogue *catalogue);
    ~SourceReader() override;

    void setSources(const EffectiveSources &sources);
    const EffectiveSources &sources() const { return m_sources; }
    void setOffline(bool offline);

    // The indexes are asked in their order; the first that knows the project is the one that
    // counts, so that no other can slip in a package of the same name. Wheels in folders and in
    // the cache stand before it.
    void list(const QString &project, QObject *scope, Done<Listing> done);

    // The header of a file's METADATA. Sets sha256 and size of the file when its source told none:
    // then the whole wheel is fetched for it.
    void metadata(const IndexFile &file, QObject *scope, MetadataDone done);

    // A wheel, checked; from the cache when it is there, and afterwards in any case.
    void wheel(const IndexFile &file, const PlannedPackage &package, QObject *scope,
               const Progress &progress, Done<CheckedWheel> done);

    // Any bounded answer of the web.
    void get(const HttpRequest &request, QObject *scope, Done<HttpAnswer> done,
             const Progress &progress = {});

private:
    struct Job; // one transfer that waits or runs

    void listIndex(const QString &project, qsizetype index, Listing listing,
                   QPointer<QObject> scope, Done<Listing> done);
    void askIndex(const QUrl &address, const QString &project,
                  const std::optional<KeptAnswer> &kept, const QPointer<QObject> &scope,
                  const Done<std::optional<ProjectPage>> &done);
    void listFolders(const QString &project, const QPointer<QObject> &scope,
                     const std::function<void(QList<IndexFile>)> &done);
    void metadataOfWheel(const IndexFile &file, QObject *scope, const MetadataDone &done);
    void metadataBeside(const IndexFile &file, QObject *scope, const MetadataDone &done);
    void metadataInside(const IndexFile &file, QObject *scope, const MetadataDone &done);
    void fetchWheel(const IndexFile &file, const PlannedPackage &package,
                    const QPointer<QObject> &scope, const Progress &progress,
                    const Done<CheckedWheel> &done);
    QList<IndexFile> cachedFiles(const QString &project) const;
    void startJobs();

    QNetworkAccessManager *m_network;
    Clock *m_clock;
    WheelCache *m_cache;
    const Catalogue *m_catalogue;
    EffectiveSources m_sources;
    bool m_isOffline = false;
    std::deque<std::shared_ptr<Job>> m_waiting;
    std::map<Job *, std::shared_ptr<Job>> m_running;
    QHash<QString, std::pair<QDateTime, Listing>> m_listings; // fresh ones
};

} // namespace glovebox::packages
