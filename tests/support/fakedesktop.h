// SPDX-License-Identifier: MIT
#pragma once

#include "fakenotifications.h"

#include <QDBusContext>
#include <QJsonArray>
#include <QTextStream>

#include <cstdio>

// Where tray icons register themselves.
class Watcher : public QObject, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.StatusNotifierWatcher")
    Q_PROPERTY(bool IsStatusNotifierHostRegistered MEMBER isThere)
    Q_PROPERTY(int ProtocolVersion MEMBER version)
    Q_PROPERTY(QStringList RegisteredStatusNotifierItems READ items)

public:
    QString service; // of the last icon
    QString path;
    bool isThere = true;
    int version = 0;
    QStringList items() const { return {service}; }

public Q_SLOTS:
    void RegisterStatusNotifierItem(const QString &item);
    void RegisterStatusNotifierHost(const QString &) {}

Q_SIGNALS:
    void StatusNotifierItemRegistered(const QString &item);
    void StatusNotifierHostRegistered();
};

class FakeDesktop : public QObject
{
    Q_OBJECT

public:
    explicit FakeDesktop(bool withTray);

private:
    void obey(const QStringList &words);
    void sayShown(const QString &event) const;
    QString toolTip() const;
    QJsonArray menuLabels() const;
    // Where programs are asked for that, whether they know of this session or not.
    static QString readersBus();
    // Everything that a screen reader sees of the programs on the accessibility bus.
    enum class Which { All, Shown };
    QJsonArray accessibles(Which which) const;

    FakeNotifications m_notifications;
    Watcher m_watcher;
    QTextStream m_input{stdin};
};
