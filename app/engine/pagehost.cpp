// SPDX-License-Identifier: MIT
#include "pagehost.h"

#include "base/logging.h"
#include "scheme.h"

#include <QFile>
#include <QJsonDocument>
#include <QWebEngineDownloadRequest>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxInFlight = 4; // posts of records that wait for the program
// Calls that do: six blocks of large files, what gathers, and one that Python waits for; with
// room for those whose answers are under way (lane.mjs).
constexpr int maxCallsInFlight = 10;
// Records by the small transport are not acknowledged, so that what the program has not read is
// counted here: more than this, and the page does not wait for its own sends.
constexpr qint64 maxUnsentRecords = 4 * 1024 * 1024;
constexpr int maxReports = 100; // of refusals of one page; the rest is silent
constexpr qsizetype maxReportedUrl = 512;

QString read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qCCritical(lcEngine) << "cannot read" << path << file.errorString();
        return {};
    }
    return QString::fromUtf8(file.readAll());
}

QString statusName(QWebEnginePage::RenderProcessTerminationStatus status)
{
    switch (status) {
    case QWebEnginePage::NormalTerminationStatus:
        return u"normal"_s;
    case QWebEnginePage::AbnormalTerminationStatus:
        return u"abnormal"_s;
    case QWebEnginePage::CrashedTerminationStatus:
        return u"crashed"_s;
    case QWebEnginePage::KilledTerminationStatus:
        return u"killed"_s;
    }
    return u"abnormal"_s;
}

QString prelude(const SchemeHandler::Identity &identity)
{
    const QJsonObject values{{u"page"_s, identity.page},
                             {u"nonce"_s, QString::fromLatin1(identity.nonce)}};
    return u"globalThis.gloveboxPage = "_s +
           QString::fromUtf8(QJsonDocument(values).toJson(QJsonDocument::Compact)) + u";\n"_s;
}

} // namespace

PageHost::PageHost(const SchemeHandler::Identity &identity, std::shared_ptr<const Routes> routes,
                   const Layers &layers, QObject *parent)
    : QObject(parent)
    , m_handler(identity, routes, layers)
    , m_interceptor(identity.page)
    , m_profile(std::make_unique<QWebEngineProfile>())
{
    m_profile->setPersistentPermissionsPolicy(
        QWebEngineProfile::PersistentPermissionsPolicy::AskEveryTime);
    m_profile->installUrlSchemeHandler(schemeName, &m_handler);
    if (layers.interceptor)
        m_profile->setUrlRequestInterceptor(&m_interceptor);
    m_page =
        std::make_unique<WebPage>(QList<QUrl>{shellUrl(identity.page)}, layers, m_profile.get());
    m_channel.registerObject(u"port"_s, &m_port);
    m_page->setWebChannel(&m_channel, QWebEngineScript::ApplicationWorld);
    injectShell(identity, *routes);
    connectEverything();
}

PageHost::~PageHost()
{
    m_page.reset();
    m_profile.reset();
}

void PageHost::load()
{
    m_page->setLifecycleState(QWebEnginePage::LifecycleState::Active);
    m_page->setUrl(shellUrl(m_page->objectName()));
}

void PageHost::injectShell(const SchemeHandler::Identity &identity, const Routes &routes)
{
    m_page->setObjectName(identity.page);
    const auto shell = routes.find(u"/shell.js"_s);
    QWebEngineScript script;
    script.setName(u"glovebox"_s);
    script.setWorldId(QWebEngineScript::ApplicationWorld);
    script.setInjectionPoint(QWebEngineScript::DocumentReady);
    script.setRunsOnSubFrames(false);
    script.setSourceCode(read(u":/qtwebchannel/qwebchannel.js"_s) + u'\n' + prelude(identity) +
                         (shell ? read(shell->path) : QString()));
    m_page->scripts().insert(script);
}

void PageHost::connectEverything()
{
    connect(&m_port, &PagePort::ready, this, [this] {
        if (!std::exchange(m_opened, true))
            Q_EMIT opened(m_page->renderProcessPid());
    });
    connect(&m_port, &PagePort::records, this,
            [this](const QByteArray &frames) { takeSmall(frames); });
    connect(&m_port, &PagePort::called, this,
            [this](qint64 id, const QByteArray &frame) { takeCall({id, nullptr}, frame); });
    connect(&m_port, &PagePort::violated, this, &PageHost::end);
    connect(&m_handler, &SchemeHandler::posted, this, &PageHost::takePost);
    connect(&m_handler, &SchemeHandler::refused, this, &PageHost::report);
    connect(&m_interceptor, &Interceptor::refused, this, &PageHost::report);
    connect(m_page.get(), &WebPage::refused, this, &PageHost::report);
    connect(m_profile.get(), &QWebEngineProfile::downloadRequested, this,
            [this](QWebEngineDownloadRequest *download) {
                download->cancel();
                report(u"download"_s, download->url());
            });
    connect(m_page.get(), &QWebEnginePage::renderProcessTerminated, this,
            [this](QWebEnginePage::RenderProcessTerminationStatus status, int code) {
                if (!std::exchange(m_ended, true))
                    Q_EMIT gone(statusName(status), code);
            });
    connect(m_page.get(), &QWebEnginePage::loadFinished, this, [this](bool ok) {
        if (!ok)
            end(u"its shell could not be loaded"_s);
    });
}

void PageHost::takeSmall(const QByteArray &frames)
{
    m_unsentRecords += frames.size();
    if (m_unsentRecords > maxUnsentRecords)
        return end(u"it sends records without waiting"_s);
    Q_EMIT records(0, frames);
}

void PageHost::takePost(const QString &lane, QWebEngineUrlRequestJob *job, const QByteArray &body)
{
    if (lane == "/lane/call"_L1)
        return takeCall({-1, job}, body);
    if (m_unacknowledged.size() >= maxInFlight)
        return end(u"it sends records without waiting"_s);
    const qint64 ack = m_nextNumber++;
    m_unacknowledged.insert(ack, job);
    connect(job, &QObject::destroyed, this, [this, ack] { m_unacknowledged.remove(ack); });
    Q_EMIT records(ack, body);
}

void PageHost::takeCall(Call call, const QByteArray &frame)
{
    if (m_calls.size() >= maxCallsInFlight)
        return end(u"it makes calls without waiting"_s);
    const qint64 number = m_nextNumber++;
    if (call.job)
        connect(call.job, &QObject::destroyed, this, [this, number] { m_calls.remove(number); });
    m_calls.insert(number, std::move(call));
    Q_EMIT called(number, frame);
}

void PageHost::acknowledge(qint64 ack)
{
    if (const QPointer<QWebEngineUrlRequestJob> job = m_unacknowledged.take(ack))
        m_handler.answer(job, {});
}

void PageHost::reply(qint64 number, const QByteArray &frame)
{
    const auto it = m_calls.constFind(number);
    if (it == m_calls.constEnd())
        return;
    const Call call = *it;
    m_calls.erase(it);
    if (call.job)
        m_handler.answer(call.job, frame);
    else if (call.portId >= 0)
        m_port.reply(call.portId, frame);
}

void PageHost::report(const QString &what, const QUrl &url)
{
    if (++m_reports > maxReports)
        return;
    Q_EMIT refused(what, url.toString(QUrl::RemoveUserInfo).left(maxReportedUrl));
}

void PageHost::end(const QString &how)
{
    if (std::exchange(m_ended, true))
        return;
    qCWarning(lcEngine).noquote() << "page" << m_page->objectName() << "is ended:" << how;
    Q_EMIT gone(u"abnormal"_s, 0);
}

} // namespace glovebox::engine
