// SPDX-License-Identifier: MIT
#include "modeltext.h"

#include "base/linediff.h"

#include <QRegularExpression>
#include <QStringDecoder>
#include <QStringList>

#include <algorithm>

namespace glovebox::tools {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestDataUrl = 200;

QString withoutEscapes(QString text)
{
    // CSI … final byte; OSC … BEL or ST; two-byte escapes.
    static const QRegularExpression escapes(
        u"\\x1b\\[[0-?]*[ -/]*[@-~]|\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)|\\x1b[@-Z\\\\-_]"_s);
    return text.remove(escapes);
}

// One line as it would stand on a terminal after its carriage returns and backspaces.
QString settledLine(QStringView line)
{
    if (!line.contains(u'\r') && !line.contains(u'\b'))
        return line.toString();
    QString shown;
    qsizetype column = 0;
    for (const QChar c : line) {
        if (c == u'\r') {
            column = 0;
        } else if (c == u'\b') {
            column = std::max<qsizetype>(0, column - 1);
        } else if (column < shown.size()) {
            shown[column++] = c;
        } else {
            shown += c;
            ++column;
        }
    }
    return shown;
}

// A tail can begin in the middle of a character.
QByteArrayView fromWholeCharacter(QByteArrayView tail)
{
    qsizetype skipped = 0;
    while (skipped < std::min<qsizetype>(3, tail.size()) && (uchar(tail[skipped]) & 0xC0) == 0x80)
        ++skipped;
    return tail.sliced(skipped);
}

// A tail can begin in the middle of a data: URL, whose beginning was left out.
QString withoutCutBase64(const QString &tail)
{
    static const QRegularExpression base64(u"^[A-Za-z0-9+/=]+(?:\\r?\\n[A-Za-z0-9+/=]{16,})*"_s);
    const auto match = base64.match(tail);
    if (match.capturedLength() <= longestDataUrl)
        return tail;
    return u"[%1 more characters of it left out]"_s.arg(match.capturedLength()) +
           QStringView(tail).sliced(match.capturedEnd());
}

} // namespace

QString withoutLongDataUrls(const QString &text)
{
    static const QRegularExpression dataUrl(
        u"data:[\\w.+-]+/[\\w.+-]+(?:;[\\w.=+-]+)*;base64,[A-Za-z0-9+/=]+(?:\\r?\\n[A-Za-z0-9+/=]{16,})*"_s);
    QString out;
    qsizetype from = 0;
    for (auto it = dataUrl.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        if (match.capturedLength() <= longestDataUrl)
            continue;
        out += QStringView(text).sliced(from, match.capturedStart() - from);
        out += u"[data: URL of %1 characters left out]"_s.arg(match.capturedLength());
        from = match.capturedEnd();
    }
    return out + QStringView(text).sliced(from);
}

QString plainTerminalText(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = withoutEscapes(decoder(bytes));
    QStringList lines;
    for (const QStringView line : QStringView(text).tokenize(u'\n'))
        lines.append(settledLine(line));
    return withoutLongDataUrls(lines.join(u'\n'));
}

QString headAndTail(QByteArrayView head, QByteArrayView tail, qint64 total, const QString &where)
{
    const qint64 leftOut = total - head.size() - tail.size();
    if (leftOut <= 0) {
        const qsizetype overlap = std::min<qsizetype>(-leftOut, tail.size());
        QByteArray whole = head.toByteArray();
        whole += tail.sliced(overlap);
        return plainTerminalText(whole);
    }
    return plainTerminalText(head) +
           u"\n\n[… %1 bytes of output left out here; the whole output had %2 bytes%3 …]\n\n"_s
               .arg(leftOut)
               .arg(total)
               .arg(where.isEmpty() ? where : u" and is "_s + where) +
           withoutCutBase64(plainTerminalText(fromWholeCharacter(tail)));
}

QString sessionStateName(SessionStatus::State state)
{
    switch (state) {
    case SessionStatus::State::Starting:
        return u"starting"_s;
    case SessionStatus::State::Idle:
        return u"idle"_s;
    case SessionStatus::State::Busy:
        return u"busy"_s;
    case SessionStatus::State::Restarting:
        return u"restarting"_s;
    case SessionStatus::State::Retired:
        return u"retired"_s;
    case SessionStatus::State::Closed:
        return u"closed"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString secondsText(qint64 milliseconds)
{
    const double seconds = static_cast<double>(milliseconds) / 1000.0;
    return QString::number(seconds, 'f', seconds < 10 ? 2 : 1);
}

namespace {

constexpr qsizetype diffContext = 3;

// "@@ -3,7 +3,8 @@" for rows [from, end).
QString hunkHead(const QList<DiffRow> &rows, qsizetype from, qsizetype end)
{
    int before = 0;
    int after = 0;
    int firstBefore = 0;
    int firstAfter = 0;
    for (qsizetype i = from; i < end; ++i) {
        before += rows[i].before > 0 ? 1 : 0;
        after += rows[i].after > 0 ? 1 : 0;
        firstBefore = firstBefore == 0 ? rows[i].before : firstBefore;
        firstAfter = firstAfter == 0 ? rows[i].after : firstAfter;
    }
    return QStringLiteral("@@ -%1,%2 +%3,%4 @@\n")
        .arg(firstBefore)
        .arg(before)
        .arg(firstAfter)
        .arg(after);
}

QChar signOf(DiffRow::Kind kind)
{
    switch (kind) {
    case DiffRow::Kind::Same:
        return u' ';
    case DiffRow::Kind::Removed:
        return u'-';
    case DiffRow::Kind::Added:
        return u'+';
    }
    Q_UNREACHABLE_RETURN(u' ');
}

} // namespace

QString unifiedDiff(const QString &before, const QString &after)
{
    const QList<DiffRow> rows = compareLines(before, after).rows;
    const auto isSame = [&rows](qsizetype i) { return rows[i].kind == DiffRow::Kind::Same; };
    QString text;
    for (qsizetype at = 0; at < rows.size();) {
        if (isSame(at)) {
            ++at;
            continue;
        }
        const qsizetype from = std::max<qsizetype>(0, at - diffContext);
        qsizetype end = at + 1; // behind the last change of this hunk
        for (qsizetype i = end; i < rows.size() && i - end < 2 * diffContext; ++i) {
            if (!isSame(i))
                end = i + 1;
        }
        const qsizetype stop = std::min(rows.size(), end + diffContext);
        text += hunkHead(rows, from, stop);
        for (qsizetype i = from; i < stop; ++i)
            text += signOf(rows[i].kind) + rows[i].text + u'\n';
        at = stop;
    }
    return text;
}

} // namespace glovebox::tools
