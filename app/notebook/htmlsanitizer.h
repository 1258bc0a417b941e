// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace glovebox::notebook {

// HTML of a run or of somebody's notebook as what may stand in a page of ours: text, tables, lists
// and pictures that are in it. Everything else goes: scripts, style sheets, forms, frames,
// drawings, what is loaded from elsewhere, and every element and attribute that is not on the list.
//
// An allow list instead of a frame with `sandbox`: such a frame has no height of its own without
// scripts, and is not found, copied or printed with its page. Nothing of the input is passed on:
// each tag is written anew, each text escaped, and each element that is opened is closed, so that a
// reading of the input that differs from a browser's costs looks and not safety.
QString safeHtml(QStringView html);

// Whether a link may be followed by a click: http, https, mailto, or a place in the page.
bool isSafeLink(const QString &address);
// Whether it is a picture that is in the address itself.
bool isPictureData(const QString &address);

} // namespace glovebox::notebook
