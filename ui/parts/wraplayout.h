// SPDX-License-Identifier: MIT
#pragma once

#include <QLayout>
#include <QList>

#include <memory>
#include <vector>

namespace glovebox::ui {

// A row that goes on in the next line where there is no room. What wants to grow shares the room
// that is left in its line.
class WrapLayout final : public QLayout
{
    Q_OBJECT

public:
    explicit WrapLayout(QWidget *parent = nullptr);
    ~WrapLayout() override;

    void addStretch(); // keeps what follows at the right, in its line
    void addItem(QLayoutItem *item) override;
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;

    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; // all in one line
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    using Line = QList<QLayoutItem *>;
    QList<Line> lines(int width) const;
    int heightOf(const Line &line) const;
    void place(const Line &line, const QRect &room) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace glovebox::ui
