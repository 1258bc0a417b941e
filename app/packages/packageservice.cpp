// SPDX-License-Identifier: MIT
#include "packageservice.h"

#include "base/jsonstrings.h"
#include "base/logging.h"
#include "packagelimits.h"
#include "policyrules.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QNetworkProxy>
#include <QPromise>
#include <QSaveFile>

#include <memory>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxKnownWheels = 5000;

// The proxies that this computer is set to, asked anew for every address.
class SystemProxies final : public QNetworkProxyFactory
{
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override
    {
        return systemProxyForQuery(query);
    }
};

bool isWebAddress(const QString &text)
{
    return text.startsWith(u"https://") || text.startsWith(u"http://");
}

Result<QByteArray> readAdvisories(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > limits::maxAdvisoryBytes)
        return fail(ErrorCode::Io, u"The file with advisories cannot be read, or is too large."_s,
                    path);
    return file.readAll();
}

QString pinText(const PackagePin &pin)
{
    return u"%1==%2 --hash=sha256:%3"_s.arg(pin.name, pin.version, pin.sha256);
}

} // namespace

// ------------------------------------------------------------------------------------ calls

// A promise that is kept exactly once: with a result, or with Cancelled when its scope is gone. The
// object `work()` lives as long as the call and is the scope of everything under way for it.
template <class T>
class PackageService::Call final
{
public:
    static std::shared_ptr<Call> make(PackageService *service, QObject *scope)
    {
        auto call = std::make_shared<Call>();
        call->m_work = new QObject(service);
        call->m_promise.start();
        if (scope)
            call->m_scopeGone =
                connect(scope, &QObject::destroyed, call->m_work, [weak = std::weak_ptr(call)] {
                    if (const auto alive = weak.lock())
                        alive->finish(fail(ErrorCode::Cancelled, u"The request was taken back."_s));
                });
        // Whatever happens, the work's end keeps the promise.
        connect(call->m_work, &QObject::destroyed, service,
                [call] { call->finish(fail(ErrorCode::Cancelled, u"The program is ending."_s)); });
        return call;
    }

    QFuture<Result<T>> future() { return m_promise.future(); }
    QObject *work() const { return m_work; }

    void finish(Result<T> result)
    {
        if (std::exchange(m_isFinished, true))
            return;
        m_promise.addResult(std::move(result));
        m_promise.finish();
        if (m_work)
            m_work->deleteLater();
    }

private:
    QPromise<Result<T>> m_promise;
    QPointer<QObject> m_work;
    QMetaObject::Connection m_scopeGone;
    bool m_isFinished = false;
};

PackageService::PackageService(Options options)
    : m_options(std::move(options))
    , m_catalogue(m_options.assets)
    , m_maxCacheBytes(limits::defaultCacheBytes)
    , m_cache(m_options.cacheFolder, limits::defaultCacheBytes)
    , m_reader(&m_network, m_options.clock, &m_cache, &m_catalogue)
{
    m_network.setProxyFactory(new SystemProxies); // the manager owns it
    m_pool.setMaxThreadCount(1);
    m_cache.onChange(this, [this] { Q_EMIT cacheChanged(); });
    readState();
    applySources();
    loadAdvisories();
}

PackageService::~PackageService()
{
    // What is under way ends while everything it uses is still there.
    const QObjectList under = children();
    for (QObject *work : under)
        delete work;
    m_pool.waitForDone();
}

// ------------------------------------------------------------------------------------ state

