// SPDX-License-Identifier: MIT
#include "runview.h"

#include <QFile>

// Outside of any namespace, as Qt wants it: nothing else takes the page out of a static library.
static void takeViews()
{
    Q_INIT_RESOURCE(views);
}

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// Of the page and of its place in the list alike. No domain is named, so the page reaches none.
QJsonObject viewMeta()
{
    return {{u"ui"_s, QJsonObject{{u"prefersBorder"_s, true}}}};
}

QString page()
{
    takeViews();
    QFile file(u":/glovebox/views/run.html"_s);
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    return QString::fromUtf8(file.readAll());
}

} // namespace

mcp::ResourceSource runViewResource()
{
    mcp::ResourceSource source;
    source.list = [](const mcp::Caller &caller,
                     const std::function<void(QList<mcp::Resource>)> &done) {
        QList<mcp::Resource> resources;
        if (caller.client.showsViews())
            resources.append({.uri = runViewUri,
                              .name = u"run-view"_s,
                              .title = u"View of a run"_s,
                              .description = u"Shows a result's plots and text."_s,
                              .mimeType = mcp::viewMimeType,
                              .meta = viewMeta()});
        done(resources);
    };
    source.matches = [](const QString &uri) { return uri == runViewUri; };
    source.read = [](const mcp::Caller &, const QString &uri,
                     const std::function<void(mcp::ResourceSource::Contents)> &done) {
        done(QList<mcp::ResourceContents>{{uri, mcp::viewMimeType, page(), viewMeta()}});
    };
    source.cache = {.ttl = std::chrono::hours(1), .shared = true}; // it comes with the program
    return source;
}

} // namespace glovebox::tools
