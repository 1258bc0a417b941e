// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"
#include "ui/models/shownhtml.h"

#include <QListWidget>
#include <QMap>

#include <memory>

namespace glovebox::ui {

// The table in a stored page, if it has one. Reads the file: not for the thread that draws.
std::optional<ShownTable> readTable(const QString &path);

// The tables that a run showed, each to be opened in a window (UI.md 5). They are looked for in the
// run's HTML on a thread of the pool.
class TableList final : public QListWidget
{
    Q_OBJECT

public:
    explicit TableList(QWidget *parent = nullptr);

    // Those of `displays` that are HTML with a table in it; the rest is passed over.
    void setDisplays(const QList<event::Display> &displays);
    void openCurrent(); // the first, when none is chosen
    int tables() const { return int(m_tables.size()); }

Q_SIGNALS:
    void tablesChanged();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void look(const event::Display &display);
    void take(int display, const QString &title, std::optional<ShownTable> table);

    QStringList m_looked;                               // files, in the order of the displays
    std::shared_ptr<bool> m_alive;                      // while the same run is shown
    QMap<int, std::pair<QString, ShownTable>> m_tables; // by the number of their display
};

} // namespace glovebox::ui
