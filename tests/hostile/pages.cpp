// SPDX-License-Identifier: MIT
// HTML that a run showed and the person opened: another process, another scheme. The aim: a byte
// arrives at a listener of this process. The control: the same page in a viewer without its layers
// and seals.
#include "families.h"

#include "base/limits.h"
#include "box.h"
#include "sandbox/chartpages.h"
#include "sandbox/pageviewer.h"
#include "sandbox/sealprobe.h"

#include <QSignalSpy>

namespace glovebox::hostile {

using namespace glovebox::sandbox;

namespace {

const QStringList &ways()
{
    static const QStringList all{u"fetch"_s, u"xhr"_s,    u"websocket"_s, u"eventsource"_s,
                                 u"image"_s, u"script"_s, u"style"_s,     u"frame"_s,
                                 u"video"_s, u"beacon"_s, u"worker"_s,    u"form"_s,
                                 u"font"_s,  u"module"_s, u"object"_s,    u"style_import"_s,
                                 u"inner"_s, u"webrtc"_s, u"poster"_s};
    return all;
}

constexpr const char *attack = R"HTML(<!doctype html><title>start</title><body><script>
const url = (way) => `http://127.0.0.1:${ports[way]}/`;
const element = (name, attributes) => new Promise((over) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.onload = made.onerror = over;
  document.body.append(made);
});
const socket = (made) => new Promise((over) => { made.onerror = made.onclose = over; });
const ways = {
  fetch: () => fetch(url("fetch"), { mode: "no-cors" }),
  xhr: () => new Promise((over) => {
    const request = new XMLHttpRequest();
    request.onloadend = over;
    request.open("GET", url("xhr"));
    request.send();
  }),
  websocket: () => socket(new WebSocket(url("websocket").replace("http", "ws"))),
  eventsource: () => socket(new EventSource(url("eventsource"))),
  image: () => element("img", { src: url("image") }),
  script: () => element("script", { src: url("script") }),
  style: () => element("link", { rel: "stylesheet", href: url("style") }),
  frame: () => element("iframe", { src: url("frame") }),
  video: () => element("video", { src: url("video") }),
  beacon: () => navigator.sendBeacon(url("beacon"), "out"),
  form: () => {
    const frame = Object.assign(document.createElement("iframe"), { name: "answer" });
    const form = Object.assign(document.createElement("form"),
                               { action: url("form"), method: "post", target: "answer" });
    document.body.append(frame, form);
    form.submit();
    return new Promise((over) => setTimeout(over, 800));
  },
  font: () => new FontFace("out", `url("${url("font")}")`).load(),
  module: () => import(url("module")),
  object: () => element("object", { data: url("object") }),
  style_import: () => element("style", { textContent: `@import url("${url("style_import")}");` }),
  // A frame of the document's own text has no policy of its own to say it.
  inner: () => element("iframe", {
    srcdoc: `<script>fetch("${url("inner")}", { mode: "no-cors" })<` + "/script>",
  }),
  webrtc: async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${ports.webrtc}` }] });
    peer.createDataChannel("out");
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise((over) => setTimeout(over, 1500));
  },
  poster: () => {
    element("video", { poster: url("poster") });
    return new Promise((over) => setTimeout(over, 500));
  },
  worker: () => new Promise((over) => {
    const text = `fetch("${url("worker")}", { mode: "no-cors" }).finally(() => postMessage(1))`;
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    worker.onmessage = worker.onerror = over;
  }),
};
const limit = new Promise((over) => setTimeout(over, 5000));
Promise.race([limit, Promise.allSettled(Object.values(ways).map(async (way) => way()))])
  .then(() => { document.title = "tried"; });
</script>)HTML";

// What a page asks for beyond the network. Each row's control is the same act, or the nearest that
// the page view's own layers are all that is against, in a viewer without them: where Chromium
// itself is against an act, no layer of ours can be taken away for it. A row that says what is
// refused shows by that report that the act came as far as the door.
struct Door
{
    const char *name;
    const char *script;       // gives what it got; nothing, or an exception: the door is shut
    const char *control = ""; // empty: the same script
    const char *refused = ""; // what the sealed viewer reports of it
};

constexpr const char *ownAddress =
    "const r = await fetch(URL.createObjectURL(new Blob(['x']))); return (await r.text()).length;";

constexpr Door doors[]{
    {"another page of this scheme",
     "const r = await fetch('glovebox-page://page/waiting'); return r.status;", ownAddress},
    {"itself once more", "const r = await fetch(location.href); return (await r.text()).length;",
     ownAddress},
    {"a session's scheme",
     "const r = await fetch('glovebox://a0000000000000000000000000000000/shell.html');"
     "return r.status;",
     ownAddress},
    {"a file", "const r = await fetch('file:///etc/hostname'); return (await r.text()).length;",
     ownAddress},
    {"a window", "return open('about:blank') ? 1 : 0;"},
    {"a window of its own text", "return open('data:text/html,x') ? 1 : 0;"},
    {"a service worker",
     "await navigator.serviceWorker.register('data:text/javascript,'); return 1;",
     "const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));"
     "return new Promise((y) => { w.onmessage = () => y(1); });"},
    {"a channel to the program", "return typeof qt === 'undefined' ? 0 : 1;",
     "globalThis.qt = {}; return typeof qt === 'undefined' ? 0 : 1;"},
    {"who opened it", "return opener ? 1 : 0;", "return open('about:blank').opener ? 1 : 0;"},
    {"the clipboard", "return (await navigator.clipboard.readText()).length + 1;", "",
     "permission"},
    {"notifications", "return await Notification.requestPermission() === 'granted' ? 1 : 0;",
     "return (await navigator.permissions.query({ name: 'notifications' })).state;"},
    {"a place that outlives it", "localStorage.setItem('a', 'b'); return 1;"},
    {"a download",
     "const a = document.createElement('a'); a.download = 'x.txt';"
     "a.href = URL.createObjectURL(new Blob(['x'])); document.body.append(a);"
     "a.click(); await over(300); return 0;",
     "", "download"},
    {"a frame of another address",
     "const f = document.createElement('iframe'); f.src = 'data:text/html,<script>parent."
     "postMessage(1,\"*\")</' + 'script>'; const said = new Promise((y) => {"
     "onmessage = () => y(1); setTimeout(y, 500, 0); }); document.body.append(f); return said;"},
    // Last: its control leaves the page.
    {"the engine's own pages", "location = 'chrome://gpu'; await over(300); return 0;",
     "location = URL.createObjectURL(new Blob([`<title>${i} open</title>`], { type: 'text/html' "
     "}));"
     "return over(2000);"},
};

// One page with all of them, one after the other. Its titles say what each of them got.
QByteArray documentOf(bool isControl)
{
    QByteArray acts;
    for (const Door &door : doors) {
        const char *script = isControl && *door.control ? door.control : door.script;
        acts += "async (i) => { " + QByteArray(script) + " },\n";
    }
    return "<!doctype html><body><script>const over = (ms) => new Promise((y) => setTimeout(y, "
           "ms));"
           "const acts = [" +
           acts +
           "];(async () => { for (const [i, act] of acts.entries()) { let got = 0;"
           "try { got = await Promise.race([act(i), over(2000)]); } catch { got = 0; }"
           "document.title = `${i} ${got ? 'open ' + got : 'shut'}`; await over(50); }"
           "document.title = 'tried'; })();</script>";
}

PageViewer::Options sealed()
{
    return {.program = test::program(u"glovebox-engine"_s)};
}

PageViewer::Options open()
{
    PageViewer::Options options{.program = test::program(u"hostile-engine"_s),
                                .namespaces = false,
                                .files = false,
                                .arguments = {u"--only="_s}};
    options.measure = [](const EngineFacts &, qint64) {
        SealStatus status;
        status.level = SealStatus::Level::Reduced;
        return status;
    };
    return options;
}

const PageWords words{.title = u"A page"_s, .titleFrame = u"%1 — page"_s};

struct Trial
{
    explicit Trial(PageViewer::Options options)
        : viewer(std::move(options), systemClock())
    {
        for (const QString &way : ways())
            ports.insert(way, way == u"webrtc" ? listeners.udp(way) : listeners.tcp(way));
        QObject::connect(&viewer, &PageViewer::titled, &viewer,
                         [this](const QString &title) { said.append(title); });
        shown = viewer.show(words, "<script>const ports = " + compact(ports) + "</script>" + attack,
                            {});
    }

    Listeners listeners;
    QJsonObject ports;
    QStringList said;
    PageViewer viewer;
    QFuture<Result<>> shown;
};

struct Visit
{
    Visit(PageViewer::Options options, const QByteArray &document)
        : viewer(std::move(options), systemClock())
    {
        QObject::connect(&viewer, &PageViewer::titled, &viewer,
                         [this](const QString &title) { said.append(title); });
        QObject::connect(&viewer, &PageViewer::refused, &viewer, [this](const QString &what) {
            refused.append(u"%1 %2"_s.arg(said.size()).arg(what));
        });
        shown = viewer.show(words, document, {});
    }

    QStringList said;
    QStringList refused; // and of which act, as they have numbers
    PageViewer viewer;
    QFuture<Result<>> shown;
};

// A chart whose libraries are loaded as altair's pages load them, and one whose data is at an
// address. The title says how many bars of the first are there, and what is said of the second.
// Its addresses are not in quotes: moc takes what is behind their slashes for a comment.
constexpr const char *chart = R"HTML(<!doctype html><title>start</title>
<div id="near"></div><div id="far"></div><script>
const paths = {
  "vega": `https://cdn.jsdelivr.net/npm/vega@6?noext`,
  "vega-lite": `https://cdn.jsdelivr.net/npm/vega-lite@6.1.0?noext`,
  "vega-embed": `https://cdn.jsdelivr.net/npm/vega-embed@7?noext`,
};
const load = (library) => new Promise((resolve, reject) => {
  const s = document.createElement("script");
  document.getElementsByTagName("head")[0].appendChild(s);
  s.async = true;
  s.onload = resolve;
  s.onerror = () => reject(`Error loading script: ${paths[library]}`);
  s.src = paths[library];
});
const encoding = { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } };
const options = { mode: "vega-lite", renderer: "svg" };
(async () => {
  for (const library of Object.keys(paths)) await load(library);
  await vegaEmbed("#near", {
    data: { values: [{ a: "x", c: 1 }, { a: "y", c: 5 }, { a: "z", c: 2 }] },
    transform: [{ calculate: "datum.c * 2", as: "b" }],
    mark: "bar", encoding,
  }, options);
  await vegaEmbed("#far", { data: { url: ADDRESS }, mark: "bar", encoding }, options);
  const bars = [...document.querySelectorAll("#near .mark-rect path")];
  const tallest = Math.max(...bars.map((bar) => bar.getBoundingClientRect().height));
  const told = document.querySelector("[role=alert]")?.textContent;
  document.title = `${bars.length} bars, the tallest ${tallest > 100}, ${told}`;
})().catch((error) => { document.title = `failed: ${error}`; });
</script>)HTML";

