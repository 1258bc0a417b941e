// SPDX-License-Identifier: MIT
#include "engine/chromiumflags.h"

#include <QTest>

#include <algorithm>

using namespace glovebox::engine;
using namespace Qt::StringLiterals;

class tst_flags final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFlagHasAReason();
    void namesEachSwitchOnce();
    void neverWeakensTheSandbox_data();
    void neverWeakensTheSandbox();
    void runsWithoutSandboxOnlyAsAllowedRoot();
    void eachNetworkLayerHasItsFlag();
    void quotesValuesWithSpaces();
    void removesWeakeningVariables();
};

static bool has(const QList<ChromiumFlag> &flags, const QString &start)
{
    return std::ranges::any_of(flags,
                               [&](const ChromiumFlag &f) { return f.flag.startsWith(start); });
}

void tst_flags::everyFlagHasAReason()
{
    for (const ChromiumFlag &flag : chromiumFlags({}, true, true)) {
        QVERIFY2(flag.flag.startsWith(u"--"), qPrintable(flag.flag));
        QVERIFY2(!flag.reason.isEmpty() && !flag.versions.isEmpty(), qPrintable(flag.flag));
    }
}

// Chromium takes the last of two; the first would be lost without a word.
void tst_flags::namesEachSwitchOnce()
{
    QStringList names;
    for (const ChromiumFlag &flag : chromiumFlags({}, true, true))
        names.append(flag.flag.section(u'=', 0, 0));
    QCOMPARE(names.removeDuplicates(), 0);
}

void tst_flags::neverWeakensTheSandbox_data()
{
    QTest::addColumn<QString>("flag");
    for (const char *flag :
         {"--single-process", "--disable-web-security", "--remote-debugging", "--disable-seccomp",
          "--disable-namespace-sandbox", "--disable-setuid-sandbox", "--in-process-gpu",
          "--allow-file-access", "--disable-site-isolation", "--no-zygote"})
        QTest::newRow(flag) << QString::fromLatin1(flag);
}

void tst_flags::neverWeakensTheSandbox()
{
    QFETCH(QString, flag);
    for (const bool root : {false, true})
        QVERIFY(!has(chromiumFlags({}, root, root), flag));
}

void tst_flags::runsWithoutSandboxOnlyAsAllowedRoot()
{
    QVERIFY(has(chromiumFlags({}, true, true), u"--no-sandbox"_s));
    QVERIFY(!has(chromiumFlags({}, true, false), u"--no-sandbox"_s));
    QVERIFY(!has(chromiumFlags({}, false, true), u"--no-sandbox"_s));
    QVERIFY(!has(chromiumFlags({}, false, false), u"--no-sandbox"_s));
}

void tst_flags::eachNetworkLayerHasItsFlag()
{
    Layers noResolver;
    noResolver.resolver = false;
    QVERIFY(has(chromiumFlags({}, false, false), u"--host-resolver-rules"_s));
    QVERIFY(!has(chromiumFlags(noResolver, false, false), u"--host-resolver-rules"_s));
    Layers noPolicy;
    noPolicy.webrtcPolicy = false;
    QVERIFY(has(chromiumFlags({}, false, false), u"--force-webrtc-ip-handling-policy"_s));
    QVERIFY(!has(chromiumFlags(noPolicy, false, false), u"--force-webrtc-ip-handling-policy"_s));
}

void tst_flags::quotesValuesWithSpaces()
{
    const QByteArray text = chromiumFlagsText(chromiumFlags({}, false, false));
    QVERIFY2(text.contains("--host-resolver-rules=\"MAP * ~NOTFOUND\""), text.constData());
}

void tst_flags::removesWeakeningVariables()
{
    qputenv("QTWEBENGINE_DISABLE_SANDBOX", "1");
    qputenv("QTWEBENGINE_REMOTE_DEBUGGING", "1234");
    const QStringList removed = removeWeakeningVariables();
    QVERIFY(removed.contains(u"QTWEBENGINE_DISABLE_SANDBOX"_s));
    QVERIFY(removed.contains(u"QTWEBENGINE_REMOTE_DEBUGGING"_s));
    QVERIFY(!qEnvironmentVariableIsSet("QTWEBENGINE_DISABLE_SANDBOX"));
    QVERIFY(removeWeakeningVariables().isEmpty());
}

QTEST_GUILESS_MAIN(tst_flags)
#include "tst_flags.moc"
