// SPDX-License-Identifier: MIT
#pragma once

#include "pages.h"

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <deque>

namespace glovebox::sandbox {

// What the person asks of a session's interpreter between its runs: completions, variables, tables
// (the methods of pyodide/python/_glovebox/looks.py). One at a time. What takes longer than its
// limit is interrupted, as often as it needs; the variables stay as they are.
class Looks final : public QObject
{
    Q_OBJECT

public:
    explicit Looks(Clock &clock, QObject *parent = nullptr);
    ~Looks() override;

    // `page` is of a Python that is ready and runs nothing; it stays until `drop`. LimitExceeded
    // after `limit`, or when too many wait; NotFound and InvalidArgument as the method says.
    // A cancelled future is not asked any more.
    QFuture<Result<QJsonObject>> ask(Page &page, const QString &method,
                                     const QJsonObject &arguments, std::chrono::milliseconds limit);
    // The interpreter has not answered yet.
    bool isBusy() const { return m_asked != nullptr; }
    // A run waits: what is asked is interrupted, what waits fails as Cancelled.
    void hurry();
    // False: it answers no question.
    bool receive(const worker::AnswerPart &part);
    // The page is gone.
    void drop(const QString &reason);

Q_SIGNALS:
    // Nothing is asked any more.
    void finished();
    // The interpreter does not come back in spite of all interrupts; it has to be ended.
    void stuck();

private:
    using Promise = std::unique_ptr<QPromise<Result<QJsonObject>>>;

    struct Question
    {
        qint64 id = 0;
        QString method;
        QJsonObject arguments;
        std::chrono::milliseconds limit{0};
        Promise promise; // null once it was answered
    };

    void next();
    void interrupt();
    void deliver(std::unique_ptr<Question> question, const QByteArray &bytes);
    static void answer(Question &question, const Result<QJsonObject> &result);
    void failWaiting(ErrorCode code, const QString &text);

    Clock &m_clock;
    Page *m_page = nullptr;
    std::unique_ptr<Question> m_asked;
    std::deque<std::unique_ptr<Question>> m_waiting;
    std::unique_ptr<QObject> m_timer; // of the limit, then of the next interrupt
    QByteArray m_answer;
    qint64 m_total = 0; // of the answer, as its first part said
    QThreadPool m_pool; // reads long ones
    qint64 m_lastId = 0;
    int m_interrupts = 0;
};

} // namespace glovebox::sandbox
