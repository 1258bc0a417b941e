// SPDX-License-Identifier: MIT
// What one session leaves for another, and what a person would be asked for.
#include "families.h"

#include "box.h"

namespace glovebox::hostile {

namespace {

// The control of a place that works: the session that left something finds it itself. The others do
// not exist here, and what they say shows it.
struct Place
{
    const char *name;
    const char *absent = "";
};

constexpr Place places[]{
    {"indexeddb"},
    {"caches", "is unsupported"},
    {"opfs", "SecurityError"},
    {"locks"},
    {"page_indexeddb"},
    {"page_caches", "is unsupported"},
    {"page_opfs", "SecurityError"},
    {"page_locks"},
    {"page_local_storage", "of null"},
    {"page_session_storage"},
    {"page_cookies", "found: ;"},
    {"page_window_name"},
};

constexpr const char *permissions[]{
    "page_geolocation", "page_camera",        "page_microphone",
    "page_screen",      "page_notifications", "page_clipboard",
    "page_file_picker", "page_fonts",         "page_service_worker",
};

const QString secret = u"other-session-secret"_s;

} // namespace

class tst_storage final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isNotShared_data();
    void isNotShared();
    void messagesDoNotReachAnotherSession();
    void isNotGranted_data();
    void isNotGranted();

private:
    Box &m_box = sealedBox();
    SessionRef m_first;
    SessionRef m_second;
    QJsonObject m_left; // what the first session met when it left it
    QJsonObject m_found;
    QJsonObject m_foundByOther;
    QJsonObject m_asked;
};

void tst_storage::initTestCase()
{
    m_first = m_box.newSession();
    m_second = m_box.newSession();
    m_left = m_box.attack(m_first, {{u"what"_s, u"put"_s}});
    m_found = m_box.attack(m_first, {{u"what"_s, u"get"_s}});
    m_foundByOther = m_box.attack(m_second, {{u"what"_s, u"get"_s}});
    m_asked = m_box.attack(m_second, {{u"what"_s, u"permissions"_s}});
    QVERIFY2(m_found.size() >= 8, m_box.outputOf(m_box.last).constData());
}

void tst_storage::isNotShared_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(places)); ++i)
        QTest::newRow(places[i].name) << i;
}

void tst_storage::isNotShared()
{
    QFETCH(int, index);
    const auto &[key, absent] = places[index];
    const QString name = QString::fromLatin1(key);
    const QString told = u"left: %1; found: %2; found by the other: %3"_s.arg(
        m_left[name].toString(), m_found[name].toString(), m_foundByOther[name].toString());
    QVERIFY2(m_foundByOther.contains(name), qPrintable(told));
    QVERIFY2(!m_foundByOther[name].toString().contains(secret), qPrintable(told));
    if (*absent)
        QVERIFY2(told.contains(QLatin1StringView(absent)), qPrintable(told));
    else
        QVERIFY2(m_found[name].toString().contains(secret), qPrintable(told));
    shown("storage");
}

void tst_storage::messagesDoNotReachAnotherSession()
{
    // Both listen; the first speaks.
    const QByteArray listen = "import js\nfrom pyodide.ffi import create_proxy\n"
                              "heard = []\nchannel = js.BroadcastChannel.new('between')\n"
                              "channel.onmessage = create_proxy(lambda e: heard.append(e.data))\n";
    m_box.python(m_first, listen + "other = js.BroadcastChannel.new('between')\n");
    m_box.python(m_second, listen);
    QCOMPARE(m_box.python(m_first, "import asyncio\nother.postMessage('secret')\n"
                                   "while not heard: await asyncio.sleep(0.01)\nprint(heard)\n"),
             "['secret']\n"); // the control: within one session it arrives
    QCOMPARE(m_box.python(m_second, "import asyncio\nawait asyncio.sleep(0.1)\nprint(heard)\n"),
             "[]\n");
    shown("storage");
}

void tst_storage::isNotGranted_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : permissions)
        QTest::newRow(name) << QString::fromLatin1(name);
}

// Chromium has them, or has not, or asks; whichever it is, it says so, and the answer is no.
void tst_storage::isNotGranted()
{
    QFETCH(QString, name);
    const QString said = m_asked[name].toString();
    QVERIFY2(said.startsWith(u"failed") || said == u"denied" || said == u"prompt",
             qPrintable(name + u": "_s + said));
    shown("permissions");
}

std::unique_ptr<QObject> makeStorage()
{
    return std::make_unique<tst_storage>();
}

} // namespace glovebox::hostile

#include "storage.moc"
