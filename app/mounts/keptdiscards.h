// SPDX-License-Identifier: MIT
#pragma once

#include "change.h"
#include "uniquefd.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>
#include <QList>

#include <expected>
#include <map>
#include <optional>
#include <vector>

namespace glovebox::mounts {

// What the person discarded of one stage, kept beside it for some time: the stage's entries as they
// were, and their contents. In STAGE/discards/rN/: record.json, and a file for each content, under
// the name that it had in the stage. A discard is complete there before anything leaves the stage.
// Not thread-safe.
class KeptDiscards
{
public:
    // One entry of the stage; paths are host bytes.
    struct Entry
    {
        QByteArray path;
        std::optional<QByteArray> natural; // the path that its name has in the folder
        QJsonObject node;                  // StagedNode::toJson()
    };
    // A deleted folder above, which comes back with what was deleted in it, and all that was below
    // it: when that is deleted again, so is the folder.
    struct Above
    {
        Entry entry;
        QList<QByteArray> below;
    };
    // What belongs together: one discarded change, what is in it, and where it was moved from.
    struct Group
    {
        QList<Change> changes;      // as the person saw them, by path
        std::vector<Entry> entries; // folders before what is in them
        std::vector<Above> above;   // innermost first
    };
    struct Discard
    {
        QDateTime time; // UTC
        std::vector<Group> groups;
        qint64 bytes = 0; // of its contents
    };
    struct Summary
    {
        RunId number;
        QDateTime time;
        int changes = 0;
        qint64 bytes = 0;
    };

    static constexpr int most = 100; // of one stage

    // Reads what is there. Made as soon as something is kept.
    explicit KeptDiscards(const QString &stageFolder);

    // The highest number that was used in a stage's folder.
    static RunId lastNumber(const QString &stageFolder);

    const std::map<RunId, Discard> &all() const { return m_discards; }
    const Discard *find(RunId number) const;
    const std::vector<Group> &groups(RunId number) const; // of an unknown one: none
    QList<Summary> summaries() const;

    // Begins one: the folder into which its contents are put, then finished or given up.
    std::expected<UniqueFd, int> begin(RunId number) const;
    int finish(RunId number, Discard discard);
    void giveUp(RunId number) const;

    // A content of a discard.
    UniqueFd open(RunId number, const QString &content) const;
    UniqueFd folder(RunId number) const;

    // What is left of a discard; none: it is gone with its contents.
    void setGroups(RunId number, std::vector<Group> groups);
    void dropBefore(const QDateTime &time);
    bool dropOldest(); // false: there is none
    void boundTo(qint64 bytes);

private:
    QString folderOf(RunId number) const;
    int write(const QString &folder, const Discard &discard) const;
    void read(RunId number);

    QString m_folder;
    std::map<RunId, Discard> m_discards; // by number: the oldest first
};

} // namespace glovebox::mounts