QByteArray chartTaking(const QString &address)
{
    const QByteArray quoted = '"' + address.toUtf8() + '"';
    return QByteArray(chart).replace("ADDRESS", quoted);
}

} // namespace

class tst_pages final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void doesNotGetOut_data();
    void doesNotGetOut();
    void hasNoNetworkAndBothSeals();
    void isNotShownWithoutItsSeals();
    void doesNotLeaveItsDocument();
    void hasNoDoors_data();
    void hasNoDoors();
    void drawsChartsWithoutANetwork();
    void onlySoManyAreOpen();

private:
    std::unique_ptr<Trial> m_sealed;
    std::unique_ptr<Trial> m_open;
    std::unique_ptr<Visit> m_doors;
    std::unique_ptr<Visit> m_openDoors;
};

// That the title changes is what shows that scripts of the page run.
void tst_pages::initTestCase()
{
    m_sealed = std::make_unique<Trial>(sealed());
    m_open = std::make_unique<Trial>(open());
    for (Trial *trial : {m_sealed.get(), m_open.get()}) {
        TRY(trial->shown.isFinished());
        const Result<> shown = trial->shown.result();
        QVERIFY2(shown, shown ? "" : qPrintable(shown.error().text));
        TRY(trial->said.contains(u"tried"_s));
        trial->listeners.knock();
        TRY(trial->listeners.answered());
    }
    m_doors = std::make_unique<Visit>(sealed(), documentOf(false));
    m_openDoors = std::make_unique<Visit>(open(), documentOf(true));
    TRY(m_doors->said.contains(u"tried"_s));
    TRY(m_openDoors->said.size() >= int(std::size(doors)));
}

