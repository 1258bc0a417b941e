// SPDX-License-Identifier: MIT
#include "searchfield.h"

#include "wording.h"

#include <ui/theme/icons.h>
#include <ui/theme/tokens.h>

#include <QAction>
#include <QCoreApplication>
#include <QLineEdit>
#include <QToolButton>

namespace glovebox::ui {

namespace {

// Qt keeps the padding of the field free once more behind the icon.
constexpr int glassGap = 8;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SearchField)
};

} // namespace

void makeSearchField(QLineEdit &field, const QString &words)
{
    field.setPlaceholderText(words);
    field.setAccessibleName(words);
    QAction *glass =
        field.addAction(icon(QStringLiteral("search"), Token::Text3), QLineEdit::LeadingPosition);
    glass->setText(words);
    field.setTextMargins(-glassGap, 0, 0, 0);
    QObject::connect(glass, &QAction::triggered, &field, [&field] { field.setFocus(); });
    addClearButton(field);
}

void addClearButton(QLineEdit &field)
{
    field.setClearButtonEnabled(true);
    for (QToolButton *button : field.findChildren<QToolButton *>()) {
        QAction *action = button->defaultAction();
        if (action && action->text().isEmpty())
            (new Wording(&field))->add([action] { action->setText(Words::tr("Clear")); });
    }
}

} // namespace glovebox::ui
