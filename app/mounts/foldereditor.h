// SPDX-License-Identifier: MIT
#pragma once

#include "filefacts.h"
#include "mountroot.h"
#include "runrecorder.h"

#include <QMutex>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace glovebox::mounts {

// Changes single entries of a mounted folder, each in one step that cannot be seen half done:
// what is new is complete on the disk before it takes the place of what was there, by an
// exchange of names, and what comes out of the exchange is compared with what was expected. So
// neither a killed process nor somebody else's change at the same moment loses anything.
//
// The step under way is noted in a small journal beside, on the disk before the step begins.
// Not thread-safe; one editor per journal.
class FolderEditor
{
public:
    // `journal`: a file in the profile that belongs to this editor alone.
    FolderEditor(std::shared_ptr<const MountRoot> root, const QString &journal);

    // Every entry's state is kept by this recorder before it is changed from now on.
    void setRecorder(std::shared_ptr<RunRecorder> recorder, const QString &mount,
                     const QString &hostPath);

    // Finishes or takes back the step of a killed process. `done` gets what was changed after
    // all: the path, and where it came from when it was moved.
    void recover(const std::function<void(const QByteArray &path, const QByteArray &from)> &done);

    // Each: null when done, else the sentence for the person why the folder is as it was.
    // `expected`: what must be there now (nullopt: nothing). With `force`, what is there is
    // replaced whatever it is, as long as it is no folder.
    struct Attributes
    {
        int permissions = 0644;
        std::optional<qint64> modifiedNs = {};
        std::optional<qint64> accessedNs = {};
    };
    using Refusal = QString;
    // `whyNot` is asked when the copy is whole and not yet in its place: a sentence, and nothing is
    // done.
    Refusal putFile(const QByteArray &path, int source, const Attributes &attributes,
                    const std::optional<FileFacts> &expected, bool force,
                    const std::function<Refusal()> &whyNot = {});
    Refusal putLink(const QByteArray &path, const QByteArray &target,
                    const std::optional<FileFacts> &expected, bool force);
    Refusal move(const QByteArray &from, const FileFacts &fromFacts, const QByteArray &to,
                 const std::optional<FileFacts> &expected, bool force);
    Refusal remove(const QByteArray &path, const FileFacts &expected, bool force);
    Refusal makeFolder(const QByteArray &path, int permissions);
    Refusal removeFolder(const QByteArray &path);
    Refusal setAttributes(const QByteArray &path, const FileFacts &expected,
                          const std::optional<int> &permissions,
                          const std::optional<qint64> &modifiedNs, bool force);

    const MountRoot &root() const { return *m_root; }

private:
    struct Step;
    bool begin(const Step &step);
    void end();
    Refusal place(const MountRoot::Entry &entry, const QByteArray &path, const QByteArray &temp,
                  const std::optional<FileFacts> &expected, bool force);
    Refusal changedMeanwhile(const QByteArray &path) const;
    Refusal failed(const QByteArray &path, int error) const;

    void record(const QByteArray &path) const;

    std::shared_ptr<const MountRoot> m_root;
    QString m_journal;
    std::shared_ptr<RunRecorder> m_recorder;
    QString m_mount;
    QString m_hostPath;
};

} // namespace glovebox::mounts
