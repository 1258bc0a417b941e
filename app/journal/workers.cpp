// SPDX-License-Identifier: MIT
#include "workers.h"

#include "base/logging.h"

#include <algorithm>

namespace glovebox::journal {

bool Item::isUrgent() const
{
    return !event || std::holds_alternative<event::Asked>(event->body) ||
           std::holds_alternative<event::Decided>(event->body) ||
           std::holds_alternative<event::Ended>(event->body);
}

Writer::Writer(const Options &options)
    : m_options(options)
    , m_clock(options.clock ? *options.clock : systemClock())
    , m_opened(fail(ErrorCode::Unavailable, QStringLiteral("The journal is not open.")))
{
}

void Writer::enqueue(Item item)
{
    const QMutexLocker lock(&m_inboxMutex);
    m_inbox.push_back(std::move(item));
}

Result<> Writer::open()
{
    const auto work = [this]() -> Result<> {
        if (m_options.role == Role::Program) {
            if (auto taken = m_lock.take(m_options.file + u".lock"); !taken)
                return taken;
        }
        auto store = Store::open(m_options, m_clock.now());
        if (!store)
            return std::unexpected(store.error());
        m_store = *std::move(store);
        return refreshClients();
    };
    // refreshClients() must find it open.
    m_opened = Result<>();
    m_opened = work();
    if (!m_opened) {
        qCWarning(lcJournal) << "cannot open" << m_options.file << m_opened.error().text
                             << m_opened.error().detail;
        m_store.reset();
        setProblem(m_opened.error().text);
    }
    return m_opened;
}

void Writer::close(const QList<NumberBlock> &unused)
{
    drain();
    if (m_store) {
        for (const ClientId &client : std::as_const(m_temporary))
            static_cast<void>(m_store->revokeClient(client, m_clock.now()));
        // The last one first: only then the one before it is at the end.
        for (auto block = unused.rbegin(); block != unused.rend(); ++block)
            static_cast<void>(m_store->giveBack(*block));
    }
    failAll({ErrorCode::Cancelled, QStringLiteral("The journal was closed.")});
    if (m_store)
        static_cast<void>(m_store->synchronise());
    m_store.reset();
}

// ---- Writing

void Writer::takeInbox()
{
    std::vector<Item> items;
    {
        const QMutexLocker lock(&m_inboxMutex);
        items.swap(m_inbox);
    }
    for (Item &item : items)
        (item.event ? m_events : m_waiters).push_back(std::move(item));
}

void Writer::drain()
{
    takeInbox();
    if (!m_store) {
        failAll(m_opened ? Error{ErrorCode::Unavailable, QStringLiteral("The journal is closed.")}
                         : m_opened.error());
        return;
    }
    m_written.clear();
    if (!m_events.empty())
        write(std::ranges::any_of(m_waiters, &Item::synchronise) ? Sync::Full : Sync::Normal);
    answerWaiters();
    // Nothing left to try it with: look whether the disk takes anything again.
    if (!m_problem.isEmpty() && m_events.empty() && m_store->probe())
        setProblem({});
}

void Writer::write(Sync sync)
{
    QList<RunEvent> events;
    events.reserve(static_cast<qsizetype>(m_events.size()));
    for (const Item &item : m_events)
        events.append(*item.event);
    auto results = m_store->append(events, sync);
    if (!results) {
        // They stay for the next attempt; who waits is told that they are not on the disk.
        qCWarning(lcJournal) << "cannot write:" << results.error().text << results.error().detail;
        for (Item &item : m_events) {
            if (auto promise = std::exchange(item.promise, nullptr))
                fulfil<void>(promise, std::unexpected(results.error()));
        }
        setProblem(results.error().text);
        return;
    }
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        const Result<> &result = results->at(static_cast<qsizetype>(i));
        if (!result)
            qCWarning(lcJournal) << result.error().text;
        else
            m_written.insert({m_events[i].run, m_events[i].seq});
        if (m_events[i].promise)
            fulfil<void>(m_events[i].promise, result);
    }
    m_events.clear();
    setProblem({});
    tellChanges();
}

Result<Store *> Writer::store()
{
    drain();
    if (!m_store)
        return std::unexpected(
            m_opened ? Error{ErrorCode::Unavailable, QStringLiteral("The journal is closed.")}
                     : m_opened.error());
    return m_store.get();
}

