// SPDX-License-Identifier: MIT
#include "journal.h"

#include "base/limits.h"
#include "base/logging.h"
#include "keeper.h"
#include "query.h"
#include "reader.h"
#include "workers.h"

#include <QThread>

#include <deque>

namespace glovebox::journal {

class Journal::Private
{
public:
    Private(Journal &journal, const Options &options)
        : q(journal)
        , clock(options.clock ? *options.clock : systemClock())
        , role(options.role)
        , writer(options)
        , reader(options.file)
        , keeper(options, writer)
    {
    }

    void start();
    void stop();
    void onOpened(const Result<> &result);

    // Calls `work` in the writing thread, after everything that was recorded before.
    template <class T, class Work>
    QFuture<Result<T>> write(Work work);
    // Calls `work` in the reading thread; it sees everything that was recorded before.
    template <class T>
    QFuture<Result<T>> read(std::function<Result<T>(Database &)> work);
    // Calls `work` in the thread for what takes long, likewise.
    template <class T>
    QFuture<Result<T>> keep(std::function<Result<T>(Keeper &)> work);

    QFuture<Result<>> wish(Item item);
    void kick();
    void kickSoon();
    void kickLater();
    void synchroniseLater();
    void retryLater();
    void refreshLater();
    void retain();

    void reserve();
    void onReserved(const Result<NumberBlock> &block);
    RunId takeNumber();
    void serveNumbers();

    Journal &q;
    Clock &clock;
    Role role;
    QThread writerThread;
    QThread readerThread;
    QThread keeperThread;
    Writer writer;
    Reader reader;
    Keeper keeper;
    Retention retention;
    SharedPromise<void> openPromise = newPromise<void>();
    QFuture<Result<>> openFuture = openPromise->future();
    QString problem;

    int waitingRows = 0;
    bool kickPosted = false;
    std::unique_ptr<QObject> batchTimer;
    std::unique_ptr<QObject> syncTimer;
    std::unique_ptr<QObject> retryTimer;
    std::unique_ptr<QObject> refreshTimer;
    std::unique_ptr<QObject> retentionTimer;
    bool runEnded = false; // since runs were kept last

