// SPDX-License-Identifier: MIT
// HTML that a run showed and the person opened: another process, another scheme. The aim: a byte
// arrives at a listener of this process. The control: the same page in a viewer without its layers
// and seals.
#include "families.h"

#include "base/limits.h"
#include "box.h"
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
                                 u"video"_s, u"beacon"_s, u"worker"_s};
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
            ports.insert(way, listeners.tcp(way));
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
    void onlySoManyAreOpen();

private:
    std::unique_ptr<Trial> m_sealed;
    std::unique_ptr<Trial> m_open;
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
