// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"

#include <QTreeWidget>

namespace glovebox::ui {

// The files of mounts that the chosen run read and wrote, as the host saw it (UI.md 3).
class FilesPane final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit FilesPane(QWidget *parent = nullptr);

    void setFacts(const RunFacts *facts);
    int files() const { return int(m_files.size()); }

Q_SIGNALS:
    void filesChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QList<event::FileTouched> m_files;
    bool m_hasRun = false;
};

} // namespace glovebox::ui
