// SPDX-License-Identifier: MIT
#include "wheelfile.h"

#include "base/packageplan.h"
#include "packagelimits.h"

#include <KCompressionDevice>

#include <QBuffer>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QtEndian>

#include <algorithm>
#include <vector>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

constexpr quint32 endSignature = 0x06054b50;
constexpr quint32 centralSignature = 0x02014b50;
constexpr quint32 localSignature = 0x04034b50;
constexpr qint64 endSize = 22;
constexpr qint64 centralSize = 46;
constexpr qint64 localSize = 30;
constexpr qint64 maxComment = 65'535;
constexpr quint16 encryptedFlag = 1;
constexpr quint16 storedMethod = 0;
constexpr quint16 deflatedMethod = 8;

struct Entry
{
    QByteArray name;
    quint16 flags = 0;
    quint16 method = 0;
    quint32 crc = 0;
    qint64 packed = 0;
    qint64 unpacked = 0;
    qint64 offset = 0; // of its local header
    qint64 data = 0;   // of its bytes
    quint32 mode = 0;  // of Unix; 0: not told
};

std::unexpected<Error> corrupt(const QString &fileName, const QString &what)
{
    return fail(ErrorCode::Corrupt,
                u"The wheel %1 cannot be used: %2."_s.arg(fileName.left(120), what));
}

// Little-endian numbers at places that were checked. Places count from the archive's beginning,
// also when only its end is here.
class Reader
{
public:
    Reader(const QByteArray &bytes, qint64 base)
        : m_bytes(bytes)
        , m_base(base)
    {
    }
    qint64 begin() const { return m_base; }
    qint64 size() const { return m_base + m_bytes.size(); }
    bool holds(qint64 offset, qint64 length) const
    {
        return offset >= m_base && length >= 0 && offset <= size() - length;
    }
    quint16 u16(qint64 at) const { return qFromLittleEndian<quint16>(place(at)); }
    quint32 u32(qint64 at) const { return qFromLittleEndian<quint32>(place(at)); }
    QByteArray slice(qint64 at, qint64 length) const { return m_bytes.mid(at - m_base, length); }

private:
    const char *place(qint64 at) const { return m_bytes.constData() + (at - m_base); }

    const QByteArray &m_bytes;
    qint64 m_base;
};

// The end record is the last thing in the file: what follows it would be read by some and ignored
// by others.
std::optional<qint64> findEnd(const Reader &reader)
{
    const qint64 first = std::max(reader.begin(), reader.size() - endSize - maxComment);
    for (qint64 at = reader.size() - endSize; at >= first; --at) {
        if (reader.u32(at) == endSignature && at + endSize + reader.u16(at + 20) == reader.size())
            return at;
    }
    return std::nullopt;
}

bool isSafe(const QByteArray &name)
{
    if (name.isEmpty() || name.startsWith('/') || name.contains('\\') || name.contains(':') ||
        !QByteArrayView(name).isValidUtf8() ||
        std::ranges::any_of(name, [](char c) { return uchar(c) < 0x20 || c == 0x7f; }))
        return false;
    const QList<QByteArray> parts =
        name.endsWith('/') ? name.chopped(1).split('/') : name.split('/');
    return std::ranges::none_of(parts, [](const QByteArray &part) {
        return part.isEmpty() || part == "." || part == "..";
    });
}

bool isMetadata(const QByteArray &name)
{
    return name.endsWith(".dist-info/METADATA") && name.count('/') == 1;
}

class Archive
{
public:
    Archive(const QByteArray &bytes, QString fileName, qint64 base = 0)
        : m_reader(bytes, base)
        , m_fileName(std::move(fileName))
    {
    }

    Result<> open();
    // Of an archive whose end alone is here: its directory and one entry. Nothing: not within it.
    Result<std::optional<QByteArray>> metadataOfPart(qint64 maxBytes);
    const std::vector<Entry> &entries() const { return m_entries; }
    Result<QByteArray> content(const Entry &entry, qint64 maxBytes) const;

private:
    struct Directory
    {
        qint64 offset = 0;
        qint64 end = 0;
        int count = 0;
    };
    Result<Directory> directory() const;
    Result<> readCentral(qint64 offset, qint64 end, int count);
    Result<> check(const Entry &entry, QSet<QByteArray> &names) const;
    Result<> locate(Entry &entry) const;
    Result<> checkOverlaps(qint64 directory) const;
    std::unexpected<Error> wrong(const QString &what) const { return corrupt(m_fileName, what); }

