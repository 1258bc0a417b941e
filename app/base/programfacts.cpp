// SPDX-License-Identifier: MIT
#include "programfacts.h"

namespace glovebox {

using namespace Qt::StringLiterals;

QString ProgramFacts::toText() const
{
    QString text = u"glovebox "_s + program + u'\n';
    const auto add = [&text](const QString &name, const QString &value) {
        if (!value.isEmpty())
            text += name + u' ' + value + u'\n';
    };
    add(u"Qt"_s, qt);
    add(u"Chromium"_s, chromiumPatch.isEmpty()
                           ? chromium
                           : chromium + u" with security patches of "_s + chromiumPatch);
    add(u"Pyodide"_s, pyodide);
    add(u"Python"_s, python);
    for (const auto &[file, hash] : hashes)
        add(u"sha256"_s, hash + u' ' + file);
    return text;
}

} // namespace glovebox
