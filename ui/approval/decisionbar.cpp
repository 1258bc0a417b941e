// SPDX-License-Identifier: MIT
#include "decisionbar.h"

#include "approvalwords.h"

#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/parts/radio.h>
#include <ui/theme/fonts.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QAccessible>
#include <QComboBox>
#include <QEvent>
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

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int gap = 8;
constexpr int smallestAllowWidth = 208; // UI.md 4.5: one width for all its words

QKeySequence altKey(Qt::Key key)
{
    return QKeySequence(Qt::ALT | key);
}

QString keyText(const QKeySequence &key)
{
    return key.toString(QKeySequence::NativeText);
}

} // namespace

DecisionBar::DecisionBar(ApprovalDesk &desk, Clock &clock, QWidget *keyScope, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_dead(clock)
{
    setObjectName(QStringLiteral("decisionBar"));
    buildScopes();
    buildNote();
    buildButtons();
    buildMenu();
    buildLayout();
    addKeys(keyScope ? keyScope : this);
    connect(&m_dead, &DeadTime::changed, this, &DecisionBar::refreshDeadTime);
    connect(&desk, &ApprovalDesk::requestChanged, this, [this](RunId run) {
        if (run == shownRun())
            follow(run);
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
    m_scopeChoice = new QComboBox(m_scopeRow);
    m_scopeChoice->setObjectName(QStringLiteral("scopeChoice"));
    m_scopeChoice->setAccessibleName(tr("Allow", "scope"));
    m_hint = new TextLine(TextStep::Second, Token::Text3, m_scopePage);

    auto *row = new QHBoxLayout(m_scopeRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(edge);
    row->addWidget(label);
    row->addWidget(m_thisRun);
    row->addWidget(m_thisSession);
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
    connect(m_scopeChoice, &QComboBox::activated, this,
            [this](int index) { setScope(index == 1 ? Scope::ThisSession : Scope::ThisRun); });
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
    for (Button *button : {m_notNow, m_deny, m_denyMore, m_allow, m_close})
        button->installEventFilter(this);

    const auto onClick = [this](Button *button, auto act) {
        connect(button, &QPushButton::clicked, this, [this, button, act] {
            if (countsAsClick(button))
                act();
        });
    };
    onClick(m_notNow, [this] { leave(); });
    onClick(m_close, [this] { leave(); });
    onClick(m_deny, [this] { deny(false); });
    onClick(m_allow, [this] { allow(); });
    onClick(m_denyMore, [this] { popUpDenyMenu(); });
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
        if (m_dead.isOver())
            deny(true);
    });
}

void DecisionBar::buildLayout()
{
    m_caution = new SentenceBar(Token::WaitBg, Token::Wait, this);
    m_caution->setObjectName(QStringLiteral("readWriteBar"));
    m_over = new SentenceBar(Token::Hover, Token::Text2, this);
    m_over->setObjectName(QStringLiteral("overBar"));
    m_failed = new SentenceBar(Token::BadBg, Token::Bad, this);
    m_failed->setObjectName(QStringLiteral("failedBar"));
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
                          static_cast<QWidget *>(m_caution), static_cast<QWidget *>(m_choices),
                          static_cast<QWidget *>(m_deadBar)}) {
        column->addWidget(band);
    }
    column->addLayout(actions);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    // Scope, Not now, Deny, Allow (UI.md 8).
    setTabOrder({m_thisRun, m_thisSession, m_scopeChoice, m_note, m_notNow, m_deny, m_denyMore,
                 m_allow, m_close});
}

template <class Handler>
void DecisionBar::addKey(QWidget *keyScope, const QKeySequence &key, Handler handler)
{
    auto *shortcut = new QShortcut(key, keyScope);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    // A key that is held down since before says nothing about what is shown now.
    shortcut->setAutoRepeat(false);
    connect(shortcut, &QShortcut::activated, this, [this, handler] {
        if (m_request && isVisible())
            handler();
    });
}

void DecisionBar::addKeys(QWidget *keyScope)
{
    const auto ifReady = [this](auto act) {
        return [this, act] {
            if (m_dead.isOver())
                act();
        };
    };
    addKey(keyScope, altKey(Qt::Key_A), ifReady([this] { allow(); }));
    addKey(keyScope, altKey(Qt::Key_D), ifReady([this] { deny(false); }));
    addKey(keyScope, altKey(Qt::Key_X), ifReady([this] { deny(true); }));
    addKey(keyScope, altKey(Qt::Key_N), ifReady([this] { openNote(); }));
    addKey(keyScope, QKeySequence(Qt::Key_Escape), ifReady([this] {
               if (isNoteOpen())
                   closeNote();
               else
                   leave();
           }));
    addKey(keyScope, altKey(Qt::Key_1), [this] { setScope(Scope::ThisRun); });
    addKey(keyScope, altKey(Qt::Key_2), [this] { setScope(Scope::ThisSession); });
}

// ---- the request ----

void DecisionBar::showRequest(RunId run)
{
    if (run.isNull())
        clear();
    else
        follow(run);
}

