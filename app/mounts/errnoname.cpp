// SPDX-License-Identifier: MIT
#include "errnoname.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace glovebox::mounts {

QString errnoName(int error)
{
    static constexpr std::array<std::pair<int, const char *>, 31> names{{
        {EACCES, "EACCES"},
        {EAGAIN, "EAGAIN"},
        {EBADF, "EBADF"},
        {EBUSY, "EBUSY"},
        {EDQUOT, "EDQUOT"},
        {EEXIST, "EEXIST"},
        {EFBIG, "EFBIG"},
        {EINTR, "EINTR"},
        {EINVAL, "EINVAL"},
        {EIO, "EIO"},
        {EISDIR, "EISDIR"},
        {ELOOP, "ELOOP"},
        {EMFILE, "EMFILE"},
        {EMLINK, "EMLINK"},
        {ENAMETOOLONG, "ENAMETOOLONG"},
        {ENFILE, "ENFILE"},
        {ENODEV, "ENODEV"},
        {ENOENT, "ENOENT"},
        {ENOMEM, "ENOMEM"},
        {ENOSPC, "ENOSPC"},
        {ENOSYS, "ENOSYS"},
        {ENOTDIR, "ENOTDIR"},
        {ENOTEMPTY, "ENOTEMPTY"},
        {ENXIO, "ENXIO"},
        {EOPNOTSUPP, "ENOTSUP"},
        {EOVERFLOW, "EOVERFLOW"},
        {EPERM, "EPERM"},
        {EROFS, "EROFS"},
        {ESTALE, "ESTALE"},
        {ETXTBSY, "ETXTBSY"},
        {EXDEV, "EXDEV"},
    }};
    const auto *found = std::ranges::find(names, error, &std::pair<int, const char *>::first);
    return QString::fromLatin1(found == names.end() ? "EIO" : found->second);
}

} // namespace glovebox::mounts
