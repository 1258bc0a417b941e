// SPDX-License-Identifier: MIT
#include "notificationserver.h"

#include "base/logging.h"
#include "base/masking.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>
#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr auto service = "org.freedesktop.Notifications"_L1;
constexpr auto path = "/org/freedesktop/Notifications"_L1;
constexpr qsizetype longestTitle = 160;
constexpr qsizetype longestText = 600;
constexpr int untilClosed = 0;    // the server's "never expires"
constexpr int serversChoice = -1; // of how long it is shown
constexpr uchar normalUrgency = 1;

QDBusMessage callOf(const QString &method)
{
    return QDBusMessage::createMethodCall(service, path, service, method);
}

QString shortened(const QString &text, qsizetype length)
{
    return text.size() <= length ? text : QString(text.left(length - 1) + u'…');
}

} // namespace

NotificationServer::NotificationServer(QObject *parent)
    : QObject(parent)
{
}

NotificationServer::~NotificationServer()
{
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.wanted.stays && entry.id != 0)
            closeOnServer(entry.id);
    }
}

void NotificationServer::connectToSession()
{
    // Connecting waits for the bus's greeting.
    const auto promise = std::make_shared<QPromise<QDBusConnection>>();
    promise->start();
    promise->future().then(this, [this](const QDBusConnection &bus) { setBus(bus); });
    QThreadPool::globalInstance()->start([promise] {
        promise->addResult(QDBusConnection::sessionBus());
        promise->finish();
    });
}

void NotificationServer::setBus(const QDBusConnection &bus)
{
    m_bus = bus;
    if (bus.isConnected()) {
        m_watcher =
            new QDBusServiceWatcher(service, bus, QDBusServiceWatcher::WatchForOwnerChange, this);
        connect(m_watcher, &QDBusServiceWatcher::serviceOwnerChanged, this,
                [this](const QString &, const QString &, const QString &owner) {
                    onOwnerChanged(owner);
                });
        m_bus->connect(service, path, service, u"ActionInvoked"_s, this,
                       SLOT(onActionInvoked(uint, QString)));
        m_bus->connect(service, path, service, u"NotificationClosed"_s, this,
                       SLOT(onClosed(uint, uint)));
        m_bus->connect(service, path, service, u"ActivationToken"_s, this,
                       SLOT(onActivationToken(uint, QString)));
    } else {
        qCInfo(lcApp) << "no session bus: notifications are left to the tray";
    }
    for (const QString &tag : m_entries.keys())
        send(tag);
}

// Another server knows nothing of what the last one showed. One that was started only now gets
// what still stands.
void NotificationServer::onOwnerChanged(const QString &owner)
{
    m_capabilities.reset();
    for (Entry &entry : m_entries)
        entry.id = 0;
    if (owner.isEmpty())
        return;
    for (const QString &tag : m_entries.keys()) {
        Entry &entry = m_entries[tag];
        if (entry.isOnItsWay)
            continue; // it was what started the server
        if (!entry.wanted.stays) {
            m_entries.remove(tag);
            continue;
        }
        entry.isChanged = true;
        send(tag);
    }
}

void NotificationServer::show(const QString &tag, const Notification &notification)
{
    Notification masked = notification;
    masked.title = shortened(maskSecrets(notification.title), longestTitle);
    masked.text = shortened(maskSecrets(notification.text), longestText);
    const auto entry = m_entries.find(tag);
    if (entry != m_entries.end() && entry->wanted == masked && !entry->isUnwanted &&
        !entry->isPressed) {
        return;
    }
    Entry &changed = m_entries[tag];
    changed.wanted = masked;
    changed.isUnwanted = false;
    changed.isPressed = false;
    changed.isChanged = true;
    if (!changed.isOnItsWay)
        send(tag);
}

void NotificationServer::close(const QString &tag)
{
    const auto entry = m_entries.find(tag);
    if (entry == m_entries.end())
        return;
    if (entry->isOnItsWay) {
        entry->isUnwanted = true;
        return;
    }
    if (entry->id != 0)
        closeOnServer(entry->id);
    m_entries.erase(entry);
}

void NotificationServer::closeOnServer(uint id)
{
    QDBusMessage call = callOf(u"CloseNotification"_s);
    call << id;
    m_bus->asyncCall(call);
}

