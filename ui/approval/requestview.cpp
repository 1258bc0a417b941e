// SPDX-License-Identifier: MIT
#include "requestview.h"

#include "approvalwords.h"
#include "askheader.h"
#include "decisionbar.h"
#include "findingwords.h"
#include "foldercard.h"
#include "installtable.h"
#include "notesmenu.h"
#include "reachstrip.h"

#include <ui/code/codeeditor.h>
#include <ui/code/codeview.h>
#include <ui/code/textdiffview.h>
#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/parts/segment.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QAccessible>
#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int gap = 8;
constexpr std::chrono::seconds firstWarning{60}; // spoken (UI.md 9)
constexpr std::chrono::seconds lastWarning{15};

QByteArray variablesText(const QMap<QString, QString> &variables)
{
    QByteArray text;
    for (const auto &[name, value] : variables.asKeyValueRange())
        text += name.toUtf8() + '=' + value.toUtf8() + '\n';
    return text;
}

// Standard input, then what else a program is given and what it gives back. Bytes that are no text
// are shown as base64, so that nothing stays unseen.
QByteArray inputText(const ApprovalRecord &record)
{
    QByteArray text = record.standardInput.value_or(QByteArray());
    const auto beginLine = [&text] {
        if (!text.isEmpty() && !text.endsWith('\n'))
            text += '\n';
    };
    for (const InputFile &file : record.files) {
        beginLine();
        text += RequestView::tr("File %1, %n byte(s):", nullptr, int(file.bytes.size()))
                    .arg(file.name)
                    .toUtf8() +
                '\n';
        text += QUtf8StringView(file.bytes).isValidUtf8() ? file.bytes : file.bytes.toBase64();
    }
    for (const QString &name : record.outputFiles) {
        beginLine();
        text += RequestView::tr("Gives back %1").arg(name).toUtf8() + '\n';
    }
    return text;
}

constexpr double likeEnough = 0.6; // of the lines: then what changed is shown first

// Space scrolls, as it does in code.
class ChangesArea final : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;

protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        if (event->key() != Qt::Key_Space)
            return QScrollArea::keyPressEvent(event);
        const bool back = event->modifiers().testFlag(Qt::ShiftModifier);
        verticalScrollBar()->triggerAction(back ? QAbstractSlider::SliderPageStepSub
                                                : QAbstractSlider::SliderPageStepAdd);
    }
};

bool isRun(const ApprovalRecord &record)
{
    return record.tool == u"run_python" || record.tool == u"run_code";
}

} // namespace

RequestView::RequestView(ApprovalDesk &desk, Clock &clock, QWidget *keyScope, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_clock(clock)
{
    QWidget *keys = keyScope ? keyScope : this;
    buildHeader();
    m_reach = new ReachStrip(this);
    QWidget *centre = buildCentre();
    QWidget *codeBar = buildCodeBar();
    m_decision = new DecisionBar(desk, clock, keys, this);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_reach);
    column->addWidget(codeBar);
    column->addWidget(centre, 1);
    column->addWidget(m_decision);

    addKeys(keys);
    setTabOrders();
    connect(m_decision, &DecisionBar::undoEditRequested, this, &RequestView::undoEdit);
    connect(m_decision, &DecisionBar::answered, this, &RequestView::answered);
    connect(m_decision, &DecisionBar::dismissed, this, &RequestView::dismissed);
    connect(m_decision, &DecisionBar::notNow, this, &RequestView::notNow);
    connect(&desk, &ApprovalDesk::requestChanged, this, [this](RunId run) {
        if (run == shownRun())
            showRequest(run);
    });
    connect(&desk, &ApprovalDesk::requestRemoved, this, [this](RunId run) {
        if (run != shownRun())
            return;
        clear();
        Q_EMIT gone(run);
    });
    connect(&desk, &ApprovalDesk::pausedChanged, this, [this] {
        if (m_request)
            showRequest(m_request->run);
    });
    clear();
}

// Code, reach, view, then the decision bar's own order (UI.md 8).
void RequestView::setTabOrders()
{
    setTabOrder({m_code, m_editor, m_changes, m_packages});
    QWidget *last = m_packages;
    // The card itself takes no keyboard, and nothing can be put behind what takes none.
    const QList<QWidget *> fields = m_folder->fields();
    for (QWidget *field : fields)
        setTabOrder(std::exchange(last, field), field);
    setTabOrder({last, m_reach, m_codeSegment, m_changesSegment, m_inputSegment, m_variablesSegment,
                 m_notes, m_notesList, m_edit, m_copy, m_wrap, m_header->keepWaitingButton()});
}

