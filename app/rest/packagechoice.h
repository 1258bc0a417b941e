// SPDX-License-Identifier: MIT
#pragma once

#include "tools/services.h"

#include <QHash>

namespace glovebox::rest {

// What can be had of the packages that a client named.
struct PackageChoice
{
    QList<PackagePin> pins;          // with what they need
    QHash<QString, QString> missing; // as it was named: why, for a model
};

// Finds out; bundled packages named without versions need no looking and are there at once. Calls
// `done` once in the thread of `context`, perhaps at once, and not at all when `context` goes
// first. What an index has not told after `patience` is missing.
void choosePackages(const tools::Services &services, const ClientId &client,
                    const SessionRef &session, const QStringList &names,
                    std::chrono::milliseconds patience, QObject *context,
                    const std::function<void(const PackageChoice &)> &done);

// "numpy-x: why; …", in the order of `names`.
QString missingText(const PackageChoice &choice, const QStringList &names);

} // namespace glovebox::rest
