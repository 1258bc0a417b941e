// SPDX-License-Identifier: MIT
#pragma once

#include <QDBusConnection>
#include <QHash>
#include <QObject>
#include <QStringList>

#include <optional>

class QDBusPendingCall;
class QDBusServiceWatcher;

namespace glovebox::ui {

struct NotificationAction
{
    QString key; // comes back unchanged when the person presses it
    QString label;

    bool operator==(const NotificationAction &) const = default;
};

// Plain text: what looks like markup in it is shown as it is written, whatever the server makes of
// markup.
struct Notification
{
    QString title;
    QString text;
    QList<NotificationAction> actions = {};
    QString whole = {}; // key of a press on the notification itself; empty: it does nothing
    bool stays = false; // until it is closed here or by the person

    bool operator==(const Notification &) const = default;
};

// Notifications of the desktop: org.freedesktop.Notifications 1.2 on the session bus. Each has a
// tag of ours; showing another one with the same tag replaces it in place. Secrets of known shapes
// are masked, because desktops show notifications over a locked screen and keep them. Nothing here
// waits for the bus: what is shown before the bus or the server answers is sent when it does.
class NotificationServer final : public QObject
{
    Q_OBJECT

public:
    explicit NotificationServer(QObject *parent = nullptr);
    ~NotificationServer() override; // closes what stays: nobody is left to hear its buttons

    // The session's bus, which is reached from another thread.
    void connectToSession();
    void setBus(const QDBusConnection &bus);

    void show(const QString &tag, const Notification &notification);
    void close(const QString &tag);
    bool isShown(const QString &tag) const { return m_entries.contains(tag); }

Q_SIGNALS:
    // The person pressed something; the server usually closes the notification by itself then.
    void actionInvoked(const QString &tag, const QString &key);
    // It is no longer on the screen, and not because it was closed here.
    void closed(const QString &tag);
    // What lets a window of ours come to the front on Wayland; before actionInvoked.
    void activationGiven(const QString &token);
    // There is no server that takes it. Nothing is shown under the tag any more.
    void undelivered(const QString &tag, const QString &title, const QString &text);

private Q_SLOTS:
    void onActionInvoked(uint id, const QString &key);
    void onClosed(uint id, uint reason);
    void onActivationToken(uint id, const QString &token);

private:
    struct Entry
    {
        Notification wanted;
        uint id = 0;             // the server's; 0: not known yet
        bool isOnItsWay = false; // a Notify call that was not answered yet
        bool isChanged = false;  // since that call
        bool isUnwanted = false; // to be closed once its id is known
        bool isPressed = false;  // the server is about to close it by itself
    };

    void askForCapabilities();
    void onOwnerChanged(const QString &owner);
    void send(const QString &tag);
    void onAnswer(const QString &tag, const QDBusPendingCall &call);
    void closeOnServer(uint id);
    void giveUp(const QString &tag);
    QString tagOf(uint id) const;
    QVariantList argumentsOf(const Entry &entry) const;

    std::optional<QDBusConnection> m_bus;
    QDBusServiceWatcher *m_watcher = nullptr;
    std::optional<QStringList> m_capabilities;
    bool m_isAsking = false;
    QHash<QString, Entry> m_entries; // by tag
};

} // namespace glovebox::ui
