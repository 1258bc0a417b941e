// SPDX-License-Identifier: MIT
#include "chromiumflags.h"

namespace glovebox::engine {

using namespace Qt::StringLiterals;
using Kind = ChromiumFlag::Kind;

namespace {

void addSealFlags(QList<ChromiumFlag> &flags, const Layers &layers)
{
    if (layers.webrtcPolicy) {
        flags.append({u"--force-webrtc-ip-handling-policy=disable_non_proxied_udp"_s, Kind::Seal,
                      u"neither CSP nor the interceptor sees a peer connection's UDP"_s});
    }
    if (layers.resolver) {
        flags.append({u"--host-resolver-rules=MAP * ~NOTFOUND"_s, Kind::Seal,
                      u"no name and no address resolves, loopback included"_s});
    }
    flags.append({u"--no-proxy-server"_s, Kind::Seal, u"a proxy would resolve names for a page"_s});
    flags.append({u"--disable-background-networking"_s, Kind::Seal,
                  u"Chromium itself has nothing to say to anybody"_s});
    flags.append({u"--disable-component-update"_s, Kind::Seal, u"as above"_s});
    flags.append({u"--disable-domain-reliability"_s, Kind::Seal, u"as above"_s});
    flags.append({u"--no-pings"_s, Kind::Seal, u"no hyperlink auditing"_s});
    flags.append({u"--disable-breakpad"_s, Kind::Seal, u"no crash reports"_s});
    flags.append({u"--disable-databases"_s, Kind::Seal, u"nothing is kept in a page"_s});
    flags.append({u"--disable-file-system"_s, Kind::Seal, u"as above"_s});
    flags.append({u"--disable-notifications"_s, Kind::Seal, u"a page speaks to nobody"_s});
    flags.append({u"--disable-speech-api"_s, Kind::Seal, u"as above"_s});
    flags.append({u"--disable-presentation-api"_s, Kind::Seal, u"as above"_s});
    flags.append({u"--disable-3d-apis"_s, Kind::Seal, u"drivers are a large attack surface"_s});
}

void addSpeedFlags(QList<ChromiumFlag> &flags)
{
    flags.append({u"--disable-gpu"_s, Kind::Speed, u"nothing is drawn; saves a process"_s});
    flags.append({u"--disable-gpu-compositing"_s, Kind::Speed, u"as above"_s});
    flags.append({u"--no-unsandboxed-zygote"_s, Kind::Speed,
                  u"every process here is sealed: nothing would be forked from it"_s});
    flags.append({u"--mute-audio"_s, Kind::Speed, u"no audio service"_s});
    flags.append({u"--disable-audio-output"_s, Kind::Speed, u"as above"_s});
    flags.append({u"--no-first-run"_s, Kind::Speed, u"nothing to set up"_s});
    flags.append({u"--disable-background-timer-throttling"_s, Kind::Speed,
                  u"a page without a view counts as hidden and gets 1 timer per second"_s});
    flags.append({u"--disable-renderer-backgrounding"_s, Kind::Speed, u"as above"_s});
    flags.append({u"--disable-backgrounding-occluded-windows"_s, Kind::Speed, u"as above"_s});
}

void addFeatureFlags(QList<ChromiumFlag> &flags)
{
    flags.append({u"--enable-features=WebAssemblyExperimentalJSPI"_s, Kind::Feature,
                  u"asyncio.run and time.sleep of Pyodide switch stacks"_s, u"< 6.11"_s});
    flags.append({u"--disable-features=DocumentPictureInPictureAPI,MediaRouter,"
                  "OptimizationHints,SpareRendererForSitePerProcess,WebOTP,WebBluetooth,WebUSB"_s,
                  Kind::Seal, u"a page opens no window and finds no device"_s, u">= 6.7"_s,
                  u"QTBUG-132681"_s});
    flags.append(
        {u"--js-flags=--max-old-space-size=1024 --wasm-stack-switching-stack-size=3072"_s,
         Kind::Seal,
         u"JavaScript objects are not under the cap of the Python heap; Python recurses on "
         "a stack of its own, which must outlast its limit (runner.mjs); a larger one makes "
         "every await slower"_s});
}

QByteArray quoted(const QString &flag)
{
    const QByteArray text = flag.toUtf8();
    const qsizetype equals = text.indexOf('=');
    if (!text.contains(' '))
        return text;
    // Qt splits the variable as a shell would; the quotes go around the value only.
    return text.left(equals + 1) + '"' + text.mid(equals + 1) + '"';
}

} // namespace

QList<ChromiumFlag> chromiumFlags(const Layers &layers, bool allowRoot, bool isRoot)
{
    QList<ChromiumFlag> flags;
    addSealFlags(flags, layers);
    addSpeedFlags(flags);
    addFeatureFlags(flags);
    if (allowRoot && isRoot) {
        flags.append({u"--no-sandbox"_s, Kind::Feature,
                      u"Chromium refuses to run as root with it; said in red everywhere"_s});
    }
    return flags;
}

QByteArray chromiumFlagsText(const QList<ChromiumFlag> &flags)
{
    QByteArrayList words;
    for (const ChromiumFlag &flag : flags)
        words.append(quoted(flag.flag));
    return words.join(' ');
}

QStringList weakeningVariables()
{
    return {u"QTWEBENGINE_CHROMIUM_FLAGS"_s,
            u"QTWEBENGINE_DISABLE_SANDBOX"_s,
            u"QTWEBENGINE_REMOTE_DEBUGGING"_s,
            u"QTWEBENGINEPROCESS_PATH"_s,
            u"QTWEBENGINE_DICTIONARIES_PATH"_s,
            u"QTWEBENGINE_FORCE_USE_GBM"_s,
            u"SSLKEYLOGFILE"_s};
}

QStringList removeWeakeningVariables()
{
    QStringList removed;
    for (const QString &name : weakeningVariables()) {
        const QByteArray key = name.toLatin1();
        if (qEnvironmentVariableIsSet(key.constData())) {
            removed.append(name);
            qunsetenv(key.constData());
        }
    }
    return removed;
}

} // namespace glovebox::engine
