// SPDX-License-Identifier: MIT
#include "codehelp.h"

#include "celleditor.h"
#include "pythonlayout.h"

#include <ui/parts/labels.h>
#include <ui/parts/wording.h>
#include <ui/theme/fonts.h>
#include <ui/theme/theme.h>

#include <QAccessible>
#include <QAccessibleAnnouncementEvent>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 24;
constexpr int mostRows = 10;
constexpr int mostOffered = 500;
constexpr int listWidth = 360;
constexpr int tipWidth = 520;
constexpr int docLines = 12;
constexpr int typeRole = Qt::UserRole + 1;
constexpr int signatureRole = Qt::UserRole + 2;

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

class CompletionDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {listWidth, rowHeight};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, color(Token::Select));
        const QRect line = option.rect.adjusted(8, 0, -8, 0);
        const QString type = index.data(typeRole).toString();
        const QFont meta = textFont(TextStep::Meta);
        const int typeWidth = QFontMetrics(meta).horizontalAdvance(type);
        painter->setFont(meta);
        painter->setPen(color(Token::Text3));
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, type);
        const QString name = index.data().toString();
        painter->setFont(codeFont());
        const QFontMetrics metrics(painter->font());
        const int room = line.width() - typeWidth - 8;
        painter->setPen(color(Token::Text));
        painter->drawText(QRect(line.left(), line.top(), room, line.height()), Qt::AlignVCenter,
                          metrics.elidedText(name, Qt::ElideRight, room));
        const int used = metrics.horizontalAdvance(name) + 2;
        const QString signature = index.data(signatureRole).toString();
        if (signature.isEmpty() || used >= room)
            return;
        painter->setPen(color(Token::Text3));
        painter->drawText(QRect(line.left() + used, line.top(), room - used, line.height()),
                          Qt::AlignVCenter,
                          metrics.elidedText(signature, Qt::ElideRight, room - used));
    }
};

void speak(QObject *object, const QString &text)
{
    QAccessibleAnnouncementEvent event(object, text);
    QAccessible::updateAccessibility(&event);
}

// The signature with the parameter at the cursor in bold, as HTML of nothing but escaped text.
QString signatureHtml(const Inspection &inspection)
{
    const QString whole = inspection.signature;
    const QString name = inspection.name.toHtmlEscaped();
    if (inspection.parameter < 0 || !whole.startsWith(u'('))
        return name + whole.toHtmlEscaped();
    int depth = 0;
    int parameter = 0;
    QString html = name;
    bool bold = false;
    for (qsizetype at = 0; at < whole.size(); ++at) {
        const QChar c = whole.at(at);
        const bool begins = depth == 1 && parameter == inspection.parameter && !bold &&
                            !c.isSpace() && c != u',' && !(isClosing(c));
        if (begins) {
            html += u"<b>"_s;
            bold = true;
        }
        const bool ends = bold && depth == 1 && (c == u',' || isClosing(c));
        if (ends) {
            html += u"</b>"_s;
            bold = false;
            ++parameter;
        } else if (depth == 1 && c == u',') {
            ++parameter;
        }
        if (isOpening(c))
            ++depth;
        else if (isClosing(c))
            --depth;
        html += QString(c).toHtmlEscaped();
    }
    return bold ? html + u"</b>"_s : html;
}

} // namespace

// CompletionList

