// SPDX-License-Identifier: MIT
#pragma once

#include <base/runhub.h>
#include <base/scratchdesk.h>

#include <QPromise>

#include <memory>

// Sessions that a test plays: what was asked is kept, runs happen through the hub.
class FakeScratchDesk final : public glovebox::ScratchDesk
{
public:
    explicit FakeScratchDesk(glovebox::RunHub &hub)
        : m_hub(hub)
    {
    }

    QList<glovebox::SessionStatus> live;
    QList<glovebox::ScratchRun> runs;
    QList<glovebox::RunId> ids;
    QList<glovebox::RunId> interrupted;
    QList<glovebox::SessionRef> closed;
    QList<glovebox::SessionRef> restarted;
    QList<std::optional<QString>> answers;
    QList<glovebox::Variable> values;
    glovebox::TablePage page;
    QList<glovebox::TableQuery> queries;
    QStringList shown;
    QStringList takenBack;
    bool isBusy = false;

    QFuture<glovebox::Result<glovebox::SessionRef>> openSession(const QString &name) override
    {
        using namespace Qt::StringLiterals;
        glovebox::SessionStatus status;
        status.ref = {glovebox::SessionId(u"s%1"_s.arg(++m_number)), 1};
        status.name = name;
        status.client = glovebox::personClient();
        status.state = glovebox::SessionStatus::State::Idle;
        live.append(status);
        Q_EMIT sessionsChanged();
        return ready<glovebox::SessionRef>(status.ref);
    }
    void closeSession(const glovebox::SessionRef &session) override
    {
        closed.append(session);
        live.removeIf([&session](const auto &status) { return status.ref.id == session.id; });
        Q_EMIT sessionsChanged();
    }
    QFuture<glovebox::Result<glovebox::SessionRef>>
    restartSession(const glovebox::SessionRef &session) override
    {
        restarted.append(session);
        glovebox::SessionRef next = session;
        for (auto &status : live) {
            if (status.ref.id == session.id)
                next = {session.id, ++status.ref.epoch};
        }
        return ready<glovebox::SessionRef>(next);
    }
    QList<glovebox::SessionStatus> sessions() const override { return live; }

    QFuture<glovebox::Result<glovebox::RunId>> run(const glovebox::ScratchRun &run) override
    {
        runs.append(run);
        const glovebox::RunId id(100 + runs.size());
        ids.append(id);
        glovebox::event::Asked asked;
        asked.record.code = run.code;
        m_hub.publish(id, asked);
        m_hub.publish(id, glovebox::event::Started{});
        return ready<glovebox::RunId>(id);
    }
    // The newest run says this and ends.
    void end(const QString &output = {}, glovebox::RunState state = glovebox::RunState::Complete)
    {
        const glovebox::RunId id = ids.last();
        const QByteArray bytes = output.toUtf8();
        if (!bytes.isEmpty())
            m_hub.publish(
                id, glovebox::event::Output{glovebox::StreamName::Stdout, 0, bytes, bytes.size()});
        glovebox::event::Ended ended;
        ended.state = state;
        ended.executionMs = 300;
        m_hub.publish(id, ended);
    }
    void interrupt(glovebox::RunId run) override { interrupted.append(run); }
    glovebox::Result<> answerInput(glovebox::RunId run, const std::optional<QString> &line) override
    {
        answers.append(line);
        m_hub.publish(run, glovebox::event::InputAnswered{line.value_or(QString()), !line});
        return {};
    }

    QFuture<glovebox::Result<glovebox::Completions>> complete(const glovebox::SessionRef &,
                                                              const QString &, qsizetype) override
    {
        return ready<glovebox::Completions>(glovebox::Completions{});
    }
    QFuture<glovebox::Result<glovebox::Inspection>> inspect(const glovebox::SessionRef &,
                                                            const QString &, qsizetype) override
    {
        return ready<glovebox::Inspection>(glovebox::Inspection{});
    }
    QFuture<glovebox::Result<QList<glovebox::Variable>>>
    variables(const glovebox::SessionRef &) override
    {
        return ready<QList<glovebox::Variable>>(values);
    }
    QFuture<glovebox::Result<glovebox::TablePage>> table(const glovebox::SessionRef &,
                                                         const glovebox::TableQuery &query) override
    {
        queries.append(query);
        if (isBusy)
            return ready<glovebox::TablePage>(
                glovebox::fail(glovebox::ErrorCode::Unavailable, QStringLiteral("busy")));
        glovebox::TablePage answer = page;
        for (qint64 row = query.firstRow;
             row < std::min<qint64>(query.firstRow + query.rows, page.matchingRows); ++row) {
            answer.index.append(QString::number(row));
            QStringList cells;
            for (int column = 0; column < page.totalColumns; ++column)
                cells.append(QString::number(row * 10 + column));
            answer.cells.append(cells);
        }
        return ready<glovebox::TablePage>(answer);
    }
    QFuture<glovebox::Result<QByteArray>> tableText(const glovebox::SessionRef &,
                                                    const glovebox::TableQuery &query,
                                                    QChar separator) override
    {
        queries.append(query);
        return ready<QByteArray>(QByteArray("a") + separator.toLatin1() + "b\n");
    }
    glovebox::Result<QString> showToClient(const glovebox::ClientId &, const QString &title,
                                           const QByteArray &source, const QString &) override
    {
        shown.append(title + u'|' + QString::fromUtf8(source));
        return QStringLiteral("scratchpad://1");
    }
    void takeBackFromClient(const QString &address) override { takenBack.append(address); }

private:
    template <class T>
    static QFuture<glovebox::Result<T>> ready(const glovebox::Result<T> &value)
    {
        return QtFuture::makeReadyValueFuture(value);
    }

    glovebox::RunHub &m_hub;
    int m_number = 0;
};