    std::deque<NumberBlock> numbers;
    std::deque<SharedPromise<RunId>> numberWaiters;
    bool reserving = false;
};

// ---- Threads

void Journal::Private::start()
{
    writerThread.setObjectName(QStringLiteral("journal-write"));
    readerThread.setObjectName(QStringLiteral("journal-read"));
    writer.moveToThread(&writerThread);
    reader.moveToThread(&readerThread);
    keeperThread.setObjectName(QStringLiteral("journal-keep"));
    keeper.moveToThread(&keeperThread);
    QObject::connect(&writer, &Writer::runsChanged, &q, &Journal::runsChanged);
    QObject::connect(&writer, &Writer::clientsChanged, &q, &Journal::clientsChanged);
    QObject::connect(&writer, &Writer::clientRevoked, &q, &Journal::clientRevoked);
    QObject::connect(&writer, &Writer::problemChanged, &q, [this](const QString &text) {
        problem = text;
        if (!text.isEmpty())
            retryLater();
        Q_EMIT q.problemChanged(text);
    });
    writerThread.start();
    readerThread.start();
    keeperThread.start(QThread::LowPriority);
    QMetaObject::invokeMethod(&writer, [this] {
        const Result<> result = writer.open();
        fulfil<void>(openPromise, result);
        QMetaObject::invokeMethod(&q, [this, result] { onOpened(result); });
    });
}

void Journal::Private::onOpened(const Result<> &result)
{
    if (!result) {
        onReserved(std::unexpected(result.error()));
        return;
    }
    if (role == Role::Program) {
        refreshLater();
        QMetaObject::invokeMethod(&keeper, [this, now = clock.now()] {
            keeper.removeLeftFolders();
            keeper.keepAll(now);
        });
        retain();
    }
    if (role == Role::Program || !numberWaiters.empty())
        reserve();
}

void Journal::Private::stop()
{
    // First: it asks the writer for what it changes.
    keeper.stop();
    QMetaObject::invokeMethod(&keeper, [this] { keeper.close(); }, Qt::BlockingQueuedConnection);
    keeperThread.quit();
    keeperThread.wait();
    const QList<NumberBlock> unused(numbers.begin(), numbers.end());
    QMetaObject::invokeMethod(
        &writer, [this, &unused] { writer.close(unused); }, Qt::BlockingQueuedConnection);
    QMetaObject::invokeMethod(&reader, [this] { reader.close(); }, Qt::BlockingQueuedConnection);
    for (QThread *thread : {&writerThread, &readerThread}) {
        thread->quit();
        thread->wait();
    }
}

template <class T, class Work>
QFuture<Result<T>> Journal::Private::write(Work work)
{
    auto promise = newPromise<T>();
    QMetaObject::invokeMethod(&writer, [this, promise, work = std::move(work)] {
        writer.drain();
        fulfil<T>(promise, work(writer));
    });
    return promise->future();
}

template <class T>
QFuture<Result<T>> Journal::Private::read(std::function<Result<T>(Database &)> work)
{
    auto promise = newPromise<T>();
    const auto inReader = [this, promise, work = std::move(work)] {
        const auto database = reader.database();
        fulfil<T>(promise, database ? work(**database) : std::unexpected(database.error()));
    };
    QMetaObject::invokeMethod(&writer, [this, inReader] {
        writer.drain();
        QMetaObject::invokeMethod(&reader, inReader);
    });
    return promise->future();
}

template <class T>
QFuture<Result<T>> Journal::Private::keep(std::function<Result<T>(Keeper &)> work)
{
    auto promise = newPromise<T>();
    QMetaObject::invokeMethod(&writer, [this, promise, work = std::move(work)] {
        writer.drain();
        QMetaObject::invokeMethod(&keeper,
                                  [this, promise, work] { fulfil<T>(promise, work(keeper)); });
    });
    return promise->future();
}

// ---- When rows are written

QFuture<Result<>> Journal::Private::wish(Item item)
{
    const auto future = item.promise->future();
    writer.enqueue(std::move(item));
    kick();
    return future;
}

void Journal::Private::kick()
{
    waitingRows = 0;
    batchTimer.reset();
    QMetaObject::invokeMethod(&writer, [this] { writer.drain(); });
}

// At the end of this turn of the event loop: what is published together (asked and decided, when
// nobody has to be asked) shares one commit.
void Journal::Private::kickSoon()
{
    if (std::exchange(kickPosted, true))
        return;
    QMetaObject::invokeMethod(
        &q,
        [this] {
            kickPosted = false;
            kick();
        },
        Qt::QueuedConnection);
}

void Journal::Private::kickLater()
{
    if (++waitingRows >= limits::journalBatchRows) {
        kick();
    } else if (!batchTimer) {
        batchTimer = clock.after(limits::journalBatchTime, &q, [this] {
            batchTimer.release()->deleteLater(); // it is calling just now
            kick();
        });
    }
}

// Nobody waits for it: what was written survives the end of this process anyway.
void Journal::Private::synchroniseLater()
{
    if (syncTimer)
        return;
    syncTimer = clock.after(limits::journalSyncTime, &q, [this] {
        syncTimer.release()->deleteLater();
        QMetaObject::invokeMethod(
            &writer, [this, ended = std::exchange(runEnded, false), now = clock.now()] {
                writer.synchronise();
                if (ended)
                    QMetaObject::invokeMethod(&keeper, [this, now] { keeper.keepAll(now); });
            });
    });
}

void Journal::Private::retain()
{
    retentionTimer.reset();
    // Before it is open there is nothing to look at; onOpened() comes back.
    const bool isOpen = openFuture.isFinished() && openFuture.result();
    if (!isOpen || retention == Retention())
        return;
    QMetaObject::invokeMethod(&keeper, [this, wanted = retention, now = clock.now()] {
        keeper.keepAll(now); // counts their bytes
        if (const auto removed = keeper.retain(wanted, now); !removed)
            qCWarning(lcJournal) << removed.error().text << removed.error().detail;
    });
    retentionTimer = clock.after(std::chrono::hours(1), &q, [this] {
        retentionTimer.release()->deleteLater(); // it is calling just now
        retain();
    });
}

void Journal::Private::retryLater()
{
    retryTimer = clock.after(limits::journalRetryTime, &q, [this] {
        retryTimer.release()->deleteLater();
        const bool neverOpened = openFuture.isFinished() && !openFuture.result();
        if (problem.isEmpty() || neverOpened)
            return;
        kick();
        retryLater();
    });
}

void Journal::Private::refreshLater()
{
    refreshTimer = clock.after(limits::clientRefreshTime, &q, [this] {
        refreshTimer.release()->deleteLater();
        QMetaObject::invokeMethod(&writer, [this] { static_cast<void>(writer.refreshClients()); });
        refreshLater();
    });
}

// ---- Numbers

void Journal::Private::reserve()
{
    if (std::exchange(reserving, true))
        return;
    QMetaObject::invokeMethod(&writer, [this] {
        const auto block = writer.reserveNumbers(limits::runNumberBlock);
        QMetaObject::invokeMethod(&q, [this, block] { onReserved(block); });
    });
}

void Journal::Private::onReserved(const Result<NumberBlock> &block)
{
    reserving = false;
    if (block) {
        numbers.push_back(*block);
        serveNumbers();
        return;
    }
    for (const auto &waiter : std::exchange(numberWaiters, {}))
        fulfil<RunId>(waiter, std::unexpected(block.error()));
}

RunId Journal::Private::takeNumber()
{
    NumberBlock &block = numbers.front();
    const RunId run(block.next++);
    if (block.isEmpty())
        numbers.pop_front();
    qint64 left = 0;
    for (const NumberBlock &have : numbers)
        left += have.end - have.next;
    if (left <= limits::runNumberBlock / 2)
        reserve();
    return run;
}

void Journal::Private::serveNumbers()
{
    while (!numberWaiters.empty() && !numbers.empty()) {
        const auto waiter = numberWaiters.front();
        numberWaiters.pop_front();
        fulfil<RunId>(waiter, takeNumber());
    }
    if (!numberWaiters.empty())
        reserve();
}

// ---- The interface

Journal::Journal(const Options &options, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, options))
{
    d->start();
}

