// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"

#include <QWebEnginePage>

namespace glovebox::engine {

// A page that may only show `own` addresses, which the program itself opens, and gets nothing that
// it asks for.
class WebPage final : public QWebEnginePage
{
    Q_OBJECT

public:
    WebPage(QList<QUrl> own, const Layers &layers, QWebEngineProfile *profile,
            QObject *parent = nullptr);

Q_SIGNALS:
    void refused(const QString &what, const QUrl &url);

protected:
    bool acceptNavigationRequest(const QUrl &url, NavigationType type, bool isMainFrame) override;
    QWebEnginePage *createWindow(WebWindowType type) override;
    QStringList chooseFiles(FileSelectionMode mode, const QStringList &oldFiles,
                            const QStringList &acceptedMimeTypes) override;
    void javaScriptAlert(const QUrl &origin, const QString &message) override;
    bool javaScriptConfirm(const QUrl &origin, const QString &message) override;
    bool javaScriptPrompt(const QUrl &origin, const QString &message, const QString &defaultValue,
                          QString *result) override;
    void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message,
                                  int lineNumber, const QString &source) override;

private:
    void applySettings();
    void refusePermissions();

    QList<QUrl> m_own;
    Layers m_layers;
    int m_consoleLines = 0;
};

} // namespace glovebox::engine
