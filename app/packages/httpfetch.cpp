// SPDX-License-Identifier: MIT
#include "httpfetch.h"

#include "packagelimits.h"

#include <QDateTime>
#include <QNetworkReply>
#include <QNetworkRequest>

namespace glovebox::packages {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

bool isWeb(const QUrl &url)
{
    return (url.scheme() == u"https" || url.scheme() == u"http") && !url.host().isEmpty();
}

int statusOf(const QNetworkReply &reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

bool isRedirection(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool isWorthRetrying(int status)
{
    return status == 408 || status == 429 || status >= 500;
}

// Seconds or a date (RFC 9110, 10.2.3). Nothing usable: nothing.
std::optional<std::chrono::milliseconds> retryAfter(const QNetworkReply &reply,
                                                    const QDateTime &now)
{
    const QByteArray value = reply.rawHeader("Retry-After").trimmed();
    bool isNumber = false;
    if (const qint64 seconds = value.toLongLong(&isNumber); isNumber && seconds >= 0)
        return std::chrono::seconds(std::min(seconds, qint64(86'400)));
    const QDateTime date = QDateTime::fromString(QString::fromLatin1(value), Qt::RFC2822Date);
    if (!date.isValid())
        return std::nullopt;
    return std::chrono::milliseconds(std::max<qint64>(0, now.msecsTo(date)));
}

Error errorFor(const QUrl &url, int status)
{
    const QString host = url.host();
    if (status == 401 || status == 403 || status == 407)
        return {
            ErrorCode::Unavailable,
            u"%1 wants a user and password, or refuses access (HTTP %2). The person can give an "
            "address with credentials under Packages › Policy › Sources."_s.arg(
                host, QString::number(status))};
    if (status == 429)
        return {ErrorCode::Unavailable,
                u"%1 refuses more requests (HTTP 429). Try again in a few minutes."_s.arg(host)};
    return {ErrorCode::Unavailable,
            u"%1 answered with HTTP %2. Try again later."_s.arg(host, QString::number(status))};
}

} // namespace

QString shownAddress(const QUrl &url)
{
    return url.toString(QUrl::RemoveUserInfo);
}

HttpFetch::HttpFetch(QNetworkAccessManager *network, Clock *clock, HttpRequest request)
    : m_network(network)
    , m_clock(clock)
    , m_request(std::move(request))
    , m_url(m_request.url)
    , m_body(std::exchange(m_request.received, {}))
{
}

HttpFetch::~HttpFetch()
{
    dropReply();
}

void HttpFetch::start(Done done, Progress progress)
{
    m_done = std::move(done);
    m_progress = std::move(progress);
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!isWeb(m_url))
                return end(fail(
                    ErrorCode::InvalidArgument,
                    u"\"%1\" is no http or https address."_s.arg(shownAddress(m_url).left(200))));
            send();
        },
        Qt::QueuedConnection);
}

void HttpFetch::send()
{
    ++m_attempts;
    m_started = false;
    QUrl bare = m_url;
    bare.setUserInfo({});
    QNetworkRequest request(bare);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setRawHeader("User-Agent", "Glovebox");
    request.setRawHeader("Accept", m_request.accept);
    if (!m_request.compressed)
        request.setRawHeader("Accept-Encoding", "identity");
    if (!m_url.userName().isEmpty()) {
        const QString login =
            m_url.userName(QUrl::FullyDecoded) + u':' + m_url.password(QUrl::FullyDecoded);
        request.setRawHeader("Authorization", "Basic " + login.toUtf8().toBase64());
    }
    if (m_request.tail > 0) {
        request.setRawHeader("Range", "bytes=-" + QByteArray::number(m_request.tail));
    } else if (!m_body.isEmpty()) {
        request.setRawHeader("Range", "bytes=" + QByteArray::number(m_body.size()) + '-');
        if (!m_validator.isEmpty())
            request.setRawHeader("If-Range", m_validator);
    } else if (!m_request.etag.isEmpty()) {
        request.setRawHeader("If-None-Match", m_request.etag);
    }
    m_reply = m_network->get(request);
    // What is not read stays with the server, so nothing above the bound piles up in memory.
    m_reply->setReadBufferSize(4 * limits::MiB);
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpFetch::read);
    connect(m_reply, &QNetworkReply::finished, this, &HttpFetch::finished);
    restartStallTimer();
}

Result<> HttpFetch::takeStart()
{
    if (std::exchange(m_started, true))
        return {};
    const int status = statusOf(*m_reply);
    if (m_request.tail > 0 && status != 206)
        return fail(ErrorCode::Unavailable, u"%1 sends no parts of files."_s.arg(m_url.host()));
    if (status != 206) // the server sends all of it, from its beginning
        m_body.clear();
    else if (const QByteArray range = m_reply->rawHeader("Content-Range");
             m_request.tail == 0 &&
             !range.startsWith(QByteArray("bytes " + QByteArray::number(m_body.size()) + '-')))
        return fail(ErrorCode::Unavailable,
                    u"%1 sent another part than asked for."_s.arg(m_url.host()));
    m_validator = m_reply->rawHeader("ETag");
    if (m_validator.startsWith("W/"))
        m_validator.clear(); // good for no range
    const qint64 length = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
    if (length > m_request.maxBytes - m_body.size())
        return fail(ErrorCode::LimitExceeded,
                    u"%1 wants to send %2 MiB; at most %3 MiB are taken."_s.arg(
                        m_url.host(), QString::number(length / limits::MiB),
                        QString::number(m_request.maxBytes / limits::MiB)));
    return {};
}

void HttpFetch::read()
{
    if (!m_reply)
        return;
    const int status = statusOf(*m_reply);
    if (status != 200 && status != 206) {
        m_reply->skip(m_reply->bytesAvailable()); // of error pages nothing is wanted
        return;
    }
    if (const auto ready = takeStart(); !ready)
        return end(std::unexpected(ready.error()));
    m_body += m_reply->readAll();
    if (m_body.size() >= m_counted + limits::stallBytes)
        restartStallTimer();
    if (m_body.size() > m_request.maxBytes)
        return end(fail(ErrorCode::LimitExceeded,
                        u"The answer of %1 is larger than the %2 MiB that are taken."_s.arg(
                            m_url.host(), QString::number(m_request.maxBytes / limits::MiB))));
    if (m_progress) {
        const qint64 length = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
        m_progress(m_body.size(), length > 0 ? std::max<qint64>(length, m_body.size()) : -1);
    }
}

void HttpFetch::finished()
{
    if (!m_reply)
        return;
    const int status = statusOf(*m_reply);
    if (isRedirection(status))
        return redirect(QUrl::fromEncoded(m_reply->rawHeader("Location"))); // possibly relative
    if (status == 416 && !m_body.isEmpty()) { // the kept beginning is of no use
        m_body.clear();
        return retry(
            {ErrorCode::Unavailable, u"%1 cannot continue the transfer."_s.arg(m_url.host())}, 0ms);
    }
    if (isWorthRetrying(status)) {
        const auto wanted = retryAfter(*m_reply, m_clock->now());
        if (wanted && *wanted > limits::maxRetryAfter)
            return end(std::unexpected(errorFor(m_url, status)));
        return retry(errorFor(m_url, status), std::max(wanted.value_or(0ms), backOff()));
    }
    if (status == 304 || status == 404 || status == 410)
        return end(
            HttpAnswer{.status = status, .body = {}, .contentType = {}, .etag = {}, .url = m_url});
    if (status != 200 && status != 206 && status != 0)
        return end(std::unexpected(errorFor(m_url, status)));
    // What arrived before it broke off counts too.
    const QPointer<HttpFetch> self(this);
    read();
    if (!self || !m_reply) // it was too much
        return;
    const QNetworkReply::NetworkError error = m_reply->error();
    if (error == QNetworkReply::SslHandshakeFailedError)
        return end(fail(ErrorCode::Unavailable,
                        u"The certificate of %1 is not valid for this computer: %2."_s.arg(
                            m_url.host(), m_reply->errorString().left(200))));
    if (error != QNetworkReply::NoError)
        return retry({ErrorCode::Unavailable,
                      u"%1 cannot be reached, or the transfer broke off: %2. Check the network and "
                      "try again."_s.arg(m_url.host(), m_reply->errorString().left(200))},
                     backOff());
    const QByteArray total = m_reply->rawHeader("Content-Range").split('/').last();
    end(HttpAnswer{.status = 200,
                   .body = std::exchange(m_body, {}),
                   .contentType =
                       m_reply->rawHeader("Content-Type").split(';').first().trimmed().toLower(),
                   .etag = m_reply->rawHeader("ETag"),
                   .total = m_request.tail > 0 ? total.toLongLong() : -1,
                   .url = m_url});
}

void HttpFetch::redirect(const QUrl &target)
{
    QUrl next = m_url.resolved(target);
    if (!isWeb(next) || (m_url.scheme() == u"https" && next.scheme() != u"https"))
        return end(
            fail(ErrorCode::Unavailable,
                 u"%1 leads to an address that is not followed (only http and https, and never "
                 "from https to http)."_s.arg(m_url.host())));
    if (++m_redirects > limits::maxRedirects)
        return end(
            fail(ErrorCode::Unavailable,
                 u"%1 leads from address to address and never answers."_s.arg(m_url.host())));
    const bool sameServer = next.host() == m_url.host() && next.port() == m_url.port();
    next.setUserInfo(sameServer ? m_url.userInfo(QUrl::FullyEncoded) : QString());
    dropReply();
    --m_attempts; // a step on the way is no attempt
    m_url = next;
    send();
}

void HttpFetch::retry(const Error &error, std::chrono::milliseconds delay)
{
    if (m_attempts >= limits::maxAttempts)
        return end(std::unexpected(error));
    dropReply();
    if (m_request.compressed || m_request.tail > 0)
        m_body.clear(); // ranges count bytes as they are sent, not as they are unpacked
    m_pause = m_clock->after(delay, this, [this] { send(); });
}

std::chrono::milliseconds HttpFetch::backOff() const
{
    return limits::firstRetryDelay * (1 << (m_attempts - 1));
}

void HttpFetch::restartStallTimer()
{
    m_counted = m_body.size();
    m_stall = m_clock->after(limits::stallTimeout, this, [this] {
        retry({ErrorCode::Unavailable,
               u"%1 sends almost nothing any more. Try again later."_s.arg(m_url.host())},
              backOff());
    });
}

void HttpFetch::dropReply()
{
    m_stall.reset();
    if (QNetworkReply *reply = m_reply) {
        m_reply = nullptr;
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
}

void HttpFetch::end(Result<HttpAnswer> result)
{
    dropReply();
    if (const Done done = std::exchange(m_done, {}))
        done(std::move(result));
}

} // namespace glovebox::packages
