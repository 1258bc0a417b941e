// SPDX-License-Identifier: MIT
#include "diffview.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QTextBlock>

namespace glovebox::ui {

namespace {

using Kind = ConnectionPreview::Line::Kind;

QString number(int line)
{
    return line > 0 ? QStringLiteral("%1").arg(line, 4) : QString(4, u' ');
}

QString lineText(const ConnectionPreview::Line &line)
{
    const QString sign = line.kind == Kind::Added     ? QStringLiteral("+")
                         : line.kind == Kind::Removed ? QStringLiteral("−")
                                                      : QStringLiteral(" ");
    return number(line.before) + u' ' + number(line.after) + QStringLiteral("  ") + sign + u' ' +
           QString(line.text).replace(u'\t', QStringLiteral("    "));
}

} // namespace

DiffView::DiffView(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("diffView"));
    setAccessibleName(tr("What will be written"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFrameShape(QFrame::NoFrame);
    setFont(codeFont());
}

void DiffView::setPreview(const ConnectionPreview &preview)
{
    if (preview == m_preview)
        return;
    m_preview = preview;
    m_kinds.clear();
    QStringList lines;
    for (const ConnectionPreview::File &file : preview.files) {
        if (preview.files.size() > 1) {
            lines.append(file.path);
            m_kinds.append(-1);
        }
        for (const ConnectionPreview::Line &line : file.lines) {
            lines.append(lineText(line));
            m_kinds.append(int(line.kind));
        }
    }
    setPlainText(lines.join(u'\n'));
    highlight();
}

void DiffView::highlight()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const int kind = m_kinds.value(block.blockNumber(), int(Kind::Same));
        if (kind == int(Kind::Same))
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        if (kind < 0)
            selection.format.setFontWeight(QFont::DemiBold);
        else
            selection.format.setBackground(
                color(kind == int(Kind::Added) ? Token::OkBg : Token::BadBg));
        selections.append(selection);
    }
    setExtraSelections(selections);
}

void DiffView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        highlight();
    QPlainTextEdit::changeEvent(event);
}

} // namespace glovebox::ui
