// SPDX-License-Identifier: MIT
#pragma once

#include "filelock.h"
#include "keytable.h"
#include "store.h"

#include <QMutex>
#include <QObject>
#include <QPromise>
#include <QSet>

#include <functional>
#include <memory>
#include <vector>

namespace glovebox::journal {

// A promise that can be carried through the queues of threads.
template <class T>
using SharedPromise = std::shared_ptr<QPromise<Result<T>>>;

template <class T>
SharedPromise<T> newPromise()
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    return promise;
}

template <class T>
void fulfil(const SharedPromise<T> &promise, Result<T> result)
{
    promise->addResult(std::move(result));
    promise->finish();
}

// An event to be written, or the wish that one be written.
struct Item
{
    std::optional<RunEvent> event;
    RunId run;
    qint64 seq = 0;
    SharedPromise<void> promise;
    bool synchronise = false; // a wish: on the disk, not only in the file

    bool isUrgent() const;
};

// The end of the journal that writes, in a thread of its own. Only enqueue() is called from
// another. What is enqueued while a commit waits for the disk goes into one next commit.
class Writer final : public QObject
{
    Q_OBJECT

public:
    explicit Writer(const Options &options);

    void enqueue(Item item);

    // The rest happens in the writer's thread.
    Result<> open();
    void close(const QList<NumberBlock> &unused);
    void drain();
    // What was committed so far goes to the disk.
    void synchronise();
    Result<NumberBlock> reserveNumbers(int count);
    Result<NewClient> addClient(const QString &label, KeyUse use, bool temporary);
    Result<> revokeClient(const ClientId &client);
    Result<QString> changeKey(const ClientId &client);
    Result<> refreshClients();
    Result<> addRefusal(const QString &what, int count);

    // For the keeper's changes. What was recorded before is written first.
    Result<Store *> store();
    // Says once what changed in the list of runs since it was said last.
    void tellChanges();

    KeyTable &keys() { return m_keys; }

Q_SIGNALS:
    void runsChanged();
    void problemChanged(const QString &problem);
    void clientsChanged();
    void clientRevoked(const glovebox::ClientId &client);

private:
    void takeInbox();
    void write(Sync sync);
    void answerWaiters();
    Result<> isWritten(const Item &waiter);
    void failAll(const Error &error);
    void setProblem(const QString &problem);
    Result<> reloadClients();

    Options m_options;
    Clock &m_clock;
    Result<> m_opened;
    FileLock m_lock;
    std::unique_ptr<Store> m_store;
    KeyTable m_keys;
    qint64 m_dataVersion = -1;
    QList<ClientId> m_temporary; // of this process
    QString m_problem;

    QMutex m_inboxMutex;
    std::vector<Item> m_inbox;
    std::vector<Item> m_events;               // not written yet, in order
    std::vector<Item> m_waiters;              // for events to be written
    QSet<std::pair<RunId, qint64>> m_written; // by the last commit
};

// The end that reads, so that a long list never holds up a commit.
class Reader final : public QObject
{
    Q_OBJECT

public:
    explicit Reader(const QString &file);

    Result<Database *> database(); // opened when first wanted

    void close() { m_database.reset(); }

private:
    QString m_file;
    std::unique_ptr<Database> m_database;
};

} // namespace glovebox::journal
