// SPDX-License-Identifier: MIT
#include "scratch.h"

#include "base/logging.h"
#include "base/scratchlimits.h"
#include "tools/programtool.h"

#include <algorithm>

namespace glovebox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// The very first start makes a memory snapshot.
constexpr auto openingPatience = 3min;
constexpr qsizetype maxName = 56; // with a number behind it, still a session's name
constexpr int maxListed = 1000;

// Of a document's title, what a session's name may hold (DESIGN 4.5).
QString sessionName(const QString &wish)
{
    QString name;
    for (const QChar c : wish) {
        const bool isTaken = c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'_' || c == u'-');
        if (isTaken)
            name += c;
        else if (!name.isEmpty() && !name.endsWith(u'-'))
            name += u'-';
    }
    while (name.endsWith(u'-'))
        name.chop(1);
    name.truncate(maxName);
    return name.isEmpty() ? u"notebook"_s : name;
}

template <class T>
QFuture<Result<T>> ready(Result<T> value)
{
    return QtFuture::makeReadyValueFuture(std::move(value));
}

// Completions of a file's name, from what is there.
Completions completionsOf(const mounts::Listing &listing, const tools::TypedPath &typed)
{
    const QString begun = typed.path.sliced(typed.path.lastIndexOf(u'/') + 1);
    Completions completions{typed.start, typed.end, {}};
    for (const mounts::ListedEntry &entry : listing.entries) {
        const QString name = entry.path.sliced(entry.path.lastIndexOf(u'/') + 1);
        if (!name.startsWith(begun, Qt::CaseInsensitive))
            continue;
        const bool isFolder = entry.type == mounts::ListedEntry::Type::Folder;
        completions.matches.append(
            {isFolder ? QString(name + u'/') : name, isFolder ? u"folder"_s : u"file"_s, {}});
    }
    return completions;
}

} // namespace

// Somebody waits for a session's interpreter.
struct Scratch::Opening
{
    SessionRef session;
    QPromise<Result<SessionRef>> promise;
    std::unique_ptr<QObject> patience;

    void finish(const Result<SessionRef> &result)
    {
        patience.reset();
        promise.addResult(result);
        promise.finish();
    }
};

// A table that is written as text, part by part: runs and other questions come in between.
struct Scratch::TextJob
{
    SessionId session;
    QJsonObject arguments;
    QByteArray text;
    QPromise<Result<QByteArray>> promise;

    void finish(const Result<QByteArray> &result)
    {
        promise.addResult(result);
        promise.finish();
    }
};

Scratch::Scratch(const Parts &parts, QObject *parent)
    : ScratchDesk(parent)
    , m_parts(parts)
{
    connect(&m_parts.pool, &sandbox::SessionPool::sessionsChanged, this, [this] {
        lookAtOpenings();
        Q_EMIT sessionsChanged();
    });
    connect(&m_parts.pool, &sandbox::SessionPool::unavailable, this, &Scratch::lookAtOpenings);
}

Scratch::~Scratch()
{
    for (const auto &opening : std::exchange(m_openings, {}))
        opening->finish(fail(ErrorCode::Cancelled, tr("Glovebox is closing.")));
}

// ---- Sessions

QFuture<Result<SessionRef>> Scratch::openSession(const QString &name)
{
    tools::SessionOptions options = m_parts.sessions.defaults();
    options.name = freeName(name);
    options.timeout = limits::maxRunTimeout;
    const auto made = m_parts.sessions.create(personClient(), tr("You"), options);
    return made ? whenReady(*made) : ready<SessionRef>(made);
}

QString Scratch::freeName(const QString &wish) const
{
    const QString base = sessionName(wish);
    QString name = base;
    for (int number = 2; m_parts.pool.sessionByName(personClient(), name); ++number)
        name = base + u'-' + QString::number(number);
    return name;
}

