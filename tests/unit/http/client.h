// SPDX-License-Identifier: MIT
#pragma once

#include <QTcpSocket>
#include <QTest>

// A raw HTTP client: writes bytes, shows what came back.
class RawClient
{
public:
    explicit RawClient(quint16 port)
    {
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket,
                         [this] { m_received += m_socket.readAll(); });
        m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    }

    QTcpSocket &socket() { return m_socket; }
    bool isConnected() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    bool isClosed() const { return m_socket.state() == QAbstractSocket::UnconnectedState; }
    void write(const QByteArray &bytes) { m_socket.write(bytes); }
    const QByteArray &received() const { return m_received; }
    void forget() { m_received.clear(); }

    // Of the last answer that came whole (by its Content-Length); 0: none yet.
    int status() const { return isWhole() ? m_received.mid(9, 3).toInt() : 0; }
    QByteArray header(const QByteArray &name) const
    {
        const qsizetype begin =
            m_received.toLower().indexOf(QByteArray("\r\n" + name.toLower() + ": "));
        if (begin < 0)
            return {};
        const qsizetype value = begin + name.size() + 4;
        return m_received.mid(value, m_received.indexOf('\r', value) - value);
    }
    QByteArray body() const { return m_received.mid(m_received.indexOf("\r\n\r\n") + 4); }

private:
    bool isWhole() const
    {
        const qsizetype end = m_received.indexOf("\r\n\r\n");
        if (end < 0)
            return false;
        const QByteArray length = header("Content-Length");
        return length.isEmpty() || m_received.size() >= end + 4 + length.toInt();
    }

    QTcpSocket m_socket;
    QByteArray m_received;
};
