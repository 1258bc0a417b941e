// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"

#include <QPlainTextEdit>

namespace glovebox::ui {

// Everything known of a run, as text that can be selected and copied.
class DetailsPane final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit DetailsPane(QWidget *parent = nullptr);
    void setFacts(const RunFacts *facts);

private:
    static QStringList lines(const RunFacts &facts);
};

} // namespace glovebox::ui
