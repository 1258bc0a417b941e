// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace glovebox::ui {

// Markdown as it is written in notebooks, as what Qt reads without HTML: formulas become text
// (mathText), tags that only format become their Markdown, other known tags and comments go and
// leave what is in them, pictures without words get the name of their file as words (Qt forgets
// such pictures). Code stays as it is. Unknown tags stay, as text.
QString readableMarkdown(const QString &markdown);

} // namespace glovebox::ui
