// SPDX-License-Identifier: MIT
#include "datafiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace glovebox {

namespace {

// Everything in a bundle of macOS that is no program belongs into its Resources, or it could not be
// signed.
QString sharedFolder(const QString &binaryFolder)
{
    const QString bundled =
        QDir(binaryFolder).absoluteFilePath(QStringLiteral("../Resources/glovebox"));
    return QFileInfo(bundled).isDir()
               ? bundled
               : QDir(binaryFolder).absoluteFilePath(QStringLiteral("../share/glovebox"));
}

} // namespace

Result<DataFiles> DataFiles::locate(const QString &binaryFolder)
{
    const QDir share(sharedFolder(binaryFolder));
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
