// SPDX-License-Identifier: MIT
#include "packagecalls.h"

#include "base/jsonstrings.h"
#include "base/logging.h"

#include <QJsonArray>
#include <QPointer>
#include <QPromise>

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using sandbox::failedCall;
using sandbox::HostCallContext;

namespace {

constexpr int mostWishes = 20; // of one run: each may be a question to the person
constexpr auto progressEvery = 250ms;
const QString interrupted = u"The run was stopped."_s;

QFuture<Frame> ready(const Frame &frame)
{
    return QtFuture::makeReadyValueFuture(frame);
}

QFuture<Frame> refused(const QString &errnoName, const QString &message)
{
    return ready(failedCall(errnoName, message));
}

Frame answered(QJsonObject fields, const QByteArray &body = {})
{
    fields.insert(u"v"_s, 1);
    fields.insert(u"ok"_s, true);
    return {fields, body};
}

QString errnoOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Cancelled:
        return u"EINTR"_s;
    case ErrorCode::Denied:
        return u"EACCES"_s;
    case ErrorCode::InvalidArgument:
        return u"EINVAL"_s;
    case ErrorCode::LimitExceeded:
        return u"EFBIG"_s;
    default:
        return u"EIO"_s;
    }
}

QJsonArray toJson(const QList<PackagePin> &pins)
{
    QJsonArray array;
    for (const PackagePin &pin : pins)
        array.append(QJsonObject{
            {u"name"_s, pin.name}, {u"version"_s, pin.version}, {u"sha256"_s, pin.sha256}});
    return array;
}

QString megabytes(qint64 bytes)
{
    return QString::number(double(bytes) / double(limits::MiB), 'f', 1);
}

} // namespace

// A program's wish, from pkg.ask to pkg.done.
struct PackageCalls::Wish
{
    PackagePlan plan;
    RunId request;     // the request to the person, while it is open
    bool open = false; // allowed and not done
    std::optional<Frame> answer;
    std::vector<std::unique_ptr<QPromise<Frame>>> waiting;
};

// A wheel on its way or here.
struct PackageCalls::Download
{
    QString name;
    QFuture<Result<Wheel>> future;
    std::optional<Result<Wheel>> result;
    std::vector<std::unique_ptr<QPromise<Frame>>> waiting;

    Frame sizeAnswer() const
    {
        if (!*result)
            return failedCall(errnoOf(result->error().code), result->error().text);
        return answered({{u"size"_s, (*result)->bytes.size()}});
    }
};

struct PackageCalls::Of
{
    HostCallContext context;
    QList<PackagePin> allowed;                 // within the reach, and by wishes
    std::map<QString, Download> downloads;     // by hash
    std::vector<std::unique_ptr<Wish>> wishes; // pkg.ask numbers them from 1
    std::chrono::milliseconds told = -1h;
    bool stopping = false;
    QObject scope; // when it goes, downloads and plans are given up
};