void Writer::tellChanges()
{
    if (m_store && m_store->takeRunsChanged())
        Q_EMIT runsChanged();
}

void Writer::answerWaiters()
{
    if (m_waiters.empty())
        return;
    Result<> written;
    if (!m_events.empty())
        written = fail(ErrorCode::Io, m_problem);
    else if (std::ranges::any_of(m_waiters, &Item::synchronise))
        written = m_store->synchronise();
    if (!written)
        setProblem(written.error().text);
    for (const Item &waiter : std::exchange(m_waiters, {}))
        fulfil(waiter.promise, written ? isWritten(waiter) : written);
}

Result<> Writer::isWritten(const Item &waiter)
{
    if (m_written.contains({waiter.run, waiter.seq}))
        return {};
    const auto found = m_store->contains(waiter.run, waiter.seq);
    if (!found)
        return std::unexpected(found.error());
    if (!*found)
        return fail(ErrorCode::NotFound, QStringLiteral("Event %1 of %2 was never recorded.")
                                             .arg(waiter.seq)
                                             .arg(waiter.run.toString()));
    return {};
}

void Writer::synchronise()
{
    drain();
    if (!m_store || !m_events.empty())
        return;
    if (const auto synchronised = m_store->synchronise(); !synchronised)
        setProblem(synchronised.error().text);
}

void Writer::failAll(const Error &error)
{
    for (auto *items : {&m_events, &m_waiters}) {
        for (const Item &item : std::exchange(*items, {})) {
            if (item.promise)
                fulfil<void>(item.promise, std::unexpected(error));
        }
    }
}

void Writer::setProblem(const QString &problem)
{
    if (std::exchange(m_problem, problem) != problem)
        Q_EMIT problemChanged(problem);
}

Result<NumberBlock> Writer::reserveNumbers(int count)
{
    if (!m_store)
        return std::unexpected(m_opened.error());
    auto block = m_store->reserveNumbers(count);
    if (!block)
        setProblem(block.error().text);
    return block;
}

// ---- Clients

Result<NewClient> Writer::addClient(const QString &label, KeyUse use, bool temporary)
{
    if (!m_store)
        return std::unexpected(m_opened.error());
    auto made = m_store->addClient(label, use, temporary, m_clock.now());
    if (!made)
        return made;
    if (temporary)
        m_temporary.append(made->client.id);
    if (auto reloaded = reloadClients(); !reloaded)
        return std::unexpected(reloaded.error());
    return made;
}

Result<> Writer::revokeClient(const ClientId &client)
{
    if (!m_store)
        return m_opened;
    auto revoked = m_store->revokeClient(client, m_clock.now());
    if (!revoked)
        return revoked;
    m_temporary.removeAll(client);
    return reloadClients();
}

Result<QString> Writer::changeKey(const ClientId &client)
{
    if (!m_store)
        return std::unexpected(m_opened.error());
    auto key = m_store->changeKey(client, m_clock.now());
    if (!key)
        return key;
    if (auto reloaded = reloadClients(); !reloaded)
        return std::unexpected(reloaded.error());
    return key;
}

Result<> Writer::addRefusal(const QString &what, int count)
{
    return m_store ? m_store->addRefusal(what, count, m_clock.now()) : m_opened;
}

Result<> Writer::refreshClients()
{
    if (!m_store)
        return m_opened;
    const auto version = m_store->dataVersion();
    if (!version)
        return std::unexpected(version.error());
    if (std::exchange(m_dataVersion, *version) == *version)
        return {};
    return reloadClients();
}

Result<> Writer::reloadClients()
{
    const auto clients = m_store->clients();
    if (!clients)
        return std::unexpected(clients.error());
    const KeyTable::Changes changes = m_keys.replace(*clients);
    for (const ClientId &client : changes.revoked)
        Q_EMIT clientRevoked(client);
    if (changes.any)
        Q_EMIT clientsChanged();
    return {};
}

// ---- Reading

Reader::Reader(const QString &file)
    : m_file(file)
{
}

Result<Database *> Reader::database()
{
    if (!m_database) {
        auto opened = Database::open(m_file, Database::Access::Read);
        if (!opened)
            return std::unexpected(opened.error());
        m_database = *std::move(opened);
    }
    return m_database.get();
}

} // namespace glovebox::journal
