// SPDX-License-Identifier: MIT
#include "containment_windows.h"

#include "windowsnames.h"

#include <windows.h>
#include <winternl.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

namespace glovebox::mounts {

namespace {

// Of the kernel's headers, which programs do not get.
constexpr ULONG dontReparse = 0x00001000; // OBJ_DONT_REPARSE, Windows 10 1709
constexpr NTSTATUS reparsePointEncountered = NTSTATUS(0xC000050BL);
constexpr NTSTATUS stoppedOnSymlink = NTSTATUS(0x8000002DL);
constexpr NTSTATUS nameNotFound = NTSTATUS(0xC0000034L);
constexpr NTSTATUS pathNotFound = NTSTATUS(0xC000003AL);
constexpr NTSTATUS nameCollision = NTSTATUS(0xC0000035L);
constexpr NTSTATUS notADirectory = NTSTATUS(0xC0000103L);
constexpr NTSTATUS isADirectory = NTSTATUS(0xC00000BAL);
constexpr NTSTATUS sharingViolation = NTSTATUS(0xC0000043L);
constexpr NTSTATUS deletePending = NTSTATUS(0xC0000056L);
constexpr NTSTATUS diskFull = NTSTATUS(0xC000007FL);
constexpr NTSTATUS writeProtected = NTSTATUS(0xC00000A2L);
constexpr NTSTATUS invalidName = NTSTATUS(0xC0000033L);

class Handle
{
public:
    explicit Handle(HANDLE handle = nullptr)
        : m_handle(handle)
    {
    }
    Handle(Handle &&other) noexcept
        : m_handle(std::exchange(other.m_handle, nullptr))
    {
    }
    Handle &operator=(Handle &&other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    ~Handle() { closeWindowsHandle(m_handle); }

    HANDLE value() const { return m_handle; }
    HANDLE release() { return std::exchange(m_handle, nullptr); }

private:
    HANDLE m_handle;
};

int errnoOf(NTSTATUS status)
{
    switch (status) {
    case reparsePointEncountered:
    case stoppedOnSymlink:
        return EXDEV;
    case nameNotFound:
    case pathNotFound:
    case deletePending:
        return ENOENT;
    case nameCollision:
        return EEXIST;
    case notADirectory:
        return ENOTDIR;
    case isADirectory:
        return EISDIR;
    case sharingViolation:
        return EBUSY;
    case diskFull:
        return ENOSPC;
    case writeProtected:
        return EROFS;
    case invalidName:
        return EINVAL;
    default:
        return EACCES;
    }
}

int errnoOf(NameFault fault)
{
    switch (fault) {
    case NameFault::None:
        return 0;
    case NameFault::Stream:
    case NameFault::Device:
        return EACCES;
    case NameFault::TooLong:
        return ENAMETOOLONG;
    case NameFault::Empty:
    case NameFault::Dots:
    case NameFault::Character:
    case NameFault::Trailing:
    case NameFault::NotUnicode:
        break;
    }
    return EINVAL;
}

// One name, from a folder that is held. The object manager refuses every reparse point on the way,
// and a single name has no way; what the entry itself is, the kernel looks at while it opens it.
std::expected<Handle, NTSTATUS> openEntry(HANDLE folder, std::string_view name, ACCESS_MASK access,
                                          ULONG disposition, ULONG options)
{
    std::u16string text = utf16Of(name);
    UNICODE_STRING native = {};
    native.Buffer = reinterpret_cast<PWSTR>(text.data());
    native.Length = USHORT(text.size() * sizeof(char16_t));
    native.MaximumLength = native.Length;
    OBJECT_ATTRIBUTES attributes = {};
    InitializeObjectAttributes(&attributes, &native, OBJ_CASE_INSENSITIVE | dontReparse, folder,
                               nullptr);
    IO_STATUS_BLOCK io = {};
    HANDLE opened = nullptr;
    const NTSTATUS status = ::NtCreateFile(
        &opened, access | SYNCHRONIZE | FILE_READ_ATTRIBUTES, &attributes, &io, nullptr,
        FILE_ATTRIBUTE_NORMAL, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, disposition,
        options | FILE_SYNCHRONOUS_IO_NONALERT, nullptr, 0);
    if (status < 0)
        return std::unexpected(status);
    return Handle(opened);
}

DWORD volumeOf(HANDLE handle)
{
    BY_HANDLE_FILE_INFORMATION facts = {};
    return ::GetFileInformationByHandle(handle, &facts) ? facts.dwVolumeSerialNumber : 0;
}

// Errno of an entry that was opened: a link that the system resolved by itself, a pipe, another
// volume, or a short name. 0: it is what was asked for.
int faultOf(HANDLE entry, std::string_view name, DWORD volume, bool crosses)
{
    FILE_ATTRIBUTE_TAG_INFO tag = {};
    if (!::GetFileInformationByHandleEx(entry, FileAttributeTagInfo, &tag, sizeof tag))
        return EACCES;
    if ((tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
        reparseOf(tag.ReparseTag) == Reparse::Elsewhere)
        return EXDEV;
    if (::GetFileType(entry) != FILE_TYPE_DISK)
        return EACCES;
    if (!crosses && volumeOf(entry) != volume)
        return EXDEV;
    if (!mayBeShortName(name))
        return 0;
    std::vector<wchar_t> path(32 * 1024);
    const DWORD length = ::GetFinalPathNameByHandleW(entry, path.data(), DWORD(path.size()),
                                                     FILE_NAME_NORMALIZED | VOLUME_NAME_NONE);
    if (length == 0 || length >= path.size())
        return EACCES;
    const std::u16string_view real(reinterpret_cast<const char16_t *>(path.data()), length);
    return isNamed(real, name) ? 0 : ENOENT;
}

std::vector<std::string_view> namesOf(std::string_view path)
{
    std::vector<std::string_view> names;
    for (;;) {
        const std::size_t slash = path.find('/');
        names.push_back(path.substr(0, slash));
        if (slash == std::string_view::npos)
            return names;
        path.remove_prefix(slash + 1);
    }
}

} // namespace

std::expected<WindowsHandle, int> openWindowsRoot(std::wstring_view path)
{
    const std::wstring text(path);
    HANDLE handle = ::CreateFileW(text.c_str(), FILE_LIST_DIRECTORY | FILE_TRAVERSE,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (handle == INVALID_HANDLE_VALUE)
        return std::unexpected(::GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT);
    return handle;
}

std::expected<WindowsHandle, int> openWindowsBeneath(WindowsHandle root, std::string_view path,
                                                     const WindowsOpening &opening)
{
    const DWORD volume = volumeOf(root);
    const std::vector<std::string_view> names =
        path.empty() ? std::vector<std::string_view>{} : namesOf(path);
    for (const std::string_view name : names) {
        if (const int error = errnoOf(windowsNameFault(name)))
            return std::unexpected(error);
    }
    if (names.empty()) {
        HANDLE copy = nullptr;
        const HANDLE self = ::GetCurrentProcess();
        if (!::DuplicateHandle(self, root, self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
            return std::unexpected(EACCES);
        return copy;
    }
    Handle folder;
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
        auto next = openEntry(folder.value() ? folder.value() : root, names[i],
                              FILE_LIST_DIRECTORY | FILE_TRAVERSE, FILE_OPEN, FILE_DIRECTORY_FILE);
        if (!next)
            return std::unexpected(errnoOf(next.error()));
        if (const int error = faultOf(next->value(), names[i], volume, opening.crossesVolumes))
            return std::unexpected(error);
        folder = std::move(*next);
    }
    const ACCESS_MASK access =
        (opening.read ? FILE_GENERIC_READ : 0U) | (opening.write ? FILE_GENERIC_WRITE : 0U);
    const ULONG disposition = opening.exclusive ? FILE_CREATE
                              : opening.create  ? FILE_OPEN_IF
                                                : FILE_OPEN;
    auto opened =
        openEntry(folder.value() ? folder.value() : root, names.back(), access, disposition,
                  opening.directory ? FILE_DIRECTORY_FILE : FILE_NON_DIRECTORY_FILE);
    if (!opened)
        return std::unexpected(errnoOf(opened.error()));
    if (const int error = faultOf(opened->value(), names.back(), volume, opening.crossesVolumes))
        return std::unexpected(error);
    return opened->release();
}

void closeWindowsHandle(WindowsHandle handle)
{
    if (handle)
        ::CloseHandle(handle);
}

} // namespace glovebox::mounts
