// SPDX-License-Identifier: MIT
#include "scheme.h"

#include <QWebEngineUrlScheme>

namespace glovebox::engine {

void registerScheme()
{
    QWebEngineUrlScheme scheme(schemeName);
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled |
                    QWebEngineUrlScheme::FetchApiAllowed);
    QWebEngineUrlScheme::registerScheme(scheme);
}

QUrl shellUrl(const QString &page)
{
    QUrl url;
    url.setScheme(QString::fromLatin1(schemeName));
    url.setHost(page);
    url.setPath(QStringLiteral("/shell.html"));
    return url;
}

QMultiMap<QByteArray, QByteArray> replyHeaders(const Layers &layers)
{
    QMultiMap<QByteArray, QByteArray> headers{
        {"cross-origin-opener-policy", "same-origin"},
        {"cross-origin-embedder-policy", "require-corp"},
        {"cross-origin-resource-policy", "same-origin"},
        {"x-content-type-options", "nosniff"},
        {"referrer-policy", "no-referrer"},
    };
    if (layers.csp) {
        headers.insert("content-security-policy",
                       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                       "connect-src 'self'; worker-src 'self'; base-uri 'none'; "
                       "form-action 'none'; frame-src 'none'; frame-ancestors 'none'");
    }
    return headers;
}

} // namespace glovebox::engine