RequestView::~RequestView() = default;

void RequestView::buildHeader()
{
    m_header = new AskHeader(this);
    m_new = new Chip(ChipKind::Wait, tr("New here"), {}, m_header);
    m_new->setToolTip(tr("Nothing like it was allowed in this session before."));
    m_outside = new Chip(ChipKind::Wait, tr("outside its standing permission"), {}, m_header);
    m_header->addChip(m_outside);
    m_header->addChip(m_new);
    connect(m_header, &AskHeader::keepWaiting, this, &RequestView::keepWaiting);
}

// The centre differs by what is asked (UI.md 4.9).
QWidget *RequestView::buildCentre()
{
    m_centre = new QStackedWidget(this);
    m_code = new CodeView(m_centre);
    m_editor = new CodeEditor(m_centre);
    m_changes = new ChangesArea(m_centre);
    m_changes->setObjectName(QStringLiteral("changesView"));
    m_changes->setAccessibleName(tr("Changes"));
    m_changes->setFrameShape(QFrame::NoFrame);
    m_changes->setWidgetResizable(true);
    m_diff = new TextDiffView(m_changes);
    m_changes->setWidget(m_diff);
    m_packages = new InstallTable(m_centre);
    m_folder = new FolderCard(m_centre);
    for (QWidget *page : {static_cast<QWidget *>(m_code), static_cast<QWidget *>(m_editor),
                          static_cast<QWidget *>(m_changes), static_cast<QWidget *>(m_packages),
                          static_cast<QWidget *>(m_folder)}) {
        m_centre->addWidget(page);
    }
    connect(m_editor, &QPlainTextEdit::textChanged, this, &RequestView::onEdited);
    connect(m_folder, &FolderCard::modeChanged, this, [this](MountMode mode) {
        if (m_request && m_request->record.tool == folderRequestTool)
            m_decision->setFolderMode(mode);
    });
    return m_centre;
}

QWidget *RequestView::buildCodeBar()
{
    auto *bar = new QWidget(this);
    auto *segments = new SegmentRow(bar);
    m_codeSegment = segments->add(tr("All code"));
    m_changesSegment = segments->add(tr("Changes"));
    m_changesSegment->setObjectName(QStringLiteral("changesSegment"));
    m_inputSegment = segments->add(tr("Input"));
    m_variablesSegment = segments->add(tr("Variables"));
    connect(m_codeSegment, &QToolButton::clicked, this, [this] { showPart(Part::Code); });
    connect(m_changesSegment, &QToolButton::clicked, this, [this] { showPart(Part::Changes); });
    connect(m_inputSegment, &QToolButton::clicked, this, [this] { showPart(Part::Input); });
    connect(m_variablesSegment, &QToolButton::clicked, this, [this] { showPart(Part::Variables); });
    m_origin = new TextLine(TextStep::Second, Token::Text3, bar);
    m_notes = new Button(QString(), Button::Look::Quiet, bar);
    m_notes->setIconName(QStringLiteral("triangle-alert"));
    m_notes->setToolTip(tr("Next note"));
    m_notesList = new Button(QString(), Button::Look::Quiet, bar);
    m_notesList->setObjectName(QStringLiteral("notesListButton"));
    m_notesList->setChevron(true);
    m_notesList->setAccessibleName(tr("All notes"));
    m_notesList->setToolTip(tr("All notes"));
    m_notesMenu = new NotesMenu(bar);
    connect(m_notesMenu, &NotesMenu::chosen, this, [this](int line) {
        if (m_part != Part::Code)
            showPart(Part::Code);
        if (isEditing())
            m_editor->showLine(line);
        else
            m_code->showLine(line);
        focusCode();
    });
    connect(m_notesList, &QPushButton::clicked, this, [this] {
        m_notesMenu->popup(m_notesList->mapToGlobal(QPoint(0, m_notesList->height())));
    });
    m_edit = new Button(tr("Edit"), Button::Look::Quiet, bar);
    m_edit->setObjectName(QStringLiteral("editButton"));
    m_edit->setIconName(QStringLiteral("square-pen"));
    m_edit->setToolTip(QKeySequence(Qt::CTRL | Qt::Key_E).toString(QKeySequence::NativeText));
    connect(m_edit, &QPushButton::clicked, this, &RequestView::edit);
    m_copy = new Button(QString(), Button::Look::Quiet, bar);
    m_copy->setIconName(QStringLiteral("copy"));
    m_copy->setAccessibleName(tr("Copy code"));
    m_copy->setToolTip(tr("Copy"));
    m_wrap = new Button(QString(), Button::Look::Quiet, bar);
    m_wrap->setIconName(QStringLiteral("wrap-text"));
    m_wrap->setCheckable(true);
    m_wrap->setChecked(true);
    m_wrap->setAccessibleName(tr("Wrap long lines"));
    m_wrap->setToolTip(tr("Wrap"));
    connect(m_notes, &QPushButton::clicked, this, [this] { showNextNote(true); });
    connect(m_copy, &QPushButton::clicked, this, &RequestView::copyCode);
    connect(m_wrap, &QPushButton::toggled, this, [this](bool on) { m_code->setWrap(on); });

    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(edge, 4, edge - 8, 4);
    row->setSpacing(4);
    row->addWidget(segments);
    row->addSpacing(4);
    row->addWidget(m_origin, 1);
    row->addWidget(m_notes);
    row->addWidget(m_notesList);
    row->addWidget(m_edit);
    row->addWidget(m_copy);
    row->addWidget(m_wrap);
    return bar;
}

