// SPDX-License-Identifier: MIT
#include "guard.h"

#include <QCryptographicHash>

#include <array>

namespace glovebox::http {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array loopbackNames{QByteArrayView("127.0.0.1"), QByteArrayView("localhost"),
                                   QByteArrayView("[::1]")};
constexpr QByteArrayView keyPrefix = "/k/";
constexpr QByteArrayView bearer = "Bearer ";

std::unexpected<Refusal> refuse(int status, const QString &text, const QString &log,
                                const Headers &headers = {})
{
    return std::unexpected(Refusal{status, text, log, headers});
}

// "name:port" with one of our names, compared whole and without case. Port 80 is never implied:
// we do not listen on it.
bool isOwnAuthority(QByteArrayView authority, quint16 port)
{
    const QByteArray suffix = ':' + QByteArray::number(port);
    for (const QByteArrayView name : loopbackNames) {
        if (authority.size() == name.size() + suffix.size() &&
            authority.first(name.size()).compare(name, Qt::CaseInsensitive) == 0 &&
            authority.sliced(name.size()) == suffix) {
            return true;
        }
    }
    return false;
}

struct Target
{
    QByteArray path;
    QByteArray query;
    std::optional<QByteArray> key;
};

// Splits "/k/KEY/rest?query". The key never gets any further than here.
Target split(const QByteArray &target)
{
    Target parts;
    const qsizetype mark = target.indexOf('?');
    parts.path = mark < 0 ? target : target.first(mark);
    parts.query = mark < 0 ? QByteArray() : target.sliced(mark + 1);
    if (!parts.path.startsWith(keyPrefix))
        return parts;
    const qsizetype end = parts.path.indexOf('/', keyPrefix.size());
    parts.key =
        parts.path.sliced(keyPrefix.size(), (end < 0 ? parts.path.size() : end) - keyPrefix.size());
    parts.path = end < 0 ? QByteArray("/") : parts.path.sliced(end);
    return parts;
}

std::optional<QByteArray> bearerToken(const Headers &headers)
{
    if (!headers.contains("authorization"))
        return std::nullopt;
    const QByteArray value = headers.value("authorization").trimmed();
    if (value.size() <= bearer.size() ||
        QByteArrayView(value).first(bearer.size()).compare(bearer, Qt::CaseInsensitive) != 0) {
        return QByteArray();
    }
    return value.sliced(bearer.size()).trimmed();
}

Headers challenge()
{
    // No resource_metadata: there is no OAuth here, and clients must not go looking for it.
    return {{"WWW-Authenticate", "Bearer realm=\"Glovebox key\""}};
}

} // namespace

QByteArray keyHash(QByteArrayView key)
{
    return QCryptographicHash::hash(key, QCryptographicHash::Sha256).toHex();
}

QByteArray pathOf(const QByteArray &target)
{
    return split(target).path;
}

// A key that a misspelled address holds once more, or where it is not looked for, is still a key.
QByteArray loggablePath(const QByteArray &target)
{
    QList<QByteArray> parts = pathOf(target).split('/');
    for (qsizetype i = 1; i < parts.size(); ++i) {
        if (parts[i].startsWith("gb_") || parts[i - 1].toLower() == "k")
            parts[i] = "(a key)";
    }
    return parts.join('/').left(200);
}

// A token bucket and a count.
struct Guard::Account
{
    double tokens = 0;
    std::chrono::milliseconds filled{0};
    int inFlight = 0;
};

Guard::Guard(KeyStore *keys, Clock &clock, GuardOptions options)
    : m_keys(keys)
    , m_clock(clock)
    , m_options(std::move(options))
{
    Q_ASSERT(m_keys || m_options.everybody);
}

Guard::~Guard() = default;

std::expected<Admission, Refusal> Guard::admit(const RequestHead &head)
{
    for (const auto check : {&Guard::checkPeer, &Guard::checkHost, &Guard::checkOrigin}) {
        if (auto checked = (this->*check)(head); !checked)
            return std::unexpected(checked.error());
    }
    if (!head.target.startsWith('/')) {
        return refuse(400, u"The request target must be a path that begins with \"/\"."_s,
                      u"target is no path"_s);
    }
    const Target target = split(head.target);
    // Asked before a key is sent. A 401 here would make clients begin OAuth (mcp.md 3.6).
    if (target.path.startsWith("/.well-known/")) {
        return refuse(404,
                      u"Nothing is here. Glovebox has no OAuth: send the key of this client "
                      "as \"Authorization: Bearer KEY\"."_s,
                      u"well-known probe"_s);
    }
    auto principal = identify(head, target.key);
    if (!principal)
        return std::unexpected(principal.error());
    auto inFlight = account(*principal);
    if (!inFlight)
        return std::unexpected(inFlight.error());
    Admission admission;
    admission.m_principal = *principal;
    if (!m_options.everybody)
        admission.m_keyHash =
            keyHash(bearerToken(head.headers).value_or(target.key.value_or(QByteArray())));
    admission.m_path = target.path;
    admission.m_query = target.query;
    if (target.key)
        admission.m_prefix = keyPrefix.toByteArray() + *target.key;
    admission.m_inFlight = *inFlight;
    return admission;
}

