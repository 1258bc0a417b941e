// SPDX-License-Identifier: MIT
#include "mountname.h"

namespace glovebox {

namespace {

constexpr qsizetype longest = 32;
constexpr qsizetype roomForNumber = 4;

QString allowedName(const QString &text)
{
    QString name;
    for (const QChar c : text.toLower()) {
        const bool allowed =
            (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
        if (allowed)
            name.append(c);
        else if (!name.endsWith(u'-') && !name.isEmpty())
            name.append(u'-');
    }
    while (name.endsWith(u'-'))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("folder") : name.left(longest - roomForNumber);
}

} // namespace

QString freeMountName(const QString &wanted, const QStringList &taken)
{
    const QString base = allowedName(wanted);
    QString name = base;
    for (int number = 2; taken.contains(name); ++number)
        name = base + QString::number(number);
    return name;
}

} // namespace glovebox
