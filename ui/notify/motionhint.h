// SPDX-License-Identifier: MIT
#pragma once

#include <QDBusConnection>
#include <QObject>

class QDBusVariant;

namespace glovebox::ui {

// Whether the desktop was told that the person wants little movement: `reduced-motion` of
// org.freedesktop.appearance, or animations switched off in GNOME's settings, both read through the
// settings portal (org.freedesktop.portal.Settings). Qt has no such hint. Without a portal nothing
// is reduced. Nothing here waits for the bus.
class MotionHint final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // The session's bus, which is reached from another thread.
    void connectToSession();
    void setBus(const QDBusConnection &bus);

    bool isReduced() const { return m_isPreferred || m_isStill; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void onSettingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void read(const QDBusConnection &bus, const QString &group, const QString &key);
    void take(const QString &group, const QString &key, QVariant value);

    bool m_isPreferred = false; // "reduced-motion"
    bool m_isStill = false;     // not "enable-animations"
};

} // namespace glovebox::ui
