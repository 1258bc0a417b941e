// SPDX-License-Identifier: MIT
#pragma once

#include "codeassistant.h"

#include "base/clock.h"

#include <QFrame>
#include <QListView>
#include <QPointer>

class QLabel;
class QPlainTextEdit;
class QStandardItemModel;

namespace glovebox::ui {

class CellEditor;
class TextLine;

// What can follow, as a list below the cursor. The focus stays in the editor.
class CompletionList final : public QListView
{
    Q_OBJECT

public:
    explicit CompletionList(QWidget *parent);

    // Those that fit `typed`: what begins with it first, then what holds it. False: none does.
    bool offer(const QList<Completion> &matches, const QString &typed, bool chooseFirst);
    std::optional<Completion> chosen() const;
    int count() const;
    void step(int by); // goes round at both ends
    QSize sizeHint() const override;

private:
    QStandardItemModel *m_items;
    QList<Completion> m_shown;
};

// What stands under the cursor: its signature with the parameter that is being typed, its value,
// its documentation. Plain text: it comes from code that ran in the sandbox.
class CodeTip final : public QFrame
{
    Q_OBJECT

public:
    explicit CodeTip(QWidget *parent);

    void showInspection(const Inspection &inspection, bool whole);
    void showSentence(const QString &text);
    // The documentation takes the focus, for reading it by keyboard.
    void enter();
    QString shownText() const; // for tests and screen readers

Q_SIGNALS:
    void left();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLabel *m_signature;
    TextLine *m_value;
    QPlainTextEdit *m_doc;
};

// Completion, signatures, documentation and inspections in the editor that has the focus, from the
// live session (UI.md 8): Tab completes, Shift+Tab tells the signature and, again, goes into the
// documentation; Ctrl+Space and Ctrl+I do the same at once. Answers that come late, for code that
// was changed meanwhile, are dropped. Nothing waits.
class CodeHelp final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds pause{250}; // after a "." or "(", before it asks

    CodeHelp(Clock &clock, QWidget *window); // `window`: what lists and tips lie in
    ~CodeHelp() override;

    // Both may be null: then there is no help.
    void setEditor(CellEditor *editor, CodeAssistant *assistant);

    void complete(bool wanted); // `wanted`: the person asked, and hears when there is nothing
    void inspect(bool wanted);
    void inspectAt(int position, const QPoint &globalPosition);
    void close();

    CompletionList *list() const { return m_list; }
    CodeTip *tip() const { return m_tip; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool handleKey(const QKeyEvent &event);
    bool handleListKey(const QKeyEvent &event);
    bool wantsCompletion() const;
    void onTextChanged();
    void take(const QString &code, qsizetype cursor, bool wanted, const Completions &found);
    void refilter();
    void accept(const Completion &completion);
    void place(QWidget *panel, const QRect &line);
    void placeAtCursor(QWidget *panel);
    void say(const QString &sentence);
    QString sentenceFor(const Error &error) const;

    Clock &m_clock;
    QPointer<QWidget> m_window;
    QPointer<CellEditor> m_editor;
    CodeAssistant *m_assistant = nullptr;
    QPointer<CompletionList> m_list;
    QPointer<CodeTip> m_tip;
    std::unique_ptr<QObject> m_wait;
    quint64 m_asked = 0; // the newest question; answers to older ones are dropped
    // Of what the list shows:
    Completions m_found;
    QString m_before;       // the code up to what is completed
    qsizetype m_behind = 0; // characters behind the cursor that are replaced too
    int m_hoverPosition = -1;
};

} // namespace glovebox::ui
