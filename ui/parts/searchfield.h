// SPDX-License-Identifier: MIT
#pragma once

class QLineEdit;
class QString;

namespace glovebox::ui {

// Makes `field` one to search with: a glass before it, `words` as its name and in it while it is
// empty, a button that clears it.
void makeSearchField(QLineEdit &field, const QString &words);
// Qt's own button in a field has no name for those who do not see it.
void addClearButton(QLineEdit &field);

} // namespace glovebox::ui
