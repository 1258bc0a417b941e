// SPDX-License-Identifier: MIT
#include "landlock.h"

#ifdef __linux__

#include <sys/syscall.h>
#include <unistd.h>

namespace glovebox::sandbox::landlock {

namespace {

// The same on every architecture that has them.
constexpr long createRulesetCall = 444;
constexpr long addRuleCall = 445;
constexpr long restrictSelfCall = 446;

constexpr unsigned createVersion = 1U << 0;
constexpr int ruleBeneath = 1;

constexpr std::uint64_t connections = (1U << 0) | (1U << 1); // bind and connect TCP
constexpr std::uint64_t outside = (1U << 0) | (1U << 1);     // abstract sockets, signals

constexpr std::uint64_t ofFiles = execute | writeFile | readFile | truncate | deviceControl;

struct Rules
{
    std::uint64_t files;
    std::uint64_t net;
    std::uint64_t scoped;
};

struct __attribute__((packed)) Beneath
{
    std::uint64_t rights;
    std::int32_t path;
};

std::uint64_t rightsOf(int version)
{
    constexpr std::uint64_t first = (1U << 13) - 1;
    std::uint64_t rights = first;
    if (version >= 2)
        rights |= refer;
    if (version >= 3)
        rights |= truncate;
    if (version >= 5)
        rights |= deviceControl;
    return rights;
}

// A kernel refuses fields that it does not know, so it is told no more than its version has.
unsigned long sizeOf(int version)
{
    if (version < 4)
        return sizeof(std::uint64_t);
    return version < 6 ? 2 * sizeof(std::uint64_t) : sizeof(Rules);
}

} // namespace

int version()
{
    const long found = ::syscall(createRulesetCall, nullptr, 0UL, createVersion);
    return found > 0 ? static_cast<int>(found) : 0;
}

int makeRules(int version)
{
    const Rules rules{rightsOf(version), connections, outside};
    return static_cast<int>(::syscall(createRulesetCall, &rules, sizeOf(version), 0U));
}

bool allow(int rules, int version, int path, bool isFolder, std::uint64_t rights)
{
    const Beneath rule{rights & rightsOf(version) & (isFolder ? ~std::uint64_t(0) : ofFiles), path};
    return ::syscall(addRuleCall, rules, ruleBeneath, &rule, 0U) == 0;
}

bool enforce(int rules)
{
    return ::syscall(restrictSelfCall, rules, 0U) == 0;
}

} // namespace glovebox::sandbox::landlock

#else

namespace glovebox::sandbox::landlock {

int version()
{
    return 0;
}

int makeRules(int)
{
    return -1;
}

bool allow(int, int, int, bool, std::uint64_t)
{
    return false;
}

bool enforce(int)
{
    return false;
}

} // namespace glovebox::sandbox::landlock

#endif
