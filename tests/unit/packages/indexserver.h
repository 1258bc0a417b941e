// SPDX-License-Identifier: MIT
#pragma once

#include "base/record.h"
#include "wheelbuilder.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <functional>

// An index on loopback that can also do everything wrong. One request per connection.
class IndexServer final : public QObject
{
public:
    struct Request
    {
        QString path = {};
        QHash<QByteArray, QByteArray> headers = {}; // names in lower case
        int count = 0;                              // of requests for this path, from 1
    };
    struct Answer
    {
        int status = 200;
        QByteArray body = {};
        QByteArray type = "application/octet-stream";
        QList<QByteArray> headers = {};
        qint64 length = -1;    // what Content-Length says; -1: the truth, -2: nothing
        qint64 cutAfter = -1;  // bytes of the body, then the connection breaks
        bool isSilent = false; // never an answer
        bool trickles = false; // a byte now and then, and never the last
    };
    using Handler = std::function<Answer(const Request &)>;

    IndexServer()
    {
        m_server.listen(QHostAddress::LocalHost);
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = m_server.nextPendingConnection()) {
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            }
        });
    }

    QString root() const
    {
        return QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort());
    }
    QString simple() const { return root() + QStringLiteral("/simple"); }

    void at(const QString &path, Handler handler) { m_handlers[path] = std::move(handler); }
    void at(const QString &path, const Answer &answer)
    {
        at(path, [answer](const Request &) { return answer; });
    }
    int asked(const QString &path) const { return m_counts.value(path); }
    int asked() const
    {
        int sum = 0;
        for (const int count : m_counts)
            sum += count;
        return sum;
    }

    // An honest project with one more wheel; `facts` overrides fields of its entry.
    QByteArray add(const QByteArray &name, const QByteArray &version,
                   const QList<QByteArray> &needs = {}, const QJsonObject &facts = {})
    {
        const QByteArray wheel = wheelBytes(name, version, needs);
        put(name, wheelFileName(name, version), wheel, metadataFor(name, version, needs), facts);
        return wheel;
    }
    void put(const QByteArray &name, const QString &fileName, const QByteArray &wheel,
             const QByteArray &metadata, const QJsonObject &facts = {})
    {
        QJsonObject entry{{QStringLiteral("filename"), fileName},
                          {QStringLiteral("url"), QString(QStringLiteral("/files/") + fileName)},
                          {QStringLiteral("hashes"),
                           QJsonObject{{QStringLiteral("sha256"), glovebox::sha256Hex(wheel)}}},
                          {QStringLiteral("size"), wheel.size()},
                          {QStringLiteral("core-metadata"),
                           QJsonObject{{QStringLiteral("sha256"), glovebox::sha256Hex(metadata)}}}};
        for (auto it = facts.begin(); it != facts.end(); ++it)
            entry[it.key()] = it.value();
        QJsonArray &files = m_projects[QString::fromLatin1(name)];
        files.append(entry);
        const QJsonObject page{{QStringLiteral("meta"), QJsonObject{{QStringLiteral("api-version"),
                                                                     QStringLiteral("1.1")}}},
                               {QStringLiteral("name"), QString::fromLatin1(name)},
                               {QStringLiteral("files"), files}};
        at(QStringLiteral("/simple/%1/").arg(QString::fromLatin1(name)),
           {.body = QJsonDocument(page).toJson(),
            .type = "application/vnd.pypi.simple.v1+json",
            .headers = {"ETag: \"1\""}});
        at(QStringLiteral("/files/") + fileName, {.body = wheel});
        at(QStringLiteral("/files/%1.metadata").arg(fileName), {.body = metadata});
    }

private:
    void read(QTcpSocket *socket)
    {
        const QByteArray seen = socket->property("seen").toByteArray() + socket->readAll();
        socket->setProperty("seen", seen);
        const qsizetype end = seen.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        QList<QByteArray> lines = seen.first(end).split('\n');
        Request request{.path = QString::fromLatin1(lines.takeFirst().split(' ').value(1)),
                        .headers = {}};
        for (const QByteArray &line : lines) {
            const qsizetype colon = line.indexOf(':');
            request.headers.insert(line.first(colon).trimmed().toLower(),
                                   line.mid(colon + 1).trimmed());
        }
        request.count = ++m_counts[request.path];
        const auto handler = m_handlers.constFind(request.path);
        send(socket, handler == m_handlers.constEnd() ? Answer{.status = 404, .body = "no"}
                                                      : (*handler)(request));
    }

    static void send(QTcpSocket *socket, const Answer &answer)
    {
        if (answer.isSilent)
            return;
        QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) +
                          " X\r\nConnection: close\r\nContent-Type: " + answer.type + "\r\n";
        for (const QByteArray &line : answer.headers)
            head += line + "\r\n";
        if (answer.length != -2)
            head += "Content-Length: " +
                    QByteArray::number(answer.length >= 0 ? answer.length : answer.body.size()) +
                    "\r\n";
        if (answer.trickles) {
            socket->write(head + "\r\n");
            auto *timer = new QTimer(socket);
            QObject::connect(timer, &QTimer::timeout, socket, [socket] { socket->write(" "); });
            timer->start(100);
            return;
        }
        socket->write(head + "\r\n" +
                      (answer.cutAfter >= 0 ? answer.body.first(answer.cutAfter) : answer.body));
        socket->disconnectFromHost();
    }

    QTcpServer m_server;
    QHash<QString, Handler> m_handlers;
    QHash<QString, int> m_counts;
    QHash<QString, QJsonArray> m_projects;
};
