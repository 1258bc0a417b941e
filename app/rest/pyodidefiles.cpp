// SPDX-License-Identifier: MIT
#include "pyodidefiles.h"

#include "javascripttext.h"
#include "runoutput.h"
#include "tools/schema.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>

#include <algorithm>
#include <array>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

const QString fileScheme = u"file://"_s;
const QString outputMount = u"output"_s;
constexpr mounts::ListLimits imagesToList{.entries = 10'000, .depth = 16};

struct ImageType
{
    QLatin1StringView suffix;
    QLatin1StringView mimeType;
};
// Of mcp-pyodide.
constexpr std::array imageTypes{
    ImageType{".png"_L1, "image/png"_L1},     ImageType{".jpg"_L1, "image/jpeg"_L1},
    ImageType{".jpeg"_L1, "image/jpeg"_L1},   ImageType{".gif"_L1, "image/gif"_L1},
    ImageType{".svg"_L1, "image/svg+xml"_L1}, ImageType{".webp"_L1, "image/webp"_L1}};

QString imageTypeOf(const QString &path)
{
    for (const ImageType &type : imageTypes) {
        if (path.endsWith(type.suffix, Qt::CaseInsensitive))
            return type.mimeType;
    }
    return {};
}

// ".bmp", or empty, as Node's path.extname has it.
QString suffixOf(const QString &path)
{
    const QString name = path.section(u'/', -1);
    const qsizetype dot = name.lastIndexOf(u'.');
    return dot > 0 ? name.sliced(dot).toLower() : QString();
}

std::optional<MountReach> mountOf(const Backend &backend, const ClientId &client,
                                  const QString &name)
{
    const auto all = backend.services.mounts.reachFor(client);
    const auto found = std::ranges::find(all, name, &MountReach::name);
    if (found == all.end())
        return std::nullopt;
    return *found;
}

QString jsonString(const QString &text)
{
    const QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(array.sliced(1, array.size() - 2));
}

// As JSON.stringify(…, null, 2) writes it: QJsonDocument sorts the names.
QString mountPointsText(const QList<MountReach> &mounts)
{
    QStringList entries;
    for (const MountReach &mount : mounts) {
        entries.append(
            u"  {\n    \"name\": %1,\n    \"hostPath\": %2,\n    \"mountPoint\": %3\n  }"_s.arg(
                jsonString(mount.name), jsonString(mount.hostPath),
                jsonString(u"/mnt/"_s + mount.name)));
    }
    return entries.isEmpty() ? u"[]"_s : u"[\n%1\n]"_s.arg(entries.join(u",\n"_s));
}

QString entryText(const mounts::ListedEntry &entry)
{
    const bool isFolder = entry.type == mounts::ListedEntry::Type::Folder;
    return (isFolder ? u"DIR: "_s : u"FILE: "_s) + entry.path.section(u'/', -1);
}

QJsonObject nameSchema(const QString &name, const QString &description)
{
    QJsonObject schema =
        tools::schema::object({{name, tools::schema::string(description)}}, {name});
    schema.remove(u"additionalProperties"_s);
    return schema;
}

// Adds the pictures of one mount after the other.
class ImageList : public std::enable_shared_from_this<ImageList>
{
public:
    ImageList(const Backend &backend, const ClientId &client,
              std::function<void(QList<mcp::Resource>)> done)
        : m_backend(backend)
        , m_client(client)
        , m_reach(backend.services.mounts.reachFor(client))
        , m_done(std::move(done))
    {
    }

    void next()
    {
        if (m_at == m_reach.size())
            return m_done(m_images);
        const QString path = u"/mnt/"_s + m_reach[m_at++].name;
        m_backend.services.files.listDirectory(m_reach, path, true, imagesToList, m_client)
            .then(&m_backend.services.runs,
                  [self = shared_from_this()](const Result<mounts::Listing> &listing) {
                      if (listing)
                          self->take(*listing);
                      self->next();
                  });
    }

private:
    void take(const mounts::Listing &listing)
    {
        for (const mounts::ListedEntry &entry : listing.entries) {
            const QString type = imageTypeOf(entry.path);
            if (entry.type != mounts::ListedEntry::Type::File || type.isEmpty())
                continue;
            mcp::Resource image;
            image.uri = fileScheme + QString::fromLatin1(QUrl::toPercentEncoding(entry.path, "/"));
            image.name = entry.path.section(u'/', -1);
            image.mimeType = type;
            m_images.append(image);
        }
    }

    Backend m_backend;
    ClientId m_client;
    QList<MountReach> m_reach;
    std::function<void(QList<mcp::Resource>)> m_done;
    QList<mcp::Resource> m_images;
    qsizetype m_at = 0;
};

} // namespace

