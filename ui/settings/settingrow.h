// SPDX-License-Identifier: MIT
#pragma once

#include "settingfield.h"

class QLabel;

namespace glovebox::ui {

class Button;

// One setting on the page: its name and a sentence at the left, what changes it at the right, and
// below whatever must be said of its value.
class SettingRow final : public QWidget
{
    Q_OBJECT

public:
    SettingRow(SettingsDesk &desk, const SettingWords &words, QWidget *parent = nullptr);

    const SettingWords &words() const { return m_words; }
    void refresh();
    bool matches(const QStringList &searched) const; // words as searchKey() writes them

Q_SIGNALS:
    void failed(const QString &sentence); // it was set, and that went wrong

private:
    void build();
    void consider(const QVariant &value);
    void apply(const QVariant &value);
    QString problemOf(const QVariant &value) const;
    void say(const QString &problem);

    SettingsDesk &m_desk;
    SettingWords m_words;
    SettingField *m_field;
    QLabel *m_help;
    QLabel *m_note;    // counts from the next start, or the command line counts
    QLabel *m_problem; // why what is typed cannot be taken
    Button *m_reset;
};

} // namespace glovebox::ui
