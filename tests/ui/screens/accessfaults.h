// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

class QWidget;

// Controls of a window that a screen reader cannot name: one line each. What can have the keyboard,
// and what is pressed, needs a name and a role.
QStringList accessFaults(QWidget &window);
// How many controls there were: a walk that finds none proves nothing.
int controlsOf(QWidget &window);
