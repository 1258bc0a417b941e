// SPDX-License-Identifier: MIT
#pragma once

#include <base/desk.h>

#include <QMenu>

namespace glovebox::ui {

// All notes of a request's code as a list, by line; choosing one goes to its line. What is listed
// are the very sentences that stand in the code.
class NotesMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit NotesMenu(QWidget *parent = nullptr);

    void setRequest(const PendingRequest &request);

Q_SIGNALS:
    void chosen(int line);
};

} // namespace glovebox::ui
