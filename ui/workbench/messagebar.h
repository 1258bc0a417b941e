// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QWidget>

#include <functional>

namespace glovebox::ui {

class Button;
class TextLine;

// The bar under the menu (UI.md 3). Problems are red, on every screen, and cannot be closed, but
// may offer what ends them; below the worst of them one message at a time, newest first, each with
// its undo.
class MessageBar final : public QWidget
{
    Q_OBJECT

public:
    struct Message
    {
        QString text;
        bool bad = false;
        QString action = {}; // words of the button, or none
        std::function<void()> act = {};
        QString keep = {}; // words of the button that closes it: "Keep"; none: a cross
    };

    explicit MessageBar(QWidget *parent = nullptr);

    // `bad` counts as set. Equal texts and actions change nothing.
    void setProblems(const QList<Message> &problems);
    void show(Message message);
    // What the newest message offers; false when it offers nothing.
    bool act();
    int messages() const { return int(m_messages.size()); }

private:
    class Row;
    void addProblemRow();
    void actOnProblem(const Row *row);
    void refresh();
    void dismiss();

    QList<Message> m_problems;
    QList<Message> m_messages; // newest last
    QList<Row *> m_problemRows;
    Row *m_messageRow;
};

} // namespace glovebox::ui
