// SPDX-License-Identifier: MIT
#pragma once

// Accounts and handles of Windows, in plain C++ and its own headers. Included on Windows only.
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace glovebox::win32 {

struct CloseHandleOf
{
    using pointer = HANDLE;
    void operator()(HANDLE handle) const { ::CloseHandle(handle); }
};
using OwnedHandle = std::unique_ptr<void, CloseHandleOf>;

struct FreeLocal
{
    void operator()(void *memory) const { ::LocalFree(memory); }
};

// The security identifier of an account, as the bytes in which the system gave it.
class Account
{
public:
    static std::optional<Account> ofToken(HANDLE token);
    static std::optional<Account> ofProcess(DWORD process);
    static std::optional<Account> ofThisProcess();

    PSID sid() const;
    bool isSame(PSID other) const;

private:
    std::vector<std::byte> m_user; // a TOKEN_USER and what it points to
};

// Whether the process at the other end of a named pipe runs as this account.
bool peerOfPipeIsOwnAccount(HANDLE pipe);

// Of the account, the system itself and its administrators, who can enter anything anyway.
bool isTrustedBeside(const Account &account, PSID sid);

} // namespace glovebox::win32
