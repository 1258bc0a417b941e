// SPDX-License-Identifier: MIT
// Ways to the network. The aim: a byte arrives at a listener of this process. The control: with all
// layers off it does. Besides, each layer that is said to stop an attempt is shown to do so alone.
#include "families.h"

#include "box.h"

namespace glovebox::hostile {

namespace {

struct Way
{
    const char *name;
    QStringList stoppedBy; // each of these layers alone (SECURITY.md)
    // Not empty: Chromium does not have it here, and this is what says so.
    const char *absent = "";
};

const QStringList http{u"csp"_s, u"interceptor"_s, u"resolver"_s, u"namespaces"_s};
const QStringList wire{u"resolver"_s, u"namespaces"_s};

const QList<Way> &ways()
{
    static const QList<Way> all{
        {"fetch", http},
        {"xhr", http},
        {"websocket", http},
        {"webtransport", {u"csp"_s, u"namespaces"_s}},
        {"eventsource", http},
        {"import_http", http},
        {"import_data", http},
        {"import_blob", http},
        {"nested_worker", http},
        {"eval", http},
        {"constructor", http},
        {"timer_text", http},
        {"ctypes", http},
        {"page_fetch", http},
        {"page_xhr", http},
        {"page_websocket", http},
        {"page_webtransport", {u"csp"_s, u"namespaces"_s}},
        {"page_eventsource", http},
        {"page_import_http", http},
        {"page_import_data", http},
        {"page_import_blob", http},
        {"page_nested_worker", http},
        {"page_eval", http},
        {"page_constructor", http},
        {"page_timer_text", http},
        {"page_image", http},
        {"page_script", http},
        {"page_stylesheet", http},
        {"page_style_import", http},
        {"page_prefetch", http},
        {"page_preload", http},
        {"page_preconnect", wire},
        {"page_font", http},
        {"page_frame", http},
        {"page_frame_inline", http},
        {"page_object", http},
        {"page_video", http},
        {"page_beacon", http},
        {"page_form", http},
        {"page_window", wire},
        {"page_shared_worker", http},
        {"page_webrtc", {u"webrtcPolicy"_s, u"namespaces"_s}},
        {"page_navigation", wire},
        {"page_download", wire},
    };
    return all;
}

bool isUdp(const QString &name)
{
    return name.contains(u"webtransport") || name.contains(u"webrtc");
}

// One box with listeners of its own.
struct Trial
{
    explicit Trial(Box *box)
        : box(box)
    {
        for (const Way &way : ways()) {
            const QString name = QString::fromLatin1(way.name);
            ports.insert(name, isUdp(name) ? listeners.udp(name) : listeners.tcp(name));
        }
    }

    void begin()
    {
        box->timeout = std::chrono::seconds(30);
        session = box->newSession();
        run = box->submit(session,
                          calling("attack", {{u"what"_s, u"network"_s}, {u"ports"_s, ports}}));
        const QByteArray url =
            "http://127.0.0.1:" + QByteArray::number(ports[u"ctypes"].toInt()) + "/";
        // With CSP the evaluation ends the interpreter; either way the run ends.
        ctypes = box->submit(box->newSession(),
                             "url = '" + url + "'\n" + contents(own(u"attack_ctypes.py"_s)));
        for (const char *how : {"navigation", "download"}) {
            leaving.append(box->submit(box->newSession(),
                                       calling("attack", {{u"what"_s, u"leave"_s},
                                                          {u"how"_s, QString::fromLatin1(how)},
                                                          {u"ports"_s, ports}})));
        }
    }

    // A page that leaves takes its run along: then the listener was reached.
    bool isOver() const
    {
        return box->hasEnded(run) && box->hasEnded(ctypes) &&
               (box->hasEnded(leaving[0]) || listeners.hits(u"page_navigation"_s) > 0) &&
               (box->hasEnded(leaving[1]) || listeners.hits(u"page_download"_s) > 0);
    }

    Box *box;
    Listeners listeners;
    QJsonObject ports;
    SessionRef session;
    RunId run;
    RunId ctypes;
    QList<RunId> leaving;
};

} // namespace

class tst_network final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void doesNotGetOut_data();
    void doesNotGetOut();

private:
    std::map<QString, QHash<QString, int>> m_hits; // layer → attempt → connections
    QJsonObject m_said;
};

void tst_network::initTestCase()
{
    std::map<QString, std::unique_ptr<Box>> open;
    std::map<QString, std::unique_ptr<Trial>> trials;
    open[QString()] = openBox();
    for (const QString &layer : {u"csp"_s, u"interceptor"_s, u"resolver"_s, u"webrtcPolicy"_s})
        open[layer] = openBox(layer);
    open[u"namespaces"_s] = openBox({}, true);
    for (auto &[layer, box] : open)
        trials[layer] = std::make_unique<Trial>(box.get());
    trials[u"all"_s] = std::make_unique<Trial>(&sealedBox());
    for (auto &[layer, trial] : trials)
        trial->begin();
    for (auto &[layer, trial] : trials) {
        TRY(trial->isOver());
        trial->listeners.knock();
        TRY(trial->listeners.answered());
        for (const Way &way : ways()) {
            const QString name = QString::fromLatin1(way.name);
            m_hits[layer][name] = trial->listeners.hits(name);
        }
    }
    m_said =
        QJsonDocument::fromJson(trials[QString()]->box->outputOf(trials[QString()]->run)).object();
    QVERIFY2(m_said.size() > 20, "the attack did not run");
}

void tst_network::doesNotGetOut_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < ways().size(); ++i)
        QTest::newRow(ways().at(i).name) << i;
}

void tst_network::doesNotGetOut()
{
    QFETCH(int, index);
    const Way &way = ways().at(index);
    const QString name = QString::fromLatin1(way.name);
    const QByteArray said = m_said[name].toString().toUtf8();
    QStringList passed;
    for (const auto &[layer, hits] : m_hits) {
        if (hits[name] > 0)
            passed.append(layer.isEmpty() ? u"none"_s : layer);
    }
    const QByteArray told = "reached with only: " + passed.join(u", ").toUtf8() + "; said " + said;
    QVERIFY2(m_hits[u"all"_s][name] == 0, told.constData());
    if (*way.absent)
        QVERIFY2(said.contains(way.absent), told.constData());
    else
        QVERIFY2(m_hits[QString()][name] > 0, told.constData());
    for (const QString &layer : way.stoppedBy)
        QVERIFY2(m_hits[layer][name] == 0, told.constData());
    shown("network");
}

std::unique_ptr<QObject> makeNetwork()
{
    return std::make_unique<tst_network>();
}

} // namespace glovebox::hostile

#include "network.moc"
