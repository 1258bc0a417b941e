// SPDX-License-Identifier: MIT
#include "files.h"

#include "percent.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QSaveFile>

namespace glovebox::notebook {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

QByteArray digestOf(QByteArrayView bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

Result<QByteArray> readAll(const QString &path)
{
    QFile file(path);
    const QFileInfo info(path);
    if (info.exists() && !info.isFile())
        return fail(ErrorCode::InvalidArgument, Words::tr("%1 is not a file.").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return fail(info.exists() ? ErrorCode::Io : ErrorCode::NotFound,
                    Words::tr("%1 cannot be read: %2").arg(path, file.errorString()));
    if (file.size() > maxNotebookBytes)
        return fail(
            ErrorCode::LimitExceeded,
            Words::tr("%1 is larger than %2 MB.").arg(path).arg(maxNotebookBytes / 1024 / 1024));
    QByteArray bytes = file.read(maxNotebookBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::Io,
                    Words::tr("%1 cannot be read: %2").arg(path, file.errorString()));
    return bytes;
}

} // namespace

FileFormat formatOf(const QString &path)
{
    return path.endsWith(u".py", Qt::CaseInsensitive) ? FileFormat::Percent : FileFormat::Ipynb;
}

Result<ReadFile> readFile(const QString &path)
{
    const auto bytes = readAll(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const FileFormat format = formatOf(path);
    auto content = format == FileFormat::Percent ? readPercent(*bytes) : readIpynb(*bytes);
    if (!content)
        return std::unexpected(content.error());
    return ReadFile{std::move(*content), format, digestOf(*bytes)};
}

QByteArray digestOfFile(const QString &path)
{
    const auto bytes = readAll(path);
    return bytes ? digestOf(*bytes) : QByteArray();
}

Result<QByteArray> replaceFile(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    const bool isWritten =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    if (!isWritten)
        return fail(ErrorCode::Io,
                    Words::tr("%1 could not be written: %2").arg(path, file.errorString()));
    return digestOf(bytes);
}

QByteArray bytesFor(const Notebook &notebook, FileFormat format)
{
    return format == FileFormat::Percent ? writePercent(notebook) : writeIpynb(notebook);
}

} // namespace glovebox::notebook
