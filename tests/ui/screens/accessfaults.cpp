// SPDX-License-Identifier: MIT
#include "accessfaults.h"

#include <QAccessible>
#include <QLineEdit>
#include <QWidget>

#include <functional>

using namespace Qt::StringLiterals;

namespace {

bool isControl(QAccessibleInterface &part)
{
    static const QSet<QAccessible::Role> pressed{
        QAccessible::Button,   QAccessible::CheckBox,     QAccessible::RadioButton,
        QAccessible::ComboBox, QAccessible::EditableText, QAccessible::Slider,
        QAccessible::SpinBox,  QAccessible::PageTab,      QAccessible::MenuItem,
        QAccessible::Link,     QAccessible::ButtonMenu,   QAccessible::Tree,
        QAccessible::List,     QAccessible::Table};
    return pressed.contains(part.role()) || part.state().focusable;
}

// Rows of views are checked by their models' own tests, and there may be a hundred thousand.
bool isRows(const QAccessibleInterface &part)
{
    switch (part.role()) {
    case QAccessible::Tree:
    case QAccessible::List:
    case QAccessible::Table:
        return true;
    default:
        return false;
    }
}

void walk(QAccessibleInterface *part, const std::function<void(QAccessibleInterface &)> &visit)
{
    if (!part || !part->isValid() || part->state().invisible)
        return;
    visit(*part);
    if (isRows(*part))
        return;
    for (int child = 0; child < part->childCount(); ++child)
        walk(part->child(child), visit);
}

QString described(QAccessibleInterface &part)
{
    const QObject *object = part.object();
    QStringList path;
    for (const QObject *o = object; o && path.size() < 3; o = o->parent())
        path.prepend(o->objectName().isEmpty() ? QString::fromLatin1(o->metaObject()->className())
                                               : o->objectName());
    return u"%1 (role %2)"_s.arg(path.join(u'/')).arg(int(part.role()));
}

} // namespace

QStringList accessFaults(QWidget &window)
{
    QStringList faults;
    walk(QAccessible::queryAccessibleInterface(&window), [&faults](QAccessibleInterface &part) {
        if (!isControl(part))
            return;
        // A field inside of a combo or spin box speaks with its owner's name.
        const QObject *object = part.object();
        const bool isInner = object && (object->objectName().startsWith(u"qt_") ||
                                        qobject_cast<const QLineEdit *>(object->parent()));
        if (part.text(QAccessible::Name).trimmed().isEmpty() && !isInner)
            faults.append(described(part) + u": has no name"_s);
        if (part.role() == QAccessible::NoRole)
            faults.append(described(part) + u": has no role"_s);
    });
    return faults;
}

int controlsOf(QWidget &window)
{
    int controls = 0;
    walk(QAccessible::queryAccessibleInterface(&window),
         [&controls](QAccessibleInterface &part) { controls += isControl(part) ? 1 : 0; });
    return controls;
}
