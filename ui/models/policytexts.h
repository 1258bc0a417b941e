// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagepolicy.h"

namespace glovebox::ui {

// The rules for packages as lines of text, in the form in which requirements are written, and back.
// What cannot be read is an InvalidArgument whose text names the line.

QString namesText(const QStringList &names); // one a line; "*" stands for any letters
Result<QStringList> namesFromText(const QString &text);

QString minimumText(const QMap<QString, QString> &minimum); // "requests 2.31.0"
Result<QMap<QString, QString>> minimumFromText(const QString &text);

// "rich >=14,<15", "rich ==14.3.3 --hash=sha256:…", "rich" for every version.
QString unaskedText(const QMap<QString, PackageAllowance> &unasked);
Result<QMap<QString, PackageAllowance>> unaskedFromText(const QString &text);

// Addresses and folders, one a line.
QString linesText(const QStringList &lines);
QStringList linesFromText(const QString &text);

QString severityWord(Severity severity); // "low" … "never", for people

} // namespace glovebox::ui
