// SPDX-License-Identifier: MIT
#pragma once

#include <QDBusConnection>
#include <QProcess>

// A session bus that only this test knows, with a daemon of its own.
class PrivateBus
{
public:
    PrivateBus()
    {
        m_daemon.setStandardErrorFile(QProcess::nullDevice());
        m_daemon.start(QStringLiteral("dbus-daemon"),
                       {QStringLiteral("--session"), QStringLiteral("--nofork"),
                        QStringLiteral("--nopidfile"), QStringLiteral("--print-address")});
        if (m_daemon.waitForStarted() && m_daemon.waitForReadyRead())
            m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
    }
    ~PrivateBus()
    {
        for (const QString &name : std::as_const(m_names))
            QDBusConnection::disconnectFromBus(name);
        m_daemon.terminate();
        m_daemon.waitForFinished();
    }

    bool isThere() const { return !m_address.isEmpty(); }
    QString address() const { return m_address; }

    // A peer of its own: two of them in one process speak over the bus.
    QDBusConnection peer(const QString &name)
    {
        const QString unique = name + m_address;
        m_names.append(unique);
        return QDBusConnection::connectToBus(m_address, unique);
    }

private:
    QProcess m_daemon;
    QString m_address;
    QStringList m_names;
};
