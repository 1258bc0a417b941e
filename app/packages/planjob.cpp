// SPDX-License-Identifier: MIT
#include "planjob.h"

#include "base/jsonstrings.h"
#include "base/record.h"
#include "packagelimits.h"
#include "policyrules.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

QJsonObject lockedJson(const QMap<QString, LockedPackage> &packages)
{
    QJsonObject json;
    for (const LockedPackage &package : packages) {
        json.insert(package.name,
                    QJsonObject{{u"version"_s, package.version},
                                {u"file"_s, package.fileName},
                                {u"sha256"_s, package.sha256},
                                {u"depends"_s, QJsonArray::fromStringList(package.depends)}});
    }
    return json;
}

IndexFile lockedFile(const LockedPackage &package, PackageOrigin origin, const QUrl &url,
                     const QString &source)
{
    return {.fileName = package.fileName,
            .url = url,
            .sha256 = package.sha256,
            .requiresPython = {},
            .yanked = {},
            .size = -1,
            .uploaded = {},
            .origin = origin,
            .source = source};
}

// The package that a session got from a wheel with this hash.
const LockedPackage *byHash(const QMap<QString, LockedPackage> &packages, const PackagePin &pin)
{
    const auto it = packages.constFind(pin.name);
    return it != packages.constEnd() && it->sha256 == pin.sha256 ? &*it : nullptr;
}

QJsonValue refusalJson(const std::optional<PackageRefusal> &refusal)
{
    if (!refusal)
        return QJsonValue::Null;
    return QJsonObject{
        {u"rule"_s, refusal->rule}, {u"text"_s, refusal->text}, {u"where"_s, refusal->where}};
}

} // namespace

PlanJob::PlanJob(PlanContext context, PackageRequest request)
    : m_context(std::move(context))
    , m_request(std::move(request))
{
}

void PlanJob::start(Done done)
{
    m_done = std::move(done);
    if (m_request.requirements.size() + m_request.wheels.size() > limits::maxRequirements)
        return end(fail(
            ErrorCode::LimitExceeded,
            u"At most %1 requirements can be asked for at once."_s.arg(limits::maxRequirements)));
    for (const LockedPackage &package : m_context.catalogue->bundled())
        m_fileByName.insert(package.fileName,
                            lockedFile(package, PackageOrigin::Bundled,
                                       QUrl::fromLocalFile(m_context.catalogue->file(package)),
                                       u"Glovebox"_s));
    readRequirements();
    inspectGiven();
}

void PlanJob::refuse(const QString &requirement, const QString &rule, const QString &text)
{
    m_plan.refusals.append({.requirement = requirement.left(200),
                            .name = {},
                            .rule = rule,
                            .text = text,
                            .where = {}});
}

// Lines of a requirements.txt: comments, " ; marker" and " --hash=…" stay pip's.
void PlanJob::readRequirements()
{
    static const QRegularExpression comment(u"(^|\\s+)#.*$"_s);
    static const QRegularExpression hash(u"\\s+--hash[= ]([a-z0-9]+):([0-9a-fA-F]+)"_s);
    for (const QString &line : std::as_const(m_request.requirements)) {
        QString text = QString(line).remove(comment).trimmed();
        if (text.isEmpty())
            continue;
        if (text.startsWith(u'-')) {
            refuse(line, u"syntax"_s,
                   u"\"%1\" is an option of pip. Only requirements can be given here; where "
                   u"packages come "
                   "from is the person's setting."_s.arg(text.left(80)));
            continue;
        }
        QJsonArray hashes;
        bool isKnown = true;
        for (auto it = hash.globalMatch(text); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            if (match.captured(1) == u"sha256" && match.captured(2).size() == 64)
                hashes.append(match.captured(2).toLower());
            else
                isKnown = false;
        }
        text.remove(hash);
        if (!isKnown && hashes.isEmpty())
            refuse(line, u"hash"_s,
                   u"Only hashes of the kind sha256 can be checked; give one, or none."_s);
        else
            m_requirements.append(QJsonObject{{u"text"_s, text.trimmed()}, {u"hashes"_s, hashes}});
    }
}

