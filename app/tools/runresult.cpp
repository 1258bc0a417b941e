// SPDX-License-Identifier: MIT
#include "runresult.h"

#include "base/logging.h"
#include "modeltext.h"

#include <QBuffer>
#include <QFile>
#include <QImage>

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr int longestSide = 1568;
constexpr qsizetype largestImage = 200 * limits::KiB;
constexpr int mostImages = 4; // the whole result must stay below 1,000,000 characters
constexpr qsizetype halfBudget = limits::outputBytesForModels / 2;
constexpr qsizetype longestValue = 16 * limits::KiB;

struct StoredOutput
{
    QByteArray head;
    QByteArray tail;
};

qint64 elapsed(const RunFacts &facts, const QDateTime &now)
{
    if (isFinal(facts.state))
        return facts.executionMs;
    return facts.started.isValid() ? facts.started.msecsTo(now) : 0;
}

QString quoted(const QString &words)
{
    return words.isEmpty() ? QString() : u" They wrote: “%1”"_s.arg(words);
}

QString pendingAdvice(const RunFacts &facts)
{
    const QString id = facts.run.toString();
    switch (facts.state) {
    case RunState::PendingApproval:
        if (facts.decision)
            return u"Allowed; it is about to begin. Call get_run with {\"run\": \"%1\"} for the "
                   "result."_s.arg(id);
        return u"A person has been asked and has not answered yet. Nothing ran. Call get_run with "
               "{\"run\": \"%1\"} to wait for the answer and the result. Do not send the same code "
               "again: it would be asked a second time."_s.arg(id);
    case RunState::Queued:
        return u"queued · position %1 in its session. Call get_run with {\"run\": \"%2\"} for the "
               "result; use another session for something that should not wait."_s
            .arg(facts.queuePosition)
            .arg(id);
    case RunState::Starting:
        return u"Allowed; %1. Call get_run with {\"run\": \"%2\"} for the result."_s.arg(
            facts.phase.isEmpty() ? u"its session starts"_s : facts.phase, id);
    default:
        return u"Still running. Call get_run with {\"run\": \"%1\"} for the rest, or "
               "interrupt_run to stop it. Output so far:"_s.arg(id);
    }
}

QString displayText(const RunFacts &facts, const event::Display &display)
{
    QString text = u"[plot %1 of %2, %3x%4 pixels, run://%2/plots/%1]"_s.arg(display.index)
                       .arg(facts.run.toString())
                       .arg(display.pixels.width())
                       .arg(display.pixels.height());
    if (!display.text.isEmpty())
        text += u'\n' + display.text;
    else if (!display.title.isEmpty())
        text += u'\n' + display.title;
    return text;
}

QString valueText(const QString &whole)
{
    const QString value = withoutLongDataUrls(whole);
    if (value.size() <= longestValue)
        return value;
    return value.left(longestValue / 2)
           + u"\n[… %1 characters left out …]\n"_s.arg(value.size() - longestValue)
           + value.right(longestValue / 2);
}

QString encoded(const QImage &image, QByteArray *out, const char *format, int quality)
{
    out->clear();
    QBuffer buffer(out);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format, quality);
    return QString::fromLatin1(format) == u"PNG" ? u"image/png"_s : u"image/jpeg"_s;
}

void appendPlots(mcp::CallResult &result, const RunFacts &facts)
{
    int shown = 0;
    for (const event::Display &display : facts.displays) {
        QString text = displayText(facts, display);
        QFile file(display.file);
        std::optional<FittedImage> image;
        if (shown < mostImages && file.open(QIODevice::ReadOnly))
            image = fitForModel(file.readAll(), display.mimeType);
        if (image && !image->note.isEmpty())
            text += u'\n' + image->note;
        if (!image && shown == mostImages)
            text += u"\n[only the first %1 pictures are in a result; read this one as a resource]"_s
                        .arg(mostImages);
        result.content.append(mcp::content::Text{text});
        if (image) {
            ++shown;
            result.content.append(mcp::content::Image{image->bytes, image->mimeType});
        }
    }
    if (shown > 0)
        result.content.append(mcp::content::Text{
            u"If you cannot see the picture above, say so and rely on the words."_s});
}

mcp::CallResult compose(const RunFacts &facts, const QDateTime &now, const StoredOutput &output)
{
    mcp::CallResult result;
    QString first = statusLine(facts, now);
    if (const QString advice = stateAdvice(facts); !advice.isEmpty())
        first += u'\n' + advice;
    if (!facts.sessionNews.isEmpty())
        first += u"\nThe session is new: its earlier variables are gone. "_s + facts.sessionNews;
    result.content.append(mcp::content::Text{first});
    const QString text = headAndTail(output.head, output.tail, facts.outputLength);
    if (!text.trimmed().isEmpty())
        result.content.append(mcp::content::Text{text});
    if (facts.outputBytes > facts.outputBytesKept)
        result.content.append(mcp::content::Text{
            u"[Of %1 bytes of output the first %2 were kept.]"_s.arg(facts.outputBytes)
                .arg(facts.outputBytesKept)});
    if (!facts.result.isEmpty())
        result.content.append(mcp::content::Text{valueText(facts.result)});
    if (facts.raised)
        result.content.append(mcp::content::Text{valueText(facts.raised->traceback.join(u'\n'))});
    appendPlots(result, facts);
    if (facts.state == RunState::Complete && result.content.size() == 1)
        result.content.append(mcp::content::Text{u"No output."_s});
    result.isError = isFinal(facts.state) && facts.state != RunState::Complete;
    return result;
}

} // namespace

