// SPDX-License-Identifier: MIT
#include "fuzzy.h"

#include "words.h"

namespace glovebox::ui {

namespace {

constexpr int wordBegins = 8;
constexpr int follows = 5;
constexpr int whole = 40; // typed as it stands there

bool beginsWord(const QString &text, qsizetype at)
{
    return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

} // namespace

std::optional<int> fuzzyScore(const QString &typed, const QString &text)
{
    const QString wanted = searchKey(typed).simplified();
    const QString key = searchKey(text);
    int score = 0;
    if (const qsizetype at = key.indexOf(wanted); at >= 0)
        score += whole + (beginsWord(key, at) ? wordBegins : 0);
    qsizetype next = 0;
    qsizetype last = -2;
    for (const QChar c : wanted) {
        if (c == u' ')
            continue;
        const qsizetype at = key.indexOf(c, next);
        if (at < 0)
            return {};
        score += 1 + (at == last + 1 ? follows : 0) + (beginsWord(key, at) ? wordBegins : 0);
        last = at;
        next = at + 1;
    }
    // Of two that hold it the shorter is meant.
    return score * 100 - int(std::min<qsizetype>(key.size(), 99));
}

} // namespace glovebox::ui