CompletionList::CompletionList(QWidget *parent)
    : QListView(parent)
    , m_items(new QStandardItemModel(this))
{
    setObjectName(u"completionList"_s);
    (new Wording(this))->add([this] { setAccessibleName(tr("Completions")); });
    setFocusPolicy(Qt::NoFocus);
    setEditTriggers(NoEditTriggers);
    setUniformItemSizes(true);
    setModel(m_items);
    setItemDelegate(new CompletionDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    hide();
}

bool CompletionList::offer(const QList<Completion> &matches, const QString &typed, bool chooseFirst)
{
    const QString kept = chosen() ? chosen()->text : QString();
    m_shown.clear();
    for (const bool beginning : {true, false}) {
        for (const Completion &match : matches) {
            const bool begins = match.text.startsWith(typed, Qt::CaseInsensitive);
            const bool fits = beginning ? begins
                                        : !begins && typed.size() > 1 &&
                                              match.text.contains(typed, Qt::CaseInsensitive);
            if (fits && m_shown.size() < mostOffered)
                m_shown.append(match);
        }
    }
    m_items->clear();
    for (const Completion &match : std::as_const(m_shown)) {
        auto *item = new QStandardItem(match.text);
        item->setData(match.type, typeRole);
        item->setData(match.signature, signatureRole);
        item->setData(match.type.isEmpty() ? match.text : match.text + u", "_s + match.type,
                      Qt::AccessibleTextRole);
        m_items->appendRow(item);
    }
    const auto same = std::ranges::find(m_shown, kept, &Completion::text);
    if (!kept.isEmpty() && same != m_shown.end())
        setCurrentIndex(m_items->index(int(same - m_shown.begin()), 0));
    else if (chooseFirst && !m_shown.isEmpty())
        setCurrentIndex(m_items->index(0, 0));
    return !m_shown.isEmpty();
}

std::optional<Completion> CompletionList::chosen() const
{
    const int row = currentIndex().row();
    if (row < 0 || row >= m_shown.size())
        return std::nullopt;
    return m_shown.at(row);
}

int CompletionList::count() const
{
    return int(m_shown.size());
}

void CompletionList::step(int by)
{
    const int rows = count();
    if (rows == 0)
        return;
    const int row = currentIndex().row();
    int next = row < 0 ? (by > 0 ? 0 : rows - 1) : row + by;
    if (std::abs(by) == 1)
        next = (next + rows) % rows;
    setCurrentIndex(m_items->index(std::clamp(next, 0, rows - 1), 0));
    speak(this, currentIndex().data(Qt::AccessibleTextRole).toString());
}

QSize CompletionList::sizeHint() const
{
    return {listWidth, std::min(count(), mostRows) * rowHeight + 2 * frameWidth()};
}

// CodeTip

CodeTip::CodeTip(QWidget *parent)
    : QFrame(parent)
    , m_signature(new QLabel(this))
    , m_value(new TextLine(TextStep::Second, Token::Text2, this))
    , m_doc(new QPlainTextEdit(this))
{
    setObjectName(u"codeTip"_s);
    (new Wording(this))->add([this] {
        setAccessibleName(tr("Documentation"));
        m_doc->setAccessibleName(tr("Documentation"));
    });
    m_signature->setTextFormat(Qt::RichText);
    m_signature->setWordWrap(true);
    m_signature->setFont(codeFont());
    m_doc->setObjectName(u"codeTipText"_s);
    m_doc->setReadOnly(true);
    m_doc->setFrameShape(QFrame::NoFrame);
    m_doc->setFocusPolicy(Qt::ClickFocus);
    m_doc->setTabChangesFocus(true);
    m_doc->setFont(textFont(TextStep::Second));
    m_doc->installEventFilter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addWidget(m_signature);
    layout->addWidget(m_value);
    layout->addWidget(m_doc);
    hide();
}

void CodeTip::showInspection(const Inspection &inspection, bool whole)
{
    m_signature->setText(signatureHtml(inspection));
    m_signature->setVisible(true);
    QStringList facts;
    if (!inspection.type.isEmpty())
        facts.append(inspection.type);
    if (!inspection.value.isEmpty())
        facts.append(oneLine(inspection.value));
    m_value->setText(facts.join(u" · "_s));
    m_value->setVisible(!facts.isEmpty());
    const QString doc = whole ? inspection.doc : inspection.doc.section(u"\n\n"_s, 0, 0);
    m_doc->setPlainText(doc.trimmed());
    m_doc->setVisible(!doc.trimmed().isEmpty());
    const int line = QFontMetrics(m_doc->font()).lineSpacing();
    const auto lines = QFontMetrics(m_doc->font())
                               .boundingRect(QRect(0, 0, tipWidth - 48, 100'000), Qt::TextWordWrap,
                                             m_doc->toPlainText().left(4000))
                               .height() /
                           line +
                       1;
    m_doc->setFixedHeight(std::min(lines, docLines) * line + 10);
    setFixedWidth(tipWidth);
    adjustSize();
}

void CodeTip::showSentence(const QString &text)
{
    m_signature->hide();
    m_doc->clear();
    m_doc->hide();
    m_value->setText(text);
    m_value->show();
    setFixedWidth(std::min(tipWidth, m_value->sizeHint().width() + 32));
    adjustSize();
}

void CodeTip::enter()
{
    if (m_doc->isVisible())
        m_doc->setFocus(Qt::TabFocusReason);
}

QString CodeTip::shownText() const
{
    QTextDocument signature;
    signature.setHtml(m_signature->text());
    QStringList parts;
    if (m_signature->isVisibleTo(this))
        parts.append(signature.toPlainText());
    if (m_value->isVisibleTo(this))
        parts.append(m_value->text());
    if (m_doc->isVisibleTo(this))
        parts.append(m_doc->toPlainText());
    return parts.join(u'\n');
}

bool CodeTip::eventFilter(QObject *watched, QEvent *event)
{
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (key && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        if (event->type() == QEvent::KeyPress)
            Q_EMIT left();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void CodeTip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintBox(painter, QRectF(rect()), 6, color(Token::Surface), color(Token::Edge));
}

// CodeHelp

CodeHelp::CodeHelp(Clock &clock, QWidget *window)
    : QObject(window)
    , m_clock(clock)
    , m_window(window)
    , m_list(new CompletionList(window))
    , m_tip(new CodeTip(window))
{
    connect(m_tip, &CodeTip::left, this, [this] {
        close();
        if (m_editor)
            m_editor->setFocus(Qt::OtherFocusReason);
    });
    connect(m_list, &QListView::clicked, this, [this] {
        if (const auto chosen = m_list->chosen())
            accept(*chosen);
    });
}

CodeHelp::~CodeHelp() = default;

void CodeHelp::setEditor(CellEditor *editor, CodeAssistant *assistant)
{
    m_assistant = assistant;
    if (m_editor == editor)
        return;
    close();
    if (m_editor) {
        m_editor->removeEventFilter(this);
        m_editor->disconnect(this);
    }
    m_editor = editor;
    if (!editor)
        return;
    editor->installEventFilter(this);
    connect(editor, &QPlainTextEdit::textChanged, this, &CodeHelp::onTextChanged);
    connect(editor, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        if (m_list->isVisible())
            refilter();
    });
    connect(editor, &CellEditor::hovered, this, &CodeHelp::inspectAt);
}

void CodeHelp::close()
{
    ++m_asked;
    m_wait.reset();
    if (m_list)
        m_list->hide();
    if (m_tip)
        m_tip->hide();
}

bool CodeHelp::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride: {
        const auto &key = static_cast<QKeyEvent &>(*event);
        const bool open = m_list->isVisible() || m_tip->isVisible();
        const bool ours = key.modifiers() == Qt::ControlModifier &&
                          (key.key() == Qt::Key_I || key.key() == Qt::Key_Space);
        if ((open && key.key() == Qt::Key_Escape) || ours)
            event->accept();
        return event->isAccepted() && ours;
    }
    case QEvent::KeyPress:
        return handleKey(static_cast<QKeyEvent &>(*event));
    case QEvent::FocusOut:
        // The documentation may take the focus from the editor.
        if (!m_tip->isAncestorOf(QApplication::focusWidget()))
            close();
        break;
    case QEvent::InputMethod:
        m_list->hide();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

bool CodeHelp::handleKey(const QKeyEvent &event)
{
    if (m_list->isVisible() && handleListKey(event))
        return true;
    const Qt::KeyboardModifiers keys = event.modifiers();
    if (event.key() == Qt::Key_Escape && m_tip->isVisible()) {
        close();
        return true;
    }
    if (event.key() == Qt::Key_Tab && keys == Qt::NoModifier && wantsCompletion()) {
        complete(true);
        return true;
    }
    if (event.key() == Qt::Key_Space && keys == Qt::ControlModifier) {
        complete(true);
        return true;
    }
    const bool again = m_tip->isVisible();
    const bool signature = event.key() == Qt::Key_Backtab && wantsCompletion();
    if (signature || (event.key() == Qt::Key_I && keys == Qt::ControlModifier)) {
        if (again)
            m_tip->enter();
        else
            inspect(true);
        return true;
    }
    return false;
}

bool CodeHelp::handleListKey(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Down:
        m_list->step(1);
        return true;
    case Qt::Key_Up:
        m_list->step(-1);
        return true;
    case Qt::Key_PageDown:
        m_list->step(mostRows);
        return true;
    case Qt::Key_PageUp:
        m_list->step(-mostRows);
        return true;
    case Qt::Key_Tab:
        if (!m_list->chosen())
            m_list->step(1);
        [[fallthrough]];
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const auto chosen = m_list->chosen();
        if (!chosen || event.modifiers() != Qt::NoModifier) {
            close();
            return false; // a list that nobody looked into does not take Enter
        }
        accept(*chosen);
        return true;
    }
    default:
        return false;
    }
}

