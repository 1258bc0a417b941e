// SPDX-License-Identifier: MIT
#include "decisionbar.h"

#include "approvalwords.h"

#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/parts/radio.h>
#include <ui/theme/fonts.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QAccessible>
#include <QComboBox>
#include <QEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int gap = 8;
constexpr int smallestAllowWidth = 208; // UI.md 4.5: one width for all its words

QKeySequence altKey(Qt::Key key)
{
    return QKeySequence(Qt::ALT | key);
}

constexpr int timeGap = 6;        // between a client and its time
constexpr int longestLabel = 160; // of a client in the scopes, px
constexpr int shortestLabel = 48; // with less of it the scopes become a drop-down
constexpr std::array clientScopes{Scope::ClientHalfHour, Scope::ClientTwoHours,
                                  Scope::ClientUntilQuit};

QString timeWords(Scope scope)
{
    switch (scope) {
    case Scope::ClientHalfHour:
        return DecisionBar::tr("30 min");
    case Scope::ClientTwoHours:
        return DecisionBar::tr("2 hours");
    default:
        return DecisionBar::tr("until I quit");
    }
}

QString keyText(const QKeySequence &key)
{
    return key.toString(QKeySequence::NativeText);
}

} // namespace

DecisionBar::DecisionBar(ApprovalDesk &desk, Clock &clock, QWidget *keyScope, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_clock(clock)
    , m_guard(clock)
{
    setObjectName(QStringLiteral("decisionBar"));
    buildBands();
    buildScopes();
    buildNote();
    buildButtons();
    buildMenu();
    buildLayout();
    addKeys(keyScope ? keyScope : this);
    connect(&m_guard.deadTime(), &DeadTime::changed, this, &DecisionBar::refreshDeadTime);
    connect(&desk, &ApprovalDesk::requestChanged, this, [this](RunId run) {
        if (run == shownRun())
            showRequest(run);
    });
    connect(&desk, &ApprovalDesk::requestRemoved, this, [this](RunId run) {
        if (run == shownRun())
            clear();
    });
    refresh();
}

DecisionBar::~DecisionBar() = default;

// ---- parts ----

void DecisionBar::buildScopes()
{
    m_scopePage = new QWidget(this);
    m_scopeRow = new QWidget(m_scopePage);
    auto *label = new TextLine(TextStep::Text, Token::Text, m_scopeRow);
    label->setWeight(QFont::DemiBold);
    label->setStretching(false);
    label->setText(tr("Allow", "scope"));
    m_thisRun = new RadioButton(tr("This run only"), m_scopeRow);
    m_thisRun->setObjectName(QStringLiteral("scopeThisRun"));
    m_thisSession = new RadioButton(tr("This session, same reach"), m_scopeRow);
    m_thisSession->setObjectName(QStringLiteral("scopeThisSession"));
    m_thisClient = new RadioButton(QString(), m_scopeRow);
    m_thisClient->setObjectName(QStringLiteral("scopeThisClient"));
    m_clientTime = new QComboBox(m_scopeRow);
    m_clientTime->setObjectName(QStringLiteral("scopeClientTime"));
    m_clientTime->setAccessibleName(tr("For how long"));
    for (const Scope scope : clientScopes)
        m_clientTime->addItem(timeWords(scope));
    m_scopeChoice = new QComboBox(m_scopeRow);
    m_scopeChoice->setObjectName(QStringLiteral("scopeChoice"));
    m_scopeChoice->setAccessibleName(tr("Allow", "scope"));
    m_hint = new TextLine(TextStep::Second, Token::Text3, m_scopePage);

    m_scopeRow->setMinimumWidth(1); // what does not fit becomes a drop-down
    auto *row = new QHBoxLayout(m_scopeRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(edge);
    row->addWidget(label);
    row->addWidget(m_thisRun);
    row->addWidget(m_thisSession);
    auto *client = new QHBoxLayout;
    client->setSpacing(timeGap);
    client->addWidget(m_thisClient);
    client->addWidget(m_clientTime);
    row->addLayout(client);
    row->addWidget(m_scopeChoice);
    row->addStretch(1);
    auto *column = new QVBoxLayout(m_scopePage);
    column->setContentsMargins(edge, 6, edge, 8);
    column->setSpacing(2);
    column->addWidget(m_scopeRow);
    column->addWidget(m_hint);

    // Keys and the drop-down set the scope through the same door.
    connect(m_thisRun, &QRadioButton::clicked, this, [this] { setScope(Scope::ThisRun); });
    connect(m_thisSession, &QRadioButton::clicked, this, [this] { setScope(Scope::ThisSession); });
    connect(m_thisClient, &QRadioButton::clicked, this, [this] { setScope(m_clientScope); });
    connect(m_clientTime, &QComboBox::activated, this, &DecisionBar::setClientTime);
    connect(m_scopeChoice, &QComboBox::activated, this,
            [this](int index) { setScope(offered().value(index)); });
}

void DecisionBar::buildNote()
{
    m_notePage = new QWidget(this);
    auto *label = new TextLine(TextStep::Text, Token::Text, m_notePage);
    label->setWeight(QFont::DemiBold);
    label->setStretching(false);
    label->setText(tr("Deny with a note"));
    m_note = new QLineEdit(m_notePage);
    m_note->setObjectName(QStringLiteral("noteEdit"));
    m_note->setMaxLength(static_cast<int>(limits::maxNoteChars));
    m_note->setAccessibleName(tr("Note to the client"));
    m_noteCount = new TextLine(TextStep::Meta, Token::Text3, m_notePage);
    m_noteCount->setStretching(false);
    m_noteCount->setTabular(true);
    auto *cancel = new Button(QString(), Button::Look::Quiet, m_notePage);
    cancel->setIconName(QStringLiteral("x"));
    cancel->setAccessibleName(tr("Without a note"));
    cancel->setToolTip(tr("Without a note"));

    auto *row = new QHBoxLayout(m_notePage);
    row->setContentsMargins(edge, 0, gap, 0);
    row->setSpacing(gap);
    row->addWidget(label);
    row->addWidget(m_note, 1);
    row->addWidget(m_noteCount);
    row->addWidget(cancel);
    connect(cancel, &QPushButton::clicked, this, &DecisionBar::closeNote);
    connect(m_note, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_noteCount->setText(tr("%1 of %2").arg(text.size()).arg(m_note->maxLength()));
    });
    m_noteCount->setText(tr("%1 of %2").arg(0).arg(m_note->maxLength()));
}

void DecisionBar::buildButtons()
{
    m_notNow = new Button(tr("Not now"), Button::Look::Quiet, this);
    m_notNow->setObjectName(QStringLiteral("notNowButton"));
    m_notNow->setKeyHint(keyText(QKeySequence(Qt::Key_Escape)));
    m_deny = new Button(tr("Deny"), Button::Look::Normal, this);
    m_deny->setObjectName(QStringLiteral("denyButton"));
    m_deny->setKeyHint(keyText(altKey(Qt::Key_D)));
    m_deny->setJoin(Button::Join::Right);
    m_denyMore = new Button(QString(), Button::Look::Normal, this);
    m_denyMore->setObjectName(QStringLiteral("denyMenuButton"));
    m_denyMore->setChevron(true);
    m_denyMore->setJoin(Button::Join::Left);
    m_denyMore->setAccessibleName(tr("More ways to deny"));
    m_denyMore->setToolTip(tr("More ways to deny"));
    m_allow = new Button(tr("Allow this run"), Button::Look::Preferred, this);
    m_allow->setObjectName(QStringLiteral("allowButton"));
    m_allow->setKeyHint(keyText(altKey(Qt::Key_A)));
    m_close = new Button(tr("Close"), Button::Look::Normal, this);
    m_close->setObjectName(QStringLiteral("closeButton"));
    m_close->setKeyHint(keyText(QKeySequence(Qt::Key_Escape)));

    m_guard.guard(m_notNow, [this] { leave(); });
    m_guard.guard(m_close, [this] { leave(); });
    m_guard.guard(m_deny, [this] { deny(false); });
    m_guard.guard(m_allow, [this] { allow(); });
    m_guard.guard(m_denyMore, [this] { popUpDenyMenu(); });
}

void DecisionBar::buildMenu()
{
    m_menu = new QMenu(this);
    QAction *note = m_menu->addAction(tr("Deny with a note…"));
    note->setShortcut(altKey(Qt::Key_N));
    note->setShortcutVisibleInContextMenu(true);
    // Shown in the menu; the key itself is taken by addKeys, under the rules of the bar.
    note->setShortcutContext(Qt::WidgetShortcut);
    QAction *pause = m_menu->addAction(tr("Deny and pause this client"));
    pause->setShortcut(altKey(Qt::Key_X));
    pause->setShortcutVisibleInContextMenu(true);
    pause->setShortcutContext(Qt::WidgetShortcut);
    connect(note, &QAction::triggered, this, &DecisionBar::openNote);
    connect(pause, &QAction::triggered, this, [this] {
        if (m_guard.isReady())
            deny(true);
    });
}

void DecisionBar::buildBands()
{
    m_caution = new SentenceBar(Token::WaitBg, Token::Wait, this);
    m_caution->setObjectName(QStringLiteral("readWriteBar"));
    m_over = new SentenceBar(Token::Hover, Token::Text2, this);
    m_over->setObjectName(QStringLiteral("overBar"));
    m_failed = new SentenceBar(Token::BadBg, Token::Bad, this);
    m_failed->setObjectName(QStringLiteral("failedBar"));
    m_editBand = new QWidget(this);
    m_editBand->setObjectName(QStringLiteral("editBand"));
    m_editWords = new SentenceBar(Token::Hover, Token::Text2, m_editBand);
    m_editWords->setObjectName(QStringLiteral("editBar"));
    m_undoEdit = new Button(tr("Undo edit"), Button::Look::Link, m_editBand);
    m_undoEdit->setObjectName(QStringLiteral("undoEditButton"));
    m_undoEdit->setToolTip(keyText(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)));
    connect(m_undoEdit, &QPushButton::clicked, this, &DecisionBar::undoEditRequested);
    auto *row = new QHBoxLayout(m_editBand);
    row->setContentsMargins(0, 0, edge, 0);
    row->setSpacing(gap);
    row->addWidget(m_editWords, 1);
    row->addWidget(m_undoEdit);
    m_editBand->hide();
}