void PackageService::readState()
{
    QFile file(statePath());
    if (!file.exists())
        return;
    const auto closed = [this](const QString &why) {
        // Rules that cannot be read must not become looser ones.
        m_policy = PackagePolicy::standard();
        m_policy.onlyBundled = true;
        m_problem =
            u"The rules for packages cannot be read (%1). Only bundled packages are allowed "
            "until they are set again."_s.arg(why);
        qCWarning(lcApp).noquote() << "packages:" << m_problem;
    };
    if (!file.open(QIODevice::ReadOnly))
        return closed(file.errorString());
    const QJsonDocument json = QJsonDocument::fromJson(file.readAll());
    if (!json.isObject())
        return closed(u"the file is damaged"_s);
    const auto policy = PackagePolicy::fromJson(json[u"policy"].toObject());
    const auto sources = PackageSources::fromJson(json[u"sources"].toObject());
    if (!policy || !sources)
        return closed(policy ? sources.error().text : policy.error().text);
    m_policy = *policy;
    m_sources = *sources;
    m_maxCacheBytes =
        std::max(json[u"cache_bytes"].toInteger(limits::defaultCacheBytes), limits::minCacheBytes);
    if (m_maxCacheBytes != limits::defaultCacheBytes)
        m_cache.setMaxBytes(m_maxCacheBytes);
}

Result<> PackageService::writeState()
{
    const QJsonObject json{{u"policy"_s, m_policy.toJson()},
                           {u"sources"_s, m_sources.toJson()},
                           {u"cache_bytes"_s, m_maxCacheBytes}};
    QSaveFile file(statePath());
    // Addresses may hold credentials.
    if (!QDir().mkpath(m_options.stateFolder) || !file.open(QIODevice::WriteOnly) ||
        !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        file.write(QJsonDocument(json).toJson()) < 0 || !file.commit())
        return fail(
            ErrorCode::Io,
            u"The rules for packages cannot be stored: %1. They count until the program ends."_s
                .arg(file.errorString()),
            statePath());
    return {};
}

void PackageService::applySources()
{
    m_reader.setSources(
        effectiveSources(m_sources, pipConfiguration(m_options.environment), m_catalogue));
    m_reader.setOffline(m_policy.offline);
}

Result<> PackageService::setPolicy(const PackagePolicy &policy)
{
    const auto checked = PackagePolicy::fromJson(policy.toJson());
    if (!checked)
        return std::unexpected(checked.error());
    m_policy = *checked;
    m_problem.clear();
    m_reader.setOffline(m_policy.offline);
    const auto written = writeState();
    Q_EMIT policyChanged();
    return written;
}

Result<> PackageService::setSources(const PackageSources &sources)
{
    if (const auto checked = checkSources(sources); !checked)
        return checked;
    m_sources = sources;
    applySources();
    const auto written = writeState();
    Q_EMIT sourcesChanged();
    return written;
}

QStringList PackageService::effectiveIndexes() const
{
    QStringList shown;
    for (const QString &index : m_reader.sources().indexes)
        shown.append(shownAddress(QUrl(index)));
    return shown;
}

PackageCacheFacts PackageService::cacheFacts() const
{
    return {.folder = m_cache.folder(),
            .bytes = m_cache.bytes(),
            .maxBytes = m_maxCacheBytes,
            .wheels = int(m_cache.packages().size())};
}

Result<> PackageService::setMaxCacheBytes(qint64 bytes)
{
    if (bytes < limits::minCacheBytes)
        return fail(ErrorCode::InvalidArgument,
                    u"The cache needs at least %1 MiB."_s.arg(limits::minCacheBytes / limits::MiB));
    m_maxCacheBytes = bytes;
    m_cache.setMaxBytes(bytes);
    return writeState();
}

QFuture<Result<>> PackageService::cleanCache()
{
    m_reader.setOffline(m_policy.offline); // forgets pages too
    return m_cache.clear();
}

// --------------------------------------------------------------------------------- plan, fetch

QFuture<Result<PackagePlan>> PackageService::plan(const PackageRequest &request, QObject *scope)
{
    const auto call = Call<PackagePlan>::make(this, scope);
    auto *job = new PlanJob({.reader = &m_reader,
                             .cache = &m_cache,
                             .catalogue = &m_catalogue,
                             .advisories = &m_advisories,
                             .clock = m_options.clock,
                             .ask = m_options.ask,
                             .policy = m_policy,
                             .offline = m_policy.offline},
                            request);
    job->setParent(call->work());
    const auto take = [this, call](const Result<PackagePlan> &plan,
                                   const QHash<QString, KnownWheel> &known) {
        if (m_known.size() > maxKnownWheels)
            m_known.clear(); // what is fetched later is looked for again
        m_known.insert(known);
        call->finish(plan);
    };
    m_cache.whenListed(job, [job, take] { job->start(take); });
    return call->future();
}

