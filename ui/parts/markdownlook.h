// SPDX-License-Identifier: MIT
#pragma once

class QTextDocument;

namespace glovebox::ui {

// The look of text that was read from Markdown: headings in steps of UI.md 2, code in the code
// font; blocks close together.
void dressMarkdown(QTextDocument &document);

} // namespace glovebox::ui