// What the server can decides how a text is written, so it is asked first. The call starts a
// server that is started on demand.
void NotificationServer::askForCapabilities()
{
    if (std::exchange(m_isAsking, true))
        return;
    auto *watcher =
        new QDBusPendingCallWatcher(m_bus->asyncCall(callOf(u"GetCapabilities"_s)), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        m_isAsking = false;
        const QDBusPendingReply<QStringList> reply = *watcher;
        if (!reply.isError())
            m_capabilities = reply.value();
        for (const QString &tag : m_entries.keys()) {
            if (reply.isError())
                giveUp(tag);
            else if (m_entries[tag].isChanged && !m_entries[tag].isOnItsWay)
                send(tag);
        }
    });
}

void NotificationServer::send(const QString &tag)
{
    if (!m_bus)
        return; // setBus() sends it
    if (!m_bus->isConnected())
        return giveUp(tag);
    if (!m_capabilities)
        return askForCapabilities();
    Entry &entry = m_entries[tag];
    entry.isOnItsWay = true;
    entry.isChanged = false;
    QDBusMessage call = callOf(u"Notify"_s);
    call.setArguments(argumentsOf(entry));
    auto *watcher = new QDBusPendingCallWatcher(m_bus->asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, tag] {
        watcher->deleteLater();
        onAnswer(tag, *watcher);
    });
}

QVariantList NotificationServer::argumentsOf(const Entry &entry) const
{
    const Notification &wanted = entry.wanted;
    QStringList actions;
    if (m_capabilities->contains(u"actions"_s)) {
        if (!wanted.whole.isEmpty())
            actions << u"default"_s << wanted.title;
        for (const NotificationAction &action : wanted.actions)
            actions << action.key << action.label;
    }
    const bool takesMarkup = m_capabilities->contains(u"body-markup"_s);
    const QVariantMap hints{{u"desktop-entry"_s, u"glovebox"_s},
                            {u"urgency"_s, QVariant::fromValue(normalUrgency)},
                            {u"suppress-sound"_s, true}};
    return {u"Glovebox"_s,
            QVariant::fromValue(entry.id),
            u"glovebox"_s, // the installed icon's name
            wanted.title,
            takesMarkup ? wanted.text.toHtmlEscaped() : wanted.text,
            actions,
            hints,
            wanted.stays ? untilClosed : serversChoice};
}

void NotificationServer::onAnswer(const QString &tag, const QDBusPendingCall &call)
{
    const QDBusPendingReply<uint> reply = call;
    const auto entry = m_entries.find(tag);
    if (entry == m_entries.end())
        return;
    entry->isOnItsWay = false;
    if (reply.isError()) {
        qCInfo(lcApp).noquote() << "no notification:" << reply.error().message();
        m_capabilities.reset(); // the next one asks again whether there is a server
        return giveUp(tag);
    }
    entry->id = reply.value();
    if (entry->isUnwanted) {
        closeOnServer(entry->id);
        m_entries.erase(entry);
    } else if (entry->isChanged) {
        send(tag);
    }
}

void NotificationServer::giveUp(const QString &tag)
{
    const Entry entry = m_entries.take(tag);
    if (!entry.isUnwanted)
        Q_EMIT undelivered(tag, entry.wanted.title, entry.wanted.text);
}

QString NotificationServer::tagOf(uint id) const
{
    for (const auto &[tag, entry] : m_entries.asKeyValueRange()) {
        if (entry.id == id && id != 0)
            return tag;
    }
    return {};
}

void NotificationServer::onActivationToken(uint id, const QString &token)
{
    if (!tagOf(id).isEmpty())
        Q_EMIT activationGiven(token);
}

void NotificationServer::onActionInvoked(uint id, const QString &key)
{
    const QString tag = tagOf(id);
    if (tag.isEmpty())
        return;
    Entry &entry = m_entries[tag];
    entry.isPressed = true;
    Q_EMIT actionInvoked(tag, key == u"default"_s ? entry.wanted.whole : key);
}

void NotificationServer::onClosed(uint id, uint /*reason*/)
{
    const QString tag = tagOf(id);
    if (tag.isEmpty())
        return;
    // After a press it tells of the one that was pressed: what was shown since then under its
    // number stands.
    const Entry &entry = m_entries[tag];
    if (!entry.isPressed && (entry.isOnItsWay || entry.isChanged))
        return;
    m_entries.remove(tag);
    Q_EMIT closed(tag);
}

} // namespace glovebox::ui
