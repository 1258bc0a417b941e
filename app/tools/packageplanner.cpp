// SPDX-License-Identifier: MIT
#include "packageplanner.h"

#include <QPromise>
#include <QRegularExpression>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostWheelBytes = 256 * limits::MiB; // as the worker takes
constexpr qsizetype mostRequirements = 200;
constexpr qsizetype longestRequirement = 2000;
constexpr int mostFiles = 64;

bool isWheel(const QString &requirement)
{
    return requirement.startsWith(u"/mnt/") && requirement.endsWith(u".whl");
}

// The file of "-r FILE"; empty: it is none.
QString requirementsFile(const QString &requirement)
{
    static const QRegularExpression option(u"^(?:-r|--requirement)(?:\\s+|=)(\\S.*)$"_s);
    if (const auto match = option.match(requirement); match.hasMatch())
        return match.captured(1).trimmed();
    return requirement.startsWith(u"/mnt/") && requirement.endsWith(u".txt") ? requirement
                                                                             : QString();
}

// The lines of a requirements file that ask for something, continued lines joined.
QStringList linesOf(const QByteArray &content)
{
    static const QRegularExpression comment(u"(^|\\s)#.*$"_s);
    QStringList lines;
    QString text = QString::fromUtf8(content);
    text.replace(u"\r\n"_s, u"\n"_s).replace(u"\\\n"_s, u" "_s);
    for (QString line : text.split(u'\n')) {
        line = line.remove(comment).trimmed();
        const bool option = line.startsWith(u'-') && requirementsFile(line).isEmpty();
        if (!line.isEmpty() && !option)
            lines.append(line);
    }
    return lines;
}

} // namespace

// A wish whose files are read one after the other.
struct PackagePlanner::Reading
{
    PackageWish wish;
    QPointer<QObject> scope;
    bool hasScope = false;
    QStringList left;
    PackageRequest request;
    int files = 0;
    QPromise<Result<PackagePlan>> promise;

    void finish(Result<PackagePlan> result)
    {
        promise.addResult(std::move(result));
        promise.finish();
    }
};

PackagePlanner::PackagePlanner(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
{
}

QFuture<Result<PackagePlan>> PackagePlanner::plan(const PackageWish &wish, QObject *scope)
{
    auto reading = std::make_shared<Reading>();
    reading->wish = wish;
    reading->scope = scope;
    reading->hasScope = scope != nullptr;
    reading->left = wish.requirements;
    reading->request.constraints = wish.constraints;
    reading->request.client = wish.client;
    reading->request.upgrade = wish.upgrade;
    reading->request.preReleases = wish.preReleases;
    reading->request.dependencies = wish.dependencies;
    reading->promise.start();
    auto future = reading->promise.future();
    readNext(reading);
    return future;
}

void PackagePlanner::readNext(const std::shared_ptr<Reading> &reading)
{
    PackageRequest &request = reading->request;
    while (!reading->left.isEmpty()) {
        const QString next = reading->left.takeFirst().trimmed();
        if (request.requirements.size() >= mostRequirements || next.size() > longestRequirement)
            return reading->finish(
                fail(ErrorCode::LimitExceeded,
                     u"At most %1 requirements of %2 characters each are taken at once."_s
                         .arg(mostRequirements)
                         .arg(longestRequirement)));
        if (isWheel(next)) {
            return readFile(reading, next, [this, reading, next](const QByteArray &bytes) {
                reading->request.wheels.append({next.section(u'/', -1), bytes});
                readNext(reading);
            });
        }
        if (const QString file = requirementsFile(next); !file.isEmpty()) {
            return readFile(reading, file, [this, reading](const QByteArray &bytes) {
                reading->left = linesOf(bytes) + reading->left;
                readNext(reading);
            });
        }
        if (!next.isEmpty())
            request.requirements.append(next);
    }
    ask(reading);
}

void PackagePlanner::readFile(const std::shared_ptr<Reading> &reading, const QString &path,
                              const std::function<void(const QByteArray &)> &done,
                              const QByteArray &soFar)
{
    if (soFar.isEmpty() && ++reading->files > mostFiles)
        return reading->finish(fail(ErrorCode::LimitExceeded,
                                    u"More than %1 files of requirements and wheels: do they "
                                    "include one another?"_s.arg(mostFiles)));
    m_parts.files
        .readFile(m_parts.mounts.reachFor(reading->wish.client), path, soFar.size(), -1,
                  reading->wish.client)
        .then(this, [this, reading, path, done, soFar](const Result<mounts::FileContent> &file) {
            if (reading->hasScope && !reading->scope)
                return reading->finish(fail(ErrorCode::Cancelled, u"It was taken back."_s));
            if (!file)
                return reading->finish(std::unexpected(file.error()));
            if (file->size > mostWheelBytes)
                return reading->finish(
                    fail(ErrorCode::LimitExceeded,
                         u"%1 has %2 bytes; at most 256 MiB can be installed."_s.arg(path).arg(
                             file->size)));
            // What looks like text is given from its next whole character on.
            if (file->offset != soFar.size())
                return reading->finish(fail(ErrorCode::Io, u"%1 could not be read."_s.arg(path)));
            const QByteArray all = soFar + file->bytes;
            if (file->atEnd || file->bytes.isEmpty())
                return done(all);
            readFile(reading, path, done, all);
        });
}

void PackagePlanner::ask(const std::shared_ptr<Reading> &reading)
{
    reading->request.installed = m_parts.sessions.installed(reading->wish.session);
    m_parts.desk.plan(reading->request, reading->hasScope ? reading->scope.data() : nullptr)
        .then(this,
              [this, reading](const Result<PackagePlan> &plan) {
                  if (plan)
                      m_parts.sessions.learn(plan->packages);
                  reading->finish(plan);
              })
        .onCanceled(this, [reading] {
            reading->finish(fail(ErrorCode::Cancelled, u"Looking for packages was given up."_s));
        });
}

QFuture<Result<PackagePlan>> PackagePlanner::planLock(const QList<PackagePin> &pins,
                                                      const ClientId &client, QObject *scope)
{
    return m_parts.desk.planExact(pins, client, scope)
        .then(this, [this](const Result<PackagePlan> &plan) {
            if (plan)
                m_parts.sessions.learn(plan->packages);
            return plan;
        });
}

QString refusalsText(const QList<PackageRefusal> &refusals)
{
    QStringList lines;
    for (const PackageRefusal &refusal : refusals) {
        QString line = u"%1: %2"_s.arg(
            refusal.requirement.isEmpty() ? refusal.name : refusal.requirement, refusal.text);
        if (!refusal.where.isEmpty())
            line += u" (Only the person can change this: %1.)"_s.arg(refusal.where);
        lines.append(line);
    }
    return lines.join(u'\n');
}

} // namespace glovebox::tools