    Reader m_reader;
    QString m_fileName;
    std::vector<Entry> m_entries;
};

Result<Archive::Directory> Archive::directory() const
{
    if (m_reader.size() - m_reader.begin() < endSize)
        return wrong(u"it is no zip archive"_s);
    const auto end = findEnd(m_reader);
    if (!end)
        return wrong(u"it is no zip archive, or was cut off"_s);
    const int count = m_reader.u16(*end + 10);
    const qint64 size = m_reader.u32(*end + 12);
    const qint64 offset = m_reader.u32(*end + 16);
    if (m_reader.u16(*end + 4) != 0 || m_reader.u16(*end + 6) != 0 ||
        m_reader.u16(*end + 8) != count || count == 0xffff || offset + size != *end)
        return wrong(u"its directory is not where it should be"_s);
    if (count > limits::maxWheelEntries)
        return wrong(u"it holds %1 files"_s.arg(count));
    return Directory{offset, *end, count};
}

Result<> Archive::open()
{
    const auto found = directory();
    if (!found)
        return std::unexpected(found.error());
    if (const auto read = readCentral(found->offset, found->end, found->count); !read)
        return read;
    QSet<QByteArray> names;
    for (Entry &entry : m_entries) {
        if (const auto checked = check(entry, names); !checked)
            return checked;
        if (const auto located = locate(entry); !located)
            return located;
    }
    return checkOverlaps(found->offset);
}

Result<std::optional<QByteArray>> Archive::metadataOfPart(qint64 maxBytes)
{
    const auto found = directory();
    if (!found)
        return std::unexpected(found.error());
    if (found->offset < m_reader.begin())
        return std::nullopt;
    if (const auto read = readCentral(found->offset, found->end, found->count); !read)
        return std::unexpected(read.error());
    const auto entry =
        std::ranges::find_if(m_entries, [](const Entry &item) { return isMetadata(item.name); });
    if (entry == m_entries.end())
        return wrong(u"it holds no metadata"_s);
    if (!m_reader.holds(entry->offset, localSize))
        return std::nullopt;
    if (const auto located = locate(*entry); !located)
        return std::unexpected(located.error());
    auto content = this->content(*entry, maxBytes);
    if (!content)
        return std::unexpected(content.error());
    return std::optional(*std::move(content));
}

Result<> Archive::readCentral(qint64 offset, qint64 end, int count)
{
    qint64 at = offset;
    for (int i = 0; i < count; ++i) {
        if (at + centralSize > end || m_reader.u32(at) != centralSignature)
            return wrong(u"its directory is damaged"_s);
        const qint64 name = m_reader.u16(at + 28);
        const qint64 rest = m_reader.u16(at + 30) + m_reader.u16(at + 32);
        if (at + centralSize + name + rest > end)
            return wrong(u"its directory is damaged"_s);
        m_entries.push_back({.name = m_reader.slice(at + centralSize, name),
                             .flags = m_reader.u16(at + 8),
                             .method = m_reader.u16(at + 10),
                             .crc = m_reader.u32(at + 16),
                             .packed = m_reader.u32(at + 20),
                             .unpacked = m_reader.u32(at + 24),
                             .offset = m_reader.u32(at + 42),
                             .mode = m_reader.u32(at + 38) >> 16});
        at += centralSize + name + rest;
    }
    if (at != end)
        return wrong(u"its directory is damaged"_s);
    return {};
}

Result<> Archive::check(const Entry &entry, QSet<QByteArray> &names) const
{
    const QString shown = QString::fromUtf8(entry.name.left(80));
    if (!isSafe(entry.name))
        return wrong(u"it wants to write to \"%1\", outside of its folder"_s.arg(shown));
    if (names.contains(entry.name))
        return wrong(u"it holds \"%1\" twice"_s.arg(shown));
    names.insert(entry.name);
    if (const quint32 kind = entry.mode & 0170000; kind != 0 && kind != 0100000 && kind != 0040000)
        return wrong(u"\"%1\" in it is neither a file nor a folder"_s.arg(shown));
    if ((entry.flags & encryptedFlag) != 0)
        return wrong(u"\"%1\" in it is encrypted"_s.arg(shown));
    if (entry.method != storedMethod && entry.method != deflatedMethod)
        return wrong(u"\"%1\" in it is compressed in an unknown way"_s.arg(shown));
    if (entry.method == storedMethod && entry.packed != entry.unpacked)
        return wrong(u"\"%1\" in it has two sizes"_s.arg(shown));
    return {};
}

