// SPDX-License-Identifier: MIT
#include "schemehandler.h"

#include "base/limits.h"
#include "base/logging.h"
#include "scheme.h"

#include <QBuffer>
#include <QFile>
#include <QWebEngineUrlRequestJob>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView nonceHeader = "x-glovebox-nonce";
constexpr QByteArrayView lengthHeader = "x-glovebox-length";
// Of one page at a time, each with some descriptors (a file, a pipe), which all pages share. A page
// that starts without a layer asks for about 80 files at once.
constexpr int maxJobs = 128;

bool isLane(const QString &path)
{
    return path == "/lane/records"_L1 || path == "/lane/call"_L1;
}

bool equalInConstantTime(const QByteArray &a, const QByteArray &b)
{
    if (a.size() != b.size())
        return false;
    int difference = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

// One read() at least as long as the body: later or shorter reads of Qt's body device repeat data
// or never end. The client says the length; anything else is refused.
std::optional<QByteArray> readBody(QIODevice *device, const QByteArray &declared)
{
    bool ok = false;
    const qint64 length = declared.toLongLong(&ok);
    if (!device || !ok || length <= 0 || length > limits::maxLaneBody)
        return std::nullopt;
    if (!device->isOpen() && !device->open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return std::nullopt;
    QByteArray body(length + 1, Qt::Uninitialized);
    if (device->read(body.data(), body.size()) != length)
        return std::nullopt;
    body.truncate(length);
    return body;
}

} // namespace

QByteArray headerOf(const QWebEngineUrlRequestJob &job, QByteArrayView name)
{
    const auto headers = job.requestHeaders();
    for (const auto &[key, value] : headers.asKeyValueRange()) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

SchemeHandler::SchemeHandler(Identity identity, std::shared_ptr<const Routes> routes,
                             const Layers &layers, QObject *parent)
    : QWebEngineUrlSchemeHandler(parent)
    , m_identity(std::move(identity))
    , m_routes(std::move(routes))
    , m_layers(layers)
{
}

void SchemeHandler::requestStarted(QWebEngineUrlRequestJob *job)
{
    if (isOneTooMany(job) || !isOwn(*job))
        deny(job);
    else if (job->requestMethod() == "GET")
        serve(job);
    else if (job->requestMethod() == "POST" && isLane(job->requestUrl().path()))
        takePost(job);
    else
        deny(job);
}

bool SchemeHandler::isOneTooMany(QWebEngineUrlRequestJob *job)
{
    if (m_jobs >= maxJobs)
        return true;
    ++m_jobs;
    connect(job, &QObject::destroyed, this, [this] { --m_jobs; });
    return false;
}

bool SchemeHandler::isOwn(const QWebEngineUrlRequestJob &job) const
{
    const QUrl url = job.requestUrl();
    if (url.host() != m_identity.page || url.port() != -1 || url.hasQuery() || url.hasFragment())
        return false;
    // The program itself opens the shell: that one request has no initiator.
    const QUrl initiator = job.initiator();
    if (initiator.isEmpty())
        return url == shellUrl(m_identity.page);
    return initiator.scheme() == QLatin1StringView(schemeName) &&
           initiator.host() == m_identity.page;
}

void SchemeHandler::serve(QWebEngineUrlRequestJob *job)
{
    // As it was sent: one spelling names a file, and "%2f" is no slash.
    const QString path = job->requestUrl().path(QUrl::FullyEncoded);
    if (path.startsWith("/snapshot/"_L1)) {
        const QString file = m_identity.snapshots.value(path.mid(10));
        if (file.isEmpty())
            return deny(job);
        return sendFile(job, {file, "application/octet-stream"});
    }
    if (const auto file = m_routes->find(path))
        return sendFile(job, *file);
    deny(job);
}

void SchemeHandler::takePost(QWebEngineUrlRequestJob *job)
{
    if (!equalInConstantTime(headerOf(*job, nonceHeader), m_identity.nonce))
        return deny(job);
    const auto body = readBody(job->requestBody(), headerOf(*job, lengthHeader));
    if (!body)
        return deny(job);
    Q_EMIT posted(job->requestUrl().path(), job, *body);
}

void SchemeHandler::sendFile(QWebEngineUrlRequestJob *job, const ServedFile &file)
{
    // The device is read on Chromium's own thread until the job dies, so it belongs to the job.
    auto *device = new QFile(file.path, job);
    if (!device->open(QIODevice::ReadOnly)) {
        qCWarning(lcEngine) << "cannot read" << file.path << device->errorString();
        return deny(job);
    }
    job->setAdditionalResponseHeaders(replyHeaders(m_layers));
    job->reply(file.contentType, device);
}

void SchemeHandler::answer(QWebEngineUrlRequestJob *job, const QByteArray &bytes)
{
    auto *device = new QBuffer(job);
    device->setData(bytes);
    device->open(QIODevice::ReadOnly);
    job->setAdditionalResponseHeaders(replyHeaders(m_layers));
    job->reply("application/octet-stream", device);
}

void SchemeHandler::deny(QWebEngineUrlRequestJob *job)
{
    Q_EMIT refused(u"request"_s, job->requestUrl());
    job->fail(QWebEngineUrlRequestJob::RequestDenied);
}

} // namespace glovebox::engine
