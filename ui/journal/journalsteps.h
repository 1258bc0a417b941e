// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/journaltexts.h"

#include <QWidget>

namespace glovebox::ui {

// What happened, one line below the other: the clock time, a sign, and words that wrap.
class JournalSteps final : public QWidget
{
    Q_OBJECT

public:
    explicit JournalSteps(QWidget *parent = nullptr);

    void setEntries(const QList<JournalEntry> &entries);
    const QList<JournalEntry> &entries() const { return m_entries; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Place
    {
        QRect text;
        QRect detail;
        int height = 0;
    };
    Place placeOf(const JournalEntry &entry, int width) const;

    QList<JournalEntry> m_entries;
};

} // namespace glovebox::ui
