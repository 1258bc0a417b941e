// SPDX-License-Identifier: MIT
#include "shortcuttable.h"

#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"

#include <QHBoxLayout>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int keysWidth = 184;

const QString searchWords = u"shortcut key keyboard ショートカット キーボード"_s;

} // namespace

ShortcutTable::ShortcutTable(Shortcuts &shortcuts, QWidget *parent)
    : QWidget(parent)
    , m_shortcuts(shortcuts)
    , m_resetAll(new Button(tr("Reset all keys"), Button::Look::Link, this))
{
    setObjectName(u"shortcutTable"_s);
    m_resetAll->setObjectName(u"resetAllKeys"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 4, 16, 8);
    column->setSpacing(0);
    column->addWidget(m_resetAll, 0, Qt::AlignRight);
    connect(m_resetAll, &Button::clicked, this, [this] {
        if (const auto reset = m_shortcuts.resetAll(); !reset)
            Q_EMIT failed(reset.error().text);
    });
    connect(&shortcuts, &Shortcuts::changed, this, &ShortcutTable::refresh);
    refresh();
}

void ShortcutTable::refresh()
{
    const QList<Shortcuts::Entry> entries = m_shortcuts.entries();
    const bool same = std::ranges::equal(entries, m_rows, {}, &Shortcuts::Entry::id, &Row::id);
    if (!same) {
        for (const Row &row : std::exchange(m_rows, {}))
            delete row.widget;
        for (const Shortcuts::Entry &entry : entries)
            m_rows.append(makeRow(entry));
        filter(m_searched);
    }
    bool any = false;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        m_rows[i].keys->setKeySequence(entries[i].current);
        m_rows[i].reset->setVisible(entries[i].isChanged());
        m_rows[i].problem->hide();
        any = any || entries[i].isChanged();
    }
    m_resetAll->setVisible(any);
}

ShortcutTable::Row ShortcutTable::makeRow(const Shortcuts::Entry &entry)
{
    Row row{.id = entry.id, .words = {}};
    row.words = searchKey(entry.what + u' ' + entry.where + u' ' +
                          entry.standard.toString(QKeySequence::NativeText) + u' ' + searchWords);
    row.widget = new QWidget(this);
    auto *what = new TextLine(TextStep::Text, Token::Text, row.widget);
    what->setText(entry.where.isEmpty() ? entry.what : sideBySide(entry.what, entry.where));
    row.keys = new QKeySequenceEdit(entry.current, row.widget);
    row.keys->setObjectName(u"keys."_s + entry.id);
    row.keys->setAccessibleName(tr("Key of “%1”").arg(entry.what));
    row.keys->setMaximumSequenceLength(1);
    addClearButton(*row.keys->findChild<QLineEdit *>());
    row.keys->setFixedWidth(keysWidth);
    row.reset = new Button(tr("Reset"), Button::Look::Link, row.widget);
    row.reset->setAccessibleName(tr("Reset “%1”").arg(entry.what));
    QSizePolicy kept = row.reset->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    row.reset->setSizePolicy(kept);
    row.problem = new QLabel(row.widget);
    row.problem->setTextFormat(Qt::PlainText);
    row.problem->setWordWrap(true);
    row.problem->setFont(textFont(TextStep::Second));
    row.problem->setForegroundRole(QPalette::PlaceholderText);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(what, 1);
    line->addWidget(row.reset);
    line->addWidget(row.keys);
    auto *layout = new QVBoxLayout(row.widget);
    layout->setContentsMargins(0, 3, 0, 3);
    layout->setSpacing(2);
    layout->addLayout(line);
    layout->addWidget(row.problem);
    static_cast<QVBoxLayout *>(this->layout())->addWidget(row.widget);
    connect(row.keys, &QKeySequenceEdit::editingFinished, this, [this, row] { take(row); });
    connect(row.reset, &Button::clicked, this, [this, row] {
        row.keys->setFocus();
        if (const auto reset = m_shortcuts.reset(row.id); !reset)
            Q_EMIT failed(reset.error().text);
    });
    return row;
}

// A key that another action has stays where it is, and the reason stands below.
void ShortcutTable::take(const Row &row)
{
    const QKeySequence wanted = row.keys->keySequence();
    const QList<Shortcuts::Entry> entries = m_shortcuts.entries();
    const auto entry = std::ranges::find(entries, row.id, &Shortcuts::Entry::id);
    if (entry == entries.end() || entry->current == wanted)
        return;
    const auto changed = m_shortcuts.change(row.id, wanted);
    if (changed)
        return;
    row.keys->setKeySequence(entry->current);
    row.problem->setText(changed.error().text);
    row.problem->show();
}

bool ShortcutTable::filter(const QStringList &searched)
{
    m_searched = searched;
    bool any = false;
    for (const Row &row : std::as_const(m_rows)) {
        const bool fits = std::ranges::all_of(
            searched, [&row](const QString &word) { return row.words.contains(word); });
        row.widget->setVisible(fits);
        any = any || fits;
    }
    return any;
}

} // namespace glovebox::ui
