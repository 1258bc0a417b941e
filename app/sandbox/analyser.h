// SPDX-License-Identifier: MIT
#pragma once

#include "graveyard.h"
#include "interpreter.h"

#include <QFuture>
#include <QPromise>

#include <deque>

namespace glovebox::sandbox {

class PoolContext;

// The interpreter that reads code and runs none of it: a page with the role "analyser" that no
// client's code ever enters, without mounts or host calls, so that a poisoned session cannot lie
// about what code seems to do. It answers the methods of pyodide/python/_analysis, one at a time.
//
// It may die of what it is asked (CPython's parser can) or not come back. Then its page is closed,
// that one question fails, and another page takes those that wait. While one question takes long
// and others wait, a second page takes them at once. Lives in the pool's thread.
class Analyser final : public QObject
{
    Q_OBJECT

public:
    explicit Analyser(PoolContext &context, QObject *parent = nullptr);
    ~Analyser() override;

    // Resolves with the value of `method`, an object. LimitExceeded when the answer took longer
    // than `limit`, which counts from when it is asked; waiting for a page has a limit of its own
    // (limits::analyserPatience), Unavailable behind it. InvalidArgument when the method raised.
    // A cancelled future is not asked any more.
    QFuture<Result<QJsonObject>> ask(const QString &method, const QJsonObject &arguments,
                                     std::chrono::milliseconds limit = limits::analysisTime);

    // It will be asked soon: starts the page as soon as that delays nothing that is needed sooner.
    void expect() { m_isExpected = true; }
    // Starts the page, if there is none, and keeps one from then on: questions wait less.
    void warm();
    // A page is there that can be asked now, or that is being asked.
    bool isReady() const;
    // Whether an interpreter is kept ready was changed (SessionPool::Tuning::keepsSpare). Where
    // none is, the page ends once it was not asked for a minute; the next question starts another
    // one.
    void tuned();
    // Of the page that answers; 0: none.
    qint64 rendererPid() const;

    // No more pages; questions that wait fail as Cancelled.
    void stop();

Q_SIGNALS:
    void ready(); // each time a page came up

private:
    struct Question
    {
        qint64 id = 0;
        QString method;
        QJsonObject arguments;
        std::chrono::milliseconds limit{0};
        std::shared_ptr<QPromise<Result<QJsonObject>>> promise;
        std::unique_ptr<QObject> patience; // while it waits for a page
    };
    // A page and what it is asked.
    struct Seat
    {
        std::unique_ptr<Interpreter> interpreter; // null: none
        std::unique_ptr<Question> asked;
        std::unique_ptr<QObject> limit; // of the question
        QByteArray answer;
        bool isSlow = false; // its question takes so long that others need not wait for it
    };

    void startSeat(Seat &seat);
    void dropSeat(Seat &seat);
    void next();
    void put(Seat &seat);
    void receive(Seat &seat, const WorkerMessage &message);
    void take(Seat &seat, const worker::AnswerPart &part);
    void seatEnded(Seat &seat, Interpreter::End how, const QString &reason);
    void finish(Seat &seat, const Result<QJsonObject> &result);
    void giveUpWaiting(qint64 id);
    void restLater();
    bool isBusy() const;
    void failAll(ErrorCode code, const QString &text);

    PoolContext &m_context;
    Graveyard m_graveyard;
    std::array<Seat, 2> m_seats; // the second only while the first is slow
    std::deque<std::unique_ptr<Question>> m_waiting;
    qint64 m_lastId = 0;
    int m_failures = 0; // starts that failed in a row
    bool m_isExpected = false;
    bool m_isWanted = false; // somebody has asked for it once
    std::unique_ptr<QObject> m_retryTimer;
    std::unique_ptr<QObject> m_restTimer; // while nothing is asked and nothing is kept ready
    bool m_stopped = false;
};

} // namespace glovebox::sandbox
