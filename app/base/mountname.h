// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace glovebox {

// A name for a mount (`[a-z0-9_-]{1,32}`) that is like `wanted` and not in `taken`.
QString freeMountName(const QString &wanted, const QStringList &taken);

} // namespace glovebox
