// SPDX-License-Identifier: MIT
#include "markdownlook.h"

#include <ui/theme/fonts.h>
#include <ui/theme/theme.h>

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFragment>

#include <algorithm>
#include <array>

namespace glovebox::ui {

void dressMarkdown(QTextDocument &document)
{
    const int size = textFont().pixelSize();
    static constexpr std::array<int, 7> steps{0, 4, 3, 2, 1, 0, 0};
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        const int level = std::clamp(format.headingLevel(), 0, 6);
        const bool listed = block.textList() != nullptr;
        format.setTopMargin(block == document.begin() ? 0 : listed ? 1 : level > 0 ? 10 : 4);
        format.setBottomMargin(listed ? 1 : 4);
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
        QList<std::pair<int, int>> spans;
        QList<QTextCharFormat> formats;
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            spans.append({part.fragment().position(), part.fragment().length()});
            formats.append(part.fragment().charFormat());
        }
        for (qsizetype at = 0; at < spans.size(); ++at) {
            QTextCharFormat text = formats.at(at);
            if (text.isImageFormat())
                continue;
            if (level > 0) {
                text.clearProperty(QTextFormat::FontSizeAdjustment);
                text.setProperty(QTextFormat::FontPixelSize, size + steps.at(size_t(level)));
                text.setFontWeight(QFont::DemiBold);
                text.setForeground(color(Token::Text));
            }
            if (text.fontFixedPitch()) {
                text.setFontFamilies(codeFont().families());
                text.setProperty(QTextFormat::FontPixelSize, codeFont().pixelSize());
            }
            cursor.setPosition(spans.at(at).first);
            cursor.setPosition(spans.at(at).first + spans.at(at).second, QTextCursor::KeepAnchor);
            cursor.setCharFormat(text);
        }
    }
    cursor.endEditBlock();
}

} // namespace glovebox::ui
