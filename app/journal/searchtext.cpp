// SPDX-License-Identifier: MIT
#include "searchtext.h"

#include <QJsonArray>
#include <QSet>

#include <algorithm>

namespace glovebox::journal {

namespace {

constexpr qsizetype longestWord = 64;
constexpr qsizetype excerptBefore = 40; // characters
constexpr qsizetype excerptLength = 120;

enum class Kind { Gap, Word, Dense, Mark };

// Scripts without spaces between words, and signs that stand alone.
bool isDense(char32_t c)
{
    switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
        return true;
    default:
        // The long vowel sign and others that kana and ideographs share.
        return c == 0x30fc || c == 0x3005 || QChar::category(c) == QChar::Symbol_Other;
    }
}

Kind kindOf(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining:
    case QChar::Mark_Enclosing:
        return Kind::Mark;
    default:
        break;
    }
    if (isDense(c) && (QChar::isLetterOrNumber(c) || QChar::category(c) == QChar::Symbol_Other))
        return Kind::Dense;
    return QChar::isLetterOrNumber(c) ? Kind::Word : Kind::Gap;
}

// A stretch of one kind: a word, or characters of a dense script, each with its marks.
struct Stretch
{
    Kind kind = Kind::Word;
    QString word;
    QStringList characters;
    bool joined = false; // nothing but signs stands between it and the stretch before
};

void addCharacter(QList<Stretch> &stretches, Kind kind, const QString &character, bool fresh,
                  bool joined)
{
    if (fresh || stretches.isEmpty() || stretches.last().kind != kind)
        stretches.append({kind, {}, {}, joined});
    Stretch &last = stretches.last();
    if (kind == Kind::Dense)
        last.characters.append(character);
    else if (last.word.size() < longestWord)
        last.word += character;
}

QString folded(const QString &text)
{
    return text.normalized(QString::NormalizationForm_KC).toCaseFolded();
}

QList<Stretch> stretchesOf(const QString &text)
{
    QList<Stretch> stretches;
    bool fresh = true;
    bool space = true;
    for (const uint c : folded(text).toUcs4()) {
        const Kind kind = kindOf(c);
        const char32_t character = c;
        const QString piece = QString::fromUcs4(&character, 1);
        if (kind == Kind::Gap) {
            fresh = true;
            space = space || QChar::isSpace(c);
        } else if (kind != Kind::Mark) {
            addCharacter(stretches, kind, piece, fresh, !space);
            fresh = false;
            space = false;
        } else if (!fresh && !stretches.isEmpty()) {
            Stretch &last = stretches.last();
            (last.kind == Kind::Dense ? last.characters.last() : last.word) += piece;
        }
    }
    return stretches;
}

QStringList pairs(const QStringList &characters)
{
    QStringList words;
    for (qsizetype i = 0; i + 1 < characters.size(); ++i)
        words.append(characters[i] + characters[i + 1]);
    return words;
}

QString quoted(const QStringList &words, bool beginning)
{
    return u'"' + words.join(u' ') + (beginning ? QStringLiteral("\"*") : QStringLiteral("\""));
}

} // namespace

QString searchWords(const QString &text)
{
    QStringList words;
    for (const Stretch &stretch : stretchesOf(text)) {
        if (stretch.kind == Kind::Word) {
            words.append(stretch.word);
            continue;
        }
        words += pairs(stretch.characters);
        words.append(stretch.characters.last()); // so that it is found alone, too
    }
    return words.join(u' ');
}

QString matchExpression(const QString &query)
{
    QStringList terms;
    QStringList phrase; // words with only signs between them: read_csv
    const auto endPhrase = [&terms, &phrase] {
        if (!phrase.isEmpty())
            terms.append(quoted(std::exchange(phrase, {}), true));
    };
    for (const Stretch &stretch : stretchesOf(query)) {
        if (stretch.kind == Kind::Word) {
            if (!stretch.joined)
                endPhrase();
            phrase.append(stretch.word);
            continue;
        }
        endPhrase();
        const bool single = stretch.characters.size() == 1;
        terms.append(quoted(single ? stretch.characters : pairs(stretch.characters), single));
    }
    endPhrase();
    return terms.join(u' ');
}

// ---- What is searched

