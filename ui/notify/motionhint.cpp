// SPDX-License-Identifier: MIT
#include "motionhint.h"

#include "base/inpool.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

const QString service = u"org.freedesktop.portal.Desktop"_s;
const QString path = u"/org/freedesktop/portal/desktop"_s;
const QString interface = u"org.freedesktop.portal.Settings"_s;
const QString appearance = u"org.freedesktop.appearance"_s;
const QString reducedMotion = u"reduced-motion"_s; // 0: no preference, 1: reduced
const QString gnome = u"org.gnome.desktop.interface"_s;
const QString animations = u"enable-animations"_s;

} // namespace

void MotionHint::connectToSession()
{
    // Connecting waits for the bus's greeting.
    inPool(*QThreadPool::globalInstance(), [] {
        return QDBusConnection::sessionBus();
    }).then(this, [this](const QDBusConnection &bus) { setBus(bus); });
}

void MotionHint::setBus(const QDBusConnection &bus)
{
    if (!bus.isConnected())
        return;
    QDBusConnection ours(bus);
    ours.connect(service, path, interface, u"SettingChanged"_s, this,
                 SLOT(onSettingChanged(QString, QString, QDBusVariant)));
    read(bus, appearance, reducedMotion);
    read(bus, gnome, animations);
}

void MotionHint::read(const QDBusConnection &bus, const QString &group, const QString &key)
{
    // Not ReadOne, which older portals do not have.
    QDBusMessage call = QDBusMessage::createMethodCall(service, path, interface, u"Read"_s);
    call << group << key;
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, group, key] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        answer->deleteLater();
        if (reply.isValid()) // else there is no portal, or it does not know the setting
            take(group, key, reply.value().variant());
    });
}

void MotionHint::onSettingChanged(const QString &group, const QString &key,
                                  const QDBusVariant &value)
{
    take(group, key, value.variant());
}

void MotionHint::take(const QString &group, const QString &key, QVariant value)
{
    while (value.canConvert<QDBusVariant>()) // Read() packs it twice
        value = value.value<QDBusVariant>().variant();
    const bool before = isReduced();
    if (group == appearance && key == reducedMotion)
        m_isPreferred = value.toUInt() == 1;
    else if (group == gnome && key == animations)
        m_isStill = !value.toBool();
    if (isReduced() != before)
        Q_EMIT changed();
}

} // namespace glovebox::ui
