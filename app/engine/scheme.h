// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"

#include <QByteArray>
#include <QMultiMap>
#include <QString>
#include <QUrl>

namespace glovebox::engine {

// glovebox://<page>/…: one host name, and so one origin and one renderer, per page.
inline constexpr char schemeName[] = "glovebox";

// Must be called before the application object exists.
void registerScheme();

QUrl shellUrl(const QString &page);

// The headers of every single reply, the worker's script included: a worker obeys the policy that
// came with its own script, not the page's. Values arrive in lower case (a defect of Qt's), so
// nothing case-sensitive may stand here.
QMultiMap<QByteArray, QByteArray> replyHeaders(const Layers &layers);

} // namespace glovebox::engine
