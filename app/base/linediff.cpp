// SPDX-License-Identifier: MIT
#include "linediff.h"

#include <QHash>

#include <algorithm>
#include <vector>

namespace glovebox {

namespace {

// Gives equal texts the same number, so that comparing is comparing numbers.
class Numbers
{
public:
    QList<int> of(const QStringList &texts)
    {
        QList<int> result;
        result.reserve(texts.size());
        for (const QString &text : texts)
            result.append(m_numbers.emplace(text, int(m_numbers.size())).value());
        return result;
    }

private:
    struct Table : QHash<QString, int>
    {
        iterator emplace(const QString &text, int next)
        {
            const iterator found = find(text);
            return found != end() ? found : insert(text, next);
        }
    };
    Table m_numbers;
};

// Myers' greedy search on the part between the common ends. One row of furthest points is kept
// per step, so the way back can be walked.
class Search
{
public:
    Search(const QList<int> &before, const QList<int> &after, int from, int beforeEnd, int afterEnd)
        : m_before(before)
        , m_after(after)
        , m_from(from)
        , m_n(beforeEnd - from)
        , m_m(afterEnd - from)
    {
    }

    bool run(int maxEdits, QList<std::pair<int, int>> &pairs)
    {
        const int limit = std::min(maxEdits, m_n + m_m);
        std::vector<int> furthest(size_t(2 * limit + 3), 0);
        const int middle = limit + 1;
        for (int edits = 0; edits <= limit; ++edits) {
            m_steps.emplace_back(furthest.begin() + middle - edits - 1,
                                 furthest.begin() + middle + edits + 2);
            for (int k = -edits; k <= edits; k += 2) {
                const bool down =
                    k == -edits || (k != edits && furthest[size_t(middle + k - 1)] <
                                                      furthest[size_t(middle + k + 1)]);
                int x =
                    down ? furthest[size_t(middle + k + 1)] : furthest[size_t(middle + k - 1)] + 1;
                while (x < m_n && x - k < m_m && same(x, x - k))
                    ++x;
                furthest[size_t(middle + k)] = x;
                if (x >= m_n && x - k >= m_m) {
                    walkBack(edits, k, pairs);
                    return true;
                }
            }
        }
        return false;
    }

private:
    bool same(int x, int y) const { return m_before.at(m_from + x) == m_after.at(m_from + y); }

    void walkBack(int edits, int k, QList<std::pair<int, int>> &pairs) const
    {
        QList<std::pair<int, int>> backwards;
        int x = m_n;
        int y = m_m;
        for (int step = edits; step >= 0; --step) {
            // What step `step` began with: index 0 stands for diagonal -step - 1.
            const std::vector<int> &row = m_steps[size_t(step)];
            const auto at = [&row, step](int diagonal) { return row[size_t(diagonal + step + 1)]; };
            const bool down = k == -step || (k != step && at(k - 1) < at(k + 1));
            const int startX = step == 0 ? 0 : (down ? at(k + 1) : at(k - 1) + 1);
            while (x > startX && y > startX - k) {
                --x;
                --y;
                backwards.append({m_from + x, m_from + y});
            }
            if (step == 0)
                break;
            k += down ? 1 : -1;
            x = at(k);
            y = x - k;
        }
        std::reverse(backwards.begin(), backwards.end());
        pairs.append(backwards);
    }