void tst_pages::doesNotGetOut_data()
{
    QTest::addColumn<QString>("way");
    for (const QString &way : ways())
        QTest::newRow(qPrintable(way)) << way;
}

void tst_pages::doesNotGetOut()
{
    QFETCH(QString, way);
    QVERIFY2(m_open->listeners.hits(way) > 0, "the control did not get out");
    QCOMPARE(m_sealed->listeners.hits(way), 0);
    shown("page");
}

void tst_pages::hasNoNetworkAndBothSeals()
{
    QVERIFY2(m_sealed->viewer.seals().level == SealStatus::Level::Sealed,
             qPrintable(m_sealed->viewer.seals().reason));
    const ProcessSeals viewer = readProcessSeals(m_sealed->viewer.pid());
    QVERIFY(!viewer.hasNetwork);
    QVERIFY(viewer.netNamespace !=
            readProcessSeals(QCoreApplication::applicationPid()).netNamespace);
    QVERIFY(readProcessSeals(m_open->viewer.pid()).hasNetwork);
}

void tst_pages::isNotShownWithoutItsSeals()
{
    PageViewer::Options options = open();
    options.measure = {};
    PageViewer viewer(std::move(options), systemClock());
    QSignalSpy titles(&viewer, &PageViewer::titled);
    const QFuture<Result<>> shown = viewer.show(words, "<title>shown</title>", {});
    TRY(shown.isFinished());
    const Result<> result = shown.result();
    QVERIFY(!result);
    QVERIFY(!result.error().text.isEmpty());
    QCOMPARE(titles.size(), 0);
}

