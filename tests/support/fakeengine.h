// SPDX-License-Identifier: MIT
#pragma once

#include "sandbox/engine.h"

#include <QHash>

// An engine without Chromium: keeps what it is told, and says what the test wants a page to say.
class FakeEngine final : public glovebox::sandbox::Engine
{
public:
    struct Page
    {
        QString nonce;
        QList<QJsonObject> posted;
        QStringList served;
        QStringList interrupted;
        QList<qint64> acknowledged;
        QHash<qint64, glovebox::Frame> replies;
        bool closed = false;
    };

    std::optional<glovebox::sandbox::EngineFacts> facts() const override
    {
        return glovebox::sandbox::EngineFacts{1, {}, {}, {}, {}};
    }
    bool isRunning() const override { return running; }

    void open(const QString &page, const QString &nonce,
              const QList<glovebox::sandbox::SnapshotFile> &) override
    {
        order.append(page);
        pages[page].nonce = nonce;
        const qint64 pid = 0x7ffffff0 - order.size(); // of no real process
        QMetaObject::invokeMethod(
            this,
            [this, page, pid] {
                if (opensPages)
                    Q_EMIT opened(page, pid);
            },
            Qt::QueuedConnection);
    }
    void serve(const QString &page, const QList<glovebox::sandbox::SnapshotFile> &files) override
    {
        for (const auto &file : files)
            pages[page].served.append(file.name);
    }
    void post(const QString &page, const QJsonObject &message) override
    {
        pages[page].posted.append(message);
        if (message[u"type"].toString() == u"init" && startsPython) {
            QMetaObject::invokeMethod(
                this,
                [this, page] {
                    say(page, QStringLiteral("ready"),
                        {{QStringLiteral("python"), QStringLiteral("3.14.2")}});
                },
                Qt::QueuedConnection);
        }
    }
    void interrupt(const QString &page, const QString &run) override
    {
        pages[page].interrupted.append(run);
    }
    void acknowledge(const QString &page, qint64 ack) override
    {
        pages[page].acknowledged.append(ack);
    }
    void reply(const QString &page, qint64 call, const glovebox::Frame &answer) override
    {
        pages[page].replies.insert(call, answer);
    }
    void close(const QString &page) override { pages[page].closed = true; }
    void killRenderer(qint64 pid) override { killed.append(pid); }
    void boundMemory(qint64 pid, qint64 bytes) override { bounds.insert(pid, bytes); }
    void yieldProcessor(qint64 pid) override { yielding.append(pid); }
    void restart(const QString &reason) override
    {
        restarts.append(reason);
        running = false;
        Q_EMIT down(reason);
    }

    // The worker of this page says something.
    void say(const QString &page, const QString &type, QJsonObject fields,
             const QByteArray &body = {}, qint64 ack = 0)
    {
        fields.insert(QStringLiteral("v"), 1);
        fields.insert(QStringLiteral("type"), type);
        if (!fields.contains(u"nonce"))
            fields.insert(QStringLiteral("nonce"), pages[page].nonce);
        Q_EMIT records(page, ack, glovebox::encode({fields, body}));
    }

    QString pageRunning(const QString &run) const
    {
        for (const auto &[id, page] : pages.asKeyValueRange()) {
            for (const QJsonObject &message : page.posted) {
                if (message[u"type"].toString() == u"execute" && message[u"run"].toString() == run)
                    return id;
            }
        }
        return {};
    }

    QHash<QString, Page> pages;
    QStringList order;
    QList<qint64> killed;
    QList<qint64> yielding;
    QHash<qint64, qint64> bounds;
    QStringList restarts;
    bool running = true;
    bool opensPages = true;
    bool startsPython = true;
};
