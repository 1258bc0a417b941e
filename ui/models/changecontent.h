// SPDX-License-Identifier: MIT
#pragma once

#include "base/linediff.h"
#include "tablediff.h"

#include "base/changedesk.h"

#include <QImage>
#include <QObject>

#include <optional>

namespace glovebox::ui {

// What a person looks at: a client's stage, what one run did, what an apply did, or what was
// discarded.
struct ChangeSource
{
    std::optional<StageRef> stage;
    RunId run = {};   // when it is no stage
    RunId apply = {}; // number of an apply, when it is neither
    RunId discard = {};

    bool isStage() const { return stage.has_value(); }

    bool operator==(const ChangeSource &) const = default;
};

// Both sides of one change, read and compared for the eye.
struct ChangeContent
{
    enum class Kind {
        Text,
        Table,
        Image,
        Facts, // size, time and hash: a folder, a link, or bytes that are none of the above
    };

    Kind kind = Kind::Facts;
    QString before = {}; // text; also of tables
    QString after = {};
    LineDiff lines = {};
    TableDiff table = {};
    QImage beforeImage = {};
    QImage afterImage = {};
    QString beforeDigest = {}; // SHA-256, hexadecimal; of Facts, when the bytes were read
    QString afterDigest = {};
    // Of a conflict: what the folder's file became, and what the client made of it, each beside
    // what the client began with.
    struct ThreeWay
    {
        LineDiff folder;
        LineDiff client;
    };
    std::optional<ThreeWay> threeWay = {};
    // Only the beginning was read: the file is larger than what can be compared here.
    bool isCut = false;
    QString problem = {}; // why it could not be read: a sentence for the person
};

// Reads both sides through the desk and compares them on a thread of the pool.
// Finishes always, with `problem` when something went wrong.
QFuture<ChangeContent> loadContent(ChangeDesk &desk, const ChangeSource &source,
                                   const FileChange &change);

// What both sides did to `base`; nothing where one of the three is no text.
std::optional<ChangeContent::ThreeWay>
compareWithBase(const QByteArray &base, const QByteArray &folder, const QByteArray &client);

// Whether a conflict may be one of two texts that can be put together: two files, not too large.
bool isMergeable(const FileChange &change);

// The comparison itself, of bytes that were read.
ChangeContent compareContent(const QByteArray &before, const QByteArray &after, const QString &path,
                             bool isCut);

// Language of a file for KSyntaxHighlighting ("Python", "JSON" …), or empty.
QString languageOf(const QString &path);
// Name of the icon that shows what kind of file it is, by its name.
QString fileIcon(const QString &path);

} // namespace glovebox::ui
