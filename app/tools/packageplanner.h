// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagedesk.h"
#include "mounts/filetools.h"
#include "sessionpackages.h"

namespace glovebox::tools {

// What a client or a running program wishes for. A requirement may also be a wheel file or a
// requirements file in a mount: "/mnt/data/x-1.0-py3-none-any.whl", "-r
// /mnt/data/requirements.txt".
struct PackageWish
{
    ClientId client;
    SessionRef session;
    QStringList requirements;
    QStringList constraints = {};
    bool preReleases = false;
    bool dependencies = true;
    bool upgrade = false;
};

// From a wish to a plan: reads what the wish names in mounts, as far as the client may, and asks
// the desk with what the session has. Everything that was planned is known to SessionPackages.
class PackagePlanner final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        PackageDesk &desk;
        SessionPackages &sessions;
        mounts::MountTable &mounts;
        mounts::FileTools &files;
    };

    explicit PackagePlanner(const Parts &parts, QObject *parent = nullptr);

    // As PackageDesk::plan. InvalidArgument for a wish that cannot be read.
    QFuture<Result<PackagePlan>> plan(const PackageWish &wish, QObject *scope);
    QFuture<Result<PackagePlan>> planLock(const QList<PackagePin> &pins, const ClientId &client,
                                          QObject *scope);
    PackageDesk &desk() const { return m_parts.desk; }

private:
    struct Reading;

    void readNext(const std::shared_ptr<Reading> &reading);
    void readFile(const std::shared_ptr<Reading> &reading, const QString &path,
                  const std::function<void(const QByteArray &)> &done,
                  const QByteArray &soFar = {});
    void ask(const std::shared_ptr<Reading> &reading);

    Parts m_parts;
};

// Each refusal in a line of its own, with where the person can change its rule.
QString refusalsText(const QList<PackageRefusal> &refusals);

} // namespace glovebox::tools
