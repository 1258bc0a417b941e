// SPDX-License-Identifier: MIT
#include "files.h"

#include "base/inpool.h"
#include "base/limits.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QSaveFile>

namespace glovebox::ui {

namespace {

class Files
{
    Q_DECLARE_TR_FUNCTIONS(Files)
};

QFileDialog *opened(QFileDialog *dialog, QWidget *parent, const PathTaker &chosen)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
    dialog->open();
    return dialog;
}

// `write` returns what went wrong, in the system's words; empty: nothing.
Result<> writeTo(const QString &path, const std::function<QString(QSaveFile &file)> &write)
{
    QSaveFile file(path);
    QString problem;
    if (!file.open(QIODevice::WriteOnly))
        problem = file.errorString();
    else
        problem = write(file);
    if (problem.isEmpty() && !file.commit())
        problem = file.errorString();
    if (problem.isEmpty())
        return {};
    return fail(ErrorCode::Io, Files::tr("%1 could not be written: %2.").arg(path, problem));
}

QString copyAll(QFile &from, QSaveFile &to)
{
    if (!from.open(QIODevice::ReadOnly))
        return from.errorString();
    while (!from.atEnd()) {
        const QByteArray part = from.read(limits::MiB);
        if (part.isEmpty())
            return from.errorString();
        if (to.write(part) != part.size())
            return to.errorString();
    }
    return {};
}

std::unexpected<Error> unread(const QFile &file)
{
    return fail(ErrorCode::Io,
                Files::tr("%1 cannot be read: %2.").arg(file.fileName(), file.errorString()));
}

} // namespace

QFileDialog *askWhereToSave(QWidget *parent, const SaveWish &wish, const PathTaker &chosen)
{
    auto *dialog = new QFileDialog(parent, wish.title, {}, wish.filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(wish.suffix);
    dialog->selectFile(wish.name);
    return opened(dialog, parent, chosen);
}

QFileDialog *askForFile(QWidget *parent, const QString &title, const QString &filter,
                        const PathTaker &chosen)
{
    auto *dialog = new QFileDialog(parent, title, {}, filter);
    dialog->setFileMode(QFileDialog::ExistingFile);
    return opened(dialog, parent, chosen);
}

QFuture<Result<>> writeWhole(const QString &path, const QByteArray &bytes)
{
    return inPool(*QThreadPool::globalInstance(), [path, bytes] {
        return writeTo(path, [&bytes](QSaveFile &file) {
            return file.write(bytes) == bytes.size() ? QString() : file.errorString();
        });
    });
}

QFuture<Result<>> copyWhole(const QString &source, const QString &path)
{
    return inPool(*QThreadPool::globalInstance(), [source, path] {
        return writeTo(path, [&source](QSaveFile &file) {
            QFile from(source);
            return copyAll(from, file);
        });
    });
}

QFuture<Result<QByteArray>> readFile(const QString &path, qint64 most)
{
    return inPool(*QThreadPool::globalInstance(), [path, most]() -> Result<QByteArray> {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return unread(file);
        const QByteArray bytes = file.read(most);
        if (file.error() != QFileDevice::NoError)
            return unread(file);
        return bytes;
    });
}

QString savedText(const QString &path, const Result<> &saved)
{
    return saved ? Files::tr("Saved %1").arg(path) : saved.error().text;
}

} // namespace glovebox::ui
