// SPDX-License-Identifier: MIT
#pragma once

#include <QTranslator>

namespace glovebox {

// The language of everything that people read, for as long as it lives. Texts for models stay
// English.
class Language
{
public:
    // "en", "ja", or empty: the system's.
    explicit Language(const QString &name);

private:
    QTranslator m_ours;
    QTranslator m_qt; // buttons and dialogs of Qt itself
};

} // namespace glovebox