void RequestView::addKeys(QWidget *keyScope)
{
    const auto add = [this, keyScope](const QKeySequence &key, auto handler) {
        auto *shortcut = new QShortcut(key, keyScope);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        shortcut->setAutoRepeat(false);
        connect(shortcut, &QShortcut::activated, this, [this, handler] {
            if (m_request && isVisible())
                handler();
        });
    };
    add(QKeySequence(Qt::ALT | Qt::Key_K), [this] { keepWaiting(); });
    add(QKeySequence(Qt::ALT | Qt::Key_W), [this] { m_wrap->toggle(); });
    add(QKeySequence(Qt::ALT | Qt::Key_C), [this] { toggleChanges(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_E), [this] { edit(); });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] { undoEdit(); });
    add(QKeySequence(Qt::Key_F8), [this] { showNextNote(true); });
    add(QKeySequence(Qt::SHIFT | Qt::Key_F8), [this] { showNextNote(false); });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copyCode(); });
}

void RequestView::setCompact(bool compact)
{
    m_reach->setCompact(compact);
    m_decision->setCompact(compact);
}

void RequestView::setProblem(const QString &problem)
{
    m_decision->setProblem(problem);
}

void RequestView::focusCode()
{
    m_centre->currentWidget()->setFocus(Qt::OtherFocusReason);
}

// ---- the request ----

void RequestView::showRequest(RunId run)
{
    if (const auto request = m_desk.request(run))
        take(*request);
    else
        clear();
}

void RequestView::take(const PendingRequest &request)
{
    const bool other =
        !m_request || m_request->run != request.run || m_request->digest != request.digest;
    m_request = request;
    m_editor->setReadOnly(request.state != PendingRequest::State::Waiting);
    m_decision->showRequest(request.run);
    refreshHeader();
    m_reach->setRequest(shownRequest());
    if (other) {
        m_settling.reset();
        ++m_editReading;
        compare();
        m_packages->setRequest(request);
        m_folder->setRequest(request);
        showPart(m_comparison && m_comparison->isFirst ? Part::Changes : Part::Code);
        showDraft();
    } else {
        refreshNotes(); // they come after the code is shown
        refreshSegments();
    }
    refreshTime();
}

void RequestView::clear()
{
    m_request.reset();
    m_tick.reset();
    m_decision->showRequest(RunId());
    m_comparison.reset();
    m_code->setCode(QByteArray(), QString());
    m_centre->setCurrentWidget(m_code);
    refreshSegments();
    m_notes->hide();
    m_notesList->hide();
    m_new->hide();
    m_outside->hide();
    m_header->clear();
    m_origin->setText(QString());
}

