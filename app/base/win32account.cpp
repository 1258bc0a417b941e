// SPDX-License-Identifier: MIT
#include "win32account.h"

namespace glovebox::win32 {

std::optional<Account> Account::ofToken(HANDLE token)
{
    DWORD size = 0;
    ::GetTokenInformation(token, TokenUser, nullptr, 0, &size);
    if (size < sizeof(TOKEN_USER))
        return std::nullopt;
    Account account;
    account.m_user.resize(size);
    if (!::GetTokenInformation(token, TokenUser, account.m_user.data(), size, &size))
        return std::nullopt;
    return account;
}

std::optional<Account> Account::ofProcess(DWORD process)
{
    const OwnedHandle opened(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
    HANDLE token = nullptr;
    if (!opened || !::OpenProcessToken(opened.get(), TOKEN_QUERY, &token))
        return std::nullopt;
    return ofToken(OwnedHandle(token).get());
}

std::optional<Account> Account::ofThisProcess()
{
    HANDLE token = nullptr;
    if (!::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &token))
        return std::nullopt;
    return ofToken(OwnedHandle(token).get());
}

PSID Account::sid() const
{
    return reinterpret_cast<const TOKEN_USER *>(m_user.data())->User.Sid;
}

bool Account::isSame(PSID other) const
{
    return other != nullptr && ::IsValidSid(other) && ::EqualSid(sid(), other);
}

bool peerOfPipeIsOwnAccount(HANDLE pipe)
{
    DWORD flags = 0;
    ULONG process = 0;
    if (!::GetNamedPipeInfo(pipe, &flags, nullptr, nullptr, nullptr))
        return false;
    const BOOL known = (flags & PIPE_SERVER_END) != 0
                           ? ::GetNamedPipeClientProcessId(pipe, &process)
                           : ::GetNamedPipeServerProcessId(pipe, &process);
    if (!known)
        return false;
    const auto peer = Account::ofProcess(process);
    const auto own = Account::ofThisProcess();
    return peer && own && own->isSame(peer->sid());
}

bool isTrustedBeside(const Account &account, PSID sid)
{
    return account.isSame(sid) || ::IsWellKnownSid(sid, WinLocalSystemSid) ||
           ::IsWellKnownSid(sid, WinBuiltinAdministratorsSid) ||
           ::IsWellKnownSid(sid, WinCreatorOwnerSid);
}

} // namespace glovebox::win32
