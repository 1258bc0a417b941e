// SPDX-License-Identifier: MIT
#include "outputdiff.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QTextBlock>

namespace glovebox::ui {

namespace {

constexpr qsizetype around = 2; // lines that agree, shown beside those that do not
constexpr qsizetype mostLines = 1000;

// Which rows are shown: those that differ, and a few around each.
QList<bool> shownRows(const QList<DiffRow> &rows)
{
    QList<bool> shown(rows.size(), false);
    for (qsizetype row = 0; row < rows.size(); ++row) {
        if (rows[row].kind == DiffRow::Kind::Same)
            continue;
        const qsizetype last = std::min(rows.size() - 1, row + around);
        for (qsizetype near = std::max<qsizetype>(0, row - around); near <= last; ++near)
            shown[near] = true;
    }
    return shown;
}

} // namespace

OutputDiff::OutputDiff(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("outputDiff"));
    setAccessibleName(tr("Differences of the two outputs"));
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setFont(codeFont());
}

void OutputDiff::setDiff(const LineDiff &diff)
{
    QStringList lines;
    m_kinds.clear();
    const QList<bool> shown = shownRows(diff.rows);
    for (qsizetype row = 0; row < diff.rows.size() && lines.size() < mostLines; ++row) {
        const DiffRow &line = diff.rows[row];
        if (!shown[row]) {
            if (row > 0 && shown[row - 1] && row + 1 < diff.rows.size()) {
                lines.append(QStringLiteral("  ⋯"));
                m_kinds.append(DiffRow::Kind::Same);
            }
            continue;
        }
        const QChar sign = line.kind == DiffRow::Kind::Removed ? u'−'
                           : line.kind == DiffRow::Kind::Added ? u'+'
                                                               : u' ';
        lines.append(sign + QStringLiteral(" ") + line.text);
        m_kinds.append(line.kind);
    }
    setPlainText(lines.join(u'\n'));
    paintGrounds();
}

void OutputDiff::paintGrounds()
{
    QList<QTextEdit::ExtraSelection> grounds;
    QTextBlock block = document()->firstBlock();
    for (const DiffRow::Kind kind : std::as_const(m_kinds)) {
        if (kind != DiffRow::Kind::Same) {
            QTextEdit::ExtraSelection ground;
            ground.cursor = QTextCursor(block);
            ground.format.setBackground(
                color(kind == DiffRow::Kind::Added ? Token::OkBg : Token::BadBg));
            ground.format.setProperty(QTextFormat::FullWidthSelection, true);
            grounds.append(ground);
        }
        block = block.next();
    }
    setExtraSelections(grounds);
}

void OutputDiff::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        paintGrounds();
}

} // namespace glovebox::ui