void RequestView::refreshHeader()
{
    m_header->setClient(m_request->record.client, m_request->clientLabel);
    m_header->setTitle(askTitle(*m_request));
    m_header->setLine(askLine(*m_request),
                      m_request->clientClaims.isEmpty()
                          ? QString()
                          : tr("calls itself “%1”").arg(m_request->clientClaims));
    const bool waiting = m_request->state == PendingRequest::State::Waiting;
    const bool outside = waiting && !m_request->outsideGrant.isEmpty();
    m_outside->setToolTip(m_request->outsideGrant.toHtmlEscaped());
    m_outside->setVisible(outside);
    // Where a cell of the reach says it, once is enough.
    const bool inReach = m_request->known.newsIn(m_request->record, m_request->findings).any();
    m_new->setVisible(waiting && m_request->newHere && !outside && !inReach);
}

// Beside the segments: what the shown part is about.
QString RequestView::originText() const
{
    const ApprovalRecord &record = m_request->record;
    if (record.tool == folderRequestTool)
        return QString();
    if (record.tool == u"install_packages")
        return m_packages->summary();
    if (m_part == Part::Changes && m_comparison)
        return m_comparison->title;
    if (m_comparison && m_comparison->isSame && record.tool != u"write_file")
        return m_comparison->title;
    if (record.path.isEmpty())
        return QString();
    return record.tool == u"write_file" ? tr("to %1").arg(record.path)
                                        : tr("from %1").arg(record.path);
}

QString RequestView::codeTitle() const
{
    if (m_request->record.tool == folderRequestTool)
        return tr("Folder");
    if (m_request->record.tool == u"install_packages")
        return sideBySide(tr("Packages"), QLocale().toString(packagesOf(*m_request).size()));
    return sideBySide(tr("All code"), QLocale().toString(m_code->content().lines));
}

void RequestView::refreshSegments()
{
    const bool code =
        m_request && (isRun(m_request->record) || m_request->record.tool == u"write_file");
    m_inputSegment->setVisible(m_request && (m_request->record.standardInput ||
                                             !m_request->record.files.isEmpty() ||
                                             !m_request->record.outputFiles.isEmpty()));
    m_variablesSegment->setVisible(m_request && !m_request->record.variables.isEmpty());
    m_changesSegment->setVisible(m_comparison && !m_comparison->isSame && !isEditing());
    m_codeSegment->setChecked(m_part == Part::Code);
    m_changesSegment->setChecked(m_part == Part::Changes);
    m_inputSegment->setChecked(m_part == Part::Input);
    m_variablesSegment->setChecked(m_part == Part::Variables);
    m_edit->setVisible(canEdit() && !isEditing());
    m_copy->setVisible(code);
    m_wrap->setVisible(code);
    if (m_comparison) {
        m_changesSegment->setText(QStringLiteral("%1 +%2 \u2212%3")
                                      .arg(tr("Changes"))
                                      .arg(m_comparison->added)
                                      .arg(m_comparison->removed));
    }
    if (!m_request)
        return;
    if (m_part == Part::Code || m_part == Part::Changes)
        m_codeSegment->setText(codeTitle());
    m_origin->setText(originText());
}

void RequestView::showPart(Part part)
{
    if (!m_request)
        return;
    m_part = part;
    const ApprovalRecord &record = m_request->record;
    QWidget *page = m_code;
    switch (part) {
    case Part::Code:
        m_code->setCode(record.code, highlightName(record));
        if (m_drafts.contains(m_request->digest))
            page = m_editor;
        else if (record.tool == u"install_packages")
            page = m_packages;
        else if (record.tool == folderRequestTool)
            page = m_folder;
        break;
    case Part::Changes:
        m_code->setCode(record.code, highlightName(record)); // its lines and notes are counted
        showChanges();
        page = m_changes;
        break;
    case Part::Input:
        m_code->setCode(inputText(record), QString());
        break;
    case Part::Variables:
        m_code->setCode(variablesText(record.variables), QString());
        break;
    }
    m_centre->setCurrentWidget(page);
    refreshNotes();
    refreshSegments();
}

