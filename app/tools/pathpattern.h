// SPDX-License-Identifier: MIT
#pragma once

#include <QRegularExpression>
#include <QString>

namespace glovebox::tools {

// A pattern as in Python's pathlib: "*" and "?" stay within a name, "**/" is any number of folders,
// "[abc]" one character. One without "/" is compared with the name alone, wherever it is.
class PathPattern final
{
public:
    explicit PathPattern(const QString &glob);

    // `path`: relative to the folder in which is looked.
    bool matches(const QString &path) const;

private:
    QRegularExpression m_expression;
    bool m_nameOnly;
};

} // namespace glovebox::tools
