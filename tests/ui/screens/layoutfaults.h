// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

class QWidget;

// What is clipped, squeezed out or painted over in a window as it stands: one line each, empty when
// all is well. Texts that shorten themselves with an ellipsis and a tool tip are no fault.
QStringList layoutFaults(const QWidget &window);