void PlanJob::inspectGiven()
{
    m_open = 1;
    for (const GivenWheel &wheel : std::as_const(m_request.wheels)) {
        ++m_open;
        m_context.cache->check(wheel.bytes, wheel.fileName, {})
            .then(this, [this, fileName = wheel.fileName](const Result<CheckedWheel> &checked) {
                if (checked)
                    takeGiven(fileName, *checked);
                else
                    refuse(fileName, u"metadata"_s, checked.error().text);
                gotOne();
            });
    }
    inspectRemembered();
    gotOne();
}

// What was given as a file once is on no index: who asks for its very bytes (a lock does) gets
// them from the cache.
void PlanJob::inspectRemembered()
{
    QSet<QString> wanted;
    for (const QJsonValue &requirement : std::as_const(m_requirements)) {
        for (const QJsonValue &hash : requirement[u"hashes"].toArray())
            wanted.insert(hash.toString());
    }
    const QList<CachedPackage> cached = m_context.cache->packages();
    for (const CachedPackage &entry : cached) {
        const PlannedPackage &package = entry.package;
        if (package.origin != PackageOrigin::Given || !wanted.contains(package.sha256))
            continue;
        ++m_open;
        m_context.cache->wheel(package.sha256, package.fileName)
            .then(this, [this, fileName = package.fileName](const Result<CheckedWheel> &checked) {
                if (checked)
                    takeGiven(fileName, *checked); // else an index may have it
                gotOne();
            });
    }
}

void PlanJob::takeGiven(const QString &fileName, const CheckedWheel &checked)
{
    const WheelFacts &facts = checked.facts;
    const IndexFile file{.fileName = fileName,
                         .url = {},
                         .sha256 = checked.sha256,
                         .requiresPython = {},
                         .yanked = {},
                         .size = checked.bytes.size(),
                         .uploaded = {},
                         .origin = PackageOrigin::Given,
                         .source = u"a file that was given"_s};
    m_given[facts.name] = QJsonObject{{u"version"_s, wheelName(fileName)->version},
                                      {u"file"_s, fileName},
                                      {u"sha256"_s, checked.sha256}};
    m_metadata[fileName] = QString::fromUtf8(facts.metadata);
    m_files[facts.name].insert(fileName, file);
    // What is fetched later must be these very bytes.
    m_context.cache->store(checked, {.name = facts.name,
                                     .version = facts.version,
                                     .fileName = fileName,
                                     .sha256 = checked.sha256,
                                     .size = file.size,
                                     .origin = PackageOrigin::Given,
                                     .source = file.source});
}

// ------------------------------------------------------------------------------------- rounds

QJsonObject PlanJob::installed() const
{
    QJsonObject json;
    const QList<CachedPackage> cached = m_context.cache->packages();
    for (const PackagePin &pin : m_request.installed) {
        const QString name = normalisedPackageName(pin.name);
        QString fileName;
        if (const LockedPackage *bundled =
                byHash(m_context.catalogue->bundled(), {name, pin.version, pin.sha256}))
            fileName = bundled->fileName;
        for (const CachedPackage &entry : cached) {
            if (fileName.isEmpty() && entry.package.sha256 == pin.sha256)
                fileName = entry.package.fileName;
        }
        json.insert(name, QJsonObject{{u"version"_s, pin.version}, {u"file"_s, fileName}});
    }
    return json;
}

// Without a network only what of it is in the cache.
QMap<QString, LockedPackage> PlanJob::released() const
{
    QMap<QString, LockedPackage> packages = m_context.catalogue->released();
    if (!m_context.offline && !m_context.reader->sources().release.isEmpty())
        return packages;
    QSet<QString> cached;
    for (const CachedPackage &entry : m_context.cache->packages())
        cached.insert(entry.package.sha256);
    packages.removeIf([&cached](QMap<QString, LockedPackage>::iterator entry) {
        return !cached.contains(entry.value().sha256);
    });
    return packages;
}