void DecisionBar::buildLayout()
{
    m_choices = new QStackedWidget(this);
    m_choices->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_choices->addWidget(m_scopePage);
    m_choices->addWidget(m_notePage);
    m_deadBar = new TimeBar(Token::Accent, this);
    m_readyIn = new TextLine(TextStep::Second, Token::Text2, this);
    m_readyIn->setTabular(true);
    m_readyIn->setAlignment(Qt::AlignRight);

    auto *denyGroup = new QHBoxLayout;
    denyGroup->setSpacing(0);
    denyGroup->addWidget(m_deny);
    denyGroup->addWidget(m_denyMore);
    auto *actions = new QHBoxLayout;
    actions->setContentsMargins(edge, 11, edge, 11);
    actions->setSpacing(gap);
    actions->addWidget(m_notNow);
    actions->addWidget(m_readyIn, 1);
    actions->addLayout(denyGroup);
    actions->addWidget(m_allow);
    actions->addWidget(m_close);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 1, 0, 0);
    column->setSpacing(0);
    for (QWidget *band : {static_cast<QWidget *>(m_failed), static_cast<QWidget *>(m_over),
                          static_cast<QWidget *>(m_caution), m_editBand,
                          static_cast<QWidget *>(m_choices), static_cast<QWidget *>(m_deadBar)}) {
        column->addWidget(band);
    }
    column->addLayout(actions);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    // Scope, Not now, Deny, Allow (UI.md 8).
    setTabOrder({m_undoEdit, m_thisRun, m_thisSession, m_thisClient, m_clientTime, m_scopeChoice,
                 m_note, m_notNow, m_deny, m_denyMore, m_allow, m_close});
}

