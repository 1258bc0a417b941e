// SPDX-License-Identifier: MIT
#include "requestparser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace glovebox::http {

using namespace Qt::StringLiterals;
namespace beast = boost::beast::http;

namespace {

// Chunk sizes with extensions, and trailers, are the only framing that is kept back unparsed.
constexpr qsizetype maxPendingFraming = 16 * limits::KiB;

QByteArray toBytes(boost::beast::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

// A line that begins with a blank continues the one before (obsolete, and read differently by
// different programs).
bool hasFoldedLine(QByteArrayView head)
{
    for (qsizetype i = head.indexOf('\n'); i >= 0; i = head.indexOf('\n', i + 1)) {
        if (i + 1 < head.size() && (head[i + 1] == ' ' || head[i + 1] == '\t'))
            return true;
    }
    return false;
}

int statusFor(const boost::system::error_code &code)
{
    if (code == beast::error::body_limit)
        return 413;
    if (code == beast::error::header_limit)
        return 431;
    if (code == beast::error::bad_version)
        return 505;
    return 400;
}

} // namespace

struct RequestParser::Beast
{
    beast::request_parser<beast::string_body> parser;
};

RequestParser::RequestParser(qint64 maxHeader, int maxFields)
    : m_maxHeader(maxHeader)
    , m_maxFields(maxFields)
    , m_beast(std::make_unique<Beast>())
{
    m_beast->parser.eager(false);
    m_beast->parser.header_limit(std::uint32_t(maxHeader + 1));
    // The limit depends on the route, which is known only after the head; see expectBody().
    m_beast->parser.body_limit(boost::none);
}

RequestParser::~RequestParser() = default;

qsizetype RequestParser::feed(QByteArrayView bytes)
{
    qsizetype used = 0;
    while (used < bytes.size()) {
        const State before = m_state;
        if (m_state == State::Head)
            used += feedHead(bytes.sliced(used));
        else if (m_state == State::Body)
            used += feedBody(bytes.sliced(used));
        else
            break;
        if (m_state == before && m_state != State::Body)
            break;
    }
    return used;
}

qsizetype RequestParser::feedHead(QByteArrayView bytes)
{
    // One empty line before the request is ignored, as RFC 9112 asks, however it arrives; nothing
    // else is.
    qsizetype skipped = 0;
    while (m_raw.isEmpty() && skipped < bytes.size() && m_blank < 2 &&
           (bytes[skipped] == '\r' || bytes[skipped] == '\n')) {
        ++skipped;
        ++m_blank;
    }
    bytes = bytes.sliced(skipped);
    const qsizetype before = m_raw.size();
    m_raw.append(bytes.first(qMin(bytes.size(), qsizetype(m_maxHeader) + 1 - before)));
    const qsizetype end = m_raw.indexOf("\r\n\r\n", qMax(qsizetype(0), before - 3));
    const qsizetype length = end < 0 ? m_raw.size() : end + 4;
    if (length > m_maxHeader) {
        failWith(431, u"The head of the request is larger than %1 KiB."_s.arg(m_maxHeader /
                                                                              limits::KiB));
        return skipped + bytes.size();
    }
    if (end < 0)
        return skipped + bytes.size();
    m_raw.truncate(length);
    parseHead();
    return skipped + length - before;
}

void RequestParser::parseHead()
{
    if (hasFoldedLine(m_raw)) {
        failWith(400, u"A header line continues on the next one; put every field on one line."_s);
        return;
    }
    auto &parser = m_beast->parser;
    boost::system::error_code code;
    qsizetype position = 0;
    while (position < m_raw.size() && !parser.is_header_done()) {
        const auto taken =
            parser.put(boost::asio::const_buffer(m_raw.constData() + position,
                                                 std::size_t(m_raw.size() - position)),
                       code);
        position += qsizetype(taken);
        if (code && code != beast::error::need_more)
            break;
        if (taken == 0)
            break;
    }
    if ((code && code != beast::error::need_more) || !parser.is_header_done()) {
        failWith(code ? statusFor(code) : 400,
                 u"The head of the request is not valid HTTP/1.1 (%1)."_s.arg(
                     code ? QString::fromStdString(code.message()) : u"incomplete"_s));
        return;
    }
    m_raw.clear();
    copyHead();
    if (!checkFields())
        return;
    m_state = State::HeadDone;
}

void RequestParser::copyHead()
{
    const auto &message = m_beast->parser.get();
    m_head.method = toBytes(message.method_string());
    m_head.target = toBytes(message.target());
    m_head.version = int(message.version());
    for (const auto &field : message)
        m_head.headers.add(toBytes(field.name_string()), toBytes(field.value()));
    m_keepAlive = message.keep_alive();
}

bool RequestParser::checkFields()
{
    const Headers &headers = m_head.headers;
    if (headers.fields().size() > m_maxFields) {
        failWith(431, u"More than %1 header fields."_s.arg(m_maxFields));
        return false;
    }
    if (headers.count("content-length") > 1 || headers.value("content-length").contains(',')) {
        failWith(400, u"Content-Length is there more than once."_s);
        return false;
    }
    if (headers.contains("transfer-encoding") &&
        headers.value("transfer-encoding").compare("chunked", Qt::CaseInsensitive) != 0) {
        failWith(400, u"The only Transfer-Encoding that is understood is \"chunked\"."_s);
        return false;
    }
    if (headers.contains("transfer-encoding") && headers.contains("content-length")) {
        failWith(400, u"Content-Length and Transfer-Encoding exclude each other."_s);
        return false;
    }
    if (headers.count("host") > 1) {
        failWith(400, u"Host is there more than once."_s);
        return false;
    }
    return true;
}

std::optional<qint64> RequestParser::contentLength() const
{
    if (!m_beast->parser.is_header_done()) // Beast asserts that the caller knows
        return std::nullopt;
    const auto length = m_beast->parser.content_length();
    if (!length)
        return std::nullopt;
    return qint64(qMin(*length, quint64(std::numeric_limits<qint64>::max())));
}

void RequestParser::expectBody(qint64 maxBody)
{
    Q_ASSERT(m_state == State::HeadDone);
    auto &parser = m_beast->parser;
    if (parser.is_done()) {
        m_state = State::Done;
        return;
    }
    if (contentLength().value_or(0) > maxBody) {
        failWith(413, u"The body is larger than %1 MiB."_s.arg(maxBody / limits::MiB));
        return;
    }
    parser.body_limit(std::uint64_t(maxBody));
    m_state = State::Body;
}

qsizetype RequestParser::feedBody(QByteArrayView bytes)
{
    auto &parser = m_beast->parser;
    const qsizetype kept = m_raw.size();
    const QByteArray joined = kept > 0 ? m_raw + bytes : QByteArray();
    const QByteArrayView all = kept > 0 ? QByteArrayView(joined) : bytes;
    boost::system::error_code code;
    qsizetype position = 0;
    while (position < all.size() && !parser.is_done()) {
        const auto taken = qsizetype(parser.put(
            boost::asio::const_buffer(all.data() + position, std::size_t(all.size() - position)),
            code));
        position += taken;
        if (code || taken == 0)
            break;
    }
    m_raw.clear();
    if (code && code != beast::error::need_more) {
        const int status = statusFor(code);
        failWith(status, status == 413 ? u"The body is larger than allowed."_s
                                       : u"The body's framing is not valid HTTP/1.1 (%1)."_s.arg(
                                             QString::fromStdString(code.message())));
        return bytes.size();
    }
    if (parser.is_done()) {
        m_state = State::Done;
        return position - kept;
    }
    m_raw = all.sliced(position).toByteArray();
    if (m_raw.size() > maxPendingFraming)
        failWith(400, u"A chunk's head or the trailer is too long."_s);
    return bytes.size();
}

QByteArray RequestParser::takeBody()
{
    const std::string &body = m_beast->parser.get().body();
    return QByteArray(body.data(), qsizetype(body.size()));
}

void RequestParser::failWith(int status, const QString &problem)
{
    m_state = State::Failed;
    m_status = status;
    m_problem = problem;
    m_keepAlive = false;
}

} // namespace glovebox::http
