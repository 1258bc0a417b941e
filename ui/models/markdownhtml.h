// SPDX-License-Identifier: MIT
#pragma once

#include "notebook/json.h"

#include <QString>

namespace glovebox::ui {

// Markdown of a text cell as HTML, in the reading of the window (QTextDocument, GitHub's dialect).
// Written anew from the document's blocks: text is escaped, links are those that may be clicked,
// and pictures are the cell's attachments or in the text itself; a picture from elsewhere is named
// and not loaded.
QString markdownToHtml(const QString &markdown, const notebook::Json &attachments = {});

} // namespace glovebox::ui