template <class Handler>
void DecisionBar::addKey(QWidget *keyScope, const QKeySequence &key, Handler handler)
{
    m_guard.guardKey(keyScope, key, [this, handler] {
        if (m_request && isVisible())
            handler();
    });
}

// What decides waits for the dead time; the scope may be chosen in it.
void DecisionBar::addKeys(QWidget *keyScope)
{
    addKey(keyScope, altKey(Qt::Key_A), [this] { allow(); });
    addKey(keyScope, altKey(Qt::Key_D), [this] { deny(false); });
    addKey(keyScope, altKey(Qt::Key_X), [this] { deny(true); });
    addKey(keyScope, altKey(Qt::Key_N), [this] { openNote(); });
    addKey(keyScope, QKeySequence(Qt::Key_Escape), [this] {
        if (isNoteOpen())
            closeNote();
        else
            leave();
    });
    const auto addFree = [this, keyScope](Qt::Key key, auto handler) {
        auto *shortcut = new QShortcut(altKey(key), keyScope);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        shortcut->setAutoRepeat(false);
        connect(shortcut, &QShortcut::activated, this, [this, handler] {
            if (m_request && isVisible())
                handler();
        });
    };
    addFree(Qt::Key_1, [this] { setScope(Scope::ThisRun); });
    addFree(Qt::Key_2, [this] { setScope(Scope::ThisSession); });
    addFree(Qt::Key_3, [this] { setScope(m_clientScope); });
    addFree(Qt::Key_4, [this] { stepClientTime(); });
}

