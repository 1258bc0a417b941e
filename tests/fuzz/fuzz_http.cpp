// SPDX-License-Identifier: MIT
// Bytes from a peer. Whatever they are, the parser survives, keeps its limits, and finds the same
// request however the bytes are split.
#include "http/requestparser.h"

#include <cstdio>
#include <cstdlib>

using namespace glovebox;
using namespace glovebox::http;

namespace {

constexpr qint64 maxHeader = 8 * limits::KiB;
constexpr qint64 maxBody = 64 * limits::KiB;

struct Outcome
{
    RequestParser::State state = RequestParser::State::Head;
    int status = 0;
    qsizetype used = 0;
    QByteArray method;
    QByteArray target;
    QByteArray body;

    bool operator==(const Outcome &) const = default;
};

Outcome parse(QByteArrayView bytes, qsizetype step)
{
    RequestParser parser(maxHeader);
    Outcome outcome;
    while (outcome.used < bytes.size()) {
        const qsizetype size = qMin(step, bytes.size() - outcome.used);
        qsizetype taken = 0;
        while (taken < size) {
            const qsizetype more = parser.feed(bytes.sliced(outcome.used + taken, size - taken));
            taken += more;
            if (parser.state() == RequestParser::State::HeadDone)
                parser.expectBody(maxBody);
            else if (more == 0)
                break;
            if (parser.state() == RequestParser::State::Done ||
                parser.state() == RequestParser::State::Failed) {
                break;
            }
        }
        outcome.used += taken;
        if (taken < size || parser.state() == RequestParser::State::Done ||
            parser.state() == RequestParser::State::Failed) {
            break;
        }
    }
    outcome.state = parser.state();
    outcome.status = parser.status();
    if (parser.state() == RequestParser::State::Failed) {
        outcome.used = 0; // where exactly it noticed depends on the pieces
        return outcome;
    }
    outcome.method = parser.head().method;
    outcome.target = parser.head().target;
    if (parser.state() == RequestParser::State::Done)
        outcome.body = parser.takeBody();
    return outcome;
}

void tell(const char *how, const Outcome &outcome)
{
    std::fprintf(stderr, "%s: state %d, status %d, used %lld, body %lld, %s %s\n", how,
                 int(outcome.state), outcome.status, qlonglong(outcome.used),
                 qlonglong(outcome.body.size()), outcome.method.constData(),
                 outcome.target.constData());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    const Outcome whole = parse(bytes, qMax(qsizetype(1), bytes.size()));
    for (const qsizetype step : {1, 7}) {
        const Outcome pieces = parse(bytes, step);
        if (whole.body.size() <= maxBody && whole == pieces)
            continue;
        tell("whole", whole);
        tell("in pieces", pieces);
        std::abort();
    }
    return 0;
}
