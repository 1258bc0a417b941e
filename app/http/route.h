// SPDX-License-Identifier: MIT
#pragma once

#include "guard.h"

#include <QObject>

#include <chrono>

namespace glovebox::http {

// A whole request that the guard let through.
struct Request
{
    QByteArray method;
    Headers headers;
    QByteArray body;
    Admission admission;
};

// The answer to one request; hides the socket. Dropping the last pointer unanswered sends a 500.
class Responder : public QObject
{
    Q_OBJECT

public:
    // A whole answer. Only the first one counts.
    virtual void send(int status, const QByteArray &contentType, const QByteArray &body,
                      const Headers &headers = {}) = 0;

    // Or a stream of server-sent events: head and a comment go out at once.
    virtual void startEventStream(const Headers &headers = {}) = 0;
    virtual void writeEvent(const QByteArray &data, const QByteArray &id = {},
                            const QByteArray &event = {}) = 0;
    virtual void writeComment(const QByteArray &text) = 0;
    // How long the client should wait before it comes back, once the stream ended.
    virtual void writeRetry(std::chrono::milliseconds time) = 0;
    virtual void endEventStream() = 0;

    // The peer can still be reached and the answer is not complete.
    virtual bool isOpen() const = 0;

Q_SIGNALS:
    // The peer vanished before the answer was complete.
    void closed();
};
using ResponderPtr = std::shared_ptr<Responder>;

// A handler of some paths.
class Route
{
public:
    virtual ~Route() = default;
    virtual bool handles(const QByteArray &path) const = 0;
    virtual QList<QByteArray> methods() const = 0; // others get 405 with these in Allow
    virtual qint64 maxBodyBytes() const { return limits::maxBodyBytes; }
    // What a client should do instead of sending a body that is too large; a sentence.
    virtual QString tooLargeAdvice() const { return {}; }
    // The body of a refusal before handle(), the guard's included, as JSON.
    virtual QByteArray errorBody(const QString &text) const;
    virtual void handle(const Request &request, const ResponderPtr &responder) = 0;
};

// {"error": text}
QByteArray plainErrorBody(const QString &text);

} // namespace glovebox::http
