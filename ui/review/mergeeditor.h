// SPDX-License-Identifier: MIT
#pragma once

#include "base/changedesk.h"
#include "ui/models/merge.h"
#include "ui/parts/button.h"

#include <QWidget>

#include <functional>

QT_BEGIN_NAMESPACE
class QBoxLayout;
QT_END_NAMESPACE

namespace glovebox::ui {

class CodeEditor;
class TextLine;

// The third way out of a conflict: the person writes the file. It begins as both sides' changes put
// together; what both changed stands there twice between marks, and is saved only when no mark is
// left.
class MergeEditor final : public QWidget
{
    Q_OBJECT

public:
    // What is edited, and of what.
    struct Subject
    {
        StageRef stage;
        QString path;
        QString revision;
        QByteArray folder;
    };

    explicit MergeEditor(QWidget *parent = nullptr);

    void open(const Subject &subject, const MergedFile &merged);
    bool isOpen() const { return m_isOpen; }
    void close();
    const Subject &subject() const { return m_subject; }
    QByteArray content() const;
    int placesLeft() const { return int(m_places.size()); }

Q_SIGNALS:
    void saved();
    void closed(); // without saving

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Keep { Folder, Client, Both };

    // One place that both changed: the rows of its marks.
    struct Place
    {
        int folder = 0;
        int client = 0;
        int end = 0;
    };

    QWidget *buildHeader();
    QWidget *buildPlaces();
    QWidget *buildBar();
    Button *addButton(QBoxLayout &row, const QString &words, const QString &name, Button::Look look,
                      const std::function<void()> &act);
    void addKeys();
    void findPlaces();
    void step(bool forward);
    void keep(Keep what);
    void refresh();

    Subject m_subject;
    MergeMarks m_marks;
    bool m_isOpen = false;
    QList<Place> m_places;
    CodeEditor *m_editor;
    TextLine *m_name = nullptr;
    TextLine *m_state = nullptr;
    QList<Button *> m_placeButtons;
    Button *m_save = nullptr;
};

} // namespace glovebox::ui