    const QList<int> &m_before;
    const QList<int> &m_after;
    int m_from;
    int m_n;
    int m_m;
    std::vector<std::vector<int>> m_steps;
};

QStringList linesOf(const QString &text)
{
    if (text.isEmpty())
        return {};
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

// Letters and digits of one script together, each other character alone: Japanese has no spaces,
// so there every character is a word.
QStringList wordsOf(const QString &line)
{
    QStringList words;
    const auto joins = [](QChar c) { return (c.isLetterOrNumber() && c.unicode() < 0x2e80); };
    for (qsizetype i = 0; i < line.size();) {
        qsizetype end = i + 1;
        if (joins(line.at(i))) {
            while (end < line.size() && joins(line.at(end)))
                ++end;
        } else if (line.at(i).isHighSurrogate() && end < line.size()) {
            ++end;
        }
        words.append(line.sliced(i, end - i));
        i = end;
    }
    return words;
}

QList<DiffSpan> unpaired(const QStringList &words, const QList<bool> &paired)
{
    QList<DiffSpan> spans;
    int at = 0;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const int length = int(words.at(i).size());
        if (!paired.at(i)) {
            if (!spans.isEmpty() && spans.last().start + spans.last().length == at)
                spans.last().length += length;
            else
                spans.append({at, length});
        }
        at += length;
    }
    return spans;
}

// Marks words in each removed line and the added one that takes its place.
void markWords(QList<DiffRow> &rows, qsizetype removedFrom, qsizetype addedFrom, qsizetype end)
{
    const qsizetype pairs = std::min(addedFrom - removedFrom, end - addedFrom);
    for (qsizetype i = 0; i < pairs; ++i) {
        DiffRow &removed = rows[removedFrom + i];
        DiffRow &added = rows[addedFrom + i];
        std::tie(removed.changed, added.changed) = compareWords(removed.text, added.text);
    }
}

} // namespace

Alignment align(const QList<int> &before, const QList<int> &after, int maxEdits)
{
    Alignment result;
    int start = 0;
    int beforeEnd = int(before.size());
    int afterEnd = int(after.size());
    while (start < std::min(beforeEnd, afterEnd) && before.at(start) == after.at(start)) {
        result.pairs.append({start, start});
        ++start;
    }
    QList<std::pair<int, int>> tail;
    while (beforeEnd > start && afterEnd > start &&
           before.at(beforeEnd - 1) == after.at(afterEnd - 1))
        tail.prepend({--beforeEnd, --afterEnd});
    result.complete = Search(before, after, start, beforeEnd, afterEnd).run(maxEdits, result.pairs);
    result.pairs.append(tail);
    return result;
}

LineDiff compareLines(const QString &before, const QString &after)
{
    const QStringList oldLines = linesOf(before);
    const QStringList newLines = linesOf(after);
    Numbers numbers;
    const QList<int> oldNumbers = numbers.of(oldLines);
    const Alignment alignment = align(oldNumbers, numbers.of(newLines));
    LineDiff diff{.isCoarse = !alignment.complete};
    int oldAt = 0;
    int newAt = 0;
    const auto takeUpTo = [&](int oldEnd, int newEnd) {
        const qsizetype removedFrom = diff.rows.size();
        diff.removed += oldEnd - oldAt;
        diff.added += newEnd - newAt;
        for (; oldAt < oldEnd; ++oldAt)
            diff.rows.append({DiffRow::Kind::Removed, oldAt + 1, 0, oldLines.at(oldAt)});
        const qsizetype addedFrom = diff.rows.size();
        for (; newAt < newEnd; ++newAt)
            diff.rows.append({DiffRow::Kind::Added, 0, newAt + 1, newLines.at(newAt)});
        markWords(diff.rows, removedFrom, addedFrom, diff.rows.size());
    };
    for (const auto &[oldLine, newLine] : alignment.pairs) {
        takeUpTo(oldLine, newLine);
        diff.rows.append({DiffRow::Kind::Same, ++oldAt, ++newAt, newLines.at(newLine)});
    }
    takeUpTo(int(oldLines.size()), int(newLines.size()));
    return diff;
}

std::pair<QList<DiffSpan>, QList<DiffSpan>> compareWords(const QString &before,
                                                         const QString &after)
{
    constexpr qsizetype longest = 4000; // characters; a longer line is marked as a whole
    if (before.size() > longest || after.size() > longest)
        return {};
    const QStringList oldWords = wordsOf(before);
    const QStringList newWords = wordsOf(after);
    Numbers numbers;
    const QList<int> oldNumbers = numbers.of(oldWords);
    const Alignment alignment = align(oldNumbers, numbers.of(newWords), 1000);
    QList<bool> oldPaired(oldWords.size(), false);
    QList<bool> newPaired(newWords.size(), false);
    qsizetype common = 0;
    for (const auto &[oldWord, newWord] : alignment.pairs) {
        oldPaired[oldWord] = true;
        newPaired[newWord] = true;
        common += oldWords.at(oldWord).size();
    }
    if (common * 3 < std::max(before.size(), after.size()))
        return {};
    return {unpaired(oldWords, oldPaired), unpaired(newWords, newPaired)};
}

} // namespace glovebox
