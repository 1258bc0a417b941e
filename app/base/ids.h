// SPDX-License-Identifier: MIT
#pragma once

#include <QHashFunctions>
#include <QMetaType>
#include <QString>

#include <compare>
#include <optional>

namespace glovebox {

// A string that names one kind of thing, so that a client's id is never taken for a session's.
template <class Tag>
class StringId
{
public:
    StringId() = default;
    explicit StringId(QString value)
        : m_value(std::move(value))
    {
    }

    const QString &value() const { return m_value; }
    bool isNull() const { return m_value.isEmpty(); }

    friend bool operator==(const StringId &, const StringId &) = default;
    friend auto operator<=>(const StringId &a, const StringId &b)
    {
        return a.m_value.compare(b.m_value) <=> 0;
    }
    friend size_t qHash(const StringId &id, size_t seed = 0) { return qHash(id.m_value, seed); }

private:
    QString m_value;
};

// One key of one client, in the clients table ("c" and 12 hex digits). Bound to the key, never to
// what the client claims to be (DESIGN 4.5).
using ClientId = StringId<struct ClientTag>;

// One session, unique for ever ("s" and 12 hex digits). Its name is unique per client only.
using SessionId = StringId<struct SessionTag>;

// The person at the window: owner of scratchpad sessions and runs.
ClientId personClient();

// A session as it is between two restarts. A request binds the epoch (DESIGN 4.6): after a
// restart it no longer matches what the person saw.
struct SessionRef
{
    SessionId id;
    int epoch = 0;

    friend bool operator==(const SessionRef &, const SessionRef &) = default;
    friend size_t qHash(const SessionRef &ref, size_t seed = 0)
    {
        return qHashMulti(seed, ref.id, ref.epoch);
    }
};

// One run, numbered by the journal; written "r184".
class RunId
{
public:
    RunId() = default;
    explicit RunId(qint64 number)
        : m_number(number)
    {
    }

    static std::optional<RunId> fromString(QStringView text);
    QString toString() const;
    qint64 number() const { return m_number; }
    bool isNull() const { return m_number <= 0; }

    friend bool operator==(const RunId &, const RunId &) = default;
    friend auto operator<=>(const RunId &, const RunId &) = default;
    friend size_t qHash(const RunId &id, size_t seed = 0) { return qHash(id.m_number, seed); }

private:
    qint64 m_number = 0;
};

// `bytes` random bytes from the system's generator, as lower-case hex.
QString randomHex(int bytes);

ClientId newClientId();
SessionId newSessionId();

// [A-Za-z0-9_-]{1,64} (DESIGN 4.5).
bool isValidSessionName(QStringView name);

} // namespace glovebox

Q_DECLARE_METATYPE(glovebox::ClientId)
Q_DECLARE_METATYPE(glovebox::SessionId)
Q_DECLARE_METATYPE(glovebox::RunId)
