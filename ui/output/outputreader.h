// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"

#include <QWidget>

class QPlainTextEdit;

namespace glovebox::ui {

class Button;
class TextLine;

// The whole stored output of a run, a page at a time (UI.md 5): what the view of the run folded
// away is read here, however much it is. Pages begin and end with whole lines where lines are not
// longer than a page.
class OutputReader final : public QWidget
{
    Q_OBJECT

public:
    static constexpr qint64 pageBytes = 256 * 1024;
    static constexpr qint64 slack = 64 * 1024; // that is looked through for the end of a line

    // `length`: bytes of the output as stored.
    OutputReader(ProgramControls &controls, RunId run, qint64 length, QWidget *parent = nullptr);

    int pages() const;
    int page() const { return m_page; } // from 0
    void showPage(int page);
    QPlainTextEdit *view() const { return m_view; }

Q_SIGNALS:
    void shown(int page);

private:
    void take(int page, const Result<QByteArray> &bytes);
    void refresh();

    ProgramControls &m_controls;
    RunId m_run;
    qint64 m_length;
    int m_page = 0;
    QPlainTextEdit *m_view;
    TextLine *m_place;
    Button *m_first;
    Button *m_previous;
    Button *m_next;
    Button *m_last;
};

} // namespace glovebox::ui
