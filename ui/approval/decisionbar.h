// SPDX-License-Identifier: MIT
#pragma once

#include "pressguard.h"

#include <base/desk.h>

#include <QWidget>

class QComboBox;
class QLineEdit;
class QMenu;
class QStackedWidget;

namespace glovebox::ui {

class Button;
class RadioButton;
class SentenceBar;
class TextLine;
class TimeBar;

// Where a request is decided: scope, Not now, Deny, Allow (UI.md 4.4-4.6). The same bar serves the
// approval window and the workbench.
//
// Rules that it keeps by itself, for every way of pressing: nothing counts in the dead time, no
// press counts that began before it, Enter and typing never allow, buttons do not move, and the
// answer names the digest of the record that was shown.
class DecisionBar final : public QWidget
{
    Q_OBJECT

public:
    // The keys of UI.md 8 work while the focus is in `keyScope` or its children.
    DecisionBar(ApprovalDesk &desk, Clock &clock, QWidget *keyScope, QWidget *parent = nullptr);
    ~DecisionBar() override;

    // Shows this request from now on, and follows it on the desk. A null id shows nothing.
    void showRequest(RunId run);
    RunId shownRun() const { return m_request ? m_request->run : RunId(); }

    // The code as the person edited it, `lines` of them changed; absent: as it was asked. An edited
    // one can be allowed for this run only, and not before `setEditRead` said of that very code
    // that it may.
    void setEdited(const std::optional<QByteArray> &code, int lines);
    // A sentence where the code cannot be taken at all.
    void setEditRead(const QByteArray &code, const QString &problem = {});
    bool isEdited() const { return m_edited.has_value(); }
    // Of a folder request: as what it would be given.
    void setFolderMode(std::optional<MountMode> mode);

    // Why nothing that is allowed would run; empty: it would. Nothing can be allowed meanwhile.
    void setProblem(const QString &problem);

    void setCompact(bool compact);   // scope as a drop-down
    void setUndoKept(bool undoKept); // writes to read-write mounts can be undone
    Scope scope() const;
    bool isReady() const { return m_guard.isReady(); }

Q_SIGNALS:
    void answered(glovebox::RunId run);  // the desk took the answer
    void dismissed(glovebox::RunId run); // a request that no longer waited was closed
    void notNow(glovebox::RunId run);
    void undoEditRequested();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildBands();
    void buildScopes();
    void buildNote();
    void buildButtons();
    void buildMenu();
    void buildLayout();
    void addKeys(QWidget *keyScope);
    template <class Handler>
    void addKey(QWidget *keyScope, const QKeySequence &key, Handler handler);

    void take(const PendingRequest &request);
    void clear();
    bool isWaiting() const;
    void refresh();
    void refreshBar();
    void refreshWords();
    void refreshWidths();
    void refreshNames();
    void refreshDeadTime();
    QList<Scope> offered() const;
    QStringList writableNow() const;
    bool isClientOffered() const;
    bool mayAllow() const;
    QString editSentence() const;
    QString scopeWords(Scope scope) const;
    QString clientWords() const;
    int labelRoom() const;
    int roomForLabel() const;
    bool isDropDown() const;
    void showScopes();
    QString hint() const;
    void refreshScopes();
    void setScope(Scope scope);
    void setClientTime(int index);
    void stepClientTime();
    void openNote();
    void closeNote();
    bool isNoteOpen() const;

    void allow();
    void deny(bool pauseClient);
    void leave();
    void send(const Answer &answer);
    void popUpDenyMenu();

    ApprovalDesk &m_desk;
    Clock &m_clock;
    PressGuard m_guard;
    std::optional<PendingRequest> m_request;
    Scope m_scope = Scope::ThisRun;
    Scope m_clientScope = Scope::ClientHalfHour; // what the third choice means
    std::optional<QByteArray> m_edited;
    int m_editedLines = 0;
    bool m_isEditRead = false;
    QString m_editProblem;
    std::optional<MountMode> m_folderMode;
    bool m_compact = false;
    bool m_undoKept = false;
    QString m_failure;
    QString m_problem;

    SentenceBar *m_caution = nullptr; // read-write
    SentenceBar *m_over = nullptr;    // no longer waiting
    SentenceBar *m_failed = nullptr;  // the desk refused the answer, or nothing runs
    QWidget *m_editBand = nullptr;
    SentenceBar *m_editWords = nullptr;
    Button *m_undoEdit = nullptr;
    QStackedWidget *m_choices = nullptr;
    QWidget *m_scopePage = nullptr;
    QWidget *m_scopeRow = nullptr;
    RadioButton *m_thisRun = nullptr;
    RadioButton *m_thisSession = nullptr;
    RadioButton *m_thisClient = nullptr;
    QComboBox *m_clientTime = nullptr;
    QComboBox *m_scopeChoice = nullptr;
    TextLine *m_hint = nullptr;
    QWidget *m_notePage = nullptr;
    QLineEdit *m_note = nullptr;
    TextLine *m_noteCount = nullptr;
    TimeBar *m_deadBar = nullptr;
    TextLine *m_readyIn = nullptr;
    Button *m_notNow = nullptr;
    Button *m_deny = nullptr;
    Button *m_denyMore = nullptr;
    Button *m_allow = nullptr;
    Button *m_close = nullptr;
    QMenu *m_menu = nullptr;
};

} // namespace glovebox::ui
