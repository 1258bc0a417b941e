// SPDX-License-Identifier: MIT
#include "privatefolder.h"

#include "base/win32account.h"

#include <QDir>

#include <aclapi.h>
#include <sddl.h>

#include <string>

namespace glovebox::settings {

namespace {

std::wstring nativePath(const QString &folder)
{
    return QDir::toNativeSeparators(folder).toStdWString();
}

std::unexpected<Error> failSystem(DWORD code)
{
    return fail(ErrorCode::Io, {}, qt_error_string(int(code)));
}

// Everything to the owner and the system, nothing inherited, the same for what is made in it.
using Descriptor = std::unique_ptr<void, win32::FreeLocal>;
Descriptor ownersDescriptor(const win32::Account &account)
{
    LPWSTR sid = nullptr;
    if (!::ConvertSidToStringSidW(account.sid(), &sid))
        return {};
    const std::unique_ptr<void, win32::FreeLocal> owned(sid);
    const std::wstring text =
        std::wstring(L"O:") + sid + L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;" + sid + L")";
    PSECURITY_DESCRIPTOR made = nullptr;
    if (!::ConvertStringSecurityDescriptorToSecurityDescriptorW(text.c_str(), SDDL_REVISION_1,
                                                                &made, nullptr))
        return {};
    return Descriptor(made);
}

// Whether the list lets in anybody who could not come in anyway. No list at all lets in everybody.
bool letsOthersIn(PACL list, const win32::Account &account)
{
    if (list == nullptr)
        return true;
    for (DWORD i = 0; i < list->AceCount; ++i) {
        void *entry = nullptr;
        if (!::GetAce(list, i, &entry))
            return true;
        const auto *header = static_cast<const ACE_HEADER *>(entry);
        if (header->AceType == ACCESS_DENIED_ACE_TYPE)
            continue;
        if (header->AceType != ACCESS_ALLOWED_ACE_TYPE) // conditions and objects: not ours
            return true;
        auto *allowed = static_cast<ACCESS_ALLOWED_ACE *>(entry);
        if (!win32::isTrustedBeside(account, &allowed->SidStart))
            return true;
    }
    return false;
}

} // namespace

Result<> makePrivateFolder(const QString &folder)
{
    const auto account = win32::Account::ofThisProcess();
    const Descriptor descriptor = account ? ownersDescriptor(*account) : Descriptor();
    if (!descriptor)
        return failSystem(::GetLastError());
    SECURITY_ATTRIBUTES attributes = {sizeof attributes, descriptor.get(), FALSE};
    if (!::CreateDirectoryW(nativePath(folder).c_str(), &attributes) &&
        ::GetLastError() != ERROR_ALREADY_EXISTS)
        return failSystem(::GetLastError());
    return {};
}

Result<FolderState> stateOfFolder(const QString &folder)
{
    // Opened once and asked through the handle, so that nobody can swap it in between.
    const win32::OwnedHandle opened(::CreateFileW(
        nativePath(folder).c_str(), READ_CONTROL | FILE_READ_ATTRIBUTES,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
    BY_HANDLE_FILE_INFORMATION facts = {};
    if (opened.get() == INVALID_HANDLE_VALUE || !::GetFileInformationByHandle(opened.get(), &facts))
        return failSystem(::GetLastError());
    if ((facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0 ||
        (facts.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        return FolderState::NotAFolder;
    PSID owner = nullptr;
    PACL list = nullptr;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    const DWORD code = ::GetSecurityInfo(opened.get(), SE_FILE_OBJECT,
                                         OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION,
                                         &owner, nullptr, &list, nullptr, &descriptor);
    if (code != ERROR_SUCCESS)
        return failSystem(code);
    const Descriptor owned(descriptor);
    const auto account = win32::Account::ofThisProcess();
    if (!account)
        return failSystem(::GetLastError());
    // What an administrator makes with full rights belongs to all administrators.
    if (!account->isSame(owner) && !::IsWellKnownSid(owner, WinBuiltinAdministratorsSid))
        return FolderState::Foreign;
    return letsOthersIn(list, *account) ? FolderState::Open : FolderState::Private;
}

QString commandThatCloses(const QString &folder)
{
    return QStringLiteral("icacls \"%1\" /inheritance:r /grant:r \"%USERNAME%:(OI)(CI)F\"")
        .replace(QStringLiteral("%1"), QDir::toNativeSeparators(folder));
}

} // namespace glovebox::settings
