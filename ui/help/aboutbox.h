// SPDX-License-Identifier: MIT
#pragma once

#include "base/programfacts.h"

#include <QDialog>

class QPlainTextEdit;

namespace glovebox::ui {

// What the program is made of, with the licences of all of it.
class AboutBox final : public QDialog
{
    Q_OBJECT

public:
    struct Paper
    {
        QString words; // "Licence"
        QString file;
    };

    // `papers`: licences and the bill of materials, as they are installed; those that do not exist
    // are left out.
    AboutBox(const QList<Paper> &papers, QWidget *parent);

    void setFacts(const ProgramFacts &facts);

Q_SIGNALS:
    void diagnosticsRequested();

private:
    QPlainTextEdit *m_facts;
};

} // namespace glovebox::ui