QString statusLine(const RunFacts &facts, const QDateTime &now)
{
    return u"run %1 · %2 · session %3 · %4 s"_s.arg(facts.run.toString(), toString(facts.state),
                                                    facts.record.sessionName,
                                                    secondsText(elapsed(facts, now)));
}

QString stateAdvice(const RunFacts &facts)
{
    switch (facts.state) {
    case RunState::PendingApproval:
    case RunState::Queued:
    case RunState::Starting:
    case RunState::Running:
        return pendingAdvice(facts);
    case RunState::Complete:
    case RunState::Error:
        return {};
    case RunState::Denied: {
        const bool person = facts.decision && facts.decision->by == DecisionBy::Person;
        return person ? u"The person denied it; nothing ran.%1 Do not send the same code again "
                        "without changing what they object to, or ask them."_s.arg(
                            quoted(facts.endReason))
                      : u"It was denied; nothing ran. %1"_s.arg(facts.endReason);
    }
    case RunState::Expired:
        return u"Nobody answered in time, so nothing ran. This is not a denial: tell the person "
               "that Glovebox waits for them, and ask again when they are there."_s;
    case RunState::Cancelled:
        return u"It was taken back before it began; nothing ran. %1"_s.arg(facts.endReason)
            .trimmed();
    case RunState::Timeout:
    case RunState::Interrupted:
        return u"%1 The session's variables are kept."_s.arg(facts.endReason).trimmed();
    case RunState::Killed:
    case RunState::Crashed:
        return u"%1 %2 Files in mounted folders are kept."_s
            .arg(facts.endReason,
                 facts.sessionRestarted ? u"The session was restarted: its variables are gone."_s
                                        : u"The session is closed."_s)
            .trimmed();
    }
    Q_UNREACHABLE_RETURN(QString());
}

std::optional<FittedImage> fitForModel(const QByteArray &bytes, const QString &mimeType)
{
    static const QStringList taken{u"image/png"_s, u"image/jpeg"_s, u"image/gif"_s,
                                   u"image/webp"_s};
    if (!taken.contains(mimeType))
        return std::nullopt;
    const QImage original = QImage::fromData(bytes);
    if (original.isNull())
        return std::nullopt;
    const int side = std::max(original.width(), original.height());
    if (bytes.size() <= largestImage && side <= longestSide)
        return FittedImage{bytes, mimeType, {}};
    FittedImage fitted;
    double scale = std::min(1.0, double(longestSide) / side);
    QImage image = original;
    for (int attempt = 0; attempt < 6; ++attempt, scale *= 0.75) {
        image = scale < 1.0 ? original.scaled(original.size() * scale, Qt::KeepAspectRatio,
                                              Qt::SmoothTransformation)
                            : original;
        fitted.mimeType = encoded(image, &fitted.bytes, "PNG", -1);
        // Noise does not compress as PNG; a smaller picture would lose more than JPEG does.
        if (fitted.bytes.size() > largestImage)
            fitted.mimeType = encoded(image, &fitted.bytes, "JPEG", 85);
        if (fitted.bytes.size() <= largestImage)
            break;
    }
    fitted.note = u"[shown at %1x%2 of %3x%4 pixels]"_s.arg(image.width())
                      .arg(image.height())
                      .arg(original.width())
                      .arg(original.height());
    return fitted;
}

RunReporter::RunReporter(const sandbox::OutputStore &output)
    : m_output(output)
{
    m_pool.setMaxThreadCount(2);
}

RunReporter::~RunReporter()
{
    m_pool.waitForDone();
}

QFuture<mcp::CallResult> RunReporter::report(const RunFacts &facts, const QDateTime &now)
{
    // Most runs print little and plot nothing: no thread is needed for them.
    if (facts.outputLength == 0 && facts.displays.isEmpty())
        return QtFuture::makeReadyValueFuture(compose(facts, now, {}));
    const qint64 total = facts.outputLength;
    const qint64 headLength = total <= limits::outputBytesForModels ? total : halfBudget;
    const qint64 tailLength = std::min<qint64>(total - headLength, halfBudget);
    auto head = m_output.read(facts.run, 0, headLength);
    auto tail = m_output.read(facts.run, total - tailLength, tailLength);
    return QtFuture::whenAll(head, tail).then(
        &m_pool, [facts, now, head, tail](const auto &) {
            // What was not kept (a full disk) is told by the counts.
            const StoredOutput stored{head.result().value_or(QByteArray()),
                                      tail.result().value_or(QByteArray())};
            return compose(facts, now, stored);
        });
}

} // namespace glovebox::tools