QFuture<Result<PackagePlan>> PackageService::planExact(const QList<PackagePin> &pins,
                                                       const ClientId &client, QObject *scope)
{
    PackageRequest request{.requirements = {}, .client = client, .dependencies = false};
    for (const PackagePin &pin : pins)
        request.requirements.append(pinText(pin));
    return plan(request, scope);
}

void PackageService::locate(const PlannedPackage &package, QObject *scope,
                            const std::function<void(Result<KnownWheel>)> &done)
{
    if (const auto known = m_known.constFind(package.sha256); known != m_known.constEnd())
        return done(*known);
    const bool isBundled = package.origin == PackageOrigin::Bundled;
    IndexFile file{.fileName = package.fileName,
                   .url = {},
                   .sha256 = package.sha256,
                   .requiresPython = {},
                   .yanked = package.yanked,
                   .size = package.size,
                   .uploaded = package.published,
                   .origin = package.origin,
                   .source = package.source};
    if (isBundled || package.origin == PackageOrigin::Release) {
        const auto &packages = isBundled ? m_catalogue.bundled() : m_catalogue.released();
        const auto it = packages.constFind(package.name);
        if (it == packages.constEnd() || it->sha256 != package.sha256)
            return done(
                fail(ErrorCode::NotFound, u"%1 %2 is not offered any more; ask for it again."_s.arg(
                                              package.name, package.version)));
        file.fileName = it->fileName;
        file.url = isBundled ? QUrl::fromLocalFile(m_catalogue.file(*it))
                             : QUrl(m_reader.sources().release).resolved(QUrl(it->fileName));
        return done(KnownWheel{file, {}});
    }
    if (package.origin == PackageOrigin::Given)
        return done(KnownWheel{file, {}}); // in the cache or nowhere
    m_reader.list(
        package.name, scope, [file, package, done](const Result<Listing> &listing) mutable {
            const QList<IndexFile> files = listing ? listing->page.files : QList<IndexFile>();
            for (const IndexFile &other : files) {
                if (other.sha256 == package.sha256)
                    return done(KnownWheel{other, {}});
            }
            done(KnownWheel{file, {}});
        });
}

Result<Wheel> PackageService::matched(const PlannedPackage &package, const KnownWheel &known,
                                      const CheckedWheel &wheel) const
{
    if (wheel.facts.name != package.name)
        return fail(ErrorCode::Corrupt,
                    u"The wheel %1 holds another package (%2). Nothing of it is used."_s.arg(
                        package.fileName, wheel.facts.name.left(80)));
    if (!known.metadata.isEmpty() && known.metadata != wheel.facts.metadata)
        return fail(
            ErrorCode::Corrupt,
            u"The metadata inside %1 is not what its index announced, so what it needs is not what "
            "was allowed. Nothing of it is used."_s.arg(package.fileName));
    Wheel result{.package = package,
                 .bytes = wheel.bytes,
                 .unpackedBytes = wheel.facts.unpackedBytes,
                 .files = wheel.facts.files};
    result.package.size = wheel.bytes.size();
    return result;
}

bool PackageService::isUnasked(const PackagePin &pin) const
{
    const QString name = normalisedPackageName(pin.name);
    const auto bundled = m_catalogue.bundled().constFind(name);
    if (bundled != m_catalogue.bundled().constEnd() && bundled->sha256 == pin.sha256)
        return true; // an import loads it, too
    const auto rule = m_policy.unasked.constFind(name);
    const auto known = m_known.constFind(pin.sha256);
    if (rule == m_policy.unasked.constEnd() || known == m_known.constEnd())
        return false;
    const auto named = wheelName(known->file.fileName);
    return named && named->name == name && known->unasked == rule->versions &&
           (rule->sha256.isEmpty() || rule->sha256 == pin.sha256);
}

