// SPDX-License-Identifier: MIT
#include "unseen.h"

#include <QChar>

#include <algorithm>
#include <optional>

namespace glovebox::ui {

namespace {

bool isDirection(char32_t c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool isBlankLetter(char32_t c)
{
    // Fillers are letters to Unicode, and so to Python, but show nothing.
    return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 || c == 0x2800 ||
           c == 0x3164 || c == 0xffa0 || (c >= 0x180b && c <= 0x180f);
}

bool isVariationSelector(char32_t c)
{
    return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

// After another visible wide character one selector only picks a drawing (emoji, kanji forms);
// after ASCII or in a row they are a known way to hide text.
bool isHarmlessSelector(char32_t c, char32_t before)
{
    return isVariationSelector(c) && before >= 0xa0 && !isVariationSelector(before);
}

// Letters that Python's own normalisation turns into ASCII letters.
bool isMathLetter(char32_t c)
{
    return c >= 0x1d400 && c <= 0x1d7ff;
}

bool isFullWidthLetter(char32_t c)
{
    return (c >= 0xff21 && c <= 0xff3a) || (c >= 0xff41 && c <= 0xff5a);
}

// Cyrillic, Greek and Armenian letters that common fonts draw like a Latin letter.
bool isLatinTwin(char32_t c)
{
    static constexpr char16_t twins[] = u"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧνοϲϳ"
                                        u"АВЕЅІЈКМНОРСТУХҮԌԍҺаеорсухѕіјһԁԛԝҽӏӀ"
                                        u"օսնհցզՏՍՕ";
    return c < 0x10000 && std::u16string_view(twins).contains(static_cast<char16_t>(c));
}

std::optional<Unseen> kindAlone(char32_t c, char32_t before)
{
    if (isDirection(c))
        return Unseen::Direction;
    if (c == 0xfffd || (c >= 0xd800 && c <= 0xdfff))
        return Unseen::Broken;
    if (isBlankLetter(c) || (isVariationSelector(c) && !isHarmlessSelector(c, before)))
        return Unseen::Invisible;
    if (isMathLetter(c))
        return Unseen::LookAlike;
    switch (QChar::category(c)) {
    case QChar::Other_Control:
        return c == u'\t' || c == u'\n' ? std::nullopt : std::optional(Unseen::Control);
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return Unseen::Invisible;
    case QChar::Separator_Space:
        // The wide space of Japanese text is plain to see.
        return c == u' ' || c == 0x3000 ? std::nullopt : std::optional(Unseen::Invisible);
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
        return Unseen::Broken;
    default:
        return std::nullopt;
    }
}

struct Letter
{
    qsizetype position;
    char32_t character;
};

// A word that mixes Latin letters with twins of Latin letters: the twins are boxed.
class Word
{
public:
    explicit Word(QList<UnseenSpot> &spots)
        : m_spots(spots)
    {
    }

    void add(qsizetype position, char32_t c)
    {
        if (c < 0x80 ? QChar::isLetter(c) : QChar::script(c) == QChar::Script_Latin && c < 0x250)
            m_hasLatin = true;
        if (isLatinTwin(c) || isFullWidthLetter(c))
            m_twins.append({position, c});
    }
    void end()
    {
        if (m_hasLatin) {
            for (const Letter &twin : std::as_const(m_twins))
                m_spots.append({twin.position, 1, twin.character, Unseen::LookAlike});
        }
        m_hasLatin = false;
        m_twins.clear();
    }

private:
    QList<UnseenSpot> &m_spots;
    QList<Letter> m_twins;
    bool m_hasLatin = false;
};

char32_t characterAt(QStringView text, qsizetype i)
{
    if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
        return QChar::surrogateToUcs4(text[i], text[i + 1]);
    return text[i].unicode();
}

} // namespace

QList<UnseenSpot> findUnseen(QStringView text)
{
    QList<UnseenSpot> spots;
    Word word(spots);
    char32_t before = 0;
    for (qsizetype i = 0; i < text.size();) {
        const char32_t c = characterAt(text, i);
        const int length = c > 0xffff ? 2 : 1;
        if (const auto kind = kindAlone(c, before))
            spots.append({i, length, c, *kind});
        if (QChar::isLetterOrNumber(c))
            word.add(i, c);
        else if (QChar::category(c) != QChar::Other_Format)
            word.end(); // an invisible character inside a word does not part it
        before = c;
        i += length;
    }
    word.end();
    std::ranges::sort(spots, {}, &UnseenSpot::position);
    return spots;
}

QString unseenName(char32_t character)
{
    return QStringLiteral("U+%1")
        .arg(static_cast<uint>(character), 4, 16, QLatin1Char('0'))
        .toUpper();
}

} // namespace glovebox::ui