void RequestView::refreshNotes()
{
    const PendingRequest shown = shownRequest();
    const bool isEditor = m_part == Part::Code && m_centre->currentWidget() == m_editor;
    const bool isCode = m_part == Part::Changes ||
                        (m_part == Part::Code && (m_centre->currentWidget() == m_code || isEditor));
    const QList<CodeMark> marks =
        isCode ? findingMarks(shown.findings, shown.record.reach) : QList<CodeMark>();
    if (isEditor)
        m_editor->setMarks(marks);
    else
        m_code->setMarks(marks);
    m_notesMenu->setRequest(shown);
    const auto notes =
        static_cast<int>(isEditor ? m_editor->marks().size() : m_code->marks().size());
    m_notes->setText(tr("%n notes", nullptr, notes));
    m_notes->setVisible(notes > 0);
    m_notesList->setVisible(isCode && !m_notesMenu->isEmpty());
}

// What is on the screen, as it would run.
void RequestView::copyCode()
{
    if (m_centre->currentWidget() == m_editor)
        QGuiApplication::clipboard()->setText(QString::fromUtf8(m_editor->code()));
    else
        m_code->copyAll();
}

void RequestView::showNextNote(bool forward)
{
    if (m_part == Part::Changes) // notes stand in the code
        showPart(Part::Code);
    if (m_centre->currentWidget() == m_editor)
        m_editor->showNextMark(forward);
    else
        m_code->showNextMark(forward);
}

// ---- what changed ----

void RequestView::compare()
{
    m_comparison.reset();
    const ApprovalRecord &record = m_request->record;
    Comparison found;
    if (record.tool == u"write_file" && m_request->present) {
        found.before = *m_request->present;
        found.title = tr("Changes in %1").arg(record.path);
        found.isFirst = true;
    } else if (m_request->earlier) {
        const EarlierCode &earlier = *m_request->earlier;
        const QString run = earlier.run.toString();
        const QString time = timeOfDay(earlier.allowed);
        found.before = earlier.code;
        found.isSame = earlier.code == record.code;
        found.title = found.isSame ? tr("Same code as %1, allowed %2").arg(run, time)
                                   : tr("Changes since %1, allowed %2").arg(run, time);
    } else {
        return;
    }
    const LineDiff diff =
        compareLines(QString::fromUtf8(found.before), QString::fromUtf8(record.code));
    found.added = diff.added;
    found.removed = diff.removed;
    const auto same = diff.rows.size() - diff.added - diff.removed;
    const auto most = same + std::max(diff.added, diff.removed);
    if (!found.isSame && !diff.isCoarse && most > 0 &&
        static_cast<double>(same) >= likeEnough * static_cast<double>(most))
        found.isFirst = true;
    found.isFirst = found.isFirst && found.before != record.code;
    m_comparison = found;
}

void RequestView::showChanges()
{
    if (!m_comparison)
        return;
    m_diff->setDiff(compareLines(QString::fromUtf8(m_comparison->before),
                                 QString::fromUtf8(m_request->record.code)),
                    highlightName(m_request->record));
    m_changes->verticalScrollBar()->setValue(0);
}

void RequestView::toggleChanges()
{
    if (!m_changesSegment->isVisible())
        return;
    showPart(m_part == Part::Changes ? Part::Code : Part::Changes);
    focusCode();
}

// ---- editing ----

bool RequestView::canEdit() const
{
    return m_request && m_request->state == PendingRequest::State::Waiting &&
           isRun(m_request->record) && CodeEditor::canEdit(m_request->record.code);
}

bool RequestView::isEditing() const
{
    return m_request && m_drafts.contains(m_request->digest);
}

bool RequestView::isEdited() const
{
    return isEditing() && m_drafts.value(m_request->digest) != m_request->record.code;
}

PendingRequest RequestView::shownRequest() const
{
    PendingRequest shown = *m_request;
    if (isEdited()) {
        shown.record.code = m_drafts.value(m_request->digest);
        shown.findings = m_editFindings;
    }
    return shown;
}

void RequestView::edit()
{
    if (!canEdit())
        return;
    if (!isEditing()) {
        m_drafts.insert(m_request->digest, m_request->record.code);
        showDraft();
    }
    showPart(Part::Code);
    focusCode();
}

// Of a request that comes back after "not now": as it was left.
void RequestView::showDraft()
{
    // Drafts of requests that are gone are of no use.
    const QList<PendingRequest> requests = m_desk.requests();
    m_drafts.removeIf([&requests](const auto &draft) {
        return std::ranges::none_of(requests, [&draft](const PendingRequest &request) {
            return request.digest == draft.key() && request.state == PendingRequest::State::Waiting;
        });
    });
    if (!isEditing())
        return;
    const QByteArray draft = m_drafts.value(m_request->digest);
    m_editor->setCode(draft, highlightName(m_request->record));
    onEdited();
    showPart(Part::Code);
}