QFuture<Result<Wheel>> PackageService::fetch(const PlannedPackage &package, const ClientId &client,
                                             QObject *scope, const Progress &progress)
{
    const auto call = Call<Wheel>::make(this, scope);
    if (const auto refusal =
            refusalFor(package.name, package.origin != PackageOrigin::Bundled, m_policy, client)) {
        call->finish(fail(ErrorCode::Denied, u"%1 (%2)"_s.arg(refusal->text, refusal->where)));
        return call->future();
    }
    locate(package, call->work(), [this, call, package, progress](const Result<KnownWheel> &known) {
        if (!known)
            return call->finish(std::unexpected(known.error()));
        m_reader.wheel(known->file, package, call->work(), progress,
                       [this, call, package, known = *known](const Result<CheckedWheel> &wheel) {
                           if (!wheel)
                               return call->finish(std::unexpected(wheel.error()));
                           call->finish(matched(package, known, *wheel));
                       });
    });
    return call->future();
}

QFuture<Result<ProjectFacts>> PackageService::look(const QString &project, const ClientId &client,
                                                   QObject *scope)
{
    const auto call = Call<ProjectFacts>::make(this, scope);
    const QString name = normalisedPackageName(project);
    ProjectFacts facts{.name = name,
                       .versions = {},
                       .bundled = m_catalogue.bundled().value(name).version,
                       .released = m_catalogue.released().value(name).version,
                       .newest = {},
                       .why = {}};
    if (const auto refusal = refusalFor(name, true, m_policy, client)) {
        facts.why = refusal->text;
        call->finish(facts);
        return call->future();
    }
    const auto take = [this, call, facts](const Result<Listing> &listing) mutable {
        if (!listing)
            return call->finish(std::unexpected(listing.error()));
        QJsonArray files;
        for (const IndexFile &file : newestFiles(listing->page.files, limits::maxFilesToResolver))
            files.append(QJsonObject{{u"file"_s, file.fileName},
                                     {u"python"_s, file.requiresPython},
                                     {u"yanked"_s, file.yanked.has_value()}});
        facts.why = !listing->failure.isEmpty() ? listing->failure
                    : listing->isMissing        ? u"No index knows this package."_s
                    : listing->page.foreign > 0
                        ? u"It has wheels for other platforms only, none for Pyodide."_s
                    : listing->page.sdists > 0 ? u"It is published as source only."_s
                                               : u"There is no wheel that works here."_s;
        facts.newest = listing->page.newestForeign;
        m_options
            .ask({{u"project"_s, facts.name},
                  {u"python"_s, m_catalogue.python()},
                  {u"platforms"_s, QJsonArray::fromStringList(m_catalogue.platforms())},
                  {u"known"_s, QJsonObject{{u"files"_s, files}}}})
            .then(call->work(), [call, facts](const Result<QJsonObject> &answer) mutable {
                if (!answer)
                    return call->finish(std::unexpected(answer.error()));
                facts.versions.append(stringsOf(answer->value(u"versions")));
                if (!facts.versions.isEmpty())
                    facts.why.clear();
                if (const QString newest = answer->value(u"newest").toString(); !newest.isEmpty())
                    facts.newest = newest;
                call->finish(facts);
            });
    };
    m_cache.whenListed(call->work(),
                       [this, name, call, take] { m_reader.list(name, call->work(), take); });
    return call->future();
}

// ----------------------------------------------------------------------------------- lists

QList<PlannedPackage> PackageService::locked(const QMap<QString, LockedPackage> &packages,
                                             PackageOrigin origin, const QString &source) const
{
    QList<PlannedPackage> list;
    for (const LockedPackage &package : packages) {
        list.append({.name = package.name,
                     .version = package.version,
                     .fileName = package.fileName,
                     .sha256 = package.sha256,
                     .origin = origin,
                     .source = source,
                     .needs = package.depends,
                     .pure = package.fileName.endsWith(u"-any.whl")});
    }
    return list;
}

QList<PlannedPackage> PackageService::bundled() const
{
    return locked(m_catalogue.bundled(), PackageOrigin::Bundled, u"Glovebox"_s);
}

