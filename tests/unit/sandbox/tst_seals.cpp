// SPDX-License-Identifier: MIT
#include "sandbox/sealprobe.h"

#include <QTest>

#include <unistd.h>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

class tst_seals final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsOnlyWhenEverythingIsMeasured_data();
    void holdsOnlyWhenEverythingIsMeasured();
    void readsThisProcess();
    void aProcessThatIsGoneIsNotSealed();
    void findsItsOwnParents();
};

static const ProcessSeals ours{1, 0, false, u"user:[1]"_s, u"net:[1]"_s, true};
static const ProcessSeals engine{2,     0,     false, u"user:[2]"_s, u"net:[2]"_s,
                                 false, false, {},    true,          true};
static const ProcessSeals renderer{3, 2, false, u"user:[3]"_s, u"net:[3]"_s, false, true};

struct Case
{
    const char *name;
    bool holds;
    void (*change)(ProcessSeals &engine, ProcessSeals &renderer);
};

static const QList<Case> cases{
    {"all of it", true, [](ProcessSeals &, ProcessSeals &) {}},
    {"no filter", false, [](ProcessSeals &, ProcessSeals &r) { r.seccomp = 0; }},
    {"only strict seccomp", false, [](ProcessSeals &, ProcessSeals &r) { r.seccomp = 1; }},
    {"filter unknown", false, [](ProcessSeals &, ProcessSeals &r) { r.seccomp = -1; }},
    {"renderer in our user namespace", false,
     [](ProcessSeals &, ProcessSeals &r) { r.userNamespace = ours.userNamespace; }},
    {"renderer in the engine's user namespace", false,
     [](ProcessSeals &e, ProcessSeals &r) { r.userNamespace = e.userNamespace; }},
    {"renderer's user namespace unknown", false,
     [](ProcessSeals &, ProcessSeals &r) { r.userNamespace.clear(); }},
    {"renderer in our network", false,
     [](ProcessSeals &, ProcessSeals &r) { r.netNamespace = ours.netNamespace; }},
    {"renderer in the engine's network", false,
     [](ProcessSeals &e, ProcessSeals &r) { r.netNamespace = e.netNamespace; }},
    {"engine in our user namespace", false,
     [](ProcessSeals &e, ProcessSeals &) { e.userNamespace = ours.userNamespace; }},
    {"engine in our network", false,
     [](ProcessSeals &e, ProcessSeals &) { e.netNamespace = ours.netNamespace; }},
    {"engine's network unknown", false,
     [](ProcessSeals &e, ProcessSeals &) { e.netNamespace.clear(); }},
    {"renderer that is no child of the engine", false,
     [](ProcessSeals &, ProcessSeals &r) { r.isBelowEngine = false; }},
    {"engine that could open a file of the person's", false,
     [](ProcessSeals &e, ProcessSeals &) { e.filesClosed = false; }},
    {"engine without Landlock, in its own root", true,
     [](ProcessSeals &e, ProcessSeals &) { e.landlock = false; }},
    {"engine in our root, under Landlock", true,
     [](ProcessSeals &e, ProcessSeals &) { e.visible = {u"/home"_s}; }},
    {"engine in our root without Landlock", false,
     [](ProcessSeals &e, ProcessSeals &) {
         e.visible = {u"/home"_s};
         e.landlock = false;
     }},
    {"engine with an interface", false,
     [](ProcessSeals &e, ProcessSeals &) { e.hasNetwork = true; }},
};

void tst_seals::holdsOnlyWhenEverythingIsMeasured_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < cases.size(); ++i)
        QTest::newRow(cases.at(i).name) << i;
}

void tst_seals::holdsOnlyWhenEverythingIsMeasured()
{
    QFETCH(int, index);
    const auto &[name, holds, change] = cases.at(index);
    ProcessSeals e = engine;
    ProcessSeals r = renderer;
    change(e, r);
    const SealStatus strict = judgeSeals(ours, e, r, false);
    QVERIFY(strict.level == (holds ? SealStatus::Level::Sealed : SealStatus::Level::Broken));
    QCOMPARE(strict.reason.isEmpty(), holds);
    // Being allowed less is said; it does not make less look like all.
    const SealStatus allowed = judgeSeals(ours, e, r, true);
    QVERIFY(allowed.level == (holds ? SealStatus::Level::Sealed : SealStatus::Level::Reduced));
    QCOMPARE(allowed.reason.contains(u"GLOVEBOX_ALLOW_ROOT"_s), !holds);
}

void tst_seals::readsThisProcess()
{
    const ProcessSeals self = readProcessSeals(::getpid());
    QVERIFY(self.seccomp >= 0);
    QVERIFY(self.userNamespace.startsWith(u"user:["));
    QVERIFY(self.netNamespace.startsWith(u"net:["));
    QCOMPARE(self.isRoot, ::geteuid() == 0);
    QVERIFY(residentBytes(::getpid()) > 1'000'000);
}

void tst_seals::aProcessThatIsGoneIsNotSealed()
{
    const ProcessSeals gone = readProcessSeals(0x7fffffff);
    QVERIFY(gone.hasNetwork);
    QVERIFY(gone.userNamespace.isEmpty());
    QVERIFY(judgeSeals(ours, gone, renderer, false).level == SealStatus::Level::Broken);
    QVERIFY(judgeSeals(ours, engine, gone, false).level == SealStatus::Level::Broken);
    QCOMPARE(residentBytes(0x7fffffff), 0);
}

void tst_seals::findsItsOwnParents()
{
    QVERIFY(isBelow(::getpid(), ::getppid()));
    QVERIFY(!isBelow(::getppid(), ::getpid()));
    QVERIFY(!isBelow(0x7fffffff, ::getpid()));
}

QTEST_GUILESS_MAIN(tst_seals)
#include "tst_seals.moc"
