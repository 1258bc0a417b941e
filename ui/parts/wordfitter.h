// SPDX-License-Identifier: MIT
#pragma once

#include "button.h"

#include <QObject>

namespace glovebox::ui {

// Takes words off the buttons of a row while they have less room than the row wants: first all
// keys, then the words, those of the last button first.
class WordFitter final : public QObject
{
    Q_OBJECT

public:
    // `buttons` are in `row`'s layout, all with icons. Lives as long as the row.
    WordFitter(QWidget *row, const QList<Button *> &buttons);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    QWidget *m_row;
    QList<Button *> m_buttons;
};

} // namespace glovebox::ui