// ---- the request ----

void DecisionBar::showRequest(RunId run)
{
    if (const auto request = m_desk.request(run))
        take(*request);
    else
        clear();
}

void DecisionBar::take(const PendingRequest &request)
{
    const bool other =
        !m_request || m_request->run != request.run || m_request->digest != request.digest;
    const bool changed = other || m_request->state != request.state;
    m_request = request;
    if (changed) {
        m_menu->close();
        m_failure.clear();
        m_guard.deadTime().start();
    }
    if (other) {
        m_note->clear();
        m_choices->setCurrentWidget(m_scopePage);
        // Never remembered (UI.md 4.4).
        m_scope = Scope::ThisRun;
        m_clientScope = Scope::ClientHalfHour;
        m_edited.reset();
        m_isEditRead = false;
        m_editProblem.clear();
        m_folderMode.reset();
    }
    if (!offered().contains(m_scope))
        m_scope = Scope::ThisRun;
    refresh();
}

void DecisionBar::clear()
{
    m_menu->close();
    m_request.reset();
    m_failure.clear();
    m_note->clear();
    m_choices->setCurrentWidget(m_scopePage);
    m_scope = Scope::ThisRun;
    m_edited.reset();
    m_isEditRead = false;
    m_editProblem.clear();
    m_folderMode.reset();
    m_guard.deadTime().start();
    refresh();
}

bool DecisionBar::isWaiting() const
{
    return m_request && m_request->state == PendingRequest::State::Waiting;
}

void DecisionBar::setCompact(bool compact)
{
    if (m_compact == compact)
        return;
    m_compact = compact;
    refresh();
}

void DecisionBar::setUndoKept(bool undoKept)
{
    m_undoKept = undoKept;
    refresh();
}

Scope DecisionBar::scope() const
{
    return m_scope;
}

// Folders that would be written at once: as the request reaches them, or as the person gives one.
QStringList DecisionBar::writableNow() const
{
    if (!m_request)
        return {};
    Reach reach = m_request->record.reach;
    if (m_folderMode && reach.mounts.size() == 1)
        reach.mounts.first().mode = *m_folderMode;
    return writableMounts(reach);
}

QList<Scope> DecisionBar::offered() const
{
    QList<Scope> scopes{Scope::ThisRun};
    if (!m_request || m_edited)
        return scopes;
    if (m_request->sessionScopeOffered)
        scopes.append(Scope::ThisSession);
    if (m_request->clientScopesOffered)
        scopes.append(QList<Scope>(clientScopes.begin(), clientScopes.end()));
    return scopes;
}

bool DecisionBar::isClientOffered() const
{
    return offered().contains(Scope::ClientHalfHour);
}

void DecisionBar::setScope(Scope scope)
{
    if (!isWaiting() || !offered().contains(scope))
        return refresh(); // a radio button that was pressed goes back
    m_scope = scope;
    if (isOfClient(scope))
        m_clientScope = scope;
    refresh();
}

void DecisionBar::setClientTime(int index)
{
    setScope(clientScopes.at(static_cast<size_t>(std::clamp(index, 0, 2))));
}

void DecisionBar::stepClientTime()
{
    const auto *const now = std::ranges::find(clientScopes, m_clientScope);
    const auto next = isOfClient(m_scope) ? now - clientScopes.begin() + 1 : 0;
    setClientTime(static_cast<int>(next % std::ssize(clientScopes)));
}

