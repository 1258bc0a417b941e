// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagedesk.h"
#include "wheelfile.h"

#include <QFuture>
#include <QPointer>
#include <QThreadPool>

#include <functional>
#include <vector>

namespace glovebox::packages {

// An answer of an index, kept to be asked about ("has it changed?") or to be used again.
struct KeptAnswer
{
    QByteArray body = {};
    QByteArray contentType = {};
    QByteArray etag = {};
    QString url = {}; // after redirections
    QDateTime stored = {};
};

// A wheel's bytes after they were compared with their hash, and what they say about themselves.
struct CheckedWheel
{
    QString fileName = {};
    QString sha256 = {};
    QByteArray bytes = {};
    WheelFacts facts;
};

// Wheels on disk, found by their SHA-256, and answers of indexes:
//   FOLDER/wheels/ab/abcdef….whl and .json (what it is), FOLDER/answers/HASH.json,
//   FOLDER/parts/HASH
// Several processes may use one folder: every file is complete before it has its name, nothing is
// believed that is not compared with its hash when it is used, and a file that another process
// removed is only a file that has to be fetched again. All work is done in threads of its own.
class WheelCache final
{
public:
    // `folder` is made when the first thing is stored.
    explicit WheelCache(QString folder, qint64 maxBytes);
    ~WheelCache(); // waits for its threads

    // Called in the thread that made the cache, after a change.
    void onChange(QObject *context, std::function<void()> changed);

    // NotFound: not there. Corrupt: it was damaged, and is removed.
    QFuture<Result<CheckedWheel>> wheel(const QString &sha256, const QString &fileName);
    // The bytes of any file, checked in the same way; an empty hash is filled in. For bundled
    // wheels and folders of the person.
    QFuture<Result<CheckedWheel>> check(const QString &path, const QString &sha256);
    QFuture<Result<CheckedWheel>> check(const QByteArray &bytes, const QString &fileName,
                                        const QString &sha256);
    // Keeps a wheel; makes room by removing those that were not used for longest.
    QFuture<Result<>> store(const CheckedWheel &wheel, const PlannedPackage &package);

    QFuture<Result<KeptAnswer>> answer(const QString &key);
    void storeAnswer(const QString &key, const KeptAnswer &answer);

    // The beginning of a wheel whose transfer broke off.
    QByteArray takePart(const QString &sha256);
    void storePart(const QString &sha256, const QByteArray &bytes);

    // What is there, once it was listed; kept up to date since. Other processes' wheels come with
    // refresh().
    QList<CachedPackage> packages() const { return m_packages; }
    qint64 bytes() const { return m_bytes; }
    void refresh();
    // Calls at once, or when the folder was listed for the first time.
    void whenListed(QObject *context, std::function<void()> call);

    QString folder() const { return m_folder; }
    // Where a wheel lies, if it is there.
    static QString wheelPath(const QString &folder, const QString &sha256);
    qint64 maxBytes() const { return m_maxBytes; }
    void setMaxBytes(qint64 bytes); // makes room at once
    QFuture<Result<>> clear();

private:
    struct Listing
    {
        QList<CachedPackage> packages;
        qint64 bytes = 0;
    };
    static Listing list(const QString &folder);
    static void makeRoom(const QString &folder, qint64 maxBytes);
    QString answerPath(const QString &key) const;

    QString m_folder;
    qint64 m_maxBytes;
    QList<CachedPackage> m_packages;
    qint64 m_bytes = 0;
    bool m_isListed = false;
    std::vector<std::pair<QPointer<QObject>, std::function<void()>>> m_waiting;
    std::function<void()> m_changed;
    QPointer<QObject> m_context;
    QObject m_home; // results come back to its thread
    QThreadPool m_pool;
};

} // namespace glovebox::packages