QJsonObject PlanJob::arguments() const
{
    QJsonObject lowest;
    for (const auto &[name, version] : m_context.policy.minimum.asKeyValueRange())
        lowest.insert(name, version);
    QJsonObject unasked;
    for (const auto &[name, allowance] : m_context.policy.unasked.asKeyValueRange())
        unasked.insert(name, allowance.versions);
    return {
        {u"requirements"_s, m_requirements},
        {u"constraints"_s, QJsonArray::fromStringList(m_request.constraints)},
        {u"python"_s, m_context.catalogue->python()},
        {u"platforms"_s, QJsonArray::fromStringList(m_context.catalogue->platforms())},
        {u"installed"_s, installed()},
        {u"bundled"_s, lockedJson(m_context.catalogue->bundled())},
        {u"release"_s, lockedJson(released())},
        {u"given"_s, m_given},
        {u"minimum"_s, lowest},
        {u"unasked"_s, unasked},
        {u"warn_from"_s, toString(m_context.policy.warnFrom)},
        {u"block_from"_s, toString(m_context.policy.blockFrom)},
        {u"upgrade"_s, m_request.upgrade},
        {u"pre_releases"_s, m_request.preReleases},
        {u"dependencies"_s, m_request.dependencies},
        {u"known"_s, QJsonObject{{u"projects"_s, m_projects},
                                 {u"metadata"_s, m_metadata},
                                 {u"verdicts"_s, m_verdicts}}},
    };
}

void PlanJob::ask()
{
    if (!m_done) // it ended while something was still under way
        return;
    if (++m_rounds > limits::maxRounds || m_projects.size() > limits::maxProjectsPerPlan)
        return end(
            fail(ErrorCode::LimitExceeded,
                 u"These requirements lead to too many other packages. Name exact versions, or ask "
                 "for fewer packages at once."_s));
    const QJsonObject question = arguments();
    if (QJsonDocument(question).toJson(QJsonDocument::Compact).size() > limits::maxQuestionBytes)
        return end(
            fail(ErrorCode::LimitExceeded,
                 u"The packages that these requirements lead to have too many versions to choose "
                 "from. Name exact versions, or ask for fewer packages at once."_s));
    m_context.ask(question).then(this, [this](const Result<QJsonObject> &answer) {
        if (!answer)
            return end(std::unexpected(answer.error()));
        take(*answer);
    });
}

void PlanJob::take(const QJsonObject &answer)
{
    if (answer.contains(u"need"))
        return getNeeded(answer[u"need"].toObject());
    if (!answer[u"plan"].isArray() || !answer[u"refusals"].isArray())
        return end(fail(ErrorCode::Internal, u"The resolver gave no answer that makes sense."_s));
    m_answer = answer;
    fillHashes();
}

void PlanJob::getNeeded(const QJsonObject &need)
{
    m_open = 1;
    const QStringList projects = stringsOf(need[u"projects"]);
    const QStringList metadata = stringsOf(need[u"metadata"]);
    const QStringList verdicts = stringsOf(need[u"verdicts"]);
    const auto isKnown = [](const QJsonObject &known, const QStringList &names) {
        return std::ranges::any_of(names,
                                   [&known](const QString &name) { return known.contains(name); });
    };
    // A resolver that asks twice for the same would never end.
    if (projects.size() + metadata.size() + verdicts.size() == 0 || isKnown(m_projects, projects) ||
        isKnown(m_metadata, metadata) || isKnown(m_verdicts, verdicts))
        return end(fail(ErrorCode::Internal, u"The resolver asks for what it was told already."_s));
    for (const QString &name : verdicts)
        m_verdicts[name] = verdict(name);
    m_open += int(projects.size() + metadata.size());
    for (const QString &name : projects)
        getProject(name);
    for (const QString &fileName : metadata)
        getMetadata(fileName);
    gotOne();
}

