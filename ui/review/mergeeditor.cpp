// SPDX-License-Identifier: MIT
#include "mergeeditor.h"

#include "ui/code/codeeditor.h"
#include "ui/models/changecontent.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/keys.h"
#include "ui/parts/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <base/shownname.h>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace glovebox::ui {

namespace {

constexpr int headerHeight = 40;
constexpr int barHeight = 56;

} // namespace

MergeEditor::MergeEditor(QWidget *parent)
    : QWidget(parent)
    , m_editor(new CodeEditor(this))
{
    setObjectName(QStringLiteral("mergeEditor"));
    setFocusProxy(m_editor);
    m_editor->setAccessibleName(tr("Edit what is staged"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(buildHeader());
    column->addWidget(buildPlaces());
    column->addWidget(m_editor, 1);
    column->addWidget(buildBar());
    addKeys();
    connect(m_editor, &QPlainTextEdit::textChanged, this, &MergeEditor::findPlaces);
    connect(m_editor, &QPlainTextEdit::cursorPositionChanged, this, &MergeEditor::refresh);
}

QWidget *MergeEditor::buildHeader()
{
    auto *header = new QWidget(this);
    header->setFixedHeight(headerHeight);
    m_name = new TextLine(TextStep::Text, Token::Text, header);
    m_name->setWeight(QFont::DemiBold);
    m_name->setStretching(false);
    m_state = new TextLine(TextStep::Second, Token::Text2, header);
    m_state->setObjectName(QStringLiteral("mergeState"));
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(16, 0, 16, 1);
    row->setSpacing(8);
    row->addWidget(m_name);
    row->addWidget(m_state, 1);
    return header;
}

Button *MergeEditor::addButton(QBoxLayout &row, const QString &words, const QString &name,
                               Button::Look look, const std::function<void()> &act)
{
    auto *button = new Button(words, look, this);
    button->setObjectName(name);
    connect(button, &Button::clicked, this, act);
    row.addWidget(button);
    return button;
}

// What a place becomes: a row of its own, so that the narrowest window still holds the list beside.
QWidget *MergeEditor::buildPlaces()
{
    auto *places = new QWidget(this);
    auto *row = new QHBoxLayout(places);
    row->setContentsMargins(16, 0, 16, 8);
    row->setSpacing(8);
    m_placeButtons = {addButton(*row, tr("Next place"), QStringLiteral("mergeNext"),
                                Button::Look::Normal, [this] { step(true); }),
                      addButton(*row, tr("Keep the folder's"), QStringLiteral("mergeFolder"),
                                Button::Look::Normal, [this] { keep(Keep::Folder); }),
                      addButton(*row, tr("Use the client's"), QStringLiteral("mergeClient"),
                                Button::Look::Normal, [this] { keep(Keep::Client); }),
                      addButton(*row, tr("Both"), QStringLiteral("mergeBoth"), Button::Look::Normal,
                                [this] { keep(Keep::Both); })};
    m_placeButtons.first()->setKeyHint(tr("F8"));
    row->addStretch(1);
    return places;
}

QWidget *MergeEditor::buildBar()
{
    auto *bar = new QWidget(this);
    bar->setFixedHeight(barHeight);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 1, 16, 0);
    row->setSpacing(8);
    row->addStretch(1);
    addButton(*row, tr("Cancel"), QStringLiteral("mergeCancel"), Button::Look::Normal, [this] {
        close();
        Q_EMIT closed();
    })->setKeyHint(tr("Esc"));
    m_save = addButton(*row, tr("Save as staged"), QStringLiteral("mergeSave"),
                       Button::Look::OwnAct, [this] { Q_EMIT saved(); });
    m_save->setKeyHint(tr("Ctrl+S"));
    return bar;
}

void MergeEditor::addKeys()
{
    onKeys(*this, {Qt::Key_Escape},
           [this] { findChild<Button *>(QStringLiteral("mergeCancel"))->click(); });
    onKeys(*this, {Qt::Key_F8}, [this] { step(true); });
    onKeys(*this, {Qt::SHIFT | Qt::Key_F8}, [this] { step(false); });
}

// The window's menu has this key too: of two shortcuts for one key Qt would take neither.
bool MergeEditor::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Save)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void MergeEditor::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Save))
        m_save->click(); // nothing while disabled
    else
        QWidget::keyPressEvent(event);
}

