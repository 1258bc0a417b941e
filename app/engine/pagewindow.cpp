// SPDX-License-Identifier: MIT
#include "pagewindow.h"

#include "pagerules.h"

#include <QCloseEvent>
#include <QJsonObject>
#include <QShortcut>
#include <QVBoxLayout>
#include <QWebEngineDownloadRequest>
#include <QWebEngineSettings>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxReports = 100; // of refusals of one page; the rest is silent
constexpr QSize firstSize(1000, 720);
constexpr qreal zoomStep = 1.1;

QColor colorOf(const QJsonValue &value, QLatin1StringView otherwise)
{
    const QColor color = QColor::fromString(value.toString());
    return color.isValid() ? color : QColor::fromString(otherwise);
}

} // namespace

PageLook PageLook::fromJson(const QJsonObject &json)
{
    return {json[u"title"].toString(),
            json[u"title_frame"].toString(u"%1"_s),
            json[u"notice"].toString(),
            json[u"ended_notice"].toString(),
            colorOf(json[u"ground"], "#ffffff"_L1),
            colorOf(json[u"ink"], "#000000"_L1),
            colorOf(json[u"line"], "#808080"_L1),
            QByteArray::fromBase64(json[u"icon"].toString().toLatin1())};
}

PageWindow::PageWindow(const PageLook &look, const Layers &layers, QWidget *parent)
    : QMainWindow(parent)
    , m_look(look)
    , m_handler(layers)
    , m_profile(std::make_unique<QWebEngineProfile>())
    , m_notice(new QLabel(look.notice))
{
    m_profile->setPersistentPermissionsPolicy(
        QWebEngineProfile::PersistentPermissionsPolicy::AskEveryTime);
    m_profile->installUrlSchemeHandler(pageSchemeName, &m_handler);
    if (layers.interceptor)
        m_profile->setUrlRequestInterceptor(&m_interceptor);
    m_page = std::make_unique<WebPage>(QList<QUrl>{documentUrl(), waitingUrl()}, layers,
                                       m_profile.get());
    // Pictures within the document; the policy leaves no others.
    m_page->settings()->setAttribute(QWebEngineSettings::AutoLoadImages, true);
    m_view = std::make_unique<QWebEngineView>(m_page.get());
    layOut();
    connectPage();
    setPageTitle({});
}

void PageWindow::layOut()
{
    QPixmap icon;
    if (icon.loadFromData(m_look.icon, "PNG"))
        setWindowIcon(icon);
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setStyleSheet(
        u"QLabel { background: %1; color: %2; border-bottom: 1px solid %3; "
        "padding: 8px 16px; }"_s.arg(m_look.ground.name(), m_look.ink.name(), m_look.line.name()));
    // Its menu offers what this window does not do: saving, printing, looking at the source.
    m_view->setContextMenuPolicy(Qt::NoContextMenu);
    m_view->setAcceptDrops(false);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_view.get(), 1);
    setCentralWidget(content);
    m_view->setFocus();
    resize(firstSize);
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    const auto zoom = [this](QKeySequence::StandardKey key, qreal factor) {
        connect(new QShortcut(key, this), &QShortcut::activated, this,
                [this, factor] { m_view->setZoomFactor(m_view->zoomFactor() * factor); });
    };
    zoom(QKeySequence::ZoomIn, zoomStep);
    zoom(QKeySequence::ZoomOut, 1 / zoomStep);
    connect(new QShortcut(Qt::CTRL | Qt::Key_0, this), &QShortcut::activated, this,
            [this] { m_view->setZoomFactor(1); });
}

void PageWindow::connectPage()
{
    connect(&m_handler, &PageHandler::refused, this, &PageWindow::report);
    connect(&m_interceptor, &PageInterceptor::refused, this, &PageWindow::report);
    connect(m_page.get(), &WebPage::refused, this, &PageWindow::report);
    connect(m_profile.get(), &QWebEngineProfile::downloadRequested, this,
            [this](QWebEngineDownloadRequest *download) {
                download->cancel();
                report(u"download"_s, download->url());
            });
    connect(m_page.get(), &QWebEnginePage::titleChanged, this, &PageWindow::setPageTitle);
    connect(m_page.get(), &QWebEnginePage::loadFinished, this, [this](bool ok) {
        if (ok)
            Q_EMIT opened(m_page->renderProcessPid());
    });
    connect(m_page.get(), &QWebEnginePage::renderProcessTerminated, this,
            [this] { m_notice->setText(m_look.endedNotice); });
}

void PageWindow::begin()
{
    m_page->setUrl(waitingUrl());
}

void PageWindow::showDocument(const QByteArray &document)
{
    m_handler.setDocument(document);
    m_page->setUrl(documentUrl());
    show();
    raise();
    activateWindow();
}

void PageWindow::setPageTitle(const QString &title)
{
    const QString own = windowTitleOf(title);
    const QString shown = own.isEmpty() ? m_look.title : own;
    // Qt takes "[*]" in a window's title for its mark of changes.
    setWindowTitle(QString(m_look.titleFrame).replace(u"%1"_s, shown).remove(u"[*]"_s));
    if (!own.isEmpty())
        Q_EMIT titled(own);
}

void PageWindow::report(const QString &what, const QUrl &url)
{
    if (++m_reports <= maxReports)
        Q_EMIT refused(what, url);
}

void PageWindow::closeEvent(QCloseEvent *event)
{
    event->accept();
    Q_EMIT closed();
}

} // namespace glovebox::engine