mcp::Tool PyodideMountPoints::describe() const
{
    mcp::Tool tool;
    tool.name = u"pyodide_get-mount-points"_s;
    tool.description =
        u"Lists the folders that the person gave, with their paths on this computer and in Python."_s;
    tool.inputSchema = {{u"type"_s, u"object"_s}, {u"properties"_s, QJsonObject()}};
    tool.annotations.readOnly = true;
    tool.takesMoreArguments = true;
    return tool;
}

void PyodideMountPoints::answer(const mcp::ToolCallPtr &call)
{
    call->finish(mcp::CallResult::text(
        mountPointsText(services().mounts.reachFor(call->caller().principal.id))));
}

mcp::Tool PyodideListDirectory::describe() const
{
    mcp::Tool tool;
    tool.name = u"pyodide_list-mounted-directory"_s;
    tool.description = u"Lists what is in a mounted folder."_s;
    tool.inputSchema = nameSchema(u"mountName"_s, u"Name of the mount point"_s);
    tool.annotations.readOnly = true;
    tool.takesMoreArguments = true;
    return tool;
}

void PyodideListDirectory::answer(const mcp::ToolCallPtr &call)
{
    const ClientId &client = call->caller().principal.id;
    const QString name = call->arguments()[u"mountName"].toString();
    if (!mountOf(backend(), client, name))
        return call->finish(pyodideError(u"Mount point not found: "_s + name));
    services()
        .files
        .listDirectory(services().mounts.reachFor(client), u"/mnt/"_s + name, false, imagesToList,
                       client)
        .then(&services().runs, [call](const Result<mounts::Listing> &listing) {
            if (!listing)
                return call->finish(pyodideError(listing.error().text));
            QStringList entries;
            for (const mounts::ListedEntry &entry : listing->entries)
                entries.append(entryText(entry));
            call->finish(mcp::CallResult::text(pythonList(entries)));
        });
}

mcp::Tool PyodideReadImage::describe() const
{
    mcp::Tool tool;
    tool.name = u"pyodide_read-image"_s;
    tool.description =
        u"Shows a picture from a mounted folder, or one that a run has saved (mountName \"output\")."_s;
    tool.inputSchema = nameSchema(u"mountName"_s, u"Name of the mount point"_s);
    QJsonObject properties = tool.inputSchema[u"properties"].toObject();
    properties.insert(u"imagePath"_s, tools::schema::string(u"Path of the image file"_s));
    tool.inputSchema.insert(u"properties"_s, properties);
    tool.inputSchema.insert(u"required"_s, QJsonArray{u"mountName"_s, u"imagePath"_s});
    tool.annotations.readOnly = true;
    tool.takesMoreArguments = true;
    return tool;
}

void PyodideReadImage::answer(const mcp::ToolCallPtr &call)
{
    const ClientId &client = call->caller().principal.id;
    const QString name = call->arguments()[u"mountName"].toString();
    const QString path = call->arguments()[u"imagePath"].toString();
    const auto mount = mountOf(backend(), client, name);
    if (!mount && name == outputMount)
        return readOutput(call, path);
    if (!mount)
        return call->finish(pyodideError(u"Mount point not found: "_s + name));
    if (imageTypeOf(path).isEmpty())
        return call->finish(pyodideError(u"Unsupported image format: "_s + suffixOf(path)));
    services()
        .files.readFile(QList{*mount}, u"/mnt/%1/%2"_s.arg(name, path), 0, -1, client)
        .then(&services().runs, [this, call, path, mount](const Result<mounts::FileContent> &file) {
            if (!file && file.error().code == ErrorCode::NotFound)
                return call->finish(
                    pyodideError(u"Image file not found: %1/%2"_s.arg(mount->hostPath, path)));
            if (!file)
                return call->finish(pyodideError(file.error().text));
            if (!file->atEnd)
                return call->finish(pyodideError(
                    u"The image has %1 bytes; at most %2 can be read. Save a smaller one."_s
                        .arg(file->size)
                        .arg(limits::maxToolReadBytes)));
            show(call, file->bytes);
        });
}

