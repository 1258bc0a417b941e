// SPDX-License-Identifier: MIT
#include "datafiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace glovebox {

Result<DataFiles> DataFiles::locate(const QString &binaryFolder)
{
    const QDir share(QDir(binaryFolder).absoluteFilePath(QStringLiteral("../share/glovebox")));
    const DataFiles files{share.absoluteFilePath(QStringLiteral("assets")),
                          share.absoluteFilePath(QStringLiteral("runtime"))};
    const QString needed[] = {files.assets + QStringLiteral("/pyodide/pyodide.mjs"),
                              files.runtime + QStringLiteral("/pyodide/worker/worker.mjs")};
    for (const QString &file : needed) {
        if (!QFileInfo(file).isReadable())
            return fail(ErrorCode::Unavailable,
                        QCoreApplication::translate(
                            "glovebox", "Glovebox's own files are not complete. Run installer/run "
                                        "again, or reinstall the package."),
                        file);
    }
    return files;
}

} // namespace glovebox
