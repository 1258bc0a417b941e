// SPDX-License-Identifier: MIT
#pragma once

#include <QTranslator>

namespace glovebox {

// The language of everything that people read, for as long as it lives. Texts for models stay
// English. Needs a QCoreApplication.
class Language
{
public:
    Language(); // the system's

    // "en", "ja", or empty: the system's. Takes the place of the one before.
    void choose(const QString &name);
    QString code() const { return m_ours.language(); } // "en", "ja"

private:
    QTranslator m_ours;
    QTranslator m_qt; // buttons and dialogs of Qt itself
};

} // namespace glovebox
