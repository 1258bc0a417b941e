// SPDX-License-Identifier: MIT
#pragma once

#include "pagehandler.h"
#include "webpage.h"

#include <QLabel>
#include <QMainWindow>
#include <QWebEngineProfile>
#include <QWebEngineView>

#include <memory>

namespace glovebox::engine {

// Words and colours of a page's window. The program chose them: this process has no translations
// and no settings.
struct PageLook
{
    QString title;       // what the page is called until it says so itself
    QString titleFrame;  // with one %1: "%1 — page of r184 — Glovebox"
    QString notice;      // in the bar above the page
    QString endedNotice; // there instead, when the renderer is gone
    QColor ground;
    QColor ink;
    QColor line;
    QByteArray icon = {}; // PNG

    static PageLook fromJson(const QJsonObject &json);
};

// One page with a profile of its own that keeps nothing, in a window of its own. It has no channel
// to anything, and gets nothing that it asks for.
class PageWindow final : public QMainWindow
{
    Q_OBJECT

public:
    PageWindow(const PageLook &look, const Layers &layers, QWidget *parent = nullptr);

    // Loads an empty page, so that there is a renderer to measure.
    void begin();
    void showDocument(const QByteArray &document);

Q_SIGNALS:
    // A renderer is there; each one is told.
    void opened(qint64 rendererPid);
    void titled(const QString &title);
    void refused(const QString &what, const QUrl &url);
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void layOut();
    void connectPage();
    void setPageTitle(const QString &title);
    void report(const QString &what, const QUrl &url);

    PageLook m_look;
    PageHandler m_handler;
    PageInterceptor m_interceptor;
    std::unique_ptr<QWebEngineProfile> m_profile;
    std::unique_ptr<WebPage> m_page;
    std::unique_ptr<QWebEngineView> m_view;
    QLabel *m_notice;
    int m_reports = 0;
};

} // namespace glovebox::engine
