// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"

#include <QHash>
#include <QWidget>

class QPlainTextEdit;
class QScrollArea;

namespace glovebox::ui {

class Button;
class CodeView;
class JournalSteps;
class OutputDiff;
class TextLine;

// One run of the journal (UI.md 6, the right pane): what happened, its code, its output, and how
// another run of the same code compares with it.
class JournalDetail final : public QWidget
{
    Q_OBJECT

public:
    explicit JournalDetail(JournalDesk &desk, QWidget *parent = nullptr);
    ~JournalDetail() override;

    void showRun(RunId run); // null: nothing
    RunId shownRun() const { return m_run; }
    // What is recorded of it may have changed.
    void refresh();
    // `again` is another run of what `run` ran: their outputs are compared once it is over.
    void compare(RunId run, RunId again);
    bool canRunAgain() const;
    // It was allowed once for a client, so the person may allow exactly it for good.
    bool canAllowAlways() const;
    const JournalRun &recorded() const { return m_recorded; }
    // Moves the focus to the next part of it: history and code, output.
    QWidget *codePane() const;

Q_SIGNALS:
    void runAgainRequested(glovebox::RunId run);
    void openRequested(glovebox::RunId run);
    void exportRequested(glovebox::RunId run);
    void purgeRequested(glovebox::RunId run);
    void alwaysRequested(glovebox::RunId run);
    void shown();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *buildHead();
    QWidget *buildBody();
    QWidget *buildBar();
    void take(const Result<JournalRun> &run);
    void readOutput();
    void takeOutput(const QByteArray &bytes);
    void refreshComparison();
    void compareOutputs(const JournalRun &again);
    void showComparison(const JournalRun &again, const QString &after);

    JournalDesk &m_desk;
    RunId m_run;
    JournalRun m_recorded;
    quint64 m_question = 0;
    QString m_outputText; // all that is compared
    QHash<RunId, RunId> m_again;
    QWidget *m_nothing = nullptr; // is chosen
    TextLine *m_title = nullptr;
    TextLine *m_second = nullptr;
    QScrollArea *m_scroll = nullptr;
    JournalSteps *m_steps = nullptr;
    TextLine *m_codeHeading = nullptr;
    CodeView *m_code = nullptr;
    TextLine *m_outputHeading = nullptr;
    QPlainTextEdit *m_output = nullptr;
    TextLine *m_compareHeading = nullptr;
    TextLine *m_compareLine = nullptr;
    OutputDiff *m_diff = nullptr;
    Button *m_runAgain = nullptr;
    Button *m_more = nullptr;
};

} // namespace glovebox::ui