void PlanJob::gotOne()
{
    if (--m_open == 0)
        ask();
}

QJsonObject PlanJob::verdict(const QString &name) const
{
    return {
        {u"bundled"_s, refusalJson(refusalFor(name, false, m_context.policy, m_request.client))},
        {u"fetched"_s, refusalJson(refusalFor(name, true, m_context.policy, m_request.client))},
        {u"advisories"_s, m_context.advisories->forPackage(name)}};
}

bool PlanJob::isYoung(const IndexFile &file) const
{
    return m_context.policy.quarantineDays > 0 && file.origin == PackageOrigin::Index &&
           file.uploaded.isValid() &&
           file.uploaded.addDays(m_context.policy.quarantineDays) > m_context.clock->now();
}

QJsonObject PlanJob::projectJson(const Listing &listing) const
{
    QJsonArray files;
    for (const IndexFile &file : newestFiles(listing.page.files, limits::maxFilesToResolver)) {
        QJsonObject json{{u"file"_s, file.fileName}, {u"origin"_s, toString(file.origin)}};
        if (!file.requiresPython.isEmpty())
            json[u"python"_s] = file.requiresPython;
        if (!file.sha256.isEmpty())
            json[u"sha256"_s] = file.sha256;
        if (file.yanked)
            json[u"yanked"_s] = true;
        if (isYoung(file))
            json[u"young"_s] = true;
        files.append(json);
    }
    return {{u"files"_s, files},
            {u"sdists"_s, listing.page.sdists},
            {u"foreign"_s, listing.page.foreign},
            {u"missing"_s, listing.isMissing},
            {u"failed"_s, listing.failure},
            {u"offline"_s, listing.isOffline}};
}

void PlanJob::getProject(const QString &name)
{
    m_context.reader->list(name, this, [this, name](const Result<Listing> &listing) {
        Listing known = listing.value_or(Listing{});
        if (!listing)
            known.failure = listing.error().text;
        m_projects[name] = projectJson(known);
        for (const IndexFile &file : std::as_const(known.page.files)) {
            if (!m_files[name].contains(
                    file.fileName)) // folders and the cache stand before indexes
                m_files[name].insert(file.fileName, file);
            if (file.sha256.isEmpty())
                m_unhashed.insert(file.fileName);
            if (!m_fileByName.contains(file.fileName))
                m_fileByName.insert(file.fileName, m_files[name][file.fileName]);
        }
        gotOne();
    });
}

void PlanJob::getMetadata(const QString &fileName)
{
    const auto known = m_fileByName.constFind(fileName);
    if (known == m_fileByName.constEnd()) {
        // Of a package that the session has from the cache.
        const QList<CachedPackage> cached = m_context.cache->packages();
        const auto it = std::ranges::find_if(cached, [&fileName](const CachedPackage &entry) {
            return entry.package.fileName == fileName;
        });
        const QString sha256 = it == cached.end() ? QString() : it->package.sha256;
        m_context.cache->wheel(sha256, fileName)
            .then(this, [this, fileName](const Result<CheckedWheel> &wheel) {
                gotMetadata(fileName, wheel ? Result<QByteArray>(wheel->facts.metadata)
                                            : std::unexpected(wheel.error()));
            });
        return;
    }
    m_context.reader->metadata(
        *known, this, [this, fileName](const Result<QByteArray> &header, const IndexFile &file) {
            for (auto &files : m_files) {
                if (const auto it = files.find(fileName); it != files.end() && it->url == file.url)
                    *it = file; // its hash may be known only now
            }
            m_fileByName[fileName] = file;
            gotMetadata(fileName, header);
        });
}

// Without metadata a wheel cannot be chosen; the sentence says why.
void PlanJob::gotMetadata(const QString &fileName, const Result<QByteArray> &header)
{
    m_metadata[fileName] =
        header
            ? QString::fromUtf8(*header)
            : QString(u"X-Problem: "_s + QString(header.error().text).replace(u'\n', u' ') + u'\n');
    gotOne();
}

