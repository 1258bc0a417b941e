// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"

#include <QSaveFile>

namespace glovebox::ui {

// Copies a run's stored output into a file, piece by piece; takes as long as it takes without
// holding it in memory. Deletes itself at the end; the file appears whole or not at all.
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
    void next();
    void fail(const QString &why);

    ProgramControls &m_controls;
    RunId m_run;
    QSaveFile m_file;
    qint64 m_offset = 0;
};

} // namespace glovebox::ui
