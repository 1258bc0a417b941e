// SPDX-License-Identifier: MIT
#pragma once

#include "base/connector.h"

#include <QPlainTextEdit>

namespace glovebox::ui {

// What changes in configuration files: line numbers before and after, "+" or "−", the line. Plain
// text that can be walked through and copied; colour only repeats the signs.
class DiffView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit DiffView(QWidget *parent = nullptr);

    void setPreview(const ConnectionPreview &preview);

protected:
    void changeEvent(QEvent *event) override;

private:
    void highlight();

    ConnectionPreview m_preview;
    QList<int> m_kinds; // of each line; -1: a file's name
};

} // namespace glovebox::ui
