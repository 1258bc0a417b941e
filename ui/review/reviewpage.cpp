// SPDX-License-Identifier: MIT
#include "reviewpage.h"

#include "changelist.h"
#include "filesection.h"
#include "mergeeditor.h"

#include "ui/code/codeeditor.h"
#include "ui/models/merge.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/keys.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <base/shownname.h>

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace glovebox::ui {

namespace {

constexpr int leftWidth = 304;
constexpr int barHeight = 56;
constexpr int leadingHeight = 60; // what stays above a change that is gone to
constexpr int mostSections = 500; // files with a section of their own; the tree has them all
constexpr qint64 mostCounted = 256 * 1024; // bytes of a file whose lines are counted unseen

} // namespace

ReviewPage::ReviewPage(ChangeDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_list(new ChangeList(m_tree, this))
    , m_centre(new QStackedWidget(this))
    , m_scroll(new QScrollArea(this))
    , m_editor(new MergeEditor(this))
    , m_nothing(new TextLine(TextStep::Empty, Token::Text2, this))
{
    setObjectName(QStringLiteral("reviewPage"));
    setFocusProxy(m_list->view());
    m_nothing->setText(tr("Nothing to review."));
    m_nothing->setStretching(false);
    m_scroll->setObjectName(QStringLiteral("reviewFiles"));
    m_scroll->setAccessibleName(tr("Changes"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *empty = new QWidget(this);
    auto *middle = new QVBoxLayout(empty);
    middle->addWidget(m_nothing, 0, Qt::AlignCenter);
    m_centre->addWidget(empty);
    m_centre->addWidget(m_scroll);
    m_centre->addWidget(m_editor);
    auto *right = new QWidget(this);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_centre, 1);
    m_bar = buildBar();
    column->addWidget(m_bar);
    auto *panes = new QSplitter(Qt::Horizontal, this);
    panes->setHandleWidth(1);
    panes->addWidget(m_list);
    panes->addWidget(right);
    panes->setChildrenCollapsible(false);
    panes->setStretchFactor(1, 1);
    panes->setSizes({leftWidth, 900});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(panes);
    m_scroll->viewport()->installEventFilter(this);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this,
            &ReviewPage::loadVisible);
    connect(m_list, &ChangeList::sourceChosen, this, &ReviewPage::readChanges);
    connect(m_list, &ChangeList::fileChosen, this, &ReviewPage::showFile);
    connect(m_list, &ChangeList::keepFolders, this, [this](const QString &key) { discard({key}); });
    connect(m_list, &ChangeList::useClients, this,
            [this](const QString &key) { apply({key}, ChangeDesk::OnConflict::Overwrite); });
    connect(m_list, &ChangeList::compareAllThree, this, [this](const QString &key) {
        showFile(key);
        for (FileSection *section : std::as_const(m_sections)) {
            if (section->key() == key)
                section->compareAllThree();
        }
    });
    connect(m_list, &ChangeList::editMerged, this, &ReviewPage::editMerged);
    connect(m_editor, &MergeEditor::saved, this, &ReviewPage::saveMerged);
    connect(m_editor, &MergeEditor::closed, this, &ReviewPage::showCentre);
    connect(&m_tree, &ChangeTree::ticksChanged, this, &ReviewPage::refreshBar);
    connect(&desk, &ChangeDesk::stagesChanged, this, &ReviewPage::refreshChoices);
    connect(&desk, &ChangeDesk::undoableRunsChanged, this, &ReviewPage::refreshChoices);
    connect(&desk, &ChangeDesk::undoableAppliesChanged, this, &ReviewPage::refreshChoices);
    buildKeys();
    refreshChoices();
}

ReviewPage::~ReviewPage() = default;

QWidget *ReviewPage::buildBar()
{
    auto *bar = new QWidget(this);
    bar->setFixedHeight(barHeight);
    m_selected = new TextLine(TextStep::Text, Token::Text, bar);
    m_selected->setWeight(QFont::DemiBold);
    m_selected->setStretching(false);
    m_hint = new TextLine(TextStep::Second, Token::Text2, bar);
    m_discard = new Button(tr("Discard…"), Button::Look::Danger, bar);
    m_discard->setObjectName(QStringLiteral("discardButton"));
    m_discard->setKeyHint(tr("Ctrl+Del"));
    m_apply = new Button({}, Button::Look::OwnAct, bar);
    m_apply->setObjectName(QStringLiteral("applyButton"));
    m_apply->setKeyHint(tr("Ctrl+Enter"));
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(8);
    row->addWidget(m_selected);
    row->addWidget(m_hint, 1);
    row->addWidget(m_discard);
    row->addWidget(m_apply);
    const auto act = [this] {
        if (const auto source = m_list->chosen(); source && source->stage)
            applyTicked();
        else if (source)
            undoTicked();
    };
    connect(m_apply, &Button::clicked, this, act);
    connect(m_discard, &Button::clicked, this, &ReviewPage::askToDiscard);
    // Nothing while disabled.
    onKeys(*this, {Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter},
           [this] { m_apply->click(); });
    onKeys(*this, {Qt::CTRL | Qt::Key_Delete}, [this] { m_discard->click(); });
    return bar;
}

void ReviewPage::buildKeys()
{
    onKeys(*this, {Qt::Key_F7}, [this] { stepChange(1); });
    onKeys(*this, {Qt::SHIFT | Qt::Key_F7}, [this] { stepChange(-1); });
    onKeys(*this, {Qt::CTRL | Qt::Key_F7}, [this] { stepFile(1); });
    onKeys(*this, {Qt::CTRL | Qt::SHIFT | Qt::Key_F7}, [this] { stepFile(-1); });
    onKeys(*this, {Qt::Key_V}, [this] {
        withCurrent([](FileSection *section) { section->setViewed(!section->isViewed()); });
    });
    for (const Qt::Key key : {Qt::Key_U, Qt::Key_O})
        onKeys(*this, {key}, [this] { withCurrent(&FileSection::turnView); });
    onKeys(*this, {Qt::CTRL | Qt::Key_D}, [this] { withCurrent(&FileSection::compareAllThree); });
    onKeys(*this, {Qt::CTRL | Qt::Key_E}, [this] {
        withCurrent([this](const FileSection *section) { editMerged(section->key()); });
    });
    onKeys(*this, {Qt::CTRL | Qt::Key_M}, [this] { m_list->openChoices(); });
}

// Whose changes

int ReviewPage::stagedChanges() const
{
    int changes = 0;
    const QList<StageSummary> stages = m_desk.stages();
    for (const StageSummary &stage : stages)
        changes += stage.changes;
    return changes;
}

void ReviewPage::refreshChoices()
{
    QList<ChangeList::Choice> choices;
    const QList<StageSummary> stages = m_desk.stages();
    for (const StageSummary &stage : stages)
        choices.append({{stage.ref, {}}, sideBySide(stage.ref.mount, stage.clientLabel)});
    const QList<UndoableRun> runs = m_desk.undoableRuns();
    for (const UndoableRun &run : runs)
        choices.append({{std::nullopt, run.run},
                        sideBySide(run.run.toString(), tr("%n write(s)", nullptr, run.changes))});
    const QList<UndoableApply> applies = m_desk.undoableApplies();
    for (const UndoableApply &apply : applies)
        choices.append({{std::nullopt, {}, apply.number},
                        sideBySide(sideBySide(apply.stage.mount, apply.clientLabel),
                                   tr("applied %1")
                                       .arg(QLocale().toString(apply.applied.toLocalTime(),
                                                               QLocale::ShortFormat)))});
    const QList<UndoableDiscard> discards = m_desk.undoableDiscards();
    for (const UndoableDiscard &discard : discards)
        choices.append({{std::nullopt, {}, {}, discard.number},
                        sideBySide(sideBySide(discard.stage.mount, discard.clientLabel),
                                   tr("discarded %1")
                                       .arg(QLocale().toString(discard.discarded.toLocalTime(),
                                                               QLocale::ShortFormat)))});
    m_list->setChoices(choices);
    chooseWanted();
    readChanges();
    Q_EMIT stagedChangesChanged();
}

void ReviewPage::showMount(const QString &mount)
{
    const QList<StageSummary> stages = m_desk.stages();
    for (const StageSummary &stage : stages) {
        if (stage.ref.mount != mount)
            continue;
        m_list->choose({stage.ref, {}});
        readChanges();
        return;
    }
}

void ReviewPage::showRun(RunId run)
{
    m_list->choose({std::nullopt, run});
    readChanges();
}

void ReviewPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        readChanges();
}

void ReviewPage::readChanges()
{
    m_isStale = !isVisible();
    if (m_isStale)
        return;
    const quint64 question = ++m_reading;
    const std::optional<ChangeSource> source = m_list->chosen();
    if (!source) {
        takeChanges(QList<FileChange>());
        return;
    }
    auto changes = source->stage               ? m_desk.stagedChanges(*source->stage)
                   : !source->discard.isNull() ? m_desk.discardedChanges(source->discard)
                   : source->apply.isNull()    ? m_desk.runChanges(source->run)
                                               : m_desk.applyChanges(source->apply);
    changes.then(this, [this, question](const Result<QList<FileChange>> &answer) {
        if (question == m_reading)
            takeChanges(answer);
    });
}

void ReviewPage::takeChanges(const Result<QList<FileChange>> &changes)
{
    const std::optional<ChangeSource> source = m_list->chosen();
    // What was taken back a moment ago is looked at until the list knows that it is gone.
    const bool isTakenBack = source && !source->discard.isNull() && source->discard == m_takenBack;
    if (!changes && !isTakenBack)
        Q_EMIT message(changes.error().text, true);
    const QList<FileChange> now = changes.value_or(QList<FileChange>());
    QString where;
    QString folder;
    const QList<StageSummary> stages = m_desk.stages();
    for (const StageSummary &stage : stages) {
        if (source && source->stage == stage.ref) {
            where = tr("to %1").arg(shortPath(stage.hostPath));
            folder = stage.hostPath.section(u'/', -1, -1, QString::SectionSkipEmpty);
        }
    }
    const QList<UndoableDiscard> discards = m_desk.undoableDiscards();
    for (const UndoableDiscard &discard : discards) {
        if (source && source->discard == discard.number)
            folder = discard.stage.mount;
    }
    // Nothing moves under the pointer while nothing changed (UI.md 1.6).
    if (now != m_shown || source != m_shownSource) {
        const int seen = source == m_shownSource ? m_scroll->verticalScrollBar()->value() : 0;
        m_tree.setChanges(now, source && !source->stage && source->discard.isNull(), folder);
        m_shown = now;
        m_shownSource = source;
        buildSections();
        m_scroll->verticalScrollBar()->setValue(seen);
        countLater();
    }
    const int count = int(now.size());
    m_list->setFoot(where.isEmpty() ? tr("%n change(s)", nullptr, count)
                                    : tr("%n staged change(s)", nullptr, count),
                    where);
    setWindowTitle(source && source->stage ? tr("Review — %1").arg(source->stage->mount)
                                           : tr("Review"));
    refreshBar();
}

// The files

void ReviewPage::buildSections()
{
    m_sections.clear();
    auto *content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    const std::optional<ChangeSource> source = m_list->chosen();
    const QList<FileChange> inOrder = m_tree.changesAsShown();
    for (const FileChange &change : inOrder) {
        if (!source || m_sections.size() == mostSections)
            break;
        auto *section = new FileSection(m_desk, *source, change, m_tree.key(change), content);
        section->setViewed(m_viewed.contains(section->key()));
        connect(section, &FileSection::viewedChanged, this,
                [this](const QString &key, bool viewed) {
                    if (viewed)
                        m_viewed.insert(key);
                    else
                        m_viewed.remove(key);
                });
        connect(section, &FileSection::loaded, this, &ReviewPage::loadVisible,
                Qt::QueuedConnection);
        connect(section, &FileSection::counted, &m_tree, &ChangeTree::setCounts);
        connect(section, &FileSection::keepFolders, this,
                [this](const QString &key) { discard({key}); });
        connect(section, &FileSection::useClients, this,
                [this](const QString &key) { apply({key}, ChangeDesk::OnConflict::Overwrite); });
        connect(section, &FileSection::editMerged, this, &ReviewPage::editMerged);
        m_column->addWidget(section);
        m_sections.append(section);
    }
    m_column->addStretch(1);
    m_scroll->setWidget(content); // deletes the old one
    showCentre();
    loadVisible();
}

bool ReviewPage::isEditing() const
{
    return m_editor->isOpen();
}

// What is being edited stays until the person is done with it.
void ReviewPage::showCentre()
{
    m_bar->setVisible(!m_editor->isOpen());
    if (m_editor->isOpen())
        m_centre->setCurrentWidget(m_editor);
    else
        m_centre->setCurrentIndex(m_sections.isEmpty() ? 0 : 1);
}

// The tree says how many lines differ, also of files that nobody has scrolled to: one after the
// other, small ones only.
void ReviewPage::countLater()
{
    m_uncounted.clear();
    for (const FileChange &change : m_tree.changes()) {
        const bool isText = change.kind == FileChange::Kind::Changed && change.contentChanged &&
                            change.before.type == EntryType::File &&
                            change.after.type == EntryType::File &&
                            fileIcon(change.path) != u"image";
        if (isText && std::max(change.before.size, change.after.size) <= mostCounted &&
            m_uncounted.size() < mostSections)
            m_uncounted.append(m_tree.key(change));
    }
    QMetaObject::invokeMethod(this, &ReviewPage::countNext, Qt::QueuedConnection);
}

void ReviewPage::countNext()
{
    while (!m_uncounted.isEmpty() && m_tree.hasCounts(m_uncounted.first()))
        m_uncounted.removeFirst();
    if (m_uncounted.isEmpty() || !m_shownSource || !isVisible())
        return;
    const QString key = m_uncounted.takeFirst();
    const FileChange *change = m_tree.change(key);
    if (!change)
        return;
    loadContent(m_desk, *m_shownSource, *change)
        .then(this, [this, key, of = *change](const ChangeContent &content) {
            const bool isText = content.kind == ChangeContent::Kind::Text ||
                                content.kind == ChangeContent::Kind::Table;
            const FileChange *now = m_tree.change(key);
            if (isText && content.problem.isEmpty() && now && *now == of)
                m_tree.setCounts(key, content.lines.added, content.lines.removed);
            countNext();
        });
}

void ReviewPage::loadVisible()
{
    for (FileSection *section : std::as_const(m_sections))
        section->keepHeader(m_scroll->verticalScrollBar()->value() - topOf(section));
    const QRect seen = m_scroll->viewport()->rect();
    for (FileSection *section : std::as_const(m_sections)) {
        const QPoint top = section->mapTo(m_scroll->widget(), QPoint());
        const QRect area(top.x(), top.y() - m_scroll->verticalScrollBar()->value(),
                         section->width(), section->height());
        if (area.top() > seen.bottom())
            break;
        if (area.intersects(seen) && isVisible())
            section->load();
    }
}

void ReviewPage::showFile(const QString &key)
{
    for (FileSection *section : std::as_const(m_sections)) {
        if (section->key() == key) {
            m_current = key;
            m_scroll->verticalScrollBar()->setValue(topOf(section));
            return;
        }
    }
}

int ReviewPage::topOf(const FileSection *section) const
{
    return section->mapTo(m_scroll->widget(), QPoint()).y();
}

// The one that was gone to, as long as it can be seen; else the first that can.
int ReviewPage::currentSection() const
{
    const int from = m_scroll->verticalScrollBar()->value();
    const int to = from + m_scroll->viewport()->height();
    int first = -1;
    for (int i = 0; i < m_sections.size(); ++i) {
        const int top = topOf(m_sections.at(i));
        if (top + m_sections.at(i)->height() <= from || top >= to)
            continue;
        if (m_sections.at(i)->key() == m_current)
            return i;
        if (first < 0)
            first = i;
    }
    return first;
}

void ReviewPage::withCurrent(const std::function<void(FileSection *)> &act) const
{
    if (const int current = currentSection(); current >= 0)
        act(m_sections.at(current));
}

void ReviewPage::stepFile(int step)
{
    const int current = currentSection();
    if (current >= 0 && current + step >= 0 && current + step < m_sections.size())
        showFile(m_sections.at(current + step)->key());
}

void ReviewPage::stepChange(int step)
{
    QScrollBar *bar = m_scroll->verticalScrollBar();
    QList<int> places;
    for (const FileSection *section : std::as_const(m_sections)) {
        const int top = topOf(section);
        const QList<int> changes = section->changeTops();
        for (const int change : changes) // with the lines before it
            places.append(std::max(0, top + change - (change > 0 ? leadingHeight : 0)));
    }
    std::ranges::sort(places);
    const auto next = std::ranges::upper_bound(places, bar->value());
    if (step > 0 && next != places.end())
        bar->setValue(*next);
    const auto same = std::ranges::lower_bound(places, bar->value());
    if (step < 0 && same != places.begin())
        bar->setValue(*std::prev(same));
}

bool ReviewPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &ReviewPage::loadVisible, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

// Deciding

void ReviewPage::refreshBar()
{
    const int ticked = int(m_tree.tickedKeys().size());
    const int all = int(m_tree.changes().size());
    const std::optional<ChangeSource> source = m_list->chosen();
    const bool staged = source && source->stage;
    const bool isDiscard = source && !source->discard.isNull();
    m_selected->setText(all == 0 ? QString() : tr("%1 of %2 selected").arg(ticked).arg(all));
    m_hint->setText(all == 0 ? QString()
                    : staged ? tr("The folder is untouched so far. Applying can be undone for 30 "
                                  "days.")
                    : isDiscard ? tr("What was discarded is kept for 7 days.")
                                : tr("Files that changed again since are left alone."));
    m_apply->setText(staged      ? tr("Apply %n file(s)", nullptr, ticked)
                     : isDiscard ? tr("Stage %n file(s) again", nullptr, ticked)
                                 : tr("Undo %n file(s)", nullptr, ticked));
    m_apply->setVisible(all > 0);
    m_apply->setEnabled(ticked > 0);
    m_discard->setVisible(staged && all > 0);
    m_discard->setEnabled(ticked > 0);
}

void ReviewPage::applyTicked()
{
    apply(m_tree.tickedKeys(), ChangeDesk::OnConflict::Refuse);
}

void ReviewPage::apply(const QStringList &paths, ChangeDesk::OnConflict onConflict)
{
    const std::optional<ChangeSource> source = m_list->chosen();
    if (!source || !source->stage || paths.isEmpty())
        return;
    const QString mount = source->stage->mount;
    QHash<QString, QString> seen;
    for (const FileChange &change : m_tree.changes())
        seen.insert(change.path, change.revision);
    m_desk.apply(*source->stage, paths, onConflict, seen)
        .then(this, [this, mount](const Result<ChangeReport> &done) {
            const QString text =
                done ? tr("%n file(s) written to %1.", nullptr, int(done->done.size())).arg(mount)
                     : QString();
            report(done, text, &ReviewPage::applied, done ? done->applied : RunId());
        });
}

void ReviewPage::undoTicked()
{
    const std::optional<ChangeSource> source = m_list->chosen();
    const QStringList paths = m_tree.tickedKeys();
    if (!source || source->stage || paths.isEmpty())
        return;
    if (!source->discard.isNull()) {
        stageAgain(source->discard, paths);
        return;
    }
    auto undone = source->apply.isNull() ? m_desk.undo(source->run, paths)
                                         : m_desk.undoApply(source->apply, paths);
    undone.then(this, [this](const Result<ChangeReport> &done) { reportUndone(done); });
}

void ReviewPage::undoApply(RunId number)
{
    m_desk.undoApply(number, {}).then(this, [this](const Result<ChangeReport> &done) {
        reportUndone(done);
    });
}

void ReviewPage::undoDiscard(RunId number)
{
    stageAgain(number, {});
}

// What is staged again is what the person wants to see then.
void ReviewPage::stageAgain(RunId number, const QStringList &paths)
{
    std::optional<StageRef> stage;
    const QList<UndoableDiscard> discards = m_desk.undoableDiscards();
    for (const UndoableDiscard &discard : discards) {
        if (discard.number == number)
            stage = discard.stage;
    }
    m_takenBack = number;
    m_desk.undoDiscard(number, paths).then(this, [this, stage](const Result<ChangeReport> &done) {
        if (done && !done->done.isEmpty())
            m_wanted = stage;
        chooseWanted();
        report(done, done ? tr("%n change(s) are staged again.", nullptr, int(done->done.size()))
                          : QString());
    });
}

void ReviewPage::chooseWanted()
{
    if (!m_wanted)
        return;
    m_list->choose({*m_wanted, {}});
    if (const auto source = m_list->chosen(); source && source->stage == m_wanted)
        m_wanted.reset();
}

void ReviewPage::reportUndone(const Result<ChangeReport> &done)
{
    report(done,
           done ? tr("%n file(s) are as before.", nullptr, int(done->done.size())) : QString());
}

void ReviewPage::askToDiscard()
{
    const QStringList paths = m_tree.tickedKeys();
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Glovebox"),
                                tr("Discard %n change(s)?", nullptr, int(paths.size())),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("discardQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("The folder stays as it is. Discarding can be undone for 7 days."));
    QPushButton *yes = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    yes->setObjectName(QStringLiteral("discardYes"));
    QPushButton *no = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    box->setEscapeButton(no);
    box->setDefaultButton(no);
    connect(yes, &QPushButton::clicked, this, [this, paths] { discard(paths); });
    box->open();
}

void ReviewPage::discard(const QStringList &paths)
{
    const std::optional<ChangeSource> source = m_list->chosen();
    if (!source || !source->stage || paths.isEmpty())
        return;
    m_desk.discard(*source->stage, paths).then(this, [this](const Result<ChangeReport> &done) {
        report(done,
               done ? tr("%n change(s) discarded.", nullptr, int(done->done.size())) : QString(),
               &ReviewPage::discarded, done ? done->discarded : RunId());
    });
}

// Editing

void ReviewPage::editMerged(const QString &key)
{
    const std::optional<ChangeSource> source = m_list->chosen();
    const FileChange *change = m_tree.change(key);
    if (!source || !source->stage || !change || !isMergeable(*change) || m_editor->isOpen())
        return;
    constexpr qint64 everything = 1024 * 1024 + 1; // isMergeable() has seen to it
    QList<QFuture<Result<QByteArray>>> sides;
    for (const ChangeSide side : {ChangeSide::Base, ChangeSide::Before, ChangeSide::After})
        sides.append(m_desk.stagedContent(*source->stage, change->path, side, 0, everything));
    MergeEditor::Subject subject{*source->stage, change->path, change->revision, {}};
    QtFuture::whenAll(sides.begin(), sides.end())
        .then(this, [this, subject](const QList<QFuture<Result<QByteArray>>> &read) mutable {
            QList<QByteArray> bytes;
            for (const QFuture<Result<QByteArray>> &side : read) {
                const Result<QByteArray> content =
                    side.resultCount() > 0 ? side.result()
                                           : fail(ErrorCode::Io, tr("The file could not be read."));
                if (!content) {
                    Q_EMIT message(content.error().text, true);
                    return;
                }
                bytes.append(*content);
            }
            const auto merged = mergeFiles(bytes.at(0), bytes.at(1), bytes.at(2));
            if (!merged || !CodeEditor::canEdit(merged->content)) {
                Q_EMIT message(tr("“%1” is no text that can be edited here. Keep one of the two.")
                                   .arg(subject.path),
                               true);
                return;
            }
            subject.folder = bytes.at(1);
            m_editor->open(subject, *merged);
            showCentre();
        });
}

// What cannot be saved stays in the editor: nothing that was typed is lost.
void ReviewPage::saveMerged()
{
    const MergeEditor::Subject &subject = m_editor->subject();
    m_desk
        .stageMerged(subject.stage, subject.path, m_editor->content(), subject.revision,
                     subject.folder)
        .then(this, [this, path = subject.path](const Result<ChangeReport> &done) {
            if (done && done->refused.isEmpty()) {
                m_editor->close();
                showCentre();
                m_list->view()->setFocus();
            }
            report(done, tr("“%1” is staged as you edited it.").arg(path));
        });
}

// What was refused is said first: the rest is as wished.
void ReviewPage::report(const Result<ChangeReport> &report, const QString &done,
                        void (ReviewPage::*undoable)(const QString &, RunId), RunId number)
{
    if (!report) {
        Q_EMIT message(report.error().text, true);
    } else if (!report->refused.isEmpty()) {
        const ChangeReport::Refusal &first = report->refused.first();
        const QString why = tr("%1: %2").arg(shownName(first.path), first.reason);
        const int more = int(report->refused.size()) - 1;
        Q_EMIT message(more > 0 ? tr("%1 And %n more.", nullptr, more).arg(why) : why, true);
    } else if (undoable && !number.isNull()) {
        Q_EMIT(this->*undoable)(done, number);
    } else {
        Q_EMIT message(done, false);
    }
    readChanges();
}

void ReviewPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    if (m_bar->isVisible())
        paintHorizontalLine(painter, 0, width(), height() - barHeight - 1, color(Token::Line));
}

} // namespace glovebox::ui
