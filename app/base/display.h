// SPDX-License-Identifier: MIT
#pragma once

#include <QProcessEnvironment>
#include <QString>

namespace glovebox {

// Whether a window can be shown, as far as the environment tells.
inline bool hasDisplay(const QProcessEnvironment &environment)
{
    const QString platform =
        environment.value(QStringLiteral("QT_QPA_PLATFORM")).section(u':', 0, 0);
    if (!platform.isEmpty() && platform != u"xcb" && !platform.startsWith(u"wayland"))
        return true; // offscreen, vnc, eglfs … need no display server
    return !environment.value(QStringLiteral("DISPLAY")).isEmpty() ||
           !environment.value(QStringLiteral("WAYLAND_DISPLAY")).isEmpty() ||
           !environment.value(QStringLiteral("WAYLAND_SOCKET")).isEmpty();
}

} // namespace glovebox
