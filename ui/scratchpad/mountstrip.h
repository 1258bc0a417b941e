// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/mountmodel.h"

#include <QWidget>

class QVBoxLayout;

namespace glovebox::ui {

// The folders that code here can see, for looking only: name, mode, host path, path inside.
class MountStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit MountStrip(MountModel &model, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    MountModel &m_model;
    QWidget *m_rows;
    QVBoxLayout *m_column;
};

} // namespace glovebox::ui
