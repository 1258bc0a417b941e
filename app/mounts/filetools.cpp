// SPDX-License-Identifier: MIT
#include "filetools.h"

#include "filefacts.h"
#include "hostpath.h"
#include "mountrisk.h"
#include "mountroots.h"
#include "overlay.h"
#include "staging.h"

#include <base/limits.h>
#include <base/shownname.h>

#include <QSet>
#include <QTimeZone>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace glovebox::mounts {

namespace {

constexpr int poolThreads = 2;
constexpr int maxScanned = 200'000; // entries looked at for one listing
constexpr int maxCompared = 5'000;  // names compared to find the nearest
constexpr int maxSuggested = 5;
constexpr qsizetype maxComparedName = 80;

// ---- Paths ----

// What "/mnt/NAME/…" names.
struct Target
{
    QString path; // as given, without a slash at its end
    QByteArray bytes;
    MountReach reach;
    std::shared_ptr<const MountRoot> root;
    bool showsSecrets = false;
    Staging *staging = nullptr; // of a staged mount, until it is opened
    ClientId client = {};
    std::shared_ptr<Overlay> overlay = {}; // of a staged mount: what the client sees
};

QString mountPath(const QString &name)
{
    return QStringLiteral("/mnt/") + name;
}

QString listedMounts(const QList<MountReach> &reach)
{
    if (reach.isEmpty())
        return QStringLiteral("No folder is mounted for you; the person can add one.");
    QStringList names;
    for (const MountReach &mount : reach)
        names.append(mountPath(mount.name));
    return QStringLiteral("Mounts: %1.").arg(names.join(u", "));
}

std::unexpected<Error> notInMount(const QString &path, const QList<MountReach> &reach)
{
    return fail(ErrorCode::InvalidArgument,
                QStringLiteral("“%1” is not a path in a mount. Expected “/mnt/NAME/…”. %2")
                    .arg(path.left(200), listedMounts(reach)));
}

Result<Target> resolve(MountTable &table, const QList<MountReach> &reach, QString path,
                       Staging *staging, const ClientId &client)
{
    const QString given = path;
    while (path.endsWith(u'/'))
        path.chop(1);
    if (!path.startsWith(u"/mnt/"))
        return notInMount(given, reach);
    const QString name = path.section(u'/', 2, 2);
    const QString inside = path.section(u'/', 3);
    const auto found = std::ranges::find(reach, name, &MountReach::name);
    if (found == reach.end()) {
        return fail(ErrorCode::NotFound, QStringLiteral("There is no mount “%1” for you. %2")
                                             .arg(name.left(64), listedMounts(reach)));
    }
    const auto bytes = pathToHost(inside);
    if (!bytes)
        return fail(ErrorCode::InvalidArgument, pathRefusal(inside, bytes.error()));
    table.reopenIfGone(found->name);
    const auto access = table.access(*found);
    if (!access)
        return std::unexpected(access.error());
    if (!access->showsSecrets) {
        for (const QByteArray &part : bytes->split('/')) {
            if (isSecretName(part)) {
                return fail(ErrorCode::Denied,
                            QStringLiteral("“%1” is hidden, because files of this name usually "
                                           "hold secrets. The person can show it in "
                                           "Glovebox’s window, in the folder’s menu.")
                                .arg(path));
            }
        }
    }
    Target target{path, *bytes, access->reach, access->root, access->showsSecrets};
    if (access->reach.mode == MountMode::Staged && !client.isNull()) {
        target.staging = staging;
        target.client = client;
    }
    return target;
}

// May read the stage's record from the disk: on the pool.
Result<Target> opened(Target target)
{
    if (!target.staging)
        return target;
    auto overlay = target.staging->overlay({target.reach.name, target.client},
                                           target.reach.hostPath, target.root);
    if (!overlay)
        return std::unexpected(overlay.error());
    target.overlay = *overlay;
    return target;
}

// ---- What exists instead ----

// Levenshtein distance without regard to case; names are short.
int distance(const QString &a, const QString &b)
{
    std::vector<int> row(static_cast<size_t>(b.size()) + 1);
    for (size_t j = 0; j < row.size(); ++j)
        row[j] = static_cast<int>(j);
    for (qsizetype i = 0; i < a.size(); ++i) {
        int diagonal = row[0]++;
        for (size_t j = 1; j < row.size(); ++j) {
            const bool same = a[i].toCaseFolded() == b[qsizetype(j) - 1].toCaseFolded();
            const int next = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (same ? 0 : 1)});
            diagonal = std::exchange(row[j], next);
        }
    }
    return row.back();
}

