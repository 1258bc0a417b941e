// SPDX-License-Identifier: MIT
#pragma once

#include "helptopics.h"

#include <QTextBrowser>
#include <QWidget>

class QLineEdit;
class QListWidget;

namespace glovebox::ui {

// The help, in a window of its own beside what it is about: pages at the left, found by any word in
// them. Everything in it is part of the program; nothing is fetched and no other program is opened.
class HelpWindow final : public QWidget
{
    Q_OBJECT

public:
    explicit HelpWindow(const QString &language, QWidget *parent = nullptr);

    void openTopic(const QString &id); // shows the window, too
    QString topic() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void filter();
    void showChosen();

    QList<HelpTopic> m_topics;
    QLineEdit *m_search;
    QListWidget *m_list;
    QTextBrowser *m_page;
};

} // namespace glovebox::ui