QFuture<Result<SessionRef>> Scratch::whenReady(const SessionRef &session)
{
    auto opening = std::make_unique<Opening>();
    opening->session = session;
    opening->promise.start();
    opening->patience = m_parts.clock.after(openingPatience, this, [this, session] {
        const auto it =
            std::ranges::find(m_openings, session, [](const auto &one) { return one->session; });
        if (it == m_openings.end())
            return;
        const std::unique_ptr<Opening> late = std::move(*it);
        m_openings.erase(it);
        late->patience.release()->deleteLater(); // it is calling just now
        late->finish(fail(ErrorCode::Unavailable, tr("Python did not start.")));
    });
    QFuture<Result<SessionRef>> future = opening->promise.future();
    m_openings.push_back(std::move(opening));
    lookAtOpenings();
    return future;
}

void Scratch::lookAtOpenings()
{
    const auto outcomeOf = [this](const Opening &opening) -> std::optional<Result<SessionRef>> {
        const auto status = m_parts.pool.session(opening.session.id);
        if (!status)
            return fail(ErrorCode::NotFound, tr("The session was closed."));
        if (const QString problem = m_parts.pool.problem(); !problem.isEmpty())
            return fail(ErrorCode::Unavailable, problem);
        using State = SessionStatus::State;
        if (status->state == State::Starting || status->state == State::Restarting)
            return std::nullopt;
        return status->ref;
    };
    // Whoever hears of it may open another one at once.
    auto waiting = std::exchange(m_openings, {});
    for (auto &opening : waiting) {
        if (const auto outcome = outcomeOf(*opening))
            opening->finish(*outcome);
        else
            m_openings.push_back(std::move(opening));
    }
}

void Scratch::closeSession(const SessionRef &session)
{
    const auto status = m_parts.pool.session(session.id);
    if (status && status->client == personClient())
        (void)m_parts.sessions.close(session.id, u"The person closed its notebook."_s);
}

QFuture<Result<SessionRef>> Scratch::restartSession(const SessionRef &session)
{
    const auto restarted = m_parts.sessions.restart(session.id, u"The person restarted it."_s);
    return restarted ? whenReady(*restarted) : ready<SessionRef>(restarted);
}

QList<SessionStatus> Scratch::sessions() const
{
    return m_parts.pool.sessions();
}

// ---- Runs

QFuture<Result<RunId>> Scratch::run(const ScratchRun &run)
{
    const auto request = requestFor(run);
    if (!request)
        return ready<RunId>(std::unexpected(request.error()));
    return m_parts.runs.submit(*request);
}

Result<tools::RunRequest> Scratch::requestFor(const ScratchRun &run) const
{
    const auto timeout = std::min(run.timeout.value_or(limits::maxRunTimeout),
                                  std::chrono::seconds(limits::maxRunTimeout));
    if (!run.runtime.isEmpty()) {
        const mcp::Caller person{
            .principal = {.id = personClient(), .label = tr("You")}, .client = {}, .sessionId = {}};
        return tools::programRequest(person,
                                     {.runtime = run.runtime,
                                      .code = run.code,
                                      .standardInput = run.standardInput,
                                      .timeout = timeout},
                                     m_parts.languages);
    }
    const auto status = m_parts.pool.session(run.session.id);
    if (!status)
        return fail(ErrorCode::NotFound, tr("The session was closed."));
    tools::RunRequest request;
    request.client = personClient();
    request.clientLabel = tr("You");
    request.code = run.code;
    request.session = status->ref;
    request.timeout = timeout;
    request.isAttended = true;
    return request;
}

void Scratch::interrupt(RunId run)
{
    if (const auto done = m_parts.runs.interrupt(run); !done)
        qCInfo(lcSandbox).noquote() << run.toString() << "is not stopped:" << done.error().text;
}

Result<> Scratch::answerInput(RunId run, const std::optional<QString> &line)
{
    return m_parts.pool.answerInput(run, line);
}

// ---- Looking into sessions

