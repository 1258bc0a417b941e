// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"

#include <QSaveFile>

#include <functional>
#include <memory>

namespace glovebox::ui {

// Copies a run's stored output into a file, piece by piece; takes as long as it takes without
// holding it in memory, and touches the file in another thread. Deletes itself at the end; the file
// appears whole or not at all.
class OutputSaver final : public QObject
{
    Q_OBJECT

public:
    OutputSaver(ProgramControls &controls, RunId run, const QString &path, QObject *parent);
    void start();

Q_SIGNALS:
    void saved(const QString &path);
    void failed(const QString &sentence);

private:
    // Does `step` with the file and goes on with `then`, unless it failed.
    void inOtherThread(const std::function<bool(QSaveFile &)> &step,
                       const std::function<void()> &then);
    void next();
    void write(const QByteArray &bytes);
    void finish();
    void fail(const QString &why);

    ProgramControls &m_controls;
    RunId m_run;
    QString m_path;
    std::shared_ptr<QSaveFile> m_file; // of one thread at a time
    qint64 m_offset = 0;
};

} // namespace glovebox::ui
