// SPDX-License-Identifier: MIT
#include "runresult.h"

#include "base/logging.h"
#include "modeltext.h"

#include <QFile>

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype textBudget = 80 * limits::KiB; // characters of all text together
constexpr qsizetype longestValue = 16 * limits::KiB;
constexpr qsizetype longestPlotText = 2 * limits::KiB;
constexpr qsizetype plotTextBudget = 12 * limits::KiB;
constexpr qsizetype longestFileText = 16 * limits::KiB; // bytes
// The whole result must stay below 1,000,000 characters, and pictures travel as base64.
constexpr qsizetype pictureBudget = 800'000;
constexpr qsizetype longEnoughForAnEnd = 6000; // what clients cut is in the middle

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
        return u"Waiting for the person, who has been asked and has not answered yet. Nothing ran. "
               "Call get_run with {\"run\": \"%1\"} to wait for the answer and the result. Do not "
               "send the same again: it would be asked a second time."_s.arg(id);
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

QString valueText(const QString &whole)
{
    const QString value = withoutLongDataUrls(whole);
    if (value.size() <= longestValue)
        return value;
    return value.left(longestValue / 2) +
           u"\n[… %1 characters left out …]\n"_s.arg(value.size() - longestValue) +
           value.right(longestValue / 2);
}

QString plotAddress(RunId run, int plot)
{
    return u"run://%1/plots/%2"_s.arg(run.toString()).arg(plot);
}

// Pages, tables, formulas and drawings are no pictures that a client could be given.
bool isPicture(const event::Display &display)
{
    return display.mimeType.startsWith(u"image/") && display.mimeType != u"image/svg+xml";
}

QString plotText(const RunFacts &facts, const event::Display &display)
{
    QString text = u"[plot %1 of %2, %3x%4 pixels, %5]"_s.arg(display.index)
                       .arg(facts.run.toString())
                       .arg(display.pixels.width())
                       .arg(display.pixels.height())
                       .arg(plotAddress(facts.run, display.index));
    // A page, a formula, a drawing: kept for the person, and told to the model in words.
    if (display.pixels.isEmpty())
        text = u"[display %1 of %2, %3, %4 bytes, %5]"_s.arg(display.index)
                   .arg(facts.run.toString(), display.mimeType)
                   .arg(display.size)
                   .arg(plotAddress(facts.run, display.index));
    const QString words = display.text.isEmpty() ? display.title : display.text;
    if (!words.isEmpty())
        text += u'\n' + words.left(longestPlotText);
    if (words.size() > longestPlotText)
        text += u'…';
    return text;
}

// "run r12 · error · ValueError: no · whole output: run://r12/output"
QString lastLine(const RunFacts &facts)
{
    QString line = u"[run %1 · %2"_s.arg(facts.run.toString(), toString(facts.state));
    if (facts.raised)
        line += u" · %1: %2"_s.arg(facts.raised->ename, facts.raised->evalue.left(300));
    return line + u" · whole output: run://%1/output]"_s.arg(facts.run.toString());
}

// Of run_code: its machine is its own, and nothing of it stays.
bool isProgram(const RunFacts &facts)
{
    return !facts.record.runtime.isEmpty();
}

// Which of the files that were asked back did not come.
QString missingFilesText(const RunFacts &facts)
{
    QStringList missing = facts.record.outputFiles;
    for (const event::Display &display : facts.displays)
        missing.removeAll(display.title);
    if (missing.isEmpty() || !facts.started.isValid() || !isFinal(facts.state))
        return {};
    return u"[Not there when the program had ended: %1]"_s.arg(missing.join(u", "_s));
}

// What a run of install_packages did.
QString packagesText(const RunFacts &facts)
{
    QStringList loaded;
    for (const event::PackageLoaded &package : facts.packages) {
        if (!package.version.isEmpty()) // else it was taken away
            loaded.append(package.name + u' ' + package.version);
    }
    if (!loaded.isEmpty())
        return u"Loaded: %1."_s.arg(loaded.join(u", "_s));
    for (const PackagePin &pin : facts.record.reach.packages)
        loaded.append(pin.name + u' ' + pin.version);
    return u"Nothing had to be loaded: the session had %1 already."_s.arg(loaded.join(u", "_s));
}

// What ran is not what was sent: the model must know before it reads the result.
QString editedText(const RunFacts &facts)
{
    QString diff =
        unifiedDiff(QString::fromUtf8(*facts.codeAsAsked), QString::fromUtf8(facts.record.code));
    if (diff.size() > longestValue)
        diff = diff.left(longestValue) + u"\n[… the diff goes on …]\n"_s;
    return u"The person edited the code before allowing it; this is what ran instead of what you "
           "sent. Build on this version:\n```diff\n%1```"_s.arg(diff);
}

QString pausedAdvice(const RunFacts &facts)
{
    return u"The person has paused this client: the request waits, without an end, until they let "
           u"it "
           "go on. Nothing ran. Call get_run with {\"run\": \"%1\"} later; do not send the same "
           "again."_s.arg(facts.run.toString());
}

