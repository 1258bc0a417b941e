// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"

#include <QByteArray>
#include <QMultiMap>
#include <QString>
#include <QUrl>
#include <QWebEngineUrlRequestInfo>

// What the page view may do: show one document that the program gave it, and run what is in that
// document. Another scheme than the sessions', so that no rule of theirs can ever apply here.
namespace glovebox::engine {

inline constexpr char pageSchemeName[] = "glovebox-page";

// Must be called before the application object exists; only in the role of a page view.
void registerPageScheme();

// The document, and the empty page whose renderer the program measures before it gives the document
// away. Both have one origin and so one renderer.
QUrl documentUrl();
QUrl waitingUrl();

// Nothing but these two, as the main document.
bool isPageRequestAllowed(const QUrl &url, const QByteArray &method,
                          QWebEngineUrlRequestInfo::ResourceType type);

// Headers of both. All that a page has is in its own text: scripts and styles in it run, pictures
// and fonts are data, and there is no address that it can connect to.
QMultiMap<QByteArray, QByteArray> pageHeaders(const Layers &layers);

// What the title of the window may hold of a page's own title: one line, at most 80 characters,
// without those that turn the direction of what follows. Empty: the page has none.
QString windowTitleOf(const QString &pageTitle);

} // namespace glovebox::engine