void DecisionBar::setEdited(const std::optional<QByteArray> &code, int lines)
{
    if (!m_request || (m_edited == code && m_editedLines == lines))
        return;
    m_edited = code;
    m_editedLines = lines;
    m_scope = Scope::ThisRun;
    m_isEditRead = false;
    m_editProblem.clear();
    refresh();
}

void DecisionBar::setEditRead(const QByteArray &code, const QString &problem)
{
    if (m_edited != code)
        return;
    m_isEditRead = true;
    m_editProblem = problem;
    refresh();
}

void DecisionBar::setFolderMode(std::optional<MountMode> mode)
{
    m_folderMode = mode;
    refresh();
}

// Typing may be half done, and what is still being read is not known yet (UI.md 4.5).
void DecisionBar::setProblem(const QString &problem)
{
    if (std::exchange(m_problem, problem) != problem)
        refresh();
}

bool DecisionBar::mayAllow() const
{
    const bool isEditFine = !m_edited || (m_isEditRead && m_editProblem.isEmpty());
    return isWaiting() && !isNoteOpen() && isEditFine && m_request->findings.isSettled() &&
           m_problem.isEmpty();
}

bool DecisionBar::isNoteOpen() const
{
    return m_choices->currentWidget() == m_notePage;
}

void DecisionBar::openNote()
{
    if (!isWaiting())
        return;
    m_choices->setCurrentWidget(m_notePage);
    m_note->setFocus(Qt::ShortcutFocusReason);
    refresh();
}

void DecisionBar::closeNote()
{
    m_note->clear();
    m_choices->setCurrentWidget(m_scopePage);
    m_deny->setFocus(Qt::OtherFocusReason);
    refresh();
}

// ---- what is seen ----

void DecisionBar::refresh()
{
    refreshBar();
    refreshWords();
    refreshNames();
    refreshDeadTime();
}

void DecisionBar::refreshBar()
{
    const bool waiting = isWaiting();
    const QStringList writable = waiting ? writableNow() : QStringList();
    if (!writable.isEmpty()) {
        m_caution->setSentence(QStringLiteral("pencil-line"),
                               readWriteSentence(writable, m_undoKept));
    }
    m_caution->setVisible(!writable.isEmpty());
    const QString over = m_request ? overSentence(*m_request) : QString();
    if (!over.isEmpty())
        m_over->setSentence(overIcon(*m_request), over);
    m_over->setVisible(!over.isEmpty());
    const QString failed = m_failure.isEmpty() && waiting ? m_problem : m_failure;
    if (!failed.isEmpty())
        m_failed->setSentence(QStringLiteral("circle-x"), failed);
    m_failed->setVisible(!failed.isEmpty());
    if (m_edited) {
        m_editWords->setSentence(m_editProblem.isEmpty() ? QStringLiteral("square-pen")
                                                         : QStringLiteral("circle-x"),
                                 editSentence());
    }
    m_editBand->setVisible(waiting && m_edited.has_value());
    m_choices->setVisible(waiting && (!m_edited || isNoteOpen()));
    for (Button *button : {m_notNow, m_deny, m_denyMore, m_allow})
        button->setVisible(waiting);
    m_close->setVisible(m_request && !waiting);
    // Words on their way to the client would be lost by an Allow.
    m_allow->setEnabled(mayAllow());
    m_deny->setEnabled(!m_request || m_request->findings.isSettled());
    m_denyMore->setEnabled(m_deny->isEnabled());
    showScopes();
    m_hint->setVisible(!m_compact);
}

void DecisionBar::showScopes()
{
    const bool dropDown = isDropDown();
    const bool waiting = isWaiting();
    const bool client = !dropDown && waiting && isClientOffered();
    m_thisSession->setVisible(!dropDown && waiting && m_request->sessionScopeOffered);
    m_thisClient->setVisible(client);
    m_clientTime->setVisible(client);
    m_thisRun->setVisible(!dropDown);
    m_scopeChoice->setVisible(dropDown);
}