QStringList namesIn(int folder, int most, bool showsSecrets)
{
    QStringList names;
    const int fd = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = fd < 0 ? nullptr : ::fdopendir(fd);
    if (!stream)
        return names;
    while (const dirent *found = names.size() < most ? ::readdir(stream) : nullptr) {
        const QByteArrayView name(found->d_name);
        if (name != "." && name != ".." && (showsSecrets || !isSecretName(name)))
            names.append(nameFromHost(name));
    }
    ::closedir(stream);
    names.sort();
    return names;
}

QStringList nearest(QStringList names, const QString &wanted)
{
    const QString name = wanted.left(maxComparedName);
    std::vector<std::pair<int, QString>> ranked;
    for (const QString &candidate : names)
        ranked.emplace_back(distance(name, candidate.left(maxComparedName)), candidate);
    std::ranges::stable_sort(ranked, {}, &std::pair<int, QString>::first);
    if (ranked.size() > size_t(maxSuggested))
        ranked.resize(maxSuggested);
    names.clear();
    for (const auto &[rank, candidate] : ranked)
        names.append(u'“' + shownName(candidate) + u'”');
    return names;
}

// Goes down as far as the path exists and names what is there.
Error missing(const Target &target)
{
    QList<QByteArray> parts = target.bytes.split('/');
    QByteArray reached;
    UniqueFd folder(::openat(target.root->fd(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    while (!parts.isEmpty()) {
        const QByteArray next = reached.isEmpty() ? parts.first() : reached + '/' + parts.first();
        auto opened = target.root->open(next, O_PATH | O_DIRECTORY);
        if (!opened)
            break;
        folder = std::move(*opened);
        reached = next;
        parts.removeFirst();
    }
    const QString name = nameFromHost(parts.isEmpty() ? QByteArray() : parts.first());
    const QString where = mountPath(target.reach.name) +
                          (reached.isEmpty() ? QString() : u'/' + nameFromHost(reached));
    const QStringList names = namesIn(folder.value(), maxCompared, target.showsSecrets);
    const QString instead =
        names.isEmpty()
            ? QStringLiteral("That folder is empty.")
            : QStringLiteral("Nearest names there: %1.").arg(nearest(names, name).join(u", "));
    return {ErrorCode::NotFound, QStringLiteral("There is no “%1” in %2. %3")
                                     .arg(shownName(name), shownName(where), instead)};
}

Error hostError(const Target &target, int error)
{
    const QString detail = QString::fromLocal8Bit(std::strerror(error));
    if (target.root->isGone()) {
        return {ErrorCode::Unavailable, goneText(target.reach.name, target.root.get()), detail};
    }
    switch (error) {
    case ENOENT:
        return missing(target);
    case ENOTDIR:
        return {ErrorCode::InvalidArgument,
                QStringLiteral("“%1” is not a folder, or goes through a file. Use read_file for "
                               "files, list_directory for folders.")
                    .arg(target.path),
                detail};
    case EXDEV:
    case ELOOP:
        return {ErrorCode::Denied,
                QStringLiteral("“%1” leads out of mount “%2” through a link, and is not followed. "
                               "Ask the person to mount the folder that it points to.")
                    .arg(target.path, target.reach.name),
                detail};
    case EACCES:
        return {
            ErrorCode::Denied,
            QStringLiteral("The host's permissions do not allow reading “%1”.").arg(target.path),
            detail};
    default:
        return {ErrorCode::Io, QStringLiteral("“%1” cannot be read: %2.").arg(target.path, detail),
                detail};
    }
}

// ---- Listing ----

ListedEntry::Type typeOf(mode_t mode)
{
    if (S_ISDIR(mode))
        return ListedEntry::Type::Folder;
    if (S_ISLNK(mode))
        return ListedEntry::Type::Link;
    return S_ISREG(mode) ? ListedEntry::Type::File : ListedEntry::Type::Other;
}

class Lister
{
public:
    Lister(const Target &target, bool recursive, ListLimits limits, Listing &listing)
        : m_target(target)
        , m_recursive(recursive)
        , m_limits(limits)
        , m_listing(listing)
    {
    }

    // `inside`: the folder's path in its mount. Errno, or 0.
    int list(const QByteArray &inside, int level)
    {
        UniqueFd folder;
        Found found;
        QSet<QByteArray> covered;
        if (m_target.overlay) {
            auto view = m_target.overlay->list(inside);
            if (!view)
                return view.error();
            folder = std::move(view->base);
            covered = view->covered;
            for (const Overlay::Named &own : view->own)
                found.emplace_back(own.name, own.data);
        } else {
            // Through the root each time: a folder may be where another file system begins.
            const int noFollow = level > 1 ? O_NOFOLLOW : 0;
            auto opened = m_target.root->open(inside, O_RDONLY | O_DIRECTORY | noFollow);
            if (!opened)
                return opened.error();
            folder = std::move(*opened);
        }
        if (folder.isValid())
            addNames(folder.value(), covered, found);
        std::ranges::sort(found, {}, &Found::value_type::first);
        for (const auto &[name, known] : found) {
            if (!m_target.showsSecrets && isSecretName(name)) {
                ++m_listing.hidden;
                continue;
            }
            if (m_listing.entries.size() >= m_limits.entries) {
                m_listing.truncated = true;
                return 0;
            }
            const auto data = known ? known : factsOf(folder.value(), name);
            if (!data)
                continue; // deleted meanwhile
            const QByteArray path = inside.isEmpty() ? name : QByteArray(inside + '/' + name);
            add(path, *data);
            if (m_recursive && S_ISDIR(data->st_mode))
                descend(path, level);
        }
        return 0;
    }

private:
    // The folder's own entries get their facts when they are listed: a page of a large folder
    // needs few of them.
    using Found = std::vector<std::pair<QByteArray, std::optional<struct stat>>>;

    static std::optional<struct stat> factsOf(int folder, const QByteArray &name)
    {
        struct stat data = {};
        if (::fstatat(folder, name.constData(), &data, AT_SYMLINK_NOFOLLOW) != 0)
            return {};
        return data;
    }

    void add(const QByteArray &inside, const struct stat &data)
    {
        ListedEntry entry{mountPath(m_target.reach.name) + u'/' + nameFromHost(inside),
                          typeOf(data.st_mode)};
        entry.size = S_ISREG(data.st_mode) ? data.st_size : 0;
        entry.modified = QDateTime::fromMSecsSinceEpoch(
            qint64(data.st_mtim.tv_sec) * 1000 + data.st_mtim.tv_nsec / 1'000'000, QTimeZone::UTC);
        m_listing.entries.append(entry);
    }

    void descend(const QByteArray &inside, int level)
    {
        if (level >= m_limits.depth) {
            m_listing.truncated = true;
            return;
        }
        list(inside, level + 1); // else it is listed, but what is in it is not ours to see
    }

    void addNames(int folder, const QSet<QByteArray> &covered, Found &found)
    {
        const int fd = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR *stream = fd < 0 ? nullptr : ::fdopendir(fd);
        if (!stream)
            return;
        while (const dirent *entry = ::readdir(stream)) {
            const QByteArray name(entry->d_name);
            if (name == "." || name == ".." || covered.contains(name))
                continue;
            if (++m_scanned > maxScanned) {
                m_listing.truncated = true;
                break;
            }
            found.emplace_back(name, std::nullopt);
        }
        ::closedir(stream);
    }

    const Target &m_target;
    bool m_recursive;
    ListLimits m_limits;
    Listing &m_listing;
    int m_scanned = 0;
};

Result<Listing> listFolder(const Target &target, bool recursive, ListLimits limits)
{
    if (target.root->isGone()) // the system lists a deleted folder as an empty one
        return std::unexpected(hostError(target, ESTALE));
    Listing listing{target.path, {}, false};
    if (const int error = Lister(target, recursive, limits, listing).list(target.bytes, 1))
        return std::unexpected(hostError(target, error));
    return listing;
}

// ---- Reading ----

QString mimeTypeOf(const QString &path, bool isText)
{
    static constexpr std::array<std::pair<QStringView, const char *>, 36> types{{
        {u"bmp", "image/bmp"},
        {u"c", "text/x-c"},
        {u"cpp", "text/x-c++"},
        {u"css", "text/css"},
        {u"csv", "text/csv"},
        {u"db", "application/vnd.sqlite3"},
        {u"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
        {u"gif", "image/gif"},
        {u"gz", "application/gzip"},
        {u"h", "text/x-c"},
        {u"htm", "text/html"},
        {u"html", "text/html"},
        {u"ipynb", "application/x-ipynb+json"},
        {u"jpeg", "image/jpeg"},
        {u"jpg", "image/jpeg"},
        {u"js", "text/javascript"},
        {u"json", "application/json"},
        {u"jsonl", "application/jsonl"},
        {u"md", "text/markdown"},
        {u"mp3", "audio/mpeg"},
        {u"mp4", "video/mp4"},
        {u"parquet", "application/vnd.apache.parquet"},
        {u"pdf", "application/pdf"},
        {u"png", "image/png"},
        {u"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
        {u"py", "text/x-python"},
        {u"sqlite", "application/vnd.sqlite3"},
        {u"svg", "image/svg+xml"},
        {u"toml", "application/toml"},
        {u"tsv", "text/tab-separated-values"},
        {u"wav", "audio/wav"},
        {u"webp", "image/webp"},
        {u"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
        {u"xml", "application/xml"},
        {u"yaml", "application/yaml"},
        {u"zip", "application/zip"},
    }};
    const QString name = path.section(u'/', -1);
    const QString extension = name.contains(u'.') ? name.section(u'.', -1).toLower() : QString();
    const auto *found = std::ranges::find(types, QStringView(extension),
                                          &std::pair<QStringView, const char *>::first);
    if (found != types.end())
        return QString::fromLatin1(found->second);
    return isText ? QStringLiteral("text/plain") : QStringLiteral("application/octet-stream");
}

bool isContinuation(char byte)
{
    return (static_cast<uchar>(byte) & 0xC0) == 0x80;
}

// How many bytes at the end begin a character that is not whole.
qsizetype unfinishedBytes(QByteArrayView bytes)
{
    for (qsizetype back = 1; back <= std::min<qsizetype>(3, bytes.size()); ++back) {
        const uchar byte = static_cast<uchar>(bytes[bytes.size() - back]);
        if (byte < 0x80)
            return 0;
        if (byte >= 0xC0) {
            const qsizetype length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
            return length > back ? back : 0;
        }
    }
    return 0;
}

// Leaves only whole characters when the part is text: offsets of pieces need not know where the
// characters of a file begin.
void decideText(FileContent &content)
{
    QByteArrayView part(content.bytes);
    qsizetype skipped = 0;
    if (content.offset > 0) {
        while (skipped < std::min<qsizetype>(3, part.size()) && isContinuation(part[skipped]))
            ++skipped;
    }
    part = part.sliced(skipped);
    const bool isLast = content.offset + content.bytes.size() >= content.size;
    const qsizetype unfinished = isLast ? 0 : unfinishedBytes(part);
    part = part.chopped(unfinished);
    content.isText = part.isValidUtf8() && !part.contains('\0');
    if (content.isText) {
        content.offset += skipped;
        content.bytes = part.toByteArray();
    }
}

Result<QByteArray> readBytes(const Target &target, int fd, qint64 offset, qint64 length)
{
    auto bytes = readAt(fd, offset, length);
    if (!bytes)
        return std::unexpected(hostError(target, bytes.error()));
    return *std::move(bytes);
}

Error isFolder(const Target &target)
{
    return {ErrorCode::InvalidArgument,
            QStringLiteral("“%1” is a folder. Use list_directory to see what is in it.")
                .arg(target.path)};
}

Result<UniqueFd> openStaged(const Target &target, struct stat &data)
{
    auto opened = target.overlay->open(target.bytes, {.read = true}, 0, {});
    if (!opened && opened.error() == EISDIR)
        return std::unexpected(isFolder(target));
    if (!opened)
        return std::unexpected(hostError(target, opened.error()));
    data = opened->data;
    return std::move(opened->fd);
}

Result<UniqueFd> openRegular(const Target &target, struct stat &data)
{
    if (target.overlay)
        return openStaged(target, data);
    // Looked at first: opening a pipe or a device can already do something.
    const auto found = target.root->open(target.bytes, O_PATH);
    if (!found)
        return std::unexpected(hostError(target, found.error()));
    if (::fstat(found->value(), &data) == 0 && S_ISDIR(data.st_mode))
        return std::unexpected(isFolder(target));
    const auto notAFile =
        fail(ErrorCode::InvalidArgument,
             QStringLiteral("“%1” is a pipe, socket or device, not a file.").arg(target.path));
    if (!S_ISREG(data.st_mode))
        return notAFile;
    auto fd = target.root->open(target.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!fd)
        return std::unexpected(hostError(target, fd.error()));
    if (::fstat(fd->value(), &data) != 0 || !S_ISREG(data.st_mode))
        return notAFile;
    return std::move(*fd);
}

Result<FileContent> readContent(const Target &target, qint64 offset, qint64 length)
{
    struct stat data = {};
    const auto fd = openRegular(target, data);
    if (!fd)
        return std::unexpected(fd.error());
    FileContent content{target.path, {}, data.st_size, offset};
    if (offset > content.size) {
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("The offset %1 is behind the end: “%2” has %3 bytes.")
                        .arg(offset)
                        .arg(target.path)
                        .arg(content.size));
    }
    const qint64 most = std::min(limits::maxToolReadBytes, content.size - offset);
    auto bytes = readBytes(target, fd->value(), offset, length < 0 ? most : std::min(length, most));
    if (!bytes)
        return std::unexpected(bytes.error());
    content.bytes = std::move(*bytes);
    decideText(content);
    content.atEnd = content.offset + content.bytes.size() >= content.size;
    content.mimeType = mimeTypeOf(target.path, content.isText);
    return content;
}

template <class T>
QFuture<Result<T>> readyResult(Result<T> result)
{
    return QtFuture::makeReadyValueFuture(std::move(result));
}

Listing listMounts(const QList<MountReach> &reach)
{
    Listing listing{QStringLiteral("/mnt"), {}, false};
    for (const MountReach &mount : reach)
        listing.entries.append({mountPath(mount.name), ListedEntry::Type::Folder});
    return listing;
}

} // namespace

FileTools::FileTools(MountTable &table, Staging *staging, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_staging(staging)
{
    m_pool.setObjectName(QStringLiteral("file-tools"));
    m_pool.setMaxThreadCount(poolThreads);
}

FileTools::~FileTools()
{
    m_pool.clear(); // what waits is cancelled
    m_pool.waitForDone();
}

QFuture<Result<Listing>> FileTools::listDirectory(const QList<MountReach> &reach,
                                                  const QString &path, bool recursive,
                                                  ListLimits limits, const ClientId &client)
{
    if (path == u"/mnt" || path == u"/mnt/")
        return readyResult<Listing>(listMounts(reach));
    const auto target = resolve(m_table, reach, path, m_staging, client);
    if (!target)
        return readyResult<Listing>(std::unexpected(target.error()));
    return startOn<Listing>(m_pool, [target = *target, recursive, limits] {
        return opened(target).and_then(
            [&](const Target &t) { return listFolder(t, recursive, limits); });
    });
}

QFuture<Result<FileContent>> FileTools::readFile(const QList<MountReach> &reach,
                                                 const QString &path, qint64 offset, qint64 length,
                                                 const ClientId &client)
{
    if (offset < 0) {
        return readyResult<FileContent>(
            fail(ErrorCode::InvalidArgument, QStringLiteral("The offset must be 0 or more.")));
    }
    const auto target = resolve(m_table, reach, path, m_staging, client);
    if (!target)
        return readyResult<FileContent>(std::unexpected(target.error()));
    return startOn<FileContent>(m_pool, [target = *target, offset, length] {
        return opened(target).and_then(
            [&](const Target &t) { return readContent(t, offset, length); });
    });
}

} // namespace glovebox::mounts
