// SPDX-License-Identifier: MIT
#include "pagerules.h"

#include <QWebEngineUrlScheme>

namespace glovebox::engine {

using namespace Qt::StringLiterals;
using Info = QWebEngineUrlRequestInfo;

namespace {

constexpr qsizetype maxTitleChars = 80;

QUrl ownUrl(const QString &path)
{
    QUrl url;
    url.setScheme(QString::fromLatin1(pageSchemeName));
    url.setHost(u"page"_s);
    url.setPath(path);
    return url;
}

// Bidirectional marks would let a page write over what the window's title says behind it.
bool isInvisible(QChar character)
{
    switch (character.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

} // namespace

void registerPageScheme()
{
    QWebEngineUrlScheme scheme(pageSchemeName);
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme);
    QWebEngineUrlScheme::registerScheme(scheme);
}

QUrl documentUrl()
{
    return ownUrl(u"/"_s);
}

QUrl waitingUrl()
{
    return ownUrl(u"/waiting"_s);
}

bool isPageRequestAllowed(const QUrl &url, const QByteArray &method, Info::ResourceType type)
{
    return type == Info::ResourceTypeMainFrame && method == "GET" &&
           (url == documentUrl() || url == waitingUrl());
}

QMultiMap<QByteArray, QByteArray> pageHeaders(const Layers &layers)
{
    QMultiMap<QByteArray, QByteArray> headers{
        {"cross-origin-opener-policy", "same-origin"},
        {"cross-origin-resource-policy", "same-origin"},
        {"x-content-type-options", "nosniff"},
        {"referrer-policy", "no-referrer"},
        {"cache-control", "no-store"},
    };
    if (layers.csp) {
        headers.insert("content-security-policy",
                       "default-src 'none'; "
                       "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'; "
                       "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
                       "connect-src 'none'; worker-src blob:; frame-src 'none'; "
                       "form-action 'none'; base-uri 'none'; frame-ancestors 'none'");
    }
    return headers;
}

QString windowTitleOf(const QString &pageTitle)
{
    // A document without a title is called by its address.
    if (pageTitle.startsWith(QLatin1StringView(pageSchemeName)))
        return {};
    QString title;
    for (const QChar character : pageTitle.simplified().left(maxTitleChars)) {
        if (!isInvisible(character))
            title.append(character);
    }
    return title.trimmed();
}

} // namespace glovebox::engine
