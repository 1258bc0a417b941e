// SPDX-License-Identifier: MIT
#pragma once

#include <base/clock.h>
#include <base/desk.h>

#include <QHash>
#include <QWidget>

class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace glovebox::ui {

class AskHeader;
class Button;
class Chip;
class CodeEditor;
class CodeView;
class DecisionBar;
class FolderCard;
class InstallTable;
class NotesMenu;
class ReachStrip;
class TextDiffView;
class TextLine;

// One request, whole (UI.md 4): who asks, how long there is to answer, what it can reach, its
// code, its input and variables, and the decision bar. Follows its request on the desk; another
// one is shown only when somebody calls showRequest.
class RequestView final : public QWidget
{
    Q_OBJECT

public:
    // The approval's keys work while the focus is in `keyScope` (default: in this view).
    RequestView(ApprovalDesk &desk, Clock &clock, QWidget *keyScope = nullptr,
                QWidget *parent = nullptr);
    ~RequestView() override;

    // A null id, or one that the desk does not have, shows nothing.
    void showRequest(RunId run);
    RunId shownRun() const { return m_request ? m_request->run : RunId(); }

    // Low windows: reach in one line, scope as a drop-down.
    void setCompact(bool compact);
    // Why nothing that is allowed would run; empty: it would.
    void setProblem(const QString &problem);
    void focusCode();

    // Nothing can be edited that is no code, and nothing that a text would not give back.
    bool canEdit() const;
    void edit();
    void undoEdit();

    CodeView *code() const { return m_code; }
    DecisionBar *decisionBar() const { return m_decision; }

    // The person changes the code, and what they typed is nowhere else.
    bool isEditing() const;

Q_SIGNALS:
    void answered(glovebox::RunId run);
    void dismissed(glovebox::RunId run);
    void notNow(glovebox::RunId run);
    // The desk no longer has the request that was shown.
    void gone(glovebox::RunId run);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Part { Code, Changes, Input, Variables };
    // What the request is compared with.
    struct Comparison
    {
        QByteArray before;
        QString title; // "Changes since r181, allowed 10:39"
        int added = 0;
        int removed = 0;
        bool isFirst = false; // what is shown first
        bool isSame = false;
    };

    void buildHeader();
    QWidget *buildCodeBar();
    void setTabOrders();
    void addKeys(QWidget *keyScope);
    QWidget *buildCentre();
    void compare();
    void showChanges();
    void toggleChanges();
    bool isEdited() const;
    void onEdited();
    void readEdit();
    void takeEdit(const QByteArray &code, const Result<FindingReport> &report);
    // As it is on the screen: with the person's code and what was found in that.
    PendingRequest shownRequest() const;
    void showNextNote(bool forward);
    void copyCode();
    void showDraft();
    QString originText() const;
    QString codeTitle() const;
    void take(const PendingRequest &request);
    void clear();
    void refreshHeader();
    void refreshSegments();
    void refreshNotes();
    void showPart(Part part);
    void refreshTime();
    void announceTime(std::chrono::seconds left);
    void scheduleTick(std::chrono::seconds left);
    void keepWaiting();

    ApprovalDesk &m_desk;
    Clock &m_clock;
    std::optional<PendingRequest> m_request;
    std::unique_ptr<QObject> m_tick;
    Part m_part = Part::Code;

    AskHeader *m_header = nullptr;
    Chip *m_new = nullptr;
    Chip *m_outside = nullptr;
    ReachStrip *m_reach = nullptr;
    QStackedWidget *m_centre = nullptr;
    QToolButton *m_codeSegment = nullptr;
    QToolButton *m_changesSegment = nullptr;
    QToolButton *m_inputSegment = nullptr;
    QToolButton *m_variablesSegment = nullptr;
    TextLine *m_origin = nullptr;
    Button *m_notes = nullptr;
    Button *m_notesList = nullptr;
    NotesMenu *m_notesMenu = nullptr;
    Button *m_edit = nullptr;
    Button *m_copy = nullptr;
    Button *m_wrap = nullptr;
    CodeView *m_code = nullptr;
    CodeEditor *m_editor = nullptr;
    QScrollArea *m_changes = nullptr;
    TextDiffView *m_diff = nullptr;
    InstallTable *m_packages = nullptr;
    FolderCard *m_folder = nullptr;
    DecisionBar *m_decision = nullptr;
    std::optional<Comparison> m_comparison;
    // Edits that were not sent yet, so that "not now" loses none; by the record's digest.
    QHash<QString, QByteArray> m_drafts;
    std::unique_ptr<QObject> m_settling; // after the last key in the editor
    FindingReport m_editFindings;        // of the draft; pending while it is read
    qint64 m_editReading = 0;            // counts, so that a late answer is known as late
};

} // namespace glovebox::ui
