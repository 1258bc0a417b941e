// SPDX-License-Identifier: MIT
// A desktop for tests of the whole program: a notification server and, with --tray, a place for
// tray icons (StatusNotifierItem), on the session bus of its environment. Says what happens as
// lines of JSON, and does what lines on its standard input say: "press ID LABEL", "dismiss ID",
// "tooltip", "menu", "activate", "reader" (its bus), "accessibles", "onscreen" (of these what is
// shown).
#include "fakenotifications.h"

#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusInterface>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusReply>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>
#include <QTextStream>

#include "fakedesktop.h"

using namespace Qt::StringLiterals;

namespace {

constexpr auto itemInterface = "org.kde.StatusNotifierItem"_L1;

void say(const QJsonObject &what)
{
    QTextStream(stdout) << QJsonDocument(what).toJson(QJsonDocument::Compact) << Qt::endl;
}

// One entry of com.canonical.dbusmenu: (ia{sv}av).
void collect(const QDBusArgument &entry, QJsonArray &labels)
{
    int id = 0;
    QVariantMap properties;
    QList<QVariant> children;
    entry.beginStructure();
    entry >> id >> properties >> children;
    entry.endStructure();
    const QString label = properties.value(u"label"_s).toString();
    if (!label.isEmpty() && properties.value(u"visible"_s, true).toBool())
        labels.append(label);
    for (const QVariant &child : std::as_const(children))
        collect(child.value<QDBusArgument>(), labels);
}

} // namespace

void Watcher::RegisterStatusNotifierItem(const QString &item)
{
    service = item.startsWith(u'/') ? message().service() : item;
    path = item.startsWith(u'/') ? item : u"/StatusNotifierItem"_s;
    say({{u"event"_s, u"icon"_s}});
    Q_EMIT StatusNotifierItemRegistered(service);
}

FakeDesktop::FakeDesktop(bool withTray)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    bool isReady = m_notifications.serve(bus);
    if (withTray) {
        QDBusConnection tray = bus;
        isReady = tray.registerObject(u"/StatusNotifierWatcher"_s, &m_watcher,
                                      QDBusConnection::ExportAllContents) &&
                  tray.registerService(u"org.kde.StatusNotifierWatcher"_s) && isReady;
    }
    auto *input = new QSocketNotifier(0, QSocketNotifier::Read, this);
    connect(input, &QSocketNotifier::activated, this, [this] {
        QString line;
        if (!m_input.readLineInto(&line))
            return QCoreApplication::quit();
        obey(line.split(u' '));
    });
    connect(&m_notifications, &FakeNotifications::notified, this, [this] { sayShown(u"shown"_s); });
    connect(&m_notifications, &FakeNotifications::NotificationClosed, this,
            [this] { sayShown(u"closed"_s); });
    say({{u"event"_s, isReady ? u"ready"_s : u"failed"_s}});
}

void FakeDesktop::sayShown(const QString &event) const
{
    QJsonArray shown;
    for (const FakeNotifications::Shown &each : m_notifications.shown) {
        shown.append(QJsonObject{{u"id"_s, qint64(each.id)},
                                 {u"title"_s, each.title},
                                 {u"body"_s, each.body},
                                 {u"actions"_s, QJsonArray::fromStringList(each.actions)}});
    }
    say({{u"event"_s, event},
         {u"shown"_s, shown},
         {u"calls"_s, m_notifications.calls.size()},
         {u"new"_s, m_notifications.newOnes()}});
}

void FakeDesktop::obey(const QStringList &words)
{
    const QString command = words.value(0);
    const auto id = words.value(1).toUInt();
    if (command == u"press")
        m_notifications.press(id, m_notifications.shown.value(id).keyOf(words.value(2)));
    else if (command == u"dismiss")
        m_notifications.dismiss(id);
    else if (command == u"tooltip")
        say({{u"event"_s, u"tooltip"_s}, {u"text"_s, toolTip()}});
    else if (command == u"menu")
        say({{u"event"_s, u"menu"_s}, {u"labels"_s, menuLabels()}});
    else if (command == u"reader")
        say({{u"event"_s, u"reader"_s}, {u"address"_s, readersBus()}});
    else if (command == u"accessibles")
        say({{u"event"_s, u"accessibles"_s}, {u"all"_s, accessibles(Which::All)}});
    else if (command == u"onscreen")
        say({{u"event"_s, u"onscreen"_s}, {u"all"_s, accessibles(Which::Shown)}});
    else if (command == u"activate")
        QDBusInterface(m_watcher.service, m_watcher.path, itemInterface)
            .asyncCall(u"Activate"_s, 0, 0);
}

