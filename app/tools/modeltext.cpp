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

constexpr char16_t escape = 0x1B;
constexpr char16_t bell = 0x07;
constexpr char16_t c1Csi = 0x9B;
constexpr char16_t c1End = 0x9C; // ST

bool isBetween(char16_t c, char16_t first, char16_t last)
{
    return c >= first && c <= last;
}

// Behind a CSI: its parameters and its final character.
qsizetype csiEnd(QStringView text, qsizetype at)
{
    while (at < text.size() && isBetween(text[at].unicode(), 0x20, 0x3F))
        ++at;
    return at < text.size() && isBetween(text[at].unicode(), 0x40, 0x7E) ? at + 1 : at;
}

// Behind what begins a string for the terminal (its title, a link …): one that has no end is over
// with its line, else it would take the rest of the output with it.
qsizetype stringEnd(QStringView text, qsizetype at)
{
    for (; at < text.size() && text[at] != u'\n'; ++at) {
        const char16_t c = text[at].unicode();
        if (c == bell || c == c1End)
            return at + 1;
        if (c == escape)
            return at + 1 < text.size() && text[at + 1] == u'\\' ? at + 2 : at;
    }
    return at;
}

bool beginsString(char16_t c) // behind ESC: DCS, SOS, OSC, PM, APC
{
    return c == u'P' || c == u'X' || c == u']' || c == u'^' || c == u'_';
}

// Behind an ESC. What follows is looked at anew when it is another ESC, as a terminal does.
qsizetype escapeEnd(QStringView text, qsizetype at)
{
    if (at == text.size())
        return at;
    const char16_t c = text[at].unicode();
    if (c == u'[')
        return csiEnd(text, at + 1);
    if (beginsString(c))
        return stringEnd(text, at + 1);
    while (at < text.size() && isBetween(text[at].unicode(), 0x20, 0x2F))
        ++at;
    return at < text.size() && isBetween(text[at].unicode(), 0x30, 0x7E) ? at + 1 : at;
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

bool endsInDataUrl(QByteArrayView head)
{
    static const QRegularExpression open(u"data:[\\w.+/;=-]+;base64,[A-Za-z0-9+/=\\s]*\\z"_s);
    const qsizetype begin = head.lastIndexOf("data:");
    return begin >= 0 &&
           open.match(QString::fromLatin1(head.sliced(begin)), 0, QRegularExpression::NormalMatch,
                      QRegularExpression::AnchorAtOffsetMatchOption)
               .hasMatch();
}

// A tail can begin in the middle of a data: URL, whose beginning was left out.
// Letters in a row that are none stay.
QString withoutCutBase64(const QString &tail, bool isOpen)
{
    static const QRegularExpression base64(u"^[A-Za-z0-9+/=]+(?:\\r?\\n[A-Za-z0-9+/=]{16,})*"_s);
    static const QRegularExpression mixed(
        u"^(?=[^A-Z]{0,200}[A-Z])(?=[^a-z]{0,200}[a-z])(?=[^0-9]{0,200}[0-9])"_s);
    const auto match = base64.match(tail);
    const QString start = match.captured().left(longestDataUrl);
    if (match.capturedLength() <= longestDataUrl || !(isOpen || mixed.match(start).hasMatch()))
        return tail;
    return u"[%1 more characters of a data: URL left out]"_s.arg(match.capturedLength()) +
           QStringView(tail).sliced(match.capturedEnd());
}

QString withoutEscapes(QStringView text)
{
    QString kept;
    kept.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        const char16_t c = text[at++].unicode();
        if (c == escape)
            at = escapeEnd(text, at);
        else if (c == c1Csi)
            at = csiEnd(text, at);
        else if (isBetween(c, 0x80, 0x9F) && beginsString(char16_t(c - 0x40)))
            at = stringEnd(text, at);
        else if (c == u'\n' || c == u'\t' || c == u'\r' || c == u'\b' ||
                 QChar::category(c) != QChar::Other_Control)
            kept += QChar(c);
    }
    return kept;
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

QString settledText(QStringView text)
{
    const QString plain = withoutEscapes(text);
    QStringList lines;
    for (const QStringView line : QStringView(plain).tokenize(u'\n'))
        lines.append(settledLine(line));
    return lines.join(u'\n');
}

QString plainTerminalText(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    return withoutLongDataUrls(settledText(QString(decoder(bytes))));
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
           withoutCutBase64(plainTerminalText(fromWholeCharacter(tail)), endsInDataUrl(head));
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