QList<PlannedPackage> PackageService::released() const
{
    return locked(m_catalogue.released(), PackageOrigin::Release,
                  QUrl(m_reader.sources().release).host());
}

// --------------------------------------------------------------------------------- advisories

AdvisoryFacts PackageService::advisoryFacts() const
{
    return {.records = m_advisories.count(),
            .updated = m_advisories.updated(),
            .problem = m_advisoryProblem};
}

// Small enough to be there before the first request; read once.
void PackageService::loadAdvisories()
{
    QFile file(advisoryPath());
    if (!file.exists())
        return;
    auto promise = std::make_shared<QPromise<Result<Advisories>>>();
    promise->start();
    m_pool.start([promise, path = advisoryPath()] {
        QFile stored(path);
        promise->addResult(
            stored.open(QIODevice::ReadOnly)
                ? Advisories::fromBytes(stored.readAll())
                : fail(ErrorCode::Io, u"The stored advisories cannot be read."_s, path));
        promise->finish();
    });
    promise->future().then(this, [this](const Result<Advisories> &advisories) {
        if (advisories)
            m_advisories = *advisories;
        else
            m_advisoryProblem = advisories.error().text;
        Q_EMIT advisoriesChanged();
    });
}

void PackageService::takeAdvisories(const std::function<Result<QByteArray>()> &source,
                                    const std::shared_ptr<Call<void>> &call)
{
    auto promise = std::make_shared<QPromise<Result<Advisories>>>();
    promise->start();
    m_pool.start([promise, source, path = advisoryPath(), folder = m_options.stateFolder,
                  now = m_options.clock->now()] {
        const auto bytes = source();
        Result<Advisories> advisories =
            bytes ? Advisories::fromOsv(*bytes) : std::unexpected(bytes.error());
        if (advisories) {
            advisories->setUpdated(now);
            QSaveFile file(path);
            if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly) ||
                file.write(advisories->toBytes()) < 0 || !file.commit())
                advisories =
                    fail(ErrorCode::Io,
                         u"The advisories cannot be stored: %1."_s.arg(file.errorString()), path);
        }
        promise->addResult(std::move(advisories));
        promise->finish();
    });
    promise->future().then(call->work(), [this, call](const Result<Advisories> &advisories) {
        m_advisoryProblem = advisories ? QString() : advisories.error().text;
        if (advisories)
            m_advisories = *advisories;
        Q_EMIT advisoriesChanged();
        if (advisories)
            call->finish({});
        else
            call->finish(std::unexpected(advisories.error()));
    });
}

QFuture<Result<>> PackageService::updateAdvisories(QObject *scope)
{
    const auto call = Call<void>::make(this, scope);
    const QString from = m_sources.advisories;
    const auto failed = [this, call](const Error &error) {
        m_advisoryProblem = error.text;
        Q_EMIT advisoriesChanged();
        call->finish(std::unexpected(error));
    };
    if (from.isEmpty()) {
        failed(
            {ErrorCode::InvalidArgument,
             u"No source of advisories is set. Name a file or an address under Packages › Policy › Sources."_s});
    } else if (!isWebAddress(from)) {
        takeAdvisories([from] { return readAdvisories(from); }, call);
    } else if (m_policy.offline) {
        failed({ErrorCode::Unavailable, u"Glovebox works offline; advisories are not updated."_s});
    } else {
        m_reader.get(
            {.url = QUrl(from), .accept = "*/*", .maxBytes = limits::maxAdvisoryBytes},
            call->work(), [this, call, failed](const Result<HttpAnswer> &answer) {
                if (!answer)
                    return failed(answer.error());
                if (answer->status != 200)
                    return failed({ErrorCode::NotFound,
                                   u"There are no advisories at that address (HTTP %1)."_s.arg(
                                       answer->status)});
                takeAdvisories([body = answer->body]() -> Result<QByteArray> { return body; },
                               call);
            });
    }
    return call->future();
}

} // namespace glovebox::packages