QString FakeDesktop::toolTip() const
{
    QDBusMessage get = QDBusMessage::createMethodCall(
        m_watcher.service, m_watcher.path, u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    get << QString(itemInterface) << u"ToolTip"_s;
    const QDBusReply<QVariant> reply = QDBusConnection::sessionBus().call(get);
    if (!reply.isValid())
        return reply.error().message();
    // (sa(iiay)ss): icon, pixmaps, title, text
    const auto tip = reply.value().value<QDBusArgument>();
    QString iconName;
    QString title;
    tip.beginStructure();
    tip >> iconName;
    tip.beginArray();
    while (!tip.atEnd()) {
        int width = 0;
        int height = 0;
        QByteArray bytes;
        tip.beginStructure();
        tip >> width >> height >> bytes;
        tip.endStructure();
    }
    tip.endArray();
    tip >> title;
    return title;
}

QJsonArray FakeDesktop::menuLabels() const
{
    QDBusMessage get = QDBusMessage::createMethodCall(m_watcher.service, u"/MenuBar"_s,
                                                      u"com.canonical.dbusmenu"_s, u"GetLayout"_s);
    get << 0 << -1 << QStringList();
    const QDBusMessage reply = QDBusConnection::sessionBus().call(get);
    QJsonArray labels;
    if (reply.arguments().size() == 2)
        collect(reply.arguments().at(1).value<QDBusArgument>(), labels);
    return labels;
}

namespace {

constexpr auto accessible = "org.a11y.atspi.Accessible"_L1;
constexpr int mostParts = 4000;
constexpr auto showing = "showing"_L1;
constexpr std::pair<QLatin1StringView, int> states[]{
    // ATSPI_STATE_…
    {"active"_L1, 1}, {"enabled"_L1, 8}, {"focusable"_L1, 11}, {"focused"_L1, 12}, {showing, 25},
};

struct Reference // (so)
{
    QString service;
    QString path;
};

QDBusMessage ask(const QDBusConnection &bus, const Reference &part, const QString &method)
{
    return bus.call(QDBusMessage::createMethodCall(part.service, part.path, accessible, method));
}

QList<Reference> childrenOf(const QDBusConnection &bus, const Reference &part)
{
    QList<Reference> children;
    const QDBusMessage reply = ask(bus, part, u"GetChildren"_s);
    if (reply.arguments().isEmpty())
        return children;
    const auto list = reply.arguments().first().value<QDBusArgument>();
    list.beginArray();
    while (!list.atEnd()) {
        Reference child;
        QDBusObjectPath path;
        list.beginStructure();
        list >> child.service >> path;
        list.endStructure();
        child.path = path.path();
        children.append(child);
    }
    list.endArray();
    return children;
}

void addStates(const QDBusConnection &bus, const Reference &part, QJsonObject &to)
{
    const QDBusMessage reply = ask(bus, part, u"GetState"_s);
    const auto words = reply.arguments().isEmpty()
                           ? QList<uint>()
                           : qdbus_cast<QList<uint>>(reply.arguments().first());
    for (const auto &[name, state] : states)
        to[name] = bool((words.value(state / 32) >> (state % 32)) & 1);
}

QJsonObject described(const QDBusConnection &bus, const Reference &part)
{
    QDBusMessage get = QDBusMessage::createMethodCall(
        part.service, part.path, u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    get << QString(accessible) << u"Name"_s;
    const QDBusReply<QVariant> name = bus.call(get);
    const QDBusReply<QString> role = ask(bus, part, u"GetRoleName"_s);
    QJsonObject description{{u"name"_s, name.value().toString()}, {u"role"_s, role.value()}};
    addStates(bus, part, description);
    return description;
}

} // namespace

QString FakeDesktop::readersBus()
{
    const QDBusReply<QString> address =
        QDBusConnection::sessionBus().call(QDBusMessage::createMethodCall(
            u"org.a11y.Bus"_s, u"/org/a11y/bus"_s, u"org.a11y.Bus"_s, u"GetAddress"_s));
    return address.value();
}

QJsonArray FakeDesktop::accessibles(Which which) const
{
    const QDBusConnection bus = QDBusConnection::connectToBus(readersBus(), u"a11y"_s);
    struct Part
    {
        Reference itself;
        QString window;
    };
    QList<Part> parts{{{u"org.a11y.atspi.Registry"_s, u"/org/a11y/atspi/accessible/root"_s}, {}}};
    QJsonArray all;
    for (qsizetype at = 0; at < parts.size() && at < mostParts; ++at) {
        const Part part = parts.at(at);
        QJsonObject description;
        if (at > 0) {
            description = described(bus, part.itself);
            description["window"_L1] = part.window;
            all.append(description);
        }
        const QString role = description["role"_L1].toString();
        const bool isProgram = role == u"application";
        // What is in a hidden part is hidden; programs themselves are never said to be shown.
        const bool isLeftOut =
            which == Which::Shown && at > 0 && !isProgram && !description[showing].toBool();
        // Rows of lists and tables can be a hundred thousand.
        if (isLeftOut || role == u"list" || role == u"table" || role == u"tree" ||
            role == u"tree table")
            continue;
        for (const Reference &child : childrenOf(bus, part.itself))
            parts.append({child, isProgram ? child.service + child.path : part.window});
    }
    return all;
}

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const FakeDesktop desktop(application.arguments().contains(u"--tray"_s));
    return application.exec();
}
