// SPDX-License-Identifier: MIT
#include "codepackages.h"

#include <QProcess>
#include <QRegularExpression>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostRequirements = 100;

// The texts of "a", 'b' in `list`; what is no plain text ends the search: nothing is guessed.
QStringList quotedTexts(QStringView list)
{
    static const QRegularExpression item(
        u"\\G[\\s,]*(?:#[^\\n]*\\n[\\s,]*)*(?:\"([^\"\\\\\\n]*)\"|'([^'\\\\\\n]*)')(?=\\s*[,\\])#]|\\s*$)"_s);
    QStringList texts;
    for (auto it = item.globalMatchView(list); it.hasNext();) {
        const auto match = it.next();
        texts.append(match.captured(1).isNull() ? match.captured(2) : match.captured(1));
    }
    return texts;
}

// PEP 723: a comment block "# /// script" that holds TOML.
QStringList inScriptBlock(const QString &code)
{
    static const QRegularExpression block(
        u"^# /// script[ \\t]*\\n((?:^#(?:| .*)\\n)+?)^# ///[ \\t]*$"_s,
        QRegularExpression::MultilineOption);
    static const QRegularExpression list(u"^dependencies\\s*=\\s*\\["_s,
                                         QRegularExpression::MultilineOption);
    const auto found = block.match(code);
    if (!found.hasMatch())
        return {};
    QString toml;
    for (const QString &line : found.captured(1).split(u'\n'))
        toml += line.mid(line.startsWith(u"# ") ? 2 : 1) + u'\n';
    const auto begin = list.match(toml);
    return begin.hasMatch() ? quotedTexts(QStringView(toml).sliced(begin.capturedEnd()))
                            : QStringList();
}

bool isPlain(const QString &word)
{
    return !word.contains(u'{') && !word.contains(u'$') && !word.contains(u'`');
}

QStringList wordsOfInstall(const QString &arguments)
{
    static const QStringList withValue{u"-r"_s,
                                       u"--requirement"_s,
                                       u"-c"_s,
                                       u"--constraint"_s,
                                       u"-i"_s,
                                       u"--index-url"_s,
                                       u"--extra-index-url"_s,
                                       u"-f"_s,
                                       u"--find-links"_s,
                                       u"-t"_s,
                                       u"--target"_s,
                                       u"-e"_s};
    QStringList names;
    QString text = arguments;
    // As the shell reads quotes; QProcess knows only the double ones.
    const QStringList words = QProcess::splitCommand(text.replace(u'\'', u'"'));
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (withValue.contains(words[i]))
            ++i;
        else if (words[i] == u"#" || words[i] == u"&&" || words[i] == u";" || words[i] == u"|")
            break;
        else if (!words[i].startsWith(u'-') && isPlain(words[i]))
            names.append(words[i]);
    }
    return names;
}

QStringList inLines(const QString &code)
{
    static const QRegularExpression line(
        u"^[ \\t]*[%!][ \\t]*(?:(?:python3?[ \\t]+-m[ \\t]+)?pip3?|uv[ \\t]+pip|conda|mamba)[ \\t]+"
        "install[ \\t]+(.+)$"_s,
        QRegularExpression::MultilineOption);
    QStringList names;
    for (auto it = line.globalMatch(code); it.hasNext();)
        names += wordsOfInstall(it.next().captured(1));
    return names;
}

QStringList inCalls(const QString &code)
{
    static const QRegularExpression call(u"\\bmicropip\\.install\\(\\s*\\[?"_s);
    QStringList names;
    for (auto it = call.globalMatch(code); it.hasNext();) {
        const auto match = it.next();
        QStringList texts = quotedTexts(QStringView(code).sliced(match.capturedEnd()));
        if (!match.captured().endsWith(u'['))
            texts = texts.first(std::min<qsizetype>(texts.size(), 1));
        names += texts;
    }
    return names;
}

} // namespace

QStringList packagesInCode(const QByteArray &code)
{
    // Most code says nothing of the kind, and a regular expression over a megabyte takes time.
    if (!code.contains("install") && !code.contains("# /// script"))
        return {};
    const QString text = QString::fromUtf8(code).replace(u"\r\n"_s, u"\n"_s);
    QStringList names = inScriptBlock(text) + inLines(text) + inCalls(text);
    names.removeIf([](const QString &name) { return name.trimmed().isEmpty(); });
    names.removeDuplicates();
    return names.first(std::min(names.size(), mostRequirements));
}

} // namespace glovebox::tools