// Tab completes behind a word or a dot, and indents everywhere else.
bool CodeHelp::wantsCompletion() const
{
    if (!m_editor || !m_assistant || m_editor->textCursor().hasSelection())
        return false;
    const QString before =
        m_editor->textCursor().block().text().first(m_editor->textCursor().positionInBlock());
    return !before.trimmed().isEmpty() && !before.endsWith(u' ') && !before.endsWith(u'\t');
}

void CodeHelp::onTextChanged()
{
    if (m_tip->isVisible() && !m_list->isVisible())
        m_tip->hide();
    if (m_list->isVisible()) {
        refilter();
        if (m_list->isVisible())
            return;
    }
    ++m_asked;
    m_wait.reset();
    if (!m_editor || !m_assistant || !m_editor->isPython() || !m_editor->hasFocus())
        return;
    const int at = m_editor->textCursor().position();
    const QChar typed = at > 0 ? m_editor->document()->characterAt(at - 1) : QChar();
    if (typed == u'.')
        m_wait = m_clock.after(pause, this, [this] { complete(false); });
    else if (typed == u'(' || typed == u',')
        m_wait = m_clock.after(pause, this, [this] { inspect(false); });
}

void CodeHelp::complete(bool wanted)
{
    if (!m_editor || !m_assistant)
        return;
    const QString code = m_editor->code();
    const qsizetype cursor = m_editor->codePosition();
    const quint64 asked = ++m_asked;
    m_assistant->complete(code, cursor)
        .then(this, [this, code, cursor, wanted, asked](const Result<Completions> &found) {
            if (asked != m_asked || !m_editor)
                return;
            if (found)
                take(code, cursor, wanted, *found);
            else if (wanted)
                say(sentenceFor(found.error()));
        });
}