void tst_pages::doesNotLeaveItsDocument()
{
    PageViewer viewer(sealed(), systemClock());
    QSignalSpy refused(&viewer, &PageViewer::refused);
    QSignalSpy titles(&viewer, &PageViewer::titled);
    const QFuture<Result<>> shown = viewer.show(
        words,
        "<!doctype html><title>before</title><script>location = 'http://127.0.0.1:1/?secret';"
        "setTimeout(() => { location.reload(); }, 50);"
        "setTimeout(() => { document.title = 'still here'; }, 200);</script>",
        {});
    TRY(shown.isFinished() && shown.result());
    TRY(titles.size() >= 2);
    QCOMPARE(titles.last().first().toString(), u"still here"_s);
    QCOMPARE(titles.size(), 2); // a reload would have said "before" once more
    TRY(refused.size() >= 2);
    for (const QList<QVariant> &one : refused)
        QCOMPARE(one.first().toString(), u"navigation"_s);
}

void tst_pages::hasNoDoors_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(doors)); ++i)
        QTest::newRow(doors[i].name) << i;
}

void tst_pages::hasNoDoors()
{
    QFETCH(int, index);
    const Door &door = doors[index];
    const QString open = u"%1 open"_s.arg(index);
    const auto isOpen = [&open](const QStringList &said) {
        return std::ranges::any_of(said, [&](const QString &s) { return s.startsWith(open); });
    };
    QVERIFY2(m_doors->said.contains(u"%1 shut"_s.arg(index)),
             qPrintable(m_doors->said.join(u", ")));
    QVERIFY(!isOpen(m_doors->said));
    const QString refusal = u"%1 %2"_s.arg(index).arg(QLatin1StringView(door.refused));
    const bool control =
        *door.refused ? m_doors->refused.contains(refusal) : isOpen(m_openDoors->said);
    QVERIFY2(control, qPrintable(m_openDoors->said.join(u", ") + m_doors->refused.join(u' ')));
    shown("page");
}

// Controls: without the libraries nothing is drawn, and without the layers the data is asked for.
void tst_pages::drawsChartsWithoutANetwork()
{
    Listeners listeners;
    const auto address = [&listeners](const QString &way) {
        return u"http://127.0.0.1:%1/data.json"_s.arg(listeners.tcp(way));
    };
    const auto prepared = [](const QString &at) {
        return preparePage(chartTaking(at), test::assets() + u"/charts"_s, u"nothing of %1"_s).html;
    };
    const QString inside = address(u"sealed"_s);
    Visit drawn(sealed(), prepared(inside));
    Visit bare(sealed(), chartTaking(inside));
    Visit out(open(), prepared(address(u"open"_s)));
    TRY(drawn.said.size() >= 2 && bare.said.size() >= 2 && out.said.size() >= 2);
    QCOMPARE(drawn.said.last(), u"3 bars, the tallest true, nothing of %1"_s.arg(inside).left(80));
    QVERIFY2(bare.said.last().startsWith(u"failed: Error loading script"),
             qPrintable(bare.said.last()));
    listeners.knock();
    TRY(listeners.answered());
    QVERIFY2(listeners.hits(u"open"_s) > 0, "the control did not get out");
    QCOMPARE(listeners.hits(u"sealed"_s), 0);
    shown("page");
}

void tst_pages::onlySoManyAreOpen()
{
    // Not started for real: what counts is how many there are.
    PageViewer::Options options{.program = u"/bin/cat"_s, .namespaces = false, .files = false};
    PageViewers viewers(options, systemClock());
    QList<QFuture<Result<>>> shown;
    for (int i = 0; i < limits::maxPageWindows; ++i)
        shown.append(viewers.open(words, "page", {}));
    const QFuture<Result<>> last = viewers.open(words, "page", {});
    TRY(last.isFinished());
    QVERIFY(last.result().error().code == ErrorCode::LimitExceeded);
    // Each ends by itself, and makes room.
    TRY(viewers.count() == 0);
    for (const QFuture<Result<>> &one : shown)
        QVERIFY(one.isFinished() && !one.result());
}

std::unique_ptr<QObject> makePages()
{
    return std::make_unique<tst_pages>();
}

} // namespace glovebox::hostile

#include "pages.moc"