void RequestView::onEdited()
{
    if (!isEditing())
        return;
    const QByteArray code = m_editor->code();
    m_drafts.insert(m_request->digest, code);
    m_settling.reset();
    ++m_editReading;
    m_editFindings = {};
    if (!isEdited()) {
        m_decision->setEdited(std::nullopt, 0);
    } else {
        const LineDiff diff =
            compareLines(QString::fromUtf8(m_request->record.code), QString::fromUtf8(code));
        m_decision->setEdited(code, std::max(diff.added, diff.removed));
        m_settling = m_clock.after(limits::editSettleTime, this, [this] {
            m_settling.release()->deleteLater(); // it is calling just now
            readEdit();
        });
    }
    m_reach->setRequest(shownRequest());
    refreshNotes();
}

// Reach and notes follow the last key (UI.md 4.5).
void RequestView::readEdit()
{
    if (!isEdited())
        return;
    const QByteArray code = m_drafts.value(m_request->digest);
    m_desk.readEdited(m_request->run, m_request->digest, code)
        .then(this, [this, code, reading = m_editReading](const Result<FindingReport> &report) {
            if (reading == m_editReading && isEdited())
                takeEdit(code, report);
        });
}

void RequestView::takeEdit(const QByteArray &code, const Result<FindingReport> &report)
{
    m_editFindings = report.value_or(FindingReport::unavailable({}));
    m_decision->setEditRead(code, report ? QString() : report.error().text);
    m_reach->setRequest(shownRequest());
    refreshNotes();
}

void RequestView::undoEdit()
{
    if (!isEditing())
        return;
    m_drafts.remove(m_request->digest);
    m_settling.reset();
    ++m_editReading;
    m_decision->setEdited(std::nullopt, 0);
    m_reach->setRequest(*m_request);
    showPart(Part::Code);
    focusCode();
}

// ---- time ----

void RequestView::refreshTime()
{
    m_tick.reset();
    const bool waiting = m_request && m_request->state == PendingRequest::State::Waiting;
    const auto left = waiting ? timeLeft(*m_request, m_clock.now()) : std::nullopt;
    const bool paused = waiting && m_desk.isPaused(m_request->record.client);
    double fraction = 0;
    if (left) {
        const auto total = static_cast<double>(m_request->asked.msecsTo(m_request->expires));
        const auto rest = static_cast<double>(m_clock.now().msecsTo(m_request->expires));
        fraction = total > 0 ? rest / total : 0;
    }
    m_header->setTimeLeft(left, fraction, paused, left ? m_request->expires : QDateTime());
    if (!left)
        return;
    m_header->keepWaitingButton()->setAccessibleName(
        tr("Keep waiting, %1 from %2")
            .arg(m_request->run.toString(), oneLine(m_request->clientLabel)));
    announceTime(*left);
    scheduleTick(*left);
}

void RequestView::announceTime(std::chrono::seconds left)
{
    if (left != firstWarning && left != lastWarning)
        return;
    QAccessibleAnnouncementEvent said(this, tr("Time left %1").arg(spokenTime(left)));
    QAccessible::updateAccessibility(&said);
}

void RequestView::scheduleTick(std::chrono::seconds left)
{
    if (left.count() <= 0)
        return;
    // When the shown second is over, so that the figures change on the second.
    const qint64 ms = m_clock.now().msecsTo(m_request->expires) - (left.count() - 1) * 1000;
    m_tick = m_clock.after(std::chrono::milliseconds(std::max<qint64>(1, ms)), this,
                           [this] { refreshTime(); });
}

void RequestView::keepWaiting()
{
    if (!m_request || m_request->state != PendingRequest::State::Waiting)
        return;
    if (const auto result = m_desk.keepWaiting(m_request->run); !result)
        showRequest(m_request->run);
}

void RequestView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    // The head is a card of its own; the line under the code's tool bar parts it from the code.
    painter.fillRect(QRect(0, 0, width(), m_header->headHeight()), color(Token::Surface));
    paintHorizontalLine(painter, 0, width(), m_centre->geometry().top() - 1, color(Token::Line));
}

} // namespace glovebox::ui