void CodeHelp::take(const QString &code, qsizetype cursor, bool wanted, const Completions &found)
{
    const bool sane = found.start >= 0 && found.start <= cursor && found.end >= cursor &&
                      found.end <= code.size();
    // What is completed must still stand where it stood.
    if (!sane || !m_editor->code().startsWith(QStringView(code).first(found.start)))
        return;
    if (found.matches.isEmpty()) {
        if (wanted)
            say(tr("Nothing fits here."));
        return;
    }
    m_found = found;
    m_before = code.first(found.start);
    m_behind = found.end - cursor;
    m_tip->hide();
    if (wanted && found.matches.size() == 1 && m_editor->codePosition() == cursor) {
        accept(found.matches.first());
        return;
    }
    const QString typed =
        m_editor->code().sliced(found.start, m_editor->codePosition() - found.start);
    if (!m_list->offer(found.matches, typed, wanted))
        return;
    placeAtCursor(m_list);
    m_list->show();
    m_list->raise();
    speak(m_list, tr("%n completion(s)", nullptr, m_list->count()));
}

// As the person types on, fewer fit; behind the word, or before it, the list has ended.
void CodeHelp::refilter()
{
    const QString code = m_editor->code();
    const qsizetype at = m_editor->codePosition();
    const bool inside = at >= m_before.size() && code.startsWith(m_before);
    const QString typed = inside ? code.sliced(m_before.size(), at - m_before.size()) : QString();
    const bool word = std::ranges::all_of(typed, isWord) ||
                      std::ranges::any_of(m_found.matches, [&typed](const Completion &match) {
                          return match.text.startsWith(typed);
                      });
    if (!inside || !word || !m_list->offer(m_found.matches, typed, m_list->chosen().has_value())) {
        m_list->hide();
        return;
    }
    m_list->resize(m_list->sizeHint());
}

