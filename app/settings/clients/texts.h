// SPDX-License-Identifier: MIT
#pragma once

#include <QCoreApplication>

namespace glovebox::settings {

// The sentences about clients' configurations, for the translator in one place.
struct ClientTexts
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::ClientConfiguration)
};

} // namespace glovebox::settings
