// SPDX-License-Identifier: MIT
#include "language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace glovebox {

using namespace Qt::StringLiterals;

Language::Language()
{
    choose({});
}

void Language::choose(const QString &name)
{
    // What one language lacks must not come from the other.
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qt);
    const QLocale locale = name.isEmpty() ? QLocale::system() : QLocale(name);
    QLocale::setDefault(locale); // numbers and dates
    if (m_qt.load(locale, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    // English has a file too, for its plurals; it also serves languages that we do not have.
    if (m_ours.load(locale, u"glovebox"_s, u"_"_s, u":/i18n"_s) ||
        m_ours.load(u":/i18n/glovebox_en.qm"_s))
        QCoreApplication::installTranslator(&m_ours);
}

} // namespace glovebox
