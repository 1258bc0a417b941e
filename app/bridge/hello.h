// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QJsonObject>
#include <QProcessEnvironment>
#include <QStringList>

namespace glovebox::bridge {

// What a client's configuration asks for beside its key.
struct Configuration
{
    QString compat;      // name of a tool set of another system, or empty: the native tools
    QStringList folders; // --mount
    QStringList rules;   // --disable-validator
    QString keyFile;     // --key-file; empty: GLOVEBOX_KEY
};

// The hello of the bridge protocol (ARCHITECTURE.md). Folders, those of PYODIDE_DATA_DIR and
// CODEBOX_MOUNT_PATH too, are wishes: the person is asked for them (DESIGN 4.1). Errors are
// sentences for whoever wrote the configuration.
Result<QJsonObject> helloOf(const Configuration &configuration,
                            const QProcessEnvironment &environment);

} // namespace glovebox::bridge
