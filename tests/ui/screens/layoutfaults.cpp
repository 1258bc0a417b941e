// SPDX-License-Identifier: MIT
#include "layoutfaults.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"

#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace {

constexpr int smallestTarget = 24; // of what only shows an icon

QString textOf(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        return label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        return button->text();
    if (const auto *line = qobject_cast<const glovebox::ui::TextLine *>(&widget))
        return line->text();
    if (const auto *field = qobject_cast<const QLineEdit *>(&widget))
        return field->text().isEmpty() ? field->placeholderText() : field->text();
    return widget.accessibleName();
}

QString named(const QWidget &widget)
{
    QStringList path;
    for (const QWidget *w = &widget; w && !w->isWindow() && path.size() < 3; w = w->parentWidget())
        path.prepend(w->objectName().isEmpty() ? QString::fromLatin1(w->metaObject()->className())
                                               : w->objectName());
    return u"%1 “%2”"_s.arg(path.join(u'/'), textOf(widget).left(40));
}

bool isPart(const QWidget &widget) // that says or takes something
{
    return qobject_cast<const QLabel *>(&widget) ||
           qobject_cast<const QAbstractButton *>(&widget) ||
           qobject_cast<const QLineEdit *>(&widget) || qobject_cast<const QComboBox *>(&widget) ||
           qobject_cast<const QTabBar *>(&widget) ||
           qobject_cast<const glovebox::ui::TextLine *>(&widget) ||
           qobject_cast<const glovebox::ui::Chip *>(&widget);
}

// Inside of what scrolls a part may well be out of sight.
bool isScrolled(const QWidget &widget)
{
    for (const QWidget *w = &widget; w && !w->isWindow(); w = w->parentWidget()) {
        const auto *area = qobject_cast<const QAbstractScrollArea *>(w->parentWidget());
        if (area && area->viewport() == w)
            return true;
    }
    return false;
}

void checkWidth(const QWidget &widget, QStringList &faults)
{
    int needs = 0;
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        if (label->text().isEmpty())
            return;
        if (label->wordWrap()) {
            if (label->heightForWidth(label->width()) > label->height() + 1)
                faults.append(u"%1: needs %2 px of height, has %3"_s.arg(named(widget))
                                  .arg(label->heightForWidth(label->width()))
                                  .arg(label->height()));
            return;
        }
        needs = label->sizeHint().width();
    } else if (qobject_cast<const QRadioButton *>(&widget) ||
               qobject_cast<const QCheckBox *>(&widget) ||
               qobject_cast<const QPushButton *>(&widget) ||
               qobject_cast<const QToolButton *>(&widget)) {
        const auto &button = static_cast<const QAbstractButton &>(widget);
        needs = button.text().isEmpty() ? smallestTarget : widget.sizeHint().width();
    } else if (const auto *combo = qobject_cast<const QComboBox *>(&widget)) {
        const int around = 28; // arrow and frame
        needs = combo->fontMetrics().horizontalAdvance(combo->currentText()) + around;
    } else if (const auto *line = qobject_cast<const glovebox::ui::TextLine *>(&widget)) {
        // What stretches shows what others wrote, elided, with the whole in its tool tip.
        if (line->sizePolicy().horizontalPolicy() == QSizePolicy::Fixed)
            needs = line->sizeHint().width();
    } else if (const auto *field = qobject_cast<const QLineEdit *>(&widget);
               field && field->text().isEmpty()) {
        const QMargins margins = field->textMargins();
        needs = field->fontMetrics().horizontalAdvance(field->placeholderText()) + margins.left() +
                margins.right() + 8;
    } else if (qobject_cast<const glovebox::ui::Chip *>(&widget)) {
        needs = widget.sizeHint().width();
    } else if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        needs = tabs->usesScrollButtons() ? 0 : tabs->sizeHint().width();
    }
    if (needs > widget.width() + 1)
        faults.append(
            u"%1: needs %2 px, has %3"_s.arg(named(widget)).arg(needs).arg(widget.width()));
}

void checkPlace(const QWidget &widget, QStringList &faults)
{
    const QWidget *parent = widget.parentWidget();
    if (!parent || widget.isWindow() || isScrolled(widget) || widget.size().isEmpty())
        return;
    if (!parent->rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()))
        faults.append(u"%1: reaches out of its place"_s.arg(named(widget)));
}

void checkOverlaps(const QWidget &parent, QStringList &faults)
{
    QList<const QWidget *> parts;
    for (const QObject *child : parent.children()) {
        const auto *widget = qobject_cast<const QWidget *>(child);
        if (widget && widget->isVisible() && !widget->isWindow() && isPart(*widget) &&
            !widget->size().isEmpty())
            parts.append(widget);
    }
    for (qsizetype a = 0; a < parts.size(); ++a) {
        for (qsizetype b = a + 1; b < parts.size(); ++b) {
            const QRect both = parts[a]->geometry() & parts[b]->geometry();
            if (both.width() > 1 && both.height() > 1)
                faults.append(u"%1 and %2 overlap"_s.arg(named(*parts[a]), named(*parts[b])));
        }
    }
}

} // namespace

QStringList layoutFaults(const QWidget &window)
{
    QStringList faults;
    const QList<QWidget *> all = window.findChildren<QWidget *>();
    checkOverlaps(window, faults);
    for (const QWidget *widget : all) {
        if (!widget->isVisibleTo(&window) || !widget->isVisible() || widget->window() != &window)
            continue;
        // A field's own buttons and a spin box's field are Qt's to place.
        if (qobject_cast<const QLineEdit *>(widget->parentWidget()) ||
            widget->objectName().startsWith(u"qt_"))
            continue;
        checkWidth(*widget, faults);
        checkPlace(*widget, faults);
        if (!qobject_cast<const QLineEdit *>(widget))
            checkOverlaps(*widget, faults);
    }
    return faults;
}
