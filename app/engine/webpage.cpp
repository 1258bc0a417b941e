// SPDX-License-Identifier: MIT
#include "webpage.h"

#include "base/logging.h"

#include <QAuthenticator>
#include <QWebEngineCertificateError>
#include <QWebEngineClientCertificateSelection>
#include <QWebEngineDesktopMediaRequest>
#include <QWebEngineFileSystemAccessRequest>
#include <QWebEngineFullScreenRequest>
#include <QWebEngineNavigationRequest>
#include <QWebEngineNewWindowRequest>
#include <QWebEnginePermission>
#include <QWebEngineRegisterProtocolHandlerRequest>
#include <QWebEngineSettings>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxConsoleLines = 200;       // of one page, in the log
constexpr qsizetype maxConsoleChars = 400; // of one line

} // namespace

WebPage::WebPage(QList<QUrl> own, const Layers &layers, QWebEngineProfile *profile, QObject *parent)
    : QWebEnginePage(profile, parent)
    , m_own(std::move(own))
    , m_layers(layers)
{
    if (m_layers.settings)
        applySettings();
    if (m_layers.pageOverrides)
        refusePermissions();
}

void WebPage::applySettings()
{
    using S = QWebEngineSettings;
    static constexpr std::array off{S::AutoLoadImages,
                                    S::JavascriptCanOpenWindows,
                                    S::JavascriptCanAccessClipboard,
                                    S::JavascriptCanPaste,
                                    S::LocalStorageEnabled,
                                    S::LocalContentCanAccessRemoteUrls,
                                    S::LocalContentCanAccessFileUrls,
                                    S::HyperlinkAuditingEnabled,
                                    S::ErrorPageEnabled,
                                    S::PluginsEnabled,
                                    S::FullScreenSupportEnabled,
                                    S::ScreenCaptureEnabled,
                                    S::WebGLEnabled,
                                    S::Accelerated2dCanvasEnabled,
                                    S::AutoLoadIconsForPage,
                                    S::TouchIconsEnabled,
                                    S::AllowRunningInsecureContent,
                                    S::AllowGeolocationOnInsecureOrigins,
                                    S::AllowWindowActivationFromJavaScript,
                                    S::DnsPrefetchEnabled,
                                    S::PdfViewerEnabled,
                                    S::NavigateOnDropEnabled};
    for (const S::WebAttribute attribute : off)
        settings()->setAttribute(attribute, false);
    settings()->setAttribute(S::WebRTCPublicInterfacesOnly, true);
    settings()->setAttribute(S::PlaybackRequiresUserGesture, true);
    settings()->setUnknownUrlSchemePolicy(S::DisallowUnknownUrlSchemes);
}

void WebPage::refusePermissions()
{
    connect(this, &QWebEnginePage::permissionRequested, this, [this](QWebEnginePermission asked) {
        asked.deny();
        Q_EMIT refused(u"permission"_s, asked.origin());
    });
    connect(this, &QWebEnginePage::fullScreenRequested, this,
            [this](QWebEngineFullScreenRequest asked) {
                asked.reject();
                Q_EMIT refused(u"full screen"_s, asked.origin());
            });
    connect(this, &QWebEnginePage::registerProtocolHandlerRequested, this,
            [this](QWebEngineRegisterProtocolHandlerRequest asked) {
                asked.reject();
                Q_EMIT refused(u"protocol handler"_s, asked.origin());
            });
    connect(this, &QWebEnginePage::fileSystemAccessRequested, this,
            [this](QWebEngineFileSystemAccessRequest asked) {
                asked.reject();
                Q_EMIT refused(u"file system"_s, asked.origin());
            });
    connect(this, &QWebEnginePage::selectClientCertificate, this,
            [this](QWebEngineClientCertificateSelection asked) {
                asked.selectNone();
                Q_EMIT refused(u"certificate"_s, asked.host());
            });
    connect(this, &QWebEnginePage::authenticationRequired, this,
            [this](const QUrl &url, QAuthenticator *authenticator) {
                *authenticator = QAuthenticator();
                Q_EMIT refused(u"authentication"_s, url);
            });
    connect(this, &QWebEnginePage::proxyAuthenticationRequired, this,
            [this](const QUrl &url, QAuthenticator *authenticator, const QString &) {
                *authenticator = QAuthenticator();
                Q_EMIT refused(u"authentication"_s, url);
            });
    connect(this, &QWebEnginePage::desktopMediaRequested, this,
            [this](const QWebEngineDesktopMediaRequest &asked) {
                asked.cancel();
                Q_EMIT refused(u"screen capture"_s, url());
            });
    connect(this, &QWebEnginePage::certificateError, this,
            [this](QWebEngineCertificateError error) {
                error.rejectCertificate();
                Q_EMIT refused(u"certificate"_s, error.url());
            });
    // A new window is only made where its request is taken; this one never is.
    connect(this, &QWebEnginePage::newWindowRequested, this,
            [this](QWebEngineNewWindowRequest &asked) {
                Q_EMIT refused(u"window"_s, asked.requestedUrl());
            });
}

bool WebPage::acceptNavigationRequest(const QUrl &url, NavigationType type, bool isMainFrame)
{
    if (!m_layers.pageOverrides)
        return QWebEnginePage::acceptNavigationRequest(url, type, isMainFrame);
    if (isMainFrame && type == NavigationTypeTyped && m_own.contains(url))
        return true;
    Q_EMIT refused(u"navigation"_s, url);
    return false;
}

QWebEnginePage *WebPage::createWindow(WebWindowType)
{
    if (!m_layers.pageOverrides)
        return new QWebEnginePage(profile(), this);
    Q_EMIT refused(u"window"_s, url());
    return nullptr;
}

QStringList WebPage::chooseFiles(FileSelectionMode, const QStringList &, const QStringList &)
{
    Q_EMIT refused(u"file chooser"_s, url());
    return {};
}

void WebPage::javaScriptAlert(const QUrl &origin, const QString &)
{
    Q_EMIT refused(u"dialog"_s, origin);
}

bool WebPage::javaScriptConfirm(const QUrl &origin, const QString &)
{
    Q_EMIT refused(u"dialog"_s, origin);
    return false;
}

bool WebPage::javaScriptPrompt(const QUrl &origin, const QString &, const QString &, QString *)
{
    Q_EMIT refused(u"dialog"_s, origin);
    return false;
}

void WebPage::javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message,
                                       int lineNumber, const QString &source)
{
    // A page can write without end; the log must not.
    if (++m_consoleLines > maxConsoleLines)
        return;
    const QString line = u"%1:%2: %3"_s.arg(source).arg(lineNumber).arg(message);
    if (level == InfoMessageLevel)
        qCDebug(lcEngine).noquote() << "page" << m_own.first().host() << line.left(maxConsoleChars);
    else
        qCInfo(lcEngine).noquote() << "page" << m_own.first().host() << line.left(maxConsoleChars);
}

} // namespace glovebox::engine
