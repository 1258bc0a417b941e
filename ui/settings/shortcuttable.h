// SPDX-License-Identifier: MIT
#pragma once

#include "shortcuts.h"

#include <QWidget>

class QGridLayout;
class QKeySequenceEdit;
class QLabel;

namespace glovebox::ui {

class Button;

// All keys, each in a field that takes another one.
class ShortcutTable final : public QWidget
{
    Q_OBJECT

public:
    explicit ShortcutTable(Shortcuts &shortcuts, QWidget *parent = nullptr);

    // Shows those rows whose words hold all of `searched`; false: none does.
    bool filter(const QStringList &searched);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    struct Row
    {
        QString id;
        QString words; // as searchKey() writes them
        QWidget *widget = nullptr;
        QKeySequenceEdit *keys = nullptr;
        Button *reset = nullptr;
        QLabel *problem = nullptr;
    };

    void refresh();
    Row makeRow(const Shortcuts::Entry &entry);
    void take(const Row &row);

    Shortcuts &m_shortcuts;
    QList<Row> m_rows;
    QStringList m_searched;
    Button *m_resetAll;
};

} // namespace glovebox::ui
