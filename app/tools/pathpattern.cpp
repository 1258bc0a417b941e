// SPDX-License-Identifier: MIT
#include "pathpattern.h"

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// "[…]" from `at`, as an expression; `at` becomes its last character. Without its end a "[" is one.
QString characterSet(const QString &glob, qsizetype &at)
{
    const qsizetype end = glob.indexOf(u']', at + 2);
    if (end < 0)
        return u"\\["_s;
    QString inside = glob.sliced(at + 1, end - at - 1);
    at = end;
    const bool negated = inside.startsWith(u'!');
    if (negated)
        inside.remove(0, 1);
    inside.replace(u'\\', u"\\\\"_s).replace(u'[', u"\\["_s).replace(u'^', u"\\^"_s);
    return (negated ? u"[^/"_s : u"["_s) + inside + u']';
}

QString expressionOf(const QString &glob)
{
    QString expression;
    for (qsizetype at = 0; at < glob.size(); ++at) {
        const QChar c = glob[at];
        if (QStringView(glob).sliced(at).startsWith(u"**/")) {
            expression += u"(?:[^/]+/)*"_s;
            at += 2;
        } else if (QStringView(glob).sliced(at).startsWith(u"**")) {
            expression += u".*"_s;
            ++at;
        } else if (c == u'*') {
            expression += u"[^/]*"_s;
        } else if (c == u'?') {
            expression += u"[^/]"_s;
        } else if (c == u'[') {
            expression += characterSet(glob, at);
        } else {
            expression += QRegularExpression::escape(QString(c));
        }
    }
    return QRegularExpression::anchoredPattern(expression);
}

} // namespace

PathPattern::PathPattern(const QString &glob)
    : m_expression(expressionOf(glob), QRegularExpression::DotMatchesEverythingOption)
    , m_nameOnly(!glob.contains(u'/'))
{
}

bool PathPattern::matches(const QString &path) const
{
    const QString compared = m_nameOnly ? path.section(u'/', -1) : path;
    return m_expression.match(compared).hasMatch();
}

} // namespace glovebox::tools
