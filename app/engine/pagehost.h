// SPDX-License-Identifier: MIT
#pragma once

#include "interceptor.h"
#include "pageport.h"
#include "schemehandler.h"
#include "webpage.h"

#include <QPointer>
#include <QWebChannel>
#include <QWebEngineProfile>
#include <QWebEngineUrlRequestJob>

namespace glovebox::engine {

// One page with everything of its own: an off-the-record profile, an origin, a handler, an
// interceptor and a port. Built in this order and destroyed in the reverse one, because a profile
// must outlive its page and handlers must outlive both.
class PageHost final : public QObject
{
    Q_OBJECT

public:
    PageHost(const SchemeHandler::Identity &identity, std::shared_ptr<const Routes> routes,
             const Layers &layers, QObject *parent = nullptr);
    ~PageHost() override;

    void load();

    void post(const QByteArray &messageJson) { m_port.post(messageJson); }
    void serve(const QHash<QString, QString> &files) { m_handler.addSnapshots(files); }
    void interrupt(const QString &run) { m_port.interrupt(run); }
    void acknowledge(qint64 ack);
    void reply(qint64 call, const QByteArray &frame);
    // The program has taken everything that was sent to it.
    void allSent() { m_unsentRecords = 0; }

Q_SIGNALS:
    void opened(qint64 rendererPid);
    void records(qint64 ack, const QByteArray &frames);
    void called(qint64 call, const QByteArray &frame);
    void gone(const QString &status, int code);
    void refused(const QString &what, const QString &url);

private:
    // A call waits either for the port (portId) or for a job.
    struct Call
    {
        qint64 portId = -1;
        QPointer<QWebEngineUrlRequestJob> job;
    };

    void connectEverything();
    void injectShell(const SchemeHandler::Identity &identity, const Routes &routes);
    void takeSmall(const QByteArray &frames);
    void takePost(const QString &lane, QWebEngineUrlRequestJob *job, const QByteArray &body);
    void takeCall(Call call, const QByteArray &frame);
    void report(const QString &what, const QUrl &url);
    void end(const QString &how);

    SchemeHandler m_handler;
    Interceptor m_interceptor;
    PagePort m_port;
    QWebChannel m_channel;
    std::unique_ptr<QWebEngineProfile> m_profile;
    std::unique_ptr<WebPage> m_page;
    QHash<qint64, QPointer<QWebEngineUrlRequestJob>> m_unacknowledged;
    QHash<qint64, Call> m_calls;
    qint64 m_nextNumber = 1;
    qint64 m_unsentRecords = 0;
    int m_reports = 0;
    bool m_opened = false;
    bool m_ended = false;
};

} // namespace glovebox::engine
