// SPDX-License-Identifier: MIT
#include "unseenboxes.h"

#include "unseen.h"

#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>

#include <algorithm>
#include <ranges>

namespace glovebox::ui {

namespace {

constexpr int boxType = QTextFormat::UserObject + 1;
constexpr int characterProperty = QTextFormat::UserProperty + 1;
constexpr qreal side = 2; // between the number and the box

QString characterOf(const QTextFormat &format)
{
    return format.property(characterProperty).toString();
}

QString numberOf(const QTextFormat &format)
{
    const QList<uint> units = characterOf(format).toUcs4();
    return units.isEmpty() ? QString() : unseenName(units.first());
}

bool isBox(const QTextFragment &fragment)
{
    return fragment.charFormat().objectType() == boxType;
}

template <class Take>
void forFragments(const QTextBlock &block, Take take)
{
    for (auto it = block.begin(); !it.atEnd(); ++it)
        take(it.fragment());
}

// As QTextDocument::toPlainText().
QString plain(QString text)
{
    for (QChar &c : text) {
        if (c == QChar::LineSeparator || c == QChar(0xfdd0) || c == QChar(0xfdd1))
            c = u'\n';
        else if (c == QChar::Nbsp)
            c = u' ';
    }
    return text;
}

} // namespace

UnseenBoxes::UnseenBoxes(QTextDocument &document)
    : QObject(&document)
    , m_document(document)
{
    document.documentLayout()->registerHandler(boxType, this);
}

void UnseenBoxes::box(int position, int length)
{
    struct Spot
    {
        int position;
        UnseenSpot found;
    };
    QList<Spot> spots;
    const int end = position + length;
    for (QTextBlock block = m_document.findBlock(position);
         block.isValid() && block.position() <= end; block = block.next()) {
        for (const UnseenSpot &spot : findUnseen(block.text()))
            spots.append({block.position() + static_cast<int>(spot.position), spot});
    }
    if (spots.isEmpty())
        return;
    spots.resize(std::min<qsizetype>(spots.size(), most));
    QTextCursor cursor(&m_document);
    cursor.beginEditBlock();
    for (const Spot &spot : std::views::reverse(spots)) {
        cursor.setPosition(spot.position);
        cursor.setPosition(spot.position + spot.found.length, QTextCursor::KeepAnchor);
        QTextCharFormat format;
        format.setObjectType(boxType);
        format.setProperty(characterProperty, QString::fromUcs4(&spot.found.character, 1));
        cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
    }
    cursor.endEditBlock();
}

QString UnseenBoxes::text(int from, int to) const
{
    QString text;
    for (QTextBlock block = m_document.findBlock(from); block.isValid() && block.position() <= to;
         block = block.next()) {
        if (block.position() > from)
            text += u'\n';
        forFragments(block, [&](const QTextFragment &fragment) {
            const int begin = std::max(from, fragment.position());
            const int end = std::min(to, fragment.position() + fragment.length());
            if (begin >= end)
                return;
            if (isBox(fragment))
                text += characterOf(fragment.charFormat()).repeated(end - begin);
            else
                text += plain(fragment.text().sliced(begin - fragment.position(), end - begin));
        });
    }
    return text;
}

QString UnseenBoxes::text() const
{
    return text(0, m_document.characterCount() - 1); // it ends with a separator of its own
}

bool UnseenBoxes::hasBoxes(const QTextBlock &block)
{
    bool found = false;
    if (block.text().contains(QChar::ObjectReplacementCharacter))
        forFragments(block, [&](const QTextFragment &part) { found = found || isBox(part); });
    return found;
}

QSizeF UnseenBoxes::intrinsicSize(QTextDocument *document, int, const QTextFormat &format)
{
    const QFontMetricsF metrics(document->defaultFont());
    return {metrics.horizontalAdvance(numberOf(format)) + 2 * side, metrics.ascent()};
}

void UnseenBoxes::drawObject(QPainter *painter, const QRectF &rect, QTextDocument *document, int,
                             const QTextFormat &format)
{
    const QFontMetricsF metrics(document->defaultFont());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = rect.adjusted(0.5, 0, -0.5, metrics.descent() - 1);
    paintBox(*painter, box, 3, color(Token::WaitBg), color(Token::WaitLine));
    painter->setFont(document->defaultFont());
    painter->setPen(color(Token::Wait));
    painter->drawText(QPointF(rect.left() + side, rect.bottom()), numberOf(format));
    painter->restore();
}

} // namespace glovebox::ui
