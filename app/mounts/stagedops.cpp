// SPDX-License-Identifier: MIT
// The operations by path of a staged mount: what a client sees is its stage laid over the folder.
#include "fileargs.h"
#include "filefacts.h"
#include "hostpath.h"
#include "overlay.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

namespace glovebox::mounts {

namespace {

Answer finished(const FileCall &call, const QString &path, int error)
{
    if (error != 0)
        return failed(call, path, error);
    call.touched(path, true);
    return okFrame();
}

Answer lookup(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    const auto data = call.overlay->stat(path->bytes, false);
    if (!data)
        return failed(call, path->text, data.error());
    return okFrame({{QStringLiteral("stat"), statJson(*data)}});
}

Answer readlink(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    const auto target = call.overlay->readlink(path->bytes);
    if (!target)
        return failed(call, path->text, target.error());
    return okFrame({{QStringLiteral("target"), nameFromHost(*target)}});
}

Answer open(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    const auto flags = flagsArgument(call);
    if (!flags)
        return std::unexpected(flags.error());
    const auto mode = modeArgument(call, 0666);
    if (!mode)
        return std::unexpected(mode.error());
    if (auto refusal = touchRefusal(call))
        return std::unexpected(*refusal);
    const auto refusal = flags->create ? budgetRefusal(call, 0, 1) : std::nullopt;
    if (refusal && !call.overlay->stat(path->bytes, !flags->noFollow))
        return std::unexpected(*refusal); // an existing one is not made
    auto opened = call.overlay->open(path->bytes,
                                     {flags->read, flags->write, flags->create, flags->exclusive,
                                      flags->truncate, flags->append, flags->noFollow},
                                     *mode, call.run);
    if (flags->create && !refusal && !(opened && opened->created))
        call.files->spend(call.reach.name, 0, -1);
    if (!opened)
        return failed(call, path->text, opened.error());
    if (opened->created || flags->truncate)
        call.touched(path->text, true);
    auto answer =
        answerOpened(call, *path, *flags, std::move(opened->fd), opened->data, opened->blob);
    if (answer && opened->created)
        answer->header.insert(QStringLiteral("created"), true);
    return answer;
}

Answer truncate(const FileCall &call)
{
    const auto size = integerArgument(call, u"size", maxFileSize);
    if (!size)
        return std::unexpected(size.error());
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    return finished(call, path->text, call.overlay->truncate(path->bytes, *size, call.run));
}

Answer utime(const FileCall &call)
{
    const auto accessed = timeArgument(call, u"atime_ms");
    const auto modified = timeArgument(call, u"mtime_ms");
    if (!accessed || !modified)
        return std::unexpected((accessed ? modified : accessed).error());
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    return finished(call, path->text,
                    call.overlay->utime(path->bytes, *accessed, *modified, call.run));
}

Answer chmod(const FileCall &call)
{
    const auto mode = integerArgument(call, u"mode", 0xFFFFFFFF);
    if (!mode)
        return std::unexpected(mode.error());
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    return finished(call, path->text,
                    call.overlay->chmod(path->bytes, static_cast<mode_t>(*mode), call.run));
}

Answer mkdir(const FileCall &call)
{
    const auto mode = modeArgument(call, 0777);
    if (!mode)
        return std::unexpected(mode.error());
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    if (auto refusal = budgetRefusal(call, 0, 1))
        return std::unexpected(*refusal);
    return finished(call, path->text, call.overlay->mkdir(path->bytes, *mode, call.run));
}

Answer rmdir(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    return finished(call, path->text, call.overlay->rmdir(path->bytes, call.run));
}

Answer unlink(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    return finished(call, path->text, call.overlay->unlink(path->bytes, call.run));
}

Answer symlink(const FileCall &call)
{
    const QString text = call.request.header[u"target"].toString();
    if (text.isEmpty() || text.contains(QChar(u'\0')) || text.size() >= PATH_MAX)
        return refuse(EINVAL, QStringLiteral("The argument “target” must be a path."));
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    const QByteArray target = text.toUtf8();
    if (!linkStaysInside(target, int(path->bytes.count('/')))) {
        return refuse(EPERM, QStringLiteral("A link in mount “%1” must be relative and stay inside "
                                            "it, with “..” only at its beginning: “%2” would not.")
                                 .arg(call.reach.name, path->text));
    }
    if (const auto refusal = secretRefusal(call, target))
        return std::unexpected(*refusal);
    if (auto refusal = budgetRefusal(call, 0, 1))
        return std::unexpected(*refusal);
    return finished(call, path->text, call.overlay->symlink(path->bytes, target, call.run));
}

Answer rename(const FileCall &call)
{
    const auto from = pathArgument(call, u"from");
    if (!from)
        return std::unexpected(from.error());
    const auto to = pathArgument(call, u"to");
    if (!to)
        return std::unexpected(to.error());
    if (const int error = call.overlay->rename(from->bytes, to->bytes, call.run))
        return failed(call, error == ENOENT ? from->text : to->text, error);
    call.touched(from->text, true);
    call.touched(to->text, true);
    return okFrame();
}

struct Staged
{
    QStringView name;
    Answer (*perform)(const FileCall &);
};

// fs.readdir and fs.statfs look for the stage themselves.
constexpr std::array staged{
    Staged{u"fs.lookup", lookup},     Staged{u"fs.open", open},       Staged{u"fs.utime", utime},
    Staged{u"fs.truncate", truncate}, Staged{u"fs.chmod", chmod},     Staged{u"fs.mkdir", mkdir},
    Staged{u"fs.rmdir", rmdir},       Staged{u"fs.unlink", unlink},   Staged{u"fs.rename", rename},
    Staged{u"fs.readlink", readlink}, Staged{u"fs.symlink", symlink},
};

} // namespace

Answer (*stagedOperation(QStringView op))(const FileCall &)
{
    const auto *found = std::ranges::find(staged, op, &Staged::name);
    return found == staged.end() ? nullptr : found->perform;
}

} // namespace glovebox::mounts
