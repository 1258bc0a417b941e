// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"
#include "message.h"

#include <QString>

#include <memory>
#include <optional>

namespace glovebox::http {

// One HTTP/1.x request from bytes as they come; a pure function of them, without any I/O. Stricter
// than the grammar where proxies and servers are known to disagree: anything by which a request
// could be smuggled is an error (engineering.md 2.4).
class RequestParser
{
public:
    enum class State {
        Head,     // wants more of the head
        HeadDone, // head() is valid; wants expectBody() before the body
        Body,     // wants more of the body
        Done,     // body() is whole
        Failed,   // status() and problem() say why; the connection has to be closed
    };

    explicit RequestParser(qint64 maxHeader = limits::maxHeaderBytes,
                           int maxFields = limits::maxHeaderFields);
    ~RequestParser();

    // Takes bytes and returns how many belong to this request; the rest belongs to the next one.
    // Call again with the rest after expectBody().
    qsizetype feed(QByteArrayView bytes);

    // In HeadDone: go on, with a body of at most that many bytes (413 above it).
    void expectBody(qint64 maxBody);

    State state() const { return m_state; }
    const RequestHead &head() const { return m_head; } // peer and port are not filled in
    std::optional<qint64> contentLength() const;       // null also before the head is done
    bool keepAlive() const { return m_keepAlive; }
    bool startedHead() const { return !m_raw.isEmpty(); }
    QByteArray takeBody();

    int status() const { return m_status; }
    const QString &problem() const { return m_problem; }

private:
    struct Beast;

    qsizetype feedHead(QByteArrayView bytes);
    qsizetype feedBody(QByteArrayView bytes);
    void parseHead();
    bool checkFields();
    void copyHead();
    void failWith(int status, const QString &problem);

    qint64 m_maxHeader;
    int m_maxFields;
    State m_state = State::Head;
    QByteArray m_raw; // of the head, then unparsed rest of the body's framing
    int m_blank = 0;  // characters of the empty line before the request
    RequestHead m_head;
    std::unique_ptr<Beast> m_beast;
    bool m_keepAlive = true;
    int m_status = 0;
    QString m_problem;
};

} // namespace glovebox::http
