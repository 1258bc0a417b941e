// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <optional>

namespace glovebox::ui {

// The lines that stand around a place that both sides changed, each a line of its own: nothing in
// the texts begins like them.
struct MergeMarks
{
    QString folder; // before what the folder has
    QString client; // before what the client wrote
    QString end;

    bool operator==(const MergeMarks &) const = default;
};

struct MergedText
{
    QString text;
    MergeMarks marks;
    int places = 0; // that both changed, each in its own way
};

// What both sides made of `base`; without it every difference is a place that both changed. Lines
// end with a line feed.
MergedText mergeTexts(const std::optional<QString> &base, const QString &folder,
                      const QString &client);

// The same of files: UTF-8, each with one kind of line ends. The result has the folder's, and its
// byte order mark. nullopt: not text of that kind.
struct MergedFile
{
    QByteArray content;
    MergeMarks marks;
    int places = 0;
};
std::optional<MergedFile> mergeFiles(const QByteArray &base, const QByteArray &folder,
                                     const QByteArray &client);

} // namespace glovebox::ui
