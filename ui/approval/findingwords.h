// SPDX-License-Identifier: MIT
#pragma once

#include <base/desk.h>
#include <base/finding.h>
#include <base/reach.h>
#include <ui/code/codeview.h>

// What was found in the code, in words (UI.md 4.3): the consequence, never a score. What comes from
// the code in them is one line of plain text.
namespace glovebox::ui {

// "tries the network (requests): will fail". The reach tells what becomes of a file.
QString findingSentence(const Finding &finding, const Reach &reach);
QString findingIcon(const Finding &finding);
// As it is marked; stricter than its severity where the reach does not let it happen.
CodeMark::Kind findingMark(const Finding &finding, const Reach &reach);
// "Line 9: writes reports, staged": for lists and accessible names.
QString findingEntry(const Finding &finding, const Reach &reach);

// The marks of the whole report, those left out that the code view finds itself. A report that
// could not be had is one red mark; a pending one has none.
// Marks below `least` are left out from now on, wherever code is shown; by the person's choice.
void setLeastMark(CodeMark::Kind least);
QList<CodeMark> findingMarks(const FindingReport &report, const Reach &reach);

// The upper row of the reach strip: what the code seems to do (UI.md 4.2). "…" while it is pending,
// and never "none" for what is not known.
struct ReachInCode
{
    QString reads;
    QString writes;
    QString packages;
    QString network;
    QStringList readDetail; // files by name
    QStringList writeDetail;
    QStringList packageDetail;
};
ReachInCode reachInCode(const FindingReport &report);

} // namespace glovebox::ui
