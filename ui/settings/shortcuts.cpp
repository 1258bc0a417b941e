// SPDX-License-Identifier: MIT
#include "shortcuts.h"

#include <QHash>
#include <QShortcut>
#include <QWidget>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

const QString settingName = u"keyboard.shortcuts"_s;
const QString arrow = u" -> "_s;

QString portable(const QKeySequence &keys)
{
    return keys.toString(QKeySequence::PortableText);
}

// "WINDOW/STANDARD" → the chosen key.
QHash<QString, QKeySequence> chosenIn(const QStringList &lines)
{
    QHash<QString, QKeySequence> chosen;
    for (const QString &line : lines) {
        const qsizetype at = line.indexOf(arrow);
        if (at > 0)
            chosen.insert(line.first(at), QKeySequence::fromString(line.sliced(at + arrow.size()),
                                                                   QKeySequence::PortableText));
    }
    return chosen;
}

QString withoutMnemonic(QString text)
{
    // Japanese menus have theirs as "(F)" behind the word.
    const qsizetype open = text.lastIndexOf(u"(&"_s);
    if (open > 0 && text.endsWith(u')'))
        text.truncate(open);
    return text.remove(u'&');
}

// Keys that type something must not do something: they need Ctrl or Alt, or are not letters.
bool canBeTyped(const QKeySequence &keys)
{
    const QKeyCombination first = keys[0];
    const auto modifiers = first.keyboardModifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    const bool isFunction = first.key() >= Qt::Key_F1 && first.key() <= Qt::Key_F35;
    return modifiers == Qt::NoModifier && !isFunction;
}

} // namespace

Shortcuts::Shortcuts(SettingsDesk &desk, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
{
    connect(&desk, &SettingsDesk::changed, this, [this](const QString &name) {
        if (name == settingName)
            apply();
    });
}

void Shortcuts::adopt(QWidget *window)
{
    m_window = window;
    m_known.clear();
    for (QAction *action : window->findChildren<QAction *>())
        add(action, window);
    apply();
}

void Shortcuts::adoptMore(const QWidget *part)
{
    for (QAction *action : part->findChildren<QAction *>())
        add(action, m_window);
    apply();
}

void Shortcuts::add(QAction *action, QWidget *window)
{
    const QString text = withoutMnemonic(action->text());
    // Without words there is nothing to choose by; what only one small widget takes is its own.
    if (action->shortcut().isEmpty() || text.isEmpty() ||
        action->shortcutContext() == Qt::WidgetShortcut)
        return;
    const auto *owner = qobject_cast<QWidget *>(action->parent());
    for (; owner && owner->objectName().isEmpty() && owner != window;)
        owner = owner->parentWidget();
    const bool everywhere = !owner || owner->window() != window || owner == window ||
                            action->shortcutContext() == Qt::WindowShortcut;
    const QString scope = everywhere ? window->objectName() : owner->objectName();
    const QString id = scope + u'/' + portable(action->shortcut());
    if (!known(id))
        m_known.append({.id = id,
                        .scope = scope,
                        .where = everywhere ? QString() : owner->windowTitle(),
                        .standard = action->shortcut(),
                        .action = action});
}

void Shortcuts::apply()
{
    const auto chosen = chosenIn(m_desk.setting(settingName).value.toStringList());
    for (const Known &known : std::as_const(m_known)) {
        if (known.action)
            known.action->setShortcut(chosen.value(known.id, known.standard));
    }
    Q_EMIT changed();
}

const Shortcuts::Known *Shortcuts::known(const QString &id) const
{
    const auto it = std::ranges::find(m_known, id, &Known::id);
    return it == m_known.end() ? nullptr : &*it;
}

QList<Shortcuts::Entry> Shortcuts::entries() const
{
    QList<Entry> entries;
    for (const Known &known : m_known) {
        if (known.action)
            entries.append({.id = known.id,
                            .what = withoutMnemonic(known.action->text()),
                            .where = known.where,
                            .standard = known.standard,
                            .current = known.action->shortcut()});
    }
    return entries;
}

QString Shortcuts::problemOf(const QString &id, const QKeySequence &keys) const
{
    const Known *const wanted = known(id);
    if (!wanted || keys.isEmpty())
        return {};
    if (canBeTyped(keys))
        return tr("A key that types something needs Ctrl or Alt with it.");
    for (const Known &other : m_known) {
        const bool meet =
            other.scope == wanted->scope || (m_window && (other.scope == m_window->objectName() ||
                                                          wanted->scope == m_window->objectName()));
        if (other.id != id && meet && other.action && other.action->shortcut() == keys)
            return tr("%1 is “%2” already.")
                .arg(keys.toString(QKeySequence::NativeText),
                     withoutMnemonic(other.action->text()));
    }
    if (!m_window)
        return {};
    for (const QShortcut *fixed : m_window->findChildren<QShortcut *>()) {
        if (fixed->key() == keys)
            return tr("%1 is kept for deciding about requests.")
                .arg(keys.toString(QKeySequence::NativeText));
    }
    return {};
}

Result<> Shortcuts::change(const QString &id, const QKeySequence &keys)
{
    const Known *const wanted = known(id);
    if (!wanted)
        return fail(ErrorCode::NotFound, tr("There is no such key any more."));
    if (const QString problem = problemOf(id, keys); !problem.isEmpty())
        return fail(ErrorCode::Conflict, problem);
    QStringList lines = m_desk.setting(settingName).value.toStringList();
    lines.removeIf([&id](const QString &line) { return line.startsWith(id + arrow); });
    if (keys != wanted->standard)
        lines.append(id + arrow + portable(keys));
    return m_desk.set(settingName, lines);
}

Result<> Shortcuts::reset(const QString &id)
{
    const Known *const wanted = known(id);
    return wanted ? change(id, wanted->standard)
                  : fail(ErrorCode::NotFound, tr("There is no such key any more."));
}

Result<> Shortcuts::resetAll()
{
    return m_desk.reset(settingName);
}

} // namespace glovebox::ui
