// SPDX-License-Identifier: MIT
#include "celloutput.h"

#include "celleditor.h"
#include "notebookview.h"

#include "storedoutputs.h"

#include "base/inpool.h"

#include <ui/output/outputview.h>
#include <ui/output/plotviewer.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/theme/fonts.h>

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QThreadPool>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int inputRow = 40;

} // namespace

CellOutput::CellOutput(const ScratchServices &services, QWidget *parent)
    : QWidget(parent)
    , m_services(services)
    , m_model(new OutputModel(services.hub, services.controls, services.clock, this))
    , m_view(new OutputView(*m_model, *services.plots, this))
    , m_input(new QWidget(this))
    , m_prompt(new TextLine(TextStep::Text, Token::Text, m_input))
    , m_field(new QLineEdit(m_input))
    , m_send(new Button(tr("Send"), Button::Look::Small, m_input))
{
    setObjectName(u"cellOutput"_s);
    m_view->setAccessibleName(tr("Output of the cell"));
    m_view->setTablesShown(true);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    m_field->setObjectName(u"inputField"_s);
    m_field->setFont(codeFont());
    m_field->installEventFilter(this);
    m_send->setObjectName(u"inputSend"_s);
    m_prompt->setStretching(false);
    auto *row = new QHBoxLayout(m_input);
    row->setContentsMargins(12, 4, 12, 8);
    row->setSpacing(8);
    row->addWidget(m_prompt);
    row->addWidget(m_field, 1);
    row->addWidget(m_send);
    m_input->hide();

    connect(m_field, &QLineEdit::returnPressed, this, [this] { answer(m_field->text()); });
    connect(m_send, &QPushButton::clicked, this, [this] { answer(m_field->text()); });
    connect(m_view, &OutputView::contentHeightChanged, this, &CellOutput::heightChanged);
    connect(m_view->horizontalScrollBar(), &QScrollBar::rangeChanged, this,
            &CellOutput::heightChanged);
    connect(m_view, &OutputView::plotActivated, this, [this](const event::Display &display) {
        (new PlotViewer(display, *m_services.plots, this))->show();
    });
    connect(m_view, &OutputView::pageRequested, this, &CellOutput::openPage);
    connect(&services.hub, &RunHub::published, this, [this](const RunEvent &event) {
        if (event.run == m_run && !std::holds_alternative<event::Output>(event.body))
            refreshInput();
    });
}

void CellOutput::showRun(RunId run)
{
    if (run == m_run && !run.isNull())
        return;
    ++m_reading;
    m_run = run;
    m_stored.clear();
    m_model->setRun(run);
    refreshInput();
    Q_EMIT heightChanged();
}

void CellOutput::showStored(const QList<notebook::Output> &outputs)
{
    if (m_run.isNull() && outputs == m_stored)
        return;
    m_run = {};
    m_stored = outputs;
    refreshInput();
    const quint64 reading = ++m_reading;
    inPool(*QThreadPool::globalInstance(), [outputs, folder = m_services.pictures] {
        return storedEvents(outputs, folder);
    }).then(this, [this, reading](const QList<RunEventBody> &events) {
        if (reading == m_reading)
            m_model->showEvents(events);
    });
}

void CellOutput::clear()
{
    ++m_reading;
    m_run = {};
    m_stored.clear();
    m_model->setRun({});
    m_model->showEvents({});
    refreshInput();
    Q_EMIT heightChanged();
}

bool CellOutput::isEmpty() const
{
    return m_model->rowCount() == 0 && m_input->isHidden();
}

int CellOutput::inputHeight() const
{
    return m_input->isHidden() ? 0 : inputRow;
}

int CellOutput::wantedHeight() const
{
    int height = m_model->rowCount() == 0 ? 0 : m_view->contentHeight();
    if (height > 0 && m_view->horizontalScrollBar()->maximum() > 0)
        height += m_view->horizontalScrollBar()->sizeHint().height();
    return std::min(height, mostHeight) + inputHeight();
}

void CellOutput::resizeEvent(QResizeEvent *)
{
    const int input = inputHeight();
    m_view->setGeometry(0, 0, width(), std::max(0, height() - input));
    m_input->setGeometry(0, height() - input, width(), input);
}

bool CellOutput::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Wheel) {
        // The wheel moves the cells, until the person chose this output.
        const auto *wheel = static_cast<QWheelEvent *>(event);
        const bool sideways = std::abs(wheel->angleDelta().x()) > std::abs(wheel->angleDelta().y());
        if (!sideways && (!m_view->hasFocus() || m_view->verticalScrollBar()->maximum() == 0)) {
            event->ignore();
            return true;
        }
    }
    if (watched == m_view && event->type() == QEvent::FocusIn)
        Q_EMIT focused();
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        // As in a terminal: there is no more to read.
        if (key->key() == Qt::Key_D && key->modifiers() == Qt::ControlModifier &&
            m_field->text().isEmpty()) {
            answer(std::nullopt);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

// input(): what the program printed before is its prompt; the field waits where the eye is.
void CellOutput::refreshInput()
{
    const RunFacts *facts = m_run.isNull() ? nullptr : m_services.hub.facts(m_run);
    const bool wanted = facts && facts->input && !isFinal(facts->state);
    const bool shown = !m_input->isHidden();
    if (wanted) {
        const QString prompt = facts->input->prompt.trimmed();
        m_prompt->setText(prompt);
        m_prompt->setVisible(!prompt.isEmpty());
        m_field->setAccessibleName(prompt.isEmpty() ? tr("Type an answer for input()") : prompt);
        m_field->setPlaceholderText(tr("Type an answer for input()"));
        m_field->setEchoMode(facts->input->isSecret ? QLineEdit::Password : QLineEdit::Normal);
    }
    if (wanted == shown)
        return;
    const bool hadFocus = m_field->hasFocus();
    m_field->clear();
    m_input->setVisible(wanted);
    Q_EMIT heightChanged();
    if (wanted) {
        takeFocus();
    } else if (hadFocus && m_focusBefore) {
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    }
}

// From the cells, where the person waits for it; never from what is being typed elsewhere.
void CellOutput::takeFocus()
{
    QWidget *focus = QApplication::focusWidget();
    const auto *editor = qobject_cast<CellEditor *>(focus);
    const bool waits =
        editor ? editor->document()->isEmpty() : qobject_cast<NotebookView *>(focus) != nullptr;
    if (!waits)
        return;
    m_focusBefore = focus;
    m_field->setFocus(Qt::OtherFocusReason);
}

void CellOutput::answer(const std::optional<QString> &line)
{
    const Result<> answered = m_services.desk.answerInput(m_run, line);
    if (!answered)
        Q_EMIT message(answered.error().text, true);
    else
        m_field->clear();
}

void CellOutput::openPage(const event::Display &display)
{
    if (m_run.isNull()) {
        Q_EMIT message(tr("Run the cell to open its page."), false);
        return;
    }
    m_services.controls.openPage(m_run, display.index).then(this, [this](const Result<> &opened) {
        if (!opened)
            Q_EMIT message(opened.error().text, true);
    });
}

} // namespace glovebox::ui
