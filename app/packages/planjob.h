// SPDX-License-Identifier: MIT
#pragma once

#include "sourcereader.h"

#include <QFuture>
#include <QSet>

namespace glovebox::packages {

// Asks the resolver (pyodide/python/_analysis/resolve.py) one question.
using AskResolver = std::function<QFuture<Result<QJsonObject>>(const QJsonObject &arguments)>;

// What is known of a wheel that a plan named, by its hash: where it is, and what its metadata said
// when the plan was made.
struct KnownWheel
{
    IndexFile file;
    QByteArray metadata; // the header; empty: not read (a package of Pyodide's release)
    // The versions of the allowance (packagepolicy.h) that holds this one; nothing: none does.
    std::optional<QString> unasked = {};
};

// What a plan is made from. Outlives the job.
struct PlanContext
{
    SourceReader *reader = nullptr;
    WheelCache *cache = nullptr;
    const Catalogue *catalogue = nullptr;
    const Advisories *advisories = nullptr;
    Clock *clock = nullptr;
    AskResolver ask;
    PackagePolicy policy; // as it was when the request came
    bool offline = false;
};

// One resolution: asks the resolver, gets what it needs, asks again. Belongs to whoever asked;
// destroying it gives everything up.
class PlanJob final : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(Result<PackagePlan>, QHash<QString, KnownWheel>)>;

    PlanJob(PlanContext context, PackageRequest request);

    // Calls `done` once.
    void start(Done done);

private:
    void readRequirements();
    void inspectGiven();
    void inspectRemembered();
    void takeGiven(const QString &fileName, const CheckedWheel &checked);
    void ask();
    void take(const QJsonObject &answer);
    void getNeeded(const QJsonObject &need);
    void getProject(const QString &name);
    void getMetadata(const QString &fileName);
    void gotMetadata(const QString &fileName, const Result<QByteArray> &header);
    void gotOne();
    QJsonObject arguments() const;
    QJsonObject installed() const;
    QMap<QString, LockedPackage> released() const;
    QJsonObject projectJson(const Listing &listing) const;
    QJsonObject verdict(const QString &name) const;
    bool isYoung(const IndexFile &file) const;
    // The file of a plan's entry; nullptr: the resolver named something it was never told of.
    const IndexFile *fileFor(const QString &name, const QString &fileName, PackageOrigin origin);
    void fillHashes();
    Result<PlannedPackage> planned(const QJsonObject &entry);
    std::optional<QString> unasked(const QJsonObject &entry, const PlannedPackage &package) const;
    void addWarnings(PlannedPackage &package, const IndexFile &file) const;
    void finishPlan();
    void refuse(const QString &requirement, const QString &rule, const QString &text);
    void end(const Result<PackagePlan> &plan);

    PlanContext m_context;
    PackageRequest m_request;
    Done m_done;
    QJsonArray m_requirements;
    QJsonObject m_given;
    QJsonObject m_projects;
    QJsonObject m_metadata;
    QJsonObject m_verdicts;
    QHash<QString, QHash<QString, IndexFile>> m_files; // project, file name
    QHash<QString, IndexFile> m_fileByName;            // of metadata that may be asked for
    QSet<QString> m_unhashed;                          // file names whose index told no hash
    QJsonObject m_answer;
    PackagePlan m_plan;
    QHash<QString, KnownWheel> m_known;
    int m_open = 0;
    int m_rounds = 0;
};

} // namespace glovebox::packages