void MergeEditor::open(const Subject &subject, const MergedFile &merged)
{
    m_subject = subject;
    m_marks = merged.marks;
    m_isOpen = true;
    m_name->setIconName(fileIcon(subject.path));
    m_name->setText(shownName(subject.path));
    m_editor->setCode(merged.content, languageOf(subject.path));
    findPlaces();
    if (!m_places.isEmpty())
        m_editor->showLine(m_places.first().folder + 1);
    m_editor->setFocus();
}

void MergeEditor::close()
{
    m_isOpen = false;
    m_subject = {};
    m_editor->setCode({});
}

QByteArray MergeEditor::content() const
{
    return m_editor->code();
}

// By their marks: whoever takes one away by hand has decided.
void MergeEditor::findPlaces()
{
    m_places.clear();
    QList<CodeMark> marks;
    Place place{-1, -1, -1};
    const auto note = [&marks](const QTextBlock &block, const QString &text) {
        marks.append({block.blockNumber() + 1, CodeMark::Kind::Look, text,
                      QStringLiteral("triangle-alert")});
    };
    for (QTextBlock block = m_editor->document()->begin(); block.isValid(); block = block.next()) {
        const QString line = block.text();
        if (line == m_marks.folder) {
            place = {block.blockNumber(), -1, -1};
            note(block, tr("both changed this: what the folder has"));
        } else if (line == m_marks.client) {
            place.client = block.blockNumber();
            note(block, tr("what the client wrote"));
        } else if (line == m_marks.end) {
            place.end = block.blockNumber();
            note(block, tr("up to here"));
            m_places.append(place);
            place = {-1, -1, -1};
        }
    }
    if (place.folder >= 0 || place.client >= 0)
        m_places.append(place); // without an end: still marks that must go
    m_editor->setMarks(marks);
    refresh();
}

void MergeEditor::step(bool forward)
{
    const int row = m_editor->textCursor().blockNumber();
    QList<int> rows;
    for (const Place &place : std::as_const(m_places))
        rows.append(std::max({place.folder, place.client, 0}));
    if (rows.isEmpty())
        return;
    int next = forward ? rows.first() : rows.last();
    if (forward) {
        if (const auto after = std::ranges::upper_bound(rows, row); after != rows.end())
            next = *after;
    } else if (const auto before = std::ranges::lower_bound(rows, row); before != rows.begin()) {
        next = *std::prev(before);
    }
    m_editor->showLine(next + 1);
    m_editor->setFocus();
}

// Of the place at the text cursor, or the next one. One step of undo.
void MergeEditor::keep(Keep what)
{
    const int row = m_editor->textCursor().blockNumber();
    auto at = std::ranges::find_if(m_places, [row](const Place &p) { return p.end >= row; });
    if (at == m_places.end())
        at = m_places.begin();
    if (at == m_places.end() || at->folder < 0 || at->client < at->folder || at->end < at->client)
        return;
    const Place place = *at;
    const auto remove = [this](int from, int to) { // rows, the second one not
        QTextDocument *document = m_editor->document();
        QTextCursor cursor(document->findBlockByNumber(from));
        const QTextBlock behind = document->findBlockByNumber(to);
        if (behind.isValid()) {
            cursor.setPosition(behind.position(), QTextCursor::KeepAnchor);
        } else { // up to the end: with the line end before it
            cursor.movePosition(QTextCursor::PreviousCharacter);
            cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        }
        cursor.removeSelectedText();
    };
    QTextCursor step(m_editor->document());
    step.beginEditBlock();
    remove(what == Keep::Folder ? place.client : place.end, place.end + 1);
    if (what == Keep::Both)
        remove(place.client, place.client + 1);
    remove(place.folder, what == Keep::Client ? place.client + 1 : place.folder + 1);
    step.endEditBlock();
    m_editor->showLine(place.folder + 1);
    if (!m_places.isEmpty() && what != Keep::Both)
        this->step(true);
    m_editor->setFocus();
}

void MergeEditor::refresh()
{
    const int left = placesLeft();
    m_state->setText(
        left > 0
            ? tr("Both changed %n place(s). Decide what each becomes, then save.", nullptr, left)
            : tr("Both sides' changes are put together. Saving stages this text; the folder "
                 "stays as it is."));
    m_state->setToken(left > 0 ? Token::Wait : Token::Text2);
    for (Button *button : std::as_const(m_placeButtons))
        button->setEnabled(left > 0);
    m_save->setEnabled(m_isOpen && left == 0);
}

void MergeEditor::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), m_editor->y() - 1, color(Token::Line));
    paintHorizontalLine(painter, 0, width(), height() - barHeight, color(Token::Line));
}

} // namespace glovebox::ui
