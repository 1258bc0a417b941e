// SPDX-License-Identifier: MIT
#include "pagehandler.h"

#include "pagerules.h"

#include <QBuffer>
#include <QWebEngineUrlRequestJob>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

PageHandler::PageHandler(const Layers &layers, QObject *parent)
    : QWebEngineUrlSchemeHandler(parent)
    , m_layers(layers)
{
}

void PageHandler::requestStarted(QWebEngineUrlRequestJob *job)
{
    const QUrl url = job->requestUrl();
    const bool waiting = url == waitingUrl();
    const bool known = waiting || (url == documentUrl() && m_document);
    // Only the program's own navigation has no initiator: the page may not even fetch itself.
    if (!known || job->requestMethod() != "GET" || !job->initiator().isEmpty()) {
        Q_EMIT refused(u"request"_s, url);
        job->fail(QWebEngineUrlRequestJob::RequestDenied);
        return;
    }
    // The device is read on Chromium's own thread until the job dies, so it belongs to the job.
    auto *device = new QBuffer(job);
    device->setData(waiting ? QByteArray() : *m_document);
    device->open(QIODevice::ReadOnly);
    job->setAdditionalResponseHeaders(pageHeaders(m_layers));
    job->reply("text/html; charset=utf-8", device);
}

void PageInterceptor::interceptRequest(QWebEngineUrlRequestInfo &info)
{
    if (isPageRequestAllowed(info.requestUrl(), info.requestMethod(), info.resourceType()))
        return;
    info.block(true);
    Q_EMIT refused(u"request"_s, info.requestUrl());
}

} // namespace glovebox::engine
