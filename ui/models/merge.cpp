// SPDX-License-Identifier: MIT
#include "merge.h"

#include <base/linediff.h>

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

#include <algorithm>

namespace glovebox::ui {

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::ui::MergeEditor)
};

const QByteArray byteOrderMark("\xef\xbb\xbf");

// With their line ends: the last one may have none.
QStringList linesOf(const QString &text)
{
    QStringList lines;
    for (qsizetype from = 0; from < text.size();) {
        const qsizetype end = text.indexOf(u'\n', from);
        lines.append(text.sliced(from, (end < 0 ? text.size() : end + 1) - from));
        from += lines.last().size();
    }
    return lines;
}

QList<int> numbersOf(const QStringList &lines, QHash<QString, int> &known)
{
    QList<int> numbers;
    for (const QString &line : lines) {
        const auto found = known.constFind(line);
        numbers.append(found == known.cend() ? *known.insert(line, int(known.size())) : *found);
    }
    return numbers;
}

// For each line of the first where it is in the second; -1: it is not.
QList<int> placesIn(const QList<int> &first, const QList<int> &second)
{
    QList<int> places(first.size(), -1);
    for (const auto &[from, to] : align(first, second).pairs)
        places[from] = to;
    return places;
}

class Merger
{
public:
    Merger(const MergeMarks &marks)
        : m_marks(marks)
    {
    }

    void same(const QString &line) { m_text += line; }

    void differs(QStringList folder, QStringList client)
    {
        while (!folder.isEmpty() && !client.isEmpty() && folder.first() == client.first()) {
            m_text += folder.takeFirst();
            client.removeFirst();
        }
        QStringList tail;
        while (!folder.isEmpty() && !client.isEmpty() && folder.last() == client.last()) {
            tail.prepend(folder.takeLast());
            client.removeLast();
        }
        if (!folder.isEmpty() || !client.isEmpty()) {
            ++m_places;
            addLine(m_marks.folder);
            m_text += folder.join(QString());
            addLine(m_marks.client);
            m_text += client.join(QString());
            addLine(m_marks.end);
        }
        m_text += tail.join(QString());
    }

    void add(const QStringList &lines) { m_text += lines.join(QString()); }

    MergedText result() const { return {m_text, m_marks, m_places}; }

private:
    void addLine(const QString &line)
    {
        if (!m_text.isEmpty() && !m_text.endsWith(u'\n'))
            m_text += u'\n';
        m_text += line + u'\n';
    }

    MergeMarks m_marks;
    QString m_text;
    int m_places = 0;
};

MergeMarks marksFor(const QStringList &texts)
{
    int length = 7;
    const auto isUsed = [&] {
        return std::ranges::any_of(texts, [&](const QString &text) {
            return std::ranges::any_of(QStringLiteral("<=>"), [&](QChar c) {
                const QString mark(length, c);
                return text.startsWith(mark) || text.contains(u'\n' + mark);
            });
        });
    };
    while (isUsed())
        ++length;
    return {QString(length, u'<') + u' ' + Tr::tr("in the folder"),
            QString(length, u'=') + u' ' + Tr::tr("by the client"), QString(length, u'>')};
}

MergedText mergeTwo(const QString &folder, const QString &client)
{
    const QStringList ours = linesOf(folder);
    const QStringList theirs = linesOf(client);
    QHash<QString, int> known;
    const QList<int> first = numbersOf(ours, known);
    const QList<int> places = placesIn(first, numbersOf(theirs, known));
    Merger merger(marksFor({folder, client}));
    qsizetype f = 0;
    qsizetype c = 0;
    while (f < ours.size() || c < theirs.size()) {
        qsizetype next = f;
        while (next < ours.size() && places.at(next) < 0)
            ++next;
        const qsizetype other = next < ours.size() ? places.at(next) : theirs.size();
        merger.differs(ours.mid(f, next - f), theirs.mid(c, other - c));
        f = next;
        c = other;
        if (f < ours.size()) {
            merger.same(ours.at(f++));
            ++c;
        }
    }
    return merger.result();
}

bool isOneKind(const QString &text)
{
    const auto returns = text.count(u'\r');
    return returns == 0 || (returns == text.count(u"\r\n") && returns == text.count(u'\n'));
}

std::optional<QString> plain(QByteArray bytes)
{
    if (bytes.startsWith(byteOrderMark))
        bytes.remove(0, byteOrderMark.size());
    if (!bytes.isValidUtf8() || bytes.contains('\0'))
        return std::nullopt;
    QString text = QString::fromUtf8(bytes);
    if (!isOneKind(text))
        return std::nullopt;
    return text.remove(u'\r');
}

} // namespace

MergedText mergeTexts(const std::optional<QString> &base, const QString &folder,
                      const QString &client)
{
    if (!base)
        return mergeTwo(folder, client);
    const QStringList begun = linesOf(*base);
    const QStringList ours = linesOf(folder);
    const QStringList theirs = linesOf(client);
    QHash<QString, int> known;
    const QList<int> numbers = numbersOf(begun, known);
    const QList<int> inOurs = placesIn(numbers, numbersOf(ours, known));
    const QList<int> inTheirs = placesIn(numbers, numbersOf(theirs, known));
    Merger merger(marksFor({folder, client}));
    qsizetype b = 0;
    qsizetype f = 0;
    qsizetype c = 0;
    while (b < begun.size() || f < ours.size() || c < theirs.size()) {
        // The next line that all three have.
        qsizetype next = b;
        while (next < begun.size() && (inOurs.at(next) < f || inTheirs.at(next) < c))
            ++next;
        const bool atEnd = next == begun.size();
        const qsizetype fNext = atEnd ? ours.size() : inOurs.at(next);
        const qsizetype cNext = atEnd ? theirs.size() : inTheirs.at(next);
        const QStringList was = begun.mid(b, next - b);
        const QStringList folders = ours.mid(f, fNext - f);
        const QStringList clients = theirs.mid(c, cNext - c);
        if (folders == was || folders == clients)
            merger.add(clients);
        else if (clients == was)
            merger.add(folders);
        else
            merger.differs(folders, clients);
        b = next;
        f = fNext;
        c = cNext;
        if (!atEnd) {
            merger.same(begun.at(b++));
            ++f;
            ++c;
        }
    }
    return merger.result();
}

std::optional<MergedFile> mergeFiles(const QByteArray &base, const QByteArray &folder,
                                     const QByteArray &client)
{
    const std::optional<QString> ours = plain(folder);
    const std::optional<QString> theirs = plain(client);
    if (!ours || !theirs)
        return std::nullopt;
    // An empty base is one that was not kept, or nothing to compare with.
    const MergedText merged =
        mergeTexts(base.isEmpty() ? std::nullopt : plain(base), *ours, *theirs);
    QString text = merged.text;
    if (folder.contains('\r'))
        text.replace(u'\n', QStringLiteral("\r\n"));
    QByteArray content = text.toUtf8();
    if (folder.startsWith(byteOrderMark))
        content.prepend(byteOrderMark);
    return MergedFile{content, merged.marks, merged.places};
}

} // namespace glovebox::ui
