// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>

// HTTP messages as values.
namespace glovebox::http {

struct Header
{
    QByteArray name;
    QByteArray value;
};

class Headers
{
public:
    Headers() = default;
    Headers(std::initializer_list<Header> fields)
        : m_fields(fields)
    {
    }

    void add(QByteArray name, QByteArray value)
    {
        m_fields.append({std::move(name), std::move(value)});
    }
    const QList<Header> &fields() const { return m_fields; }
    int count(QByteArrayView name) const; // names are compared without case
    bool contains(QByteArrayView name) const { return count(name) > 0; }
    // Repeated fields are joined by ", ", so that a check for a single value fails on them.
    QByteArray value(QByteArrayView name) const;

private:
    QList<Header> m_fields;
};

// What is known of a request before its body is read.
struct RequestHead
{
    QByteArray method;
    QByteArray target; // as on the request line
    int version = 11;  // 10 or 11
    Headers headers;
    QHostAddress peer;
    quint16 localPort = 0;
};

QByteArray reasonPhrase(int status);

} // namespace glovebox::http
