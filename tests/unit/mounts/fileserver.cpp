// SPDX-License-Identifier: MIT
// fileserver FOLDER: file calls from standard input, answered on standard output, each a length
// (u32, little endian) and a frame. FOLDER holds the mounts "rw" and "staged", and the profile. For
// tests that bring the sandbox's side.
#include <mounts/filecalls.h>
#include <mounts/staging.h>
#include <mounts/undohistory.h>

#include <QCoreApplication>
#include <QDir>
#include <QtEndian>

#include <unistd.h>

#include <array>

using namespace glovebox;
using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

namespace {

bool readWhole(char *data, qint64 size)
{
    while (size > 0) {
        const ssize_t part = ::read(STDIN_FILENO, data, size_t(size));
        if (part <= 0)
            return false;
        data += part;
        size -= part;
    }
    return true;
}

bool writeWhole(const QByteArray &data)
{
    for (qint64 done = 0; done < data.size();) {
        const ssize_t part =
            ::write(STDOUT_FILENO, data.constData() + done, size_t(data.size() - done));
        if (part <= 0)
            return false;
        done += part;
    }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc != 2)
        return 2;
    const QString folder = QString::fromLocal8Bit(argv[1]);
    QDir().mkpath(folder + u"/profile"_s);
    MountTable table(folder + u"/profile"_s);
    for (const auto mode : {MountMode::ReadWrite, MountMode::Staged}) {
        const QString name = toString(mode);
        if (const auto added = table.add({name, folder + u'/' + name, mode}); !added)
            qFatal("%s", qPrintable(added.error().text));
    }
    Staging staging(table, folder + u"/profile/staged"_s, {.freeReserve = 0});
    UndoHistory undo(table, folder + u"/profile/undo"_s, {.freeReserve = 0});
    FileCalls calls(table, &staging, &undo);
    const CallScope scope{RunId(1), table.reachFor(personClient()), ClientId(u"c000000000001"_s)};
    std::array<char, 4> length{};
    while (readWhole(length.data(), length.size())) {
        QByteArray bytes(qFromLittleEndian<quint32>(length.data()), Qt::Uninitialized);
        if (!readWhole(bytes.data(), bytes.size()))
            break;
        const auto request = decodeSingle(bytes);
        if (!request)
            return 1;
        auto future = calls.call(scope, *request);
        future.waitForFinished();
        const QByteArray answer = encode(future.result());
        qToLittleEndian(quint32(answer.size()), length.data());
        if (!writeWhole(QByteArray(length.data(), length.size()) + answer))
            break;
        QCoreApplication::processEvents();
    }
    return 0;
}