Journal::~Journal()
{
    d->stop();
}

QFuture<Result<>> Journal::opened() const
{
    return d->openFuture;
}

QString Journal::problem() const
{
    return d->problem;
}

QFuture<Result<RunId>> Journal::nextRun()
{
    auto promise = newPromise<RunId>();
    d->numberWaiters.push_back(promise);
    const bool failed = d->openFuture.isFinished() && !d->openFuture.result();
    if (failed)
        d->onReserved(std::unexpected(d->openFuture.result().error()));
    else if (d->openFuture.isFinished())
        d->serveNumbers();
    return promise->future();
}

QFuture<Result<>> Journal::record(const RunEvent &event)
{
    Item item{event, event.run, event.seq, newPromise<void>(), false};
    // Its bytes are in the output store; they need not wait here for the disk.
    if (auto *output = std::get_if<event::Output>(&item.event->body))
        output->bytes.clear();
    const auto future = item.promise->future();
    const bool urgent = item.isUrgent();
    d->runEnded = d->runEnded || std::holds_alternative<event::Ended>(item.event->body);
    d->writer.enqueue(std::move(item));
    if (urgent)
        d->kickSoon();
    else
        d->kickLater();
    d->synchroniseLater();
    return future;
}

QFuture<Result<>> Journal::committed(RunId run, qint64 seq)
{
    return d->wish({std::nullopt, run, seq, newPromise<void>(), false});
}

QFuture<Result<>> Journal::durable(RunId run, qint64 seq)
{
    return d->wish({std::nullopt, run, seq, newPromise<void>(), true});
}

QFuture<Result<QList<RunFacts>>> Journal::recordedRuns(RunId before, int count) const
{
    return d->read<QList<RunFacts>>(
        [before, count](Database &database) { return readRuns(database, before, count); });
}

