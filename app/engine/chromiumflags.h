// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace glovebox::engine {

// One command line switch of Chromium, why it is there, and for which Qt versions.
struct ChromiumFlag
{
    enum class Kind { Seal, Speed, Feature };

    QString flag; // "--name" or "--name=value"; features are bare names, see enableFeature
    Kind kind = Kind::Seal;
    QString reason;
    QString versions = QStringLiteral("all"); // of Qt
    QString bug = {};                         // where it is discussed, or empty
};

// Every switch that this program sets, for the layers that are on.
QList<ChromiumFlag> chromiumFlags(const Layers &layers, bool allowRoot, bool isRoot);

// The table as one value of QTWEBENGINE_CHROMIUM_FLAGS.
QByteArray chromiumFlagsText(const QList<ChromiumFlag> &flags);

// Names of environment variables that weaken the sandbox or bend what is started (DESIGN 2).
QStringList weakeningVariables();

// Unsets them; returns those that were set, for the log.
QStringList removeWeakeningVariables();

} // namespace glovebox::engine