void DecisionBar::follow(RunId run)
{
    const QList<PendingRequest> requests = m_desk.requests();
    const auto found = std::ranges::find(requests, run, &PendingRequest::run);
    if (found == requests.end())
        clear();
    else
        take(*found);
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
        m_dead.start();
    }
    if (other) {
        m_note->clear();
        m_choices->setCurrentWidget(m_scopePage);
        // Never remembered (UI.md 4.4).
        m_scope = Scope::ThisRun;
    }
    if (!request.sessionScopeOffered)
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
    m_dead.start();
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

void DecisionBar::setScope(Scope scope)
{
    if (!isWaiting() || (scope == Scope::ThisSession && !m_request->sessionScopeOffered))
        return;
    m_scope = scope;
    refresh();
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
    const QStringList writable = waiting ? writableMounts(m_request->record.reach) : QStringList();
    if (!writable.isEmpty()) {
        m_caution->setSentence(QStringLiteral("pencil-line"),
                               readWriteSentence(writable, m_undoKept));
    }
    m_caution->setVisible(!writable.isEmpty());
    const QString over = m_request ? overSentence(*m_request) : QString();
    if (!over.isEmpty())
        m_over->setSentence(overIcon(*m_request), over);
    m_over->setVisible(!over.isEmpty());
    if (!m_failure.isEmpty())
        m_failed->setSentence(QStringLiteral("circle-x"), m_failure);
    m_failed->setVisible(!m_failure.isEmpty());
    m_choices->setVisible(waiting);
    for (Button *button : {m_notNow, m_deny, m_denyMore, m_allow})
        button->setVisible(waiting);
    m_close->setVisible(m_request && !waiting);
    // Words on their way to the client would be lost by an Allow.
    m_allow->setEnabled(!isNoteOpen());
    m_thisSession->setVisible(!m_compact && waiting && m_request->sessionScopeOffered);
    m_thisRun->setVisible(!m_compact);
    m_scopeChoice->setVisible(m_compact);
    m_hint->setVisible(!m_compact);
}

void DecisionBar::refreshWords()
{
    const bool session = m_scope == Scope::ThisSession;
    m_thisRun->setChecked(!session);
    m_thisSession->setChecked(session);
    QStringList choices{tr("This run only")};
    if (m_request && m_request->sessionScopeOffered)
        choices.append(tr("This session, same reach"));
    if (m_scopeChoice->count() != choices.size()) {
        m_scopeChoice->clear();
        m_scopeChoice->addItems(choices);
    }
    m_scopeChoice->setCurrentIndex(session ? 1 : 0);
    m_hint->setText(session ? tr("Asks again for other folders, packages, or more time. "
                                 "Revoke it in the workbench.")
                            : tr("Nothing is remembered."));
    m_scopeChoice->setToolTip(m_hint->text());

    const QStringList writable =
        m_request ? writableMounts(m_request->record.reach) : QStringList();
    m_allow->setText(allowWords(m_scope, writable));
    refreshWidths();
}

void DecisionBar::refreshWidths()
{
    // One width for all words, so that nothing stands under the pointer that was not there.
    int wanted = smallestAllowWidth;
    for (const Scope scope : {Scope::ThisRun, Scope::ThisSession})
        wanted = std::max(wanted, m_allow->wantedWidth(allowWords(scope, {})));
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
    const bool dead = !m_dead.isOver();
    for (Button *button : {m_notNow, m_deny, m_denyMore, m_allow, m_close})
        button->setDimmed(dead);
    m_deadBar->setFraction(m_dead.fractionLeft());
    const double tenths = static_cast<double>((m_dead.left().count() + 99) / 100) / 10.0;
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
    refreshWidths();
}

void DecisionBar::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_dead.start();
}

bool DecisionBar::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate)
        m_dead.start();
    if (event->type() == QEvent::ApplicationFontChange)
        refreshWords();
    return QWidget::event(event);
}

// ---- presses ----

bool DecisionBar::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::KeyPress:
        return takesPress(watched, event);
    default:
        return false;
    }
}

// True: the press is swallowed.
bool DecisionBar::takesPress(QObject *button, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() != Qt::Key_Space)
            return false; // Enter is refused by Button itself
        if (key->isAutoRepeat())
            return true;
    }
    m_press = {button, m_dead.generation()};
    return !m_dead.isOver();
}

bool DecisionBar::countsAsClick(QObject *button)
{
    const Press press = std::exchange(m_press, {});
    if (!m_dead.isOver() || !m_request)
        return false;
    // Without a press it came from a screen reader's own action.
    return !press.button || (press.button == button && press.generation == m_dead.generation());
}

void DecisionBar::popUpDenyMenu()
{
    const QPoint above = m_deny->mapToGlobal(QPoint(0, -m_menu->sizeHint().height() - 4));
    m_menu->popup(above);
}

// ---- decisions ----

void DecisionBar::allow()
{
    if (!isWaiting() || isNoteOpen())
        return;
    Answer answer;
    answer.allow = true;
    answer.scope = m_scope;
    send(answer);
}

void DecisionBar::deny(bool pauseClient)
{
    if (!isWaiting())
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
    m_dead.start();
    if (result) {
        Q_EMIT answered(run);
        return;
    }
    m_failure = result.error().text;
    follow(run);
}

} // namespace glovebox::ui
