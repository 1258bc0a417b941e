// SPDX-License-Identifier: MIT
#pragma once

#include "packages/planjob.h"

#include <QJsonDocument>
#include <QProcess>
#include <QPromise>

#include <deque>
#include <memory>

// The real resolver in the machine's own Python.
class PyResolver final : public QObject
{
public:
    PyResolver()
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] { read(); });
        m_process.start(QStringLiteral(GLOVEBOX_PYTHON),
                        {QStringLiteral("-B"),
                         QStringLiteral(GLOVEBOX_SOURCE_DIR "/tests/unit/packages/resolver.py"),
                         QStringLiteral(GLOVEBOX_ASSETS_DIR "/pyodide"),
                         QStringLiteral(GLOVEBOX_SOURCE_DIR "/pyodide/python")});
    }
    ~PyResolver() override
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }

    glovebox::packages::AskResolver ask()
    {
        return [this](const QJsonObject &arguments) {
            auto promise = std::make_shared<QPromise<glovebox::Result<QJsonObject>>>();
            promise->start();
            m_waiting.push_back(promise);
            m_process.write(QJsonDocument(arguments).toJson(QJsonDocument::Compact) + '\n');
            return promise->future();
        };
    }

private:
    void read()
    {
        while (m_process.canReadLine() && !m_waiting.empty()) {
            const QByteArray line = m_process.readLine();
            const auto promise = m_waiting.front();
            m_waiting.pop_front();
            promise->addResult(QJsonDocument::fromJson(line).object());
            promise->finish();
        }
    }

    QProcess m_process;
    std::deque<std::shared_ptr<QPromise<glovebox::Result<QJsonObject>>>> m_waiting;
};
