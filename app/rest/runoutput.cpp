// SPDX-License-Identifier: MIT
#include "runoutput.h"

#include "base/limits.h"
#include "tools/modeltext.h"

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

QString withoutLineEnd(QString text)
{
    if (text.endsWith(u'\n'))
        text.chop(1);
    return text;
}

QFuture<QByteArray> part(const sandbox::OutputStore &output, RunId run, qint64 offset,
                         qint64 length)
{
    return output.read(run, offset, length).then([](const Result<QByteArray> &bytes) {
        return bytes.value_or(QByteArray());
    });
}

} // namespace

QFuture<QString> outputText(const sandbox::OutputStore &output, const RunFacts &facts)
{
    const qint64 total = facts.outputLength;
    if (total == 0)
        return QtFuture::makeReadyValueFuture(QString());
    const qint64 kept = std::min(total, facts.outputBytesKept > 0 ? facts.outputBytesKept : total);
    const qint64 half = limits::outputBytesForModels / 2;
    const qint64 headLength = kept <= limits::outputBytesForModels ? kept : half;
    QList<QFuture<QByteArray>> parts{part(output, facts.run, 0, headLength)};
    if (headLength < kept)
        parts.append(part(output, facts.run, kept - half, half));
    return QtFuture::whenAll(parts.begin(), parts.end())
        .then([total](const QList<QFuture<QByteArray>> &read) {
            const QByteArray head = read.first().result();
            const QByteArray tail = read.size() > 1 ? read.last().result() : QByteArray();
            return withoutLineEnd(tools::headAndTail(head, tail, total));
        });
}

QList<event::Display> picturesOf(const RunFacts &facts)
{
    QList<event::Display> pictures = facts.displays;
    pictures.removeIf(
        [](const event::Display &display) { return !display.mimeType.startsWith(u"image/"); });
    return pictures;
}

} // namespace glovebox::rest
