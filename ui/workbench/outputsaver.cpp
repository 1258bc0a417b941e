// SPDX-License-Identifier: MIT
#include "outputsaver.h"

namespace glovebox::ui {

namespace {

constexpr qint64 piece = limits::MiB;

} // namespace

OutputSaver::OutputSaver(ProgramControls &controls, RunId run, const QString &path, QObject *parent)
    : QObject(parent)
    , m_controls(controls)
    , m_run(run)
    , m_file(path)
{
}

void OutputSaver::start()
{
    if (m_file.open(QIODevice::WriteOnly))
        next();
    else
        fail(m_file.errorString());
}

void OutputSaver::next()
{
    m_controls.readOutput(m_run, m_offset, piece)
        .then(this, [this](const Result<QByteArray> &bytes) {
            if (!bytes) {
                fail(bytes.error().text);
                return;
            }
            if (m_file.write(*bytes) != bytes->size()) {
                fail(m_file.errorString());
                return;
            }
            m_offset += bytes->size();
            if (!bytes->isEmpty()) {
                next();
            } else if (m_file.commit()) {
                Q_EMIT saved(m_file.fileName());
                deleteLater();
            } else {
                fail(m_file.errorString());
            }
        });
}

void OutputSaver::fail(const QString &why)
{
    Q_EMIT failed(tr("%1 could not be written: %2.").arg(m_file.fileName(), why));
    deleteLater();
}

} // namespace glovebox::ui
