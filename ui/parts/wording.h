// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <functional>

class QWidget;

namespace glovebox::ui {

// The words of a widget that outlives a change of the language. Windows are made anew then; what is
// taken from one window to the next says its words again.
class Wording final : public QObject
{
public:
    explicit Wording(QWidget *widget);

    // Says it now, and again in every other language. What `say` uses lives as long as the widget.
    void add(const std::function<void()> &say);

protected:
    bool event(QEvent *event) override;

private:
    QList<std::function<void()>> m_says;
};

} // namespace glovebox::ui
