// SPDX-License-Identifier: MIT
#include "codereader.h"

#include "base/limits.h"
#include "base/logging.h"

#include <QJsonArray>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

QJsonObject argumentsFor(const ApprovalRecord &record, const QList<QByteArray> &earlier)
{
    QJsonArray packages;
    for (const PackagePin &pin : record.reach.packages)
        packages.append(pin.name);
    QJsonArray codes;
    for (const QByteArray &code : earlier)
        codes.append(QString::fromUtf8(code));
    return {{u"code"_s, QString::fromUtf8(record.code)},
            {u"packages"_s, packages},
            {u"earlier"_s, codes}};
}

// What comes from the analyser is read as strictly as what comes from a session.
FindingReport reportFrom(const Result<QJsonObject> &answer)
{
    if (!answer)
        return FindingReport::unavailable(answer.error().text);
    auto report = FindingReport::fromJson(*answer);
    if (report && report->state == FindingReport::State::Complete)
        return *std::move(report);
    qCWarning(lcApproval).noquote()
        << "the analyser's report cannot be read" << (report ? QString() : report.error().text);
    return FindingReport::unavailable(u"The report on the code cannot be read."_s);
}

} // namespace

CodeReader::CodeReader(Ask ask, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_ask(std::move(ask))
    , m_clock(clock)
{
}

CodeReader::~CodeReader() = default;

bool CodeReader::canRead(const ApprovalRecord &record) const
{
    return m_ask && record.tool == u"run_python";
}

void CodeReader::read(RunId run, Of of, const ApprovalRecord &record,
                      const QList<QByteArray> &earlier, Done done)
{
    const Key key{run.number(), of};
    drop(key);
    Reading &reading = m_readings[key];
    const qint64 serial = reading.serial = ++m_lastSerial;
    reading.done = std::move(done);
    reading.limit = m_clock.after(limits::analysisTime, this, [this, key] {
        finish(key, FindingReport::unavailable(u"Reading the code took too long."_s));
    });
    reading.answer = m_ask(argumentsFor(record, earlier));
    // An answer that is there already comes back at once and ends the reading.
    QFuture<Result<QJsonObject>> answer = reading.answer;
    answer.then(this, [this, key, serial](const Result<QJsonObject> &value) {
        const auto it = m_readings.find(key);
        if (it != m_readings.end() && it->second.serial == serial)
            finish(key, reportFrom(value));
    });
}

void CodeReader::forget(RunId run)
{
    drop({run.number(), Of::Asked});
    drop({run.number(), Of::Edited});
}

void CodeReader::drop(const Key &key)
{
    const auto it = m_readings.find(key);
    if (it == m_readings.end())
        return;
    it->second.answer.cancel(); // not asked any more, if it still waits
    m_readings.erase(it);
}

void CodeReader::finish(const Key &key, const FindingReport &report)
{
    const auto it = m_readings.find(key);
    const Done done = std::move(it->second.done);
    drop(key);
    done(report);
}

} // namespace glovebox::tools