QString DecisionBar::editSentence() const
{
    if (!m_isEditRead)
        return tr("Checking your edit…");
    if (!m_editProblem.isEmpty())
        return m_editProblem;
    return tr("You changed %n lines. %1 will be told, and sees your version.", nullptr,
              m_editedLines)
        .arg(oneLine(m_request->clientLabel));
}

QString DecisionBar::scopeWords(Scope scope) const
{
    switch (scope) {
    case Scope::ThisRun:
    case Scope::ExactCode: // never offered here
        if (m_request && m_request->record.tool == folderRequestTool)
            return tr("Until you take it back");
        return tr("This run only");
    case Scope::ThisSession:
        return tr("This session, same reach");
    case Scope::ClientHalfHour:
    case Scope::ClientTwoHours:
    case Scope::ClientUntilQuit:
        return sideBySide(tr("%1, same reach").arg(clientWords()), timeWords(scope));
    }
    Q_UNREACHABLE_RETURN(QString());
}

// A long label gives way to what is chosen; the badge and the title have it whole.
QString DecisionBar::clientWords() const
{
    return m_request ? elideEnd(textFont(), oneLine(m_request->clientLabel), labelRoom())
                     : QString();
}

int DecisionBar::roomForLabel() const
{
    const QFontMetrics metrics(textFont());
    const auto gaps = [](int count) { return count * edge; };
    int others = gaps(2) + metrics.horizontalAdvance(tr("Allow", "scope")) + gaps(1) +
                 m_thisRun->sizeHint().width() + gaps(1) + m_thisClient->sizeHint().width() -
                 metrics.horizontalAdvance(m_thisClient->text()) +
                 metrics.horizontalAdvance(tr("%1, same reach, for").arg(QString())) + timeGap +
                 m_clientTime->sizeHint().width();
    if (m_request->sessionScopeOffered)
        others += gaps(1) + m_thisSession->sizeHint().width();
    return width() - others;
}

int DecisionBar::labelRoom() const
{
    return isDropDown() ? longestLabel : std::clamp(roomForLabel(), shortestLabel, longestLabel);
}

// In a low window, and where the names beside one another would say nothing.
bool DecisionBar::isDropDown() const
{
    return m_compact || (m_request && isClientOffered() && roomForLabel() < shortestLabel);
}

QString DecisionBar::hint() const
{
    if (m_request && m_request->record.tool == folderRequestTool)
        return tr("The client can read the folder until you take it back.");
    return m_scope == Scope::ThisRun
               ? tr("Nothing is remembered.")
               : tr("Asks again for other folders, packages, new kinds of notes, or more time. "
                    "Revoke it in Clients.");
}

void DecisionBar::refreshScopes()
{
    m_thisRun->setChecked(m_scope == Scope::ThisRun);
    m_thisRun->setText(scopeWords(Scope::ThisRun));
    m_thisSession->setChecked(m_scope == Scope::ThisSession);
    m_thisClient->setChecked(isOfClient(m_scope));
    m_thisClient->setText(tr("%1, same reach, for").arg(clientWords()));
    m_clientTime->setCurrentIndex(
        static_cast<int>(std::ranges::find(clientScopes, m_clientScope) - clientScopes.begin()));
    QStringList choices;
    for (const Scope scope : offered())
        choices.append(scopeWords(scope));
    QStringList shown;
    for (int i = 0; i < m_scopeChoice->count(); ++i)
        shown.append(m_scopeChoice->itemText(i));
    if (shown != choices) {
        m_scopeChoice->clear();
        m_scopeChoice->addItems(choices);
    }
    m_scopeChoice->setCurrentIndex(static_cast<int>(offered().indexOf(m_scope)));
    m_hint->setText(hint());
    m_scopeChoice->setToolTip(m_hint->text());
}

void DecisionBar::refreshWords()
{
    refreshScopes();
    m_allow->setText(m_edited ? tr("Allow edited code")
                              : allowWords(m_scope, m_request ? m_request->record.tool : QString(),
                                           writableNow()));
    refreshWidths();
}

