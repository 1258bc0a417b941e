// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"

#include <QWidget>

namespace glovebox::ui {

class Button;
class Chip;
class CodeView;
class SentenceBar;
class TextLine;

// The code of a run as it was approved. "Runs exactly as approved" is said only when the worker
// reported the same digest; a difference is a red bar (UI.md 3).
class CodePane final : public QWidget
{
    Q_OBJECT

public:
    explicit CodePane(QWidget *parent = nullptr);

    void setFacts(const RunFacts *facts);
    bool isFolded() const;
    void setFolded(bool folded);
    CodeView *view() const { return m_view; }

Q_SIGNALS:
    void foldedChanged(bool folded);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    RunId m_run;
    Button *m_fold;
    TextLine *m_lines;
    Chip *m_exact;
    SentenceBar *m_differs;
    CodeView *m_view;
};

} // namespace glovebox::ui
