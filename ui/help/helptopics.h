// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QLocale>
#include <QString>

namespace glovebox::ui {

// One page of the help, as it is in resources/help.
struct HelpTopic
{
    QString id;    // "folders"
    QString title; // its heading
    QString text;  // Markdown

    bool operator==(const HelpTopic &) const = default;
};

// The languages that the help is written in.
QStringList helpLanguages();
// All pages in the order in which they are read; English where there is no other.
QList<HelpTopic> helpTopics(const QString &language);

} // namespace glovebox::ui