void PyodideReadImage::readOutput(const mcp::ToolCallPtr &call, const QString &path)
{
    const auto run = RunId::fromString(path.section(u'/', 0, 0));
    const auto missing = [path] { return pyodideError(u"Image file not found: "_s + path); };
    if (!run)
        return call->finish(missing());
    services()
        .runs.factsFor(call->caller().principal.id, *run)
        .then(&services().runs, [this, call, path, missing](const Result<RunFacts> &facts) {
            if (!facts)
                return call->finish(missing());
            for (const event::Display &picture : picturesOf(*facts)) {
                QFile file(picture.file);
                if (outputImagePath(facts->run, picture) == path && file.open(QIODevice::ReadOnly))
                    return show(call, file.readAll());
            }
            call->finish(missing());
        });
}

// Made small enough for the client; drawings become PNG, because a client that is given SVG as a
// picture can lose its conversation (failures.md 7).
void PyodideReadImage::show(const mcp::ToolCallPtr &call, const QByteArray &bytes) const
{
    const tools::PictureLimits most = tools::ClientTraits::of(call->caller().client.name).picture;
    const auto finish = [call](const std::optional<tools::FittedImage> &image) {
        if (!image)
            return call->finish(pyodideError(u"The file is no image that can be shown."_s));
        call->finish({.content = {mcp::content::Image{image->bytes, image->mimeType}}});
    };
    if (!tools::isDrawing(bytes)) {
        services().reporter.fit(bytes, most).then(&services().runs, finish);
        return;
    }
    services()
        .reporter.draw(bytes, most)
        .then(&services().runs, [call, finish](const Result<tools::DrawnPicture> &drawn) {
            if (!drawn)
                return call->finish(pyodideError(drawn.error().text));
            finish(drawn->image);
        });
}

mcp::ResourceSource pyodideImages(const Backend &backend)
{
    mcp::ResourceSource source;
    source.list = [backend](const mcp::Caller &caller,
                            const std::function<void(QList<mcp::Resource>)> &done) {
        std::make_shared<ImageList>(backend, caller.principal.id, done)->next();
    };
    source.matches = [](const QString &uri) { return uri.startsWith(fileScheme); };
    source.read = [backend](const mcp::Caller &caller, const QString &uri,
                            const std::function<void(mcp::ResourceSource::Contents)> &done) {
        const QString path = QUrl::fromPercentEncoding(uri.sliced(fileScheme.size()).toUtf8());
        const QString type = imageTypeOf(path);
        if (!path.startsWith(u"/mnt/"_s))
            return done(fail(ErrorCode::NotFound, u"Invalid URI"_s));
        if (type.isEmpty())
            return done(
                fail(ErrorCode::InvalidArgument, u"Unsupported image format: "_s + suffixOf(path)));
        backend.services.files
            .readFile(backend.services.mounts.reachFor(caller.principal.id), path, 0, -1,
                      caller.principal.id)
            .then(&backend.services.runs, [uri, type, name = path.section(u'/', -1),
                                           done](const Result<mounts::FileContent> &file) {
                if (!file)
                    return done(std::unexpected(file.error()));
                if (!file->atEnd)
                    return done(
                        fail(ErrorCode::LimitExceeded,
                             u"The image has %1 bytes; at most %2 can be read."_s.arg(file->size)
                                 .arg(limits::maxToolReadBytes)));
                done(QList{mcp::ResourceContents{uri, type, file->bytes, {}, name}});
            });
    };
    return source;
}

} // namespace glovebox::rest