namespace {

void addLine(QString &to, const QString &text)
{
    if (!text.isEmpty())
        to += text + u'\n';
}

void addStrings(QString &to, const QJsonValue &value)
{
    if (value.isString())
        addLine(to, value.toString());
    const QJsonArray array = value.toArray();
    for (const QJsonValue &item : array)
        addStrings(to, item);
    const QJsonObject object = value.toObject();
    for (const QJsonValue &item : object)
        addStrings(to, item);
}

QString codeOf(const QJsonValue &record)
{
    const QString bytes = record[u"code_base64"].toString();
    return bytes.isEmpty() ? record[u"code"].toString()
                           : QString::fromUtf8(QByteArray::fromBase64(bytes.toLatin1()));
}

void addRaised(QString &to, const QJsonObject &body)
{
    addLine(to, body[u"ename"].toString() + u": " + body[u"evalue"].toString());
    addStrings(to, body[u"traceback"]);
}

} // namespace

void SearchedText::add(const JournalStep &step)
{
    static const QSet<QString> untold{
        QStringLiteral("queued"), QStringLiteral("starting"), QStringLiteral("started"),
        QStringLiteral("output"), QStringLiteral("progress"), QStringLiteral("purged"),
    };
    const QJsonObject &body = step.body;
    if (step.kind == u"asked") {
        // Asked again: the code is the same.
        if (code.isEmpty())
            code = codeOf(body[u"record"]);
        addLine(files, body[u"record"][u"path"].toString());
    } else if (step.kind == u"kept") {
        addLine(output, body[u"output"][u"head"].toString());
        addLine(output, body[u"output"][u"tail"].toString());
    } else if (step.kind == u"result") {
        addLine(output, body[u"text"].toString());
    } else if (step.kind == u"raised") {
        addRaised(output, body);
    } else if (step.kind == u"display") {
        addLine(output, body[u"title"].toString());
        addLine(output, body[u"text"].toString());
    } else if (step.kind == u"file") {
        addLine(files, body[u"mount"].toString() + u'/' + body[u"path"].toString());
    } else if (step.kind == u"decided") {
        addLine(notes, body[u"note"].toString());
    } else if (step.kind == u"ended" || step.kind == u"restarted") {
        addLine(notes, body[u"reason"].toString());
    } else if (step.kind == u"findings") {
        const QJsonArray found = body[u"findings"].toArray();
        for (const QJsonValue &finding : found) {
            addLine(notes, finding[u"rule"].toString());
            addStrings(notes, finding[u"arguments"]);
        }
    } else if (step.kind == u"package") {
        addLine(notes, body[u"name"].toString() + u' ' + body[u"version"].toString());
    } else if (!untold.contains(step.kind)) {
        addStrings(notes, body);
    }
}

Excerpt excerpt(const QString &text, const QString &query)
{
    QStringList words = folded(query).split(u' ', Qt::SkipEmptyParts);
    for (const Stretch &stretch : stretchesOf(query))
        words.append(stretch.kind == Kind::Word ? stretch.word
                                                : stretch.characters.join(QString()));
    words.removeDuplicates();
    const QString shown = text.normalized(QString::NormalizationForm_KC);
    for (const QString &word : std::as_const(words)) {
        const qsizetype at = shown.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0)
            continue;
        const qsizetype lineStart = shown.lastIndexOf(u'\n', at) + 1;
        const qsizetype lineEnd = shown.indexOf(u'\n', at);
        qsizetype start = std::max(lineStart, at - excerptBefore);
        while (start > lineStart && start < at && shown.at(start).isLowSurrogate())
            ++start;
        while (start < at && shown.at(start).isSpace())
            ++start;
        Excerpt found;
        found.text = shown.mid(
            start, std::min(excerptLength, (lineEnd < 0 ? shown.size() : lineEnd) - start));
        if (start > lineStart && at - excerptBefore > lineStart)
            found.text.prepend(u'…');
        for (const QString &other : std::as_const(words)) {
            for (qsizetype mark = found.text.indexOf(other, 0, Qt::CaseInsensitive); mark >= 0;
                 mark = found.text.indexOf(other, mark + other.size(), Qt::CaseInsensitive))
                found.marks.append({int(mark), int(other.size())});
        }
        std::ranges::sort(found.marks);
        return found;
    }
    return {};
}

} // namespace glovebox::journal
