// SPDX-License-Identifier: MIT
#pragma once

#include <QHash>
#include <QNetworkDatagram>
#include <QSet>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUdpSocket>

#include <map>
#include <memory>

// One listener per attempt, so that a hit tells which attempt got out.
class Listeners final : public QObject
{
    Q_OBJECT

public:
    int tcp(const QString &attempt)
    {
        auto server = std::make_unique<QTcpServer>();
        if (!server->listen(QHostAddress::LocalHost))
            qFatal("no loopback listener");
        connect(server.get(), &QTcpServer::newConnection, this, [this, attempt, s = server.get()] {
            while (QTcpSocket *socket = s->nextPendingConnection()) {
                if (m_ownPorts.contains(socket->peerPort()))
                    ++m_own[attempt];
                else
                    ++m_hits[attempt];
                socket->close();
                socket->deleteLater();
            }
        });
        const int port = server->serverPort();
        m_tcp[attempt] = std::move(server);
        return port;
    }

    int udp(const QString &attempt)
    {
        auto socket = std::make_unique<QUdpSocket>();
        if (!socket->bind(QHostAddress::AnyIPv4, 0))
            qFatal("no UDP listener");
        connect(socket.get(), &QUdpSocket::readyRead, this, [this, attempt, s = socket.get()] {
            while (s->hasPendingDatagrams()) {
                if (s->receiveDatagram().data() == ownDatagram)
                    ++m_own[attempt];
                else
                    ++m_hits[attempt];
            }
        });
        const int port = socket->localPort();
        m_udp[attempt] = std::move(socket);
        return port;
    }

    int hits(const QString &attempt) const { return m_hits.value(attempt); }

    // Knocks on every listener itself. What was on its way before has arrived when these have:
    // the queues of the kernel are in order.
    void knock()
    {
        for (const auto &[attempt, server] : m_tcp) {
            auto *socket = new QTcpSocket(this);
            socket->bind(QHostAddress::LocalHost);
            m_ownPorts.insert(socket->localPort());
            socket->connectToHost(QHostAddress::LocalHost, server->serverPort());
        }
        for (const auto &[attempt, socket] : m_udp)
            m_sender.writeDatagram(ownDatagram, QHostAddress::LocalHost, socket->localPort());
    }

    bool answered() const
    {
        return m_own.size() == static_cast<qsizetype>(m_tcp.size() + m_udp.size());
    }

private:
    static constexpr QByteArrayView ownDatagramView = "knock";
    const QByteArray ownDatagram = ownDatagramView.toByteArray();

    std::map<QString, std::unique_ptr<QTcpServer>> m_tcp;
    std::map<QString, std::unique_ptr<QUdpSocket>> m_udp;
    QUdpSocket m_sender;
    QSet<int> m_ownPorts;
    QHash<QString, int> m_hits;
    QHash<QString, int> m_own;
};
