// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>

namespace glovebox::ui {

// The parts of the page, in their order.
enum class SettingArea {
    Approvals,
    Limits,
    Mounts,
    Packages,
    Clients,
    Appearance,
    Journal,
    StartUp,
    Keyboard,
    Advanced,
};
inline constexpr int settingAreaCount = int(SettingArea::Advanced) + 1;
QString areaName(SettingArea area);

// How one setting is written on the page.
struct SettingWords
{
    enum class Kind { Flag, Number, Choice, Font, Lines };

    QString name; // as SettingsDesk knows it
    SettingArea area = SettingArea::Approvals;
    Kind kind = Kind::Flag;
    QString label;
    QString help;          // one sentence or two
    QString keywords = {}; // for the search, English and Japanese at once
    // Of numbers: shown divided by `scale`, with so many decimals, before `unit`; `zero` says what
    // 0 means.
    QString unit = {};
    QString zero = {};
    qint64 scale = 1;
    int decimals = 0;
    QList<std::pair<QString, QString>> choices = {}; // value, text
    QString example = {};                            // of lines
};

QList<SettingWords> settingWords();

} // namespace glovebox::ui
