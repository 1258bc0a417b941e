// SPDX-License-Identifier: MIT
#include "chartpages.h"

#include "base/logging.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

// Outside of any namespace, as Qt wants it: nothing else takes the script out of a static library.
static void takeCharts()
{
    Q_INIT_RESOURCE(charts);
}

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

// As pyodide/python/_glovebox/vega.py knows them, which tells the model.
constexpr QStringView library =
    u"(?:https?:)?//(?:(?:cdn\\.jsdelivr\\.net/npm|unpkg\\.com)/"
    "vega(?:-lib|-lite|-embed)?(?:@[\\w.^~-]*)?(?:/build/vega[\\w-]*(?:\\.min)?\\.js)?(?:\\?noext)?"
    "|cdnjs\\.cloudflare\\.com/ajax/libs/vega(?:-lite|-embed)?/[\\w.-]+/"
    "vega[\\w-]*(?:\\.min)?\\.js)";
constexpr QStringView loader =
    u"(?:https?:)?//cdnjs\\.cloudflare\\.com/ajax/libs/require\\.js/[\\w.-]+/"
    "require(?:\\.min)?\\.js";
constexpr QStringView end = u"(?=[\"'`\\s<>]|$)";

QRegularExpression expression(const QString &pattern)
{
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

bool wantsNetwork(const QString &text, bool hasCharts)
{
    static const QRegularExpression outside = expression(
        u"(?|<(?:script|link|img|iframe|object|embed|video|audio|source)\\b[^<>]{0,1000}?"
        "\\b(?:src|href|data)\\s*=\\s*[\"']?\\s*((?:https?:)?//)|"
        // How loaders inside of scripts name what they load.
        "(https://)(?:cdn\\.jsdelivr\\.net|cdnjs\\.cloudflare\\.com)/)"_s);
    static const QRegularExpression known = expression(u"(?:%1|%2)%3"_s.arg(library, loader, end));
    for (const auto &match : outside.globalMatch(text)) {
        const bool isHere =
            hasCharts && known
                             .match(text, match.capturedStart(1), QRegularExpression::NormalMatch,
                                    QRegularExpression::AnchorAtOffsetMatchOption)
                             .hasMatch();
        if (!isHere)
            return true;
    }
    return false;
}

std::optional<QByteArray> contentsOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll();
}

// Text of a script that ends at its end, whatever is in it.
QByteArray script(QByteArray text)
{
    static const QRegularExpression ending = expression(u"</(?=script)"_s);
    if (text.toLower().contains("</script"))
        text = QString::fromUtf8(text).replace(ending, u"<\\/"_s).toUtf8();
    return "<script>" + text + "</script>\n";
}

std::optional<QByteArray> librariesFrom(const QString &folder)
{
    QByteArray scripts;
    for (const QString &name : {u"vega"_s, u"vega-lite"_s, u"vega-embed"_s}) {
        const auto text = contentsOf(u"%1/%2.min.js"_s.arg(folder, name));
        if (!text)
            return {};
        scripts += script(*text);
    }
    return scripts;
}

QByteArray beginning(const QString &text, const QString &missingData)
{
    static const QRegularExpression asksForLoader = expression(u"%1%2"_s.arg(loader, end));
    const QJsonObject about{{u"library"_s, library.toString()},
                            {u"loader"_s, asksForLoader.match(text).hasMatch()},
                            {u"missing"_s, missingData}};
    takeCharts();
    const auto code = contentsOf(u":/glovebox/charts/charts.js"_s);
    Q_ASSERT(code);
    return script(code->trimmed() + '(' +
                  QJsonDocument(about).toJson(QJsonDocument::Compact).replace('<', "\\u003c") +
                  ");");
}

// Behind the type of the document: in front of it, it would be another kind of document.
qsizetype placeFor(const QString &text)
{
    static const QRegularExpression type =
        expression(u"\\A(?:\\xEF\\xBB\\xBF)?\\s*<!doctype[^>]{0,200}>"_s);
    return type.match(text).capturedLength();
}

} // namespace

PreparedPage preparePage(const QByteArray &html, const QString &chartsFolder,
                         const QString &missingData)
{
    static const QRegularExpression names = expression(u"%1%2"_s.arg(library, end));
    // One character for each byte: addresses are ASCII, and places stay what they are.
    const QString text = QString::fromLatin1(html);
    const bool isChart = names.match(text).hasMatch();
    const auto libraries = isChart ? librariesFrom(chartsFolder) : std::nullopt;
    if (!libraries) {
        if (isChart)
            qCInfo(lcSandbox) << "a chart's libraries are not in" << chartsFolder;
        return {html, wantsNetwork(text, false)};
    }
    PreparedPage page{html, wantsNetwork(text, true)};
    page.html.insert(placeFor(text), beginning(text, missingData) + *libraries);
    return page;
}

} // namespace glovebox::sandbox
