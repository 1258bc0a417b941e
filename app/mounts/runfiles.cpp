// SPDX-License-Identifier: MIT
#include "runfiles.h"

#include <base/limits.h>

#include <QCryptographicHash>

#include <cerrno>
#include <cstring>

namespace glovebox::mounts {

namespace {

constexpr size_t maxOpenFolders = 16;

std::pair<quint64, quint64> digestOf(const QString &mount, const QString &path, bool written)
{
    // Neither a mount's name nor a path can hold NUL.
    const QString text = mount + QChar(u'\0') + path + QChar(u'\0') + (written ? u'w' : u'r');
    const QByteArray digest = QCryptographicHash::hash(
        QByteArrayView(reinterpret_cast<const char *>(text.utf16()), text.size() * 2),
        QCryptographicHash::Blake2s_128);
    std::pair<quint64, quint64> value;
    std::memcpy(&value.first, digest.constData(), sizeof value.first);
    std::memcpy(&value.second, digest.constData() + sizeof value.first, sizeof value.second);
    return value;
}

} // namespace

std::expected<int, int> RunFiles::add(std::shared_ptr<OpenFile> file)
{
    const QMutexLocker lock(&m_mutex);
    if (m_ended)
        return std::unexpected(EACCES);
    if (m_files.size() >= limits::maxHandlesPerRun)
        return std::unexpected(EMFILE);
    const int handle = m_next++;
    m_files.insert(handle, std::move(file));
    return handle;
}

std::shared_ptr<OpenFile> RunFiles::file(int handle) const
{
    const QMutexLocker lock(&m_mutex);
    return m_files.value(handle);
}

bool RunFiles::close(int handle)
{
    std::shared_ptr<OpenFile> closed; // closed after the lock is free
    const QMutexLocker lock(&m_mutex);
    closed = m_files.take(handle);
    return closed != nullptr;
}

std::expected<int, int> RunFiles::add(std::shared_ptr<OpenFolder> folder)
{
    const QMutexLocker lock(&m_mutex);
    if (m_ended)
        return std::unexpected(EACCES);
    if (m_folders.size() >= maxOpenFolders)
        m_folders.erase(m_folders.begin());
    const int cursor = m_next++;
    m_folders.emplace(cursor, std::move(folder));
    return cursor;
}

std::shared_ptr<OpenFolder> RunFiles::folder(int cursor) const
{
    const QMutexLocker lock(&m_mutex);
    const auto found = m_folders.find(cursor);
    return found == m_folders.end() ? nullptr : found->second;
}

void RunFiles::closeFolder(int cursor)
{
    const QMutexLocker lock(&m_mutex);
    m_folders.erase(cursor);
}

bool RunFiles::touch(const QString &mount, const QString &path, bool written)
{
    const auto digest = digestOf(mount, path, written);
    const QMutexLocker lock(&m_mutex);
    const qsizetype before = m_touched.size();
    m_touched.insert(digest);
    return m_touched.size() > before;
}

bool RunFiles::hasTouchedTooMany() const
{
    const QMutexLocker lock(&m_mutex);
    return m_touched.size() >= limits::maxFilesTouchedPerRun;
}

bool RunFiles::spend(const QString &mount, qint64 bytes, int files)
{
    const QMutexLocker lock(&m_mutex);
    Spent &spent = m_spent[mount];
    if (spent.bytes + bytes > m_limits.bytes || spent.files + files > m_limits.files)
        return false;
    spent.bytes += bytes;
    spent.files += files;
    return true;
}

bool RunFiles::hasAmpleRoom(const QString &mount) const
{
    const QMutexLocker lock(&m_mutex);
    const Spent spent = m_spent.value(mount);
    return spent.bytes + ampleBytes <= m_limits.bytes &&
           spent.files + ampleFiles <= m_limits.files &&
           m_touched.size() + 2 * ampleFiles <= limits::maxFilesTouchedPerRun;
}

void RunFiles::end()
{
    QHash<int, std::shared_ptr<OpenFile>> files;
    std::map<int, std::shared_ptr<OpenFolder>> folders;
    const QMutexLocker lock(&m_mutex);
    m_ended = true;
    files.swap(m_files);
    folders.swap(m_folders);
}

int RunFiles::openCount() const
{
    const QMutexLocker lock(&m_mutex);
    return static_cast<int>(m_files.size() + qsizetype(m_folders.size()));
}

} // namespace glovebox::mounts