std::expected<void, Refusal> Guard::admitBody(const Admission &admission) const
{
    const auto known =
        admission.m_keyHash.isEmpty() ? m_options.everybody : m_keys->find(admission.m_keyHash);
    if (known && known->id == admission.m_principal.id)
        return {};
    return refuse(401,
                  u"This key ended while the request was being sent. Make a new one in "
                  "Glovebox or with \"glovebox key add NAME\"."_s,
                  u"a key that ended meanwhile"_s, challenge());
}

void Guard::refused(const Refusal &refusal) const
{
    if (m_options.onRefused)
        m_options.onRefused(refusal);
}

void Guard::refreshKeys(QObject *context, std::function<void()> done)
{
    if (m_keys)
        m_keys->refresh(context, std::move(done));
    else
        done();
}

Guard::Checked Guard::checkPeer(const RequestHead &head) const
{
    if (head.peer.isLoopback())
        return {};
    return refuse(403, u"Glovebox answers only programs on the same computer."_s,
                  u"peer is not loopback"_s);
}

// DNS rebinding needs a name; ours are literals and localhost.
Guard::Checked Guard::checkHost(const RequestHead &head) const
{
    if (isOwnAuthority(head.headers.value("host"), head.localPort))
        return {};
    return refuse(
        403, u"Host must be 127.0.0.1:%1 or localhost:%1. Use that address."_s.arg(head.localPort),
        u"foreign Host"_s);
}

// Only web browsers send Origin, and no web page has business here.
Guard::Checked Guard::checkOrigin(const RequestHead &head) const
{
    if (!head.headers.contains("origin"))
        return {};
    const QByteArray origin = head.headers.value("origin");
    constexpr QByteArrayView scheme = "http://";
    if (origin.startsWith(scheme) &&
        isOwnAuthority(QByteArrayView(origin).sliced(scheme.size()), head.localPort)) {
        return {};
    }
    if (m_options.allowedOrigins.contains(origin))
        return {};
    return refuse(403, u"Web pages may not use Glovebox: this Origin is not allowed."_s,
                  u"foreign Origin"_s);
}

std::expected<Principal, Refusal> Guard::lookUp(const QByteArray &key)
{
    if (const auto principal = key.isEmpty() ? std::nullopt : m_keys->find(keyHash(key)))
        return *principal;
    auto refusal = refuse(401,
                          u"This key is not known; it may have been revoked. Make a new one in "
                          "Glovebox or with \"glovebox key add NAME\"."_s,
                          u"unknown key"_s, challenge());
    refusal.error().unknownKey = true;
    return refusal;
}

std::expected<Principal, Refusal> Guard::admitKey(const QByteArray &key)
{
    if (m_options.everybody)
        return *m_options.everybody;
    if (!key.isEmpty())
        return lookUp(key);
    return refuse(401,
                  u"A key is needed in GLOVEBOX_KEY. Connect this client again in Glovebox, or "
                  "make a key with \"glovebox key add NAME\"."_s,
                  u"no key"_s);
}

std::expected<Principal, Refusal> Guard::identify(const RequestHead &head,
                                                  const std::optional<QByteArray> &addressKey)
{
    if (m_options.everybody)
        return *m_options.everybody;
    const std::optional<QByteArray> token = bearerToken(head.headers);
    if (!token && !addressKey) {
        return refuse(401,
                      u"A key is needed. Send \"Authorization: Bearer KEY\" with the key of "
                      "this client; make one in Glovebox or with \"glovebox key add NAME\"."_s,
                      u"no key"_s, challenge());
    }
    if (token && token->isEmpty()) {
        return refuse(
            401,
            u"Authorization has no key in the form \"Bearer KEY\". Send it like that, with "
            "the word Bearer and one space before the key."_s,
            u"no Bearer key"_s, challenge());
    }
    const auto principal = lookUp(token.value_or(addressKey.value_or(QByteArray())));
    if (!principal)
        return principal;
    if (!token && !principal->addressKey) {
        return refuse(401,
                      u"This key may not stand in the address. Send it as \"Authorization: "
                      "Bearer KEY\", or make an address key with \"glovebox key add NAME "
                      "--address\"."_s,
                      u"key in the address of \"%1\" is no address key"_s.arg(principal->label),
                      challenge());
    }
    return *principal;
}

std::expected<std::shared_ptr<void>, Refusal> Guard::account(const Principal &principal)
{
    std::shared_ptr<Account> &account = m_accounts[principal.id];
    const auto now = m_clock.monotonic();
    if (!account) {
        account = std::make_shared<Account>();
        account->tokens = m_options.requestsPerSecond;
        account->filled = now;
    }
    const double gained =
        double((now - account->filled).count()) * m_options.requestsPerSecond / 1000.0;
    account->tokens = qMin(double(m_options.requestsPerSecond), account->tokens + gained);
    account->filled = now;
    const Headers retry{{"Retry-After", "1"}};
    if (account->tokens < 1) {
        return refuse(429,
                      u"More than %1 requests in a second. Wait a second and try again."_s.arg(
                          m_options.requestsPerSecond),
                      u"rate limit of \"%1\""_s.arg(principal.label), retry);
    }
    if (account->inFlight >= m_options.inFlight) {
        return refuse(429,
                      u"%1 requests of this client are still being worked on. Wait until one "
                      "is answered."_s.arg(m_options.inFlight),
                      u"in-flight limit of \"%1\""_s.arg(principal.label), retry);
    }
    account->tokens -= 1;
    ++account->inFlight;
    return std::shared_ptr<void>(account.get(), [account](void *) { --account->inFlight; });
}

} // namespace glovebox::http
