// SPDX-License-Identifier: MIT
#include "about.h"

#include "base/logging.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QSaveFile>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

mcp::ServerInfo serverInfo()
{
    return {.name = u"glovebox"_s,
            .title = u"Glovebox"_s,
            .version = QCoreApplication::applicationVersion(),
            .instructions = instructions(),
            .logging = true,
            .subscriptions = true,
            .changingLists = {mcp::ListKind::Resources}};
}

QJsonObject capabilities()
{
    return {{u"tools"_s, QJsonObject()},
            {u"resources"_s, QJsonObject{{u"subscribe"_s, true}, {u"listChanged"_s, true}}},
            {u"prompts"_s, QJsonObject()},
            {u"logging"_s, QJsonObject()}};
}

namespace {

QString offerFile(const QString &profileFolder)
{
    return profileFolder + u"/offer.json"_s;
}

} // namespace

QJsonObject storedCapabilities(const QString &profileFolder)
{
    QFile file(offerFile(profileFolder));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject offer = QJsonDocument::fromJson(file.readAll()).object();
    if (offer["version"_L1].toString() != QCoreApplication::applicationVersion())
        return {};
    return offer["capabilities"_L1].toObject();
}

void storeCapabilities(const QString &profileFolder, const mcp::Server &server)
{
    QJsonObject capabilities;
    const QStringList revisions = mcp::sessionVersions();
    for (const QString &revision : revisions) {
        if (const auto era = mcp::eraOf(revision))
            capabilities.insert(revision, server.capabilities(mcp::dialect(*era)));
    }
    QSaveFile file(offerFile(profileFolder));
    const QJsonObject offer{{u"version"_s, QCoreApplication::applicationVersion()},
                            {u"capabilities"_s, capabilities}};
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(QJsonDocument(offer).toJson(QJsonDocument::Compact)) < 0 || !file.commit())
        qCWarning(lcMcp).noquote()
            << "what bridges say of this program is not up to date:" << file.errorString();
}

QString instructions()
{
    return u"Glovebox runs your Python on the person's own computer, in a sandbox without a "
           u"network. The person sees "
           "and allows each run, so: say in a first-line comment what the code is for, prefer few "
           "complete runs over "
           "many small ones, and do not resend code that is waiting or was denied.\n"
           "- run_python keeps variables between runs of a session. Import numpy, pandas, "
           "matplotlib and the like "
           "directly.\n"
           "- The person's files are under /mnt/NAME only; begin with list_mounts. Everything else "
           "is in memory and "
           "goes with the session.\n"
           "- Draw with matplotlib and plt.show(); the figure comes back as PNG. Japanese, Chinese "
           "and Korean labels "
           "just work.\n"
           "- A first line with pending_approval, queued, starting or running is not a result: "
           "call get_run with its "
           "run id and wait. \"expired\" means that nobody answered, \"denied\" that the person "
           "said no.\n"
           "- Large code: save it with write_file in a mount and pass `path`. What you write to a "
           "staged mount is shown "
           "to the person, who applies or discards it.\n"
           "- Long output is cut in the middle; run://ID/output has all of it, run://ID/plots/N a "
           "plot at full size.\n"
           "- If you cannot see a picture, say so and use the words that come with it."_s;
}

} // namespace glovebox::tools
