// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <QNetworkAccessManager>
#include <QPointer>
#include <QUrl>

#include <functional>
#include <memory>

class QNetworkReply;

namespace glovebox::packages {

struct HttpRequest
{
    QUrl url; // http or https; user and password are sent as Basic, to this host only
    QByteArray accept = "*/*";
    qint64 maxBytes = 0;      // of the answer, unpacked; more ends it with LimitExceeded
    QByteArray etag = {};     // of an answer that is kept; 304 is then possible
    QByteArray received = {}; // the beginning, from an earlier attempt: the rest is asked for
    qint64 tail = 0;          // only that many last bytes; Unavailable when the server cannot
    bool compressed = true;   // false: the bytes as they are, for what has a hash
};

struct HttpAnswer
{
    int status = 0; // 200, 304, 404 or 410
    QByteArray body = {};
    QByteArray contentType = {}; // without parameters
    QByteArray etag = {};
    qint64 total = -1; // with `tail`: of the whole
    QUrl url = {};     // after redirections
};

// One GET, with redirections, retries and bounds. It belongs to whoever asked; when it is
// destroyed, the transfer ends and nothing is called any more.
//
// Retried: connections that broke (from where they broke, when the server can), 408, 429 and 5xx
// after what Retry-After says. Not followed: to anything but http and https, and from https to
// http.
class HttpFetch final : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(Result<HttpAnswer>)>;
    using Progress = std::function<void(qint64 done, qint64 total)>;

    HttpFetch(QNetworkAccessManager *network, Clock *clock, HttpRequest request);
    ~HttpFetch() override;

    // Calls `done` once, never from within start().
    void start(Done done, Progress progress = {});

    // What has arrived up to now; a later fetch can begin there.
    const QByteArray &received() const { return m_body; }

private:
    void send();
    void read();
    void finished();
    void redirect(const QUrl &target);
    void retry(const Error &error, std::chrono::milliseconds delay);
    std::chrono::milliseconds backOff() const;
    Result<> takeStart(); // looks at the status line and headers of the answer
    void restartStallTimer();
    void dropReply();
    void end(Result<HttpAnswer> result);

    QNetworkAccessManager *m_network;
    Clock *m_clock;
    HttpRequest m_request;
    QUrl m_url;
    QPointer<QNetworkReply> m_reply;
    QByteArray m_body;
    QByteArray m_validator; // of the answer whose beginning is in m_body
    Done m_done;
    Progress m_progress;
    std::unique_ptr<QObject> m_stall;
    qint64 m_counted = 0; // of the body, when that began
    std::unique_ptr<QObject> m_pause;
    int m_redirects = 0;
    int m_attempts = 0;
    bool m_started = false; // the body of this reply is wanted
};

// An address as it may be shown: without user and password.
QString shownAddress(const QUrl &url);

} // namespace glovebox::packages
