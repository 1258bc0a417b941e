// SPDX-License-Identifier: MIT
#include "asktexts.h"

#include <QCoreApplication>
#include <QHash>

namespace glovebox::ui {

namespace {

struct Approval
{
    Q_DECLARE_TR_FUNCTIONS(Approval)
};

} // namespace

QString askTitle(const PendingRequest &request)
{
    const QString client = request.clientLabel.simplified();
    if (request.record.tool == u"write_file")
        return Approval::tr("%1 asks to write a file").arg(client);
    if (request.record.tool == u"install_packages")
        return Approval::tr("%1 asks to install packages").arg(client);
    if (request.record.tool == folderRequestTool)
        return Approval::tr("%1 asks to use a folder").arg(client);
    if (!request.record.runtime.isEmpty())
        return Approval::tr("%1 asks to run %2").arg(client, languageName(request.record.runtime));
    return Approval::tr("%1 asks to run Python").arg(client);
}

QString languageName(const QString &runtime)
{
    // Names of languages are no words to translate.
    static const QHash<QString, QString> names{
        {QStringLiteral("python"), QStringLiteral("Python 3.11")},
        {QStringLiteral("quickjs"), QStringLiteral("JavaScript")},
        {QStringLiteral("clang"), QStringLiteral("C")},
        {QStringLiteral("clangpp"), QStringLiteral("C++")},
        {QStringLiteral("ruby"), QStringLiteral("Ruby")},
        {QStringLiteral("php-cgi"), QStringLiteral("PHP")},
        {QStringLiteral("sqlite"), QStringLiteral("SQL")},
    };
    return names.value(runtime, runtime.simplified());
}

} // namespace glovebox::ui