QFuture<Result<Completions>> Scratch::complete(const SessionRef &session, const QString &code,
                                               qsizetype cursor)
{
    return m_parts.pool.look(session.id, u"complete"_s, {{u"code"_s, code}, {u"cursor"_s, cursor}})
        .then(this,
              [this, session, length = code.size()](const Result<QJsonObject> &json) {
                  if (!json)
                      return ready<Completions>(std::unexpected(json.error()));
                  const tools::CompletionAnswer answer = tools::completionsFrom(*json, length);
                  return answer.path ? completePath(session, *answer.path)
                                     : ready<Completions>(answer.completions);
              })
        .unwrap();
}

// As its code would see the folders if it ran now.
QFuture<Result<Completions>> Scratch::completePath(const SessionRef &session,
                                                   const tools::TypedPath &typed)
{
    const auto status = m_parts.pool.session(session.id);
    const QString folder = typed.path.left(typed.path.lastIndexOf(u'/'));
    if (!status || !(folder == u"/mnt" || folder.startsWith(u"/mnt/")))
        return ready<Completions>(Completions{typed.start, typed.end, {}});
    return m_parts.files
        .listDirectory(m_parts.mounts.reachFor(status->client), folder, false,
                       {.entries = maxListed}, status->client)
        .then([typed](const Result<mounts::Listing> &listing) -> Result<Completions> {
            // What is no folder has nothing to choose from.
            return listing ? completionsOf(*listing, typed)
                           : Completions{typed.start, typed.end, {}};
        });
}

QFuture<Result<Inspection>> Scratch::inspect(const SessionRef &session, const QString &code,
                                             qsizetype cursor)
{
    return m_parts.pool.look(session.id, u"inspect"_s, {{u"code"_s, code}, {u"cursor"_s, cursor}})
        .then(
            [](const Result<QJsonObject> &json) { return json.transform(tools::inspectionFrom); });
}

QFuture<Result<QList<Variable>>> Scratch::variables(const SessionRef &session)
{
    return m_parts.pool.look(session.id, u"variables"_s, {})
        .then([](const Result<QJsonObject> &json) { return json.transform(tools::variablesFrom); });
}

QFuture<Result<TablePage>> Scratch::table(const SessionRef &session, const TableQuery &query)
{
    return m_parts.pool.look(session.id, u"table"_s, tools::toArguments(query), limits::tableTime)
        .then([query](const Result<QJsonObject> &json) {
            return json.transform(
                [&query](const QJsonObject &page) { return tools::tablePageFrom(page, query); });
        });
}

QFuture<Result<QByteArray>> Scratch::tableText(const SessionRef &session, const TableQuery &query,
                                               QChar separator)
{
    auto job = std::make_shared<TextJob>();
    job->session = session.id;
    job->arguments = tools::toArguments(query);
    job->arguments.insert(u"first_row"_s, 0);
    job->arguments.insert(u"separator"_s, QString(separator));
    job->promise.start();
    continueText(job);
    return job->promise.future();
}

void Scratch::continueText(const std::shared_ptr<TextJob> &job)
{
    m_parts.pool.look(job->session, u"table_text"_s, job->arguments, limits::tableTime)
        .then(this, [this, job](const Result<QJsonObject> &json) {
            if (!json)
                return job->finish(std::unexpected(json.error()));
            const tools::TableText part = tools::tableTextFrom(*json);
            job->text += part.text;
            if (job->text.size() > limits::maxTableText) {
                return job->finish(fail(ErrorCode::LimitExceeded,
                                        tr("The table has more than 64 MiB as text. Filter it, or "
                                           "let code write the file.")));
            }
            const bool goesOn = part.next > job->arguments[u"first_row"].toInteger();
            if (!goesOn || job->promise.isCanceled())
                return job->finish(job->text);
            job->arguments.insert(u"first_row"_s, part.next);
            continueText(job);
        });
}

// ---- Showing cells to clients

Result<QString> Scratch::showToClient(const ClientId &client, const QString &title,
                                      const QByteArray &source, const QString &output)
{
    return m_parts.cells.show(client, title, source, output);
}

void Scratch::takeBackFromClient(const QString &address)
{
    m_parts.cells.takeBack(address);
}

} // namespace glovebox