Result<> Archive::locate(Entry &entry) const
{
    if (!m_reader.holds(entry.offset, localSize) || m_reader.u32(entry.offset) != localSignature)
        return wrong(u"its files are not where its directory says"_s);
    const qint64 name = m_reader.u16(entry.offset + 26);
    const qint64 extra = m_reader.u16(entry.offset + 28);
    entry.data = entry.offset + localSize + name + extra;
    if (!m_reader.holds(entry.data, entry.packed) ||
        m_reader.slice(entry.offset + localSize, name) != entry.name ||
        m_reader.u16(entry.offset + 8) != entry.method)
        return wrong(u"its files are not those of its directory"_s);
    return {};
}

Result<> Archive::checkOverlaps(qint64 directory) const
{
    std::vector<const Entry *> sorted;
    for (const Entry &entry : m_entries)
        sorted.push_back(&entry);
    std::ranges::sort(sorted, {}, &Entry::offset);
    qint64 packed = 0;
    qint64 unpacked = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
        const qint64 next = i + 1 < sorted.size() ? sorted[i + 1]->offset : directory;
        if (sorted[i]->data + sorted[i]->packed > next)
            return wrong(u"its files overlap"_s);
        packed += sorted[i]->packed;
        unpacked += sorted[i]->unpacked;
    }
    if (unpacked > limits::maxUnpackedBytes)
        return wrong(u"unpacked it would be %1 MiB"_s.arg(unpacked / limits::MiB));
    if (unpacked > limits::MiB && unpacked > packed * limits::maxUnpackRatio)
        return wrong(u"it grows to %1 MiB from almost nothing, as only a trap does"_s.arg(
            unpacked / limits::MiB));
    return {};
}

Result<QByteArray> Archive::content(const Entry &entry, qint64 maxBytes) const
{
    if (entry.unpacked > maxBytes)
        return wrong(u"its %1 is larger than %2 KiB"_s.arg(
            QString::fromUtf8(entry.name), QString::number(maxBytes / limits::KiB)));
    QByteArray packed = m_reader.slice(entry.data, entry.packed);
    if (entry.method == storedMethod)
        return packed;
    // KArchive's inflater takes whole gzip files: the same stream between a header and a trailer.
    QByteArray trailer(8, '\0');
    qToLittleEndian(entry.crc, trailer.data());
    qToLittleEndian(quint32(entry.unpacked), trailer.data() + 4);
    packed.prepend(QByteArray::fromHex("1f8b08000000000000ff"));
    packed.append(trailer);
    QBuffer buffer(&packed);
    KCompressionDevice device(&buffer, false, KCompressionDevice::GZip);
    if (!device.open(QIODevice::ReadOnly))
        return wrong(u"its metadata cannot be unpacked"_s);
    const QByteArray content = device.read(entry.unpacked + 1);
    if (content.size() != entry.unpacked)
        return wrong(u"a size in it is not true"_s);
    return content;
}

// One header field of METADATA; the first of that name.
QString field(const QByteArray &metadata, QByteArrayView name)
{
    for (const QByteArray &line : metadata.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).compare(name, Qt::CaseInsensitive) == 0)
            return QString::fromUtf8(line.mid(colon + 1)).trimmed();
    }
    return {};
}

// A version as what compares equal in PEP 440: numbers and words, without separators and zeros at
// the end of a row of numbers.
QStringList versionParts(const QString &version)
{
    static const QHash<QString, QString> words{
        {u"alpha"_s, u"a"_s},    {u"beta"_s, u"b"_s}, {u"c"_s, u"rc"_s},   {u"pre"_s, u"rc"_s},
        {u"preview"_s, u"rc"_s}, {u"v"_s, {}},        {u"r"_s, u"post"_s}, {u"rev"_s, u"post"_s}};
    static const QRegularExpression part(u"0*([0-9]+)|[a-z]+"_s);
    QStringList parts;
    const auto dropZeros = [&parts] {
        while (!parts.isEmpty() && parts.last() == u"0")
            parts.removeLast();
    };
    for (const auto &match : part.globalMatch(version.toLower())) {
        const QString text = match.captured();
        if (text.front().isDigit()) {
            parts.append(match.captured(1));
            continue;
        }
        if (const QString word = words.value(text, text); !word.isEmpty()) {
            dropZeros();
            parts.append(word);
        }
    }
    dropZeros();
    return parts;
}

} // namespace

