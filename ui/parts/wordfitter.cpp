// SPDX-License-Identifier: MIT
#include "wordfitter.h"

#include <QEvent>
#include <QLayout>

namespace glovebox::ui {

WordFitter::WordFitter(QWidget *row, const QList<Button *> &buttons)
    : QObject(row)
    , m_row(row)
    , m_buttons(buttons)
{
    row->installEventFilter(this);
}

bool WordFitter::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        fit();
    return QObject::eventFilter(watched, event);
}

void WordFitter::fit()
{
    using Words = Button::Words;
    // The row as it is now, and what it would be with all that is written on the buttons.
    int wanted = m_row->layout()->sizeHint().width();
    for (const Button *button : std::as_const(m_buttons)) {
        if (!button->isHidden())
            wanted += button->widthWith(Words::All) - button->sizeHint().width();
    }
    QList<Words> words(m_buttons.size(), Words::All);
    const auto shorten = [&](qsizetype index, Words to) {
        const Button *button = m_buttons[index];
        if (!button->isHidden())
            wanted -= button->widthWith(words[index]) - button->widthWith(to);
        words[index] = to;
    };
    for (qsizetype index = m_buttons.size(); wanted > m_row->width() && --index >= 0;)
        shorten(index, Words::NoKey);
    for (qsizetype index = m_buttons.size(); wanted > m_row->width() && --index >= 0;)
        shorten(index, Words::None);
    for (qsizetype index = 0; index < m_buttons.size(); ++index)
        m_buttons[index]->setWords(words[index]);
}

} // namespace glovebox::ui
