// SPDX-License-Identifier: MIT
#pragma once

#include "settingwords.h"

#include "base/settingsdesk.h"

#include <QWidget>

namespace glovebox::ui {

// What one setting is changed with. Typing is not choosing: a value is `chosen` with Enter or when
// the field is left, and what is being typed is only `edited`.
class SettingField : public QWidget
{
    Q_OBJECT

public:
    static SettingField *make(const SettingWords &words, QWidget *parent);

    // The value as it is now; what was being typed is gone.
    virtual void display(const SettingStatus &status) = 0;
    // Whether the person is in the middle of typing something that was not chosen.
    virtual bool isEdited() const { return false; }
    // Of numbers: the bound as the person reads it.
    virtual QString boundText(qint64 value) const { return QString::number(value); }

Q_SIGNALS:
    void edited(const QVariant &value); // invalid: it is no value at all
    void chosen(const QVariant &value);
    void abandoned(); // Escape

protected:
    using QWidget::QWidget;
};

} // namespace glovebox::ui