QFuture<Result<QList<RunEvent>>> Journal::recordedEvents(RunId run) const
{
    return d->read<QList<RunEvent>>(
        [run](Database &database) { return readEvents(database, run); });
}

QFuture<Result<QList<JournalRow>>> Journal::find(const JournalQuery &query, RunId before,
                                                 int count) const
{
    return d->read<QList<JournalRow>>([query, before, count](Database &database) {
        return findRuns(database, query, before, count);
    });
}

QFuture<Result<qint64>> Journal::count(const JournalQuery &query) const
{
    return d->read<qint64>([query](Database &database) { return countRuns(database, query); });
}

QFuture<Result<QList<JournalHour>>> Journal::hours(const QDateTime &from,
                                                   const QDateTime &until) const
{
    return d->read<QList<JournalHour>>(
        [from, until](Database &database) { return countHours(database, from, until); });
}

QFuture<Result<JournalChoices>> Journal::choices() const
{
    return d->read<JournalChoices>([](Database &database) { return readChoices(database); });
}

QFuture<Result<JournalRun>> Journal::run(RunId run) const
{
    return d->read<JournalRun>([run](Database &database) { return readRun(database, run); });
}

QFuture<Result<>> Journal::kept()
{
    return d->keep<void>([now = d->clock.now()](Keeper &keeper) -> Result<> {
        keeper.keepAll(now);
        return {};
    });
}

QFuture<Result<PurgeReport>> Journal::purge(const JournalQuery &query)
{
    return d->keep<PurgeReport>([query, now = d->clock.now()](Keeper &keeper) {
        return keeper.purge(query, QStringLiteral("person"), now);
    });
}

void Journal::setRetention(const Retention &retention)
{
    d->retention = retention;
    d->retain();
}

QFuture<Result<qint64>> Journal::exportRuns(const JournalQuery &query, JournalFormat format,
                                            const QString &path)
{
    return d->keep<qint64>(
        [query, format, path](Keeper &keeper) { return keeper.exportRuns(query, format, path); });
}

QFuture<Result<qint64>> Journal::exportRuns(const JournalQuery &query, JournalFormat format,
                                            QIODevice *device)
{
    return d->keep<qint64>([query, format, device](Keeper &keeper) {
        return keeper.exportRuns(query, format, device);
    });
}

QFuture<Result<Verification>> Journal::verify() const
{
    return d->keep<Verification>([](Keeper &keeper) { return keeper.verify(); });
}

QFuture<Result<qint64>> Journal::exportJsonLines(QIODevice *device) const
{
    return d->read<qint64>(
        [device](Database &database) { return journal::exportJsonLines(database, device); });
}

QFuture<Result<NewClient>> Journal::addClient(const QString &label, KeyUse use)
{
    return d->write<NewClient>(
        [label, use](Writer &writer) { return writer.addClient(label, use, false); });
}

QFuture<Result<NewClient>> Journal::addTemporaryClient(const QString &label)
{
    return d->write<NewClient>(
        [label](Writer &writer) { return writer.addClient(label, KeyUse::Header, true); });
}

QFuture<Result<>> Journal::revokeClient(const ClientId &client)
{
    return d->write<void>([client](Writer &writer) { return writer.revokeClient(client); });
}

QFuture<Result<QString>> Journal::changeKey(const ClientId &client)
{
    return d->write<QString>([client](Writer &writer) { return writer.changeKey(client); });
}

QFuture<Result<>> Journal::recordRefusal(const QString &what, int count)
{
    d->synchroniseLater();
    return d->write<void>([what, count](Writer &writer) { return writer.addRefusal(what, count); });
}

QFuture<Result<QList<Client>>> Journal::listClients() const
{
    return d->read<QList<Client>>([](Database &database) { return readClients(database); });
}

std::optional<Client> Journal::findByKeyHash(const QByteArray &hash) const
{
    return d->writer.keys().byHash(hash);
}

std::optional<Client> Journal::findClient(const ClientId &client) const
{
    return d->writer.keys().byId(client);
}

QFuture<Result<>> Journal::refreshClients()
{
    return d->write<void>([](Writer &writer) { return writer.refreshClients(); });
}

} // namespace glovebox::journal
