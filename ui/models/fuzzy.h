// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <optional>

namespace glovebox::ui {

// How well a text answers what somebody typed to find it: all its characters in their order, gaps
// allowed. Together and at the beginnings of words counts more. nullopt: not at all.
std::optional<int> fuzzyScore(const QString &typed, const QString &text);

} // namespace glovebox::ui