// ---------------------------------------------------------------------------------- the plan

const IndexFile *PlanJob::fileFor(const QString &name, const QString &fileName,
                                  PackageOrigin origin)
{
    if (origin == PackageOrigin::Bundled || origin == PackageOrigin::Release) {
        const auto &packages = origin == PackageOrigin::Bundled ? m_context.catalogue->bundled()
                                                                : m_context.catalogue->released();
        const auto it = packages.constFind(name);
        if (it == packages.constEnd() || it->fileName != fileName)
            return nullptr;
        const QUrl release(m_context.reader->sources().release);
        const QUrl url = origin == PackageOrigin::Bundled
                             ? QUrl::fromLocalFile(m_context.catalogue->file(*it))
                             : release.resolved(QUrl(fileName));
        m_files[name].insert(
            fileName,
            lockedFile(*it, origin, url,
                       origin == PackageOrigin::Bundled ? u"Glovebox"_s : release.host()));
    }
    const auto project = m_files.constFind(name);
    if (project == m_files.constEnd())
        return nullptr;
    const auto file = project->constFind(fileName);
    return file == project->constEnd() ? nullptr : &*file;
}

// A plan names exact bytes. Where an index tells no hash, the wheel itself has to be looked at.
void PlanJob::fillHashes()
{
    m_open = 1;
    for (const QJsonValue &entry : m_answer[u"plan"].toArray()) {
        const QString name = entry[u"name"].toString();
        const QString fileName = entry[u"file"].toString();
        const auto origin = packageOriginFromString(entry[u"origin"].toString());
        const IndexFile *file = origin ? fileFor(name, fileName, *origin) : nullptr;
        if (!file)
            return end(fail(ErrorCode::Internal,
                            u"The resolver named a package that it was never told of."_s));
        if (!file->sha256.isEmpty())
            continue;
        ++m_open;
        m_context.reader->wheel(*file, {}, this, {},
                                [this, name, fileName](const Result<CheckedWheel> &wheel) {
                                    if (wheel) {
                                        m_files[name][fileName].sha256 = wheel->sha256;
                                        m_files[name][fileName].size = wheel->bytes.size();
                                    } else {
                                        refuse(name, u"fetch"_s, wheel.error().text);
                                    }
                                    if (--m_open == 0)
                                        finishPlan();
                                });
    }
    if (--m_open == 0)
        finishPlan();
}

void PlanJob::addWarnings(PlannedPackage &package, const IndexFile &file) const
{
    const auto warn = [&package](const QString &rule, bool severe, const QString &text) {
        package.warnings.append({.rule = rule, .severe = severe, .text = text, .address = {}});
    };
    if (package.yanked)
        warn(u"yanked"_s, true,
             package.yanked->isEmpty()
                 ? u"Its authors took this version back."_s
                 : u"Its authors took this version back: %1"_s.arg(package.yanked->left(200)));
    if (!package.replaces.isEmpty() && package.replaces != package.version)
        warn(u"replaces"_s, false,
             u"It replaces version %1 in the session."_s.arg(package.replaces));
    const bool isForeign =
        package.origin == PackageOrigin::Index || package.origin == PackageOrigin::Folder;
    const QString similar = isForeign && m_context.policy.warnSimilarNames
                                ? similarPopularName(package.name)
                                : QString();
    if (!similar.isEmpty())
        warn(u"similar-name"_s, true,
             u"Its name is almost that of the much used package %1. Is it the one that is meant?"_s
                 .arg(similar));
    if (m_unhashed.contains(file.fileName))
        warn(u"unhashed"_s, false,
             u"The index tells no hash for it: its bytes are those that came first."_s);
}