// Puts a result together for one client.
class Composition
{
public:
    Composition(const RunFacts &facts, const ClientTraits &client, bool isPaused)
        : m_facts(facts)
        , m_client(client)
        , m_isPaused(isPaused)
    {
    }

    mcp::CallResult compose(const QDateTime &now, const StoredOutput &output)
    {
        QString first = statusLine(m_facts, now);
        const bool isHeld =
            m_isPaused && m_facts.state == RunState::PendingApproval && !m_facts.decision;
        if (const QString advice = isHeld ? pausedAdvice(m_facts) : stateAdvice(m_facts);
            !advice.isEmpty())
            first += u'\n' + advice;
        if (const QString news = newsText(m_facts); !news.isEmpty())
            first += u'\n' + news;
        if (m_facts.codeAsAsked)
            first += u'\n' + editedText(m_facts);
        QStringList after;
        if (m_facts.record.tool == u"install_packages" && m_facts.state == RunState::Complete)
            after.append(packagesText(m_facts));
        if (!m_facts.result.isEmpty())
            after.append(valueText(m_facts.result));
        if (m_facts.raised)
            after.append(valueText(m_facts.raised->traceback.join(u'\n')));
        qsizetype room = textBudget - first.size() - plotTextBudget;
        for (const QString &text : std::as_const(after))
            room -= text.size();
        add(first);
        addOutput(output, room);
        for (const QString &text : std::as_const(after))
            add(text);
        if (m_facts.state == RunState::Complete && m_result.content.size() == 1 &&
            m_facts.displays.isEmpty())
            add(u"No output."_s);
        addPlots();
        if (const QString missing = missingFilesText(m_facts); !missing.isEmpty())
            add(missing);
        if (m_text > longEnoughForAnEnd)
            add(lastLine(m_facts));
        m_result.isError = isFinal(m_facts.state) && m_facts.state != RunState::Complete;
        return std::move(m_result);
    }

private:
    // Whatever it says: results, errors and titles hold what a program likes, too.
    void add(const QString &unsettled)
    {
        const QString text = settledText(unsettled);
        m_text += text.size();
        for (const QString &block : inBlocks(text, m_client.blockChars))
            m_result.content.append(mcp::content::Text{block});
    }

    void addOutput(const StoredOutput &output, qsizetype room)
    {
        const bool whole = m_facts.outputLength <= room;
        const QByteArray &end = output.tail.isEmpty() ? output.head : output.tail;
        const qsizetype half = std::min({room / 2, output.head.size(), end.size()});
        const QString where = u"run://%1/output"_s.arg(m_facts.run.toString());
        const QString text =
            whole ? headAndTail(output.head, output.tail, m_facts.outputLength, where)
                  : headAndTail(QByteArrayView(output.head).first(half),
                                QByteArrayView(end).last(half), m_facts.outputLength, where);
        if (!text.trimmed().isEmpty())
            add(text);
        if (m_facts.outputBytes > m_facts.outputBytesKept)
            add(u"[Of %1 bytes of output the first %2 were kept.]"_s.arg(m_facts.outputBytes)
                    .arg(m_facts.outputBytesKept));
    }

    void addPlots()
    {
        qsizetype words = 0;
        bool seen = false;
        for (const event::Display &display : m_facts.displays) {
            const QString text = plotText(m_facts, display);
            words += text.size();
            if (words > plotTextBudget) {
                add(u"[plots %1 to %2: read %3 and so on as resources]"_s.arg(display.index)
                        .arg(m_facts.displays.last().index)
                        .arg(plotAddress(m_facts.run, display.index)));
                break;
            }
            seen = addPlot(display, text) || seen;
        }
        if (seen)
            add(u"If you cannot see the picture above, say so and rely on the words."_s);
    }

    // Whether a picture was added.
    bool addPlot(const event::Display &display, QString text)
    {
        QFile file(display.file);
        const bool picture = isPicture(display);
        const auto image = picture && file.open(QIODevice::ReadOnly)
                               ? fitPicture(file.readAll(), m_client.picture)
                               : std::nullopt;
        const qsizetype length = image ? image->bytes.size() / 3 * 4 + 4 : 0;
        const bool fits = image && m_pictures + length <= pictureBudget;
        if (fits && !image->note().isEmpty())
            text += u'\n' + image->note();
        if (!picture && display.mimeType == u"text/plain" && isProgram(m_facts))
            text += u'\n' + fileText(display);
        else if (!picture)
            text += u"\n[The person sees it in Glovebox; here its words must do.]"_s;
        else if (!fits)
            text +=
                image || !file.isOpen()
                    ? u"\n[not shown here, as a result holds only so many pictures; read the "
                      "resource]"_s
                    : u"\n[not shown here: it is not a picture that can be made small enough]"_s;
        if (m_client.readsFiles)
            text += u"\nsaved as %1"_s.arg(display.file);
        add(text);
        if (!fits)
            return false;
        m_pictures += length;
        m_result.content.append(mcp::content::Image{image->bytes, image->mimeType});
        return true;
    }

