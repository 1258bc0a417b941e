// SPDX-License-Identifier: MIT
#include "outputsaver.h"

#include <base/foreignmark.h>
#include <base/logging.h>

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

namespace glovebox::ui {

namespace {

constexpr qint64 piece = limits::MiB;

} // namespace

OutputSaver::OutputSaver(ProgramControls &controls, RunId run, const QString &path, QObject *parent)
    : QObject(parent)
    , m_controls(controls)
    , m_run(run)
    , m_path(path)
    , m_file(std::make_shared<QSaveFile>(path))
{
}

void OutputSaver::start()
{
    inOtherThread([](QSaveFile &file) { return file.open(QIODevice::WriteOnly); },
                  [this] { next(); });
}

void OutputSaver::inOtherThread(const std::function<bool(QSaveFile &)> &step,
                                const std::function<void()> &then)
{
    const auto promise = std::make_shared<QPromise<QString>>();
    promise->start();
    promise->future().then(
        this, [this, then](const QString &problem) { problem.isNull() ? then() : fail(problem); });
    QThreadPool::globalInstance()->start([promise, step, file = m_file] {
        promise->addResult(step(*file) ? QString() : file->errorString());
        promise->finish();
    });
}

void OutputSaver::next()
{
    m_controls.readOutput(m_run, m_offset, piece)
        .then(this, [this](const Result<QByteArray> &bytes) {
            if (!bytes)
                fail(bytes.error().text);
            else if (bytes->isEmpty())
                finish();
            else
                write(*bytes);
        });
}

void OutputSaver::write(const QByteArray &bytes)
{
    inOtherThread([bytes](QSaveFile &file) { return file.write(bytes) == bytes.size(); },
                  [this, size = bytes.size()] {
                      m_offset += size;
                      next();
                  });
}

void OutputSaver::finish()
{
    inOtherThread([](QSaveFile &file) { return file.commit(); },
                  [this] {
                      Q_EMIT saved(m_path);
                      deleteLater();
                  });
}

void OutputSaver::fail(const QString &why)
{
    Q_EMIT failed(tr("%1 could not be written: %2.").arg(m_path, why));
    deleteLater();
}

} // namespace glovebox::ui