Result<PlannedPackage> PlanJob::planned(const QJsonObject &entry)
{
    const QString name = entry[u"name"].toString();
    const IndexFile *file = fileFor(name, entry[u"file"].toString(),
                                    *packageOriginFromString(entry[u"origin"].toString()));
    const auto parts = wheelName(file->fileName);
    PlannedPackage package{.name = name,
                           .version = entry[u"version"].toString(),
                           .fileName = file->fileName,
                           .sha256 = file->sha256,
                           .size = file->size,
                           .origin = file->origin,
                           .source = file->source,
                           .licence = entry[u"licence"].toString(),
                           .summary = entry[u"summary"].toString(),
                           .needs = stringsOf(entry[u"needs"]),
                           .extras = stringsOf(entry[u"extras"]),
                           .published = file->uploaded,
                           .yanked = file->yanked,
                           .requested = entry[u"requested"].toBool(),
                           .pure = parts && parts->platform == u"any",
                           .replaces = entry[u"replaces"].toString(),
                           .warnings = {}};
    for (const QJsonValue &warning : entry[u"warnings"].toArray()) {
        package.warnings.append({.rule = warning[u"rule"].toString(),
                                 .severe = warning[u"severe"].toBool(),
                                 .text = warning[u"text"].toString(),
                                 .address = warning[u"address"].toString()});
    }
    // The resolver is trusted to choose, not to overrule the person: the rules are asked again.
    if (auto refusal = refusalFor(name, file->origin != PackageOrigin::Bundled, m_context.policy,
                                  m_request.client))
        return fail(ErrorCode::Denied, refusal->text);
    addWarnings(package, *file);
    return package;
}

// A danger is for the person to judge, whatever they decided before it was known.
std::optional<QString> PlanJob::unasked(const QJsonObject &entry,
                                        const PlannedPackage &package) const
{
    const auto allowance = m_context.policy.unasked.constFind(package.name);
    if (allowance == m_context.policy.unasked.constEnd() || !entry[u"unasked"].toBool() ||
        std::ranges::any_of(package.warnings, &PackageWarning::severe))
        return std::nullopt;
    // Whoever brings a file chooses its name and version, so only its hash says what it is.
    if (package.origin == PackageOrigin::Given && allowance->sha256.isEmpty())
        return std::nullopt;
    return allowance->versions;
}

void PlanJob::finishPlan()
{
    for (const QJsonValue &refusal : m_answer[u"refusals"].toArray()) {
        m_plan.refusals.append({.requirement = refusal[u"requirement"].toString(),
                                .name = refusal[u"name"].toString(),
                                .rule = refusal[u"rule"].toString(),
                                .text = refusal[u"text"].toString(),
                                .where = refusal[u"where"].toString()});
    }
    for (const QJsonValue &entry : m_answer[u"plan"].toArray()) {
        auto package = planned(entry.toObject());
        if (!package)
            return end(std::unexpected(package.error()));
        if (package->sha256.isEmpty()) // its wheel could not be had, which is said already
            return end(PackagePlan{.packages = {}, .satisfied = {}, .refusals = m_plan.refusals});
        m_known.insert(package->sha256,
                       {.file = m_files[package->name][package->fileName],
                        .metadata = package->origin == PackageOrigin::Release
                                        ? QByteArray()
                                        : m_metadata[package->fileName].toString().toUtf8(),
                        .unasked = unasked(entry.toObject(), *package)});
        m_plan.packages.append(std::move(*package));
    }
    for (const QJsonValue &entry : m_answer[u"satisfied"].toArray()) {
        const QString name = entry[u"name"].toString();
        const auto pin =
            std::ranges::find_if(m_request.installed, [&name](const PackagePin &installed) {
                return normalisedPackageName(installed.name) == name;
            });
        if (pin != m_request.installed.end())
            m_plan.satisfied.append({name, pin->version, pin->sha256});
    }
    end(m_plan);
}

void PlanJob::end(const Result<PackagePlan> &plan)
{
    if (const Done done = std::exchange(m_done, {}))
        done(plan, m_known);
}

} // namespace glovebox::packages
