// SPDX-License-Identifier: MIT
#pragma once

#include <QDBusConnection>
#include <QMap>
#include <QObject>
#include <QVariantMap>

#include <algorithm>
#include <optional>

// A notification server as a desktop has one, on a bus of the test.
class FakeNotifications : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown
    {
        uint id = 0;
        uint replaces = 0;
        QString icon;
        QString title;
        QString body;
        QStringList actions; // key, label, key, label …
        QVariantMap hints;
        int timeout = 0;

        QString keyOf(const QString &label) const
        {
            const qsizetype at = actions.indexOf(label);
            return at < 1 ? QString() : actions.at(at - 1);
        }
    };

    QStringList capabilities{QStringLiteral("actions"), QStringLiteral("body"),
                             QStringLiteral("body-markup")};
    QList<Shown> calls;      // every Notify
    QMap<uint, Shown> shown; // what is on the screen
    QList<uint> closedByProgram;

    bool serve(const QDBusConnection &bus)
    {
        m_bus.emplace(bus);
        return m_bus->registerObject(path(), this, QDBusConnection::ExportAllContents) &&
               m_bus->registerService(service());
    }
    // The desktop's server ends, or is another one from now on.
    void leave()
    {
        m_bus->unregisterService(service());
        m_bus->unregisterObject(path());
        shown.clear();
    }

    int newOnes() const // that did not replace another one
    {
        return int(std::ranges::count(calls, 0u, &Shown::replaces));
    }

    // As the person does: the notification goes away with the press.
    void press(uint id, const QString &key)
    {
        Q_EMIT ActivationToken(id, QStringLiteral("token-1"));
        Q_EMIT ActionInvoked(id, key);
        dismiss(id);
    }
    void dismiss(uint id)
    {
        if (shown.remove(id))
            Q_EMIT NotificationClosed(id, 2);
    }

public Q_SLOTS:
    QStringList GetCapabilities() const { return capabilities; }
    uint Notify(const QString &, uint replaces, const QString &icon, const QString &title,
                const QString &body, const QStringList &actions, const QVariantMap &hints,
                int timeout)
    {
        const uint id = replaces ? replaces : ++m_last;
        calls.append({id, replaces, icon, title, body, actions, hints, timeout});
        shown.insert(id, calls.last());
        Q_EMIT notified(id);
        return id;
    }
    void CloseNotification(uint id)
    {
        closedByProgram.append(id);
        if (shown.remove(id))
            Q_EMIT NotificationClosed(id, 3);
    }
    QString GetServerInformation(QString &vendor, QString &version, QString &spec) const
    {
        vendor = QStringLiteral("test");
        version = QStringLiteral("1");
        spec = QStringLiteral("1.2");
        return QStringLiteral("fake");
    }

Q_SIGNALS:
    void ActionInvoked(uint id, const QString &key);
    void NotificationClosed(uint id, uint reason);
    void ActivationToken(uint id, const QString &token);
    void notified(uint id); // for the test

private:
    static QString service() { return QStringLiteral("org.freedesktop.Notifications"); }
    static QString path() { return QStringLiteral("/org/freedesktop/Notifications"); }

    std::optional<QDBusConnection> m_bus;
    uint m_last = 0;
};