void CodeHelp::accept(const Completion &completion)
{
    QTextCursor cursor = m_editor->textCursor();
    const qsizetype end = std::min<qsizetype>(m_editor->codePosition() + m_behind,
                                              m_editor->document()->characterCount() - 1);
    cursor.setPosition(int(m_before.size()));
    cursor.setPosition(int(end), QTextCursor::KeepAnchor);
    close();
    cursor.insertText(completion.text);
    m_editor->setTextCursor(cursor);
    close(); // inserting asked again
}

void CodeHelp::inspect(bool wanted)
{
    if (!m_editor || !m_assistant)
        return;
    const quint64 asked = ++m_asked;
    const QString code = m_editor->code();
    m_assistant->inspect(code, m_editor->codePosition())
        .then(this, [this, code, wanted, asked](const Result<Inspection> &found) {
            if (asked != m_asked || !m_editor || m_editor->code() != code)
                return;
            if (!found || !found->isFound()) {
                if (wanted)
                    say(found ? tr("Nothing is known of this yet.") : sentenceFor(found.error()));
                return;
            }
            m_tip->showInspection(*found, wanted);
            placeAtCursor(m_tip);
            m_tip->show();
            m_tip->raise();
            if (wanted)
                speak(m_tip, m_tip->shownText());
        });
}

void CodeHelp::inspectAt(int position, const QPoint &globalPosition)
{
    if (!m_editor || !m_assistant || m_list->isVisible() || !m_editor->isPython())
        return;
    const QString code = m_editor->code();
    const bool onWord = position < code.size() && isWord(code.at(position));
    const CodePlace where = placeIn(code, position);
    if (!onWord || where.inString || where.inComment)
        return;
    const quint64 asked = ++m_asked;
    m_assistant->inspect(code, position)
        .then(this, [this, code, asked, globalPosition](const Result<Inspection> &found) {
            if (asked != m_asked || !m_editor || m_editor->code() != code || !found ||
                !found->isFound())
                return;
            m_tip->showInspection(*found, false);
            place(m_tip,
                  QRect(m_window->mapFromGlobal(globalPosition) - QPoint(8, 12), QSize(16, 24)));
            m_tip->show();
            m_tip->raise();
        });
}

void CodeHelp::say(const QString &sentence)
{
    m_tip->showSentence(sentence);
    placeAtCursor(m_tip);
    m_tip->show();
    m_tip->raise();
    speak(m_tip, sentence);
}

QString CodeHelp::sentenceFor(const Error &error) const
{
    switch (error.code) {
    case ErrorCode::Unavailable:
        return tr("Python is busy. Ask again when the run has ended.");
    case ErrorCode::LimitExceeded:
        return tr("Python took too long to answer.");
    case ErrorCode::NotFound:
        return tr("The session has ended. Run a cell to start it again.");
    default:
        return error.text;
    }
}

void CodeHelp::placeAtCursor(QWidget *panel)
{
    const QRect line = m_editor->cursorRect();
    place(panel, QRect(m_editor->viewport()->mapTo(m_window, line.topLeft()), line.size()));
}

// Below the line, or above it where there is no room; never over its edges.
void CodeHelp::place(QWidget *panel, const QRect &line)
{
    constexpr int gap = 4;
    panel->resize(panel->sizeHint().expandedTo(panel->minimumSize()));
    const QRect room = m_window->rect().adjusted(8, 8, -8, -8);
    int top = line.bottom() + gap;
    if (top + panel->height() > room.bottom() && line.top() - gap - panel->height() > room.top())
        top = line.top() - gap - panel->height();
    const int left = std::clamp(line.left() - 8, room.left(),
                                std::max(room.left(), room.right() - panel->width()));
    panel->move(left, top);
}

} // namespace glovebox::ui
