// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QFuture>

#include <functional>

QT_BEGIN_NAMESPACE
class QFileDialog;
class QWidget;
QT_END_NAMESPACE

// Files that the person names. Dialogs are opened and not executed: a loop inside of ours would
// answer clients in the middle of whatever asked. Files are read and written in another thread; an
// error's text is a sentence for the person.
namespace glovebox::ui {

using PathTaker = std::function<void(const QString &path)>;

struct SaveWish
{
    QString title;
    QString suffix; // without a dot, for a name that has none
    QString name;   // to begin with
    QString filter = {};
};

// The dialog belongs to `parent` and goes by itself; `chosen` is called once, or never. It asks
// before it takes a file that is there.
QFileDialog *askWhereToSave(QWidget *parent, const SaveWish &wish, const PathTaker &chosen);
QFileDialog *askForFile(QWidget *parent, const QString &title, const QString &filter,
                        const PathTaker &chosen);

// Afterwards `path` holds all of it, or what it held before.
QFuture<Result<>> writeWhole(const QString &path, const QByteArray &bytes);
QFuture<Result<>> copyWhole(const QString &source, const QString &path);
// Its first `most` bytes.
QFuture<Result<QByteArray>> readFile(const QString &path, qint64 most);

// For the person: that it was saved, or what went wrong.
QString savedText(const QString &path, const Result<> &saved);

} // namespace glovebox::ui
