// SPDX-License-Identifier: MIT
#include "interceptor.h"

#include "scheme.h"

namespace glovebox::engine {

using Info = QWebEngineUrlRequestInfo;

namespace {

bool isKindAllowed(Info::ResourceType type)
{
    switch (type) {
    case Info::ResourceTypeMainFrame:
    case Info::ResourceTypeScript:
    case Info::ResourceTypeWorker:
    case Info::ResourceTypeXhr:
    case Info::ResourceTypeSubResource:
        return true;
    default:
        return false;
    }
}

} // namespace

bool isRequestAllowed(const QString &page, const QUrl &url, const QByteArray &method,
                      Info::ResourceType type)
{
    if (url.scheme() != QLatin1StringView(schemeName) || url.host() != page || url.port() != -1)
        return false;
    if (type == Info::ResourceTypeMainFrame)
        return url == shellUrl(page) && method == "GET";
    return isKindAllowed(type) && (method == "GET" || method == "POST");
}

Interceptor::Interceptor(QString page, QObject *parent)
    : QWebEngineUrlRequestInterceptor(parent)
    , m_page(std::move(page))
{
}

void Interceptor::interceptRequest(Info &info)
{
    if (isRequestAllowed(m_page, info.requestUrl(), info.requestMethod(), info.resourceType()))
        return;
    info.block(true);
    Q_EMIT refused(QStringLiteral("request"), info.requestUrl());
}

} // namespace glovebox::engine
