// SPDX-License-Identifier: MIT
#include "journaldetail.h"

#include "journalsteps.h"
#include "outputdiff.h"

#include "ui/approval/findingwords.h"
#include "ui/code/codeview.h"
#include "ui/models/journaltexts.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int barHeight = 56;
constexpr int codeLineHeight = 19;
constexpr int mostCodeLines = 16;
constexpr int mostOutputLines = 14;
constexpr int mostDiffLines = 14;
constexpr qint64 shownBytes = 64 * 1024;      // of output; the workbench shows all
constexpr qint64 comparedBytes = 1024 * 1024; // the same of both

TextLine *heading(QWidget *parent)
{
    auto *line = new TextLine(TextStep::Text, Token::Text, parent);
    line->setWeight(QFont::DemiBold);
    return line;
}

int heightFor(int lines, int most)
{
    return std::clamp(lines, 1, most) * codeLineHeight + 18;
}

void addPadded(QVBoxLayout *column, QWidget *widget, int top)
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(16, top, 16, 6);
    row->addWidget(widget);
    column->addLayout(row);
}

} // namespace

JournalDetail::JournalDetail(JournalDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
{
    setObjectName(QStringLiteral("journalDetail"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildHead());
    layout->addWidget(buildBody(), 1);
    layout->addWidget(buildBar());
    m_nothing = new QWidget(this);
    auto *nothing = heading(m_nothing);
    nothing->setObjectName(QStringLiteral("journalNothing"));
    nothing->setText(tr("Choose a run"));
    auto *place = new QVBoxLayout(m_nothing);
    place->setContentsMargins(16, 12, 16, 10);
    place->addWidget(nothing);
    place->addStretch(1);
    layout->insertWidget(0, m_nothing, 1);
    showRun({});
}

JournalDetail::~JournalDetail() = default;

QWidget *JournalDetail::buildHead()
{
    auto *head = new QWidget(this);
    m_title = new TextLine(TextStep::Title, Token::Text, head);
    m_title->setObjectName(QStringLiteral("journalTitle"));
    m_title->setWeight(QFont::DemiBold);
    m_second = new TextLine(TextStep::Second, Token::Text2, head);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(16, 12, 16, 10);
    column->setSpacing(2);
    column->addWidget(m_title);
    column->addWidget(m_second);
    return head;
}

QWidget *JournalDetail::buildBody()
{
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto *what = heading(content);
    what->setText(tr("What happened"));
    addPadded(column, what, 4);
    m_steps = new JournalSteps(content);
    column->addWidget(m_steps);
    m_codeHeading = heading(content);
    addPadded(column, m_codeHeading, 6);
    m_code = new CodeView(content);
    m_code->setObjectName(QStringLiteral("journalCode"));
    m_code->setFrameShape(QFrame::NoFrame);
    column->addWidget(m_code);
    m_outputHeading = heading(content);
    addPadded(column, m_outputHeading, 8);
    m_output = new QPlainTextEdit(content);
    m_output->setObjectName(QStringLiteral("journalOutput"));
    m_output->setAccessibleName(tr("Output"));
    m_output->setReadOnly(true);
    m_output->setTabChangesFocus(true);
    m_output->setFrameShape(QFrame::NoFrame);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_output->setFont(codeFont());
    column->addWidget(m_output);
    m_compareHeading = heading(content);
    addPadded(column, m_compareHeading, 8);
    m_compareLine = new TextLine(TextStep::Text, Token::Text2, content);
    m_compareLine->setObjectName(QStringLiteral("comparison"));
    addPadded(column, m_compareLine, 0);
    m_diff = new OutputDiff(content);
    column->addWidget(m_diff);
    column->addStretch(1);
    m_scroll = new QScrollArea(this);
    m_scroll->setAccessibleName(tr("What happened"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    return m_scroll;
}

QWidget *JournalDetail::buildBar()
{
    auto *bar = new QWidget(this);
    bar->setFixedHeight(barHeight);
    auto *open = new Button(tr("Open"), Button::Look::Normal, bar);
    open->setObjectName(QStringLiteral("openRun"));
    open->setIconName(QStringLiteral("square-activity"));
    m_runAgain = new Button(tr("Run again"), Button::Look::Normal, bar);
    m_runAgain->setObjectName(QStringLiteral("runAgain"));
    m_runAgain->setIconName(QStringLiteral("rotate-cw"));
    m_more = new Button(tr("More"), Button::Look::Quiet, bar);
    m_more->setObjectName(QStringLiteral("moreOfRun"));
    m_more->setChevron(true);
    auto *menu = new QMenu(m_more);
    menu->setObjectName(QStringLiteral("menuOfRun"));
    QAction *always = menu->addAction(icon(QStringLiteral("key-round"), Token::Text2),
                                      tr("Exactly this code, always"), this,
                                      [this] { Q_EMIT alwaysRequested(m_run); });
    connect(menu, &QMenu::aboutToShow, this,
            [this, always] { always->setEnabled(canAllowAlways()); });
    menu->addSeparator();
    menu->addAction(tr("Export this run…"), this, [this] { Q_EMIT exportRequested(m_run); });
    menu->addAction(tr("Remove its content…"), this, [this] { Q_EMIT purgeRequested(m_run); });
    connect(m_more, &Button::clicked, this, [this, menu] {
        menu->popup(m_more->mapToGlobal(QPoint(0, -menu->sizeHint().height())));
    });
    connect(open, &Button::clicked, this, [this] { Q_EMIT openRequested(m_run); });
    connect(m_runAgain, &Button::clicked, this, [this] { Q_EMIT runAgainRequested(m_run); });
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(8);
    row->addWidget(open);
    row->addWidget(m_runAgain);
    row->addStretch(1);
    row->addWidget(m_more);
    return bar;
}

QWidget *JournalDetail::codePane() const
{
    return m_code;
}

// What is shown

void JournalDetail::showRun(RunId run)
{
    const bool another = run != m_run;
    m_run = run;
    for (QWidget *child : findChildren<QWidget *>(Qt::FindDirectChildrenOnly))
        child->setVisible(run.isNull() == (child == m_nothing));
    if (run.isNull())
        return;
    if (another)
        m_scroll->ensureVisible(0, 0);
    refresh();
}

void JournalDetail::refresh()
{
    if (m_run.isNull())
        return;
    m_desk.run(m_run).then(this, [this, question = ++m_question](const Result<JournalRun> &run) {
        if (question == m_question)
            take(run);
    });
}

void JournalDetail::take(const Result<JournalRun> &run)
{
    if (!run) {
        m_title->setText(run.error().text);
        return;
    }
    const bool sameCode = run->facts.record.code == m_recorded.facts.record.code &&
                          run->row.run == m_recorded.row.run;
    m_recorded = *run;
    const JournalRow &row = run->row;
    const bool purged = row.purged.isValid();
    m_title->setText(purged ? tr("Content removed") : row.title);
    m_title->setIconName(stateIcon(row.state));
    m_second->setText(sideBySide(sideBySide(row.run.toString(), row.sessionName), row.clientLabel));
    m_steps->setEntries(whatHappened(*run));
    if (!sameCode) {
        m_code->setCode(run->facts.record.code, QStringLiteral("Python"));
        const int lines = m_code->content().lines;
        m_codeHeading->setText(tr("Code, %n line(s)", nullptr, lines));
        m_code->setFixedHeight(heightFor(lines, mostCodeLines));
    }
    m_code->setMarks(findingMarks(run->facts.findings, run->facts.record.reach));
    m_code->setVisible(!purged);
    m_codeHeading->setVisible(!purged);
    m_runAgain->setEnabled(canRunAgain());
    readOutput();
    refreshComparison();
    Q_EMIT shown();
}

bool JournalDetail::canRunAgain() const
{
    return !m_run.isNull() && !m_recorded.row.purged.isValid() &&
           m_recorded.row.tool == u"run_python" && !m_recorded.facts.record.code.isEmpty();
}

bool JournalDetail::canAllowAlways() const
{
    const RunFacts &facts = m_recorded.facts;
    return canRunAgain() && facts.decision && facts.decision->kind == DecisionKind::Allow &&
           facts.record.client != personClient();
}

void JournalDetail::readOutput()
{
    m_desk.output(m_run, comparedBytes)
        .then(this, [this, question = m_question](const Result<QByteArray> &bytes) {
            if (question == m_question)
                takeOutput(bytes.value_or(QByteArray()));
        });
}

void JournalDetail::takeOutput(const QByteArray &bytes)
{
    m_outputText = comparableOutput(m_recorded.facts, bytes);
    QString shown = m_outputText;
    if (bytes.size() > shownBytes)
        shown = comparableOutput(m_recorded.facts, bytes.left(shownBytes)) + u'\n' +
                tr("Open shows the rest.");
    const bool isEmpty = shown.isEmpty();
    m_outputHeading->setText(isEmpty ? tr("No output.") : tr("Output"));
    m_outputHeading->setToken(isEmpty ? Token::Text3 : Token::Text);
    m_output->setVisible(!isEmpty);
    if (m_output->toPlainText() != shown)
        m_output->setPlainText(shown);
    m_output->setFixedHeight(heightFor(m_output->blockCount(), mostOutputLines));
    refreshComparison();
}

// Comparing

void JournalDetail::compare(RunId run, RunId again)
{
    m_again.insert(run, again);
    if (run == m_run)
        refreshComparison();
}

void JournalDetail::refreshComparison()
{
    const RunId again = m_again.value(m_run);
    m_compareHeading->setVisible(!again.isNull());
    m_compareLine->setVisible(!again.isNull());
    if (again.isNull()) {
        m_diff->hide();
        return;
    }
    m_compareHeading->setText(tr("Compared with %1").arg(again.toString()));
    m_desk.run(again).then(this, [this, question = m_question](const Result<JournalRun> &run) {
        if (question != m_question || !run)
            return;
        if (!isFinal(run->row.state)) {
            m_diff->hide();
            m_compareLine->setText(stateWord(run->row.state));
            return;
        }
        compareOutputs(*run);
    });
}

void JournalDetail::compareOutputs(const JournalRun &again)
{
    m_desk.output(again.row.run, comparedBytes)
        .then(this, [this, again, question = m_question](const Result<QByteArray> &bytes) {
            if (question == m_question)
                showComparison(again, comparableOutput(again.facts, bytes.value_or(QByteArray())));
        });
}

void JournalDetail::showComparison(const JournalRun &again, const QString &after)
{
    const LineDiff diff = compareLines(m_outputText, after);
    const int different = diff.added + diff.removed;
    QString text = different == 0 ? tr("The output is the same.")
                                  : tr("%n line(s) differ.", nullptr, different);
    if (again.row.state != m_recorded.row.state)
        text = tr("%1 before, now %2.")
                   .arg(stateWord(m_recorded.row.state), stateWord(again.row.state)) +
               u' ' + text;
    if (again.row.started.isValid() && m_recorded.row.started.isValid())
        text = sideBySide(text, tr("%1 before, now %2")
                                    .arg(secondsText(m_recorded.row.executionMs),
                                         secondsText(again.row.executionMs)));
    m_compareLine->setText(text);
    m_compareLine->setIconName(different == 0 ? QStringLiteral("circle-check")
                                              : QStringLiteral("file-diff"));
    m_diff->setVisible(different > 0);
    if (different > 0) {
        m_diff->setDiff(diff);
        m_diff->setFixedHeight(heightFor(m_diff->blockCount(), mostDiffLines));
    }
}

void JournalDetail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    if (m_run.isNull())
        return;
    paintHorizontalLine(painter, 0, width(), height() - barHeight, color(Token::Line));
}

} // namespace glovebox::ui
