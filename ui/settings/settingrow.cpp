// SPDX-License-Identifier: MIT
#include "settingrow.h"

#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int fieldWidth = 264;

QLabel *sentence(QWidget *parent, Token token)
{
    auto *label = new QLabel(parent);
    label->setFont(textFont(TextStep::Second));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setStyleSheet(u"color: %1"_s.arg(color(token).name()));
    QObject::connect(&Theme::instance(), &Theme::changed, label, [label, token] {
        label->setStyleSheet(u"color: %1"_s.arg(color(token).name()));
    });
    return label;
}

} // namespace

SettingRow::SettingRow(SettingsDesk &desk, const SettingWords &words, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_words(words)
    , m_field(SettingField::make(words, this))
    , m_help(sentence(this, Token::Text2))
    , m_note(sentence(this, Token::Text2))
    , m_problem(sentence(this, Token::Bad))
    , m_reset(new Button(tr("Reset"), Button::Look::Link, this))
{
    build();
    connect(m_field, &SettingField::edited, this, &SettingRow::consider);
    connect(m_field, &SettingField::chosen, this, &SettingRow::apply);
    connect(m_field, &SettingField::abandoned, this, &SettingRow::refresh);
    connect(m_reset, &Button::clicked, this, [this] {
        m_field->setFocus(); // the button goes away
        if (const auto done = m_desk.reset(m_words.name); !done)
            Q_EMIT failed(done.error().text);
        refresh();
    });
    refresh();
}

void SettingRow::build()
{
    setObjectName(u"row."_s + m_words.name);
    auto *label = new TextLine(TextStep::Text, Token::Text, this);
    label->setText(m_words.label);
    label->setWeight(QFont::DemiBold);
    m_help->setText(m_words.zero.isEmpty() ? m_words.help : m_words.help + u' ' + m_words.zero);
    m_note->setObjectName(u"note."_s + m_words.name);
    m_problem->setObjectName(u"problem."_s + m_words.name);
    m_reset->setObjectName(u"reset."_s + m_words.name);
    m_reset->setAccessibleName(tr("Reset “%1”").arg(m_words.label));
    QSizePolicy kept = m_reset->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // nothing moves when it comes
    m_reset->setSizePolicy(kept);
    m_field->setFixedWidth(fieldWidth);

    auto *left = new QVBoxLayout;
    left->setSpacing(2);
    left->addWidget(label);
    left->addWidget(m_help);
    left->addWidget(m_note);
    left->addWidget(m_problem);
    left->addStretch(1);
    auto *right = new QVBoxLayout;
    right->setSpacing(2);
    right->addWidget(m_field);
    right->addWidget(m_reset, 0, Qt::AlignRight);
    right->addStretch(1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(16);
    layout->addLayout(left, 1);
    layout->addLayout(right);
}

void SettingRow::refresh()
{
    const SettingStatus status = m_desk.setting(m_words.name);
    m_field->display(status);
    m_reset->setVisible(status.isChanged());
    QString note;
    if (!status.override.isEmpty())
        note = tr("%1 counts until Glovebox is started without it.").arg(status.override);
    else if (status.isPending)
        note = tr("Counts from the next start of Glovebox.");
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    say({});
}

QString SettingRow::problemOf(const QVariant &value) const
{
    if (m_words.kind == SettingWords::Kind::Number) {
        const SettingStatus status = m_desk.setting(m_words.name);
        const qint64 number = value.toLongLong();
        if (!value.isValid() || number < status.least || number > status.most)
            return tr("A number from %1 to %2 is needed.")
                .arg(m_field->boundText(status.least), m_field->boundText(status.most));
    }
    return m_desk.problemOf(m_words.name, value);
}

void SettingRow::consider(const QVariant &value)
{
    say(problemOf(value));
}

// What cannot be taken stays in the field with the reason; Escape takes it back.
void SettingRow::apply(const QVariant &value)
{
    const QString problem = problemOf(value);
    say(problem);
    if (!problem.isEmpty())
        return;
    const auto done = m_desk.set(m_words.name, value);
    refresh();
    if (!done)
        Q_EMIT failed(done.error().text);
}

void SettingRow::say(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_problem->setAccessibleName(problem);
}

bool SettingRow::matches(const QStringList &searched) const
{
    QString all = m_words.label + u' ' + m_words.help + u' ' + m_words.keywords + u' ' +
                  areaName(m_words.area) + u' ' + m_words.name;
    for (const auto &[value, text] : m_words.choices)
        all += u' ' + text;
    const QString key = searchKey(all);
    return std::ranges::all_of(searched,
                               [&key](const QString &word) { return key.contains(word); });
}

} // namespace glovebox::ui