    // Of a file that came back.
    QString fileText(const event::Display &display)
    {
        QFile file(display.file);
        if (!file.open(QIODevice::ReadOnly))
            return u"[It cannot be read any more.]"_s;
        const QByteArray bytes = file.read(std::min(longestFileText, m_fileRoom));
        m_fileRoom -= bytes.size();
        const QString rest = display.size <= bytes.size()
                                 ? QString()
                                 : u"\n[… %1 bytes left out; read the resource …]"_s.arg(
                                       display.size - bytes.size());
        return QString::fromUtf8(bytes) + rest;
    }

    const RunFacts &m_facts;
    const ClientTraits &m_client;
    bool m_isPaused = false;
    mcp::CallResult m_result;
    qsizetype m_text = 0;                       // characters
    qsizetype m_fileRoom = 2 * longestFileText; // for files that came back
    qsizetype m_pictures = 0;                   // characters of base64
};

} // namespace

QString statusLine(const RunFacts &facts, const QDateTime &now)
{
    return u"run %1 · %2 · session %3 · %4 s"_s.arg(facts.run.toString(), toString(facts.state),
                                                    facts.record.sessionName,
                                                    secondsText(elapsed(facts, now)));
}

QString newsText(const RunFacts &facts)
{
    if (facts.sessionNews.isEmpty())
        return {};
    return u"The session is new: its earlier variables and files in /session are gone. "_s +
           facts.sessionNews;
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
        if (isProgram(facts))
            return facts.endReason;
        return u"%1 The session's variables are kept."_s.arg(facts.endReason).trimmed();
    case RunState::Killed:
    case RunState::Crashed:
        if (isProgram(facts))
            return facts.endReason;
        return u"%1 %2 Files in mounted folders are kept."_s
            .arg(facts.endReason, facts.sessionRestarted
                                      ? u"The session was restarted: its variables are gone."_s
                                      : u"The session is closed."_s)
            .trimmed();
    }
    Q_UNREACHABLE_RETURN(QString());
}

QStringList inBlocks(const QString &text, qsizetype most)
{
    if (most <= 0 || text.size() <= most)
        return {text};
    QStringList blocks;
    QStringView rest(text);
    while (rest.size() > most) {
        const qsizetype lineEnd = rest.first(most).lastIndexOf(u'\n');
        qsizetype length = lineEnd > 0 ? lineEnd + 1 : most;
        if (rest[length - 1].isHighSurrogate())
            --length;
        blocks.append(rest.first(length).toString());
        rest = rest.sliced(length);
    }
    if (!rest.isEmpty())
        blocks.append(rest.toString());
    return blocks;
}

RunReporter::RunReporter(const sandbox::OutputStore &output)
    : m_output(output)
{
    m_pool.setMaxThreadCount(2);
    m_drawing.setMaxThreadCount(1);
}

RunReporter::~RunReporter()
{
    m_drawing.clear();
    m_drawing.waitForDone();
    m_pool.waitForDone();
}

QFuture<mcp::CallResult> RunReporter::report(const RunFacts &facts, const QDateTime &now,
                                             const ClientTraits &client)
{
    // Most runs print little and plot nothing: no thread is needed for them.
    if (facts.outputLength == 0 && facts.displays.isEmpty()) {
        const bool isPaused = m_isPaused && m_isPaused(facts.record.client);
        return QtFuture::makeReadyValueFuture(
            Composition(facts, client, isPaused).compose(now, {}));
    }
    const qint64 total = facts.outputLength;
    const qint64 headLength =
        total <= limits::outputBytesForModels ? total : limits::outputBytesForModels / 2;
    const qint64 tailLength =
        std::min<qint64>(total - headLength, limits::outputBytesForModels / 2);
    auto head = m_output.read(facts.run, 0, headLength);
    auto tail = m_output.read(facts.run, total - tailLength, tailLength);
    return QtFuture::whenAll(head, tail)
        .then(&m_pool, [facts, now, client, head, tail](const auto &) {
            // What was not kept (a full disk) is told by the counts.
            const StoredOutput stored{head.result().value_or(QByteArray()),
                                      tail.result().value_or(QByteArray())};
            // With output it was decided long ago.
            return Composition(facts, client, false).compose(now, stored);
        });
}

QFuture<std::optional<FittedImage>> RunReporter::fit(const QByteArray &bytes,
                                                     const PictureLimits &limits)
{
    return QtFuture::makeReadyVoidFuture().then(
        &m_pool, [bytes, limits] { return fitPicture(bytes, limits); });
}

QFuture<Result<DrawnPicture>> RunReporter::draw(const QByteArray &svg, const PictureLimits &limits)
{
    return QtFuture::makeReadyVoidFuture().then(&m_drawing,
                                                [svg, limits] { return drawPicture(svg, limits); });
}

} // namespace glovebox::tools
