// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/constanttime.h"
#include "base/limits.h"
#include "mcp/principal.h"
#include "message.h"

#include <QHash>

#include <expected>
#include <functional>
#include <memory>
#include <optional>

namespace glovebox::http {

using glovebox::equalInConstantTime;
using Principal = mcp::Principal;

// Where keys are looked up. Implemented over the clients table; asked once per request, so it
// must answer from memory. Only hashes are stored (DESIGN 4.3).
class KeyStore
{
public:
    virtual ~KeyStore() = default;
    // `keyHashHex` is keyHash() of what was presented. Compare with equalInConstantTime().
    virtual std::optional<Principal> find(QByteArrayView keyHashHex) = 0;
    // Looks for keys that another process has made just now, then calls `done` in the thread of
    // `context`, unless that is gone. A store that is never behind calls it at once.
    virtual void refresh(QObject *context, std::function<void()> done)
    {
        Q_UNUSED(context)
        done();
    }
};

// SHA-256 of a key, lower-case hex.
QByteArray keyHash(QByteArrayView key);

// The path of a request target, without key and query.
QByteArray pathOf(const QByteArray &target);
// The same for the log: not more than the beginning.
QByteArray loggablePath(const QByteArray &target);

// Why a request goes no further. `text` tells what to do; `log` is for the log, without any key.
struct Refusal
{
    int status = 403;
    QString text;
    QString log;
    Headers headers = {};
    bool unknownKey = false; // worth another try after Guard::refreshKeys
};

// Proof that the guard let a request through: nothing else can make one, and Route::handle needs
// one, so that a new route cannot be reached around the guard.
class Admission
{
public:
    const Principal &principal() const { return m_principal; }
    const QByteArray &path() const { return m_path; }   // without key prefix and query
    const QByteArray &query() const { return m_query; } // without "?"
    // "/k/KEY", or empty when no key stood in the address: for addresses that are sent back to
    // that same client. Never for logs.
    const QByteArray &prefix() const { return m_prefix; }
    // Counts against limits::maxCallsInFlightPerKey while somebody holds it. Whoever goes on
    // working after handle() returned keeps a copy until the work is done.
    const std::shared_ptr<void> &inFlight() const { return m_inFlight; }

private:
    friend class Guard;
    Admission() = default;

    Principal m_principal;
    QByteArray m_keyHash; // empty where no key is asked for
    QByteArray m_path;
    QByteArray m_query;
    QByteArray m_prefix;
    std::shared_ptr<void> m_inFlight;
};

struct GuardOptions
{
    // Everybody is this principal and no key is asked for (--auth off).
    std::optional<Principal> everybody = {};
    // Exact origins ("https://app.example") beside our own address.
    QList<QByteArray> allowedOrigins = {};
    int requestsPerSecond = limits::maxRequestsPerSecondPerKey;
    int inFlight = limits::maxCallsInFlightPerKey;
    // Hears of every refusal that stood, for the record. Called often by whoever wants to be.
    std::function<void(const Refusal &)> onRefused = {};
};

// The one gate in front of every route (engineering.md 2.5): loopback peer, Host, Origin, key,
// rate. Decides from the head alone, before a byte of the body is taken.
class Guard
{
public:
    // `keys` may be null only with `everybody`.
    Guard(KeyStore *keys, Clock &clock, GuardOptions options = {});
    ~Guard();

    std::expected<Admission, Refusal> admit(const RequestHead &head);
    // Once the body is there, which takes as long as the peer likes: the key may have been revoked
    // or changed meanwhile.
    std::expected<void, Refusal> admitBody(const Admission &admission) const;
    // For a transport whose peer the kernel vouches for (a local socket): only the key and the
    // rate are left to look at. One key per connection, then one admission per message; whoever
    // works on a message holds what it gave, as Admission::inFlight().
    std::expected<Principal, Refusal> admitKey(const QByteArray &key);
    std::expected<std::shared_ptr<void>, Refusal> admitMessage(const Principal &principal)
    {
        return account(principal);
    }
    // For whoever tells the peer of a refusal of this guard: now it stands.
    void refused(const Refusal &refusal) const;
    // See KeyStore::refresh.
    void refreshKeys(QObject *context, std::function<void()> done);

private:
    struct Account; // of one key
    using Checked = std::expected<void, Refusal>;

    Checked checkPeer(const RequestHead &head) const;
    Checked checkHost(const RequestHead &head) const;
    Checked checkOrigin(const RequestHead &head) const;
    std::expected<Principal, Refusal> lookUp(const QByteArray &key);
    std::expected<Principal, Refusal> identify(const RequestHead &head,
                                               const std::optional<QByteArray> &addressKey);
    std::expected<std::shared_ptr<void>, Refusal> account(const Principal &principal);

    KeyStore *m_keys;
    Clock &m_clock;
    GuardOptions m_options;
    QHash<ClientId, std::shared_ptr<Account>> m_accounts;
};

} // namespace glovebox::http