PackageCalls::PackageCalls(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
{
}

PackageCalls::~PackageCalls() = default;

QFuture<Frame> PackageCalls::call(const HostCallContext &context, const Frame &request)
{
    const QString op = request.header[u"op"].toString();
    if (!op.startsWith(u"pkg."))
        return m_parts.next.call(context, request);
    Of &mine = of(context);
    if (mine.stopping)
        return refused(u"EINTR"_s, interrupted);
    if (op == u"pkg.wheel")
        return wheel(mine, request.header);
    if (op == u"pkg.read")
        return read(mine, request.header);
    if (op == u"pkg.ask")
        return ask(mine, request.header);
    if (op == u"pkg.wait")
        return wait(mine, request.header);
    if (op == u"pkg.done")
        return done(mine, request.header);
    return refused(u"ENOSYS"_s, u"There is no such call."_s);
}

void PackageCalls::runBegins(const HostCallContext &context)
{
    m_parts.next.runBegins(context);
}

void PackageCalls::runStopping(const HostCallContext &context)
{
    m_parts.next.runStopping(context);
    Of *mine = find(context.run);
    if (!mine)
        return;
    mine->stopping = true;
    for (auto &[hash, download] : mine->downloads) {
        for (const auto &promise : std::exchange(download.waiting, {})) {
            promise->addResult(failedCall(u"EINTR"_s, interrupted));
            promise->finish();
        }
    }
    for (const auto &wish : mine->wishes)
        answer(*wish, failedCall(u"EINTR"_s, interrupted));
}

void PackageCalls::runEnded(const HostCallContext &context)
{
    m_parts.next.runEnded(context);
    const auto it = m_of.find(context.run.number());
    if (it == m_of.end())
        return;
    const std::unique_ptr<Of> mine = std::move(it->second);
    m_of.erase(it);
    for (const auto &wish : mine->wishes) {
        if (!wish->request.isNull() && m_runs)
            m_runs->endInside(wish->request, false,
                              u"The run that asked for it ended before it was installed."_s);
        answer(*wish, failedCall(u"EINTR"_s, interrupted));
    }
    for (auto &[hash, download] : mine->downloads) {
        for (const auto &promise : download.waiting) {
            promise->addResult(failedCall(u"EINTR"_s, interrupted));
            promise->finish();
        }
    }
}

PackageCalls::Of &PackageCalls::of(const HostCallContext &context)
{
    std::unique_ptr<Of> &mine = m_of[context.run.number()];
    if (!mine) {
        mine = std::make_unique<Of>();
        mine->context = context;
        mine->allowed = context.reach.packages;
    }
    return *mine;
}

PackageCalls::Of *PackageCalls::find(RunId run) const
{
    const auto it = m_of.find(run.number());
    return it == m_of.end() ? nullptr : it->second.get();
}

// Wheels

QFuture<Frame> PackageCalls::wheel(Of &of, const QJsonObject &header)
{
    const QString hash = header[u"sha256"].toString();
    if (hash.isEmpty() || !std::ranges::contains(of.allowed, hash, &PackagePin::sha256))
        return refused(u"EACCES"_s, u"This package was not allowed for this run."_s);
    if (!of.downloads.contains(hash))
        fetchAll(of);
    const auto it = of.downloads.find(hash);
    if (it == of.downloads.end())
        return refused(u"EACCES"_s, u"It is not known any more where this package comes from. "
                                    "Ask for it again."_s);
    if (it->second.result)
        return ready(it->second.sizeAnswer());
    auto &promise = it->second.waiting.emplace_back(std::make_unique<QPromise<Frame>>());
    promise->start();
    return promise->future();
}

QFuture<Frame> PackageCalls::read(Of &of, const QJsonObject &header)
{
    const auto it = of.downloads.find(header[u"sha256"].toString());
    if (it == of.downloads.end() || !it->second.result || !*it->second.result)
        return refused(u"EACCES"_s, u"This package is not there: call pkg.wheel first."_s);
    const QByteArray &bytes = (*it->second.result)->bytes;
    const qint64 offset = header[u"offset"].toInteger(-1);
    const qint64 length = header[u"length"].toInteger(-1);
    if (offset < 0 || offset > bytes.size() || length < 0 || length > limits::maxFileReadBytes)
        return refused(u"EINVAL"_s, u"There are no such bytes."_s);
    const QByteArray part = bytes.mid(offset, length);
    if (offset + part.size() == bytes.size())
        of.downloads.erase(it); // whoever reads it again fetches it again: from the cache
    return ready(answered({}, part));
}

// All that the run needs, at the same time.
void PackageCalls::fetchAll(Of &of)
{
    for (const PackagePin &pin : std::as_const(of.allowed)) {
        const auto package = m_parts.sessions.planned(pin.sha256);
        if (package && package->origin != PackageOrigin::Bundled &&
            !of.downloads.contains(pin.sha256))
            fetch(of, *package);
    }
}

void PackageCalls::fetch(Of &of, const PlannedPackage &package)
{
    const RunId run = of.context.run;
    const QString hash = package.sha256;
    Download &download = of.downloads[hash];
    download.name = package.name + u' ' + package.version;
    const QPointer<PackageCalls> self(this);
    download.future = m_parts.planner.desk().fetch(
        package, of.context.client, &of.scope, [self, run, hash](qint64 done, qint64 total) {
            if (self)
                self->tellProgress(run, hash, done, total);
        });
    // Queued: one that is there at once must not end while others are still begun.
    QMetaObject::invokeMethod(
        this,
        [this, run, hash, future = download.future]() mutable {
            future
                .then(this,
                      [this, run, hash](const Result<Wheel> &wheel) { fetched(run, hash, wheel); })
                .onCanceled(this, [this, run, hash] {
                    fetched(run, hash, fail(ErrorCode::Cancelled, interrupted));
                });
        },
        Qt::QueuedConnection);
}

void PackageCalls::fetched(RunId run, const QString &sha256, const Result<Wheel> &wheel)
{
    Of *mine = find(run);
    const auto it = mine ? mine->downloads.find(sha256) : std::map<QString, Download>::iterator();
    if (!mine || it == mine->downloads.end())
        return;
    it->second.result = wheel;
    const Frame frame = it->second.sizeAnswer();
    for (const auto &promise : std::exchange(it->second.waiting, {})) {
        promise->addResult(frame);
        promise->finish();
    }
    if (wheel)
        Q_EMIT gaveWheel(wheel->package);
    else
        mine->downloads.erase(sha256); // the next try fetches again
}

void PackageCalls::tellProgress(RunId run, const QString &sha256, qint64 done, qint64 total)
{
    Of *mine = find(run);
    const auto now = m_parts.clock.monotonic();
    if (!mine || now - mine->told < progressEvery)
        return;
    const auto it = mine->downloads.find(sha256);
    const RunFacts *facts = m_parts.hub.facts(run);
    if (it == mine->downloads.end() || !facts || isFinal(facts->state))
        return;
    mine->told = now;
    const bool known = total > 0;
    m_parts.hub.publish(
        run,
        event::Progress{known ? std::clamp(double(done) / double(total), 0.0, 1.0) : -1,
                        known ? u"Fetching %1: %2 of %3 MB"_s.arg(it->second.name, megabytes(done),
                                                                  megabytes(total))
                              : u"Fetching %1: %2 MB"_s.arg(it->second.name, megabytes(done))});
}

// Wishes

QFuture<Frame> PackageCalls::ask(Of &of, const QJsonObject &header)
{
    if (of.wishes.size() >= size_t(mostWishes))
        return refused(u"EMFILE"_s, u"This run asked for packages %1 times already. Ask for them "
                                    "together."_s.arg(mostWishes));
    PackageWish asked{.client = of.context.client,
                      .session = of.context.session,
                      .requirements = stringsOf(header[u"requirements"]),
                      .constraints = stringsOf(header[u"constraints"]),
                      .preReleases = header[u"pre"].toBool(),
                      .dependencies = header[u"dependencies"].toBool(true),
                      .upgrade = header[u"reinstall"].toBool()};
    of.wishes.push_back(std::make_unique<Wish>());
    const int number = int(of.wishes.size());
    const RunId run = of.context.run;
    m_parts.planner.plan(asked, &of.scope)
        .then(this,
              [this, run, number](const Result<PackagePlan> &plan) { planned(run, number, plan); });
    return ready(answered({{u"request"_s, number}}));
}

void PackageCalls::planned(RunId run, int number, const Result<PackagePlan> &plan)
{
    Of *mine = find(run);
    if (!mine || mine->stopping)
        return;
    Wish &wish = *mine->wishes[size_t(number - 1)];
    if (!plan)
        return answer(wish, failedCall(errnoOf(plan.error().code), plan.error().text));
    if (!plan->isWhole())
        return answer(wish, failedCall(u"ENOENT"_s, refusalsText(plan->refusals)));
    wish.plan = *plan;
    const bool onlyBundled = std::ranges::all_of(plan->packages, [](const PlannedPackage &package) {
        return package.origin == PackageOrigin::Bundled;
    });
    if (onlyBundled) // as an import would load them
        return decided(run, number, {});
    askPerson(*mine, wish);
}

void PackageCalls::askPerson(Of &of, Wish &wish)
{
    const RunFacts *facts = m_parts.hub.facts(of.context.run);
    if (!m_runs || !facts)
        return answer(wish, failedCall(u"EACCES"_s, u"Nobody can be asked now."_s));
    RunRequest request;
    request.client = of.context.client;
    request.clientLabel = facts->clientLabel;
    request.clientClaims = facts->clientClaims;
    request.session = of.context.session;
    request.tool = u"install_packages"_s;
    request.packages = wish.plan.pins();
    const RunId run = of.context.run;
    const int number =
        int(std::ranges::find_if(of.wishes,
                                 [&wish](const auto &item) { return item.get() == &wish; }) -
            of.wishes.begin()) +
        1;
    m_runs
        ->submitInside(request, [this, run, number](
                                    const Result<> &allowed) { decided(run, number, allowed); })
        .then(this, [this, run, number](const Result<RunId> &asked) {
            Of *mine = find(run);
            if (!asked)
                return decided(run, number, std::unexpected(asked.error()));
            if (!mine || mine->stopping) {
                m_runs->endInside(*asked, false, u"The run that asked for it was stopped."_s);
                return;
            }
            mine->wishes[size_t(number - 1)]->request = *asked;
        });
}

void PackageCalls::decided(RunId run, int number, const Result<> &allowed)
{
    Of *mine = find(run);
    if (!mine)
        return;
    Wish &wish = *mine->wishes[size_t(number - 1)];
    if (!allowed) {
        wish.request = {};
        return answer(wish, failedCall(u"EACCES"_s, allowed.error().text));
    }
    wish.open = true;
    mine->allowed += wish.plan.pins();
    answer(wish, answered({{u"packages"_s, toJson(wish.plan.pins())}}));
}

QFuture<Frame> PackageCalls::wait(Of &of, const QJsonObject &header)
{
    const qint64 number = header[u"request"].toInteger();
    if (number < 1 || number > qint64(of.wishes.size()))
        return refused(u"EINVAL"_s, u"There is no such request."_s);
    Wish &wish = *of.wishes[size_t(number - 1)];
    if (wish.answer)
        return ready(*wish.answer);
    auto &promise = wish.waiting.emplace_back(std::make_unique<QPromise<Frame>>());
    promise->start();
    return promise->future();
}

void PackageCalls::answer(Wish &wish, const Frame &frame)
{
    if (!wish.answer)
        wish.answer = frame;
    for (const auto &promise : std::exchange(wish.waiting, {})) {
        promise->addResult(*wish.answer);
        promise->finish();
    }
}

QFuture<Frame> PackageCalls::done(Of &of, const QJsonObject &header)
{
    const qint64 number = header[u"request"].toInteger();
    if (number < 1 || number > qint64(of.wishes.size()))
        return refused(u"EINVAL"_s, u"There is no such request."_s);
    Wish &wish = *of.wishes[size_t(number - 1)];
    QStringList failed;
    for (const QJsonValue &item : header[u"failed"].toArray())
        failed.append(u"%1: %2"_s.arg(item[u"name"].toString().left(100),
                                      item[u"text"].toString().left(1000)));
    if (wish.open && !wish.request.isNull() && m_runs)
        m_runs->endInside(wish.request, failed.isEmpty(), failed.join(u"; "_s));
    wish.open = false;
    wish.request = {};
    return ready(answered({}));
}

} // namespace glovebox::tools