std::optional<WheelName> wheelName(QStringView fileName)
{
    if (!fileName.endsWith(u".whl") || fileName.contains(u'/') || fileName.contains(u'\\') ||
        fileName.size() > 255)
        return std::nullopt;
    const QList<QStringView> parts = fileName.chopped(4).split(u'-');
    if ((parts.size() != 5 && parts.size() != 6) || parts[0].isEmpty() || parts[1].isEmpty())
        return std::nullopt;
    return WheelName{.name = normalisedPackageName(parts[0]),
                     .version = parts[1].toString(),
                     .platform = parts.last().toString()};
}

bool isForAnyOrWebAssembly(const WheelName &name)
{
    return std::ranges::any_of(name.platform.split(u'.'), [](const QString &platform) {
        return platform == u"any" || platform.endsWith(u"wasm32");
    });
}

Result<QByteArray> metadataInTail(const QByteArray &tail, qint64 wheelBytes,
                                  const QString &fileName)
{
    Archive archive(tail, fileName, wheelBytes - tail.size());
    const auto metadata = archive.metadataOfPart(limits::maxMetadataBytes);
    if (!metadata)
        return std::unexpected(metadata.error());
    if (!*metadata)
        return fail(ErrorCode::NotFound, u"The end of the wheel does not hold its metadata."_s);
    return metadataHeader(**metadata);
}

QByteArray metadataHeader(const QByteArray &metadata)
{
    QByteArray text = metadata;
    text.replace("\r\n", "\n");
    const qsizetype end = text.indexOf("\n\n");
    return end < 0 ? text : text.left(end + 1);
}

Result<QByteArray> readWheelMember(const QByteArray &bytes, QByteArrayView member)
{
    Archive archive(bytes, QString::fromUtf8(member));
    if (const auto opened = archive.open(); !opened)
        return std::unexpected(opened.error());
    const auto found = std::ranges::find(archive.entries(), member, &Entry::name);
    if (found == archive.entries().end())
        return fail(ErrorCode::NotFound,
                    u"The wheel holds no \"%1\"."_s.arg(QString::fromUtf8(member)));
    return archive.content(*found, limits::maxMetadataBytes);
}

Result<> forEachMember(const QByteArray &zip,
                       const std::function<void(const QByteArray &, const QByteArray &)> &take)
{
    Archive archive(zip, u"archive"_s);
    if (const auto opened = archive.open(); !opened)
        return opened;
    for (const Entry &entry : archive.entries()) {
        if (entry.name.endsWith('/'))
            continue;
        const auto content = archive.content(entry, limits::maxUnpackedBytes);
        if (!content)
            return std::unexpected(content.error());
        take(entry.name, *content);
    }
    return {};
}

Result<WheelFacts> inspectWheel(const QByteArray &bytes, const QString &fileName)
{
    const auto named = wheelName(fileName);
    if (!named)
        return corrupt(fileName, u"its file name is not that of a wheel"_s);
    Archive archive(bytes, fileName);
    if (const auto opened = archive.open(); !opened)
        return std::unexpected(opened.error());
    WheelFacts facts;
    const Entry *metadata = nullptr;
    for (const Entry &entry : archive.entries()) {
        facts.unpackedBytes += entry.unpacked;
        facts.files += entry.name.endsWith('/') ? 0 : 1;
        if (!isMetadata(entry.name))
            continue;
        if (metadata)
            return corrupt(fileName, u"it holds the metadata of two packages"_s);
        metadata = &entry;
    }
    if (!metadata)
        return corrupt(fileName, u"it holds no metadata"_s);
    const auto content = archive.content(*metadata, limits::maxMetadataBytes);
    if (!content)
        return std::unexpected(content.error());
    facts.metadata = metadataHeader(*content);
    facts.name = normalisedPackageName(field(facts.metadata, "Name"));
    facts.version = field(facts.metadata, "Version");
    if (facts.name != named->name || facts.version.isEmpty())
        return corrupt(fileName, u"inside it is the package \"%1\""_s.arg(facts.name.left(80)));
    if (versionParts(facts.version) != versionParts(named->version))
        return corrupt(fileName, u"inside it is version \"%1\""_s.arg(facts.version.left(80)));
    return facts;
}

} // namespace glovebox::packages