void DecisionBar::refreshWidths()
{
    // One width for all words, so that nothing stands under the pointer that was not there.
    int wanted = smallestAllowWidth;
    for (const Scope scope : {Scope::ThisRun, Scope::ThisSession, Scope::ClientHalfHour})
        wanted = std::max(wanted, m_allow->wantedWidth(allowWords(scope, {}, {})));
    wanted = std::max(wanted, m_allow->wantedWidth(tr("Allow edited code")));
    // In a narrow window with large letters it gives up its key's name, never its place.
    const int others = m_notNow->sizeHint().width() + m_readyIn->minimumSizeHint().width() +
                       m_deny->sizeHint().width() + m_denyMore->sizeHint().width() + 2 * edge +
                       3 * gap;
    m_allow->setFixedWidth(std::clamp(width() - others, smallestAllowWidth, wanted));
    m_close->setFixedWidth(m_close->wantedWidth(m_close->text()));
}

void DecisionBar::refreshNames()
{
    if (!m_request)
        return;
    const QString run = m_request->run.toString();
    const QString client = oneLine(m_request->clientLabel);
    m_allow->setAccessibleName(tr("%1, %2 from %3").arg(m_allow->text(), run, client));
    m_allow->setToolTip(m_allow->wantedWidth(m_allow->text()) > m_allow->width()
                            ? m_allow->text().toHtmlEscaped()
                            : QString());
    m_deny->setAccessibleName(tr("Deny this run, %1 from %2").arg(run, client));
    m_notNow->setAccessibleName(tr("Not now, %1 from %2").arg(run, client));
    m_close->setAccessibleName(tr("Close, %1 from %2").arg(run, client));
}

void DecisionBar::refreshDeadTime()
{
    const DeadTime &deadTime = m_guard.deadTime();
    const bool dead = !deadTime.isOver();
    for (Button *button : {m_notNow, m_deny, m_denyMore, m_allow, m_close})
        button->setDimmed(dead);
    m_deadBar->setFraction(deadTime.fractionLeft());
    const double tenths = static_cast<double>((deadTime.left().count() + 99) / 100) / 10.0;
    const QString seconds = QLocale().toString(tenths, 'f', 1);
    const bool said = !m_readyIn->text().isEmpty();
    m_readyIn->setText(dead && m_request ? tr("Ready in %1 s").arg(seconds) : QString());
    if (said && !dead && isWaiting()) {
        QAccessibleAnnouncementEvent ready(this, tr("Ready"));
        QAccessible::updateAccessibility(&ready);
    }
}

void DecisionBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Surface));
    const int top = m_deadBar->geometry().top();
    painter.fillRect(QRect(0, top, width(), height() - top), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
}

void DecisionBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showScopes();
    refreshScopes();
    refreshWidths();
}

void DecisionBar::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_guard.deadTime().start();
}

bool DecisionBar::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate)
        m_guard.deadTime().start();
    if (event->type() == QEvent::ApplicationFontChange)
        refreshWords();
    return QWidget::event(event);
}

void DecisionBar::popUpDenyMenu()
{
    const QPoint above = m_deny->mapToGlobal(QPoint(0, -m_menu->sizeHint().height() - 4));
    m_menu->popup(above);
}

// ---- decisions ----

void DecisionBar::allow()
{
    if (!mayAllow())
        return;
    Answer answer;
    answer.allow = true;
    answer.scope = m_scope;
    answer.code = m_edited;
    if (m_request->record.tool == folderRequestTool)
        answer.mode = m_folderMode;
    send(answer);
}

void DecisionBar::deny(bool pauseClient)
{
    if (!isWaiting() || !m_request->findings.isSettled())
        return;
    Answer answer;
    answer.note = isNoteOpen() ? m_note->text().trimmed() : QString();
    answer.pauseClient = pauseClient;
    send(answer);
}

void DecisionBar::leave()
{
    if (!m_request)
        return;
    const RunId run = m_request->run;
    if (isWaiting()) {
        Q_EMIT notNow(run);
        return;
    }
    m_desk.dismiss(run);
    Q_EMIT dismissed(run);
}

void DecisionBar::send(const Answer &answer)
{
    // By id and digest of what is shown: the desk refuses anything else.
    // Copies, because the desk tells of the removal before it returns.
    const RunId run = m_request->run;
    const QString digest = m_request->digest;
    const Result<> result = m_desk.answer(run, digest, answer);
    m_guard.deadTime().start();
    if (result) {
        Q_EMIT answered(run);
        return;
    }
    m_failure = result.error().text;
    showRequest(run);
}

} // namespace glovebox::ui
